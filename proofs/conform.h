/* Does this build agree with recorded answers of other implementations?
 *
 * Invariant: every row of a file ends in exactly one of three counts: passed, failed or skipped; a row is skipped only
 * for a reason that is printed by name. Nothing that was not asked of the library counts as passed.
 *
 * Costs one pass over each file; rows are read one at a time. */
#ifndef HEDDLE_PROOFS_CONFORM_H
#define HEDDLE_PROOFS_CONFORM_H

/* `heddle conform [OPTION]... FILE.tsv...`: argv[0] is "conform". Prints failing rows, a table by operation and a
 * closing line `N passed, N failed` or `N passed, N failed, N skipped`.
 * Returns 0 when nothing failed and something passed, 1 otherwise, 2 for an option it does not have and for a file that
 * it cannot read, that has no rows or a malformed one; the other files are read all the same. */
int hd_conform(int argc, char **argv);

#endif
