/* Does a file of PTX use tensor memory as its rules demand, on every path?
 *
 * Invariant: each rule asks its question of each instruction that it concerns, and each question is counted as good,
 * as a fault, or as unknown; nothing that was not decided counts as good. A fault names the place, and where there is
 * one the other access. What another warp does in the meantime is not seen: rules are about what one warp does in
 * order, and about what the CTA holds.
 *
 * Costs: linear in the text; following paths is bounded by a number of steps for each function, past which questions
 * are unknown. */
#ifndef HEDDLE_PROOFS_PTX_CHECK_H
#define HEDDLE_PROOFS_PTX_CHECK_H

#include "ptx_flow.h"

typedef enum hd_ptx_rule {
#define HD_PTX_RULE(id, name, meaning) id,
#include "ptx_rules.inc"
  HD_RULES
} hd_ptx_rule;

enum { HD_PTX_NUMBERS = 4 };

/* `reason` is a template: {0}..{3} stand for the numbers, {r} for the name of the register. */
typedef struct hd_ptx_finding {
  uint8_t rule;
  bool unknown;
  uint32_t position; /* in the text */
  uint32_t other;    /* where the other access is, or HD_PTX_NONE */
  uint32_t name;     /* the register's, or HD_PTX_NONE */
  const char *reason;
  int64_t number[HD_PTX_NUMBERS];
} hd_ptx_finding;

/* What there is in a function that has instructions of tcgen05. */
typedef struct hd_ptx_kernel {
  uint32_t name;     /* of the file's names */
  uint32_t position; /* of the name */
  bool is_entry;
  int64_t instructions, loads, stores, waits, mmas, copies, allocations;
  int64_t registers; /* that loads write and stores read, all in all */
  int64_t in_flight; /* the most of them at once */
  int64_t asked[HD_RULES], faults[HD_RULES], unknown[HD_RULES];
  const hd_ptx_finding *finding; /* in the order of the text */
  size_t findings;
} hd_ptx_kernel;

typedef struct hd_ptx_options {
  int64_t most_registers; /* in flight; 0: any number */
  int64_t threads;        /* of a CTA, counted along x; 0: as .reqntid or .maxntid say */
  bool relative_lane;     /* a lane below 32 is every warp's */
  void (*kernel)(void *context, const hd_ptx_file *file, const hd_ptx_kernel *kernel); /* each, in order */
  void *context;
} hd_ptx_options;

const char *hd_ptx_rule_name(hd_ptx_rule rule);
const char *hd_ptx_rule_meaning(hd_ptx_rule rule);

/* Checks a text.
 *   fails: as hd_ptx_parse; no kernel is seen then when the text is malformed */
hd_status hd_ptx_check(const char *text, size_t length, const hd_ptx_options *options, hd_error *error);

/* The reason of a finding as a sentence. Like snprintf. */
size_t hd_ptx_print_reason(const hd_ptx_file *file, const hd_ptx_finding *finding, char *text, size_t capacity);

#endif
