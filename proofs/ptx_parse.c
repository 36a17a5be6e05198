/* A file of PTX: its directives, and the functions with their signatures. */
#include "proofs/ptx_reader.h"

#include <stdlib.h>
#include <string.h>

uint32_t hd_ptx_take_name(hd_ptx_reader *reader) {
  hd_ptx_lexer *lexer = &reader->lexer;
  const uint32_t name = hd_ptx_name_add(&reader->file.names, lexer->position, lexer->end - lexer->position);
  if (name == UINT32_MAX) hd_ptx_lexer_capacity(lexer, "there is not enough memory for it");
  else hd_ptx_next(lexer);
  return name;
}

void hd_ptx_skip_to(hd_ptx_reader *reader, char mark, const char *reason) {
  hd_ptx_lexer *lexer = &reader->lexer;
  const size_t begin = lexer->position;
  size_t open = 0;
  while (!lexer->failed) {
    if (lexer->token == HD_PTX_END) hd_ptx_lexer_fail(lexer, begin, reason);
    const char c = lexer->mark;
    hd_ptx_next(lexer);
    if (open == 0 && c == mark) return;
    if (c == '{' || c == '(' || c == '[') open++;
    if ((c == '}' || c == ')' || c == ']') && open-- == 0) {
      hd_ptx_lexer_fail(lexer, begin, "a bracket closes inside of this directive");
    }
    if (open == 0 && c == mark) return;
  }
}

/* ---- functions ---- */

/* `.reqntid 128, 1, 1` */
static void read_extents(hd_ptx_reader *reader, int64_t extent[3]) {
  hd_ptx_lexer *lexer = &reader->lexer;
  int64_t value;
  hd_ptx_next(lexer);
  extent[0] = extent[1] = extent[2] = 1;
  for (int k = 0; k < 3 && hd_ptx_integer(lexer, &value); k++) {
    extent[k] = value;
    hd_ptx_next(lexer);
    if (!hd_ptx_pass(lexer, ',')) return;
  }
}

/* The list of what a function takes or gives; parameters that are registers are declared in its scope. */
static void read_parameters(hd_ptx_reader *reader) {
  hd_ptx_lexer *lexer = &reader->lexer;
  const size_t begin = lexer->position;
  hd_ptx_next(lexer);
  while (!lexer->failed && !hd_ptx_pass(lexer, ')')) {
    if (lexer->token == HD_PTX_END || lexer->mark == '{' || lexer->mark == ';') {
      hd_ptx_lexer_fail(lexer, begin, "this list does not end");
    } else if (hd_ptx_pass_word(lexer, ".reg")) {
      hd_ptx_declare_registers(reader);
    } else {
      hd_ptx_next(lexer);
    }
  }
}

/* What stands between a function's parameters and its body, or the semicolon of a declaration. */
static void read_bounds(hd_ptx_reader *reader) {
  hd_ptx_lexer *lexer = &reader->lexer;
  hd_ptx_function *f = &reader->function;
  while (!lexer->failed && lexer->mark != '{' && lexer->mark != ';') {
    if (hd_ptx_at_word(lexer, ".reqntid")) read_extents(reader, f->required);
    else if (hd_ptx_at_word(lexer, ".maxntid")) read_extents(reader, f->most);
    else if (hd_ptx_at_word(lexer, ".pragma")) hd_ptx_skip_to(reader, ';', "this directive does not end");
    else if (hd_ptx_at_prefix(lexer, ".") || lexer->token == HD_PTX_NUMBER || lexer->mark == ',') hd_ptx_next(lexer);
    else hd_ptx_lexer_fail(lexer, lexer->position, "here the body of a function is expected, or ;");
  }
}

static void start_function(hd_ptx_reader *reader, bool is_entry) {
  hd_ptx_function *f = &reader->function;
  f->is_entry = is_entry;
  f->has_body = false;
  f->instructions = f->operands = f->registers = f->labels = f->targets = 0;
  memset(f->required, 0, sizeof f->required);
  memset(f->most, 0, sizeof f->most);
  reader->scopes = 0;
  reader->ranges = 0;
  hd_ptx_table_clear(&reader->range);
  hd_ptx_table_clear(&reader->labelled);
  /* An instruction without operands has them at a place too. */
  if (!hd_ptx_grow(&f->operand, &reader->operand_room, 1, sizeof *f->operand))
    hd_ptx_lexer_capacity(&reader->lexer, "there is not enough memory for it");
  hd_ptx_open_scope(reader);
}

static void read_function(hd_ptx_reader *reader, bool is_entry) {
  hd_ptx_lexer *lexer = &reader->lexer;
  hd_ptx_function *f = &reader->function;
  start_function(reader, is_entry);
  while (hd_ptx_at_prefix(lexer, ".") || lexer->mark == '(') { /* .attribute(..), .noreturn, what it gives */
    if (lexer->mark == '(') read_parameters(reader);
    else hd_ptx_next(lexer);
  }
  if (lexer->token != HD_PTX_WORD) {
    hd_ptx_lexer_fail(lexer, lexer->position, "here the name of a function is expected");
    return;
  }
  f->position = (uint32_t)lexer->position;
  f->name = hd_ptx_take_name(reader);
  if (lexer->mark == '(') read_parameters(reader);
  read_bounds(reader);
  f->end = (uint32_t)lexer->position;
  if (hd_ptx_pass(lexer, '{')) {
    f->has_body = true;
    hd_ptx_read_body(reader);
    if (!lexer->failed) hd_ptx_resolve_labels(reader);
  } else {
    (void)hd_ptx_pass(lexer, ';');
    hd_ptx_close_scope(reader);
  }
}

/* ---- the file ---- */

/* `.version 9.0` */
static void read_version(hd_ptx_reader *reader) {
  hd_ptx_lexer *lexer = &reader->lexer;
  hd_ptx_next(lexer);
  const char *at = lexer->text + lexer->position, *end = lexer->text + lexer->end;
  int64_t part[2] = {0, 0};
  int k = 0;
  for (; lexer->token == HD_PTX_NUMBER && at < end; at++) {
    if (*at == '.' && k == 0) k = 1;
    else if (*at >= '0' && *at <= '9' && part[k] < 1000) part[k] = 10 * part[k] + (*at - '0');
  }
  if (lexer->token != HD_PTX_NUMBER || part[1] > 99) {
    hd_ptx_lexer_fail(lexer, lexer->position, "here a version is expected, 9.0");
    return;
  }
  reader->file.version = 100 * part[0] + part[1];
  hd_ptx_next(lexer);
}

/* `.target sm_100a, debug` */
static void read_target(hd_ptx_reader *reader) {
  hd_ptx_lexer *lexer = &reader->lexer;
  hd_ptx_next(lexer);
  do {
    if (lexer->token != HD_PTX_WORD) {
      hd_ptx_lexer_fail(lexer, lexer->position, "here a target is expected, sm_100a");
      return;
    }
    const size_t position = lexer->position;
    const bool is_target = hd_ptx_at_prefix(lexer, "sm_");
    const uint32_t name = hd_ptx_take_name(reader);
    if (!is_target) continue;
    reader->file.target = name;
    reader->file.target_position = (uint32_t)position;
  } while (hd_ptx_pass(lexer, ','));
}

static hd_status read_file(hd_ptx_reader *reader, hd_error *error, hd_ptx_visit visit, void *context) {
  hd_ptx_lexer *lexer = &reader->lexer;
  while (!lexer->failed && lexer->token != HD_PTX_END) {
    if (hd_ptx_at_word(lexer, ".func") || hd_ptx_at_word(lexer, ".entry")) {
      const bool is_entry = hd_ptx_pass_word(lexer, ".entry");
      if (!is_entry) hd_ptx_next(lexer);
      read_function(reader, is_entry);
      if (lexer->failed) break;
      const hd_status status = visit(context, &reader->file, &reader->function, error);
      if (status != HD_OK) return status;
    } else if (hd_ptx_at_word(lexer, ".version")) {
      read_version(reader);
    } else if (hd_ptx_at_word(lexer, ".target")) {
      read_target(reader);
    } else if (hd_ptx_at_word(lexer, ".address_size") || hd_ptx_at_word(lexer, ".file") ||
               hd_ptx_at_word(lexer, ".loc")) {
      hd_ptx_next_line(lexer);
    } else if (hd_ptx_at_word(lexer, ".visible") || hd_ptx_at_word(lexer, ".extern") ||
               hd_ptx_at_word(lexer, ".weak") || hd_ptx_at_word(lexer, ".common")) {
      hd_ptx_next(lexer);
    } else if (hd_ptx_at_word(lexer, ".section")) {
      hd_ptx_next(lexer);
      if (lexer->token == HD_PTX_WORD) hd_ptx_next(lexer);
      if (hd_ptx_expect(lexer, '{', "here the section's { is expected")) {
        hd_ptx_skip_to(reader, '}', "the text ends inside of this section");
      }
    } else if (hd_ptx_at_prefix(lexer, ".")) { /* variables, .pragma, .alias */
      hd_ptx_skip_to(reader, ';', "the text ends inside of this directive");
    } else if (!hd_ptx_pass(lexer, ';')) {
      hd_ptx_lexer_fail(lexer, lexer->position, "here a directive is expected");
    }
  }
  return lexer->failed ? error->status : HD_OK;
}

hd_status hd_ptx_parse(const char *text, size_t length, hd_error *error, hd_ptx_visit visit, void *context) {
  hd_ptx_reader reader;
  hd_error unused;
  if (error == NULL) error = &unused;
  memset(&reader, 0, sizeof reader);
  reader.file.text = text;
  reader.file.length = length;
  reader.file.target = HD_PTX_NONE;
  hd_ptx_names_start(&reader.file.names, text);
  hd_ptx_lexer_start(&reader.lexer, text, length, error);
  const hd_status status = read_file(&reader, error, visit, context);
  hd_ptx_names_free(&reader.file.names);
  hd_ptx_table_free(&reader.range);
  hd_ptx_table_free(&reader.labelled);
  free(reader.function.instruction);
  free(reader.function.operand);
  free(reader.function.reg);
  free(reader.function.label);
  free(reader.function.target);
  free(reader.branch_scope);
  free(reader.target_scope);
  free(reader.scope);
  free(reader.declaration);
  free(reader.binding);
  return status;
}
