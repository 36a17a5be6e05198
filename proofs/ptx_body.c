/* The body of a function: its statements, one after the other. */
#include "proofs/ptx_reader.h"

static const char no_memory[] = "there is not enough memory for it";

/* ---- directives ---- */

/* `.branchtargets L0, L1;` behind its label. */
static void read_targets(hd_ptx_reader *reader) {
  hd_ptx_function *f = &reader->function;
  hd_ptx_lexer *lexer = &reader->lexer;
  hd_ptx_label *list = f->labels > 0 ? &f->label[f->labels - 1] : NULL;
  if (list == NULL || list->target != HD_PTX_NONE) {
    hd_ptx_lexer_fail(lexer, lexer->position, "a list of labels stands behind its name");
    return;
  }
  list->target = (uint32_t)f->targets;
  do {
    if (lexer->token != HD_PTX_WORD) {
      hd_ptx_lexer_fail(lexer, lexer->position, "here a label is expected");
      return;
    }
    if (!hd_ptx_grow(&f->target, &reader->target_room, f->targets + 1, sizeof *f->target) ||
        !hd_ptx_grow(&reader->target_scope, &reader->target_scope_room, f->targets + 1, sizeof *reader->target_scope)) {
      hd_ptx_lexer_capacity(lexer, no_memory);
      return;
    }
    reader->target_scope[f->targets] = reader->here;
    const uint32_t name = hd_ptx_take_name(reader);
    f->target[f->targets++] = name;
    list->targets++;
  } while (hd_ptx_pass(lexer, ','));
  (void)hd_ptx_expect(lexer, ';', "here ; is expected");
}

static void read_directive(hd_ptx_reader *reader) {
  hd_ptx_lexer *lexer = &reader->lexer;
  if (hd_ptx_pass_word(lexer, ".reg")) {
    hd_ptx_declare_registers(reader);
    if (!lexer->failed) (void)hd_ptx_expect(lexer, ';', "here ; or , is expected");
  } else if (hd_ptx_at_word(lexer, ".loc") || hd_ptx_at_word(lexer, ".file")) {
    hd_ptx_next_line(lexer);
  } else if (hd_ptx_pass_word(lexer, ".branchtargets")) {
    read_targets(reader);
  } else { /* variables, parameters, .pragma, .callprototype, .calltargets */
    hd_ptx_skip_to(reader, ';', "the text ends inside of this directive");
  }
}

/* ---- instructions ---- */

static void add_instruction(hd_ptx_reader *reader, hd_ptx_instruction one) {
  hd_ptx_function *f = &reader->function;
  if (f->instructions >= HD_PTX_MAX_INSTRUCTIONS) {
    hd_ptx_lexer_capacity(&reader->lexer, "the function has more than 2097152 instructions");
    return;
  }
  if (!hd_ptx_grow(&f->instruction, &reader->instruction_room, f->instructions + 1, sizeof *f->instruction) ||
      !hd_ptx_grow(&reader->branch_scope, &reader->branch_room, f->instructions + 1, sizeof *reader->branch_scope)) {
    hd_ptx_lexer_capacity(&reader->lexer, no_memory);
    return;
  }
  one.operand = (uint32_t)f->operands;
  reader->branch_scope[f->instructions] = reader->here;
  f->instruction[f->instructions++] = one;
}

/* The name that a branch leads to: the last of its operands. */
static void take_branch(hd_ptx_reader *reader) {
  hd_ptx_function *f = &reader->function;
  hd_ptx_instruction *one = &f->instruction[f->instructions - 1];
  const hd_ptx_names *names = &reader->file.names;
  const bool is_plain = hd_ptx_name_is(names, one->opcode, "bra") || hd_ptx_name_begins(names, one->opcode, "bra.");
  const bool is_indexed = hd_ptx_name_is(names, one->opcode, "brx") || hd_ptx_name_begins(names, one->opcode, "brx.");
  if (!is_plain && !is_indexed) return;
  const hd_ptx_operand *last = one->operands > 0 ? &f->operand[f->operands - 1] : NULL;
  if (last == NULL || last->kind != HD_PTX_SYMBOL) {
    hd_ptx_lexer_fail(&reader->lexer, one->position, "a branch without a label");
    return;
  }
  one->label = last->id;
}

static void read_instruction(hd_ptx_reader *reader, hd_ptx_instruction one) {
  add_instruction(reader, one);
  if (reader->lexer.failed) return;
  hd_ptx_read_operands(reader);
  if (!reader->lexer.failed) take_branch(reader);
}

/* `@p`, `@!p`. */
static void read_guarded(hd_ptx_reader *reader) {
  hd_ptx_lexer *lexer = &reader->lexer;
  hd_ptx_instruction one = {.guard = HD_PTX_NONE, .label = HD_PTX_NONE};
  one.guard_negated = hd_ptx_pass(lexer, '!');
  const size_t position = lexer->position;
  if (lexer->token != HD_PTX_WORD) {
    hd_ptx_lexer_fail(lexer, position, "here a predicate is expected");
    return;
  }
  const uint32_t name = hd_ptx_take_name(reader);
  if (lexer->failed) return;
  one.guard = hd_ptx_resolve(reader, name);
  if (one.guard == HD_PTX_NONE) {
    hd_ptx_lexer_fail(lexer, position, "this predicate is not declared");
    return;
  }
  one.position = (uint32_t)lexer->position;
  if (lexer->token != HD_PTX_WORD || hd_ptx_at_prefix(lexer, ".")) {
    hd_ptx_lexer_fail(lexer, lexer->position, "here an instruction is expected");
    return;
  }
  one.opcode = hd_ptx_take_name(reader);
  if (!lexer->failed) read_instruction(reader, one);
}

/* A word: a label where : stands behind it, an instruction otherwise. */
static void read_word(hd_ptx_reader *reader) {
  hd_ptx_lexer *lexer = &reader->lexer;
  const size_t position = lexer->position;
  const uint32_t name = hd_ptx_take_name(reader);
  if (lexer->failed) return;
  if (hd_ptx_pass(lexer, ':')) {
    hd_ptx_add_label(reader, name, position);
    return;
  }
  read_instruction(
      reader,
      (hd_ptx_instruction){.position = (uint32_t)position, .opcode = name, .guard = HD_PTX_NONE, .label = HD_PTX_NONE});
}

void hd_ptx_read_body(hd_ptx_reader *reader) {
  hd_ptx_lexer *lexer = &reader->lexer;
  const size_t begin = reader->function.position;
  const uint32_t outside = reader->depth - 1;
  while (!lexer->failed) {
    const size_t here = lexer->position;
    if (hd_ptx_pass(lexer, ';')) continue;
    if (hd_ptx_at_prefix(lexer, ".")) {
      read_directive(reader);
    } else if (lexer->token == HD_PTX_WORD) {
      read_word(reader);
    } else if (hd_ptx_pass(lexer, '@')) {
      read_guarded(reader);
    } else if (hd_ptx_pass(lexer, '{')) {
      hd_ptx_open_scope(reader);
    } else if (hd_ptx_pass(lexer, '}')) {
      hd_ptx_close_scope(reader);
      if (reader->depth > outside) continue;
      reader->function.end = (uint32_t)here;
      return;
    } else {
      const bool ends = lexer->token == HD_PTX_END;
      hd_ptx_lexer_fail(lexer, ends ? begin : here,
                        ends ? "the text ends inside of this function" : "here an instruction or a label is expected");
    }
  }
}
