/* Between shape:stride and bits: answers and refusals against all values, worked out from the definition of a
 * layout. */
#include "algebra/linear_convert.h"
#include "tests/support/family.h"
#include "tests/support/linear.h"
#include "tests/support/plain.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

#include <stdio.h>

enum { TABLE_MAX = 4096 };

/* The value of a layout on integers at a coordinate of one digit a leaf. */
static int64_t at_digits(const hd_layout *layout, const int64_t *digit) {
  int64_t value = 0;
  for (int k = 0; k < layout->profile.leaves; k++) value += digit[k] * layout->stride[k];
  return value;
}

static int64_t at_index(const hd_layout *layout, int64_t index) {
  int64_t digit[HD_MAX_LEAVES];
  for (int k = 0; k < layout->profile.leaves; k++) {
    digit[k] = index % layout->shape[k];
    index /= layout->shape[k];
  }
  return at_digits(layout, digit);
}

static int64_t size_of(const hd_layout *layout) {
  int64_t size = 1;
  for (int k = 0; k < layout->profile.leaves; k++) size *= layout->shape[k];
  return size;
}

/* Whether a table of values is linear over bits: one more bit is one more exclusive or, everywhere. */
static bool is_linear(const int64_t *value, int64_t size) {
  if ((size & (size - 1)) != 0) return false;
  for (int64_t x = 0; x < size; x++) {
    if (value[x] < 0) return false;
    for (int64_t y = 1; y < size; y += y)
      if (value[x ^ y] != (value[x] ^ value[y])) return false;
  }
  return value[0] == 0;
}

static void tabulate(const hd_layout *layout, int64_t *value) {
  for (int64_t x = 0; x < size_of(layout); x++) value[x] = at_index(layout, x);
}

static void expect_inside(const hd_layout *layout, const hd_tuple *digits) {
  for (int k = 0; k < layout->profile.leaves; k++)
    EXPECT(digits->value[k] >= 0 && digits->value[k] < layout->shape[k], "%s: %s is outside", hd_test_show(layout),
           hd_test_show_tuple(digits));
}

/* A refusal shows why: an extent, a negative value, or two coordinates at which sum and exclusive or differ. */
static void expect_reason(const hd_layout *layout, const hd_error *error) {
  EXPECT(hd_test_is_error(error, HD_UNDEFINED), "%s: no reason", hd_test_show(layout));
  if (error->has_coordinate) expect_inside(layout, &error->coordinate);
  if (error->has_other) expect_inside(layout, &error->other);
  if (!error->has_coordinate) {
    int64_t extent = layout->shape[error->leaf];
    EXPECT(extent == error->number[0] && (extent & (extent - 1)) != 0, "%s: extent", hd_test_show(layout));
  } else if (!error->has_other) {
    int64_t value = at_digits(layout, error->coordinate.value);
    EXPECT(value < 0 && value == error->number[0], "%s: not negative", hd_test_show(layout));
  } else {
    int64_t a = at_digits(layout, error->coordinate.value), b = at_digits(layout, error->other.value), both = 0;
    for (int k = 0; k < layout->profile.leaves; k++)
      both += (error->coordinate.value[k] | error->other.value[k]) * layout->stride[k];
    EXPECT(a == error->number[1] && b == error->number[0] && both == a + b && both != (a ^ b),
           "%s: %s and %s show nothing", hd_test_show(layout), hd_test_show_tuple(&error->coordinate),
           hd_test_show_tuple(&error->other));
  }
}

static const int64_t extents[] = {1, 2, 3, 4, 8}, strides[] = {0, 1, 2, 3, 4, 5, 6, 8, 9, 16, -1};

START_TEST(layouts_are_linear_exactly_where_all_values_are) {
  static int64_t value[TABLE_MAX];
  int64_t answered = 0, refused = 0;
  for (int leaves = 1; leaves <= 3; leaves++) {
    const char *const *nesting;
    int nestings = hd_nestings(leaves, &nesting);
    hd_family family = {leaves, 5 - (leaves == 3), extents, 11, strides, NULL, 1, nesting + nestings - 1};
    for (int64_t n = 0; n < hd_family_count(&family); n++) {
      hd_layout layout;
      hd_linear made;
      hd_error error;
      hd_family_at(&family, n, &layout);
      tabulate(&layout, value);
      bool possible = is_linear(value, size_of(&layout));
      hd_status status = hd_linear_from_layout(&layout, NULL, &error, &made);
      EXPECT(status == (possible ? HD_OK : HD_UNDEFINED), "%s: %s", hd_test_show(&layout), hd_status_name(status));
      possible ? answered++ : refused++;
      if (!possible) {
        expect_reason(&layout, &error);
        continue;
      }
      int64_t most = 0;
      for (int64_t x = 0; x < size_of(&layout); x++) {
        EXPECT(hd_test_value(&made, (uint64_t)x) == (uint64_t)value[x], "%s at %lld", hd_test_show(&layout),
               (long long)x);
        most |= value[x];
      }
      EXPECT(most >> made.out.total == 0 && (most >> made.out.total << 1 | most) >= (int64_t)1 << made.out.total >> 1,
             "%s: the output has %d bits", hd_test_show(&layout), made.out.total);
      ck_assert(made.out.count == 1 && made.out.name[0] == hd_test_name("offset"));
    }
  }
  ck_assert(answered > 1000 && refused > 10000);
}
END_TEST

/* ---- names ---- */

static void expect_dimensions(const char *layout, const hd_linear_names *names, const char *in, const char *out) {
  hd_layout l = hd_test_layout(layout);
  hd_dimensions inputs = hd_test_dimensions(in), outputs = hd_test_dimensions(out);
  hd_linear made;
  ck_assert_int_eq(hd_linear_from_layout(&l, names, NULL, &made), HD_OK);
  EXPECT(hd_dimensions_is_equal(&made.in, &inputs), "%s: not from %s", layout, in);
  EXPECT(hd_dimensions_is_equal(&made.out, &outputs), "%s: not to %s", layout, out);
}

START_TEST(modes_and_axes_become_dimensions) {
  hd_axis pair[2] = {hd_test_name("lane"), hd_test_name("register")};
  hd_linear_names two = {pair, 2, HD_AXIS_INTEGER}, one = {pair, 1, hd_test_name("bank")};
  expect_dimensions("(4,8):(1,4)", NULL, "dim0:2 dim1:3", "offset:5");
  expect_dimensions("((4,2),8):((1,64),4)", &two, "lane:3 register:3", "offset:7");
  expect_dimensions("((4,2),8):((1,64),4)", &one, "lane:6", "bank:7");
  expect_dimensions("8:2", NULL, "dim0:3", "offset:4");
  expect_dimensions("(4,8,2):(1@1,1@0,0)", NULL, "dim0:2 dim1:3 dim2:1", "dim0:3 dim1:2");
  expect_dimensions("(4,8):(1@2,1@0)", NULL, "dim0:2 dim1:3", "dim0:3 dim1:0 dim2:2");
  expect_dimensions("(4,8,2):(1@col,1@lane,4@col)", NULL, "dim0:2 dim1:3 dim2:1", "col:3 lane:3");
  expect_dimensions("(2,1):(1@col,1@lane)", NULL, "dim0:1 dim1:0", "col:1 lane:0");
  hd_layout none;
  hd_linear made;
  hd_layout_clear(&none);
  ck_assert_int_eq(hd_linear_from_layout(&none, NULL, NULL, &made), HD_OK);
  ck_assert(made.in.count == 0 && made.out.count == 1 && made.out.total == 0);
}
END_TEST

START_TEST(values_on_axes_go_to_their_dimension) {
  hd_layout l = hd_test_layout("(4,8,2):(1@1,2@0,4@1)");
  hd_linear made;
  ck_assert_int_eq(hd_linear_from_layout(&l, NULL, NULL, &made), HD_OK);
  for (uint64_t x = 0; x < 64; x++) {
    uint64_t value = hd_test_value(&made, x);
    ck_assert(hd_test_part(&made.out, hd_test_name("dim0"), value) == 2 * (x / 4 % 8));
    ck_assert(hd_test_part(&made.out, hd_test_name("dim1"), value) == x % 4 + 4 * (x / 32));
  }
}
END_TEST

static void expect_refused(const char *layout, const hd_linear_names *names, hd_status wanted) {
  hd_layout l = hd_test_layout(layout);
  hd_linear made;
  hd_error error;
  hd_test_stamp(&made, sizeof made);
  hd_status status = hd_linear_from_layout(&l, names, &error, &made);
  EXPECT(status == wanted && hd_test_is_error(&error, wanted), "%s: %s", layout, hd_status_name(status));
  EXPECT(hd_test_is_stamped(&made, sizeof made), "%s: touched", layout);
  ck_assert_int_eq(hd_linear_from_layout(&l, names, NULL, &made), wanted);
}

START_TEST(layouts_without_dimensions_are_refused) {
  hd_axis pair[2] = {hd_test_name("lane"), hd_test_name("lane")};
  hd_linear_names two = {pair, 2, HD_AXIS_INTEGER};
  expect_refused("(4,8,2):(1,4,32)", &two, HD_MISMATCH);
  expect_refused("(4,8):(1,4)", &two, HD_MALFORMED);
  expect_refused("(4,8):(1@0@1,1@1@1)", NULL, HD_MISMATCH);
  expect_refused("(4,8):(1@0,1@40)", NULL, HD_CAPACITY);
  expect_refused("(4,8):(1,2)", NULL, HD_UNDEFINED);
  expect_refused("(4,8):(1@0,2@0)", NULL, HD_UNDEFINED);
  expect_refused("(4,3):(1,4)", NULL, HD_UNDEFINED);
  expect_refused("(4,2):(1,-4)", NULL, HD_UNDEFINED);
  expect_refused("(1,1,1,1,1,1,1,1,1,1,1,1,1):(0,0,0,0,0,0,0,0,0,0,0,0,0)", NULL, HD_CAPACITY);
  expect_refused("(2,2):(1152921504606846976@0,1152921504606846976@1)", NULL, HD_CAPACITY);
}
END_TEST

/* ---- swizzles and other steps ---- */

static void expect_composed(const hd_composed *composed, const int64_t *value, int64_t size, const char *what) {
  hd_linear made;
  hd_error error;
  bool possible = is_linear(value, size);
  hd_status status = hd_linear_from_composed(composed, NULL, &error, &made);
  EXPECT(status == (possible ? HD_OK : HD_UNDEFINED), "%s: %s", what, hd_status_name(status));
  if (!possible) ck_assert(hd_test_is_error(&error, HD_UNDEFINED));
  for (int64_t x = 0; possible && x < size; x++) ck_assert(hd_test_value(&made, (uint64_t)x) == (uint64_t)value[x]);
}

START_TEST(swizzled_layouts_are_linear_where_all_values_are) {
  static const char *const layouts[] = {"(8,8):(1,8)", "(8,8):(8,1)", "(4,2,8):(1,32,4)", "(4,8):(1,2)",
                                        "64:1",        "(8,8):(0,1)", "(4,4):(3,16)"};
  static const int swizzles[][3] = {{1, 0, 1}, {2, 1, 3}, {3, 0, 3}, {2, 0, -3}, {0, 2, 2}, {1, 2, -2}};
  static const int64_t offsets[] = {0, 1, 8, -8};
  int64_t value[64];
  for (int l = 0; l < HD_COUNT(layouts); l++)
    for (int s = 0; s < HD_COUNT(swizzles); s++)
      for (int o = 0; o < HD_COUNT(offsets); o++)
        for (int second = 0; second < HD_COUNT(offsets); second++) {
          hd_layout layout = hd_test_layout(layouts[l]);
          hd_composed chain;
          hd_swizzle swizzle;
          const int *p = swizzles[s];
          ck_assert_int_eq(hd_make_swizzle(p[0], p[1], p[2], NULL, &swizzle), HD_OK);
          hd_composed_plain(&layout, &chain);
          ck_assert_int_eq(hd_compose_swizzle(&swizzle, offsets[o], &chain, NULL, &chain), HD_OK);
          for (int64_t x = 0; x < size_of(&layout); x++)
            value[x] = hd_plain_swizzled((hd_swizzle){p[0], p[1], p[2]}, offsets[o] + at_index(&layout, x));
          expect_composed(&chain, value, size_of(&layout), layouts[l]);
          ck_assert_int_eq(hd_make_swizzle(1, 3, 2, NULL, &swizzle), HD_OK);
          ck_assert_int_eq(hd_compose_swizzle(&swizzle, offsets[second], &chain, NULL, &chain), HD_OK);
          for (int64_t x = 0; x < size_of(&layout); x++)
            value[x] = hd_plain_swizzled((hd_swizzle){1, 3, 2}, offsets[second] + value[x]);
          expect_composed(&chain, value, size_of(&layout), layouts[l]);
        }
}
END_TEST

START_TEST(layouts_before_layouts_are_linear_where_all_values_are) {
  static const char *const outers[] = {"(4,4):(4,1)", "(4,4):(1,2)", "(3,8):(1,4)", "(16):(1)"};
  static const char *const inners[] = {"(4,4):(1,4)", "(2,8):(8,1)", "(4,2):(3,1)", "8:2"};
  int64_t value[64];
  for (int a = 0; a < HD_COUNT(outers); a++)
    for (int b = 0; b < HD_COUNT(inners); b++)
      for (int64_t offset = 0; offset < 2; offset++) {
        hd_layout outer = hd_test_layout(outers[a]), inner = hd_test_layout(inners[b]);
        hd_composed chain;
        hd_tuple shift;
        hd_tuple_scalar(&shift, offset);
        hd_composed_plain(&inner, &chain);
        ck_assert_int_eq(hd_compose_layout(&outer, &shift, &chain, NULL, &chain), HD_OK);
        for (int64_t x = 0; x < size_of(&inner); x++) {
          int64_t index = offset + at_index(&inner, x), last = outer.profile.leaves - 1, first = outer.shape[0];
          value[x] =
              last == 0 ? index * outer.stride[0] : index % first * outer.stride[0] + index / first * outer.stride[1];
        }
        expect_composed(&chain, value, size_of(&inner), outers[a]);
      }
}
END_TEST

START_TEST(what_is_too_large_to_visit_is_undecided) {
  hd_layout outer = hd_test_layout("4194304:2"), inner = hd_test_layout("(4194304,16):(1,4194304)");
  hd_composed chain;
  hd_tuple none;
  hd_linear made;
  hd_error error;
  hd_tuple_scalar(&none, 0);
  hd_composed_plain(&inner, &chain);
  ck_assert_int_eq(hd_compose_layout(&outer, &none, &chain, NULL, &chain), HD_OK);
  ck_assert_int_eq(hd_linear_from_composed(&chain, NULL, &error, &made), HD_UNDECIDED);
  ck_assert(hd_test_is_error(&error, HD_UNDECIDED));
}
END_TEST

START_TEST(a_swizzle_after_a_map_is_one_map) {
  static const int swizzles[][3] = {{1, 0, 1}, {2, 1, 3}, {3, 0, 3}, {2, 0, -3}, {3, 4, 3}, {0, 0, 0}};
  uint64_t seed = 21;
  for (int turn = 0; turn < 120; turn++) {
    const int *p = swizzles[turn % HD_COUNT(swizzles)];
    hd_dimensions in = hd_test_dimensions("lane:4 warp:3"), out = hd_test_dimensions("offset:6");
    hd_linear l = hd_test_draw_linear(&seed, &in, &out), made;
    hd_swizzle swizzle;
    hd_make_swizzle(p[0], p[1], p[2], NULL, &swizzle);
    ck_assert_int_eq(hd_linear_swizzle(&swizzle, &l, NULL, &made), HD_OK);
    ck_assert(made.out.total >= 6);
    for (uint64_t x = 0; x < 128; x++)
      ck_assert(hd_test_value(&made, x) ==
                (uint64_t)hd_plain_swizzled((hd_swizzle){p[0], p[1], p[2]}, (int64_t)hd_test_value(&l, x)));
  }
  static const uint64_t basis[] = {1};
  hd_linear two = hd_test_linear("lane:1", "dim0:1 dim1:1", basis);
  hd_swizzle swizzle = {1, 0, 1};
  hd_composed chain;
  hd_error error;
  ck_assert_int_eq(hd_linear_swizzle(&swizzle, &two, &error, &two), HD_MISMATCH);
  ck_assert(hd_test_is_error(&error, HD_MISMATCH));
  ck_assert_int_eq(hd_linear_to_composed(&two, &error, &chain), HD_MISMATCH);
  ck_assert(hd_test_is_error(&error, HD_MISMATCH));
}
END_TEST

/* ---- back ---- */

static void tabulate_map(const hd_linear *linear, int64_t *value) {
  for (uint64_t x = 0; x >> linear->in.total == 0; x++) value[x] = (int64_t)hd_test_value(linear, x);
}

/* Whether integers behind a swizzle add up: at all inputs of so many bits, the sum of those at the bits is that
 * there. */
static bool adds_up(const int64_t *value, int inputs, int bits, int base, int shift) {
  int64_t single[8];
  for (int i = 0; i < inputs; i++) single[i] = hd_plain_swizzled((hd_swizzle){bits, base, shift}, value[1 << i]);
  for (int x = 0; x >> inputs == 0; x++) {
    int64_t sum = 0;
    for (int i = 0; i < inputs; i++)
      if (x >> i & 1) sum += single[i];
    if (sum != hd_plain_swizzled((hd_swizzle){bits, base, shift}, value[x])) return false;
  }
  return true;
}

/* Two inputs whose values share a bit. */
static void expect_shared(const hd_linear *l, const hd_error *error) {
  ck_assert(hd_test_is_error(error, HD_UNDEFINED) && error->has_coordinate && error->has_other);
  uint64_t a = hd_test_packed(&l->in, &error->coordinate), b = hd_test_packed(&l->in, &error->other);
  ck_assert(a != b && (hd_test_value(l, a) & hd_test_value(l, b)) != 0);
}

START_TEST(maps_are_layouts_exactly_where_sums_are_exclusive_ors) {
  int answered = 0, refused = 0;
  for (uint64_t n = 0; n < 1 << 16; n += 3) { /* all maps of 4 words of 4 bits, every third */
    uint64_t basis[4] = {n & 15, n >> 4 & 15, n >> 8 & 15, n >> 12};
    hd_linear l = hd_test_linear(n % 2 ? "lane:2 warp:0 reg:2" : "lane:4", "offset:4", basis), again;
    hd_layout made;
    hd_error error;
    int64_t value[16];
    tabulate_map(&l, value);
    bool possible = adds_up(value, 4, 0, 0, 0);
    hd_status status = hd_linear_to_layout(&l, &error, &made);
    ck_assert_int_eq(status, possible ? HD_OK : HD_UNDEFINED);
    possible ? answered++ : refused++;
    if (!possible) {
      expect_shared(&l, &error);
      continue;
    }
    for (uint64_t x = 0; x < 16; x++) ck_assert(at_index(&made, (int64_t)x) == (int64_t)hd_test_value(&l, x));
    ck_assert_int_eq(hd_rank(&made.profile), n % 2 ? 3 : hd_is_tuple(&made.profile) ? made.profile.leaves : 1);
    hd_linear_names names = {l.in.name, l.in.count, l.out.name[0]};
    ck_assert_int_eq(hd_linear_from_layout(&made, &names, NULL, &again), HD_OK);
    ck_assert(hd_linear_is_equivalent(&l, &again));
  }
  ck_assert(answered > 100 && refused > 10000);
}
END_TEST

/* Whether some swizzle at all leaves a layout: tries every one that fits. */
static bool has_swizzle(const int64_t *value, int *least) {
  for (int bits = 0; bits < 6; bits++)
    for (int shift = -6; shift <= 6; shift++)
      for (int base = 0; bits + base + (shift < 0 ? -shift : shift) <= 8; base++)
        if ((shift < 0 ? -shift : shift) >= bits && adds_up(value, 5, bits, base, shift)) {
          *least = bits;
          return true;
        }
  return false;
}

START_TEST(maps_are_swizzled_layouts_exactly_where_some_swizzle_makes_them_so) {
  uint64_t seed = 22;
  int plain = 0, answered = 0, refused = 0;
  for (int turn = 0; turn < 3000; turn++) {
    hd_dimensions in = hd_test_dimensions("lane:3 warp:2"), out = hd_test_dimensions("offset:6");
    hd_linear l = hd_test_draw_linear(&seed, &in, &out);
    int kind = (int)hd_test_draw(&seed, 3), distance = 1 + (int)hd_test_draw(&seed, 3);
    for (int i = 0; kind > 0 && i < 5; i++) {
      l.basis[i] = (uint64_t)1 << (i * 5 + (int)hd_test_draw(&seed, 2)) % 6;
      if (kind == 1) l.basis[i] = (uint64_t)hd_plain_swizzled((hd_swizzle){distance, 0, distance}, (int64_t)l.basis[i]);
    }
    hd_composed made;
    hd_error error;
    int least = 0;
    int64_t value[32];
    tabulate_map(&l, value);
    bool possible = has_swizzle(value, &least);
    hd_status status = hd_linear_to_composed(&l, &error, &made);
    EXPECT(status == (possible ? HD_OK : HD_UNDEFINED), "turn %d: %s", turn, hd_status_name(status));
    if (!possible) {
      expect_shared(&l, &error);
      refused++;
      continue;
    }
    const hd_swizzle *s = &made.step[0].swizzle;
    ck_assert_int_eq(made.steps, least > 0);
    if (least > 0) ck_assert(!made.step[0].is_layout && made.step[0].offset == 0 && s->bits == least);
    least > 0 ? answered++ : plain++;
    for (uint64_t x = 0; x < 32; x++) {
      int64_t inner = at_index(&made.inner, (int64_t)x);
      ck_assert((least > 0 ? hd_plain_swizzled((hd_swizzle){s->bits, s->base, s->shift}, inner) : inner) == value[x]);
    }
  }
  ck_assert(plain > 50 && answered > 50 && refused > 500);
}
END_TEST

START_TEST(outputs_of_several_dimensions_become_axes) {
  static const uint64_t basis[] = {1, 4, 8, 2, 0}, crossed[] = {1, 4, 9, 2, 0};
  hd_linear l = hd_test_linear("lane:3 warp:2", "dim0:2 col:2", basis), again;
  hd_layout made, wanted = hd_test_layout("((2,4),(2,2)):((1@dim0,1@col),(2@dim0,0))");
  hd_error error;
  ck_assert_int_eq(hd_linear_to_layout(&l, NULL, &made), HD_OK);
  EXPECT(hd_is_identical(&made, &wanted), "got %s", hd_test_show(&made));
  hd_linear_names names = {l.in.name, 2, HD_AXIS_INTEGER};
  ck_assert_int_eq(hd_linear_from_layout(&made, &names, NULL, &again), HD_OK);
  ck_assert(hd_linear_is_identical(&l, &again));
  l = hd_test_linear("lane:3 warp:2", "dim0:2 col:2", crossed);
  ck_assert_int_eq(hd_linear_to_layout(&l, &error, &made), HD_UNDEFINED);
  ck_assert(hd_test_is_error(&error, HD_UNDEFINED));
  static const uint64_t both[] = {1, 4, 10};
  l = hd_test_linear("lane:3", "dim0:2 col:2", both);
  ck_assert_int_eq(hd_linear_to_layout(&l, &error, &made), HD_UNDEFINED);
  ck_assert(hd_test_is_error(&error, HD_UNDEFINED) && hd_test_packed(&l.in, &error.coordinate) == 4 &&
            !error.has_other);
}
END_TEST

START_TEST(maps_too_large_for_a_layout_are_refused) {
  uint64_t basis[HD_LINEAR_BITS];
  hd_layout made;
  hd_error error;
  for (int i = 0; i < 64; i++) basis[i] = i < 62 ? (uint64_t)1 << (i * 5 % 62) : 0;
  hd_linear scattered = hd_test_linear("lane:62", "offset:62", basis);
  ck_assert_int_eq(hd_linear_to_layout(&scattered, &error, &made), HD_CAPACITY);
  ck_assert(hd_test_is_error(&error, HD_CAPACITY));
  for (int i = 0; i < 64; i++) basis[i] = 0;
  hd_linear large = hd_test_linear("lane:32 warp:32", "offset:1", basis);
  ck_assert_int_eq(hd_linear_to_layout(&large, &error, &made), HD_OVERFLOW);
  ck_assert(hd_test_is_error(&error, HD_OVERFLOW));
  hd_linear most = hd_test_linear("lane:31 warp:31", "offset:1", basis);
  ck_assert_int_eq(hd_linear_to_layout(&most, &error, &made), HD_OK);
}
END_TEST

START_TEST(standard_names_count_in_decimal) {
  for (int k = 0; k <= HD_AXIS_STEP_MAX; k++) {
    char name[16];
    hd_axis axis;
    int length = snprintf(name, sizeof name, "dim%d", k);
    ck_assert(hd_axis_from_name(name, (size_t)length, &axis));
    EXPECT(hd_dimension_standard(k) == axis, "%s", name);
  }
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"standard names count in decimal", standard_names_count_in_decimal},
      {"layouts are linear exactly where all values are", layouts_are_linear_exactly_where_all_values_are},
      {"modes and axes become dimensions", modes_and_axes_become_dimensions},
      {"values on axes go to their dimension", values_on_axes_go_to_their_dimension},
      {"layouts without dimensions are refused", layouts_without_dimensions_are_refused},
      {"swizzled layouts are linear where all values are", swizzled_layouts_are_linear_where_all_values_are},
      {"layouts before layouts are linear where all values are",
       layouts_before_layouts_are_linear_where_all_values_are},
      {"what is too large to visit is undecided", what_is_too_large_to_visit_is_undecided},
      {"a swizzle after a map is one map", a_swizzle_after_a_map_is_one_map},
      {"maps are layouts exactly where sums are exclusive ors", maps_are_layouts_exactly_where_sums_are_exclusive_ors},
      {"maps are swizzled layouts exactly where some swizzle makes them so",
       maps_are_swizzled_layouts_exactly_where_some_swizzle_makes_them_so},
      {"outputs of several dimensions become axes", outputs_of_several_dimensions_become_axes},
      {"maps too large for a layout are refused", maps_too_large_for_a_layout_are_refused},
  };
  return hd_test_main("linear convert", tests, HD_COUNT(tests));
}
