/* What is `heddle show` asked for, and how is it asked for again?
 *
 * Invariant: the command that is written draws what these arguments draw: the same options in the same order, where the
 * picture goes aside, and then the input as one word, quoted for a shell. It is one line of printable ASCII, and can
 * stand in an instruction of XML. */
#ifndef HEDDLE_PROOFS_SHOW_REQUEST_H
#define HEDDLE_PROOFS_SHOW_REQUEST_H

#include "show.h"

enum { HD_SHOW_WORDS = 128, HD_SHOW_LETTERS = 7 /* of a name */ };

typedef struct hd_show_request {
  const char *svg; /* a file; NULL: text */
  hd_show show;
  hd_window window;
  int64_t rows, columns; /* of --on; rows 0: a table */
  bool alone, cells_given, colour_given, lanes, tmem;
  char *word[HD_SHOW_WORDS]; /* the expression; or `tmem`, its verb and what it takes */
  int words;
  const char *own[HD_SHOW_WORDS]; /* the options of `show` with their values, in order */
  int owns;
  char name[HD_SHOW_NAMES][HD_SHOW_LETTERS + 1];
  char cut[1 << 14]; /* one argument taken apart */
} hd_show_request;

/* Returns 0, or the exit code after saying what is wrong. */
int hd_show_request_read(int argc, char **argv, hd_show_request *ask);

/* The command. Free it; NULL: there is no memory. */
char *hd_show_command(const hd_show_request *ask, const char *input);

/* An expression in one line of printable ASCII, as hd_show_command wants it: without comments, which go to the end of
 * a line. Free it; NULL: there is no memory. */
char *hd_show_line(const char *text);

#endif
