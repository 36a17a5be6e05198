/* Operations that only these files name, and answers that are lists, put together from the language's own functions. */
#include "proofs/conform_list.h"

#include "algebra/refusals.h"

#include <stdio.h>
#include <string.h>

static hd_status fail_kind(const char *operation, hd_error *error) {
  return hd_fail(error, HD_MISMATCH, operation, "an operand of another kind");
}

/* Appends one result, after a separator where it is not the first. */
static void append(char answer[HD_TEXT_MAX], const hd_value *value) {
  size_t length = strlen(answer);
  if (length > 0) length += (size_t)snprintf(answer + length, HD_TEXT_MAX - length, " , ");
  if (length < HD_TEXT_MAX) hd_print_value(value, answer + length, HD_TEXT_MAX - length);
}

static void append_leaves(const hd_tuple *tuple, char answer[HD_TEXT_MAX]) {
  for (int k = 0; k < tuple->profile.leaves; k++) {
    hd_value leaf = {.kind = HD_KIND_TUPLE};
    hd_tuple_clear(&leaf.as.tuple);
    hd_tuple_append(&leaf.as.tuple, tuple->value[k], hd_tuple_axis(tuple, k));
    append(answer, &leaf);
  }
}

/* The elements of a tiler, with `_` among them or without. */
static void append_elements(const hd_tiler *tiler, bool with_any, char answer[HD_TEXT_MAX]) {
  for (int k = 0; k < tiler->profile.leaves; k++) {
    hd_value element = {.kind = HD_KIND_LAYOUT};
    if (hd_tiler_is_any(tiler, k)) {
      element.kind = HD_KIND_TUPLE;
      hd_tuple_clear(&element.as.tuple);
      hd_tuple_append(&element.as.tuple, 0, HD_AXIS_ANY);
      if (!with_any) continue;
    } else {
      hd_tiler_element(tiler, k, &element.as.layout);
    }
    append(answer, &element);
  }
}

static hd_status list(const hd_row *row, bool with_any, hd_error *error, char answer[HD_TEXT_MAX]) {
  hd_value value;
  hd_status status = hd_operand_read(row->argument[0], false, error, &value);
  if (status != HD_OK) return status;
  if (value.kind == HD_KIND_TILER) append_elements(&value.as.tiler, with_any, answer);
  else if (value.kind == HD_KIND_TUPLE && with_any) append_leaves(&value.as.tuple, answer);
  else return fail_kind(row->operation, error);
  return answer[0] ? HD_OK : hd_fail(error, HD_UNDEFINED, row->operation, "there is none among the elements");
}

static hd_status convert(const hd_row *row, hd_error *error, char answer[HD_TEXT_MAX]) {
  hd_value value;
  hd_status status;
  if (strchr(row->argument[0], '=')) return fail_kind(row->operation, error);
  if (!hd_operand_parse(row->operation + strlen("to_"), row->argument[0], error, &status))
    return fail_kind(row->operation, error);
  if (status == HD_OK) status = hd_operand_read(row->argument[0], false, error, &value);
  if (status == HD_OK) append(answer, &value);
  return status;
}

bool hd_conform_is_list(const char *operation) {
  static const char *const those[] = {"get_leaves", "get_layouts_from_tile", "to_shape", "to_stride",
                                      "to_coord",   "to_int_tuple"};
  for (size_t k = 0; k < sizeof those / sizeof those[0]; k++)
    if (strcmp(those[k], operation) == 0) return true;
  return false;
}

bool hd_conform_list(const hd_row *row, hd_error *error, hd_status *status, char answer[HD_TEXT_MAX]) {
  bool leaves = strcmp(row->operation, "get_leaves") == 0;
  answer[0] = 0;
  if (!hd_conform_is_list(row->operation)) return false;
  if (row->arguments != 1)
    *status = hd_refuse(error, HD_MISMATCH, row->operation, "arguments given: {0}, wanted: {1}", row->arguments, 1, 0);
  else if (strncmp(row->operation, "to_", strlen("to_")) == 0) *status = convert(row, error, answer);
  else *status = list(row, leaves, error, answer);
  return true;
}
