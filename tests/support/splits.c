/* The pieces of each mode are made once; then four answers are compared with four orders of them. */
#include "tests/support/splits.h"

#include "tests/support/suite.h"
#include "tests/support/text.h"

#define CASE "%s of %s and %s: "
#define SHOW(name, pieces) (name), hd_test_show(&(pieces)->a->layout), hd_test_show(&(pieces)->b->layout)

enum { LOGICAL, ZIPPED, TILED, FLAT, PIECES = HD_OPERAND_LEAVES, POINTS = 1 << 18 };

typedef struct pieces {
  const hd_operand *a, *b;
  bool whole;  /* the tiler is one layout */
  int count;   /* of elements */
  int modes;   /* of the layout: those from `count` on stay whole */
  int failing; /* the first mode that cannot be split; -1: none */
  bool mixed;  /* a mode that does not move gets moves on integers beside modes on paths, which no layout has */
  const hd_layout *mode[PIECES], *element[PIECES]; /* element NULL: `_` */
  hd_layout inside[PIECES], outside[PIECES];       /* as the logical answer has them */
} pieces;

static hd_piece made[PIECES];

void hd_plain_layout(const hd_plain *plain, hd_layout *layout) {
  memset(layout, 0, sizeof *layout);
  layout->profile.leaves = (uint8_t)plain->leaves;
  if (plain->leaves > 1) layout->profile.open[0] = layout->profile.close[plain->leaves - 1] = 1;
  for (int k = 0; k < plain->leaves; k++) {
    layout->shape[k] = plain->shape[k];
    layout->stride[k] = plain->stride[k];
  }
}

/* What stays whole: inside 1:0 and itself outside. */
static void keep_whole(const hd_layout *mode, hd_piece *piece) {
  hd_plain plain;
  hd_plain_of(mode, &plain);
  EXPECT(plain.size <= HD_PIECE_SIZE, "a mode is too large for the test");
  piece->insides = 1;
  piece->inside[0] = 0;
  piece->outsides = plain.size;
  hd_plain_values(&plain, piece->outside);
}

static bool moves(const int64_t *value, int64_t count) {
  for (int64_t i = 0; i < count; i++)
    if (value[i] != 0) return true;
  return false;
}

static void split_all(const hd_splitting *splitting, pieces *p) {
  p->failing = -1;
  p->mixed = false;
  for (int k = 0; k < p->modes && p->failing < 0; k++) {
    if (k >= p->count || !p->element[k]) keep_whole(p->mode[k], &made[k]);
    else if (!splitting->split(p->mode[k], p->element[k], &made[k])) p->failing = k;
    else if (p->a->plain.on_paths && !p->mode[k]->on_axes)
      p->mixed = p->mixed || moves(made[k].outside, made[k].outsides);
  }
}

/* ---- the logical answer ---- */

/* Takes a mode apart into the two that it must consist of. */
static void expect_pair(const hd_splitting *splitting, pieces *p, int k, const hd_layout *pair) {
  hd_layout half[HD_MAX_LEAVES];
  EXPECT(hd_modes_of(pair, half) == 2 && hd_is_refined(&made[k].inside_shape, &half[0]) &&
             hd_is_refined(&made[k].outside_shape, &half[1]),
         CASE "mode %d is %s", SHOW(splitting->name[LOGICAL], p), k, hd_test_show(pair));
  p->inside[k] = half[0];
  p->outside[k] = half[1];
}

static void expect_logical(const hd_splitting *splitting, pieces *p, const hd_layout *r) {
  static int64_t wanted[POINTS];
  hd_layout mode[HD_MAX_LEAVES];
  int64_t count = 1;
  wanted[0] = 0;
  int modes = hd_modes_of(r, mode);
  EXPECT(p->whole || modes == p->modes, CASE "%s has %d modes", SHOW(splitting->name[LOGICAL], p), hd_test_show(r),
         modes);
  for (int k = 0; k < p->modes; k++) {
    EXPECT(count * made[k].insides * made[k].outsides <= POINTS, "too large for the test");
    count = hd_outer_sum(wanted, count, made[k].inside, made[k].insides);
    count = hd_outer_sum(wanted, count, made[k].outside, made[k].outsides);
    bool whole = k >= p->count || !p->element[k];
    if (!whole) expect_pair(splitting, p, k, p->whole ? r : &mode[k]);
    else
      EXPECT(hd_is_refined(p->mode[k], &mode[k]), CASE "mode %d is %s", SHOW(splitting->name[LOGICAL], p), k,
             hd_test_show(&mode[k]));
    if (whole) p->outside[k] = mode[k];
  }
  hd_expect_values(splitting->name[LOGICAL], p->a, p->b, r, wanted, count);
}

/* ---- the other three ---- */

/* Under `_` a mode of rank 2 counts as split. */
static void split_untouched(pieces *p) {
  for (int k = 0; k < p->count; k++) {
    hd_layout half[HD_MAX_LEAVES];
    if (p->element[k]) continue;
    memset(&p->inside[k], 0, sizeof p->inside[k]);
    p->inside[k].profile.leaves = 1;
    p->inside[k].shape[0] = 1;
    if (hd_modes_of(p->mode[k], half) != 2) continue;
    hd_plain plain;
    p->inside[k] = half[0];
    p->outside[k] = half[1];
    hd_plain_of(&half[0], &plain);
    made[k].insides = plain.size;
    hd_plain_values(&plain, made[k].inside);
    keep_whole(&half[1], &made[k]);
    made[k].insides = plain.size;
    hd_plain_values(&plain, made[k].inside);
  }
}

/* Sizes of modes at the top, as they are to be. */
typedef struct sizes {
  int count;
  int64_t size[2 * HD_MAX_LEAVES];
} sizes;

/* One piece, as one mode or, for a tiler that is one layout, as its own modes. */
static void append_sizes(const pieces *p, const hd_layout *piece, int64_t size, sizes *wanted) {
  if (p->whole) wanted->count += hd_mode_sizes_of(piece, wanted->size + wanted->count);
  else wanted->size[wanted->count++] = size;
}

static void sizes_of(const pieces *p, int arrangement, sizes *wanted) {
  int64_t inside = 1, outside = 1;
  wanted->count = 0;
  for (int k = 0; k < p->count; k++) {
    if (arrangement == FLAT) append_sizes(p, &p->inside[k], made[k].insides, wanted);
    inside *= made[k].insides;
  }
  if (arrangement != FLAT) wanted->size[wanted->count++] = inside;
  for (int k = 0; k < p->modes; k++) {
    if (arrangement != ZIPPED) append_sizes(p, &p->outside[k], made[k].outsides, wanted);
    outside *= made[k].outsides;
  }
  if (arrangement == ZIPPED) wanted->size[wanted->count++] = outside;
}

/* All insides, then all outsides: leaf by leaf those of the logical answer, and with the definition's values. */
static void expect_arranged(const hd_splitting *splitting, pieces *p, int arrangement, const hd_layout *r) {
  static int64_t wanted[POINTS];
  const char *name = splitting->name[arrangement];
  hd_plain leaves, part, found;
  sizes sized;
  int64_t count = 1, size[HD_MAX_LEAVES];
  leaves.leaves = 0;
  leaves.size = 1;
  wanted[0] = 0;
  for (int k = 0; k < p->count; k++) {
    count = hd_outer_sum(wanted, count, made[k].inside, made[k].insides);
    hd_plain_of(&p->inside[k], &part);
    hd_plain_join(&leaves, &part, &leaves);
  }
  for (int k = 0; k < p->modes; k++) {
    count = hd_outer_sum(wanted, count, made[k].outside, made[k].outsides);
    hd_plain_of(&p->outside[k], &part);
    hd_plain_join(&leaves, &part, &leaves);
  }
  hd_expect_values(name, p->a, p->b, r, wanted, count);
  hd_plain_of(r, &found);
  bool same = found.leaves == leaves.leaves;
  for (int k = 0; same && k < found.leaves; k++)
    same = found.shape[k] == leaves.shape[k] && found.stride[k] == leaves.stride[k];
  EXPECT(same, CASE "%s has other leaves", SHOW(name, p), hd_test_show(r));
  sizes_of(p, arrangement, &sized);
  same = hd_mode_sizes_of(r, size) == sized.count;
  for (int k = 0; same && k < sized.count; k++) same = size[k] == sized.size[k];
  EXPECT(same, CASE "%s has other modes", SHOW(name, p), hd_test_show(r));
}

/* ---- judging ---- */

static void expect_refusal(const hd_splitting *splitting, const pieces *p, int k, hd_status status,
                           const hd_error *error) {
  const char *name = splitting->name[k];
  EXPECT(hd_test_is_error(error, status) && strcmp(error->caller ? error->caller : error->operation, name) == 0,
         CASE "the error does not name the operation", SHOW(name, p));
  if (p->failing < 0) return;
  EXPECT(splitting->explains(p->mode[p->failing], p->element[p->failing], error), CASE "mode %d: %s at %s",
         SHOW(name, p), p->failing, error->reason, hd_show_place(error));
}

static void judge(const hd_splitting *splitting, pieces *p, const hd_tiler *tiler, hd_score *score) {
  split_all(splitting, p);
  hd_status wanted = p->failing >= 0       ? HD_UNDEFINED
                     : p->count > p->modes ? HD_MISMATCH
                     : p->mixed            ? HD_MALFORMED
                                           : HD_OK;
  for (int k = 0; k < 4; k++) {
    hd_layout r;
    hd_error error;
    r.profile.leaves = UINT8_MAX;
    hd_status status = splitting->operation[k](&p->a->layout, tiler, &error, &r);
    EXPECT(status == wanted, CASE "%s, not %s", SHOW(splitting->name[k], p), hd_status_name(status),
           hd_status_name(wanted));
    if (status != HD_OK) {
      EXPECT(r.profile.leaves == UINT8_MAX, CASE "the result was touched", SHOW(splitting->name[k], p));
      expect_refusal(splitting, p, k, status, &error);
      score[k].refused++;
      continue;
    }
    if (k == LOGICAL) {
      expect_logical(splitting, p, &r);
      split_untouched(p);
    } else {
      expect_arranged(splitting, p, k, &r);
    }
    score[k].answered++;
  }
}

void hd_judge_splits(const hd_splitting *splitting, const hd_operand *a, const hd_operand *b, hd_score *score) {
  static pieces p;
  hd_tiler tiler;
  p.a = a;
  p.b = b;
  p.whole = true;
  p.count = p.modes = 1;
  p.mode[0] = &a->layout;
  p.element[0] = &b->layout;
  EXPECT(hd_tiler_layout(&b->layout, &tiler), "no tiler");
  judge(splitting, &p, &tiler, score);
  p.whole = false;
  p.count = b->modes;
  p.modes = a->modes;
  for (int k = 0; k < a->modes; k++) p.mode[k] = &a->mode[k];
  for (int k = 0; k < b->modes; k++) p.element[k] = hd_operand_is_any(b, k) ? NULL : &b->mode[k];
  hd_operand_tiler(b, &tiler);
  judge(splitting, &p, &tiler, score + 4);
}

void hd_expect_arranged_alike(const hd_score *score) {
  for (int k = 1; k < 4; k++) {
    ck_assert_int_eq(score[k].answered, score[0].answered);
    ck_assert_int_eq(score[4 + k].answered, score[4].answered);
  }
}
