/* Triton's two texts of a linear map, one basis word after another. */
#include "algebra/linear_convert.h"
#include "algebra/linear_text.h"

#include "algebra/append.h"
#include "algebra/linear_parts.h"

/* Text grows at its end: what does not fit is only counted. */
typedef struct writer {
  char *text;
  size_t capacity;
  size_t length;
} writer;

static void put(writer *w, const char *word) { w->length = hd_append_word(w->text, w->capacity, w->length, word); }

static void put_integer(writer *w, uint64_t value) {
  char digits[21];
  int at = 20;
  digits[at] = 0;
  do {
    digits[--at] = (char)('0' + value % 10);
    value /= 10;
  } while (value > 0);
  put(w, &digits[at]);
}

static void put_name(writer *w, hd_axis name) {
  char text[HD_AXIS_TEXT];
  hd_axis_text(name, text);
  put(w, &text[1]); /* without the `@` */
}

/* The entries of a packed output, between brackets. */
static void put_value(writer *w, const hd_dimensions *out, uint64_t packed, const char *open, const char *close) {
  put(w, open);
  for (int k = 0, start = 0; k < out->count; start += out->bits[k++]) {
    if (k > 0) put(w, ", ");
    put_integer(w, hd_dimension_part(out, k, start, packed));
  }
  put(w, close);
}

static void put_outputs(writer *w, const hd_dimensions *out) {
  put(w, "[");
  for (int k = 0; k < out->count; ++k) {
    if (k > 0) put(w, ", ");
    put_name(w, out->name[k]);
    put(w, " (size ");
    put_integer(w, (uint64_t)1 << out->bits[k]);
    put(w, ")");
  }
  put(w, "]");
}

/* The lines of one input dimension, whose words these are. */
static void put_dimension(writer *w, const hd_linear *linear, int index, const uint64_t *basis) {
  put(w, " - ");
  if (linear->in.bits[index] == 0) {
    put_name(w, linear->in.name[index]);
    put(w, " is a size 1 dimension\n");
  }
  for (int i = 0; i < linear->in.bits[index]; ++i) {
    if (i > 0) put(w, "   ");
    put_name(w, linear->in.name[index]);
    put(w, "=");
    put_integer(w, (uint64_t)1 << i);
    put_value(w, &linear->out, basis[i], " -> (", ")\n");
  }
}

size_t hd_print_linear(const hd_linear *linear, char *text, size_t capacity) {
  writer w = {text, capacity, 0};
  if (linear->in.count == 0) {
    put(&w, linear->out.count == 0 ? "(empty layout" : "(empty layout with out-dims ");
    if (linear->out.count > 0) put_outputs(&w, &linear->out);
    put(&w, ")");
    return w.length;
  }
  for (int k = 0, at = 0; k < linear->in.count; at += linear->in.bits[k++])
    put_dimension(&w, linear, k, &linear->basis[at]);
  put(&w, "where out dims are: ");
  put_outputs(&w, &linear->out);
  return w.length;
}

/* ---- the attribute ---- */

/* Whether a reader of the attribute finds these outputs. */
static hd_status check_outputs(const hd_linear *linear, hd_error *error) {
  static const char operation[] = "print_attribute";
  uint64_t all = 0;
  for (int i = 0; i < linear->in.total; ++i) all |= linear->basis[i];
  if (linear->in.total == 0 && linear->out.count > 0)
    return hd_refuse(error, HD_UNDEFINED, operation,
                     "the attribute of a map of no bits cannot say how many output dimensions there are: {0}",
                     linear->out.count, 0, 0);
  for (int k = 0, start = 0; k < linear->out.count; start += linear->out.bits[k++]) {
    if (linear->out.name[k] != hd_dimension_standard(k)) {
      hd_refuse(error, HD_UNDEFINED, operation, "the attribute calls output dimension {0} dim{0}, not {a}", k, 0, 0);
      if (error) error->axis = linear->out.name[k];
      return HD_UNDEFINED;
    }
    uint64_t part = hd_dimension_part(&linear->out, k, start, all);
    if (part >> linear->out.bits[k] != 0 || (linear->out.bits[k] > 0 && part >> (linear->out.bits[k] - 1) == 0))
      return hd_refuse(error, HD_UNDEFINED, operation,
                       "the attribute cannot say that output dimension {0} has size {1}: its values are smaller", k,
                       (int64_t)1 << linear->out.bits[k], 0);
  }
  return HD_OK;
}

hd_status hd_print_linear_attribute(const hd_linear *linear, char *text, size_t capacity, hd_error *error,
                                    size_t *length) {
  hd_status status = check_outputs(linear, error);
  if (status != HD_OK) return status;
  writer w = {text, capacity, 0};
  put(&w, "#ttg.linear<{");
  for (int k = 0, at = 0; k < linear->in.count; at += linear->in.bits[k++]) {
    if (k > 0) put(&w, ", ");
    put_name(&w, linear->in.name[k]);
    put(&w, " = [");
    for (int i = 0; i < linear->in.bits[k]; ++i)
      put_value(&w, &linear->out, linear->basis[at + i], i > 0 ? ", [" : "[", "]");
    put(&w, "]");
  }
  put(&w, "}>");
  *length = w.length;
  return HD_OK;
}
