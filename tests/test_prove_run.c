/* Runs and records: the same result however the work is shared out, stopped and gone on with. */
#include "tests/support/suite.h"

#include "proofs/prove_run.h"

#include <stdlib.h>

/* Small enough to be run often, large enough for many blocks. */
static const hd_bound small = {{2, 3, 3, 2, 2, 2}};

static const hd_theorem *composition(void) { return hd_theorem_find("composition", 11); }

static hd_run_options options_of(int threads) {
  hd_run_options options = {.operation = &hd_operations_real, .threads = threads, .every = 1};
  return options;
}

static void run_range(int threads, uint64_t first, uint64_t to, hd_record *record) {
  const hd_run_options options = options_of(threads);
  hd_record_start(composition(), &small, first, record);
  ck_assert(hd_run(&options, to, record));
}

static bool is_same(const hd_record *a, const hd_record *b) { return memcmp(a, b, sizeof *a) == 0; }

static hd_record whole, other, next;

static void run_whole(void) {
  hd_record_start(composition(), &small, 0, &whole);
  run_range(1, 0, whole.of, &whole);
  ck_assert_int_eq(hd_record_standing(&whole), HD_PROVED);
  ck_assert_uint_gt(whole.held, 1000);
  ck_assert_uint_gt(whole.vacant, 100);
}

START_TEST(threads_do_not_change_the_record) {
  run_whole();
  for (int threads = 2; threads < 9; threads += 3) {
    run_range(threads, 0, whole.of, &other);
    ck_assert(is_same(&whole, &other));
  }
}
END_TEST

START_TEST(shares_add_up_to_the_whole) {
  run_whole();
  for (int shares = 2; shares < 8; shares++) {
    const char *reason;
    run_range(1, 0, hd_part_start(whole.of, 1, shares), &other);
    for (int k = 1; k < shares; k++) {
      ck_assert_int_eq(hd_record_standing(&other), HD_PARTIAL);
      run_range(2, hd_part_start(whole.of, k, shares), hd_part_start(whole.of, k + 1, shares), &next);
      ck_assert(hd_record_append(&other, &next, &reason));
    }
    ck_assert(is_same(&whole, &other));
  }
}
END_TEST

START_TEST(a_record_goes_on_from_anywhere) {
  const hd_run_options options = options_of(2);
  run_whole();
  for (uint64_t stop = 0; stop <= whole.of; stop += 1 + whole.of / 7) {
    run_range(2, 0, stop, &other);
    ck_assert_uint_eq(other.cases, stop);
    ck_assert(hd_run(&options, whole.of, &other));
    ck_assert(is_same(&whole, &other));
  }
}
END_TEST

START_TEST(gaps_and_overlaps_do_not_add_up) {
  const char *reason;
  run_range(1, 0, 100, &other);
  run_range(1, 101, 200, &next);
  ck_assert(!hd_record_append(&other, &next, &reason));
  ck_assert_str_eq(reason, "cases are missing between them");
  run_range(1, 99, 200, &next);
  ck_assert(!hd_record_append(&other, &next, &reason));
  ck_assert_str_eq(reason, "cases would be counted twice");
  hd_record_start(hd_theorem_find("product", 7), &small, 100, &next);
  ck_assert(!hd_record_append(&other, &next, &reason));
  ck_assert_str_eq(reason, "they are of two theorems or bounds");
}
END_TEST

/* Wrong at one size of B alone. */
static hd_status wrong_composition(const hd_layout *a, const hd_layout *b, hd_error *error, hd_layout *result) {
  hd_status status = hd_composition(a, b, error, result);
  if (status == HD_OK && hd_size(b) == 4 && result->shape[0] == 2) result->stride[0]++;
  return status;
}

START_TEST(the_first_failure_ends_a_run_whatever_the_threads) {
  hd_operations operations = hd_operations_real;
  hd_run_options options = options_of(1);
  operations.composition = wrong_composition;
  options.operation = &operations;
  hd_record_start(composition(), &small, 0, &whole);
  ck_assert(hd_run(&options, whole.of, &whole));
  ck_assert_int_eq(hd_record_standing(&whole), HD_FAILED);
  ck_assert_uint_eq(whole.failed, 1);
  options.threads = 7;
  for (int again = 0; again < 5; again++) {
    hd_record_start(composition(), &small, 0, &other);
    ck_assert(hd_run(&options, other.of, &other));
    ck_assert(is_same(&whole, &other));
  }
  ck_assert(hd_run(&options, other.of, &other)); /* and is not gone on from */
  ck_assert(is_same(&whole, &other));
}
END_TEST

/* Undecided, for every tenth of the operands. */
static hd_status undecided_composition(const hd_layout *a, const hd_layout *b, hd_error *error, hd_layout *result) {
  return hd_size(b) == 4 ? HD_UNDECIDED : hd_composition(a, b, error, result);
}

START_TEST(what_is_undecided_is_counted_and_proves_nothing) {
  hd_operations operations = hd_operations_real;
  hd_run_options options = options_of(3);
  operations.composition = undecided_composition;
  options.operation = &operations;
  hd_record_start(composition(), &small, 0, &whole);
  ck_assert(hd_run(&options, whole.of, &whole));
  ck_assert_uint_gt(whole.open, 0);
  ck_assert_uint_eq(whole.cases, whole.of);
  ck_assert_int_eq(hd_record_standing(&whole), HD_UNSETTLED);
  ck_assert(strstr(whole.note, "undecided") != NULL);
}
END_TEST

START_TEST(a_bound_beyond_the_tables_is_left_open) {
  const hd_bound wide = {{1, 1, 0, 2, 65, 0}};
  const hd_run_options options = options_of(1);
  hd_record_start(composition(), &wide, 0, &whole);
  ck_assert(hd_run(&options, whole.of, &whole));
  ck_assert_int_eq(hd_record_standing(&whole), HD_UNSETTLED);
}
END_TEST

static int kept;
static bool count_keeping(void *context, const hd_record *record) {
  hd_record *last = context;
  ck_assert_uint_ge(record->cases, last->cases);
  *last = *record;
  kept++;
  return true;
}

START_TEST(what_is_kept_can_be_gone_on_from) {
  static hd_record last;
  hd_run_options options = options_of(2);
  run_whole();
  hd_record_start(composition(), &small, 0, &last);
  options.keep = count_keeping;
  options.context = &last;
  options.every = 0.0005;
  for (int again = 0; again < 100 && kept == 0; again++) { /* a busy machine may have done it all before it looks */
    hd_record_start(composition(), &small, 0, &other);
    ck_assert(hd_run(&options, other.of, &other));
  }
  ck_assert_int_gt(kept, 0);
  options.keep = NULL;
  ck_assert(hd_run(&options, last.of, &last));
  ck_assert(is_same(&whole, &last));
}
END_TEST

START_TEST(parts_are_all_there_is) {
  const uint64_t sizes[] = {0, 1, 63, 64, 65, 1000003, HD_CASES_MAX};
  for (int k = 0; k < HD_COUNT(sizes); k++) {
    ck_assert_uint_eq(hd_part_start(sizes[k], 0, HD_PARTS), 0);
    ck_assert_uint_eq(hd_part_start(sizes[k], HD_PARTS, HD_PARTS), sizes[k]);
    for (int i = 0; i < HD_PARTS; i++) {
      uint64_t length = hd_part_start(sizes[k], i + 1, HD_PARTS) - hd_part_start(sizes[k], i, HD_PARTS);
      ck_assert(length == sizes[k] / HD_PARTS || length == sizes[k] / HD_PARTS + 1);
    }
  }
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"threads_do_not_change_the_record", threads_do_not_change_the_record},
      {"shares_add_up_to_the_whole", shares_add_up_to_the_whole},
      {"a_record_goes_on_from_anywhere", a_record_goes_on_from_anywhere},
      {"gaps_and_overlaps_do_not_add_up", gaps_and_overlaps_do_not_add_up},
      {"the_first_failure_ends_a_run_whatever_the_threads", the_first_failure_ends_a_run_whatever_the_threads},
      {"what_is_undecided_is_counted_and_proves_nothing", what_is_undecided_is_counted_and_proves_nothing},
      {"a_bound_beyond_the_tables_is_left_open", a_bound_beyond_the_tables_is_left_open},
      {"what_is_kept_can_be_gone_on_from", what_is_kept_can_be_gone_on_from},
      {"parts_are_all_there_is", parts_are_all_there_is},
  };
  return hd_test_main("prove run", tests, HD_COUNT(tests));
}
