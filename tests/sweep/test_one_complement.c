/* The complement of one layout: it never meets the layout, runs upward and reaches as far as asked; or the strides
 * overlap, or stop short, and it is refused. */
#include "tests/support/sweep.h"

#define SHOW hd_test_show(&small->layout)

/* What the modes that move come to, sorted by stride. */
typedef struct sorted {
  bool overlaps;   /* a stride lies below the end of the modes before it */
  bool nests;      /* each is a multiple of that end */
  int64_t end;     /* of the last mode */
  int64_t filled;  /* the largest value with gaps below the last mode filled as far as whole copies go */
  hd_small moving; /* A': the modes of stride 0 have the extent 1 */
} sorted;

static void sort_modes(const hd_small *small, sorted *modes) {
  bool done[HD_SMALL_MODES] = {false};
  int64_t shape[HD_SMALL_MODES];
  for (int k = 0; k < small->modes; k++) shape[k] = small->stride[k] == 0 ? 1 : small->shape[k];
  hd_small_fill(small->modes, shape, small->stride, &modes->moving);
  modes->overlaps = false;
  modes->nests = true;
  modes->end = 1;
  modes->filled = 0;
  for (;;) {
    int next = -1;
    for (int k = 0; k < small->modes; k++) {
      if (done[k] || small->stride[k] == 0 || small->shape[k] == 1) continue;
      if (next < 0 || small->stride[k] < small->stride[next]) next = k;
    }
    if (next < 0) return;
    done[next] = true;
    int64_t stride = small->stride[next];
    if (stride < modes->end) modes->overlaps = true;
    if (stride % modes->end != 0) modes->nests = false;
    modes->filled += (stride / modes->end - 1) * modes->end + (small->shape[next] - 1) * stride;
    modes->end = small->shape[next] * stride;
  }
}

/* How far the layout and its complement reach: whole tiles, as many as it takes. */
static int64_t reach_within(const sorted *modes, int64_t within) {
  int64_t tiles = (within + modes->end - 1) / modes->end;
  return modes->filled + (tiles - 1) * modes->end;
}

/* Whether (A', R) takes no number twice, R increases, and their largest number is `reach`; where the strides nest, all
 * numbers up to it are taken. */
static bool is_complement(const sorted *modes, int64_t reach, const hd_layout *result) {
  char used[HD_SMALL_TABLE] = {0};
  int64_t step[HD_SMALL_TABLE], count = hd_small_size(result);
  const hd_small *moving = &modes->moving;
  if (!hd_small_is_layout(result) || count > HD_SMALL_TABLE || reach >= HD_SMALL_TABLE) return false;
  hd_small_table(result, count, step);
  for (int64_t j = 0; j < count; j++) {
    if (j > 0 && step[j] <= step[j - 1]) return false;
    for (int64_t i = 0; i < moving->size; i++) {
      int64_t sum = step[j] + moving->value[i];
      if (sum > reach || used[sum]) return false;
      used[sum] = 1;
    }
  }
  return used[reach] && (!modes->nests || moving->size * count == reach + 1);
}

static bool collide(const hd_small *small, const hd_error *error) {
  int64_t value[2] = {0, 0};
  bool differ = false;
  if (!error->has_coordinate || !error->has_other) return false;
  for (int k = 0; k < small->modes; k++) {
    value[0] += error->coordinate.value[k] * small->stride[k];
    value[1] += error->other.value[k] * small->stride[k];
    differ |= small->stride[k] != 0 && error->coordinate.value[k] != error->other.value[k];
  }
  return differ && value[0] == value[1];
}

/* A refusal for overlap names two coordinates exactly when some value of A' comes twice. */
static bool is_overlap(const hd_small *small, const sorted *modes, hd_status status, const hd_error *error) {
  char used[HD_SMALL_VALUES] = {0};
  bool repeats = false;
  for (int64_t i = 0; i < modes->moving.size; i++) {
    repeats |= used[modes->moving.value[i]];
    used[modes->moving.value[i]] = 1;
  }
  return hd_small_is_refused(status, HD_UNDEFINED, error) &&
         (repeats ? collide(small, error) : strstr(error->reason, "interleaved") != NULL);
}

static void judge_within(const hd_small *small, const sorted *modes, int64_t within, hd_cases *cases) {
  hd_layout result;
  hd_error error;
  hd_status status = hd_complement(&small->layout, within, &error, &result);
  int64_t reach = reach_within(modes, within);
  if (modes->overlaps) {
    EXPECT(is_overlap(small, modes, status, &error), "%s within %d", SHOW, (int)within);
    cases->refused++;
  } else if (reach < within - 1) {
    EXPECT(hd_small_is_refused(status, HD_UNDEFINED, &error), "%s within %d", SHOW, (int)within);
    EXPECT(error.number[0] == reach && error.number[1] == within - 1, "%s within %d", SHOW, (int)within);
    cases->refused++;
  } else {
    EXPECT(status == HD_OK && is_complement(modes, reach, &result), "%s within %d: %s", SHOW, (int)within,
           hd_test_show(&result));
    EXPECT(hd_small_is_shortest(&result), "%s within %d: %s", SHOW, (int)within, hd_test_show(&result));
    cases->answered++;
  }
}

static void judge_complement(const hd_small *small, hd_cases *cases) {
  sorted modes;
  sort_modes(small, &modes);
  const int64_t within[] = {1, small->size, small->most + 1, 24, 100, 145};
  for (int n = 0; n < HD_COUNT(within); n++) judge_within(small, &modes, within[n], cases);
  hd_layout result;
  hd_error error;
  EXPECT(hd_small_is_refused(hd_complement(&small->layout, 0, &error, &result), HD_RANGE, &error), "%s", SHOW);
  cases->refused++;
}

START_TEST(a_complement_meets_the_layout_nowhere_and_reaches_the_bound) {
  hd_sweep("complement within a bound", 7 * hd_small_count(), judge_complement);
}
END_TEST

/* Once its last extent is the bound divided by its stride and rounded up, it is the complement within the bound. */
static void judge_unbounded(const hd_small *small, hd_cases *cases) {
  sorted modes;
  hd_layout result;
  hd_error error;
  sort_modes(small, &modes);
  hd_status status = hd_complement_unbounded(&small->layout, &error, &result);
  if (modes.overlaps) {
    EXPECT(is_overlap(small, &modes, status, &error), "%s", SHOW);
    cases->refused++;
    return;
  }
  int last = result.profile.leaves - 1;
  EXPECT(status == HD_OK && last >= 0 && result.shape[last] == 1, "%s: %s", SHOW, hd_test_show(&result));
  EXPECT(result.stride[last] == modes.end, "%s: %s", SHOW, hd_test_show(&result));
  for (int64_t within = 1; within <= 200; within += 199) {
    result.shape[last] = (within + modes.end - 1) / modes.end;
    EXPECT(is_complement(&modes, reach_within(&modes, within), &result), "%s: %s", SHOW, hd_test_show(&result));
  }
  cases->answered++;
}

START_TEST(an_unbounded_complement_is_that_of_every_bound) {
  hd_sweep("complement without a bound", hd_small_count(), judge_unbounded);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"within a bound", a_complement_meets_the_layout_nowhere_and_reaches_the_bound},
      {"without a bound", an_unbounded_complement_is_that_of_every_bound},
  };
  return hd_test_main("sweep: complement", test, HD_COUNT(test));
}
