/* Characters to tokens. */
#include "proofs/ptx_lexer.h"

#include <string.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'; }
static bool is_part(char c) { return is_letter(c) || is_digit(c); }

static char at(const hd_ptx_lexer *lexer, size_t position) {
  return position < lexer->length ? lexer->text[position] : 0;
}

void hd_ptx_lexer_fail(hd_ptx_lexer *lexer, size_t position, const char *reason) {
  if (!lexer->failed) {
    (void)hd_fail(lexer->error, HD_MALFORMED, "ptx", reason);
    lexer->error->position = position;
  }
  lexer->failed = true;
  lexer->token = HD_PTX_END;
  lexer->mark = 0;
}

void hd_ptx_lexer_capacity(hd_ptx_lexer *lexer, const char *reason) {
  const bool first = !lexer->failed;
  hd_ptx_lexer_fail(lexer, lexer->position, reason);
  if (first) lexer->error->status = HD_CAPACITY;
}

static size_t line_end(const hd_ptx_lexer *lexer, size_t p) {
  const char *end = memchr(lexer->text + p, '\n', lexer->length - p);
  return end == NULL ? lexer->length : (size_t)(end - lexer->text);
}

/* Where the next token begins; lines that begin with # or @@ are somebody else's. */
static size_t skip(hd_ptx_lexer *lexer, size_t p) {
  for (; p < lexer->length; p++) {
    const char c = lexer->text[p], next = at(lexer, p + 1);
    if (c == ' ' || (c >= '\t' && c <= '\r')) continue;
    if ((c == '/' && next == '/') || c == '#' || (c == '@' && next == '@')) {
      p = line_end(lexer, p);
    } else if (c == '/' && next == '*') {
      const size_t begin = p;
      for (p += 2; p < lexer->length && (lexer->text[p] != '*' || at(lexer, p + 1) != '/'); p++) continue;
      if (p >= lexer->length) hd_ptx_lexer_fail(lexer, begin, "this comment does not end");
      p++;
    } else {
      return p;
    }
  }
  return lexer->length;
}

/* The end of a word that begins at p: letters, digits, and suffixes behind . and :: */
static size_t word_end(const hd_ptx_lexer *lexer, size_t p) {
  for (p++;; p++) {
    if (is_part(at(lexer, p))) continue;
    if (at(lexer, p) == '.' && is_part(at(lexer, p + 1))) continue;
    if (at(lexer, p) != ':' || at(lexer, p + 1) != ':' || !is_part(at(lexer, p + 2))) return p;
    p++;
  }
}

/* The end of a number: 0x1F, 0f3F800000, 42U, 1.5e-3. */
static size_t number_end(const hd_ptx_lexer *lexer, size_t p) {
  const size_t begin = p;
  const bool prefixed = at(lexer, p) == '0' && is_letter(at(lexer, p + 1));
  for (;; p++) {
    const char c = at(lexer, p), before = p > begin ? at(lexer, p - 1) : 0;
    const bool exponent = !prefixed && (before == 'e' || before == 'E') && is_digit(at(lexer, p + 1));
    if (!is_part(c) && c != '.' && !(exponent && (c == '+' || c == '-'))) return p;
  }
}

static size_t string_end(hd_ptx_lexer *lexer, size_t p) {
  const size_t begin = p;
  for (p++; p < lexer->length && lexer->text[p] != '"' && lexer->text[p] != '\n'; p++) {
    if (lexer->text[p] == '\\') p++;
  }
  if (at(lexer, p) != '"' || p >= lexer->length) hd_ptx_lexer_fail(lexer, begin, "this string does not end");
  return p + 1;
}

static void take(hd_ptx_lexer *lexer, size_t p) {
  p = skip(lexer, p);
  if (lexer->failed) return;
  const char c = at(lexer, p), next = at(lexer, p + 1);
  lexer->position = lexer->end = p;
  lexer->mark = 0;
  lexer->token = HD_PTX_END;
  if (p >= lexer->length) return;
  if (is_letter(c) || ((c == '%' || c == '.') && is_letter(next))) {
    lexer->token = HD_PTX_WORD;
    lexer->end = word_end(lexer, p);
  } else if (is_digit(c)) {
    lexer->token = HD_PTX_NUMBER;
    lexer->end = number_end(lexer, p);
  } else if (c == '"') {
    lexer->token = HD_PTX_STRING;
    lexer->end = string_end(lexer, p);
    if (lexer->failed) lexer->token = HD_PTX_END;
  } else if (c != 0 && strchr("{}[]()<>,;:@!|&^~+-*/%=?", c) != NULL) {
    const bool twice = strchr("&|<>=", c) != NULL && next == c;
    lexer->token = HD_PTX_MARK;
    lexer->mark = c;
    lexer->end = p + (twice || (strchr("!<>", c) != NULL && next == '=') ? 2 : 1);
  } else {
    hd_ptx_lexer_fail(lexer, p, "nothing of PTX begins with this character");
  }
}

void hd_ptx_lexer_start(hd_ptx_lexer *lexer, const char *text, size_t length, hd_error *error) {
  memset(lexer, 0, sizeof *lexer);
  lexer->text = text;
  lexer->length = length;
  lexer->error = error;
  take(lexer, 0);
}

void hd_ptx_next(hd_ptx_lexer *lexer) {
  if (!lexer->failed) take(lexer, lexer->end);
}

void hd_ptx_next_line(hd_ptx_lexer *lexer) {
  if (!lexer->failed) take(lexer, line_end(lexer, lexer->end));
}

bool hd_ptx_at_prefix(const hd_ptx_lexer *lexer, const char *word) {
  const size_t length = strlen(word);
  return lexer->token == HD_PTX_WORD && lexer->end - lexer->position >= length &&
         memcmp(lexer->text + lexer->position, word, length) == 0;
}

bool hd_ptx_at_word(const hd_ptx_lexer *lexer, const char *word) {
  return hd_ptx_at_prefix(lexer, word) && lexer->end - lexer->position == strlen(word);
}

bool hd_ptx_pass(hd_ptx_lexer *lexer, char mark) {
  if (lexer->token != HD_PTX_MARK || lexer->mark != mark || lexer->end != lexer->position + 1) return false;
  hd_ptx_next(lexer);
  return true;
}

bool hd_ptx_pass_word(hd_ptx_lexer *lexer, const char *word) {
  if (!hd_ptx_at_word(lexer, word)) return false;
  hd_ptx_next(lexer);
  return true;
}

bool hd_ptx_expect(hd_ptx_lexer *lexer, char mark, const char *reason) {
  if (hd_ptx_pass(lexer, mark)) return true;
  hd_ptx_lexer_fail(lexer, lexer->position, reason);
  return false;
}

bool hd_ptx_integer(const hd_ptx_lexer *lexer, int64_t *value) {
  if (lexer->token != HD_PTX_NUMBER) return false;
  size_t p = lexer->position, end = lexer->end;
  const char second = at(lexer, p + 1);
  unsigned base = 10;
  if (end - p > 1 && (lexer->text[end - 1] == 'U' || lexer->text[end - 1] == 'u')) end--;
  if (at(lexer, p) == '0' && end - p > 1) {
    const bool hexadecimal = second == 'x' || second == 'X', binary = second == 'b' || second == 'B';
    base = hexadecimal ? 16 : binary ? 2 : 8;
    p += hexadecimal || binary ? 2 : 1;
  }
  uint64_t number = 0;
  for (; p < end; p++) {
    const char c = lexer->text[p];
    const unsigned digit = is_digit(c)            ? (unsigned)(c - '0')
                           : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
                           : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10
                                                  : 99;
    if (digit >= base) return false;
    number = base * number + digit;
  }
  memcpy(value, &number, sizeof number);
  return true;
}
