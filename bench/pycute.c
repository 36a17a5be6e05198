/* How much faster than pycute? The examples that pycute knows the operation of, by both in turns.
 *
 *   pycute GOAL COMMAND ARGUMENT...
 *
 * COMMAND runs bench/answer.py: it is asked over a pipe to do an operation so many times, and answers with the seconds
 * that took, its own reading and writing left out, and the result. Where pycute's result is another function than
 * Heddle's, or none, that is said, and nothing compared. */
#include "timing.h"

#include "operations.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 11, LINE = 4096 };
static const double ROUND_SECONDS = 2e-3; /* of one contender */

static const char *const known[] = {"coalesce",        "complement",   "composition",
                                    "evaluate_index",  "left_inverse", "logical_divide",
                                    "logical_product", "prepared_at",  "right_inverse"};

static FILE *to, *from;

/* Starts the command between two pipes. */
static bool start(char **argument) {
  int there[2], back[2];
  if (pipe(there) != 0 || pipe(back) != 0) return false;
  pid_t child = fork();
  if (child == 0) {
    dup2(there[0], 0);
    dup2(back[1], 1);
    close(there[1]);
    close(back[0]);
    execvp(argument[0], argument);
    _exit(127);
  }
  close(there[0]);
  close(back[1]);
  to = fdopen(there[1], "w");
  from = fdopen(back[0], "r");
  return child > 0 && to && from;
}

/* Seconds of so many repetitions by pycute, and what it says the result is; below 0 where it has none. */
static double ask(const example *e, long repetitions, char result[LINE]) {
  char line[LINE];
  fprintf(to, "%ld\t%s", repetitions, e->operation);
  for (int k = 0; e->kinds[k]; k++) fprintf(to, "\t%s", e->operand[k]);
  fprintf(to, "\n");
  fflush(to);
  if (!fgets(line, sizeof line, from)) {
    puts("pycute has gone");
    exit(1);
  }
  line[strcspn(line, "\n")] = 0;
  char *tab = strchr(line, '\t');
  strcpy(result, tab ? tab + 1 : line);
  return tab ? strtod(line, NULL) : -1;
}

static double seconds(const example *e, long repetitions) {
  double begin = now();
  for (long r = 0; r < repetitions; r++) e->run();
  return now() - begin;
}

/* Nanoseconds of both, the least and the median of a few rounds. */
static void measure(const example *e, double ours[2], double theirs[2]) {
  static double time[2][ROUNDS];
  char result[LINE];
  long repetitions[2] = {1, 1};
  while (seconds(e, repetitions[0]) < ROUND_SECONDS) repetitions[0] *= 2;
  while (ask(e, repetitions[1], result) < ROUND_SECONDS) repetitions[1] *= 2;
  for (int round = 0; round < ROUNDS; round++) {
    time[0][round] = 1e9 * seconds(e, repetitions[0]) / (double)repetitions[0];
    time[1][round] = 1e9 * ask(e, repetitions[1], result) / (double)repetitions[1];
  }
  for (int side = 0; side < 2; side++) {
    qsort(time[side], ROUNDS, sizeof(double), by_size);
    double *mine = side == 0 ? ours : theirs;
    mine[0] = time[side][0];
    mine[1] = time[side][ROUNDS / 2];
  }
}

static bool is_known(const example *e) {
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
    if (strcmp(known[k], e->operation) == 0) return true;
  return false;
}

/* Whether the goal was reached; true as well where there is nothing to compare. */
static bool compare(const example *e, double goal) {
  char result[LINE];
  double ours[2], theirs[2];
  example_start(e);
  if (e->run() != HD_OK) exit(1);
  printf("%s", e->operation);
  for (int k = 0; e->kinds[k]; k++) printf("%s%s", k == 0 ? " " : ", ", e->operand[k]);
  if (ask(e, 1, result) < 0) return printf("\n  pycute has no answer: %s\n", result), true;
  if (!example_agrees(result)) return printf("\n  pycute has another answer: %s\n", result), true;
  measure(e, ours, theirs);
  double ratio = theirs[0] / ours[0];
  printf("\n  Heddle min %8.1f ns  median %8.1f ns   pycute min %8.0f ns  median %8.0f ns   %.0f times (median %.0f)   "
         "goal %.0f: %s\n",
         ours[0], ours[1], theirs[0], theirs[1], ratio, theirs[1] / ours[1], goal, ratio >= goal ? "met" : "MISSED");
  return ratio >= goal;
}

int main(int count, char **argument) {
  int compared = 0, met = 0;
  if (count < 3 || !start(argument + 2)) return 2;
  double goal = strtod(argument[1], NULL);
  for (int k = 0; k < example_count; k++)
    if (is_known(&examples[k])) {
      compared++;
      met += compare(&examples[k], goal);
    }
  printf("%d examples, %d missed\n", compared, compared - met);
  return 0;
}
