/* Each theorem can fail: one operation is wrong, and the theorem names a case, as small as it gets. */
#include "tests/support/suite.h"

#include "proofs/prove_run.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- wrong operations ---- */

/* An answer whose last mode steps one too far. */
static hd_status spoil(hd_status status, hd_layout *result) {
  int last = result->profile.leaves - 1;
  if (status == HD_OK && last >= 0 && result->shape[last] > 1) result->stride[last]++;
  return status;
}

static hd_status wrong_evaluate_index(const hd_layout *layout, int64_t index, hd_error *error, int64_t *value) {
  int64_t size = hd_size(layout); /* wraps where the last mode should go on */
  return hd_evaluate_index(layout, index >= size ? index % size : index, error, value);
}
static hd_status wrapping_evaluate_index(const hd_layout *layout, int64_t index, hd_error *error, int64_t *value) {
  uint64_t sum = 0;
  (void)error;
  for (int k = 0; k < 2; k++) {
    int64_t digit = k == 1 ? (index - (index & 1)) / 2 : index & 1;
    sum += (uint64_t)digit * (uint64_t)layout->stride[k];
  }
  *value = (int64_t)sum;
  return HD_OK;
}
static hd_status wrong_idx2crd(const hd_tuple *index, const hd_tuple *shape, hd_error *error, hd_tuple *coordinate) {
  hd_status status = hd_idx2crd(index, shape, error, coordinate);
  int last = shape->profile.leaves - 1;
  coordinate->value[last] %= shape->value[last];
  return status;
}
static hd_status wrong_increment_coord(const hd_tuple *at, const hd_tuple *shape, hd_error *error, hd_tuple *result) {
  hd_status status = hd_increment_coord(at, shape, error, result);
  if (result->profile.leaves > 1 && result->value[0] == 0) result->value[1] = 0; /* the carry is lost */
  return status;
}
static hd_status wrong_cosize(const hd_layout *layout, hd_error *error, int64_t *cosize) {
  hd_layout forward = *layout; /* what runs backwards does not count */
  for (int k = 0; k < layout->profile.leaves; k++)
    if (layout->stride[k] < 0) forward.stride[k] = 0;
  return hd_cosize(&forward, error, cosize);
}
static hd_status wrong_values(const hd_layout *layout, int64_t first, int64_t count, hd_error *error, int64_t *value) {
  hd_status status = hd_values(layout, first, count, error, value);
  for (int64_t i = 1; i < count; i++) value[i] = value[0] + i * (value[1] - value[0]);
  return status;
}
static hd_status wrong_parse_layout(const char *text, size_t length, hd_error *error, hd_layout *layout) {
  hd_status status = hd_parse_layout(text, length, error, layout);
  if (status == HD_OK) hd_flatten(layout, layout);
  return status;
}
static hd_status wrong_slice_and_offset(const hd_layout *layout, const hd_tuple *coordinate, hd_error *error,
                                        hd_layout *result, hd_tuple *offset) {
  hd_status status = hd_slice_and_offset(layout, coordinate, error, result, offset);
  hd_tuple_scalar(offset, 0);
  return status;
}
static hd_status wrong_group_modes(const hd_layout *layout, int begin, int end, hd_error *error, hd_layout *result) {
  (void)begin;
  return hd_group_modes(layout, 0, end, error, result);
}
static void wrong_coalesce(const hd_layout *layout, hd_layout *result) { hd_flatten(layout, result); }
static void wrong_nullspace(const hd_layout *layout, hd_layout *result) {
  hd_nullspace(layout, result);
  spoil(HD_OK, result);
}
static bool wrong_is_equivalent(const hd_layout *a, const hd_layout *b, int64_t *index) {
  *index = -1;
  return hd_is_identical(a, b);
}
static hd_status wrong_fit_push(hd_fit *fit, const int64_t *value, hd_error *error) {
  return *value < 0 ? HD_UNDEFINED : hd_fit_push(fit, value, error);
}
static hd_status trusting_fit_push(hd_fit *fit, const int64_t *value, hd_error *error) {
  (void)hd_fit_push(fit, value, error);
  return HD_OK;
}
static hd_status wrong_is_injective(const hd_layout *layout, hd_error *error, bool *answer) {
  hd_status status = hd_is_injective(layout, error, answer);
  *answer = true; /* if only no stride comes twice */
  for (int j = 0; j < layout->profile.leaves; j++)
    for (int k = 0; k < j; k++) *answer = *answer && layout->stride[j] != layout->stride[k];
  return status;
}
static hd_status wrong_coordinate_of(const hd_layout *layout, const hd_tuple *value, hd_error *error,
                                     hd_tuple *result) {
  hd_status status = hd_coordinate_of(layout, value, error, result);
  if (status == HD_OK) result->value[0] = 0;
  return status;
}
static hd_status wrong_is_disjoint(const hd_layout *a, int64_t offset, const hd_layout *b, hd_error *error,
                                   bool *answer) {
  (void)offset;
  return hd_is_disjoint(a, 0, b, error, answer);
}
/* Each leaf s:d of B becomes s:A(d), as if A were one mode. */
static hd_status wrong_composition(const hd_layout *a, const hd_layout *b, hd_error *error, hd_layout *result) {
  hd_layout made = *b;
  for (int k = 0; k < b->profile.leaves; k++) (void)hd_evaluate_index(a, b->stride[k], error, &made.stride[k]);
  *result = made;
  return HD_OK;
}
static hd_status wrong_composition_by_mode(const hd_layout *layout, const hd_tiler *tiler, hd_error *error,
                                           hd_layout *result) {
  return spoil(hd_composition_by_mode(layout, tiler, error, result), result);
}
static hd_status wrong_complement(const hd_layout *layout, int64_t within, hd_error *error, hd_layout *result) {
  return hd_complement(layout, within > 1 ? within - 1 : 1, error, result);
}
static hd_status wrong_is_complementable(const hd_layout *layout, int64_t within, hd_error *error, bool *answer) {
  hd_layout rest;
  *answer = hd_complement(layout, within, error, &rest) == HD_OK;
  return HD_OK;
}
static hd_status wrong_upcast(const hd_layout *layout, int64_t n, hd_error *error, hd_layout *result) {
  (void)error;
  hd_layout_copy(result, layout);
  for (int k = 0; k < result->profile.leaves; k++) result->stride[k] /= n;
  return HD_OK;
}
static hd_status wrong_downcast(const hd_layout *layout, int64_t n, hd_error *error, hd_layout *result) {
  (void)error;
  hd_layout_copy(result, layout);
  for (int k = 0; k < result->profile.leaves; k++) result->stride[k] *= n;
  return HD_OK;
}
static hd_status wrong_logical_divide(const hd_layout *layout, const hd_tiler *tiler, hd_error *error,
                                      hd_layout *result) {
  return spoil(hd_logical_divide(layout, tiler, error, result), result);
}
static hd_status wrong_zipped_divide(const hd_layout *layout, const hd_tiler *tiler, hd_error *error,
                                     hd_layout *result) {
  return hd_logical_divide(layout, tiler, error, result);
}
static hd_status wrong_tiled_divide(const hd_layout *layout, const hd_tiler *tiler, hd_error *error,
                                    hd_layout *result) {
  return hd_zipped_divide(layout, tiler, error, result);
}
static hd_status wrong_flat_divide(const hd_layout *layout, const hd_tiler *tiler, hd_error *error, hd_layout *result) {
  return hd_tiled_divide(layout, tiler, error, result);
}
static hd_status wrong_logical_product(const hd_layout *layout, const hd_tiler *tiler, hd_error *error,
                                       hd_layout *result) {
  return spoil(hd_logical_product(layout, tiler, error, result), result);
}
static hd_status wrong_blocked_product(const hd_layout *block, const hd_layout *grid, hd_error *error,
                                       hd_layout *result) {
  return hd_raked_product(block, grid, error, result);
}
static hd_status wrong_raked_product(const hd_layout *block, const hd_layout *grid, hd_error *error,
                                     hd_layout *result) {
  return hd_blocked_product(block, grid, error, result);
}
static hd_status wrong_right_inverse(const hd_layout *layout, hd_error *error, hd_layout *result) {
  if (layout->stride[0] == 1) return hd_right_inverse(layout, error, result);
  return hd_make_scalar_layout(1, 0, error, result); /* without sorting */
}
static hd_status wrong_left_inverse(const hd_layout *layout, hd_error *error, hd_layout *result) {
  return hd_right_inverse(layout, error, result);
}
static hd_status identical_left_inverse(const hd_layout *layout, hd_error *error, hd_layout *result) {
  return hd_make_scalar_layout(hd_size(layout), 1, error, result);
}
static hd_status wrong_max_common_layout(const hd_layout *a, const hd_layout *b, hd_error *error, hd_layout *result) {
  (void)a;
  return hd_right_inverse(b, error, result);
}
static hd_status wrong_make_ordered_layout(const hd_tuple *shape, const hd_tuple *order, hd_error *error,
                                           hd_layout *result) {
  (void)order;
  return hd_make_layout(shape, NULL, error, result);
}
static hd_status wrong_make_layout_like(const hd_layout *layout, hd_error *error, hd_layout *result) {
  hd_tuple shape;
  hd_shape(layout, &shape);
  return hd_make_layout(&shape, NULL, error, result);
}
static hd_status wrong_domain_distribute(const hd_tuple *shape, int64_t n, hd_error *error, hd_layout *result) {
  return spoil(hd_domain_distribute(shape, n, error, result), result);
}
static hd_status wrong_tuple_add(const hd_tuple *a, const hd_tuple *b, hd_error *error, hd_tuple *result) {
  (void)error;
  hd_tuple_scalar(result, (int64_t)((uint64_t)a->value[0] + (uint64_t)b->value[0]));
  return HD_OK;
}
static hd_status wrong_tuple_sub(const hd_tuple *a, const hd_tuple *b, hd_error *error, hd_tuple *result) {
  (void)error;
  hd_tuple_scalar(result, (int64_t)((uint64_t)a->value[0] - (uint64_t)b->value[0]));
  return HD_OK;
}
static bool wrong_tuple_product(const hd_tuple *tuple, int64_t *product) {
  *product = (int64_t)((uint64_t)tuple->value[0] * (uint64_t)tuple->value[1]);
  return true;
}
static hd_status wrong_ceil_div(const hd_tuple *a, const hd_tuple *b, hd_error *error, hd_tuple *result) {
  hd_status status = hd_ceil_div(a, b, error, result);
  uint64_t sum = (uint64_t)a->value[0] + (uint64_t)b->value[0] - 1;
  if (status == HD_OK) hd_tuple_scalar(result, (int64_t)sum / b->value[0]);
  return status;
}
static hd_status wrong_shape_div(const hd_tuple *a, const hd_tuple *b, hd_error *error, hd_tuple *result) {
  return hd_ceil_div(a, b, error, result);
}
static hd_status wrong_make_flat_layout(int rank, const int64_t *shape, const int64_t *stride, hd_error *error,
                                        hd_layout *result) {
  hd_status status = hd_make_flat_layout(rank, shape, stride, error, result);
  return status == HD_OVERFLOW ? hd_make_flat_layout(1, (int64_t[]){1}, (int64_t[]){0}, error, result) : status;
}
static int64_t wrong_swizzle_at(const hd_swizzle *swizzle, int64_t index) {
  return index < 0 ? index : hd_swizzle_at(swizzle, index);
}
static hd_status wrong_parse_swizzle(const char *text, size_t length, hd_error *error, hd_swizzle *swizzle) {
  hd_status status = hd_parse_swizzle(text, length, error, swizzle);
  if (swizzle->shift < 0) swizzle->shift = -swizzle->shift;
  return status;
}
static hd_status wrong_swizzle_recast(const hd_swizzle *swizzle, int64_t from, int64_t to, hd_error *error,
                                      hd_swizzle *result) {
  (void)from, (void)to, (void)error;
  *result = *swizzle;
  return HD_OK;
}
static hd_status wrong_composed_at(const hd_composed *composed, int64_t index, hd_error *error, int64_t *value) {
  hd_composed unmoved;
  hd_composed_copy(&unmoved, composed);
  unmoved.step[0].offset = 0;
  return hd_composed_at(&unmoved, index, error, value);
}
static hd_status wrong_banks(const hd_composed *access, int64_t bits, hd_error *error, hd_bank_report *report) {
  hd_status status = hd_banks(access, bits, error, report);
  if (report->degree > 2) report->degree = 2;
  return status;
}
static hd_status wrong_linear_to_layout(const hd_linear *linear, hd_error *error, hd_layout *result) {
  return spoil(hd_linear_to_layout(linear, error, result), result);
}
static hd_status wrong_linear_invert(const hd_linear *linear, hd_error *error, hd_linear *result) {
  hd_status status = hd_linear_invert(linear, error, result);
  if (status == HD_OK) hd_linear_copy(result, linear);
  return status;
}
static hd_status wrong_linear_compose(const hd_linear *outer, const hd_linear *inner, hd_error *error,
                                      hd_linear *result) {
  hd_status status = hd_linear_compose(outer, inner, error, result);
  for (int i = 0; status == HD_OK && i < inner->in.total; i++) result->basis[i] = outer->basis[0];
  return status;
}
static hd_status wrong_parse_placement(const char *text, size_t length, hd_error *error, hd_placement *placement) {
  hd_status status = hd_parse_placement(text, length, error, placement);
  placement->offsets = 0;
  return status;
}
static hd_status wrong_placement_places(const hd_placement *placement, const hd_tuple *x, const hd_tuple *shape,
                                        int capacity, hd_error *error, int64_t *place, int *count) {
  hd_status status = hd_placement_places(placement, x, shape, capacity, error, place, count);
  *count = 1;
  return status;
}
static void wrong_placement_canonicalize(const hd_placement *placement, hd_placement *result) {
  hd_placement_canonicalize(placement, result);
  result->replicas = 0;
}
static hd_status wrong_placement_reorder(const hd_placement *placement, const hd_tuple *shape, hd_order order,
                                         hd_error *error, hd_placement *result) {
  (void)shape, (void)error;
  hd_placement_copy(result, placement);
  result->order = order;
  return HD_OK;
}
static hd_status wrong_tmem_offset(hd_geometry geometry, uint32_t base, int64_t offset, hd_error *error,
                                   uint32_t *address) {
  hd_status status = hd_tmem_offset(geometry, base, offset, error, address);
  if (status == HD_OK) *address = base + (uint32_t)offset;
  return status;
}
static hd_status wrong_form_image(const hd_form *form, const hd_layout *memory, hd_error *error, hd_layout *result) {
  hd_form plain = *form;
  plain.packed = false;
  return hd_form_image(&plain, memory, error, result);
}
static hd_status wrong_form_holders(const hd_form *form, hd_error *error, hd_layout *result) {
  return spoil(hd_form_holders(form, error, result), result);
}
static hd_status wrong_issue_cell(const hd_form *form, const hd_issue *issue, hd_place place, hd_error *error,
                                  hd_cell *cell) {
  hd_status status = hd_issue_cell(form, issue, place, error, cell);
  cell->lane %= HD_SLAB_LANES;
  return status;
}
static hd_status unmoved_issue_cell(const hd_form *form, const hd_issue *issue, hd_place place, hd_error *error,
                                    hd_cell *cell) {
  hd_issue same = *issue;
  same.immediate = 0;
  return hd_issue_cell(form, &same, place, error, cell);
}
/* Halves of two columns taken for one column. */
static hd_status wrong_macro_cell(const hd_form *form, const hd_issue *issue, hd_place place, hd_error *error,
                                  hd_cell *cell) {
  hd_form plain = *form;
  plain.packed = false;
  return hd_macro_cell(&plain, issue, place, error, cell);
}
static hd_status unmoved_macro_cell(const hd_form *form, const hd_issue *issue, hd_place place, hd_error *error,
                                    hd_cell *cell) {
  hd_issue same = *issue;
  same.immediate = 0;
  return hd_macro_cell(form, &same, place, error, cell);
}
static hd_status wrong_issue_check(const hd_form *form, const hd_issue *issue, hd_error *error) {
  hd_issue read = *issue;
  read.readings = HD_READ_ANY_LANE;
  return hd_issue_check(form, &read, error);
}
static hd_status wrong_emulator_load(hd_emulator *emulator, int warp, const hd_access *access, uint32_t address,
                                     uint32_t *const *registers, uint32_t *reduced, hd_error *error) {
  hd_access plain = *access;
  plain.packed = false;
  return hd_emulator_load(emulator, warp, &plain, address, registers, reduced, error);
}
static hd_status wrong_emulator_store(hd_emulator *emulator, int warp, const hd_access *access, uint32_t address,
                                      uint32_t *const *registers, hd_error *error) {
  hd_access plain = *access;
  plain.packed = false;
  return hd_emulator_store(emulator, warp, &plain, address, registers, error);
}
static hd_status wrong_copy_check(hd_geometry geometry, hd_copy_id id, uint32_t address, hd_error *error) {
  return hd_copy_check(geometry, id, address & 0xFFFF, error);
}
static hd_status wrong_datapath_of(const hd_mma *mma, hd_error *error, hd_datapath_id *id) {
  hd_mma dense = *mma;
  dense.sparse = false;
  return hd_datapath_of(&dense, error, id);
}
static hd_status wrong_datapath_accumulator(hd_datapath_id id, int64_t n, const hd_layout *memory, hd_error *error,
                                            hd_layout *result) {
  return hd_datapath_accumulator(id == HD_DATAPATH_F ? HD_DATAPATH_E : id, n, memory, error, result);
}
static hd_status wrong_datapath_operand(hd_datapath_id id, int64_t bits, int64_t depth, const hd_layout *memory,
                                        hd_error *error, hd_layout *result) {
  (void)bits;
  return hd_datapath_operand(id, 32, depth, memory, error, result);
}
static hd_status wrong_scale_factors(const hd_mma *mma, hd_scaled operand, int64_t vector, int64_t id, int64_t factors,
                                     hd_error *error, hd_placement *result) {
  hd_status status = hd_scale_factors(mma, operand, vector, id, factors, error, result);
  result->offsets = 0;
  return status;
}
static hd_status wrong_make_plan(const hd_plan_request *request, hd_error *error, hd_plan *plan) {
  hd_status status = hd_make_plan(request, error, plan);
  for (int k = 0; status == HD_OK && k < plan->steps; k++) plan->step[k].first = 0;
  return status;
}

/* ---- which of them a theorem must notice ---- */

typedef void (*hd_function)(void);

typedef struct hd_mutant {
  const char *theorem;
  size_t member;
  hd_function wrong;
} hd_mutant;

#define OTHER(theorem, operation, function) \
  { #theorem, offsetof(hd_operations, operation), (hd_function)function }
#define WRONG(theorem, operation) OTHER(theorem, operation, wrong_##operation)

static const hd_mutant mutants[] = {
    WRONG(evaluation, evaluate_index),
    WRONG(coordinates, idx2crd),
    WRONG(increments, increment_coord),
    WRONG(walking, values),
    WRONG(cosize, cosize),
    WRONG(layout_text, parse_layout),
    WRONG(slicing, slice_and_offset),
    WRONG(grouping, group_modes),
    WRONG(coalescing, coalesce),
    WRONG(canonical_form, coalesce),
    WRONG(equivalence, is_equivalent),
    WRONG(fitting, fit_push),
    OTHER(fit_exists, fit_push, trusting_fit_push),
    WRONG(injectivity, is_injective),
    WRONG(coordinate_of, coordinate_of),
    WRONG(disjointness, is_disjoint),
    WRONG(nullspace, nullspace),
    WRONG(composition, composition),
    WRONG(composition_by_mode, composition_by_mode),
    WRONG(associativity, composition),
    WRONG(complement, complement),
    WRONG(complementable, is_complementable),
    WRONG(recast_up, upcast),
    WRONG(recast_down, downcast),
    WRONG(recast_returns, upcast),
    WRONG(divide, logical_divide),
    WRONG(logical_divide, logical_divide),
    WRONG(zipped_divide, zipped_divide),
    WRONG(tiled_divide, tiled_divide),
    WRONG(flat_divide, flat_divide),
    WRONG(product, logical_product),
    WRONG(blocked_product, blocked_product),
    WRONG(raked_product, raked_product),
    WRONG(right_inverse, right_inverse),
    WRONG(left_inverse, left_inverse),
    OTHER(compact_inverses, left_inverse, identical_left_inverse),
    WRONG(max_common_layout, max_common_layout),
    WRONG(ordered_layout, make_ordered_layout),
    WRONG(layout_like, make_layout_like),
    WRONG(domain_distribute, domain_distribute),
    WRONG(sum_bounds, tuple_add),
    WRONG(difference_bounds, tuple_sub),
    WRONG(product_bounds, tuple_product),
    WRONG(ceil_div_bounds, ceil_div),
    WRONG(shape_div_bounds, shape_div),
    WRONG(layout_bounds, make_flat_layout),
    OTHER(evaluation_bounds, evaluate_index, wrapping_evaluate_index),
    WRONG(swizzle_involution, swizzle_at),
    WRONG(swizzle_text, parse_swizzle),
    WRONG(swizzle_recast, swizzle_recast),
    WRONG(composed_evaluation, composed_at),
    WRONG(bank_conflicts, banks),
    WRONG(linear_layouts, linear_to_layout),
    WRONG(linear_inverse, linear_invert),
    WRONG(linear_composition, linear_compose),
    WRONG(placement_text, parse_placement),
    WRONG(placement_places, placement_places),
    WRONG(placement_canonical, placement_canonicalize),
    WRONG(placement_order, placement_reorder),
    WRONG(tmem_addresses, tmem_offset),
    WRONG(tmem_images, form_image),
    WRONG(tmem_holders, form_holders),
    WRONG(tmem_issues, issue_cell),
    WRONG(tmem_legality, issue_check),
    OTHER(tmem_splits, issue_cell, unmoved_issue_cell),
    WRONG(tmem_macros, macro_cell),
    OTHER(split_macros, macro_cell, unmoved_macro_cell),
    WRONG(tmem_emulated_load, emulator_load),
    WRONG(tmem_emulated_store, emulator_store),
    WRONG(tmem_copies, copy_check),
    WRONG(datapath_choice, datapath_of),
    WRONG(datapath_accumulators, datapath_accumulator),
    WRONG(datapath_operands, datapath_operand),
    WRONG(scale_factors, scale_factors),
    WRONG(plans, make_plan),
};

static const hd_mutant *mutant_of(const hd_theorem *theorem) {
  for (int k = 0; k < HD_COUNT(mutants); k++)
    if (strcmp(mutants[k].theorem, theorem->name) == 0) return &mutants[k];
  return NULL;
}

/* The table with one wrong function in it. */
static hd_operations mutated(const hd_mutant *mutant) {
  hd_operations operations = hd_operations_real;
  memcpy((char *)&operations + mutant->member, &mutant->wrong, sizeof mutant->wrong);
  return operations;
}

START_TEST(each_theorem_notices_a_wrong_operation) {
  static hd_record record;
  const hd_theorem *theorem;
  for (int k = 0; (theorem = hd_theorem_at(k)) != NULL; k++) {
    const hd_mutant *mutant = mutant_of(theorem);
    EXPECT(mutant != NULL, "%s has no mutant", theorem->name);
    const hd_operations operations = mutated(mutant);
    const hd_run_options options = {.operation = &operations, .threads = 1, .every = 1};
    hd_record_start(theorem, &theorem->quick, 0, &record);
    EXPECT(hd_run(&options, record.of, &record), "%s: no run", theorem->name);
    EXPECT(hd_record_standing(&record) == HD_FAILED, "%s: the mutant lives", theorem->name);
    EXPECT(strncmp(record.note, "case ", 5) == 0, "%s: %s", theorem->name, record.note);
    printf("%s: mutant found in %s\n", theorem->name, record.note);
  }
}
END_TEST

/* What fails from 3 on in the second layout, where the first has a mode that moves by 2, and nowhere else. */
static hd_status picky_composition(const hd_layout *a, const hd_layout *b, hd_error *error, hd_layout *result) {
  bool moves = false, wide = false;
  for (int k = 0; k < a->profile.leaves; k++) moves = moves || a->stride[k] == 2;
  for (int k = 0; k < b->profile.leaves; k++) wide = wide || b->shape[k] >= 3;
  return moves && wide ? HD_MISMATCH : hd_composition(a, b, error, result);
}

START_TEST(a_case_shrinks_to_the_smallest_that_fails) {
  const hd_theorem *theorem = hd_theorem_find("composition", 11);
  hd_operations operations = hd_operations_real;
  hd_case *subject = malloc(sizeof *subject);
  operations.composition = picky_composition;
  hd_prover *prover = hd_prover_new(&operations);
  int shrunk = 0;
  for (uint64_t i = 17; i < 1000000; i += 4999) {
    char text[HD_CASE_TEXT];
    hd_theorem_domain(theorem)->at(&theorem->quick, i, subject);
    if (hd_judge_case(prover, theorem, subject) != HD_REFUTED) continue;
    hd_shrink(prover, theorem, subject);
    hd_case_print(hd_theorem_domain(theorem), subject, text, sizeof text);
    ck_assert_str_eq(text, "1:2, 3:0");
    ck_assert_str_eq(prover->why, "the status is mismatch, not ok");
    shrunk++;
  }
  ck_assert_int_gt(shrunk, 10);
  hd_prover_free(prover);
  free(subject);
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"each_theorem_notices_a_wrong_operation", each_theorem_notices_a_wrong_operation},
      {"a_case_shrinks_to_the_smallest_that_fails", a_case_shrinks_to_the_smallest_that_fails},
  };
  return hd_test_main("prove mutants", tests, HD_COUNT(tests));
}
