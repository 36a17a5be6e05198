/* One layout put into another as a mode, and a coordinate put into it: slices, appended, prepended, replaced modes. */
#include "proofs/definition_parts.h"
#include "tests/support/pairs.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

#define CASE "%s of %s and %s: "
#define SHOW(operation, a, b) operation, hd_test_show(&(a)->layout), hd_test_show(&(b)->layout)

enum { SLICE, DICE, APPEND, PREPEND, REPLACE, APPEND_TO_RANK, PREPEND_TO_RANK, CONCATENATE, OPERATIONS };

#define SCORES                                                                                                   \
  {                                                                                                              \
    {.operation = "slice_and_offset"}, {.operation = "dice"}, {.operation = "append"}, {.operation = "prepend"}, \
        {.operation = "replace"}, {.operation = "append_to_rank"}, {.operation = "prepend_to_rank"},             \
        {.operation = "concatenate"},                                                                            \
  }

/* ---- slices ---- */

/* What a coordinate keeps of a layout, what it leaves out, and the value of its integers. */
typedef struct cut {
  hd_plain kept, left;
  int64_t offset;
} cut;

static bool is_any(const hd_tuple *coordinate, int leaf) {
  return coordinate->on_axes && coordinate->axis[leaf] == HD_AXIS_ANY;
}

/* Walks coordinate and layout side by side; false where the coordinate is nested deeper or otherwise. */
static bool walk(const hd_tuple *c, hd_part at, const hd_layout *layout, hd_part part, cut *made) {
  hd_part digit[HD_MAX_LEAVES], mode[HD_MAX_LEAVES];
  hd_plain plain;
  if (hd_part_is_tuple(&c->profile, at)) {
    if (!hd_part_is_tuple(&layout->profile, part)) return false;
    int n = hd_part_modes(&c->profile, at, digit);
    if (n != hd_part_modes(&layout->profile, part, mode)) return false;
    for (int k = 0; k < n; k++)
      if (!walk(c, digit[k], layout, mode[k], made)) return false;
    return true;
  }
  hd_layout here;
  hd_part_layout(layout, part, &here);
  hd_plain_of(&here, &plain);
  if (is_any(c, at.begin)) {
    hd_plain_join(&made->kept, &plain, &made->kept);
    return true;
  }
  hd_plain_join(&made->left, &plain, &made->left);
  made->offset += hd_plain_at(&plain, c->value[at.begin]);
  return true;
}

static bool same_leaves(const hd_layout *r, const hd_plain *wanted) {
  hd_plain plain;
  hd_plain_of(r, &plain);
  bool same = plain.leaves == wanted->leaves;
  for (int k = 0; same && k < plain.leaves; k++)
    same = plain.shape[k] == wanted->shape[k] && plain.stride[k] == wanted->stride[k];
  return same;
}

static int64_t written(const hd_tuple *offset) {
  int64_t sum = 0;
  for (int k = 0; k < offset->profile.leaves; k++) sum += offset->value[k] << (offset->profile.leaves > 1 ? 32 * k : 0);
  return sum;
}

/* A coordinate of A: under B's brackets where B has a number of coordinates that 3 divides, else one entry for each of
 * A's modes. Entries are B's strides, or `_` at its even extents. */
static void coordinate_of(const hd_operand *a, const hd_operand *b, hd_tuple *c) {
  bool nested = b->plain.size % 3 == 0;
  int entries = nested ? b->plain.leaves : a->modes;
  hd_tuple_clear(c);
  for (int k = 0; k < entries; k++) {
    int leaf = k % b->plain.leaves;
    bool any = b->plain.shape[leaf] % 2 == 0;
    EXPECT(hd_tuple_append(c, any ? 0 : b->layout.stride[leaf], any ? HD_AXIS_ANY : HD_AXIS_INTEGER), "no coordinate");
  }
  if (nested) c->profile = b->layout.profile;
  else if (a->layout.profile.leaves > 1 || a->layout.profile.open[0] > 0)
    EXPECT(hd_profile_wrap(&c->profile, 0), "no coordinate");
}

/* result(x) + L(c) = L(c with x): the leaves kept are the function of x, the others give the offset. */
static void judge_slice(const hd_operand *a, const hd_operand *b, hd_score *score) {
  hd_layout r, rest;
  hd_tuple c, offset;
  hd_error error;
  cut wanted = {.kept = {.size = 1}, .left = {.size = 1}};
  coordinate_of(a, b, &c);
  bool exists = walk(&c, hd_part_all(&c.profile), &a->layout, hd_part_all(&a->layout.profile), &wanted);
  hd_status status = hd_slice_and_offset(&a->layout, &c, &error, &r, &offset);
  EXPECT(status == (exists ? HD_OK : HD_MISMATCH), CASE "%s", SHOW("slice", a, b), hd_status_name(status));
  status = hd_dice(&a->layout, &c, &error, &rest);
  EXPECT(status == (exists ? HD_OK : HD_MISMATCH), CASE "%s", SHOW("dice", a, b), hd_status_name(status));
  score[SLICE].answered += exists, score[DICE].answered += exists;
  score[SLICE].refused += !exists, score[DICE].refused += !exists;
  if (!exists) {
    EXPECT(hd_test_is_error(&error, status), CASE "no error", SHOW("dice", a, b));
    return;
  }
  EXPECT(same_leaves(&r, &wanted.kept) && same_leaves(&rest, &wanted.left), CASE "%s and %s at %s", SHOW("slice", a, b),
         hd_test_show(&r), hd_test_show(&rest), hd_test_show_tuple(&c));
  if (!a->plain.on_paths)
    EXPECT(written(&offset) == wanted.offset, CASE "%s, not %lld at %s", SHOW("slice", a, b),
           hd_test_show_tuple(&offset), (long long)wanted.offset, hd_test_show_tuple(&c));
  else
    for (int k = 0; k < offset.profile.leaves; k++)
      EXPECT(offset.value[k] == hd_path_component(wanted.offset, k), CASE "%s at %s", SHOW("slice", a, b),
             hd_test_show_tuple(&offset), hd_test_show_tuple(&c));
}

/* ---- modes put together ---- */

/* A row of modes, each A's or all of B. */
typedef struct row {
  int count;
  const hd_layout *mode[2 * HD_MAX_LEAVES];
} row;

static void put(row *wanted, const hd_layout *mode) { wanted->mode[wanted->count++] = mode; }

static void put_modes(row *wanted, const hd_operand *a) {
  for (int k = 0; k < a->modes; k++) put(wanted, &a->mode[k]);
}

/* The brackets of a row: those of each mode, and one pair round all. */
static void nest_row(const row *wanted, hd_profile *profile) {
  int leaves = 0;
  memset(profile, 0, sizeof *profile);
  for (int k = 0; k < wanted->count; k++) {
    const hd_profile *mode = &wanted->mode[k]->profile;
    for (int leaf = 0; leaf < mode->leaves; leaf++, leaves++) {
      profile->open[leaves] = (uint8_t)(mode->open[leaf] + (leaves == 0));
      profile->close[leaves] = (uint8_t)(mode->close[leaf] + (k + 1 == wanted->count && leaf + 1 == mode->leaves));
    }
  }
  profile->leaves = (uint8_t)leaves;
}

static bool same_nesting(const hd_profile *a, const hd_profile *b) {
  return a->leaves == b->leaves && memcmp(a->open, b->open, a->leaves) == 0 &&
         memcmp(a->close, b->close, a->leaves) == 0;
}

/* Whether strides on integers would stand beside strides on paths. */
static bool is_mixed(const row *wanted) {
  bool plain = false, on_paths = false;
  for (int k = 0; k < wanted->count; k++)
    for (int leaf = 0; leaf < wanted->mode[k]->profile.leaves; leaf++) {
      if (wanted->mode[k]->stride[leaf] == 0) continue;
      if (wanted->mode[k]->on_axes) on_paths = true;
      else plain = true;
    }
  return plain && on_paths;
}

static void judge_row(const hd_operand *a, const hd_operand *b, const row *wanted, hd_status status,
                      const hd_error *error, const hd_layout *r, hd_score *score) {
  static int64_t value[HD_OPERAND_SIZE * HD_OPERAND_SIZE * 4];
  hd_status expected = is_mixed(wanted) ? HD_MALFORMED : HD_OK;
  EXPECT(status == expected, CASE "%s", SHOW(score->operation, a, b), hd_status_name(status));
  if (status != HD_OK) {
    score->refused++;
    EXPECT(hd_test_is_error(error, status), CASE "no error", SHOW(score->operation, a, b));
    return;
  }
  score->answered++;
  hd_profile nested;
  nest_row(wanted, &nested);
  EXPECT(same_nesting(&nested, &r->profile), CASE "%s has other modes", SHOW(score->operation, a, b), hd_test_show(r));
  int64_t count = 1;
  bool on_paths = false;
  value[0] = 0;
  for (int k = 0; k < wanted->count; k++) {
    int64_t along[HD_OPERAND_SIZE];
    hd_plain part;
    hd_plain_of(wanted->mode[k], &part);
    hd_plain_values(&part, along);
    EXPECT(count * part.size <= HD_COUNT(value), "too large for the test");
    count = hd_outer_sum(value, count, along, part.size);
    on_paths = on_paths || part.on_paths;
  }
  hd_expect_values(score->operation, on_paths == a->plain.on_paths ? a : b, b, r, value, count);
}

static void judge_modes(const hd_operand *a, const hd_operand *b, hd_score *score) {
  const hd_layout *both[2] = {&a->layout, &b->layout};
  hd_layout r;
  hd_error error;
  row wanted = {0};
  put_modes(&wanted, a);
  put(&wanted, &b->layout);
  judge_row(a, b, &wanted, hd_append(&a->layout, &b->layout, &error, &r), &error, &r, &score[APPEND]);
  wanted.count = 0;
  put(&wanted, &b->layout);
  put_modes(&wanted, a);
  judge_row(a, b, &wanted, hd_prepend(&a->layout, &b->layout, &error, &r), &error, &r, &score[PREPEND]);
  wanted.count = 0;
  put(&wanted, &a->layout);
  put(&wanted, &b->layout);
  judge_row(a, b, &wanted, hd_concatenate(both, 2, &error, &r), &error, &r, &score[CONCATENATE]);
  int at = (int)(b->plain.size % (a->modes + 1));
  wanted.count = 0;
  put_modes(&wanted, a);
  if (at < a->modes) {
    wanted.mode[at] = &b->layout;
    bool scalar = a->layout.profile.leaves == 1 && a->layout.profile.open[0] == 0;
    hd_status status = hd_replace(&a->layout, at, &b->layout, &error, &r);
    if (scalar) { /* the one mode is the whole */
      hd_layout inside = r;
      if (status == HD_OK)
        EXPECT(hd_concatenate((const hd_layout *const[]){&inside}, 1, NULL, &r) == HD_OK, "no tuple");
    }
    judge_row(a, b, &wanted, status, &error, &r, &score[REPLACE]);
  } else {
    EXPECT(hd_replace(&a->layout, at, &b->layout, &error, &r) == HD_RANGE, CASE "no such mode", SHOW("replace", a, b));
    score[REPLACE].refused++;
  }
}

/* As often as it takes to come to the rank of B and one more. */
static void judge_ranks(const hd_operand *a, const hd_operand *b, hd_score *score) {
  hd_layout r;
  hd_error error;
  row after = {0}, before = {0};
  int rank = b->modes + 1;
  put_modes(&after, a);
  while (after.count < rank) put(&after, &b->mode[0]);
  while (before.count + a->modes < rank) put(&before, &b->mode[0]);
  put_modes(&before, a);
  judge_row(a, b, &after, hd_append_to_rank(&a->layout, rank, &b->mode[0], &error, &r), &error, &r,
            &score[APPEND_TO_RANK]);
  judge_row(a, b, &before, hd_prepend_to_rank(&a->layout, rank, &b->mode[0], &error, &r), &error, &r,
            &score[PREPEND_TO_RANK]);
}

static void judge(const hd_operand *a, const hd_operand *b, hd_score *score) {
  judge_slice(a, b, score);
  judge_modes(a, b, score);
  judge_ranks(a, b, score);
}

/* A scalar has no coordinates of two modes, and is asked for them where 3 divides B's size, in 7 of 16 shapes. */
START_TEST(small_layouts_take_each_other_as_modes) {
  hd_score score[] = SCORES;
  int64_t one = 4 * 9, two_by_3 = 7 * 81;
  hd_judge_small(judge, score, HD_COUNT(score));
  ck_assert_int_eq(score[SLICE].refused, one * two_by_3);
  /* no such mode: for a scalar where B's size is odd, for two modes where it leaves 2 over after threes */
  ck_assert_int_eq(score[REPLACE].refused, one * (2 * 9 + 4 * 81) + one * one * (9 + 4 * 81));
  ck_assert_int_eq(score[APPEND].refused + score[PREPEND].refused + score[CONCATENATE].refused, 0);
}
END_TEST

static bool fits(const hd_operand *a, const hd_operand *b) {
  int64_t size = a->plain.size;
  for (int k = a->modes; k <= b->modes && size <= HD_OPERAND_SIZE * HD_OPERAND_SIZE; k++) size *= b->part[0].size;
  return size <= HD_OPERAND_SIZE * HD_OPERAND_SIZE;
}

START_TEST(drawn_layouts_take_each_other_as_modes) {
  hd_drawing left = {.leaves = 8, .most = 64, .negative = true, .on_paths = true};
  hd_drawing right = {.leaves = 8, .most = 16, .negative = true, .on_paths = true, .fits = fits};
  hd_score score[] = SCORES;
  hd_judge_drawn(judge, score, HD_COUNT(score), hd_pairs_seed("two_modes", 10), &left, &right);
  hd_expect_often(score, OPERATIONS, HD_DRAWN / 4, HD_DRAWN / 20);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"small", small_layouts_take_each_other_as_modes},
      {"drawn", drawn_layouts_take_each_other_as_modes},
  };
  return hd_test_main("two_modes", test, HD_COUNT(test));
}
