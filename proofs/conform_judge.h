/* Does a row pass?
 *
 * Invariant: a row is passed, failed or skipped, never two of them; and, apart from that, answered, refused or neither.
 * What gives up (undecided, too many leaves, overflow) is not a refusal. A row that asks no question (no such
 * operation, too few or too many operands) is not judged: it is malformed, never a refusal. Where operands say their
 * kinds the question is what the operation takes, and the wrong number of them is a wrong answer to it like any other.
 */
#ifndef HEDDLE_PROOFS_CONFORM_JUDGE_H
#define HEDDLE_PROOFS_CONFORM_JUDGE_H

#include "conform_row.h"

typedef enum hd_verdict { HD_PASSED, HD_FAILED, HD_SKIPPED, HD_VERDICTS } hd_verdict;

typedef enum hd_skip {
  HD_SKIP_DISPROVED, /* the recorded answer is listed as wrong, and was shown to break the definition */
  HD_SKIP_MAIN,      /* the row of a main file that it follows was skipped */
  HD_SKIP_OPEN,      /* the definition says nothing of such operands, or they are too large to visit */
  HD_SKIPS
} hd_skip;

typedef enum hd_outcome { HD_NOT_ASKED, HD_ANSWERED, HD_REFUSED, HD_GAVE_UP } hd_outcome;

typedef struct hd_judgement {
  hd_verdict verdict;
  hd_outcome outcome;
  hd_skip skip;          /* when skipped */
  bool settled;          /* a composition whose answer or refusal was confirmed by brute force */
  char got[HD_TEXT_MAX]; /* the answer, or the error in a sentence */
  char why[HD_TEXT_MAX]; /* what is wrong: with the answer when failed, with the recorded one when disproved */
} hd_judgement;

/* What is wrong with the row as a question: the operation is unknown, or takes another number of operands; NULL when
 * nothing is. *column is where, in the line that the row was split from, which begins at `line`. */
const char *hd_row_problem(const hd_row *row, const char *line, size_t *column);

/* Judges a row without such a problem. `in_main` is how the row of a main file with the same operation and arguments
 * ended; NULL where there is none. */
void hd_judge(const hd_row *row, hd_rows rows, const hd_verdict *in_main, hd_judgement *judgement);

#endif
