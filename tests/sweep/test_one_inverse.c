/* Inverses of one layout, applied to every value that it takes. */
#include "tests/support/sweep.h"

#define SHOW hd_test_show(&small->layout)

/* The layout with neighbours made one and extents of 1 left out, as arrays. */
static void merge(const hd_small *small, hd_small *merged) {
  int64_t shape[HD_SMALL_MODES] = {1}, stride[HD_SMALL_MODES] = {0};
  int modes = 0;
  for (int k = 0; k < small->modes; k++) {
    if (small->shape[k] == 1) continue;
    if (modes > 0 && small->stride[k] == shape[modes - 1] * stride[modes - 1]) {
      shape[modes - 1] *= small->shape[k];
      continue;
    }
    shape[modes] = small->shape[k];
    stride[modes++] = small->stride[k];
  }
  hd_small_fill(modes > 0 ? modes : 1, shape, stride, merged);
}

/* ---- right ---- */

/* The greatest product of extents in a chain of modes, each beginning where the one before ends. */
static int64_t longest_chain(const hd_small *merged) {
  int64_t best = 1, product[HD_SMALL_MODES + 1], end[HD_SMALL_MODES + 1];
  int chain[HD_SMALL_MODES + 1] = {-1}, length = 0;
  bool used[HD_SMALL_MODES] = {false};
  product[0] = end[0] = 1;
  while (length >= 0) { /* every order of every choice of modes, by counting on */
    int k = chain[length] + 1;
    if (chain[length] >= 0) used[chain[length]] = false;
    while (k < merged->modes && (used[k] || merged->shape[k] == 1 || merged->stride[k] != end[length])) k++;
    if (k >= merged->modes) {
      length--;
      continue;
    }
    chain[length] = k;
    used[k] = true;
    product[length + 1] = product[length] * merged->shape[k];
    end[length + 1] = merged->stride[k] * merged->shape[k];
    if (product[length + 1] > best) best = product[length + 1];
    chain[++length] = -1;
  }
  return best;
}

/* Whether L(R(i)) = i for 0 <= i < size(R). */
static bool takes_forward(const hd_small *small, const hd_layout *inverse) {
  int64_t index[HD_SMALL_TABLE], size = hd_small_size(inverse);
  if (!hd_small_is_layout(inverse) || size > small->size) return false;
  hd_small_table(inverse, size, index);
  for (int64_t i = 0; i < size; i++)
    if (index[i] < 0 || index[i] >= small->size || small->value[index[i]] != i) return false;
  return true;
}

static void judge_right(const hd_small *small, hd_cases *cases) {
  hd_small merged;
  hd_layout result;
  merge(small, &merged);
  EXPECT(hd_right_inverse(&small->layout, NULL, &result) == HD_OK, "%s", SHOW);
  EXPECT(takes_forward(small, &result) && hd_small_is_shortest(&result), "%s: %s", SHOW, hd_test_show(&result));
  EXPECT(hd_small_size(&result) == longest_chain(&merged), "%s: %s", SHOW, hd_test_show(&result));
  cases->answered++;
}

START_TEST(a_right_inverse_is_right_on_the_longest_chain) { hd_sweep("right_inverse", hd_small_count(), judge_right); }
END_TEST

/* With itself, a layout has all in common that its right inverse reaches. */
static void judge_common(const hd_small *small, hd_cases *cases) {
  hd_small merged;
  hd_layout result;
  int64_t size;
  merge(small, &merged);
  EXPECT(hd_max_common_layout(&small->layout, &small->layout, NULL, &result) == HD_OK, "%s", SHOW);
  EXPECT(takes_forward(small, &result), "%s: %s", SHOW, hd_test_show(&result));
  EXPECT(hd_small_size(&result) == longest_chain(&merged), "%s: %s", SHOW, hd_test_show(&result));
  EXPECT(hd_max_common_vector(&small->layout, &small->layout, NULL, &size) == HD_OK, "%s", SHOW);
  EXPECT(size == hd_small_size(&result), "%s", SHOW);
  cases->answered++;
}

START_TEST(a_layout_has_its_longest_chain_in_common_with_itself) {
  hd_sweep("max_common_layout, max_common_vector with itself", hd_small_count(), judge_common);
}
END_TEST

/* ---- left ---- */

/* Whether some stride of a mode that moves is no multiple of the next smaller one. */
static bool is_broken(const hd_small *merged) {
  for (int k = 0; k < merged->modes; k++) {
    int64_t below = 1;
    if (merged->shape[k] == 1 || merged->stride[k] == 0) continue;
    for (int j = 0; j < merged->modes; j++)
      if (merged->shape[j] > 1 && merged->stride[j] > below && merged->stride[j] < merged->stride[k])
        below = merged->stride[j];
    if (merged->stride[k] % below != 0) return true;
  }
  return false;
}

/* Values that come twice by moving, strides of 0 left aside. */
static bool moves_into_itself(const hd_small *small) {
  hd_small moving;
  int64_t shape[HD_SMALL_MODES];
  char used[HD_SMALL_VALUES] = {0};
  for (int k = 0; k < small->modes; k++) shape[k] = small->stride[k] == 0 ? 1 : small->shape[k];
  hd_small_fill(small->modes, shape, small->stride, &moving);
  for (int64_t i = 0; i < moving.size; i++) {
    if (used[moving.value[i]]) return true;
    used[moving.value[i]] = 1;
  }
  return false;
}

/* Whether L(R(L(i))) = L(i), with L extended by its last mode, and R(L(i)) = i where no other index has the value. */
static bool takes_back(const hd_small *small, const hd_layout *inverse) {
  int64_t back[HD_SMALL_VALUES];
  int times[HD_SMALL_VALUES] = {0};
  bool injective = true;
  if (!hd_small_is_layout(inverse)) return false;
  hd_small_table(inverse, small->most + 1, back);
  for (int64_t i = 0; i < small->size; i++)
    if (++times[small->value[i]] > 1) injective = false;
  for (int64_t i = 0; i < small->size; i++) {
    int64_t index = back[small->value[i]];
    bool inside = index >= 0 && index < small->size;
    if ((inside ? small->value[index] : hd_small_at(&small->layout, index)) != small->value[i]) return false;
    if (injective && index != i) return false;
  }
  return true;
}

static void judge_left(const hd_small *small, hd_cases *cases) {
  hd_small merged;
  hd_layout result;
  hd_error error;
  merge(small, &merged);
  hd_status status = hd_left_inverse(&small->layout, &error, &result);
  if (status == HD_OK) {
    EXPECT(takes_back(small, &result) && hd_small_is_shortest(&result), "%s: %s", SHOW, hd_test_show(&result));
    cases->answered++;
    return;
  }
  EXPECT(hd_small_is_refused(status, HD_UNDEFINED, &error), "%s: %s", SHOW, hd_status_name(status));
  EXPECT(is_broken(&merged) || moves_into_itself(small), "%s has a left inverse", SHOW);
  if (!error.has_coordinate) EXPECT(is_broken(&merged) && error.number[0] % error.number[1] != 0, "%s", SHOW);
  cases->refused++;
}

START_TEST(a_left_inverse_takes_every_value_back) { hd_sweep("left_inverse", hd_small_count(), judge_left); }
END_TEST

/* ---- where it stands still ---- */

/* The nullspace is the set of indices whose digits are 0 in every mode that moves, each once. */
static void judge_nullspace(const hd_small *small, hd_cases *cases) {
  hd_layout result;
  int64_t index[HD_SMALL_SIZE], count = 0;
  char still[HD_SMALL_SIZE] = {0};
  hd_nullspace(&small->layout, &result);
  int64_t size = hd_small_size(&result);
  EXPECT(hd_small_is_layout(&result) && size <= small->size, "%s: %s", SHOW, hd_test_show(&result));
  hd_small_table(&result, size, index);
  for (int64_t i = 0; i < small->size; i++) {
    int64_t digit[HD_SMALL_MODES];
    hd_small_digits(small, i, digit);
    still[i] = 1;
    for (int k = 0; k < small->modes; k++)
      if (small->stride[k] != 0 && digit[k] != 0) still[i] = 0;
    count += still[i];
  }
  EXPECT(count == size, "%s: %s", SHOW, hd_test_show(&result));
  for (int64_t j = 0; j < size; j++) {
    bool right = index[j] >= 0 && index[j] < small->size && still[index[j]] == 1;
    EXPECT(right, "%s: %s", SHOW, hd_test_show(&result));
    still[index[j]] = 0;
  }
  cases->answered++;
}

START_TEST(the_nullspace_is_where_nothing_moves) { hd_sweep("nullspace", hd_small_count(), judge_nullspace); }
END_TEST

int main(void) {
  const hd_test test[] = {
      {"right_inverse", a_right_inverse_is_right_on_the_longest_chain},
      {"max_common", a_layout_has_its_longest_chain_in_common_with_itself},
      {"left_inverse", a_left_inverse_takes_every_value_back},
      {"nullspace", the_nullspace_is_where_nothing_moves},
  };
  return hd_test_main("sweep: inverses", test, HD_COUNT(test));
}
