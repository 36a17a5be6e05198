/* Certificates: their text, and writing it so that nothing is ever half there. */
#define _POSIX_C_SOURCE 200809L
#include "proofs/certificate.h"

#include "proofs/json.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef HEDDLE_VERSION
#define HEDDLE_VERSION "unversioned"
#endif

const char *hd_certificate_version(void) { return HEDDLE_VERSION; }

hd_record *hd_certificate_add(hd_certificate *certificate) {
  if (certificate->records == certificate->room) {
    int room = certificate->room == 0 ? 2 : 2 * certificate->room;
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

static void add_record(FILE *to, const hd_record *record) {
  const hd_domain *domain = hd_theorem_domain(record->theorem);
  char expected[HD_EXPECTED_MAX];
  hd_record_expected(record, expected);
  fprintf(to, "    {\n      \"theorem\": \"%s\",\n      \"domain\": \"%s\",\n      \"bound\": {", record->theorem->name,
      domain->name);
  for (int k = 0; domain->parameter[k].name != NULL; k++)
    fprintf(to, "%s\"%s\": %lld", k == 0 ? "" : ", ", domain->parameter[k].name, (long long)record->bound.value[k]);
  fprintf(to, "},\n      \"expected\": %s,\n      \"first\": %llu,\n      \"cases\": %llu,\n", expected,
      (unsigned long long)record->first, (unsigned long long)record->cases);
  fprintf(to, "      \"held\": %llu,\n      \"vacant\": %llu,\n      \"open\": %llu,\n      \"failed\": %llu,\n",
      (unsigned long long)record->held, (unsigned long long)record->vacant, (unsigned long long)record->open,
      (unsigned long long)record->failed);
  fprintf(to, "      \"note\": ");
  hd_json_string(to, record->note, strlen(record->note));
  fprintf(to, ",\n      \"digest\": \"%016llx\",\n      \"parts\": [", (unsigned long long)hd_record_digest(record));
  for (int k = 0; k < HD_PARTS; k++)
    fprintf(to, "%s\"%016llx\"",
        k == 0       ? ""
        : k % 4 == 0 ? ",\n                "
                     : ", ",
        (unsigned long long)record->part[k]);
  fprintf(to, "]\n    }");
}

char *hd_certificate_text(const hd_certificate *certificate, size_t *length) {
  char *text = NULL;
  uint64_t check = 0;
  FILE *to = open_memstream(&text, length);
  if (to == NULL) return NULL;
  fprintf(to, "{\n  \"heddle\": \"%s\",\n  \"format\": 1,\n  \"records\": [", hd_certificate_version());
  for (int k = 0; k < certificate->records; k++) {
    fprintf(to, k == 0 ? "\n" : ",\n");
    add_record(to, &certificate->record[k]);
  }
  fprintf(to, "\n  ],\n");
  bool good = fflush(to) == 0; /* what is written so far is there to be read */
  for (size_t k = 0; good && k < *length; k++) check = hd_mix(check ^ (unsigned char)text[k]);
  fprintf(to, "  \"check\": \"%016llx\"\n}\n", (unsigned long long)check);
  good = ferror(to) == 0 && good;
  if (fclose(to) == 0 && good && text != NULL) return text;
  free(text);
  return NULL;
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

/* A device or a pipe: there is no place of its own to be put into, and it is written as it stands. */
static bool stands_for_itself(const char *name) {
  struct stat about;
  return stat(name, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

/* Opens a new file beside the one of that name; what a process that was killed left there is overwritten. */
static int open_beside(const char *name, char beside[PATH_ROOM], char reason[HD_REASON_MAX]) {
  struct stat about;
  int file = -1;
  errno = ENAMETOOLONG;
  if (stat(name, &about) == 0 && S_ISDIR(about.st_mode)) errno = EISDIR;
  else if ((size_t)snprintf(beside, PATH_ROOM, "%s.new", name) < PATH_ROOM)
    file = open(beside, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0) say(reason, "cannot write", name);
  return file;
}

bool hd_certificate_can_write(const char *name, char reason[HD_REASON_MAX]) {
  char beside[PATH_ROOM];
  if (strcmp(name, "-") == 0) return true;
  if (stands_for_itself(name)) return access(name, W_OK) == 0 || say(reason, "cannot write", name);
  int file = open_beside(name, beside, reason);
  if (file < 0) return false;
  (void)close(file);
  (void)unlink(beside);
  return true;
}

static bool write_as_it_stands(const char *text, size_t length, const char *name, char reason[HD_REASON_MAX]) {
  int file = open(name, O_WRONLY);
  bool written = file >= 0 && write_whole(file, text, length);
  written = file >= 0 && close(file) == 0 && written;
  return written || say(reason, "cannot write", name);
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
  else if (stands_for_itself(name)) written = write_as_it_stands(text, length, name, reason);
  else written = write_beside(text, length, name, reason);
  free(text);
  return written;
}
