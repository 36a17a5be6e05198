/* Datapaths against the manual's table and formulas, written here anew in lanes and columns. */
#include "tests/support/suite.h"
#include "tests/support/text.h"

#include "tmem/datapath.h"

#include "algebra/walk.h"

static hd_error error;

static void expect_refused(hd_status got, hd_status status, const char *words) {
  char text[HD_TEXT_MAX];
  ck_assert_int_eq(got, status);
  ck_assert(hd_test_is_error(&error, status));
  hd_print_error(&error, text, sizeof text);
  EXPECT(strstr(text, words) != NULL, "%s does not say: %s", text, words);
}

/* The manual's table; 0: no such instruction. */
static char letter_of(int m, int group, int ws, int sparse) {
  if (group == 1) return m == 128 ? 'D' : m == 64 ? (ws ? 'E' : 'F') : m == 32 && ws ? 'G' : 0;
  if (ws) return 0;
  return m == 256 ? 'A' : m == 128 ? (sparse ? 'C' : 'B') : 0;
}

static bool has_n(int n, int group, int ws, int sparse) {
  if (ws) return n == 64 || n == 128 || (n == 256 && !sparse);
  return n >= 8 * group && n <= 256 && n % (8 * group) == 0;
}

START_TEST(an_instruction_takes_the_datapath_of_the_manuals_table) {
  int taken = 0, refused = 0;
  for (int m = 0; m <= 288; m += 16)
    for (int n = 0; n <= 272; n += 4)
      for (int group = 0; group <= 3; group++)
        for (int kind = 0; kind < 4; kind++) {
          const hd_mma mma = {.m = m, .n = n, .group = group, .ws = kind & 1, .sparse = kind >> 1};
          char letter = group == 1 || group == 2 ? letter_of(m, group, mma.ws, mma.sparse) : 0;
          hd_datapath_id id;
          hd_status status = hd_datapath_of(&mma, &error, &id);
          bool exists = letter != 0 && has_n(n, group, mma.ws, mma.sparse);
          EXPECT((status == HD_OK) == exists, "M %d N %d group %d kind %d", m, n, group, kind);
          if (status != HD_OK) ck_assert(hd_test_is_error(&error, HD_RANGE));
          else ck_assert_int_eq(hd_datapath_letter(id)[0], letter);
          taken += status == HD_OK, refused += status != HD_OK;
        }
  /* N: 32 of one CTA, 16 of a pair, 3 or 2 with .ws; M and kinds as in the table. */
  ck_assert_int_eq(taken, 2 * 2 * 32 + 3 * (3 + 2) + 2 * 2 * 16);
  ck_assert_int_eq(refused, 19 * 69 * 4 * 4 - taken);
}
END_TEST

static int lane_of(char letter, int n, int i, int j) {
  switch (letter) {
    case 'B':
    case 'E': return i + 64 * (j / (n / 2));
    case 'G': return i + 32 * (j / (n / 4));
    case 'C':
    case 'F': return 32 * (i / 16) + i % 16;
    default: return i;
  }
}

static int column_of(char letter, int n, int j) {
  return letter == 'B' || letter == 'E' ? j % (n / 2) : letter == 'G' ? j % (n / 4) : j;
}

START_TEST(accumulators_lie_where_the_manual_says) {
  static int64_t value[128 * 256];
  int images = 0;
  hd_layout engine, image;
  ck_assert_int_eq(hd_engine(hd_blackwell(), NULL, &engine), HD_OK);
  for (int id = 0; id < HD_DATAPATHS; id++) {
    char letter = hd_datapath_letter((hd_datapath_id)id)[0];
    int rows = hd_datapath_rows((hd_datapath_id)id), banks = hd_datapath_banks((hd_datapath_id)id);
    for (int n = banks; n <= 256; n += banks) {
      ck_assert_int_eq(hd_datapath_accumulator((hd_datapath_id)id, n, &engine, &error, &image), HD_OK);
      ck_assert_int_eq(hd_values(&image, 0, rows * n, NULL, value), HD_OK);
      ck_assert_int_eq(hd_size(&image), rows * n);
      for (int k = 0; k < rows * n; k++) {
        int i = k % rows, j = k / rows;
        int64_t expected = lane_of(letter, n, i, j) + 128 * column_of(letter, n, j);
        EXPECT(value[k] == expected, "%c N %d (%d,%d)", letter, n, i, j);
      }
      images++;
    }
  }
  ck_assert_int_eq(images, 4 * 256 + 2 * 128 + 64);
}
END_TEST

START_TEST(operands_lie_in_every_lane_that_reads_them) {
  static int64_t value[64 * 128 * 4];
  hd_layout engine, image;
  ck_assert_int_eq(hd_engine(hd_blackwell(), NULL, &engine), HD_OK);
  for (int id = 0; id < HD_DATAPATHS; id++)
    for (int bits = 4; bits <= 32; bits *= 2) {
      char letter = hd_datapath_letter((hd_datapath_id)id)[0];
      int rows = hd_datapath_rows((hd_datapath_id)id), p = 32 / bits, depth = 8 * p;
      int copies = letter == 'B' || letter == 'E' ? 2 : letter == 'G' ? 4 : 1;
      ck_assert_int_eq(hd_datapath_operand((hd_datapath_id)id, bits, depth, &engine, &error, &image), HD_OK);
      ck_assert_int_eq(hd_size(&image), rows * depth * copies);
      ck_assert_int_eq(hd_values(&image, 0, rows * depth * copies, NULL, value), HD_OK);
      for (int x = 0; x < rows * depth * copies; x++) {
        int i = x % rows, k = x / rows % depth, copy = x / rows / depth;
        int lane = (copies > 1 ? i : lane_of(letter, 0, i, 0)) + copy * 128 / copies;
        EXPECT(value[x] == p * (lane + 128 * (k / p)) + k % p, "%c %d bits (%d,%d,%d)", letter, bits, i, k, copy);
      }
    }
  expect_refused(hd_datapath_operand(HD_DATAPATH_D, 6, 32, &engine, &error, &image), HD_RANGE, "elements of 6 bits");
  expect_refused(hd_datapath_operand(HD_DATAPATH_D, 16, 31, &engine, &error, &image), HD_RANGE,
                 "does not fill whole cells");
  const hd_layout named = hd_test_layout("(128,512):(1@lane,1@col)");
  expect_refused(hd_datapath_operand(HD_DATAPATH_D, 16, 32, &named, &error, &image), HD_MISMATCH, "memory of integers");
  expect_refused(hd_datapath_operand(HD_DATAPATH_D, 32, 513, &engine, &error, &image), HD_RANGE, "513 places");
}
END_TEST

START_TEST(bases_are_lane_0_or_where_half_the_lanes_are_used_16) {
  const hd_geometry geometry = hd_blackwell();
  for (int m = 32; m <= 256; m *= 2)
    for (int group = 1; group <= 2; group++)
      for (int kind = 0; kind < 4; kind++) {
        const hd_mma mma = {.m = m, .n = 64, .group = group, .ws = kind & 1, .sparse = kind >> 1};
        hd_datapath_id id;
        if (hd_datapath_of(&mma, NULL, &id) != HD_OK) continue;
        char letter = hd_datapath_letter(id)[0];
        int banks = letter == 'B' || letter == 'E' ? 2 : letter == 'G' ? 4 : 1;
        for (uint32_t lane = 0; lane < 128; lane++) {
          bool legal = lane == 0 || (lane == 16 && (letter == 'F' || letter == 'C'));
          EXPECT((hd_datapath_check(geometry, &mma, lane << 16, &error) == HD_OK) == legal, "%c lane %u", letter, lane);
        }
        ck_assert_int_eq(hd_datapath_check(geometry, &mma, (uint32_t)(512 - 64 / banks), NULL), HD_OK);
        hd_status beyond = hd_datapath_check(geometry, &mma, (uint32_t)(513 - 64 / banks), &error);
        expect_refused(beyond, HD_RANGE, "there are 512");
      }
}
END_TEST

/* ---- scale factors ---- */

static int64_t on(const hd_placement *placement, const int64_t *place, const char *name) {
  hd_axis axes[HD_MAX_LEAVES], axis;
  int count = hd_placement_axes(placement, axes);
  ck_assert(hd_axis_from_name(name, strlen(name), &axis));
  for (int k = 0; k < count; k++)
    if (axes[k] == axis) return place[k];
  return 0;
}

/* That the factor of row x at byte `byte` lies in exactly the lanes that the manual says. */
static void judge_factor(const hd_placement *placement, int x, int s, int id, int rows, bool split) {
  int64_t place[8 * 8];
  int count;
  hd_tuple element;
  ck_assert(hd_tuple_flat(&element, 1, (int64_t[]){x + rows * s}));
  hd_tuple_scalar(&element, x + rows * s);
  ck_assert_int_eq(hd_placement_places(placement, &element, NULL, 8, &error, place, &count), HD_OK);
  hd_axis axes[HD_MAX_LEAVES];
  int stride = hd_placement_axes(placement, axes), half = split ? x / (rows / 2) : 0;
  int y = split ? x % (rows / 2) : x, words = rows / (split ? 64 : 32);
  ck_assert_int_eq(count, split ? 2 : 4);
  for (int q = 0; q < count; q++) {
    ck_assert_int_eq(on(placement, place + q * stride, "TLane"), 64 * half + 32 * q + y % 32);
    ck_assert_int_eq(on(placement, place + q * stride, "TCol"), y / 32 + words * ((id + s) / 4));
    ck_assert_int_eq(on(placement, place + q * stride, "Byte"), (id + s) % 4);
  }
}

START_TEST(scale_factors_lie_in_all_slabs) {
  const struct {
    hd_mma mma;
    hd_scaled operand;
    int rows;
    bool split;
  } cases[] = {{{.m = 128, .n = 256, .group = 1}, HD_SCALE_A, 128, false},
               {{.m = 128, .n = 256, .group = 1}, HD_SCALE_B, 256, false},
               {{.m = 64, .n = 32, .group = 1}, HD_SCALE_A, 64, false},
               {{.m = 256, .n = 64, .group = 2}, HD_SCALE_A, 128, false},
               {{.m = 256, .n = 64, .group = 2}, HD_SCALE_B, 64, false},
               {{.m = 128, .n = 128, .group = 2}, HD_SCALE_A, 64, false},
               {{.m = 128, .n = 192, .group = 2}, HD_SCALE_B, 192, true}};
  for (int k = 0; k < HD_COUNT(cases); k++)
    for (int vector = 1; vector <= 4; vector *= 2)
      for (int factors = vector; factors <= 16; factors *= 2)
        for (int id = 0; id < 4; id++) {
          hd_placement placement;
          hd_status status = hd_scale_factors(&cases[k].mma, cases[k].operand, vector, id, factors, &error, &placement);
          if (id % vector != 0) {
            expect_refused(status, HD_RANGE, "do not begin at byte");
          } else if (id != 0 && id + factors > 4) {
            expect_refused(status, HD_RANGE, "end within a cell");
          } else {
            ck_assert_int_eq(status, HD_OK);
            ck_assert_int_eq(hd_placement_size(&placement), cases[k].rows * factors);
            for (int x = 0; x < cases[k].rows; x++)
              for (int s = 0; s < factors; s++) judge_factor(&placement, x, s, id, cases[k].rows, cases[k].split);
          }
        }
}
END_TEST

START_TEST(what_is_not_modelled_is_refused_by_name) {
  const hd_mma mma = {.m = 128, .n = 128, .group = 1}, narrow = {.m = 128, .n = 48, .group = 1};
  hd_placement placement;
  expect_refused(hd_scale_factors(&mma, HD_SCALE_A, 3, 0, 3, &error, &placement), HD_MISMATCH, "K = 96");
  expect_refused(hd_scale_factors(&mma, HD_SCALE_A, 6, 0, 6, &error, &placement), HD_MISMATCH, "K = 96");
  expect_refused(hd_scale_factors(&mma, HD_SCALE_A, 5, 0, 5, &error, &placement), HD_RANGE, "no .scale_vec::5X");
  expect_refused(hd_scale_factors(&mma, HD_SCALE_A, 2, 0, 3, &error, &placement), HD_RANGE, "factors along K is 3");
  expect_refused(hd_scale_factors(&mma, HD_SCALE_A, 1, 0, 7, &error, &placement), HD_RANGE, "end within a cell");
  expect_refused(hd_scale_factors(&narrow, HD_SCALE_B, 1, 0, 1, &error, &placement), HD_RANGE, "48 rows of factors");
  hd_datapath_id id;
  expect_refused(hd_datapath_find('H', &error, &id), HD_RANGE, "no such datapath");
  ck_assert_int_eq(hd_datapath_find('G', &error, &id), HD_OK);
  ck_assert_int_eq(hd_datapath_m(id), 32);
  ck_assert_int_eq(hd_datapath_group(id), 1);
  hd_layout engine, image;
  ck_assert_int_eq(hd_engine(hd_blackwell(), NULL, &engine), HD_OK);
  expect_refused(hd_datapath_accumulator(id, 6, &engine, &error, &image), HD_RANGE,
                 "N = 6 does not part into 4 equal banks of columns");
  ck_assert_int_eq(hd_datapath_starts(HD_DATAPATH_F), 2);
}
END_TEST

int main(void) {
#define TEST(name) \
  { #name, name }
  const hd_test tests[] = {
      TEST(an_instruction_takes_the_datapath_of_the_manuals_table),
      TEST(accumulators_lie_where_the_manual_says),
      TEST(operands_lie_in_every_lane_that_reads_them),
      TEST(bases_are_lane_0_or_where_half_the_lanes_are_used_16),
      TEST(scale_factors_lie_in_all_slabs),
      TEST(what_is_not_modelled_is_refused_by_name),
  };
  return hd_test_main("datapaths", tests, HD_COUNT(tests));
}
