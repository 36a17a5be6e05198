/* Every walk is a cursor over the leaves that counts the brackets it has gone through. */
#include "algebra/profile.h"

#include <string.h>

bool hd_is_tuple(const hd_profile *profile) { return profile->leaves == 0 || profile->open[0] > 0; }

hd_cursor hd_cursor_start(const hd_profile *profile) {
  hd_cursor cursor = {profile, 0, 0, 0};
  return cursor;
}

bool hd_cursor_more(const hd_cursor *cursor) { return cursor->pending == 0 && cursor->leaf < cursor->profile->leaves; }

bool hd_cursor_at_tuple(const hd_cursor *cursor) { return cursor->profile->open[cursor->leaf] > cursor->entered; }

void hd_cursor_enter(hd_cursor *cursor) { ++cursor->entered; }

void hd_cursor_leave(hd_cursor *cursor) { --cursor->pending; }

bool hd_cursor_descend(hd_cursor *cursor, int open) {
  for (; open > 0; --open) {
    if (!hd_cursor_more(cursor) || !hd_cursor_at_tuple(cursor)) return false;
    hd_cursor_enter(cursor);
  }
  return hd_cursor_more(cursor);
}

hd_view hd_cursor_next(hd_cursor *cursor) {
  const hd_profile *profile = cursor->profile;
  hd_view view = {cursor->leaf, cursor->leaf, cursor->entered, 0};
  int depth = profile->open[view.begin] - view.skip_open;
  while (depth > profile->close[view.end]) {
    depth -= profile->close[view.end++];
    depth += profile->open[view.end];
  }
  view.skip_close = (uint8_t)(profile->close[view.end] - depth);
  ++view.end;
  cursor->leaf = view.end;
  cursor->entered = 0;
  cursor->pending = view.skip_close;
  return view;
}

hd_view hd_view_all(const hd_profile *profile) {
  hd_view view = {0, profile->leaves, 0, 0};
  return view;
}

bool hd_view_is_tuple(const hd_profile *profile, hd_view view) {
  return view.begin == view.end || profile->open[view.begin] > view.skip_open;
}

/* A cursor that has gone into the view, or stands before it when it is a scalar. */
static hd_cursor cursor_inside(const hd_profile *profile, hd_view view) {
  hd_cursor cursor = {profile, view.begin, view.skip_open, 0};
  if (view.begin < view.end && hd_cursor_at_tuple(&cursor)) hd_cursor_enter(&cursor);
  return cursor;
}

bool hd_view_mode(const hd_profile *profile, hd_view of, int index, hd_view *mode) {
  hd_cursor cursor = cursor_inside(profile, of);
  for (int k = 0; index >= 0 && cursor.leaf < of.end && hd_cursor_more(&cursor); ++k) {
    *mode = hd_cursor_next(&cursor);
    if (k == index) return true;
  }
  return false;
}

int hd_view_rank(const hd_profile *profile, hd_view view) {
  hd_cursor cursor = cursor_inside(profile, view);
  int rank = 0;
  while (cursor.leaf < view.end && hd_cursor_more(&cursor)) {
    hd_cursor_next(&cursor);
    ++rank;
  }
  return rank;
}

int hd_rank(const hd_profile *profile) { return hd_view_rank(profile, hd_view_all(profile)); }

int hd_depth(const hd_profile *profile) {
  int depth = 0, deepest = profile->leaves == 0;
  for (int k = 0; k < profile->leaves; ++k) {
    depth += profile->open[k];
    if (depth > deepest) deepest = depth;
    depth -= profile->close[k];
  }
  return deepest;
}

bool hd_is_congruent(const hd_profile *a, const hd_profile *b) {
  return a->leaves == b->leaves && memcmp(a->open, b->open, a->leaves) == 0 &&
         memcmp(a->close, b->close, a->leaves) == 0;
}

bool hd_is_weakly_congruent(const hd_profile *a, const hd_profile *b) {
  hd_cursor cursor = hd_cursor_start(b);
  if (!hd_is_tuple(a)) return true;
  if (a->leaves == 0) return b->leaves == 0;
  for (int k = 0; k < a->leaves; ++k) {
    if (!hd_cursor_descend(&cursor, a->open[k])) return false;
    hd_cursor_next(&cursor);
    for (int close = a->close[k]; close > 0; --close) {
      if (hd_cursor_more(&cursor) || cursor.pending == 0) return false;
      hd_cursor_leave(&cursor);
    }
  }
  return true;
}

bool hd_profile_append_leaf(hd_profile *to) {
  if (to->leaves == HD_MAX_LEAVES) return false;
  to->open[to->leaves] = 0;
  to->close[to->leaves] = 0;
  ++to->leaves;
  return true;
}

bool hd_profile_append(hd_profile *to, const hd_profile *from, hd_view view) {
  int count = view.end - view.begin, at = to->leaves;
  if (count > HD_MAX_LEAVES - at) return false;
  if (count == 0) return true;
  for (int k = 0; k < count; ++k) {
    to->open[at + k] = from->open[view.begin + k];
    to->close[at + k] = from->close[view.begin + k];
  }
  to->open[at] = (uint8_t)(to->open[at] - view.skip_open);
  to->close[at + count - 1] = (uint8_t)(to->close[at + count - 1] - view.skip_close);
  to->leaves = (uint8_t)(at + count);
  return true;
}

bool hd_profile_wrap(hd_profile *profile, int from) {
  return from < profile->leaves && hd_profile_bracket(profile, from, 1, 1);
}

bool hd_profile_bracket(hd_profile *profile, int from, int open, int close) {
  int last = profile->leaves - 1;
  if (open > HD_MAX_DEPTH || close > HD_MAX_DEPTH) return false;
  profile->open[from] = (uint8_t)(profile->open[from] + open);
  profile->close[last] = (uint8_t)(profile->close[last] + close);
  if (hd_depth(profile) <= HD_MAX_DEPTH) return true;
  profile->open[from] = (uint8_t)(profile->open[from] - open);
  profile->close[last] = (uint8_t)(profile->close[last] - close);
  return false;
}
