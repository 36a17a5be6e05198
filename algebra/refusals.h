/* What do refusals say that many operations have in common?
 *
 * Invariant: each names the operation it is given and what clashed, in numbers or as the operands themselves; each
 * returns the status it says. `error` may be NULL.
 * Internal: installed as a source of kernels/emulation.h alone. */
#ifndef HEDDLE_ALGEBRA_REFUSALS_H
#define HEDDLE_ALGEBRA_REFUSALS_H

#include "layout.h"

/* hd_fail with the first numbers. */
HD_PORTABLE hd_status hd_refuse(hd_error *error, hd_status status, const char *operation, const char *reason, int64_t a,
                                int64_t b, int64_t c);

/* The same with a hint and any numbers, HD_NUMBERS(a, b, ..); either may be NULL. */
HD_PORTABLE hd_status hd_refuse_hinted(hd_error *error, hd_status status, const char *operation, const char *reason,
                                       const char *hint, const int64_t number[HD_ERROR_NUMBERS]);
#define HD_NUMBERS(...) ((const int64_t[HD_ERROR_NUMBERS]){__VA_ARGS__})

/* HD_CAPACITY: the answer has too many leaves, or is nested too deep. */
hd_status hd_refuse_full(hd_error *error, const char *operation);
/* HD_CAPACITY: the values have more components than a tuple has leaves. */
hd_status hd_refuse_components(hd_error *error, const char *operation);

/* HD_MISMATCH: plain integers are wanted, and some stride lies on an axis. */
hd_status hd_refuse_axes(hd_error *error, const char *operation, const hd_layout *layout);

/* HD_MISMATCH: two tuples are nested differently; the reason shows them as {c} and {d}. `b` may be NULL. */
hd_status hd_refuse_nesting(hd_error *error, const char *operation, const char *reason, const hd_tuple *a,
                            const hd_tuple *b);
/* The same of a coordinate and the shape that it is to be one of, with a hint. */
hd_status hd_refuse_coordinate(hd_error *error, const char *operation, const hd_tuple *coordinate,
                               const hd_tuple *shape);

/* HD_MISMATCH: element `element` of a tiler, or leaf of a profile that guides an operation, has no mode to stand at. */
hd_status hd_refuse_guide(hd_error *error, const char *operation, const hd_profile *guide, int element,
                          const hd_profile *layout);

#endif
