/* The manual's table of shapes, for domains and judges of tensor memory. Internal to proofs/. */
#ifndef HEDDLE_PROOFS_DOMAIN_TMEM_H
#define HEDDLE_PROOFS_DOMAIN_TMEM_H

#include "domain.h"

enum { HD_TMEM_SHAPES = 5 };

/* The block of one access and the registers of each thread, for .x1; the last shape makes two accesses. */
typedef struct hd_tmem_shape {
  const char *name;
  int registers, lanes, columns, largest;
} hd_tmem_shape;

extern const hd_tmem_shape hd_tmem_shapes[HD_TMEM_SHAPES];

/* Lane and column of thread t's register r, half h of it where packed, relative to the address of its access, which is
 * the second where `access` becomes 1 (theorem_tmem.c). */
typedef struct hd_manual_place {
  int64_t lane, column, access;
} hd_manual_place;
hd_manual_place hd_tmem_manual(int64_t shape, int64_t packed, int64_t t, int64_t r, int64_t h);

#endif
