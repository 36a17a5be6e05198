/* What is written as JSON. Any bytes as a string: it is one of JSON, and read again by the rules of RFC 8259 it has the
 * characters of the bytes, each byte that is no UTF-8 being the character of its number. Any bytes as calls of the
 * writer: whatever is opened and closed, what has been written is one value when all is closed. */
#define _GNU_SOURCE /* open_memstream */
#include "tests/fuzz/spoken.h"

/* ---- characters ---- */

/* The character at `at` by the table of Unicode's well-formed sequences, and how many bytes it takes; 0: it is none. */
static int decode(const uint8_t *at, const uint8_t *end, uint32_t *character) {
  static const struct {
    uint8_t first, last, low, high, more; /* of the first byte; of the second; how many go on */
  } row[] = {{0xC2, 0xDF, 0x80, 0xBF, 1}, {0xE0, 0xE0, 0xA0, 0xBF, 2}, {0xE1, 0xEC, 0x80, 0xBF, 2},
             {0xED, 0xED, 0x80, 0x9F, 2}, {0xEE, 0xEF, 0x80, 0xBF, 2}, {0xF0, 0xF0, 0x90, 0xBF, 3},
             {0xF1, 0xF3, 0x80, 0xBF, 3}, {0xF4, 0xF4, 0x80, 0x8F, 3}};
  *character = *at;
  if (*at < 0x80) return 1;
  for (size_t k = 0; k < sizeof row / sizeof row[0]; k++) {
    if (*at < row[k].first || *at > row[k].last || end - at <= row[k].more) continue;
    if (at[1] < row[k].low || at[1] > row[k].high) continue;
    uint32_t bits = *at & (0x3Fu >> row[k].more);
    for (int more = 1; more <= row[k].more; more++) {
      if ((at[more] & 0xC0) != 0x80) return 0;
      bits = bits << 6 | (at[more] & 0x3F);
    }
    *character = bits;
    return 1 + row[k].more;
  }
  return 0;
}

static uint32_t hexadecimal(const char **at) {
  char digits[5] = {0};
  memcpy(digits, *at, 4);
  *at += 4;
  return (uint32_t)strtoul(digits, NULL, 16);
}

/* The next character of a string of JSON that is known to be one. */
static uint32_t unescape(const char **at, const char *end) {
  static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
  uint32_t character;
  if (**at != '\\') {
    const int bytes = decode((const uint8_t *)*at, (const uint8_t *)end, &character);
    demand(bytes > 0);
    *at += bytes;
    return character;
  }
  *at += 2;
  if ((*at)[-1] != 'u') return (uint8_t)to[strchr(from, (*at)[-1]) - from];
  character = hexadecimal(at);
  if (character < 0xD800 || character >= 0xDC00) return character;
  demand((*at)[0] == '\\' && (*at)[1] == 'u');
  *at += 2;
  return 0x10000 + ((character - 0xD800) << 10) + (hexadecimal(at) - 0xDC00);
}

static void try_string(const uint8_t *data, size_t size) {
  spoken_start(&spoken_out);
  hd_json_string(spoken_out.stream, (const char *)data, size);
  spoken_end(&spoken_out);
  const char *at = spoken_out.text + 1, *end = spoken_out.text + spoken_out.length;
  demand(strlen(spoken_out.text) == spoken_out.length && spoken_json_string(spoken_out.text) == end);
  for (const uint8_t *byte = data; byte < data + size;) {
    uint32_t character;
    const int bytes = decode(byte, data + size, &character);
    byte += bytes > 0 ? bytes : 1;
    demand(at + 1 < end && unescape(&at, end) == character);
  }
  demand(at + 1 == end);
}

/* ---- calls ---- */

/* A member has a name in an object, none in a list. */
static void call(hd_json *json, int what, const char *text, int64_t number) {
  const char *name = json->lists >> (json->depth - 1) & 1 ? NULL : text;
  if (what < 2 && json->depth == HD_JSON_DEPTH) return;
  switch (what) {
    case 0: hd_json_object(json, name); break;
    case 1: hd_json_list(json, name); break;
    case 2: hd_json_text(json, name, text); break;
    case 3: hd_json_integer(json, name, number); break;
    case 4: hd_json_natural(json, name, (uint64_t)number); break;
    case 5: hd_json_boolean(json, name, number & 1); break;
    case 6: hd_json_digits(json, name, "12345678901234567890123"); break;
    case 7: hd_json_some(json, name, number & 1 ? "" : text); break;
    default:
      if (json->depth > 1) hd_json_close(json);
  }
}

static void try_calls(const uint8_t *data, size_t size) {
  hd_json json;
  spoken_start(&spoken_out);
  hd_json_start(&json, spoken_out.stream);
  for (size_t k = 0; k + 2 < size; k += 3) {
    const char text[] = {(char)data[k + 1], (char)data[k + 2], 0};
    call(&json, data[k] % 10, text, (int64_t)((uint64_t)data[k + 1] << 56 | data[k + 2]));
  }
  while (json.depth > 0) hd_json_close(&json);
  spoken_end(&spoken_out);
  demand(spoken_is_json(spoken_out.text));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  size = size < 96 ? size : 96;
  try_string(data, size);
  try_calls(data, size);
  return 0;
}
