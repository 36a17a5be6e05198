/* Opening and reading files, and telling options from files. */
#define _POSIX_C_SOURCE 200809L

#include "proofs/input.h"

#include "proofs/answer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *reason_of(int number) {
  switch (number) {
    case ENOENT: return "there is no such file";
    case EISDIR: return "it is a folder";
    case EACCES:
    case EPERM: return "it may not be read";
    default: return number == 0 ? "it cannot be read" : strerror(number);
  }
}

FILE *hd_open(const char *name, const char **reason) {
  struct stat status;
  errno = 0;
  FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");
  int number = errno;
  if (file != NULL && fstat(fileno(file), &status) == 0 && S_ISDIR(status.st_mode)) {
    hd_close(file);
    file = NULL;
    number = EISDIR;
  }
  if (file == NULL) *reason = reason_of(number);
  return file;
}

void hd_close(FILE *file) {
  if (file != stdin) fclose(file);
}

char *hd_read_all(const char *name, size_t *length, const char **reason) {
  FILE *in = hd_open(name, reason);
  if (in == NULL) return NULL;
  char *text = NULL;
  size_t capacity = 0, got = 0;
  *length = 0;
  *reason = NULL;
  errno = 0;
  do {
    *length += got;
    if (*length > HD_MAX_FILE) *reason = "it is longer than 64 MiB";
    if (*length + 4096 > capacity) {
      capacity = 2 * capacity + 8192;
      char *grown = *reason != NULL ? NULL : realloc(text, capacity);
      if (grown == NULL && *reason == NULL) *reason = "there is not enough memory";
      if (grown == NULL) break;
      text = grown;
    }
    got = fread(text + *length, 1, capacity - *length, in);
  } while (got > 0);
  if (*reason == NULL && (ferror(in) || got > 0)) *reason = reason_of(errno);
  hd_close(in);
  if (*reason == NULL) return text;
  free(text);
  return NULL;
}

hd_argument hd_argument_kind(const char *text, int *no_options) {
  if (*no_options || text[0] != '-' || text[1] == 0) return HD_ARGUMENT_FILE;
  if (strcmp(text, "--") != 0) return HD_ARGUMENT_OPTION;
  *no_options = 1;
  return HD_ARGUMENT_END;
}

bool hd_is_long_option(const char *text) {
  if (strncmp(text, "--", 2) != 0 || text[2] == 0) return false;
  for (const char *at = text + 2; *at != 0; at++) {
    if ((*at < 'a' || *at > 'z') && (at == text + 2 || (*at != '-' && *at != '_'))) return false;
  }
  return true;
}

int hd_unknown_option(const char *verb, const char *option) {
  char hint[128];
  snprintf(hint, sizeof hint, "heddle help %s lists the options", verb);
  return hd_complain(hint, "there is no option `%s`", option);
}
