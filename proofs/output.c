/* Writing beside a file, and putting it in its place. */
#define _POSIX_C_SOURCE 200809L
#include "proofs/output.h"

#include <errno.h>
#include <fcntl.h>
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

/* ---- where to ---- */

/* How long the folder of a name is, its slash counted in; 0: the present one. */
static size_t folder_of(const char *name) {
  const char *slash = strrchr(name, '/');
  return slash == NULL ? 0 : (size_t)(slash - name) + 1;
}

/* One link on, in place; false where the name is no link. `failed` becomes true when that is not to be found out. */
static bool follow(char target[HD_OUTPUT_PATH], bool *failed) {
  char link[HD_OUTPUT_PATH];
  const ssize_t length = readlink(target, link, sizeof link);
  if (length < 0) return false; /* no link, or nothing there yet */
  const size_t folder = link[0] == '/' ? 0 : folder_of(target);
  *failed = folder + (size_t)length >= HD_OUTPUT_PATH;
  if (*failed) return errno = ENAMETOOLONG, false;
  memcpy(target + folder, link, (size_t)length);
  target[folder + (size_t)length] = 0;
  return true;
}

/* Where a name leads to; *held becomes true where that is by way of a file that is open already. */
static bool find_target(const char *name, char target[HD_OUTPUT_PATH], bool *held) {
  enum { LINKS = 40 };
  bool failed = strlen(name) >= HD_OUTPUT_PATH;
  *held = false;
  if (failed) return errno = ENAMETOOLONG, false;
  strcpy(target, name);
  for (int links = 0; !failed; links++) {
    *held = *held || strncmp(target, "/proc/", 6) == 0;
    if (links == LINKS) return errno = ELOOP, false;
    if (!follow(target, &failed)) break;
  }
  return !failed;
}

/* Fills in the names. False, with errno: it cannot be. *mode is what the file has now; 0 where there is none. */
static bool settle_names(const char *name, hd_output *output, mode_t *mode) {
  struct stat about;
  const bool there = stat(name, &about) == 0;
  bool held;
  *mode = there ? about.st_mode & 0777 : 0;
  output->beside[0] = 0;
  if (there && S_ISDIR(about.st_mode)) return errno = EISDIR, false;
  if (!find_target(name, output->target, &held)) return false;
  if (there && access(name, W_OK) != 0) return false;
  if (held || (there && !S_ISREG(about.st_mode))) return snprintf(output->target, HD_OUTPUT_PATH, "%s", name) > 0;
  const int length = snprintf(output->beside, HD_OUTPUT_PATH, "%s.%ld.new", output->target, (long)getpid());
  if (length >= HD_OUTPUT_PATH) errno = ENAMETOOLONG;
  return length < HD_OUTPUT_PATH;
}

/* ---- writing ---- */

bool hd_output_open(const char *name, hd_output *output, const char **reason) {
  mode_t mode;
  output->file = NULL;
  if (settle_names(name, output, &mode)) {
    const bool beside = output->beside[0] != 0;
    output->file = fopen(beside ? output->beside : output->target, "w");
    if (output->file != NULL && beside && mode != 0) (void)fchmod(fileno(output->file), mode);
  }
  if (output->file == NULL) *reason = reason_of(errno);
  return output->file != NULL;
}

/* The folder's own list of names must reach the disk too. What cannot be told so (some file systems) is as good as it
 * gets. */
static void settle_folder(const char *target) {
  char folder[HD_OUTPUT_PATH];
  const size_t length = folder_of(target);
  memcpy(folder, target, length);
  folder[length] = 0;
  const int file = open(length == 0 ? "." : folder, O_RDONLY);
  if (file < 0) return;
  (void)fsync(file);
  (void)close(file);
}

bool hd_output_close(hd_output *output, bool whole, const char **reason) {
  const bool beside = output->beside[0] != 0;
  errno = 0;
  bool good = fflush(output->file) == 0 && ferror(output->file) == 0;
  if (good && whole && beside) good = fsync(fileno(output->file)) == 0;
  int number = errno;
  if (fclose(output->file) != 0 && good) good = false, number = errno;
  if (good && whole && beside && rename(output->beside, output->target) != 0) good = false, number = errno;
  if (beside && good && whole) settle_folder(output->target);
  if (beside && !(good && whole)) (void)remove(output->beside);
  *reason = whole && !good ? reason_of(number) : NULL;
  return good && whole;
}

bool hd_output_can_open(const char *name, const char **reason) {
  hd_output output;
  mode_t mode;
  bool good = settle_names(name, &output, &mode);
  if (good && output.beside[0] != 0) {
    const int file = open(output.beside, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    good = file >= 0;
    if (good) (void)close(file), (void)unlink(output.beside);
  }
  if (!good) *reason = reason_of(errno);
  return good;
}
