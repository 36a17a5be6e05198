/* Divide: exactly A o (B, complement(B, size A)), and the same pieces in four arrangements. */
#include "proofs/oracle.h"
#include "tests/support/family.h"
#include "tests/support/judge.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

typedef hd_status divide(const hd_layout *layout, const hd_tiler *tiler, hd_error *error, hd_layout *result);

static divide *const all[] = {hd_logical_divide, hd_zipped_divide, hd_tiled_divide, hd_flat_divide};

/* ---- the definition, without the library: A o (B, what B leaves out of A's size) ---- */

static void push_leaf(hd_layout *layout, int64_t extent, int64_t stride, hd_axis axis) {
  int k = layout->profile.leaves++;
  layout->profile.open[k] = layout->profile.close[k] = 0;
  layout->shape[k] = extent;
  layout->stride[k] = stride;
  layout->axis[k] = axis;
}

/* Brackets round the leaves from `first` on. */
static void enclose(hd_layout *layout, int first) {
  layout->profile.open[first]++;
  layout->profile.close[layout->profile.leaves - 1]++;
}

/* The leaves of B that move along an axis, in the order of their strides; returns their number. */
static int moving(const hd_layout *b, hd_axis axis, int order[HD_MAX_LEAVES]) {
  int count = 0;
  for (int k = 0; k < b->profile.leaves; k++) {
    hd_axis on = b->on_axes ? b->axis[k] : HD_AXIS_INTEGER;
    if (b->shape[k] == 1 || b->stride[k] == 0 || on != axis) continue;
    int at = count++;
    for (; at > 0 && b->stride[order[at - 1]] > b->stride[k]; at--) order[at] = order[at - 1];
    order[at] = k;
  }
  return count;
}

/* Appends to `rest` the mode that steps through what B leaves out of 0..within-1 on an axis: tiles of what lies below a
 * stride as far as they fit under it, then tiles of it all. False where strides overlap or all of it stops short. *even
 * becomes false where a stride is no multiple of what lies below it: then there are gaps that nothing fills. */
static bool complete(const hd_layout *b, hd_axis axis, int64_t within, hd_layout *rest, bool *even) {
  int order[HD_MAX_LEAVES], count = moving(b, axis, order), first = rest->profile.leaves;
  int64_t below = 1, reach = 0;
  for (int k = 0; k < count; k++) {
    int64_t extent = b->shape[order[k]], stride = b->stride[order[k]];
    if (stride < below) return false;
    if (stride / below > 1) push_leaf(rest, stride / below, below, axis);
    reach += (stride / below - 1) * below + (extent - 1) * stride;
    *even = *even && stride % below == 0;
    below = stride * extent;
  }
  int64_t tiles = (within + below - 1) / below;
  if (tiles > 1 || rest->profile.leaves == first) push_leaf(rest, tiles, below, axis);
  if (rest->profile.leaves > first + 1) enclose(rest, first);
  return reach + (tiles - 1) * below >= within - 1;
}

/* The sizes of the modes of a tuple; returns their number. */
static int mode_sizes(const hd_layout *a, int64_t size[HD_MAX_LEAVES]) {
  int modes = 0, depth = -1;
  for (int k = 0; k < a->profile.leaves; k++) {
    depth += a->profile.open[k];
    if (depth == a->profile.open[k] - (k == 0)) size[modes++] = 1;
    size[modes - 1] *= a->shape[k];
    depth -= a->profile.close[k];
  }
  return modes;
}

/* All that B leaves out: on integers of A's size; on paths, mode by mode. */
static bool complete_all(const hd_layout *a, const hd_layout *b, hd_layout *rest) {
  int64_t size, of_mode[HD_MAX_LEAVES];
  bool even = true;
  memset(rest, 0, sizeof *rest);
  rest->on_axes = b->on_axes;
  EXPECT(hd_oracle_size(a, &size) == HD_OK, "the oracle failed");
  if (!b->on_axes) return complete(b, HD_AXIS_INTEGER, size, rest, &even);
  int modes = mode_sizes(a, of_mode);
  for (int mode = 0; mode < modes; mode++) {
    hd_axis axis;
    EXPECT(hd_axis_from_path(&mode, 1, &axis), "no axis");
    if (!complete(b, axis, of_mode[mode], rest, &even)) return false;
  }
  enclose(rest, 0);
  return true;
}

/* (B, rest). */
static void pair_up(const hd_layout *b, const hd_layout *rest, hd_layout *both) {
  memset(both, 0, sizeof *both);
  both->on_axes = b->on_axes;
  const hd_layout *half[] = {b, rest};
  for (int h = 0; h < 2; h++)
    for (int k = 0; k < half[h]->profile.leaves; k++) {
      push_leaf(both, half[h]->shape[k], half[h]->stride[k], half[h]->axis[k]);
      both->profile.open[both->profile.leaves - 1] = half[h]->profile.open[k];
      both->profile.close[both->profile.leaves - 1] = half[h]->profile.close[k];
    }
  enclose(both, 0);
}

/* Where B leaves no gaps, its rest steps from each integer that is not hit yet to the next. */
START_TEST(what_is_left_out_is_what_is_not_hit) {
  enum { WITHIN = 24, SPAN = 4 * WITHIN };
  hd_family family = hd_family_small(2);
  int64_t seen = 0;
  for (int64_t n = 0; n < hd_family_count(&family); n++) {
    hd_layout b, rest;
    hd_oracle_axes axes = {.count = 1};
    bool hit[SPAN] = {false}, even = true;
    hd_family_at(&family, n, &b);
    memset(&rest, 0, sizeof rest);
    if (!complete(&b, HD_AXIS_INTEGER, WITHIN, &rest, &even) || !even) continue;
    int64_t size, steps, next = 0, value, step;
    EXPECT(hd_oracle_size(&b, &size) == HD_OK && hd_oracle_size(&rest, &steps) == HD_OK, "the oracle failed");
    for (int64_t r = 0; r < steps; r++) {
      EXPECT(hd_oracle_at(&rest, r, &axes, &step) == HD_OK && step == next, "%s: %d, not %d", hd_test_show(&b),
             (int)step, (int)next);
      for (int64_t i = 0; i < size; i++) {
        EXPECT(hd_oracle_at(&b, i, &axes, &value) == HD_OK && value + step < SPAN, "%s", hd_test_show(&b));
        hit[value + step] = true;
      }
      while (next < SPAN && hit[next]) next++;
    }
    EXPECT(next >= WITHIN, "%s: %d is not hit", hd_test_show(&b), (int)next);
    seen++;
  }
  ck_assert_int_gt(seen, 100);
}
END_TEST

/* ---- a tiler that is one layout ---- */

typedef struct tally {
  int64_t answered, no_complement, no_composition, lost, uneven;
} tally;

/* The first index of A whose value is that of no A(B(c)); the size of A when there is none. */
static int64_t first_lost(const hd_layout *a, const hd_layout *b) {
  hd_oracle_axes axes = {.count = 1};
  int64_t size, steps;
  EXPECT(hd_oracle_size(a, &size) == HD_OK && hd_oracle_size(b, &steps) == HD_OK, "the oracle failed");
  for (int64_t i = 0; i < size; i++) {
    int64_t wanted, value;
    bool found = false;
    EXPECT(hd_oracle_at(a, i, &axes, &wanted) == HD_OK, "the oracle failed");
    for (int64_t c = 0; c < steps && !found; c++) {
      EXPECT(hd_oracle_at_composed(a, b, c, &axes, &value) == HD_OK, "the oracle failed");
      found = value == wanted;
    }
    if (!found) return i;
  }
  return size;
}

/* The definition of A / B: *both is (B, what B leaves out). Returns the operation that has no answer, or NULL. */
static const char *define(const hd_layout *a, const hd_layout *b, hd_layout *both, tally *counts) {
  hd_layout rest;
  hd_oracle_verdict verdict;
  if (!complete_all(a, b, &rest)) return counts->no_complement++, "complement";
  pair_up(b, &rest, both);
  EXPECT(hd_oracle_composition(a, both, &verdict) == HD_OK, "the oracle failed");
  if (!verdict.exists) return counts->no_composition++, "composition";
  if (first_lost(a, both) < hd_size(a)) return counts->lost++, "divide";
  return NULL;
}

static void judge_refusal(const hd_layout *a, const hd_layout *b, const char *operation, const hd_error *error) {
  EXPECT(hd_test_is_error(error, HD_UNDEFINED), "%s by %s: no error", hd_test_show(a), hd_test_show(b));
  EXPECT(strcmp(error->operation, operation) == 0, "%s by %s: %s, not %s", hd_test_show(a), hd_test_show(b),
         error->operation, operation);
  EXPECT(error->caller && strcmp(error->caller, "logical_divide") == 0, "%s by %s: no caller", hd_test_show(a),
         hd_test_show(b));
}

/* Judges A / B by the definition, whatever the operation refused or answered. */
static void judge_divide(const hd_layout *a, const hd_layout *b, tally *counts) {
  hd_layout both, r, into;
  hd_tiler tiler;
  hd_error error;
  bool right;
  int64_t where;
  hd_tiler_layout(b, &tiler);
  hd_test_stamp(&r, sizeof r);
  hd_status status = hd_logical_divide(a, &tiler, &error, &r);
  const char *undefined = define(a, b, &both, counts);
  EXPECT(status == (undefined ? HD_UNDEFINED : HD_OK), "%s by %s: %s, undefined: %s", hd_test_show(a), hd_test_show(b),
         hd_status_name(status), undefined ? undefined : "no");
  if (undefined) {
    judge_refusal(a, b, undefined, &error);
    if (strcmp(undefined, "divide") == 0)
      EXPECT(error.number[0] == first_lost(a, &both), "%s by %s: %d", hd_test_show(a), hd_test_show(b),
             (int)error.number[0]);
    EXPECT(hd_logical_divide(a, &tiler, NULL, &r) == status, "%s by %s: without an error", hd_test_show(a),
           hd_test_show(b));
    EXPECT(hd_test_is_stamped(&r, sizeof r), "%s by %s: touched", hd_test_show(a), hd_test_show(b));
    return;
  }
  EXPECT(hd_test_is_valid(&r) && hd_rank(&r.profile) == 2, "%s by %s: %s", hd_test_show(a), hd_test_show(b),
         hd_test_show(&r));
  EXPECT(hd_oracle_is_composition(a, &both, &r, &right, &where) == HD_OK && right, "%s by %s: %s is wrong at %d",
         hd_test_show(a), hd_test_show(b), hd_test_show(&r), (int)where);
  hd_layout_copy(&into, a);
  EXPECT(hd_logical_divide(&into, &tiler, NULL, &into) == HD_OK && hd_is_identical(&into, &r), "%s: into itself",
         hd_test_show(a));
  counts->answered++;
  counts->uneven += hd_size(&r) != hd_size(a);
}

START_TEST(a_layout_divides_as_the_definition_says) {
  tally counts = {0};
  for (int leaves = 1; leaves <= 3; leaves++) {
    hd_family left = leaves == 3 ? hd_family_few(3) : hd_family_small(leaves), right = hd_family_small(2);
    for (int64_t n = 0; n < hd_family_count(&left); n += 3)
      for (int64_t m = n % 17; m < hd_family_count(&right); m += 17) {
        hd_layout a, b;
        hd_family_at(&left, n, &a);
        hd_family_at(&right, m, &b);
        judge_divide(&a, &b, &counts);
      }
  }
  ck_assert_int_gt(counts.answered, 0);
  ck_assert_int_gt(counts.no_complement, 0);
  ck_assert_int_gt(counts.no_composition, 0);
  ck_assert_int_gt(counts.lost, 0);
  ck_assert_int_gt(counts.uneven, 0);
}
END_TEST

START_TEST(a_tile_on_paths_divides_as_the_definition_says) {
  tally counts = {0};
  for (int leaves = 2; leaves <= 3; leaves++) {
    hd_family left = hd_family_small(leaves), right = hd_family_paths(2);
    for (int64_t n = 0; n < hd_family_count(&left); n += leaves == 3 ? 11 : 1)
      for (int64_t m = n % 31; m < hd_family_count(&right); m += 31) {
        hd_layout a, b;
        int64_t sizes[HD_MAX_LEAVES];
        hd_family_at(&left, n, &a);
        hd_family_at(&right, m, &b);
        if (b.on_axes && mode_sizes(&a, sizes) > 1) judge_divide(&a, &b, &counts);
      }
  }
  ck_assert_int_gt(counts.answered, 0);
  ck_assert_int_gt(counts.no_complement, 0);
  ck_assert_int_gt(counts.no_composition, 0);
  ck_assert_int_gt(counts.lost, 0);
}
END_TEST

START_TEST(gaps_that_a_tile_on_paths_leaves_are_refused) {
  hd_layout a = hd_test_layout("(23,2):(1,23)"), r;
  hd_tiler tiler = hd_test_tiler("(3,2):(1@0,4@0)");
  hd_error error;
  for (int k = 0; k < HD_COUNT(all); k++) {
    ck_assert_int_eq(all[k](&a, &tiler, &error, &r), HD_UNDEFINED);
    ck_assert_str_eq(error.operation, "divide");
    ck_assert_int_eq(error.number[0], 3);
  }
}
END_TEST

/* `()` names no mode to tile. */
START_TEST(the_empty_tiler_divides_nothing) {
  static const char *const row[][2] = {
      {"(4,8):(1,4)", "(4,8):(1,4)"}, {"((2,2),3):((1,2),4)", "((2,2),3):((1,2),4)"}, {"4:1", "(4):(1)"}};
  for (int n = 0; n < HD_COUNT(row); n++)
    for (int k = 0; k < HD_COUNT(all); k++) {
      hd_layout a = hd_test_layout(row[n][0]), r;
      hd_tiler nothing;
      hd_error error;
      hd_tiler_clear(&nothing);
      hd_test_stamp(&r, sizeof r);
      hd_status status = all[k](&a, &nothing, &error, &r);
      ck_assert_int_eq(status, k == 0 ? HD_OK : HD_MISMATCH);
      if (k == 0) ck_assert_str_eq(hd_test_show(&r), row[n][1]);
      else ck_assert(hd_test_is_error(&error, HD_MISMATCH) && hd_test_is_stamped(&r, sizeof r));
    }
}
END_TEST

START_TEST(with_one_layout_for_a_tiler_logical_and_zipped_agree) {
  static const char *const row[][4] = {
      {"(4,2,3):(2,1,8)", "4:2", "((2,2),(2,3)):((4,1),(2,8))"},
      {"(2,4,3):(4,1,8)", "4:1", "((2,2),(2,3)):((4,1),(2,8))"},
      {"16:1", "4:1", "(4,4):(1,4)"},
      {"(12,32):(1,12)", "(4,8):(1,4)", "((4,8),12):((1,4),32)"},
      {"10:1", "4:1", "(4,3):(1,4)"},
  };
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout a = hd_test_layout(row[n][0]), r;
    hd_tiler tiler = hd_test_tiler(row[n][1]);
    for (int k = 0; k < 2; k++) {
      ck_assert_int_eq(all[k](&a, &tiler, NULL, &r), HD_OK);
      ck_assert_str_eq(hd_test_show(&r), row[n][2]);
    }
  }
}
END_TEST

/* CuTe rounds leaf by leaf and prints 0, 16, 1, 17 for the rest; the layout goes on at 0, 16, 15, 14. */
START_TEST(a_rest_that_has_no_layout_is_refused_with_a_hint) {
  hd_layout a = hd_test_layout("(9,2):(2,1)"), r;
  hd_tiler tiler = hd_test_tiler("8:1");
  hd_error error;
  ck_assert_int_eq(hd_logical_divide(&a, &tiler, &error, &r), HD_UNDEFINED);
  ck_assert(error.has_coordinate);
  ck_assert_ptr_nonnull(error.hint);
}
END_TEST

/* ---- by mode ---- */

/* Rows: layout, tiler, and the four arrangements, each worked out by hand. */
static const char *const arranged[][6] = {
    {"(12,32):(1,12)", "[4:1;8:1]", "((4,3),(8,4)):((1,4),(12,96))", "((4,8),(3,4)):((1,12),(4,96))",
     "((4,8),3,4):((1,12),4,96)", "(4,8,3,4):(1,12,4,96)"},
    {"(12,32,5):(1,12,384)", "[4:1;8:1]", "((4,3),(8,4),5):((1,4),(12,96),384)", "((4,8),(3,4,5)):((1,12),(4,96,384))",
     "((4,8),3,4,5):((1,12),4,96,384)", "(4,8,3,4,5):(1,12,4,96,384)"},
    {"(64,50,80):(16000,160,1)", "[32:1;_;40:1]", "((32,2),50,(40,2)):((16000,512000),160,(1,40))",
     "((32,1,40),(2,50,2)):((16000,0,1),(512000,160,40))", "((32,1,40),2,50,2):((16000,0,1),512000,160,40)",
     "(32,1,40,2,50,2):(16000,0,1,512000,160,40)"},
    {"(64,50,80):(16000,160,1)", "[32:1]", "((32,2),50,80):((16000,512000),160,1)",
     "((32),(2,50,80)):((16000),(512000,160,1))", "((32),2,50,80):((16000),512000,160,1)",
     "(32,2,50,80):(16000,512000,160,1)"},
    {"(8,6):(1,10)", "[2:4;3:2]", "((2,4),(3,2)):((4,1),(20,10))", "((2,3),(4,2)):((4,20),(1,10))",
     "((2,3),4,2):((4,20),1,10)", "(2,3,4,2):(4,20,1,10)"},
    /* modes of several leaves, of powers of two and not: a tile between two rests, above one, below one, and alone */
    {"((2,4),(4,8)):((1,100),(2,800))", "[4:1;8:2]", "(((2,2),2),((2,4),(2,2))):(((1,100),200),((4,800),(2,3200)))",
     "(((2,2),(2,4)),(2,(2,2))):(((1,100),(4,800)),(200,(2,3200)))",
     "(((2,2),(2,4)),2,(2,2)):(((1,100),(4,800)),200,(2,3200))", "((2,2),(2,4),2,(2,2)):((1,100),(4,800),200,(2,3200))"},
    {"((2,4),8):((1,100),2)", "[4:2;8:1]", "((4,2),(8,1)):((100,1),(2,16))", "((4,8),(2,1)):((100,2),(1,16))",
     "((4,8),2,1):((100,2),1,16)", "(4,8,2,1):(100,2,1,16)"},
    {"((2,4),(8)):((1,100),(2))", "[8:1;1:4]", "(((2,4),1),(1,8)):(((1,100),400),(8,2))",
     "(((2,4),1),(1,8)):(((1,100),8),(400,2))", "(((2,4),1),1,8):(((1,100),8),400,2)", "((2,4),1,1,8):((1,100),8,400,2)"},
    {"((2,4),4):((1,10),100)", "[1:2;2:1]", "((1,(2,4)),(2,2)):((10,(1,10)),(100,200))",
     "((1,2),((2,4),2)):((10,100),((1,10),200))", "((1,2),(2,4),2):((10,100),(1,10),200)",
     "(1,2,(2,4),2):(10,100,(1,10),200)"},
    {"((2,4),4):((1,10),100)", "[8:2;2:1]", "((8,2),(2,2)):((10,1),(100,200))", "((8,2),(2,2)):((10,100),(1,200))",
     "((8,2),2,2):((10,100),1,200)", "(8,2,2,2):(10,100,1,200)"},
    {"((2,1,4),8):((1,5,2),100)", "[4:1;2:1]", "((4,2),(2,4)):((1,4),(100,200))", "((4,2),(2,4)):((1,100),(4,200))",
     "((4,2),2,4):((1,100),4,200)", "(4,2,2,4):(1,100,4,200)"},
    {"((3,4),2):((1,10),100)", "[6:1;2:1]", "(((3,2),2),(2,1)):(((1,10),20),(100,200))",
     "(((3,2),2),(2,1)):(((1,10),100),(20,200))", "(((3,2),2),2,1):(((1,10),100),20,200)",
     "((3,2),2,2,1):((1,10),100,20,200)"},
    {"(50,2):(1,50)", "[[25:1];1:1]", "(((25,2)),(1,2)):(((1,25)),(50,50))", "(((25),1),((2),2)):(((1),50),((25),50))",
     "(((25),1),(2),2):(((1),50),(25),50)", "((25),1,(2),2):((1),50,(25),50)"},
};

START_TEST(the_four_divides_hold_the_same_pieces) {
  for (int n = 0; n < HD_COUNT(arranged); n++)
    for (int k = 0; k < HD_COUNT(all); k++) {
      hd_layout a = hd_test_layout(arranged[n][0]), r;
      hd_tiler tiler = hd_test_tiler(arranged[n][1]);
      ck_assert_msg(all[k](&a, &tiler, NULL, &r) == HD_OK, "%s by %s, divide %d", arranged[n][0], arranged[n][1], k);
      ck_assert_msg(strcmp(hd_test_show(&r), arranged[n][2 + k]) == 0, "%s by %s, divide %d: %s", arranged[n][0],
                    arranged[n][1], k, hd_test_show(&r));
      ck_assert(hd_test_is_valid(&r));
      ck_assert_int_eq(all[k](&a, &tiler, NULL, &a), HD_OK);
      ck_assert(hd_is_identical(&a, &r));
    }
}
END_TEST

/* Every value of A stands exactly once in a divide that comes out even, whatever the arrangement. */
START_TEST(a_divide_that_comes_out_even_has_every_value_once) {
  static const char *const left[] = {"(12,8):(1,12)", "((2,6),(4,2)):((48,1),(6,24))", "(6,4,2):(8,1,4)"};
  static const char *const right[] = {"[2:1;4:1]", "[3:2;2:2]", "[6:1;_]", "[(2,3):(1,2);2:1]", "[2:3;2:1]", "[_;4:1]"};
  for (int n = 0; n < HD_COUNT(left); n++)
    for (int m = 0; m < HD_COUNT(right); m++)
      for (int k = 0; k < HD_COUNT(all); k++) {
        hd_layout a = hd_test_layout(left[n]), r;
        hd_tiler tiler = hd_test_tiler(right[m]);
        int64_t size = hd_size(&a), hits[96], outside;
        hd_status status = all[k](&a, &tiler, NULL, &r);
        if (status == HD_UNDEFINED) continue;
        EXPECT(status == HD_OK, "%s by %s, divide %d: %s", left[n], right[m], k, hd_status_name(status));
        EXPECT(hd_oracle_hits(&r, size, hits, &outside) == HD_OK && outside == 0, "%s by %s, divide %d: %s", left[n],
               right[m], k, hd_test_show(&r));
        for (int64_t v = 0; v < size; v++)
          EXPECT(hits[v] == 1, "%s by %s, divide %d: value %d", left[n], right[m], k, (int)v);
      }
}
END_TEST

/* A tile on paths: its part in each mode is completed in that mode. */
START_TEST(a_tile_on_paths_divides_each_mode_it_lies_in) {
  static const char *const row[][3] = {
      {"(8,6):(1,10)", "(4,2):(1@0,1@1)", "((4,2),(2,3)):((1,10),(4,20))"},
      {"(8,6):(1,10)", "(2,4):(1@1,2@0)", "((2,4),(2,3)):((10,2),(1,20))"},
      {"((2,4),6):((1,5),40)", "((2,2),3):((1@0,4@0),2@1)", "(((2,2),3),(2,2)):(((1,10),80),(5,40))"},
  };
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_layout a = hd_test_layout(row[n][0]), b = hd_test_layout(row[n][1]), r, inside;
    hd_tiler tiler = hd_test_tiler(row[n][1]);
    const int tile = 0;
    bool right, same;
    int64_t where;
    ck_assert_msg(hd_logical_divide(&a, &tiler, NULL, &r) == HD_OK, "%s by %s", row[n][0], row[n][1]);
    ck_assert_str_eq(hd_test_show(&r), row[n][2]);
    ck_assert_int_eq(hd_get(&r, &tile, 1, NULL, &inside), HD_OK);
    ck_assert_int_eq(hd_oracle_is_composition(&a, &b, &inside, &right, &where), HD_OK);
    ck_assert(right);
    ck_assert_int_eq(hd_oracle_is_injective(&r, &same, &where, &where), HD_OK);
    ck_assert(same && hd_size(&r) == hd_size(&a));
  }
}
END_TEST

/* In the last three a mode of rank 2 under `_` is taken as divided already. */
START_TEST(a_mode_of_rank_2_left_alone_counts_as_divided) {
  hd_layout a = hd_test_layout("((2,3),8):((1,2),6)"), r;
  hd_tiler tiler = hd_test_tiler("[_;4:1]");
  ck_assert_int_eq(hd_zipped_divide(&a, &tiler, NULL, &r), HD_OK);
  ck_assert_str_eq(hd_test_show(&r), "((2,4),(3,2)):((1,6),(2,24))");
  ck_assert_int_eq(hd_logical_divide(&a, &tiler, NULL, &r), HD_OK);
  ck_assert_str_eq(hd_test_show(&r), "((2,3),(4,2)):((1,2),(6,24))");
}
END_TEST

/* ---- the other statuses ---- */

static void expect_divide(const char *left, const char *right, hd_status wanted) {
  for (int k = 0; k < HD_COUNT(all); k++) {
    hd_layout a = hd_test_layout(left), r;
    hd_tiler tiler = hd_test_tiler(right);
    hd_error error;
    hd_test_stamp(&r, sizeof r);
    hd_status status = all[k](&a, &tiler, &error, &r);
    ck_assert_msg(status == wanted, "%s by %s, divide %d: %s", left, right, k, hd_status_name(status));
    ck_assert(hd_test_is_error(&error, wanted));
    ck_assert(hd_test_is_stamped(&r, sizeof r));
    ck_assert_int_eq(all[k](&a, &tiler, NULL, &r), wanted);
  }
}

START_TEST(refusals_keep_their_statuses) {
  expect_divide("(4,8):(1,4)", "[2:1;2:1;2:1]", HD_MISMATCH);
  expect_divide("(4,8):(1,4)", "[[2:1;_];2:1]", HD_MISMATCH);
  expect_divide("(4,8):(1,4)", "2:1@5", HD_MISMATCH);
  expect_divide("(4,8):(1,4)", "(2,3):(1,1)", HD_UNDEFINED);
  expect_divide("(4):(1)", "[2:-9223372036854775807]", HD_UNDEFINED); /* 2 of that stride is 2, where words end */
  expect_divide("8:1152921504606846976", "[3:3]", HD_OVERFLOW);
  expect_divide("(3,2):(4611686018427387903,1)", "[2:3]", HD_OVERFLOW);
}
END_TEST

/* 17 modes each divided in two: 34 leaves. */
START_TEST(more_pieces_than_a_layout_holds_are_a_capacity) {
  int64_t shape[HD_MAX_LEAVES / 2 + 1], stride[HD_MAX_LEAVES / 2 + 1];
  hd_layout a, two, r;
  hd_tiler tiler;
  hd_error error;
  hd_tiler_clear(&tiler);
  ck_assert_int_eq(hd_make_scalar_layout(2, 1, NULL, &two), HD_OK);
  for (int k = 0; k <= HD_MAX_LEAVES / 2; k++) {
    shape[k] = 4;
    stride[k] = 1;
    ck_assert(hd_tiler_append(&tiler, &two));
  }
  ck_assert(hd_profile_wrap(&tiler.profile, 0));
  ck_assert_int_eq(hd_make_flat_layout(HD_MAX_LEAVES / 2 + 1, shape, stride, NULL, &a), HD_OK);
  for (int k = 0; k < HD_COUNT(all); k++) {
    hd_test_stamp(&r, sizeof r);
    ck_assert_int_eq(all[k](&a, &tiler, &error, &r), HD_CAPACITY);
    ck_assert(hd_test_is_error(&error, HD_CAPACITY));
    ck_assert(hd_test_is_stamped(&r, sizeof r));
  }
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"a layout divides as the definition says", a_layout_divides_as_the_definition_says},
      {"what is left out", what_is_left_out_is_what_is_not_hit},
      {"a tile on paths as the definition says", a_tile_on_paths_divides_as_the_definition_says},
      {"gaps on paths", gaps_that_a_tile_on_paths_leaves_are_refused},
      {"the empty tiler", the_empty_tiler_divides_nothing},
      {"logical and zipped agree for one layout", with_one_layout_for_a_tiler_logical_and_zipped_agree},
      {"a rest that has no layout is refused", a_rest_that_has_no_layout_is_refused_with_a_hint},
      {"the four divides hold the same pieces", the_four_divides_hold_the_same_pieces},
      {"every value once", a_divide_that_comes_out_even_has_every_value_once},
      {"a tile on paths", a_tile_on_paths_divides_each_mode_it_lies_in},
      {"a mode of rank 2 left alone", a_mode_of_rank_2_left_alone_counts_as_divided},
      {"statuses", refusals_keep_their_statuses},
      {"capacity", more_pieces_than_a_layout_holds_are_a_capacity},
  };
  return hd_test_main("divide", test, HD_COUNT(test));
}
