/* What the parts of the PTX parser share: the lexer, the function that is being read, and its scopes.
 *
 * Invariant: a name means what the innermost open scope declares it to be; what a scope declared is forgotten when it
 * closes. Labels may be used before they stand in the text, so branches keep name and scope until the body ends. */
#ifndef HEDDLE_PROOFS_PTX_READER_H
#define HEDDLE_PROOFS_PTX_READER_H

#include "ptx.h"
#include "ptx_lexer.h"

/* `.reg .b32 %r<10>` declares a range of `count` registers, `.reg .b32 x` one. */
typedef struct hd_ptx_declaration {
  uint32_t name, previous; /* the declaration that this one hides, or HD_PTX_NONE */
  uint32_t scope;
  uint32_t reg;    /* of one register its number */
  uint32_t serial; /* of a range, its number among all ranges */
  uint32_t count;
  uint8_t bits;
  bool is_range;
} hd_ptx_declaration;

typedef struct hd_ptx_scope {
  uint32_t parent;       /* HD_PTX_NONE for the function's own */
  uint32_t declarations; /* when it was opened */
} hd_ptx_scope;

typedef struct hd_ptx_reader {
  hd_ptx_lexer lexer;
  hd_ptx_file file;
  hd_ptx_function function;
  size_t instruction_room, operand_room, register_room, label_room, target_room;
  uint32_t *branch_scope; /* of each instruction */
  uint32_t *target_scope; /* of each target of a list */
  size_t branch_room, target_scope_room;
  hd_ptx_scope *scope; /* all of the function, by number */
  hd_ptx_declaration *declaration;
  uint32_t *binding; /* of each name its innermost declaration, or HD_PTX_NONE */
  size_t scopes, declarations, bindings, scope_room, declaration_room, binding_room;
  uint32_t here, depth, ranges;
  hd_ptx_table range;    /* (range, number) -> register */
  hd_ptx_table labelled; /* (scope, name) -> label */
} hd_ptx_reader;

/* The current word as a name. */
uint32_t hd_ptx_take_name(hd_ptx_reader *reader);

/* Passes everything up to a mark outside of brackets, and the mark; nesting is counted. */
void hd_ptx_skip_to(hd_ptx_reader *reader, char mark, const char *reason);

/* A body, from behind its brace to its closing brace: instructions, operands, registers, labels (ptx_body.c). */
void hd_ptx_read_body(hd_ptx_reader *reader);
/* The operands of the last instruction, up to its semicolon (ptx_operands.c). */
void hd_ptx_read_operands(hd_ptx_reader *reader);

/* Scopes (ptx_scope.c). The first one that is opened is the function's. */
void hd_ptx_open_scope(hd_ptx_reader *reader);
void hd_ptx_close_scope(hd_ptx_reader *reader);
/* `.reg .v2 .b32 a, %r<10>;`, from behind `.reg` to before what ends it. */
void hd_ptx_declare_registers(hd_ptx_reader *reader);
/* The register that a name means here, or HD_PTX_NONE. */
uint32_t hd_ptx_resolve(hd_ptx_reader *reader, uint32_t name);
void hd_ptx_add_label(hd_ptx_reader *reader, uint32_t name, size_t position);
/* Turns names of labels into labels, when the body has ended. */
void hd_ptx_resolve_labels(hd_ptx_reader *reader);

#endif
