/* Which views does an exact opcode get, in which order?
 *
 * Invariant: operands stand as the instruction's do. A load takes registers, then tensor memory; a store takes tensor
 * memory, then registers; 16x32bx2 takes two views of tensor memory, the lower access first. A view of tensor memory may
 * be a part, a layout and where it begins: a flat index, or lanes and columns. A placement of the order last-fastest is
 * none; layouts say their modes. */
#ifndef HEDDLE_PROOFS_TMEM_VIEWS_H
#define HEDDLE_PROOFS_TMEM_VIEWS_H

#include "../tmem/apply.h"
#include "value.h"

/* Fills in the form, whether it stores, the views, and adds to request->base where they begin. Of the scope cta also how
 * many warps there are: the extent of the first mode.
 *   fails: HD_MALFORMED (position in the opcode), HD_MISMATCH (too few or too many views, values that are no views) */
hd_status hd_read_views(const char *opcode, size_t length, const hd_value *view, int views, hd_error *error,
                        hd_apply_request *request);

#endif
