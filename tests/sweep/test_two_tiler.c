/* A tiler by mode, made of the modes of a second layout: composition with it, and coalescing under its nesting. */
#include "proofs/definition_parts.h"
#include "tests/support/pairs.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

#define CASE "%s of %s and %s: "
#define SHOW(operation, a, b) operation, hd_test_show(&(a)->layout), hd_test_show(&(b)->layout)

/* ---- composition by mode ---- */

static bool is_clash_in_some_mode(const hd_operand *a, const hd_operand *b, const hd_error *error) {
  for (int k = 0; k < b->modes && k < a->modes; k++)
    if (!hd_operand_is_any(b, k) && !hd_plain_composes(&a->part[k], &b->part[k]) &&
        hd_is_clash(&a->part[k], &b->part[k], error))
      return true;
  return false;
}

/* R(c0,c1,..) is the sum of A_k(T_k(ck)): all of A's modes under the tiler, no others. */
static void expect_tiled(const hd_operand *a, const hd_operand *b, const hd_layout *r) {
  static int64_t wanted[HD_OPERAND_SIZE * HD_OPERAND_SIZE];
  int64_t count = 1;
  hd_layout mode[HD_MAX_LEAVES];
  EXPECT(hd_modes_of(r, mode) == b->modes, CASE "%s has not the tiler's modes", SHOW("composition", a, b),
         hd_test_show(r));
  wanted[0] = 0;
  for (int k = 0; k < b->modes; k++) {
    int64_t along[HD_OPERAND_SIZE];
    bool any = hd_operand_is_any(b, k);
    const hd_plain *tile = any ? &a->part[k] : &b->part[k];
    for (int64_t i = 0; i < tile->size; i++) along[i] = hd_plain_at(&a->part[k], any ? i : hd_plain_at(&b->part[k], i));
    count = hd_outer_sum(wanted, count, along, tile->size);
    EXPECT(hd_is_refined(any ? &a->mode[k] : &b->mode[k], &mode[k]), CASE "mode %d of %s does not refine the element",
           SHOW("composition", a, b), k, hd_test_show(r));
  }
  hd_expect_values("composition", a, b, r, wanted, count);
}

static void judge_composition(const hd_operand *a, const hd_operand *b, hd_score *score) {
  hd_tiler tiler;
  hd_layout r;
  hd_error error;
  hd_operand_tiler(b, &tiler);
  hd_status status = hd_composition_by_mode(&a->layout, &tiler, &error, &r);
  bool exists = true;
  for (int k = 0; k < b->modes && k < a->modes; k++)
    exists = exists && (hd_operand_is_any(b, k) || hd_plain_composes(&a->part[k], &b->part[k]));
  hd_status wanted = !exists ? HD_UNDEFINED : b->modes > a->modes ? HD_MISMATCH : HD_OK;
  EXPECT(status == wanted, CASE "%s, not %s", SHOW("composition", a, b), hd_status_name(status),
         hd_status_name(wanted));
  if (status == HD_OK) {
    score->answered++;
    expect_tiled(a, b, &r);
    return;
  }
  score->refused++;
  EXPECT(hd_test_is_error(&error, status), CASE "no error", SHOW("composition", a, b));
  EXPECT(status != HD_UNDEFINED || is_clash_in_some_mode(a, b, &error), CASE "nothing clashes at %s",
         SHOW("composition", a, b), hd_show_place(&error));
}

/* ---- coalescing under a nesting ---- */

static int64_t size_of(const hd_layout *layout, hd_part part) {
  int64_t size = 1;
  for (int k = part.begin; k < part.end; k++) size *= layout->shape[k];
  return size;
}

/* Whether a nesting can be walked side by side with a layout, its leaves at modes; a scalar is its own only mode. */
static bool guides(const hd_profile *guide, hd_part at, const hd_profile *profile, hd_part part) {
  hd_part target[HD_MAX_LEAVES], mode[HD_MAX_LEAVES];
  if (!hd_part_is_tuple(guide, at)) return true;
  int wanted = hd_part_modes(guide, at, target), modes = hd_part_modes(profile, part, mode);
  if (wanted > modes) return false;
  for (int k = 0; k < wanted; k++)
    if (!guides(guide, target[k], profile, mode[k])) return false;
  return true;
}

/* Whether a mode is one scalar, or a tuple of scalars none of which goes on where the one before it ends. */
static bool is_shortest(const hd_layout *r, hd_part part) {
  hd_plain plain;
  hd_plain_of(r, &plain);
  if (part.end - part.begin == 1) return !hd_part_is_tuple(&r->profile, part);
  if (hd_part_depth(&r->profile, part) != 1) return false;
  for (int k = part.begin; k < part.end; k++)
    if (plain.shape[k] == 1 || (k > part.begin && plain.stride[k] == plain.shape[k - 1] * plain.stride[k - 1]))
      return false;
  return true;
}

/* Whether R's modes under the nesting are the layout's, each as short as can be, and the modes beyond it as they were.
 */
static bool is_coalesced(const hd_profile *guide, hd_part at, const hd_layout *layout, hd_part from, const hd_layout *r,
                         hd_part to) {
  hd_part target[HD_MAX_LEAVES], before[HD_MAX_LEAVES], after[HD_MAX_LEAVES];
  if (!hd_part_is_tuple(guide, at)) return size_of(layout, from) == size_of(r, to) && is_shortest(r, to);
  int wanted = hd_part_modes(guide, at, target);
  int modes = hd_part_modes(&layout->profile, from, before), made = hd_part_modes(&r->profile, to, after);
  if (!hd_part_is_tuple(&r->profile, to) || modes != made) return false;
  for (int k = 0; k < modes; k++) {
    if (k < wanted && !is_coalesced(guide, target[k], layout, before[k], r, after[k])) return false;
    if (k < wanted) continue;
    hd_layout kept, found;
    hd_part_layout(layout, before[k], &kept);
    hd_part_layout(r, after[k], &found);
    if (memcmp(&kept.profile, &found.profile, sizeof kept.profile) != 0 ||
        memcmp(kept.shape, found.shape, sizeof kept.shape) != 0 ||
        memcmp(kept.stride, found.stride, sizeof kept.stride) != 0)
      return false;
  }
  return true;
}

static void judge_coalesce(const hd_operand *a, const hd_operand *b, hd_score *score) {
  hd_layout r;
  hd_error error;
  const hd_profile *guide = &b->layout.profile;
  hd_status status = hd_coalesce_by_mode(&a->layout, guide, &error, &r);
  bool exists = guides(guide, hd_part_all(guide), &a->layout.profile, hd_part_all(&a->layout.profile));
  EXPECT(status == (exists ? HD_OK : HD_MISMATCH), CASE "%s", SHOW("coalesce", a, b), hd_status_name(status));
  if (exists) {
    score->answered++;
    hd_expect_values("coalesce", a, b, &r, a->value, a->plain.size);
    EXPECT(is_coalesced(guide, hd_part_all(guide), &a->layout, hd_part_all(&a->layout.profile), &r,
                        hd_part_all(&r.profile)),
           CASE "%s is not coalesced", SHOW("coalesce", a, b), hd_test_show(&r));
    return;
  }
  score->refused++;
  EXPECT(hd_test_is_error(&error, status), CASE "no error", SHOW("coalesce", a, b));
}

static void judge(const hd_operand *a, const hd_operand *b, hd_score *score) {
  judge_composition(a, b, &score[0]);
  judge_coalesce(a, b, &score[1]);
}

/* Of one leaf each, all modes compose; what is left to refuse are two elements for a scalar. */
START_TEST(small_layouts_are_tiled_and_coalesced) {
  hd_score score[] = {{.operation = "composition by mode"}, {.operation = "coalesce by mode"}};
  hd_judge_small(judge, score, HD_COUNT(score));
  ck_assert_int_eq(score[0].refused, 36 * 36 * 36);
  ck_assert_int_eq(score[1].refused, 36 * 36 * 36);
}
END_TEST

START_TEST(drawn_layouts_are_tiled_and_coalesced) {
  hd_drawing left = {.leaves = 8, .most = 256, .negative = true, .on_paths = true};
  hd_drawing right = {.leaves = 8, .most = 64, .negative = true};
  hd_score score[] = {{.operation = "composition by mode"}, {.operation = "coalesce by mode"}};
  hd_judge_drawn(judge, score, HD_COUNT(score), hd_pairs_seed("two_tiler", 2), &left, &right);
  for (int k = 0; k < HD_COUNT(score); k++) {
    ck_assert_int_gt(score[k].answered, HD_DRAWN / 10);
    ck_assert_int_gt(score[k].refused, HD_DRAWN / 10);
  }
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"small", small_layouts_are_tiled_and_coalesced},
      {"drawn", drawn_layouts_are_tiled_and_coalesced},
  };
  return hd_test_main("two_tiler", test, HD_COUNT(test));
}
