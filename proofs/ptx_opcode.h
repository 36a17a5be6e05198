/* What does an instruction of PTX do with its operands, and which instruction of tcgen05 is it?
 *
 * Invariant: of an instruction without a line of its own the first argument is written and the others are read, as PTX
 * has it nearly everywhere; what stands in an address is read wherever it is. An opcode that is not known at all is
 * `unsure`: its first argument counts as read and as written. Of tcgen05 every legal opcode is known, and no other. */
#ifndef HEDDLE_PROOFS_PTX_OPCODE_H
#define HEDDLE_PROOFS_PTX_OPCODE_H

#include "../tmem/opcode.h"
#include "ptx.h"
#include "ptx_value.h"

typedef enum hd_ptx_kind {
  HD_PTX_OTHER,
  HD_PTX_BRANCH,  /* bra */
  HD_PTX_INDEXED, /* brx.idx */
  HD_PTX_RETURN,  /* ret, exit */
  HD_PTX_TRAP,    /* the kernel does not end well */
  HD_PTX_CALL,
  HD_PTX_MEETING, /* a barrier, an access to memory, a fence: threads may meet there */
  HD_PTX_MBARRIER_WAIT,
  HD_PTX_NO_FORM, /* tcgen05 has no such instruction */
  HD_PTX_LOAD,
  HD_PTX_STORE,
  HD_PTX_COPY,
  HD_PTX_SHIFT,
  HD_PTX_MMA,
  HD_PTX_ALLOC,
  HD_PTX_DEALLOC,
  HD_PTX_RELINQUISH,
  HD_PTX_WAIT_LOAD,
  HD_PTX_WAIT_STORE,
  HD_PTX_FENCE_BEFORE,
  HD_PTX_FENCE_AFTER,
  HD_PTX_COMMIT
} hd_ptx_kind;

/* What a value is made by, as far as it is followed (ptx_value.h). */
typedef enum hd_ptx_verb {
  HD_PTX_OTHER_VERB, /* the result depends on all operands and nothing else */
  HD_PTX_MOV,
  HD_PTX_CVT,
  HD_PTX_ADD,
  HD_PTX_SUB,
  HD_PTX_SHL,
  HD_PTX_SHR, /* of unsigned numbers, and of bits */
  HD_PTX_AND,
  HD_PTX_OR,
  HD_PTX_XOR,
  HD_PTX_NOT,
  HD_PTX_MUL, /* .lo, .wide */
  HD_PTX_MAD,
  HD_PTX_DIV,
  HD_PTX_REM,
  HD_PTX_BFE,
  HD_PTX_SELP,
  HD_PTX_SETP,
  HD_PTX_READ_MEMORY,
  HD_PTX_SHFL_INDEX,   /* shfl.sync.idx */
  HD_PTX_SAME_IN_WARP, /* vote, redux: each thread has the same */
  HD_PTX_OF_THREAD     /* elect, atom, another shfl: each thread may have its own */
} hd_ptx_verb;

typedef enum hd_ptx_space {
  HD_PTX_GENERIC,
  HD_PTX_PARAMETER,
  HD_PTX_CONSTANT,
  HD_PTX_LOCAL,
  HD_PTX_SHARED
} hd_ptx_space;

enum { HD_PTX_NO_COMPARISON = 255 };

typedef struct hd_ptx_opcode {
  uint8_t kind, verb;
  uint8_t destinations; /* the first arguments that are written */
  bool reads_destination, unsure;
  bool is_signed, is_wide; /* .s32; mul.wide, mad.wide */
  uint8_t comparison;      /* of setp: hd_ptx_comparison, or HD_PTX_NO_COMPARISON */
  uint8_t space;           /* of memory: hd_ptx_space */
  bool uniform;            /* bra.uni */
  bool stores;             /* st */
  bool keeps_apart;        /* what differs between threads differs in the result, as a rule */
  uint8_t bits;            /* of the type that is named last */
  uint8_t group;           /* of .cta_group, 0 where there is none */
  bool collective;         /* .sync.aligned */
  uint32_t at;             /* HD_PTX_NO_FORM: the first character at fault */
  const char *reason;      /* and why */
  hd_form form;            /* of loads and stores */
  hd_opcode opcode;        /* of what tmem/opcode.h lists */
  bool listed, reduces;
} hd_ptx_opcode;

/* The opcodes of a file by their names, looked up once each. */
typedef struct hd_ptx_opcodes {
  hd_ptx_opcode *opcode;
  bool *known;
  size_t room, known_room, count;
} hd_ptx_opcodes;

/* The opcode of a name; NULL without memory. What it points at moves when another name is asked for. */
const hd_ptx_opcode *hd_ptx_opcode_of(hd_ptx_opcodes *opcodes, const hd_ptx_file *file, uint32_t name);
void hd_ptx_opcodes_free(hd_ptx_opcodes *opcodes);

/* Reads an opcode. */
void hd_ptx_read_opcode(const char *text, size_t length, hd_ptx_opcode *result);
/* The same of one that begins with tcgen05 (ptx_tcgen.c). */
void hd_ptx_read_tcgen(const char *text, size_t length, hd_ptx_opcode *result);

enum { HD_PTX_READS = 1, HD_PTX_WRITES = 2 };

/* What an instruction does with a register among its operands. */
static inline unsigned hd_ptx_access(const hd_ptx_opcode *opcode, const hd_ptx_operand *operand) {
  if (opcode->kind == HD_PTX_CALL) {
    return (operand->flags & HD_PTX_IN_LIST) != 0 && operand->argument == 0 ? HD_PTX_WRITES : HD_PTX_READS;
  }
  if ((operand->flags & HD_PTX_IN_ADDRESS) != 0 || operand->argument >= opcode->destinations) return HD_PTX_READS;
  return opcode->reads_destination ? HD_PTX_READS | HD_PTX_WRITES : HD_PTX_WRITES;
}

/* Whether a text, words between dots, follows a pattern: words between blanks, `|` between alternatives, `?` behind
 * what may be left out. Returns how much of the text it explains; all of it, and *whole, where it does follow. */
size_t hd_ptx_match(const char *pattern, const char *text, size_t length, bool *whole);

#endif
