/* What is to be moved, as `heddle tmem plan` and `heddle emit` are told it, and the plan that moves it.
 *
 * Invariant: one reader and one planner for all verbs, so that a plan that one shows is the plan that another writes.
 * A piece is a layout of cells over some coordinates; where (thread, value) -> coordinate is given too, or the cells are
 * those of (thread, value) already, the request is `fixed`, and else each shape is tried with its own registers. */
#ifndef HEDDLE_PROOFS_PLAN_ASK_H
#define HEDDLE_PROOFS_PLAN_ASK_H

#include "../tmem/plan.h"
#include "command_tmem.h"
#include "words.h"

#include <stdio.h>

typedef struct hd_plan_ask {
  const char *piece, *datapath, *registers, *cells, *shape; /* texts */
  int64_t n, k, m, group, bits, cap, warps, warp, address, columns;
  bool ws, sparse, operand, single, dense, asynchronous, relative_lane, any_lane, odd_column, has_m, has_cap;
  hd_geometry geometry;
  hd_layout where;     /* coordinate -> element: of the piece, or of --cells */
  hd_layout holder;    /* (thread, value) -> coordinate, where `registers` says it */
  hd_layout requested; /* (thread, value) -> element where `fixed`, else `where` */
  bool fixed;
  int words;
  char *word[HD_WORDS]; /* the arguments, taken apart */
} hd_plan_ask;

/* A plan with room, and what was passed over for it. */
typedef struct hd_plan_outcome {
  hd_plan plan;
  hd_plan_request asked; /* for the shape of the plan */
  int shape;             /* -1: none */
  hd_status status[HD_INSTRUCTIONS];
  hd_error error[HD_INSTRUCTIONS];
  int32_t steps[HD_INSTRUCTIONS];
} hd_plan_outcome;

/* Reads a plan's operand and options, beside them those of the verb itself. Returns 0, or the exit code after saying
 * what is wrong. */
int hd_plan_ask_read(int argc, char **argv, const hd_tmem_option *own, int owns, hd_plan_ask *ask);

/* The plan by one shape. One plan at a time: its arrays are those of the plan before. fails: as hd_plan_any,
 * hd_make_plan_of */
hd_status hd_plan_ask_shape(const hd_plan_ask *ask, const hd_instruction *instruction, hd_error *error,
                            hd_plan_request *asked, hd_plan *plan);

/* The plan of fewest instructions, and why not the others. */
void hd_plan_ask_all(const hd_plan_ask *ask, hd_plan_outcome *out);

/* No shape does it: each with its reason. Returns the exit code. */
int hd_plan_ask_refuse(FILE *to, const hd_plan_ask *ask, const hd_plan_outcome *out);

/* "2 32x32b.x64 + 32x32b.x32", those alike counted. */
void hd_plan_print_forms(FILE *to, const hd_plan *plan);

#endif
