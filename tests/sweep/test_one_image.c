/* Which values one layout takes: against a table of how often it takes each. */
#include "proofs/operations.h"
#include "tests/support/sweep.h"

#define SHOW hd_test_show(&small->layout)

/* How many coordinates have each value. */
typedef struct image {
  int times[HD_SMALL_VALUES + 64];
  bool injective;
  int64_t first_missing; /* the least number from 0 on that is no value */
} image;

static void take_image(const hd_small *small, image *taken) {
  memset(taken->times, 0, sizeof taken->times);
  taken->injective = true;
  for (int64_t i = 0; i < small->size; i++)
    if (++taken->times[small->value[i]] > 1) taken->injective = false;
  taken->first_missing = 0;
  while (taken->times[taken->first_missing]) taken->first_missing++;
}

/* The value at a flat coordinate inside the shape, -1 when it is none. */
static int64_t value_at(const hd_small *small, const hd_tuple *coordinate) {
  int64_t sum = 0;
  if (coordinate->on_axes || coordinate->profile.leaves != small->modes) return -1;
  for (int k = 0; k < small->modes; k++) {
    if (coordinate->value[k] < 0 || coordinate->value[k] >= small->shape[k]) return -1;
    sum += coordinate->value[k] * small->stride[k];
  }
  return sum;
}

/* Whether two coordinates are different and have one value. */
static bool collide(const hd_small *small, const hd_error *error) {
  bool differ = false;
  for (int k = 0; k < small->modes; k++) differ |= error->coordinate.value[k] != error->other.value[k];
  int64_t value = value_at(small, &error->coordinate);
  return error->has_coordinate && error->has_other && differ && value >= 0 && value == value_at(small, &error->other) &&
         value == error->number[0];
}

/* "No" counts as refused: it comes with two coordinates. */
static void judge_injective(const hd_small *small, hd_cases *cases) {
  image taken;
  hd_error error;
  bool answer, again;
  take_image(small, &taken);
  EXPECT(hd_is_injective(&small->layout, &error, &answer) == HD_OK && answer == taken.injective, "%s", SHOW);
  EXPECT(hd_is_injective(&small->layout, NULL, &again) == HD_OK && again == answer, "%s", SHOW);
  EXPECT(answer || collide(small, &error), "%s: the coordinates do not collide", SHOW);
  cases->answered += answer;
  cases->refused += !answer;
}

START_TEST(injective_is_that_no_value_comes_twice) { hd_sweep("injective", hd_small_count(), judge_injective); }
END_TEST

/* From one below the least value to one beyond the largest. */
static void judge_coordinate_of(const hd_small *small, hd_cases *cases) {
  image taken;
  take_image(small, &taken);
  for (int64_t v = -1; v <= small->most + 1; v++) {
    hd_tuple value, coordinate;
    hd_error error;
    hd_tuple_scalar(&value, v);
    hd_status status = hd_coordinate_of(&small->layout, &value, &error, &coordinate);
    if (v < 0 || taken.times[v] == 0) {
      EXPECT(hd_small_is_refused(status, HD_UNDEFINED, &error), "%d of %s", (int)v, SHOW);
      cases->refused++;
      continue;
    }
    EXPECT(status == HD_OK && value_at(small, &coordinate) == v, "%d of %s", (int)v, SHOW);
    cases->answered++;
  }
}

/* The largest values add up to 6 * 136 for each mode, times the choices of the others; three cases more for each. */
START_TEST(coordinate_of_is_a_coordinate_with_that_value_or_there_is_none) {
  const int64_t reach = (0 + 1 + 2 + 3) * (16 * 17 / 2), choices = 4 * 17;
  int64_t cases = reach * (1 + 2 * choices + 3 * choices * choices) + 3 * hd_small_count();
  hd_sweep("coordinate_of", cases, judge_coordinate_of);
}
END_TEST

/* ---- what they fill ---- */

/* Whether copies of the layout, each begun at the least number not taken yet, take each of 0..within-1 once. */
static bool tiles(const hd_small *small, int64_t within) {
  char used[2 * HD_SMALL_VALUES] = {0};
  for (int64_t at = 0; at < within; at++) {
    if (used[at]) continue;
    for (int64_t i = 0; i < small->size; i++) {
      if (at + small->value[i] >= within || used[at + small->value[i]]) return false;
      used[at + small->value[i]] = 1;
    }
  }
  return true;
}

static void bounds_of(const hd_small *small, int64_t bound[4]) {
  bound[0] = small->size;
  bound[1] = small->most + 1;
  bound[2] = 24;
  bound[3] = 2 * (small->most + 1) > HD_SMALL_VALUES ? 64 : 2 * (small->most + 1);
}

static void judge_complementable(const hd_small *small, hd_cases *cases) {
  int64_t bound[4];
  bounds_of(small, bound);
  for (int n = 0; n < 4; n++) {
    bool answer;
    EXPECT(hd_is_complementable(&small->layout, bound[n], NULL, &answer) == HD_OK, "%s", SHOW);
    EXPECT(answer == tiles(small, bound[n]), "%s within %d", SHOW, (int)bound[n]);
    cases->answered += answer;
    cases->refused += !answer;
  }
}

START_TEST(complementable_is_that_copies_tile_the_range) {
  hd_sweep("complementable", 4 * hd_small_count(), judge_complementable);
}
END_TEST

/* The same four bounds, asked in the command's language. */
static void judge_predicates(const hd_small *small, hd_cases *cases) {
  image taken;
  hd_value argument[2], holds;
  int64_t bound[4];
  bounds_of(small, bound);
  take_image(small, &taken);
  argument[0].kind = HD_KIND_LAYOUT;
  hd_layout_copy(&argument[0].as.layout, &small->layout);
  EXPECT(hd_call_injective(argument, 1, NULL, &holds) == HD_OK && holds.as.boolean == taken.injective, "%s", SHOW);
  for (int n = 0; n < 4; n++) {
    bool covers = taken.first_missing >= bound[n];
    bool bijective = covers && taken.injective && small->most < bound[n];
    hd_value_set_integer(&argument[1], bound[n]);
    EXPECT(hd_call_covers(argument, 2, NULL, &holds) == HD_OK && holds.as.boolean == covers, "%s onto %d", SHOW,
           (int)bound[n]);
    EXPECT(hd_call_bijective(argument, 2, NULL, &holds) == HD_OK && holds.as.boolean == bijective, "%s onto %d", SHOW,
           (int)bound[n]);
    cases->answered += covers + bijective;
    cases->refused += !covers + !bijective;
  }
}

START_TEST(covers_and_bijective_are_what_the_table_says) {
  hd_sweep("covers, bijective", 8 * hd_small_count(), judge_predicates);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"injective", injective_is_that_no_value_comes_twice},
      {"coordinate_of", coordinate_of_is_a_coordinate_with_that_value_or_there_is_none},
      {"complementable", complementable_is_that_copies_tile_the_range},
      {"covers and bijective", covers_and_bijective_are_what_the_table_says},
  };
  return hd_test_main("sweep: image", test, HD_COUNT(test));
}
