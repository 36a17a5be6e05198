/* The set of a layout's values, slice by slice. */
#define _POSIX_C_SOURCE 200809L
#include "proofs/prove_image.h"

#include "algebra/checked.h"
#include "algebra/walk.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 64, LONG = 64, PATTERN_WORDS = 64, TABLE = 4096, THREADS_MAX = 256 };
/* A table of sums reaches less far than a slice, so that few of them lie across two. */
enum { SLICE_BITS = 1 << 26, SLICE_BYTES = 1 << 20, BLOCK_REACH = SLICE_BYTES / 4 };
static const uint64_t slices_most = 1 << 22;

typedef struct hd_walk_mode {
  uint64_t extent, stride, reach; /* reach: the largest sum of this mode and those before it */
} hd_walk_mode;

/* What is marked at once, from a value on: a run of stride 1, a pattern in words, one mode, or a table of sums. */
typedef enum hd_marking { RUN, PATTERN, STRIDED, LISTED } hd_marking;

typedef struct hd_walk {
  int modes;
  hd_walk_mode mode[HD_MAX_LEAVES]; /* those that are gone through one value at a time, by rising stride */
  hd_marking marking;
  hd_walk_mode inner;           /* RUN, STRIDED: the mode; PATTERN, LISTED: count of values, and how far they reach */
  uint64_t word[PATTERN_WORDS]; /* of PATTERN */
  uint32_t offset[TABLE];       /* of LISTED */
  uint64_t span, slice, origin; /* values 0..span-1; of a slice; the value that 0 is */
  hd_image_count total;
  uint64_t untaken; /* the least value from `origin` on that is not taken */
} hd_walk;

/* ---- the modes ---- */

/* Takes the moving modes of a layout by rising stride, joined; *least is the value that 0 stands for, *common the
 * divisor. False where a value leaves 64 bits. */
static bool sort_modes(const hd_layout *layout, hd_walk *walk, int64_t *least, uint64_t *common) {
  *least = 0;
  *common = 0;
  walk->modes = 0;
  for (int k = 0; k < layout->profile.leaves; k++) {
    int64_t stride = layout->stride[k], far;
    if (layout->shape[k] == 1 || stride == 0) continue;
    if (!hd_mul(layout->shape[k] - 1, stride, &far)) return false;
    if (stride < 0 && !hd_add(*least, far, least)) return false;
    hd_walk_mode mode = {(uint64_t)layout->shape[k], stride < 0 ? 0 - (uint64_t)stride : (uint64_t)stride, 0};
    int at = walk->modes++;
    for (; at > 0 && walk->mode[at - 1].stride > mode.stride; at--) walk->mode[at] = walk->mode[at - 1];
    walk->mode[at] = mode;
    *common = hd_common_divisor(*common, mode.stride);
  }
  int kept = 0;
  for (int k = 0; k < walk->modes; k++) {
    hd_walk_mode mode = {walk->mode[k].extent, walk->mode[k].stride / *common, 0}, *before = walk->mode + kept;
    if (kept > 0 && mode.stride == before[-1].stride * before[-1].extent) before[-1].extent *= mode.extent;
    else walk->mode[kept++] = mode;
  }
  walk->modes = kept;
  return true;
}

static void set_reaches(hd_walk *walk) {
  uint64_t reach = 0;
  for (int k = 0; k < walk->modes; k++) {
    reach += (walk->mode[k].extent - 1) * walk->mode[k].stride;
    walk->mode[k].reach = reach;
  }
}

/* ---- what is marked at once ---- */

static void remove_modes(hd_walk *walk, int from, int count) {
  walk->modes -= count;
  memmove(walk->mode + from, walk->mode + from + count, (size_t)(walk->modes - from) * sizeof walk->mode[0]);
  set_reaches(walk);
}

/* The sums of the first `modes` modes, of which there are `count`, in turn. */
static uint64_t sum_at(const hd_walk *walk, int modes, uint64_t index) {
  uint64_t sum = 0;
  for (int k = 0; k < modes; k++) {
    sum += index % walk->mode[k].extent * walk->mode[k].stride;
    index /= walk->mode[k].extent;
  }
  return sum;
}

/* As many modes as fit a pattern or a table, whichever marks more values at a time. */
static void take_block(hd_walk *walk) {
  uint64_t count = 1, best = 1;
  int modes = 0, dense = 0;
  while (modes < walk->modes && count * walk->mode[modes].extent <= TABLE && walk->mode[modes].reach < BLOCK_REACH) {
    count *= walk->mode[modes++].extent;
    uint64_t words = walk->mode[modes - 1].reach / WORD + 2;
    if (words <= PATTERN_WORDS && count / words > best) {
      best = count / words;
      dense = modes;
    }
  }
  walk->marking = dense > 0 ? PATTERN : LISTED;
  if (dense > 0) modes = dense;
  count = 1;
  for (int k = 0; k < modes; k++) count *= walk->mode[k].extent;
  walk->inner = (hd_walk_mode){count, 1, modes == 0 ? 0 : walk->mode[modes - 1].reach};
  memset(walk->word, 0, sizeof walk->word);
  for (uint64_t i = 0; i < count; i++) {
    uint64_t sum = sum_at(walk, modes, i);
    walk->offset[i] = (uint32_t)sum;
    if (dense > 0) walk->word[sum / WORD] |= (uint64_t)1 << sum % WORD;
  }
  remove_modes(walk, 0, modes);
}

static void choose_marking(hd_walk *walk) {
  int longest = 0;
  uint64_t dense = 1;
  for (int k = 0; k < walk->modes; k++)
    if (walk->mode[k].extent > walk->mode[longest].extent) longest = k;
  for (int k = 0; k < walk->modes && walk->mode[k].reach < PATTERN_WORDS * WORD - 2 * WORD; k++)
    dense *= walk->mode[k].extent;
  if (walk->modes > 0 && walk->mode[0].stride == 1 && walk->mode[0].extent >= LONG) {
    walk->marking = RUN;
    walk->inner = walk->mode[0];
    remove_modes(walk, 0, 1);
  } else if (walk->modes > 0 && walk->mode[longest].extent >= LONG && dense < 2 * PATTERN_WORDS) {
    walk->marking = STRIDED;
    walk->inner = walk->mode[longest];
    remove_modes(walk, longest, 1);
  } else {
    take_block(walk);
  }
  if (walk->marking == RUN || walk->marking == STRIDED)
    walk->inner.reach = (walk->inner.extent - 1) * walk->inner.stride;
}

static bool is_bits(const hd_walk *walk) { return walk->marking == RUN || walk->marking == PATTERN; }

/* ---- marking, in a slice low..high-1 ---- */

typedef struct hd_slice {
  const hd_walk *walk;
  uint64_t low, high;
  uint64_t *bits;
  uint8_t *bytes;
} hd_slice;

static void mark_one(const hd_slice *slice, uint64_t value) {
  if (value < slice->low || value >= slice->high) return;
  value -= slice->low;
  if (is_bits(slice->walk)) slice->bits[value / WORD] |= (uint64_t)1 << value % WORD;
  else slice->bytes[value] = 1;
}

static void mark_run(const hd_slice *slice, uint64_t from, uint64_t to) {
  from = (from < slice->low ? slice->low : from) - slice->low;
  to = (to > slice->high ? slice->high : to) - slice->low;
  uint64_t first = ~(uint64_t)0 << from % WORD, last = ~(uint64_t)0 >> (WORD - 1 - (to - 1) % WORD);
  uint64_t *word = slice->bits + from / WORD, *end = slice->bits + (to - 1) / WORD;
  if (word == end) {
    *word |= first & last;
    return;
  }
  *word++ |= first;
  memset(word, 0xFF, (size_t)(end - word) * sizeof *word);
  *end |= last;
}

static void mark_pattern(const hd_slice *slice, uint64_t from) {
  const hd_walk *walk = slice->walk;
  uint64_t at = from - slice->low, words = walk->inner.reach / WORD + 1, carry = 0;
  uint64_t *bits = slice->bits + at / WORD;
  int shift = (int)(at % WORD);
  for (uint64_t k = 0; k < words; k++) {
    bits[k] |= walk->word[k] << shift | carry;
    carry = shift == 0 ? 0 : walk->word[k] >> (WORD - shift);
  }
  if (carry != 0) bits[words] |= carry;
}

/* The digits of a mode for which some value from `base` on, `below` further at most, lies in the slice. */
static void digits_inside(const hd_slice *slice, const hd_walk_mode *mode, uint64_t base, uint64_t below,
                          uint64_t *first, uint64_t *end) {
  *first = base + below >= slice->low ? 0 : (slice->low - base - below + mode->stride - 1) / mode->stride;
  *end = base >= slice->high ? 0 : (slice->high - base + mode->stride - 1) / mode->stride;
  if (*end > mode->extent) *end = mode->extent;
}

static void mark_strided(const hd_slice *slice, uint64_t from) {
  const hd_walk_mode *mode = &slice->walk->inner;
  uint64_t first, end, stride = mode->stride;
  digits_inside(slice, mode, from, 0, &first, &end);
  if (first >= end) return;
  uint8_t *byte = slice->bytes + (from + first * stride - slice->low);
  for (uint64_t count = end - first; count > 0; count--, byte += stride) *byte = 1;
}

static void mark_listed(const hd_slice *slice, uint64_t from) {
  uint8_t *bytes = slice->bytes + (from - slice->low);
  const uint32_t *offset = slice->walk->offset;
  for (uint64_t k = 0, count = slice->walk->inner.extent; k < count; k++) bytes[offset[k]] = 1;
}

/* Runs at equal steps that lie wholly in the slice: the innermost loop where runs are short. */
static void mark_runs(const hd_slice *slice, uint64_t from, uint64_t step, uint64_t count) {
  uint64_t extent = slice->walk->inner.extent;
  for (from -= slice->low; count > 0; count--, from += step) {
    uint64_t *word = slice->bits + from / WORD, *end = slice->bits + (from + extent - 1) / WORD;
    *word |= ~(uint64_t)0 << from % WORD; /* a run has LONG bits at least: it fills this word up */
    while (++word < end) *word = ~(uint64_t)0;
    *end |= ~(uint64_t)0 >> (WORD - 1 - (from + extent - 1) % WORD);
  }
}

static void mark_block(const hd_slice *slice, uint64_t from) {
  const hd_walk *walk = slice->walk;
  bool inside = from >= slice->low && from + walk->inner.reach < slice->high;
  if (walk->marking == RUN) mark_run(slice, from, from + walk->inner.extent);
  else if (walk->marking == STRIDED) mark_strided(slice, from);
  else if (walk->marking == PATTERN && inside) mark_pattern(slice, from);
  else if (inside) mark_listed(slice, from);
  else
    for (uint64_t k = 0; k < walk->inner.extent; k++) mark_one(slice, from + walk->offset[k]);
}

/* Goes through modes 0..level-1 wherever a value of theirs can lie in the slice: as deep as there are modes. */
static void go_through(const hd_slice *slice, int level, uint64_t base) {
  const hd_walk *walk = slice->walk;
  uint64_t first, end, below;
  if (level == 0) {
    if (base < slice->high && base + walk->inner.reach >= slice->low) mark_block(slice, base);
    return;
  }
  const hd_walk_mode *mode = &walk->mode[level - 1];
  below = walk->inner.reach + (level == 1 ? 0 : walk->mode[level - 2].reach);
  digits_inside(slice, mode, base, below, &first, &end);
  if (level == 1 && walk->marking == RUN && first < end) {
    /* those that lie across an end of the slice are cut */
    for (; first < end && base + first * mode->stride < slice->low; first++)
      go_through(slice, 0, base + first * mode->stride);
    for (; first < end && base + (end - 1) * mode->stride + walk->inner.extent > slice->high; end--)
      go_through(slice, 0, base + (end - 1) * mode->stride);
    mark_runs(slice, base + first * mode->stride, mode->stride, end - first);
    return;
  }
  for (uint64_t i = first; i < end; i++) go_through(slice, level - 1, base + i * mode->stride);
}

/* ---- counting ---- */

static int count_ones(uint64_t word) {
  if (word == ~(uint64_t)0) return WORD;
  word -= word >> 1 & 0x5555555555555555u;
  word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
  return (int)(((word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56);
}

/* How many of the slice's values are marked. */
static uint64_t count_marks(const hd_slice *slice) {
  uint64_t count = 0, length = slice->high - slice->low;
  if (is_bits(slice->walk)) {
    for (uint64_t k = 0; k < (length + WORD - 1) / WORD; k++) count += (uint64_t)count_ones(slice->bits[k]);
    return count;
  }
  /* Eight bytes at a time, each a sum of its own that 255 steps cannot fill; what lies behind the slice is 0. */
  const uint64_t even = 0x00FF00FF00FF00FFu;
  for (uint64_t k = 0, words = (length + 7) / 8; k < words;) {
    uint64_t end = words - k < 255 ? words : k + 255, sum = 0;
    for (; k < end; k++) sum += slice->bits[k];
    count += ((sum & even) + (sum >> 8 & even)) * 0x0001000100010001u >> 48;
  }
  return count;
}

/* The first value from `from` on in the slice that is not marked; `high` where all are. */
static uint64_t first_unmarked(const hd_slice *slice, uint64_t from) {
  uint64_t at = from < slice->low ? slice->low : from;
  if (!is_bits(slice->walk) && at < slice->high) {
    const uint8_t *unmarked = memchr(slice->bytes + (at - slice->low), 0, (size_t)(slice->high - at));
    return unmarked == NULL ? slice->high : slice->low + (uint64_t)(unmarked - slice->bytes);
  }
  for (; at < slice->high; at++) {
    uint64_t bit = at - slice->low;
    if (bit % WORD == 0 && slice->bits[bit / WORD] == ~(uint64_t)0) {
      at += WORD - 1;
    } else if ((slice->bits[bit / WORD] >> bit % WORD & 1) == 0) {
      return at;
    }
  }
  return slice->high;
}

/* ---- threads: each takes the next slice ---- */

typedef struct hd_image_work {
  pthread_mutex_t lock;
  hd_walk *walk;
  uint64_t next;
  bool failed;
} hd_image_work;

static void *take_slices(void *context) {
  hd_image_work *work = context;
  hd_walk *walk = work->walk;
  size_t bytes =
      is_bits(walk) ? (size_t)(walk->slice / 8 + 2 * sizeof(uint64_t)) : (size_t)(walk->slice + 2 * sizeof(uint64_t));
  void *memory = malloc(bytes);
  pthread_mutex_lock(&work->lock);
  work->failed = work->failed || memory == NULL;
  while (!work->failed && work->next < walk->span) {
    hd_slice slice = {walk, work->next, work->next + walk->slice, memory, memory};
    if (slice.high > walk->span) slice.high = walk->span;
    work->next = slice.high;
    pthread_mutex_unlock(&work->lock);
    memset(memory, 0, bytes);
    go_through(&slice, walk->modes, 0);
    uint64_t taken = count_marks(&slice), unmarked = first_unmarked(&slice, walk->origin);
    pthread_mutex_lock(&work->lock);
    walk->total.taken += (int64_t)taken;
    if (slice.high > walk->origin && unmarked < slice.high && unmarked < walk->untaken) walk->untaken = unmarked;
  }
  pthread_mutex_unlock(&work->lock);
  free(memory);
  return NULL;
}

static bool mark_all(hd_walk *walk, int threads) {
  hd_image_work work = {.walk = walk};
  pthread_t thread[THREADS_MAX];
  int started = 0;
  pthread_mutex_init(&work.lock, NULL);
  while (started + 1 < threads && started < THREADS_MAX && (uint64_t)started < walk->span / walk->slice) {
    if (pthread_create(&thread[started], NULL, take_slices, &work) != 0) break;
    started++;
  }
  take_slices(&work);
  for (int k = 0; k < started; k++) pthread_join(thread[k], NULL);
  pthread_mutex_destroy(&work.lock);
  return !work.failed;
}

/* ---- the questions ---- */

static void choose_slice(hd_walk *walk, const hd_image_limits *limits) {
  uint64_t threads = (uint64_t)(limits->threads < 1 ? 1 : limits->threads);
  uint64_t most = is_bits(walk) ? SLICE_BITS : SLICE_BYTES, share = walk->span / threads / WORD * WORD + WORD;
  walk->slice = limits->slice > 0 ? (uint64_t)limits->slice : share < most ? share : most;
}

/* The least value from 0 on that is not taken, values being least + common * marks. */
static int64_t missing_value(const hd_walk *walk, int64_t least, uint64_t common) {
  uint64_t missing = common > 1 ? 1 : UINT64_MAX; /* what lies between */
  if ((0 - (uint64_t)least) % common != 0) return 0;
  uint64_t value = (walk->untaken - walk->origin) * common;
  if (value > INT64_MAX) value = INT64_MAX;
  return (int64_t)(value < missing ? value : missing);
}

hd_status hd_count_image(const hd_layout *layout, const hd_image_limits *limits, hd_error *error,
                         hd_image_count *result) {
  static const char operation[] = "image";
  int64_t least, size = 1;
  uint64_t common;
  if (layout->on_axes) return hd_fail(error, HD_MISMATCH, operation, "the values are no integers");
  for (int k = 0; k < layout->profile.leaves; k++) size *= layout->shape[k];
  if (size > limits->most)
    return hd_fail(error, HD_UNDECIDED, operation, "there are more coordinates than may be visited");
  hd_walk *walk = calloc(1, sizeof *walk);
  if (walk == NULL) return hd_fail(error, HD_CAPACITY, operation, "there is no memory");
  hd_status status = HD_OK;
  if (!sort_modes(layout, walk, &least, &common))
    status = hd_fail(error, HD_OVERFLOW, operation, "a value leaves 64 bits");
  if (common == 0) common = 1;
  if (status == HD_OK) {
    set_reaches(walk);
    walk->span = walk->modes == 0 ? 1 : walk->mode[walk->modes - 1].reach + 1;
    walk->origin = (0 - (uint64_t)least) / common;
    walk->untaken = walk->origin > walk->span ? walk->origin : walk->span;
    choose_marking(walk);
    choose_slice(walk, limits);
    if (walk->span / walk->slice > slices_most)
      status = hd_fail(error, HD_UNDECIDED, operation, "the values lie too far apart to be marked");
  }
  if (status == HD_OK && !mark_all(walk, limits->threads))
    status = hd_fail(error, HD_CAPACITY, operation, "there is no memory");
  if (status == HD_OK) {
    walk->total.coordinates = size;
    walk->total.missing = missing_value(walk, least, common);
    *result = walk->total;
  }
  free(walk);
  return status;
}

hd_status hd_compare_values(const hd_layout *a, const hd_layout *b, const hd_image_limits *limits, hd_error *error,
                            int64_t *first) {
  enum { BLOCK = 1024 };
  int64_t left[BLOCK], right[BLOCK], size = hd_size(a);
  if (size > limits->most)
    return hd_fail(error, HD_UNDECIDED, "compare", "there are more coordinates than may be visited");
  *first = -1;
  for (int64_t begin = 0; begin < size; begin += BLOCK) {
    int64_t count = size - begin < BLOCK ? size - begin : BLOCK, k = 0;
    hd_status status = hd_values(a, begin, count, error, left);
    if (status == HD_OK) status = hd_values(b, begin, count, error, right);
    if (status != HD_OK) return status;
    if (memcmp(left, right, (size_t)count * sizeof left[0]) == 0) continue;
    while (left[k] == right[k]) k++;
    *first = begin + k;
    return HD_OK;
  }
  return HD_OK;
}
