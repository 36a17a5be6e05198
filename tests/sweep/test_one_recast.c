/* One layout counted in elements of another width, and recovered from its values. */
#include "proofs/oracle.h"
#include "tests/support/sweep.h"

#define SHOW hd_test_show(&small->layout)

static const int64_t widths[] = {1, 2, 3, 4, 8};

static const char *flat_nesting(const hd_small *small) {
  return small->modes == 1 ? "(.)" : small->modes == 2 ? "(.,.)" : "(.,.,.)";
}

/* ---- up ---- */

/* Whether wide elements begin on elements along mode k, or lie whole within it. */
static bool comes_out_even(const hd_small *small, int k, int64_t n) {
  int64_t extent = small->shape[k], stride = small->stride[k];
  if (stride % n == 0 || extent == 1) return true;
  return n % stride == 0 && extent * stride % n == 0;
}

/* n * result(c) = L(c'), digit k of c' being that of c times old by new extent. */
static bool is_upcast(const hd_small *small, int64_t n, const hd_layout *result) {
  int64_t value[HD_SMALL_SIZE], size = hd_small_size(result);
  if (!hd_small_is_layout(result) || !hd_small_is_nested(result, flat_nesting(small)) || size > small->size)
    return false;
  for (int k = 0; k < small->modes; k++) {
    if (small->shape[k] % result->shape[k] != 0) return false;
    int64_t wanted =
        small->stride[k] % n == 0 || small->shape[k] == 1 ? small->shape[k] : small->shape[k] * small->stride[k] / n;
    if (result->shape[k] != wanted) return false;
  }
  hd_small_table(result, size, value);
  for (int64_t i = 0; i < size; i++) {
    int rest = (int)i;
    int64_t sum = 0;
    for (int k = 0; k < small->modes; rest /= (int)result->shape[k++])
      sum += rest % (int)result->shape[k] * (small->shape[k] / result->shape[k]) * small->stride[k];
    if (n * value[i] != sum) return false;
  }
  return true;
}

static void judge_upcast(const hd_small *small, hd_cases *cases) {
  hd_layout result;
  hd_error error;
  for (int w = 0; w < HD_COUNT(widths); w++) {
    bool even = true;
    for (int k = 0; k < small->modes; k++) even = even && comes_out_even(small, k, widths[w]);
    hd_status status = hd_upcast(&small->layout, widths[w], &error, &result);
    if (!even) {
      EXPECT(hd_small_is_refused(status, HD_UNDEFINED, &error), "%s by %d", SHOW, (int)widths[w]);
      EXPECT(error.leaf >= 0 && error.leaf < small->modes, "%s by %d", SHOW, (int)widths[w]);
      EXPECT(!comes_out_even(small, error.leaf, widths[w]), "%s by %d", SHOW, (int)widths[w]);
      cases->refused++;
      continue;
    }
    EXPECT(status == HD_OK && is_upcast(small, widths[w], &result), "%s by %d: %s", SHOW, (int)widths[w],
           hd_test_show(&result));
    cases->answered++;
  }
  EXPECT(hd_small_is_refused(hd_upcast(&small->layout, 0, &error, &result), HD_RANGE, &error), "%s", SHOW);
  cases->refused++;
}

START_TEST(upcast_addresses_the_same_elements_in_groups) {
  hd_sweep("upcast", (HD_COUNT(widths) + 1) * hd_small_count(), judge_upcast);
}
END_TEST

/* ---- down ---- */

/* result(c) = n * L(c') + the parts within an element, which run along the modes of stride 1. */
static bool is_downcast(const hd_small *small, int64_t n, const hd_layout *result) {
  static int64_t value[HD_SMALL_SIZE * 8 * 8 * 8]; /* three modes may all run along elements */
  int64_t size = hd_small_size(result), wanted = 1;
  for (int k = 0; k < small->modes; k++) {
    int64_t extent = small->shape[k] * (small->stride[k] == 1 ? n : 1);
    if (result->shape[k] != extent) return false;
    wanted *= extent;
  }
  if (!hd_small_is_layout(result) || size != wanted || !hd_small_is_nested(result, flat_nesting(small))) return false;
  hd_small_table(result, size, value);
  for (int64_t i = 0; i < size; i++) {
    int rest = (int)i;
    int64_t sum = 0;
    for (int k = 0; k < small->modes; rest /= (int)result->shape[k++]) {
      int64_t digit = rest % (int)result->shape[k];
      sum += small->stride[k] == 1 ? n * (digit / n) + digit % n : n * digit * small->stride[k];
    }
    if (value[i] != sum) return false;
  }
  return true;
}

static void judge_downcast(const hd_small *small, hd_cases *cases) {
  hd_layout result;
  hd_error error;
  for (int w = 0; w < HD_COUNT(widths); w++) {
    EXPECT(hd_downcast(&small->layout, widths[w], NULL, &result) == HD_OK, "%s by %d", SHOW, (int)widths[w]);
    EXPECT(is_downcast(small, widths[w], &result), "%s by %d: %s", SHOW, (int)widths[w], hd_test_show(&result));
    cases->answered++;
  }
  EXPECT(hd_small_is_refused(hd_downcast(&small->layout, 0, &error, &result), HD_RANGE, &error), "%s", SHOW);
  cases->refused++;
}

START_TEST(downcast_addresses_the_parts_of_each_element) {
  hd_sweep("downcast", (HD_COUNT(widths) + 1) * hd_small_count(), judge_downcast);
}
END_TEST

/* ---- between widths ---- */

/* Up by new / g, then down by old / g; widths in bits. */
static void judge_recast(const hd_small *small, hd_cases *cases) {
  static const struct {
    int64_t fresh, old, up, down;
  } pairs[] = {{8, 8, 1, 1},  {16, 8, 2, 1},  {8, 16, 1, 2}, {32, 8, 4, 1},
               {4, 32, 1, 8}, {24, 16, 3, 2}, {16, 24, 2, 3}};
  for (int p = 0; p < HD_COUNT(pairs); p++) {
    hd_layout result;
    hd_error error;
    hd_small up;
    int64_t shape[HD_SMALL_MODES], stride[HD_SMALL_MODES], n = pairs[p].up;
    bool even = true;
    for (int k = 0; k < small->modes; k++) {
      bool within = small->stride[k] % n != 0; /* one wide element is several of this mode */
      even = even && comes_out_even(small, k, n);
      shape[k] = within && small->shape[k] > 1 ? small->shape[k] * small->stride[k] / n : small->shape[k];
      stride[k] = (small->stride[k] + n - 1) / n;
    }
    hd_status status = hd_recast(&small->layout, pairs[p].fresh, pairs[p].old, &error, &result);
    if (!even) {
      EXPECT(hd_small_is_refused(status, HD_UNDEFINED, &error), "%s", SHOW);
      cases->refused++;
      continue;
    }
    hd_small_fill(small->modes, shape, stride, &up);
    EXPECT(status == HD_OK && is_downcast(&up, pairs[p].down, &result), "%s: %s", SHOW, hd_test_show(&result));
    cases->answered++;
  }
  hd_error error;
  hd_layout result;
  EXPECT(hd_small_is_refused(hd_recast(&small->layout, 8, 0, &error, &result), HD_RANGE, &error), "%s", SHOW);
  cases->refused++;
}

START_TEST(recast_goes_up_and_then_down) { hd_sweep("recast", 8 * hd_small_count(), judge_recast); }
END_TEST

/* ---- fit ---- */

/* Takes all values, or as many as no layout forbids; returns how it ended. */
static hd_status push_all(hd_fit *fit, const int64_t *value, int64_t size, hd_error *error) {
  hd_status status = HD_OK;
  hd_fit_start(fit, size, 1);
  for (int64_t i = 0; i < size && status == HD_OK; i++) status = hd_fit_push(fit, &value[i], error);
  return status;
}

static void judge_fit(const hd_small *small, hd_cases *cases) {
  hd_fit fit;
  hd_layout result;
  EXPECT(push_all(&fit, small->value, small->size, NULL) == HD_OK, "%s", SHOW);
  EXPECT(hd_fit_layout(&fit, NULL, NULL, &result) == HD_OK, "%s", SHOW);
  EXPECT(hd_small_has_values(&result, small->size, small->value), "%s: %s", SHOW, hd_test_show(&result));
  EXPECT(hd_small_is_shortest(&result), "%s: %s", SHOW, hd_test_show(&result));
  cases->answered++;
}

START_TEST(the_values_of_a_layout_give_its_shortest_form) { hd_sweep("fit", hd_small_count(), judge_fit); }
END_TEST

/* One value moved, at a place that the strides choose: the values are those of a layout or the first that is not is
 * named. */
static void judge_moved(const hd_small *small, hd_cases *cases) {
  int64_t value[HD_SMALL_SIZE], failing, place = 0;
  hd_oracle_table table = {.axes = {.count = 1}, .count = small->size, .value = value};
  hd_fit fit;
  hd_layout result;
  hd_error error;
  bool exists;
  for (int k = 0; k < small->modes; k++) place += 7 * small->stride[k] + k;
  memcpy(value, small->value, sizeof value);
  value[place % small->size] += 1 + place % 3;
  value[0] = 0;
  EXPECT(hd_oracle_fit(&table, &exists, &failing) == HD_OK, "%s: the oracle failed", SHOW);
  hd_status status = push_all(&fit, value, small->size, &error);
  if (!exists) {
    EXPECT(hd_small_is_refused(status, HD_UNDEFINED, &error) && error.number[0] == failing,
           "%s with another value at %d", SHOW, (int)(place % small->size));
    cases->refused++;
    return;
  }
  EXPECT(status == HD_OK && hd_fit_layout(&fit, NULL, NULL, &result) == HD_OK, "%s with another value", SHOW);
  EXPECT(hd_small_has_values(&result, small->size, value) && hd_small_is_shortest(&result), "%s with another value",
         SHOW);
  cases->answered++;
}

START_TEST(one_value_moved_is_fitted_or_the_first_that_fits_no_layout_is_named) {
  hd_sweep("fit with one value moved", hd_small_count(), judge_moved);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"upcast", upcast_addresses_the_same_elements_in_groups},
      {"downcast", downcast_addresses_the_parts_of_each_element},
      {"recast", recast_goes_up_and_then_down},
      {"fit", the_values_of_a_layout_give_its_shortest_form},
      {"fit with one value moved", one_value_moved_is_fitted_or_the_first_that_fits_no_layout_is_named},
  };
  return hd_test_main("sweep: recast and fit", test, HD_COUNT(test));
}
