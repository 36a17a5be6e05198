/* Certificates: read as they were written, and nothing else is read. */
#include "tests/support/suite.h"

#include "proofs/certificate.h"
#include "proofs/prove_run.h"

#include <stdio.h>
#include <stdlib.h>

static const hd_bound small = {{2, 2, 2, 1, 3, 2}};

/* Composition over the small bound, from a case up to another. */
static void judge(uint64_t first, uint64_t to, hd_certificate *certificate) {
  const hd_run_options options = {.operation = &hd_operations_real, .threads = 1, .every = 1};
  hd_record *record = hd_certificate_add(certificate);
  hd_record_start(hd_theorem_find("composition", 11), &small, first, record);
  ck_assert(hd_run(&options, to == 0 ? record->of : to, record));
}

static char *text_of(uint64_t first, uint64_t to, size_t *length) {
  hd_certificate certificate = {0, 0, NULL};
  judge(first, to, &certificate);
  char *text = hd_certificate_text(&certificate, length);
  hd_certificate_free(&certificate);
  ck_assert_ptr_nonnull(text);
  return text;
}

START_TEST(what_is_written_is_read) {
  size_t length, again;
  char reason[HD_REASON_MAX], *text = text_of(0, 0, &length);
  hd_certificate read = {0, 0, NULL};
  EXPECT(hd_certificate_parse(text, length, &read, reason), "%s", reason);
  ck_assert_int_eq(read.records, 1);
  ck_assert_int_eq(hd_record_standing(&read.record[0]), HD_PROVED);
  char *anew = hd_certificate_text(&read, &again);
  ck_assert_str_eq(text, anew);
  free(anew);
  free(text);
  hd_certificate_free(&read);
}
END_TEST

static bool is_refused(const char *text, size_t length, char reason[HD_REASON_MAX]) {
  hd_certificate read = {0, 0, NULL};
  bool refused = !hd_certificate_parse(text, length, &read, reason);
  ck_assert(!refused || (reason[0] != 0 && read.records == 0));
  hd_certificate_free(&read);
  return refused;
}

START_TEST(a_text_cut_off_anywhere_is_refused) {
  size_t length;
  char reason[HD_REASON_MAX], *text = text_of(0, 0, &length);
  for (size_t k = 0; k < length; k++) EXPECT(is_refused(text, k, reason), "cut off at %zu", k);
  free(text);
}
END_TEST

START_TEST(a_text_with_any_byte_changed_is_refused) {
  size_t length;
  char reason[HD_REASON_MAX], *text = text_of(0, 0, &length);
  for (size_t k = 0; k < length; k++)
    for (int flip = 0; flip < 3; flip++) {
      char kept = text[k];
      text[k] = flip == 0 ? (char)(kept ^ 1) : flip == 1 ? ' ' : '7';
      if (text[k] != kept) EXPECT(is_refused(text, length, reason), "byte %zu: %c", k, text[k]);
      text[k] = kept;
    }
  free(text);
}
END_TEST

/* The text with the first `from` changed to `to`: refused, and why. */
static void refuses(const char *from, const char *to, const char *wanted) {
  size_t length;
  char reason[HD_REASON_MAX], *text = text_of(0, 0, &length), *at = strstr(text, from);
  ck_assert_ptr_nonnull(at);
  char *changed = malloc(length + strlen(to) + 1);
  memcpy(changed, text, (size_t)(at - text));
  int rest = sprintf(changed + (at - text), "%s%s", to, at + strlen(from));
  EXPECT(is_refused(changed, (size_t)(at - text) + (size_t)rest, reason), "%s for %s", to, from);
  EXPECT(strstr(reason, wanted) != NULL, "%s for %s: %s", to, from, reason);
  free(changed);
  free(text);
}

START_TEST(what_is_wrong_is_said) {
  refuses("\"heddle\": \"", "\"heddle\": \"9", "it is of version 9");
  refuses("\"format\": 1", "\"format\": 2", "only format 1 is known");
  refuses("\"composition\"", "\"compositing\"", "there is no theorem \"compositing\"");
  refuses("\"pairs\"", "\"triples\"", "composition is about \"pairs\"");
  refuses("\"modes\": 2", "\"modes\": 3", "the bound has ");
  refuses("\"modes\": 2", "\"modes\": 99", "modes is from 1 to ");
  refuses("\"expected\": ", "\"expected\": 1", "and it says otherwise");
  refuses("\"held\": ", "\"held\": 1", "held, vacant, open and failed do not add up to the cases");
  refuses("\"first\": 0", "\"first\": 1", "more cases than the domain has");
  refuses("\"note\": \"\"", "\"note\": \"x\"", "a failure and its note");
  refuses("\"digest\": \"", "\"digest\": \"0", "16 hexadecimal digits");
  refuses("\"check\": \"", "\"check\": \"0", "16 hexadecimal digits");
  refuses("\"note\"", " \"note\"", "it was edited");
  refuses("\"cases\"", "\"causes\"", "\"cases\" was expected, and there is \"causes\"");
  refuses("\n}\n", "\n}\n\n", "it was edited");
  refuses("\n}\n", "\n", "it was cut off");
}
END_TEST

/* A digest and its part changed alike add up, and still the check does not. */
START_TEST(the_check_is_over_all_of_it) {
  size_t length;
  char reason[HD_REASON_MAX], *text = text_of(0, 0, &length);
  char *digest = strstr(text, "\"digest\": \"") + 11, *part = strstr(text, "\"parts\": [\"") + 11;
  unsigned long long whole = strtoull(digest, NULL, 16) + 1, first = strtoull(part, NULL, 16) + 1;
  char number[17];
  sprintf(number, "%016llx", whole);
  memcpy(digest, number, 16);
  sprintf(number, "%016llx", first);
  memcpy(part, number, 16);
  ck_assert(is_refused(text, length, reason));
  ck_assert_ptr_nonnull(strstr(reason, "the check at the end is wrong: it was edited"));
  free(text);
}
END_TEST

START_TEST(shares_merge_in_any_order) {
  const int orders[3][3] = {{0, 1, 2}, {2, 0, 1}, {1, 2, 0}};
  size_t length, merged;
  char reason[HD_REASON_MAX], *text = text_of(0, 0, &length);
  for (int k = 0; k < 3; k++) {
    hd_certificate all = {0, 0, NULL};
    for (int i = 0; i < 3; i++) {
      const uint64_t cut[] = {0, 101, 300, 0};
      hd_certificate one = {0, 0, NULL};
      judge(cut[orders[k][i]], cut[orders[k][i] + 1], &one);
      EXPECT(hd_certificate_merge(&all, &one, reason), "%s", reason);
      hd_certificate_free(&one);
    }
    char *whole = hd_certificate_text(&all, &merged);
    ck_assert_str_eq(text, whole);
    free(whole);
    hd_certificate_free(&all);
  }
  free(text);
}
END_TEST

START_TEST(a_share_counted_twice_is_refused) {
  hd_certificate all = {0, 0, NULL}, one = {0, 0, NULL};
  char reason[HD_REASON_MAX];
  judge(0, 50, &all);
  judge(49, 80, &one);
  ck_assert(!hd_certificate_merge(&all, &one, reason));
  ck_assert_str_eq(reason, "cases 49 and on of composition would be counted twice");
  hd_certificate_free(&all);
  hd_certificate_free(&one);
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"what_is_written_is_read", what_is_written_is_read},
      {"a_text_cut_off_anywhere_is_refused", a_text_cut_off_anywhere_is_refused},
      {"a_text_with_any_byte_changed_is_refused", a_text_with_any_byte_changed_is_refused},
      {"what_is_wrong_is_said", what_is_wrong_is_said},
      {"the_check_is_over_all_of_it", the_check_is_over_all_of_it},
      {"shares_merge_in_any_order", shares_merge_in_any_order},
      {"a_share_counted_twice_is_refused", a_share_counted_twice_is_refused},
  };
  return hd_test_main("prove certificate", tests, HD_COUNT(tests));
}
