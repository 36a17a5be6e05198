/* Places and failures in print. */
#include "proofs/diagnose.h"

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
  fprintf(out, "%*s", indent, "");
  hd_print_plain(out, text + begin, end - begin);
  int width = 0; /* bytes that go on a character take no column */
  for (size_t k = begin; k < position; k++) width += ((unsigned char)text[k] & 0xc0) != 0x80;
  fprintf(out, "\n%*s^\n", indent + width, "");
}

/* `unknown name` with a name that is near. */
static void print_suggestion(const char *text, size_t length, const hd_error *error) {
  size_t end = error->position;
  if (error->reason == NULL || strcmp(error->reason, "unknown name") != 0) return;
  while (end < length && (text[end] == '_' || (text[end] >= '0' && text[end] <= '9') ||
                          (text[end] >= 'a' && text[end] <= 'z') || (text[end] >= 'A' && text[end] <= 'Z'))) {
    end++;
  }
  const char *near = hd_suggest(text + error->position, end - error->position);
  if (near != NULL) fprintf(stderr, "  hint: is `%s` meant?\n", near);
  else fputs("  hint: `heddle functions` lists the functions; other names are bound by let, for and forall\n", stderr);
}

void hd_print_failure(const char *file, const char *text, size_t length, const hd_error *error) {
  char sentence[HD_TEXT_MAX];
  int line, column;
  hd_print_error(error, sentence, sizeof sentence);
  if (file != NULL) {
    hd_locate(text, length, error->position, &line, &column);
    fprintf(stderr, "%s:%d:%d: %s: %s\n", file, line, column, hd_status_name(error->status), sentence);
  }
  hd_print_caret(stderr, text, length, error->position, 2);
  if (file == NULL) fprintf(stderr, "%s: %s\n", hd_status_name(error->status), sentence);
  if (hd_print_hint(error, sentence, sizeof sentence) > 0) fprintf(stderr, "  hint: %s\n", sentence);
  print_suggestion(text, length, error);
}

int hd_exit_code(const hd_error *error) {
  if (strcmp(error->operation, "syntax") == 0) return 2;
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
