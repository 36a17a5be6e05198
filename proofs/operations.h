/* The library calls behind the table of functions (builtin.h). Internal to proofs/.
 *
 * Invariant: each takes a number of arguments that the table allows, leaves `result` untouched on failure, and may be
 * given a `result` that is one of its arguments. */
#ifndef HEDDLE_PROOFS_OPERATIONS_H
#define HEDDLE_PROOFS_OPERATIONS_H

#include "value.h"

#define HD_OPERATION(name) \
  hd_status hd_call_##name(const hd_value *argument, int count, hd_error *error, hd_value *result)

HD_OPERATION(size);
HD_OPERATION(rank);
HD_OPERATION(depth);
HD_OPERATION(cosize);
HD_OPERATION(coshape);
HD_OPERATION(shape);
HD_OPERATION(stride);
HD_OPERATION(get);
HD_OPERATION(select);
HD_OPERATION(flatten);
HD_OPERATION(make_layout);
HD_OPERATION(concatenate);
HD_OPERATION(coalesce);
HD_OPERATION(composition);
HD_OPERATION(complement);
HD_OPERATION(logical_divide);
HD_OPERATION(zipped_divide);
HD_OPERATION(tiled_divide);
HD_OPERATION(flat_divide);
HD_OPERATION(evaluate);
HD_OPERATION(within); /* within.c */
HD_OPERATION(crd2idx);
HD_OPERATION(idx2crd);
HD_OPERATION(coordinate_of);

/* comparisons.c */
HD_OPERATION(identical);
HD_OPERATION(congruent);
HD_OPERATION(weakly_congruent);
HD_OPERATION(compatible);
HD_OPERATION(equivalent);

/* predicates.c */
HD_OPERATION(injective);
HD_OPERATION(bijective);
HD_OPERATION(disjoint);
HD_OPERATION(covers);
HD_OPERATION(complementable);

/* Two layouts, as the first two arguments. fails: as hd_value_layout */
hd_status hd_value_layouts(const hd_value *argument, hd_error *error, hd_layout *a, hd_layout *b);

/* Why the answer is no: fills the error, or where there is none a local one, and returns it for numbers to be added. */
hd_error *hd_because(hd_error *error, hd_error *local, const char *operation, const char *reason);

/* How many numbers an M that bounds a codomain allows: an integer itself, a tuple its product, a layout its size. */
hd_status hd_value_bound(const hd_value *value, hd_error *error, int64_t *bound);

/* Whether a coordinate leaves modes free, `_`: a layout has a slice there and no value. */
bool hd_has_any(const hd_tuple *coordinate);
hd_status hd_value_slice(const hd_value *layout, const hd_tuple *coordinate, hd_error *error, hd_value *result);

/* The coordinate that arguments spell: one as it stands, several as the tuple of them. */
hd_status hd_value_coordinate(const hd_value *argument, int count, hd_error *error, hd_tuple *coordinate);

#endif
