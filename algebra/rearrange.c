/* Both sides of the pattern are read into names; the left side splits the modes, the right side deals them out. */
#include "algebra/rearrange.h"

#include "algebra/checked.h"
#include "algebra/composition.h"
#include "algebra/refusals.h"

static const char operation[] = "rearrange";

/* One side of a pattern: names in order, under the brackets of the groups. `1` has the name 0. */
typedef struct side {
  hd_profile profile;
  hd_axis name[HD_MAX_LEAVES];
} side;

/* The pattern being read. */
typedef struct reader {
  const char *text;
  size_t length, at;
  hd_error *error;
} reader;

static hd_status fail_at(const reader *r, const char *reason) {
  hd_fail(r->error, HD_MALFORMED, operation, reason);
  if (r->error) r->error->position = r->at;
  return HD_MALFORMED;
}

static hd_status fail_numbers(hd_error *error, hd_status status, const char *reason, int64_t a, int64_t b) {
  return hd_refuse(error, status, operation, reason, a, b, 0);
}

static hd_status fail_name(hd_error *error, hd_status status, const char *reason, hd_axis name, int64_t a) {
  hd_refuse(error, status, operation, reason, a, 0, 0);
  if (error) error->axis = name;
  return status;
}

/* ---- the pattern ---- */

/* The next character that is not blank, 0 at the end. */
static char peek(reader *r) {
  while (r->at < r->length && (r->text[r->at] == ' ' || r->text[r->at] == '\t')) ++r->at;
  return r->at < r->length ? r->text[r->at] : 0;
}

static bool ends_name(char letter) {
  return letter == ' ' || letter == '\t' || letter == '(' || letter == ')' || letter == '-';
}

/* A name or `1`, as the next leaf of a side. */
static hd_status read_name(reader *r, side *s) {
  size_t from = r->at;
  hd_axis name = HD_AXIS_INTEGER;
  while (r->at < r->length && !ends_name(r->text[r->at])) ++r->at;
  bool is_one = r->at - from == 1 && r->text[from] == '1';
  if (!is_one && !hd_axis_from_name(r->text + from, r->at - from, &name)) {
    r->at = from;
    return fail_at(r, "a name is wanted here: a letter, then letters, digits and `_`, 10 at most");
  }
  for (int k = 0; k < s->profile.leaves; ++k)
    if (!is_one && s->name[k] == name) {
      r->at = from;
      return fail_at(r, "this name stands twice on one side");
    }
  if (!hd_profile_append_leaf(&s->profile)) return hd_refuse_full(r->error, operation);
  s->name[s->profile.leaves - 1] = name;
  return HD_OK;
}

/* A side, up to `->` or the end; requires that nothing stands before it but blanks. */
static hd_status read_side(reader *r, side *s) {
  hd_status status = HD_OK;
  int group = -1; /* where the open group begins */
  s->profile.leaves = 0;
  for (char next = peek(r); status == HD_OK && next != 0 && next != '-'; next = peek(r)) {
    if (next == '(') {
      if (group >= 0) return fail_at(r, "a group inside a group");
      group = s->profile.leaves;
      ++r->at;
    } else if (next == ')') {
      if (group < 0) return fail_at(r, "no group is open here");
      if (group == s->profile.leaves) return fail_at(r, "a group without names");
      hd_profile_wrap(&s->profile, group);
      group = -1;
      ++r->at;
    } else {
      status = read_name(r, s);
    }
  }
  if (status == HD_OK && group >= 0) return fail_at(r, "the group is not closed");
  return status;
}

static hd_status read_pattern(const char *text, size_t length, hd_error *error, side *left, side *right) {
  reader r = {text, length, 0, error};
  hd_status status = read_side(&r, left);
  if (status != HD_OK) return status;
  if (left->profile.leaves == 0) return fail_at(&r, "names are wanted before `->`");
  if (peek(&r) != '-' || r.at + 1 >= length || text[r.at + 1] != '>') return fail_at(&r, "`->` is wanted here");
  r.at += 2;
  status = read_side(&r, right);
  if (status == HD_OK && peek(&r) != 0) return fail_at(&r, "nothing may follow here");
  if (status == HD_OK && right->profile.leaves == 0) return fail_at(&r, "names are wanted after `->`");
  return status;
}

static int find_name(const side *s, hd_axis name) {
  int k = 0;
  while (k < s->profile.leaves && s->name[k] != name) ++k;
  return k;
}

/* Every name on both sides; every extent of a name. */
static hd_status check_names(const side *left, const side *right, const hd_extent *extent, int extents,
                             hd_error *error) {
  const side *sides[2] = {left, right};
  for (int n = 0; n < 2; ++n)
    for (int k = 0; k < sides[n]->profile.leaves; ++k) {
      hd_axis name = sides[n]->name[k];
      if (name == HD_AXIS_INTEGER || find_name(sides[1 - n], name) < sides[1 - n]->profile.leaves) continue;
      return fail_name(error, HD_MISMATCH,
                       n == 0 ? "name {0} of the left side, {a}, is not on the right"
                              : "name {0} of the right side, {a}, is not on the left",
                       name, k);
    }
  for (int k = 0; k < extents; ++k) {
    if (extent[k].extent < 1)
      return fail_name(error, HD_RANGE, "the extent {0} of {a} is below 1", extent[k].name, extent[k].extent);
    if (find_name(left, extent[k].name) == left->profile.leaves)
      return fail_name(error, HD_MISMATCH, "the extent {0} is given for {a}, which does not stand in the pattern",
                       extent[k].name, extent[k].extent);
  }
  return HD_OK;
}

/* ---- the digits ---- */

/* The digits of the layout by name: leaf k of the left side is digit[k], itself a layout kept as leaves of `all`. */
typedef struct digits {
  hd_layout all;
  uint8_t start[HD_MAX_LEAVES + 1];
} digits;

static bool append_digit(digits *d, int k, const hd_layout *from, hd_view view) {
  bool fits = hd_layout_append(&d->all, from, view);
  d->start[k + 1] = d->all.profile.leaves;
  return fits;
}

/* The extents of names begin..end-1 of a mode of this size, one of which may be left to be found. */
static hd_status extents_of(const side *left, hd_view names, int64_t size, const hd_extent *extent, int extents,
                            hd_error *error, int64_t *of) {
  int64_t product = 1;
  int open = -1;
  for (int k = names.begin; k < names.end; ++k) {
    int64_t *here = &of[k - names.begin];
    *here = left->name[k] == HD_AXIS_INTEGER ? 1 : 0;
    for (int e = 0; e < extents; ++e)
      if (left->name[k] == extent[e].name) *here = extent[e].extent;
    if (*here == 0) {
      if (open >= 0)
        return fail_numbers(error, HD_RANGE, "a mode of size {0} is split in {1}, and more than one extent is left out",
                            size, names.end - names.begin);
      open = k - names.begin;
    } else if (!hd_mul(product, *here, &product)) {
      return fail_name(error, HD_OVERFLOW, "the product of the extents leaves 64 bits at {a}, {0}", left->name[k],
                       *here);
    }
  }
  if (open >= 0 && size % product == 0) of[open] = size / product;
  else if (open >= 0 || product != size)
    return fail_numbers(error, HD_RANGE, "a mode of size {0} does not split into extents of {1}", size, product);
  return HD_OK;
}

static bool any_extent(const side *left, hd_view names, const hd_extent *extent, int extents) {
  for (int k = names.begin; k < names.end; ++k)
    for (int e = 0; e < extents; ++e)
      if (left->name[k] == extent[e].name) return true;
  return false;
}

/* Splits one mode of the layout under the names that stand for it. */
static hd_status split_mode(const hd_layout *layout, hd_view view, const side *left, hd_view names,
                            const hd_extent *extent, int extents, hd_error *error, digits *d) {
  int64_t of[HD_MAX_LEAVES];
  hd_layout mode, split;
  hd_view part;
  int count = names.end - names.begin;
  hd_layout_clear(&mode);
  hd_layout_append(&mode, layout, view);
  hd_layout_finish(&mode, operation, NULL); /* a mode of a valid layout is valid; this only makes on_axes exact */
  bool group = hd_view_is_tuple(&left->profile, names);
  bool as_they_are = group && hd_is_tuple(&mode.profile) && hd_rank(&mode.profile) == count &&
                     !any_extent(left, names, extent, extents);
  split = mode;
  if (!as_they_are) {
    hd_status status = extents_of(left, names, hd_size(&mode), extent, extents, error, of);
    if (status == HD_OK && group) {
      hd_tuple shape;
      hd_tuple_flat(&shape, count, of);
      status = hd_make_layout(&shape, NULL, error, &split);
      if (status == HD_OK) status = hd_composition(&mode, &split, error, &split);
      if (status != HD_OK) return hd_fail_within(error, status, operation);
    }
    if (status != HD_OK) return status;
  }
  for (int k = 0; k < count; ++k) {
    hd_view all = hd_view_all(&split.profile);
    if (group) hd_view_mode(&split.profile, all, k, &part);
    if (!append_digit(d, names.begin + k, &split, group ? part : all)) return hd_refuse_full(error, operation);
  }
  return HD_OK;
}

static hd_status fail_items(hd_error *error, const side *left, int rank) {
  hd_profile whole = left->profile;
  hd_profile_wrap(&whole, 0);
  return fail_numbers(error, HD_MISMATCH, "the left side has rank {0}, and the layout has rank {1}", hd_rank(&whole),
                      rank);
}

/* Finds the digits of the whole layout. */
static hd_status split_all(const hd_layout *layout, const side *left, const hd_extent *extent, int extents,
                           hd_error *error, digits *d) {
  hd_view mode;
  int rank = hd_rank(&layout->profile), items = 0;
  hd_layout_clear(&d->all);
  d->start[0] = 0;
  for (int at = 0; at < left->profile.leaves; ++items) {
    hd_view item = {(uint8_t)at, (uint8_t)(at + 1), 0, 0};
    if (left->profile.open[at] > 0)
      while (left->profile.close[item.end - 1] == 0) ++item.end;
    if (!hd_view_mode(&layout->profile, hd_view_all(&layout->profile), items, &mode))
      return fail_items(error, left, rank);
    hd_status status = split_mode(layout, mode, left, item, extent, extents, error, d);
    if (status != HD_OK) return status;
    at = item.end;
  }
  return items == rank ? HD_OK : fail_items(error, left, rank);
}

/* ---- the answer ---- */

hd_status hd_rearrange(const hd_layout *layout, const char *pattern, size_t length, const hd_extent *extent,
                       int extents, hd_error *error, hd_layout *result) {
  side left, right;
  digits d;
  hd_layout made;
  hd_status status = read_pattern(pattern, length, error, &left, &right);
  if (status == HD_OK) status = check_names(&left, &right, extent, extents, error);
  if (status == HD_OK) status = split_all(layout, &left, extent, extents, error, &d);
  if (status != HD_OK) return status;
  hd_layout_clear(&made);
  for (int k = 0; k < right.profile.leaves; ++k) {
    int first = made.profile.leaves, from = find_name(&left, right.name[k]);
    bool fits;
    if (right.name[k] == HD_AXIS_INTEGER) {
      fits = hd_layout_append_leaf(&made, 1, 0, HD_AXIS_INTEGER);
    } else {
      hd_view digit = {d.start[from], d.start[from + 1], 0, 0};
      fits = hd_layout_append(&made, &d.all, digit);
    }
    fits = fits && hd_profile_bracket(&made.profile, first, right.profile.open[k], right.profile.close[k]);
    if (!fits) return hd_refuse_full(error, operation);
  }
  if (!hd_layout_wrap(&made, 0)) return hd_refuse_full(error, operation);
  status = hd_layout_finish(&made, operation, error);
  if (status == HD_OK) hd_layout_copy(result, &made);
  return status;
}
