/* Files written whole or not at all: whoever looks finds the old text or the new one, and nothing beside it. */
#define _XOPEN_SOURCE 700
#include "tests/support/suite.h"

#include "proofs/output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONG = 1 << 20 };

static char folder[256];

static void start(void) {
  const char *temporary = getenv("TMPDIR");
  snprintf(folder, sizeof folder, "%.200s/heddle_output.XXXXXX", temporary == NULL ? "/tmp" : temporary);
  ck_assert_ptr_nonnull(mkdtemp(folder));
  ck_assert_int_eq(chdir(folder), 0);
}

/* Removes the folder, in which nothing but the files named may be. */
static void finish(const char *const *name, int count) {
  int found = 0;
  DIR *list = opendir(".");
  for (struct dirent *entry; (entry = readdir(list)) != NULL;) found += entry->d_name[0] != '.';
  closedir(list);
  ck_assert_int_eq(found, count);
  for (int k = count - 1; k >= 0; k--) EXPECT(remove(name[k]) == 0, "%s", name[k]);
  ck_assert_int_eq(chdir("/"), 0);
  ck_assert_int_eq(rmdir(folder), 0);
}

static void put(const char *name, const char *text) {
  FILE *file = fopen(name, "w");
  fputs(text, file);
  ck_assert_int_eq(fclose(file), 0);
}

static void expect(const char *name, const char *text) {
  char found[64] = "";
  FILE *file = fopen(name, "r");
  EXPECT(file != NULL, "%s", name);
  found[fread(found, 1, sizeof found - 1, file)] = 0;
  fclose(file);
  ck_assert_str_eq(found, text);
}

static bool write_text(const char *name, const char *text, bool whole, const char **reason) {
  hd_output output;
  if (!hd_output_open(name, &output, reason)) return false;
  fputs(text, output.file);
  return hd_output_close(&output, whole, reason);
}

START_TEST(the_new_text_takes_the_place_of_the_old_one_at_the_end) {
  hd_output output;
  const char *reason = "";
  start();
  put("file", "old");
  ck_assert_int_eq(chmod("file", 0640), 0);
  ck_assert(hd_output_open("file", &output, &reason));
  fputs("new", output.file);
  fflush(output.file);
  expect("file", "old");
  ck_assert(hd_output_close(&output, true, &reason));
  ck_assert_ptr_null(reason);
  expect("file", "new");
  struct stat about;
  ck_assert_int_eq(stat("file", &about), 0);
  ck_assert_int_eq(about.st_mode & 0777, 0640);
  ck_assert(write_text("another", "first", true, &reason));
  expect("another", "first");
  finish((const char *const[]){"file", "another"}, 2);
}
END_TEST

START_TEST(what_is_not_whole_leaves_the_old_text) {
  const char *reason = "";
  start();
  put("file", "old");
  ck_assert(!write_text("file", "half", false, &reason));
  ck_assert_ptr_null(reason);
  expect("file", "old");
  ck_assert(!write_text("none", "half", false, &reason));
  finish((const char *const[]){"file"}, 1);
}
END_TEST

/* By a limit on how long a file may be, as a full disk would have one. */
START_TEST(where_there_is_no_room_the_old_text_stays) {
  const char *reason = NULL;
  struct rlimit limit, small;
  char *text = malloc(LONG + 1);
  start();
  put("file", "old");
  memset(text, 'x', LONG);
  text[LONG] = 0;
  ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
  small = limit;
  small.rlim_cur = LONG / 2;
  signal(SIGXFSZ, SIG_IGN);
  ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
  bool written = write_text("file", text, true, &reason);
  ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
  ck_assert(!written);
  ck_assert_ptr_nonnull(reason);
  ck_assert_ptr_nonnull(strstr(reason, "it cannot be written"));
  expect("file", "old");
  free(text);
  finish((const char *const[]){"file"}, 1);
}
END_TEST

START_TEST(who_is_killed_half_way_leaves_the_old_text) {
  char beside[64];
  start();
  put("file", "old");
  const pid_t writer = fork();
  if (writer == 0) {
    hd_output output;
    const char *reason;
    if (!hd_output_open("file", &output, &reason)) _exit(1);
    fputs("half of it", output.file);
    fflush(output.file);
    raise(SIGKILL);
  }
  int status;
  ck_assert_int_eq(waitpid(writer, &status, 0), writer);
  ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  expect("file", "old");
  snprintf(beside, sizeof beside, "file.%ld.new", (long)writer);
  expect(beside, "half of it");
  finish((const char *const[]){"file", beside}, 2);
}
END_TEST

START_TEST(a_link_stays_and_what_it_leads_to_is_replaced) {
  const char *reason = "";
  struct stat about;
  start();
  ck_assert_int_eq(mkdir("deep", 0777), 0);
  put("deep/file", "old");
  ck_assert_int_eq(symlink("file", "deep/link"), 0);
  ck_assert_int_eq(symlink("deep/link", "link"), 0);
  ck_assert_int_eq(symlink("deep/later", "early"), 0);
  ck_assert_int_eq(symlink("round", "round"), 0);
  EXPECT(write_text("link", "new", true, &reason), "%s", reason);
  expect("deep/file", "new");
  ck_assert(lstat("link", &about) == 0 && S_ISLNK(about.st_mode));
  ck_assert(lstat("deep/link", &about) == 0 && S_ISLNK(about.st_mode));
  EXPECT(write_text("early", "first", true, &reason), "%s", reason); /* to where nothing is yet */
  expect("deep/later", "first");
  ck_assert(!write_text("round", "never", true, &reason) && !hd_output_can_open("round", &reason));
  ck_assert(remove("deep/link") == 0 && remove("deep/file") == 0 && remove("deep/later") == 0);
  finish((const char *const[]){"deep", "link", "early", "round"}, 4);
}
END_TEST

START_TEST(a_device_or_a_pipe_is_written_as_it_stands) {
  const char *reason = NULL;
  struct stat about;
  char found[8] = "";
  start();
  ck_assert_int_eq(mkfifo("pipe", 0666), 0);
  ck_assert(hd_output_can_open("pipe", &reason));
  const int end = open("pipe", O_RDONLY | O_NONBLOCK);
  ck_assert(write_text("pipe", "text", true, &reason));
  ck_assert_int_eq(read(end, found, sizeof found - 1), 4);
  ck_assert_str_eq(found, "text");
  close(end);
  ck_assert(stat("pipe", &about) == 0 && S_ISFIFO(about.st_mode));
  if (stat("/dev/full", &about) == 0 && S_ISCHR(about.st_mode)) {
    ck_assert(hd_output_can_open("/dev/full", &reason));
    ck_assert(!write_text("/dev/full", "text", true, &reason));
    ck_assert_str_eq(reason, "it cannot be written: the disk is full");
    ck_assert(stat("/dev/full", &about) == 0 && S_ISCHR(about.st_mode));
  }
  finish((const char *const[]){"pipe"}, 1);
}
END_TEST

START_TEST(what_cannot_be_written_is_said_before_and_then) {
  const char *reason = NULL;
  start();
  put("file", "old");
  ck_assert(hd_output_can_open("file", &reason) && hd_output_can_open("none", &reason));
  expect("file", "old");
  ck_assert(!hd_output_can_open("no/such", &reason));
  ck_assert_str_eq(reason, "it cannot be written: there is no such folder");
  ck_assert(!write_text("no/such", "text", true, &reason));
  ck_assert_str_eq(reason, "it cannot be written: there is no such folder");
  ck_assert(!write_text(".", "text", true, &reason));
  ck_assert_str_eq(reason, "it cannot be written: it is a folder");
  char *name = malloc(HD_OUTPUT_PATH + 8);
  memset(name, 'x', HD_OUTPUT_PATH + 7);
  name[HD_OUTPUT_PATH + 7] = 0;
  ck_assert(!hd_output_can_open(name, &reason));
  free(name);
  if (geteuid() != 0) { /* who may do everything may write this too */
    ck_assert_int_eq(chmod("file", 0444), 0);
    ck_assert(!write_text("file", "text", true, &reason));
    ck_assert_str_eq(reason, "it may not be written");
    expect("file", "old");
  }
  finish((const char *const[]){"file"}, 1);
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"the new text", the_new_text_takes_the_place_of_the_old_one_at_the_end},
      {"not whole", what_is_not_whole_leaves_the_old_text},
      {"no room", where_there_is_no_room_the_old_text_stays},
      {"killed", who_is_killed_half_way_leaves_the_old_text},
      {"links", a_link_stays_and_what_it_leads_to_is_replaced},
      {"as it stands", a_device_or_a_pipe_is_written_as_it_stands},
      {"what cannot be written", what_cannot_be_written_is_said_before_and_then},
  };
  return hd_test_main("output", tests, HD_COUNT(tests));
}
