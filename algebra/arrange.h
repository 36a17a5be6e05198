/* Splitting a layout's modes under a tiler, and the four arrangements of what comes of it. Internal to the
 * library: not installed.
 *
 * Invariant: each element of the tiler makes two pieces of the mode it stands at, an inside and an outside. With
 * insides T and outsides R, and modes X that the tiler does not reach:
 *
 *   logical  ((T0,R0),(T1,R1),X..)    zipped ((T0,T1),(R0,R1,X..))
 *   tiled    ((T0,T1),R0,R1,X..)      flat   (T0,T1,R0,R1,X..)
 *
 * A mode under `_` is left alone in the first; in the others a mode of rank 2 counts as already split, and any other
 * has inside 1:0 and itself as outside. */
#ifndef HEDDLE_ALGEBRA_ARRANGE_H
#define HEDDLE_ALGEBRA_ARRANGE_H

#include "layout.h"
#include "tiler.h"

typedef enum hd_arrangement { HD_LOGICAL, HD_ZIPPED, HD_TILED, HD_FLAT } hd_arrangement;

/* The two pieces of a mode under an element that is not `_`, as a pair (inside, outside) that is distinct from the
 * operands. */
typedef hd_status hd_split(const hd_layout *mode, const hd_layout *element, hd_error *error, hd_layout *pair);

/*   fails: as `split`; HD_MISMATCH when the tiler has more modes than the layout, HD_CAPACITY. `step` is the operation
 *          that these two are reported under, `operation` the one that was asked for */
hd_status hd_arrange(const hd_layout *layout, const hd_tiler *tiler, hd_split *split, hd_arrangement arrangement,
                     const char *step, const char *operation, hd_error *error, hd_layout *result);

#endif
