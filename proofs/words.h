/* How does one argument say what many do? '--datapath D --n 160' is four words, '(4,8):(1,4) --cap 32' three.
 *
 * Invariant: an argument is taken apart where it names options: a word `--name` stands alone, and what follows it up to
 * the next one, blanks and all, is one word. An argument that names no option, or nothing else, is a word as it is; so
 * an expression needs no quotes, and what the shell has taken apart already stays so. */
#ifndef HEDDLE_PROOFS_WORDS_H
#define HEDDLE_PROOFS_WORDS_H

#include <stdbool.h>

enum { HD_WORDS = 128, HD_WORDS_TEXT = 1 << 16 };

/* argv taken apart, argv[0] aside; the words are good until the next call. False, after saying so: they are too many or
 * too long. */
bool hd_words(int argc, char **argv, int *count, char *word[HD_WORDS]);

/* Shows a word in the argument that it was part of, with a caret, on the standard error; of one that was an argument by
 * itself there is nothing to show. */
void hd_words_point(const char *word);

#endif
