/* Files that the command writes: whole, or not at all.
 *
 * Invariant: what is written goes into a file of its own beside the one that is named, and takes its place when all of
 * it is there; so whoever reads that one finds all of the old text or all of the new one, and where writing fails
 * nothing is left behind. A device or a pipe is written as it stands. A reason is valid until the next call. */
#ifndef HEDDLE_PROOFS_OUTPUT_H
#define HEDDLE_PROOFS_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

enum { HD_OUTPUT_PATH = 4096 };

typedef struct hd_output {
  FILE *file; /* to write into */
  const char *name;
  char beside[HD_OUTPUT_PATH];
} hd_output;

/* False with the reason when the file cannot be written: no such folder, a folder itself, no right to. */
bool hd_output_open(const char *name, hd_output *output, const char **reason);

/* Ends it: in its place when `whole` says so and everything was written, else removed. False with the reason (NULL
 * where `whole` was false). */
bool hd_output_close(hd_output *output, bool whole, const char **reason);

#endif
