/* Product: exactly (A, complement(A) o B), and the same pieces in other arrangements. */
#include "algebra/product.h"

#include "proofs/oracle.h"
#include "tests/support/family.h"
#include "tests/support/judge.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

typedef hd_status product(const hd_layout *layout, const hd_tiler *tiler, hd_error *error, hd_layout *result);
typedef hd_status blocks(const hd_layout *block, const hd_layout *tiler, hd_error *error, hd_layout *result);

static product *const all[] = {hd_logical_product, hd_zipped_product, hd_tiled_product, hd_flat_product};

/* ---- a tiler that is one layout ---- */

typedef struct tally {
  int64_t answered, no_complement, no_composition;
} tally;

/* Two copies coincide where B has the same value, and meet nowhere else. */
static void judge_copies(const hd_layout *a, const hd_layout *b, const hd_layout *moves) {
  for (int64_t i = 0; i < hd_size(b); i++)
    for (int64_t j = 0; j < i; j++) {
      hd_layout copy = *a;
      bool apart;
      if (hd_test_at(b, i) == hd_test_at(b, j)) {
        EXPECT(hd_test_at(moves, i) == hd_test_at(moves, j), "%s x %s", hd_test_show(a), hd_test_show(b));
        continue;
      }
      EXPECT(hd_oracle_is_disjoint(&copy, hd_test_at(moves, i) - hd_test_at(moves, j), a, &apart) == HD_OK && apart,
             "%s x %s: %d, %d", hd_test_show(a), hd_test_show(b), (int)i, (int)j);
    }
}

static void judge_product(const hd_layout *a, const hd_layout *b, tally *counts) {
  hd_layout steps, r, into = *a;
  hd_tiler tiler;
  hd_error error;
  hd_oracle_verdict verdict;
  bool right;
  int64_t where;
  const char *undefined = NULL;
  hd_tiler_layout(b, &tiler);
  hd_test_stamp(&r, sizeof r);
  hd_status status = hd_logical_product(a, &tiler, &error, &r);
  if (hd_complement_unbounded(a, NULL, &steps) != HD_OK) undefined = "complement";
  else if (hd_oracle_composition(&steps, b, &verdict) != HD_OK) ck_abort_msg("the oracle failed");
  else if (!verdict.exists) undefined = "composition";
  EXPECT(status == (undefined ? HD_UNDEFINED : HD_OK), "%s x %s: %s", hd_test_show(a), hd_test_show(b),
         hd_status_name(status));
  if (undefined) {
    *(strcmp(undefined, "complement") == 0 ? &counts->no_complement : &counts->no_composition) += 1;
    EXPECT(hd_test_is_error(&error, HD_UNDEFINED) && strcmp(error.operation, undefined) == 0, "%s x %s: %s",
           hd_test_show(a), hd_test_show(b), error.operation);
    EXPECT(error.caller && strcmp(error.caller, "logical_product") == 0, "no caller");
    EXPECT(hd_logical_product(a, &tiler, NULL, &r) == status && hd_test_is_stamped(&r, sizeof r), "touched");
    return;
  }
  hd_layout copies = hd_test_mode(&r, 0), moves = hd_test_mode(&r, 1);
  EXPECT(hd_test_is_valid(&r) && hd_rank(&r.profile) == 2 && hd_is_identical(&copies, a), "%s x %s: %s",
         hd_test_show(a), hd_test_show(b), hd_test_show(&r));
  EXPECT(hd_oracle_is_composition(&steps, b, &moves, &right, &where) == HD_OK && right, "%s x %s: %s at %d",
         hd_test_show(a), hd_test_show(b), hd_test_show(&r), (int)where);
  judge_copies(a, b, &moves);
  EXPECT(hd_logical_product(&into, &tiler, NULL, &into) == HD_OK && hd_is_identical(&into, &r), "into itself");
  counts->answered++;
}

START_TEST(a_layout_multiplies_as_the_definition_says) {
  tally counts = {0};
  for (int leaves = 1; leaves <= 3; leaves++) {
    hd_family left = hd_family_small(leaves), right = hd_family_few(2);
    for (int64_t n = 0; n < hd_family_count(&left); n += leaves == 3 ? 41 : 5)
      for (int64_t m = n % 7; m < hd_family_count(&right); m += 7) {
        hd_layout a, b;
        hd_family_at(&left, n, &a);
        hd_family_at(&right, m, &b);
        judge_product(&a, &b, &counts);
      }
  }
  ck_assert_int_gt(counts.answered, 1000);
  ck_assert_int_gt(counts.no_complement, 0);
  ck_assert_int_gt(counts.no_composition, 0);
}
END_TEST

/* CuTe prints (64,((5,2))):(8,((1,5))) for the first: copy 8 lies on copy 0. */
START_TEST(copies_that_would_overlap_are_refused) {
  static const char *const row[][2] = {{"64:8", "((5,2)):((1,5))"},
                                       {"32:7", "(2,4):(1,2)"},
                                       {"2:7", "(2,4):(1,2)"},
                                       {"8:3", "(2,2):(1,2)"},
                                       {"8:3", "8:1"}};
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout a = hd_test_layout(row[n][0]), r;
    hd_tiler tiler = hd_test_tiler(row[n][1]);
    hd_error error;
    EXPECT(hd_logical_product(&a, &tiler, &error, &r) == HD_UNDEFINED && error.has_coordinate, "%s x %s", row[n][0],
           row[n][1]);
  }
}
END_TEST

/* ---- arrangements ---- */

static const char *const arranged[][6] = {
    {"(3,4):(4,1)", "(2,5):(1,2)", "((3,4),(2,5)):((4,1),(12,24))", "((3,4),(2,5)):((4,1),(12,24))",
     "((3,4),2,5):((4,1),12,24)", "(3,4,2,5):(4,1,12,24)"},
    {"(4,6):(1,4)", "[2:1;3:1]", "((4,2),(6,3)):((1,4),(4,1))", "((4,6),(2,3)):((1,4),(4,1))",
     "((4,6),2,3):((1,4),4,1)", "(4,6,2,3):(1,4,4,1)"},
    {"(4,6,5):(1,4,24)", "[2:1]", "((4,2),6,5):((1,4),4,24)", "((4),(2,6,5)):((1),(4,4,24))",
     "((4),2,6,5):((1),4,4,24)", "(4,2,6,5):(1,4,4,24)"},
    {"(4,(2,3)):(1,(4,8))", "[2:1;_]", "((4,2),(2,3)):((1,4),(4,8))", "((4,2),(2,3)):((1,4),(4,8))",
     "((4,2),2,3):((1,4),4,8)", "(4,2,2,3):(1,4,4,8)"},
    {"(4,6):(1,4)", "[_;3:1]", "(4,(6,3)):(1,(4,1))", "((1,6),(4,3)):((0,4),(1,1))", "((1,6),4,3):((0,4),1,1)",
     "(1,6,4,3):(0,4,1,1)"},
    {"(4,3):(1@0,1@1)", "(2,5):(1,2)", "((4,3),(2,5)):((1@0,1@1),(3@1,6@1))", "((4,3),(2,5)):((1@0,1@1),(3@1,6@1))",
     "((4,3),2,5):((1@0,1@1),3@1,6@1)", "(4,3,2,5):(1@0,1@1,3@1,6@1)"},
};

START_TEST(the_four_products_hold_the_same_pieces) {
  for (int n = 0; n < HD_COUNT(arranged); n++) {
    hd_layout a = hd_test_layout(arranged[n][0]), r;
    hd_tiler tiler = hd_test_tiler(arranged[n][1]);
    for (int k = 0; k < HD_COUNT(all); k++) {
      ck_assert_int_eq(all[k](&a, &tiler, NULL, &r), HD_OK);
      ck_assert_str_eq(hd_test_show(&r), arranged[n][k + 2]);
      ck_assert(hd_test_is_valid(&r));
    }
  }
}
END_TEST

/* ---- blocked and raked ---- */

static int rank_of(const hd_layout *layout) { return hd_rank(&layout->profile); }

static int64_t mode_size(const hd_layout *layout, int mode) {
  if (mode >= rank_of(layout)) return 1;
  hd_layout part = hd_test_mode(layout, mode);
  return hd_size(&part);
}

/* result(..) = logical_product(A, B)(..) with the modes' coordinates brought together. */
static void judge_blocks(const hd_layout *a, const hd_layout *b, const hd_layout *product_of, const hd_layout *r,
                         bool raked) {
  int rank = rank_of(a) > rank_of(b) ? rank_of(a) : rank_of(b);
  EXPECT(hd_test_is_valid(r) && hd_is_tuple(&r->profile) && rank_of(r) == rank, "%s x %s: %s", hd_test_show(a),
         hd_test_show(b), hd_test_show(r));
  for (int64_t i = 0; i < hd_size(r); i++) {
    int64_t rest = i, of_a = 0, of_b = 0, below_a = 1, below_b = 1;
    for (int k = 0; k < rank; k++) {
      int64_t size_a = mode_size(a, k), size_b = mode_size(b, k), digit = rest % (size_a * size_b);
      rest /= size_a * size_b;
      of_a += below_a * (raked ? digit / size_b : digit % size_a);
      of_b += below_b * (raked ? digit % size_b : digit / size_a);
      below_a *= size_a;
      below_b *= size_b;
    }
    EXPECT(rest == 0 && hd_test_at(r, i) == hd_test_at(product_of, of_a + below_a * of_b), "%s x %s: %s at %d",
           hd_test_show(a), hd_test_show(b), hd_test_show(r), (int)i);
  }
}

START_TEST(blocked_and_raked_products_are_the_logical_one_mode_by_mode) {
  static const struct {
    blocks *multiply;
    const char *name;
  } both[] = {{hd_blocked_product, "blocked_product"}, {hd_raked_product, "raked_product"}};
  int64_t answered = 0, refused = 0;
  for (int leaves = 1; leaves <= 2; leaves++) {
    hd_family left = hd_family_small(leaves), right = hd_family_small(3 - leaves);
    for (int64_t n = 0; n < hd_family_count(&left); n += 3)
      for (int64_t m = n % 11; m < hd_family_count(&right); m += 11)
        for (int raked = 0; raked < 2; raked++) {
          hd_layout a, b, whole, r;
          hd_tiler tiler;
          hd_error error;
          hd_family_at(&left, n, &a);
          hd_family_at(&right, m, &b);
          hd_tiler_layout(&b, &tiler);
          hd_status status = both[raked].multiply(&a, &b, &error, &r);
          EXPECT(status == hd_logical_product(&a, &tiler, NULL, &whole), "%s x %s", hd_test_show(&a), hd_test_show(&b));
          if (status == HD_OK) judge_blocks(&a, &b, &whole, &r, raked);
          else EXPECT(hd_test_is_error(&error, status) && strcmp(error.caller, both[raked].name) == 0, "no caller");
          *(status == HD_OK ? &answered : &refused) += 1;
        }
  }
  ck_assert_int_gt(answered, 0);
  ck_assert_int_gt(refused, 0);
}
END_TEST

START_TEST(blocks_print_as_cute_prints_them) {
  static const char *const row[][4] = {
      {"(3,4):(4,1)", "(2,5):(1,2)", "((3,2),(4,5)):((4,12),(1,24))", "((2,3),(5,4)):((12,4),(24,1))"},
      {"128:1", "(4,4):(1,4)", "((128,4),(1,4)):((1,128),(0,512))", "((4,128),4):((128,1),512)"},
      {"4:1", "8:1", "((4,8)):((1,4))", "((8,4)):((4,1))"},
      {"16:6", "((2,6)):((1,2))", "((16,((2,(3,2))))):((6,((1,(2,96)))))", "((6,2,16)):((1,96,6))"},
      {"(2):(2)", "6:1", "((2,(2,3))):((2,(1,4)))", "((2,3,2)):((1,4,2))"},
      {"(16):(1)", "((4)):((1))", "((16,(4))):((1,(16)))", "((4,16)):((16,1))"},
  };
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout a = hd_test_layout(row[n][0]), b = hd_test_layout(row[n][1]), r;
    ck_assert_int_eq(hd_blocked_product(&a, &b, NULL, &r), HD_OK);
    ck_assert_str_eq(hd_test_show(&r), row[n][2]);
    ck_assert_int_eq(hd_raked_product(&a, &b, NULL, &r), HD_OK);
    ck_assert_str_eq(hd_test_show(&r), row[n][3]);
  }
}
END_TEST

/* ---- filling a shape ---- */

START_TEST(a_shape_is_filled_with_whole_blocks_in_order) {
  static const char *const block_texts[] = {"(2,3):(1,2)", "(2,3):(3,1)", "4:1", "((2,2),3):((1,2),4)", "(1,1):(0,0)"};
  static const char *const orders[] = {"(0,1)", "(1,0)"};
  for (int n = 0; n < HD_COUNT(block_texts); n++)
    for (int64_t x = 1; x < 9; x++)
      for (int64_t y = 1; y < 9; y++)
        for (int k = 0; k < 2; k++) {
          hd_layout block = hd_test_layout(block_texts[n]), r, filled, source;
          hd_tuple shape, order = hd_test_tuple(orders[k]);
          int64_t extent[2] = {x, y}, counts[2], hits[1024], outside;
          hd_tuple_flat(&shape, 2, extent);
          ck_assert_int_eq(hd_tile_to_shape(&block, &shape, &order, NULL, &r), HD_OK);
          for (int m = 0; m < 2; m++) {
            counts[m] = (extent[m] + mode_size(&block, m) - 1) / mode_size(&block, m);
            ck_assert_int_eq(mode_size(&r, m), counts[m] * mode_size(&block, m));
          }
          int64_t stride[2] = {k == 0 ? 1 : counts[1], k == 0 ? counts[0] : 1};
          ck_assert_int_eq(hd_make_flat_layout(2, counts, stride, NULL, &source), HD_OK);
          ck_assert_int_eq(hd_blocked_product(&block, &source, NULL, &filled), HD_OK);
          for (int64_t i = 0; i < hd_size(&r); i++) ck_assert_int_eq(hd_test_at(&r, i), hd_test_at(&filled, i));
          ck_assert_int_eq(hd_oracle_hits(&r, hd_size(&r), hits, &outside), HD_OK);
          ck_assert_int_eq(outside, 0);
          for (int64_t v = 0; v < hd_size(&r); v++) ck_assert_int_eq(hits[v], 1);
        }
}
END_TEST

START_TEST(filled_shapes_print_as_cute_prints_them) {
  static const char *const row[][4] = {
      {"(3,2):(1,3)", "(6,8)", NULL, "((3,2),(2,4)):((1,6),(3,12))"},
      {"(128,128):(128,1)", "(1024,512)", "(1,0)", "((128,8),(128,4)):((128,65536),(1,16384))"},
      {"3:1", "(6,8)", NULL, "((3,2),(1,8)):((1,3),(0,6))"},
      {"(64,8):(1,64)", "((128,1),(16,1),1)", NULL, "((64,2),(8,2),(1,1)):((1,512),(64,1024),(0,0))"},
      {"(3,3):(1,3)", "(5,8)", NULL, "((3,2),(3,3)):((1,9),(3,18))"},
      {"10:1", "(30)", "(0)", "((10,(3))):((1,(10)))"},
      {"6:1", "18", "0", "((6,(3))):((1,(6)))"},
  };
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout a = hd_test_layout(row[n][0]), r;
    hd_tuple shape = hd_test_tuple(row[n][1]), order = hd_test_tuple(row[n][2] ? row[n][2] : "0");
    ck_assert_int_eq(hd_tile_to_shape(&a, &shape, row[n][2] ? &order : NULL, NULL, &r), HD_OK);
    ck_assert_str_eq(hd_test_show(&r), row[n][3]);
  }
}
END_TEST

/* ---- refusals ---- */

START_TEST(refusals_keep_their_statuses) {
  static const struct {
    const char *layout, *tiler;
    hd_status status;
  } refused[] = {{"(4,3):(1,4)", "[2:1;2:1;2:1]", HD_MISMATCH},
                 {"(4,3):(1,4)", "2:1@0", HD_MISMATCH},
                 {"(4,3):(1@lane,1@col)", "2:1", HD_MISMATCH},
                 {"(4,3):(1,2)", "2:1", HD_UNDEFINED},
                 {"4:-1", "2:1", HD_UNDEFINED},
                 {"4:1", "(4,4):(1,2305843009213693952)", HD_OVERFLOW}};
  for (int n = 0; n < HD_COUNT(refused); n++) {
    hd_layout a = hd_test_layout(refused[n].layout), r;
    hd_tiler tiler = hd_test_tiler(refused[n].tiler);
    hd_error error;
    hd_test_stamp(&r, sizeof r);
    for (int k = 0; k < HD_COUNT(all); k++) {
      hd_status status = all[k](&a, &tiler, &error, &r);
      EXPECT(status == refused[n].status, "%s x %s: %s", refused[n].layout, refused[n].tiler, hd_status_name(status));
      EXPECT(hd_test_is_error(&error, status) && error.caller != NULL, "%s", refused[n].layout);
    }
    ck_assert(hd_test_is_stamped(&r, sizeof r));
  }
}
END_TEST

START_TEST(a_shape_that_cannot_be_filled_is_refused) {
  static const struct {
    const char *block, *shape, *order;
    hd_status status;
  } refused[] = {{"(8,64):(64,1)", "((64,1))", NULL, HD_MISMATCH}, {"4:1", "()", NULL, HD_MISMATCH},
                 {"(2,2):(1,2)", "(4,4)", "1", HD_MISMATCH},       {"(2,2):(1,2)", "(4,4)", "(0,(1,2))", HD_MISMATCH},
                 {"(2,2):(1,2)", "(4,4)", "(0,5)", HD_RANGE},      {"(2,2):(1,2)", "(4,4)", "(1,1)", HD_RANGE},
                 {"(2,2):(1,2)", "(4,4)", "(-1,0)", HD_RANGE},     {"(2,2):(1,2)", "(4,4)", "(0,_)", HD_RANGE},
                 {"(2,2):(1,2)", "(4,0)", NULL, HD_MALFORMED},     {"(2,2):(1,1)", "(4,4)", NULL, HD_UNDEFINED}};
  for (int n = 0; n < HD_COUNT(refused); n++) {
    hd_layout block = hd_test_layout(refused[n].block), r;
    hd_tuple shape = hd_test_tuple(refused[n].shape), order = hd_test_tuple(refused[n].order ? refused[n].order : "0");
    hd_error error;
    hd_test_stamp(&r, sizeof r);
    hd_status status = hd_tile_to_shape(&block, &shape, refused[n].order ? &order : NULL, &error, &r);
    EXPECT(status == refused[n].status, "%s to %s: %s", refused[n].block, refused[n].shape, hd_status_name(status));
    EXPECT(hd_test_is_error(&error, status) && hd_test_is_stamped(&r, sizeof r), "%s", refused[n].block);
  }
}
END_TEST

/* Each of 17 modes becomes two: 34 leaves. */
START_TEST(more_pieces_than_a_layout_holds_are_a_capacity) {
  int64_t shape[HD_MAX_LEAVES / 2 + 1], stride[HD_MAX_LEAVES / 2 + 1];
  hd_layout a, two, r;
  hd_tiler tiler;
  hd_error error;
  hd_tiler_clear(&tiler);
  ck_assert_int_eq(hd_make_scalar_layout(2, 1, NULL, &two), HD_OK);
  for (int k = 0; k <= HD_MAX_LEAVES / 2; k++) {
    shape[k] = 2;
    stride[k] = 1;
    ck_assert(hd_tiler_append(&tiler, &two));
  }
  ck_assert(hd_profile_wrap(&tiler.profile, 0));
  ck_assert_int_eq(hd_make_flat_layout(HD_MAX_LEAVES / 2 + 1, shape, stride, NULL, &a), HD_OK);
  hd_test_stamp(&r, sizeof r);
  for (int k = 0; k < HD_COUNT(all); k++) {
    ck_assert_int_eq(all[k](&a, &tiler, &error, &r), HD_CAPACITY);
    ck_assert(hd_test_is_error(&error, HD_CAPACITY));
  }
  for (int k = 1; k <= HD_MAX_LEAVES / 2; k++) stride[k] = stride[k - 1] * 2;
  ck_assert_int_eq(hd_make_flat_layout(HD_MAX_LEAVES / 2 + 1, shape, stride, NULL, &a), HD_OK);
  ck_assert_int_eq(hd_blocked_product(&a, &a, &error, &r), HD_CAPACITY);
  ck_assert_int_eq(hd_raked_product(&a, &a, &error, &r), HD_CAPACITY);
  ck_assert(hd_test_is_stamped(&r, sizeof r));
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"the definition", a_layout_multiplies_as_the_definition_says},
      {"overlap is refused", copies_that_would_overlap_are_refused},
      {"the same pieces", the_four_products_hold_the_same_pieces},
      {"blocked and raked", blocked_and_raked_products_are_the_logical_one_mode_by_mode},
      {"blocks print", blocks_print_as_cute_prints_them},
      {"filling a shape", a_shape_is_filled_with_whole_blocks_in_order},
      {"filled shapes print", filled_shapes_print_as_cute_prints_them},
      {"statuses", refusals_keep_their_statuses},
      {"shapes refused", a_shape_that_cannot_be_filled_is_refused},
      {"capacity", more_pieces_than_a_layout_holds_are_a_capacity},
  };
  return hd_test_main("product", test, HD_COUNT(test));
}
