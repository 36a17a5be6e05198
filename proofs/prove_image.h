/* How many different values does a layout take, and which is the first that it does not: by looking at all of them.
 *
 * Invariant: what is marked is kept in a set, slice by slice of the values' range, so that memory is bounded and each
 * thread has slices of its own (prove_image_slice.h). Values are distinct exactly when as many are taken as there are
 * coordinates. Of runs of consecutive values the starts alone are visited (prove_image_plan.h); what is
 * left is marked as bits, a word at a time where it is dense, or as bytes, which takes no reading back.
 *
 * Cost, in the set: at most 1 MiB for each thread. */
#ifndef HEDDLE_PROOFS_PROVE_IMAGE_H
#define HEDDLE_PROOFS_PROVE_IMAGE_H

#include "../algebra/layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is bounded: the coordinates that are looked at, and threads. `slice` is how many starts a slice has, a multiple
 * of 64; 0: what suits the caches. */
typedef struct hd_image_limits {
  int64_t most;
  int threads;
  int64_t slice;
} hd_image_limits;

typedef struct hd_image_count {
  int64_t coordinates; /* all of them */
  int64_t taken;       /* different values */
  int64_t missing;     /* the least value from 0 on that is not taken */
} hd_image_count;

/* Counts what a layout on integers takes.
 *   ensures: taken = coordinates exactly where the layout is injective; it covers 0..M-1 exactly where M <= missing
 *   fails:   HD_MISMATCH (axes), HD_OVERFLOW (a value leaves 64 bits), HD_UNDECIDED (more than limits->most
 *            coordinates, or a range of values that even slices do not get through), HD_CAPACITY (no memory) */
hd_status hd_count_image(const hd_layout *layout, const hd_image_limits *limits, hd_error *error,
                         hd_image_count *result);

#ifdef __cplusplus
}
#endif
#endif
