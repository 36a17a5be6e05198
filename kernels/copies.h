/* Which functions copy a tile of tensor memory, and what may a kernel rely on? Part of device.h, whose opening says how
 * tiles and warps go together.
 *
 *   HD_TMEM_COPIES(name, shape, columns, type)
 *
 * defines, for a tile of so many columns that one warp reaches with instructions of a shape:
 *
 *   name_registers                                    what one thread holds of the tile: .word[], its 32-bit registers, and
 *                                                     .value[], the same bits as elements
 *   HD_TMEM_LOAD(name, tile, &registers)              tensor memory to registers
 *   HD_TMEM_STORE(name, tile, &registers)             registers to tensor memory
 *   HD_TMEM_TO_MEMORY(name, tile, memory, pitch)      tensor memory to shared or global memory
 *   HD_TMEM_FROM_MEMORY(name, memory, pitch, tile)    shared or global memory to tensor memory
 *   HD_REGISTERS_TO_MEMORY(name, &registers, memory, pitch)      registers to where ..TO_MEMORY would put them, and
 *   HD_REGISTERS_FROM_MEMORY(name, memory, pitch, &registers)    from there; no tensor memory is touched
 *
 * All block: when one returns, what it has moved is there. A row is moved in slices of at most 64 registers, one wait a
 * slice, and a load and its wait are one statement; the two between tensor memory and memory hold one slice
 * at a time.
 *
 * Meaning, with (lane, column) the cell that HD_ROW and HD_COLUMN give thread t's word r, counted from the tile:
 *
 *   after HD_TMEM_LOAD     registers.word[r] of thread t = cell (lane, column)
 *   after HD_TMEM_STORE    cell (lane, column) = registers.word[r] of thread t
 *   ..TO_MEMORY            memory[lane * pitch + column] = cell (lane, column), for every cell of the tile; of elements
 *                          narrower than a cell a row holds 32/bits for every column. pitch counts elements
 *
 * Memory is aligned, and pitch a multiple of, what is moved at a time: 16 bytes for 32x32b and 16x32bx2, 8 for 16x256b, 4
 * for the others; less where a row has fewer words.
 *
 * A header that `heddle emit` writes for a plan defines the same functions for any piece of tensor memory; its memory has
 * a layout of its own, and no pitch is given.
 *
 * Other tiles:
 *
 *   HD_TMEM_COPIES_PACKED(name, shape, columns, type)   one 16-bit element in the lower half of each cell, as 16-bit
 *                                                       accumulators have it; `columns` elements a lane, two a register
 *   HD_TMEM_COPIES_SPLIT(name, columns, split, type)    16x32bx2: threads 0 to 15 hold lane t%16 from the tile on, threads
 *   HD_TMEM_COPIES_SPLIT_PACKED(..)                     16 to 31 the same from `split` on: lanes << 16 plus columns
 *
 * Without a wait:
 *
 *   HD_TMEM_COPIES_ASYNC(name, shape, columns, type)    and .._PACKED_ASYNC, .._SPLIT_ASYNC
 *
 * defines name_registers, the two that move registers to and from memory, and
 *
 *   HD_TMEM_LOAD_ASYNC(name, tile, &registers)          registers may be read behind HD_TMEM_WAIT_LOADED
 *   HD_TMEM_WAIT_LOADED(name, &registers)               waits for all loads of the warp; ties these registers
 *   HD_TMEM_TIE(name, &others)                          ties more of them, behind that wait
 *   HD_TMEM_STORE_ASYNC(name, tile, &registers)         registers may be changed behind HD_TMEM_WAIT_STORE()
 *
 * To tie is what keeps the compiler from moving a use of loaded registers before the wait: a register that is not tied
 * may be read too early. In a loop the wait stands in the same turn as its load. To load ahead, name two buffers and
 * load, wait and use both in one turn: a buffer that is under way across the loop's back edge is copied by the compiler,
 * and the copies read it before its wait, tied or not. And compile with optimisation: unoptimised code keeps registers
 * in memory and moves them there at once, before the wait; loads that block are right even so.
 *
 * Everything of an asynchronous tile is under way at once, so it has at most 64 registers: 64 columns of 32x32b, 128 of
 * the shapes of 16 lanes.
 *
 * Refused when compiled, naming the macro and what is legal: columns that the shape does not cut evenly, or none; more
 * than 64 registers under way; element types of other than 1, 2 or 4 bytes.
 *
 * Costs: a register load is its instructions and nothing else; to memory, a store of up to 16 bytes for every four words. */
#ifndef HEDDLE_KERNELS_COPIES_H
#define HEDDLE_KERNELS_COPIES_H

/* Defines name_registers and the copies of such a tile that block. */
#define HD_TMEM_COPIES(name, shape, columns, type) HD_COPIES_("HD_TMEM_COPIES", name, shape, columns, PLAIN, 0, type)
#define HD_TMEM_COPIES_PACKED(name, shape, columns, type)                              \
  HD_ASSERT(sizeof(type) == 2, "HD_TMEM_COPIES_PACKED: a packed element has 2 bytes"); \
  HD_COPIES_("HD_TMEM_COPIES_PACKED", name, shape, columns, PACKED, 0, type)
#define HD_TMEM_COPIES_SPLIT(name, columns, split, type) \
  HD_COPIES_("HD_TMEM_COPIES_SPLIT", name, 16x32bx2, columns, PLAIN, split, type)
#define HD_TMEM_COPIES_SPLIT_PACKED(name, columns, split, type)                              \
  HD_ASSERT(sizeof(type) == 2, "HD_TMEM_COPIES_SPLIT_PACKED: a packed element has 2 bytes"); \
  HD_COPIES_("HD_TMEM_COPIES_SPLIT_PACKED", name, 16x32bx2, columns, PACKED, split, type)

/* Defines name_registers and the copies of such a tile that do not wait. */
#define HD_TMEM_COPIES_ASYNC(name, shape, columns, type) \
  HD_COPIES_ASYNC_("HD_TMEM_COPIES_ASYNC", name, shape, columns, PLAIN, 0, type)
#define HD_TMEM_COPIES_PACKED_ASYNC(name, shape, columns, type)                              \
  HD_ASSERT(sizeof(type) == 2, "HD_TMEM_COPIES_PACKED_ASYNC: a packed element has 2 bytes"); \
  HD_COPIES_ASYNC_("HD_TMEM_COPIES_PACKED_ASYNC", name, shape, columns, PACKED, 0, type)
#define HD_TMEM_COPIES_SPLIT_ASYNC(name, columns, split, type) \
  HD_COPIES_ASYNC_("HD_TMEM_COPIES_SPLIT_ASYNC", name, 16x32bx2, columns, PLAIN, split, type)

#define HD_TMEM_LOAD(name, tile, registers) name##_load(HD_SITE tile, registers)
#define HD_TMEM_STORE(name, tile, registers) name##_store(HD_SITE tile, registers)
#define HD_TMEM_TO_MEMORY(name, tile, ...) name##_to_memory(HD_SITE tile, __VA_ARGS__)
#define HD_TMEM_FROM_MEMORY(name, ...) name##_from_memory(HD_SITE __VA_ARGS__)
#define HD_REGISTERS_TO_MEMORY(name, registers, ...) name##_put(HD_SITE registers, __VA_ARGS__)
#define HD_REGISTERS_FROM_MEMORY(name, ...) name##_get(HD_SITE __VA_ARGS__)
#define HD_TMEM_LOAD_ASYNC(name, tile, registers) name##_load_async(HD_SITE tile, registers)
#define HD_TMEM_STORE_ASYNC(name, tile, registers) name##_store_async(HD_SITE tile, registers)
#define HD_TMEM_WAIT_LOADED(name, registers) name##_wait_loaded(HD_SITE registers)
#define HD_TMEM_TIE(name, registers) name##_tie(registers)

/* ---- how they are made ---- */

/* Columns from one word of a row to the next, where they stand in the order of the row. */
#define HD_STEP_(shape, packing) (HD_FACT(shape, COLUMNS) * HD_CELLS_##packing / HD_FACT(shape, REGISTERS))

/* The numbers of a tile, what a thread holds of it, and what must be true of it. */
#define HD_TILE_(macro, name, shape, columns, packing, split, type)                                                 \
  enum {                                                                                                            \
    name##_unit = HD_FACT(shape, COLUMNS) * HD_CELLS_##packing,                                                     \
    name##_columns = (columns),                                                                                     \
    name##_step = HD_STEP_(shape, packing),                                                                         \
    name##_words = name##_columns / name##_unit * HD_FACT(shape, REGISTERS),                                        \
    HD_PIECES(shape)(HD_PIECE_BOUNDS_, name)                                                                        \
  };                                                                                                                \
  HD_ASSERT(name##_columns >= name##_unit && name##_columns <= 512 && name##_columns % name##_unit == 0,            \
            macro ": columns of " #shape " are 1 to 512, a multiple of " HD_UNIT_TEXT_##packing(shape));            \
  HD_ASSERT(sizeof(type) == 4 || sizeof(type) == 2 || sizeof(type) == 1, macro ": an element has 1, 2 or 4 bytes"); \
  typedef union name##_registers {                                                                                  \
    uint32_t word[name##_words > 0 ? name##_words : 1];                                                             \
    type value[(name##_words > 0 ? name##_words : 1) * 4 / sizeof(type)];                                           \
  } name##_registers;

#define HD_UNIT_TEXT_PLAIN(shape) HD_UNIT_TEXT_##shape
#define HD_UNIT_TEXT_32x32b "1"
#define HD_UNIT_TEXT_16x64b "2"
#define HD_UNIT_TEXT_16x128b "4"
#define HD_UNIT_TEXT_16x256b "8"
#define HD_UNIT_TEXT_16x32bx2 "1"
#define HD_UNIT_TEXT_PACKED(shape) HD_UNIT_TEXT_PACKED_##shape
#define HD_UNIT_TEXT_PACKED_32x32b "2 (packed)"
#define HD_UNIT_TEXT_PACKED_16x64b "4 (packed)"
#define HD_UNIT_TEXT_PACKED_16x128b "8 (packed)"
#define HD_UNIT_TEXT_PACKED_16x256b "16 (packed)"
#define HD_UNIT_TEXT_PACKED_16x32bx2 "2 (packed)"

/* One piece of a row: k registers from register o on. The loop turns once, but for the largest piece; where a row has
 * no such piece the compiler is told before it makes anything of it. */
#define HD_PIECE_LOOP_(ROLLING, k, name)       \
  HD_WHERE(name##_from_##k < name##_until_##k) \
  ROLLING for (int o = name##_from_##k; o < name##_until_##k; o += k)
#define HD_PIECE_BOUNDS_(k, repeat, name) \
  name##_from_##k = HD_PIECE_FIRST(name##_words, k), name##_until_##k = HD_PIECE_LAST(name##_words, k),

/* The instructions of a tile's pieces, name_load_x64 and so on, each written out once for all that issue it. */
#define HD_FORMS_(name, shape, packing, split, wait) HD_PIECES(shape)(HD_FORM_, name, shape, packing, split, wait)
#define HD_FORM_(k, repeat, name, shape, packing, split, wait)                                     \
  HD_INTERNAL void name##_load_##repeat(HD_SITE_PARAMETERS hd_tmem tile, uint32_t *words) {        \
    HD_ISSUE_LD_OF(k, shape, repeat, packing, split, wait, words, tile);                           \
  }                                                                                                \
  HD_INTERNAL void name##_store_##repeat(HD_SITE_PARAMETERS hd_tmem tile, const uint32_t *words) { \
    HD_ISSUE_ST_OF(k, shape, repeat, packing, split, wait, words, tile);                           \
  }

#define HD_LOAD_PIECE_(k, repeat, name, shape, packing) \
  HD_PIECE_LOOP_(HD_UNROLLED, k, name)                  \
  name##_load_##repeat(HD_SAME_SITE hd_tmem_at(tile, 0, o *name##_step), registers->word + o);

#define HD_STORE_PIECE_(k, repeat, name, shape, packing) \
  HD_PIECE_LOOP_(HD_UNROLLED, k, name)                   \
  name##_store_##repeat(HD_SAME_SITE hd_tmem_at(tile, 0, o *name##_step), registers->word + o);

#define HD_TIE_PIECE_(k, repeat, name) HD_PIECE_LOOP_(HD_UNROLLED, k, name) HD_ISSUE_TIE(k, registers->word + o);

/* As many words as move at a time. */
#define HD_RUN_OF_(shape, k) (HD_RUN(shape) < (k) ? HD_RUN(shape) : (k))
/* Where words i.. of registers from the row's register o on lie in memory: a run of them stands side by side. */
#define HD_PLACE_(name, shape, packing, split, i)                                                                \
  (HD_ROW(shape, hd_lane, i, split) * words_pitch + HD_COLUMN(shape, hd_lane, 0, (split) / HD_CELLS_##packing) + \
   HD_COLUMN(shape, 0, i, 0) + o * name##_step / HD_CELLS_##packing)

/* A row in runs, and what runs of four leave over: two registers, and one. */
#define HD_RUNS_OF_ROW_(shape, words, move, place)                                                          \
  move(HD_SAME_SITE place, words_pitch, registers->word, 0, (words) & ~(HD_RUN(shape) - 1), HD_RUN(shape)); \
  HD_WHERE(HD_RUN(shape) == 4 && ((words)&2))                                                               \
  move(HD_SAME_SITE place, words_pitch, registers->word + ((words) & ~3), (words) & ~3, 2, 2);              \
  HD_WHERE(HD_RUN(shape) == 4 && ((words)&1))                                                               \
  move(HD_SAME_SITE place, words_pitch, registers->word + ((words) & ~1), (words) & ~1, 1, 1);

#define HD_TO_MEMORY_PIECE_(k, repeat, name, shape, packing, split)                    \
  HD_PIECE_LOOP_(HD_ROLLED, k, name) {                                                 \
    uint32_t staged[k];                                                                \
    name##_load_##repeat(HD_SAME_SITE hd_tmem_at(tile, 0, o *name##_step), staged);    \
    name##_put_runs(HD_SAME_SITE to, words_pitch, staged, o, k, HD_RUN_OF_(shape, k)); \
  }

#define HD_FROM_MEMORY_PIECE_(k, repeat, name, shape, packing, split)                    \
  HD_PIECE_LOOP_(HD_ROLLED, k, name) {                                                   \
    uint32_t staged[k];                                                                  \
    name##_get_runs(HD_SAME_SITE from, words_pitch, staged, o, k, HD_RUN_OF_(shape, k)); \
    name##_store_##repeat(HD_SAME_SITE hd_tmem_at(tile, 0, o *name##_step), staged);     \
  }

/* Memory and its pitch in words. */
#define HD_PLACED_(type, words, memory, pitch) \
  type *const words = (type *)(memory);        \
  const int64_t words_pitch = (pitch) * (int64_t)sizeof *(memory) / 4

/* Registers to and from memory: `count` of them from the row's register o on, in runs. */
#define HD_REGISTER_COPIES_(name, shape, packing, split, type)                                                         \
  HD_INTERNAL void name##_put_runs(HD_SITE_PARAMETERS uint32_t *to, int64_t words_pitch, const uint32_t *words, int o, \
                                   int count, int run) {                                                               \
    const int hd_lane = HD_LANE();                                                                                     \
    HD_UNROLLED                                                                                                        \
    for (int i = 0; i < count; i += run) HD_PUT_WORDS(to + HD_PLACE_(name, shape, packing, split, i), words + i, run); \
  }                                                                                                                    \
  HD_INTERNAL void name##_get_runs(HD_SITE_PARAMETERS const uint32_t *from, int64_t words_pitch, uint32_t *words,      \
                                   int o, int count, int run) {                                                        \
    const int hd_lane = HD_LANE();                                                                                     \
    HD_UNROLLED                                                                                                        \
    for (int i = 0; i < count; i += run)                                                                               \
      HD_GET_WORDS(from + HD_PLACE_(name, shape, packing, split, i), words + i, run);                                  \
  }                                                                                                                    \
  HD_DEVICE void name##_put(HD_SITE_PARAMETERS const name##_registers *registers, type *memory, int64_t pitch) {       \
    HD_PLACED_(uint32_t, to, memory, pitch);                                                                           \
    HD_RUNS_OF_ROW_(shape, name##_words, name##_put_runs, to)                                                          \
  }                                                                                                                    \
  HD_DEVICE void name##_get(HD_SITE_PARAMETERS const type *memory, int64_t pitch, name##_registers *registers) {       \
    HD_PLACED_(const uint32_t, from, memory, pitch);                                                                   \
    HD_RUNS_OF_ROW_(shape, name##_words, name##_get_runs, from)                                                        \
  }

#define HD_ASSERT_SPLIT_(macro, packing, split)                                                                        \
  HD_ASSERT((split) >= 0 && ((split) >> 16 == 0 || (split) >> 16 == 16) && ((split)&0xFFFF) < 512 &&                   \
                (split) % HD_CELLS_##packing == 0,                                                                     \
            macro ": the second access lies 0 or 16 lanes and 0 to 511 columns on (lanes << 16 | columns), packed an " \
                  "even number of columns")

#define HD_COPIES_(macro, name, shape, columns, packing, split, type)                                     \
  HD_TILE_(macro, name, shape, columns, packing, split, type)                                             \
  HD_REGISTER_COPIES_(name, shape, packing, split, type)                                                  \
  HD_FORMS_(name, shape, packing, split, WAIT)                                                            \
  HD_DEVICE void name##_load(HD_SITE_PARAMETERS hd_tmem tile, name##_registers *registers) {              \
    HD_PIECES(shape)(HD_LOAD_PIECE_, name, shape, packing);                                               \
  }                                                                                                       \
  HD_DEVICE void name##_store(HD_SITE_PARAMETERS hd_tmem tile, const name##_registers *registers) {       \
    HD_PIECES(shape)(HD_STORE_PIECE_, name, shape, packing);                                              \
  }                                                                                                       \
  HD_DEVICE void name##_to_memory(HD_SITE_PARAMETERS hd_tmem tile, type *memory, int64_t pitch) {         \
    HD_PLACED_(uint32_t, to, memory, pitch);                                                              \
    HD_PIECES(shape)(HD_TO_MEMORY_PIECE_, name, shape, packing, split);                                   \
  }                                                                                                       \
  HD_DEVICE void name##_from_memory(HD_SITE_PARAMETERS const type *memory, int64_t pitch, hd_tmem tile) { \
    HD_PLACED_(const uint32_t, from, memory, pitch);                                                      \
    HD_PIECES(shape)(HD_FROM_MEMORY_PIECE_, name, shape, packing, split);                                 \
  }                                                                                                       \
  HD_ASSERT_SPLIT_(macro, packing, split)

#define HD_COPIES_ASYNC_(macro, name, shape, columns, packing, split, type)                                        \
  HD_TILE_(macro, name, shape, columns, packing, split, type)                                                      \
  HD_REGISTER_COPIES_(name, shape, packing, split, type)                                                           \
  HD_FORMS_(name, shape, packing, split, LATER)                                                                    \
  HD_DEVICE void name##_load_async(HD_SITE_PARAMETERS hd_tmem tile, name##_registers *registers) {                 \
    HD_PIECES(shape)(HD_LOAD_PIECE_, name, shape, packing);                                                        \
  }                                                                                                                \
  HD_DEVICE void name##_store_async(HD_SITE_PARAMETERS hd_tmem tile, const name##_registers *registers) {          \
    HD_PIECES(shape)(HD_STORE_PIECE_, name, shape, packing);                                                       \
  }                                                                                                                \
  HD_DEVICE void name##_tie(name##_registers *registers) { HD_PIECES(shape)(HD_TIE_PIECE_, name); }                \
  HD_DEVICE void name##_wait_loaded(HD_SITE_PARAMETERS name##_registers *registers) {                              \
    HD_ISSUE_WAIT_LD();                                                                                            \
    name##_tie(registers);                                                                                         \
  }                                                                                                                \
  HD_ASSERT_SPLIT_(macro, packing, split);                                                                         \
  HD_ASSERT(name##_words <= 64,                                                                                    \
            macro ": at most 64 registers are under way; tile the row: 64 columns of 32x32b and 16x32bx2, 128 of " \
                  "the other shapes, twice as many packed")

#endif
