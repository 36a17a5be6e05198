/* Which of some names is near to one that is none of them?
 *
 * Invariant: `best` is a name at the least distance so far, in letters to change, add or drop; NULL while none is near
 * enough. How many steps are few depends on the length alone: a word of two letters is near to none. */
#ifndef HEDDLE_PROOFS_NEAR_H
#define HEDDLE_PROOFS_NEAR_H

#include <stddef.h>

typedef struct hd_near {
  const char *name;
  size_t length;
  int least; /* what is near has fewer steps */
  const char *best;
} hd_near;

hd_near hd_near_start(const char *name, size_t length);
/* `other` must stay valid. */
void hd_near_try(hd_near *near, const char *other);

#endif
