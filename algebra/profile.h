/* How leaves are nested: the brackets of `((2,2),8)` without its numbers.
 *
 * Invariant: a profile is a flat list of leaves, each with the count of brackets that open before it and close after
 * it. The counts balance, and no bracket pair is empty. Three profiles to tell apart: no leaves is `()`; one leaf
 * without brackets is a scalar `a` (rank 1, depth 0); one leaf within one pair is the tuple `(a)` (rank 1, depth 1).
 *
 * Every walk is a single loop over the leaves: nothing recurses. Only the first `leaves` entries mean anything.
 * Refuses: an empty tuple inside another (`((),2)`), more than HD_MAX_LEAVES leaves, more than HD_MAX_DEPTH levels.
 *
 * Example:
 *
 *     hd_tuple shape;
 *     hd_parse_tuple("((2,2),8)", 9, NULL, &shape);
 *     int rank = hd_rank(&shape.profile);   // rank == 2
 *     int depth = hd_depth(&shape.profile); // depth == 2 */
#ifndef HEDDLE_ALGEBRA_PROFILE_H
#define HEDDLE_ALGEBRA_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The capacity of every value of the library, in leaves. A build may set another from 2 to 126; all objects that meet
 * must agree on it. */
#ifndef HD_MAX_LEAVES
#define HD_MAX_LEAVES 32
#endif
#if HD_MAX_LEAVES < 2 || HD_MAX_LEAVES > 126
#error "HD_MAX_LEAVES must be from 2 to 126: a path of an axis has steps up to 126, and a pair takes two leaves"
#endif

/* How many levels of brackets a value may have: enough for any that has meaning, and a bound on the text of a value. */
enum { HD_MAX_DEPTH = 32 };

typedef struct hd_profile {
  uint8_t leaves;
  uint8_t open[HD_MAX_LEAVES];
  uint8_t close[HD_MAX_LEAVES];
} hd_profile;

/* A mode as it lies in a profile: leaves begin..end-1, without the brackets that belong to its surroundings. */
typedef struct hd_view {
  uint8_t begin, end;
  uint8_t skip_open;  /* brackets before leaf `begin` that are not the mode's */
  uint8_t skip_close; /* brackets after leaf `end - 1` that are not the mode's */
} hd_view;

/* Walks modes from left to right, going into tuples and out of them. */
typedef struct hd_cursor {
  const hd_profile *profile;
  uint8_t leaf;    /* the next leaf */
  uint8_t entered; /* brackets before it that have been gone through */
  uint8_t pending; /* brackets after the last leaf passed that have not been gone through */
} hd_cursor;

bool hd_is_tuple(const hd_profile *profile); /* `(..)` or `()`, not a scalar */
int hd_rank(const hd_profile *profile);      /* modes at the top; 1 for a scalar, 0 for `()` */
int hd_depth(const hd_profile *profile);     /* 0 for a scalar, else 1 + the deepest mode */

/* Whether both are nested alike. */
bool hd_is_congruent(const hd_profile *a, const hd_profile *b);
/* Whether b is nested like a or deeper: each leaf of a stands where b has a leaf or a tuple. */
bool hd_is_weakly_congruent(const hd_profile *a, const hd_profile *b);

/* The whole profile as a view, and mode `index` of a view (a scalar has the one mode 0: itself).
 * hd_view_mode returns false when there is no such mode. */
hd_view hd_view_all(const hd_profile *profile);
bool hd_view_mode(const hd_profile *profile, hd_view of, int index, hd_view *mode);
bool hd_view_is_tuple(const hd_profile *profile, hd_view view);
int hd_view_rank(const hd_profile *profile, hd_view view);

/* Appends a view's brackets to `to` (not its numbers). Returns false past the capacity. */
bool hd_profile_append(hd_profile *to, const hd_profile *from, hd_view view);
/* Appends one bare leaf. Returns false past the capacity. */
bool hd_profile_append_leaf(hd_profile *to);
/* Puts one pair of brackets round leaves from..leaves-1; requires at least one. Returns false past HD_MAX_DEPTH. */
bool hd_profile_wrap(hd_profile *profile, int from);
/* Puts `open` brackets before leaf `from` and `close` after the last one, for those who balance them in the end;
 * requires from < leaves. Returns false past HD_MAX_DEPTH. */
bool hd_profile_bracket(hd_profile *profile, int from, int open, int close);

/* A cursor before the whole profile taken as one mode. */
hd_cursor hd_cursor_start(const hd_profile *profile);
/* Whether the tuple the cursor stands in has another mode. */
bool hd_cursor_more(const hd_cursor *cursor);
/* Whether the next mode is a tuple; requires hd_cursor_more. */
bool hd_cursor_at_tuple(const hd_cursor *cursor);
/* Goes into the next mode; requires hd_cursor_at_tuple. */
void hd_cursor_enter(hd_cursor *cursor);
/* Passes the next mode and returns it; requires hd_cursor_more. */
hd_view hd_cursor_next(hd_cursor *cursor);
/* Goes out of the tuple; requires no more modes in it. */
void hd_cursor_leave(hd_cursor *cursor);
/* Goes through `open` brackets to a next mode; false when the nesting has no such place. */
bool hd_cursor_descend(hd_cursor *cursor, int open);

#ifdef __cplusplus
}
#endif
#endif
