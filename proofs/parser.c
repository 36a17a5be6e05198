/* Expressions: precedence climbing over one table of operators. */
#include "proofs/parser.h"

#include "proofs/operations_placement.h"

#include <stdlib.h>
#include <string.h>

static const struct {
  unsigned symbol;
  int tightness;
} operators[] = {
    {HD_SYMBOL2('|', '|'), 2},  {HD_SYMBOL2('&', '&'), 3}, {HD_SYMBOL1('|'), 4},      {HD_SYMBOL1('^'), 5},
    {HD_SYMBOL1('&'), 6},       {HD_SYMBOL2('=', '='), 7}, {HD_SYMBOL2('!', '='), 7}, {HD_SYMBOL1('<'), 8},
    {HD_SYMBOL2('<', '='), 8},  {HD_SYMBOL1('>'), 8},      {HD_SYMBOL2('>', '='), 8}, {HD_SYMBOL2('<', '<'), 11},
    {HD_SYMBOL2('>', '>'), 11}, {HD_SYMBOL1('+'), 12},     {HD_SYMBOL1('-'), 12},     {HD_SYMBOL1('*'), 13},
    {HD_SYMBOL1('/'), 13},      {HD_SYMBOL1('%'), 13},
};
enum { TIGHTNESS_CONDITION = 1, TIGHTNESS_COMPOSE = 9 };

int hd_parser_fail_at(hd_parser *parser, size_t position, hd_status status, const char *reason, const char *hint) {
  if (parser->status != HD_OK) return -1;
  parser->status = hd_fail(parser->error, status, "syntax", reason);
  if (parser->error != NULL) {
    parser->error->position = position;
    parser->error->hint = hint;
  }
  return -1;
}

int hd_parser_fail(hd_parser *parser, hd_status status, const char *reason, const char *hint) {
  const hd_lexer *lexer = &parser->lexer;
  if (lexer->token == HD_TOKEN_BAD)
    return hd_parser_fail_at(parser, lexer->position, HD_MALFORMED, lexer->reason, NULL);
  return hd_parser_fail_at(parser, lexer->position, status, reason, hint);
}

int hd_parser_node(hd_parser *parser, hd_node_kind kind) {
  hd_syntax *syntax = parser->syntax;
  if (syntax->nodes == syntax->capacity) {
    int capacity = syntax->capacity == 0 ? 64 : 2 * syntax->capacity;
    if (capacity > HD_MAX_NODES) return hd_parser_fail(parser, HD_MALFORMED, "the text is too long", NULL);
    hd_node *grown = realloc(syntax->node, (size_t)capacity * sizeof *grown);
    if (grown == NULL) return hd_parser_fail(parser, HD_UNDECIDED, "there is not enough memory", NULL);
    syntax->node = grown;
    syntax->capacity = capacity;
  }
  hd_node *node = &syntax->node[syntax->nodes];
  memset(node, 0, sizeof *node);
  node->kind = kind;
  node->nesting = 1;
  node->first = node->last = node->next = node->parent = -1;
  node->slot = -1;
  node->position = node->begin = parser->lexer.position;
  node->end = parser->lexer.end;
  return syntax->nodes++;
}

bool hd_is_chained(const hd_syntax *syntax, const hd_node *node) {
  if (node->kind != HD_NODE_BINARY && node->kind != HD_NODE_COMPOSE) return false;
  const hd_node *first = &syntax->node[node->first];
  return first->kind == node->kind && (node->kind == HD_NODE_BINARY || !first->bracketed);
}

int hd_parser_adopt(hd_parser *parser, int parent, int child) {
  if (parent < 0 || child < 0) return -1;
  hd_node *up = &parser->syntax->node[parent], *down = &parser->syntax->node[child];
  bool is_first = up->first < 0;
  if (is_first) up->first = child;
  int level = is_first && hd_is_chained(parser->syntax, up) ? 0 : 1;
  if (down->nesting + level > HD_MAX_NESTING) {
    return hd_parser_fail_at(parser, down->position, HD_MALFORMED, "the expression is nested too deep",
                             "name parts of it with let");
  }
  if (up->nesting < down->nesting + level) up->nesting = (uint16_t)(down->nesting + level);
  if (!is_first) parser->syntax->node[up->last].next = child;
  down->parent = parent;
  up->last = child;
  up->children++;
  if (down->begin < up->begin) up->begin = down->begin;
  if (down->end > up->end) up->end = down->end;
  return parent;
}

bool hd_parser_accept(hd_parser *parser, unsigned symbol) {
  if (!hd_lexer_is_symbol(&parser->lexer, symbol)) return false;
  hd_lexer_next(&parser->lexer);
  return true;
}

bool hd_parser_expect(hd_parser *parser, unsigned symbol, const char *wanted) {
  if (hd_parser_accept(parser, symbol)) return true;
  hd_parser_fail(parser, HD_MALFORMED, wanted, NULL);
  return false;
}

bool hd_parser_descend(hd_parser *parser) {
  if (parser->depth < HD_MAX_NESTING) {
    parser->depth++;
    return true;
  }
  hd_parser_fail(parser, HD_MALFORMED, "the expression is nested too deep", "name parts of it with let");
  return false;
}

static bool is_statement_word(const hd_lexer *lexer) {
  return hd_lexer_is_word(lexer, "let") || hd_lexer_is_word(lexer, "for") || hd_lexer_is_word(lexer, "claim");
}

/* Passes a token that begins the node and closes the node's text behind it. */
static int leaf(hd_parser *parser, hd_node_kind kind) {
  int index = hd_parser_node(parser, kind);
  if (index >= 0) hd_lexer_next(&parser->lexer);
  return index;
}

/* Ends a bracketed node's text at the closing bracket and passes it. */
static int close(hd_parser *parser, int index, unsigned symbol, const char *wanted) {
  if (index < 0) return -1;
  size_t end = parser->lexer.end;
  if (!hd_parser_expect(parser, symbol, wanted)) return -1;
  parser->syntax->node[index].end = end;
  return index;
}

/* `(a,b)`, `(a,)` and `()` are tuples, and so are brackets round one number or tuple; others only group. */
static int bracketed(hd_parser *parser) {
  bool no_colon = parser->no_colon, no_angle = parser->no_angle;
  parser->no_colon = parser->no_angle = false;
  size_t begin = parser->lexer.position;
  int tuple = leaf(parser, HD_NODE_TUPLE);
  bool comma = false, empty = hd_lexer_is_symbol(&parser->lexer, HD_SYMBOL1(')'));
  while (tuple >= 0 && !hd_lexer_is_symbol(&parser->lexer, HD_SYMBOL1(')'))) {
    tuple = hd_parser_adopt(parser, tuple, hd_parser_expression(parser, 0));
    if (tuple < 0 || !hd_parser_accept(parser, HD_SYMBOL1(','))) break;
    comma = true;
  }
  tuple = close(parser, tuple, HD_SYMBOL1(')'), "`)` or `,` is missing");
  parser->no_colon = no_colon;
  parser->no_angle = no_angle;
  if (tuple < 0 || comma || empty) return tuple;
  int only = parser->syntax->node[tuple].first;
  hd_node *node = &parser->syntax->node[only];
  bool is_number = node->kind == HD_NODE_INTEGER || node->kind == HD_NODE_ANY || node->kind == HD_NODE_AXIS;
  if (is_number || (node->kind == HD_NODE_TUPLE)) return tuple;
  node->bracketed = true;
  node->begin = begin;
  node->end = parser->syntax->node[tuple].end;
  return only;
}

/* `[a;b]` or `<a,b>`; elements are layouts, tuples, `_` and tilers. */
static int tiler(hd_parser *parser, unsigned closing, unsigned separator, const char *wanted) {
  bool no_colon = parser->no_colon, no_angle = parser->no_angle;
  parser->no_colon = false;
  parser->no_angle = closing == HD_SYMBOL1('>');
  if (hd_lexer_is_symbol(&parser->lexer, HD_SYMBOL2('<', '<'))) hd_lexer_split(&parser->lexer);
  int index = leaf(parser, HD_NODE_TILER);
  do {
    index = hd_parser_adopt(parser, index, hd_parser_expression(parser, HD_TIGHTNESS_LAYOUT));
  } while (index >= 0 && hd_parser_accept(parser, separator));
  if (index >= 0 && closing == HD_SYMBOL1('>') && hd_lexer_is_symbol(&parser->lexer, HD_SYMBOL2('>', '>'))) {
    hd_lexer_split(&parser->lexer);
  }
  index = close(parser, index, closing, wanted);
  parser->no_colon = no_colon;
  parser->no_angle = no_angle;
  return index;
}

/* Arguments up to the closing bracket become children of `call`, whose `(` has been passed. */
static int arguments(hd_parser *parser, int call) {
  bool no_colon = parser->no_colon, no_angle = parser->no_angle;
  parser->no_colon = parser->no_angle = false;
  while (call >= 0 && !hd_lexer_is_symbol(&parser->lexer, HD_SYMBOL1(')'))) {
    call = hd_parser_adopt(parser, call, hd_parser_expression(parser, 0));
    if (call < 0) break;
    if (hd_lexer_is_word(&parser->lexer, "onto")) hd_lexer_next(&parser->lexer);
    else if (!hd_parser_accept(parser, HD_SYMBOL1(','))) break;
  }
  call = close(parser, call, HD_SYMBOL1(')'), "`)` or `,` is missing");
  parser->no_colon = no_colon;
  parser->no_angle = no_angle;
  return call;
}

static int function_call(hd_parser *parser) {
  const hd_builtin *builtin = hd_builtin_find(parser->lexer.name, parser->lexer.name_length);
  hd_node_kind kind = hd_lexer_is_word(&parser->lexer, "undefined")   ? HD_NODE_UNDEFINED
                      : hd_lexer_is_word(&parser->lexer, "overflows") ? HD_NODE_OVERFLOWS
                                                                      : HD_NODE_CALL;
  if (builtin == NULL && kind == HD_NODE_CALL) {
    bool swizzle = hd_lexer_is_word(&parser->lexer, "S") || hd_lexer_is_word(&parser->lexer, "Sw");
    const char *reason =
        swizzle ? "a swizzle has three numbers, S<3,4,3>, and a shard brackets, S[8:1]" : "unknown name";
    return hd_parser_fail(parser, HD_MALFORMED, reason, NULL);
  }
  int call = leaf(parser, kind);
  if (call < 0) return -1;
  parser->syntax->node[call].as.builtin = builtin;
  if (!hd_parser_expect(parser, HD_SYMBOL1('('), "a function's name is followed by `(`")) return -1;
  call = arguments(parser, call);
  if (call < 0) return -1;
  const hd_node *node = &parser->syntax->node[call];
  int least = builtin == NULL ? 1 : builtin->least, most = builtin == NULL ? 1 : builtin->most;
  if (node->children >= least && node->children <= most) return call;
  return hd_parser_fail_at(parser, node->position, HD_MALFORMED, "the number of arguments is wrong",
                           builtin == NULL ? "one expression is wanted" : builtin->usage);
}

/* A leaf that keeps the text of its token. */
static int text_leaf(hd_parser *parser, hd_node_kind kind) {
  const char *text = parser->lexer.name;
  size_t length = parser->lexer.name_length;
  int index = leaf(parser, kind);
  if (index < 0) return -1;
  parser->syntax->node[index].name = text;
  parser->syntax->node[index].name_length = length;
  return index;
}

static int name(hd_parser *parser) {
  const hd_lexer *lexer = &parser->lexer;
  const hd_scope_name *bound = hd_parser_name(parser);
  if (bound != NULL) {
    int index = leaf(parser, HD_NODE_VARIABLE);
    if (index < 0) return -1;
    hd_node *node = &parser->syntax->node[index];
    node->slot = bound->slot;
    node->name = bound->name;
    node->name_length = bound->length;
    return index;
  }
  if (hd_lexer_is_word(lexer, "true") || hd_lexer_is_word(lexer, "false")) {
    int64_t truth = hd_lexer_is_word(lexer, "true");
    int index = leaf(parser, HD_NODE_BOOLEAN);
    if (index >= 0) parser->syntax->node[index].as.integer = truth;
    return index;
  }
  if (hd_lexer_is_word(lexer, "forall")) {
    return hd_parser_fail(parser, HD_MALFORMED, "forall stands at the beginning of a claim only",
                          "make each forall a claim of its own");
  }
  if (is_statement_word(lexer) || hd_lexer_is_word(lexer, "o") || hd_lexer_is_word(lexer, "onto")) {
    return hd_parser_fail(parser, HD_MALFORMED, "an expression is missing before this word", NULL);
  }
  return function_call(parser);
}

/* Whether a `[` follows the token being looked at. */
static bool is_before_bracket(const hd_parser *parser) {
  hd_lexer ahead = parser->lexer;
  hd_lexer_next(&ahead);
  return hd_lexer_is_symbol(&ahead, HD_SYMBOL1('['));
}

/* `S[8:4@laneid]`, `Scolex[..]` and `R[..]`: extents, or a layout. */
static int placement(hd_parser *parser) {
  bool no_colon = parser->no_colon, no_angle = parser->no_angle;
  hd_placement_part part = hd_lexer_is_word(&parser->lexer, "R")   ? HD_PART_REPLICA
                           : hd_lexer_is_word(&parser->lexer, "S") ? HD_PART_SHARD
                                                                   : HD_PART_COLEX_SHARD;
  if (part == HD_PART_COLEX_SHARD && !hd_lexer_is_word(&parser->lexer, "Scolex"))
    return hd_parser_fail(parser, HD_MALFORMED, "only S, Scolex and R stand before a `[`", NULL);
  int index = leaf(parser, HD_NODE_PLACEMENT);
  if (index < 0) return -1;
  parser->syntax->node[index].operation = (unsigned)part;
  parser->no_colon = parser->no_angle = false;
  hd_lexer_next(&parser->lexer);
  do {
    index = hd_parser_adopt(parser, index, hd_parser_expression(parser, HD_TIGHTNESS_LAYOUT));
  } while (index >= 0 && hd_parser_accept(parser, HD_SYMBOL1(',')));
  index = close(parser, index, HD_SYMBOL1(']'), "`]` or `,` is missing");
  parser->no_colon = no_colon;
  parser->no_angle = no_angle;
  return index;
}

static int primary(hd_parser *parser) {
  const hd_lexer *lexer = &parser->lexer;
  switch (lexer->token) {
    case HD_TOKEN_INTEGER: {
      int64_t integer = lexer->integer;
      int index = leaf(parser, HD_NODE_INTEGER);
      if (index >= 0) parser->syntax->node[index].as.integer = integer;
      return index;
    }
    case HD_TOKEN_ANY: return leaf(parser, HD_NODE_ANY);
    case HD_TOKEN_SWIZZLE: return text_leaf(parser, HD_NODE_SWIZZLE);
    case HD_TOKEN_NAME: return is_before_bracket(parser) ? placement(parser) : name(parser);
    case HD_TOKEN_SYMBOL:
      if (lexer->symbol == HD_SYMBOL1('(')) return bracketed(parser);
      if (lexer->symbol == HD_SYMBOL1('['))
        return tiler(parser, HD_SYMBOL1(']'), HD_SYMBOL1(';'), "`]` or `;` is missing");
      if (lexer->symbol == HD_SYMBOL1('<') || lexer->symbol == HD_SYMBOL2('<', '<')) {
        return tiler(parser, HD_SYMBOL1('>'), HD_SYMBOL1(','), "`>` or `,` is missing");
      }
      break;
    case HD_TOKEN_END: return hd_parser_fail(parser, HD_MALFORMED, "the text ends where an expression is wanted", NULL);
    case HD_TOKEN_STRING: return text_leaf(parser, HD_NODE_STRING);
    case HD_TOKEN_BAD: break;
  }
  return hd_parser_fail(parser, HD_MALFORMED, "an expression is wanted here", NULL);
}

/* `@0`, `@1@0`, `@lane` after a number; the path is written innermost first. */
static int axis(hd_parser *parser, int number) {
  int step[HD_AXIS_STEPS], steps = 0;
  size_t position = parser->lexer.position, end = position;
  hd_axis word = HD_AXIS_INTEGER;
  bool named = false, fits = true;
  while (hd_parser_accept(parser, HD_SYMBOL1('@'))) {
    const hd_lexer *lexer = &parser->lexer;
    if (lexer->token == HD_TOKEN_INTEGER && !named) {
      fits = fits && steps < HD_AXIS_STEPS && lexer->integer <= HD_AXIS_STEP_MAX;
      if (fits) step[HD_AXIS_STEPS - 1 - steps++] = (int)lexer->integer;
    } else if (lexer->token == HD_TOKEN_NAME && steps == 0 && !named) {
      named = true;
      fits = hd_axis_from_name(lexer->name, lexer->name_length, &word);
    } else {
      return hd_parser_fail(parser, HD_MALFORMED, "an axis is a path of numbers or one name", NULL);
    }
    end = lexer->end;
    hd_lexer_next(&parser->lexer);
  }
  if (!named && fits) fits = hd_axis_from_path(step + HD_AXIS_STEPS - steps, steps, &word);
  if (!fits)
    return hd_parser_fail_at(parser, position, HD_MALFORMED,
                             "the axis does not fit: at most 8 steps of at most 126, or 10 characters", NULL);
  int index = hd_parser_node(parser, HD_NODE_AXIS);
  if (index < 0) return -1;
  hd_node *node = &parser->syntax->node[index];
  node->position = node->begin = position;
  node->end = end;
  node->as.axis = word;
  return hd_parser_adopt(parser, index, number);
}

static int postfix(hd_parser *parser) {
  int index = primary(parser);
  while (index >= 0) {
    if (hd_lexer_is_symbol(&parser->lexer, HD_SYMBOL1('@'))) {
      index = axis(parser, index);
    } else if (hd_lexer_is_symbol(&parser->lexer, HD_SYMBOL1('('))) {
      int call = leaf(parser, HD_NODE_EVALUATE);
      call = arguments(parser, hd_parser_adopt(parser, call, index));
      if (call < 0) return -1;
      if (parser->syntax->node[call].children == 1) {
        return hd_parser_fail_at(parser, parser->syntax->node[call].position, HD_MALFORMED,
                                 "a coordinate is wanted between the brackets", NULL);
      }
      index = call;
    } else {
      break;
    }
  }
  return index;
}

static int unary(hd_parser *parser) {
  if (parser->lexer.token != HD_TOKEN_SYMBOL || parser->lexer.symbol > 255 ||
      strchr("+-~!", (int)parser->lexer.symbol) == NULL) {
    return postfix(parser);
  }
  if (!hd_parser_descend(parser)) return -1;
  unsigned symbol = parser->lexer.symbol;
  size_t begin = parser->lexer.position;
  int sign = leaf(parser, HD_NODE_UNARY);
  int64_t least = INT64_MIN;
  bool is_least = symbol == HD_SYMBOL1('-') && parser->lexer.token == HD_TOKEN_BAD &&
                  parser->lexer.end - parser->lexer.position == 19 &&
                  memcmp(parser->lexer.text + parser->lexer.position, "9223372036854775808", 19) == 0;
  int operand = is_least ? leaf(parser, HD_NODE_INTEGER) : unary(parser);
  parser->depth--;
  if (sign < 0 || operand < 0) return -1;
  hd_node *node = &parser->syntax->node[operand];
  if (is_least) {
    node->as.integer = least;
  } else if (symbol == HD_SYMBOL1('-') && node->kind == HD_NODE_INTEGER && !node->bracketed && node->as.integer > 0) {
    node->as.integer = -node->as.integer;
  } else if (symbol == HD_SYMBOL1('-') && node->kind == HD_NODE_AXIS &&
             parser->syntax->node[node->first].kind == HD_NODE_INTEGER &&
             parser->syntax->node[node->first].as.integer > 0) {
    parser->syntax->node[node->first].as.integer *= -1;
  } else {
    parser->syntax->node[sign].operation = symbol;
    return hd_parser_adopt(parser, sign, operand);
  }
  node->begin = node->position = begin;
  return operand;
}

/* How tightly the token being looked at binds as a binary operator; -1 when it is none here. */
static int tightness_here(hd_parser *parser) {
  const hd_lexer *lexer = &parser->lexer;
  if (hd_lexer_is_word(lexer, "o")) return TIGHTNESS_COMPOSE;
  if (lexer->token != HD_TOKEN_SYMBOL) return -1;
  if (lexer->symbol == HD_SYMBOL1('?')) return TIGHTNESS_CONDITION;
  if (parser->no_angle && (lexer->symbol == HD_SYMBOL1('>') || lexer->symbol == HD_SYMBOL2('>', '>'))) return -1;
  if (lexer->symbol == HD_SYMBOL1(':')) {
    hd_lexer ahead = *lexer;
    hd_lexer_next(&ahead);
    bool statement = is_statement_word(&ahead) || hd_lexer_is_symbol(&ahead, HD_SYMBOL1('{'));
    return parser->no_colon || statement ? -1 : HD_TIGHTNESS_LAYOUT;
  }
  for (size_t k = 0; k < sizeof operators / sizeof operators[0]; k++) {
    if (operators[k].symbol == lexer->symbol) return operators[k].tightness;
  }
  return -1;
}

static int condition(hd_parser *parser, int test) {
  bool no_colon = parser->no_colon;
  int index = leaf(parser, HD_NODE_CONDITION);
  index = hd_parser_adopt(parser, index, test);
  parser->no_colon = true;
  index = hd_parser_adopt(parser, index, index < 0 ? -1 : hd_parser_expression(parser, 0));
  parser->no_colon = no_colon;
  if (index < 0 || !hd_parser_expect(parser, HD_SYMBOL1(':'), "`:` is missing between the two cases of `?`")) return -1;
  return hd_parser_adopt(parser, index, hd_parser_expression(parser, TIGHTNESS_CONDITION));
}

/* One binary operator and its right side, with `left` before it. */
static int binary(hd_parser *parser, int left, int tightness) {
  hd_node_kind kind = tightness == TIGHTNESS_COMPOSE     ? HD_NODE_COMPOSE
                      : tightness == HD_TIGHTNESS_LAYOUT ? HD_NODE_LAYOUT
                                                         : HD_NODE_BINARY;
  unsigned symbol = parser->lexer.symbol;
  int index = leaf(parser, kind);
  if (index < 0) return -1;
  parser->syntax->node[index].operation = symbol;
  index = hd_parser_adopt(parser, index, left);
  index = hd_parser_adopt(parser, index, index < 0 ? -1 : hd_parser_expression(parser, tightness + 1));
  if (index >= 0 && kind == HD_NODE_LAYOUT && tightness_here(parser) == HD_TIGHTNESS_LAYOUT) {
    return hd_parser_fail(parser, HD_MALFORMED, "a layout is one shape and one stride", "put one of them in brackets");
  }
  return index;
}

int hd_parser_expression(hd_parser *parser, int tightness) {
  if (!hd_parser_descend(parser)) return -1;
  int left = unary(parser);
  for (int here; left >= 0 && (here = tightness_here(parser)) >= tightness && here > 0;) {
    left = here == TIGHTNESS_CONDITION ? condition(parser, left) : binary(parser, left, here);
  }
  parser->depth--;
  return left;
}
