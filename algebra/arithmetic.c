/* Tuples leaf by leaf or mode by mode; every product and sum is checked. */
#include "algebra/arithmetic.h"

#include "algebra/checked.h"
#include "algebra/leaf.h"
#include "algebra/refusals.h"

/* ---- two tuples side by side ---- */

/* Two modes that stand side by side, of which at least one is a scalar, and where the answer goes. */
typedef struct pair {
  const hd_tuple *a, *b;
  hd_view in_a, in_b;
  const char *operation;
  hd_error *error;
  hd_tuple *made;
} pair;

/* What an operation does with a pair; and which of its operands may have modes that the other has not. */
typedef struct rule {
  const char *operation;
  hd_status (*combine)(const pair *p);
  bool tail_of_a, tail_of_b;
} rule;

static hd_status fail_pair(const pair *p, hd_status status, const char *reason, int64_t a, int64_t b) {
  return hd_refuse(p->error, status, p->operation, reason, a, b, 0);
}

static hd_status fail_full(const pair *p) { return hd_refuse_full(p->error, p->operation); }

/* One operand has no mode where the other goes on. */
static hd_status fail_ends(const pair *p, bool of_a, int leaf) {
  fail_pair(p, HD_MISMATCH,
            of_a ? "the first operand goes on at its leaf {leaf}, where the second has no mode"
                 : "the second operand goes on at its leaf {leaf}, where the first has no mode",
            0, 0);
  if (p->error) p->error->leaf = leaf;
  return HD_MISMATCH;
}

/* Appends a mode as it stands. */
static bool append_view(hd_tuple *made, const hd_tuple *from, hd_view view) {
  int at = made->profile.leaves;
  for (int k = view.begin; k < view.end; ++k)
    if (!hd_tuple_append(made, from->value[k], hd_tuple_axis(from, k))) return false;
  made->profile.leaves = (uint8_t)at; /* the same leaves, with their brackets */
  return hd_profile_append(&made->profile, &from->profile, view);
}

/* Takes over a mode that only one operand has. */
static hd_status take_over(const rule *r, const pair *p, hd_cursor *a, hd_cursor *b) {
  bool of_a = hd_cursor_more(a);
  if (of_a ? !r->tail_of_a : !r->tail_of_b) return fail_ends(p, of_a, (of_a ? a : b)->leaf);
  hd_view view = hd_cursor_next(of_a ? a : b);
  return append_view(p->made, of_a ? p->a : p->b, view) ? HD_OK : fail_full(p);
}

/* Walks both operands; brackets that were opened are put before the first leaf that follows. */
static hd_status walk(const rule *r, pair *p) {
  hd_cursor a = hd_cursor_start(&p->a->profile), b = hd_cursor_start(&p->b->profile);
  hd_profile *profile = &p->made->profile;
  for (int opened = 0, depth = 0;;) {
    int first = profile->leaves;
    bool more_a = hd_cursor_more(&a), more_b = hd_cursor_more(&b);
    if (!more_a && !more_b) {
      if (depth == 0) return HD_OK;
      hd_cursor_leave(&a);
      hd_cursor_leave(&b);
      --depth;
      if (!hd_profile_bracket(profile, first - 1, 0, 1)) return fail_full(p);
      continue;
    }
    if (more_a && more_b && hd_cursor_at_tuple(&a) && hd_cursor_at_tuple(&b)) {
      hd_cursor_enter(&a);
      hd_cursor_enter(&b);
      ++opened, ++depth;
      continue;
    }
    hd_status status;
    if (more_a && more_b) {
      p->in_a = hd_cursor_next(&a);
      p->in_b = hd_cursor_next(&b);
      status = r->combine(p);
    } else {
      status = take_over(r, p, &a, &b);
    }
    if (status != HD_OK) return status;
    if (!hd_profile_bracket(profile, first, opened, 0)) return fail_full(p);
    opened = 0;
  }
}

static hd_status combine(const rule *r, const hd_tuple *a, const hd_tuple *b, hd_error *error, hd_tuple *result) {
  hd_tuple made;
  pair p = {.a = a, .b = b, .operation = r->operation, .error = error, .made = &made};
  hd_tuple_clear(&made);
  if ((a->profile.leaves == 0 && !hd_is_tuple(&b->profile)) || (b->profile.leaves == 0 && !hd_is_tuple(&a->profile)))
    return hd_refuse_nesting(error, r->operation, "{c} and {d}: one is a tuple and the other is none", a, b);
  hd_status status = walk(r, &p);
  if (status == HD_OK) hd_tuple_copy(result, &made);
  return status;
}

/* Whether every leaf is a plain integer of at least `least`. */
static hd_status check_leaves(const hd_tuple *tuple, int64_t least, const char *operation, hd_error *error) {
  for (int k = 0; k < tuple->profile.leaves; ++k) {
    bool plain = hd_tuple_axis(tuple, k) == HD_AXIS_INTEGER;
    if (plain && tuple->value[k] >= least) continue;
    hd_refuse_nesting(error, operation,
                      plain ? "{c} has a leaf below {0}: leaf {leaf}"
                            : "leaf {leaf} of {c} is `_` or lies on an axis; integers are wanted",
                      tuple, NULL);
    hd_status status = plain ? HD_RANGE : HD_MISMATCH;
    if (!error) return status;
    error->status = status;
    error->leaf = k;
    error->number[0] = least;
    return status;
  }
  return HD_OK;
}

/* The product of a tuple's leaves, or of those of a mode, is too large. */
static hd_status fail_product(hd_error *error, const char *operation, const hd_tuple *tuple, int leaf) {
  hd_refuse(error, HD_OVERFLOW, operation, "the product of {c} leaves 64 bits at leaf {leaf}, {0}", tuple->value[leaf],
            0, 0);
  if (!error) return HD_OVERFLOW;
  error->leaf = leaf;
  error->has_coordinate = true;
  hd_tuple_copy(&error->coordinate, tuple);
  return HD_OVERFLOW;
}

/* ---- division ---- */

/* a / b rounded up; 0 where one must divide the other, and neither does. */
static inline int64_t rounded_up(bool even, int64_t a, int64_t b) {
  int64_t whole = a / b;
  if (whole * b == a) return whole;
  return even && b % a != 0 ? 0 : whole + 1;
}

static hd_status quotient(const pair *p, bool even, int64_t a, int64_t b, int64_t *result) {
  *result = rounded_up(even, a, b);
  if (*result > 0) return HD_OK;
  return fail_pair(p, HD_UNDEFINED, "neither of {0}, leaf {leaf} of the first operand, and {1} divides the other", a, b);
}

/* Nearly all divisions: plain extents, nested alike or by one integer. Returns false where it is another, or refused. */
static inline bool divide_plain(bool even, const hd_tuple *a, const hd_tuple *b, hd_tuple *result) {
  int64_t value[HD_MAX_LEAVES], divisor;
  if (a->on_axes || b->on_axes || a->profile.leaves == 0 || b->profile.leaves == 0) return false;
  bool scalar = b->profile.open[0] == 0;
  if (!scalar && !hd_is_congruent(&a->profile, &b->profile)) return false;
  divisor = b->value[0];
  for (int k = 0; k < a->profile.leaves; ++k) {
    int64_t extent = a->value[k];
    if (!scalar) divisor = b->value[k];
    if (extent < 1 || divisor < 1) return false;
    value[k] = rounded_up(even, extent, divisor);
    if (scalar) divisor = rounded_up(even, divisor, extent);
    if (value[k] == 0) return false;
  }
  hd_tuple_write(result, &a->profile, value);
  return true;
}

/* An integer by a tuple's size, or a tuple by an integer that its leaves use up from the left. Dividing what is left
 * leaf by leaf is dividing it mode by mode: both rounded up and where it comes out even. */
static hd_status divide_pair(const pair *p, bool even) {
  int64_t divisor = 1;
  for (int k = p->in_b.begin; k < p->in_b.end; ++k)
    if (!hd_mul(divisor, p->b->value[k], &divisor)) return fail_product(p->error, p->operation, p->b, k);
  int first = p->made->profile.leaves;
  if (!append_view(p->made, p->a, p->in_a)) return fail_full(p);
  for (int k = p->in_a.begin; k < p->in_a.end; ++k) {
    int64_t extent = p->a->value[k];
    hd_status status = quotient(p, even, extent, divisor, &p->made->value[first + k - p->in_a.begin]);
    if (status == HD_OK) status = quotient(p, even, divisor, extent, &divisor);
    if (status != HD_OK && p->error) p->error->leaf = k;
    if (status != HD_OK) return status;
  }
  return HD_OK;
}

static hd_status shape_div_pair(const pair *p) { return divide_pair(p, true); }
static hd_status ceil_div_pair(const pair *p) { return divide_pair(p, false); }

static hd_status divide(const rule *r, const hd_tuple *a, const hd_tuple *b, hd_error *error, hd_tuple *result) {
  hd_status status = check_leaves(a, 1, r->operation, error);
  if (status == HD_OK) status = check_leaves(b, 1, r->operation, error);
  return status == HD_OK ? combine(r, a, b, error, result) : status;
}

hd_status hd_shape_div(const hd_tuple *a, const hd_tuple *b, hd_error *error, hd_tuple *result) {
  static const rule how = {"shape_div", shape_div_pair, false, false};
  return divide_plain(true, a, b, result) ? HD_OK : divide(&how, a, b, error, result);
}

hd_status hd_ceil_div(const hd_tuple *a, const hd_tuple *b, hd_error *error, hd_tuple *result) {
  static const rule how = {"ceil_div", ceil_div_pair, true, false};
  return divide_plain(false, a, b, result) ? HD_OK : divide(&how, a, b, error, result);
}

/* ---- sums ---- */

/* Nearly all sums: plain integers, nested alike. Returns false where it is another, or overflows. */
static inline bool sum_plain(bool negative, const hd_tuple *a, const hd_tuple *b, hd_tuple *result) {
  int64_t value[HD_MAX_LEAVES];
  if (a->on_axes || b->on_axes || !hd_is_congruent(&a->profile, &b->profile)) return false;
  for (int k = 0; k < a->profile.leaves; ++k)
    if (!(negative ? hd_sub(a->value[k], b->value[k], &value[k]) : hd_add(a->value[k], b->value[k], &value[k])))
      return false;
  hd_tuple_write(result, &a->profile, value);
  return true;
}

static bool is_zero(const hd_tuple *tuple, hd_view view) {
  return view.end - view.begin == 1 && !hd_view_is_tuple(&tuple->profile, view) && tuple->value[view.begin] == 0;
}

static hd_status sum_pair(const pair *p, bool negative) {
  int64_t total;
  if (is_zero(p->b, p->in_b)) return append_view(p->made, p->a, p->in_a) ? HD_OK : fail_full(p);
  if (!negative && is_zero(p->a, p->in_a)) return append_view(p->made, p->b, p->in_b) ? HD_OK : fail_full(p);
  if (hd_view_is_tuple(&p->a->profile, p->in_a) || hd_view_is_tuple(&p->b->profile, p->in_b))
    return hd_refuse_nesting(p->error, p->operation, "in {c} and {d} a number stands beside a tuple; only 0 may", p->a,
                             p->b);
  int64_t x = p->a->value[p->in_a.begin], y = p->b->value[p->in_b.begin];
  hd_axis axis = hd_tuple_axis(p->b, p->in_b.begin), of_a = hd_tuple_axis(p->a, p->in_a.begin);
  if (axis != of_a && x != 0)
    return hd_refuse_nesting(p->error, p->operation, "in {c} and {d} numbers on different axes have no sum", p->a,
                             p->b);
  if (!(negative ? hd_sub(x, y, &total) : hd_add(x, y, &total)))
    return fail_pair(p, HD_OVERFLOW, negative ? "{0} - {1} leaves 64 bits" : "{0} + {1} leaves 64 bits", x, y);
  return hd_tuple_append(p->made, total, axis) ? HD_OK : fail_full(p);
}

static hd_status add_pair(const pair *p) { return sum_pair(p, false); }
static hd_status sub_pair(const pair *p) { return sum_pair(p, true); }

static hd_status sum(const rule *r, const hd_tuple *a, const hd_tuple *b, hd_error *error, hd_tuple *result) {
  const hd_tuple *side[2] = {a, b};
  for (int s = 0; s < 2; ++s)
    for (int k = 0; k < side[s]->profile.leaves; ++k)
      if (hd_tuple_is_any(side[s], k)) {
        hd_fail(error, HD_MISMATCH, r->operation,
                s == 0 ? "leaf {leaf} of the first operand is `_`, no number to count with"
                       : "leaf {leaf} of the second operand is `_`, no number to count with");
        if (error) error->leaf = k;
        return HD_MISMATCH;
      }
  return combine(r, a, b, error, result);
}

hd_status hd_tuple_add(const hd_tuple *a, const hd_tuple *b, hd_error *error, hd_tuple *result) {
  static const rule how = {"tuple_add", add_pair, true, true};
  return sum_plain(false, a, b, result) ? HD_OK : sum(&how, a, b, error, result);
}

hd_status hd_tuple_sub(const hd_tuple *a, const hd_tuple *b, hd_error *error, hd_tuple *result) {
  static const rule how = {"tuple_sub", sub_pair, true, true};
  return sum_plain(true, a, b, result) ? HD_OK : sum(&how, a, b, error, result);
}

/* ---- leaf by leaf ---- */

hd_status hd_elem_less(const hd_tuple *a, const hd_tuple *b, hd_error *error, bool *answer) {
  static const char operation[] = "elem_less";
  bool less = true;
  if (!hd_is_congruent(&a->profile, &b->profile))
    return hd_refuse_nesting(error, operation, "{c} and {d} are nested differently", a, b);
  hd_status status = check_leaves(a, INT64_MIN, operation, error);
  if (status == HD_OK) status = check_leaves(b, INT64_MIN, operation, error);
  if (status != HD_OK) return status;
  for (int k = 0; k < a->profile.leaves; ++k) less = less && a->value[k] < b->value[k];
  *answer = less;
  return HD_OK;
}

hd_status hd_tuple_product_each(const hd_tuple *tuple, hd_error *error, hd_tuple *result) {
  static const char operation[] = "tuple_product_each";
  hd_tuple made;
  hd_status status = check_leaves(tuple, INT64_MIN, operation, error);
  if (status != HD_OK) return status;
  hd_tuple_clear(&made);
  hd_cursor cursor = hd_cursor_inside(&tuple->profile, hd_view_all(&tuple->profile));
  while (hd_cursor_more(&cursor)) {
    hd_view mode = hd_cursor_next(&cursor);
    int64_t product = 1;
    for (int k = mode.begin; k < mode.end; ++k)
      if (!hd_mul(product, tuple->value[k], &product)) return fail_product(error, operation, tuple, k);
    hd_tuple_append(&made, product, HD_AXIS_INTEGER); /* no more modes than leaves */
  }
  hd_profile_wrap(&made.profile, 0);
  hd_tuple_copy(result, &made);
  return HD_OK;
}

hd_status hd_prefix_product(const hd_tuple *tuple, hd_error *error, hd_tuple *result) {
  static const char operation[] = "prefix_product";
  hd_tuple made;
  int64_t product = 1;
  hd_status status = check_leaves(tuple, INT64_MIN, operation, error);
  if (status != HD_OK) return status;
  hd_tuple_copy(&made, tuple);
  for (int k = 0; k < tuple->profile.leaves; ++k) {
    made.value[k] = product;
    if (k + 1 < tuple->profile.leaves && !hd_mul(product, tuple->value[k], &product))
      return fail_product(error, operation, tuple, k);
  }
  made.on_axes = false;
  hd_tuple_copy(result, &made);
  return HD_OK;
}

hd_status hd_increment_coord(const hd_tuple *coordinate, const hd_tuple *shape, hd_error *error, hd_tuple *result) {
  static const char operation[] = "increment_coord";
  int last = coordinate->profile.leaves - 1;
  if (!hd_is_congruent(&coordinate->profile, &shape->profile))
    return hd_refuse_nesting(error, operation, "the coordinate {c} and the shape {d} are nested differently",
                             coordinate, shape);
  hd_status status = check_leaves(coordinate, 0, operation, error);
  if (status == HD_OK) status = check_leaves(shape, 1, operation, error);
  if (status != HD_OK) return status;
  for (int k = 0; k < last; ++k)
    if (coordinate->value[k] >= shape->value[k]) {
      hd_fail(error, HD_RANGE, operation, "leaf {leaf} of the coordinate is {0}, not below its extent {1}");
      if (error) error->leaf = k, error->number[0] = coordinate->value[k], error->number[1] = shape->value[k];
      return HD_RANGE;
    }
  int full = 0; /* leaves that go back to 0 */
  int64_t next = 0;
  while (full < last && coordinate->value[full] + 1 == shape->value[full]) ++full;
  if (last >= 0 && !hd_add(coordinate->value[full], 1, &next))
    return hd_refuse(error, HD_OVERFLOW, operation, "the last leaf is {0}; one more leaves 64 bits", INT64_MAX, 0, 0);
  hd_tuple_copy(result, coordinate);
  result->on_axes = false;
  for (int k = 0; k < full; ++k) result->value[k] = 0;
  if (last >= 0) result->value[full] = next;
  return HD_OK;
}
