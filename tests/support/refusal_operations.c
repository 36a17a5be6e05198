/* How each operation is called with operands in a list. */
#include "tests/support/refusal_tmem.h"

#include "algebra/complement.h"
#include "algebra/placement_factors.h"
#include "tests/support/suite.h"

#include <stdlib.h>

/* Operand n, or NULL. */
#define OPERAND(n, member) (a[n].is_null ? NULL : &a[n].as.member)
#define L(n) OPERAND(n, layout)
#define T(n) OPERAND(n, tuple)
#define G(n) OPERAND(n, tiler)
#define C(n) OPERAND(n, composed)
#define P(n) OPERAND(n, placement)
#define M(n) OPERAND(n, linear)
#define D(n) OPERAND(n, dimensions)
#define N(n) (a[n].is_null ? NULL : a[n].as.axis)
#define X(n) OPERAND(n, split)
#define I(n) a[n].as.integer
#define S(n) a[n].text, a[n].length
#define TO(member) e, &r->as.member

/* ---- calls of more than one step, or with operands of their own ---- */

static hd_status pick_layout(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  hd_pick pick;
  EXPECT(hd_pick_replace(&L(0)->profile, (int)I(1), &L(2)->profile, NULL, &pick) == HD_OK, "no pick");
  return hd_pick_layout(&pick, L(0), L(2), "pick", TO(layout));
}

static hd_status concatenate(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  const hd_layout *mode[2] = {L(0), L(1)};
  return hd_concatenate(mode, 2, TO(layout));
}

/* Modes and paths are tuples of integers. */
static int list_of(const hd_tuple *tuple, int list[HD_MAX_LEAVES]) {
  for (int k = 0; k < tuple->profile.leaves; k++) list[k] = (int)tuple->value[k];
  return tuple->profile.leaves;
}

static hd_status get(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  int path[HD_MAX_LEAVES], steps = list_of(T(1), path);
  return hd_get(L(0), path, steps, TO(layout));
}

static hd_status select_modes(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  int mode[HD_MAX_LEAVES], count = list_of(T(1), mode);
  return hd_select(L(0), mode, count, TO(layout));
}

/* Flat, as many leaves as the second operand, so that there may be too many. */
static hd_status make_flat_layout(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  int64_t shape[2 * HD_MAX_LEAVES], stride[2 * HD_MAX_LEAVES];
  for (int k = 0; k < 2 * HD_MAX_LEAVES; k++) shape[k] = I(0), stride[k] = 1;
  return hd_make_flat_layout((int)I(1), shape, stride, TO(layout));
}

static hd_status layout_finish(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  hd_layout layout = *L(0);
  (void)r;
  return hd_layout_finish(&layout, "layout", e);
}

/* size | axes | values, one after another; then the layout */
static hd_status fit(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  hd_fit fit;
  int axes = (int)I(1);
  hd_status status = HD_OK;
  hd_fit_start(&fit, I(0), axes);
  for (int k = 0; status == HD_OK && k < T(2)->profile.leaves; k += axes)
    status = hd_fit_push(&fit, &T(2)->value[k], e);
  return status == HD_OK ? hd_fit_layout(&fit, NULL, TO(layout)) : status;
}

/* So many values 0, 1, 3, 4, 9, ..: each bit of the index is a mode of its own, of stride 3^bit. */
static hd_status fit_modes(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  hd_fit fit;
  hd_status status = HD_OK;
  (void)r;
  hd_fit_start(&fit, 1 << 20, 1);
  for (int64_t i = 0; status == HD_OK && i < I(0); i++) {
    int64_t value = 0;
    for (int64_t bit = 1, weight = 1; bit <= i; bit *= 2, weight *= 3) value += i & bit ? weight : 0;
    status = hd_fit_push(&fit, &value, e);
  }
  return status;
}

static hd_status find_swizzle(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  const hd_composed *access[16];
  for (int k = 0; k < 16; k++) access[k] = C(0);
  return hd_find_swizzle(access, (int)I(1), I(2), e, &r->as.swizzle, &r->count);
}

static hd_status compose_swizzle(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  hd_swizzle swizzle = {3, 4, 3};
  return hd_compose_swizzle(&swizzle, I(0), C(1), TO(composed));
}

static hd_status swizzle_recast(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  hd_swizzle swizzle = {(int)T(0)->value[0], (int)T(0)->value[1], (int)T(0)->value[2]};
  return hd_swizzle_recast(&swizzle, I(1), I(2), TO(swizzle));
}

/* `a b` | `offset`, or NULL: names for the inputs, and for what integers are. */
static hd_linear_names names_of(const hd_test_operand *in, const hd_test_operand *out) {
  hd_linear_names names = {NULL, 0, HD_AXIS_INTEGER};
  if (!in->is_null) {
    names.in = in->as.axis;
    names.ins = 1;
    for (const char *c = in->text; *c; c++) names.ins += *c == ' ';
  }
  if (!out->is_null) names.out = out->as.axis[0];
  return names;
}

static hd_status linear_from_layout(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  hd_linear_names names = names_of(&a[1], &a[2]);
  return hd_linear_from_layout(L(0), &names, TO(linear));
}

static hd_status linear_from_composed(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  hd_linear_names names = names_of(&a[1], &a[2]);
  return hd_linear_from_composed(C(0), &names, TO(linear));
}

static hd_status linear_swizzle(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  hd_swizzle swizzle = {(int)T(0)->value[0], (int)T(0)->value[1], (int)T(0)->value[2]};
  return hd_linear_swizzle(&swizzle, M(1), TO(linear));
}

/* D | name or `-` | bits */
static hd_status dimensions_append(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  hd_dimensions dimensions = *D(0);
  (void)r;
  return hd_dimensions_append(&dimensions, a[1].is_null ? HD_AXIS_INTEGER : a[1].as.axis[0], (int)I(2), e);
}

/* Every word is the third operand. */
static hd_status make_linear(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  uint64_t basis[HD_LINEAR_BITS];
  for (int k = 0; k < HD_LINEAR_BITS; k++) basis[k] = (uint64_t)I(2);
  return hd_make_linear(D(0), D(1), basis, TO(linear));
}

/* Evidence: a bool is the status `ok` and an error that says why not. */
static hd_status linear_is_injective(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  (void)r;
  return hd_linear_is_injective(M(0), e) ? HD_UNDEFINED : HD_OK;
}

static hd_status linear_is_surjective(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  (void)r;
  return hd_linear_is_surjective(M(0), e) ? HD_UNDEFINED : HD_OK;
}

static hd_status print_linear_attribute(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  static char text[64];
  size_t length;
  (void)r;
  return hd_print_linear_attribute(M(0), text, sizeof text, e, &length);
}

/* shards | replicas | offsets, unchecked */
static hd_status placement_finish(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  hd_placement made;
  (void)r;
  hd_placement_clear(HD_LAST_FASTEST, &made);
  for (int k = 0; k < L(0)->profile.leaves; k++)
    hd_placement_append_shard(&made, L(0)->shape[k], L(0)->stride[k], hd_layout_axis(L(0), k));
  for (int k = 0; k < L(1)->profile.leaves; k++)
    hd_placement_append_replica(&made, L(1)->shape[k], L(1)->stride[k], hd_layout_axis(L(1), k));
  for (int k = 0; k < T(2)->profile.leaves; k++, made.offsets++) {
    made.offset[k].value = T(2)->value[k];
    made.offset[k].axis = hd_tuple_axis(T(2), k);
  }
  return hd_placement_finish(&made, "placement", e);
}

static hd_status placement_add_offset(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  hd_placement made = *P(0);
  (void)r;
  return hd_placement_add_offset(&made, T(1)->value[0], hd_tuple_axis(T(1), 0), "placement", e);
}

static hd_status placement_places(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  static int64_t place[1000 * HD_MAX_LEAVES];
  EXPECT(I(3) <= 1000, "room for 1000 places");
  return hd_placement_places(P(0), T(1), T(2), (int)I(3), e, place, &r->count);
}

static hd_status rearrange(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  hd_extent extent[HD_MAX_LEAVES]; /* `(4@x,8@y)` */
  int count = a[2].is_null ? 0 : T(2)->profile.leaves;
  for (int k = 0; k < count; k++) extent[k] = (hd_extent){.name = hd_tuple_axis(T(2), k), .extent = T(2)->value[k]};
  return hd_rearrange(L(0), S(1), extent, count, TO(layout));
}

/* ---- dialects ---- */

static hd_dialect dialect_of(const hd_test_operand *operand) {
  hd_dialect dialect = HD_DIALECT_CUTE;
  EXPECT(hd_dialect_from_name(operand->text, operand->length, &dialect), "no dialect %s", operand->text);
  return dialect;
}

static hd_stated stated_of(const hd_test_operand *operand) {
  hd_stated stated;
  EXPECT(hd_parse_stated(operand->text, operand->length, NULL, &stated) == HD_OK, "not read: %s", operand->text);
  return stated;
}

/* text | dialect | names of modes | names of axes | shape */
static hd_status convert(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  hd_stated stated = stated_of(&a[0]);
  hd_conversion how = {.mode = N(2), .axis = N(3), .shape = T(4)};
  for (const char *c = a[2].text; how.mode && *c; c++) how.modes += *c == ' ' || c == a[2].text;
  for (const char *c = a[3].text; how.axis && *c; c++) how.axes += *c == ' ' || c == a[3].text;
  return hd_convert(&stated, dialect_of(&a[1]), &how, TO(stated));
}

static hd_status stated_shape(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  hd_stated stated = stated_of(&a[0]);
  hd_conversion how = {.shape = T(1)};
  hd_tuple shape;
  (void)r;
  return hd_stated_shape(&stated, &how, e, &shape);
}

static hd_status convert_check(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  hd_stated stated = stated_of(&a[0]), converted = stated_of(&a[1]);
  return hd_convert_check(&stated, &converted, NULL, TO(proof));
}

static hd_geometry geometry_of(const hd_test_operand *operand) {
  return (hd_geometry){.columns = (int32_t)operand->as.integer};
}

static const hd_instruction *instruction_of(const hd_test_operand *operand) {
  const hd_instruction *found = NULL;
  EXPECT(hd_instruction_find(operand->text, operand->length, NULL, &found) == HD_OK, "no shape %s", operand->text);
  return found;
}

/* columns | the view's columns | base | warp and thread | coordinate, of the fragment view */
static hd_status tmem_cell(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  hd_tmem_view view;
  EXPECT(hd_fragment_view(geometry_of(&a[0]), I(1), NULL, &view) == HD_OK, "no view");
  return hd_tmem_cell(geometry_of(&a[0]), (uint32_t)I(2), T(3)->value[0], T(3)->value[1], &view, T(4), TO(cell));
}

/* ---- the others ---- */

#define GEOMETRY(n) geometry_of(&a[n])
#define INSTRUCTION(n) instruction_of(&a[n])
#define CELL(n) ((hd_cell){(int32_t)I(n), (int32_t)I((n) + 1)})

#define OPERATIONS(ONE)                                                                                                \
  ONE(shape_div, "TT", hd_shape_div(T(0), T(1), TO(tuple)))                                                            \
  ONE(ceil_div, "TT", hd_ceil_div(T(0), T(1), TO(tuple)))                                                              \
  ONE(elem_less, "TT", hd_elem_less(T(0), T(1), TO(boolean)))                                                          \
  ONE(tuple_add, "TT", hd_tuple_add(T(0), T(1), TO(tuple)))                                                            \
  ONE(tuple_sub, "TT", hd_tuple_sub(T(0), T(1), TO(tuple)))                                                            \
  ONE(tuple_product_each, "T", hd_tuple_product_each(T(0), TO(tuple)))                                                 \
  ONE(prefix_product, "T", hd_prefix_product(T(0), TO(tuple)))                                                         \
  ONE(increment_coord, "TT", hd_increment_coord(T(0), T(1), TO(tuple)))                                                \
  ONE(banks, "CI", hd_banks(C(0), I(1), TO(banks)))                                                                    \
  ONE(find_swizzle, "CII", find_swizzle(a, e, r))                                                                      \
  ONE(coalesce_by_mode, "LT", hd_coalesce_by_mode(L(0), &T(1)->profile, TO(layout)))                                   \
  ONE(complement, "LI", hd_complement(L(0), I(1), TO(layout)))                                                         \
  ONE(complement_unbounded, "L", hd_complement_unbounded(L(0), TO(layout)))                                            \
  ONE(is_complementable, "LI", hd_is_complementable(L(0), I(1), TO(boolean)))                                          \
  ONE(compose_swizzle, "IC", compose_swizzle(a, e, r))                                                                 \
  ONE(compose_layout, "LTC", hd_compose_layout(L(0), T(1), C(2), TO(composed)))                                        \
  ONE(compose, "CTC", hd_compose(C(0), T(1), C(2), TO(composed)))                                                      \
  ONE(composed_evaluate, "CT", hd_composed_evaluate(C(0), T(1), TO(tuple)))                                            \
  ONE(composed_at, "CI", hd_composed_at(C(0), I(1), TO(integer)))                                                      \
  ONE(composed_cosize, "C", hd_composed_cosize(C(0), TO(integer)))                                                     \
  ONE(composed_is_equivalent, "CC", hd_composed_is_equivalent(C(0), C(1), TO(boolean), NULL))                          \
  ONE(composed_is_injective, "C", hd_composed_is_injective(C(0), TO(boolean)))                                         \
  ONE(composed_slice, "CT", hd_composed_slice(C(0), T(1), TO(composed), &r->constant))                                 \
  ONE(composed_recast, "CII", hd_composed_recast(C(0), I(1), I(2), TO(composed)))                                      \
  ONE(parse_composed, "S", hd_parse_composed(S(0), TO(composed)))                                                      \
  ONE(composition, "LL", hd_composition(L(0), L(1), TO(layout)))                                                       \
  ONE(composition_by_mode, "LG", hd_composition_by_mode(L(0), G(1), TO(layout)))                                       \
  ONE(logical_divide, "LG", hd_logical_divide(L(0), G(1), TO(layout)))                                                 \
  ONE(zipped_divide, "LG", hd_zipped_divide(L(0), G(1), TO(layout)))                                                   \
  ONE(tiled_divide, "LG", hd_tiled_divide(L(0), G(1), TO(layout)))                                                     \
  ONE(flat_divide, "LG", hd_flat_divide(L(0), G(1), TO(layout)))                                                       \
  ONE(evaluate, "LT", hd_evaluate(L(0), T(1), TO(tuple)))                                                              \
  ONE(evaluate_index, "LI", hd_evaluate_index(L(0), I(1), TO(integer)))                                                \
  ONE(crd2idx, "TT", hd_crd2idx(T(0), T(1), TO(integer)))                                                              \
  ONE(idx2crd, "TT", hd_idx2crd(T(0), T(1), TO(tuple)))                                                                \
  ONE(fit_push, "IIT", fit(a, e, r))                                                                                   \
  ONE(fit_layout, "IIT", fit(a, e, r))                                                                                 \
  ONE(is_injective, "L", hd_is_injective(L(0), TO(boolean)))                                                           \
  ONE(coordinate_of, "LT", hd_coordinate_of(L(0), T(1), TO(tuple)))                                                    \
  ONE(is_disjoint, "LIL", hd_is_disjoint(L(0), I(1), L(2), TO(boolean)))                                               \
  ONE(right_inverse, "L", hd_right_inverse(L(0), TO(layout)))                                                          \
  ONE(left_inverse, "L", hd_left_inverse(L(0), TO(layout)))                                                            \
  ONE(max_common_layout, "LL", hd_max_common_layout(L(0), L(1), TO(layout)))                                           \
  ONE(max_common_vector, "LL", hd_max_common_vector(L(0), L(1), TO(integer)))                                          \
  ONE(make_layout, "TT", hd_make_layout(T(0), T(1), TO(layout)))                                                       \
  ONE(make_flat_layout, "II", make_flat_layout(a, e, r))                                                               \
  ONE(make_scalar_layout, "II", hd_make_scalar_layout(I(0), I(1), TO(layout)))                                         \
  ONE(concatenate, "LL", concatenate(a, e, r))                                                                         \
  ONE(get, "LT", get(a, e, r))                                                                                         \
  ONE(select, "LT", select_modes(a, e, r))                                                                             \
  ONE(cosize, "L", hd_cosize(L(0), TO(integer)))                                                                       \
  ONE(coshape, "L", hd_coshape(L(0), TO(tuple)))                                                                       \
  ONE(layout_finish, "L", layout_finish(a, e, r))                                                                      \
  ONE(dimensions_append, "DNI", dimensions_append(a, e, r))                                                            \
  ONE(dimensions_pack, "DT", hd_dimensions_pack(D(0), T(1)->value, TO(word)))                                          \
  ONE(make_linear, "DDI", make_linear(a, e, r))                                                                        \
  ONE(linear_evaluate, "MT", hd_linear_evaluate(M(0), T(1), TO(tuple)))                                                \
  ONE(linear_reshape, "MDD", hd_linear_reshape(M(0), D(1), D(2), TO(linear)))                                          \
  ONE(linear_transpose, "MNN", hd_linear_transpose(M(0), N(1), N(2), TO(linear)))                                      \
  ONE(linear_compose, "MM", hd_linear_compose(M(0), M(1), TO(linear)))                                                 \
  ONE(linear_product, "MM", hd_linear_product(M(0), M(1), TO(linear)))                                                 \
  ONE(linear_divide_left, "MM", hd_linear_divide_left(M(0), M(1), TO(linear)))                                         \
  ONE(linear_from_layout, "LNN", linear_from_layout(a, e, r))                                                          \
  ONE(linear_from_composed, "CNN", linear_from_composed(a, e, r))                                                      \
  ONE(linear_swizzle, "TM", linear_swizzle(a, e, r))                                                                   \
  ONE(linear_to_layout, "M", hd_linear_to_layout(M(0), TO(layout)))                                                    \
  ONE(linear_to_composed, "M", hd_linear_to_composed(M(0), TO(composed)))                                              \
  ONE(linear_is_injective, "M", linear_is_injective(a, e, r))                                                          \
  ONE(linear_is_surjective, "M", linear_is_surjective(a, e, r))                                                        \
  ONE(linear_invert, "M", hd_linear_invert(M(0), TO(linear)))                                                          \
  ONE(linear_pseudo_invert, "M", hd_linear_pseudo_invert(M(0), TO(linear)))                                            \
  ONE(linear_invert_and_compose, "MM", hd_linear_invert_and_compose(M(0), M(1), TO(linear)))                           \
  ONE(print_linear_attribute, "M", print_linear_attribute(a, e, r))                                                    \
  ONE(parse_linear, "S", hd_parse_linear(S(0), TO(linear)))                                                            \
  ONE(pick_slice, "TT", hd_pick_slice(&T(0)->profile, T(1), e, &(hd_pick){0}))                                         \
  ONE(pick_dice, "TT", hd_pick_dice(&T(0)->profile, T(1), e, &(hd_pick){0}))                                           \
  ONE(pick_group, "TII", hd_pick_group(&T(0)->profile, (int)I(1), (int)I(2), e, &(hd_pick){0}))                        \
  ONE(pick_take, "TII", hd_pick_take(&T(0)->profile, (int)I(1), (int)I(2), e, &(hd_pick){0}))                          \
  ONE(pick_zip, "T", hd_pick_zip(&T(0)->profile, e, &(hd_pick){0}))                                                    \
  ONE(pick_replace, "TIT", hd_pick_replace(&T(0)->profile, (int)I(1), &T(2)->profile, e, &(hd_pick){0}))               \
  ONE(pick_append_to_rank, "TIT", hd_pick_append_to_rank(&T(0)->profile, (int)I(1), &T(2)->profile, e, &(hd_pick){0})) \
  ONE(pick_prepend_to_rank, "TIT",                                                                                     \
      hd_pick_prepend_to_rank(&T(0)->profile, (int)I(1), &T(2)->profile, e, &(hd_pick){0}))                            \
  ONE(pick_layout, "LIL", pick_layout(a, e, r))                                                                        \
  ONE(slice, "LT", hd_slice(L(0), T(1), TO(layout)))                                                                   \
  ONE(slice_and_offset, "LT", hd_slice_and_offset(L(0), T(1), TO(layout), &r->beside))                                 \
  ONE(dice, "LT", hd_dice(L(0), T(1), TO(layout)))                                                                     \
  ONE(group_modes, "LII", hd_group_modes(L(0), (int)I(1), (int)I(2), TO(layout)))                                      \
  ONE(take, "LII", hd_take(L(0), (int)I(1), (int)I(2), TO(layout)))                                                    \
  ONE(zip, "L", hd_zip(L(0), TO(layout)))                                                                              \
  ONE(replace, "LIL", hd_replace(L(0), (int)I(1), L(2), TO(layout)))                                                   \
  ONE(append_to_rank, "LIL", hd_append_to_rank(L(0), (int)I(1), L(2), TO(layout)))                                     \
  ONE(prepend_to_rank, "LIL", hd_prepend_to_rank(L(0), (int)I(1), L(2), TO(layout)))                                   \
  ONE(append, "LL", hd_append(L(0), L(1), TO(layout)))                                                                 \
  ONE(prepend, "LL", hd_prepend(L(0), L(1), TO(layout)))                                                               \
  ONE(domain_distribute, "TI", hd_domain_distribute(T(0), I(1), TO(layout)))                                           \
  ONE(make_ordered_layout, "TT", hd_make_ordered_layout(T(0), T(1), TO(layout)))                                       \
  ONE(make_layout_like, "L", hd_make_layout_like(L(0), TO(layout)))                                                    \
  ONE(make_identity_layout, "T", hd_make_identity_layout(T(0), TO(layout)))                                            \
  ONE(parse_tuple, "S", hd_parse_tuple(S(0), TO(tuple)))                                                               \
  ONE(parse_layout, "S", hd_parse_layout(S(0), TO(layout)))                                                            \
  ONE(parse_tiler, "S", hd_parse_tiler(S(0), TO(tiler)))                                                               \
  ONE(make_layout_tv, "LL", hd_make_layout_tv(L(0), L(1), e, &r->beside, &r->as.layout))                               \
  ONE(thread_value, "LLG", hd_thread_value(L(0), L(1), G(2), TO(layout)))                                              \
  ONE(partition_thread, "LLGI", hd_partition_thread(L(0), L(1), G(2), I(3), TO(layout), &r->beside))                   \
  ONE(local_tile, "LGT", hd_local_tile(L(0), G(1), T(2), TO(layout), &r->beside))                                      \
  ONE(local_partition, "LLI", hd_local_partition(L(0), L(1), I(2), TO(layout), &r->beside))                            \
  ONE(make_placement, "ITT", hd_make_placement((hd_order)I(0), T(1), T(2), TO(placement)))                             \
  ONE(placement_replicate, "PTT", hd_placement_replicate(P(0), T(1), T(2), TO(placement)))                             \
  ONE(placement_shift, "PT", hd_placement_shift(P(0), T(1), TO(placement)))                                            \
  ONE(placement_add_offset, "PT", placement_add_offset(a, e, r))                                                       \
  ONE(placement_finish, "LLT", placement_finish(a, e, r))                                                              \
  ONE(parse_placement, "S", hd_parse_placement(S(0), TO(placement)))                                                   \
  ONE(places_start, "PTT", hd_places_start(P(0), T(1), T(2), TO(places)))                                              \
  ONE(placement_places, "PTTI", placement_places(a, e, r))                                                             \
  ONE(placement_is_equivalent, "PP", hd_placement_is_equivalent(P(0), P(1), TO(boolean)))                              \
  ONE(placement_copies, "P", hd_placement_copies(P(0), TO(integer)))                                                   \
  ONE(placement_fuse, "PX", hd_placement_fuse(P(0), X(1), TO(placement)))                                              \
  ONE(placement_split, "PX", hd_placement_split(P(0), X(1), TO(placement)))                                            \
  ONE(placement_reorder, "PTI", hd_placement_reorder(P(0), T(1), (hd_order)I(2), TO(placement)))                       \
  ONE(placement_from_layout, "L", hd_placement_from_layout(L(0), TO(placement)))                                       \
  ONE(placement_to_layout, "P", hd_placement_to_layout(P(0), TO(layout)))                                              \
  ONE(placement_tile, "PTPT", hd_placement_tile(P(0), T(1), P(2), T(3), TO(placement)))                                \
  ONE(placement_direct_sum, "PTPT", hd_placement_direct_sum(P(0), T(1), P(2), T(3), TO(placement)))                    \
  ONE(placement_is_tile_inner, "PPTT", hd_placement_is_tile_inner(P(0), P(1), T(2), T(3), TO(placement)))              \
  ONE(placement_is_tile_outer, "PPTT", hd_placement_is_tile_outer(P(0), P(1), T(2), T(3), TO(placement)))              \
  ONE(placement_is_direct_sum_right, "PPTT", hd_placement_is_direct_sum_right(P(0), P(1), T(2), T(3), TO(placement)))  \
  ONE(placement_is_direct_sum_left, "PPTT", hd_placement_is_direct_sum_left(P(0), P(1), T(2), T(3), TO(placement)))    \
  ONE(placement_slice, "PTTT", hd_placement_slice(P(0), T(1), T(2), T(3), TO(placement)))                              \
  ONE(logical_product, "LG", hd_logical_product(L(0), G(1), TO(layout)))                                               \
  ONE(zipped_product, "LG", hd_zipped_product(L(0), G(1), TO(layout)))                                                 \
  ONE(tiled_product, "LG", hd_tiled_product(L(0), G(1), TO(layout)))                                                   \
  ONE(flat_product, "LG", hd_flat_product(L(0), G(1), TO(layout)))                                                     \
  ONE(blocked_product, "LL", hd_blocked_product(L(0), L(1), TO(layout)))                                               \
  ONE(raked_product, "LL", hd_raked_product(L(0), L(1), TO(layout)))                                                   \
  ONE(tile_to_shape, "LTT", hd_tile_to_shape(L(0), T(1), T(2), TO(layout)))                                            \
  ONE(rearrange, "LST", rearrange(a, e, r))                                                                            \
  ONE(upcast, "LI", hd_upcast(L(0), I(1), TO(layout)))                                                                 \
  ONE(downcast, "LI", hd_downcast(L(0), I(1), TO(layout)))                                                             \
  ONE(recast, "LII", hd_recast(L(0), I(1), I(2), TO(layout)))                                                          \
  ONE(make_swizzle, "III", hd_make_swizzle(I(0), I(1), I(2), TO(swizzle)))                                             \
  ONE(swizzle_recast, "TII", swizzle_recast(a, e, r))                                                                  \
  ONE(parse_swizzle, "S", hd_parse_swizzle(S(0), TO(swizzle)))                                                         \
  ONE(tiler_shape, "T", hd_tiler_shape(T(0), TO(tiler)))                                                               \
  ONE(prepare, "L", hd_prepare(L(0), TO(prepared)))                                                                    \
  ONE(values, "LII", hd_values(L(0), I(1), I(2), e, r->as.integers))                                                   \
  ONE(values32, "LII", hd_values32(L(0), I(1), I(2), e, r->as.narrow))                                                 \
  ONE(parse_stated, "S", hd_parse_stated(S(0), TO(stated)))                                                            \
  ONE(stated_shape, "ST", stated_shape(a, e, r))                                                                       \
  ONE(convert, "SSNNT", convert(a, e, r))                                                                              \
  ONE(convert_check, "SS", convert_check(a, e, r))                                                                     \
  ONE(make_geometry, "I", hd_make_geometry(I(0), e, (hd_geometry *)&r->as.integer))                                    \
  ONE(tmem_encode, "III", hd_tmem_encode(GEOMETRY(0), CELL(1), TO(address)))                                           \
  ONE(tmem_decode, "II", hd_tmem_decode(GEOMETRY(0), (uint32_t)I(1), TO(cell)))                                        \
  ONE(tmem_index, "III", hd_tmem_index(GEOMETRY(0), CELL(1), TO(integer)))                                             \
  ONE(tmem_cell_at, "II", hd_tmem_cell_at(GEOMETRY(0), I(1), TO(cell)))                                                \
  ONE(tmem_index_to_address, "II", hd_tmem_index_to_address(GEOMETRY(0), I(1), TO(address)))                           \
  ONE(tmem_address_to_index, "II", hd_tmem_address_to_index(GEOMETRY(0), (uint32_t)I(1), TO(integer)))                 \
  ONE(tmem_offset, "III", hd_tmem_offset(GEOMETRY(0), (uint32_t)I(1), I(2), TO(address)))                              \
  ONE(tmem_distance, "III", hd_tmem_distance(GEOMETRY(0), (uint32_t)I(1), (uint32_t)I(2), TO(integer)))                \
  ONE(instruction_find, "S", hd_instruction_find(S(0), TO(instruction)))                                               \
  ONE(instruction_image, "SIL", hd_instruction_image(INSTRUCTION(0), I(1), L(2), TO(layout)))                          \
  ONE(instruction_block, "SIL", hd_instruction_block(INSTRUCTION(0), I(1), L(2), TO(layout)))                          \
  ONE(instruction_starts, "SL", hd_instruction_starts(INSTRUCTION(0), L(1), TO(layout)))                               \
  ONE(instruction_check, "ISIII", hd_instruction_check(GEOMETRY(0), INSTRUCTION(1), I(2), I(3), (uint32_t)I(4), e))    \
  ONE(make_tmem_view, "ISI", hd_make_tmem_view(GEOMETRY(0), INSTRUCTION(1), I(2), TO(view)))                           \
  ONE(row_view, "II", hd_row_view(GEOMETRY(0), I(1), TO(view)))                                                        \
  ONE(fragment_view, "II", hd_fragment_view(GEOMETRY(0), I(1), TO(view)))                                              \
  ONE(tmem_cell, "IIITT", tmem_cell(a, e, r))

#define DEFINE(name, kinds, expression)                                                    \
  static hd_status call_##name(const hd_test_operand *a, hd_error *e, hd_test_answer *r) { \
    (void)r;                                                                               \
    return expression;                                                                     \
  }
OPERATIONS(DEFINE)

#define LIST(name, kinds, expression) {#name, kinds, call_##name},
static const hd_test_operation operations[] = {OPERATIONS(LIST){"fit_push.modes", "I", fit_modes}};

const hd_test_operation *hd_test_operation_find(const char *name) {
  for (int k = 0; k < HD_COUNT(operations); k++)
    if (strcmp(operations[k].name, name) == 0) return &operations[k];
  return hd_test_tmem_operation_find(name);
}
