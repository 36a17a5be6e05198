/* How many different values does a layout take, and which is the first that it does not: by looking at all of them.
 *
 * Invariant: a value is a sum over modes whose order does not matter, so the modes are sorted by stride and joined
 * where one goes on from another, strides of -d count as d from the other end, and all are divided by what they have
 * in common. What is left is marked in a set, slice by slice of the values' range, so that memory is bounded and each
 * thread has slices of its own; a coordinate is visited in the slice that its value lies in and in no other. Values
 * are distinct exactly when as many are marked as there are coordinates. Runs of stride 1 and dense patterns are
 * marked as words of bits, what is neither as bytes, which takes no reading back.
 *
 * Cost, in the set: 8 MiB of bits or 1 MiB of bytes for each thread. */
#ifndef HEDDLE_PROOFS_PROVE_IMAGE_H
#define HEDDLE_PROOFS_PROVE_IMAGE_H

#include "../algebra/layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is bounded: the coordinates that are looked at, and threads. `slice` is how many values a slice has, a multiple
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

/* Compares two layouts on integers at all coordinates: *first is the first index at which they differ, -1 where there
 * is none. requires: the same size. fails: HD_MISMATCH (axes), HD_UNDECIDED (more than limits->most coordinates) */
hd_status hd_compare_values(const hd_layout *a, const hd_layout *b, const hd_image_limits *limits, hd_error *error,
                            int64_t *first);

#ifdef __cplusplus
}
#endif
#endif
