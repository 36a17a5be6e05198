/* How leaves are nested: the brackets of `((2,2),8)` without its numbers.
 *
 * Invariant: a profile is a flat list of leaves, each with the count of brackets that open before it and close after
 * it. The counts balance, and no bracket pair is empty. Three profiles to tell apart: no leaves is `()`; one leaf
 * without brackets is a scalar `a` (rank 1, depth 0); one leaf within one pair is the tuple `(a)` (rank 1, depth 1).
 *
 * Every walk is a single loop over the leaves: nothing recurses. Only the first `leaves` entries mean anything.
 * Where a step is shorter than a call it stands here, inline; profile.c has it for those who take its address.
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

/* The leaves, and how many brackets open before and close behind each. */
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

/* Walks modes from left to right, going into tuples and out of them. A leaf may be gone into as well, for it is its own
 * only mode: it is passed as the leaf that it is, and gone out of as often. */
typedef struct hd_cursor {
  const hd_profile *profile;
  uint8_t leaf;    /* the next leaf */
  uint8_t entered; /* times that it, or what it stands in, has been gone into: of its brackets, and then of itself */
  uint8_t pending; /* times that the last leaf passed has yet to be gone out of */
} hd_cursor;

/* `(..)` or `()`, not a scalar. */
inline bool hd_is_tuple(const hd_profile *profile) { return profile->leaves == 0 || profile->open[0] > 0; }
int hd_rank(const hd_profile *profile);  /* modes at the top; 1 for a scalar, 0 for `()` */
int hd_depth(const hd_profile *profile); /* 0 for a scalar, else 1 + the deepest mode */

/* Whether both are nested alike. */
bool hd_is_congruent(const hd_profile *a, const hd_profile *b);
/* Whether b is nested like a or deeper: each leaf of a stands where b has a leaf or a tuple. */
bool hd_is_weakly_congruent(const hd_profile *a, const hd_profile *b);

/* The whole profile as a view, and mode `index` of a view (a scalar has the one mode 0: itself).
 * hd_view_mode returns false when there is no such mode; *mode is then of no use. */
inline hd_view hd_view_all(const hd_profile *profile) {
  hd_view view = {0, profile->leaves, 0, 0};
  return view;
}
bool hd_view_mode(const hd_profile *profile, hd_view of, int index, hd_view *mode);
inline bool hd_view_is_tuple(const hd_profile *profile, hd_view view) {
  return view.begin == view.end || profile->open[view.begin] > view.skip_open;
}
/* Modes begin..end-1 side by side, without the brackets round all of them; requires 0 <= begin <= end. Returns false
 * when there are not so many; *modes is then of no use. */
bool hd_view_modes(const hd_profile *profile, hd_view of, int begin, int end, hd_view *modes);
int hd_view_rank(const hd_profile *profile, hd_view view);

/* Appends a view's brackets to `to` (not its numbers). Returns false past the capacity. */
bool hd_profile_append(hd_profile *to, const hd_profile *from, hd_view view);
/* Appends one bare leaf. Returns false past the capacity. */
inline bool hd_profile_append_leaf(hd_profile *to) {
  if (to->leaves == HD_MAX_LEAVES) return false;
  to->open[to->leaves] = 0;
  to->close[to->leaves] = 0;
  ++to->leaves;
  return true;
}
/* Puts one pair of brackets round leaves from..leaves-1; requires at least one. Returns false past HD_MAX_DEPTH. */
bool hd_profile_wrap(hd_profile *profile, int from);
/* Puts `open` brackets before leaf `from` and `close` after the last one, for those who balance them in the end;
 * requires from < leaves. Returns false past HD_MAX_DEPTH. */
bool hd_profile_bracket(hd_profile *profile, int from, int open, int close);

/* A cursor before the whole profile taken as one mode. */
inline hd_cursor hd_cursor_start(const hd_profile *profile) {
  hd_cursor cursor = {profile, 0, 0, 0};
  return cursor;
}
/* A cursor before the first mode of a view; before the view itself where that is a scalar. Its modes end with the view. */
inline hd_cursor hd_cursor_inside(const hd_profile *profile, hd_view view) {
  uint8_t entered = (uint8_t)(view.skip_open + (view.begin < view.end && hd_view_is_tuple(profile, view)));
  hd_cursor cursor = {profile, view.begin, entered, 0};
  return cursor;
}
/* Whether the tuple the cursor stands in has another mode. */
inline bool hd_cursor_more(const hd_cursor *cursor) {
  return cursor->pending == 0 && cursor->leaf < cursor->profile->leaves;
}
/* Whether the next mode is a tuple; requires hd_cursor_more. */
inline bool hd_cursor_at_tuple(const hd_cursor *cursor) {
  return cursor->profile->open[cursor->leaf] > cursor->entered;
}
/* Goes into the next mode; requires hd_cursor_more. */
inline void hd_cursor_enter(hd_cursor *cursor) { ++cursor->entered; }
/* Passes the next mode and returns it; requires hd_cursor_more. */
inline hd_view hd_cursor_next(hd_cursor *cursor) {
  const hd_profile *profile = cursor->profile;
  hd_view view = {cursor->leaf, cursor->leaf, cursor->entered, 0};
  int depth = profile->open[view.begin] - view.skip_open, itself = depth < 0 ? -depth : 0;
  while (depth > profile->close[view.end]) {
    depth -= profile->close[view.end++];
    depth += profile->open[view.end];
  }
  cursor->pending = (uint8_t)(profile->close[view.end] - depth);
  view.skip_open = (uint8_t)(view.skip_open - itself);
  view.skip_close = (uint8_t)(cursor->pending - itself);
  ++view.end;
  cursor->leaf = view.end;
  cursor->entered = 0;
  return view;
}
/* Goes out of the tuple; requires no more modes in it. */
inline void hd_cursor_leave(hd_cursor *cursor) { --cursor->pending; }
/* Goes into the next mode `open` times, as the brackets before a guide's leaf tell; false where there is none. */
inline bool hd_cursor_descend(hd_cursor *cursor, int open) {
  if (!hd_cursor_more(cursor)) return false;
  cursor->entered = (uint8_t)(cursor->entered + open);
  return true;
}

#ifdef __cplusplus
}
#endif
#endif
