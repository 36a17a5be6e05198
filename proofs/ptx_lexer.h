/* Which token comes next in a text of PTX?
 *
 * Invariant: one token is current; comments, blanks and lines of a preprocessor lie between tokens and are none. A word
 * takes its suffixes along: `add.s32`, `%tid.x`, `tcgen05.wait::ld.sync.aligned` and `.target` are one each. */
#ifndef HEDDLE_PROOFS_PTX_LEXER_H
#define HEDDLE_PROOFS_PTX_LEXER_H

#include "../algebra/status.h"

typedef enum hd_ptx_token {
  HD_PTX_END,
  HD_PTX_WORD,
  HD_PTX_NUMBER,
  HD_PTX_STRING,
  HD_PTX_MARK /* one character, hd_ptx_lexer.mark; && || << >> == != <= >= are two */
} hd_ptx_token;

typedef struct hd_ptx_lexer {
  const char *text;
  size_t length;
  hd_ptx_token token;
  char mark; /* of a mark its character, 0 otherwise */
  size_t position, end;
  hd_error *error; /* never NULL */
  bool failed;     /* and then the token is HD_PTX_END */
} hd_ptx_lexer;

/* Goes to the first token. */
void hd_ptx_lexer_start(hd_ptx_lexer *lexer, const char *text, size_t length, hd_error *error);
void hd_ptx_next(hd_ptx_lexer *lexer);
/* Goes to the first token behind the line that the current one is in. */
void hd_ptx_next_line(hd_ptx_lexer *lexer);

/* Fails here, or there. */
void hd_ptx_lexer_fail(hd_ptx_lexer *lexer, size_t position, const char *reason);
/* Without memory, or beyond what there is room for. */
void hd_ptx_lexer_capacity(hd_ptx_lexer *lexer, const char *reason);

/* Whether the current token is this word, or begins with it. */
bool hd_ptx_at_word(const hd_ptx_lexer *lexer, const char *word);
bool hd_ptx_at_prefix(const hd_ptx_lexer *lexer, const char *word);
/* Passes a mark, or a word; false where something else stands. */
bool hd_ptx_pass(hd_ptx_lexer *lexer, char mark);
bool hd_ptx_pass_word(hd_ptx_lexer *lexer, const char *word);
/* Passes a mark, or fails. */
bool hd_ptx_expect(hd_ptx_lexer *lexer, char mark, const char *reason);

/* The current token as an integer, modulo 2^64; false for a floating-point number, and where it is no number. */
bool hd_ptx_integer(const hd_ptx_lexer *lexer, int64_t *value);

#endif
