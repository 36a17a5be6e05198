/* Slices of one layout: at every coordinate, and with every choice of modes left free. */
#include "tests/support/sweep.h"

#define SHOW hd_test_show(&small->layout)

/* A coordinate whose leaf k is digit[k], or `_` where that is the extent. */
static void coordinate_of(const hd_small *small, const int64_t *digit, hd_tuple *coordinate) {
  hd_small_tuple(small->modes, digit, coordinate);
  coordinate->on_axes = true;
  for (int k = 0; k < small->modes; k++) {
    bool any = digit[k] == small->shape[k];
    coordinate->axis[k] = any ? HD_AXIS_ANY : HD_AXIS_INTEGER;
    if (any) coordinate->value[k] = 0;
  }
}

/* Counts on; false behind the last one. */
static bool next_coordinate(const hd_small *small, int64_t *digit) {
  for (int k = 0; k < small->modes; k++) {
    if (++digit[k] <= small->shape[k]) return true;
    digit[k] = 0;
  }
  return false;
}

/* The modes at `_`, or those at integers; returns how many. */
static int modes_at(const hd_small *small, const int64_t *digit, bool any, int mode[HD_SMALL_MODES]) {
  int count = 0;
  for (int k = 0; k < small->modes; k++)
    if ((digit[k] == small->shape[k]) == any) mode[count++] = k;
  return count;
}

static bool is_scalar(const hd_tuple *tuple, int64_t value) {
  return tuple->profile.leaves == 1 && tuple->profile.open[0] == 0 && !tuple->on_axes && tuple->value[0] == value;
}

/* result(x) + offset = L(coordinate filled with x): the modes left free give the first, the digits the second. */
static void judge_slice_and_offset(const hd_small *small, hd_cases *cases) {
  int64_t digit[HD_SMALL_MODES] = {0};
  do {
    hd_tuple coordinate, offset;
    hd_layout result;
    int mode[HD_SMALL_MODES], count = modes_at(small, digit, true, mode);
    int64_t start = 0;
    for (int k = 0; k < small->modes; k++)
      if (digit[k] < small->shape[k]) start += digit[k] * small->stride[k];
    coordinate_of(small, digit, &coordinate);
    hd_status status = hd_slice_and_offset(&small->layout, &coordinate, NULL, &result, &offset);
    EXPECT(status == HD_OK && is_scalar(&offset, start), "%s at %s", SHOW, hd_test_show_tuple(&coordinate));
    EXPECT(hd_small_has_modes(small, mode, count, &result), "%s at %s", SHOW, hd_test_show_tuple(&coordinate));
    cases->answered++;
  } while (next_coordinate(small, digit));
}

START_TEST(slice_and_offset_add_up_to_the_layout_at_every_coordinate) {
  hd_sweep("slice_and_offset", hd_small_sum(2 + 3 + 4 + 5), judge_slice_and_offset);
}
END_TEST

typedef hd_status hd_cut(const hd_layout *layout, const hd_tuple *coordinate, hd_error *error, hd_layout *result);

/* Fixed digits at the end of their mode; which ones does not matter. And a coordinate of one mode more. */
static void judge_cut(const hd_small *small, hd_cut *cut, bool any, hd_cases *cases) {
  hd_layout result;
  hd_error error;
  hd_tuple coordinate;
  for (int set = 0; set < 1 << small->modes; set++) {
    int64_t digit[HD_SMALL_MODES];
    int mode[HD_SMALL_MODES];
    for (int k = 0; k < small->modes; k++) digit[k] = small->shape[k] - (set >> k & 1);
    int count = modes_at(small, digit, any, mode);
    coordinate_of(small, digit, &coordinate);
    hd_status status = cut(&small->layout, &coordinate, NULL, &result);
    EXPECT(status == HD_OK && hd_small_has_modes(small, mode, count, &result), "%s at %s", SHOW,
           hd_test_show_tuple(&coordinate));
    cases->answered++;
  }
  const int64_t zero[HD_SMALL_MODES + 1] = {0};
  hd_small_tuple(small->modes + 1, zero, &coordinate);
  EXPECT(hd_small_is_refused(cut(&small->layout, &coordinate, &error, &result), HD_MISMATCH, &error), "%s", SHOW);
  cases->refused++;
}

static void judge_slice(const hd_small *small, hd_cases *cases) { judge_cut(small, hd_slice, true, cases); }
static void judge_dice(const hd_small *small, hd_cases *cases) { judge_cut(small, hd_dice, false, cases); }

START_TEST(slice_keeps_the_modes_left_free) { hd_sweep("slice", hd_small_cases(3, 5, 9), judge_slice); }
END_TEST

START_TEST(dice_keeps_the_modes_that_are_fixed) { hd_sweep("dice", hd_small_cases(3, 5, 9), judge_dice); }
END_TEST

int main(void) {
  const hd_test test[] = {
      {"slice and offset", slice_and_offset_add_up_to_the_layout_at_every_coordinate},
      {"slice", slice_keeps_the_modes_left_free},
      {"dice", dice_keeps_the_modes_that_are_fixed},
  };
  return hd_test_main("sweep: slices", test, HD_COUNT(test));
}
