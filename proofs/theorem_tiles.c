/* Divides and products: what their pieces say, in each arrangement. */
#include "proofs/theorem.h"

/* ---- divide by one layout ---- */

/* (B, C) as one flat layout. False where B has no complement that reaches all of A. */
static bool tile_and_rest(const hd_layout *tile, int64_t size, hd_layout *both) {
  int first = tile->profile.leaves;
  int64_t shape[2 * HD_MAX_LEAVES], stride[2 * HD_MAX_LEAVES], reach, least, greatest;
  hd_layout rest, shortest;
  int count = hd_naive_complement(tile, size, shape, stride, &reach);
  if (count < 0) return false;
  hd_naive_flat(count, shape, stride, &rest);
  hd_naive_range(tile, &least, &greatest);
  hd_naive_range(&rest, &least, &reach);
  if (1 + greatest + reach < size) return false;
  hd_naive_shortest(&rest, &shortest);
  for (int k = 0; k < first; k++) {
    shape[k] = tile->shape[k];
    stride[k] = tile->stride[k];
  }
  for (int k = 0; k < shortest.profile.leaves; k++) {
    shape[first + k] = shortest.shape[k];
    stride[first + k] = shortest.stride[k];
  }
  hd_naive_flat(first + shortest.profile.leaves, shape, stride, both);
  return true;
}

/* Whether each value that the layout has is among these. */
static bool has_all_values(const hd_layout *layout, const int64_t *value, int64_t count) {
  for (int64_t i = 0, size = hd_naive_size(layout), j; i < size; i++) {
    int64_t wanted = hd_naive_at(layout, i);
    for (j = 0; j < count && value[j] != wanted; j++) continue;
    if (j == count) return false;
  }
  return true;
}

hd_outcome hd_theorem_divide(hd_prover *prover, const hd_case *subject) {
  const hd_layout *layout = &subject->layout[0], *tile = &subject->layout[1];
  hd_tiler tiler;
  hd_layout got, both;
  int64_t *value = prover->table[0];
  HD_ROOM(prover, hd_naive_size(layout));
  HD_ROOM(prover, hd_naive_size(tile));
  hd_tiler_layout(tile, &tiler);
  bool exists = tile_and_rest(tile, hd_naive_size(layout), &both);
  if (exists) HD_ROOM(prover, hd_naive_size(&both));
  exists =
      exists && hd_naive_composes(prover, layout, &both, value) && has_all_values(layout, value, hd_naive_size(&both));
  hd_status status = prover->operation->logical_divide(layout, &tiler, NULL, &got);
  if (status != (exists ? HD_OK : HD_UNDEFINED)) return hd_refute_status(prover, status, exists ? "ok" : "undefined");
  if (!exists) return hd_refused(prover, status);
  int64_t size = hd_naive_size(&both), sizes[2] = {hd_naive_size(tile), size / hd_naive_size(tile)};
  if (!hd_naive_has_values(&got, size, value)) return hd_refute(prover, "the values are not A(B(b) + C(c))");
  if (!hd_naive_has_modes(&got, 2, sizes)) return hd_refute(prover, "it is not (tile, rest)");
  hd_answer_layout(prover, &got);
  return HD_HELD;
}

/* ---- divides by mode ---- */

/* A piece s:d of a mode that is divided, all of whose pieces are one run of equal steps. */
typedef struct hd_cut {
  int64_t extent, stride;
} hd_cut;

/* Inside and outside of mode s:d under e:f: the tile, then what lies between its steps, and what comes behind. */
static int pieces_of(hd_cut mode, hd_cut element, hd_cut piece[3]) {
  int64_t gap = element.extent == 1 || element.stride == 0 ? 1 : element.stride;
  int64_t end = element.extent == 1 || element.stride == 0 ? 1 : element.stride * element.extent;
  piece[0] = (hd_cut){element.extent, element.stride * mode.stride};
  piece[1] = (hd_cut){gap, mode.stride};
  piece[2] = (hd_cut){(mode.extent + end - 1) / end, end * mode.stride};
  return 3;
}

typedef enum hd_arranged { LOGICAL, ZIPPED, TILED, FLAT } hd_arranged;

/* All pieces in the order in which their digits run, and the sizes of the modes that they make. */
typedef struct hd_plan_of_pieces {
  int pieces, modes;
  hd_cut piece[3 * HD_MAX_LEAVES];
  int64_t size[HD_MAX_LEAVES];
} hd_plan_of_pieces;

static void add_pieces(hd_plan_of_pieces *plan, const hd_cut *piece, int count, bool new_mode) {
  if (new_mode) plan->size[plan->modes++] = 1;
  for (int k = 0; k < count; k++) {
    plan->piece[plan->pieces++] = piece[k];
    plan->size[plan->modes - 1] *= piece[k].extent;
  }
}

static void plan_pieces(const hd_case *subject, hd_arranged arranged, hd_plan_of_pieces *plan) {
  const hd_layout *layout = &subject->layout[0];
  int leaves = layout->profile.leaves, elements = subject->numbers / 2;
  hd_cut all[HD_MAX_LEAVES][3];
  plan->pieces = plan->modes = 0;
  for (int k = 0; k < leaves; k++) {
    hd_cut mode = {layout->shape[k], layout->stride[k]}, none = {1, 0};
    bool free = k >= elements || subject->number[2 * k] == 0;
    all[k][0] = none;
    all[k][1] = mode;
    all[k][2] = none;
    if (!free) pieces_of(mode, (hd_cut){subject->number[2 * k], subject->number[2 * k + 1]}, all[k]);
    if (arranged == LOGICAL) add_pieces(plan, all[k], 3, true);
  }
  if (arranged == LOGICAL) return;
  for (int k = 0; k < elements; k++) add_pieces(plan, all[k], 1, k == 0 || arranged == FLAT);
  for (int k = 0; k < leaves; k++) add_pieces(plan, all[k] + 1, 2, k == 0 || arranged != ZIPPED);
}

static hd_outcome judge_divide(hd_prover *prover, const hd_case *subject, hd_op_tiler *operation,
                               hd_arranged arranged) {
  const hd_layout *layout = &subject->layout[0];
  int elements = subject->numbers / 2;
  int64_t *value = prover->table[0], shape[3 * HD_MAX_LEAVES], stride[3 * HD_MAX_LEAVES], size = 1;
  hd_plan_of_pieces plan;
  hd_tiler tiler;
  hd_layout got, element;
  hd_tiler_clear(&tiler);
  for (int k = 0; k < elements; k++) {
    hd_naive_flat(1, &subject->number[2 * k], &subject->number[2 * k + 1], &element);
    hd_tiler_append(&tiler, subject->number[2 * k] == 0 ? NULL : &element);
  }
  hd_profile_wrap(&tiler.profile, 0);
  hd_status status = operation(layout, &tiler, NULL, &got);
  if (elements > layout->profile.leaves)
    return status == HD_MISMATCH ? hd_refused(prover, status) : hd_refute_status(prover, status, "mismatch");
  if (status != HD_OK) return hd_refute_status(prover, status, "ok"); /* one mode by one always has an answer */
  plan_pieces(subject, arranged, &plan);
  int moving = 0;
  for (int k = 0; k < plan.pieces; k++) {
    if (plan.piece[k].extent == 1) continue;
    size *= shape[moving] = plan.piece[k].extent;
    stride[moving++] = plan.piece[k].stride;
    HD_ROOM(prover, size);
  }
  hd_naive_flat(moving, shape, stride, &element);
  hd_naive_values(&element, size, value);
  if (!hd_naive_has_values(&got, size, value)) return hd_refute(prover, "the pieces have other values");
  if (!hd_naive_has_modes(&got, plan.modes, plan.size)) return hd_refute(prover, "the pieces are arranged otherwise");
  hd_answer_layout(prover, &got);
  return HD_HELD;
}

hd_outcome hd_theorem_logical_divide(hd_prover *prover, const hd_case *subject) {
  return judge_divide(prover, subject, prover->operation->logical_divide, LOGICAL);
}
hd_outcome hd_theorem_zipped_divide(hd_prover *prover, const hd_case *subject) {
  return judge_divide(prover, subject, prover->operation->zipped_divide, ZIPPED);
}
hd_outcome hd_theorem_tiled_divide(hd_prover *prover, const hd_case *subject) {
  return judge_divide(prover, subject, prover->operation->tiled_divide, TILED);
}
hd_outcome hd_theorem_flat_divide(hd_prover *prover, const hd_case *subject) {
  return judge_divide(prover, subject, prover->operation->flat_divide, FLAT);
}

/* ---- products ---- */

/* How far the copy at each coordinate of B is moved, into `move`: false where A has no complement, or where no layout
 * moves so. */
static bool moves_of(hd_prover *prover, const hd_layout *block, const hd_layout *grid, int64_t *move) {
  int64_t shape[HD_MAX_LEAVES + 1], stride[HD_MAX_LEAVES + 1], reach;
  hd_layout rest;
  int count = hd_naive_complement(block, 1, shape, stride, &reach);
  if (count < 0) return false;
  hd_naive_flat(count, shape, stride, &rest);
  return hd_naive_composes(prover, &rest, grid, move);
}

hd_outcome hd_theorem_product(hd_prover *prover, const hd_case *subject) {
  const hd_layout *block = &subject->layout[0], *grid = &subject->layout[1];
  int64_t sizes[2] = {hd_naive_size(block), hd_naive_size(grid)}, *move = prover->table[0], *value = prover->table[1];
  hd_tiler tiler;
  hd_layout got;
  HD_ROOM(prover, sizes[0]);
  HD_ROOM(prover, sizes[1]);
  HD_ROOM(prover, sizes[0] * sizes[1]);
  bool exists = moves_of(prover, block, grid, move);
  hd_tiler_layout(grid, &tiler);
  hd_status status = prover->operation->logical_product(block, &tiler, NULL, &got);
  if (status != (exists ? HD_OK : HD_UNDEFINED)) return hd_refute_status(prover, status, exists ? "ok" : "undefined");
  if (!exists) return hd_refused(prover, status);
  for (int64_t i = 0; i < sizes[0] * sizes[1]; i++) value[i] = hd_naive_at(block, i % sizes[0]) + move[i / sizes[0]];
  if (!hd_naive_has_values(&got, sizes[0] * sizes[1], value)) return hd_refute(prover, "the values are not A + C(B)");
  if (!hd_naive_has_modes(&got, 2, sizes)) return hd_refute(prover, "it is not (A, moves)");
  hd_answer_layout(prover, &got);
  return HD_HELD;
}

/* Mode k of the answer has mode k of both, one of them running first: block by block, or dealt out. */
static hd_outcome judge_product(hd_prover *prover, const hd_case *subject, hd_op_two *operation, bool dealt) {
  const hd_layout *block = &subject->layout[0], *grid = &subject->layout[1];
  int block_modes = block->profile.leaves, grid_modes = grid->profile.leaves;
  int modes = block_modes > grid_modes ? block_modes : grid_modes;
  int64_t size, *move = prover->table[0], *value = prover->table[1], sizes[HD_MAX_LEAVES];
  hd_layout got;
  HD_ROOM(prover, hd_naive_size(block));
  HD_ROOM(prover, hd_naive_size(grid));
  size = hd_naive_size(block) * hd_naive_size(grid);
  HD_ROOM(prover, size);
  bool exists = moves_of(prover, block, grid, move);
  hd_status status = operation(block, grid, NULL, &got);
  if (status != (exists ? HD_OK : HD_UNDEFINED)) return hd_refute_status(prover, status, exists ? "ok" : "undefined");
  if (!exists) return hd_refused(prover, status);
  for (int64_t i = 0; i < size; i++) {
    int64_t left = i, a = 0, b = 0, a_period = 1, b_period = 1;
    for (int k = 0; k < modes; k++) {
      int64_t m = k < block_modes ? block->shape[k] : 1, n = k < grid_modes ? grid->shape[k] : 1, at = left % (m * n);
      left /= m * n;
      sizes[k] = m * n;
      a += (dealt ? at / n : at % m) * a_period;
      b += (dealt ? at % n : at / m) * b_period;
      a_period *= m;
      b_period *= n;
    }
    value[i] = hd_naive_at(block, a) + move[b];
  }
  if (!hd_naive_has_values(&got, size, value)) return hd_refute(prover, "the values are not those of the product");
  if (!hd_naive_has_modes(&got, modes, sizes)) return hd_refute(prover, "the modes are not side by side");
  hd_answer_layout(prover, &got);
  return HD_HELD;
}

hd_outcome hd_theorem_blocked_product(hd_prover *prover, const hd_case *subject) {
  return judge_product(prover, subject, prover->operation->blocked_product, false);
}
hd_outcome hd_theorem_raked_product(hd_prover *prover, const hd_case *subject) {
  return judge_product(prover, subject, prover->operation->raked_product, true);
}
