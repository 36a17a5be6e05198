/* Statements, and the entry points of the parser. */
#include "proofs/parser.h"

#include "proofs/near.h"

#include <stdlib.h>
#include <string.h>

static const char *const words[] = {"let", "for",  "in",    "claim", "forall",    "onto",
                                    "o",   "true", "false", "S",     "undefined", "overflows"};

static int statement(hd_parser *parser);

/* FNV-1a */
static unsigned chain_of(const hd_lexer *lexer) {
  uint64_t hash = UINT64_C(14695981039346656037);
  for (size_t k = 0; k < lexer->name_length; k++)
    hash = (hash ^ (unsigned char)lexer->name[k]) * UINT64_C(1099511628211);
  return (unsigned)((hash ^ hash >> 32) % HD_SCOPE_CHAINS);
}

const hd_scope_name *hd_parser_name(const hd_parser *parser) {
  const hd_lexer *lexer = &parser->lexer;
  if (parser->chain == NULL) return NULL;
  for (int k = parser->chain[chain_of(lexer)]; k > 0; k = parser->scope[k - 1].below) {
    const hd_scope_name *name = &parser->scope[k - 1];
    if (k <= parser->names && name->length == lexer->name_length &&
        memcmp(name->name, lexer->name, lexer->name_length) == 0) {
      return name;
    }
  }
  return NULL;
}

/* Makes the name being looked at the innermost one. There is room for it. */
static void chain(hd_parser *parser, int slot) {
  const hd_lexer *lexer = &parser->lexer;
  while (parser->chained > parser->names) { /* the last one in is the first of its chain */
    const hd_scope_name *gone = &parser->scope[--parser->chained];
    parser->chain[gone->chain] = gone->below;
  }
  unsigned which = chain_of(lexer);
  parser->scope[parser->names++] = (hd_scope_name){lexer->name, lexer->name_length, slot, which, parser->chain[which]};
  parser->chain[which] = parser->chained = parser->names;
}

int hd_parser_bind(hd_parser *parser) {
  const hd_lexer *lexer = &parser->lexer;
  if (lexer->token != HD_TOKEN_NAME) return hd_parser_fail(parser, HD_MALFORMED, "a name is wanted here", NULL);
  for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
    if (hd_lexer_is_word(lexer, words[k])) {
      return hd_parser_fail(parser, HD_MALFORMED, "this is a word of the language and names nothing else", NULL);
    }
  }
  if (hd_parser_name(parser) != NULL) {
    return hd_parser_fail(parser, HD_MALFORMED, "this name has a value already",
                          "a name is bound once where it is visible");
  }
  if (parser->names == parser->capacity) {
    int capacity = parser->capacity == 0 ? 16 : 2 * parser->capacity;
    hd_scope_name *grown = realloc(parser->scope, (size_t)capacity * sizeof *grown);
    if (grown == NULL) return hd_parser_fail(parser, HD_UNDECIDED, "there is not enough memory", NULL);
    parser->scope = grown;
    parser->capacity = capacity;
  }
  if (parser->chain == NULL) parser->chain = calloc(HD_SCOPE_CHAINS, sizeof *parser->chain);
  if (parser->chain == NULL) return hd_parser_fail(parser, HD_UNDECIDED, "there is not enough memory", NULL);
  if (parser->syntax->slots == HD_MAX_VARIABLES) {
    (void)hd_parser_fail(parser, HD_MALFORMED, "more than {0} names", NULL);
    if (parser->error != NULL) parser->error->number[0] = HD_MAX_VARIABLES;
    return -1;
  }
  int slot = parser->syntax->slots++;
  chain(parser, slot);
  hd_lexer_next(&parser->lexer);
  return slot;
}

/* `t<32`, the name visible only after all bounds: `names` says how many names the bounds may use. */
static int bound(hd_parser *parser, int names) {
  int index = hd_parser_node(parser, HD_NODE_BOUND);
  if (index < 0) return -1;
  const char *name = parser->lexer.name;
  size_t length = parser->lexer.name_length;
  int slot = hd_parser_bind(parser);
  if (slot < 0 || !hd_parser_expect(parser, HD_SYMBOL1('<'), "`<` is missing: a variable is bounded, as in t<32"))
    return -1;
  hd_node *node = &parser->syntax->node[index];
  node->slot = slot;
  node->name = name;
  node->name_length = length;
  int bound_now = parser->names;
  parser->names = names;
  parser->no_colon = true;
  index = hd_parser_adopt(parser, index, hd_parser_expression(parser, HD_TIGHTNESS_SUM));
  parser->no_colon = false;
  parser->names = bound_now;
  return index;
}

/* `t<32, r<4: EXPRESSION` */
static int forall(hd_parser *parser) {
  int names = parser->names;
  int index = hd_parser_node(parser, HD_NODE_FORALL);
  do {
    index = hd_parser_adopt(parser, index, index < 0 ? -1 : bound(parser, names));
  } while (index >= 0 && hd_parser_accept(parser, HD_SYMBOL1(',')));
  if (index < 0 || !hd_parser_expect(parser, HD_SYMBOL1(':'), "`:` or `,` is missing after the bound")) return -1;
  index = hd_parser_adopt(parser, index, hd_parser_expression(parser, 0));
  parser->names = names;
  return index;
}

static int claim(hd_parser *parser) {
  int index = hd_parser_node(parser, HD_NODE_CLAIM);
  if (index < 0) return -1;
  hd_lexer_next(&parser->lexer);
  hd_lexer ahead = parser->lexer;
  hd_lexer_next(&ahead);
  bool named = parser->lexer.token == HD_TOKEN_NAME && hd_lexer_is_symbol(&ahead, HD_SYMBOL1(':'));
  if (named || parser->lexer.token == HD_TOKEN_STRING) {
    parser->syntax->node[index].name = parser->lexer.name;
    parser->syntax->node[index].name_length = parser->lexer.name_length;
    hd_lexer_next(&parser->lexer);
    if (!hd_parser_expect(parser, HD_SYMBOL1(':'), "`:` is missing after the claim's name")) return -1;
  }
  if (!hd_lexer_is_word(&parser->lexer, "forall"))
    return hd_parser_adopt(parser, index, hd_parser_expression(parser, 0));
  size_t begin = parser->lexer.position;
  hd_lexer_next(&parser->lexer);
  int predicate = forall(parser);
  if (predicate >= 0) parser->syntax->node[predicate].begin = begin;
  return hd_parser_adopt(parser, index, predicate);
}

static int let(hd_parser *parser) {
  int index = hd_parser_node(parser, HD_NODE_LET);
  if (index < 0) return -1;
  hd_lexer_next(&parser->lexer);
  const hd_lexer name = parser->lexer;
  int names = parser->names, slot = hd_parser_bind(parser);
  if (slot < 0 || !hd_parser_expect(parser, HD_SYMBOL1('='), "`=` is missing after the name")) return -1;
  hd_node *node = &parser->syntax->node[index];
  node->slot = slot;
  node->name = name.name;
  node->name_length = name.name_length;
  parser->names = names; /* not visible in its own value */
  index = hd_parser_adopt(parser, index, hd_parser_expression(parser, 0));
  parser->names = names + 1;
  return index;
}

/* `1`, or `1..8` */
static int range(hd_parser *parser) {
  int index = hd_parser_node(parser, HD_NODE_RANGE);
  index = hd_parser_adopt(parser, index, hd_parser_expression(parser, 0));
  if (index >= 0 && hd_parser_accept(parser, HD_SYMBOL2('.', '.'))) {
    index = hd_parser_adopt(parser, index, hd_parser_expression(parser, 0));
  }
  return index;
}

static int loop(hd_parser *parser) {
  int index = hd_parser_node(parser, HD_NODE_FOR);
  if (index < 0) return -1;
  hd_lexer_next(&parser->lexer);
  const hd_lexer name = parser->lexer;
  int names = parser->names, slot = hd_parser_bind(parser);
  if (slot < 0) return -1;
  if (!hd_lexer_is_word(&parser->lexer, "in"))
    return hd_parser_fail(parser, HD_MALFORMED, "`in` is missing after the name", NULL);
  hd_node *node = &parser->syntax->node[index];
  node->slot = slot;
  node->name = name.name;
  node->name_length = name.name_length;
  parser->names = names;
  do {
    hd_lexer_next(&parser->lexer);
    index = hd_parser_adopt(parser, index, range(parser));
  } while (index >= 0 && hd_lexer_is_symbol(&parser->lexer, HD_SYMBOL1(',')));
  parser->names = names + 1;
  if (index < 0 || !hd_parser_expect(parser, HD_SYMBOL1(':'), "`:` and a statement are wanted after the values"))
    return -1;
  index = hd_parser_adopt(parser, index, statement(parser));
  parser->names = names;
  return index;
}

/* Statements up to `}` or the end of the text. */
static int block(hd_parser *parser) {
  int names = parser->names;
  int index = hd_parser_node(parser, HD_NODE_BLOCK);
  while (index >= 0 && parser->lexer.token != HD_TOKEN_END && !hd_lexer_is_symbol(&parser->lexer, HD_SYMBOL1('}'))) {
    index = hd_parser_adopt(parser, index, statement(parser));
    if (index >= 0) (void)hd_parser_accept(parser, HD_SYMBOL1(';'));
  }
  parser->names = names;
  return index;
}

static int statement(hd_parser *parser) {
  if (!hd_parser_descend(parser)) return -1;
  int index = -1;
  if (hd_lexer_is_word(&parser->lexer, "let")) {
    index = let(parser);
  } else if (hd_lexer_is_word(&parser->lexer, "for")) {
    index = loop(parser);
  } else if (hd_lexer_is_word(&parser->lexer, "claim")) {
    index = claim(parser);
  } else if (hd_parser_accept(parser, HD_SYMBOL1('{'))) {
    index = block(parser);
    if (index >= 0 && !hd_parser_expect(parser, HD_SYMBOL1('}'), "`}` is missing")) index = -1;
  } else {
    hd_parser_fail(parser, HD_MALFORMED, "a statement begins with let, for, claim or `{`",
                   "what is to be checked is written: claim \"name\": EXPRESSION");
  }
  parser->depth--;
  return index;
}

typedef int parse_function(hd_parser *parser);

/* `let N = 4; EXPRESSION`: a block of lets and the expression, or the expression alone. */
static int any_expression(hd_parser *parser) {
  if (!hd_lexer_is_word(&parser->lexer, "let")) return hd_parser_expression(parser, 0);
  int index = hd_parser_node(parser, HD_NODE_BLOCK);
  while (index >= 0 && hd_lexer_is_word(&parser->lexer, "let")) {
    index = hd_parser_adopt(parser, index, let(parser));
    if (index >= 0) (void)hd_parser_accept(parser, HD_SYMBOL1(';'));
  }
  return hd_parser_adopt(parser, index, index < 0 ? -1 : hd_parser_expression(parser, 0));
}

static hd_status parse(const char *text, size_t length, parse_function *function, hd_error *error, hd_syntax *syntax) {
  hd_parser parser = {.syntax = syntax, .error = error, .status = HD_OK};
  *syntax = (hd_syntax){.text = text, .length = length, .root = -1};
  hd_lexer_start(&parser.lexer, text, length);
  syntax->root = function(&parser);
  if (syntax->root >= 0 && parser.lexer.token != HD_TOKEN_END) {
    hd_parser_fail(&parser, HD_MALFORMED, "the expression ends before this", NULL);
  }
  free(parser.scope);
  free(parser.chain);
  if (parser.status != HD_OK) hd_syntax_free(syntax);
  return parser.status;
}

hd_status hd_parse_expression(const char *text, size_t length, hd_error *error, hd_syntax *syntax) {
  return parse(text, length, any_expression, error, syntax);
}

hd_status hd_parse_formula(const char *text, size_t length, hd_error *error, hd_syntax *syntax) {
  return parse(text, length, forall, error, syntax);
}

hd_status hd_parse_file(const char *text, size_t length, hd_error *error, hd_syntax *syntax) {
  return parse(text, length, block, error, syntax);
}

void hd_syntax_free(hd_syntax *syntax) {
  free(syntax->node);
  syntax->node = NULL;
  syntax->nodes = syntax->capacity = 0;
}

/* Of the language's words those that an expression may begin with: no other helps where a name is wanted. */
const char *hd_suggest(const char *name, size_t length) {
  static const char *const values[] = {"true", "false", "undefined", "overflows"};
  hd_near near = hd_near_start(name, length);
  for (int k = 0; hd_builtin_at(k) != NULL; k++) hd_near_try(&near, hd_builtin_at(k)->name);
  for (size_t k = 0; k < sizeof values / sizeof values[0]; k++) hd_near_try(&near, values[k]);
  return near.best;
}
