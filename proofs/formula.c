/* Fitting a layout to a formula. */
#include "proofs/formula.h"

#include "proofs/forall.h"

#include "algebra/checked.h"

#include <string.h>

enum { BLOCK = 1024 };

typedef struct formula {
  hd_syntax syntax;
  hd_bounds bounds;
  hd_environment environment;
  hd_program program;
  bool compiled;
  int axes;
  bool on_axes;
  hd_axis axis[HD_MAX_LEAVES];
  int64_t origin[HD_MAX_LEAVES]; /* the formula at 0 */
  hd_outside outside;
  char *note; /* NULL: nobody asks */
} formula;

static hd_status fail(size_t position, hd_error *error, hd_status status, const char *reason) {
  (void)hd_fail(error, status, "fit", reason);
  error->position = position;
  return status;
}

static size_t body_position(const formula *f) { return f->syntax.node[f->bounds.body].position; }

/* Keeps what has been evaluated outside its shape, once. */
static void keep_note(formula *f, const int64_t *variable) {
  if (f->note == NULL || f->note[0] != 0 || f->outside.text[0] == 0) return;
  hd_note_outside(&f->syntax, f->syntax.root, &f->bounds, variable, &f->outside, f->note, HD_FIT_NOTE_MAX);
  f->program.strict = false;
}

/* The formula at a coordinate, one number for each axis. */
static hd_status at(formula *f, const int64_t *variable, hd_error *error, int64_t *value) {
  int64_t result[HD_MACHINE_STACK];
  hd_value computed;
  if (f->compiled && hd_program_run(&f->program, variable, result)) {
    memcpy(value, result, (size_t)f->axes * sizeof *value);
    return HD_OK;
  }
  hd_bind_coordinate(&f->bounds, variable, &f->environment);
  hd_status status = hd_interpret(&f->syntax, f->bounds.body, &f->environment, error, &computed);
  if (status != HD_OK) return status;
  keep_note(f, variable);
  if (computed.kind == HD_KIND_BOOLEAN) {
    value[0] = computed.as.boolean;
    return HD_OK;
  }
  if (computed.kind != HD_KIND_TUPLE || computed.as.tuple.profile.leaves != f->axes) {
    return fail(body_position(f), error, HD_MISMATCH, "the formula is not always a number or a tuple of as many");
  }
  memcpy(value, computed.as.tuple.value, (size_t)f->axes * sizeof *value);
  return HD_OK;
}

/* Which axes the values lie on, from the value at 0. */
static hd_status read_axes(formula *f, hd_error *error) {
  int64_t zero[HD_MAX_BOUND];
  hd_value value;
  hd_first_coordinate(&f->bounds, zero);
  hd_bind_coordinate(&f->bounds, zero, &f->environment);
  hd_status status = hd_interpret(&f->syntax, f->bounds.body, &f->environment, error, &value);
  if (status != HD_OK) return status;
  f->axes = 1;
  f->on_axes = false;
  if (value.kind == HD_KIND_BOOLEAN) return HD_OK;
  if (value.kind != HD_KIND_TUPLE || hd_depth(&value.as.tuple.profile) > 1 || value.as.tuple.profile.leaves == 0) {
    return fail(body_position(f), error, HD_MISMATCH, "a formula is a number or a flat tuple of numbers");
  }
  const hd_tuple *tuple = &value.as.tuple;
  f->axes = tuple->profile.leaves;
  f->on_axes = hd_is_tuple(&tuple->profile) || hd_tuple_axis(tuple, 0) != HD_AXIS_INTEGER;
  for (int k = 0; k < f->axes; k++) {
    f->axis[k] = hd_tuple_axis(tuple, k);
    if (f->axis[k] == HD_AXIS_INTEGER && f->on_axes && !hd_axis_from_path(&k, 1, &f->axis[k])) {
      return fail(body_position(f), error, HD_CAPACITY, "too many components");
    }
  }
  return HD_OK;
}

/* The mode of one variable: the others stay 0. Of one with more than HD_MAX_VISITS values, the mode if they go on as
 * they began. */
static hd_status fit_mode(formula *f, int which, hd_error *error, hd_layout *mode) {
  hd_fit fit;
  int64_t variable[HD_MAX_BOUND], value[HD_MAX_LEAVES];
  hd_fit_start(&fit, f->bounds.extent[which], f->axes);
  hd_first_coordinate(&f->bounds, variable);
  for (; variable[which] < f->bounds.extent[which] && variable[which] < HD_MAX_VISITS; variable[which]++) {
    hd_status status = at(f, variable, error, value);
    if (status != HD_OK) return status;
    for (int k = 0; k < f->axes; k++) {
      if (!hd_sub(value[k], f->origin[k], &value[k])) {
        return fail(body_position(f), error, HD_OVERFLOW, "a difference of values leaves 64 bits");
      }
    }
    status = hd_fit_push(&fit, value, error);
    if (status != HD_OK) {
      error->has_coordinate = hd_tuple_flat(&error->coordinate, f->bounds.count, variable);
      int bound = f->syntax.node[f->syntax.root].first;
      for (int k = 0; k < which; k++) bound = f->syntax.node[bound].next;
      error->position = f->syntax.node[bound].position;
      return status;
    }
  }
  return hd_fit_layout(&fit, f->on_axes ? f->axis : NULL, error, mode);
}

static hd_status fit_modes(formula *f, hd_error *error, hd_layout *layout) {
  hd_layout mode[HD_MAX_BOUND];
  const hd_layout *modes[HD_MAX_BOUND];
  for (int k = 0; k < f->bounds.count; k++) {
    hd_status status = fit_mode(f, k, error, &mode[k]);
    if (status != HD_OK) return status;
    modes[k] = &mode[k];
  }
  if (f->bounds.count > 1) return hd_concatenate(modes, f->bounds.count, error, layout);
  hd_layout_copy(layout, &mode[0]);
  return HD_OK;
}

/* What the layout says at index `index` of its domain, by component. */
static hd_status expected(const formula *f, const hd_layout *layout, int64_t index, hd_error *error, int64_t *value) {
  hd_tuple scalar, tuple;
  if (!layout->on_axes) {
    memset(value, 0, (size_t)f->axes * sizeof *value);
    return hd_evaluate_index(layout, index, error, value);
  }
  hd_tuple_scalar(&scalar, index);
  hd_status status = hd_evaluate(layout, &scalar, error, &tuple);
  if (status != HD_OK) return status;
  for (int k = 0; k < f->axes; k++) {
    value[k] = 0;
    for (int leaf = 0; leaf < tuple.profile.leaves; leaf++) {
      bool here = hd_axis_is_name(f->axis[k]) ? hd_tuple_axis(&tuple, leaf) == f->axis[k] : leaf == k;
      if (here) value[k] = tuple.value[leaf];
    }
  }
  return HD_OK;
}

/* What component k of a value lies on. */
static hd_axis axis_of(const formula *f, int k) { return f->on_axes ? f->axis[k] : HD_AXIS_INTEGER; }

static hd_status not_additive(const formula *f, const int64_t *variable, int64_t is, int64_t needed, hd_axis axis,
                              hd_error *error) {
  hd_status status = fail(body_position(f), error, HD_UNDEFINED,
                          "at {c} the formula is {0}{a}, and the variables alone add up to {1}{a}");
  error->axis = axis;
  error->number[0] = is;
  error->number[1] = needed;
  error->has_coordinate = hd_tuple_flat(&error->coordinate, f->bounds.count, variable);
  error->hint = "in a layout each variable adds its own amount, whatever the others are";
  return status;
}

/* How far the fit of a single variable has seen every coordinate; of several it has seen but the axes. */
static int64_t seen(const formula *f, int64_t size) {
  return f->bounds.count > 1 ? 0 : size < HD_MAX_VISITS ? size : HD_MAX_VISITS;
}

/* Visits the coordinates, all or the first HD_MAX_VISITS: do the modes add up to the formula? Each variable has been
 * looked at alone as far as it goes here. */
static hd_status verify(formula *f, const hd_layout *layout, hd_error *error) {
  int64_t variable[HD_MAX_BOUND], value[HD_MAX_LEAVES], wanted[HD_MAX_LEAVES], block[BLOCK];
  int64_t size = hd_size(layout), index = seen(f, size);
  bool in_blocks = !layout->on_axes && f->axes == 1, more = index == 0;
  hd_first_coordinate(&f->bounds, variable);
  for (; more; more = index < HD_MAX_VISITS && hd_next_coordinate(&f->bounds, variable)) {
    hd_status status = HD_OK;
    int64_t left = size - index;
    if (in_blocks && index % BLOCK == 0) status = hd_values(layout, index, left < BLOCK ? left : BLOCK, error, block);
    if (status == HD_OK && in_blocks) wanted[0] = block[index % BLOCK];
    else if (status == HD_OK) status = expected(f, layout, index, error, wanted);
    if (status == HD_OK) status = at(f, variable, error, value);
    if (status != HD_OK) return status;
    for (int k = 0; k < f->axes; k++) {
      int64_t moved;
      if (!hd_sub(value[k], f->origin[k], &moved)) {
        return fail(body_position(f), error, HD_OVERFLOW, "a difference of values leaves 64 bits");
      }
      if (moved != wanted[k]) return not_additive(f, variable, moved, wanted[k], axis_of(f, k), error);
    }
    index++;
  }
  if (index == size) return HD_OK;
  hd_status status = fail(0, error, HD_UNDECIDED, "{0} coordinates were visited, and there are {1}");
  error->number[0] = index;
  error->number[1] = size;
  return status;
}

/* The formula is not 0 at 0: fails, with what is left as a hint when that is a layout. */
static hd_status not_zero(formula *f, hd_error *error) {
  hd_layout rest;
  hd_status status = fit_modes(f, error, &rest);
  if (status == HD_OK) status = verify(f, &rest, error);
  if (status != HD_OK && status != HD_UNDEFINED && status != HD_UNDECIDED) return status;
  bool is_layout = status == HD_OK;
  status = fail(body_position(f), error, HD_UNDEFINED, "at 0 the formula is {0}{a}, and every layout is 0 there");
  for (int k = f->axes - 1; k >= 0; k--) {
    if (f->origin[k] != 0) error->number[0] = f->origin[k], error->axis = axis_of(f, k);
  }
  if (!is_layout) return status;
  hd_shape(&rest, &error->coordinate);
  hd_stride(&rest, &error->other);
  error->hint = f->axes == 1 ? "it is {c}:{d}, moved by {0}{a}" : "it is {c}:{d}, moved by its value at 0";
  return status;
}

static hd_status fit_parsed(formula *f, hd_error *error, hd_layout *layout) {
  int64_t zero[HD_MAX_BOUND];
  hd_status status = hd_read_bounds(&f->syntax, f->syntax.root, &f->environment, error, &f->bounds);
  if (status != HD_OK && strcmp(error->operation, "forall") == 0) error->operation = "fit";
  if (status != HD_OK) return status;
  status = read_axes(f, error);
  if (status != HD_OK) return status;
  f->compiled =
      hd_program_compile(&f->syntax, f->bounds.body, &f->environment, f->bounds.slot, f->bounds.count, &f->program);
  f->program.strict = f->note != NULL;
  hd_first_coordinate(&f->bounds, zero);
  status = at(f, zero, error, f->origin);
  bool is_zero = true;
  for (int k = 0; status == HD_OK && k < f->axes; k++) is_zero = is_zero && f->origin[k] == 0;
  if (status == HD_OK && !is_zero) status = not_zero(f, error);
  if (status == HD_OK) status = fit_modes(f, error, layout);
  if (status == HD_OK) status = verify(f, layout, error);
  if (f->compiled) hd_program_free(&f->program);
  return status;
}

hd_status hd_fit_formula(const char *text, size_t length, hd_error *error, hd_layout *layout,
                         char note[HD_FIT_NOTE_MAX]) {
  formula f;
  hd_error local;
  hd_variable variable[HD_MAX_BOUND];
  hd_layout result;
  if (error == NULL) error = &local;
  memset(&f, 0, sizeof f);
  hd_status status = hd_parse_formula(text, length, error, &f.syntax);
  if (status != HD_OK) return status;
  f.environment.variable = variable;
  f.environment.outside = note == NULL ? NULL : &f.outside;
  f.note = note;
  if (note != NULL) note[0] = 0;
  if (f.syntax.slots > HD_MAX_BOUND) {
    status = fail(0, error, HD_CAPACITY, "more than {0} variables");
    error->number[0] = HD_MAX_BOUND;
  } else {
    status = fit_parsed(&f, error, &result);
  }
  hd_syntax_free(&f.syntax);
  if (status == HD_OK) hd_layout_copy(layout, &result);
  return status;
}
