/* Places and failures in print. */
#include "proofs/diagnose.h"

#include "proofs/answer.h"
#include "proofs/near.h"
#include "proofs/property.h"
#include "proofs/syntax.h"

#include <string.h>

void hd_locate(const char *text, size_t length, size_t position, int *line, int *column) {
  *line = *column = 1;
  for (size_t k = 0; k < position && k < length; k++) {
    *column = text[k] == '\n' ? 1 : *column + 1;
    *line += text[k] == '\n';
  }
}

void hd_print_plain(FILE *out, const char *text, size_t length) {
  for (size_t k = 0; k < length; k++) {
    unsigned char c = (unsigned char)text[k];
    putc(c == '\t' || c == '\n' || c == '\r' ? ' ' : c < 0x20 || c == 0x7f ? '?' : c, out);
  }
}

void hd_print_caret(FILE *out, const char *text, size_t length, size_t position, int indent) {
  enum { BEFORE = 80, AFTER = 60 };
  if (length == 0) return; /* nothing to point at */
  if (position > length) position = length;
  size_t begin = position, end = position;
  while (begin > 0 && text[begin - 1] != '\n' && position - begin < BEFORE) begin--;
  while (end < length && text[end] != '\n' && end - position < AFTER) end++;
  if (end > position && text[end - 1] == '\r') end--; /* of a line that ends in two characters */
  fprintf(out, "%*s", indent, "");
  hd_print_plain(out, text + begin, end - begin);
  int width = 0; /* bytes that go on a character take no column */
  for (size_t k = begin; k < position; k++) width += ((unsigned char)text[k] & 0xc0) != 0x80;
  fprintf(out, "\n%*s^\n", indent + width, "");
}

/* What CuTe and PyCuTe call otherwise than the language, spell without a function, or have and the language has not. */
static const struct {
  const char *name, *hint;
} elsewhere[] = {
    {"compose", "A o B, or composition(A, B); make_composed_layout(A, offset, B) keeps A apart"},
    {"recast", "recast_layout(new bits, old bits, L)"},
    {"product", "size(S) is the product of a shape"},
    {"product_each", "tuple_product_each(S)"},
    {"product_like", "tuple_product_each(S) has the product of each mode"},
    {"inverse", "right_inverse(L) or left_inverse(L); of linear layouts linear_invert(M)"},
    {"round_up", "ceil_div(a, b) * b"},
    {"gcd", "there is none: numbers have the operators of C, and shape_div and ceil_div"},
    {"min", "a < b ? a : b"},
    {"max", "a < b ? b : a"},
    {"abs", "a < 0 ? -a : a"},
    {"weakly_compatible", "compatible(A, B), or of nesting alone weakly_congruent(A, B): there is no third"},
    {"surjective", "covers(L, M); onto 0..M-1 and nothing twice bijective(L onto M)"},
    {"is_injective", "injective(L)"},
    {"is_bijective", "bijective(L onto M)"},
    {"domain_offset",
     "slice_and_offset(L, c) says where a part begins; L o c o make_identity_layout(S) is L moved by c"},
    {"inner_partition", "local_tile(L, tiler, c), one tile; get(zipped_divide(L, tiler), 0) is the layout of each"},
    {"outer_partition", "local_partition(L, T, t); get(zipped_divide(L, tiler), 1) is the layout from tile to tile"},
    {"make_shape", "a tuple, (4,8)"},
    {"make_stride", "a tuple, (1,4)"},
    {"make_coord", "a tuple, (3,_)"},
    {"make_tuple", "a tuple, (4,8)"},
    {"make_tile", "a tiler, <4:1,8:2>"},
    {"make_swizzle", "S<3,4,3>"},
    {"make_tensor", "there is no data here: a layout is all of it, a part of one slice_and_offset(L, c)"},
    {"unflatten",
     "S:D nests as it is written: ((2,2),8):((1,4),2); group_modes(L, begin, end) puts brackets round modes"},
    {"print_layout", "`heddle eval` prints every value; values(L) lists those of a layout"},
    {"print_latex", "`heddle eval` prints every value; values(L) lists those of a layout"},
};

const char *hd_hint_at_name(const char *name, size_t length) {
  for (size_t k = 0; k < sizeof elsewhere / sizeof elsewhere[0]; k++) {
    if (strlen(elsewhere[k].name) == length && memcmp(elsewhere[k].name, name, length) == 0) return elsewhere[k].hint;
  }
  return NULL;
}

static const char *near_domain(const char *name, size_t length) {
  hd_near near = hd_near_start(name, length);
  for (int k = 0; hd_domain_at(k) != NULL; k++) hd_near_try(&near, hd_domain_at(k)->name);
  return near.best;
}

/* Of `unknown name`, and of what is no domain, a name that is near. Empty where there is nothing to say. */
static void suggest(const char *text, size_t length, const hd_error *error, char *hint_text, size_t room) {
  size_t end = error->position;
  hint_text[0] = 0;
  if (error->reason == NULL) return;
  const bool domain = strcmp(error->reason, HD_NO_DOMAIN) == 0;
  if (!domain && strcmp(error->reason, "unknown name") != 0) return;
  while (end < length && (text[end] == '_' || (text[end] >= '0' && text[end] <= '9') ||
                          (text[end] >= 'a' && text[end] <= 'z') || (text[end] >= 'A' && text[end] <= 'Z'))) {
    end++;
  }
  const char *name = text + error->position;
  const size_t letters = end - error->position;
  const char *near = domain ? near_domain(name, letters) : hd_suggest(name, letters);
  const char *hint = domain ? NULL : hd_hint_at_name(name, letters);
  if (hint == NULL && near != NULL) snprintf(hint_text, room, "is `%s` meant?", near);
  else if (hint != NULL) snprintf(hint_text, room, "%s", hint);
  else if (!domain)
    snprintf(hint_text, room, "`heddle functions` lists the functions; other names are bound by let, for and forall");
}

void hd_print_failure(const char *file, const char *text, size_t length, const hd_error *error) {
  char sentence[HD_TEXT_MAX], hint[HD_TEXT_MAX], suggestion[HD_TEXT_MAX];
  int line, column;
  hd_print_error(error, sentence, sizeof sentence);
  if (hd_print_hint(error, hint, sizeof hint) == 0) hint[0] = 0;
  suggest(text, length, error, suggestion, sizeof suggestion);
  hd_locate(text, length, error->position, &line, &column);
  if (hd_answer_keep(&(hd_complaint){.code = hd_status_name(error->status),
                                     .message = sentence,
                                     .input = file != NULL ? file : text,
                                     .line = text == NULL || length == 0 ? 0 : line,
                                     .column = column,
                                     .hint = hint[0] != 0         ? hint
                                             : suggestion[0] != 0 ? suggestion
                                                                  : NULL}))
    return;
  fflush(stdout);
  if (file != NULL) {
    fprintf(stderr, "%s:%d:%d: %s: %s\n", file, line, column, hd_status_name(error->status), sentence);
  }
  hd_print_caret(stderr, text, length, error->position, 2);
  if (file == NULL) fprintf(stderr, "%s: %s\n", hd_status_name(error->status), sentence);
  if (hint[0] != 0) fprintf(stderr, "  hint: %s\n", hint);
  if (suggestion[0] != 0) fprintf(stderr, "  hint: %s\n", suggestion);
}

int hd_exit_code(const hd_error *error) {
  switch (error->status) {
    case HD_OK: return 0;
    case HD_UNDEFINED:
    case HD_RANGE:
    case HD_OVERFLOW:
    case HD_CAPACITY: return 1;
    case HD_MALFORMED:
    case HD_MISMATCH: return 2;
    case HD_UNDECIDED: break;
  }
  return 3;
}

int hd_graver_exit(int a, int b) {
  static const int weight[] = {0, 2, 3, 1};
  return weight[a] >= weight[b] ? a : b;
}
