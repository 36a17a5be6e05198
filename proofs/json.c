/* JSON in print. */
#include "proofs/json.h"

#include <inttypes.h>
#include <string.h>

/* ---- strings ---- */

/* How many bytes of well-formed UTF-8 begin here, of a character that is no ASCII; 0: none do. */
static size_t utf8_length(const char *text, size_t length) {
  static const struct {
    unsigned char least, most, second, last; /* of the first byte, and of the one behind it */
    size_t bytes;
  } form[] = {{0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3},
              {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3}, {0xf0, 0xf0, 0x90, 0xbf, 4},
              {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4}};
  for (size_t k = 0; k < sizeof form / sizeof form[0]; k++) {
    const unsigned char *at = (const unsigned char *)text;
    if (at[0] < form[k].least || at[0] > form[k].most || form[k].bytes > length) continue;
    bool good = at[1] >= form[k].second && at[1] <= form[k].last;
    for (size_t n = 2; n < form[k].bytes; n++) good = good && (at[n] & 0xc0) == 0x80;
    return good ? form[k].bytes : 0;
  }
  return 0;
}

void hd_json_string(FILE *out, const char *text, size_t length) {
  putc('"', out);
  for (size_t k = 0, taken; k < length; k += taken) {
    const unsigned char c = (unsigned char)text[k];
    taken = c < 0x80 ? 0 : utf8_length(text + k, length - k);
    if (taken > 0) {
      fwrite(text + k, 1, taken, out);
      continue;
    }
    taken = 1;
    if (c == '"' || c == '\\') fprintf(out, "\\%c", c);
    else if (c == '\n') fputs("\\n", out);
    else if (c < 0x20 || c >= 0x7f) fprintf(out, "\\u%04x", c);
    else putc(c, out);
  }
  putc('"', out);
}

/* ---- members and elements ---- */

static uint32_t bit(int level) { return UINT32_C(1) << level; }

/* What comes before a value: a comma behind another one, and its name. */
static void begin(hd_json *json, const char *name) {
  const int level = json->depth - 1;
  if ((json->begun & bit(level)) != 0) putc(',', json->out);
  json->begun |= bit(level);
  if (name == NULL) return;
  hd_json_string(json->out, name, strlen(name));
  putc(':', json->out);
}

static void open_level(hd_json *json, bool list) {
  putc(list ? '[' : '{', json->out);
  json->begun &= ~bit(json->depth);
  json->lists = list ? json->lists | bit(json->depth) : json->lists & ~bit(json->depth);
  json->depth++;
}

void hd_json_start(hd_json *json, FILE *out) {
  *json = (hd_json){.out = out};
  open_level(json, false);
}

void hd_json_object(hd_json *json, const char *name) {
  begin(json, name);
  if (name == NULL && json->depth == 2) putc('\n', json->out);
  open_level(json, false);
}

void hd_json_list(hd_json *json, const char *name) {
  begin(json, name);
  open_level(json, true);
}

void hd_json_close(hd_json *json) {
  json->depth--;
  putc((json->lists & bit(json->depth)) != 0 ? ']' : '}', json->out);
}

void hd_json_bytes(hd_json *json, const char *name, const char *text, size_t length) {
  begin(json, name);
  hd_json_string(json->out, text, length);
}

void hd_json_text(hd_json *json, const char *name, const char *text) { hd_json_bytes(json, name, text, strlen(text)); }

void hd_json_some(hd_json *json, const char *name, const char *text) {
  if (text[0] != 0) hd_json_text(json, name, text);
}

void hd_json_integer(hd_json *json, const char *name, int64_t number) {
  begin(json, name);
  fprintf(json->out, "%" PRId64, number);
}

void hd_json_natural(hd_json *json, const char *name, uint64_t number) {
  begin(json, name);
  fprintf(json->out, "%" PRIu64, number);
}

void hd_json_digits(hd_json *json, const char *name, const char *digits) {
  begin(json, name);
  fputs(digits, json->out);
}

void hd_json_boolean(hd_json *json, const char *name, bool truth) {
  begin(json, name);
  fputs(truth ? "true" : "false", json->out);
}
