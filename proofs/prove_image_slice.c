/* Marking the starts of one slice, and counting what they and their runs take. */
#include "proofs/prove_image_slice.h"

#include <string.h>

/* ---- marking ---- */

static inline void set_bit(const hd_image_slice *slice, uint64_t at) {
  slice->bits[at / HD_WORD] |= (uint64_t)1 << at % HD_WORD;
}

static void mark_words(const hd_image_slice *slice, uint64_t from, uint64_t to) {
  from = (from < slice->from ? slice->from : from) - slice->from;
  to = (to > slice->high ? slice->high : to) - slice->from;
  uint64_t first = ~(uint64_t)0 << from % HD_WORD, last = ~(uint64_t)0 >> (HD_WORD - 1 - (to - 1) % HD_WORD);
  uint64_t *word = slice->bits + from / HD_WORD, *end = slice->bits + (to - 1) / HD_WORD;
  if (word == end) {
    *word |= first & last;
    return;
  }
  *word++ |= first;
  memset(word, 0xFF, (size_t)(end - word) * sizeof *word);
  *end |= last;
}

static void mark_pattern(const hd_image_slice *slice, uint64_t start) {
  const hd_image_plan *plan = slice->plan;
  uint64_t at = start - slice->from, words = plan->inner.reach / HD_WORD + 1, carry = 0;
  uint64_t *bits = slice->bits + at / HD_WORD;
  int shift = (int)(at % HD_WORD);
  for (uint64_t k = 0; k < words; k++) {
    bits[k] |= plan->word[k] << shift | carry;
    carry = shift == 0 ? 0 : plan->word[k] >> (HD_WORD - shift);
  }
  if (carry != 0) bits[words] |= carry;
}

/* The least number of steps of a mode that get `distance` or further. A quotient of doubles is at most one off where
 * numbers stay below 2^52, as those of marked slices do. */
static inline uint64_t steps_to(const hd_walk_mode *mode, uint64_t distance) {
  uint64_t steps = (uint64_t)((double)(int64_t)distance * mode->inverse);
  if (steps > 0 && (steps - 1) * mode->stride >= distance) steps--;
  while (steps * mode->stride < distance) steps++;
  return steps;
}

/* The digits of a mode for which some start from `base` on, `below` further at most, is marked. */
static inline void digits_inside(const hd_image_slice *slice, const hd_walk_mode *mode, uint64_t base, uint64_t below,
                                 uint64_t *first, uint64_t *end) {
  uint64_t far = base + (mode->extent - 1) * mode->stride;
  *first = base + below >= slice->from ? 0 : steps_to(mode, slice->from - base - below);
  *end = far < slice->high ? mode->extent : base >= slice->high ? 0 : steps_to(mode, slice->high - base);
}

static void mark_strided(const hd_image_slice *slice, uint64_t start) {
  const hd_walk_mode *mode = &slice->plan->inner;
  uint64_t first, end, stride = mode->stride;
  digits_inside(slice, mode, start, 0, &first, &end);
  uint64_t at = start + first * stride - slice->from;
  for (; first < end; first++, at += stride) set_bit(slice, at);
}

static void mark_listed(const hd_image_slice *slice, uint64_t start) {
  const uint32_t *offset = slice->plan->offset;
  uint64_t at = start - slice->from, count = slice->plan->inner.extent;
  uint8_t *bytes = slice->bytes + at;
  if (slice->plan->bits)
    for (uint64_t k = 0; k < count; k++) set_bit(slice, at + offset[k]);
  else
    for (uint64_t k = 0; k < count; k++) bytes[offset[k]] = 1;
}

/* A pattern or a table that lies across an end of the slice. */
static void mark_inside(const hd_image_slice *slice, uint64_t start) {
  for (uint64_t k = 0; k < slice->plan->inner.extent; k++) {
    uint64_t at = start + slice->plan->offset[k];
    if (at < slice->from || at >= slice->high) continue;
    if (slice->plan->bits) set_bit(slice, at - slice->from);
    else slice->bytes[at - slice->from] = 1;
  }
}

static void mark_block(const hd_image_slice *slice, uint64_t start) {
  const hd_image_plan *plan = slice->plan;
  if (plan->marking == HD_MARK_WORDS) mark_words(slice, start, start + plan->inner.extent);
  else if (plan->marking == HD_MARK_STRIDED) mark_strided(slice, start);
  else if (start < slice->from || start + plan->inner.reach >= slice->high) mark_inside(slice, start);
  else if (plan->marking == HD_MARK_PATTERN) mark_pattern(slice, start);
  else mark_listed(slice, start);
}

/* Goes through modes 0..level-1 wherever a start of theirs can be marked: as deep as there are modes. */
static void go_through(const hd_image_slice *slice, int level, uint64_t base) {
  const hd_image_plan *plan = slice->plan;
  uint64_t first, end, below;
  if (level == 0) {
    if (base < slice->high && base + plan->inner.reach >= slice->from) mark_block(slice, base);
    return;
  }
  const hd_walk_mode *mode = &plan->mode[level - 1];
  below = plan->inner.reach + (level == 1 ? 0 : plan->mode[level - 2].reach);
  digits_inside(slice, mode, base, below, &first, &end);
  for (uint64_t i = first; i < end; i++) go_through(slice, level - 1, base + i * mode->stride);
}

/* ---- counting ---- */

static int count_ones(uint64_t word) {
  if (word == ~(uint64_t)0) return HD_WORD;
  word -= word >> 1 & 0x5555555555555555u;
  word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
  return (int)(((word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56);
}

/* Runs of 1, as bits. */
static void count_bits(hd_image_slice *slice) {
  uint64_t at = slice->plan->origin < slice->low ? slice->low : slice->plan->origin;
  for (uint64_t k = 0; k < (slice->high - slice->low + HD_WORD - 1) / HD_WORD; k++)
    slice->taken += (uint64_t)count_ones(slice->bits[k]);
  for (; at < slice->high; at++) {
    uint64_t bit = at - slice->low;
    if (bit % HD_WORD == 0 && slice->bits[bit / HD_WORD] == ~(uint64_t)0) {
      at += HD_WORD - 1;
    } else if ((slice->bits[bit / HD_WORD] >> bit % HD_WORD & 1) == 0) {
      slice->untaken = at;
      return;
    }
  }
}

/* Runs of 1, as bytes: eight at a time, each a sum of its own that 255 steps cannot fill; behind the slice they are 0.
 */
static void count_bytes(hd_image_slice *slice) {
  const uint64_t even = 0x00FF00FF00FF00FFu, length = slice->high - slice->low;
  uint64_t at = slice->plan->origin < slice->low ? slice->low : slice->plan->origin;
  for (uint64_t k = 0, words = (length + 7) / 8; k < words;) {
    uint64_t end = words - k < 255 ? words : k + 255, sum = 0;
    for (; k < end; k++) sum += slice->bits[k];
    slice->taken += ((sum & even) + (sum >> 8 & even)) * 0x0001000100010001u >> 48;
  }
  if (at >= slice->high) return;
  const uint8_t *unmarked = memchr(slice->bytes + (at - slice->low), 0, (size_t)(slice->high - at));
  if (unmarked != NULL) slice->untaken = slice->low + (uint64_t)(unmarked - slice->bytes);
}

/* What lies between the end of one run and the start of the next is not taken. */
static inline void leave_out(hd_image_slice *slice, uint64_t from, uint64_t to) {
  if (to <= from) return;
  slice->taken -= to - from;
  if (slice->untaken != UINT64_MAX || to <= slice->plan->origin) return;
  slice->untaken = from < slice->plan->origin ? slice->plan->origin : from;
}

static int lowest_one(uint64_t word) {
#if defined(__GNUC__)
  return __builtin_ctzll(word);
#else
  return count_ones((word & (0 - word)) - 1);
#endif
}

static int highest_one(uint64_t word) {
#if defined(__GNUC__)
  return HD_WORD - 1 - __builtin_clzll(word);
#else
  for (int shift = 1; shift < HD_WORD; shift *= 2) word |= word >> shift;
  return count_ones(word) - 1;
#endif
}

/* Runs, from one start to the next. Where a run reaches over a whole word of starts, those of a word are one run. */
static void count_runs(hd_image_slice *slice) {
  const hd_image_plan *plan = slice->plan;
  const bool joined = (HD_WORD - 1) * plan->unit <= plan->run;
  uint64_t end = slice->low * plan->unit, behind = slice->high * plan->unit; /* all before `end` is settled */
  slice->taken = behind - end;
  for (uint64_t at = slice->from, *bits = slice->bits; at < slice->high; at += HD_WORD, bits++)
    for (uint64_t word = *bits, others; word != 0; word = others) {
      others = joined ? 0 : word & (word - 1);
      uint64_t first = (at + (uint64_t)lowest_one(word)) * plan->unit;
      uint64_t last = (at + (uint64_t)highest_one(word ^ others)) * plan->unit;
      leave_out(slice, end, first);
      if (last + plan->run > end) end = last + plan->run;
    }
  leave_out(slice, end, behind);
}

/* ---- both ---- */

static uint64_t bytes_for(const hd_image_plan *plan, uint64_t starts) {
  uint64_t units = plan->bits ? starts / 8 : starts;
  return units / sizeof(uint64_t) * sizeof(uint64_t) + 2 * sizeof(uint64_t);
}

size_t hd_image_slice_bytes(const hd_image_plan *plan) { return (size_t)bytes_for(plan, plan->slice + plan->behind); }

void hd_image_slice_look(const hd_image_plan *plan, uint64_t low, uint64_t high, void *memory, hd_image_slice *slice) {
  uint64_t from = low < plan->behind ? 0 : low - plan->behind;
  *slice = (hd_image_slice){plan, from, low, high, memory, memory, 0, UINT64_MAX};
  memset(memory, 0, (size_t)bytes_for(plan, high - from));
  go_through(slice, plan->modes, 0);
  if (plan->run > 1) count_runs(slice);
  else if (plan->bits) count_bits(slice);
  else count_bytes(slice);
}
