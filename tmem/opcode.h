/* Is this an instruction of tcgen05, what does it move, and which targets have it?
 *
 * Invariant: an opcode is a line of instructions.inc with one alternative chosen in each of its braces. Reading,
 * printing and counting are one walk over the text of the line, so the set of legal opcodes is what the lines say:
 * 74 forms of tcgen05.ld, 74 of tcgen05.st, 14 of tcgen05.ld.red with twelve reductions each, 36 of tcgen05.cp and 2 of
 * tcgen05.shift.
 *
 * Qualifiers are read in the order in which they are printed. ptxas takes a few of them the other way round too
 * (.pack::16b before .xN, the type before .min), and .sync without .aligned, which PTX calls mandatory.
 *
 * Refuses: what no line spells, naming the place; repeats that a shape does not have. Costs: a pass over the text.
 *
 * Example:
 *
 *     hd_opcode opcode;
 *     hd_opcode_parse("tcgen05.ld.sync.aligned.16x256b.x8.b32", 38, NULL, &opcode);
 *     bool there = hd_opcode_on(&opcode, HD_SM_100F); // there == true
 *     hd_opcode_print(&opcode, text, sizeof text);    // "tcgen05.ld.sync.aligned.16x256b.x8.b32" */
#ifndef HEDDLE_TMEM_OPCODE_H
#define HEDDLE_TMEM_OPCODE_H

#include "form.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HD_OPCODE_CHOICES = 5, HD_OPCODE_TEXT = 96 };

/* What some targets have and others have not. */
enum { HD_EVERYWHERE = 0, HD_REDUCES = 1, HD_SHIFTS = 2 };

/* A target of PTX that has tensor memory. */
typedef enum hd_target {
#define HD_TARGET(id, name, features) id,
#include "instructions.inc"
  HD_TARGETS
} hd_target;

/* A line of instructions.inc that says how instructions are spelt. */
typedef enum hd_opcode_id {
#define HD_OPCODE(id, text, lane, needs) id,
#include "instructions.inc"
  HD_OPCODES
} hd_opcode_id;

/* choice[k] is the alternative taken in brace k; what is behind the last brace is 0. */
typedef struct hd_opcode {
  hd_opcode_id id;
  uint8_t choice[HD_OPCODE_CHOICES];
} hd_opcode;

/* Reads an instruction as PTX spells it: "tcgen05.ld.sync.aligned.16x256b.x8.b32".
 *   ensures: hd_opcode_print(*result) = text
 *   fails:   HD_MALFORMED (position: where no line goes on like this), HD_RANGE (a repeat that the shape has not) */
hd_status hd_opcode_parse(const char *text, size_t length, hd_error *error, hd_opcode *result);

/* Like snprintf: returns the whole length, writes at most capacity-1 characters. HD_OPCODE_TEXT is room for any. */
size_t hd_opcode_print(const hd_opcode *opcode, char *text, size_t capacity);

/* How many ways there are to choose in a line, and way `index` of them; false when that is no instruction, for its
 * repeat is beyond the shape's largest. */
int64_t hd_opcode_ways(hd_opcode_id id);
bool hd_opcode_at(hd_opcode_id id, int64_t index, hd_opcode *result);

/* The form that a load, a store or a reducing load moves.
 *   fails: HD_MISMATCH (tcgen05.cp or .shift), HD_RANGE (the repeat) */
hd_status hd_opcode_form(const hd_opcode *opcode, hd_error *error, hd_form *form);

/* Reads a form: an opcode of a load or store, or in short "16x256b.x8" with .pack::16b or .unpack::16b behind it.
 *   fails: as hd_opcode_parse and hd_opcode_form */
hd_status hd_form_parse(const char *text, size_t length, hd_error *error, hd_form *form);

/* What the lane of the address is a multiple of; 0 for shapes of loads and stores (issue.h). */
int hd_opcode_lane(const hd_opcode *opcode);

/* Whether a target has the instruction. */
bool hd_opcode_on(const hd_opcode *opcode, hd_target target);
/* "sm_100a". */
const char *hd_target_name(hd_target target);
/*   fails: HD_RANGE (no such target, or one without tensor memory) */
hd_status hd_target_find(const char *name, size_t length, hd_error *error, hd_target *target);

#ifdef __cplusplus
}
#endif
#endif
