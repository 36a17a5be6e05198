/* Back from outputs to inputs: every answer and every refusal against a table of all values. */
#include "algebra/linear_inverse.h"
#include "tests/support/linear.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

enum { TABLE_BITS = 12 };

static const char *const places[] = {"register", "lane", "warp", "block"};
static const char *const tensor[] = {"dim0", "dim1", "dim2"};

static uint64_t inputs(const hd_linear *linear) { return (uint64_t)1 << linear->in.total; }
static uint64_t outputs(const hd_linear *linear) { return (uint64_t)1 << linear->out.total; }

/* For each output the smallest input that has it, plus 1; 0 where none has. */
static uint64_t first_input[1 << TABLE_BITS];

static uint64_t tabulate(const hd_linear *linear) {
  uint64_t taken = 0;
  for (uint64_t y = 0; y < outputs(linear); y++) first_input[y] = 0;
  for (uint64_t x = 0; x < inputs(linear); x++) {
    uint64_t y = hd_test_value(linear, x);
    if (first_input[y] == 0) first_input[y] = x + 1, taken++;
  }
  return taken;
}

static hd_linear draw(uint64_t *seed, int in_bits, int out_bits) {
  hd_dimensions in = hd_test_draw_dimensions(seed, places, 4, in_bits),
                out = hd_test_draw_dimensions(seed, tensor, 3, out_bits);
  return hd_test_draw_linear(seed, &in, &out);
}

static hd_linear draw_any(uint64_t *seed, uint64_t most) {
  int in = (int)hd_test_draw(seed, most), out = (int)hd_test_draw(seed, most);
  return draw(seed, in, out);
}

START_TEST(free_bits_are_those_whose_value_lower_bits_have) {
  uint64_t seed = 11, all = 0;
  for (int turn = 0; turn < 400; turn++) {
    hd_linear l = draw_any(&seed, 10);
    uint64_t spare = hd_linear_free_variables(&l), taken = tabulate(&l), once = 0;
    for (int i = 0; i < l.in.total; i++) {
      uint64_t bit = (uint64_t)1 << i;
      bool lower = first_input[hd_test_value(&l, bit)] - 1 < bit;
      EXPECT(lower == ((spare & bit) != 0), "turn %d: bit %d", turn, i);
    }
    ck_assert(spare < inputs(&l));
    for (uint64_t x = 0; x < inputs(&l); x++) once += (x & spare) == 0;
    ck_assert(once == taken && (uint64_t)1 << hd_linear_rank(&l) == taken);
    all |= spare;
  }
  ck_assert(all != 0);
}
END_TEST

START_TEST(injective_and_surjective_agree_with_the_table) {
  uint64_t seed = 12;
  int counts[2][2] = {{0}};
  for (int turn = 0; turn < 600; turn++) {
    hd_linear l = draw_any(&seed, 9);
    uint64_t taken = tabulate(&l);
    hd_error error;
    bool injective = hd_linear_is_injective(&l, &error);
    ck_assert(injective == (taken == inputs(&l)) && injective == hd_linear_is_injective(&l, NULL));
    if (!injective) {
      uint64_t a = hd_test_packed(&l.in, &error.coordinate), b = hd_test_packed(&l.in, &error.other);
      ck_assert(error.has_coordinate && error.has_other && error.status == HD_OK && error.reason);
      ck_assert(a != b && hd_test_value(&l, a) == hd_test_value(&l, b));
    }
    bool surjective = hd_linear_is_surjective(&l, &error);
    ck_assert(surjective == (taken == outputs(&l)) && surjective == hd_linear_is_surjective(&l, NULL));
    if (!surjective) {
      ck_assert(error.has_coordinate && error.status == HD_OK && error.reason);
      ck_assert(first_input[hd_test_packed(&l.out, &error.coordinate)] == 0);
    }
    counts[injective][surjective]++;
  }
  ck_assert(counts[0][0] > 10 && counts[0][1] > 10 && counts[1][0] > 10 && counts[1][1] > 10);
}
END_TEST

static void expect_untouched(const hd_linear *made, const hd_error *error, hd_status status) {
  ck_assert(hd_test_is_error(error, status) && hd_test_is_stamped(made, sizeof *made));
}

START_TEST(an_inverse_goes_back_from_every_value) {
  uint64_t seed = 13;
  int answered = 0, refused = 0;
  for (int turn = 0; turn < 1500; turn++) {
    int bits = (int)hd_test_draw(&seed, 9), other = turn % 4 == 0 ? (int)hd_test_draw(&seed, 9) : bits;
    hd_linear l = draw(&seed, bits, other), made;
    uint64_t taken = tabulate(&l);
    bool possible = bits == other && taken == inputs(&l);
    hd_error error;
    hd_test_stamp(&made, sizeof made);
    hd_status status = hd_linear_invert(&l, &error, &made);
    ck_assert_int_eq(status, possible ? HD_OK : HD_UNDEFINED);
    possible ? answered++ : refused++;
    if (!possible) {
      expect_untouched(&made, &error, HD_UNDEFINED);
      ck_assert_str_eq(error.caller, "invert");
      if (taken < inputs(&l)) {
        uint64_t a = hd_test_packed(&l.in, &error.coordinate), b = hd_test_packed(&l.in, &error.other);
        ck_assert(a != b && hd_test_value(&l, a) == hd_test_value(&l, b));
      } else {
        ck_assert(first_input[hd_test_packed(&l.out, &error.coordinate)] == 0);
      }
      continue;
    }
    ck_assert(hd_dimensions_is_equal(&made.in, &l.out) && hd_dimensions_is_equal(&made.out, &l.in));
    for (uint64_t y = 0; y < outputs(&l); y++) ck_assert(hd_test_value(&made, y) == first_input[y] - 1);
    hd_linear same = l;
    ck_assert_int_eq(hd_linear_invert(&same, NULL, &same), HD_OK);
    ck_assert(hd_linear_is_identical(&same, &made));
  }
  ck_assert(answered > 100 && refused > 100);
}
END_TEST

START_TEST(a_pseudo_inverse_goes_back_from_every_output_with_free_bits_0) {
  uint64_t seed = 14;
  int answered = 0, refused = 0;
  for (int turn = 0; turn < 1000; turn++) {
    int out = (int)hd_test_draw(&seed, 8), in = out + (int)hd_test_draw(&seed, 4);
    hd_linear l = draw(&seed, in, out), made;
    uint64_t taken = tabulate(&l), spare = hd_linear_free_variables(&l);
    hd_error error;
    hd_test_stamp(&made, sizeof made);
    hd_status status = hd_linear_pseudo_invert(&l, &error, &made);
    ck_assert_int_eq(status, taken == outputs(&l) ? HD_OK : HD_UNDEFINED);
    if (status != HD_OK) {
      expect_untouched(&made, &error, HD_UNDEFINED);
      ck_assert(first_input[hd_test_packed(&l.out, &error.coordinate)] == 0);
      refused++;
      continue;
    }
    answered++;
    ck_assert(hd_dimensions_is_equal(&made.in, &l.out) && hd_dimensions_is_equal(&made.out, &l.in));
    for (uint64_t y = 0; y < outputs(&l); y++) {
      uint64_t x = hd_test_value(&made, y);
      ck_assert(hd_test_value(&l, x) == y && (x & spare) == 0);
    }
  }
  ck_assert(answered > 100 && refused > 100);
}
END_TEST

START_TEST(a_conversion_finds_each_value_where_the_other_map_keeps_it) {
  uint64_t seed = 15;
  int answered = 0, refused = 0;
  for (int turn = 0; turn < 1500; turn++) {
    hd_linear to = draw_any(&seed, 9), from, made;
    hd_dimensions in = hd_test_draw_dimensions(&seed, tensor, 3, (int)hd_test_draw(&seed, 9)), out;
    hd_dimensions_clear(&out);
    for (int k = to.out.count; k-- > 0;)
      hd_dimensions_append(&out, to.out.name[k], to.out.bits[k] - (to.out.bits[k] > 0 && turn % 5 == 0), NULL);
    from = hd_test_draw_linear(&seed, &in, &out);
    tabulate(&to);
    bool possible = true;
    for (uint64_t x = 0; x < inputs(&from); x++)
      possible &= first_input[hd_test_renamed(&out, hd_test_value(&from, x), &to.out)] != 0;
    hd_error error;
    hd_test_stamp(&made, sizeof made);
    hd_status status = hd_linear_invert_and_compose(&from, &to, &error, &made);
    ck_assert_int_eq(status, possible ? HD_OK : HD_UNDEFINED);
    possible ? answered++ : refused++;
    if (!possible) {
      expect_untouched(&made, &error, HD_UNDEFINED);
      uint64_t x = hd_test_packed(&from.in, &error.coordinate);
      ck_assert(first_input[hd_test_renamed(&out, hd_test_value(&from, x), &to.out)] == 0);
      continue;
    }
    ck_assert(hd_dimensions_is_equal(&made.in, &from.in) && hd_dimensions_is_equal(&made.out, &to.in));
    for (uint64_t x = 0; x < inputs(&from); x++) {
      uint64_t y = hd_test_value(&made, x);
      ck_assert(hd_test_value(&to, y) == hd_test_renamed(&out, hd_test_value(&from, x), &to.out));
      ck_assert((y & hd_linear_free_variables(&to)) == 0);
    }
    ck_assert_int_eq(hd_linear_invert_and_compose(&from, &to, NULL, &to), HD_OK);
    ck_assert(hd_linear_is_identical(&to, &made));
  }
  ck_assert(answered > 100 && refused > 100);
}
END_TEST

START_TEST(a_dimension_that_both_have_alike_goes_to_itself) {
  uint64_t seed = 16;
  int kept = 0;
  for (int turn = 0; turn < 300; turn++) {
    hd_dimensions in = hd_test_dimensions("register:2 lane:2 warp:2"), out = hd_test_dimensions("dim0:2 dim1:2");
    hd_linear from = hd_test_draw_linear(&seed, &in, &out), to = hd_test_draw_linear(&seed, &in, &out), made;
    for (int i = 4; i < 6; i++) to.basis[i] = from.basis[i] = turn % 2 ? 0 : from.basis[i];
    if (hd_linear_invert_and_compose(&from, &to, NULL, &made) != HD_OK) continue;
    for (uint64_t x = 0; x < inputs(&from); x++)
      ck_assert(hd_test_value(&to, hd_test_value(&made, x)) == hd_test_value(&from, x));
    if (!hd_linear_is_surjective(&to, NULL) || turn % 2 == 0) continue;
    ck_assert(made.basis[4] == 16 && made.basis[5] == 32); /* values 0: nothing else needs them */
    kept++;
  }
  ck_assert(kept > 20);
  static const uint64_t a[] = {1, 2, 3}, b[] = {1, 3, 1}; /* without warp's values, 2 is out of b's reach */
  hd_linear from = hd_test_linear("lane:2 warp:1", "dim0:2", a),
            to = hd_test_linear("register:1 warp:1 lane:1", "dim0:2", b), made;
  from.basis[2] = to.basis[1] = 3;
  ck_assert_int_eq(hd_linear_invert_and_compose(&from, &to, NULL, &made), HD_OK);
  for (uint64_t x = 0; x < 8; x++) ck_assert(hd_test_value(&to, hd_test_value(&made, x)) == hd_test_value(&from, x));
}
END_TEST

START_TEST(maps_of_other_outputs_are_not_converted) {
  static const uint64_t basis[] = {1, 2};
  static const char *const out[] = {"dim0:1", "dim0:1 dim2:1", "dim0:2 dim1:0"};
  hd_linear to = hd_test_linear("lane:2", "dim0:1 dim1:1", basis), made;
  hd_error error;
  for (int k = 0; k < HD_COUNT(out); k++) {
    hd_linear from = hd_test_linear(k == 0 ? "warp:1" : "warp:2", out[k], basis);
    hd_test_stamp(&made, sizeof made);
    ck_assert_int_eq(hd_linear_invert_and_compose(&from, &to, &error, &made), HD_MISMATCH);
    expect_untouched(&made, &error, HD_MISMATCH);
  }
}
END_TEST

/* Maps and answers as Triton has them. */
START_TEST(answers_are_tritons) {
  static const uint64_t l1[] = {2, 1, 4}, l2[] = {0, 2, 1, 4}, l3[] = {0, 4, 1, 2, 0}, plain[] = {1, 2, 4};
  hd_linear a = hd_test_linear("in1:3", "out:3", l1), b = hd_test_linear("in2:4", "out:3", l2), made;
  ck_assert_int_eq(hd_linear_invert_and_compose(&a, &b, NULL, &made), HD_OK);
  ck_assert(made.basis[0] == 2 && made.basis[1] == 4 && made.basis[2] == 8 && made.out.bits[0] == 4);
  hd_linear c = hd_test_linear("in:3", "out:3", plain), d = hd_test_linear("in2:5", "out:3", l3);
  ck_assert_int_eq(hd_linear_invert_and_compose(&c, &d, NULL, &made), HD_OK);
  ck_assert(made.basis[0] == 4 && made.basis[1] == 8 && made.basis[2] == 2 && made.out.bits[0] == 5);
  /* in1: (1,1) (2,2) (0,0); in2: (1,0) (0,1) (2,0) */
  static const uint64_t mixed[] = {5, 10, 0, 1, 4, 2};
  hd_linear e = hd_test_linear("in1:3 in2:3", "out1:2 out2:2", mixed);
  ck_assert(hd_linear_free_variables(&e) == (4 | 2 << 3));
  static const uint64_t gaps[] = {1, 0, 0, 2, 4, 0};
  hd_linear f = hd_test_linear("in:6", "out:3", gaps);
  ck_assert(hd_linear_free_variables(&f) == 38);
}
END_TEST

START_TEST(maps_of_64_bits_are_inverted) {
  hd_dimensions in = hd_test_dimensions("a:40 b:24"), out = hd_test_dimensions("c:8 d:56");
  hd_linear l, back, both;
  uint64_t basis[64], seed = 17;
  for (int i = 0; i < 64; i++) basis[i] = (uint64_t)1 << ((i * 23 + 5) % 64);
  for (int turn = 0; turn < 500; turn++) {
    int a = (int)hd_test_draw(&seed, 64), b = (int)hd_test_draw(&seed, 64);
    if (a != b) basis[a] ^= basis[b]; /* stays invertible */
  }
  ck_assert_int_eq(hd_make_linear(&in, &out, basis, NULL, &l), HD_OK);
  ck_assert_int_eq(hd_linear_rank(&l), 64);
  ck_assert(hd_linear_is_injective(&l, NULL) && hd_linear_is_surjective(&l, NULL));
  ck_assert_int_eq(hd_linear_invert(&l, NULL, &back), HD_OK);
  ck_assert_int_eq(hd_linear_compose(&l, &back, NULL, &both), HD_OK);
  for (int i = 0; i < 64; i++)
    ck_assert(both.basis[i] == (uint64_t)1 << i && hd_test_value(&back, basis[i]) == (uint64_t)1 << i);
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"free bits are those whose value lower bits have", free_bits_are_those_whose_value_lower_bits_have},
      {"injective and surjective agree with the table", injective_and_surjective_agree_with_the_table},
      {"an inverse goes back from every value", an_inverse_goes_back_from_every_value},
      {"a pseudo-inverse goes back from every output with free bits 0",
       a_pseudo_inverse_goes_back_from_every_output_with_free_bits_0},
      {"a conversion finds each value where the other map keeps it",
       a_conversion_finds_each_value_where_the_other_map_keeps_it},
      {"a dimension that both have alike goes to itself", a_dimension_that_both_have_alike_goes_to_itself},
      {"maps of other outputs are not converted", maps_of_other_outputs_are_not_converted},
      {"answers are Triton's", answers_are_tritons},
      {"maps of 64 bits are inverted", maps_of_64_bits_are_inverted},
  };
  return hd_test_main("linear inverse", tests, HD_COUNT(tests));
}
