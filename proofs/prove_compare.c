/* Two layouts compared block by block, each block being a table moved by one number. */
#include "proofs/prove_compare.h"

#include "algebra/coalesce.h"
#include "algebra/walk.h"

#include <string.h>

enum { TABLE_VALUES = 1024 }; /* two tables fit the nearest cache */

/* One of the two, at the block begin..end-1: the value at begin + k is base + table[k]. Blocks hold the modes before
 * one mode whole and a chunk of that one; where its extent is no multiple of the chunk, its last block is shorter. */
typedef struct hd_side {
  hd_prepared prepared;
  int64_t below, chunk, extent; /* the product of the extents before that mode; steps of it in the table; all of them */
  int64_t digit;                /* of that mode, in the next block */
  int64_t begin, end;
  uint64_t base;
  int64_t table[TABLE_VALUES];
} hd_side;

static hd_status start(const hd_layout *layout, hd_error *error, hd_side *side) {
  hd_layout short_form;
  int k = 0;
  hd_status status = hd_prepare(layout, error, &side->prepared);
  if (status != HD_OK) return status;
  hd_coalesce(layout, &short_form);
  side->below = 1;
  for (; k + 1 < short_form.profile.leaves && short_form.shape[k] <= TABLE_VALUES / side->below; k++)
    side->below *= short_form.shape[k];
  side->extent = short_form.profile.leaves == 0 ? 1 : short_form.shape[k];
  side->chunk = TABLE_VALUES / side->below < side->extent ? TABLE_VALUES / side->below : side->extent;
  side->digit = side->begin = side->end = 0;
  return hd_values(&short_form, 0, side->below * side->chunk, error, side->table);
}

static void advance(hd_side *side) {
  int64_t left = side->extent - side->digit, steps = left < side->chunk ? left : side->chunk;
  side->begin = side->end;
  side->end += steps * side->below;
  side->digit = steps == left ? 0 : side->digit + steps;
  side->base = (uint64_t)hd_prepared_at(&side->prepared, (uint32_t)side->begin);
}

typedef __attribute__((vector_size(16))) uint64_t two_values;

static inline two_values difference(const int64_t *a, const int64_t *b, uint64_t distance) {
  two_values x, y;
  memcpy(&x, a, sizeof x);
  memcpy(&y, b, sizeof y);
  return (x + distance) ^ y;
}

/* Whether a[k] + distance is b[k] everywhere. */
static bool same(const int64_t *a, const int64_t *b, int64_t count, uint64_t distance) {
  two_values found = {0, 0};
  uint64_t rest = 0;
  for (; count >= 8; count -= 8, a += 8, b += 8)
    found |= (difference(a, b, distance) | difference(a + 2, b + 2, distance)) |
             (difference(a + 4, b + 4, distance) | difference(a + 6, b + 6, distance));
  for (; count > 0; count--) rest |= ((uint64_t)*a++ + distance) ^ (uint64_t)*b++;
  return (found[0] | found[1] | rest) == 0;
}

/* What is compared at a time: a part of each table, at a distance. */
typedef struct hd_question {
  const int64_t *from, *to;
  int64_t count;
  uint64_t distance;
} hd_question;

static bool is_asked_again(const hd_question *now, const hd_question *before) {
  return now->from == before->from && now->to == before->to && now->count == before->count &&
         now->distance == before->distance;
}

hd_status hd_compare_values(const hd_layout *a, const hd_layout *b, int64_t most, hd_error *error, int64_t *first) {
  hd_side left, right;
  hd_question before = {NULL, NULL, 0, 0}; /* the answer to which was yes */
  int64_t size = hd_size(a);
  if (size > most || size > (int64_t)1 << 32)
    return hd_fail(error, HD_UNDECIDED, "compare", "there are more coordinates than may be visited");
  hd_status status = start(a, error, &left);
  if (status == HD_OK) status = start(b, error, &right);
  if (status != HD_OK) return status;
  *first = -1;
  for (int64_t at = 0, end; at < size; at = end) {
    if (at == left.end) advance(&left);
    if (at == right.end) advance(&right);
    end = left.end < right.end ? left.end : right.end;
    hd_question now = {left.table + (at - left.begin), right.table + (at - right.begin), end - at,
                       left.base - right.base};
    if (is_asked_again(&now, &before)) continue;
    before = now;
    if (same(now.from, now.to, now.count, now.distance)) continue;
    for (*first = at; (uint64_t)*now.from++ + now.distance == (uint64_t)*now.to++;) ++*first;
    return HD_OK;
  }
  return HD_OK;
}
