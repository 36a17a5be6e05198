/* Values that are spelled out: tuples, numbers on axes, layouts, tilers, placements and swizzles. */
#include "proofs/interpret_parts.h"

#include "proofs/operations_composed.h"
#include "proofs/operations_placement.h"

hd_status hd_interpret_operand(const hd_interpreter *w, int index, int64_t *integer) {
  hd_value value;
  hd_status status = hd_interpret_node(w, index, &value);
  if (status != HD_OK) return status;
  return hd_blame(w, hd_node_at(w, index), hd_operand(&value, w->error, integer));
}

/* Appends a value as one mode of the tuple. */
static bool append_mode(hd_tuple *tuple, const hd_tuple *mode) {
  int from = tuple->profile.leaves;
  for (int k = 0; k < mode->profile.leaves; k++) {
    if (!hd_tuple_append(tuple, mode->value[k], hd_tuple_axis(mode, k))) return false;
  }
  tuple->profile.leaves = (uint8_t)from; /* the same leaves, with their brackets */
  return hd_profile_append(&tuple->profile, &mode->profile, hd_view_all(&mode->profile));
}

/* The child does not fit behind what is there: `leaves` with its own, each of those after it having one at least. */
static hd_status too_many(const hd_interpreter *w, const hd_node *node, const char *operation, int leaves, int child) {
  for (int after = hd_node_at(w, child)->next; after >= 0; after = hd_node_at(w, after)->next) leaves++;
  hd_status status =
      hd_interpret_fail(w, node, HD_CAPACITY, operation, "at most {0} leaves fit, and {1} or more are here");
  w->error->number[0] = HD_MAX_LEAVES;
  w->error->number[1] = leaves;
  return status;
}

static hd_status too_deep(const hd_interpreter *w, const hd_node *node, const char *operation) {
  hd_status status = hd_interpret_fail(w, node, HD_CAPACITY, operation, "nested deeper than {0} brackets");
  w->error->number[0] = HD_MAX_DEPTH;
  return status;
}

hd_status hd_interpret_modes(const hd_interpreter *w, const hd_node *node, int first, hd_tuple *tuple) {
  hd_value mode;
  hd_tuple_clear(tuple);
  for (int child = first; child >= 0; child = hd_node_at(w, child)->next) {
    hd_status status = hd_interpret_node(w, child, &mode);
    if (status != HD_OK) return status;
    if (mode.kind == HD_KIND_BOOLEAN) hd_value_set_integer(&mode, mode.as.boolean);
    if (mode.kind == HD_KIND_LAYOUT) {
      status = hd_interpret_fail(w, hd_node_at(w, child), HD_MISMATCH, "argument",
                                 "a tuple holds numbers and tuples, and this is a layout");
      w->error->hint = "concatenate(A, B) makes one layout of several; a tiler is [A;B]";
      return status;
    }
    if (mode.kind != HD_KIND_TUPLE) {
      return hd_interpret_fail(w, hd_node_at(w, child), HD_MISMATCH, "argument",
                               "a tuple holds numbers and tuples only");
    }
    if (mode.as.tuple.profile.leaves == 0) {
      return hd_interpret_fail(w, hd_node_at(w, child), HD_MALFORMED, "tuple", "an empty tuple cannot be a mode");
    }
    int leaves = tuple->profile.leaves + mode.as.tuple.profile.leaves;
    if (!append_mode(tuple, &mode.as.tuple))
      return leaves > HD_MAX_LEAVES ? too_many(w, node, "tuple", leaves, child) : too_deep(w, node, "tuple");
  }
  if (tuple->profile.leaves > 0 && !hd_profile_wrap(&tuple->profile, 0)) {
    return too_deep(w, node, "tuple");
  }
  return HD_OK;
}

hd_status hd_interpret_tuple(const hd_interpreter *w, const hd_node *node, hd_value *result) {
  hd_tuple tuple;
  hd_status status = hd_interpret_modes(w, node, node->first, &tuple);
  if (status != HD_OK) return status;
  result->kind = HD_KIND_TUPLE;
  result->visited = 0;
  hd_tuple_copy(&result->as.tuple, &tuple);
  return HD_OK;
}

hd_status hd_interpret_axis(const hd_interpreter *w, const hd_node *node, hd_value *result) {
  int64_t number;
  hd_status status = hd_interpret_operand(w, node->first, &number);
  if (status != HD_OK) return status;
  result->kind = HD_KIND_TUPLE;
  result->visited = 0;
  hd_tuple_clear(&result->as.tuple);
  (void)hd_tuple_append(&result->as.tuple, number, node->as.axis);
  return HD_OK;
}

hd_status hd_interpret_layout(const hd_interpreter *w, const hd_node *node, hd_value *result) {
  hd_value part;
  hd_tuple shape, stride;
  int second = hd_node_at(w, node->first)->next;
  hd_status status = hd_interpret_node(w, node->first, &part);
  if (status == HD_OK) status = hd_blame(w, hd_node_at(w, node->first), hd_value_tuple(&part, w->error, &shape));
  if (status == HD_OK) status = hd_interpret_node(w, second, &part);
  if (status == HD_OK) status = hd_blame(w, hd_node_at(w, second), hd_value_tuple(&part, w->error, &stride));
  if (status != HD_OK) return status;
  hd_layout layout;
  status = hd_blame(w, node, hd_make_layout(&shape, &stride, w->error, &layout));
  if (status != HD_OK) return status;
  result->kind = HD_KIND_LAYOUT;
  result->visited = 0;
  hd_layout_copy(&result->as.layout, &layout);
  return HD_OK;
}

/* `S[8:4@laneid]`: a shape and a stride, or one shape, or its extents one by one. */
hd_status hd_interpret_placement(const hd_interpreter *w, const hd_node *node, hd_value *result) {
  hd_value part;
  hd_tuple side[2];
  const hd_node *only = hd_node_at(w, node->first);
  bool pair = node->children == 1 && only->kind == HD_NODE_LAYOUT && !only->bracketed;
  int child = pair ? only->first : node->first;
  if (node->children > 1) {
    hd_status status = hd_interpret_modes(w, node, node->first, &side[0]);
    if (status != HD_OK) return status;
  }
  for (int k = 0; node->children == 1 && k < (pair ? 2 : 1); k++, child = hd_node_at(w, child)->next) {
    hd_status status = hd_interpret_node(w, child, &part);
    if (status == HD_OK) status = hd_blame(w, hd_node_at(w, child), hd_value_tuple(&part, w->error, &side[k]));
    if (status != HD_OK) return status;
  }
  return hd_blame(
      w, node,
      hd_value_set_placement(result, (hd_placement_part)node->operation, &side[0], pair ? &side[1] : NULL, w->error));
}

/* Appends a tiler that is nested, or one layout, or `_`, as one element. */
static bool append_element(hd_tiler *tiler, const hd_tiler *element) {
  int from = tiler->profile.leaves;
  for (int k = 0; k < element->profile.leaves; k++) {
    hd_layout layout;
    bool any = hd_tiler_is_any(element, k);
    if (!any) hd_tiler_element(element, k, &layout);
    if (!hd_tiler_append(tiler, any ? NULL : &layout)) return false;
  }
  tiler->profile.leaves = (uint8_t)from;
  return hd_profile_append(&tiler->profile, &element->profile, hd_view_all(&element->profile));
}

hd_status hd_interpret_tiler(const hd_interpreter *w, const hd_node *node, hd_value *result) {
  hd_value value;
  hd_tiler tiler, element;
  hd_tiler_clear(&tiler);
  for (int child = node->first; child >= 0; child = hd_node_at(w, child)->next) {
    hd_status status = hd_interpret_node(w, child, &value);
    if (status == HD_OK) status = hd_blame(w, hd_node_at(w, child), hd_value_tiler(&value, w->error, &element));
    if (status != HD_OK) return status;
    int leaves = tiler.layouts.profile.leaves + element.layouts.profile.leaves;
    int elements = tiler.profile.leaves + element.profile.leaves;
    if (leaves < elements) leaves = elements;
    if (!append_element(&tiler, &element))
      return leaves > HD_MAX_LEAVES ? too_many(w, node, "tiler", leaves, child) : too_deep(w, node, "tiler");
  }
  if (!hd_profile_wrap(&tiler.profile, 0)) return too_deep(w, node, "tiler");
  result->kind = HD_KIND_TILER;
  result->visited = 0;
  result->as.tiler = tiler;
  return HD_OK;
}

/* Its numbers are literals: one that leaves 64 bits is no result that does. */
hd_status hd_interpret_swizzle(const hd_interpreter *w, const hd_node *node, hd_value *result) {
  hd_status status = hd_value_set_swizzle(result, node->name, node->name_length, w->error);
  if (status == HD_OVERFLOW) status = w->error->status = HD_MALFORMED;
  return hd_blame(w, node, status);
}
