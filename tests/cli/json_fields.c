/* Is the standard input one value of JSON (RFC 8259), in well-formed UTF-8, and which fields has it? Prints a line
 * `PATH TYPE` for each scalar, `results[].value string`, in the order of the text; fails with the place where it is
 * none, or where an object has a name twice. Shares no code with what writes JSON. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 64, PATH = 4096, NAMES = 4096 };

static char *text;
static size_t length, at;
static char path[PATH];

static _Noreturn void fail(const char *what) {
  fprintf(stderr, "no JSON: byte %zu: %s: %.60s\n", at, what, at < length ? text + at : "(the end)");
  exit(1);
}

static int peek(void) { return at < length ? (unsigned char)text[at] : -1; }

static void blanks(void) {
  while (at < length && strchr(" \t\r\n", text[at]) != NULL && text[at] != 0) at++;
}

static void want(char c) {
  blanks();
  if (peek() != c) fail("another character was expected");
  at++;
}

/* ---- strings ---- */

static unsigned hex4(void) {
  unsigned value = 0;
  for (int k = 0; k < 4; k++, at++) {
    if (!isxdigit(peek())) fail("four hexadecimal digits were expected");
    const int c = tolower(peek());
    value = 16 * value + (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
  }
  return value;
}

static void escape(void) {
  const int c = peek();
  at++;
  if (c == 'u') {
    const unsigned unit = hex4();
    if (unit >= 0xdc00 && unit < 0xe000) fail("half a surrogate pair");
    if (unit < 0xd800 || unit >= 0xdc00) return;
    if (peek() != '\\' || at + 1 >= length || text[at + 1] != 'u') fail("half a surrogate pair");
    at += 2;
    const unsigned low = hex4();
    if (low < 0xdc00 || low >= 0xe000) fail("half a surrogate pair");
  } else if (c < 0 || strchr("\"\\/bfnrt", c) == NULL) {
    fail("no such escape");
  }
}

/* A character of more than one byte: the value is decoded, and must be one that needs so many. */
static void utf8(void) {
  static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
  const int c = peek(), bytes = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
  unsigned value = (unsigned)c & (0xffu >> (bytes + 1));
  if (c < 0xc0 || c > 0xf7) fail("no UTF-8");
  at++;
  for (int k = 1; k < bytes; k++, at++) {
    if (peek() < 0x80 || peek() > 0xbf) fail("no UTF-8");
    value = value << 6 | ((unsigned)peek() & 0x3f);
  }
  if (value < least[bytes] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000)) fail("no UTF-8");
}

/* Leaves what stands between the quotes as it is written. */
static void string(size_t *begin, size_t *end) {
  want('"');
  *begin = at;
  while (peek() != '"') {
    const int c = peek();
    if (c < 0) fail("a string without an end");
    if (c < 0x20) fail("a control character in a string");
    if (c >= 0x80) utf8();
    else if (at++, c == '\\') escape();
  }
  *end = at++;
}

/* ---- values ---- */

static void value(int depth);

static void push(const char *part, size_t size) {
  const size_t used = strlen(path);
  if (used + size + 2 > PATH) fail("the path is too long");
  memcpy(path + used, part, size);
  path[used + size] = 0;
}

static void object(int depth) {
  static size_t name[DEPTH][NAMES][2];
  const size_t outer = strlen(path);
  int names = 0;
  want('{');
  blanks();
  if (peek() == '}') at++;
  else
    for (;;) {
      size_t begin, end;
      string(&begin, &end);
      for (int k = 0; k < names; k++)
        if (name[depth][k][1] - name[depth][k][0] == end - begin &&
            memcmp(text + name[depth][k][0], text + begin, end - begin) == 0)
          fail("a name stands twice");
      if (names == NAMES) fail("too many names");
      name[depth][names][0] = begin;
      name[depth][names++][1] = end;
      if (outer > 0) push(".", 1);
      push(text + begin, end - begin);
      want(':');
      value(depth + 1);
      path[outer] = 0;
      blanks();
      if (peek() == '}') break;
      want(',');
    }
  if (names > 0) want('}');
}

static void list(int depth) {
  const size_t outer = strlen(path);
  want('[');
  blanks();
  if (peek() == ']') {
    at++;
    return;
  }
  push("[]", 2);
  for (;;) {
    value(depth + 1);
    blanks();
    if (peek() == ']') break;
    want(',');
  }
  want(']');
  path[outer] = 0;
}

static void number(void) {
  const char *type = "integer";
  if (peek() == '-') at++;
  if (!isdigit(peek())) fail("a number without digits");
  if (peek() == '0') at++;
  else
    while (isdigit(peek())) at++;
  if (peek() == '.') {
    type = "number";
    at++;
    if (!isdigit(peek())) fail("a number without digits");
    while (isdigit(peek())) at++;
  }
  if (isalnum(peek())) fail("no number");
  printf("%s %s\n", path, type);
}

static void word(const char *wanted, const char *type) {
  if (length - at < strlen(wanted) || memcmp(text + at, wanted, strlen(wanted)) != 0) fail("no value");
  at += strlen(wanted);
  printf("%s %s\n", path, type);
}

static void value(int depth) {
  size_t begin, end;
  blanks();
  if (depth >= DEPTH) fail("nested too deep");
  switch (peek()) {
    case '{': object(depth); break;
    case '[': list(depth); break;
    case '"':
      string(&begin, &end);
      printf("%s string\n", path);
      break;
    case 't': word("true", "boolean"); break;
    case 'f': word("false", "boolean"); break;
    case 'n': word("null", "null"); break;
    default: number();
  }
}

int main(void) {
  size_t room = 1 << 16, got;
  text = malloc(room + 1);
  while (text != NULL && (got = fread(text + length, 1, room - length, stdin)) > 0) {
    length += got;
    if (length == room) text = realloc(text, (room *= 2) + 1);
  }
  if (text == NULL) return 2;
  text[length] = 0;
  value(0);
  blanks();
  if (at < length) fail("something follows");
  return 0;
}
