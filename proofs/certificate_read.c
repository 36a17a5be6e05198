/* Reading a certificate: what it says, whether that can be, and whether it is written as it would be. */
#include "proofs/certificate.h"

#include "proofs/input.h"
#include "proofs/property.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A place in a text, and the first thing that was wrong. */
typedef struct hd_reader {
  const char *text;
  size_t length, at;
  char *reason; /* empty while nothing is */
} hd_reader;

__attribute__((format(printf, 2, 3)))
static bool refuse(hd_reader *reader, const char *form, ...) {
  char what[HD_EXPECTED_MAX + 64];
  int line = 1;
  va_list rest;
  if (reader->reason[0] != 0) return false;
  va_start(rest, form);
  vsnprintf(what, sizeof what, form, rest);
  va_end(rest);
  for (size_t k = 0; k < reader->at && k < reader->length; k++) line += reader->text[k] == '\n';
  snprintf(reader->reason, HD_REASON_MAX, "line %d: %.200s", line, what);
  return false;
}

static bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

static void skip(hd_reader *reader) {
  while (reader->at < reader->length && is_blank(reader->text[reader->at])) reader->at++;
}

/* The next character that is no blank must be this one. */
static bool mark(hd_reader *reader, char wanted) {
  skip(reader);
  if (reader->at == reader->length) return refuse(reader, "the file ends here: it was cut off");
  if (reader->text[reader->at] != wanted)
    return refuse(reader, "'%c' was expected, and there is '%c'", wanted, reader->text[reader->at]);
  reader->at++;
  return true;
}

/* Whether it is; it is passed over then. */
static bool maybe(hd_reader *reader, char wanted) {
  skip(reader);
  if (reader->at == reader->length || reader->text[reader->at] != wanted) return false;
  reader->at++;
  return true;
}

static bool string(hd_reader *reader, char *to, size_t room) {
  size_t length = 0;
  if (!mark(reader, '"')) return false;
  for (;; reader->at++) {
    if (reader->at == reader->length) return refuse(reader, "the file ends here: it was cut off");
    char c = reader->text[reader->at];
    if (c == '"') break;
    if (c == '\\' && reader->at + 1 < reader->length) c = reader->text[++reader->at];
    if (length + 1 >= room) return refuse(reader, "a text is too long");
    to[length++] = c;
  }
  to[length] = 0;
  reader->at++;
  return true;
}

/* "name": */
static bool member(hd_reader *reader, const char *name) {
  char got[64];
  if (!string(reader, got, sizeof got)) return false;
  if (strcmp(got, name) == 0) return mark(reader, ':');
  return refuse(reader, "\"%.40s\" was expected, and there is \"%.40s\"", name, got);
}

static bool number(hd_reader *reader, uint64_t *value) {
  skip(reader);
  if (reader->at == reader->length) return refuse(reader, "the file ends here: it was cut off");
  if (reader->text[reader->at] < '0' || reader->text[reader->at] > '9') return refuse(reader, "a number was expected");
  for (*value = 0; reader->at < reader->length; reader->at++) {
    char c = reader->text[reader->at];
    if (c < '0' || c > '9') return true;
    if (__builtin_mul_overflow(*value, (uint64_t)10, value) ||
        __builtin_add_overflow(*value, (uint64_t)(c - '0'), value) || *value > HD_CASES_MAX)
      return refuse(reader, "a number is too large");
  }
  return true;
}

static bool word(hd_reader *reader, uint64_t *value) {
  char got[32];
  if (!string(reader, got, sizeof got)) return false;
  *value = 0;
  if (strlen(got) != 16 || strspn(got, "0123456789abcdef") != 16)
    return refuse(reader, "a digest is 16 hexadecimal digits");
  for (int k = 0; k < 16; k++) *value = *value << 4 | (uint64_t)(got[k] <= '9' ? got[k] - '0' : got[k] - 'a' + 10);
  return true;
}

static bool count(hd_reader *reader, const char *name, uint64_t *value) {
  return mark(reader, ',') && member(reader, name) && number(reader, value);
}

/* ---- records ---- */

static bool bound(hd_reader *reader, const hd_domain *domain, hd_bound *value) {
  memset(value, 0, sizeof *value);
  if (!mark(reader, '{')) return false;
  for (int k = 0; domain->parameter[k].name != NULL; k++) {
    const hd_parameter *parameter = &domain->parameter[k];
    uint64_t got;
    if ((k > 0 && !mark(reader, ',')) || !member(reader, parameter->name) || !number(reader, &got)) return false;
    value->value[k] = (int64_t)got;
    if (value->value[k] < parameter->least || value->value[k] > parameter->most)
      return refuse(reader, "%s is from %lld to %lld", parameter->name, (long long)parameter->least,
                    (long long)parameter->most);
  }
  return mark(reader, '}');
}

static bool theorem(hd_reader *reader, hd_record *record) {
  char name[HD_PROPERTY_TEXT];
  hd_bound value;
  if (!mark(reader, '{') || !member(reader, "theorem") || !string(reader, name, sizeof name)) return false;
  const hd_theorem *found = hd_theorem_find(name, strlen(name));
  if (found == NULL) return refuse(reader, "there is no theorem \"%.160s\"", name);
  if (!mark(reader, ',') || !member(reader, "domain") || !string(reader, name, sizeof name)) return false;
  if (strcmp(name, found->domain) != 0)
    return refuse(reader, "%.160s is about \"%s\"", found->name, found->domain);
  if (!mark(reader, ',') || !member(reader, "bound") || !bound(reader, hd_theorem_domain(found), &value)) return false;
  hd_record_start(found, &value, 0, record);
  return record->of <= HD_CASES_MAX || refuse(reader, "the bound has more cases than can be numbered");
}

/* The count in decimal, as the formula has it. */
static bool expected(hd_reader *reader, const hd_record *record) {
  char wanted[HD_EXPECTED_MAX];
  hd_record_expected(record, wanted);
  if (!mark(reader, ',') || !member(reader, "expected")) return false;
  skip(reader);
  size_t length = strlen(wanted);
  if (reader->length - reader->at < length || memcmp(reader->text + reader->at, wanted, length) != 0 ||
      (reader->text[reader->at + length] >= '0' && reader->text[reader->at + length] <= '9'))
    return refuse(reader, "the bound has %s cases, and it says otherwise", wanted);
  reader->at += length;
  return true;
}

static bool sums(hd_reader *reader, const hd_record *record) {
  uint64_t all = record->held;
  bool over = __builtin_add_overflow(all, record->vacant, &all) || __builtin_add_overflow(all, record->open, &all) ||
              __builtin_add_overflow(all, record->failed, &all);
  if (over || all != record->cases) return refuse(reader, "held, vacant, open and failed do not add up to the cases");
  if (record->first > record->of || record->cases > record->of - record->first)
    return refuse(reader, "there are more cases than the domain has");
  if ((record->failed + record->open > 0) != (record->note[0] != 0))
    return refuse(reader, "a failure and its note do not go together");
  return true;
}

/* No digest where no case is. */
static bool parts(hd_reader *reader, hd_record *record) {
  uint64_t digest;
  if (!mark(reader, ',') || !member(reader, "digest") || !word(reader, &digest)) return false;
  if (!mark(reader, ',') || !member(reader, "parts") || !mark(reader, '[')) return false;
  for (int k = 0; k < HD_PARTS; k++) {
    if ((k > 0 && !mark(reader, ',')) || !word(reader, &record->part[k])) return false;
    uint64_t begin = hd_part_start(record->of, k, HD_PARTS), end = hd_part_start(record->of, k + 1, HD_PARTS);
    bool inside = begin < record->first + record->cases && end > record->first;
    if (record->part[k] != 0 && (!inside || begin == end))
      return refuse(reader, "there is a digest of cases that it does not have");
  }
  if (digest != hd_record_digest(record)) return refuse(reader, "the digests of the parts do not add up to the whole");
  return mark(reader, ']') && mark(reader, '}');
}

static bool read_record(hd_reader *reader, hd_record *record) {
  return theorem(reader, record) && expected(reader, record) && count(reader, "first", &record->first) &&
         count(reader, "cases", &record->cases) && count(reader, "held", &record->held) &&
         count(reader, "vacant", &record->vacant) && count(reader, "open", &record->open) &&
         count(reader, "failed", &record->failed) && mark(reader, ',') && member(reader, "note") &&
         string(reader, record->note, sizeof record->note) && sums(reader, record) && parts(reader, record);
}

/* ---- the whole ---- */

static bool head(hd_reader *reader) {
  char version[64];
  uint64_t format;
  if (!mark(reader, '{') || !member(reader, "heddle") || !string(reader, version, sizeof version)) return false;
  if (strcmp(version, hd_certificate_version()) != 0)
    return refuse(reader, "it is of version %s, and this is %s", version, hd_certificate_version());
  if (!count(reader, "format", &format)) return false;
  if (format != 1) return refuse(reader, "only format 1 is known");
  return mark(reader, ',') && member(reader, "records") && mark(reader, '[');
}

static bool records(hd_reader *reader, hd_certificate *certificate) {
  if (maybe(reader, ']')) return true;
  do {
    hd_record *record = hd_certificate_add(certificate);
    if (record == NULL) return refuse(reader, "there is not enough memory");
    if (!read_record(reader, record)) return false;
  } while (maybe(reader, ','));
  return mark(reader, ']');
}

/* Written anew it must be the same text, with the same check at its end. */
static bool same_text(hd_reader *reader, const hd_certificate *certificate) {
  size_t length, k = 0;
  char *text = hd_certificate_text(certificate, &length);
  if (text == NULL) return refuse(reader, "there is not enough memory");
  while (k < length && k < reader->length && text[k] == reader->text[k]) k++;
  bool same = k == length && k == reader->length;
  reader->at = k;
  /* the check's own line is the last but one */
  bool check = !same && length - k <= 24 && reader->length == length;
  free(text);
  if (same) return true;
  return refuse(reader, check ? "the check at the end is wrong: it was edited"
                              : "it is not written as it would be: it was edited");
}

bool hd_certificate_parse(const char *text, size_t length, hd_certificate *certificate, char reason[HD_REASON_MAX]) {
  hd_reader reader = {text, length, 0, reason};
  uint64_t check;
  reason[0] = 0;
  bool good = head(&reader) && records(&reader, certificate) && mark(&reader, ',') && member(&reader, "check") &&
              word(&reader, &check) && mark(&reader, '}');
  good = good && same_text(&reader, certificate);
  if (!good) hd_certificate_free(certificate);
  return good;
}

bool hd_certificate_read(const char *name, hd_certificate *certificate, char reason[HD_REASON_MAX]) {
  size_t length;
  const char *why;
  char *text = hd_read_all(name, &length, &why);
  if (text == NULL) {
    snprintf(reason, HD_REASON_MAX, "%.200s", why);
    return false;
  }
  bool good = hd_certificate_parse(text, length, certificate, reason);
  free(text);
  return good;
}
