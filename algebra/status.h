/* How an operation ends, and what it says when it does not answer.
 *
 * Invariant: whatever can fail returns an hd_status and leaves its result untouched unless that status is HD_OK.
 * "No answer exists", "too large", "does not fit" and "not decided" are four different things and four statuses.
 * Nothing here prints, allocates or aborts.
 *
 * Example:
 *
 *     hd_layout tile, again;
 *     hd_error error;
 *     hd_make_flat_layout(2, (int64_t[]){4, 4}, (int64_t[]){1, 3}, &error, &tile);
 *     hd_status status = hd_complement(&tile, 24, &error, &again); // status == HD_UNDEFINED
 *     hd_print_tuple(&error.coordinate, text, sizeof text);        // "(0,1)" */
#ifndef HEDDLE_ALGEBRA_STATUS_H
#define HEDDLE_ALGEBRA_STATUS_H

#include "tuple.h"

#include <stddef.h>
#include <stdint.h>

/* In front of functions that run on a GPU too: nothing, but where kernels/emulation.h includes their sources. */
#ifndef HD_PORTABLE
#define HD_PORTABLE
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* How an operation ended. Only HD_OK has a result. */
typedef enum hd_status {
  HD_OK = 0,
  HD_MALFORMED, /* the text does not parse, or the parts do not make a layout (extent below 1, mixed strides) */
  HD_MISMATCH,  /* the operands do not fit each other: nesting, rank, or integers where axes are needed */
  HD_RANGE,     /* a mode, coordinate or parameter lies outside what the operand has */
  HD_UNDEFINED, /* no layout is the answer: the error names a coordinate or the numbers that show it */
  HD_OVERFLOW,  /* a product or sum leaves 64-bit integers */
  HD_CAPACITY,  /* the answer needs more than HD_MAX_LEAVES leaves, or a name more than the axis word holds */
  HD_UNDECIDED  /* HD_MAX_VISITS values were visited and the question is still open: neither yes nor no */
} hd_status;

enum { HD_ERROR_NUMBERS = 7, HD_ERROR_SAMPLES = 8 };

/* What went wrong, in numbers. All strings are literals. `reason` and `hint` are templates: {0}..{6} stand for
 * number[0..6], {c} for the coordinate, {d} for the second coordinate, {leaf} for the leaf's position, {v} for the
 * samples ("0, 6, 7").
 * hd_print_error (print.h) fills them in. */
typedef struct hd_error {
  hd_status status;
  const char *operation; /* the innermost operation that failed: "composition" */
  const char *caller;    /* the operation that was asked for, when it is another: "logical_divide"; or NULL */
  const char *reason;
  const char *hint; /* what to try; or NULL */
  int leaf;         /* leaf of the operand the reason speaks of, counted from 0; -1 when none */
  int64_t number[HD_ERROR_NUMBERS];
  hd_axis axis; /* the axis that the values among the numbers lie on: {a} is "@lane", or nothing for integers */
  int64_t sample[HD_ERROR_SAMPLES]; /* the first values of the run the reason speaks of, where that helps */
  int samples;
  size_t position;     /* for HD_MALFORMED text: offset of the offending character */
  bool has_coordinate; /* whether `coordinate` names a counter-example */
  bool has_other;      /* whether `other` names a second one (two coordinates that collide) */
  hd_tuple coordinate;
  hd_tuple other;
} hd_error;

/* The status in one lower-case word: "ok", "malformed", "mismatch", "range", "undefined", "overflow", "capacity",
 * "undecided". */
HD_PORTABLE const char *hd_status_name(hd_status status);

/* Fills `error` (which may be NULL) with a status, an operation and a reason; leaf -1, numbers 0, no coordinate.
 * Returns `status`. */
HD_PORTABLE hd_status hd_fail(hd_error *error, hd_status status, const char *operation, const char *reason);

/* Names the operation the user asked for, where a failure came from a step inside it. Returns `status`. */
HD_PORTABLE hd_status hd_fail_within(hd_error *error, hd_status status, const char *caller);

#ifdef __cplusplus
}
#endif
#endif
