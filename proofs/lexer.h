/* Which token stands here? The language's text, one token at a time.
 *
 * Invariant: tokens are taken from left to right, blanks and `#` comments between them skipped; `token` is the one
 * being looked at and `position` its offset; the end of the text stands right behind the last token. A token never owns
 * text: it points into the source.
 *
 * Refuses, as a token of kind HD_TOKEN_BAD with a reason: characters outside the language, strings without an end,
 * numbers beyond 64 bits. */
#ifndef HEDDLE_PROOFS_LEXER_H
#define HEDDLE_PROOFS_LEXER_H

#include "../algebra/algebra.h"

typedef enum hd_token_kind {
  HD_TOKEN_END,
  HD_TOKEN_INTEGER,
  HD_TOKEN_ANY, /* `_` */
  HD_TOKEN_NAME,
  HD_TOKEN_STRING,  /* without its quotes */
  HD_TOKEN_SWIZZLE, /* S<b,m,s>, whole */
  HD_TOKEN_SYMBOL,  /* one or two characters; `symbol` packs them */
  HD_TOKEN_BAD
} hd_token_kind;

#define HD_SYMBOL1(a) ((unsigned)(unsigned char)(a))
#define HD_SYMBOL2(a, b) ((unsigned)(unsigned char)(a) << 8 | (unsigned)(unsigned char)(b))

typedef struct hd_lexer {
  const char *text;
  size_t length;
  /* the token being looked at */
  hd_token_kind token;
  size_t position; /* its first byte */
  size_t end;      /* the byte after it */
  unsigned symbol;
  int64_t integer;
  const char *name; /* of a name, string or swizzle, name_length bytes */
  size_t name_length;
  const char *reason; /* of HD_TOKEN_BAD */
} hd_lexer;

void hd_lexer_start(hd_lexer *lexer, const char *text, size_t length);
void hd_lexer_next(hd_lexer *lexer);
bool hd_lexer_is_symbol(const hd_lexer *lexer, unsigned symbol);
bool hd_lexer_is_word(const hd_lexer *lexer, const char *word);
/* Shortens a two-character symbol to its first character: `>>` that closes two tilers. */
void hd_lexer_split(hd_lexer *lexer);

#endif
