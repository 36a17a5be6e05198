/* Layouts, linear maps and placements drawn from a seed, converted into each other and back wherever that can be. */
#include "tests/support/linear.h"
#include "tests/support/pairs.h"
#include "tests/support/placement.h"
#include "tests/support/sweep.h"

#include <stdio.h>

enum { INPUTS = 10000, SIZE = 512 };

/* Whether f(x) is the exclusive or (`sums` false) or the sum of f at the bits of x, for all x: linear over bits, or a
 * layout whose modes all have the extent 2. */
static bool adds_up(const int64_t *f, int64_t size, bool sums) {
  for (int64_t x = 0; x < size; x++) {
    int64_t all = 0;
    for (int64_t bit = 1; bit < size; bit *= 2)
      if (x & bit) all = sums ? all + f[bit] : all ^ f[bit];
    if (all != f[x]) return false;
  }
  return true;
}

/* ---- from layouts ---- */

/* Up to five modes, extents mostly powers of two, strides mostly next to one another; behind a swizzle every other
 * time. */
static void draw_chain(uint64_t *seed, hd_composed *chain) {
  int64_t shape[5], stride[5], end = 1, size = 1;
  int modes = 1 + (int)hd_pairs_draw(seed, 5);
  hd_layout layout;
  for (int k = 0; k < modes; k++) {
    shape[k] = hd_pairs_draw(seed, 12) == 0 ? 3 : (int64_t)1 << hd_pairs_draw(seed, 4);
    while (size * shape[k] > SIZE / 2) shape[k] = shape[k] == 3 ? 1 : shape[k] / 2;
    size *= shape[k];
    stride[k] = hd_pairs_draw(seed, 4) > 0 ? end : hd_pairs_draw(seed, 2) ? hd_pairs_draw(seed, 9) : 2 * end;
    if (end < 256) end *= shape[k];
    if (hd_pairs_draw(seed, 60) == 0) stride[k] = -stride[k];
  }
  EXPECT(hd_make_flat_layout(modes, shape, stride, NULL, &layout) == HD_OK, "what is drawn is no layout");
  hd_composed_plain(&layout, chain);
  if (hd_pairs_draw(seed, 2)) return;
  int b = (int)hd_pairs_draw(seed, 4), m = (int)hd_pairs_draw(seed, 4), s = b + (int)hd_pairs_draw(seed, 3);
  hd_swizzle swizzle = {b, m, hd_pairs_draw(seed, 3) ? s : -s};
  EXPECT(hd_compose_swizzle(&swizzle, 0, chain, NULL, chain) == HD_OK, "compose");
}

/* All values of a chain; false when some is negative. */
static bool chain_values(const hd_composed *chain, int64_t size, int64_t *value) {
  hd_small_table(&chain->inner, size, value);
  for (int64_t i = 0; i < size; i++) {
    if (value[i] < 0) return false;
    for (int k = chain->steps - 1; k >= 0; k--) value[i] = hd_plain_swizzled(chain->step[k].swizzle, value[i]);
  }
  return true;
}

static bool are_powers(const hd_layout *layout) {
  for (int k = 0; k < layout->profile.leaves; k++)
    if (layout->shape[k] == 3) return false;
  return true;
}

START_TEST(a_chain_is_linear_over_bits_and_comes_back_or_is_not) {
  uint64_t seed = hd_pairs_seed("layouts to linear", 20261204);
  hd_cases ended = {0, 0};
  for (int n = 0; n < INPUTS; n++) {
    hd_composed chain, back;
    hd_linear linear;
    hd_error error;
    int64_t value[SIZE], again[SIZE];
    draw_chain(&seed, &chain);
    int64_t size = hd_small_size(&chain.inner);
    bool exists = chain_values(&chain, size, value) && are_powers(&chain.inner) && adds_up(value, size, false);
    hd_status status = hd_linear_from_composed(&chain, NULL, &error, &linear);
    if (!exists) {
      EXPECT(hd_small_is_refused(status, HD_UNDEFINED, &error), "case %d, behind %d steps %s: %s", n, chain.steps,
             hd_test_show(&chain.inner), hd_status_name(status));
      ended.refused++;
      continue;
    }
    EXPECT(status == HD_OK, "case %d, behind %d steps %s", n, chain.steps, hd_test_show(&chain.inner));
    for (int64_t x = 0; x < size; x++)
      EXPECT(hd_test_value(&linear, (uint64_t)x) == (uint64_t)value[x], "case %d at %d", n, (int)x);
    EXPECT(hd_linear_to_composed(&linear, NULL, &back) == HD_OK && hd_small_size(&back.inner) == size, "case %d", n);
    EXPECT(chain_values(&back, size, again) && memcmp(again, value, (size_t)size * sizeof value[0]) == 0, "case %d: %s",
           n, hd_test_show(&back.inner));
    ended.answered++;
  }
  hd_sweep_end("layouts to linear and back", "drawn chains", INPUTS, &ended, true);
}
END_TEST

/* ---- from linear maps ---- */

/* The numbers that an input has in each output dimension. */
static void parts_of(const hd_linear *linear, uint64_t x, int64_t part[3]) {
  uint64_t value = hd_test_value(linear, x);
  for (int k = 0; k < linear->out.count; k++) part[k] = (int64_t)hd_test_part(&linear->out, linear->out.name[k], value);
}

/* A map is a layout exactly when, in each output dimension, its values add up, and a single bit moves in one alone. */
static bool is_layout(const hd_linear *linear) {
  int64_t size = (int64_t)1 << linear->in.total, column[SIZE], part[3];
  for (int k = 0; k < linear->out.count; k++) {
    for (int64_t x = 0; x < size; x++) {
      parts_of(linear, (uint64_t)x, part);
      column[x] = part[k];
    }
    if (!adds_up(column, size, true)) return false;
  }
  for (int i = 0; i < linear->in.total; i++) {
    int moving = 0;
    parts_of(linear, (uint64_t)1 << i, part);
    for (int k = 0; k < linear->out.count; k++) moving += part[k] != 0;
    if (moving > 1) return false;
  }
  return true;
}

/* Whether some swizzle, of either sign, makes the values of a map with one output those of a layout: all of them up to
 * the output's bits and a bit beyond. */
static bool is_behind_swizzle(const hd_linear *linear) {
  int64_t size = (int64_t)1 << linear->in.total, value[SIZE], moved[SIZE];
  int top = linear->out.total + 1;
  for (int64_t x = 0; x < size; x++) value[x] = (int64_t)hd_test_value(linear, (uint64_t)x);
  for (int b = 0; b <= top; b++)
    for (int m = 0; m + b <= top; m++)
      for (int s = b; m + s <= top; s++)
        for (int sign = -1; sign <= 1; sign += 2) {
          for (int64_t x = 0; x < size; x++) moved[x] = hd_plain_swizzled((hd_swizzle){b, m, sign * s}, value[x]);
          if (adds_up(moved, size, true)) return true;
        }
  return false;
}

/* Mode by mode, each output dimension its own axis. */
static bool has_values(const hd_layout *layout, const hd_linear *linear) {
  int64_t size = (int64_t)1 << linear->in.total, part[3], sum[3];
  if (hd_small_size(layout) != size) return false;
  for (int64_t x = 0; x < size; x++) {
    int64_t rest = x;
    memset(sum, 0, sizeof sum);
    parts_of(linear, (uint64_t)x, part);
    for (int leaf = 0; leaf < layout->profile.leaves; rest /= layout->shape[leaf++]) {
      int at = 0;
      while (layout->on_axes && at + 1 < linear->out.count && layout->axis[leaf] != linear->out.name[at]) at++;
      sum[at] += rest % layout->shape[leaf] * layout->stride[leaf];
    }
    for (int k = 0; k < linear->out.count; k++)
      if (sum[k] != part[k]) return false;
  }
  return true;
}

/* Whether no mode of a layout on integers could be shorter. */
static bool is_shortest_by_mode(const hd_layout *layout, int modes) {
  hd_layout mode;
  if (modes == 1) return hd_small_is_shortest(layout);
  for (int k = 0; k < modes; k++)
    if (!hd_small_mode(layout, k, &mode) || !hd_small_is_shortest(&mode)) return false;
  return true;
}

static const char *const inputs[] = {"register", "lane", "warp"}, *const outputs[] = {"row", "col", "plane"};

START_TEST(a_linear_map_is_a_layout_or_a_swizzled_one_or_neither) {
  uint64_t seed = hd_pairs_seed("linear to layouts", 20261205);
  hd_cases plain = {0, 0}, swizzled = {0, 0};
  for (int n = 0; n < INPUTS; n++) {
    hd_dimensions in = hd_test_draw_dimensions(&seed, inputs, 3, 1 + (int)hd_pairs_draw(&seed, 6)), out;
    hd_dimensions_clear(&out);
    bool one = hd_pairs_draw(&seed, 2) == 0;
    if (one)
      EXPECT(hd_dimensions_append(&out, hd_test_name("row"), 1 + (int)hd_pairs_draw(&seed, 7), NULL) == HD_OK, "-");
    else out = hd_test_draw_dimensions(&seed, outputs, 3, 1 + (int)hd_pairs_draw(&seed, 7));
    hd_linear linear = hd_test_draw_linear(&seed, &in, &out);
    hd_layout layout;
    hd_composed chain;
    hd_error error;
    hd_status status = hd_linear_to_layout(&linear, &error, &layout);
    bool exists = is_layout(&linear);
    EXPECT(exists ? status == HD_OK : hd_small_is_refused(status, HD_UNDEFINED, &error), "case %d: %s", n,
           hd_status_name(status));
    EXPECT(!exists || has_values(&layout, &linear), "case %d: %s", n, hd_test_show(&layout));
    bool integers = exists && out.count == 1;
    EXPECT(!integers || is_shortest_by_mode(&layout, in.count), "case %d: %s", n, hd_test_show(&layout));
    plain.answered += exists;
    plain.refused += !exists;
    status = hd_linear_to_composed(&linear, &error, &chain);
    bool behind = out.count == 1 && is_behind_swizzle(&linear);
    hd_status wanted = out.count > 1 ? HD_MISMATCH : HD_UNDEFINED;
    EXPECT(behind ? status == HD_OK : hd_small_is_refused(status, wanted, &error), "case %d: %s", n,
           hd_status_name(status));
    swizzled.answered += behind;
    swizzled.refused += !behind;
    if (!behind) continue;
    int64_t value[SIZE], size = (int64_t)1 << in.total;
    EXPECT(hd_small_size(&chain.inner) == size && chain_values(&chain, size, value), "case %d", n);
    for (int64_t x = 0; x < size; x++)
      EXPECT((uint64_t)value[x] == hd_test_value(&linear, (uint64_t)x), "case %d at %d", n, (int)x);
  }
  hd_sweep_end("linear to layouts", "drawn maps", INPUTS, &plain, true);
  hd_sweep_end("linear to swizzled layouts", "drawn maps", INPUTS, &swizzled, true);
}
END_TEST

/* ---- from placements ---- */

static bool is_same_everywhere(const hd_placement *a, const hd_placement *b, int64_t size) {
  static hd_test_set one, other;
  for (int64_t x = 0; x < size; x++) {
    hd_test_places(a, x, &one);
    hd_test_places(b, x, &other);
    if (!hd_test_same_set(&one, &other)) return false;
  }
  return true;
}

/* Whether it matters which mode is counted fastest. */
static bool has_order(const hd_placement *placement) {
  int moving = 0;
  for (int k = 0; k < placement->shards; k++) moving += placement->shard[k].extent > 1;
  return moving > 1;
}

/* A placement is a layout exactly when each element has one place, element 0 is at 0, and the first mode is counted
 * fastest, where there are several. */
static bool is_single(const hd_placement *placement, int64_t size) {
  static hd_test_set set;
  for (int64_t x = 0; x < size; x++) {
    hd_test_places(placement, x, &set);
    if (set.count != 1) return false;
    for (int k = 0; x == 0 && k < HD_TEST_AXES; k++)
      if (set.place[0][k] != 0) return false;
  }
  return true;
}

START_TEST(a_placement_is_written_turned_and_made_a_layout_where_it_is_one) {
  uint64_t seed = hd_pairs_seed("placements", 20261206);
  hd_cases ended = {0, 0};
  for (int n = 0; n < INPUTS; n++) {
    hd_placement placement, again;
    hd_layout layout;
    hd_error error;
    hd_tuple whole;
    char text[512];
    hd_draw_placement(&seed, n % 3 ? HD_FIRST_FASTEST : HD_LAST_FASTEST, n % 4 == 0 ? 2 : 0, &placement);
    if (n % 2) placement.offsets = 0;
    int64_t size = hd_placement_size(&placement);
    size_t length = hd_print_placement(&placement, text, sizeof text);
    EXPECT(length < sizeof text && hd_parse_placement(text, length, NULL, &again) == HD_OK, "%s", text);
    EXPECT(again.order == placement.order && is_same_everywhere(&placement, &again, size), "%s", text);
    hd_placement_canonicalize(&placement, &again);
    EXPECT(again.order == placement.order && is_same_everywhere(&placement, &again, size), "%s", text);
    hd_tuple_scalar(&whole, size);
    EXPECT(hd_placement_reorder(&placement, &whole, n % 5 ? HD_FIRST_FASTEST : HD_LAST_FASTEST, NULL, &again) == HD_OK,
           "%s", text);
    EXPECT(is_same_everywhere(&placement, &again, size), "%s: elements have moved", text);
    bool single = is_single(&placement, size);
    bool exists = single && (placement.order == HD_FIRST_FASTEST || !has_order(&placement));
    hd_status status = hd_placement_to_layout(&placement, &error, &layout);
    hd_status wanted = single ? HD_MISMATCH : HD_UNDEFINED;
    EXPECT(exists ? status == HD_OK : hd_small_is_refused(status, wanted, &error), "%s: %s", text,
           hd_status_name(status));
    if (exists) EXPECT(hd_placement_from_layout(&layout, NULL, &again) == HD_OK, "%s", text);
    EXPECT(!exists || is_same_everywhere(&placement, &again, size), "%s: %s", text, hd_test_show(&layout));
    ended.answered += exists;
    ended.refused += !exists;
  }
  hd_sweep_end("placements to layouts and back", "drawn placements", INPUTS, &ended, true);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"layouts", a_chain_is_linear_over_bits_and_comes_back_or_is_not},
      {"linear maps", a_linear_map_is_a_layout_or_a_swizzled_one_or_neither},
      {"placements", a_placement_is_written_turned_and_made_a_layout_where_it_is_one},
  };
  return hd_test_main("sweep: drawn conversions", test, HD_COUNT(test));
}
