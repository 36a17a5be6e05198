/* Runs emitted copies on the host emulation and compares them with the plan's own table, cell by cell.
 *
 * HD_EMITTED(NAME) and HD_EMITTED_ASYNC(NAME) make the kernel of a header: it fills all of tensor memory's cells with
 * what nobody else has, loads the tile, stores other words into it, and takes all cells out again. HD_JOB(NAME) is its
 * line in the list of jobs; NAME.table, NAME.cells and NAME.base come from the command. */
#include <heddle/algebra/evaluate.h>
#include <heddle/algebra/parse.h>
#include <heddle/kernels/device.h>
#include <heddle/kernels/launch.h>
#include <heddle/tmem/geometry.h>

#include <inttypes.h>
#include <stdbool.h>

enum { LANES = 128, MOST = 512, THREADS = 512, PLACES = 1024 };

typedef struct arguments {
  uint32_t base;
  int columns;
  uint32_t *fill, *after, *loaded, *stored, *tile;
} arguments;

HD_TMEM_COPIES(slice, 32x32b, 32, uint32_t);

HD_DEVICE void in_order(void) {
  HD_TMEM_FENCE_BEFORE();
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
}

/* All cells, in or out, by the first four warps. */
HD_DEVICE void whole(const arguments *a, hd_tmem tile, bool out) {
  for (int c = 0; HD_WARP() < 4 && c < a->columns; c += 32) {
    hd_tmem part = hd_tmem_at(hd_tmem_slab(tile), 0, c);
    int first = 32 * HD_WARP() * a->columns + c;
    if (out) HD_TMEM_TO_MEMORY(slice, part, a->after + first, a->columns);
    else HD_TMEM_FROM_MEMORY(slice, a->fill + first, a->columns, part);
  }
  in_order();
}

#define HD_LOAD_NOW(name) HD_TMEM_LOAD(name, tile, &registers)
#define HD_STORE_NOW(name) HD_TMEM_STORE(name, tile, &registers)
#define HD_LOAD_LATER(name) (HD_TMEM_LOAD_ASYNC(name, tile, &registers), HD_TMEM_WAIT_LOADED(name, &registers))
#define HD_STORE_LATER(name)                     \
  do {                                           \
    HD_TMEM_STORE_ASYNC(name, tile, &registers); \
    HD_TMEM_WAIT_STORE();                        \
  } while (0)

/* Columns to allocate for a tile that begins in one of the first 32. */
#define HD_ALLOCATED(columns) \
  ((columns) + 32 <= 64 ? 64 : (columns) + 32 <= 128 ? 128 : (columns) + 32 <= 256 ? 256 : 512)

#define HD_EMITTED_(name, LOAD, STORE)                                                                     \
  enum { name##_all = HD_ALLOCATED((int)name##_columns) };                                                 \
  HD_KERNEL(name##_kernel, arguments, a) {                                                                 \
    HD_SHARED(hd_tmem, shared, 1);                                                                         \
    name##_registers registers;                                                                            \
    if (HD_WARP() == 0) HD_TMEM_ALLOC(shared, name##_all);                                                 \
    in_order();                                                                                            \
    const hd_tmem begin = *shared, tile = {begin.address + a.base};                                        \
    const int thread = HD_THREAD() - 32 * name##_first_warp;                                               \
    const bool part = thread >= 0 && thread < (int)name##_threads;                                         \
    if (HD_THREAD() == 0) *a.tile = begin.address;                                                         \
    whole(&a, begin, false);                                                                               \
    if (part) {                                                                                            \
      LOAD(name);                                                                                          \
      for (int k = 0; k < (int)name##_values; k++) a.loaded[thread * PLACES + k] = HD_VALUE(registers, k); \
      for (int k = 0; k < (int)name##_words; k++) registers.word[k] = a.stored[thread * PLACES + k];       \
    }                                                                                                      \
    in_order();                                                                                            \
    if (part) STORE(name);                                                                                 \
    in_order();                                                                                            \
    whole(&a, begin, true);                                                                                \
    if (HD_WARP() == 0) HD_TMEM_DEALLOC(begin, name##_all);                                                \
  }
#define HD_EMITTED(name) HD_EMITTED_(name, HD_LOAD_NOW, HD_STORE_NOW)
#define HD_EMITTED_ASYNC(name) HD_EMITTED_(name, HD_LOAD_LATER, HD_STORE_LATER)

/* The same by copies to and from memory: of the tile, or of the registers of an asynchronous plan. */
#define HD_MOVE_TILE(name, type)                   \
  HD_TMEM_TO_MEMORY(name, tile, (type *)a.loaded); \
  HD_TMEM_FROM_MEMORY(name, (const type *)a.stored, tile);
#define HD_MOVE_REGISTERS(name, type)                                 \
  name##_registers registers;                                         \
  HD_LOAD_LATER(name);                                                \
  HD_REGISTERS_TO_MEMORY(name, &registers, (type *)a.loaded);         \
  HD_REGISTERS_FROM_MEMORY(name, (const type *)a.stored, &registers); \
  HD_STORE_LATER(name);
#define HD_EMITTED_MEMORY_(name, type, MOVE)                        \
  enum { name##_all = HD_ALLOCATED((int)name##_columns) };          \
  HD_KERNEL(name##_kernel, arguments, a) {                          \
    HD_SHARED(hd_tmem, shared, 1);                                  \
    const int warp = HD_WARP() - name##_first_warp;                 \
    if (HD_WARP() == 0) HD_TMEM_ALLOC(shared, name##_all);          \
    in_order();                                                     \
    const hd_tmem begin = *shared, tile = {begin.address + a.base}; \
    whole(&a, begin, false);                                        \
    if (warp >= 0 && warp < name##_warps) {                         \
      MOVE(name, type)                                              \
    }                                                               \
    in_order();                                                     \
    whole(&a, begin, true);                                         \
    if (HD_WARP() == 0) HD_TMEM_DEALLOC(begin, name##_all);         \
  }
#define HD_EMITTED_MEMORY(name, type) HD_EMITTED_MEMORY_(name, type, HD_MOVE_TILE)
#define HD_EMITTED_REGISTERS(name, type) HD_EMITTED_MEMORY_(name, type, HD_MOVE_REGISTERS)

typedef struct job {
  const char *name;
  void (*kernel)(const void *arguments);
  int (*place)(int value);
  int words, values, bits, columns, threads, first_warp;
  bool memory;
} job;
#define HD_JOB(name)                                                                    \
  {#name,       name##_kernel_thread, name##_place,   name##_words,      name##_values, \
   name##_bits, name##_all,           name##_threads, name##_first_warp, false},
#define HD_JOB_MEMORY(name)                                                             \
  {#name,       name##_kernel_thread, name##_place,   name##_words,      name##_values, \
   name##_bits, name##_all,           name##_threads, name##_first_warp, true},

static uint32_t fill[LANES * MOST], after[LANES * MOST], expected[LANES * MOST];
static _Alignas(16) uint32_t loaded[THREADS * PLACES], stored[THREADS * PLACES];
static int lane_of[THREADS * PLACES], column_of[THREADS * PLACES]; /* from the table */
static bool upper_unknown[LANES * MOST];
static int failures, compared;

static void fail(const job *run, const char *what, int thread, int place) {
  if (failures++ < 20) printf("not ok: %s: %s, thread %d place %d\n", run->name, what, thread, place);
}

static FILE *open_of(const job *run, const char *what) {
  char path[256];
  snprintf(path, sizeof path, "%s.%s", run->name, what);
  FILE *file = fopen(path, "r");
  if (file == NULL) printf("not ok: there is no %s\n", path), exit(1);
  return file;
}

/* One 16-bit element a cell, and the layout counts cells; else it counts elements and they fill their cells. */
static bool single;
static bool is_single(const job *run) { return single && run->bits == 16; }

/* The entries {lane,column} of NAME.table. */
static void read_table(const job *run) {
  FILE *file = open_of(run, "table");
  int c, entries = 0, places = is_single(run) ? run->values : run->words;
  while ((c = getc(file)) != EOF && c != '=') {
  }
  while ((c = getc(file)) != EOF) {
    int lane, column, thread, k;
    if (c != '{' || fscanf(file, "%d,%d", &lane, &column) != 2) continue;
    thread = entries / places, k = entries % places;
    entries++;
    if (thread >= THREADS || lane >= LANES || column >= MOST) break;
    lane_of[thread * PLACES + k] = lane, column_of[thread * PLACES + k] = column;
  }
  fclose(file);
  if (entries != run->threads * places) fail(run, "the table has not an entry for each place", entries, places);
}

/* The layout and the base that the plan was made from: the table is theirs, at every thread and value. */
static uint32_t check_table(const job *run) {
  char text[4096];
  hd_layout cells;
  uint32_t base = 0;
  int one = 0;
  FILE *file = open_of(run, "cells");
  if (fscanf(file, "%" SCNx32 " %d %4095s", &base, &one, text) != 3) fail(run, "cells", 0, 0);
  fclose(file);
  single = one != 0;
  const int units = single ? 1 : 32 / run->bits;
  read_table(run);
  if (hd_parse_layout(text, strlen(text), NULL, &cells) != HD_OK) fail(run, "a layout", 0, 0);
  for (int t = 0; t < run->threads; t++)
    for (int v = 0; v < run->values; v++) {
      int64_t element = -1, index = -1;
      const int place = run->place(v), at = t * PLACES + place / units;
      const hd_cell cell = {lane_of[at], column_of[at]};
      if (hd_evaluate_index(&cells, t + (int64_t)run->threads * v, NULL, &element) != HD_OK)
        fail(run, "evaluate", t, v);
      hd_tmem_address_to_index(hd_blackwell(), base, NULL, &index);
      if (cell.lane + 128 * cell.column != index + element / units || place % units != element % units)
        fail(run, "not the request's cell", t, v);
      compared++;
    }
  return base;
}

/* The word that a seed puts at a place; no two alike under one seed but by accident. */
static uint32_t word_of(uint64_t seed, uint32_t k) {
  uint64_t x = (seed * 0x9E3779B97F4A7C15u + k + 1) * 0xBF58476D1CE4E5B9u;
  return (uint32_t)((x ^ x >> 31) * 0x94D049BB133111EBu >> 32);
}

/* Runs a kernel on cells and words of a seed. False: it was refused. */
static bool launch(const job *run, uint32_t base, uint64_t seed) {
  hd_report report;
  uint32_t tile = 0;
  hd_launch how = {.blocks = 1, .threads = run->threads + 32 * run->first_warp, .seed = seed};
  if (how.threads < LANES) how.threads = LANES;
  for (uint32_t k = 0; k < (uint32_t)(LANES * run->columns); k++) fill[k] = word_of(seed, k);
  for (uint32_t k = 0; k < THREADS * PLACES; k++) stored[k] = word_of(seed + 1, k);
  memcpy(expected, fill, sizeof fill);
  memset(upper_unknown, 0, sizeof upper_unknown);
  const arguments a = {base, run->columns, fill, after, loaded, stored, &tile};
  if (hd_host_launch(run->kernel, &a, &how, &report) == HD_OK) return true;
  printf("%s\n", report.text);
  fail(run, "the kernel is refused", (int)seed, 0);
  return false;
}

static void check_after(const job *run) {
  for (int k = 0; k < LANES * run->columns; k++) {
    const uint32_t mask = upper_unknown[k] ? 0xFFFF : UINT32_MAX;
    if ((after[k] & mask) != (expected[k] & mask)) fail(run, "lane and column", k / run->columns, k % run->columns);
  }
}

static void check_run(const job *run, uint32_t base, uint64_t seed) {
  const int columns = run->columns;
  if (!launch(run, base, seed)) return;
  const int halves = is_single(run) ? 2 : 1, per = is_single(run) ? 1 : 32 / run->bits;
  for (int t = 0; t < run->threads; t++)
    for (int r = 0; r < halves * run->words; r++) {
      const int at = lane_of[t * PLACES + r] * columns + column_of[t * PLACES + r];
      const uint32_t mask = run->bits == 32 ? UINT32_MAX : (1u << run->bits) - 1, put = stored[t * PLACES + r / halves];
      for (int e = 0; e < per; e++)
        if (loaded[t * PLACES + r * per + e] != (fill[at] >> e * run->bits & mask)) fail(run, "loaded", t, r);
      expected[at] = halves == 2 ? put >> 16 * (r % 2) & 0xFFFF : put;
      upper_unknown[at] = halves == 2;
      compared += per;
    }
  check_after(run);
}

/* A number of so many bits among many, from the lowest bits of the first word on. */
static uint32_t element_of(const uint32_t *words, int bits, int64_t index) {
  return words[index * bits / 32] >> index * bits % 32 & (bits == 32 ? UINT32_MAX : (1u << bits) - 1);
}

/* Piece and memory are two layouts over one coordinate, and each is evaluated by itself: NAME.memory has them. */
static void check_memory(const job *run, uint64_t seed) {
  char text[2][2048];
  hd_layout piece, memory;
  uint32_t base = 0;
  int one = 0;
  FILE *file = open_of(run, "memory");
  if (fscanf(file, "%" SCNx32 " %d %2047s %2047s", &base, &one, text[0], text[1]) != 4) fail(run, "texts", 0, 0);
  fclose(file);
  if (hd_parse_layout(text[0], strlen(text[0]), NULL, &piece) != HD_OK ||
      hd_parse_layout(text[1], strlen(text[1]), NULL, &memory) != HD_OK)
    fail(run, "layouts", 0, 0);
  if (!launch(run, base, seed)) return;
  const int bits = one ? 32 : run->bits, units = 32 / bits;
  for (int64_t k = 0; k < hd_size(&piece); k++) {
    int64_t at = 0, there = 0, index = 0;
    hd_evaluate_index(&piece, k, NULL, &at);
    hd_evaluate_index(&memory, k, NULL, &there);
    hd_tmem_address_to_index(hd_blackwell(), base, NULL, &index);
    index += at / units;
    const int cell = (int)(index % LANES * run->columns + index / LANES), low = (int)(at % units) * bits;
    const uint32_t mask = run->bits == 32 ? UINT32_MAX : (1u << run->bits) - 1;
    if (element_of(loaded, run->bits, there) != (fill[cell] >> low & mask)) fail(run, "to memory", (int)k, 0);
    expected[cell] = (expected[cell] & ~(mask << low)) | element_of(stored, run->bits, there) << low;
    upper_unknown[cell] = one != 0;
    compared++;
  }
  check_after(run);
}

static int check_all(const job *jobs, int count, int seeds) {
  for (int k = 0; k < count; k++) {
    if (jobs[k].memory) {
      check_memory(&jobs[k], (uint64_t)k);
      continue;
    }
    const uint32_t base = check_table(&jobs[k]);
    for (int seed = 0; seed < (jobs[k].columns == MOST ? 1 : seeds); seed++)
      check_run(&jobs[k], base, (uint64_t)(k * seeds + seed));
  }
  printf("%d plans, %d values compared, %d failures\n", count, compared, failures);
  return failures > 0;
}
