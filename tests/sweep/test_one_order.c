/* Layouts made from one layout's shape, with strides in an order of its own. */
#include "proofs/oracle.h"
#include "tests/support/sweep.h"

#define SHOW hd_test_show(&small->layout)

/* Whether the layout has the shape of `small` and these strides. */
static bool has_strides(const hd_small *small, const int64_t *stride, const hd_layout *result) {
  hd_small wanted;
  hd_small_fill(small->modes, small->shape, stride, &wanted);
  for (int k = 0; k < small->modes; k++)
    if (result->shape[k] != small->shape[k]) return false;
  return hd_small_is_nested(result, small->modes == 1   ? "(.)"
                                    : small->modes == 2 ? "(.,.)"
                                                        : "(.,.,.)") &&
         hd_small_has_values(result, wanted.size, wanted.value);
}

/* Whether 0 .. count-1 are taken, each as often as any other. */
static bool fills(const hd_layout *layout, int64_t count) {
  int64_t value[HD_SMALL_TABLE], size = hd_small_size(layout);
  int times[HD_SMALL_TABLE] = {0};
  hd_small_table(layout, size, value);
  for (int64_t i = 0; i < size; i++) {
    if (value[i] < 0 || value[i] >= count) return false;
    times[value[i]]++;
  }
  for (int64_t v = 0; v < count; v++)
    if (times[v] != size / count) return false;
  return true;
}

/* ---- compact ---- */

static void judge_compact(const hd_small *small, hd_cases *cases) {
  hd_tuple shape;
  hd_layout result;
  hd_small_tuple(small->modes, small->shape, &shape);
  EXPECT(hd_make_layout(&shape, NULL, NULL, &result) == HD_OK && hd_small_is_layout(&result), "%s", SHOW);
  for (int64_t i = 0; i < small->size; i++) EXPECT(hd_small_at(&result, i) == i, "%s at %d", SHOW, (int)i);
  for (int k = 0; k < small->modes; k++) EXPECT(result.shape[k] == small->shape[k], "%s", SHOW);
  cases->answered++;
}

START_TEST(a_compact_layout_is_the_index_itself) {
  hd_sweep("make_layout of a shape", hd_small_count(), judge_compact);
}
END_TEST

/* The strides serve as the order: each mode begins at the product of the extents whose order is smaller, those of
 * order 0 counted or not. */
static bool order_strides(const hd_small *small, bool with_zero, int64_t stride[HD_SMALL_MODES], int64_t *moving) {
  bool distinct = true;
  *moving = 1;
  for (int k = 0; k < small->modes; k++) {
    bool counts = with_zero || small->stride[k] > 0;
    stride[k] = 1;
    if (counts) *moving *= small->shape[k];
    for (int j = 0; j < small->modes; j++) {
      if (j != k && small->stride[j] == small->stride[k] && counts) distinct = false;
      if (small->stride[j] < small->stride[k] && (with_zero || small->stride[j] > 0)) stride[k] *= small->shape[j];
    }
    if (small->shape[k] == 1 || !counts) stride[k] = 0;
  }
  return distinct;
}

static void judge_ordered(const hd_small *small, hd_cases *cases) {
  hd_tuple shape, order;
  hd_layout result;
  hd_error error;
  int64_t stride[HD_SMALL_MODES], moving;
  const int64_t more[HD_SMALL_MODES + 1] = {0};
  hd_small_tuple(small->modes, small->shape, &shape);
  hd_small_tuple(small->modes, small->stride, &order);
  bool distinct = order_strides(small, true, stride, &moving);
  EXPECT(hd_make_ordered_layout(&shape, &order, NULL, &result) == HD_OK, "%s", SHOW);
  EXPECT(has_strides(small, stride, &result), "%s: %s", SHOW, hd_test_show(&result));
  EXPECT(!distinct || fills(&result, small->size), "%s: %s", SHOW, hd_test_show(&result));
  hd_small_tuple(small->modes + 1, more, &order);
  hd_status status = hd_make_ordered_layout(&shape, &order, &error, &result);
  EXPECT(hd_small_is_refused(status, HD_MISMATCH, &error), "%s", SHOW);
  cases->answered++;
  cases->refused++;
}

START_TEST(an_ordered_layout_takes_each_index_once_in_that_order) {
  hd_sweep("make_ordered_layout", 2 * hd_small_count(), judge_ordered);
}
END_TEST

static void judge_like(const hd_small *small, hd_cases *cases) {
  hd_layout result;
  int64_t stride[HD_SMALL_MODES], moving;
  bool distinct = order_strides(small, false, stride, &moving);
  EXPECT(hd_make_layout_like(&small->layout, NULL, &result) == HD_OK, "%s", SHOW);
  EXPECT(has_strides(small, stride, &result), "%s: %s", SHOW, hd_test_show(&result));
  EXPECT(!distinct || fills(&result, moving), "%s: %s", SHOW, hd_test_show(&result));
  cases->answered++;
}

START_TEST(a_layout_like_another_moves_in_its_order) { hd_sweep("make_layout_like", hd_small_count(), judge_like); }
END_TEST

/* ---- coordinates ---- */

/* The axes are those of the components 0, 1, .. as text, and each has the digit of its mode. */
static void judge_identity(const hd_small *small, hd_cases *cases) {
  static const char *const path[] = {"@0", "@1", "@2"};
  hd_tuple shape;
  hd_layout result;
  hd_oracle_axes axes;
  hd_small_tuple(small->modes, small->shape, &shape);
  EXPECT(hd_make_identity_layout(&shape, NULL, &result) == HD_OK && result.on_axes, "%s", SHOW);
  hd_oracle_layout_axes(&result, &axes);
  EXPECT(axes.count == small->modes && result.profile.leaves == small->modes, "%s", SHOW);
  for (int k = 0; k < small->modes; k++) {
    char text[HD_AXIS_TEXT];
    hd_axis_text(axes.axis[k], text);
    EXPECT(strcmp(text, path[k]) == 0 && result.shape[k] == small->shape[k], "%s: %s", SHOW, text);
  }
  for (int64_t i = 0; i < small->size; i++) {
    int64_t value[HD_SMALL_MODES], digit[HD_SMALL_MODES];
    hd_small_digits(small, i, digit);
    EXPECT(hd_oracle_at(&result, i, &axes, value) == HD_OK, "%s: the oracle failed", SHOW);
    for (int k = 0; k < small->modes; k++) EXPECT(value[k] == digit[k], "%s at %d", SHOW, (int)i);
  }
  cases->answered++;
}

START_TEST(an_identity_layout_is_the_coordinate_itself) {
  hd_sweep("make_identity_layout", hd_small_count(), judge_identity);
}
END_TEST

static int64_t common_divisor(int64_t a, int64_t b) {
  int64_t divisor = a < b ? a : b;
  while (a % divisor || b % divisor) divisor--;
  return divisor;
}

/* As many steps as the strides come to: from 1 to 49 over every shape. */
static void judge_distribute(const hd_small *small, hd_cases *cases) {
  int64_t steps = 1, place = 1, share[HD_SMALL_MODES], stride[HD_SMALL_MODES];
  hd_small wanted;
  hd_tuple shape;
  hd_layout result;
  for (int k = 0; k < small->modes; k++) steps += small->stride[k];
  for (int64_t k = 0, rest = steps; k < small->modes; place *= small->shape[k++]) {
    share[k] = common_divisor(small->shape[k], rest);
    stride[k] = place;
    rest /= share[k];
  }
  hd_small_fill(small->modes, share, stride, &wanted);
  hd_small_tuple(small->modes, small->shape, &shape);
  EXPECT(hd_domain_distribute(&shape, steps, NULL, &result) == HD_OK, "%d over %s", (int)steps, SHOW);
  EXPECT(hd_small_has_values(&result, wanted.size, wanted.value), "%d over %s", (int)steps, SHOW);
  EXPECT(hd_small_is_shortest(&result) && steps % wanted.size == 0, "%d over %s", (int)steps, SHOW);
  EXPECT(wanted.most < small->size, "%d over %s", (int)steps, SHOW);
  hd_error error;
  EXPECT(hd_small_is_refused(hd_domain_distribute(&shape, 0, &error, &result), HD_RANGE, &error), "%s", SHOW);
  cases->answered++;
  cases->refused++;
}

START_TEST(domain_distribute_gives_each_mode_its_share) {
  hd_sweep("domain_distribute", 2 * hd_small_count(), judge_distribute);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"make_layout of a shape", a_compact_layout_is_the_index_itself},
      {"make_ordered_layout", an_ordered_layout_takes_each_index_once_in_that_order},
      {"make_layout_like", a_layout_like_another_moves_in_its_order},
      {"make_identity_layout", an_identity_layout_is_the_coordinate_itself},
      {"domain_distribute", domain_distribute_gives_each_mode_its_share},
  };
  return hd_test_main("sweep: orders", test, HD_COUNT(test));
}
