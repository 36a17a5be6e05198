/* The definitions of composition, complement, divides and products, each visited at every coordinate of the answer. */
#include "proofs/definition_parts.h"
#include "proofs/oracle.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static hd_ruling unvisited(hd_status status, char *why) {
  if (status == HD_MISMATCH) return hd_ruling_broken(why, "the operands do not fit each other");
  return hd_ruling_open(why, "not decided by brute force: %s", status == HD_CAPACITY ? "too large" : "overflow");
}

/* The flat layout of some extents and strides; leaves beyond the capacity make it false. */
static bool append_leaf(hd_layout *layout, int64_t extent, int64_t stride) {
  int at = layout->profile.leaves;
  if (at == HD_MAX_LEAVES) return false;
  layout->profile.leaves++;
  if (at > 0) layout->profile.close[at - 1] = 0;
  layout->profile.open[at] = at == 0;
  layout->profile.close[at] = 1;
  layout->shape[at] = extent;
  layout->stride[at] = stride;
  return true;
}

/* ---- composition: R refines B's shape and R(c) = A(B(c)) ---- */

/* Without an answer to judge (`r` NULL) the question is whether there is one. */
static hd_ruling composes(const hd_layout *a, const hd_layout *b, const hd_layout *r, char *why) {
  bool answer;
  int64_t where;
  hd_oracle_verdict verdict;
  hd_status status = r ? hd_oracle_is_composition(a, b, r, &answer, &where) : hd_oracle_composition(a, b, &verdict);
  if (status != HD_OK) return unvisited(status, why);
  if (!r) {
    if (verdict.exists) return HD_RULING_HOLDS;
    return hd_ruling_broken(why, "no layout has the values of A(B(i)) for i = 0..%" PRId64, verdict.earliest);
  }
  if (answer) return HD_RULING_HOLDS;
  if (where < 0) return hd_ruling_broken(why, "the answer does not refine B's shape");
  return hd_ruling_broken(why, "R(%" PRId64 ") is not A(B(%" PRId64 "))", where, where);
}

static hd_ruling is_unchanged(const hd_layout *a, const hd_layout *r, char *why) {
  bool answer;
  int64_t index;
  hd_status status = hd_oracle_is_equivalent(a, r, &answer, &index);
  if (status != HD_OK) return unvisited(status, why);
  if (answer && hd_oracle_is_congruent(&a->profile, &r->profile)) return HD_RULING_HOLDS;
  return hd_ruling_broken(why, "a mode under `_` has changed");
}

static hd_ruling composes_by_mode(const hd_layout *a, const hd_tiler *tiler, hd_part at, const hd_layout *r,
                                  char *why) {
  hd_layout element;
  if (!hd_part_is_tuple(&tiler->profile, at)) {
    if (hd_part_element(tiler, at.begin, &element)) return composes(a, &element, r, why);
    return r ? is_unchanged(a, r, why) : HD_RULING_HOLDS;
  }
  hd_part of_a[HD_MAX_LEAVES], of_tiler[HD_MAX_LEAVES], of_r[HD_MAX_LEAVES];
  int modes = hd_part_modes(&tiler->profile, at, of_tiler);
  if (modes > hd_part_modes(&a->profile, hd_part_all(&a->profile), of_a))
    return hd_ruling_broken(why, "the tiler has more modes than the layout");
  if (r && (!hd_part_is_tuple(&r->profile, hd_part_all(&r->profile)) ||
            hd_part_modes(&r->profile, hd_part_all(&r->profile), of_r) != modes))
    return hd_ruling_broken(why, "the answer does not have the tiler's modes");
  hd_ruling ruling = HD_RULING_HOLDS;
  for (int k = 0; k < modes && ruling == HD_RULING_HOLDS; k++) {
    hd_layout part_of_a, part_of_r;
    hd_part_layout(a, of_a[k], &part_of_a);
    if (r) hd_part_layout(r, of_r[k], &part_of_r);
    ruling = composes_by_mode(&part_of_a, tiler, of_tiler[k], r ? &part_of_r : NULL, why);
  }
  return ruling;
}

static hd_ruling composition(const hd_value *a, const hd_value *b, const hd_layout *r, char *why) {
  hd_layout left;
  hd_tiler tiler;
  if (!hd_part_as_layout(a, &left) || !hd_part_as_tiler(b, &tiler)) return hd_ruling_unknown(why);
  return composes_by_mode(&left, &tiler, hd_part_all(&tiler.profile), r, why);
}

hd_ruling hd_definition_composable(const hd_value *a, const hd_value *b, char why[HD_RULING_TEXT]) {
  if (hd_part_is_composed(a) || hd_part_is_composed(b)) return hd_define_composable_inner(a, b, why);
  return composition(a, b, NULL, why);
}

hd_ruling hd_define_composition(const hd_value *argument, int count, const hd_value *result, char *why) {
  if (count != 2 || result->kind != HD_KIND_LAYOUT) return hd_ruling_broken(why, "not a layout of two operands");
  return composition(&argument[0], &argument[1], &result->as.layout, why);
}

/* ---- complement: increasing, hitting no value twice together with A, and reaching M ---- */

/* The leaves that move, in the order of their strides. */
static int moving_leaves(const hd_layout *layout, int order[HD_MAX_LEAVES]) {
  int count = 0;
  for (int k = 0; k < layout->profile.leaves; k++) {
    if (layout->shape[k] == 1 || layout->stride[k] == 0) continue;
    int at = count++;
    for (; at > 0 && layout->stride[order[at - 1]] > layout->stride[k]; at--) order[at] = order[at - 1];
    order[at] = k;
  }
  return count;
}

/* The complement by its rule: each gap between strides filled as far as it comes out even, then up to M rounded up. */
static bool complement_rule(const hd_layout *layout, int64_t within, hd_layout *result) {
  int order[HD_MAX_LEAVES];
  int moving = moving_leaves(layout, order);
  int64_t below = 1;
  memset(result, 0, sizeof *result);
  if (layout->on_axes) return false;
  for (int k = 0; k < moving; k++) {
    int64_t stride = layout->stride[order[k]];
    if (stride < below || !append_leaf(result, stride / below, below)) return false;
    if (__builtin_mul_overflow(stride, layout->shape[order[k]], &below)) return false;
  }
  return append_leaf(result, within / below + (within % below != 0), below);
}

static hd_ruling is_increasing(const hd_layout *layout, char *why) {
  hd_oracle_axes axes;
  int64_t size, last = -1;
  hd_oracle_layout_axes(layout, &axes);
  if (axes.count != 1 || axes.axis[0] != HD_AXIS_INTEGER) return hd_ruling_open(why, "strides on axes");
  if (hd_oracle_size(layout, &size) != HD_OK || size > HD_ORACLE_MAX) return hd_ruling_open(why, "too large");
  for (int64_t i = 0; i < size; i++) {
    int64_t value[HD_MAX_LEAVES];
    if (hd_oracle_at(layout, i, &axes, value) != HD_OK) return hd_ruling_open(why, "overflow");
    if (value[0] <= last) return hd_ruling_broken(why, "R(%" PRId64 ") is not above the value before it", i);
    last = value[0];
  }
  return HD_RULING_HOLDS;
}

static hd_ruling is_complement(const hd_layout *a, const hd_layout *r, int64_t within, char *why) {
  hd_layout both;
  int order[HD_MAX_LEAVES];
  int moving = moving_leaves(a, order);
  hd_ruling ruling = is_increasing(r, why);
  if (ruling != HD_RULING_HOLDS) return ruling;
  if (a->on_axes) return hd_ruling_open(why, "strides on axes");
  memset(&both, 0, sizeof both);
  bool fits = true;
  for (int k = 0; k < moving; k++) fits = fits && append_leaf(&both, a->shape[order[k]], a->stride[order[k]]);
  for (int k = 0; k < r->profile.leaves; k++) fits = fits && append_leaf(&both, r->shape[k], r->stride[k]);
  if (!fits) return hd_ruling_open(why, "too many leaves");
  bool injective;
  int64_t first, second, least, greatest;
  hd_status status = hd_oracle_is_injective(&both, &injective, &first, &second);
  if (status == HD_OK) status = hd_oracle_range(&both, &least, &greatest);
  if (status != HD_OK) return unvisited(status, why);
  if (!injective) return hd_ruling_broken(why, "(A, R) has one value at both %" PRId64 " and %" PRId64, first, second);
  if (greatest < within - 1) return hd_ruling_broken(why, "(A, R) ends at %" PRId64 ", short of M", greatest);
  return HD_RULING_HOLDS;
}

/* M: an integer, or the size of a shape or of a layout's shape; without one, 1. */
static bool bound_of(const hd_value *argument, int count, int64_t *within) {
  hd_layout target;
  *within = 1;
  return count == 1 || (hd_part_as_layout(&argument[1], &target) && hd_oracle_size(&target, within) == HD_OK);
}

hd_ruling hd_define_complement(const hd_value *argument, int count, const hd_value *result, char *why) {
  hd_layout a;
  int64_t within;
  if (!hd_part_as_layout(&argument[0], &a) || !bound_of(argument, count, &within)) return hd_ruling_unknown(why);
  if (result->kind != HD_KIND_LAYOUT) return hd_ruling_broken(why, "the answer is of another kind");
  return is_complement(&a, &result->as.layout, within, why);
}

/* ---- divide: A o (B, complement(B)), taken apart into tiles and rests ---- */

enum { PIECES = HD_MAX_LEAVES };

/* Some coordinates of one operand of the divide: of the layout `outer`, at the indices that `inner` says. Pieces of the
 * same outer add up to an index before the layout is asked. */
typedef struct piece {
  int outer;
  hd_layout inner;
  int64_t size;
} piece;

typedef struct pieces {
  int count;
  piece part[PIECES];
} pieces;

/* The logical divide has tile and rest alternate in one list: there `rests` is `tiles`. A product is taken apart in the
 * same way: there the tiles are A, and the rests how far each copy of it is moved. */
typedef struct division {
  bool multiplied;
  int outers;
  hd_layout outer[PIECES];
  pieces list[2];
  pieces *tiles, *rests;
} division;

static bool add_outer(division *to, const hd_layout *outer) {
  if (to->outers == PIECES) return false;
  to->outer[to->outers++] = *outer;
  return true;
}

/* A piece of the outer layout added last. */
static bool add_piece(division *of, pieces *to, const hd_layout *inner) {
  if (to->count == PIECES) return false;
  piece *added = &to->part[to->count++];
  added->outer = of->outers - 1;
  added->inner = *inner;
  return hd_oracle_size(inner, &added->size) == HD_OK;
}

static bool add_whole(division *of, pieces *to, const hd_layout *layout) {
  hd_layout whole;
  int64_t size;
  memset(&whole, 0, sizeof whole);
  return add_outer(of, layout) && hd_oracle_size(layout, &size) == HD_OK && append_leaf(&whole, size, 1) &&
         add_piece(of, to, &whole);
}

/* Under `_` in the gathering divides a mode of rank 2 is its tile and rest; any other is all rest. */
static bool add_untouched(division *to, const hd_layout *a) {
  hd_part mode[HD_MAX_LEAVES];
  bool alternates = to->tiles == to->rests;
  if (alternates || hd_part_modes(&a->profile, hd_part_all(&a->profile), mode) != 2) return add_whole(to, to->rests, a);
  hd_layout tile, rest;
  hd_part_layout(a, mode[0], &tile);
  hd_part_layout(a, mode[1], &rest);
  return add_whole(to, to->tiles, &tile) && add_whole(to, to->rests, &rest);
}

/* Collects the pieces of a divide; false where the tiler does not divide the layout. */
static bool divide(const hd_layout *a, const hd_tiler *tiler, hd_part at, division *to) {
  hd_layout element, rest;
  int64_t size;
  if (!hd_part_is_tuple(&tiler->profile, at)) {
    if (!hd_part_element(tiler, at.begin, &element)) return add_untouched(to, a);
    if (to->multiplied)
      return complement_rule(a, 1, &rest) && add_whole(to, to->tiles, a) && add_outer(to, &rest) &&
             add_piece(to, to->rests, &element);
    return hd_oracle_size(a, &size) == HD_OK && complement_rule(&element, size, &rest) && add_outer(to, a) &&
           add_piece(to, to->tiles, &element) && add_piece(to, to->rests, &rest);
  }
  hd_part of_a[HD_MAX_LEAVES], of_tiler[HD_MAX_LEAVES];
  int modes = hd_part_modes(&a->profile, hd_part_all(&a->profile), of_a);
  int tiled = hd_part_modes(&tiler->profile, at, of_tiler);
  bool fine = tiled <= modes;
  for (int k = 0; fine && k < modes; k++) {
    hd_layout mode;
    hd_part_layout(a, of_a[k], &mode);
    fine = k < tiled ? divide(&mode, tiler, of_tiler[k], to) : add_whole(to, to->rests, &mode);
  }
  return fine;
}

static bool size_of(const pieces *list, int64_t *size) {
  *size = 1;
  for (int k = 0; k < list->count; k++)
    if (__builtin_mul_overflow(*size, list->part[k].size, size)) return false;
  return true;
}

/* The sum over the outer layouts at coordinate `index` of the pieces, the first running fastest. */
static bool value_of_pieces(const division *of, const pieces *list, int64_t index, const hd_oracle_axes *axes,
                            int64_t *sum) {
  static const hd_oracle_axes integers = {1, {HD_AXIS_INTEGER}};
  int64_t at[PIECES] = {0}, value[HD_MAX_LEAVES];
  for (int k = 0; k < list->count; index /= list->part[k].size, k++) {
    const piece *part = &list->part[k];
    if (hd_oracle_at(&part->inner, index % part->size, &integers, value) != HD_OK) return false;
    if (__builtin_add_overflow(at[part->outer], value[0], &at[part->outer])) return false;
  }
  for (int k = 0; k < axes->count; k++) sum[k] = 0;
  for (int n = 0; n < of->outers; n++) {
    if (hd_oracle_at(&of->outer[n], at[n], axes, value) != HD_OK) return false;
    for (int k = 0; k < axes->count; k++)
      if (__builtin_add_overflow(sum[k], value[k], &sum[k])) return false;
  }
  return true;
}

static hd_ruling is_sum(const hd_layout *a, const division *of, const pieces *list, const hd_layout *r, char *why) {
  hd_oracle_axes axes;
  int64_t size, wanted;
  hd_oracle_layout_axes(a, &axes);
  if (hd_oracle_size(r, &size) != HD_OK || !size_of(list, &wanted)) return hd_ruling_open(why, "overflow");
  if (size != wanted) return hd_ruling_broken(why, "size %" PRId64 ", not %" PRId64, size, wanted);
  if (size > HD_ORACLE_MAX) return hd_ruling_open(why, "too large");
  for (int64_t i = 0; i < size; i++) {
    int64_t got[HD_MAX_LEAVES], sum[HD_MAX_LEAVES];
    if (!value_of_pieces(of, list, i, &axes, sum)) return hd_ruling_open(why, "overflow");
    hd_status status = hd_oracle_at(r, i, &axes, got);
    if (status != HD_OK) return unvisited(status, why);
    if (memcmp(got, sum, (size_t)axes.count * sizeof got[0]) != 0)
      return hd_ruling_broken(why, "R(%" PRId64 ") is %" PRId64 ", not A's value %" PRId64, i, got[0], sum[0]);
  }
  return HD_RULING_HOLDS;
}

/* A value on several axes, for sorting. */
typedef struct row {
  const int64_t *value;
  int axes;
} row;

static int compare_rows(const void *x, const void *y) {
  const row *a = x, *b = y;
  for (int k = 0; k < a->axes; k++)
    if (a->value[k] != b->value[k]) return a->value[k] < b->value[k] ? -1 : 1;
  return 0;
}

/* All values of R on A's axes, sorted; false without memory or past the visits. */
static bool sorted_values(const hd_layout *r, const hd_oracle_axes *axes, int64_t size, int64_t **value, row **rows) {
  bool fine = size <= HD_ORACLE_MAX;
  *value = fine ? malloc((size_t)size * (size_t)axes->count * sizeof **value) : NULL;
  *rows = fine ? malloc((size_t)size * sizeof **rows) : NULL;
  fine = fine && *value && *rows;
  for (int64_t i = 0; fine && i < size; i++) {
    (*rows)[i] = (row){*value + i * axes->count, axes->count};
    fine = hd_oracle_at(r, i, axes, *value + i * axes->count) == HD_OK;
  }
  if (fine) qsort(*rows, (size_t)size, sizeof **rows, compare_rows);
  return fine;
}

/* A divide rearranges A and leaves nothing out: each value that A takes is one of R's. */
static hd_ruling keeps_values(const hd_layout *a, const hd_layout *r, char *why) {
  hd_oracle_axes axes;
  int64_t size, reach, *value;
  row *rows;
  hd_ruling ruling = HD_RULING_HOLDS;
  hd_oracle_layout_axes(a, &axes);
  if (hd_oracle_size(a, &size) != HD_OK || hd_oracle_size(r, &reach) != HD_OK) return hd_ruling_open(why, "overflow");
  bool fine = sorted_values(r, &axes, reach, &value, &rows);
  for (int64_t i = 0; fine && i < size && ruling == HD_RULING_HOLDS; i++) {
    int64_t wanted[HD_MAX_LEAVES];
    row one = {wanted, axes.count};
    fine = hd_oracle_at(a, i, &axes, wanted) == HD_OK;
    if (fine && !bsearch(&one, rows, (size_t)reach, sizeof one, compare_rows))
      ruling = hd_ruling_broken(why, "A(%" PRId64 ") is no value of the answer", i);
  }
  free(rows);
  free(value);
  return fine ? ruling : hd_ruling_open(why, "too large");
}

/* Whether the first modes of R, at most `most` of them, hold `size` coordinates. */
static bool starts_with_size(const hd_layout *r, int most, int64_t size) {
  hd_part mode[HD_MAX_LEAVES];
  int modes = hd_part_modes(&r->profile, hd_part_all(&r->profile), mode);
  int64_t product = 1;
  for (int k = 0; k < modes && k < most; k++) {
    for (int leaf = mode[k].begin; leaf < mode[k].end; leaf++) product *= r->shape[leaf];
    if (product == size) return true;
  }
  return false;
}

/* How a divide arranges its pieces. */
typedef enum arrangement { ALTERNATING, TILE_IS_MODE_0, TILE_IS_FIRST_MODES } arrangement;

static hd_ruling judge_pieces(const hd_value *argument, int count, const hd_value *result, bool multiplied,
                              arrangement arranged, char *why) {
  hd_layout a;
  hd_tiler tiler;
  division parts;
  int64_t tile;
  parts.multiplied = multiplied;
  parts.outers = parts.list[0].count = parts.list[1].count = 0;
  parts.tiles = &parts.list[0];
  parts.rests = &parts.list[arranged != ALTERNATING];
  if (!hd_part_as_layout(&argument[0], &a) || !hd_part_as_tiler(&argument[1], &tiler)) return hd_ruling_unknown(why);
  if (count != 2 || result->kind != HD_KIND_LAYOUT) return hd_ruling_broken(why, "not a layout of two operands");
  if ((multiplied && a.on_axes) || tiler.layouts.on_axes) return hd_ruling_open(why, "strides on axes");
  hd_part all = hd_part_all(&tiler.profile);
  if (!divide(&a, &tiler, all, &parts) || !size_of(parts.tiles, &tile))
    return hd_ruling_broken(why, "the tiler does not go with the layout");
  if (arranged == ALTERNATING) tile = parts.tiles->part[0].size;
  bool tile_is_known = arranged != ALTERNATING || !hd_part_is_tuple(&tiler.profile, all);
  int most = arranged == TILE_IS_FIRST_MODES ? HD_MAX_LEAVES : 1;
  if (tile_is_known && !starts_with_size(&result->as.layout, most, tile))
    return hd_ruling_broken(why, "the first modes are not the tile");
  if (parts.list[0].count + parts.list[1].count > PIECES) return hd_ruling_open(why, "too many pieces");
  for (int k = 0; k < parts.list[1].count; k++) parts.tiles->part[parts.tiles->count++] = parts.list[1].part[k];
  hd_ruling ruling = is_sum(&a, &parts, parts.tiles, &result->as.layout, why);
  return ruling == HD_RULING_HOLDS && !multiplied ? keeps_values(&a, &result->as.layout, why) : ruling;
}

hd_ruling hd_define_logical_divide(const hd_value *argument, int count, const hd_value *result, char *why) {
  return judge_pieces(argument, count, result, false, ALTERNATING, why);
}

hd_ruling hd_define_zipped_divide(const hd_value *argument, int count, const hd_value *result, char *why) {
  return judge_pieces(argument, count, result, false, TILE_IS_MODE_0, why);
}

hd_ruling hd_define_flat_divide(const hd_value *argument, int count, const hd_value *result, char *why) {
  return judge_pieces(argument, count, result, false, TILE_IS_FIRST_MODES, why);
}

/* ---- product: A, and how far each copy of it is moved: complement(A) o B ---- */

hd_ruling hd_define_logical_product(const hd_value *argument, int count, const hd_value *result, char *why) {
  return judge_pieces(argument, count, result, true, ALTERNATING, why);
}

hd_ruling hd_define_zipped_product(const hd_value *argument, int count, const hd_value *result, char *why) {
  return judge_pieces(argument, count, result, true, TILE_IS_MODE_0, why);
}

hd_ruling hd_define_flat_product(const hd_value *argument, int count, const hd_value *result, char *why) {
  return judge_pieces(argument, count, result, true, TILE_IS_FIRST_MODES, why);
}

/* The sizes of the modes; 1 beyond them. */
static int mode_sizes(const hd_layout *layout, int64_t size[HD_MAX_LEAVES]) {
  hd_part mode[HD_MAX_LEAVES];
  int modes = hd_part_modes(&layout->profile, hd_part_all(&layout->profile), mode);
  for (int k = 0; k < HD_MAX_LEAVES; k++) size[k] = 1;
  for (int k = 0; k < modes; k++)
    for (int leaf = mode[k].begin; leaf < mode[k].end; leaf++)
      if (__builtin_mul_overflow(size[k], layout->shape[leaf], &size[k])) return 0;
  return modes;
}

/* Mode k of R goes through mode k of A and through that of B, one of them first; the digits of A make an index of A,
 * and the values of B one of the complement. */
static hd_ruling is_blocked(const hd_layout *a, const hd_layout *b, const hd_layout *r, bool raked, char *why) {
  int64_t of_a[HD_MAX_LEAVES], of_b[HD_MAX_LEAVES], of_r[HD_MAX_LEAVES], below = 1;
  hd_part mode[HD_MAX_LEAVES];
  division parts;
  int rank_a = mode_sizes(a, of_a), rank_b = mode_sizes(b, of_b), rank_r = mode_sizes(r, of_r);
  int rank = rank_a > rank_b ? rank_a : rank_b;
  if (a->on_axes || b->on_axes) return hd_ruling_open(why, "strides on axes");
  if (!complement_rule(a, 1, &parts.outer[1])) return hd_ruling_broken(why, "the block has no complement");
  if (!hd_part_is_tuple(&r->profile, hd_part_all(&r->profile)) || rank_r != rank || 2 * rank > PIECES)
    return hd_ruling_broken(why, "not a tuple of %d modes", rank);
  parts.outer[0] = *a;
  parts.outers = 2;
  parts.list[0].count = 2 * rank;
  (void)hd_part_modes(&b->profile, hd_part_all(&b->profile), mode);
  for (int k = 0; k < rank; k++) {
    piece *block = &parts.list[0].part[2 * k + raked], *move = &parts.list[0].part[2 * k + !raked];
    if (of_r[k] != of_a[k] * of_b[k]) return hd_ruling_broken(why, "mode %d does not have the size of both parts", k);
    memset(block, 0, sizeof *block);
    memset(move, 0, sizeof *move);
    (void)append_leaf(&block->inner, of_a[k], below);
    below *= of_a[k];
    if (k < rank_b) hd_part_layout(b, mode[k], &move->inner);
    else (void)append_leaf(&move->inner, 1, 0);
    block->size = of_a[k];
    move->size = of_b[k];
    move->outer = 1;
  }
  return is_sum(a, &parts, &parts.list[0], r, why);
}

static hd_ruling judge_blocks(const hd_value *argument, int count, const hd_value *result, bool raked, char *why) {
  hd_layout a, b;
  if (!hd_part_as_layout(&argument[0], &a) || !hd_part_as_layout(&argument[1], &b)) return hd_ruling_unknown(why);
  if (count != 2 || result->kind != HD_KIND_LAYOUT) return hd_ruling_broken(why, "not a layout of two operands");
  return is_blocked(&a, &b, &result->as.layout, raked, why);
}

hd_ruling hd_define_blocked_product(const hd_value *argument, int count, const hd_value *result, char *why) {
  return judge_blocks(argument, count, result, false, why);
}

hd_ruling hd_define_raked_product(const hd_value *argument, int count, const hd_value *result, char *why) {
  return judge_blocks(argument, count, result, true, why);
}

/* The blocks that fill a shape, rounded up, counted in an order: the blocked product with that. */
hd_ruling hd_define_tile_to_shape(const hd_value *argument, int count, const hd_value *result, char *why) {
  hd_layout a, shape, blocks;
  int64_t of_a[HD_MAX_LEAVES], of_shape[HD_MAX_LEAVES], blocks_of[HD_MAX_LEAVES];
  if (!hd_part_as_layout(&argument[0], &a) || !hd_part_as_layout(&argument[1], &shape) ||
      (count == 3 && argument[2].kind != HD_KIND_TUPLE))
    return hd_ruling_unknown(why);
  if (result->kind != HD_KIND_LAYOUT) return hd_ruling_broken(why, "the answer is of another kind");
  int rank = mode_sizes(&shape, of_shape);
  if (mode_sizes(&a, of_a) > rank) return hd_ruling_broken(why, "the block has more modes than the shape");
  if (count == 3 && argument[2].as.tuple.profile.leaves != rank)
    return hd_ruling_broken(why, "the order is not one of the modes");
  for (int k = 0; k < rank; k++) blocks_of[k] = of_shape[k] / of_a[k] + (of_shape[k] % of_a[k] != 0);
  memset(&blocks, 0, sizeof blocks);
  for (int k = 0; k < rank; k++) {
    int64_t below = 1;
    for (int j = 0; j < rank; j++)
      if (count == 3 ? argument[2].as.tuple.value[j] < argument[2].as.tuple.value[k] : j < k) below *= blocks_of[j];
    (void)append_leaf(&blocks, blocks_of[k], below);
  }
  return is_blocked(&a, &blocks, &result->as.layout, false, why);
}
