/* Tables of values and patterns drawn from a seed: fitted and rearranged, or shown to be no layout's. */
#include "proofs/oracle.h"
#include "tests/support/family.h"
#include "tests/support/pairs.h"
#include "tests/support/sweep.h"

#include <stdio.h>

enum { INPUTS = 10000, SIZE = 512, AXES = 2 };

/* ---- fit ---- */

/* A table of one or two components: the values of a layout, read at every d-th index of it, or with some values moved.
 * Returns how many. */
static int64_t draw_table(uint64_t *seed, int axes, int64_t value[SIZE * AXES]) {
  hd_layout layout[AXES];
  int64_t sizes[] = {1, 2, 3, 4, 6, 8, 9, 12, 16, 24, 30, 36, 48, 64, 96, 120, 128, 210, 256};
  int64_t size = sizes[hd_pairs_draw(seed, HD_COUNT(sizes))], step = 1 + hd_pairs_draw(seed, 4) % 3;
  for (int a = 0; a < axes; a++) hd_draw_layout(seed, 4, 256, false, &layout[a]);
  if (hd_pairs_draw(seed, 3) > 0 && axes == 1) size = hd_small_size(&layout[0]);
  bool apart = hd_pairs_draw(seed, 4) > 0; /* the second component moves where the first has come to its end */
  for (int64_t i = 0; i < size; i++)
    for (int a = 0; a < axes; a++) {
      int64_t period = axes > 1 && apart ? (size % 4 == 0 ? 4 : size % 3 == 0 ? 3 : 1) : 0;
      int64_t at = period == 0 ? i * step : a == 0 ? i % period : i / period;
      value[i * axes + a] = hd_small_at(&layout[a], at);
    }
  for (int moved = hd_pairs_draw(seed, 3) == 0; moved > 0; moved--)
    value[hd_pairs_draw(seed, size) * axes + axes - 1] += 1 + hd_pairs_draw(seed, 5);
  for (int a = 0; a < axes; a++) value[a] = hd_pairs_draw(seed, 40) == 0;
  return size;
}

static hd_status push_all(hd_fit *fit, const int64_t *value, int64_t size, int axes, hd_error *error) {
  hd_status status = HD_OK;
  hd_fit_start(fit, size, axes);
  for (int64_t i = 0; i < size && status == HD_OK; i++) status = hd_fit_push(fit, &value[i * axes], error);
  return status;
}

/* Whether a layout on these axes has all values. */
static bool has_all(const hd_layout *layout, const hd_oracle_axes *axes, const int64_t *value, int64_t size) {
  int64_t got[AXES];
  if (hd_small_size(layout) != size) return false;
  for (int64_t i = 0; i < size; i++) {
    if (hd_oracle_at(layout, i, axes, got) != HD_OK) return false;
    for (int a = 0; a < axes->count; a++)
      if (got[a] != value[i * axes->count + a]) return false;
  }
  return true;
}

START_TEST(a_table_is_fitted_or_the_first_value_of_no_layout_is_named) {
  uint64_t seed = hd_pairs_seed("fit", 20261202);
  hd_cases ended = {0, 0};
  for (int n = 0; n < INPUTS; n++) {
    int64_t value[SIZE * AXES], failing;
    hd_oracle_table table = {.axes = {.count = 1 + (int)hd_pairs_draw(&seed, AXES)}, .value = value};
    hd_fit fit;
    hd_layout result;
    hd_error error;
    bool exists;
    for (int a = 0; table.axes.count > 1 && a < AXES; a++)
      EXPECT(hd_axis_from_path(&a, 1, &table.axes.axis[a]), "no axis");
    table.count = draw_table(&seed, table.axes.count, value);
    EXPECT(hd_oracle_fit(&table, &exists, &failing) == HD_OK, "case %d: the oracle failed", n);
    hd_status status = push_all(&fit, value, table.count, table.axes.count, &error);
    if (!exists) {
      EXPECT(hd_small_is_refused(status, HD_UNDEFINED, &error) && error.number[0] == failing,
             "case %d: %s at %d, where %d is the first", n, hd_status_name(status), (int)error.number[0], (int)failing);
      ended.refused++;
      continue;
    }
    const hd_axis *axes = table.axes.count > 1 ? table.axes.axis : NULL;
    EXPECT(status == HD_OK && hd_fit_layout(&fit, axes, NULL, &result) == HD_OK, "case %d: a layout exists", n);
    EXPECT(has_all(&result, &table.axes, value, table.count), "case %d: %s", n, hd_test_show(&result));
    ended.answered++;
  }
  hd_sweep_end("fit", "drawn tables", INPUTS, &ended, true);
}
END_TEST

/* ---- rearrange ---- */

enum { NAMES = 8, GROUPS = 4 };

/* A pattern: each mode in digits from the left, and the same digits in another order. */
typedef struct pattern {
  int names;
  int64_t extent[NAMES]; /* digit k of the left side, from the first mode on */
  int mode[NAMES];
  int order[NAMES]; /* the k-th name of the right side */
  char text[96];
  hd_extent given[NAMES];
  int extents;
  bool wrong; /* one of them does not multiply to its mode's size */
} pattern;

/* Writes names in groups: one per mode on the left, as drawn on the right. */
static char *write_side(char *at, const pattern *p, const int *order, const bool *joins) {
  for (int k = 0; k < p->names;) {
    int end = k + 1;
    while (end < p->names && joins[end]) end++;
    if (end - k > 1) *at++ = '(';
    for (int j = k; j < end; j++) {
      *at++ = (char)('a' + order[j]);
      if (j + 1 < end) *at++ = ' ';
    }
    if (end - k > 1) *at++ = ')';
    *at++ = ' ';
    k = end;
  }
  *at = '\0';
  return at;
}

/* Cuts a mode into one to three digits. */
static void cut_mode(uint64_t *seed, int64_t size, int mode, pattern *p) {
  int digits = 1 + (int)hd_pairs_draw(seed, 3);
  if (p->names + digits > NAMES - 1) digits = 1;
  for (int k = 0; k < digits; k++) {
    int64_t extent = k + 1 == digits ? size : 1 + hd_pairs_draw(seed, size);
    while (size % extent != 0) extent--;
    size /= extent;
    p->mode[p->names] = mode;
    p->extent[p->names++] = extent;
  }
}

/* Each extent is given, but for one in some modes. */
static void give_extents(uint64_t *seed, pattern *p) {
  p->extents = 0;
  p->wrong = false;
  for (int k = 0; k < p->names; k++) {
    bool last = k + 1 == p->names || p->mode[k + 1] != p->mode[k];
    if (last && hd_pairs_draw(seed, 2)) continue;
    hd_extent *given = &p->given[p->extents++];
    char name = (char)('a' + k);
    EXPECT(hd_axis_from_name(&name, 1, &given->name), "no name");
    given->extent = p->extent[k];
    if (!last || hd_pairs_draw(seed, 20) > 0) continue;
    given->extent++;
    p->wrong = true;
  }
}

static void draw_pattern(uint64_t *seed, const hd_layout *layout, pattern *p) {
  static const int in_order[NAMES] = {0, 1, 2, 3, 4, 5, 6, 7};
  bool joins[NAMES] = {false};
  hd_layout mode;
  p->names = 0;
  for (int k = 0; hd_small_mode(layout, k, &mode); k++) cut_mode(seed, hd_small_size(&mode), k, p);
  for (int k = 1; k < p->names; k++) joins[k] = p->mode[k] == p->mode[k - 1];
  char *at = write_side(p->text, p, in_order, joins);
  for (int k = 0; k < p->names; k++) {
    int j = (int)hd_pairs_draw(seed, k + 1);
    p->order[k] = p->order[j];
    p->order[j] = k;
    joins[k] = hd_pairs_draw(seed, 3) == 0;
  }
  joins[0] = false;
  at += sprintf(at, "-> ");
  write_side(at, p, p->order, joins);
  give_extents(seed, p);
}

/* The index of the layout at which digit k is digit[k], the left side's first name fastest. */
static int64_t index_of(const pattern *p, const int64_t *digit) {
  int64_t index = 0;
  for (int k = p->names - 1; k >= 0; k--) index = index * p->extent[k] + digit[k];
  return index;
}

/* Whether each digit alone moves like a layout, and all of them add up: then, and only then, they are modes. */
static bool comes_apart(const pattern *p, const int64_t *value, int64_t size) {
  int64_t place[NAMES], before = 1, failing;
  for (int k = 0; k < p->names; before *= p->extent[k++]) {
    int64_t along[SIZE];
    hd_oracle_table table = {.axes = {.count = 1}, .count = p->extent[k], .value = along};
    bool exists;
    place[k] = before;
    for (int64_t d = 0; d < p->extent[k]; d++) along[d] = value[d * before];
    EXPECT(hd_oracle_fit(&table, &exists, &failing) == HD_OK, "the oracle failed");
    if (!exists) return false;
  }
  for (int64_t i = 0; i < size; i++) {
    int64_t rest = i, sum = 0;
    for (int k = 0; k < p->names; rest /= p->extent[k++]) sum += value[rest % p->extent[k] * place[k]];
    if (sum != value[i]) return false;
  }
  return true;
}

/* result(d') = L(d): both sides count the digits, each in its own order. */
static bool is_rearranged(const pattern *p, const int64_t *value, int64_t size, const hd_layout *result) {
  int64_t wanted[SIZE];
  for (int64_t i = 0; i < size; i++) {
    int64_t rest = i, digit[NAMES];
    for (int k = 0; k < p->names; k++) {
      digit[p->order[k]] = rest % p->extent[p->order[k]];
      rest /= p->extent[p->order[k]];
    }
    wanted[i] = value[index_of(p, digit)];
  }
  return hd_small_has_values(result, size, wanted);
}

START_TEST(a_digit_means_the_same_on_both_sides_or_the_digits_are_no_modes) {
  uint64_t seed = hd_pairs_seed("rearrange", 20261203);
  hd_cases ended = {0, 0};
  for (int n = 0; n < INPUTS; n++) {
    hd_layout layout, result;
    hd_error error;
    pattern p;
    int64_t value[SIZE];
    hd_draw_layout(&seed, GROUPS, 256, false, &layout);
    draw_pattern(&seed, &layout, &p);
    int64_t size = hd_small_size(&layout);
    hd_small_table(&layout, size, value);
    hd_status status = hd_rearrange(&layout, p.text, strlen(p.text), p.given, p.extents, &error, &result);
    hd_status wanted = p.wrong ? HD_RANGE : comes_apart(&p, value, size) ? HD_OK : HD_UNDEFINED;
    EXPECT(status == wanted, "case %d, %s by %s: %s, not %s", n, hd_test_show(&layout), p.text, hd_status_name(status),
           hd_status_name(wanted));
    EXPECT(status == HD_OK || hd_test_is_error(&error, status), "case %d: no error", n);
    EXPECT(status != HD_OK || is_rearranged(&p, value, size, &result), "case %d, %s by %s: %s", n,
           hd_test_show(&layout), p.text, hd_test_show(&result));
    ended.answered += status == HD_OK;
    ended.refused += status != HD_OK;
  }
  hd_sweep_end("rearrange", "drawn patterns", INPUTS, &ended, true);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"fit", a_table_is_fitted_or_the_first_value_of_no_layout_is_named},
      {"rearrange", a_digit_means_the_same_on_both_sides_or_the_digits_are_no_modes},
  };
  return hd_test_main("sweep: drawn tables and patterns", test, HD_COUNT(test));
}
