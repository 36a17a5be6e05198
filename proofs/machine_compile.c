/* From a tree to code for the machine. */
#include "proofs/machine.h"

#include "proofs/integer.h"

#include <stdlib.h>
#include <string.h>

typedef struct compiler {
  const hd_syntax *syntax;
  const hd_environment *environment;
  const int *slot;
  int bound;
  hd_program *program;
} compiler;

static bool compile(compiler *c, int index, hd_value *shape);

static const hd_node *node_at(const compiler *c, int index) { return &c->syntax->node[index]; }

static bool emit(compiler *c, int code, int32_t count, int64_t operand, int growth) {
  hd_program *p = c->program;
  if (p->instructions == p->instruction_capacity) {
    int capacity = p->instruction_capacity == 0 ? 32 : 2 * p->instruction_capacity;
    hd_instruction *grown = realloc(p->instruction, (size_t)capacity * sizeof *grown);
    if (grown == NULL) return false;
    p->instruction = grown;
    p->instruction_capacity = capacity;
  }
  p->instruction[p->instructions++] = (hd_instruction){(uint8_t)code, count, operand};
  p->depth += growth;
  return p->depth < HD_MACHINE_STACK;
}

static bool add_piece(hd_program *p, hd_piece piece) {
  if (p->pieces == p->piece_capacity) {
    int capacity = p->piece_capacity == 0 ? 32 : 2 * p->piece_capacity;
    hd_piece *grown = realloc(p->piece, (size_t)capacity * sizeof *grown);
    if (grown == NULL) return false;
    p->piece = grown;
    p->piece_capacity = capacity;
  }
  p->piece[p->pieces++] = piece;
  return true;
}

static int bound_variable(const compiler *c, int slot) {
  for (int k = 0; k < c->bound; k++) {
    if (c->slot[k] == slot) return k;
  }
  return -1;
}

/* Whether the tree uses a bound variable. */
static bool depends(const compiler *c, int index) {
  for (const hd_node *node = node_at(c, index);; node = node_at(c, node->first)) {
    if (node->kind == HD_NODE_VARIABLE) return bound_variable(c, node->slot) >= 0;
    if (node->first < 0) return false;
    for (int child = node_at(c, node->first)->next; child >= 0; child = node_at(c, child)->next) {
      if (depends(c, child)) return true;
    }
  }
}

static int leaves_of(const hd_value *shape) {
  return shape->kind == HD_KIND_BOOLEAN ? 1 : shape->as.tuple.profile.leaves;
}

/* One number in an operator's place: a boolean, an integer, or a tuple of one. */
static bool is_number(const hd_value *shape) {
  return shape->kind == HD_KIND_BOOLEAN ||
         (shape->as.tuple.profile.leaves == 1 && hd_tuple_axis(&shape->as.tuple, 0) == HD_AXIS_INTEGER);
}

/* The value of a tree that uses no bound variable. Where it is taken outside a shape, the code says so when it gets
 * there. */
static bool constant(compiler *c, int index, hd_value *value) {
  hd_outside outside = {""};
  const hd_environment environment = {c->environment->variable, &outside};
  if (hd_interpret(c->syntax, index, &environment, NULL, value) != HD_OK) return false;
  return outside.text[0] == 0 || emit(c, HD_CODE_OUTSIDE, 0, 0, 0);
}

static bool compile_constant(compiler *c, int index, hd_value *shape) {
  if (!constant(c, index, shape)) return false;
  if (shape->kind == HD_KIND_BOOLEAN) return shape->visited == 0 && emit(c, HD_CODE_CONSTANT, 0, shape->as.boolean, 1);
  if (shape->kind != HD_KIND_TUPLE) return false;
  for (int k = 0; k < shape->as.tuple.profile.leaves; k++) {
    if (!emit(c, HD_CODE_CONSTANT, 0, shape->as.tuple.value[k], 1)) return false;
  }
  return true;
}

/* Compiles the modes from `first` on, one behind the other on the stack; `shape` is the tuple of them. */
static bool compile_modes(compiler *c, int first, hd_value *shape) {
  hd_value mode;
  hd_value_set_integer(shape, 0);
  hd_tuple *tuple = &shape->as.tuple;
  hd_tuple_clear(tuple);
  for (int child = first; child >= 0; child = node_at(c, child)->next) {
    if (!compile(c, child, &mode) || leaves_of(&mode) == 0) return false;
    if (mode.kind == HD_KIND_BOOLEAN) hd_value_set_integer(&mode, 0);
    int from = tuple->profile.leaves;
    for (int k = 0; k < mode.as.tuple.profile.leaves; k++) {
      if (!hd_tuple_append(tuple, 0, hd_tuple_axis(&mode.as.tuple, k))) return false;
    }
    tuple->profile.leaves = (uint8_t)from;
    if (!hd_profile_append(&tuple->profile, &mode.as.tuple.profile, hd_view_all(&mode.as.tuple.profile))) return false;
  }
  return hd_profile_wrap(&tuple->profile, 0);
}

static bool compile_axis(compiler *c, const hd_node *node, hd_value *shape) {
  if (!compile(c, node->first, shape) || !is_number(shape)) return false;
  hd_value_set_integer(shape, 0);
  hd_tuple_clear(&shape->as.tuple);
  return hd_tuple_append(&shape->as.tuple, 0, node->as.axis);
}

/* The component of the value that leaf `leaf` moves, found by asking the layout; false when it moves none. */
static bool component_of(const hd_layout *layout, int leaf, int *component) {
  hd_tuple unit, value;
  hd_tuple_clear(&unit);
  for (int k = 0; k < layout->profile.leaves; k++) (void)hd_tuple_append(&unit, k == leaf, HD_AXIS_INTEGER);
  unit.profile = layout->profile;
  if (hd_evaluate(layout, &unit, NULL, &value) != HD_OK) return false;
  for (*component = 0; *component < value.profile.leaves; ++*component) {
    if (value.value[*component] != 0) return true;
  }
  return false;
}

/* The leaves that coordinate `argument` splits over, as pieces; neighbours that are one mode become one piece. */
static bool add_pieces(compiler *c, const hd_layout *layout, hd_view mode, int argument) {
  hd_program *p = c->program;
  int first = p->pieces;
  for (int leaf = mode.begin; leaf < mode.end; leaf++) {
    hd_piece piece = {argument, 0, leaf == mode.end - 1 ? 0 : layout->shape[leaf], 0, layout->shape[leaf]};
    if (component_of(layout, leaf, &piece.component)) piece.stride = layout->stride[leaf];
    hd_piece *before = p->pieces > first ? &p->piece[p->pieces - 1] : NULL;
    int64_t next, both;
    if (before != NULL && before->component == piece.component && hd_mul(before->extent, before->stride, &next) &&
        next == piece.stride && hd_mul(before->limit, piece.limit, &both)) {
      before->limit = both;
      before->extent = piece.extent == 0 ? 0 : both;
    } else if (!add_piece(p, piece)) {
      return false;
    }
  }
  return true;
}

/* `L(i,j)` for a layout that does not depend on bound variables. */
static bool compile_evaluate(compiler *c, const hd_node *node, hd_value *shape) {
  hd_value callee, coordinate;
  if (depends(c, node->first) || !constant(c, node->first, &callee)) return false;
  if (callee.kind != HD_KIND_LAYOUT || callee.as.layout.profile.leaves == 0) return false;
  int second = node_at(c, node->first)->next;
  bool one = node->children == 2;
  if (!(one ? compile(c, second, &coordinate) : compile_modes(c, second, &coordinate))) return false;
  if (coordinate.kind == HD_KIND_BOOLEAN) return false;
  const hd_layout *layout = &callee.as.layout;
  const hd_tuple *at = &coordinate.as.tuple;
  if (!hd_is_weakly_congruent(&at->profile, &layout->profile)) return false;
  int first = c->program->pieces;
  hd_cursor cursor = hd_cursor_start(&layout->profile);
  for (int k = 0; k < at->profile.leaves; k++) {
    hd_axis axis = hd_tuple_axis(at, k);
    if (axis != HD_AXIS_INTEGER) return false; /* of `_` a slice is made */
    for (int open = at->profile.open[k]; open > 0; open--) hd_cursor_enter(&cursor);
    if (!add_pieces(c, layout, hd_cursor_next(&cursor), k)) return false;
    for (int close = at->profile.close[k]; close > 0; close--) hd_cursor_leave(&cursor);
  }
  hd_tuple zero = *at;
  for (int k = 0; k < zero.profile.leaves; k++) zero.value[k] = 0;
  zero.on_axes = false;
  shape->kind = HD_KIND_TUPLE;
  shape->visited = 0;
  if (hd_evaluate(layout, &zero, NULL, &shape->as.tuple) != HD_OK) return false;
  int arguments = at->profile.leaves, results = shape->as.tuple.profile.leaves;
  if (!add_piece(c->program, (hd_piece){arguments, results, 0, 0, 0})) return false; /* closes the list */
  return emit(c, HD_CODE_EVALUATE, c->program->pieces - 1 - first, first, results - arguments);
}

static int arithmetic_code(unsigned operation) {
  switch (operation) {
    case HD_SYMBOL1('+'): return HD_CODE_ADD;
    case HD_SYMBOL1('-'): return HD_CODE_SUBTRACT;
    case HD_SYMBOL1('*'): return HD_CODE_MULTIPLY;
    case HD_SYMBOL1('/'): return HD_CODE_DIVIDE;
    case HD_SYMBOL1('%'): return HD_CODE_REMAINDER;
    case HD_SYMBOL1('&'): return HD_CODE_BIT_AND;
    case HD_SYMBOL1('|'): return HD_CODE_BIT_OR;
    case HD_SYMBOL1('^'): return HD_CODE_BIT_XOR;
    case HD_SYMBOL2('=', '='): return HD_CODE_EQUAL;
    case HD_SYMBOL2('!', '='): return HD_CODE_UNEQUAL;
    case HD_SYMBOL1('<'): return HD_CODE_LESS;
    case HD_SYMBOL2('<', '='): return HD_CODE_AT_MOST;
    case HD_SYMBOL1('>'): return HD_CODE_GREATER;
    case HD_SYMBOL2('>', '='): return HD_CODE_AT_LEAST;
    default: return HD_CODE_SHIFT;
  }
}

/* == and != of tuples: congruent ones are compared leaf by leaf, others differ whatever their numbers. */
static bool compile_same(compiler *c, const hd_value side[2], bool wanted) {
  if (side[0].kind == HD_KIND_BOOLEAN || side[1].kind == HD_KIND_BOOLEAN) return false;
  const hd_tuple *a = &side[0].as.tuple, *b = &side[1].as.tuple;
  bool alike = hd_is_congruent(&a->profile, &b->profile);
  for (int k = 0; alike && k < a->profile.leaves; k++) {
    if (hd_tuple_axis(a, k) == HD_AXIS_INTEGER && hd_tuple_axis(b, k) == HD_AXIS_INTEGER) continue;
    if (hd_tuple_axis(a, k) != hd_tuple_axis(b, k)) return false; /* 0@k is 0: the numbers decide */
  }
  if (!alike) return false;
  return emit(c, HD_CODE_SAME, a->profile.leaves, wanted, 1 - 2 * (int)a->profile.leaves);
}

/* && or || behind its left side, whose shape is given. */
static bool compile_logical(compiler *c, const hd_node *node, hd_value *shape) {
  bool is_and = node->operation == HD_SYMBOL2('&', '&');
  if (!is_number(shape)) return false;
  int jump = c->program->instructions;
  if (!emit(c, is_and ? HD_CODE_AND : HD_CODE_OR, 0, 0, -1)) return false;
  if (!compile(c, node->last, shape) || !is_number(shape) || !emit(c, HD_CODE_TRUTH, 0, 0, 0)) return false;
  c->program->instruction[jump].count = c->program->instructions;
  hd_value_set_boolean(shape, true, 0);
  return true;
}

/* An operator behind its left side; the shape of that becomes the shape of both. */
static bool compile_operator(compiler *c, const hd_node *node, hd_value side[2]) {
  unsigned operation = node->operation;
  if (operation == HD_SYMBOL2('&', '&') || operation == HD_SYMBOL2('|', '|')) return compile_logical(c, node, &side[0]);
  if (!compile(c, node->last, &side[1])) return false;
  bool equality = operation == HD_SYMBOL2('=', '=') || operation == HD_SYMBOL2('!', '=');
  bool plain = !equality || ((side[0].kind == HD_KIND_BOOLEAN || hd_value_is_integer(&side[0])) &&
                             (side[1].kind == HD_KIND_BOOLEAN || hd_value_is_integer(&side[1])));
  bool compiled =
      plain ? is_number(&side[0]) && is_number(&side[1]) && emit(c, arithmetic_code(operation), 0, operation, -1)
            : compile_same(c, side, operation == HD_SYMBOL2('=', '='));
  if (hd_is_comparison(operation)) hd_value_set_boolean(&side[0], true, 0);
  else hd_value_set_integer(&side[0], 0);
  return compiled;
}

/* A chain, from its first operand up. As much of it as uses no bound variable is one constant. */
static bool compile_binary(compiler *c, int index, hd_value *shape) {
  hd_value side[2];
  int part = index;
  while (hd_is_chained(c->syntax, node_at(c, part))) part = node_at(c, part)->first;
  int first = node_at(c, part)->first;
  if (!depends(c, first)) {
    for (; !depends(c, node_at(c, part)->last); part = node_at(c, part)->parent) first = part;
  }
  if (!compile(c, first, &side[0])) return false;
  for (; compile_operator(c, node_at(c, part), side); part = node_at(c, part)->parent) {
    if (part != index) continue;
    hd_value_copy(shape, &side[0]);
    return true;
  }
  return false;
}

static bool compile_unary(compiler *c, const hd_node *node, hd_value *shape) {
  if (!compile(c, node->first, shape) || !is_number(shape)) return false;
  if (node->operation == HD_SYMBOL1('!')) {
    hd_value_set_boolean(shape, true, 0);
    return emit(c, HD_CODE_NOT, 0, 0, 0);
  }
  hd_value_set_integer(shape, 0);
  if (node->operation == HD_SYMBOL1('+')) return true;
  return emit(c, node->operation == HD_SYMBOL1('-') ? HD_CODE_NEGATE : HD_CODE_COMPLEMENT, 0, 0, 0);
}

static bool same_shape(const hd_value *a, const hd_value *b) {
  if (a->kind != b->kind || a->kind == HD_KIND_BOOLEAN) return a->kind == b->kind;
  if (!hd_is_congruent(&a->as.tuple.profile, &b->as.tuple.profile)) return false;
  for (int k = 0; k < a->as.tuple.profile.leaves; k++) {
    if (hd_tuple_axis(&a->as.tuple, k) != hd_tuple_axis(&b->as.tuple, k)) return false;
  }
  return true;
}

static bool compile_condition(compiler *c, const hd_node *node, hd_value *shape) {
  hd_value other;
  if (!compile(c, node->first, shape) || !is_number(shape)) return false;
  int to_else = c->program->instructions, second = node_at(c, node->first)->next;
  if (!emit(c, HD_CODE_JUMP_FALSE, 0, 0, -1) || !compile(c, second, shape)) return false;
  int to_end = c->program->instructions;
  if (!emit(c, HD_CODE_JUMP, 0, 0, -leaves_of(shape))) return false;
  c->program->instruction[to_else].count = c->program->instructions;
  if (!compile(c, node->last, &other) || !same_shape(shape, &other)) return false;
  c->program->instruction[to_end].count = c->program->instructions;
  return true;
}

static bool compile(compiler *c, int index, hd_value *shape) {
  const hd_node *node = node_at(c, index);
  if (!depends(c, index)) return compile_constant(c, index, shape);
  switch (node->kind) {
    case HD_NODE_VARIABLE:
      hd_value_set_integer(shape, 0);
      return emit(c, HD_CODE_VARIABLE, bound_variable(c, node->slot), 0, 1);
    case HD_NODE_TUPLE: return compile_modes(c, node->first, shape);
    case HD_NODE_AXIS: return compile_axis(c, node, shape);
    case HD_NODE_UNARY: return compile_unary(c, node, shape);
    case HD_NODE_BINARY: return compile_binary(c, index, shape);
    case HD_NODE_CONDITION: return compile_condition(c, node, shape);
    case HD_NODE_EVALUATE: return compile_evaluate(c, node, shape);
    default: return false;
  }
}

bool hd_program_compile(const hd_syntax *syntax, int node, const hd_environment *environment, const int *slot,
                        int bound, hd_program *program) {
  memset(program, 0, sizeof *program);
  compiler c = {syntax, environment, slot, bound, program};
  if (compile(&c, node, &program->shape)) return true;
  hd_program_free(program);
  return false;
}
