/* Two operands at a time: all pairs of small layouts, and pairs drawn from a seed, with what each says worked out.
 *
 * Invariant: a judge is a function of two operands that returns only when an operation did right by them, and counts
 * whether it answered. What it compares with is computed by plain.h: nothing here asks algebra/ for a value, only to
 * build what is drawn. */
#ifndef HEDDLE_TESTS_SUPPORT_PAIRS_H
#define HEDDLE_TESTS_SUPPORT_PAIRS_H

#include "plain.h"

/* ---- operands ---- */

enum { HD_OPERAND_SIZE = 256, HD_OPERAND_LEAVES = 8 };

typedef struct hd_operand {
  hd_layout layout;
  hd_plain plain;
  int64_t value[HD_OPERAND_SIZE];
  int modes; /* at the top; a scalar is its own mode */
  hd_layout mode[HD_OPERAND_LEAVES];
  hd_plain part[HD_OPERAND_LEAVES]; /* the leaves of each */
} hd_operand;

/* Works out a layout of at most HD_OPERAND_SIZE coordinates and HD_OPERAND_LEAVES leaves. */
void hd_operand_of(const hd_layout *layout, hd_operand *operand);
/* The modes of any layout at the top (itself, for a scalar). Returns their number. */
int hd_modes_of(const hd_layout *layout, hd_layout *mode);

/* Only their sizes. */
int hd_mode_sizes_of(const hd_layout *layout, int64_t *size);
/* The operand's modes as a tiler by mode; a mode that begins with the leaf 3:0 stands for `_`. */
void hd_operand_tiler(const hd_operand *operand, hd_tiler *tiler);
bool hd_operand_is_any(const hd_operand *operand, int mode);

/* How often an operation answered, said yes (where it has a yes and a no), and refused. */
typedef struct hd_score {
  const char *operation;
  int64_t answered, yes, refused;
} hd_score;

typedef void hd_pair_judge(const hd_operand *a, const hd_operand *b, hd_score *score);

enum { HD_PAIRS_ONE = 4 * 9, HD_PAIRS_TWO = HD_PAIRS_ONE * HD_PAIRS_ONE, HD_PAIRS_SMALL = HD_PAIRS_ONE + HD_PAIRS_TWO };
/* Layout `number` of those of one or two leaves with extents 1 to 4 and strides 0 to 8: first the scalars. */
const hd_operand *hd_pairs_small(int number);

/* What is drawn. */
typedef struct hd_drawing {
  int leaves;                                             /* at most */
  int64_t most;                                           /* largest size */
  bool negative;                                          /* strides below 0 too */
  bool on_paths;                                          /* every third one on the paths @0 and @1 */
  bool compact;                                           /* strides mostly those of a compact layout in some order */
  bool (*fits)(const hd_operand *a, const hd_operand *b); /* of right operands: else another pair is drawn; or NULL */
} hd_drawing;

enum { HD_DRAWN = 100000 };

/* 0..below-1, moving the seed on. */
int64_t hd_pairs_draw(uint64_t *seed, int64_t below);
void hd_draw_operand(uint64_t *seed, const hd_drawing *how, hd_operand *operand);
/* The seed of this run: HEDDLE_SEED, or the suite's own. Prints it. */
uint64_t hd_pairs_seed(const char *suite, uint64_t standard);

/* Judges all pairs of small layouts, or HD_DRAWN pairs of drawn ones; then prints the scores, and fails the test unless
 * each of the `count` operations answered or refused every time. */
void hd_judge_small(hd_pair_judge *judge, hd_score *score, int count);
void hd_judge_drawn(hd_pair_judge *judge, hd_score *score, int count, uint64_t seed, const hd_drawing *left,
                    const hd_drawing *right);

/* Demands that each answered and refused more often than so. */
void hd_expect_often(const hd_score *score, int count, int64_t answered, int64_t refused);

/* ---- verdicts shared by suites ---- */

/* value[i + count*j] = value[i] + more[j] for j < times; more[0] is 0. Returns count * times. */
int64_t hd_outer_sum(int64_t *value, int64_t count, const int64_t *more, int64_t times);
/* Whether `fine` is nested like `coarse` or deeper, with equal sizes. */
bool hd_is_refined(const hd_layout *coarse, const hd_layout *fine);
/* Demands that R's leaves have these values, one after another, on paths if A is. */
void hd_expect_values(const char *operation, const hd_operand *a, const hd_operand *b, const hd_layout *r,
                      const int64_t *value, int64_t count);

#endif
