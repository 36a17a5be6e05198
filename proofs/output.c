/* Writing beside a file, and putting it in its place. */
#define _POSIX_C_SOURCE 200809L
#include "proofs/output.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *reason_of(int number) {
  static char text[128];
  switch (number) {
    case ENOENT: return "it cannot be written: there is no such folder";
    case EISDIR: return "it cannot be written: it is a folder";
    case EACCES:
    case EPERM:
    case EROFS: return "it may not be written";
    case ENOSPC: return "it cannot be written: the disk is full";
    default: break;
  }
  snprintf(text, sizeof text, "it cannot be written%s%.100s", number == 0 ? "" : ": ",
           number == 0 ? "" : strerror(number));
  return text;
}

/* A device or a pipe has no place to be put into: it is written as it stands. */
static bool stands_for_itself(const struct stat *about) { return !S_ISREG(about->st_mode); }

bool hd_output_open(const char *name, hd_output *output, const char **reason) {
  struct stat about;
  const bool there = stat(name, &about) == 0;
  *output = (hd_output){.name = name};
  errno = ENAMETOOLONG;
  if (there && S_ISDIR(about.st_mode)) errno = EISDIR;
  else if (there && stands_for_itself(&about)) output->file = fopen(name, "w");
  else if (snprintf(output->beside, HD_OUTPUT_PATH, "%s.%ld", name, (long)getpid()) < HD_OUTPUT_PATH)
    output->file = fopen(output->beside, "w");
  if (output->file == NULL) *reason = reason_of(errno);
  return output->file != NULL;
}

bool hd_output_close(hd_output *output, bool whole, const char **reason) {
  const bool beside = output->beside[0] != 0;
  errno = 0;
  bool good = fflush(output->file) == 0 && ferror(output->file) == 0;
  int number = errno;
  if (fclose(output->file) != 0 && good) good = false, number = errno;
  if (good && whole && beside && rename(output->beside, output->name) != 0) good = false, number = errno;
  if (beside && !(good && whole)) (void)remove(output->beside);
  *reason = whole && !good ? reason_of(number) : NULL;
  return good && whole;
}
