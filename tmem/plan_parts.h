/* A request taken apart, as finding a plan and proving it need it. Internal to the planner: not installed. */
#ifndef HEDDLE_TMEM_PLAN_PARTS_H
#define HEDDLE_TMEM_PLAN_PARTS_H

#include "plan.h"

typedef struct hd_plan_parts {
  int64_t units;                                   /* elements of a cell, as the request counts them */
  int64_t thread[HD_WARP_THREADS * HD_PLAN_WARPS]; /* what each thread adds; 0 for thread 0 */
  hd_layout value;                                 /* what each value adds */
} hd_plan_parts;

/* That the numbers of a request are such and its layout is one of integers, whatever its modes.
 *   ensures: offsets and their sums and differences stay far inside 64 bits
 *   fails:   HD_RANGE, HD_MISMATCH */
hd_status hd_plan_check_request(const hd_plan_request *request, hd_error *error);

/* That forms of this kind move elements as the request has them: one a cell packed, whole cells otherwise.
 *   fails: HD_UNDEFINED */
hd_status hd_plan_check_packing(const hd_plan_request *request, bool packed, hd_error *error);

/*   fails: HD_RANGE, HD_MISMATCH (plan.h says what a request must be) */
hd_status hd_plan_take_apart(const hd_plan_request *request, hd_error *error, hd_plan_parts *parts);

/* The image of a form over the engine, of 16x32bx2 with an immediate, as thread -> cell and ([half,] register) -> cell.
 *   fails: as hd_form_image, hd_split_memory */
hd_status hd_plan_image(hd_geometry geometry, const hd_form *form, int64_t immediate, hd_error *error,
                        hd_layout *thread, hd_layout *value);

#endif
