/* A walk writes the first few values once, as a table, and then only translates of it: the coalesced layout repeats its
 * leading modes at every step of the later ones. So the odometer ticks once a block, not once a value, and what is left
 * for each value is one addition in a loop without branches. The table itself grows the same way, by doubling.
 *
 * Sums are taken in unsigned arithmetic, where wrapping is defined: every value of a layout fits 64 bits, so a sum
 * taken modulo 2^64 (modulo 2^32 for the narrow form) is the value, whatever passed in between. */
#include "algebra/walk.h"

#include "algebra/coalesce.h"

#include <string.h>

enum { TABLE_VALUES = 256 }; /* a few cache lines, and enough additions to pay for a tick of the odometer */

hd_status hd_prepare(const hd_layout *layout, hd_error *error, hd_prepared *prepared) {
  if (layout->on_axes) return hd_fail(error, HD_MISMATCH, "prepare", "strides lie on axes: there is no single index");
  int64_t size = hd_size(layout);
  if (size > (int64_t)1 << 32) {
    hd_fail(error, HD_RANGE, "prepare", "size {0} is above 2^32, the range of a 32-bit index");
    if (error) error->number[0] = size;
    return HD_RANGE;
  }
  hd_layout modes;
  hd_coalesce(layout, &modes);
  prepared->size = size;
  prepared->slope = modes.stride[0];
  prepared->terms = modes.profile.leaves - 1;
  uint64_t period = 1;
  for (int k = 0; k < prepared->terms; k++) {
    uint64_t extent = (uint64_t)modes.shape[k];
    period *= extent; /* 2 or more, since a coalesced layout of several modes has no extent of 1 */
    prepared->term[k].reciprocal = UINT64_MAX / period + 1;
    prepared->term[k].jump = (int64_t)((uint64_t)modes.stride[k + 1] - extent * (uint64_t)modes.stride[k]);
  }
  return HD_OK;
}

/* to[i] = from[i] + offset, in one of the two widths. The vectors are spelled out because compilers find them in a loop
 * of unknown length only at levels of optimisation that not everybody builds with. */
typedef void add_offset(void *to, const void *from, size_t count, uint64_t offset);
typedef uint64_t vector64 __attribute__((vector_size(16)));
typedef uint32_t vector32 __attribute__((vector_size(16)));

static void add_offset64(void *to, const void *from, size_t count, uint64_t offset) {
  uint64_t *t = (uint64_t *)to;
  const uint64_t *f = (const uint64_t *)from;
  for (; count >= 8; count -= 8, t += 8, f += 8) {
    vector64 a, b, c, d;
    memcpy(&a, f, sizeof a), memcpy(&b, f + 2, sizeof b), memcpy(&c, f + 4, sizeof c), memcpy(&d, f + 6, sizeof d);
    a += offset, b += offset, c += offset, d += offset;
    memcpy(t, &a, sizeof a), memcpy(t + 2, &b, sizeof b), memcpy(t + 4, &c, sizeof c), memcpy(t + 6, &d, sizeof d);
  }
  for (; count > 0; count--) *t++ = *f++ + offset;
}

static void add_offset32(void *to, const void *from, size_t count, uint64_t offset) {
  uint32_t *t = (uint32_t *)to, low = (uint32_t)offset;
  const uint32_t *f = (const uint32_t *)from;
  for (; count >= 16; count -= 16, t += 16, f += 16) {
    vector32 a, b, c, d;
    memcpy(&a, f, sizeof a), memcpy(&b, f + 4, sizeof b), memcpy(&c, f + 8, sizeof c), memcpy(&d, f + 12, sizeof d);
    a += low, b += low, c += low, d += low;
    memcpy(t, &a, sizeof a), memcpy(t + 4, &b, sizeof b), memcpy(t + 8, &c, sizeof c), memcpy(t + 12, &d, sizeof d);
  }
  for (; count > 0; count--) *t++ = *f++ + low;
}

/* Where a walk stands. Modes before `split` lie whole in the table; mode `split` is cut into chunks of which the table
 * holds the first; later modes only move the base. */
typedef struct walk {
  hd_layout modes;
  int split;
  int64_t below; /* the product of the extents before `split` */
  int64_t chunk; /* steps of mode `split` in the table */
  int64_t digit[HD_MAX_LEAVES]; /* of modes `split` and later; that of `split` is a multiple of `chunk` */
  uint64_t base;                /* the value at those digits */
  int64_t skip;                 /* values of the block that come before the next one to write */
} walk;

/* Cuts the layout into blocks of at most TABLE_VALUES values, the chunks of the split mode as equal as they can be. */
static void plan(walk *w, const hd_layout *layout) {
  hd_coalesce(layout, &w->modes);
  const int64_t *shape = w->modes.shape;
  w->split = 0;
  w->below = 1;
  while (w->split + 1 < w->modes.profile.leaves && shape[w->split] <= TABLE_VALUES / w->below) {
    w->below *= shape[w->split++];
  }
  int64_t most = TABLE_VALUES / w->below;
  int64_t extent = shape[w->split];
  int64_t chunks = (extent - 1) / most + 1;
  w->chunk = (extent - 1) / chunks + 1;
}

/* Moves to the block that holds L(first). */
static void seek(walk *w, int64_t first) {
  int64_t rest = first / w->below;
  w->skip = first % w->below;
  w->base = 0;
  for (int k = w->split; k < w->modes.profile.leaves; k++) {
    w->digit[k] = rest % w->modes.shape[k];
    rest /= w->modes.shape[k];
    int64_t inside = k == w->split ? w->digit[k] % w->chunk : 0;
    w->digit[k] -= inside;
    w->skip += inside * w->below;
    w->base += (uint64_t)w->digit[k] * (uint64_t)w->modes.stride[k];
  }
}

/* Moves to the next block; past the last one it comes round to the first. */
static void tick(walk *w) {
  int64_t step = w->chunk;
  for (int k = w->split; k < w->modes.profile.leaves; k++, step = 1) {
    uint64_t stride = (uint64_t)w->modes.stride[k];
    w->digit[k] += step;
    w->base += (uint64_t)step * stride;
    if (w->digit[k] < w->modes.shape[k]) break;
    w->base -= (uint64_t)w->digit[k] * stride;
    w->digit[k] = 0;
  }
  w->skip = 0;
}

/* Writes the first block's values: each mode doubles what is there until its extent is reached. */
static void fill_table(const walk *w, add_offset *add, size_t bytes, char *table) {
  size_t filled = 1;
  memset(table, 0, bytes);
  for (int k = 0; k <= w->split; k++) {
    size_t extent = (size_t)(k < w->split ? w->modes.shape[k] : w->chunk);
    for (size_t done = 1, more; done < extent; done += more) {
      more = done < extent - done ? done : extent - done;
      add(table + filled * done * bytes, table, filled * more, (uint64_t)done * (uint64_t)w->modes.stride[k]);
    }
    filled *= extent;
  }
}

static void write_values(const hd_layout *layout, int64_t first, int64_t count, add_offset *add, size_t bytes,
                         char *value) {
  union {
    uint64_t wide[TABLE_VALUES];
    uint32_t narrow[TABLE_VALUES];
    char bytes[1];
  } table;
  walk w;
  plan(&w, layout);
  fill_table(&w, add, bytes, table.bytes);
  seek(&w, first);
  while (count > 0) {
    int64_t left = w.modes.shape[w.split] - w.digit[w.split];
    int64_t length = (left < w.chunk ? left : w.chunk) * w.below - w.skip;
    if (length > count) length = count;
    add(value, table.bytes + (size_t)w.skip * bytes, (size_t)length, w.base);
    value += (size_t)length * bytes;
    count -= length;
    tick(&w);
  }
}

static hd_status check_range(const hd_layout *layout, int64_t first, int64_t count, hd_error *error) {
  if (layout->on_axes) return hd_fail(error, HD_MISMATCH, "values", "strides lie on axes: the values are no integers");
  int64_t size = hd_size(layout);
  if (first >= 0 && count >= 0 && first <= size && count <= size - first) return HD_OK;
  hd_fail(error, HD_RANGE, "values", "{1} values from {0} on are not all inside the size {2}");
  if (error) {
    error->number[0] = first;
    error->number[1] = count;
    error->number[2] = size;
  }
  return HD_RANGE;
}

hd_status hd_values(const hd_layout *layout, int64_t first, int64_t count, hd_error *error, int64_t *value) {
  hd_status status = check_range(layout, first, count, error);
  if (status != HD_OK) return status;
  write_values(layout, first, count, add_offset64, sizeof *value, (char *)value);
  return HD_OK;
}

/* The least and the greatest value of a layout: each mode contributes its last step, to one or to the other. */
static bool fits32(const hd_layout *layout, int64_t extreme[2]) {
  extreme[0] = extreme[1] = 0;
  for (int k = 0; k < layout->profile.leaves; k++) {
    int64_t last = (layout->shape[k] - 1) * layout->stride[k];
    extreme[last > 0] += last;
  }
  return extreme[0] >= INT32_MIN && extreme[1] <= INT32_MAX;
}

hd_status hd_values32(const hd_layout *layout, int64_t first, int64_t count, hd_error *error, int32_t *value) {
  hd_status status = check_range(layout, first, count, error);
  if (status != HD_OK) return status;
  int64_t extreme[2];
  if (!fits32(layout, extreme)) {
    hd_fail(error, HD_OVERFLOW, "values", "values reach from {0} to {1}, beyond 32 bits");
    if (error) {
      error->number[0] = extreme[0];
      error->number[1] = extreme[1];
    }
    return HD_OVERFLOW;
  }
  write_values(layout, first, count, add_offset32, sizeof *value, (char *)value);
  return HD_OK;
}
