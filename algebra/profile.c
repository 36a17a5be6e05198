/* Every walk is a single loop over the leaves that counts brackets. */
#include "algebra/profile.h"

#include "algebra/match.h"

#include <string.h>

/* What the header has inline. */
extern inline bool hd_is_tuple(const hd_profile *profile);
extern inline hd_view hd_view_all(const hd_profile *profile);
extern inline bool hd_view_is_tuple(const hd_profile *profile, hd_view view);
extern inline bool hd_profile_append_leaf(hd_profile *to);
extern inline hd_cursor hd_cursor_start(const hd_profile *profile);
extern inline hd_cursor hd_cursor_inside(const hd_profile *profile, hd_view view);
extern inline bool hd_cursor_more(const hd_cursor *cursor);
extern inline bool hd_cursor_at_tuple(const hd_cursor *cursor);
extern inline void hd_cursor_enter(hd_cursor *cursor);
extern inline hd_view hd_cursor_next(hd_cursor *cursor);
extern inline void hd_cursor_leave(hd_cursor *cursor);
extern inline bool hd_cursor_descend(hd_cursor *cursor, int open);

bool hd_view_modes(const hd_profile *profile, hd_view of, int begin, int end, hd_view *modes) {
  return hd_find_modes(profile, of, begin, end, modes);
}

bool hd_view_mode(const hd_profile *profile, hd_view of, int index, hd_view *mode) {
  return index >= 0 && hd_find_modes(profile, of, index, index + 1, mode);
}

int hd_view_rank(const hd_profile *profile, hd_view view) { return hd_count_modes(profile, view); }

int hd_rank(const hd_profile *profile) { return hd_count_modes(profile, hd_view_all(profile)); }

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
  uint8_t begin[HD_MAX_LEAVES + 1];
  return hd_match(a, b, begin);
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
  if (open == 0 || hd_depth_fits(profile)) return true;
  profile->open[from] = (uint8_t)(profile->open[from] - open);
  profile->close[last] = (uint8_t)(profile->close[last] - close);
  return false;
}
