/* What does it cost to start a command and have one answer? Runs two commands in turns, compares minima.
 *
 *   startup GOAL EXPECTED EMPTY -- COMMAND ARGUMENT...
 *
 * EMPTY is a program that does nothing. Exit status 1: the command did not print EXPECTED. */
#include "timing.h"

#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { ROUNDS = 100 };

/* Runs a command to its end. Returns the seconds, or -1 where it failed. Its output stays in a pipe until then: being woken
 * by it would be time of this program. */
static double run(char *const *arguments, char *output, size_t capacity) {
  int ends[2], status = -1;
  if (pipe(ends) != 0) return -1;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addclose(&actions, ends[1]);
  double start = now();
  pid_t child;
  bool spawned = posix_spawn(&child, arguments[0], &actions, NULL, arguments, environ) == 0;
  close(ends[1]);
  if (spawned) waitpid(child, &status, 0);
  double seconds = now() - start;
  ssize_t length = read(ends[0], output, capacity - 1);
  output[length > 0 ? length : 0] = 0;
  close(ends[0]);
  posix_spawn_file_actions_destroy(&actions);
  return spawned && WIFEXITED(status) && WEXITSTATUS(status) == 0 ? seconds : -1;
}

int main(int count, char **argument) {
  static char output[4096];
  static double empty[ROUNDS], command[ROUNDS];
  if (count < 6 || strcmp(argument[4], "--") != 0) return 2;
  double goal = strtod(argument[1], NULL);
  char *const nothing[] = {argument[3], NULL};
  for (int round = 0; round < ROUNDS; round++) {
    empty[round] = run(nothing, output, sizeof output);
    command[round] = run(argument + 5, output, sizeof output);
    output[strcspn(output, "\n")] = 0;
    if (empty[round] < 0 || command[round] < 0 || strcmp(output, argument[2]) != 0) {
      printf("  WRONG: printed \"%s\", not \"%s\"\n", output, argument[2]);
      return 1;
    }
  }
  qsort(empty, ROUNDS, sizeof empty[0], by_size);
  qsort(command, ROUNDS, sizeof command[0], by_size);
  double ratio = command[0] / empty[0];
  printf("  heddle        min %9.4f ms  median %9.4f ms\n", command[0] * 1e3, command[ROUNDS / 2] * 1e3);
  printf("  empty program min %9.4f ms  median %9.4f ms   heddle takes %.3f x (median %.3f x)   goal %.3f x: %s\n",
         empty[0] * 1e3, empty[ROUNDS / 2] * 1e3, ratio, command[ROUNDS / 2] / empty[ROUNDS / 2], goal,
         ratio <= goal ? "met" : "MISSED");
  return 0;
}
