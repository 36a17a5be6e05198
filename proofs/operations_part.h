/* Parts of a tensor in the language: a layout and the offset at which it begins.
 *
 * Invariant: part(x) = offset + layout(x), the offset added on each axis. Printed `layout , offset`; get(P, 0) is the
 * layout and get(P, 1) the offset. A function of the table that is not named here refuses parts by name. */
#ifndef HEDDLE_PROOFS_OPERATIONS_PART_H
#define HEDDLE_PROOFS_OPERATIONS_PART_H

#include "builtin.h"
#include "operations.h"

HD_OPERATION(slice_and_offset);
HD_OPERATION(local_tile);
HD_OPERATION(local_partition);
HD_OPERATION(partition_thread);

bool hd_has_part(const hd_value *argument, int count);
/* Calls a function some of whose arguments are parts. fails: as the function; HD_MISMATCH where it takes none */
hd_status hd_call_on_part(const hd_builtin *builtin, const hd_value *argument, int count, hd_error *error,
                          hd_value *result);

/* part(coordinate). fails: as hd_composed_evaluate, HD_OVERFLOW, HD_CAPACITY */
hd_status hd_part_evaluate(const hd_layout_part *part, const hd_tuple *coordinate, hd_error *error, hd_tuple *value);

#endif
