/* Which of some consecutive values are taken: those of one slice.
 *
 * Invariant: a start is visited in the slices that its run reaches into and in no other, so that what a slice says of
 * its own values unit * low .. unit * high - 1 does not depend on other slices. Internal: not installed. */
#ifndef HEDDLE_PROOFS_PROVE_IMAGE_SLICE_H
#define HEDDLE_PROOFS_PROVE_IMAGE_SLICE_H

#include "prove_image_plan.h"

#include <stddef.h>

typedef struct hd_image_slice {
  const hd_image_plan *plan;
  uint64_t from, low, high; /* starts from..high-1 are marked, low..high-1 being the slice's own */
  uint64_t *bits;           /* the same memory, */
  uint8_t *bytes;           /* one way or the other */
  uint64_t taken;           /* how many of its values are */
  uint64_t untaken;         /* the least of them from plan->origin on that is not; UINT64_MAX where there is none */
} hd_image_slice;

/* Bytes of memory that any slice needs. */
size_t hd_image_slice_bytes(const hd_image_plan *plan);

/* Marks and counts the slice of starts low..high-1. requires: memory of as many bytes, aligned for words */
void hd_image_slice_look(const hd_image_plan *plan, uint64_t low, uint64_t high, void *memory, hd_image_slice *slice);

#endif
