/* Operands are made once and handed to judges by pointer. */
#include "tests/support/pairs.h"

#include "proofs/definition_parts.h"
#include "proofs/oracle.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* What must hold of the test itself. Check's own asserts write a line each, which the inside of a sweep cannot bear. */
static void demand(bool holds) { EXPECT(holds, "the operands are beyond what the test is made for"); }

/* ---- operands ---- */

int hd_modes_of(const hd_layout *layout, hd_layout *mode) {
  hd_part part[HD_MAX_LEAVES];
  int count = hd_part_modes(&layout->profile, hd_part_all(&layout->profile), part);
  for (int k = 0; k < count; k++) {
    bool moves = false;
    hd_part_layout(layout, part[k], &mode[k]);
    for (int leaf = 0; leaf < mode[k].profile.leaves; leaf++)
      moves = moves || (layout->on_axes && mode[k].stride[leaf] != 0);
    mode[k].on_axes = moves;
  }
  return count;
}

void hd_operand_of(const hd_layout *layout, hd_operand *operand) {
  memset(&operand->layout, 0, sizeof operand->layout);
  hd_layout_copy(&operand->layout, layout);
  hd_plain_of(layout, &operand->plain);
  demand(operand->plain.size <= HD_OPERAND_SIZE);
  hd_plain_values(&operand->plain, operand->value);
  demand(layout->profile.leaves <= HD_OPERAND_LEAVES);
  operand->modes = hd_modes_of(layout, operand->mode);
  for (int k = 0; k < operand->modes; k++) hd_plain_of(&operand->mode[k], &operand->part[k]);
}

bool hd_operand_is_any(const hd_operand *operand, int mode) {
  return operand->part[mode].shape[0] == 3 && operand->part[mode].stride[0] == 0;
}

void hd_operand_tiler(const hd_operand *operand, hd_tiler *tiler) {
  hd_tiler_clear(tiler);
  for (int k = 0; k < operand->modes; k++)
    demand(hd_tiler_append(tiler, hd_operand_is_any(operand, k) ? NULL : &operand->mode[k]));
  demand(hd_profile_wrap(&tiler->profile, 0));
}

int hd_mode_sizes_of(const hd_layout *layout, int64_t *size) {
  hd_part part[HD_MAX_LEAVES];
  int count = hd_part_modes(&layout->profile, hd_part_all(&layout->profile), part);
  for (int k = 0; k < count; k++) {
    size[k] = 1;
    for (int leaf = part[k].begin; leaf < part[k].end; leaf++) size[k] *= layout->shape[leaf];
  }
  return count;
}

const hd_operand *hd_pairs_small(int number) {
  static hd_operand *all;
  if (!all) {
    all = calloc(HD_PAIRS_SMALL, sizeof *all);
    ck_assert_ptr_nonnull(all);
    for (int n = 0; n < HD_PAIRS_SMALL; n++) {
      hd_layout layout;
      bool scalar = n < HD_PAIRS_ONE;
      int k = scalar ? n : n - HD_PAIRS_ONE;
      memset(&layout, 0, sizeof layout);
      layout.profile.leaves = scalar ? 1 : 2;
      if (!scalar) layout.profile.open[0] = layout.profile.close[1] = 1;
      for (int leaf = 0; leaf < layout.profile.leaves; leaf++, k /= HD_PAIRS_ONE) {
        layout.shape[leaf] = k % HD_PAIRS_ONE % 4 + 1;
        layout.stride[leaf] = k % HD_PAIRS_ONE / 4;
      }
      hd_operand_of(&layout, &all[n]);
    }
  }
  return &all[number];
}

/* ---- drawing ---- */

int64_t hd_pairs_draw(uint64_t *seed, int64_t below) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (int64_t)((*seed >> 33) % (uint64_t)below);
}

static int64_t draw_stride(uint64_t *seed, const hd_drawing *how, int64_t end) {
  int64_t kind = hd_pairs_draw(seed, how->compact ? 12 : 8);
  if (kind == 0) return 0;
  if (kind == 1) return hd_pairs_draw(seed, 13);
  if (kind == 2) return hd_pairs_draw(seed, 60);
  if (kind == 3) return how->negative ? -hd_pairs_draw(seed, 9) : end;
  if (kind == 4) return end * (1 + hd_pairs_draw(seed, 3));
  return end;
}

/* Puts brackets round some of the last modes, as often as the seed says. */
static void draw_nesting(uint64_t *seed, hd_layout *layout, int leaves) {
  int begin[HD_MAX_LEAVES], modes = 0;
  for (int k = 0; k < leaves; k++) {
    demand(hd_layout_append_leaf(layout, 1, 0, HD_AXIS_INTEGER));
    begin[modes++] = k;
    while (modes > 1 && hd_pairs_draw(seed, 5) == 0) {
      modes -= (int)hd_pairs_draw(seed, modes < 3 ? modes : 3);
      demand(hd_layout_wrap(layout, begin[modes - 1]));
    }
  }
  if (leaves > 1 || hd_pairs_draw(seed, 2)) demand(hd_layout_wrap(layout, 0));
}

void hd_draw_operand(uint64_t *seed, const hd_drawing *how, hd_operand *operand) {
  static const int64_t extents[] = {1, 2, 2, 2, 3, 3, 4, 5, 6, 8, 12};
  hd_layout layout;
  int leaves = 1 + (int)hd_pairs_draw(seed, how->leaves), place[HD_MAX_LEAVES];
  int64_t size = 1, end = 1;
  bool on_paths = how->on_paths && hd_pairs_draw(seed, 3) == 0, ordered = hd_pairs_draw(seed, 2);
  hd_layout_clear(&layout);
  draw_nesting(seed, &layout, leaves);
  for (int k = 0; k < leaves; k++) {
    int j = ordered ? k : (int)hd_pairs_draw(seed, k + 1);
    place[k] = place[j];
    place[j] = k;
  }
  for (int k = 0; k < leaves; k++) {
    int leaf = place[k];
    int64_t extent = extents[hd_pairs_draw(seed, leaves > 4 ? 7 : HD_COUNT(extents))];
    if (size * extent > how->most) extent = 1;
    int64_t stride = draw_stride(seed, how, end);
    layout.shape[leaf] = extent;
    layout.stride[leaf] = stride;
    layout.axis[leaf] = HD_AXIS_INTEGER;
    if (on_paths && stride != 0) {
      int step = (int)hd_pairs_draw(seed, 2);
      demand(hd_axis_from_path(&step, 1, &layout.axis[leaf]));
      layout.on_axes = true;
    }
    size *= extent;
    if (stride > 0 && extent * stride < (on_paths ? 256 : 4096)) end = extent * stride;
  }
  hd_operand_of(&layout, operand);
}

uint64_t hd_pairs_seed(const char *suite, uint64_t standard) {
  const char *text = getenv("HEDDLE_SEED");
  uint64_t seed = text ? strtoull(text, NULL, 0) : standard;
  printf("%s: seed %" PRIu64 " (HEDDLE_SEED=%" PRIu64 " draws the same again)\n", suite, seed, seed);
  return seed;
}

/* ---- judging ---- */

static void close_scores(const char *of, const hd_score *score, int count, int64_t pairs) {
  for (int k = 0; k < count; k++) {
    printf("%s: %" PRId64 " %s: %" PRId64 " answered", score[k].operation, pairs, of, score[k].answered);
    if (score[k].yes) printf(" (%" PRId64 " yes)", score[k].yes);
    printf(", %" PRId64 " refused\n", score[k].refused);
    EXPECT(score[k].answered + score[k].refused == pairs, "%s: %lld of %lld were judged", score[k].operation,
           (long long)(score[k].answered + score[k].refused), (long long)pairs);
  }
  fflush(stdout);
}

void hd_judge_small(hd_pair_judge *judge, hd_score *score, int count) {
  int64_t one = 4 * 9, all = one + one * one;
  for (int n = 0; n < HD_PAIRS_SMALL; n++)
    for (int m = 0; m < HD_PAIRS_SMALL; m++) judge(hd_pairs_small(n), hd_pairs_small(m), score);
  close_scores("pairs", score, count, all * all);
}

void hd_judge_drawn(hd_pair_judge *judge, hd_score *score, int count, uint64_t seed, const hd_drawing *left,
                    const hd_drawing *right) {
  hd_operand a, b;
  for (int n = 0; n < HD_DRAWN; n++) {
    do {
      hd_draw_operand(&seed, left, &a);
      hd_draw_operand(&seed, right, &b);
    } while (right->fits && !right->fits(&a, &b));
    judge(&a, &b, score);
  }
  close_scores("drawn", score, count, 100000);
}

void hd_expect_often(const hd_score *score, int count, int64_t answered, int64_t refused) {
  for (int k = 0; k < count; k++) {
    ck_assert_int_gt(score[k].answered, answered);
    ck_assert_int_gt(score[k].refused, refused);
  }
}

int64_t hd_outer_sum(int64_t *value, int64_t count, const int64_t *more, int64_t times) {
  for (int64_t j = 1; j < times; j++)
    for (int64_t i = 0; i < count; i++) value[j * count + i] = value[i] + more[j];
  return count * times;
}

bool hd_is_refined(const hd_layout *coarse, const hd_layout *fine) {
  if (coarse->profile.leaves == 1 && coarse->profile.open[0] == 0) {
    int64_t size = 1;
    for (int k = 0; k < fine->profile.leaves; k++) size *= fine->shape[k];
    return size == coarse->shape[0];
  }
  return hd_oracle_refines(coarse, fine);
}

void hd_expect_values(const char *operation, const hd_operand *a, const hd_operand *b, const hd_layout *r,
                      const int64_t *value, int64_t count) {
  static int64_t got[HD_OPERAND_SIZE * HD_OPERAND_SIZE * 4];
  hd_plain plain;
  hd_plain_of(r, &plain);
  bool same = plain.size == count && count <= HD_COUNT(got);
  if (same) hd_plain_values(&plain, got);
  EXPECT(same, "%s of %s and %s: %s has not %lld coordinates", operation, hd_test_show(&a->layout),
         hd_test_show(&b->layout), hd_test_show(r), (long long)count);
  for (int64_t i = 0; i < count; i++)
    EXPECT(got[i] == value[i] && (value[i] == 0 || plain.on_paths == a->plain.on_paths),
           "%s of %s and %s: %s is wrong at %lld", operation, hd_test_show(&a->layout), hd_test_show(&b->layout),
           hd_test_show(r), (long long)i);
}
