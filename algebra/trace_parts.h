/* What the tellers of steps share: how a step is told, and walks that several of them take.
 * Internal to the library: not installed.
 *
 * Invariant: hd_tell_x does x, in a `result` distinct from the operands, and tells its steps as the narrator's depth
 * says; `error` is not NULL. It tells nothing unless the status is HD_OK or HD_UNDEFINED. Where the pieces are not what
 * the operation says, the narrator strays, and hd_narrated turns that into a failure. */
#ifndef HEDDLE_ALGEBRA_TRACE_PARTS_H
#define HEDDLE_ALGEBRA_TRACE_PARTS_H

#include "components.h"
#include "sorted.h"
#include "trace.h"

typedef struct hd_narrator {
  const hd_trace *trace;
  const char *operation;
  int depth;
  bool stopped; /* the callback wants no more */
  bool strays;  /* the steps lead elsewhere than the operation */
} hd_narrator;

/* Fills in the operation and the depth, and tells. */
void hd_tell(hd_narrator *n, hd_trace_step *step);
#define HD_TELL(n, ...) hd_tell((n), &(hd_trace_step){__VA_ARGS__})

hd_narrator hd_narrator_start(const hd_trace *trace, const char *operation);
/* One whom nobody hears: for what the steps make alone. */
hd_narrator hd_narrator_silent(void);
/* The operation's status, or HD_UNDECIDED where the steps lead elsewhere. */
hd_status hd_narrated(hd_narrator *n, hd_status status, hd_error *error);
/* Goes into an operation inside; hd_narrator_leave takes what this gives. */
const char *hd_narrator_enter(hd_narrator *n, const char *operation);
void hd_narrator_leave(hd_narrator *n, const char *outer);

hd_status hd_tell_composition(hd_narrator *n, const hd_layout *a, const hd_layout *b, hd_error *error,
                              hd_layout *result);
hd_status hd_tell_complement(hd_narrator *n, const hd_layout *layout, int64_t within, hd_error *error,
                             hd_layout *result);
hd_status hd_tell_complement_unbounded(hd_narrator *n, const hd_layout *layout, hd_error *error, hd_layout *result);
hd_status hd_tell_evaluate(hd_narrator *n, const hd_layout *layout, const hd_tuple *coordinate, hd_error *error,
                           hd_tuple *value);

/* Whether both have the same leaves in a row, however nested. */
bool hd_same_leaves(const hd_layout *a, const hd_layout *b);
/* Appends the leaves of a layout, coalesced, without brackets. Returns false past the capacity. */
bool hd_append_coalesced(const hd_layout *part, hd_layout *made);
/* Whether the parts of all components make the answer. */
bool hd_leads_to(const hd_layout *layout, hd_on_component *part, const hd_layout *answer);

/* The moving modes on one axis, as sorted.h has them. */
typedef struct hd_sorted {
  int count;
  hd_mode mode[HD_MAX_LEAVES];
} hd_sorted;

/* Says which modes do not move, and the others in order. */
void hd_tell_sorted(hd_narrator *n, const hd_layout *layout, hd_axis axis, const hd_sorted *sorted);

/* Walks the elements of a tiler, and for each the mode that it stands at. */
typedef struct hd_pairs {
  const hd_tiler *tiler;
  hd_layout operand;
  hd_cursor cursor;
  int next;
} hd_pairs;
void hd_pairs_start(hd_pairs *pairs, const hd_layout *layout, const hd_tiler *tiler);
/* The next mode and element (*any: it is `_`); false after the last one, and where the tiler does not fit. */
bool hd_pairs_next(hd_pairs *pairs, hd_layout *mode, hd_layout *element, bool *any);
/* Goes out of the tuples that end with this element; modes there that no element stands at are appended to `extra`. */
void hd_pairs_close(hd_pairs *pairs, hd_layout *extra);

#endif
