/* One layout over bits, there and back: it is linear exactly when its value at i ^ j is the exclusive or of its values
 * at i and at j, for all i and j. */
#include "tests/support/linear.h"
#include "tests/support/plain.h"
#include "tests/support/sweep.h"

#define SHOW hd_test_show(&small->layout)

static const hd_swizzle swizzles[] = {{0, 0, 0}, {1, 0, 1}, {2, 1, 2}, {2, 2, -2}};
enum { SWIZZLES = 4 };

static bool are_powers(const hd_small *small) {
  for (int k = 0; k < small->modes; k++)
    if (small->shape[k] == 3) return false;
  return true;
}

/* Whether a function on 0 .. size-1, size a power of two, is linear over bits. */
static bool is_linear(const int64_t *value, int64_t size) {
  for (int64_t i = 0; i < size; i++)
    for (int64_t j = 0; j < i; j++)
      if (value[i ^ j] != (value[i] ^ value[j])) return false;
  return size == 0 || value[0] == 0;
}

/* Whether the map has these values, its inputs the modes in order and its one output as small as holds them. */
static bool has_values(const hd_small *small, const int64_t *value, const hd_linear *linear) {
  int64_t all = 0;
  if (linear->in.count != small->modes || linear->out.count != 1) return false;
  for (int k = 0; k < small->modes; k++)
    if ((int64_t)1 << linear->in.bits[k] != small->shape[k]) return false;
  for (int64_t i = 0; i < small->size; i++) {
    if (hd_test_value(linear, (uint64_t)i) != (uint64_t)value[i]) return false;
    all |= value[i];
  }
  return all >> linear->out.total == 0 && (linear->out.total == 0 || all >> (linear->out.total - 1) == 1);
}

/* ---- there and back ---- */

static void judge_plain(const hd_small *small, hd_cases *cases) {
  hd_linear linear;
  hd_layout back;
  hd_error error;
  hd_status status = hd_linear_from_layout(&small->layout, NULL, &error, &linear);
  if (!are_powers(small) || !is_linear(small->value, small->size)) {
    EXPECT(hd_small_is_refused(status, HD_UNDEFINED, &error), "%s", SHOW);
    cases->refused++;
    return;
  }
  EXPECT(status == HD_OK && has_values(small, small->value, &linear), "%s", SHOW);
  EXPECT(hd_linear_to_layout(&linear, NULL, &back) == HD_OK, "%s", SHOW);
  EXPECT(hd_small_has_values(&back, small->size, small->value), "%s: %s", SHOW, hd_test_show(&back));
  for (int k = 0; k < small->modes; k++) {
    hd_layout mode;
    bool found = small->modes == 1 || hd_small_mode(&back, k, &mode);
    if (small->modes == 1) mode = back;
    EXPECT(found && hd_small_size(&mode) == small->shape[k] && hd_small_is_shortest(&mode), "%s: %s", SHOW,
           hd_test_show(&back));
  }
  cases->answered++;
}

START_TEST(a_layout_is_linear_over_bits_or_two_values_share_one) {
  hd_sweep("layout to linear and back", hd_small_count(), judge_plain);
}
END_TEST

/* A chain of at most one swizzle, at all indices. */
static bool chain_has_values(const hd_composed *chain, int64_t size, const int64_t *value) {
  int64_t inner[HD_SMALL_TABLE];
  if (chain->steps > 1 || !hd_small_is_layout(&chain->inner) || hd_small_size(&chain->inner) != size) return false;
  hd_small_table(&chain->inner, size, inner);
  for (int64_t i = 0; i < size; i++) {
    int64_t x = inner[i];
    if (chain->steps == 1) x = hd_plain_swizzled(chain->step[0].swizzle, chain->step[0].offset + x);
    if (x != value[i]) return false;
  }
  return true;
}

/* Behind a swizzle: linear exactly when all is, offset and all; and the way back finds a swizzle that explains it. */
static void judge_swizzled(const hd_small *small, const hd_swizzle *swizzle, int64_t offset, hd_cases *cases) {
  int64_t value[HD_SMALL_SIZE];
  hd_composed plain, composed, back;
  hd_linear linear, again;
  hd_error error;
  hd_composed_plain(&small->layout, &plain);
  EXPECT(hd_compose_swizzle(swizzle, offset, &plain, NULL, &composed) == HD_OK, "%s", SHOW);
  hd_status status = hd_linear_from_composed(&composed, NULL, &error, &linear);
  for (int64_t i = 0; i < small->size; i++) value[i] = hd_plain_swizzled(*swizzle, offset + small->value[i]);
  if (!are_powers(small) || !is_linear(value, small->size)) {
    EXPECT(hd_small_is_refused(status, HD_UNDEFINED, &error), "%s: %s", SHOW, hd_status_name(status));
    cases->refused++;
    return;
  }
  EXPECT(status == HD_OK && has_values(small, value, &linear), "%s", SHOW);
  EXPECT(hd_linear_to_composed(&linear, NULL, &back) == HD_OK, "%s", SHOW);
  EXPECT(chain_has_values(&back, small->size, value), "%s", SHOW);
  if (offset == 0 && hd_linear_from_layout(&small->layout, NULL, NULL, &again) == HD_OK) {
    EXPECT(hd_linear_swizzle(swizzle, &again, NULL, &again) == HD_OK, "%s", SHOW);
    for (int64_t i = 0; i < small->size; i++)
      EXPECT(hd_test_value(&again, (uint64_t)i) == (uint64_t)value[i], "%s at %d", SHOW, (int)i);
  }
  cases->answered++;
}

static void judge_composed(const hd_small *small, hd_cases *cases) {
  for (int n = 0; n < SWIZZLES; n++) judge_swizzled(small, &swizzles[n], 0, cases);
  judge_swizzled(small, &swizzles[2], 8, cases);
}

START_TEST(a_swizzled_layout_is_linear_over_bits_or_two_values_share_one) {
  hd_sweep("S o t o L to linear and back", (SWIZZLES + 1) * hd_small_count(), judge_composed);
}
END_TEST

/* ---- of the linear map ---- */

/* The map of a layout, where there is one; outputs called dim0, behind a swizzle that makes bits repeat. */
static bool map_of(const hd_small *small, hd_linear *linear) {
  hd_linear_names names = {.in = NULL, .ins = 0, .out = hd_dimension_standard(0)};
  const hd_swizzle *swizzle = &swizzles[small->most % SWIZZLES];
  return hd_linear_from_layout(&small->layout, &names, NULL, linear) == HD_OK &&
         hd_linear_swizzle(swizzle, linear, NULL, linear) == HD_OK;
}

/* How many inputs have each value, by the definition. */
static int64_t count_values(const hd_linear *linear, int64_t size, int *times) {
  int64_t different = 0;
  for (int64_t i = 0; i < size; i++) different += times[hd_test_value(linear, (uint64_t)i)]++ == 0;
  return different;
}

static void judge_kernel(const hd_small *small, hd_cases *cases) {
  hd_linear linear;
  int times[1024] = {0};
  if (!map_of(small, &linear)) {
    cases->refused++;
    return;
  }
  EXPECT(linear.out.total <= 10, "%s", SHOW);
  int64_t different = count_values(&linear, small->size, times), outputs = (int64_t)1 << linear.out.total;
  uint64_t free_bits = hd_linear_free_variables(&linear);
  EXPECT((int64_t)1 << hd_linear_rank(&linear) == different, "%s", SHOW);
  EXPECT(hd_linear_is_injective(&linear, NULL) == (different == small->size), "%s", SHOW);
  EXPECT(hd_linear_is_surjective(&linear, NULL) == (different == outputs), "%s", SHOW);
  for (int i = 0; i < linear.in.total; i++) {
    uint64_t value = hd_test_value(&linear, (uint64_t)1 << i);
    bool is_free = false;
    for (uint64_t x = 0; x < (uint64_t)1 << i; x++) is_free |= hd_test_value(&linear, x) == value;
    EXPECT((free_bits >> i & 1) == is_free, "%s: bit %d", SHOW, i);
  }
  EXPECT(free_bits >> linear.in.total == 0, "%s", SHOW);
  cases->answered++;
}

START_TEST(rank_and_free_variables_are_what_the_values_say) {
  hd_sweep("rank, free variables, injective, surjective", hd_small_count(), judge_kernel);
}
END_TEST

static void judge_inverse(const hd_small *small, hd_cases *cases) {
  hd_linear linear, inverse;
  hd_error error;
  int times[1024] = {0};
  if (!map_of(small, &linear)) {
    cases->refused += 2;
    return;
  }
  int64_t different = count_values(&linear, small->size, times), outputs = (int64_t)1 << linear.out.total;
  bool onto = different == outputs, both = onto && different == small->size;
  hd_status status = hd_linear_pseudo_invert(&linear, &error, &inverse);
  EXPECT(onto ? status == HD_OK : hd_small_is_refused(status, HD_UNDEFINED, &error), "%s", SHOW);
  for (int64_t y = 0; onto && y < outputs; y++)
    EXPECT(hd_test_value(&linear, hd_test_value(&inverse, (uint64_t)y)) == (uint64_t)y, "%s at %d", SHOW, (int)y);
  status = hd_linear_invert(&linear, &error, &inverse);
  EXPECT(both ? status == HD_OK : hd_small_is_refused(status, HD_UNDEFINED, &error), "%s", SHOW);
  for (int64_t x = 0; both && x < small->size; x++)
    EXPECT(hd_test_value(&inverse, hd_test_value(&linear, (uint64_t)x)) == (uint64_t)x, "%s at %d", SHOW, (int)x);
  cases->answered += onto + both;
  cases->refused += !onto + !both;
}

START_TEST(inverses_over_bits_take_back_or_a_value_is_missing) {
  hd_sweep("invert, pseudo_invert", 2 * hd_small_count(), judge_inverse);
}
END_TEST

/* ---- dimensions and text ---- */

static bool is_same_map(const hd_linear *a, const hd_linear *b) {
  if (a->in.count != b->in.count || a->out.count != b->out.count || a->in.total != b->in.total) return false;
  for (int k = 0; k < a->in.count; k++)
    if (a->in.name[k] != b->in.name[k] || a->in.bits[k] != b->in.bits[k]) return false;
  for (int k = 0; k < a->out.count; k++)
    if (a->out.name[k] != b->out.name[k] || a->out.bits[k] != b->out.bits[k]) return false;
  return memcmp(a->basis, b->basis, a->in.total * sizeof a->basis[0]) == 0;
}

/* Inputs in reverse order, and all of them as one dimension. */
static void judge_dimensions(const hd_small *small, hd_cases *cases) {
  hd_linear linear, turned;
  hd_axis names[HD_SMALL_MODES];
  hd_dimensions one;
  if (!map_of(small, &linear)) {
    cases->refused += 2;
    return;
  }
  for (int k = 0; k < small->modes; k++) names[k] = linear.in.name[small->modes - 1 - k];
  EXPECT(hd_linear_transpose(&linear, names, NULL, NULL, &turned) == HD_OK, "%s", SHOW);
  for (uint64_t x = 0; x < (uint64_t)small->size; x++)
    EXPECT(hd_test_value(&turned, hd_test_renamed(&linear.in, x, &turned.in)) == hd_test_value(&linear, x), "%s at %d",
           SHOW, (int)x);
  hd_dimensions_clear(&one);
  EXPECT(hd_dimensions_append(&one, names[0], linear.in.total, NULL) == HD_OK, "%s", SHOW);
  EXPECT(hd_linear_reshape(&linear, &one, NULL, NULL, &turned) == HD_OK && turned.in.count == 1, "%s", SHOW);
  for (uint64_t x = 0; x < (uint64_t)small->size; x++)
    EXPECT(hd_test_value(&turned, x) == hd_test_value(&linear, x), "%s at %d", SHOW, (int)x);
  cases->answered += 2;
}

START_TEST(other_dimensions_keep_the_values) { hd_sweep("transpose, reshape", 2 * hd_small_count(), judge_dimensions); }
END_TEST

/* The basis text, and the attribute, which cannot say that an output is larger than its values, nor, without any input
 * bit, that there is one. */
static void judge_text(const hd_small *small, hd_cases *cases) {
  char text[1024];
  hd_linear linear, read;
  hd_error error;
  if (!map_of(small, &linear)) {
    cases->refused += 2;
    return;
  }
  size_t length = hd_print_linear(&linear, text, sizeof text);
  EXPECT(length < sizeof text && hd_parse_linear(text, length, NULL, &read) == HD_OK, "%s: %s", SHOW, text);
  EXPECT(is_same_map(&linear, &read), "%s: %s", SHOW, text);
  uint64_t all = 0;
  for (int i = 0; i < linear.in.total; i++) all |= linear.basis[i];
  bool tight = linear.in.total > 0 && (linear.out.total == 0 || all >> (linear.out.total - 1) == 1);
  hd_status status = hd_print_linear_attribute(&linear, text, sizeof text, &error, &length);
  EXPECT(tight ? status == HD_OK : hd_small_is_refused(status, HD_UNDEFINED, &error), "%s", SHOW);
  EXPECT(!tight || hd_parse_linear(text, length, NULL, &read) == HD_OK, "%s: %s", SHOW, text);
  EXPECT(!tight || is_same_map(&linear, &read), "%s: %s", SHOW, text);
  cases->answered += 1 + tight;
  cases->refused += !tight;
}

START_TEST(both_texts_of_a_linear_map_are_read_back) {
  hd_sweep("print and parse of linear maps", 2 * hd_small_count(), judge_text);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"layouts", a_layout_is_linear_over_bits_or_two_values_share_one},
      {"swizzled layouts", a_swizzled_layout_is_linear_over_bits_or_two_values_share_one},
      {"rank and free variables", rank_and_free_variables_are_what_the_values_say},
      {"inverses", inverses_over_bits_take_back_or_a_value_is_missing},
      {"dimensions", other_dimensions_keep_the_values},
      {"text", both_texts_of_a_linear_map_are_read_back},
  };
  return hd_test_main("sweep: linear", test, HD_COUNT(test));
}
