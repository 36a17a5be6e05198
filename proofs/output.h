/* Files that the command writes: whole, or not at all.
 *
 * Invariant: what is written goes into a file of its own beside the one that is named, NAME.PROCESS.new, is waited for
 * until it is on the disk, and takes the other's place; so whoever reads that one finds all of the old text or all of
 * the new one, and where writing fails nothing is left behind. (Of a process that is killed half way its own file is.)
 * A name that is a link stays one: it is the file that it leads to that is replaced. A file keeps its permissions. What
 * has no place to be put into, a device, a pipe or an open file under /proc, is written as it stands. A reason is valid
 * until the next call. */
#ifndef HEDDLE_PROOFS_OUTPUT_H
#define HEDDLE_PROOFS_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

enum { HD_OUTPUT_PATH = 4096 };

typedef struct hd_output {
  FILE *file;                  /* to write into */
  char target[HD_OUTPUT_PATH]; /* where it will be: the name, or what that leads to */
  char beside[HD_OUTPUT_PATH]; /* where it is until then; empty where it is written as it stands */
} hd_output;

/* False with the reason when the file cannot be written: no such folder, a folder itself, no right to. */
bool hd_output_open(const char *name, hd_output *output, const char **reason);

/* Ends it: in its place when `whole` says so and everything was written, else removed. False with the reason (NULL
 * where `whole` was false). */
bool hd_output_close(hd_output *output, bool whole, const char **reason);

/* Whether it could be opened now, leaving all as it is: better known before a long run than after it. */
bool hd_output_can_open(const char *name, const char **reason);

#endif
