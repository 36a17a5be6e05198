/* What names mean: scopes, registers and labels. */
#include "proofs/ptx_reader.h"

#include <string.h>

static const char no_memory[] = "there is not enough memory for it";

void hd_ptx_open_scope(hd_ptx_reader *reader) {
  if (reader->depth >= HD_PTX_MAX_DEPTH) {
    hd_ptx_lexer_capacity(&reader->lexer, "scopes nest deeper than 256");
    return;
  }
  if (!hd_ptx_grow(&reader->scope, &reader->scope_room, reader->scopes + 1, sizeof *reader->scope)) {
    hd_ptx_lexer_capacity(&reader->lexer, no_memory);
    return;
  }
  reader->scope[reader->scopes] =
      (hd_ptx_scope){reader->depth == 0 ? HD_PTX_NONE : reader->here, (uint32_t)reader->declarations};
  reader->here = (uint32_t)reader->scopes++;
  reader->depth++;
}

void hd_ptx_close_scope(hd_ptx_reader *reader) {
  const hd_ptx_scope *scope = &reader->scope[reader->here];
  while (reader->declarations > scope->declarations) {
    const hd_ptx_declaration *last = &reader->declaration[--reader->declarations];
    reader->binding[last->name] = last->previous;
  }
  reader->here = scope->parent;
  reader->depth--;
}

/* ---- registers ---- */

static uint32_t new_register(hd_ptx_reader *reader, uint32_t name, uint8_t bits) {
  hd_ptx_function *f = &reader->function;
  if (f->registers >= HD_PTX_MAX_REGISTERS) {
    hd_ptx_lexer_capacity(&reader->lexer, "the function names more than 4194304 registers");
    return HD_PTX_NONE;
  }
  if (!hd_ptx_grow(&f->reg, &reader->register_room, f->registers + 1, sizeof *f->reg)) {
    hd_ptx_lexer_capacity(&reader->lexer, no_memory);
    return HD_PTX_NONE;
  }
  f->reg[f->registers] = (hd_ptx_register){name, bits};
  return (uint32_t)f->registers++;
}

/* Room for the bindings of all names that there are. */
static bool bind_names(hd_ptx_reader *reader) {
  const size_t names = reader->file.names.count;
  if (!hd_ptx_grow(&reader->binding, &reader->binding_room, names, sizeof *reader->binding)) {
    hd_ptx_lexer_capacity(&reader->lexer, no_memory);
    return false;
  }
  for (; reader->bindings < names; reader->bindings++) reader->binding[reader->bindings] = HD_PTX_NONE;
  return true;
}

static void declare(hd_ptx_reader *reader, hd_ptx_declaration one, size_t position) {
  if (!bind_names(reader)) return;
  one.previous = reader->binding[one.name];
  one.scope = reader->here;
  if (one.previous != HD_PTX_NONE && reader->declaration[one.previous].scope == reader->here) {
    hd_ptx_lexer_fail(&reader->lexer, position, "this scope has declared the register already");
    return;
  }
  if (!one.is_range && (one.reg = new_register(reader, one.name, one.bits)) == HD_PTX_NONE) return;
  if (!hd_ptx_grow(&reader->declaration, &reader->declaration_room, reader->declarations + 1,
                   sizeof *reader->declaration)) {
    hd_ptx_lexer_capacity(&reader->lexer, no_memory);
    return;
  }
  one.serial = reader->ranges++;
  reader->binding[one.name] = (uint32_t)reader->declarations;
  reader->declaration[reader->declarations++] = one;
}

static uint8_t bits_of(const hd_ptx_lexer *lexer) {
  static const struct {
    const char *type;
    uint8_t bits;
  } known[] = {{".pred", 1}, {".b8", 8}, {".u8", 8}, {".s8", 8}, {".b128", 128}};
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    if (hd_ptx_at_word(lexer, known[k].type)) return known[k].bits;
  }
  const size_t length = lexer->end - lexer->position;
  const char *end = lexer->text + lexer->end - 2;
  if (length > 3 && memcmp(end, "16", 2) == 0) return 16;
  return length > 3 && memcmp(end, "64", 2) == 0 ? 64 : 32;
}

void hd_ptx_declare_registers(hd_ptx_reader *reader) {
  hd_ptx_lexer *lexer = &reader->lexer;
  uint8_t bits = 32;
  while (hd_ptx_at_prefix(lexer, ".")) {
    if (!hd_ptx_at_prefix(lexer, ".v")) bits = bits_of(lexer);
    hd_ptx_next(lexer);
  }
  do {
    const size_t position = lexer->position;
    int64_t count = 0;
    if (lexer->token != HD_PTX_WORD) {
      hd_ptx_lexer_fail(lexer, position, "here the name of a register is expected");
      return;
    }
    hd_ptx_declaration one = {.name = hd_ptx_take_name(reader), .bits = bits};
    if (hd_ptx_pass(lexer, '<')) {
      one.is_range = true;
      if (!hd_ptx_integer(lexer, &count) || count < 0 || count > UINT32_MAX) {
        hd_ptx_lexer_fail(lexer, lexer->position, "here the number of registers is expected");
        return;
      }
      one.count = (uint32_t)count;
      hd_ptx_next(lexer);
      (void)hd_ptx_expect(lexer, '>', "here > is expected");
    }
    if (lexer->failed) return;
    declare(reader, one, position);
  } while (hd_ptx_pass(lexer, ','));
}

/* The innermost declaration of a name as one register, or, where a number is given, as a range that has it;
 * HD_PTX_NONE where there is none. */
static uint32_t declared(const hd_ptx_reader *reader, uint32_t name, const uint64_t *number) {
  uint32_t at = name < reader->bindings ? reader->binding[name] : HD_PTX_NONE;
  for (; at != HD_PTX_NONE; at = reader->declaration[at].previous) {
    const hd_ptx_declaration *one = &reader->declaration[at];
    if (one->is_range ? number != NULL && *number < one->count : number == NULL) return at;
  }
  return HD_PTX_NONE;
}

/* The register of a range: every way to split the name into the range's and a number without a leading zero. */
static uint32_t range_of(const hd_ptx_reader *reader, uint32_t name, uint32_t *number) {
  const hd_ptx_name *n = &reader->file.names.name[name];
  const char *text = reader->file.text + n->position;
  uint32_t found = HD_PTX_NONE;
  uint64_t value = 0, unit = 1;
  for (uint32_t length = n->length; length > 1 && unit <= UINT32_MAX; unit *= 10) {
    const char digit = text[--length];
    if (digit < '0' || digit > '9') break;
    value += unit * (uint64_t)(digit - '0');
    if (digit == '0' && unit > 1) continue;
    const uint32_t prefix = hd_ptx_name_find(&reader->file.names, text, length);
    const uint32_t at = prefix == UINT32_MAX ? HD_PTX_NONE : declared(reader, prefix, &value);
    if (at == HD_PTX_NONE || (found != HD_PTX_NONE && at < found)) continue;
    found = at;
    *number = (uint32_t)value;
  }
  return found;
}

uint32_t hd_ptx_resolve(hd_ptx_reader *reader, uint32_t name) {
  uint32_t number = 0;
  const uint32_t single = declared(reader, name, NULL), range = range_of(reader, name, &number);
  if (range == HD_PTX_NONE || (single != HD_PTX_NONE && single > range)) {
    return single == HD_PTX_NONE ? HD_PTX_NONE : reader->declaration[single].reg;
  }
  const hd_ptx_declaration *d = &reader->declaration[range];
  uint32_t *reg = hd_ptx_table_at(&reader->range, (uint64_t)d->serial << 32 | number);
  if (reg == NULL) {
    hd_ptx_lexer_capacity(&reader->lexer, no_memory);
    return HD_PTX_NONE;
  }
  if (*reg == UINT32_MAX) *reg = new_register(reader, name, d->bits);
  return *reg;
}

/* ---- labels ---- */

void hd_ptx_add_label(hd_ptx_reader *reader, uint32_t name, size_t position) {
  hd_ptx_function *f = &reader->function;
  uint32_t *label = hd_ptx_table_at(&reader->labelled, (uint64_t)reader->here << 32 | name);
  if (label == NULL || !hd_ptx_grow(&f->label, &reader->label_room, f->labels + 1, sizeof *f->label)) {
    hd_ptx_lexer_capacity(&reader->lexer, no_memory);
    return;
  }
  if (*label != UINT32_MAX) {
    hd_ptx_lexer_fail(&reader->lexer, position, "this scope has the label already");
    return;
  }
  *label = (uint32_t)f->labels;
  f->label[f->labels++] = (hd_ptx_label){name, reader->here, (uint32_t)f->instructions, HD_PTX_NONE, 0};
}

/* The label of a name seen from a scope, outwards. */
static uint32_t find_label(hd_ptx_reader *reader, uint32_t scope, uint32_t name) {
  for (; scope != HD_PTX_NONE; scope = reader->scope[scope].parent) {
    const uint32_t *label = hd_ptx_table_at(&reader->labelled, (uint64_t)scope << 32 | name);
    if (label == NULL || *label != UINT32_MAX) return label == NULL ? HD_PTX_NONE : *label;
  }
  return HD_PTX_NONE;
}

void hd_ptx_resolve_labels(hd_ptx_reader *reader) {
  hd_ptx_function *f = &reader->function;
  for (size_t k = 0; k < f->targets; k++) {
    const uint32_t label = find_label(reader, reader->target_scope[k], f->target[k]);
    if (label == HD_PTX_NONE || f->label[label].target != HD_PTX_NONE) {
      hd_ptx_lexer_fail(&reader->lexer, f->position, "a list of labels names one that the function does not have");
      return;
    }
    f->target[k] = label;
  }
  for (size_t k = 0; k < f->instructions; k++) {
    hd_ptx_instruction *one = &f->instruction[k];
    if (one->label == HD_PTX_NONE) continue;
    const uint32_t label = find_label(reader, reader->branch_scope[k], one->label);
    if (label == HD_PTX_NONE) {
      hd_ptx_lexer_fail(&reader->lexer, one->position, "this branch leads to a label that the function does not have");
      return;
    }
    one->label = label;
  }
}
