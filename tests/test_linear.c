/* Linear maps: what they are worth, and two of them made one, against the definition at every input. */
#include "algebra/linear.h"
#include "tests/support/linear.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

static const char *const places[] = {"register", "lane", "warp", "block"};
static const char *const tensor[] = {"dim0", "dim1", "dim2"};
static const char *const memory[] = {"offset", "bank", "row"};

static hd_linear draw(uint64_t *seed, const char *const *in, int ins, int in_bits, const char *const *out, int outs,
                      int out_bits) {
  hd_dimensions a = hd_test_draw_dimensions(seed, in, ins, in_bits),
                b = hd_test_draw_dimensions(seed, out, outs, out_bits);
  return hd_test_draw_linear(seed, &a, &b);
}

static uint64_t inputs(const hd_linear *linear) { return (uint64_t)1 << linear->in.total; }

/* ---- values ---- */

START_TEST(values_are_the_exclusive_or_of_those_at_the_bits) {
  uint64_t seed = 1;
  for (int turn = 0; turn < 200; turn++) {
    hd_linear l = draw(&seed, places, 4, (int)hd_test_draw(&seed, 11), tensor, 3, (int)hd_test_draw(&seed, 11));
    for (uint64_t x = 0; x < inputs(&l); x++)
      EXPECT(hd_linear_at(&l, x) == hd_test_value(&l, x) && hd_linear_at(&l, x | inputs(&l)) == hd_test_value(&l, x),
             "turn %d: wrong value at %llu", turn, (unsigned long long)x);
  }
}
END_TEST

START_TEST(coordinates_are_packed_with_the_first_dimension_lowest) {
  uint64_t seed = 2;
  for (int turn = 0; turn < 200; turn++) {
    hd_linear l = draw(&seed, places, 4, (int)hd_test_draw(&seed, 9), tensor, 3, (int)hd_test_draw(&seed, 9));
    for (uint64_t x = 0; x < inputs(&l); x++) {
      hd_tuple coordinate, value, whole;
      int64_t entry[HD_MAX_DIMENSIONS];
      uint64_t packed;
      for (int k = 0; k < l.in.count; k++) entry[k] = (int64_t)hd_test_part(&l.in, l.in.name[k], x);
      ck_assert_int_eq(hd_dimensions_pack(&l.in, entry, NULL, &packed), HD_OK);
      ck_assert(packed == x);
      hd_tuple_flat(&coordinate, l.in.count, entry);
      ck_assert_int_eq(hd_linear_evaluate(&l, &coordinate, NULL, &value), HD_OK);
      hd_tuple_scalar(&whole, (int64_t)x);
      ck_assert_int_eq(hd_linear_evaluate(&l, &whole, NULL, &whole), HD_OK);
      EXPECT(hd_tuple_is_identical(&value, &whole), "one integer is not the packed coordinate");
      EXPECT(hd_test_packed(&l.out, &value) == hd_test_value(&l, x), "turn %d: wrong value", turn);
    }
  }
}
END_TEST

static void expect_evaluate(const hd_linear *l, const char *coordinate, hd_status wanted) {
  hd_tuple at = hd_test_tuple(coordinate), value;
  hd_error error;
  hd_test_stamp(&value, sizeof value);
  hd_status status = hd_linear_evaluate(l, &at, &error, &value);
  EXPECT(status == wanted && hd_test_is_error(&error, wanted), "%s: %s", coordinate, hd_status_name(status));
  EXPECT(hd_test_is_stamped(&value, sizeof value), "%s: the result is touched", coordinate);
}

START_TEST(coordinates_outside_the_dimensions_are_refused) {
  static const uint64_t basis[] = {1, 2, 4};
  hd_linear l = hd_test_linear("register:2 lane:1", "dim0:3", basis);
  expect_evaluate(&l, "(4,0)", HD_RANGE);
  expect_evaluate(&l, "(0,-1)", HD_RANGE);
  expect_evaluate(&l, "8", HD_RANGE);
  expect_evaluate(&l, "-1", HD_RANGE);
  expect_evaluate(&l, "(1,1,0)", HD_MISMATCH);
  expect_evaluate(&l, "((1,1),0)", HD_MISMATCH);
  expect_evaluate(&l, "(1@lane,0)", HD_MISMATCH);
}
END_TEST

static void expect_append(const char *dimensions, const char *name, int bits, hd_status wanted) {
  hd_dimensions d = hd_test_dimensions(dimensions), before = d;
  hd_error error;
  hd_status status = hd_dimensions_append(&d, name ? hd_test_name(name) : HD_AXIS_INTEGER, bits, &error);
  EXPECT(status == wanted && hd_test_is_error(&error, wanted), "%s: %s", dimensions, hd_status_name(status));
  EXPECT(hd_dimensions_is_equal(&d, &before), "%s: touched", dimensions);
}

START_TEST(dimensions_that_cannot_be_are_refused) {
  expect_append("lane:2", "lane", 1, HD_MALFORMED);
  expect_append("lane:2", NULL, 1, HD_MALFORMED);
  expect_append("lane:2", "warp", -1, HD_RANGE);
  expect_append("lane:2", "warp", 63, HD_CAPACITY);
  expect_append("lane:62", "warp", 3, HD_CAPACITY);
  expect_append("a:0 b:0 c:0 d:0 e:0 f:0 g:0 h:0 i:0 j:0 k:0 l:0", "m", 0, HD_CAPACITY);
  hd_dimensions two = hd_test_dimensions("lane:62 warp:2");
  ck_assert_int_eq(two.total, 64);
}
END_TEST

START_TEST(words_beyond_the_output_are_refused) {
  static const uint64_t basis[] = {1, 4};
  hd_dimensions in = hd_test_dimensions("lane:2"), out = hd_test_dimensions("dim0:2");
  hd_linear made;
  hd_error error;
  hd_test_stamp(&made, sizeof made);
  ck_assert_int_eq(hd_make_linear(&in, &out, basis, &error, &made), HD_RANGE);
  ck_assert(hd_test_is_error(&error, HD_RANGE) && hd_test_is_stamped(&made, sizeof made));
  ck_assert(hd_test_packed(&in, &error.coordinate) == 2);
}
END_TEST

/* ---- the same function in other dimensions ---- */

START_TEST(equal_maps_have_the_same_dimensions_and_words) {
  static const uint64_t basis[] = {1, 6, 0}, other[] = {1, 6, 1};
  hd_linear a = hd_test_linear("lane:2 warp:1", "dim0:2 dim1:1", basis);
  hd_linear b = hd_test_linear("lane:2 warp:1", "dim0:2 dim1:1", basis);
  hd_linear words = hd_test_linear("lane:2 warp:1", "dim0:2 dim1:1", other);
  hd_linear names = hd_test_linear("lane:2 block:1", "dim0:2 dim1:1", basis);
  hd_linear sizes = hd_test_linear("lane:1 warp:2", "dim0:2 dim1:1", basis);
  hd_linear wider = hd_test_linear("lane:2 warp:1", "dim0:2 dim1:3", basis);
  hd_linear shifted = hd_test_linear("lane:2 warp:1", "dim0:1 dim1:2", basis);
  ck_assert(hd_linear_is_identical(&a, &b) && hd_linear_is_equivalent(&a, &b));
  ck_assert(!hd_linear_is_identical(&a, &words) && !hd_linear_is_equivalent(&a, &words));
  ck_assert(!hd_linear_is_identical(&a, &names) && !hd_linear_is_equivalent(&a, &names));
  ck_assert(!hd_linear_is_identical(&a, &sizes) && !hd_linear_is_equivalent(&a, &sizes));
  ck_assert(!hd_linear_is_identical(&a, &wider) && hd_linear_is_equivalent(&a, &wider));
  ck_assert(!hd_linear_is_identical(&a, &shifted) && !hd_linear_is_equivalent(&a, &shifted));
}
END_TEST

START_TEST(a_reshaped_map_has_the_same_packed_values) {
  uint64_t seed = 3;
  hd_error error;
  for (int turn = 0; turn < 100; turn++) {
    hd_linear l = draw(&seed, places, 4, 8, tensor, 3, 7), made, before;
    hd_dimensions in = hd_test_draw_dimensions(&seed, memory, 3, 8), out = hd_test_draw_dimensions(&seed, places, 4, 7);
    ck_assert_int_eq(hd_linear_reshape(&l, &in, &out, NULL, &made), HD_OK);
    ck_assert(hd_dimensions_is_equal(&made.in, &in) && hd_dimensions_is_equal(&made.out, &out));
    for (uint64_t x = 0; x < inputs(&l); x++) ck_assert(hd_test_value(&made, x) == hd_test_value(&l, x));
    before = made;
    ck_assert_int_eq(hd_linear_reshape(&l, &out, NULL, &error, &made), HD_MISMATCH);
    ck_assert(hd_test_is_error(&error, HD_MISMATCH) && hd_linear_is_identical(&made, &before));
    ck_assert_int_eq(hd_linear_reshape(&l, NULL, &in, &error, &made), HD_MISMATCH);
  }
}
END_TEST

START_TEST(a_transposed_map_is_the_same_by_name) {
  uint64_t seed = 4;
  for (int turn = 0; turn < 100; turn++) {
    hd_linear l = draw(&seed, places, 4, 8, tensor, 3, 8), made;
    hd_axis in[HD_MAX_DIMENSIONS], out[HD_MAX_DIMENSIONS];
    for (int k = 0; k < l.in.count; k++) in[k] = l.in.name[l.in.count - 1 - k];
    for (int k = 0; k < l.out.count; k++) out[k] = l.out.name[(k + 1) % l.out.count];
    ck_assert_int_eq(hd_linear_transpose(&l, in, out, NULL, &made), HD_OK);
    for (int k = 0; k < l.in.count; k++) ck_assert(made.in.name[k] == in[k]);
    for (uint64_t x = 0; x < inputs(&l); x++)
      ck_assert(hd_test_value(&made, hd_test_renamed(&l.in, x, &made.in)) ==
                hd_test_renamed(&l.out, hd_test_value(&l, x), &made.out));
    ck_assert_int_eq(hd_linear_transpose(&made, NULL, NULL, NULL, &made), HD_OK);
    ck_assert(made.in.name[0] == in[0]);
  }
}
END_TEST

START_TEST(a_transposition_needs_each_name_once) {
  static const uint64_t basis[] = {1, 2};
  hd_linear l = hd_test_linear("lane:1 warp:1", "dim0:2", basis), made = l;
  hd_axis twice[2] = {hd_test_name("lane"), hd_test_name("lane")}, other = hd_test_name("dim7");
  hd_error error;
  ck_assert_int_eq(hd_linear_transpose(&l, twice, NULL, &error, &made), HD_MISMATCH);
  ck_assert(hd_test_is_error(&error, HD_MISMATCH));
  ck_assert_int_eq(hd_linear_transpose(&l, NULL, &other, &error, &made), HD_MISMATCH);
  ck_assert(hd_linear_is_identical(&l, &made));
}
END_TEST

/* ---- one after the other ---- */

/* The names of `from` in another order, each with as many bits or more. */
static hd_dimensions between(uint64_t *seed, const hd_dimensions *from) {
  hd_dimensions made;
  int turn = (int)hd_test_draw(seed, 3);
  hd_dimensions_clear(&made);
  for (int k = 0; k < from->count; k++) {
    int at = (k + turn) % from->count;
    hd_dimensions_append(&made, from->name[at], from->bits[at] + (int)hd_test_draw(seed, 2), NULL);
  }
  return made;
}

START_TEST(a_composition_is_one_map_after_the_other_by_name) {
  uint64_t seed = 5;
  for (int turn = 0; turn < 400; turn++) {
    int middle = (int)hd_test_draw(&seed, turn % 2 ? 12 : 40);
    hd_linear inner = draw(&seed, places, 4, (int)hd_test_draw(&seed, 10), tensor, 3, middle), made;
    hd_dimensions in = between(&seed, &inner.out), out = hd_test_draw_dimensions(&seed, memory, 3, 9);
    hd_linear outer = hd_test_draw_linear(&seed, &in, &out);
    ck_assert_int_eq(hd_linear_compose(&outer, &inner, NULL, &made), HD_OK);
    ck_assert(hd_dimensions_is_equal(&made.in, &inner.in) && hd_dimensions_is_equal(&made.out, &outer.out));
    for (uint64_t x = 0; x < inputs(&inner); x++) {
      uint64_t middle_value = hd_test_renamed(&inner.out, hd_test_value(&inner, x), &outer.in);
      EXPECT(hd_test_value(&made, x) == hd_test_value(&outer, middle_value), "turn %d: wrong at %llu", turn,
             (unsigned long long)x);
    }
    hd_linear first = outer, second = inner;
    ck_assert_int_eq(hd_linear_compose(&first, &inner, NULL, &first), HD_OK);
    ck_assert_int_eq(hd_linear_compose(&outer, &second, NULL, &second), HD_OK);
    ck_assert(hd_linear_is_identical(&first, &made) && hd_linear_is_identical(&second, &made));
  }
}
END_TEST

static void expect_mismatch(const hd_linear *outer, const hd_linear *inner) {
  hd_linear made;
  hd_error error;
  hd_test_stamp(&made, sizeof made);
  ck_assert_int_eq(hd_linear_compose(outer, inner, &error, &made), HD_MISMATCH);
  ck_assert(hd_test_is_error(&error, HD_MISMATCH) && hd_test_is_stamped(&made, sizeof made));
  ck_assert_int_eq(hd_linear_compose(outer, inner, NULL, &made), HD_MISMATCH);
}

START_TEST(maps_that_do_not_meet_are_not_composed) {
  static const uint64_t basis[] = {1, 2, 3, 0};
  hd_linear inner = hd_test_linear("lane:2", "dim0:1 dim1:1", basis);
  hd_linear fewer = hd_test_linear("dim0:2", "offset:2", basis),
            other = hd_test_linear("dim0:1 dim2:1", "offset:2", basis);
  hd_linear wide = hd_test_linear("lane:2", "dim0:2", basis), narrow = hd_test_linear("dim0:1", "offset:2", basis);
  expect_mismatch(&fewer, &inner);
  expect_mismatch(&other, &inner);
  expect_mismatch(&narrow, &wide);
}
END_TEST

/* ---- side by side ---- */

/* The part of a whole coordinate that one factor sees: low bits of each dimension, or those above `below`'s. */
static uint64_t part_of(const hd_dimensions *whole, uint64_t packed, const hd_dimensions *part,
                        const hd_dimensions *below) {
  uint64_t made = 0;
  for (int k = part->count; k-- > 0;) {
    uint64_t entry = hd_test_part(whole, part->name[k], packed);
    for (int b = 0; below && b < below->count; b++)
      if (below->name[b] == part->name[k]) entry >>= below->bits[b];
    made = (made << part->bits[k]) + entry % ((uint64_t)1 << part->bits[k]);
  }
  return made;
}

static void expect_product(const hd_linear *low, const hd_linear *high, const hd_linear *made) {
  ck_assert_int_eq(made->in.total, low->in.total + high->in.total);
  ck_assert_int_eq(made->out.total, low->out.total + high->out.total);
  for (uint64_t x = 0; x < inputs(made); x++) {
    uint64_t value = hd_test_value(made, x);
    EXPECT(part_of(&made->out, value, &low->out, NULL) == hd_test_value(low, part_of(&made->in, x, &low->in, NULL)) &&
               part_of(&made->out, value, &high->out, &low->out) ==
                   hd_test_value(high, part_of(&made->in, x, &high->in, &low->in)),
           "the parts of %llu are not the factors'", (unsigned long long)x);
  }
}

START_TEST(a_product_is_both_factors_at_once_and_divides_again) {
  uint64_t seed = 6;
  int made_count = 0, refused = 0;
  for (int turn = 0; turn < 400; turn++) {
    hd_linear low = draw(&seed, places, 4, (int)hd_test_draw(&seed, 5), tensor, 3, (int)hd_test_draw(&seed, 5));
    hd_linear high = draw(&seed, places, 4, (int)hd_test_draw(&seed, 5), tensor, 3, (int)hd_test_draw(&seed, 5));
    hd_linear made, rest, again;
    hd_error error;
    hd_status status = hd_linear_product(&low, &high, &error, &made);
    if (status == HD_MISMATCH) {
      ck_assert(hd_test_is_error(&error, HD_MISMATCH));
      refused++;
      continue;
    }
    ck_assert_int_eq(status, HD_OK);
    made_count++;
    expect_product(&low, &high, &made);
    ck_assert_int_eq(hd_linear_divide_left(&made, &low, &error, &rest), HD_OK);
    ck_assert(rest.in.count == made.in.count && rest.out.count == made.out.count);
    ck_assert_int_eq(hd_linear_product(&low, &rest, NULL, &again), HD_OK);
    ck_assert(hd_linear_is_identical(&again, &made));
    ck_assert_int_eq(hd_linear_product(&low, &high, NULL, &low), HD_OK);
    ck_assert(hd_linear_is_identical(&low, &made));
  }
  ck_assert(made_count > 100 && refused > 10);
}
END_TEST

START_TEST(dimensions_of_a_product_stand_in_an_order_that_both_have) {
  static const struct {
    const char *a, *b, *wanted; /* NULL: none */
  } row[] = {{"a:1 b:2 c:0", "a:1 b:0 c:1", "a:2 b:2 c:1"},
             {"a:1 b:1", "a:1 c:1", "a:2 b:1 c:1"},
             {"a:1 b:1", "b:1 c:1", "a:1 b:2 c:1"},
             {"a:1 b:1 c:1", "a:1 d:1", "a:2 b:1 c:1 d:1"},
             {"", "a:1 b:1", "a:1 b:1"},
             {"c:1", "a:1 b:1 c:1", "a:1 b:1 c:2"},
             {"", "", ""},
             {"a:1 b:1", "b:1 a:1", NULL},
             {"a:1 x:1 b:1", "b:1 y:1 a:1", NULL}};
  static const uint64_t zero[HD_LINEAR_BITS] = {0};
  for (int k = 0; k < HD_COUNT(row); k++) {
    hd_linear a = hd_test_linear(row[k].a, "o:1", zero), b = hd_test_linear(row[k].b, "o:1", zero), made;
    hd_status status = hd_linear_product(&a, &b, NULL, &made);
    ck_assert_int_eq(status, row[k].wanted ? HD_OK : HD_MISMATCH);
    if (!row[k].wanted) continue;
    hd_dimensions wanted = hd_test_dimensions(row[k].wanted);
    EXPECT(hd_dimensions_is_equal(&made.in, &wanted), "%s * %s", row[k].a, row[k].b);
  }
}
END_TEST

START_TEST(products_beyond_the_capacity_are_refused) {
  static const uint64_t zero[HD_LINEAR_BITS] = {0};
  hd_linear a = hd_test_linear("a:40", "o:1", zero), b = hd_test_linear("b:30", "o:1", zero), made;
  hd_error error;
  ck_assert_int_eq(hd_linear_product(&a, &b, &error, &made), HD_CAPACITY);
  ck_assert(hd_test_is_error(&error, HD_CAPACITY));
}
END_TEST

/* Whether some map makes low * map = whole: tries to read it off at every input. */
static bool divides(const hd_linear *whole, const hd_linear *low, const hd_linear *rest) {
  for (uint64_t x = 0; x < inputs(whole); x++) {
    uint64_t value = hd_test_value(whole, x), high = part_of(&whole->in, x, &rest->in, &low->in);
    if (part_of(&whole->out, value, &low->out, NULL) != hd_test_value(low, part_of(&whole->in, x, &low->in, NULL)))
      return false;
    for (uint64_t y = 0; y < x; y++)
      if (part_of(&whole->in, y, &rest->in, &low->in) == high &&
          part_of(&whole->out, hd_test_value(whole, y), &rest->out, &low->out) !=
              part_of(&whole->out, value, &rest->out, &low->out))
        return false;
  }
  return true;
}

START_TEST(a_divide_is_refused_only_where_no_map_is_the_rest) {
  uint64_t seed = 7;
  int answered = 0, refused = 0;
  for (int turn = 0; turn < 2000; turn++) {
    hd_dimensions in = hd_test_dimensions("register:2 lane:2"), out = hd_test_dimensions("dim0:2 dim1:2");
    hd_dimensions low_in = hd_test_dimensions(turn % 2 ? "register:1 lane:1" : "lane:1");
    hd_dimensions low_out = hd_test_dimensions(turn % 3 ? "dim0:1 dim1:1" : "dim1:1");
    hd_linear low = hd_test_draw_linear(&seed, &low_in, &low_out), whole = hd_test_draw_linear(&seed, &in, &out), rest;
    hd_linear shape = {.in = hd_test_dimensions(turn % 2 ? "register:1 lane:1" : "register:2 lane:1"),
                       .out = hd_test_dimensions(turn % 3 ? "dim0:1 dim1:1" : "dim0:2 dim1:1")};
    hd_error error;
    hd_status status = hd_linear_divide_left(&whole, &low, &error, &rest);
    bool possible = divides(&whole, &low, &shape);
    EXPECT(status == (possible ? HD_OK : HD_UNDEFINED), "turn %d: %s", turn, hd_status_name(status));
    if (possible) expect_product(&low, &rest, &whole);
    else ck_assert(hd_test_is_error(&error, HD_UNDEFINED) && error.has_coordinate);
    possible ? answered++ : refused++;
  }
  ck_assert(answered > 20 && refused > 20);
}
END_TEST

START_TEST(a_divide_by_dimensions_that_are_not_there_is_refused) {
  static const uint64_t identity[] = {1, 2, 4, 8}, swapped[] = {2, 1};
  static const char *const in[] = {"c:1", "b:1 a:1", "a:3", "a:1 a2:0"};
  hd_linear whole = hd_test_linear("a:2 b:2", "o:4", identity), rest;
  hd_error error;
  for (int k = 0; k < HD_COUNT(in); k++) {
    hd_linear low = hd_test_linear(in[k], "o:3", identity);
    ck_assert_int_eq(hd_linear_divide_left(&whole, &low, &error, &rest), HD_UNDEFINED);
    ck_assert(hd_test_is_error(&error, HD_UNDEFINED));
  }
  hd_linear low = hd_test_linear("a:2", "o:2", swapped);
  ck_assert_int_eq(hd_linear_divide_left(&whole, &low, &error, &rest), HD_UNDEFINED);
  ck_assert(hd_test_packed(&whole.in, &error.coordinate) == 1);
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"values are the exclusive or of those at the bits", values_are_the_exclusive_or_of_those_at_the_bits},
      {"coordinates are packed with the first dimension lowest",
       coordinates_are_packed_with_the_first_dimension_lowest},
      {"coordinates outside the dimensions are refused", coordinates_outside_the_dimensions_are_refused},
      {"dimensions that cannot be are refused", dimensions_that_cannot_be_are_refused},
      {"words beyond the output are refused", words_beyond_the_output_are_refused},
      {"equal maps have the same dimensions and words", equal_maps_have_the_same_dimensions_and_words},
      {"a reshaped map has the same packed values", a_reshaped_map_has_the_same_packed_values},
      {"a transposed map is the same by name", a_transposed_map_is_the_same_by_name},
      {"a transposition needs each name once", a_transposition_needs_each_name_once},
      {"a composition is one map after the other, by name", a_composition_is_one_map_after_the_other_by_name},
      {"maps that do not meet are not composed", maps_that_do_not_meet_are_not_composed},
      {"a product is both factors at once and divides again", a_product_is_both_factors_at_once_and_divides_again},
      {"dimensions of a product stand in an order that both have",
       dimensions_of_a_product_stand_in_an_order_that_both_have},
      {"products beyond the capacity are refused", products_beyond_the_capacity_are_refused},
      {"a divide is refused only where no map is the rest", a_divide_is_refused_only_where_no_map_is_the_rest},
      {"a divide by dimensions that are not there is refused", a_divide_by_dimensions_that_are_not_there_is_refused},
  };
  return hd_test_main("linear", tests, HD_COUNT(tests));
}
