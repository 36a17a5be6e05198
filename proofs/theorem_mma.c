/* tcgen05.mma: which datapath, where D, A and scale factors lie, and which instructions move a piece, against the
 * manual's formulas. */
#include "proofs/theorem.h"

#include "proofs/domain_tmem.h"

#include <string.h>

/* ---- datapaths ---- */

/* The letter of an instruction's datapath; 0 where there is no such instruction. */
static char letter_of(const int64_t *n) {
  int64_t m = n[0], columns = n[1];
  bool pair = n[2] == 2, ws = n[3] != 0, sparse = n[4] != 0;
  if (n[2] != 1 && !pair) return 0;
  if (ws && (pair || (columns != 64 && columns != 128 && (columns != 256 || sparse)))) return 0;
  if (columns < 1 || columns > 256 || columns % (pair ? 16 : 8) != 0) return 0;
  if (pair) return m == 256 ? 'A' : m != 128 ? 0 : sparse ? 'C' : 'B';
  if (m == 32) return ws ? 'G' : 0;
  if (m == 64) return ws ? 'E' : 'F';
  return m == 128 ? 'D' : 0;
}

static hd_mma mma_of(const int64_t *n) {
  hd_mma mma = {.m = (int32_t)n[0], .n = (int32_t)n[1], .group = (int32_t)n[2], .ws = n[3] != 0, .sparse = n[4] != 0};
  return mma;
}

static int64_t rows_of(char letter) { return letter == 'A' || letter == 'D' ? 128 : letter == 'G' ? 32 : 64; }

/* How often A lies there, and into how many parts the columns of D are cut. */
static int64_t parts_of(char letter) { return letter == 'B' || letter == 'E' ? 2 : letter == 'G' ? 4 : 1; }

/* The lane of row i in part p. */
static int64_t lane_of(char letter, int64_t i, int64_t p) {
  if (letter == 'C' || letter == 'F') return i % 16 + 32 * (i / 16);
  return letter == 'G' ? i + 32 * p : i + 64 * p;
}

hd_outcome hd_theorem_datapath_choice(hd_prover *prover, const hd_case *subject) {
  char letter = letter_of(subject->number);
  hd_mma mma = mma_of(subject->number);
  hd_datapath_id id;
  hd_status status = prover->operation->datapath_of(&mma, NULL, &id);
  if (status != (letter ? HD_OK : HD_RANGE)) return hd_refute_status(prover, status, letter ? "ok" : "range");
  if (!letter) return hd_refused(prover, status);
  if (hd_datapath_letter(id)[0] != letter) return hd_refute(prover, "it is %s, not %c", hd_datapath_letter(id), letter);
  hd_answer(prover, letter);
  return HD_HELD;
}

hd_outcome hd_theorem_datapath_accumulators(hd_prover *prover, const hd_case *subject) {
  const int64_t *n = subject->number;
  char letter = letter_of(n);
  int64_t rows = rows_of(letter), columns = n[1], part = columns / parts_of(letter);
  hd_datapath_id id;
  hd_layout engine, image;
  hd_status status = hd_datapath_find(letter, NULL, &id);
  if (status == HD_OK) status = hd_engine(hd_blackwell(), NULL, &engine);
  if (status == HD_OK) status = prover->operation->datapath_accumulator(id, columns, &engine, NULL, &image);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  if (hd_naive_size(&image) != rows * columns) return hd_refute(prover, "it has another size");
  for (int64_t k = 0; k < rows * columns; k++) {
    int64_t i = k % rows, j = k / rows;
    if (hd_naive_at(&image, k) != lane_of(letter, i, j / part) + 128 * (j % part))
      return hd_refute(prover, "row %d, column %d lies elsewhere", (int)i, (int)j);
  }
  hd_answer_layout(prover, &image);
  return HD_HELD;
}

hd_outcome hd_theorem_datapath_operands(hd_prover *prover, const hd_case *subject) {
  char letter = (char)('A' + subject->number[0]);
  int64_t bits = subject->number[1], depth = subject->number[2], rows = rows_of(letter), packed = 32 / bits;
  int64_t size = rows * depth * parts_of(letter);
  hd_datapath_id id;
  hd_layout engine, image;
  hd_status status = hd_datapath_find(letter, NULL, &id);
  if (status == HD_OK) status = hd_engine(hd_blackwell(), NULL, &engine);
  if (status == HD_OK) status = prover->operation->datapath_operand(id, bits, depth, &engine, NULL, &image);
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  if (hd_naive_size(&image) != size) return hd_refute(prover, "it has another size");
  for (int64_t i = 0; i < size; i++) {
    int64_t row = i % rows, k = i / rows % depth, copy = i / rows / depth;
    int64_t wanted = packed * (lane_of(letter, row, copy) + 128 * (k / packed)) + k % packed;
    if (hd_naive_at(&image, i) != wanted) return hd_refute(prover, "row %d, k %d lies elsewhere", (int)row, (int)k);
  }
  hd_answer_layout(prover, &image);
  return HD_HELD;
}

/* ---- scale factors ---- */

enum { FACTOR_AXES = 3, FACTOR_COPIES = 4 };

/* Place r of element x: lane, column, byte. */
static void factor_place(const hd_placement *placement, const hd_axis *axis, int64_t x, int64_t r, int64_t *place) {
  memset(place, 0, FACTOR_AXES * sizeof place[0]);
  for (int k = 0; k < placement->shards + placement->replicas + placement->offsets; k++) {
    bool shard = k < placement->shards, replica = !shard && k < placement->shards + placement->replicas;
    int at = k - placement->shards - placement->replicas;
    hd_iter iter = shard     ? placement->shard[k]
                   : replica ? placement->replica[k - placement->shards]
                             : (hd_iter){2, placement->offset[at].value, placement->offset[at].axis};
    int64_t *index = shard ? &x : &r, digit = shard || replica ? *index % iter.extent : 1;
    if (shard || replica) *index /= iter.extent;
    for (int a = 0; a < FACTOR_AXES; a++)
      if (iter.axis == axis[a]) place[a] += digit * iter.stride;
  }
}

static hd_axis named(const char *name) {
  hd_axis axis = HD_AXIS_INTEGER;
  hd_axis_from_name(name, strlen(name), &axis);
  return axis;
}

/* Whether an instruction may have its factors so. */
static bool has_factors(int64_t vector, int64_t id, int64_t factors, int64_t rows, int64_t unit) {
  if ((vector != 1 && vector != 2 && vector != 4) || id > 3 || id % vector != 0) return false;
  if (factors < vector || factors % vector != 0 || rows % unit != 0) return false;
  return id + factors <= 4 || (id == 0 && factors % 4 == 0);
}

hd_outcome hd_theorem_scale_factors(hd_prover *prover, const hd_case *subject) {
  const int64_t *n = subject->number;
  const hd_axis axis[FACTOR_AXES] = {named("TLane"), named("TCol"), named("Byte")};
  char letter = letter_of(n);
  int64_t vector = n[6], id = n[7], factors = n[8], rows = n[5] ? n[1] : rows_of(letter);
  int64_t parts = n[5] && letter == 'B' ? 2 : 1, part = rows / parts, copies = FACTOR_COPIES / parts;
  hd_mma mma = mma_of(n);
  hd_placement got;
  hd_status status =
      prover->operation->scale_factors(&mma, n[5] ? HD_SCALE_B : HD_SCALE_A, vector, id, factors, NULL, &got);
  if (!has_factors(vector, id, factors, rows, 32 * parts)) {
    hd_status wanted = vector == 3 ? HD_MISMATCH : HD_RANGE;
    return status == wanted ? hd_refused(prover, status) : hd_refute_status(prover, status, hd_status_name(wanted));
  }
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  if (got.order != HD_FIRST_FASTEST) return hd_refute(prover, "the rows do not run fastest");
  for (int64_t k = 0; k < rows * factors; k++)
    for (int64_t r = 0; r < copies; r++) {
      int64_t x = k % rows, byte = id + k / rows, place[FACTOR_AXES];
      int64_t lane = 64 * (x / part) + 32 * r + x % 32, column = x % part / 32 + part / 32 * (byte / 4);
      factor_place(&got, axis, k, r, place);
      if (place[0] != lane || place[1] != column || place[2] != byte % 4)
        return hd_refute(prover, "factor %d of row %d lies elsewhere", (int)(k / rows), (int)x);
    }
  hd_answer(prover, got.shards);
  for (int k = 0; k < got.shards; k++) hd_answer(prover, got.shard[k].stride);
  return HD_HELD;
}

/* ---- plans ---- */

enum { PLAN_STEPS = 512, PLAN_VALUES = 1024 };

static void add_leaf(hd_layout *layout, int64_t extent, hd_manual_place cell, int64_t second) {
  hd_layout_append_leaf(layout, extent, cell.lane + 128 * (cell.column + cell.access * second), HD_AXIS_INTEGER);
}

/* (thread, value) -> cell, for repeats of a shape side by side: the cells of threads, halves and registers that are
 * powers of two. The second access begins `second` columns on. */
static void cells_of(const int64_t *n, int64_t second, hd_layout *cells) {
  const hd_tmem_shape *shape = &hd_tmem_shapes[n[0]];
  hd_manual_place repeat = {0, shape->columns * (n[1] ? 2 : 1), 0}, warp = {32, 0, 0};
  int leaves;
  hd_layout_clear(cells);
  for (int64_t t = 1; t < 32; t *= 2) add_leaf(cells, 2, hd_tmem_manual(n[0], n[1], t, 0, 0), second);
  if (n[2] == 4) add_leaf(cells, 4, warp, second);
  hd_layout_wrap(cells, 0);
  leaves = cells->profile.leaves;
  if (n[1]) add_leaf(cells, 2, hd_tmem_manual(n[0], 1, 0, 0, 1), second);
  for (int64_t r = 1; r < shape->registers; r *= 2) add_leaf(cells, 2, hd_tmem_manual(n[0], n[1], 0, r, 0), second);
  add_leaf(cells, n[4], repeat, second);
  hd_layout_wrap(cells, leaves);
  hd_layout_wrap(cells, 0);
}

/* Whether a step of a plan moves what the request has there; the values that it moves are marked. */
static bool is_right_step(hd_prover *prover, const int64_t *n, const hd_plan *plan, const hd_plan_step *step,
                          const hd_layout *cells) {
  int64_t shape = 0, halves = step->form.packed ? 2 : 1, threads = 32 * n[2], values = hd_naive_size(cells) / threads;
  while (strcmp(hd_tmem_shapes[shape].name, step->form.instruction->name) != 0) shape++;
  int64_t registers = hd_tmem_shapes[shape].registers * step->form.repeat, column = step->immediate & 0xFFFF;
  for (int64_t k = 0; k < threads * registers * halves; k++) {
    int64_t w = k / 32 % n[2], t = k % 32, r = k / threads % registers, h = k / threads / registers;
    hd_manual_place cell = hd_tmem_manual(shape, step->form.packed, t, r, h);
    int64_t base = (step->address[w] >> 16) + 128 * (int64_t)(step->address[w] & 0xFFFF), at;
    at = plan->order[halves * (step->first + r) + h];
    if (at < 0 || at >= values) return false;
    if (hd_naive_at(cells, 32 * w + t + threads * at) != base + cell.lane + 128 * (cell.column + cell.access * column))
      return false;
    mpz_setbit(prover->image, (mp_bitcnt_t)at);
  }
  return true;
}

hd_outcome hd_theorem_plans(hd_prover *prover, const hd_case *subject) {
  const int64_t *n = subject->number;
  const hd_tmem_shape *shape = &hd_tmem_shapes[n[0]];
  int64_t columns = n[4] * shape->columns * (n[1] ? 2 : 1), accesses = n[0] == HD_TMEM_SHAPES - 1 ? 2 : 1;
  int64_t values = n[4] * shape->registers * (n[1] ? 2 : 1), most = n[3] / shape->registers, steps = 0;
  if (columns * accesses > HD_COLUMNS || values > PLAN_VALUES) return HD_VACANT; /* more than there is */
  hd_plan_step step[PLAN_STEPS];
  int32_t order[PLAN_VALUES];
  hd_plan plan = {.step = step, .steps_capacity = PLAN_STEPS, .order = order, .values_capacity = PLAN_VALUES};
  hd_plan_request request = {.geometry = hd_blackwell(),
                             .warps = (int32_t)n[2],
                             .bits = n[1] ? 16 : 32,
                             .single = n[1] != 0,
                             .registers = (int32_t)n[3]};
  cells_of(n, columns, &request.cells);
  hd_status status = prover->operation->make_plan(&request, NULL, &plan);
  if (most == 0) /* one repeat has more registers than an instruction may */
    return status == HD_RANGE ? hd_refused(prover, status) : hd_refute_status(prover, status, "range");
  if (status != HD_OK) return hd_refute_status(prover, status, "ok");
  if (most > shape->largest) most = shape->largest;
  for (int64_t left = n[4]; left > 0; steps++) {
    int64_t taken = most;
    while (taken > left) taken /= 2;
    left -= taken;
  }
  if (plan.steps != steps) return hd_refute(prover, "%d instructions, and %lld do", plan.steps, (long long)steps);
  mpz_set_ui(prover->image, 0);
  for (int k = 0; k < plan.steps; k++) {
    if (!is_right_step(prover, n, &plan, &plan.step[k], &request.cells))
      return hd_refute(prover, "instruction %d moves other cells", k);
    hd_answer(prover, plan.step[k].form.repeat);
  }
  if ((int64_t)mpz_popcount(prover->image) != values || plan.values != values)
    return hd_refute(prover, "not every value is moved");
  return HD_HELD;
}
