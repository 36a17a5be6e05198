/* How does one come to this answer? The steps of an operation, told one after another to a callback.
 *
 * Invariant: hd_trace_x has the status, the error and the result of hd_x, and tells a derivation that is found beside
 * it, by the rules as one would write them down: pieces (modes of the answer, in its order) or terms (numbers that add
 * up to it) are compared with what the operation says before the call returns. A refusal is told up to where it breaks,
 * and the step that breaks has the numbers of the counter-example. What an operation is made of is told one level
 * deeper: a divide tells of a complement and of a composition.
 *
 * The operations know nothing of this, so they cost what they cost. Where one can not tell (HD_OVERFLOW, HD_CAPACITY,
 * HD_MISMATCH, HD_RANGE, HD_UNDECIDED) there are no steps to it. Steps are few: at most a handful for each mode.
 *
 * Example:
 *
 *     hd_trace_text steps = {text, sizeof text, 0};
 *     hd_trace trace = {hd_trace_write, &steps};
 *     hd_layout tile;
 *     int64_t cosize;
 *     hd_parse_layout("4:2", 3, NULL, &tile);
 *     hd_trace_cosize(&trace, &tile, NULL, &cosize); // cosize == 7
 *     // "4:2 reaches (4 - 1) * 2 = 6\nthe largest value is 6, and 0 counts too: 7\n" */
#ifndef HEDDLE_ALGEBRA_TRACE_H
#define HEDDLE_ALGEBRA_TRACE_H

#include "composed.h"
#include "layout.h"
#include "tiler.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a step tells of. */
typedef enum hd_trace_kind {
  HD_TRACE_NOTE,  /* what is looked at, or what follows */
  HD_TRACE_BEGIN, /* what an operation inside is asked: its steps come next, one level deeper */
  HD_TRACE_PIECE, /* `piece`: the next modes of the answer */
  HD_TRACE_TERM,  /* number[0]: the next summand of the answer */
  HD_TRACE_BREAK  /* why there is no answer. Of a composition number[0] is an index of A (where B lies on paths, of A's
                     mode there), number[1] the value there and number[2] what it would have to be */
} hd_trace_kind;

enum { HD_TRACE_NUMBERS = 6, HD_TRACE_SAMPLES = 5 };

/* One step; what it points to is there during the call only. `text` is a template: {0}..{5} stand for number[..],
 * {b0}.. for those in binary, {A} {B} for the layouts, {P} for the piece, {c} {d} for the tuples, {a} for the axis that
 * numbers lie on, {v} for the samples ("0, 6, 7"), {s} for the swizzle. */
typedef struct hd_trace_step {
  hd_trace_kind kind;
  const char *operation; /* whose step it is: "composition" */
  int depth;             /* 0 for the operation asked for, 1 for one inside it, .. */
  const char *text;
  int64_t number[HD_TRACE_NUMBERS];
  hd_axis axis;
  int64_t sample[HD_TRACE_SAMPLES];
  int samples;
  bool more; /* the samples go on */
  const hd_layout *layout[2];
  const hd_layout *piece;
  const hd_tuple *tuple[2];
  const hd_swizzle *swizzle;
} hd_trace_step;

/* Takes a step; false: no more of them. */
typedef bool hd_trace_call(void *context, const hd_trace_step *step);

/* Who takes the steps. */
typedef struct hd_trace {
  hd_trace_call *call;
  void *context;
} hd_trace;

/* A callback for those who want text: each step on a line, two blanks before it for each level, in a buffer that is
 * never left; `length` is what all lines have together. Start with a length of 0. */
typedef struct hd_trace_text {
  char *text;
  size_t capacity;
  size_t length;
} hd_trace_text;
bool hd_trace_write(void *context, const hd_trace_step *step);

/* One sentence, without its depth or a newline. Like snprintf: returns the whole length, writes at most capacity-1
 * characters. */
size_t hd_print_trace_step(const hd_trace_step *step, char *text, size_t capacity);

/* The operation of that name, its steps told: requires, ensures and fails as it does. HD_UNDECIDED, from "trace", would
 * say that the steps lead elsewhere: no layout is known with which they do. */
hd_status hd_trace_composition(const hd_trace *trace, const hd_layout *a, const hd_layout *b, hd_error *error,
                               hd_layout *result);
hd_status hd_trace_composition_by_mode(const hd_trace *trace, const hd_layout *a, const hd_tiler *tiler,
                                       hd_error *error, hd_layout *result);
hd_status hd_trace_complement(const hd_trace *trace, const hd_layout *layout, int64_t within, hd_error *error,
                              hd_layout *result);
hd_status hd_trace_complement_unbounded(const hd_trace *trace, const hd_layout *layout, hd_error *error,
                                        hd_layout *result);
hd_status hd_trace_coalesce(const hd_trace *trace, const hd_layout *layout, hd_error *error, hd_layout *result);
hd_status hd_trace_right_inverse(const hd_trace *trace, const hd_layout *layout, hd_error *error, hd_layout *result);
hd_status hd_trace_left_inverse(const hd_trace *trace, const hd_layout *layout, hd_error *error, hd_layout *result);

/* The four divides and the four products. */
typedef enum hd_trace_tiling {
  HD_TRACE_LOGICAL_DIVIDE,
  HD_TRACE_ZIPPED_DIVIDE,
  HD_TRACE_TILED_DIVIDE,
  HD_TRACE_FLAT_DIVIDE,
  HD_TRACE_LOGICAL_PRODUCT,
  HD_TRACE_ZIPPED_PRODUCT,
  HD_TRACE_TILED_PRODUCT,
  HD_TRACE_FLAT_PRODUCT
} hd_trace_tiling;
hd_status hd_trace_tile(const hd_trace *trace, hd_trace_tiling tiling, const hd_layout *layout, const hd_tiler *tiler,
                        hd_error *error, hd_layout *result);

/* The same of what gives no layout. */
hd_status hd_trace_cosize(const hd_trace *trace, const hd_layout *layout, hd_error *error, int64_t *cosize);
hd_status hd_trace_evaluate(const hd_trace *trace, const hd_layout *layout, const hd_tuple *coordinate, hd_error *error,
                            hd_tuple *value);
hd_status hd_trace_composed_evaluate(const hd_trace *trace, const hd_composed *composed, const hd_tuple *coordinate,
                                     hd_error *error, hd_tuple *value);
hd_status hd_trace_crd2idx(const hd_trace *trace, const hd_tuple *coordinate, const hd_tuple *shape, hd_error *error,
                           int64_t *index);
hd_status hd_trace_idx2crd(const hd_trace *trace, const hd_tuple *index, const hd_tuple *shape, hd_error *error,
                           hd_tuple *coordinate);
/* What a swizzle reads and flips; with an index, hd_swizzle_at in its bits. */
void hd_trace_swizzle(const hd_trace *trace, const hd_swizzle *swizzle);
int64_t hd_trace_swizzle_at(const hd_trace *trace, const hd_swizzle *swizzle, int64_t index);
hd_status hd_trace_swizzle_recast(const hd_trace *trace, const hd_swizzle *swizzle, int64_t from, int64_t to,
                                  hd_error *error, hd_swizzle *result);

#ifdef __cplusplus
}
#endif
#endif
