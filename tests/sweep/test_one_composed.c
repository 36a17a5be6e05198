/* One layout behind a swizzle: evaluated, sliced, counted in another unit, printed and read back. */
#include "tests/support/plain.h"
#include "tests/support/sweep.h"

#define SHOW hd_test_show(&small->layout)

static const hd_step steps[] = {
    {.swizzle = {1, 0, 1}, .offset = 0}, {.swizzle = {2, 1, 3}, .offset = 6}, {.swizzle = {2, 2, -2}, .offset = 3}};
enum { STEPS = 3 };

static int64_t value_of(const hd_step *step, int64_t inner) {
  return hd_plain_swizzled(step->swizzle, step->offset + inner);
}

/* A chain of swizzles at all indices of its inner layout; returns how many. */
static int64_t chain_values(const hd_composed *composed, int64_t value[HD_SMALL_TABLE]) {
  int64_t size = hd_small_size(&composed->inner);
  EXPECT(hd_small_is_layout(&composed->inner) && size <= HD_SMALL_TABLE, "%s", hd_test_show(&composed->inner));
  hd_small_table(&composed->inner, size, value);
  for (int k = composed->steps - 1; k >= 0; k--)
    for (int64_t i = 0; i < size; i++) value[i] = value_of(&composed->step[k], value[i]);
  return size;
}

/* Which of the swizzles a layout is put behind where one is enough. */
static int turn(const hd_small *small) { return (int)((small->most + small->size) % STEPS); }

static void compose(const hd_small *small, int n, hd_composed *composed) {
  hd_composed plain;
  hd_composed_plain(&small->layout, &plain);
  EXPECT(hd_compose_swizzle(&steps[n].swizzle, steps[n].offset, &plain, NULL, composed) == HD_OK, "%s", SHOW);
}

/* ---- values ---- */

static void judge_values(const hd_small *small, hd_cases *cases) {
  for (int n = 0; n < STEPS; n++) {
    hd_composed composed;
    hd_tuple coordinate, value;
    int64_t cosize;
    compose(small, n, &composed);
    for (int64_t i = 0; i < small->size; i++) {
      int64_t got, wanted = value_of(&steps[n], small->value[i]), digit[HD_SMALL_MODES];
      EXPECT(hd_composed_at(&composed, i, NULL, &got) == HD_OK && got == wanted, "%s at %d", SHOW, (int)i);
      if (n != turn(small)) continue;
      hd_small_digits(small, i, digit);
      hd_small_tuple(small->modes, digit, &coordinate);
      EXPECT(hd_composed_evaluate(&composed, &coordinate, NULL, &value) == HD_OK, "%s at %d", SHOW, (int)i);
      EXPECT(value.profile.leaves == 1 && !value.on_axes && value.value[0] == wanted, "%s at %d", SHOW, (int)i);
    }
    EXPECT(hd_composed_cosize(&composed, NULL, &cosize) == HD_OK && cosize == small->most + 1, "%s", SHOW);
    cases->answered++;
  }
}

START_TEST(a_swizzled_layout_is_the_swizzle_of_offset_and_value) {
  hd_sweep("compose and evaluate S o t o L", STEPS * hd_small_count(), judge_values);
}
END_TEST

/* A swizzle takes no value twice: "no" comes with two coordinates that have one value. */
static void judge_injective(const hd_small *small, hd_cases *cases) {
  char used[HD_SMALL_VALUES] = {0};
  bool injective = true;
  for (int64_t i = 0; i < small->size; i++) {
    injective &= !used[small->value[i]];
    used[small->value[i]] = 1;
  }
  for (int n = 0; n < STEPS; n++) {
    hd_composed composed;
    hd_error error;
    bool answer;
    compose(small, n, &composed);
    EXPECT(hd_composed_is_injective(&composed, &error, &answer) == HD_OK && answer == injective, "%s", SHOW);
    cases->answered += answer;
    cases->refused += !answer;
    if (answer) continue;
    int64_t sum[2] = {0, 0};
    for (int k = 0; k < small->modes; k++) {
      sum[0] += error.coordinate.value[k] * small->stride[k];
      sum[1] += error.other.value[k] * small->stride[k];
    }
    EXPECT(sum[0] == sum[1] && !hd_tuple_is_identical(&error.coordinate, &error.other), "%s: no collision", SHOW);
  }
}

START_TEST(a_swizzled_layout_is_injective_where_the_layout_is) {
  hd_sweep("injective S o t o L", STEPS * hd_small_count(), judge_injective);
}
END_TEST

/* ---- slices ---- */

/* Modes of `set` are left free, the others fixed at their last digit. */
static void judge_slice_of(const hd_small *small, int n, const hd_composed *composed, int set) {
  hd_tuple coordinate;
  hd_composed result;
  int64_t constant, digit[HD_SMALL_MODES], inner[HD_SMALL_SIZE], got[HD_SMALL_TABLE], size = 1;
  for (int k = 0; k < small->modes; k++) digit[k] = set >> k & 1 ? 0 : small->shape[k] - 1;
  hd_small_tuple(small->modes, digit, &coordinate);
  coordinate.on_axes = true;
  inner[0] = 0;
  for (int k = 0; k < small->modes; k++) {
    coordinate.axis[k] = set >> k & 1 ? HD_AXIS_ANY : HD_AXIS_INTEGER;
    inner[0] += digit[k] * small->stride[k];
  }
  for (int k = 0; k < small->modes; k++) {
    int64_t below = size;
    if (!(set >> k & 1)) continue;
    for (int64_t d = 1; d < small->shape[k]; d++)
      for (int64_t i = 0; i < below; i++) inner[size++] = inner[i] + d * small->stride[k];
  }
  EXPECT(hd_composed_slice(composed, &coordinate, NULL, &result, &constant) == HD_OK, "%s", SHOW);
  EXPECT(chain_values(&result, got) == size, "%s", SHOW);
  for (int64_t i = 0; i < size; i++)
    EXPECT(got[i] + constant == value_of(&steps[n], inner[i]), "%s by %s at %d", SHOW, hd_test_show_tuple(&coordinate),
           (int)i);
}

static void judge_slice(const hd_small *small, hd_cases *cases) {
  hd_composed composed;
  compose(small, turn(small), &composed);
  for (int set = 1; set < 1 << small->modes; set++, cases->answered++)
    judge_slice_of(small, turn(small), &composed, set);
}

START_TEST(a_slice_of_a_swizzled_layout_and_its_constant_add_up) {
  hd_sweep("slice of S o t o L", hd_small_cases(1, 3, 7), judge_slice);
}
END_TEST

/* ---- units ---- */

/* Whether a step keeps groups of n numbers together, in order, wherever it takes them. */
static bool keeps_groups_of(const hd_step *step, int64_t n) {
  if (step->offset % n != 0) return false;
  for (int64_t x = 0; x < 1024; x += n)
    for (int64_t r = 0; r < n; r++)
      if (hd_plain_swizzled(step->swizzle, x) % n != 0 ||
          hd_plain_swizzled(step->swizzle, x + r) != hd_plain_swizzled(step->swizzle, x) + r)
        return false;
  return true;
}

/* The same of steps[k], looked at once. */
static bool keeps_groups(int k, int64_t n) {
  static signed char known[STEPS][8];
  if (known[k][n] == 0) known[k][n] = keeps_groups_of(&steps[k], n) ? 1 : -1;
  return known[k][n] > 0;
}

static bool comes_out_even(const hd_small *small, int64_t n) {
  for (int k = 0; k < small->modes; k++) {
    int64_t extent = small->shape[k], stride = small->stride[k];
    if (stride % n == 0 || extent == 1) continue;
    if (n % stride != 0 || extent * stride % n != 0) return false;
  }
  return true;
}

/* n narrow elements make a wide one: n * result(c) = chain(c'), digit by digit of c' in proportion. */
static void judge_wider(const hd_small *small, int k, int64_t n, const hd_composed *composed, hd_cases *cases) {
  hd_composed result;
  hd_error error;
  hd_status status = hd_composed_recast(composed, 8 * n, 8, &error, &result);
  if (!comes_out_even(small, n) || !keeps_groups(k, n)) {
    EXPECT(hd_small_is_refused(status, HD_UNDEFINED, &error), "%s by %d", SHOW, (int)n);
    cases->refused++;
    return;
  }
  EXPECT(status == HD_OK, "%s by %d", SHOW, (int)n);
  int64_t got[HD_SMALL_TABLE], size = chain_values(&result, got);
  for (int64_t i = 0; i < size; i++) {
    int rest = (int)i;
    int64_t sum = 0;
    for (int m = 0; m < small->modes; rest /= (int)result.inner.shape[m++])
      sum += rest % (int)result.inner.shape[m] * (small->shape[m] / result.inner.shape[m]) * small->stride[m];
    EXPECT(n * got[i] == value_of(&steps[k], sum), "%s by %d at %d", SHOW, (int)n, (int)i);
  }
  cases->answered++;
}

/* A wide element becomes n: result(c) = n * chain(c') + r, r the part along modes of stride 1. */
static void judge_narrower(const hd_small *small, int k, int64_t n, const hd_composed *composed, hd_cases *cases) {
  hd_composed result;
  EXPECT(hd_composed_recast(composed, 8, 8 * n, NULL, &result) == HD_OK, "%s by %d", SHOW, (int)n);
  int64_t got[HD_SMALL_TABLE], size = chain_values(&result, got);
  for (int64_t i = 0; i < size; i++) {
    int rest = (int)i;
    int64_t sum = 0, part = 0;
    for (int m = 0; m < small->modes; rest /= (int)result.inner.shape[m++]) {
      int64_t digit = rest % (int)result.inner.shape[m];
      bool along = small->stride[m] == 1;
      EXPECT(result.inner.shape[m] == small->shape[m] * (along ? n : 1), "%s by %d", SHOW, (int)n);
      sum += (along ? digit / n : digit) * small->stride[m];
      part += along ? digit % n : 0;
    }
    if (part >= n) continue; /* several modes run along the elements: beyond the one begun at */
    EXPECT(got[i] == n * value_of(&steps[k], sum) + part, "%s by %d at %d", SHOW, (int)n, (int)i);
  }
  cases->answered++;
}

static void judge_recast(const hd_small *small, hd_cases *cases) {
  hd_composed composed;
  int n = turn(small);
  compose(small, n, &composed);
  judge_wider(small, n, 2, &composed, cases);
  judge_wider(small, n, 4, &composed, cases);
  judge_narrower(small, n, 2, &composed, cases);
}

START_TEST(a_swizzled_layout_in_another_unit_addresses_the_same_memory) {
  hd_sweep("recast of S o t o L", 3 * hd_small_count(), judge_recast);
}
END_TEST

/* ---- text ---- */

static void judge_text(const hd_small *small, hd_cases *cases) {
  static const char *const before[STEPS] = {"S<1,0,1> o 0 o ", "S<2,1,3> o 6 o ", "S<2,2,-2> o 3 o "};
  int n = turn(small);
  hd_composed composed, read;
  char text[128], again[128];
  compose(small, n, &composed);
  size_t length = hd_print_composed(&composed, text, sizeof text), start = strlen(before[n]);
  EXPECT(length < sizeof text && strncmp(text, before[n], start) == 0, "%s", text);
  EXPECT(hd_print_layout(&small->layout, again, sizeof again) == length - start, "%s", text);
  EXPECT(strcmp(text + start, again) == 0, "%s", text);
  EXPECT(hd_parse_composed(text, length, NULL, &read) == HD_OK && read.steps == 1, "%s", text);
  EXPECT(hd_small_has_values(&read.inner, small->size, small->value), "%s", text);
  const hd_step *step = &read.step[0];
  EXPECT(!step->is_layout && step->offset == steps[n].offset && step->swizzle.bits == steps[n].swizzle.bits &&
             step->swizzle.base == steps[n].swizzle.base && step->swizzle.shift == steps[n].swizzle.shift,
         "%s", text);
  cases->answered++;
}

START_TEST(a_swizzled_layout_is_printed_step_by_step_and_read_back) {
  hd_sweep("print and parse of S o t o L", hd_small_count(), judge_text);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"evaluate", a_swizzled_layout_is_the_swizzle_of_offset_and_value},
      {"injective", a_swizzled_layout_is_injective_where_the_layout_is},
      {"slice", a_slice_of_a_swizzled_layout_and_its_constant_add_up},
      {"recast", a_swizzled_layout_in_another_unit_addresses_the_same_memory},
      {"text", a_swizzled_layout_is_printed_step_by_step_and_read_back},
  };
  return hd_test_main("sweep: composed", test, HD_COUNT(test));
}
