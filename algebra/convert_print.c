/* The four dialects in print: each value's own text, with what the dialect puts round it. */
#include "algebra/append.h"
#include "algebra/convert.h"
#include "algebra/linear_text.h"

static const char *const names[HD_DIALECTS] = {"cute", "cute_ir", "tirx", "triton"};

const char *hd_dialect_name(hd_dialect dialect) { return names[dialect]; }

bool hd_dialect_from_name(const char *name, size_t length, hd_dialect *dialect) {
  for (int k = 0; k < HD_DIALECTS; ++k) {
    size_t same = 0;
    while (same < length && names[k][same] == name[same] && name[same] != 0) ++same;
    if (same != length || names[k][same] != 0) continue;
    *dialect = (hd_dialect)k;
    return true;
  }
  return false;
}

/* The value without anything round it. */
static size_t print_bare(const hd_stated *stated, char *text, size_t capacity) {
  switch (stated->kind) {
    case HD_STATED_TUPLE: return hd_print_tuple(&stated->as.tuple, text, capacity);
    case HD_STATED_TILER: return hd_print_tiler(&stated->as.tiler, text, capacity);
    case HD_STATED_SWIZZLE: return hd_print_swizzle(&stated->swizzle, text, capacity);
    case HD_STATED_PLACEMENT: return hd_print_placement(&stated->as.placement, text, capacity);
    case HD_STATED_LINEAR: return hd_print_linear(&stated->as.linear, text, capacity);
    case HD_STATED_LAYOUT: break;
  }
  return hd_print_composed(&stated->as.layout, text, capacity);
}

static size_t append_bare(const hd_stated *stated, char *text, size_t capacity, size_t length) {
  return length + print_bare(stated, hd_text_end(text, capacity, length), hd_text_room(capacity, length));
}

/* `_` stands in coordinates and tiles only. */
static hd_tuple_type tuple_type(const hd_stated *stated) {
  for (int k = 0; k < stated->as.tuple.profile.leaves; ++k)
    if (hd_tuple_axis(&stated->as.tuple, k) == HD_AXIS_ANY) return HD_TYPE_COORD;
  return stated->type;
}

static const char *ir_type(const hd_stated *stated) {
  static const char *const tuple[] = {"int_tuple", "shape", "stride", "coord"};
  if (stated->kind == HD_STATED_TUPLE) return tuple[tuple_type(stated)];
  if (stated->kind == HD_STATED_TILER) return "tile";
  if (stated->kind == HD_STATED_SWIZZLE) return "swizzle";
  return stated->as.layout.steps > 0 ? "composed_layout" : "layout";
}

static size_t print_ir(const hd_stated *stated, char *text, size_t capacity) {
  size_t length = hd_append_word(text, capacity, 0, "!cute.");
  length = hd_append_word(text, capacity, length, ir_type(stated));
  length = hd_append_word(text, capacity, length, "<\"");
  length = append_bare(stated, text, capacity, length);
  return hd_append_word(text, capacity, length, "\">");
}

static size_t append_integer(char *text, size_t capacity, size_t length, int value) {
  hd_tuple number;
  hd_tuple_scalar(&number, value);
  return length + hd_print_tuple(&number, hd_text_end(text, capacity, length), hd_text_room(capacity, length));
}

/* TIRx names what a swizzle keeps together first, then the bits changed, then the distance; the sign is a flag. */
static size_t print_swizzled(const hd_stated *stated, char *text, size_t capacity) {
  const hd_swizzle *swizzle = &stated->swizzle;
  size_t length = hd_append_word(text, capacity, 0, "ComposeLayout(SwizzleLayout(");
  length = append_integer(text, capacity, length, swizzle->base);
  length = hd_append_word(text, capacity, length, ", ");
  length = append_integer(text, capacity, length, swizzle->bits);
  length = hd_append_word(text, capacity, length, ", ");
  length = append_integer(text, capacity, length, swizzle->shift < 0 ? -swizzle->shift : swizzle->shift);
  if (swizzle->shift < 0) length = hd_append_word(text, capacity, length, ", swizzle_inner=False");
  length = hd_append_word(text, capacity, length, "), TileLayout(");
  length = append_bare(stated, text, capacity, length);
  return hd_append_word(text, capacity, length, "))");
}

size_t hd_print_stated(const hd_stated *stated, hd_dialect dialect, char *text, size_t capacity) {
  if (dialect == HD_DIALECT_CUTE_IR) return print_ir(stated, text, capacity);
  if (stated->kind == HD_STATED_PLACEMENT && stated->swizzled) return print_swizzled(stated, text, capacity);
  return print_bare(stated, text, capacity);
}
