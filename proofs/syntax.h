/* What was written: the tree of an expression or a file of statements.
 *
 * Invariant: nodes lie in one array and name their children by index; a node is adopted once, when it is whole, so a
 * tree has no cycles, and no tree is deeper than HD_MAX_NESTING, so whoever walks it may recurse. A chain of operators
 * that group from the left, `1 + 2 - 3 ..` or `A o B o C ..`, counts as one level, however long: it is walked from its
 * first operand up by `parent`. Every variable is resolved to a numbered slot while parsing: an unknown name is a
 * syntax error, never a failure at run time.
 *
 * The tree points into the text it was parsed from, which must outlive it. Free with hd_syntax_free. */
#ifndef HEDDLE_PROOFS_SYNTAX_H
#define HEDDLE_PROOFS_SYNTAX_H

#include "builtin.h"

enum { HD_MAX_NESTING = 256, HD_MAX_NODES = 1 << 22, HD_MAX_VARIABLES = 1 << 16 };

typedef enum hd_node_kind {
  /* expressions */
  HD_NODE_INTEGER,   /* integer */
  HD_NODE_BOOLEAN,   /* integer: 0 or 1 */
  HD_NODE_ANY,       /* `_` */
  HD_NODE_VARIABLE,  /* slot */
  HD_NODE_TUPLE,     /* its modes */
  HD_NODE_AXIS,      /* a number, on `axis` */
  HD_NODE_LAYOUT,    /* shape, stride */
  HD_NODE_TILER,     /* its elements */
  HD_NODE_SWIZZLE,   /* name: S<b,m,s>, without brackets round it */
  HD_NODE_STRING,    /* name */
  HD_NODE_PLACEMENT, /* what the brackets of `S[..]` hold; operation: an hd_placement_part */
  HD_NODE_UNARY,     /* operation */
  HD_NODE_BINARY,    /* operation; arithmetic, comparison, && and || */
  HD_NODE_CONDITION, /* condition, then, else */
  HD_NODE_COMPOSE,   /* A, B */
  HD_NODE_CALL,      /* builtin; its arguments */
  HD_NODE_EVALUATE,  /* a layout, then the coordinate's modes */
  HD_NODE_UNDEFINED, /* an expression */
  HD_NODE_OVERFLOWS, /* an expression */
  /* statements */
  HD_NODE_LET,    /* slot; an expression */
  HD_NODE_FOR,    /* slot; ranges, then the statement */
  HD_NODE_RANGE,  /* one expression, or first and last */
  HD_NODE_CLAIM,  /* name; a predicate */
  HD_NODE_FORALL, /* bounds, then the expression */
  HD_NODE_BOUND,  /* slot, name; an expression */
  HD_NODE_BLOCK   /* statements */
} hd_node_kind;

typedef struct hd_node {
  hd_node_kind kind;
  bool bracketed;        /* stood in round brackets of its own */
  uint16_t nesting;      /* 1 + the deepest child's; a chain's is that of its deepest part */
  int slot;              /* of a variable */
  unsigned operation;    /* a symbol as the lexer packs it */
  int first, last, next; /* first and last child, next sibling; -1: none */
  int parent;            /* -1: none */
  int children;
  size_t position, begin, end; /* where the caret goes; the text from its first to past its last byte */
  const char *name;            /* of a variable, a bound, a claim, a string or a swizzle; NULL: none */
  size_t name_length;
  union {
    int64_t integer;
    hd_axis axis;
    const hd_builtin *builtin;
  } as;
} hd_node;

typedef struct hd_syntax {
  const char *text;
  size_t length;
  hd_node *node;
  int nodes, capacity;
  int slots; /* variables in all */
  int root;
} hd_syntax;

/* One expression, the whole text: a node of an expression, or a HD_NODE_BLOCK of lets that ends in one.
 *   fails: HD_MALFORMED (a number beyond 64 bits too), HD_CAPACITY (too deep, too long); error->position is set */
hd_status hd_parse_expression(const char *text, size_t length, hd_error *error, hd_syntax *syntax);
/* `t<32, r<4: FORMULA`: a HD_NODE_FORALL. fails: as hd_parse_expression */
hd_status hd_parse_formula(const char *text, size_t length, hd_error *error, hd_syntax *syntax);
/* A file of statements: a HD_NODE_BLOCK. fails: as hd_parse_expression */
hd_status hd_parse_file(const char *text, size_t length, hd_error *error, hd_syntax *syntax);
void hd_syntax_free(hd_syntax *syntax);

/* Whether the first child of this node is a part of the same chain: an operator again, for `o` one without brackets. */
bool hd_is_chained(const hd_syntax *syntax, const hd_node *node);

/* The function's or the language's name most like an unknown one; NULL when none is near. */
const char *hd_suggest(const char *name, size_t length);

#endif
