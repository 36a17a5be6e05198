/* What does a file of PTX say? The program as a list of functions, each a list of instructions with flat operands.
 *
 * Invariant: every operand of an instruction lies in one array of its function, in the order of the text, with the
 * number of the argument that it stands in; a register that two scopes call the same is two registers. Only what the
 * text says is here: what instructions do is ptx_roles.h and ptx_tcgen.h, where they lead is ptx_flow.h. */
#ifndef HEDDLE_PROOFS_PTX_H
#define HEDDLE_PROOFS_PTX_H

#include "ptx_names.h"

enum {
  HD_PTX_MAX_INSTRUCTIONS = 1 << 21, /* of a function */
  HD_PTX_MAX_OPERANDS = 1 << 23,     /* of a function */
  HD_PTX_MAX_REGISTERS = 1 << 22,    /* of a function, counting those that are named in its text */
  HD_PTX_MAX_DEPTH = 256             /* scopes within each other */
};

#define HD_PTX_NONE UINT32_MAX

typedef enum hd_ptx_operand_kind {
  HD_PTX_REGISTER, /* id: the register; of an address also value: what is added */
  HD_PTX_IMMEDIATE,
  HD_PTX_SYMBOL,  /* id: the name of a variable, a parameter, a function or a label; value: what is added */
  HD_PTX_SPECIAL, /* id: the name of a special register, %tid.x */
  HD_PTX_SINK     /* _ */
} hd_ptx_operand_kind;

enum {
  HD_PTX_IN_ADDRESS = 1, /* between [ and ] */
  HD_PTX_IN_VECTOR = 2,  /* between { and } */
  HD_PTX_IN_LIST = 4,    /* between ( and ), of a call */
  HD_PTX_BESIDE = 8,     /* behind |, the second destination */
  HD_PTX_NEGATED = 16,   /* behind ! */
  HD_PTX_INEXACT = 32    /* the value is a floating-point number or an expression that is not worked out */
};

typedef struct hd_ptx_operand {
  uint8_t kind;
  uint8_t flags;
  uint16_t argument; /* counted from 0; the last one stands for all that follow */
  uint32_t id;
  int64_t value;
} hd_ptx_operand;

typedef struct hd_ptx_instruction {
  uint32_t position; /* of the opcode in the text */
  uint32_t opcode;   /* its name: "tcgen05.wait::ld.sync.aligned" */
  uint32_t operand;  /* the first of its operands */
  uint32_t operands;
  uint32_t guard; /* the register of @%p, or HD_PTX_NONE */
  uint32_t label; /* of a branch the label, of brx.idx the list of labels; HD_PTX_NONE otherwise */
  uint16_t arguments;
  bool guard_negated;
} hd_ptx_instruction;

typedef struct hd_ptx_register {
  uint32_t name;
  uint8_t bits; /* 1 for predicates */
} hd_ptx_register;

typedef struct hd_ptx_label {
  uint32_t name;
  uint32_t scope;
  uint32_t instruction; /* the next one behind it; as many as there are instructions at the end of the body */
  uint32_t target;      /* of a list of labels the first of its targets, HD_PTX_NONE of a label proper */
  uint32_t targets;
} hd_ptx_label;

typedef struct hd_ptx_function {
  uint32_t name;
  uint32_t position; /* of the name */
  uint32_t end;      /* of the closing brace, or of the semicolon behind a declaration */
  bool is_entry, has_body;
  int64_t required[3], most[3]; /* .reqntid and .maxntid; 0 where there is none */
  hd_ptx_instruction *instruction;
  hd_ptx_operand *operand;
  hd_ptx_register *reg;
  hd_ptx_label *label;
  uint32_t *target; /* labels, of the lists of labels */
  size_t instructions, operands, registers, labels, targets;
} hd_ptx_function;

typedef struct hd_ptx_file {
  const char *text;
  size_t length;
  hd_ptx_names names;
  uint32_t target; /* the name behind .target, or HD_PTX_NONE */
  uint32_t target_position;
  int64_t version; /* 100 * major + minor, 0 where there is none */
} hd_ptx_file;

/* Sees each function as soon as it has been read; what it points at lives until the visit returns. Anything but HD_OK
 * ends the reading. */
typedef hd_status (*hd_ptx_visit)(void *context, const hd_ptx_file *file, const hd_ptx_function *function,
                                  hd_error *error);

/* Reads a file of PTX in one pass.
 *   fails: HD_MALFORMED (error->position), HD_CAPACITY (a function, or the memory, is too large for it) */
hd_status hd_ptx_parse(const char *text, size_t length, hd_error *error, hd_ptx_visit visit, void *context);

#endif
