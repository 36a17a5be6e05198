/* Operations of the vector files whose answer is no value of the language.
 *
 *   get_leaves T               the leaves of a tuple, or the elements of a tiler
 *   get_layouts_from_tile T    the elements of a tiler that are not `_`; there must be one
 *   to_KIND T                  the operand, read as a shape, stride, coord or int_tuple; `kind=` before it is refused,
 *                              as what is said to be of a kind is not to be made one
 *
 * Several results are separated by " , ". */
#ifndef HEDDLE_PROOFS_CONFORM_LIST_H
#define HEDDLE_PROOFS_CONFORM_LIST_H

#include "conform_row.h"

/* Whether the operation is one of these, which all take one operand. */
bool hd_conform_is_list(const char *operation);
/* Whether the row asks for one of these; then *status is how it ended, and `answer` gets the text of the answer. */
bool hd_conform_list(const hd_row *row, hd_error *error, hd_status *status, char answer[HD_TEXT_MAX]);

#endif
