/* Every copy and every single load and store of the device layer, run on the host emulation for many seeds, checked and
 * not: each register of each thread, and each word of memory, against the manual's formulas. */
#include "tests/support/kernel.h"
#include "tests/support/tcgen05.h"

#include "tmem/geometry.h"

/* Immediates of 16x32bx2, lanes << 16 | columns. */
enum { SPLIT = 16 << 16 | 8, ASIDE = 16 << 16 };

/* ---- forms and tiles alike: so many registers of each thread at a place ---- */

typedef struct moved {
  const char *name;
  int shape; /* the manual's number */
  bool packed;
  uint32_t split;
  int words;
  size_t element;
  void (*load[2])(hd_tmem tile, uint32_t *words); /* blocking; asynchronous and waited for; or NULL */
  void (*store[2])(hd_tmem tile, const uint32_t *words);
  void (*to_memory)(hd_tmem tile, void *memory, int64_t pitch);
  void (*from_memory)(const void *memory, int64_t pitch, hd_tmem tile);
} moved;

enum { WORDS = 512 };

/* The cell of a register; from the tile's address on, or anywhere where that is 0. */
static hd_cell cell_at(const moved *m, uint32_t address, int t, int r, int h) {
  uint32_t at = hd_manual_address(m->shape, m->packed, address, m->split, t, r, h);
  return (hd_cell){(int32_t)(at >> 16), (int32_t)(at & 0xFFFF)};
}

/* What thread t's register r holds of the expected cells. */
static uint32_t register_of(const moved *m, uint32_t address, int t, int r) {
  hd_cell low = cell_at(m, address, t, r, 0), high = cell_at(m, address, t, r, 1);
  uint32_t value = hd_test_expected[low.lane][low.column];
  return m->packed ? (value & 0xFFFFu) | hd_test_expected[high.lane][high.column] << 16 : value;
}

static void expect_store(const moved *m, uint32_t address, int t, int r, uint32_t word) {
  for (int h = 0; h <= m->packed; h++) {
    hd_cell cell = cell_at(m, address, t, r, h);
    hd_test_expected[cell.lane][cell.column] = m->packed ? (h ? word >> 16 : word & 0xFFFFu) : word;
    hd_test_half[cell.lane][cell.column] = m->packed;
  }
}

/* Columns from the first to behind the last that the tile has, of both accesses. */
static int width_of(const moved *m) {
  int last = 0;
  for (int t = 0; t < 32; t++) {
    int column = cell_at(m, 0, t, m->words - 1, m->packed).column;
    if (column > last) last = column;
  }
  return last + 1;
}

typedef struct move_arguments {
  const moved *m;
  uint32_t salt;
  int column; /* where the tile begins */
  bool upper; /* in the upper 16 lanes */
  unsigned char *memory;
  int64_t pitch; /* in bytes */
} move_arguments;

/* The word of memory that the cells of a register are, by lane and column from the tile on. */
static unsigned char *word_at(const move_arguments *a, unsigned char *memory, int t, int r) {
  hd_cell cell = cell_at(a->m, 0, t, r, 0);
  return memory + cell.lane * a->pitch + (a->m->packed ? 2 : 4) * cell.column;
}

static void load_and_store(const move_arguments *a, hd_tmem tile) {
  const moved *m = a->m;
  uint32_t words[WORDS];
  for (int async = 0; async < 2; async++) {
    if (m->load[async] != NULL) {
      for (int r = 0; r < m->words; r++) words[r] = 0;
      m->load[async](tile, words);
      for (int r = 0; r < m->words; r++)
        NOTE(words[r] == register_of(m, tile.address, HD_LANE(), r), "%s: loaded thread %d word %d", m->name,
             HD_THREAD(), r);
    }
    if (m->store[async] != NULL) {
      for (int r = 0; r < m->words; r++) {
        words[r] = hd_test_mix(a->salt + (uint32_t)async, (uint32_t)HD_THREAD(), (uint32_t)r);
        expect_store(m, tile.address, HD_LANE(), r, words[r]);
      }
      m->store[async](tile, words);
      for (int r = 0; r < m->words; r++) words[r] = ~words[r]; /* it is complete */
    }
  }
}

static void to_and_from_memory(const move_arguments *a, hd_tmem tile) {
  const moved *m = a->m;
  const int64_t pitch = a->pitch / (int64_t)m->element;
  unsigned char *memory = a->memory + HD_WARP() * 32 * a->pitch;
  m->to_memory(tile, memory, pitch);
  HD_SYNC_PART(1 + HD_WARP(), 32);
  for (int r = 0; r < m->words; r++) {
    uint32_t word;
    memcpy(&word, word_at(a, memory, HD_LANE(), r), sizeof word);
    NOTE(word == register_of(m, tile.address, HD_LANE(), r), "%s: thread %d word %d in memory", m->name, HD_THREAD(),
         r);
    word = hd_test_mix(a->salt + 7, (uint32_t)HD_THREAD(), (uint32_t)r);
    memcpy(word_at(a, memory, HD_LANE(), r), &word, sizeof word);
    expect_store(m, tile.address, HD_LANE(), r, word);
  }
  HD_SYNC_PART(1 + HD_WARP(), 32);
  m->from_memory(memory, pitch, tile);
}

HD_KERNEL(move_kernel, move_arguments, a) {
  HD_SHARED(hd_tmem, address, 1);
  if (HD_WARP() == 0) HD_TMEM_ALLOC(address, 512);
  HD_SYNC();
  hd_tmem tile = hd_tmem_at(hd_tmem_slab(*address), a.upper ? 16 : 0, a.column);
  hd_test_fill_slab(a.salt);
  HD_SYNC_PART(1 + HD_WARP(), 32);
  load_and_store(&a, tile);
  if (a.m->to_memory != NULL) to_and_from_memory(&a, tile);
  HD_SYNC_PART(1 + HD_WARP(), 32); /* unchecked, every thread is on its own */
  hd_test_check_slab(a.m->name);
  HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 0) HD_TMEM_DEALLOC(*address, 512);
}

/* Runs one of them for so many seeds, at other places each time, checked and not; in memory, nothing but the tile may
 * change. */
static void move_everywhere(const moved *m, int seeds) {
  static _Alignas(1024) unsigned char memory[128 * 4096];
  int width = width_of(m), unit = m->packed ? 2 : 1;
  bool has_upper = hd_manual_shapes[m->shape].lanes == 16 && m->split >> 16 == 0;
  for (int seed = 0; seed < seeds; seed++) {
    move_arguments a = {.m = m, .salt = (uint32_t)seed, .memory = memory};
    int row = width * (m->packed ? 2 : 4);
    int places = (HD_TEST_COLUMNS - width) / unit + 1;
    a.column = seed == 0   ? 0
               : seed == 1 ? (places - 1) * unit
                           : (int)(hd_test_mix(3, (uint32_t)seed, 0) % (unsigned)places) * unit;
    a.upper = has_upper && seed % 2 != 0;
    /* Rows of one move may be as narrow as they are; others lie on multiples of 16 bytes. */
    a.pitch = seed % 2 == 0 && (row & (row - 1)) == 0 ? row : (row + 15) / 16 * 16 + seed % 3 * 16;
    hd_launch launch = {.blocks = 1, .threads = 128, .seed = (uint64_t)seed, .unchecked = seed % 3 == 2};
    hd_test_stamp(memory, sizeof memory);
    HD_TEST_RUN(move_kernel, &launch, &a);
    if (m->to_memory == NULL) continue;
    static bool written[sizeof memory];
    memset(written, 0, sizeof written);
    for (int warp = 0; warp < 4; warp++)
      for (int t = 0; t < 32; t++)
        for (int r = 0; r < m->words; r++)
          memset(&written[word_at(&a, memory + warp * 32 * a.pitch, t, r) - memory], true, 4);
    for (size_t k = 0; k < sizeof memory; k++)
      EXPECT(written[k] || memory[k] == 0xA5, "%s: byte %d is no part of the tile", m->name, (int)k);
  }
}

/* ---- single instructions, every form ---- */

#define FOR_EACH_FORM(DO)                                                                                           \
  DO(32x32b, x1)                                                                                                    \
  DO(32x32b, x2)                                                                                                    \
  DO(32x32b, x4) DO(32x32b, x8) DO(32x32b, x16) DO(32x32b, x32) DO(32x32b, x64) DO(32x32b, x128) DO(16x64b, x1)     \
      DO(16x64b, x2) DO(16x64b, x4) DO(16x64b, x8) DO(16x64b, x16) DO(16x64b, x32) DO(16x64b, x64) DO(16x64b, x128) \
          DO(16x128b, x1) DO(16x128b, x2) DO(16x128b, x4) DO(16x128b, x8) DO(16x128b, x16) DO(16x128b, x32)         \
              DO(16x128b, x64) DO(16x256b, x1) DO(16x256b, x2) DO(16x256b, x4) DO(16x256b, x8) DO(16x256b, x16)     \
                  DO(16x256b, x32)
#define FOR_EACH_SPLIT(DO) DO(x1) DO(x2) DO(x4) DO(x8) DO(x16) DO(x32) DO(x64) DO(x128)

#define FORM_OF(macro, kind, id, ...)                                                                          \
  static void ld_##id##_##kind(hd_tmem tile, uint32_t *words) { HD_TMEM_LD##macro(__VA_ARGS__, words, tile); } \
  static void st_##id##_##kind(hd_tmem tile, const uint32_t *words) { HD_TMEM_ST##macro(__VA_ARGS__, words, tile); }
#define FORM_LATER(macro, kind, id, ...)                              \
  static void ld_##id##_##kind(hd_tmem tile, uint32_t *words) {       \
    HD_TMEM_LD##macro(__VA_ARGS__, words, tile);                      \
    HD_TMEM_WAIT_LOAD();                                              \
  }                                                                   \
  static void st_##id##_##kind(hd_tmem tile, const uint32_t *words) { \
    HD_TMEM_ST##macro(__VA_ARGS__, words, tile);                      \
    HD_TMEM_WAIT_STORE();                                             \
  }
#define FORMS(shape, repeat)                                       \
  FORM_OF(, plain, shape##_##repeat, shape, repeat)                \
  FORM_OF(_PACKED, packed, shape##_##repeat, shape, repeat)        \
  FORM_LATER(_ASYNC, plain_later, shape##_##repeat, shape, repeat) \
  FORM_LATER(_PACKED_ASYNC, packed_later, shape##_##repeat, shape, repeat)
FOR_EACH_FORM(FORMS)
#define SPLIT_FORMS(repeat)                                            \
  FORM_OF(_SPLIT, plain, split_##repeat, repeat, ASIDE)                \
  FORM_OF(_SPLIT_PACKED, packed, split_##repeat, repeat, ASIDE)        \
  FORM_LATER(_SPLIT_ASYNC, plain_later, split_##repeat, repeat, ASIDE) \
  FORM_LATER(_SPLIT_PACKED_ASYNC, packed_later, split_##repeat, repeat, ASIDE)
FOR_EACH_SPLIT(SPLIT_FORMS)

#define HD_MANUAL_32x32b 0
#define HD_MANUAL_16x64b 1
#define HD_MANUAL_16x128b 2
#define HD_MANUAL_16x256b 3
#define HD_MANUAL_16x32bx2 4

START_TEST(every_form_moves_what_the_manual_says) {
  const moved forms[] = {
#define FORM_LINE(id, form_shape, repeat, is_packed, offset, kind) \
  {#id " " #kind,                                                  \
   HD_MANUAL_##form_shape,                                         \
   is_packed,                                                      \
   offset,                                                         \
   HD_REGISTERS(form_shape, repeat),                               \
   sizeof(uint32_t),                                               \
   {ld_##id##_##kind, ld_##id##_##kind##_later},                   \
   {st_##id##_##kind, st_##id##_##kind##_later},                   \
   NULL,                                                           \
   NULL},
#define LINES(shape, repeat)                                  \
  FORM_LINE(shape##_##repeat, shape, repeat, false, 0, plain) \
  FORM_LINE(shape##_##repeat, shape, repeat, true, 0, packed)
#define SPLIT_FORM_LINES(repeat)                                   \
  FORM_LINE(split_##repeat, 16x32bx2, repeat, false, ASIDE, plain) \
  FORM_LINE(split_##repeat, 16x32bx2, repeat, true, ASIDE, packed)
      FOR_EACH_FORM(LINES) FOR_EACH_SPLIT(SPLIT_FORM_LINES)};
  ck_assert_int_eq(HD_COUNT(forms), 74);
  for (int k = 0; k < HD_COUNT(forms); k++) move_everywhere(&forms[k], 3);
}
END_TEST

/* ---- copies of tiles ---- */

/* A tile whose copies are all blocking, and one that is also copied without. */
#define WIDE(macro, name, type, ...)                                         \
  HD_TMEM_COPIES##macro(name, __VA_ARGS__, type);                            \
  static void name##_ld(hd_tmem tile, uint32_t *words) {                     \
    name##_registers registers;                                              \
    HD_TMEM_LOAD(name, tile, &registers);                                    \
    memcpy(words, registers.word, sizeof registers.word);                    \
  }                                                                          \
  static void name##_st(hd_tmem tile, const uint32_t *words) {               \
    name##_registers registers;                                              \
    memcpy(registers.word, words, sizeof registers.word);                    \
    HD_TMEM_STORE(name, tile, &registers);                                   \
  }                                                                          \
  static void name##_to(hd_tmem tile, void *memory, int64_t pitch) {         \
    HD_TMEM_TO_MEMORY(name, tile, (type *)memory, pitch);                    \
  }                                                                          \
  static void name##_from(const void *memory, int64_t pitch, hd_tmem tile) { \
    HD_TMEM_FROM_MEMORY(name, (const type *)memory, pitch, tile);            \
  }
#define ASYNC(macro, name, type, ...)                                \
  HD_TMEM_COPIES##macro##_ASYNC(name##_later, __VA_ARGS__, type);    \
  static void name##_later_ld(hd_tmem tile, uint32_t *words) {       \
    name##_later_registers registers;                                \
    HD_TMEM_LOAD_ASYNC(name##_later, tile, &registers);              \
    HD_TMEM_WAIT_LOADED(name##_later, &registers);                   \
    memcpy(words, registers.word, sizeof registers.word);            \
  }                                                                  \
  static void name##_later_st(hd_tmem tile, const uint32_t *words) { \
    name##_later_registers registers;                                \
    memcpy(registers.word, words, sizeof registers.word);            \
    HD_TMEM_STORE_ASYNC(name##_later, tile, &registers);             \
    HD_TMEM_WAIT_STORE();                                            \
  }

/* At most 64 registers: a power of two, one below and one above, and some between. */
#define NARROW_TILES(DO)                                                                                             \
  DO(32x32b, 1, float)                                                                                               \
  DO(32x32b, 2, float)                                                                                               \
  DO(32x32b, 3, float) DO(32x32b, 5, uint16_t) DO(32x32b, 8, float) DO(32x32b, 15, uint8_t) DO(32x32b, 31, float)    \
      DO(32x32b, 33, float) DO(32x32b, 63, float) DO(32x32b, 64, float) DO(16x64b, 2, float) DO(16x64b, 4, uint16_t) \
          DO(16x64b, 6, float) DO(16x64b, 62, uint32_t) DO(16x64b, 66, float) DO(16x64b, 128, float)                 \
              DO(16x128b, 4, float) DO(16x128b, 8, uint8_t) DO(16x128b, 12, float) DO(16x128b, 92, float)            \
                  DO(16x128b, 128, float) DO(16x256b, 8, float) DO(16x256b, 16, uint16_t) DO(16x256b, 24, float)     \
                      DO(16x256b, 120, float) DO(16x256b, 128, float)
#define WIDE_TILES(DO)                                                                                               \
  DO(32x32b, 65, float)                                                                                              \
  DO(32x32b, 127, float)                                                                                             \
  DO(32x32b, 200, float) DO(32x32b, 511, float) DO(32x32b, 512, float) DO(16x64b, 130, float) DO(16x64b, 254, float) \
      DO(16x64b, 512, uint16_t) DO(16x128b, 132, float) DO(16x128b, 508, float) DO(16x128b, 512, float)              \
          DO(16x256b, 136, float) DO(16x256b, 504, float) DO(16x256b, 512, float)
#define NARROW_PACKED_TILES(DO)                                                                               \
  DO(32x32b, 2)                                                                                               \
  DO(32x32b, 6)                                                                                               \
  DO(32x32b, 100) DO(32x32b, 128) DO(16x64b, 4) DO(16x64b, 12) DO(16x64b, 256) DO(16x128b, 8) DO(16x128b, 24) \
      DO(16x128b, 256) DO(16x256b, 16) DO(16x256b, 48) DO(16x256b, 256)
#define WIDE_PACKED_TILES(DO) \
  DO(32x32b, 130) DO(32x32b, 512) DO(16x64b, 260) DO(16x64b, 512) DO(16x128b, 504) DO(16x256b, 496) DO(16x256b, 512)
/* The second access beside the first, or in the other lanes, or both. */
#define SPLIT_TILES(DO) \
  DO(1, ASIDE, float)   \
  DO(3, SPLIT, float) DO(8, SPLIT, uint16_t) DO(64, ASIDE, float) DO(64, 64, float) DO(37, 100, float)
#define WIDE_SPLIT_TILES(DO) DO(512, ASIDE, float) DO(256, 256, float) DO(250, SPLIT, float)
#define PACKED_SPLIT_TILES(DO) DO(2, ASIDE) DO(6, SPLIT) DO(64, 64) DO(512, ASIDE) DO(256, 256)

#define NARROW_TILE(shape, columns, type)            \
  WIDE(, t##shape##_##columns, type, shape, columns) \
  ASYNC(, t##shape##_##columns, type, shape, columns)
#define WIDE_TILE(shape, columns, type) WIDE(, t##shape##_##columns, type, shape, columns)
#define NARROW_PACKED_TILE(shape, columns)                      \
  WIDE(_PACKED, p##shape##_##columns, uint16_t, shape, columns) \
  ASYNC(_PACKED, p##shape##_##columns, uint16_t, shape, columns)
#define WIDE_PACKED_TILE(shape, columns) WIDE(_PACKED, p##shape##_##columns, uint16_t, shape, columns)
#define SPLIT_TILE(columns, split, type)                   \
  WIDE(_SPLIT, s##columns##_##split, type, columns, split) \
  ASYNC(_SPLIT, s##columns##_##split, type, columns, split)
#define WIDE_SPLIT_TILE(columns, split, type) WIDE(_SPLIT, s##columns##_##split, type, columns, split)
#define PACKED_SPLIT_TILE(columns, split) WIDE(_SPLIT_PACKED, ps##columns##_##split, uint16_t, columns, split)
NARROW_TILES(NARROW_TILE)
WIDE_TILES(WIDE_TILE)
NARROW_PACKED_TILES(NARROW_PACKED_TILE)
WIDE_PACKED_TILES(WIDE_PACKED_TILE)
SPLIT_TILES(SPLIT_TILE)
WIDE_SPLIT_TILES(WIDE_SPLIT_TILE)
PACKED_SPLIT_TILES(PACKED_SPLIT_TILE)

#define TILE_LINE(id, number, is_packed, offset, type, later_load, later_store) \
  {                                                                             \
#id, number, is_packed, offset, id##_words, sizeof(type),                   \
        {id##_ld, later_load }, {id##_st, later_store }, id##_to, id##_from     \
  }
#define WIDE_LINE(id, number, is_packed, offset, type) TILE_LINE(id, number, is_packed, offset, type, NULL, NULL)
#define NARROW_LINE(id, number, is_packed, offset, type) \
  TILE_LINE(id, number, is_packed, offset, type, id##_later_ld, id##_later_st)

START_TEST(every_copy_moves_what_the_manual_says) {
  const moved tiles[] = {
#define NARROW_TILE_LINE(shape, columns, type) NARROW_LINE(t##shape##_##columns, HD_MANUAL_##shape, false, 0, type),
#define WIDE_TILE_LINE(shape, columns, type) WIDE_LINE(t##shape##_##columns, HD_MANUAL_##shape, false, 0, type),
#define NARROW_PACKED_LINE(shape, columns) NARROW_LINE(p##shape##_##columns, HD_MANUAL_##shape, true, 0, uint16_t),
#define WIDE_PACKED_LINE(shape, columns) WIDE_LINE(p##shape##_##columns, HD_MANUAL_##shape, true, 0, uint16_t),
#define SPLIT_LINE(columns, split, type) NARROW_LINE(s##columns##_##split, HD_MANUAL_SPLIT, false, split, type),
#define WIDE_SPLIT_LINE(columns, split, type) WIDE_LINE(s##columns##_##split, HD_MANUAL_SPLIT, false, split, type),
#define PACKED_SPLIT_LINE(columns, split) WIDE_LINE(ps##columns##_##split, HD_MANUAL_SPLIT, true, split, uint16_t),
      NARROW_TILES(NARROW_TILE_LINE) WIDE_TILES(WIDE_TILE_LINE) NARROW_PACKED_TILES(NARROW_PACKED_LINE)
          WIDE_PACKED_TILES(WIDE_PACKED_LINE) SPLIT_TILES(SPLIT_LINE) WIDE_SPLIT_TILES(WIDE_SPLIT_LINE)
              PACKED_SPLIT_TILES(PACKED_SPLIT_LINE)};
  for (int k = 0; k < HD_COUNT(tiles); k++) move_everywhere(&tiles[k], tiles[k].words <= 64 ? 5 : 3);
}
END_TEST

START_TEST(a_hundred_seeds_agree) {
  const moved tile = NARROW_LINE(t16x256b_24, HD_MANUAL_16x256b, false, 0, float);
  move_everywhere(&tile, 100);
}
END_TEST

int main(void) {
#define TEST(name) \
  { #name, name }
  const hd_test tests[] = {
      TEST(every_form_moves_what_the_manual_says),
      TEST(every_copy_moves_what_the_manual_says),
      TEST(a_hundred_seeds_agree),
  };
  return hd_test_main("kernels_copies", tests, HD_COUNT(tests));
}
