/* A walk writes the first few values once, as a table, and then only translates of it: a layout repeats its leading
 * modes at every step of the later ones. So the odometer ticks once a block, not once a value, and what is left for
 * each value is one addition in a loop without branches. The table itself grows the same way, by doubling. Nothing
 * needs to be coalesced for that, and short walks are over before it would pay.
 *
 * Sums are taken in unsigned arithmetic, where wrapping is defined: every value of a layout fits 64 bits, so a sum
 * taken modulo 2^64 (modulo 2^32 for the narrow form) is the value, whatever passed in between. */
#include "algebra/walk.h"

#include "algebra/refusals.h"

#include <string.h>

enum { TABLE_VALUES = 256 }; /* a few cache lines, and enough additions to pay for a tick of the odometer */

/* The reciprocal r of a period p satisfies r * p = 2^64 + e with 0 <= e < p, so r * i / 2^64 exceeds i / p by
 * i * e / (p * 2^64) < 1 / p for i < 2^32: never enough to reach the next whole number. */
hd_status hd_prepare(const hd_layout *layout, hd_error *error, hd_prepared *prepared) {
  if (layout->on_axes) return hd_refuse_axes(error, "prepare", layout);
  int64_t size = hd_size(layout);
  if (size > (int64_t)1 << 32)
    return hd_refuse(error, HD_RANGE, "prepare", "size {0} is above 2^32, the range of a 32-bit index", size, 0, 0);
  prepared->size = size;
  prepared->slope = 0;
  prepared->terms = 0;
  uint64_t period = 1, continuing = 0; /* the stride that would make the next mode part of what comes before it */
  for (int k = 0; k < layout->profile.leaves; k++) {
    uint64_t extent = (uint64_t)layout->shape[k], stride = (uint64_t)layout->stride[k];
    int64_t jump = (int64_t)(stride - continuing);
    if (extent == 1) continue;
    if (period == 1) {
      prepared->slope = jump;
    } else if (jump != 0) {
      prepared->term[prepared->terms].reciprocal = UINT64_MAX / period + 1;
      prepared->term[prepared->terms++].jump = jump;
    }
    continuing = extent * stride;
    period *= extent;
  }
  return HD_OK;
}

/* to[i] = from[i] + offset, in one of the two widths. The vectors are spelled out because compilers find them in a loop
 * of unknown length only at levels of optimisation that not everybody builds with. */
typedef void add_offset(void *to, const void *from, size_t count, uint64_t offset);

static inline void add_two64(uint64_t *to, const uint64_t *from, uint64_t offset) {
  __attribute__((vector_size(16))) uint64_t vector;
  memcpy(&vector, from, sizeof vector);
  vector += offset;
  memcpy(to, &vector, sizeof vector);
}

static inline void add_four32(uint32_t *to, const uint32_t *from, uint32_t offset) {
  __attribute__((vector_size(16))) uint32_t vector;
  memcpy(&vector, from, sizeof vector);
  vector += offset;
  memcpy(to, &vector, sizeof vector);
}

static void add_offset64(void *to, const void *from, size_t count, uint64_t offset) {
  uint64_t *t = (uint64_t *)to;
  const uint64_t *f = (const uint64_t *)from;
  for (; count >= 8; count -= 8, t += 8, f += 8) {
    add_two64(t, f, offset), add_two64(t + 2, f + 2, offset);
    add_two64(t + 4, f + 4, offset), add_two64(t + 6, f + 6, offset);
  }
  for (; count >= 2; count -= 2, t += 2, f += 2) add_two64(t, f, offset);
  if (count > 0) *t = *f + offset;
}

static void add_offset32(void *to, const void *from, size_t count, uint64_t offset) {
  uint32_t *t = (uint32_t *)to, low = (uint32_t)offset;
  const uint32_t *f = (const uint32_t *)from;
  for (; count >= 16; count -= 16, t += 16, f += 16) {
    add_four32(t, f, low), add_four32(t + 4, f + 4, low);
    add_four32(t + 8, f + 8, low), add_four32(t + 12, f + 12, low);
  }
  for (; count >= 4; count -= 4, t += 4, f += 4) add_four32(t, f, low);
  for (; count > 0; count--) *t++ = *f++ + low;
}

/* Where a walk stands. Modes before `split` lie whole in the table; mode `split` is cut into chunks of which the table
 * holds the first; later modes only move the base. */
typedef struct walk {
  const hd_layout *layout;
  int split;
  int64_t below;                /* the product of the extents before `split` */
  int64_t chunk;                /* steps of mode `split` in the table */
  int64_t digit[HD_MAX_LEAVES]; /* of modes `split` and later; that of `split` is a multiple of `chunk` */
  uint64_t base;                /* the value at those digits */
  int64_t skip;                 /* values of the block that come before the next one to write */
} walk;

/* Cuts the layout into blocks of at most TABLE_VALUES values. */
static void plan(walk *w, const hd_layout *layout) {
  int last = layout->profile.leaves - 1;
  uint32_t below = 1;
  int k = 0;
  for (; k < last && layout->shape[k] <= TABLE_VALUES && below * (uint32_t)layout->shape[k] <= TABLE_VALUES; k++) {
    below *= (uint32_t)layout->shape[k];
  }
  w->layout = layout;
  w->split = k;
  w->below = below;
  w->chunk = TABLE_VALUES / below;
  if (w->chunk > layout->shape[k]) w->chunk = layout->shape[k];
}

/* Takes the lowest digit, of a radix, off a number. Most numbers here are small, and divisions slow. */
static int64_t take_digit(int64_t *number, int64_t radix) {
  int64_t digit = *number;
  *number = 0;
  if (digit >= radix) {
    *number = digit / radix;
    digit -= *number * radix;
  }
  return digit;
}

/* Moves to the block that holds L(first). */
static void seek(walk *w, int64_t first) {
  w->skip = take_digit(&first, w->below);
  w->base = 0;
  for (int k = w->split; k < w->layout->profile.leaves; k++) {
    int64_t digit = take_digit(&first, w->layout->shape[k]), chunks = digit;
    int64_t inside = k == w->split ? take_digit(&chunks, w->chunk) : 0;
    w->digit[k] = digit - inside;
    w->skip += inside * w->below;
    w->base += (uint64_t)w->digit[k] * (uint64_t)w->layout->stride[k];
  }
}

/* Moves to the next block; past the last one it comes round to the first. */
static void tick(walk *w) {
  int64_t step = w->chunk;
  for (int k = w->split; k < w->layout->profile.leaves; k++, step = 1) {
    uint64_t stride = (uint64_t)w->layout->stride[k];
    w->digit[k] += step;
    w->base += (uint64_t)step * stride;
    if (w->digit[k] < w->layout->shape[k]) break;
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
    size_t extent = (size_t)(k < w->split ? w->layout->shape[k] : w->chunk);
    for (size_t done = 1, more; done < extent; done += more) {
      more = done < extent - done ? done : extent - done;
      add(table + filled * done * bytes, table, filled * more, (uint64_t)done * (uint64_t)w->layout->stride[k]);
    }
    filled *= extent;
  }
}

/* Adds the table, or what is wanted of it, to the base of each block. A walk that begins with a whole first block has
 * its table there. */
static void write_values(const hd_layout *layout, int64_t first, int64_t count, add_offset *add, size_t bytes,
                         char *value) {
  union {
    uint64_t wide[TABLE_VALUES];
    uint32_t narrow[TABLE_VALUES];
  } apart;
  walk w;
  if (layout->profile.leaves == 0) { /* `():()`: the one value 0 */
    if (count > 0) memset(value, 0, bytes);
    return;
  }
  plan(&w, layout);
  int64_t block = w.below * w.chunk;
  bool in_place = first == 0 && block <= count;
  char *table = in_place ? value : (char *)&apart;
  fill_table(&w, add, bytes, table);
  int64_t done = in_place ? block : 0;
  seek(&w, first);
  if (in_place) tick(&w);
  while (done < count) {
    int64_t left = layout->shape[w.split] - w.digit[w.split];
    int64_t length = (left < w.chunk ? left : w.chunk) * w.below - w.skip;
    if (length > count - done) length = count - done;
    add(value + (size_t)done * bytes, table + (size_t)w.skip * bytes, (size_t)length, w.base);
    done += length;
    tick(&w);
  }
}

static hd_status check_range(const hd_layout *layout, int64_t first, int64_t count, hd_error *error) {
  if (layout->on_axes) return hd_refuse_axes(error, "values", layout);
  int64_t size = hd_size(layout);
  if (first >= 0 && count >= 0 && first <= size && count <= size - first) return HD_OK;
  return hd_refuse(error, HD_RANGE, "values", "{1} values from {0} on are not all inside the size {2}", first, count,
                   size);
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
  if (!fits32(layout, extreme))
    return hd_refuse(error, HD_OVERFLOW, "values", "values reach from {0} to {1}, beyond 32 bits", extreme[0],
                     extreme[1], 0);
  write_values(layout, first, count, add_offset32, sizeof *value, (char *)value);
  return HD_OK;
}
