/* One layout on axes of a machine: threads split in lanes and warps, and fused again; and in banks of shared memory. */
#include "tests/support/placement.h"
#include "tests/support/sweep.h"

#define SHOW hd_test_show(&small->layout)

enum { LANE = 0, WARP = 4, THREAD = 3, GROUP = 4 };

/* thread = lane + 4 * warp: four lanes, so that small values carry. */
static hd_axis_split relation(void) {
  static hd_axis_split made;
  if (made.extent == 0) made = (hd_axis_split){hd_test_axis(THREAD), hd_test_axis(WARP), hd_test_axis(LANE), GROUP};
  return made;
}

/* The layout's modes as a shard, mode k on axis[k], the first fastest. */
static void place(const hd_small *small, const hd_axis *axis, hd_placement *placement) {
  hd_placement_clear(HD_FIRST_FASTEST, placement);
  for (int k = 0; k < small->modes; k++)
    EXPECT(hd_placement_append_shard(placement, small->shape[k], small->stride[k], axis[k]), "%s", SHOW);
  EXPECT(hd_placement_finish(placement, "test", NULL) == HD_OK, "%s", SHOW);
}

/* Where an element is on one axis; what is on no other axis than the two that may occur, or has copies, is nowhere. */
static int64_t number_at(const hd_placement *placement, int64_t element, hd_axis axis, hd_axis other) {
  int64_t sum = 0;
  int rest = (int)element;
  if (placement->replicas != 0 || placement->offsets != 0) return -1;
  for (int k = 0; k < placement->shards; rest /= (int)placement->shard[k++].extent) {
    const hd_iter *iter = &placement->shard[k];
    int64_t step = rest % (int)iter->extent * iter->stride;
    if (step != 0 && iter->axis != axis && iter->axis != other) return -1;
    if (iter->axis == axis) sum += step;
  }
  return rest == 0 ? sum : -1;
}

/* Remainders on one axis and quotients on the other: an answer exists exactly when those are the values of a layout. */
static void judge_split(const hd_small *small, hd_cases *cases) {
  hd_axis_split split = relation();
  const hd_axis axis[HD_SMALL_MODES] = {split.fused, split.fused, split.fused};
  int64_t value[HD_SMALL_SIZE][HD_TEST_AXES] = {{0}};
  hd_placement placement, result;
  hd_error error;
  for (int64_t i = 0; i < small->size; i++) {
    value[i][LANE] = small->value[i] % GROUP;
    value[i][WARP] = small->value[i] / GROUP;
  }
  place(small, axis, &placement);
  hd_status status = hd_placement_split(&placement, &split, &error, &result);
  if (!hd_test_is_layout((const int64_t(*)[HD_TEST_AXES])value, small->size, 1)) {
    EXPECT(hd_small_is_refused(status, HD_UNDEFINED, &error), "%s: %s", SHOW, hd_status_name(status));
    cases->refused++;
    return;
  }
  EXPECT(status == HD_OK && hd_placement_size(&result) == small->size, "%s", SHOW);
  for (int64_t i = 0; i < small->size; i++) {
    EXPECT(number_at(&result, i, split.inner, split.outer) == value[i][LANE], "%s at %d", SHOW, (int)i);
    EXPECT(number_at(&result, i, split.outer, split.inner) == value[i][WARP], "%s at %d", SHOW, (int)i);
  }
  cases->answered++;
}

START_TEST(an_axis_is_split_exactly_when_remainders_and_quotients_are_a_layout) {
  hd_sweep("split of an axis", hd_small_count(), judge_split);
}
END_TEST

/* The first mode on lanes, the others on warps. */
static void judge_fuse(const hd_small *small, hd_cases *cases) {
  hd_axis_split split = relation();
  const hd_axis axis[HD_SMALL_MODES] = {split.inner, split.outer, split.outer};
  hd_placement placement, result;
  hd_error error;
  place(small, axis, &placement);
  hd_status status = hd_placement_fuse(&placement, &split, &error, &result);
  int64_t reach = (small->shape[0] - 1) * small->stride[0];
  if (reach >= GROUP) {
    EXPECT(hd_small_is_refused(status, HD_UNDEFINED, &error), "%s", SHOW);
    EXPECT(error.number[0] == 0 && error.number[1] == reach && error.number[2] == GROUP, "%s", SHOW);
    cases->refused++;
    return;
  }
  EXPECT(status == HD_OK && hd_placement_size(&result) == small->size, "%s", SHOW);
  for (int64_t i = 0; i < small->size; i++) {
    int64_t lane = i % small->shape[0] * small->stride[0], wanted = lane + GROUP * (small->value[i] - lane);
    EXPECT(number_at(&result, i, split.fused, split.fused) == wanted, "%s at %d", SHOW, (int)i);
  }
  cases->answered++;
}

START_TEST(two_axes_are_fused_exactly_when_the_inner_numbers_stay_within) {
  hd_sweep("fuse of two axes", hd_small_count(), judge_fuse);
}
END_TEST

/* ---- banks ---- */

/* How many different words the fullest bank holds in the fullest phase, byte by byte of each lane. */
static int degree_of(const hd_small *small, int64_t bits) {
  enum { WORDS = HD_SMALL_VALUES * 4 };
  int worst = 0, lanes = bits <= 32 ? 32 : (int)(1024 / bits);
  for (int begin = 0; begin < small->size; begin += lanes) {
    char used[WORDS] = {0};
    int words[32] = {0};
    for (int lane = begin; lane < small->size && lane < begin + lanes; lane++)
      for (int64_t byte = small->value[lane] * bits / 8; byte < (small->value[lane] + 1) * bits / 8; byte++) {
        int word = (int)(byte / 4);
        if (used[word]) continue;
        used[word] = 1;
        if (++words[word % 32] > worst) worst = words[word % 32];
      }
  }
  return worst;
}

static void judge_banks(const hd_small *small, hd_cases *cases) {
  static const int64_t widths[] = {8, 32, 128};
  hd_composed access;
  hd_bank_report report;
  hd_error error;
  hd_composed_plain(&small->layout, &access);
  for (int n = 0; n < HD_COUNT(widths); n++) {
    hd_status status = hd_banks(&access, widths[n], &error, &report);
    if (small->size > 32) {
      EXPECT(hd_small_is_refused(status, HD_RANGE, &error), "%s", SHOW);
      cases->refused++;
      continue;
    }
    EXPECT(status == HD_OK && report.degree == degree_of(small, widths[n]), "%s of %d bits: %d", SHOW, (int)widths[n],
           report.degree);
    bool differ = small->value[report.lane] * widths[n] / 32 != small->value[report.other] * widths[n] / 32;
    EXPECT(differ == (report.degree > 1), "%s of %d bits: lanes", SHOW, (int)widths[n]);
    cases->answered++;
  }
}

START_TEST(the_degree_is_the_count_of_words_in_the_fullest_bank) {
  hd_sweep("banks", 3 * hd_small_count(), judge_banks);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"split", an_axis_is_split_exactly_when_remainders_and_quotients_are_a_layout},
      {"fuse", two_axes_are_fused_exactly_when_the_inner_numbers_stay_within},
      {"banks", the_degree_is_the_count_of_words_in_the_fullest_bank},
  };
  return hd_test_main("sweep: axes and banks", test, HD_COUNT(test));
}
