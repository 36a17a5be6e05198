/* The table: an operation is one line of CALLS, its examples lines of examples[]. A typical operand comes first, then the
 * hardest of at most 8 leaves that its kind of work has: leaves that split, gaps between all strides, modes in no order,
 * deep nesting, and where powers of two have a way of their own, other extents too. */
#include "operations.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef union operand {
  hd_layout layout;
  hd_tuple tuple;
  hd_tiler tiler;
  hd_composed composed;
  hd_swizzle swizzle;
  hd_linear linear;
  hd_placement placement;
  int64_t number;
  const char *text;
} operand;

static operand in[OPERANDS], out, second;
static hd_error error;
static bool answer;
static int64_t number, numbers[65536];
static int32_t numbers32[65536];
static char text[65536];
static hd_prepared prepared, ready;
static hd_places places;
static hd_fit fit;
static hd_bank_report report;
static uint64_t packed;
static hd_pick pick;
static int count, path[HD_MAX_LEAVES];
static hd_axis axes[HD_MAX_LEAVES];
static hd_axis_split split;

/* ---- operands ---- */

static void need(hd_status status, const char *what) {
  if (status == HD_OK) return;
  fprintf(stderr, "%s: %s\n", what, hd_status_name(status));
  exit(2);
}

static void read_operand(char kind, const char *from, operand *to) {
  size_t length = strlen(from);
  switch (kind) {
    case 'L': need(hd_parse_layout(from, length, NULL, &to->layout), from); break;
    case 'T': need(hd_parse_tiler(from, length, NULL, &to->tiler), from); break;
    case 't': need(hd_parse_tuple(from, length, NULL, &to->tuple), from); break;
    case 'C': need(hd_parse_composed(from, length, NULL, &to->composed), from); break;
    case 'S': need(hd_parse_swizzle(from, length, NULL, &to->swizzle), from); break;
    case 'X': need(hd_parse_linear(from, length, NULL, &to->linear), from); break;
    case 'P': need(hd_parse_placement(from, length, NULL, &to->placement), from); break;
    case 'F':
      need(hd_parse_layout(from, length, NULL, &to->layout), from);
      need(hd_values(&to->layout, 0, hd_size(&to->layout), NULL, numbers), from);
      break;
    case 'Q':
      need(hd_parse_layout(from, length, NULL, &to->layout), from);
      need(hd_prepare(&to->layout, NULL, &ready), from);
      break;
    case 'B':
      need(hd_parse_composed(from, length, NULL, &to->composed), from);
      need(hd_linear_from_composed(&to->composed, NULL, NULL, &to->linear), from);
      break;
    case 'n': to->number = strtoll(from, NULL, 10); break;
    default: to->text = from;
  }
}

void example_start(const example *e) {
  hd_axis_split_at(0, &split);
  for (int k = 0; e->kinds[k]; k++) read_operand(e->kinds[k], e->operand[k], &in[k]);
}

bool example_agrees(const char *other) {
  hd_layout layout;
  if (strchr(other, ':') == NULL) return strtoll(other, NULL, 10) == number;
  return hd_parse_layout(other, strlen(other), NULL, &layout) == HD_OK && hd_is_equivalent(&layout, &out.layout, NULL);
}

/* ---- calls ---- */

#define E &error
#define L(k) (&in[k].layout)
#define U(k) (&in[k].tuple)
#define T(k) (&in[k].tiler)
#define C(k) (&in[k].composed)
#define S(k) (&in[k].swizzle)
#define X(k) (&in[k].linear)
#define P(k) (&in[k].placement)
#define N(k) (in[k].number)
#define I(k) ((int)in[k].number)
#define Z(k) in[k].text, strlen(in[k].text)
#define TO_LAYOUT &out.layout
#define TO_TUPLE &out.tuple
#define TO_COMPOSED &out.composed
#define TO_LINEAR &out.linear
#define TO_PLACEMENT &out.placement

static const hd_extent by_name[] = {{0, 0}};
static const hd_layout *modes[OPERANDS] = {L(0), L(1), L(2), L(3)};

static hd_status fill(hd_fit *filled) {
  hd_fit_start(filled, hd_size(L(0)), 1);
  for (int64_t i = 0; i < filled->size; i++) {
    hd_status status = hd_fit_push(filled, &numbers[i], E);
    if (status != HD_OK) return status;
  }
  return hd_fit_layout(filled, NULL, E, TO_LAYOUT);
}

static hd_status all_places(void) {
  hd_status status = hd_places_start(P(0), U(1), NULL, E, &places);
  for (bool more = status == HD_OK; more;) more = hd_places_next(&places);
  return status;
}

/* clang-format off */
#define CALLS(STATUS, VOID) \
  VOID(nothing, (void)0) \
  STATUS(shape_div, hd_shape_div(U(0), U(1), E, TO_TUPLE)) \
  STATUS(ceil_div, hd_ceil_div(U(0), U(1), E, TO_TUPLE)) \
  STATUS(elem_less, hd_elem_less(U(0), U(1), E, &answer)) \
  STATUS(tuple_add, hd_tuple_add(U(0), U(1), E, TO_TUPLE)) \
  STATUS(tuple_sub, hd_tuple_sub(U(0), U(1), E, TO_TUPLE)) \
  STATUS(tuple_product_each, hd_tuple_product_each(U(0), E, TO_TUPLE)) \
  STATUS(prefix_product, hd_prefix_product(U(0), E, TO_TUPLE)) \
  STATUS(increment_coord, hd_increment_coord(U(0), U(1), E, TO_TUPLE)) \
  STATUS(banks, hd_banks(C(0), N(1), E, &report)) \
  STATUS(find_swizzle, hd_find_swizzle((const hd_composed *const[]){C(0)}, 1, N(1), E, &out.swizzle, &count)) \
  VOID(coalesce, hd_coalesce(L(0), TO_LAYOUT)) \
  VOID(coalesce_tail, hd_coalesce_tail(L(0), TO_LAYOUT)) \
  STATUS(coalesce_by_mode, hd_coalesce_by_mode(L(0), &U(1)->profile, E, TO_LAYOUT)) \
  VOID(is_identical, answer = hd_is_identical(L(0), L(1))) \
  VOID(is_equivalent, answer = hd_is_equivalent(L(0), L(1), &number)) \
  VOID(is_compatible, answer = hd_is_compatible(U(0), U(1))) \
  VOID(is_congruent, answer = hd_is_congruent(&U(0)->profile, &U(1)->profile)) \
  VOID(is_weakly_congruent, answer = hd_is_weakly_congruent(&U(0)->profile, &U(1)->profile)) \
  STATUS(complement, hd_complement(L(0), N(1), E, TO_LAYOUT)) \
  STATUS(complement_unbounded, hd_complement_unbounded(L(0), E, TO_LAYOUT)) \
  VOID(nests, answer = hd_nests(L(0), &number)) \
  STATUS(is_complementable, hd_is_complementable(L(0), N(1), E, &answer)) \
  VOID(composed_plain, hd_composed_plain(L(0), TO_COMPOSED)) \
  STATUS(compose_swizzle, hd_compose_swizzle(S(0), N(1), C(2), E, TO_COMPOSED)) \
  STATUS(compose_layout, hd_compose_layout(L(0), U(1), C(2), E, TO_COMPOSED)) \
  STATUS(compose, hd_compose(C(0), U(1), C(2), E, TO_COMPOSED)) \
  STATUS(composed_evaluate, hd_composed_evaluate(C(0), U(1), E, TO_TUPLE)) \
  STATUS(composed_at, hd_composed_at(C(0), N(1), E, &number)) \
  STATUS(composed_cosize, hd_composed_cosize(C(0), E, &number)) \
  VOID(composed_is_identical, answer = hd_composed_is_identical(C(0), C(1))) \
  STATUS(composed_is_equivalent, hd_composed_is_equivalent(C(0), C(1), E, &answer, &number)) \
  STATUS(composed_is_injective, hd_composed_is_injective(C(0), E, &answer)) \
  STATUS(composed_slice, hd_composed_slice(C(0), U(1), E, TO_COMPOSED, &number)) \
  STATUS(composed_recast, hd_composed_recast(C(0), N(1), N(2), E, TO_COMPOSED)) \
  STATUS(composition, hd_composition(L(0), L(1), E, TO_LAYOUT)) \
  STATUS(composition_by_mode, hd_composition_by_mode(L(0), T(1), E, TO_LAYOUT)) \
  STATUS(logical_divide, hd_logical_divide(L(0), T(1), E, TO_LAYOUT)) \
  STATUS(zipped_divide, hd_zipped_divide(L(0), T(1), E, TO_LAYOUT)) \
  STATUS(tiled_divide, hd_tiled_divide(L(0), T(1), E, TO_LAYOUT)) \
  STATUS(flat_divide, hd_flat_divide(L(0), T(1), E, TO_LAYOUT)) \
  STATUS(evaluate, hd_evaluate(L(0), U(1), E, TO_TUPLE)) \
  STATUS(evaluate_index, hd_evaluate_index(L(0), N(1), E, &number)) \
  STATUS(crd2idx, hd_crd2idx(U(0), U(1), E, &number)) \
  STATUS(idx2crd, hd_idx2crd(U(0), U(1), E, TO_TUPLE)) \
  VOID(digits, hd_digits(L(0), N(1), numbers)) \
  STATUS(prepare, hd_prepare(L(0), E, &prepared)) \
  VOID(prepared_at, number = hd_prepared_at(&ready, (uint32_t)N(1))) \
  STATUS(values, hd_values(L(0), 0, hd_size(L(0)), E, numbers)) \
  STATUS(values32, hd_values32(L(0), 0, hd_size(L(0)), E, numbers32)) \
  STATUS(fit, fill(&fit)) \
  STATUS(is_injective, hd_is_injective(L(0), E, &answer)) \
  STATUS(coordinate_of, hd_coordinate_of(L(0), U(1), E, TO_TUPLE)) \
  STATUS(is_disjoint, hd_is_disjoint(L(0), N(1), L(2), E, &answer)) \
  STATUS(right_inverse, hd_right_inverse(L(0), E, TO_LAYOUT)) \
  STATUS(left_inverse, hd_left_inverse(L(0), E, TO_LAYOUT)) \
  VOID(nullspace, hd_nullspace(L(0), TO_LAYOUT)) \
  STATUS(max_common_layout, hd_max_common_layout(L(0), L(1), E, TO_LAYOUT)) \
  STATUS(max_common_vector, hd_max_common_vector(L(0), L(1), E, &number)) \
  STATUS(make_layout, hd_make_layout(U(0), U(1), E, TO_LAYOUT)) \
  STATUS(make_compact_layout, hd_make_layout(U(0), NULL, E, TO_LAYOUT)) \
  STATUS(make_flat_layout, hd_make_flat_layout(L(0)->profile.leaves, L(0)->shape, L(0)->stride, E, TO_LAYOUT)) \
  STATUS(make_scalar_layout, hd_make_scalar_layout(N(0), N(1), E, TO_LAYOUT)) \
  STATUS(concatenate, hd_concatenate(modes, 4, E, TO_LAYOUT)) \
  STATUS(get, hd_get(L(0), (path[0] = I(1), path[1] = I(2), path), 2, E, TO_LAYOUT)) \
  STATUS(select, hd_select(L(0), (path[0] = I(1), path[1] = I(2), path), 2, E, TO_LAYOUT)) \
  VOID(flatten, hd_flatten(L(0), TO_LAYOUT)) \
  VOID(shape, hd_shape(L(0), TO_TUPLE)) \
  VOID(stride, hd_stride(L(0), TO_TUPLE)) \
  VOID(layout_copy, hd_layout_copy(TO_LAYOUT, L(0))) \
  VOID(size, number = hd_size(L(0))) \
  STATUS(cosize, hd_cosize(L(0), E, &number)) \
  STATUS(coshape, hd_coshape(L(0), E, TO_TUPLE)) \
  VOID(rank, count = hd_rank(&L(0)->profile)) \
  VOID(depth, count = hd_depth(&L(0)->profile)) \
  STATUS(slice, hd_slice(L(0), U(1), E, TO_LAYOUT)) \
  STATUS(slice_and_offset, hd_slice_and_offset(L(0), U(1), E, TO_LAYOUT, &second.tuple)) \
  STATUS(dice, hd_dice(L(0), U(1), E, TO_LAYOUT)) \
  STATUS(group_modes, hd_group_modes(L(0), I(1), I(2), E, TO_LAYOUT)) \
  STATUS(take, hd_take(L(0), I(1), I(2), E, TO_LAYOUT)) \
  STATUS(zip, hd_zip(L(0), E, TO_LAYOUT)) \
  STATUS(replace, hd_replace(L(0), I(1), L(2), E, TO_LAYOUT)) \
  STATUS(append_to_rank, hd_append_to_rank(L(0), I(1), L(2), E, TO_LAYOUT)) \
  STATUS(prepend_to_rank, hd_prepend_to_rank(L(0), I(1), L(2), E, TO_LAYOUT)) \
  STATUS(append, hd_append(L(0), L(1), E, TO_LAYOUT)) \
  STATUS(prepend, hd_prepend(L(0), L(1), E, TO_LAYOUT)) \
  STATUS(pick_zip, hd_pick_zip(&L(0)->profile, E, &pick)) \
  VOID(filter_zeros, hd_filter_zeros(L(0), TO_LAYOUT)) \
  VOID(filter, hd_filter(L(0), TO_LAYOUT)) \
  STATUS(domain_distribute, hd_domain_distribute(U(0), N(1), E, TO_LAYOUT)) \
  STATUS(make_ordered_layout, hd_make_ordered_layout(U(0), U(1), E, TO_LAYOUT)) \
  STATUS(make_layout_like, hd_make_layout_like(L(0), E, TO_LAYOUT)) \
  STATUS(make_identity_layout, hd_make_identity_layout(U(0), E, TO_LAYOUT)) \
  STATUS(make_layout_tv, hd_make_layout_tv(L(0), L(1), E, &second.tuple, TO_LAYOUT)) \
  STATUS(thread_value, hd_thread_value(L(0), L(1), T(2), E, TO_LAYOUT)) \
  STATUS(partition_thread, hd_partition_thread(L(0), L(1), T(2), N(3), E, TO_LAYOUT, &second.tuple)) \
  STATUS(local_tile, hd_local_tile(L(0), T(1), U(2), E, TO_LAYOUT, &second.tuple)) \
  STATUS(local_partition, hd_local_partition(L(0), L(1), N(2), E, TO_LAYOUT, &second.tuple)) \
  STATUS(logical_product, hd_logical_product(L(0), T(1), E, TO_LAYOUT)) \
  STATUS(zipped_product, hd_zipped_product(L(0), T(1), E, TO_LAYOUT)) \
  STATUS(tiled_product, hd_tiled_product(L(0), T(1), E, TO_LAYOUT)) \
  STATUS(flat_product, hd_flat_product(L(0), T(1), E, TO_LAYOUT)) \
  STATUS(blocked_product, hd_blocked_product(L(0), L(1), E, TO_LAYOUT)) \
  STATUS(raked_product, hd_raked_product(L(0), L(1), E, TO_LAYOUT)) \
  STATUS(tile_to_shape, hd_tile_to_shape(L(0), U(1), NULL, E, TO_LAYOUT)) \
  STATUS(tile_to_shape_in_order, hd_tile_to_shape(L(0), U(1), U(2), E, TO_LAYOUT)) \
  STATUS(rearrange, hd_rearrange(L(0), Z(1), by_name, 0, E, TO_LAYOUT)) \
  STATUS(upcast, hd_upcast(L(0), N(1), E, TO_LAYOUT)) \
  STATUS(downcast, hd_downcast(L(0), N(1), E, TO_LAYOUT)) \
  STATUS(recast, hd_recast(L(0), N(1), N(2), E, TO_LAYOUT)) \
  STATUS(make_swizzle, hd_make_swizzle(N(0), N(1), N(2), E, &out.swizzle)) \
  VOID(swizzle_at, number = hd_swizzle_at(S(0), N(1))) \
  STATUS(swizzle_recast, hd_swizzle_recast(S(0), N(1), N(2), E, &out.swizzle)) \
  VOID(tiler_layout, answer = hd_tiler_layout(L(0), &out.tiler)) \
  STATUS(tiler_shape, hd_tiler_shape(U(0), E, &out.tiler)) \
  VOID(tiler_element, hd_tiler_element(T(0), 0, TO_LAYOUT)) \
  VOID(tiler_is_identical, answer = hd_tiler_is_identical(T(0), T(1))) \
  VOID(tuple_copy, hd_tuple_copy(TO_TUPLE, U(0))) \
  VOID(tuple_is_identical, answer = hd_tuple_is_identical(U(0), U(1))) \
  VOID(tuple_product, answer = hd_tuple_product(U(0), &number)) \
  STATUS(dimensions_pack, hd_dimensions_pack(&X(0)->in, U(1)->value, E, &packed)) \
  VOID(dimensions_unpack, hd_dimensions_unpack(&X(0)->in, 12345, numbers)) \
  STATUS(make_linear, hd_make_linear(&X(0)->in, &X(0)->out, X(0)->basis, E, TO_LINEAR)) \
  VOID(linear_identity, hd_linear_identity(&X(0)->in, TO_LINEAR)) \
  VOID(linear_copy, hd_linear_copy(TO_LINEAR, X(0))) \
  VOID(linear_at, packed = hd_linear_at(X(0), (uint64_t)N(1))) \
  STATUS(linear_evaluate, hd_linear_evaluate(X(0), U(1), E, TO_TUPLE)) \
  VOID(linear_is_identical, answer = hd_linear_is_identical(X(0), X(1))) \
  VOID(linear_is_equivalent, answer = hd_linear_is_equivalent(X(0), X(1))) \
  STATUS(linear_reshape, hd_linear_reshape(X(0), &X(1)->in, NULL, E, TO_LINEAR)) \
  STATUS(linear_transpose, hd_linear_transpose(X(0), X(1)->in.name, NULL, E, TO_LINEAR)) \
  STATUS(linear_compose, hd_linear_compose(X(0), X(1), E, TO_LINEAR)) \
  STATUS(linear_product, hd_linear_product(X(0), X(1), E, TO_LINEAR)) \
  STATUS(linear_divide_left, hd_linear_divide_left(X(0), X(1), E, TO_LINEAR)) \
  STATUS(linear_from_layout, hd_linear_from_layout(L(0), NULL, E, TO_LINEAR)) \
  STATUS(linear_from_composed, hd_linear_from_composed(C(0), NULL, E, TO_LINEAR)) \
  STATUS(linear_swizzle, hd_linear_swizzle(S(0), X(1), E, TO_LINEAR)) \
  STATUS(linear_to_layout, hd_linear_to_layout(X(0), E, TO_LAYOUT)) \
  STATUS(linear_to_composed, hd_linear_to_composed(X(0), E, TO_COMPOSED)) \
  VOID(linear_free_variables, packed = hd_linear_free_variables(X(0))) \
  VOID(linear_rank, count = hd_linear_rank(X(0))) \
  VOID(linear_is_injective, answer = hd_linear_is_injective(X(0), E)) \
  VOID(linear_is_surjective, answer = hd_linear_is_surjective(X(0), E)) \
  STATUS(linear_invert, hd_linear_invert(X(0), E, TO_LINEAR)) \
  STATUS(linear_pseudo_invert, hd_linear_pseudo_invert(X(0), E, TO_LINEAR)) \
  STATUS(linear_invert_and_compose, hd_linear_invert_and_compose(X(0), X(1), E, TO_LINEAR)) \
  STATUS(make_placement, hd_make_placement(HD_LAST_FASTEST, U(0), U(1), E, TO_PLACEMENT)) \
  STATUS(placement_replicate, hd_placement_replicate(P(0), U(1), U(2), E, TO_PLACEMENT)) \
  STATUS(placement_shift, hd_placement_shift(P(0), U(1), E, TO_PLACEMENT)) \
  VOID(placement_copy, hd_placement_copy(TO_PLACEMENT, P(0))) \
  VOID(placement_size, number = hd_placement_size(P(0))) \
  VOID(placement_axes, count = hd_placement_axes(P(0), axes)) \
  VOID(placement_range, hd_placement_range(P(0), P(0)->shard[0].axis, &number, numbers)) \
  VOID(placement_is_identical, answer = hd_placement_is_identical(P(0), P(1))) \
  STATUS(places, all_places()) \
  STATUS(placement_places, hd_placement_places(P(0), U(1), NULL, 64, E, numbers, &count)) \
  VOID(placement_canonicalize, hd_placement_canonicalize(P(0), TO_PLACEMENT)) \
  STATUS(placement_is_equivalent, hd_placement_is_equivalent(P(0), P(1), E, &answer)) \
  STATUS(placement_copies, hd_placement_copies(P(0), E, &number)) \
  STATUS(placement_fuse, hd_placement_fuse(P(0), &split, E, TO_PLACEMENT)) \
  STATUS(placement_split, hd_placement_split(P(0), &split, E, TO_PLACEMENT)) \
  STATUS(placement_reorder, hd_placement_reorder(P(0), U(1), HD_FIRST_FASTEST, E, TO_PLACEMENT)) \
  STATUS(placement_from_layout, hd_placement_from_layout(L(0), E, TO_PLACEMENT)) \
  STATUS(placement_to_layout, hd_placement_to_layout(P(0), E, TO_LAYOUT)) \
  STATUS(placement_tile, hd_placement_tile(P(0), U(1), P(2), U(3), E, TO_PLACEMENT)) \
  STATUS(placement_direct_sum, hd_placement_direct_sum(P(0), U(1), P(2), U(3), E, TO_PLACEMENT)) \
  STATUS(placement_is_tile_inner, hd_placement_is_tile_inner(P(0), P(1), U(2), U(3), E, TO_PLACEMENT)) \
  STATUS(placement_is_tile_outer, hd_placement_is_tile_outer(P(0), P(1), U(2), U(3), E, TO_PLACEMENT)) \
  STATUS(placement_is_direct_sum_left, hd_placement_is_direct_sum_left(P(0), P(1), U(2), U(3), E, TO_PLACEMENT)) \
  STATUS(placement_is_direct_sum_right, hd_placement_is_direct_sum_right(P(0), P(1), U(2), U(3), E, TO_PLACEMENT)) \
  STATUS(placement_slice, hd_placement_slice(P(0), U(1), U(2), U(3), E, TO_PLACEMENT)) \
  STATUS(parse_layout, hd_parse_layout(Z(0), E, TO_LAYOUT)) \
  STATUS(parse_tiler, hd_parse_tiler(Z(0), E, &out.tiler)) \
  STATUS(parse_tuple, hd_parse_tuple(Z(0), E, TO_TUPLE)) \
  STATUS(parse_composed, hd_parse_composed(Z(0), E, TO_COMPOSED)) \
  STATUS(parse_linear, hd_parse_linear(Z(0), E, TO_LINEAR)) \
  STATUS(parse_placement, hd_parse_placement(Z(0), E, TO_PLACEMENT)) \
  VOID(print_layout, hd_print_layout(L(0), text, sizeof text)) \
  VOID(print_tiler, hd_print_tiler(T(0), text, sizeof text)) \
  VOID(print_tuple, hd_print_tuple(U(0), text, sizeof text)) \
  VOID(print_composed, hd_print_composed(C(0), text, sizeof text)) \
  VOID(print_linear, hd_print_linear(X(0), text, sizeof text)) \
  VOID(print_placement, hd_print_placement(P(0), text, sizeof text))
/* clang-format on */

#define DEFINE_STATUS(name, call) \
  static hd_status run_##name(void) { return call; }
#define DEFINE_VOID(name, call)       \
  static hd_status run_##name(void) { \
    call;                             \
    return HD_OK;                     \
  }
CALLS(DEFINE_STATUS, DEFINE_VOID)

/* ---- examples ---- */

#define INV1                                                                                                           \
  "{dim0 = [[8805], [37303], [55537], [52577], [50054], [4135], [16716], [7727], [32468], [49870], [29457], [30949], " \
  "[42702], [24878], [51689], [13759]]}"
#define INV2                                                                                                           \
  "{dim0 = [[6687], [1586], [29348], [51669], [57328], [62134], [8358], [33966], [38335], [51187], [25752], [31910], " \
  "[33738], [21493], [9426], [57307]]}"
#define TRITON                                                                                                        \
  "{register = [[1, 0], [2, 0], [0, 1], [0, 2]], lane = [[4, 0], [8, 0], [0, 4], [0, 8], [0, 16]], warp = [[0, 32], " \
  "[16, 0], [32, 0]], block = [[64, 0], [0, 64], [128, 0], [0, 128]]}"
#define SHUFFLED                                                                                                      \
  "{register = [[0, 1], [0, 2], [0, 4], [0, 8]], lane = [[0, 16], [0, 32], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], " \
  "[16, 0], [32, 0]], block = [[64, 0], [0, 64], [128, 0], [0, 128]]}"
#define TURNED "{block = [[1]], warp = [[2]], lane = [[4]], register = [[8]]}"
#define OUTER                                                                                                      \
  "{dim0 = [[1], [4], [16], [64], [256], [1024], [4096], [16384]], dim1 = [[2], [8], [32], [128], [512], [2048], " \
  "[8192], [32768]]}"
#define TILED "S[(2,8,4,4):(1@warpid,4@laneid,2@warpid,1@laneid)]"

/* clang-format off */
const example examples[] = {
    {TEXT, "nothing", run_nothing, "", {NULL}, 0},
    /* arithmetic */
    {SMALL, "shape_div", run_shape_div, "tt", {"(8,(4,16))", "(2,(4,8))"}, 0},
    {SMALL, "shape_div", run_shape_div, "tt", {"((8,9),(10,12),(14,15),(16,6))", "720"}, 0},
    {SMALL, "ceil_div", run_ceil_div, "tt", {"(8,(4,16))", "(3,(4,5))"}, 0},
    {SMALL, "ceil_div", run_ceil_div, "tt", {"((8,9),(10,12),(14,15),(16,6))", "((3,5),(7,9),(11,13),(5,5))"}, 0},
    {SMALL, "elem_less", run_elem_less, "tt", {"((1,2),(3,4),(5,6),(7,8))", "((2,3),(4,5),(6,7),(8,9))"}, 0},
    {SMALL, "tuple_add", run_tuple_add, "tt", {"((1,2),(3,4),(5,6),(7,8))", "((2,3),(4,5),(6,7),(8,9))"}, 0},
    {SMALL, "tuple_sub", run_tuple_sub, "tt", {"((1,2),(3,4),(5,6),(7,8))", "((2,3),(4,5),(6,7),(8,9))"}, 0},
    {SMALL, "tuple_product_each", run_tuple_product_each, "t", {"((1,2),(3,4),(5,6),(7,8))"}, 0},
    {SMALL, "prefix_product", run_prefix_product, "t", {"((1,2),(3,4),(5,6),(7,8))"}, 0},
    {SMALL, "increment_coord", run_increment_coord, "tt", {"((1,2),(3,4),(5,6),(7,8))", "((2,3),(4,5),(6,7),(8,9))"}, 0},
    /* coalesce, compare */
    {SMALL, "coalesce", run_coalesce, "L", {"(2,1,4,(1,8),3):(1,77,2,(5,8),64)"}, 0},
    {SMALL, "coalesce", run_coalesce, "L", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))"}, 0},
    {SMALL, "coalesce_tail", run_coalesce_tail, "L", {"((2,3),(5,7),(2,3),(5,1)):((1,3),(10,51),(400,801),(2402,12013))"}, 0},
    {SMALL, "coalesce_by_mode", run_coalesce_by_mode, "Lt", {"((2,1),(4,8)):((1,9),(2,8))", "(1,1)"}, 0},
    {SMALL, "coalesce_by_mode", run_coalesce_by_mode, "Lt", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))", "(1,1,1,1)"}, 0},
    {SMALL, "is_identical", run_is_identical, "LL", {"((2,3),(5,7)):((1,3),(10,51))", "((2,3),(5,7)):((1,3),(10,51))"}, 0},
    {SMALL, "is_identical", run_is_identical, "LL", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))", "((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))"}, 0},
    {SMALL, "is_equivalent", run_is_equivalent, "LL", {"((2,4),8):((1,2),8)", "64:1"}, 0},
    {SMALL, "is_equivalent", run_is_equivalent, "LL", {"(4,6,7,9):(1,5,31,300)", "((2,2),(2,3),7,(3,3)):((1,2),(5,10),31,(300,900))"}, 0},
    {SMALL, "is_equivalent", run_is_equivalent, "LL", {"(4,6,7,9):(1,5,31,300)", "((2,2),(2,3),7,(3,3)):((1,2),(5,10),31,(300,901))"}, 0},
    {SMALL, "is_compatible", run_is_compatible, "tt", {"(16,(4,8))", "((4,4),(4,8))"}, 0},
    {SMALL, "is_compatible", run_is_compatible, "tt", {"((4,6),(8,9))", "(((2,2),(3,2)),((4,2),(3,3)))"}, 0},
    {SMALL, "is_congruent", run_is_congruent, "tt", {"((1,2),(3,4),(5,6),(7,8))", "((2,3),(4,5),(6,7),(8,9))"}, 0},
    {SMALL, "is_weakly_congruent", run_is_weakly_congruent, "tt", {"((1,2),(3,4))", "(((1,2),(3,4)),((5,6),(7,8)))"}, 0},
    /* complement */
    {SMALL, "complement", run_complement, "Ln", {"(2,2):(128,8)", "65536"}, 0},
    {SMALL, "complement", run_complement, "Ln", {"(3,5,2,7):(2000,300,40,5)", "1000000"}, 0},
    {SMALL, "complement", run_complement, "Ln", {"((2,2),(2,2),(2,2),(2,2)):((16384,1),(1024,64),(4096,16),(4,256))", "65536"}, 0},
    {SMALL, "complement_unbounded", run_complement_unbounded, "L", {"(2,2):(128,8)"}, 0},
    {SMALL, "complement_unbounded", run_complement_unbounded, "L", {"((3,5),(2,7)):((2000,300),(40,5))"}, 0},
    {SMALL, "complement_unbounded", run_complement_unbounded, "L", {"((4,2),(2,4)):((1@1,16@0),(2@0,8@1))"}, 0},
    {SMALL, "nests", run_nests, "L", {"((2,2),(2,2),(2,2),(2,2)):((16384,1),(1024,64),(4096,16),(4,256))"}, 0},
    {SMALL, "is_complementable", run_is_complementable, "Ln", {"((2,2),(2,2),(2,2),(2,2)):((16384,1),(1024,64),(4096,16),(4,256))", "32768"}, 0},
    /* composed layouts */
    {SMALL, "composed_plain", run_composed_plain, "L", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))"}, 0},
    {SMALL, "compose_swizzle", run_compose_swizzle, "SnC", {"S<3,4,3>", "0", "(8,64):(64,1)"}, 0},
    {SMALL, "compose_layout", run_compose_layout, "LtC", {"(8,4):(3,100)", "2", "((2,2),(4,2)):((1,2),(4,16))"}, 0},
    {SMALL, "compose", run_compose, "CtC", {"S<3,4,3> o 0 o (8,64):(64,1)", "0", "((2,4),(2,16)):((1,2),(8,16))"}, 0},
    {SMALL, "composed_evaluate", run_composed_evaluate, "Ct", {"S<3,4,3> o 0 o (8,64):(64,1)", "(3,5)"}, 0},
    {SMALL, "composed_evaluate", run_composed_evaluate, "Ct", {"S<3,4,3> o 5 o ((2,4),(4,4),(2,2),(2,2)):((64,128),(1,4),(512,1024),(2048,4096))", "(5,(3,2),3,1)"}, 0},
    {SMALL, "composed_at", run_composed_at, "Cn", {"S<3,4,3> o 0 o (8,64):(64,1)", "333"}, 0},
    {SMALL, "composed_at", run_composed_at, "Cn", {"S<3,4,3> o 5 o ((2,4),(4,4),(2,2),(2,2)):((64,128),(1,4),(512,1024),(2048,4096))", "1777"}, 0},
    {SMALL, "composed_cosize", run_composed_cosize, "C", {"S<3,4,3> o 5 o ((2,4),(4,4),(2,2),(2,2)):((64,128),(1,4),(512,1024),(2048,4096))"}, 0},
    {SMALL, "composed_is_identical", run_composed_is_identical, "CC", {"S<3,4,3> o 0 o (8,64):(64,1)", "S<3,4,3> o 0 o (8,64):(64,1)"}, 0},
    {VALUES, "composed_is_equivalent", run_composed_is_equivalent, "CC", {"S<3,4,3> o 0 o (8,64):(64,1)", "S<3,4,3> o 0 o ((2,4),64):((64,128),1)"}, 512},
    {VALUES, "composed_is_equivalent", run_composed_is_equivalent, "CC", {"S<3,4,3> o 0 o (8,64):(64,1)", "S<2,4,3> o 0 o S<1,6,3> o 0 o (8,64):(64,1)"}, 512},
    {SEARCH, "composed_is_injective", run_composed_is_injective, "C", {"S<3,4,3> o 0 o (8,64):(64,1)"}, 0},
    {SMALL, "composed_slice", run_composed_slice, "Ct", {"S<3,3,3> o 0 o (8,64):(64,1)", "(_,0)"}, 0},
    {SMALL, "composed_slice", run_composed_slice, "Ct", {"S<3,4,3> o 5 o ((2,4),(4,4),(2,2),(2,2)):((64,128),(1,4),(512,1024),(2048,4096))", "((_,3),(_,2),_,1)"}, 0},
    {SMALL, "composed_recast", run_composed_recast, "Cnn", {"S<3,4,3> o 0 o (8,64):(64,1)", "32", "8"}, 0},
    {SMALL, "composed_recast", run_composed_recast, "Cnn", {"S<3,4,3> o 64 o ((2,4),(8,4),(2,2),(2,2)):((64,128),(1,8),(512,1024),(2048,4096))", "32", "8"}, 0},
    /* composition */
    {SMALL, "composition", run_composition, "LL", {"(128,512):(1,128)", "((2,2),8):((128,8),1024)"}, 0},
    {SMALL, "composition", run_composition, "LL", {"(128,512):(512,1)", "((2,2),8):((128,8),1024)"}, 0},
    {SMALL, "composition", run_composition, "LL", {"(4,8,16):(1,100,1000)", "(16,4):(2,32)"}, 0},
    {SMALL, "composition", run_composition, "LL", {"(2,3,5,7):(1,100,1000,10000)", "(6,35):(1,6)"}, 0},
    {SMALL, "composition", run_composition, "LL", {"(4,4,4,4):(1,100,10000,1000000)", "(8,32):(2,16)"}, 0},
    {SMALL, "composition", run_composition, "LL", {"256:3", "((2,2),(2,2),(2,2),2):((1,2),(4,8),(16,32),64)"}, 0},
    {SMALL, "composition", run_composition, "LL", {"(12,4,9):(1@1,1@0,12@1)", "((4,3),(4,9)):((1,4),(12,48))"}, 0},
    {SMALL, "composition", run_composition, "LL", {"(4,(8,16)):(1,(100,1000))", "(4,(2,32)):(1@0,(1@0@1,2@1@1))"}, 0},
    {VALUES, "composition", run_composition, "LL", {"(2,5):(1,7)", "4:3"}, 4},
    {SMALL, "composition_by_mode", run_composition_by_mode, "LT", {"(128,512):(1,128)", "<16,8:4>"}, 0},
    {SMALL, "composition_by_mode", run_composition_by_mode, "LT", {"((2,4),(4,8),3,5):((1,100),(2,800),7,9)", "<8,16:2,_,5>"}, 0},
    {SMALL, "composition_by_mode", run_composition_by_mode, "LT", {"((3,4),(5,6),3):((1,100),(2,800),7)", "<6,10,3>"}, 0},
    /* divide */
    {SMALL, "logical_divide", run_logical_divide, "LT", {"(128,512):(1,128)", "<16,8>"}, 0},
    {SMALL, "logical_divide", run_logical_divide, "LT", {"(128,512):(1,128)", "(2,4):(128,1)"}, 0},
    {SMALL, "logical_divide", run_logical_divide, "LT", {"((2,4),(4,8)):((1,100),(2,800))", "<4,8:2>"}, 0},
    {SMALL, "logical_divide", run_logical_divide, "LT", {"((3,4),(5,6)):((1,100),(2,800))", "<6,10>"}, 0},
    {SMALL, "zipped_divide", run_zipped_divide, "LT", {"(128,512):(1,128)", "<16,8>"}, 0},
    {SMALL, "zipped_divide", run_zipped_divide, "LT", {"(8,9,10,12):(1080,120,12,1)", "<4,3,5,6>"}, 0},
    {SMALL, "tiled_divide", run_tiled_divide, "LT", {"(8,9,10,12):(1080,120,12,1)", "<4,3,5,6>"}, 0},
    {SMALL, "flat_divide", run_flat_divide, "LT", {"(8,9,10,12):(1080,120,12,1)", "<4,3,5,6>"}, 0},
    /* evaluate */
    {SMALL, "evaluate", run_evaluate, "Lt", {"(128,512):(1,128)", "(5,7)"}, 0},
    {SMALL, "evaluate", run_evaluate, "Lt", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))", "((1,2),30,5,(4,6))"}, 0},
    {SMALL, "evaluate", run_evaluate, "Lt", {"((2,3),(5,7),(2,3),(5,7)):((1@0,3@1),(10@0,51@1),(400@0,801@1),(2402@0,12013@1))", "40000"}, 0},
    {SMALL, "evaluate_index", run_evaluate_index, "Ln", {"(128,512):(1,128)", "12345"}, 0},
    {SMALL, "evaluate_index", run_evaluate_index, "Ln", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))", "40000"}, 0},
    {SMALL, "crd2idx", run_crd2idx, "tt", {"(5,7)", "(128,512)"}, 0},
    {SMALL, "crd2idx", run_crd2idx, "tt", {"((1,2),30,5,(4,6))", "((2,3),(5,7),(2,3),(5,7))"}, 0},
    {SMALL, "idx2crd", run_idx2crd, "tt", {"12345", "(128,512)"}, 0},
    {SMALL, "idx2crd", run_idx2crd, "tt", {"40000", "((2,3),(5,7),(2,3),(5,7))"}, 0},
    {SMALL, "digits", run_digits, "Ln", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))", "40000"}, 0},
    {SMALL, "prepare", run_prepare, "L", {"(128,512):(1,128)"}, 0},
    {SMALL, "prepare", run_prepare, "L", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))"}, 0},
    {SMALL, "prepared_at", run_prepared_at, "Qn", {"(128,512):(1,128)", "12345"}, 0},
    {SMALL, "prepared_at", run_prepared_at, "Qn", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))", "40000"}, 0},
    {VALUES, "values", run_values, "L", {"(128,512):(1,128)"}, 65536},
    {VALUES, "values32", run_values32, "L", {"(128,512):(1,128)"}, 65536},
    {VALUES, "values32", run_values32, "L", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))"}, 44100},
    {VALUES, "fit", run_fit, "F", {"(128,512):(1,129)"}, 65536},
    {VALUES, "fit", run_fit, "F", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))"}, 44100},
    /* image */
    {SEARCH, "is_injective", run_is_injective, "L", {"(128,512):(1,128)"}, 0},
    {SEARCH, "is_injective", run_is_injective, "L", {"((2,2),(2,2),(2,2),(2,2)):((16384,1),(1024,64),(4096,16),(4,256))"}, 0},
    {SEARCH, "is_injective", run_is_injective, "L", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))"}, 0},
    {SEARCH, "coordinate_of", run_coordinate_of, "Lt", {"(128,512):(1,128)", "12345"}, 0},
    {SEARCH, "coordinate_of", run_coordinate_of, "Lt", {"((2,2),(2,2),(2,2),(2,2)):((16384,1),(1024,64),(4096,16),(4,256))", "21845"}, 0},
    {SEARCH, "is_disjoint", run_is_disjoint, "LnL", {"(8,4):(1,16)", "8", "(8,4):(1,16)"}, 0},
    /* inverse */
    {SMALL, "right_inverse", run_right_inverse, "L", {"(128,512):(1,128)"}, 0},
    {SMALL, "right_inverse", run_right_inverse, "L", {"((2,2),(2,2),(2,2),(2,2)):((64,1),(32,4),(2,16),(8,128))"}, 0},
    {SMALL, "right_inverse", run_right_inverse, "L", {"((4,2),(2,4)):((1@1,2@0),(1@0,4@1))"}, 0},
    {SMALL, "left_inverse", run_left_inverse, "L", {"(128,512):(1,128)"}, 0},
    {SMALL, "left_inverse", run_left_inverse, "L", {"(4,2):(1,5)"}, 0},
    {SMALL, "left_inverse", run_left_inverse, "L", {"((2,2),(2,2),(2,2),(2,2)):((64,1),(32,4),(2,16),(8,128))"}, 0},
    {SMALL, "left_inverse", run_left_inverse, "L", {"((2,2),(2,2),(2,2),(2,2)):((16384,1),(1024,64),(4096,16),(4,256))"}, 0},
    {SMALL, "nullspace", run_nullspace, "L", {"((2,3),(5,7),(2,3),(5,7)):((1,0),(10,0),(0,801),(0,12013))"}, 0},
    {SMALL, "max_common_layout", run_max_common_layout, "LL", {"(128,512):(1,128)", "(16,8,512):(1,16,128)"}, 0},
    {SMALL, "max_common_layout", run_max_common_layout, "LL", {"(2,4,8,2):(8,1,16,4)", "(4,2,2,8):(1,4,8,16)"}, 0},
    {SMALL, "max_common_vector", run_max_common_vector, "LL", {"(2,4,8,2):(8,1,16,4)", "(4,2,2,8):(1,4,8,16)"}, 0},
    /* layout */
    {SMALL, "make_layout", run_make_layout, "tt", {"((2,3),(5,7),(2,3),(5,7))", "((1,3),(10,51),(400,801),(2402,12013))"}, 0},
    {SMALL, "make_layout", run_make_layout, "tt", {"((2,3),(5,7),(2,3),(5,7))", "((1@0,3@1),(10@0,51@1),(400@0,801@1),(2402@0,12013@1))"}, 0},
    {SMALL, "make_compact_layout", run_make_compact_layout, "t", {"((2,3),(5,7),(2,3),(5,7))"}, 0},
    {SMALL, "make_flat_layout", run_make_flat_layout, "L", {"(2,3,5,7,2,3,5,7):(1,3,10,51,400,801,2402,12013)"}, 0},
    {SMALL, "make_scalar_layout", run_make_scalar_layout, "nn", {"128", "512"}, 0},
    {SMALL, "concatenate", run_concatenate, "LLLL", {"(2,3):(1,3)", "(5,7):(10,51)", "(2,3):(400,801)", "(5,7):(2402,12013)"}, 0},
    {SMALL, "get", run_get, "Lnn", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))", "3", "1"}, 0},
    {SMALL, "select", run_select, "Lnn", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))", "3", "1"}, 0},
    {SMALL, "flatten", run_flatten, "L", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))"}, 0},
    {SMALL, "shape", run_shape, "L", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))"}, 0},
    {SMALL, "stride", run_stride, "L", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))"}, 0},
    {SMALL, "layout_copy", run_layout_copy, "L", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))"}, 0},
    {SMALL, "size", run_size, "L", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))"}, 0},
    {SMALL, "cosize", run_cosize, "L", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))"}, 0},
    {SMALL, "coshape", run_coshape, "L", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))"}, 0},
    {SMALL, "coshape", run_coshape, "L", {"((2,3),(5,7),(2,3),(5,7)):((1@0,3@1),(10@0,51@1),(400@0,801@1),(2402@0,12013@1))"}, 0},
    {SMALL, "rank", run_rank, "L", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))"}, 0},
    {SMALL, "depth", run_depth, "L", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))"}, 0},
    /* modes */
    {SMALL, "slice", run_slice, "Lt", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))", "(_,(3,_),_,(_,2))"}, 0},
    {SMALL, "slice_and_offset", run_slice_and_offset, "Lt", {"(128,512):(1,128)", "(5,_)"}, 0},
    {SMALL, "slice_and_offset", run_slice_and_offset, "Lt", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))", "(_,(3,_),_,(_,2))"}, 0},
    {SMALL, "dice", run_dice, "Lt", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))", "(_,(3,_),1,(_,2))"}, 0},
    {SMALL, "group_modes", run_group_modes, "Lnn", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))", "1", "3"}, 0},
    {SMALL, "take", run_take, "Lnn", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))", "1", "4"}, 0},
    {SMALL, "zip", run_zip, "L", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))"}, 0},
    {SMALL, "replace", run_replace, "LnL", {"((2,3),(5,7),(2,3)):((1,3),(10,51),(400,801))", "1", "(5,7):(2402,12013)"}, 0},
    {SMALL, "append_to_rank", run_append_to_rank, "LnL", {"((2,3),(5,7)):((1,3),(10,51))", "4", "(5,7):(2402,12013)"}, 0},
    {SMALL, "prepend_to_rank", run_prepend_to_rank, "LnL", {"((2,3),(5,7)):((1,3),(10,51))", "4", "(5,7):(2402,12013)"}, 0},
    {SMALL, "append", run_append, "LL", {"((2,3),(5,7),(2,3)):((1,3),(10,51),(400,801))", "(5,7):(2402,12013)"}, 0},
    {SMALL, "prepend", run_prepend, "LL", {"((2,3),(5,7),(2,3)):((1,3),(10,51),(400,801))", "(5,7):(2402,12013)"}, 0},
    {SMALL, "pick_zip", run_pick_zip, "L", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))"}, 0},
    {SMALL, "filter_zeros", run_filter_zeros, "L", {"((2,3),(5,7),(2,3),(5,7)):((1,0),(10,51),(0,801),(2402,0))"}, 0},
    {SMALL, "filter", run_filter, "L", {"((2,3),(5,7),(2,3),(5,7)):((1,0),(10,51),(0,801),(2402,0))"}, 0},
    {SMALL, "domain_distribute", run_domain_distribute, "tn", {"((2,3),(5,7),(2,3),(5,7))", "42"}, 0},
    /* order */
    {SMALL, "make_ordered_layout", run_make_ordered_layout, "tt", {"(2,3,5,7,2,3,5,7)", "(7,3,1,5,0,2,6,4)"}, 0},
    {SMALL, "make_layout_like", run_make_layout_like, "L", {"((2,3),(5,7),(2,3),(5,7)):((12013,3),(10,801),(400,51),(2402,1))"}, 0},
    {SMALL, "make_identity_layout", run_make_identity_layout, "t", {"((2,3),(5,7),(2,3),(5,7))"}, 0},
    /* partition */
    {SMALL, "make_layout_tv", run_make_layout_tv, "LL", {"(4,8):(8,1)", "(2,2):(2,1)"}, 0},
    {SMALL, "thread_value", run_thread_value, "LLT", {"(8,8):(8,1)", "(4,2):(2,1)", "<4,2>"}, 0},
    {SMALL, "partition_thread", run_partition_thread, "LLTn", {"(8,8):(8,1)", "(4,2):(2,1)", "<4,2>", "3"}, 0},
    {SMALL, "partition_thread", run_partition_thread, "LLTn", {"(64,64):(64,1)", "((4,8),(2,2)):((32,1),(16,8))", "<16,8>", "13"}, 0},
    {SMALL, "partition_thread", run_partition_thread, "LLTn", {"(12,12):(12,1)", "(3,4):(4,1)", "<4,3>", "2"}, 0},
    {SMALL, "local_tile", run_local_tile, "LTt", {"(128,512):(1,128)", "<16,8>", "(3,4)"}, 0},
    {SMALL, "local_tile", run_local_tile, "LTt", {"(8,9,10,12):(1080,120,12,1)", "<4,3,5,6>", "(1,2,1,_)"}, 0},
    {SMALL, "local_partition", run_local_partition, "LLn", {"(128,512):(1,128)", "(16,8):(8,1)", "77"}, 0},
    /* product */
    {SMALL, "logical_product", run_logical_product, "LT", {"(8,4):(1,8)", "(2,3):(3,1)"}, 0},
    {SMALL, "logical_product", run_logical_product, "LT", {"((2,2),(2,2)):((64,1),(16,4))", "(2,2,2,2):(8,4,2,1)"}, 0},
    {SMALL, "logical_product", run_logical_product, "LT", {"((3,2),(2,5)):((640,1),(4,16))", "(2,2,2,2):(8,4,2,1)"}, 0},
    {SMALL, "logical_product", run_logical_product, "LT", {"(2,2,2,2):(64,1,16,4)", "<2,3,2:1,2>"}, 0},
    {SMALL, "zipped_product", run_zipped_product, "LT", {"(2,2,2,2):(64,1,16,4)", "<2,3,2:1,2>"}, 0},
    {SMALL, "tiled_product", run_tiled_product, "LT", {"(2,2,2,2):(64,1,16,4)", "<2,3,2:1,2>"}, 0},
    {SMALL, "flat_product", run_flat_product, "LT", {"(2,2,2,2):(64,1,16,4)", "<2,3,2:1,2>"}, 0},
    {SMALL, "blocked_product", run_blocked_product, "LL", {"(8,4):(1,8)", "(2,3):(3,1)"}, 0},
    {SMALL, "blocked_product", run_blocked_product, "LL", {"(2,2,2,2):(64,1,16,4)", "(2,2,2,2):(8,4,2,1)"}, 0},
    {SMALL, "blocked_product", run_blocked_product, "LL", {"(3,2,2,5):(640,1,4,16)", "(2,2,2,2):(8,4,2,1)"}, 0},
    {SMALL, "raked_product", run_raked_product, "LL", {"(8,4):(1,8)", "(2,3):(3,1)"}, 0},
    {SMALL, "raked_product", run_raked_product, "LL", {"(2,2,2,2):(64,1,16,4)", "(2,2,2,2):(8,4,2,1)"}, 0},
    {SMALL, "raked_product", run_raked_product, "LL", {"(3,2,2,5):(640,1,4,16)", "(2,2,2,2):(8,4,2,1)"}, 0},
    {SMALL, "tile_to_shape", run_tile_to_shape, "Lt", {"(8,8):(8,1)", "(64,128)"}, 0},
    {SMALL, "tile_to_shape", run_tile_to_shape, "Lt", {"(2,3,2,3):(18,6,3,1)", "(8,9,10,12)"}, 0},
    {SMALL, "tile_to_shape_in_order", run_tile_to_shape_in_order, "Ltt", {"(2,3,2,3):(18,6,3,1)", "(8,9,10,12)", "(3,1,0,2)"}, 0},
    /* rearrange */
    {TEXT, "rearrange", run_rearrange, "Ls", {"((4,16),(8,32)):((1,4),(64,512))", "(wh r) (wl c) -> (wl wh) r c"}, 30},
    /* recast */
    {SMALL, "upcast", run_upcast, "Ln", {"((2,4),(8,7),(2,3),(5,7)):((2,4),(1,52),(400,800),(2402,12014))", "2"}, 0},
    {SMALL, "downcast", run_downcast, "Ln", {"((2,4),(8,7),(2,3),(5,7)):((2,4),(1,52),(400,800),(2402,12014))", "2"}, 0},
    {SMALL, "recast", run_recast, "Lnn", {"((2,4),(8,7),(2,3),(5,7)):((8,16),(1,52),(400,800),(2404,12016))", "32", "8"}, 0},
    /* swizzle, tiler, tuple */
    {SMALL, "make_swizzle", run_make_swizzle, "nnn", {"3", "4", "3"}, 0},
    {SMALL, "swizzle_at", run_swizzle_at, "Sn", {"S<3,4,3>", "12345"}, 0},
    {SMALL, "swizzle_recast", run_swizzle_recast, "Snn", {"S<3,4,3>", "8", "32"}, 0},
    {SMALL, "tiler_layout", run_tiler_layout, "L", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))"}, 0},
    {SMALL, "tiler_shape", run_tiler_shape, "t", {"(2,3,5,7,2,3,5,7)"}, 0},
    {SMALL, "tiler_element", run_tiler_element, "T", {"[((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))]"}, 0},
    {SMALL, "tiler_is_identical", run_tiler_is_identical, "TT", {"[2:1;3:1;5:1;7:2;2:5;3:6;5:5;7:6]", "[2:1;3:1;5:1;7:2;2:5;3:6;5:5;7:6]"}, 0},
    {SMALL, "tuple_copy", run_tuple_copy, "t", {"((2,3),(5,7),(2,3),(5,7))"}, 0},
    {SMALL, "tuple_is_identical", run_tuple_is_identical, "tt", {"((2,3),(5,7),(2,3),(5,7))", "((2,3),(5,7),(2,3),(5,7))"}, 0},
    {SMALL, "tuple_product", run_tuple_product, "t", {"((2,3),(5,7),(2,3),(5,7))"}, 0},
    /* linear */
    {BITS, "dimensions_pack", run_dimensions_pack, "Bt", {"(16,32,8,16):(1,16,512,4096)", "(3,30,5,7)"}, 16},
    {BITS, "dimensions_unpack", run_dimensions_unpack, "B", {"(16,32,8,16):(1,16,512,4096)"}, 16},
    {BITS, "make_linear", run_make_linear, "B", {"(16,32,8,16):(1,16,512,4096)"}, 16},
    {BITS, "linear_identity", run_linear_identity, "B", {"(16,32,8,16):(1,16,512,4096)"}, 16},
    {BITS, "linear_copy", run_linear_copy, "B", {"(16,32,8,16):(1,16,512,4096)"}, 16},
    {BITS, "linear_at", run_linear_at, "Xn", {INV1, "54321"}, 16},
    {BITS, "linear_evaluate", run_linear_evaluate, "Bt", {"(16,32,8,16):(1,16,512,4096)", "(3,30,5,7)"}, 16},
    {BITS, "linear_is_identical", run_linear_is_identical, "BB", {"(16,32,8,16):(1,16,512,4096)", "(16,32,8,16):(1,16,512,4096)"}, 16},
    {BITS, "linear_is_equivalent", run_linear_is_equivalent, "BB", {"(16,32,8,16):(1,16,512,4096)", "(16,32,8,16):(1,16,512,4096)"}, 16},
    {BITS, "linear_reshape", run_linear_reshape, "BB", {"(16,32,8,16):(1,16,512,4096)", "(256,256):(1,256)"}, 16},
    {BITS, "linear_transpose", run_linear_transpose, "XX", {TRITON, TURNED}, 16},
    {COMPOSED, "linear_compose", run_linear_compose, "XX", {INV1, INV2}, 0},
    {COMPOSED, "linear_compose", run_linear_compose, "XX", {OUTER, TRITON}, 0},
    {BITS, "linear_product", run_linear_product, "XX", {"{register = [[1, 0], [2, 0], [0, 1]], lane = [[4, 0], [8, 0], [0, 2], [0, 4], [0, 8]]}", "{register = [[1, 0]], warp = [[2, 0], [0, 1], [0, 2]], block = [[4, 0], [8, 0], [0, 4], [0, 8]]}"}, 16},
    {BITS, "linear_divide_left", run_linear_divide_left, "XX", {TRITON, "{register = [[1, 0], [2, 0], [0, 1], [0, 2]], lane = [[4, 0], [8, 0]]}"}, 16},
    {BITS, "linear_from_layout", run_linear_from_layout, "L", {"(128,512):(1,128)"}, 16},
    {BITS, "linear_from_layout", run_linear_from_layout, "L", {"((16,2),(32,8),(4,2)):((64,1024),(2,8192),(65536,1))"}, 16},
    {BITS, "linear_from_composed", run_linear_from_composed, "C", {"S<3,4,3> o 0 o (64,1024):(64,4096)"}, 16},
    {BITS, "linear_swizzle", run_linear_swizzle, "SX", {"S<3,4,3>", INV1}, 16},
    {BITS, "linear_to_layout", run_linear_to_layout, "B", {"(128,512):(1,128)"}, 16},
    {BITS, "linear_to_layout", run_linear_to_layout, "B", {"((4,2),(4,2),(4,2),(4,32)):((64,1024),(256,4),(4096,16384),(1,32768))"}, 16},
    {BITS, "linear_to_composed", run_linear_to_composed, "B", {"S<3,4,3> o 0 o (64,1024):(64,4096)"}, 16},
    {BITS, "linear_free_variables", run_linear_free_variables, "X", {INV1}, 16},
    {BITS, "linear_rank", run_linear_rank, "X", {INV1}, 16},
    {BITS, "linear_is_injective", run_linear_is_injective, "X", {INV1}, 16},
    {BITS, "linear_is_surjective", run_linear_is_surjective, "X", {INV1}, 16},
    {INVERTED, "linear_invert", run_linear_invert, "X", {INV1}, 0},
    {INVERTED, "linear_invert", run_linear_invert, "X", {INV2}, 0},
    {INVERTED, "linear_invert", run_linear_invert, "X", {TRITON}, 0},
    {INVERTED, "linear_pseudo_invert", run_linear_pseudo_invert, "X", {INV1}, 0},
    {BITS, "linear_invert_and_compose", run_linear_invert_and_compose, "XX", {INV1, INV2}, 16},
    {BITS, "linear_invert_and_compose", run_linear_invert_and_compose, "XX", {TRITON, SHUFFLED}, 16},
    /* placements */
    {SMALL, "make_placement", run_make_placement, "tt", {"(8,2,4,2)", "(4@laneid,1@warpid,1@laneid,1)"}, 0},
    {SMALL, "make_placement", run_make_placement, "tt", {"(2,3,5,7,2,3,5,7)", "(1@laneid,3@warpid,10@laneid,51,400@warpid,801@TLane,2402@TLane,12013@TCol)"}, 0},
    {SMALL, "placement_replicate", run_placement_replicate, "Ptt", {"S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)]", "(2,2)", "(4@warpid,8@warpid)"}, 0},
    {SMALL, "placement_shift", run_placement_shift, "Pt", {"S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)] + R[2:4@warpid]", "(5@warpid,3@laneid)"}, 0},
    {SMALL, "placement_copy", run_placement_copy, "P", {"S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)] + R[2:4@warpid] + 5@warpid"}, 0},
    {SMALL, "placement_size", run_placement_size, "P", {"S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)] + R[2:4@warpid] + 5@warpid"}, 0},
    {SMALL, "placement_axes", run_placement_axes, "P", {"S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)] + R[2:4@warpid] + 5@warpid"}, 0},
    {SMALL, "placement_range", run_placement_range, "P", {"S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)] + R[2:4@warpid] + 5@warpid"}, 0},
    {SMALL, "placement_is_identical", run_placement_is_identical, "PP", {"S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)] + R[2:4@warpid] + 5@warpid", "S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)] + R[2:4@warpid] + 5@warpid"}, 0},
    {VALUES, "places", run_places, "Pt", {"S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)] + R[2:4@warpid] + 5@warpid", "77"}, 2},
    {VALUES, "placement_places", run_placement_places, "Pt", {"S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)] + R[2:4@warpid] + 5@warpid", "77"}, 2},
    {SMALL, "placement_canonicalize", run_placement_canonicalize, "P", {"S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)] + R[2:4@warpid] + 5@warpid"}, 0},
    {SMALL, "placement_canonicalize", run_placement_canonicalize, "P", {"S[(8,4,2,2):(4@laneid,1@laneid,2,1)] + R[(2,2,2,2):(8@warpid,4@warpid,2@wgid,1@wgid)] + 5@warpid"}, 0},
    {SMALL, "placement_is_equivalent", run_placement_is_equivalent, "PP", {"S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)]", "S[(4,2,2,4,2):(8@laneid,4@laneid,1@warpid,1@laneid,1)]"}, 0},
    {SMALL, "placement_copies", run_placement_copies, "P", {"S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)] + R[2:4@warpid] + 5@warpid"}, 0},
    {SMALL, "placement_fuse", run_placement_fuse, "P", {"S[(8,4,4,2):(4@laneid,1@wid_in_wg,1@laneid,1)]"}, 0},
    {SMALL, "placement_split", run_placement_split, "P", {"S[(4,32,2):(32@tid_in_wg,1@tid_in_wg,1)]"}, 0},
    {SMALL, "placement_reorder", run_placement_reorder, "Pt", {"S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)]", "(16,8)"}, 0},
    {SMALL, "placement_from_layout", run_placement_from_layout, "L", {"((2,3),(5,7),(2,3),(5,7)):((1@laneid,3@warpid),(10@laneid,51@warpid),(400@laneid,801@warpid),(2402@laneid,12013@warpid))"}, 0},
    {SMALL, "placement_to_layout", run_placement_to_layout, "P", {"Scolex[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1@m)]"}, 0},
    {SMALL, "placement_tile", run_placement_tile, "PtPt", {"S[(2,4):(1@warpid,2@warpid)]", "(2,4)", "S[(8,4):(4@laneid,1@laneid)]", "(8,4)"}, 0},
    {SMALL, "placement_direct_sum", run_placement_direct_sum, "PtPt", {"S[(2,4):(1@warpid,2@warpid)]", "(2,4)", "S[(8,4):(4@laneid,1@laneid)]", "(8,4)"}, 0},
    {SMALL, "placement_is_tile_inner", run_placement_is_tile_inner, "PPtt", {"S[(8,4):(4@laneid,1@laneid)]", TILED, "(2,4)", "(8,4)"}, 0},
    {SMALL, "placement_is_tile_outer", run_placement_is_tile_outer, "PPtt", {"S[(2,4):(1@warpid,2@warpid)]", TILED, "(2,4)", "(8,4)"}, 0},
    {SMALL, "placement_is_direct_sum_left", run_placement_is_direct_sum_left, "PPtt", {"S[(2,4):(1@warpid,2@warpid)]", TILED, "(2,4)", "(8,4)"}, 0},
    {SMALL, "placement_is_direct_sum_right", run_placement_is_direct_sum_right, "PPtt", {"S[(8,4):(4@laneid,1@laneid)]", TILED, "(2,4)", "(8,4)"}, 0},
    {SMALL, "placement_slice", run_placement_slice, "Pttt", {"S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)]", "(16,8)", "(4,0)", "(8,8)"}, 0},
    /* text */
    {TEXT, "parse_layout", run_parse_layout, "s", {"(128,512):(1,128)"}, 39},
    {TEXT, "parse_layout", run_parse_layout, "s", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))"}, 88},
    {TEXT, "parse_tiler", run_parse_tiler, "s", {"[4:1;_;(2,2):(1,8)]"}, 0},
    {TEXT, "parse_tuple", run_parse_tuple, "s", {"((2,3),(5,7),(2,3),(5,7))"}, 0},
    {TEXT, "parse_composed", run_parse_composed, "s", {"S<3,4,3> o 0 o (8,64):(64,1)"}, 0},
    {TEXT, "parse_linear", run_parse_linear, "s", {INV1}, 0},
    {TEXT, "parse_placement", run_parse_placement, "s", {"S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)] + R[2:4@warpid] + 5@warpid"}, 0},
    {TEXT, "print_layout", run_print_layout, "L", {"((2,3),(5,7),(2,3),(5,7)):((1,3),(10,51),(400,801),(2402,12013))"}, 0},
    {TEXT, "print_tiler", run_print_tiler, "T", {"[4:1;_;(2,2):(1,8)]"}, 0},
    {TEXT, "print_tuple", run_print_tuple, "t", {"((2,3),(5,7),(2,3),(5,7))"}, 0},
    {TEXT, "print_composed", run_print_composed, "C", {"S<3,4,3> o 0 o (8,64):(64,1)"}, 0},
    {TEXT, "print_linear", run_print_linear, "X", {INV1}, 0},
    {TEXT, "print_placement", run_print_placement, "P", {"S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)] + R[2:4@warpid] + 5@warpid"}, 0},
    {VALUES, "banks", run_banks, "Cn", {"32:1", "32"}, 32},
    {VALUES, "banks", run_banks, "Cn", {"S<3,2,3> o 0 o 32:32", "32"}, 32},
    {VALUES, "find_swizzle", run_find_swizzle, "Cn", {"8:64", "128"}, 0},
};
/* clang-format on */

const int example_count = sizeof examples / sizeof examples[0];
