/* The steps of compositions, divides and products: the pieces that they tell are the answer under the oracle's own
 * evaluation, and what breaks is broken there. */
#include "proofs/oracle.h"
#include "tests/support/family.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

enum { PIECES = 8 };

/* What a callback has been told at depth 0, and how the steps ended. */
typedef struct heard {
  int steps, pieces, breaks;
  bool breaks_last;
  int64_t number[3]; /* of the step that breaks */
  hd_layout piece[PIECES];
} heard;

static bool hear(void *context, const hd_trace_step *step) {
  heard *h = context;
  h->steps++;
  h->breaks_last = step->kind == HD_TRACE_BREAK;
  if (h->breaks_last) {
    h->breaks++;
    memcpy(h->number, step->number, sizeof h->number);
  }
  if (step->depth > 0 || step->kind != HD_TRACE_PIECE) return true;
  EXPECT(h->pieces < PIECES && step->piece != NULL, "a piece too many, or none");
  hd_layout_copy(&h->piece[h->pieces++], step->piece);
  return true;
}

static hd_trace listen(heard *h) {
  h->steps = h->pieces = h->breaks = 0;
  h->breaks_last = false;
  return (hd_trace){hear, h};
}

/* One composition: the trace answers as the operation does; the sum of what the leaves became is A(B(c)) at every
 * coordinate; a refusal names an index of A, its value there, and another that would be needed. */
static hd_status judge(const hd_layout *a, const hd_layout *b) {
  hd_layout plain, traced;
  hd_error error, other;
  heard h;
  hd_trace trace = listen(&h);
  hd_test_stamp(&traced, sizeof traced);
  hd_status status = hd_composition(a, b, &error, &plain);
  EXPECT(hd_trace_composition(&trace, a, b, &other, &traced) == status, "%s o %s: the trace ends otherwise",
         hd_test_show(a), hd_test_show(b));
  hd_oracle_axes axes;
  hd_oracle_layout_axes(a, &axes);
  int64_t size, value[2], part[2], sum[2];
  EXPECT(axes.count <= 2 && hd_oracle_size(b, &size) == HD_OK, "too much for this test");
  if (status == HD_UNDEFINED) {
    EXPECT(h.breaks_last && hd_test_is_stamped(&traced, sizeof traced), "%s o %s: %d breaks", hd_test_show(a),
           hd_test_show(b), h.breaks);
    EXPECT(h.number[1] != h.number[2] &&
               (b->on_axes || (hd_oracle_at(a, h.number[0], &axes, value) == HD_OK &&
                               (h.number[1] == value[0] || h.number[1] == value[axes.count - 1]))),
           "%s o %s: A(%d) is not %d", hd_test_show(a), hd_test_show(b), (int)h.number[0], (int)h.number[1]);
    return status;
  }
  EXPECT(status == HD_OK && h.breaks == 0 && hd_is_identical(&plain, &traced) && h.pieces == b->profile.leaves,
         "%s o %s: %d pieces, %d breaks", hd_test_show(a), hd_test_show(b), h.pieces, h.breaks);
  EXPECT(h.steps <= 3 + a->profile.leaves + b->profile.leaves * (8 + a->profile.leaves), "%s o %s: %d steps",
         hd_test_show(a), hd_test_show(b), h.steps);
  for (int64_t c = 0; c < size; c++) {
    int64_t rest = c;
    EXPECT(hd_oracle_at_composed(a, b, c, &axes, value) == HD_OK, "the oracle failed");
    memset(sum, 0, sizeof sum);
    for (int k = 0; k < h.pieces; rest /= b->shape[k++]) {
      EXPECT(hd_oracle_at(&h.piece[k], rest % b->shape[k], &axes, part) == HD_OK, "the oracle failed");
      for (int j = 0; j < axes.count; j++) sum[j] += part[j];
    }
    for (int j = 0; j < axes.count; j++)
      EXPECT(sum[j] == value[j], "%s o %s: at %d the pieces add up to %d", hd_test_show(a), hd_test_show(b), (int)c,
             (int)sum[j]);
  }
  return status;
}

static const int64_t extents[] = {1, 2, 3, 4}, strides[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};

static hd_family flat(int leaves, int stride_count) {
  return (hd_family){.leaves = leaves, .extents = 4, .extent = extents, .strides = stride_count, .stride = strides};
}

/* Of all pairs of layouts of one or two leaves, extents to 4 and strides to 8, every fourth. */
START_TEST(the_pieces_of_a_composition_add_up) {
  int64_t answered = 0, refused = 0;
  for (int left = 1; left <= 2; left++)
    for (int right = 1; right <= 2; right++) {
      hd_family as = flat(left, 9), bs = flat(right, 9);
      for (int64_t m = 0; m < hd_family_count(&as); m++)
        for (int64_t n = m % 4; n < hd_family_count(&bs); n += 4) {
          hd_layout a, b;
          hd_family_at(&as, m, &a);
          hd_family_at(&bs, n, &b);
          hd_status status = judge(&a, &b);
          answered += status == HD_OK;
          refused += status == HD_UNDEFINED;
        }
    }
  ck_assert_int_eq(answered + refused, 1332 * 1332 / 4);
  ck_assert_int_gt(refused, 10000);
  ck_assert_int_gt(answered, 100000);
}
END_TEST

START_TEST(paths_negative_strides_and_larger_ones_add_up_too) {
  uint64_t seed = 20261;
  int64_t answered = 0, refused = 0;
  for (int n = 0; n < 20000; n++) {
    hd_layout a, b, r;
    hd_draw_layout(&seed, 3, 48, n % 4 == 1, &a);
    hd_draw_layout(&seed, 2, 24, n % 4 == 2, &b);
    hd_status status = hd_composition(&a, &b, NULL, &r);
    if (status != HD_OK && status != HD_UNDEFINED) continue;
    (void)judge(&a, &b);
    answered += status == HD_OK;
    refused += status == HD_UNDEFINED;
  }
  hd_family as = hd_family_small(2), bs = hd_family_few(1);
  for (int64_t m = 0; m < hd_family_count(&as); m++)
    for (int64_t n = 0; n < hd_family_count(&bs); n++) {
      hd_layout a, b;
      hd_family_at(&as, m, &a);
      hd_family_at(&bs, n, &b);
      (void)judge(&a, &b);
    }
  ck_assert_int_gt(answered, 4000);
  ck_assert_int_gt(refused, 1000);
}
END_TEST

/* The rows of users who did not understand a refusal: the step that breaks says where. */
START_TEST(a_refusal_ends_where_it_breaks) {
  static const struct {
    const char *a, *b;
    int64_t index, value, needed;
  } row[] = {{"(4,6,8):(2,3,5)", "6:3", 9, 8, 13},
             {"(6,2):(1,7)", "(3,2):(2,3)", 7, 8, 7},
             {"(4,8):(2,1)", "33:5", 20, 5, 12},
             {"(9,1,32):(1,10,0)", "4:6", 18, 0, 9},
             {"((6,2),2):((1,7),3)", "(3,2):(2@0,3@0)", 7, 8, 7}};
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout a = hd_test_layout(row[n].a), b = hd_test_layout(row[n].b), r;
    heard h;
    hd_trace trace = listen(&h);
    ck_assert_int_eq(hd_trace_composition(&trace, &a, &b, NULL, &r), HD_UNDEFINED);
    ck_assert_msg(h.breaks_last && h.number[0] == row[n].index && h.number[1] == row[n].value &&
                      h.number[2] == row[n].needed,
                  "%s o %s: %d, %d, %d", row[n].a, row[n].b, (int)h.number[0], (int)h.number[1], (int)h.number[2]);
  }
}
END_TEST

/* ---- under a tiler ---- */

/* All leaves of the pieces in a row. */
static void row_of(const heard *h, int first, int step, hd_layout *row) {
  for (int k = first; k < h->pieces; k += step)
    for (int leaf = 0; leaf < h->piece[k].profile.leaves; leaf++)
      EXPECT(hd_layout_append_leaf(row, h->piece[k].shape[leaf], h->piece[k].stride[leaf],
                                   hd_layout_axis(&h->piece[k], leaf)),
             "capacity");
}

typedef hd_status by_tiler(const hd_layout *, const hd_tiler *, hd_error *, hd_layout *);
static by_tiler *const tilings[] = {hd_logical_divide,  hd_zipped_divide,  hd_tiled_divide,  hd_flat_divide,
                                    hd_logical_product, hd_zipped_product, hd_tiled_product, hd_flat_product};

/* Insides and outsides, put in a row as the tiling does, have the answer's values. */
static hd_status judge_tiling(int tiling, const hd_layout *a, const hd_tiler *tiler) {
  hd_layout plain, traced, row;
  heard h;
  hd_trace trace = listen(&h);
  bool same, logical = tiling % 4 == 0;
  int64_t where;
  hd_status status = tilings[tiling](a, tiler, NULL, &plain);
  hd_error error;
  EXPECT(hd_trace_tile(&trace, (hd_trace_tiling)tiling, a, tiler, &error, &traced) == status,
         "tiling %d of %s: the trace ends otherwise", tiling, hd_test_show(a));
  if (status == HD_UNDEFINED) EXPECT(h.breaks_last && h.breaks == 1, "%s: %d breaks", hd_test_show(a), h.breaks);
  if (status != HD_OK) return status;
  EXPECT(h.breaks == 0 && hd_is_identical(&plain, &traced), "%s: %d breaks", hd_test_show(a), h.breaks);
  hd_layout_clear(&row);
  row_of(&h, 0, logical ? 1 : 2, &row);
  if (!logical) row_of(&h, 1, 2, &row);
  if (row.profile.leaves > 1) EXPECT(hd_layout_wrap(&row, 0), "depth");
  EXPECT(hd_oracle_is_equivalent(&row, &plain, &same, &where) == HD_OK && same, "tiling %d of %s: %s, pieces %s",
         tiling, hd_test_show(a), hd_test_show(&plain), hd_test_show(&row));
  return status;
}

START_TEST(the_pieces_of_divides_and_products_are_the_answer) {
  int64_t answered = 0, refused = 0;
  hd_family as = flat(2, 6), tiles = flat(1, 6);
  for (int64_t m = 0; m < hd_family_count(&as); m++)
    for (int64_t n = 0; n < hd_family_count(&tiles); n++) {
      hd_layout a, one, two;
      hd_tiler whole, modes;
      hd_family_at(&as, m, &a);
      hd_family_at(&tiles, n, &one);
      hd_family_at(&tiles, (m + 5 * n) % hd_family_count(&tiles), &two);
      hd_tiler_clear(&modes);
      EXPECT(hd_tiler_layout(&one, &whole) && hd_tiler_append(&modes, &one) && hd_tiler_append(&modes, &two) &&
                 hd_profile_wrap(&modes.profile, 0),
             "a tiler");
      hd_status first = judge_tiling((int)(m + n) % 8, &a, &whole), second = judge_tiling((int)n % 8, &a, &modes);
      answered += (first == HD_OK) + (second == HD_OK);
      refused += (first == HD_UNDEFINED) + (second == HD_UNDEFINED);
    }
  ck_assert_int_gt(answered, 2000);
  ck_assert_int_gt(refused, 1000);
}
END_TEST

START_TEST(modes_under_an_underscore_and_beyond_the_tiler_are_told) {
  static const char *const layouts[] = {"(4,6):(1,4)", "(4,(2,3)):(1,(4,8))", "((2,2),3,5):((1,2),4,12)"};
  static const char *const tilers[] = {"[2:1]", "[2:1;_]", "[_;2:1]", "[[2:1;_]]"};
  int64_t answered = 0;
  for (int m = 0; m < HD_COUNT(layouts); m++)
    for (int n = 0; n < HD_COUNT(tilers); n++)
      for (int tiling = 0; tiling < HD_COUNT(tilings); tiling++) {
        hd_layout a = hd_test_layout(layouts[m]), plain, traced;
        hd_tiler tiler = hd_test_tiler(tilers[n]);
        hd_error error;
        heard h;
        hd_trace trace = listen(&h);
        hd_status status = tilings[tiling](&a, &tiler, NULL, &plain);
        ck_assert_int_eq(hd_trace_tile(&trace, (hd_trace_tiling)tiling, &a, &tiler, &error, &traced), status);
        if (status != HD_OK) continue;
        ck_assert(hd_is_identical(&plain, &traced));
        answered++;
        status = hd_composition_by_mode(&a, &tiler, NULL, &plain);
        trace = listen(&h);
        ck_assert_int_eq(hd_trace_composition_by_mode(&trace, &a, &tiler, &error, &traced), status);
        if (status == HD_OK) ck_assert(hd_is_identical(&plain, &traced) && h.pieces >= tiler.profile.leaves);
      }
  ck_assert_int_gt(answered, 60);
}
END_TEST

START_TEST(a_gap_that_no_tile_fills_breaks_a_divide) {
  hd_layout a = hd_test_layout("12:1");
  hd_tiler tiler = hd_test_tiler("(2,2):(1,5)");
  heard h;
  hd_trace trace = listen(&h);
  ck_assert_int_eq(hd_trace_tile(&trace, HD_TRACE_LOGICAL_DIVIDE, &a, &tiler, NULL, &a), HD_UNDEFINED);
  ck_assert(h.breaks_last);
  ck_assert_int_eq(h.number[0], 4);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"the pieces of a composition add up", the_pieces_of_a_composition_add_up},
      {"paths, negative strides and larger ones", paths_negative_strides_and_larger_ones_add_up_too},
      {"a refusal ends where it breaks", a_refusal_ends_where_it_breaks},
      {"divides and products", the_pieces_of_divides_and_products_are_the_answer},
      {"under an underscore and beyond the tiler", modes_under_an_underscore_and_beyond_the_tiler_are_told},
      {"a gap breaks a divide", a_gap_that_no_tile_fills_breaks_a_divide},
  };
  return hd_test_main("trace_composition", test, HD_COUNT(test));
}
