/* Characters to tokens. */
#include "proofs/lexer.h"

#include "algebra/checked.h"

#include <string.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static int digit_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

static char at(const hd_lexer *lexer, size_t position) { return position < lexer->length ? lexer->text[position] : 0; }

static void bad(hd_lexer *lexer, const char *reason) {
  lexer->token = HD_TOKEN_BAD;
  lexer->reason = reason;
}

void hd_lexer_start(hd_lexer *lexer, const char *text, size_t length) {
  memset(lexer, 0, sizeof *lexer);
  lexer->text = text;
  lexer->length = length;
  hd_lexer_next(lexer);
}

static size_t skip_blanks(const hd_lexer *lexer, size_t p) {
  for (;;) {
    while (p < lexer->length && is_blank(lexer->text[p])) p++;
    if (at(lexer, p) != '#') return p;
    while (p < lexer->length && lexer->text[p] != '\n') p++;
  }
}

/* Digits from `p` on, after an `_` or `0x` that has been passed. */
static void take_integer(hd_lexer *lexer, size_t p, int base) {
  int64_t value = 0;
  bool fits = true;
  size_t first = p;
  for (; digit_value(at(lexer, p)) < base; p++) {
    fits = fits && hd_mul(value, base, &value) && hd_add(value, digit_value(at(lexer, p)), &value);
  }
  lexer->end = p;
  lexer->token = HD_TOKEN_INTEGER;
  lexer->integer = value;
  if (p == first) bad(lexer, "a number without digits");
  else if (!fits) bad(lexer, "a number beyond 64 bits");
  else if (is_letter(at(lexer, p)) || at(lexer, p) == '_') bad(lexer, "a number runs into a letter");
  else if (at(lexer, p) == '.' && at(lexer, p + 1) != '.') bad(lexer, "numbers are integers");
}

/* The end of S<b,m,s> at the token's position, or 0 when it is something else. */
static size_t swizzle_end(const hd_lexer *lexer) {
  size_t p = lexer->position + 1;
  if (at(lexer, p) == 'w') p++;
  if (at(lexer, p) != '<') return 0;
  for (int number = 0; number < 3; number++) {
    p++;
    while (at(lexer, p) == ' ') p++;
    if (at(lexer, p) == '-' || at(lexer, p) == '_') p++;
    if (!is_digit(at(lexer, p))) return 0;
    while (is_digit(at(lexer, p))) p++;
    while (at(lexer, p) == ' ') p++;
    if (at(lexer, p) != (number < 2 ? ',' : '>')) return 0;
  }
  return p + 1;
}

/* A token that keeps the text from `first` to before `end`, where it ends. */
static void take_text(hd_lexer *lexer, hd_token_kind token, size_t first, size_t end) {
  lexer->token = token;
  lexer->name = lexer->text + first;
  lexer->name_length = end - first;
  lexer->end = end;
}

static void take_name(hd_lexer *lexer) {
  size_t p = lexer->position;
  if (lexer->text[p] == 'S') {
    size_t end = swizzle_end(lexer);
    if (end != 0) {
      take_text(lexer, HD_TOKEN_SWIZZLE, lexer->position, end);
      return;
    }
  }
  while (is_letter(at(lexer, p)) || is_digit(at(lexer, p)) || at(lexer, p) == '_') p++;
  take_text(lexer, HD_TOKEN_NAME, lexer->position, p);
}

static void take_string(hd_lexer *lexer) {
  size_t p = lexer->position + 1;
  while (p < lexer->length && lexer->text[p] != '"' && lexer->text[p] != '\n') p++;
  lexer->end = p;
  if (at(lexer, p) != '"') {
    bad(lexer, "a string without an end");
    return;
  }
  take_text(lexer, HD_TOKEN_STRING, lexer->position + 1, p);
  lexer->end = p + 1;
}

static void take_symbol(hd_lexer *lexer) {
  static const char pairs[] = "<< >> <= >= == != && || ..";
  char c = at(lexer, lexer->position), d = at(lexer, lexer->position + 1);
  for (size_t k = 0; k + 1 < sizeof pairs; k += 3) {
    if (c == pairs[k] && d == pairs[k + 1]) {
      lexer->token = HD_TOKEN_SYMBOL;
      lexer->symbol = HD_SYMBOL2(c, d);
      lexer->end = lexer->position + 2;
      return;
    }
  }
  lexer->end = lexer->position + 1;
  if (lexer->length - lexer->position >= 3 && memcmp(lexer->text + lexer->position, "\xef\xbb\xbf", 3) == 0) {
    lexer->end = lexer->position + 3;
    bad(lexer, "a byte order mark (U+FEFF) is no part of the language: save the text as UTF-8 without one");
    return;
  }
  if (c == 0 || strchr("+-*/%<>&|^~!?:;,()[]{}@=", c) == NULL) {
    bad(lexer, "this character is no part of the language");
    return;
  }
  lexer->token = HD_TOKEN_SYMBOL;
  lexer->symbol = HD_SYMBOL1(c);
}

void hd_lexer_next(hd_lexer *lexer) {
  size_t p = skip_blanks(lexer, lexer->end);
  if (p >= lexer->length) { /* what is missing is missed behind the last token, not behind the last line end */
    lexer->token = HD_TOKEN_END;
    lexer->position = lexer->end;
    return;
  }
  lexer->position = p;
  char c = lexer->text[p];
  if (c == '0' && (at(lexer, p + 1) == 'x' || at(lexer, p + 1) == 'X')) {
    take_integer(lexer, p + 2, 16);
  } else if (is_digit(c)) {
    take_integer(lexer, p, 10);
  } else if (c == '_' && is_digit(at(lexer, p + 1))) {
    take_integer(lexer, p + 1, 10);
  } else if (c == '_') {
    lexer->token = HD_TOKEN_ANY;
    lexer->end = p + 1;
    if (is_letter(at(lexer, p + 1)) || at(lexer, p + 1) == '_') bad(lexer, "a name begins with a letter");
  } else if (is_letter(c)) {
    take_name(lexer);
  } else if (c == '"') {
    take_string(lexer);
  } else {
    take_symbol(lexer);
  }
}

bool hd_lexer_is_symbol(const hd_lexer *lexer, unsigned symbol) {
  return lexer->token == HD_TOKEN_SYMBOL && lexer->symbol == symbol;
}

bool hd_lexer_is_word(const hd_lexer *lexer, const char *word) {
  return lexer->token == HD_TOKEN_NAME && strlen(word) == lexer->name_length &&
         memcmp(lexer->name, word, lexer->name_length) == 0;
}

void hd_lexer_split(hd_lexer *lexer) {
  lexer->symbol = lexer->symbol >> 8;
  lexer->end = lexer->position + 1;
}
