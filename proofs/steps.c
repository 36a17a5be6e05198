/* Each operation of the language that has steps is called once more, by way of the library's trace. */
#include "proofs/steps.h"

#include "proofs/operations.h"
#include "proofs/operations_composed.h"

#include <string.h>

void hd_steps_start(hd_steps *steps, FILE *out) {
  steps->out = out;
  steps->begun = false;
  steps->last[0] = 0;
}

/* ---- what is printed ---- */

static bool print_step(void *context, const hd_trace_step *step) {
  hd_steps *steps = context;
  char text[2 * HD_TEXT_MAX];
  hd_print_trace_step(step, text, sizeof text);
  if (!steps->begun) putc('\n', steps->out);
  steps->begun = true;
  fprintf(steps->out, "%*s%s\n", 2 + 2 * step->depth, "", text);
  return true;
}

static void note(const hd_trace *trace, const char *text, const hd_layout *layout) {
  const hd_trace_step step = {.text = text, .layout = {layout}};
  (void)trace->call(trace->context, &step);
}

/* A value in a heading: one line. */
static void print_operand(FILE *out, const hd_value *value) {
  char text[HD_VALUE_TEXT_MAX];
  hd_print_value(value, text, sizeof text);
  if (strchr(text, '\n') != NULL) fprintf(out, "[%s]", hd_kind_name(value));
  else fputs(text, out);
}

static void print_heading(FILE *out, const hd_node *node, const hd_value *operand, int count) {
  const char *between = node->kind == HD_NODE_COMPOSE ? " o " : ", ";
  bool evaluates = node->kind == HD_NODE_EVALUATE;
  bool brackets = evaluates && !hd_is_tuple(&operand[1].as.tuple.profile);
  if (node->kind == HD_NODE_CALL) fprintf(out, "%s(", node->as.builtin->name);
  if (evaluates) putc('(', out);
  for (int k = 0; k < count; k++) {
    if (k > 0) fputs(evaluates ? (brackets ? ")(" : ")") : between, out);
    print_operand(out, &operand[k]);
  }
  if (node->kind == HD_NODE_CALL || brackets) putc(')', out);
}

/* ---- one teller for each operation that has steps ---- */

typedef void teller(const hd_trace *trace, const hd_value *operand, int count);

static bool is_composed(const hd_value *value) {
  return value->kind == HD_KIND_COMPOSED || value->kind == HD_KIND_SWIZZLE;
}

/* The layout that an operation rearranges: the value itself, or what stands last in a composed layout. */
static bool read_layout(const hd_trace *trace, const hd_value *value, hd_layout *layout) {
  if (value->kind != HD_KIND_COMPOSED) return hd_value_layout(value, NULL, layout) == HD_OK;
  hd_layout_copy(layout, &value->as.composed.inner);
  note(trace, "this acts on the layout that stands last, {A}; what stands before it stays as it is", layout);
  return true;
}

static void tell_composition(const hd_trace *trace, const hd_value *operand, int count) {
  hd_layout a, result;
  hd_tiler tiler;
  (void)count;
  if (is_composed(&operand[1])) {
    note(trace, "nothing is worked out: both stay as they are, and (A o B)(c) = A(B(c))", NULL);
  } else if (read_layout(trace, &operand[0], &a)) {
    if (operand[1].kind == HD_KIND_LAYOUT) (void)hd_trace_composition(trace, &a, &operand[1].as.layout, NULL, &result);
    else if (hd_value_tiler(&operand[1], NULL, &tiler) == HD_OK)
      (void)hd_trace_composition_by_mode(trace, &a, &tiler, NULL, &result);
  }
}

/* `left o offset o right`, and a swizzle alone before a layout. */
static void tell_chain(const hd_trace *trace, const hd_value *left) {
  note(trace, "nothing is worked out: A o t o B takes a coordinate c to A(t + B(c))", NULL);
  for (int k = 0; left->kind == HD_KIND_SWIZZLE && k < left->as.composed.steps; k++)
    if (!left->as.composed.step[k].is_layout) hd_trace_swizzle(trace, &left->as.composed.step[k].swizzle);
}

static void tell_complement(const hd_trace *trace, const hd_value *operand, int count) {
  hd_layout layout;
  int64_t within = 0;
  if (count == 2 && hd_value_bound(&operand[1], NULL, &within) != HD_OK) return;
  if (!read_layout(trace, &operand[0], &layout)) return;
  if (count == 2) (void)hd_trace_complement(trace, &layout, within, NULL, &layout);
  else (void)hd_trace_complement_unbounded(trace, &layout, NULL, &layout);
}

typedef hd_status on_layout(const hd_trace *, const hd_layout *, hd_error *, hd_layout *);

static void tell_on_layout(on_layout *tell, const hd_trace *trace, const hd_value *operand, int count) {
  hd_layout layout;
  if (count == 1 && read_layout(trace, &operand[0], &layout)) (void)tell(trace, &layout, NULL, &layout);
}

static void tell_coalesce(const hd_trace *trace, const hd_value *operand, int count) {
  tell_on_layout(hd_trace_coalesce, trace, operand, count);
}
static void tell_right_inverse(const hd_trace *trace, const hd_value *operand, int count) {
  tell_on_layout(hd_trace_right_inverse, trace, operand, count);
}
static void tell_left_inverse(const hd_trace *trace, const hd_value *operand, int count) {
  tell_on_layout(hd_trace_left_inverse, trace, operand, count);
}

static void tell_tile(hd_trace_tiling tiling, const hd_trace *trace, const hd_value *operand) {
  hd_layout layout;
  hd_tiler tiler;
  if (hd_value_tiler(&operand[1], NULL, &tiler) == HD_OK && read_layout(trace, &operand[0], &layout))
    (void)hd_trace_tile(trace, tiling, &layout, &tiler, NULL, &layout);
}

#define TILING(name, tiling)                                                           \
  static void tell_##name(const hd_trace *trace, const hd_value *operand, int count) { \
    (void)count;                                                                       \
    tell_tile(tiling, trace, operand);                                                 \
  }
TILING(logical_divide, HD_TRACE_LOGICAL_DIVIDE)
TILING(zipped_divide, HD_TRACE_ZIPPED_DIVIDE)
TILING(tiled_divide, HD_TRACE_TILED_DIVIDE)
TILING(flat_divide, HD_TRACE_FLAT_DIVIDE)
TILING(logical_product, HD_TRACE_LOGICAL_PRODUCT)
TILING(zipped_product, HD_TRACE_ZIPPED_PRODUCT)
TILING(tiled_product, HD_TRACE_TILED_PRODUCT)
TILING(flat_product, HD_TRACE_FLAT_PRODUCT)

/* Both filled up to one rank, multiplied, and then arranged by mode. */
static void tell_blocks(const hd_trace *trace, const hd_value *operand, const char *arrangement) {
  hd_layout block, copies, one;
  hd_tiler tiler;
  if (!read_layout(trace, &operand[0], &block) || hd_value_layout(&operand[1], NULL, &copies) != HD_OK) return;
  int rank = hd_rank(&block.profile), other = hd_rank(&copies.profile);
  if (rank < other) rank = other;
  (void)hd_make_scalar_layout(1, 0, NULL, &one);
  if (hd_append_to_rank(&block, rank, &one, NULL, &block) != HD_OK ||
      hd_append_to_rank(&copies, rank, &one, NULL, &copies) != HD_OK || !hd_tiler_layout(&copies, &tiler))
    return;
  if (hd_trace_tile(trace, HD_TRACE_LOGICAL_PRODUCT, &block, &tiler, NULL, &block) == HD_OK)
    note(trace, arrangement, NULL);
}

static void tell_blocked_product(const hd_trace *trace, const hd_value *operand, int count) {
  (void)count;
  tell_blocks(trace, operand, "side by side: each mode of the copy, then the same mode of the moves");
}
static void tell_raked_product(const hd_trace *trace, const hd_value *operand, int count) {
  (void)count;
  tell_blocks(trace, operand, "dealt out: each mode of the moves, then the same mode of the copy, coalesced");
}

static void tell_cosize(const hd_trace *trace, const hd_value *operand, int count) {
  hd_layout layout;
  int64_t cosize;
  if (count == 1 && read_layout(trace, &operand[0], &layout)) (void)hd_trace_cosize(trace, &layout, NULL, &cosize);
}

/* A swizzle alone is a chain before every integer, of which there is nothing to say. */
static void tell_swizzled(const hd_trace *trace, const hd_composed *chain, const hd_tuple *coordinate) {
  hd_tuple result;
  if (chain->steps == 1 && chain->step[0].offset == 0 && coordinate->profile.leaves == 1)
    (void)hd_trace_swizzle_at(trace, &chain->step[0].swizzle, coordinate->value[0]);
  else (void)hd_trace_composed_evaluate(trace, chain, coordinate, NULL, &result);
}

static void tell_value(const hd_trace *trace, const hd_value *value, const hd_tuple *coordinate) {
  hd_tuple result;
  hd_layout layout;
  if (value->kind == HD_KIND_SWIZZLE) tell_swizzled(trace, &value->as.composed, coordinate);
  else if (is_composed(value)) (void)hd_trace_composed_evaluate(trace, &value->as.composed, coordinate, NULL, &result);
  else if (hd_value_layout(value, NULL, &layout) == HD_OK)
    (void)hd_trace_evaluate(trace, &layout, coordinate, NULL, &result);
}

static void tell_evaluate(const hd_trace *trace, const hd_value *operand, int count) {
  hd_tuple coordinate;
  if (hd_value_coordinate(operand + 1, count - 1, NULL, &coordinate) == HD_OK)
    tell_value(trace, &operand[0], &coordinate);
}

static void tell_crd2idx(const hd_trace *trace, const hd_value *operand, int count) {
  hd_tuple coordinate, shape;
  int64_t index;
  if (count == 2 && hd_value_tuple(&operand[0], NULL, &coordinate) == HD_OK &&
      hd_value_tuple(&operand[1], NULL, &shape) == HD_OK)
    (void)hd_trace_crd2idx(trace, &coordinate, &shape, NULL, &index);
}

static void tell_idx2crd(const hd_trace *trace, const hd_value *operand, int count) {
  hd_tuple index, shape;
  (void)count;
  if (hd_value_tuple(&operand[0], NULL, &index) == HD_OK && hd_value_tuple(&operand[1], NULL, &shape) == HD_OK)
    (void)hd_trace_idx2crd(trace, &index, &shape, NULL, &index);
}

static void tell_swizzle(const hd_trace *trace, const hd_value *operand, int count) {
  (void)count;
  if (operand[0].kind == HD_KIND_SWIZZLE && hd_value_is_integer(&operand[1]))
    tell_swizzled(trace, &operand[0].as.composed, &operand[1].as.tuple);
}

static void tell_recast(const hd_trace *trace, const hd_value *operand, int count) {
  int64_t to, from;
  hd_swizzle result;
  (void)count;
  if (!is_composed(&operand[2]) || hd_value_integer(&operand[0], NULL, &to) != HD_OK ||
      hd_value_integer(&operand[1], NULL, &from) != HD_OK)
    return;
  for (int k = 0; k < operand[2].as.composed.steps; k++)
    if (!operand[2].as.composed.step[k].is_layout)
      (void)hd_trace_swizzle_recast(trace, &operand[2].as.composed.step[k].swizzle, from, to, NULL, &result);
}

static const struct {
  const char *name;
  teller *tell;
} tellers[] = {
    {"composition", tell_composition},
    {"complement", tell_complement},
    {"coalesce", tell_coalesce},
    {"right_inverse", tell_right_inverse},
    {"left_inverse", tell_left_inverse},
    {"logical_divide", tell_logical_divide},
    {"zipped_divide", tell_zipped_divide},
    {"tiled_divide", tell_tiled_divide},
    {"flat_divide", tell_flat_divide},
    {"logical_product", tell_logical_product},
    {"zipped_product", tell_zipped_product},
    {"tiled_product", tell_tiled_product},
    {"flat_product", tell_flat_product},
    {"blocked_product", tell_blocked_product},
    {"raked_product", tell_raked_product},
    {"cosize", tell_cosize},
    {"evaluate", tell_evaluate},
    {"crd2idx", tell_crd2idx},
    {"idx2crd", tell_idx2crd},
    {"swizzle", tell_swizzle},
    {"recast_layout", tell_recast},
};

/* ---- an operation ---- */

static void tell_operation(const hd_trace *trace, const hd_node *node, const hd_value *operand, int count) {
  if (node->kind == HD_NODE_EVALUATE) {
    if (!hd_has_any(&operand[1].as.tuple)) tell_value(trace, &operand[0], &operand[1].as.tuple);
  } else if (node->kind == HD_NODE_COMPOSE) {
    if (count == 3 || operand[0].kind == HD_KIND_SWIZZLE) tell_chain(trace, &operand[0]);
    else tell_composition(trace, operand, count);
  } else {
    for (size_t k = 0; k < sizeof tellers / sizeof tellers[0]; k++)
      if (strcmp(tellers[k].name, node->as.builtin->name) == 0) tellers[k].tell(trace, operand, count);
  }
}

void hd_steps_tell(void *context, const hd_node *node, const hd_value *operand, int count, const hd_value *result) {
  hd_steps *steps = context;
  const hd_trace trace = {print_step, steps};
  steps->begun = false;
  steps->last[0] = 0;
  print_heading(steps->out, node, operand, count);
  tell_operation(&trace, node, operand, count);
  if (result == NULL) {
    if (!steps->begun) putc('\n', steps->out);
    return;
  }
  hd_print_value(result, steps->last, sizeof steps->last);
  fprintf(steps->out, "%s= %s\n", steps->begun ? "" : " ", steps->last);
  if (!steps->begun) steps->last[0] = 0;
}

void hd_steps_finish(hd_steps *steps, const hd_value *value) {
  char text[HD_VALUE_TEXT_MAX];
  hd_print_value(value, text, sizeof text);
  if (strcmp(text, steps->last) != 0) fprintf(steps->out, "= %s\n", text);
}
