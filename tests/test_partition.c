/* Partitioning: every element of a tensor is some thread's, at the place that the definition says. */
#include "algebra/partition.h"

#include "algebra/divide.h"
#include "algebra/product.h"
#include "proofs/oracle.h"
#include "tests/support/judge.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

/* ---- thread-value layouts ---- */

static const char *const pairs[][2] = {
    {"32:1", "4:1"},        {"(4,8):(8,1)", "(2,2):(1,2)"},         {"(4,8):(1,4)", "(1,4):(4,1)"},
    {"(8,4):(4,1)", "2:1"}, {"(2,(2,4)):(8,(1,2))", "(3,2):(2,1)"}, {"1:0", "(2,3):(3,1)"},
    {"(4,2):(2,1)", "1:0"}, {"((2,2),3):((1,6),2)", "(2,5):(5,1)"},
};

START_TEST(a_thread_value_layout_covers_its_tile) {
  for (int n = 0; n < HD_COUNT(pairs); n++) {
    hd_layout threads = hd_test_layout(pairs[n][0]), values = hd_test_layout(pairs[n][1]), tv, raked;
    hd_tuple tile;
    int64_t size, hits[1024], outside;
    ck_assert_int_eq(hd_make_layout_tv(&threads, &values, NULL, &tile, &tv), HD_OK);
    ck_assert_int_eq(hd_raked_product(&threads, &values, NULL, &raked), HD_OK);
    ck_assert(hd_tuple_product(&tile, &size));
    ck_assert_int_eq(size, hd_size(&tv));
    hd_layout t = hd_test_mode(&tv, 0), v = hd_test_mode(&tv, 1);
    EXPECT(hd_test_is_valid(&tv) && hd_size(&t) == hd_size(&threads) && hd_size(&v) == hd_size(&values), "%s",
           hd_test_show(&tv));
    for (int64_t i = 0; i < size; i++)
      EXPECT(hd_test_at(&raked, hd_test_at(&tv, i)) == i, "%s at %d", hd_test_show(&tv), (int)i);
    ck_assert_int_eq(hd_oracle_hits(&tv, size, hits, &outside), HD_OK);
    ck_assert_int_eq(outside, 0);
    for (int64_t i = 0; i < size; i++) ck_assert_int_eq(hits[i], 1);
  }
}
END_TEST

START_TEST(threads_and_values_print_as_cute_prints_them) {
  hd_layout threads = hd_test_layout("(4,8):(8,1)"), values = hd_test_layout("(2,2):(1,2)"), tv;
  hd_tuple tile;
  ck_assert_int_eq(hd_make_layout_tv(&threads, &values, NULL, &tile, &tv), HD_OK);
  ck_assert_str_eq(hd_test_show_tuple(&tile), "(8,16)");
  ck_assert_str_eq(hd_test_show(&tv), "((8,4),(2,2)):((16,2),(1,8))");
}
END_TEST

/* ---- parts of a tensor ---- */

static const char *const tensors[] = {"(16,32):(1,16)", "(16,32):(32,1)", "(8,16):(1,8)", "(24,16,2):(1,24,400)"};

/* What lies at (thread, value) of a tile, by the definition: the tile's index is that of TV, which may not take all. */
static void judge_thread_value(const hd_layout *l, const hd_layout *tv, const hd_tiler *tiler) {
  hd_layout divided, r, into = *l, over = *tv;
  ck_assert_int_eq(hd_zipped_divide(l, tiler, NULL, &divided), HD_OK);
  ck_assert_int_eq(hd_thread_value(l, tv, tiler, NULL, &r), HD_OK);
  ck_assert_int_eq(hd_thread_value(&into, tv, tiler, NULL, &into), HD_OK);
  ck_assert_int_eq(hd_thread_value(l, &over, tiler, NULL, &over), HD_OK);
  hd_layout part = hd_test_mode(&r, 0), inside = hd_test_mode(&divided, 0);
  int64_t taken = hd_size(tv), tile = hd_size(&inside);
  EXPECT(hd_test_is_valid(&r) && hd_is_identical(&r, &into), "%s", hd_test_show(&r));
  EXPECT(hd_is_identical(&r, &over), "%s", hd_test_show(&over));
  EXPECT(hd_size(&r) * tile == hd_size(&divided) * taken && hd_rank(&part.profile) == 2, "%s", hd_test_show(&r));
  for (int64_t i = 0; i < hd_size(&r); i++)
    EXPECT(hd_test_at(&r, i) == hd_test_at(&divided, hd_test_at(tv, i % taken) + tile * (i / taken)), "%s by %s at %d",
           hd_test_show(l), hd_test_show(tv), (int)i);
}

/* All threads' parts together are the tensor, each element once. */
static void judge_threads(const hd_layout *l, const hd_layout *tv, const hd_tiler *tiler) {
  hd_layout whole, threads = hd_test_mode(tv, 0);
  int64_t hits[2048] = {0}, seen = 0, count = hd_size(&threads);
  ck_assert_int_eq(hd_thread_value(l, tv, tiler, NULL, &whole), HD_OK);
  for (int64_t thread = 0; thread < count; thread++) {
    hd_layout part, over = *tv;
    hd_tuple offset, again;
    ck_assert_int_eq(hd_partition_thread(l, tv, tiler, thread, NULL, &part, &offset), HD_OK);
    ck_assert_int_eq(hd_partition_thread(l, &over, tiler, thread, NULL, &over, &again), HD_OK);
    EXPECT(hd_test_is_valid(&part) && hd_is_identical(&part, &over), "%s", hd_test_show(&part));
    ck_assert(hd_tuple_is_identical(&offset, &again));
    for (int64_t i = 0; i < hd_size(&part); i++, seen++) {
      int64_t value = hd_test_at(&part, i) + offset.value[0];
      EXPECT(value == hd_test_at(&whole, thread + count * i), "%s: thread %d at %d", hd_test_show(l), (int)thread,
             (int)i);
      ck_assert(value >= 0 && value < 2048);
      hits[value]++;
    }
  }
  ck_assert_int_eq(seen, hd_size(l));
  for (int64_t i = 0; i < hd_size(l); i++) ck_assert_int_eq(hits[hd_test_at(l, i)], 1);
}

START_TEST(every_element_is_one_threads) {
  static const char *const threads_and_values[][2] = {{"(4,8):(8,1)", "(2,2):(1,2)"}, {"(2,4):(1,2)", "(4,1):(1,0)"}};
  for (int n = 0; n < HD_COUNT(tensors); n++)
    for (int m = 0; m < HD_COUNT(threads_and_values); m++) {
      hd_layout l = hd_test_layout(tensors[n]), tv;
      hd_layout threads = hd_test_layout(threads_and_values[m][0]), values = hd_test_layout(threads_and_values[m][1]);
      hd_tuple tile;
      hd_tiler tiler;
      ck_assert_int_eq(hd_make_layout_tv(&threads, &values, NULL, &tile, &tv), HD_OK);
      ck_assert_int_eq(hd_tiler_shape(&tile, NULL, &tiler), HD_OK);
      judge_thread_value(&l, &tv, &tiler);
      judge_threads(&l, &tv, &tiler);
    }
}
END_TEST

/* Threads that go through one mode of a tile after another, some ways round; tiles of powers of two, and others. */
START_TEST(threads_of_any_numbers_share_all_elements) {
  static const char *const rows[][3] = {
      {"(8,8):(8,1)", "(4,2):(2,1)", "[4:1;2:1]"},
      {"(64,32):(32,1)", "((4,8),(2,2)):((32,1),(16,8))", "[16:1;8:1]"},
      {"(4,8):(1,4)", "(8,2):(2,1)", "[4:1;4:1]"}, /* the modes go on with each other */
      {"(4,2,16):(1,64,4)", "(8,4):(1,8)", "[4:1;2:1;4:1]"},
      {"(8,8):(8,1)", "((2,(2,1)),(4)):((8,(1,0)),(2))", "[2:1;8:1]"},
      {"(2,2,4,4):(32,16,4,1)", "(2,(8,2)):(8,(1,16))", "[2:1;2:1;2:1;4:1]"},
      {"(8,12):(12,1)", "(2,4):(4,1)", "[4:1;2:1]"},
      {"(8,8):(8,1)", "(4,2):(2,1)", "[4:2;2:1]"},
      {"(12,12):(12,1)", "(3,4):(4,1)", "[4:1;3:1]"},
      {"(6,16):(1,6)", "((3,2),4):((2,1),6)", "[6:1;4:1]"},
  };
  for (int n = 0; n < HD_COUNT(rows); n++) {
    hd_layout l = hd_test_layout(rows[n][0]), tv = hd_test_layout(rows[n][1]);
    hd_tiler tiler = hd_test_tiler(rows[n][2]);
    judge_thread_value(&l, &tv, &tiler);
    judge_threads(&l, &tv, &tiler);
  }
}
END_TEST

START_TEST(threads_may_leave_out_some_of_a_tile) {
  static const char *const rows[][3] = {
      {"(4,16):(16,1)", "(2,2):(1,4)", "[2:1;4:1]"},        {"(6,16):(16,1)", "(2,1):(1,0)", "[6:1;4:1]"},
      {"(4,16):(16,1)", "(2,4):(1,2)", "[1:1;8:1]"},        {"(4,16):(16,1)", "(2,4):(1,2)", "[_;(4,2):(1,4)]"},
      {"(3,16):(1,3)", "((2,1),2):((1,0),4)", "[4:1;4:1]"}, {"(4,16):(16,1)", "(2,3):(0,1)", "[4:1;8:1]"},
  };
  for (int n = 0; n < HD_COUNT(rows); n++) {
    hd_layout l = hd_test_layout(rows[n][0]), tv = hd_test_layout(rows[n][1]);
    hd_tiler tiler = hd_test_tiler(rows[n][2]);
    judge_thread_value(&l, &tv, &tiler);
  }
}
END_TEST

/* A run goes on where a mode of the tile does, across one of extent 1 too; and TV may name modes instead. */
START_TEST(thread_and_value_are_nested_by_the_modes_they_move_in) {
  static const char *const rows[][4] = {
      {"(8,8):(8,1)", "(4,2):(2,1)", "[4:1;2:1]", "(((2,2),2),(2,4)):(((16,1),8),(32,2))"},
      {"(2,4,4):(1,64,2)", "(4,1):(1,0)", "[2:1;1:1;2:1]", "((4,1),(1,4,2)):((1,0),(2,64,4))"},
      {"(4,16):(16,1)", "(2,4):(1@0,2@1)", "[2:1;8:1]", "((2,4),(2,2)):((16,2),(32,8))"},
  };
  hd_layout r;
  for (int n = 0; n < HD_COUNT(rows); n++) {
    hd_layout l = hd_test_layout(rows[n][0]), tv = hd_test_layout(rows[n][1]);
    hd_tiler tiler = hd_test_tiler(rows[n][2]);
    ck_assert_int_eq(hd_thread_value(&l, &tv, &tiler, NULL, &r), HD_OK);
    ck_assert_str_eq(hd_test_show(&r), rows[n][3]);
  }
}
END_TEST

/* What is too large is refused, and what only seems so is not. */
START_TEST(large_tiles_and_strides_stay_exact) {
  static const char *const refused[][3] = {
      {"(3,3,3):(1,3,9)", "(2,2):(1,2)", "[268435456:1;268435456:1;268435456:1]"},
      {"(1048576,1048576,1048576):(1,2,4)", "(2,16384):(1,2)", "[2:1;2:1;2:1]"},
  };
  hd_layout r;
  hd_tuple offset;
  for (int n = 0; n < HD_COUNT(refused); n++) {
    hd_layout l = hd_test_layout(refused[n][0]), tv = hd_test_layout(refused[n][1]);
    hd_tiler tiler = hd_test_tiler(refused[n][2]);
    ck_assert_int_eq(hd_thread_value(&l, &tv, &tiler, NULL, &r), HD_OVERFLOW);
    ck_assert_int_eq(hd_partition_thread(&l, &tv, &tiler, 0, NULL, &r, &offset), HD_OVERFLOW);
  }
  hd_layout l = hd_test_layout("(2,2):(1,2305843009213693952)"), tv = hd_test_layout("(2,2):(1,2)");
  hd_tiler tiler = hd_test_tiler("[2:1;4:1]");
  ck_assert_int_eq(hd_partition_thread(&l, &tv, &tiler, 1, NULL, &r, &offset), HD_OK);
  ck_assert_str_eq(hd_test_show(&r), "(2,(1,1)):(2305843009213693952,(2,0))");
  ck_assert_str_eq(hd_test_show_tuple(&offset), "1");
}
END_TEST

START_TEST(a_local_tile_is_a_mode_of_the_divide) {
  static const char *const tilers[] = {"[4:1;8:1]", "[4:2;8:1]", "[4:1;8:2]"}; /* two rests beside a gap */
  for (int n = 0; n < HD_COUNT(tensors); n++)
    for (int m = 0; m < HD_COUNT(tilers); m++) {
      hd_layout l = hd_test_layout(tensors[n]), divided, r;
      hd_tiler tiler = hd_test_tiler(tilers[m]);
      hd_tuple nested, flat, index, shape, offset, offset_of_flat;
      ck_assert_int_eq(hd_zipped_divide(&l, &tiler, NULL, &divided), HD_OK);
      hd_layout grid = hd_test_mode(&divided, 1), mode;
      hd_shape(&grid, &shape);
      for (int64_t tile = 0; tile < hd_size(&grid); tile++) {
        hd_tuple_scalar(&index, tile);
        flat = hd_test_tuple(hd_rank(&grid.profile) == 2 ? "(0,0)" : "(0,0,0)");
        int64_t rest = tile;
        for (int k = 0; k < hd_rank(&grid.profile); rest /= hd_size(&mode), k++) {
          mode = hd_test_mode(&grid, k);
          flat.value[k] = rest % hd_size(&mode);
        }
        ck_assert_int_eq(hd_idx2crd(&index, &shape, NULL, &nested), HD_OK);
        ck_assert_int_eq(hd_local_tile(&l, &tiler, &nested, NULL, &r, &offset), HD_OK);
        ck_assert_int_eq(hd_local_tile(&l, &tiler, &flat, NULL, &r, &offset_of_flat), HD_OK);
        ck_assert(hd_tuple_is_identical(&offset, &offset_of_flat));
        for (int64_t i = 0; i < 32; i++)
          EXPECT(hd_test_at(&r, i) + offset.value[0] == hd_test_at(&divided, i + 32 * tile), "%s: %s", hd_test_show(&l),
                 hd_test_show(&r));
        ck_assert_int_eq(hd_size(&r), 32);
      }
    }
  hd_layout l = hd_test_layout("(16,32):(1,16)"), r;
  hd_tiler tiler = hd_test_tiler("[4:1;8:1]");
  hd_tuple coordinate = hd_test_tuple("(1,_)"), offset;
  ck_assert_int_eq(hd_local_tile(&l, &tiler, &coordinate, NULL, &r, &offset), HD_OK);
  ck_assert_str_eq(hd_test_show(&r), "((4,8),4):((1,16),128)");
  ck_assert_str_eq(hd_test_show_tuple(&offset), "4");
}
END_TEST

START_TEST(a_local_partition_is_one_threads_element_of_every_tile) {
  static const char *const threads_texts[] = {"(4,8):(8,1)", "(2,4):(1,2)", "((2,2),4):((1,8),2)", "8:1"};
  for (int n = 0; n < HD_COUNT(tensors); n++)
    for (int m = 0; m < HD_COUNT(threads_texts); m++) {
      hd_layout l = hd_test_layout(tensors[n]), threads = hd_test_layout(threads_texts[m]);
      int64_t hits[2048] = {0}, seen = 0;
      for (int64_t thread = 0; thread < hd_size(&threads); thread++) {
        hd_layout part;
        hd_tuple offset;
        ck_assert_int_eq(hd_local_partition(&l, &threads, thread, NULL, &part, &offset), HD_OK);
        for (int64_t i = 0; i < hd_size(&part); i++, seen++) hits[hd_test_at(&part, i) + offset.value[0]]++;
        /* The first element is where the thread stands in the tile. */
        int64_t c = 0, first = threads.shape[0] * (threads.profile.leaves == 3 ? threads.shape[1] : 1);
        while (hd_test_at(&threads, c) != thread) c++;
        int64_t row = c % first, column = c / first;
        hd_layout mode = hd_test_mode(&l, 0), other = hd_test_mode(&l, 1);
        EXPECT(offset.value[0] == hd_test_at(&mode, row) + hd_test_at(&other, column), "%s by %s: thread %d",
               tensors[n], threads_texts[m], (int)thread);
      }
      ck_assert_int_eq(seen, hd_size(&l));
      for (int64_t i = 0; i < hd_size(&l); i++) ck_assert_int_eq(hits[hd_test_at(&l, i)], 1);
    }
}
END_TEST

/* ---- refusals ---- */

START_TEST(every_refusal_keeps_its_status) {
  hd_layout l = hd_test_layout("(16,32):(1,16)"), tv = hd_test_layout("((8,4),(2,2)):((16,2),(1,8))"), r;
  hd_layout flat = hd_test_layout("128:1"), sparse = hd_test_layout("(4,8):(16,1)"), two = hd_test_layout("2:1");
  hd_layout same = hd_test_layout("(4,2):(1,1)"), three = hd_test_layout("(4,2,2):(1,4,8)");
  hd_tiler tile = hd_test_tiler("[8:1;16:1]"), deep = hd_test_tiler("[8:1;16:1;2:1]");
  hd_tiler beside = hd_test_tiler("[_;(8,16):(1,1)]");
  hd_tuple shape, offset, wrong = hd_test_tuple("(0,0,0)");
  hd_error error;
  hd_test_stamp(&r, sizeof r);
  hd_test_stamp(&shape, sizeof shape);
  hd_test_stamp(&offset, sizeof offset);
  ck_assert_int_eq(hd_make_layout_tv(&sparse, &two, &error, &shape, &r), HD_UNDEFINED);
  ck_assert(hd_test_is_error(&error, HD_UNDEFINED));
  ck_assert_int_eq(error.number[1], 31);
  ck_assert_int_eq(hd_make_layout_tv(&two, &same, &error, &shape, &r), HD_UNDEFINED);
  ck_assert_int_eq(error.number[1], 7);
  ck_assert_str_eq(error.operation, "make_layout_tv");
  ck_assert_int_eq(hd_thread_value(&l, &tv, &deep, &error, &r), HD_MISMATCH);
  ck_assert_str_eq(error.caller, "thread_value");
  ck_assert_int_eq(hd_thread_value(&l, &tv, &beside, &error, &r), HD_UNDEFINED);
  ck_assert_int_eq(hd_partition_thread(&l, &flat, &tile, 0, &error, &r, &offset), HD_MISMATCH);
  ck_assert(hd_test_is_error(&error, HD_MISMATCH));
  ck_assert_int_eq(hd_partition_thread(&l, &three, &tile, 0, &error, &r, &offset), HD_MISMATCH);
  ck_assert_int_eq(error.number[0], 3);
  ck_assert_int_eq(hd_partition_thread(&l, &tv, &tile, 32, &error, &r, &offset), HD_RANGE);
  ck_assert_int_eq(error.number[0], 32);
  ck_assert_int_eq(hd_partition_thread(&l, &tv, &tile, -1, &error, &r, &offset), HD_RANGE);
  ck_assert_int_eq(hd_partition_thread(&l, &tv, &deep, 0, &error, &r, &offset), HD_MISMATCH);
  ck_assert_int_eq(hd_local_tile(&l, &tile, &wrong, &error, &r, &offset), HD_MISMATCH);
  ck_assert_str_eq(error.caller, "local_tile");
  ck_assert_int_eq(hd_local_tile(&l, &deep, &wrong, &error, &r, &offset), HD_MISMATCH);
  ck_assert_int_eq(hd_local_partition(&l, &sparse, 8, &error, &r, &offset), HD_UNDEFINED);
  ck_assert_str_eq(error.operation, "local_partition");
  ck_assert_int_eq(error.number[0], 8);
  ck_assert(hd_test_is_stamped(&r, sizeof r) && hd_test_is_stamped(&shape, sizeof shape));
  ck_assert(hd_test_is_stamped(&offset, sizeof offset));
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"thread-value layouts", a_thread_value_layout_covers_its_tile},
      {"prints", threads_and_values_print_as_cute_prints_them},
      {"every element", every_element_is_one_threads},
      {"any numbers", threads_of_any_numbers_share_all_elements},
      {"some of a tile", threads_may_leave_out_some_of_a_tile},
      {"nesting", thread_and_value_are_nested_by_the_modes_they_move_in},
      {"large numbers", large_tiles_and_strides_stay_exact},
      {"local tile", a_local_tile_is_a_mode_of_the_divide},
      {"local partition", a_local_partition_is_one_threads_element_of_every_tile},
      {"statuses", every_refusal_keeps_its_status},
  };
  return hd_test_main("partition", test, HD_COUNT(test));
}
