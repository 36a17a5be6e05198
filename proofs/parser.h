/* The state of a parse, shared by the parsers of expressions and of statements. Internal to proofs/.
 *
 * Invariant: a parse function returns the index of a finished node, or -1 after it has set the error; after -1 nobody
 * reads on. */
#ifndef HEDDLE_PROOFS_PARSER_H
#define HEDDLE_PROOFS_PARSER_H

#include "lexer.h"
#include "syntax.h"

enum { HD_SCOPE_CHAINS = 1 << 12 };

typedef struct hd_scope_name {
  const char *name;
  size_t length;
  int slot;
  unsigned chain;
  int below; /* 1 + the next name of the same chain, 0: none */
} hd_scope_name;

typedef struct hd_parser {
  hd_lexer lexer;
  hd_syntax *syntax;
  hd_error *error;
  hd_status status;
  hd_scope_name *scope; /* innermost last */
  int names, capacity;
  int chained;   /* names that are in a chain: those hidden or out of scope are until others take their place */
  int *chain;    /* HD_SCOPE_CHAINS of them: 1 + the innermost name with this hash, or 0; NULL before the first name */
  int depth;     /* brackets and statements open */
  bool no_colon; /* a `:` ends the expression: between ? and :, and in bounds */
  bool no_angle; /* a `>` ends the expression: inside < > */
} hd_parser;

/* Sets the error at the token being looked at, or at `position`; returns -1. */
int hd_parser_fail(hd_parser *parser, hd_status status, const char *reason, const char *hint);
int hd_parser_fail_at(hd_parser *parser, size_t position, hd_status status, const char *reason, const char *hint);

/* A new node at the token being looked at, without children; -1 past the capacity. */
int hd_parser_node(hd_parser *parser, hd_node_kind kind);
/* Makes `child` the last child; -1 when the tree grows too deep. Returns the parent. */
int hd_parser_adopt(hd_parser *parser, int parent, int child);

/* Passes the symbol, or fails saying that `wanted` is missing (returns false). */
bool hd_parser_expect(hd_parser *parser, unsigned symbol, const char *wanted);
bool hd_parser_accept(hd_parser *parser, unsigned symbol);
/* Enters one level of nesting; false (and the error) when that is too deep. Undo with parser->depth--. */
bool hd_parser_descend(hd_parser *parser);

/* The visible name being looked at, NULL: there is none. */
const hd_scope_name *hd_parser_name(const hd_parser *parser);
/* Binds the name being looked at to a new slot and passes it. Returns the slot, -1 when it may not be a name. */
int hd_parser_bind(hd_parser *parser);

/* An expression whose operators bind at least as tightly as `tightness` (parser.c); 0 is any expression. */
int hd_parser_expression(hd_parser *parser, int tightness);
enum { HD_TIGHTNESS_LAYOUT = 10, HD_TIGHTNESS_SUM = 11 };

#endif
