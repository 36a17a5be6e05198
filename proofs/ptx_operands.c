/* The operands of an instruction: registers, numbers, names, addresses, vectors and the lists of a call. */
#include "proofs/ptx_reader.h"

/* Brackets nest little, but they do: [map, {x, y}]. */
enum { MOST_BRACKETS = 8 };

typedef struct operands {
  hd_ptx_reader *reader;
  char open[MOST_BRACKETS];
  int depth;
  unsigned argument;
  uint8_t flags; /* of the next operand, beside those of the brackets */
  bool minus;    /* the next number is subtracted */
  bool goes_on;  /* the next operand is added to the last one */
  bool is_call;
  size_t first;
} operands;

static uint8_t bracket_flags(const operands *o) {
  uint8_t flags = 0;
  for (int k = 0; k < o->depth; k++) {
    flags |= o->open[k] == '[' ? HD_PTX_IN_ADDRESS : o->open[k] == '{' ? HD_PTX_IN_VECTOR : 0;
    if (o->open[k] == '(' && o->is_call) flags |= HD_PTX_IN_LIST;
  }
  return flags;
}

static hd_ptx_operand *last(const operands *o) {
  const hd_ptx_function *f = &o->reader->function;
  return f->operands > o->first ? &f->operand[f->operands - 1] : NULL;
}

static void add(operands *o, hd_ptx_operand one) {
  hd_ptx_function *f = &o->reader->function;
  if (f->operands >= HD_PTX_MAX_OPERANDS) {
    hd_ptx_lexer_capacity(&o->reader->lexer, "the function has more than 8388608 operands");
    return;
  }
  if (!hd_ptx_grow(&f->operand, &o->reader->operand_room, f->operands + 1, sizeof *f->operand)) {
    hd_ptx_lexer_capacity(&o->reader->lexer, "there is not enough memory for it");
    return;
  }
  one.flags |= o->flags | bracket_flags(o);
  one.argument = (uint16_t)(o->argument < UINT16_MAX ? o->argument : UINT16_MAX);
  f->operand[f->operands++] = one;
  o->flags = 0;
  o->minus = o->goes_on = false;
}

static void add_number(operands *o) {
  const hd_ptx_lexer *lexer = &o->reader->lexer;
  int64_t value = 0;
  const bool exact = hd_ptx_integer(lexer, &value);
  if (o->minus) value = (int64_t)(0 - (uint64_t)value);
  hd_ptx_operand *before = last(o);
  if (o->goes_on && before != NULL) {
    before->value = (int64_t)((uint64_t)before->value + (uint64_t)value);
    if (!exact) before->flags |= HD_PTX_INEXACT;
    o->minus = o->goes_on = false;
    return;
  }
  add(o, (hd_ptx_operand){HD_PTX_IMMEDIATE, exact ? 0 : HD_PTX_INEXACT, 0, 0, exact ? value : 0});
}

static void add_word(operands *o) {
  hd_ptx_reader *reader = o->reader;
  const hd_ptx_lexer *lexer = &reader->lexer;
  const size_t begin = lexer->position, length = lexer->end - begin;
  if (length == 1 && lexer->text[begin] == '_') {
    add(o, (hd_ptx_operand){.kind = HD_PTX_SINK});
    return;
  }
  uint32_t name = hd_ptx_name_add(&reader->file.names, begin, length);
  if (name == UINT32_MAX) {
    hd_ptx_lexer_capacity(&reader->lexer, "there is not enough memory for it");
    return;
  }
  uint32_t reg = hd_ptx_resolve(reader, name);
  size_t dot = length; /* a part of a vector: v.x */
  while (reg == HD_PTX_NONE && dot > 1 && lexer->text[begin + dot - 1] != '.') dot--;
  if (reg == HD_PTX_NONE && dot > 1) {
    const uint32_t whole = hd_ptx_name_add(&reader->file.names, begin, dot - 1);
    if (whole != UINT32_MAX) reg = hd_ptx_resolve(reader, whole);
  }
  const bool special = lexer->text[begin] == '%';
  add(o, reg != HD_PTX_NONE ? (hd_ptx_operand){.kind = HD_PTX_REGISTER, .id = reg}
                            : (hd_ptx_operand){.kind = special ? HD_PTX_SPECIAL : HD_PTX_SYMBOL, .id = name});
}

static void open_bracket(operands *o, char mark) {
  if (o->depth >= MOST_BRACKETS) {
    hd_ptx_lexer_fail(&o->reader->lexer, o->reader->lexer.position, "brackets nest too deeply in an operand");
    return;
  }
  o->open[o->depth++] = mark;
}

static void close_bracket(operands *o, char opening) {
  if (o->depth == 0 || o->open[o->depth - 1] != opening) {
    hd_ptx_lexer_fail(&o->reader->lexer, o->reader->lexer.position, "this bracket was not opened");
    return;
  }
  o->depth--;
}

/* An operator of a constant expression: sums are worked out, the value of anything else is not known. */
static void take_operator(operands *o, char mark) {
  hd_ptx_operand *before = last(o);
  const bool begins = before == NULL || before->argument != o->argument || o->flags != 0 || o->minus;
  if (mark == '!' || mark == '~') {
    o->flags |= mark == '!' ? HD_PTX_NEGATED : HD_PTX_INEXACT;
  } else if (mark == '-' || mark == '+') {
    const hd_ptx_lexer *lexer = &o->reader->lexer;
    size_t back = lexer->position; /* an operand stands before a sum, and a bracket or comma before a sign */
    while (back > 0 && (lexer->text[back - 1] == ' ' || lexer->text[back - 1] == '\t')) back--;
    const char c = back > 0 ? lexer->text[back - 1] : 0;
    const bool sign = c == ',' || c == '[' || c == '{' || c == '(';
    if (mark == '-') o->minus = !o->minus;
    if (!begins && !sign) o->goes_on = true;
  } else if (mark == '|' && before != NULL && before->kind != HD_PTX_IMMEDIATE) {
    o->flags |= HD_PTX_BESIDE;
  } else if (before != NULL) {
    before->flags |= HD_PTX_INEXACT;
    o->goes_on = true;
  }
}

static void take_mark(operands *o, char mark) {
  switch (mark) {
    case '{':
    case '[':
    case '(': open_bracket(o, mark); break;
    case '}': close_bracket(o, '{'); break;
    case ']': close_bracket(o, '['); break;
    case ')': close_bracket(o, '('); break;
    case ',':
      o->flags = 0;
      o->minus = o->goes_on = false;
      if (o->depth == 0) o->argument++;
      break;
    case '@':
    case '=': hd_ptx_lexer_fail(&o->reader->lexer, o->reader->lexer.position, "here an operand is expected"); break;
    default: take_operator(o, mark);
  }
}

void hd_ptx_read_operands(hd_ptx_reader *reader) {
  hd_ptx_lexer *lexer = &reader->lexer;
  hd_ptx_function *f = &reader->function;
  hd_ptx_instruction *one = &f->instruction[f->instructions - 1];
  operands o = {.reader = reader, .first = f->operands};
  const size_t begin = one->position;
  o.is_call = hd_ptx_name_begins(&reader->file.names, one->opcode, "call");
  while (!lexer->failed && !(lexer->token == HD_PTX_MARK && lexer->mark == ';')) {
    if (lexer->token == HD_PTX_WORD && lexer->text[lexer->position] == '.') {
      hd_ptx_lexer_fail(lexer, lexer->position, "the instruction before this directive does not end in ;");
    } else if (lexer->token == HD_PTX_WORD) {
      add_word(&o);
    } else if (lexer->token == HD_PTX_NUMBER) {
      add_number(&o);
    } else if (lexer->token == HD_PTX_MARK) {
      take_mark(&o, lexer->mark);
    } else {
      hd_ptx_lexer_fail(lexer, begin,
                        lexer->token == HD_PTX_END ? "the text ends inside of this instruction"
                                                   : "this instruction holds a string");
    }
    hd_ptx_next(lexer);
  }
  if (!lexer->failed && o.depth > 0) hd_ptx_lexer_fail(lexer, lexer->position, "a bracket is open here");
  hd_ptx_next(lexer);
  one->operands = (uint32_t)(f->operands - o.first);
  one->arguments = (uint16_t)(o.argument < UINT16_MAX ? o.argument + (one->operands > 0) : UINT16_MAX);
}
