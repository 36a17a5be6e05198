/* Triton's two ways to write a linear layout: what is printed is read back, and what is not well formed is not read. */
#include "algebra/linear_text.h"
#include "tests/support/linear.h"
#include "tests/support/suite.h"

#include <stdio.h>

static char text[HD_LINEAR_TEXT_MAX];

static hd_status parse(const char *from, hd_error *error, hd_linear *made) {
  return hd_parse_linear(from, strlen(from), error, made);
}

static void expect_text(const hd_linear *l, const char *wanted) {
  hd_linear back;
  size_t length = hd_print_linear(l, text, sizeof text);
  ck_assert_str_eq(text, wanted);
  ck_assert(length == strlen(wanted));
  ck_assert_int_eq(parse(text, NULL, &back), HD_OK);
  ck_assert(hd_linear_is_identical(l, &back));
}

START_TEST(the_basis_text_is_tritons) {
  static const uint64_t basis[] = {2, 4, 1}, zero[] = {0, 0};
  hd_linear l = hd_test_linear("register:2 lane:1 warp:0", "dim0:1 dim1:2", basis);
  expect_text(&l, " - register=1 -> (0, 1)\n"
                  "   register=2 -> (0, 2)\n"
                  " - lane=1 -> (1, 0)\n"
                  " - warp is a size 1 dimension\n"
                  "where out dims are: [dim0 (size 2), dim1 (size 4)]");
  l = hd_test_linear("where:2", "", zero);
  expect_text(&l, " - where=1 -> ()\n   where=2 -> ()\nwhere out dims are: []");
  l = hd_test_linear("", "", zero);
  expect_text(&l, "(empty layout)");
  l = hd_test_linear("", "dim0:2 dim1:0", zero);
  expect_text(&l, "(empty layout with out-dims [dim0 (size 4), dim1 (size 1)])");
}
END_TEST

static void expect_attribute(const hd_linear *l, const char *wanted) {
  hd_linear back;
  size_t length;
  ck_assert_int_eq(hd_print_linear_attribute(l, text, sizeof text, NULL, &length), HD_OK);
  ck_assert_str_eq(text, wanted);
  ck_assert(length == strlen(wanted));
  ck_assert_int_eq(parse(text, NULL, &back), HD_OK);
  ck_assert(hd_linear_is_identical(l, &back));
}

START_TEST(the_attribute_is_tritons) {
  static const uint64_t basis[] = {8, 16, 1, 2, 32, 4};
  static const uint64_t line[] = {1, 2};
  hd_linear l = hd_test_linear("register:2 lane:2 warp:2 block:0", "dim0:3 dim1:3", basis);
  expect_attribute(
      &l, "#ttg.linear<{register = [[0, 1], [0, 2]], lane = [[1, 0], [2, 0]], warp = [[0, 4], [4, 0]], block = []}>");
  l = hd_test_linear("register:0 lane:2", "dim0:2", line);
  expect_attribute(&l, "#ttg.linear<{register = [], lane = [[1], [2]]}>");
  l = hd_test_linear("lane:2", "dim0:2 dim1:0", line);
  expect_attribute(&l, "#ttg.linear<{lane = [[1, 0], [2, 0]]}>");
  l = hd_test_linear("register:0", "", line);
  expect_attribute(&l, "#ttg.linear<{register = []}>");
  l = hd_test_linear("", "", line);
  expect_attribute(&l, "#ttg.linear<{}>");
}
END_TEST

START_TEST(attributes_that_would_be_read_as_another_map_are_refused) {
  static const uint64_t basis[] = {1, 2, 0};
  static const char *const in[] = {"lane:2", "lane:2", "lane:2", "lane:0"};
  static const char *const out[] = {"dim1:2", "offset:2", "dim0:3", "dim0:0"};
  for (int k = 0; k < HD_COUNT(in); k++) {
    hd_linear l = hd_test_linear(in[k], out[k], basis);
    hd_error error;
    size_t length = 77;
    ck_assert_int_eq(hd_print_linear_attribute(&l, text, sizeof text, &error, &length), HD_UNDEFINED);
    ck_assert(hd_test_is_error(&error, HD_UNDEFINED) && length == 77);
  }
}
END_TEST

START_TEST(random_maps_are_read_back_from_both_forms) {
  static const char *const places[] = {"register", "lane", "warp", "block"}, *const tensor[] = {"dim0", "dim1", "x",
                                                                                                "o_2"};
  uint64_t seed = 31;
  int attributes = 0;
  for (int turn = 0; turn < 3000; turn++) {
    int in_bits = (int)hd_test_draw(&seed, 40), out_bits = (int)hd_test_draw(&seed, 30);
    hd_dimensions in = hd_test_draw_dimensions(&seed, places, 4, in_bits),
                  out = hd_test_draw_dimensions(&seed, tensor, 4, out_bits);
    hd_linear l = hd_test_draw_linear(&seed, &in, &out), back;
    size_t length = hd_print_linear(&l, text, sizeof text);
    ck_assert(length == strlen(text) && length < sizeof text);
    ck_assert_int_eq(hd_parse_linear(text, length, NULL, &back), HD_OK);
    ck_assert(hd_linear_is_identical(&l, &back));
    if (hd_print_linear_attribute(&l, text, sizeof text, NULL, &length) != HD_OK) continue;
    ck_assert_int_eq(hd_parse_linear(text, length, NULL, &back), HD_OK);
    ck_assert(hd_linear_is_identical(&l, &back));
    attributes++;
  }
  ck_assert(attributes > 50);
}
END_TEST

START_TEST(maps_of_64_bits_fit_the_text) {
  hd_dimensions in = hd_test_dimensions("iteration0:62 iteration1:2"),
                out = hd_test_dimensions("a:5 b:5 c:5 d:5 e:5 f:5 g:5 h:5 i:5 j:5 k:5 l:9");
  uint64_t basis[64];
  hd_linear l, back;
  for (int i = 0; i < 64; i++) basis[i] = ~(uint64_t)0;
  ck_assert_int_eq(hd_make_linear(&in, &out, basis, NULL, &l), HD_OK);
  ck_assert(hd_print_linear(&l, text, sizeof text) < sizeof text);
  ck_assert_int_eq(parse(text, NULL, &back), HD_OK);
  ck_assert(hd_linear_is_identical(&l, &back));
}
END_TEST

START_TEST(short_buffers_are_cut_and_never_overrun) {
  static const uint64_t basis[] = {2, 4, 1};
  hd_linear l = hd_test_linear("register:2 lane:1", "dim0:1 dim1:2", basis);
  char whole[256], cut[256];
  size_t length = hd_print_linear(&l, whole, sizeof whole), again;
  for (size_t capacity = 0; capacity <= length + 1; capacity++) {
    hd_test_stamp(cut, sizeof cut);
    ck_assert(hd_print_linear(&l, cut, capacity) == length);
    ck_assert(hd_test_is_stamped(cut + capacity, sizeof cut - capacity));
    if (capacity > 0)
      ck_assert(strlen(cut) == (capacity <= length ? capacity - 1 : length) && memcmp(cut, whole, strlen(cut)) == 0);
    hd_test_stamp(cut, sizeof cut);
    ck_assert_int_eq(hd_print_linear_attribute(&l, cut, capacity, NULL, &again), HD_OK);
    ck_assert(hd_test_is_stamped(cut + capacity, sizeof cut - capacity));
  }
}
END_TEST

START_TEST(other_spellings_are_read) {
  static const char *const spelled[] = {
      "\n - lane=1 -> (1)\n   lane=2 -> (2)\nwhere out dims are: [dim0 (size 4)]\n",
      "-lane=1->(1)lane=2->(2)where out dims are:[dim0(size 4)]",
      "  - lane = 1 -> ( 1 )  lane = 002 -> ( 2 )\twhere out dims are : [ dim0 ( size 4 ) ]  ",
      "#ttg.linear<{lane = [[1], [2]]}>",
      "{lane=[[1],[2]]}",
      " #ttg.linear< { lane = [ [ 1 ] , [ 2 ] ] } > ",
  };
  static const uint64_t basis[] = {1, 2};
  hd_linear wanted = hd_test_linear("lane:2", "dim0:2", basis), made;
  for (int k = 0; k < HD_COUNT(spelled); k++) {
    EXPECT(parse(spelled[k], NULL, &made) == HD_OK, "%s", spelled[k]);
    EXPECT(hd_linear_is_identical(&made, &wanted), "%s", spelled[k]);
  }
}
END_TEST

START_TEST(ill_formed_text_is_refused_at_its_place) {
  /* `|` stands before the offending byte and is taken out. */
  static const struct {
    const char *text;
    hd_status status;
  } row[] = {
      {"|", HD_MALFORMED},
      {"|lane=1 -> (1)", HD_MALFORMED},
      {" - |", HD_MALFORMED},
      {" - |=1 -> (1)", HD_MALFORMED},
      {" - lane |-> (1)", HD_MALFORMED},
      {" - lane=|x -> (1)", HD_MALFORMED},
      {" - lane=|2 -> (1)\nwhere out dims are: [dim0 (size 2)]", HD_MALFORMED},
      {" - lane=1 -> (1)\n lane=|4 -> (1)\nwhere out dims are: [dim0 (size 2)]", HD_MALFORMED},
      {" - lane=1 |(1)", HD_MALFORMED},
      {" - lane=1 -> |1", HD_MALFORMED},
      {" - lane=1 -> (1 |2)", HD_MALFORMED},
      {" - lane=1 -> (1,|)", HD_MALFORMED},
      {" - lane=1 -> (|-1)", HD_MALFORMED},
      {" - lane=1 -> (1)\n |warp=1 -> (1)\nwhere out dims are: [dim0 (size 2)]", HD_MALFORMED},
      {" - lane=1 -> (1)\n - |lane=1 -> (1)\nwhere out dims are: [dim0 (size 2)]", HD_MALFORMED},
      {" - lane=1 -> (1)\n lane=2 -> (|1, 1)\nwhere out dims are: [dim0 (size 2)]", HD_MALFORMED},
      {" - lane=1 -> (1)\nwhere out dims are: |[dim0 (size 2), dim1 (size 1)]", HD_MALFORMED},
      {" - lane=1 -> (|2)\nwhere out dims are: [dim0 (size 2)]", HD_MALFORMED},
      {" - lane=1 -> (1)\n|where out dims: [dim0 (size 2)]", HD_MALFORMED},
      {" - lane=1 -> (1)\n|wherever", HD_MALFORMED},
      {" - lane=1 -> (1)\nwhere out dims are: |dim0", HD_MALFORMED},
      {" - lane=1 -> (1)\nwhere out dims are: [dim0 |size 2]", HD_MALFORMED},
      {" - lane=1 -> (1)\nwhere out dims are: [dim0 (size |x)]", HD_MALFORMED},
      {" - lane=1 -> (1)\nwhere out dims are: [|dim0 (size 3)]", HD_MALFORMED},
      {" - lane=1 -> (1)\nwhere out dims are: [|dim0 (size 0)]", HD_MALFORMED},
      {" - lane=1 -> (1)\nwhere out dims are: [dim0 (size 2|]", HD_MALFORMED},
      {" - lane=1 -> (1)\nwhere out dims are: [dim0 (size 2) |dim1 (size 2)]", HD_MALFORMED},
      {" - lane=1 -> (1)\nwhere out dims are: [dim0 (size 2), |dim0 (size 2)]", HD_MALFORMED},
      {" - lane=1 -> (1)\nwhere out dims are: [dim0 (size 2)] |x", HD_MALFORMED},
      {" - lane is a size |2 dimension\nwhere out dims are: []", HD_MALFORMED},
      {" - lane is a size 1 |dim\nwhere out dims are: []", HD_MALFORMED},
      {"(|full layout)", HD_MALFORMED},
      {"(empty |map)", HD_MALFORMED},
      {"(empty layout|", HD_MALFORMED},
      {"(empty layout with |in-dims [])", HD_MALFORMED},
      {"(empty layout with out-dims |)", HD_MALFORMED},
      {"#ttg.linear<|[]>", HD_MALFORMED},
      {"|#ttg.linear {}", HD_MALFORMED},
      {"#ttg.linear<{}|", HD_MALFORMED},
      {"#ttg.linear<{|= [[1]]}>", HD_MALFORMED},
      {"#ttg.linear<{lane |[[1]]}>", HD_MALFORMED},
      {"#ttg.linear<{lane = |1}>", HD_MALFORMED},
      {"#ttg.linear<{lane = [|1]}>", HD_MALFORMED},
      {"#ttg.linear<{lane = [[1] |[2]]}>", HD_MALFORMED},
      {"#ttg.linear<{lane = [[1], [|2, 3]]}>", HD_MALFORMED},
      {"#ttg.linear<{lane = [[1]] |warp = []}>", HD_MALFORMED},
      {"#ttg.linear<{lane = [[1]], |lane = []}>", HD_MALFORMED},
      {"#ttg.linear<{lane = [[1]]}> |.", HD_MALFORMED},
      {"{lane = [[1]]}|>", HD_MALFORMED},
      {"#ttg.linear<{|lane_of_warp = [[1]]}>", HD_CAPACITY},
      {" - lane=1 -> (0,0,0,0,0,0,0,0,0,0,0,0,|0)", HD_CAPACITY},
      {" - lane=1 -> (|4611686018427387905)", HD_OVERFLOW},
      {" - lane=1 -> (|99999999999999999999999)", HD_OVERFLOW},
  };
  for (int k = 0; k < HD_COUNT(row); k++) {
    char plain[256];
    hd_linear made;
    hd_error error;
    size_t mark = strcspn(row[k].text, "|");
    memcpy(plain, row[k].text, mark);
    memcpy(plain + mark, row[k].text + mark + 1, strlen(row[k].text) - mark);
    hd_test_stamp(&made, sizeof made);
    hd_status status = parse(plain, &error, &made);
    EXPECT(status == row[k].status && hd_test_is_error(&error, status), "%s: %s", plain, hd_status_name(status));
    EXPECT(error.position == mark, "%s: at %zu, not %zu", plain, error.position, mark);
    EXPECT(hd_test_is_stamped(&made, sizeof made), "%s: touched", plain);
    EXPECT(parse(plain, NULL, &made) == status, "%s: without an error", plain);
  }
}
END_TEST

START_TEST(maps_of_too_many_bits_are_refused) {
  char *at = text;
  hd_linear made;
  hd_error error;
  at += sprintf(at, "{");
  for (int k = 0; k < 3; k++) {
    at += sprintf(at, "%slane%d = [", k > 0 ? ", " : "", k);
    for (int i = 0; i < 30; i++) at += sprintf(at, "%s[1]", i > 0 ? ", " : "");
    at += sprintf(at, "]");
  }
  sprintf(at, "}");
  ck_assert_int_eq(parse(text, &error, &made), HD_CAPACITY);
  at = text + sprintf(text, "{lane = [");
  for (int i = 0; i < 63; i++) at += sprintf(at, "%s[1]", i > 0 ? ", " : "");
  sprintf(at, "]}");
  ck_assert_int_eq(parse(text, &error, &made), HD_CAPACITY);
  ck_assert(error.position == 1);
  at = text + sprintf(text, " - ");
  for (int i = 0; i < 62; i++) at += sprintf(at, " lane=%llu -> (0)", 1ull << i);
  sprintf(at, " lane=4611686018427387904 -> (0) lane=1 -> (0)");
  ck_assert_int_eq(parse(text, &error, &made), HD_MALFORMED);
}
END_TEST

START_TEST(every_prefix_of_a_text_is_refused) {
  static const char basis[] = " - reg=1 -> (0, 1)\n   reg=2 -> (0, 2)\n - lane is a size 1 dimension\n"
                              "where out dims are: [a (size 2), b (size 4)]";
  static const char *const texts[] = {basis, "#ttg.linear<{register = [[0, 1], [0, 2]], lane = [[1, 0]], warp = []}>",
                                      "(empty layout with out-dims [dim0 (size 4)])"};
  for (int k = 0; k < HD_COUNT(texts); k++) {
    hd_linear made;
    size_t length = strlen(texts[k]);
    ck_assert_int_eq(hd_parse_linear(texts[k], length, NULL, &made), HD_OK);
    for (size_t part = 0; part < length; part++)
      EXPECT(hd_parse_linear(texts[k], part, NULL, &made) == HD_MALFORMED, "%.*s", (int)part, texts[k]);
  }
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"the basis text is Triton's", the_basis_text_is_tritons},
      {"the attribute is Triton's", the_attribute_is_tritons},
      {"attributes that would be read as another map are refused",
       attributes_that_would_be_read_as_another_map_are_refused},
      {"random maps are read back from both forms", random_maps_are_read_back_from_both_forms},
      {"maps of 64 bits fit the text", maps_of_64_bits_fit_the_text},
      {"short buffers are cut and never overrun", short_buffers_are_cut_and_never_overrun},
      {"other spellings are read", other_spellings_are_read},
      {"ill-formed text is refused at its place", ill_formed_text_is_refused_at_its_place},
      {"maps of too many bits are refused", maps_of_too_many_bits_are_refused},
      {"every prefix of a text is refused", every_prefix_of_a_text_is_refused},
  };
  return hd_test_main("linear text", tests, HD_COUNT(tests));
}
