/* Certificates: their text, and writing it so that nothing is ever half there. */
#define _POSIX_C_SOURCE 200809L
#include "proofs/certificate.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef HEDDLE_VERSION
#define HEDDLE_VERSION "unversioned"
#endif

const char *hd_certificate_version(void) { return HEDDLE_VERSION; }

hd_record *hd_certificate_add(hd_certificate *certificate) {
  if (certificate->records == certificate->room) {
    int room = certificate->room == 0 ? 64 : 2 * certificate->room;
    hd_record *record = realloc(certificate->record, (size_t)room * sizeof *record);
    if (record == NULL) return NULL;
    certificate->record = record;
    certificate->room = room;
  }
  return &certificate->record[certificate->records++];
}

void hd_certificate_free(hd_certificate *certificate) {
  free(certificate->record);
  *certificate = (hd_certificate){0, 0, NULL};
}

hd_record *hd_certificate_find(const hd_certificate *certificate, const hd_theorem *theorem, const hd_bound *bound) {
  for (int k = 0; k < certificate->records; k++) {
    hd_record *record = &certificate->record[k];
    if (record->theorem == theorem && memcmp(&record->bound, bound, sizeof *bound) == 0) return record;
  }
  return NULL;
}

/* ---- text ---- */

typedef struct hd_text {
  char *text;
  size_t length, room;
  bool failed;
} hd_text;

static void add(hd_text *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(hd_text *to, const char *format, ...) {
  enum { MOST = 4096 };
  va_list list;
  if (to->failed) return;
  if (to->length + MOST > to->room) {
    size_t room = 2 * to->room + MOST;
    char *text = realloc(to->text, room);
    to->failed = text == NULL;
    if (to->failed) return;
    to->text = text;
    to->room = room;
  }
  va_start(list, format);
  to->length += (size_t)vsnprintf(to->text + to->length, MOST, format, list);
  va_end(list);
}

/* A string of JSON; notes are plain characters. */
static void add_string(hd_text *to, const char *string) {
  add(to, "\"");
  for (; *string != 0; string++) {
    if (*string == '"' || *string == '\\') add(to, "\\");
    add(to, "%c", *string < ' ' ? ' ' : *string);
  }
  add(to, "\"");
}

static void add_record(hd_text *to, const hd_record *record) {
  const hd_domain *domain = hd_theorem_domain(record->theorem);
  char expected[HD_EXPECTED_MAX];
  hd_record_expected(record, expected);
  add(to, "    {\n      \"theorem\": \"%s\",\n      \"domain\": \"%s\",\n      \"bound\": {", record->theorem->name,
      domain->name);
  for (int k = 0; domain->parameter[k].name != NULL; k++)
    add(to, "%s\"%s\": %lld", k == 0 ? "" : ", ", domain->parameter[k].name, (long long)record->bound.value[k]);
  add(to, "},\n      \"expected\": %s,\n      \"first\": %llu,\n      \"cases\": %llu,\n", expected,
      (unsigned long long)record->first, (unsigned long long)record->cases);
  add(to, "      \"held\": %llu,\n      \"vacant\": %llu,\n      \"open\": %llu,\n      \"failed\": %llu,\n",
      (unsigned long long)record->held, (unsigned long long)record->vacant, (unsigned long long)record->open,
      (unsigned long long)record->failed);
  add(to, "      \"note\": ");
  add_string(to, record->note);
  add(to, ",\n      \"digest\": \"%016llx\",\n      \"parts\": [", (unsigned long long)hd_record_digest(record));
  for (int k = 0; k < HD_PARTS; k++)
    add(to, "%s\"%016llx\"",
        k == 0       ? ""
        : k % 4 == 0 ? ",\n                "
                     : ", ",
        (unsigned long long)record->part[k]);
  add(to, "]\n    }");
}

char *hd_certificate_text(const hd_certificate *certificate, size_t *length) {
  hd_text to = {NULL, 0, 0, false};
  uint64_t check = 0;
  add(&to, "{\n  \"heddle\": \"%s\",\n  \"format\": 1,\n  \"records\": [", hd_certificate_version());
  for (int k = 0; k < certificate->records; k++) {
    add(&to, k == 0 ? "\n" : ",\n");
    add_record(&to, &certificate->record[k]);
  }
  add(&to, "\n  ],\n");
  for (size_t k = 0; k < to.length; k++) check = hd_mix(check ^ (unsigned char)to.text[k]);
  add(&to, "  \"check\": \"%016llx\"\n}\n", (unsigned long long)check);
  if (to.failed) {
    free(to.text);
    return NULL;
  }
  *length = to.length;
  return to.text;
}

/* ---- files ---- */

enum { PATH_ROOM = 4096 };

static bool say(char reason[HD_REASON_MAX], const char *what, const char *name) {
  snprintf(reason, HD_REASON_MAX, "%s %.160s: %.60s", what, name, strerror(errno));
  return false;
}

static bool write_whole(int file, const char *text, size_t length) {
  while (length > 0) {
    ssize_t written = write(file, text, length);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text += written;
    length -= (size_t)written;
  }
  return true;
}

/* The folder's own list of names must reach the disk too. What cannot be told so (some file systems) is as good as it
 * gets. */
static void settle_folder(const char *name) {
  char folder[PATH_ROOM];
  const char *slash = strrchr(name, '/');
  size_t length = slash == NULL ? 1 : slash == name ? 1 : (size_t)(slash - name);
  if (length >= sizeof folder) return;
  memcpy(folder, slash == NULL ? "." : name, length);
  folder[length] = 0;
  int file = open(folder, O_RDONLY);
  if (file < 0) return;
  (void)fsync(file);
  (void)close(file);
}

/* Opens a new file beside the one of that name; what a process that was killed left there is overwritten. */
static int open_beside(const char *name, char beside[PATH_ROOM], char reason[HD_REASON_MAX]) {
  int file = -1;
  errno = ENAMETOOLONG;
  if ((size_t)snprintf(beside, PATH_ROOM, "%s.new", name) < PATH_ROOM)
    file = open(beside, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0) say(reason, "cannot write", name);
  return file;
}

bool hd_certificate_can_write(const char *name, char reason[HD_REASON_MAX]) {
  char beside[PATH_ROOM];
  if (strcmp(name, "-") == 0) return true;
  int file = open_beside(name, beside, reason);
  if (file < 0) return false;
  (void)close(file);
  (void)unlink(beside);
  return true;
}

static bool write_beside(const char *text, size_t length, const char *name, char reason[HD_REASON_MAX]) {
  char beside[PATH_ROOM];
  int file = open_beside(name, beside, reason);
  if (file < 0) return false;
  bool written = write_whole(file, text, length) && fsync(file) == 0;
  written = close(file) == 0 && written;
  if (!written || rename(beside, name) != 0) {
    say(reason, "cannot write", name);
    (void)unlink(beside);
    return false;
  }
  settle_folder(name);
  return true;
}

bool hd_certificate_write(const hd_certificate *certificate, const char *name, char reason[HD_REASON_MAX]) {
  size_t length;
  char *text = hd_certificate_text(certificate, &length);
  if (text == NULL) {
    errno = ENOMEM;
    return say(reason, "cannot write", name);
  }
  bool written;
  if (strcmp(name, "-") == 0) written = fwrite(text, 1, length, stdout) == length || say(reason, "cannot write", name);
  else written = write_beside(text, length, name, reason);
  free(text);
  return written;
}
