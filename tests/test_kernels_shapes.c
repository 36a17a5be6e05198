/* What the macros of the device layer say of shapes, against the layouts of the one table: for every repeat, thread and
 * register; and the operand lists, read as text. */
#include "tests/support/suite.h"
#include "tests/support/text.h"

#include "kernels/device.h"
#include "kernels/operands.h"

#include <stdio.h>
#include <stdlib.h>

#define FOR_EACH_SHAPE(DO) DO(32x32b) DO(16x64b) DO(16x128b) DO(16x256b) DO(16x32bx2)
#define FOR_EACH_REPEAT(DO, shape) \
  DO(shape, x1) DO(shape, x2) DO(shape, x4) DO(shape, x8) DO(shape, x16) DO(shape, x32) DO(shape, x64) DO(shape, x128)

enum { SPLIT = 16 << 16 | 8 }; /* lanes << 16 | columns: the second access of 16x32bx2 */

/* A shape as the macros have it. */
typedef struct macros {
  const char *name;
  hd_instruction_id id;
  int lanes, columns, registers, largest, run;
  int (*row)(int t, int r);
  int (*column)(int t, int r);
} macros;

#define PLACE(shape)                        \
  static int row_##shape(int t, int r) {    \
    (void)r;                                \
    return HD_ROW(shape, t, r, SPLIT);      \
  }                                         \
  static int column_##shape(int t, int r) { \
    (void)t;                                \
    return HD_COLUMN(shape, t, r, SPLIT);   \
  }
FOR_EACH_SHAPE(PLACE)

static const macros shapes[HD_INSTRUCTIONS] = {
#define LINE(shape)           \
  {#shape,                    \
   HD_SHAPE(shape),           \
   HD_FACT(shape, LANES),     \
   HD_FACT(shape, COLUMNS),   \
   HD_FACT(shape, REGISTERS), \
   HD_FACT(shape, LARGEST),   \
   HD_RUN(shape),             \
   row_##shape,               \
   column_##shape},
    FOR_EACH_SHAPE(LINE)};

START_TEST(facts_are_the_tables) {
  for (int k = 0; k < HD_INSTRUCTIONS; k++) {
    const hd_instruction *line;
    ck_assert_int_eq(hd_instruction_find(shapes[k].name, strlen(shapes[k].name), NULL, &line), HD_OK);
    ck_assert_ptr_eq(line, hd_instruction_of(shapes[k].id));
    ck_assert_int_eq(shapes[k].lanes, line->lanes);
    ck_assert_int_eq(shapes[k].columns, hd_instruction_columns(line));
    ck_assert_int_eq(shapes[k].registers, line->registers);
    ck_assert_int_eq(shapes[k].largest, line->largest);
  }
}
END_TEST

/* The count of every repeat: the macro's is one word, which names the operand lists. */
START_TEST(registers_are_repeats_times_the_tables) {
  const struct {
    hd_instruction_id shape;
    int repeat, registers;
    const char *text;
  } forms[] = {
#define STRING_OF(...) #__VA_ARGS__
#define STRING(...) STRING_OF(__VA_ARGS__)
#define FORM(shape, repeat) \
  {HD_SHAPE(shape), HD_REPEAT(repeat), HD_REGISTERS(shape, repeat), STRING(HD_REGISTERS(shape, repeat))},
#define FORMS(shape) FOR_EACH_REPEAT(FORM, shape)
      FOR_EACH_SHAPE(FORMS)};
  ck_assert_int_eq(HD_COUNT(forms), 8 * HD_INSTRUCTIONS);
  for (int k = 0; k < HD_COUNT(forms); k++) {
    char text[16];
    ck_assert_int_eq(forms[k].repeat, 1 << k % 8);
    ck_assert_int_eq(forms[k].registers, forms[k].repeat * hd_instruction_of(forms[k].shape)->registers);
    snprintf(text, sizeof text, "%d", forms[k].registers);
    ck_assert_str_eq(forms[k].text, text);
  }
}
END_TEST

/* Places are compared as addresses, lane << 16 | column, the second access SPLIT on. */
static hd_layout places_of(int k, int repeat) {
  const hd_layout memory = hd_test_layout("(128,512,2):(65536,1,1048584)");
  hd_layout pattern, image;
  hd_error error;
  hd_status status = hd_instruction_pattern(hd_instruction_of(shapes[k].id), repeat, false, &error, &pattern);
  if (status == HD_OK) status = hd_pattern_image(&pattern, &memory, &error, &image);
  EXPECT(status == HD_OK, "%s.x%d: %s", shapes[k].name, repeat, error.reason);
  return image;
}

START_TEST(places_are_those_of_the_layouts) {
  int compared = 0;
  for (int k = 0; k < HD_INSTRUCTIONS; k++)
    for (int repeat = 1; repeat <= shapes[k].largest; repeat *= 2) {
      const hd_layout image = places_of(k, repeat);
      int registers = repeat * shapes[k].registers;
      ck_assert_int_eq(hd_size(&image), 32 * registers);
      for (int r = 0; r < registers; r++)
        for (int t = 0; t < 32; t++, compared++) {
          int64_t address;
          ck_assert_int_eq(hd_evaluate_index(&image, t + 32 * r, NULL, &address), HD_OK);
          EXPECT(address == shapes[k].row(t, r) * INT64_C(65536) + shapes[k].column(t, r),
                 "%s.x%d: thread %d register %d", shapes[k].name, repeat, t, r);
        }
    }
  /* 32 threads; 1 to 128 registers of three shapes, 2 to 128 and 4 to 128 of the others. */
  ck_assert_int_eq(compared, 32 * (3 * 255 + 254 + 252));
}
END_TEST

/* ---- pieces of a row ---- */

typedef struct piece {
  int k, repeat, registers, first, last;
} piece;

/* The pieces of a row of so many words, as the copies issue them. */
static int cut(int shape, int words, piece pieces[8]) {
  int count = 0;
#define ADD(k, repeat, words, shape) \
  pieces[count++] =                  \
      (piece){k, HD_REPEAT(repeat), HD_REGISTERS(shape, repeat), HD_PIECE_FIRST(words, k), HD_PIECE_LAST(words, k)};
#define CASE(name)                          \
  if (shapes[shape].id == HD_SHAPE(name)) { \
    HD_PIECES(name)(ADD, words, name)       \
  }
  FOR_EACH_SHAPE(CASE)
  return count;
}

START_TEST(pieces_cover_every_row_once) {
  int rows = 0;
  for (int k = 0; k < HD_INSTRUCTIONS; k++)
    for (int columns = shapes[k].columns; columns <= 512; columns += shapes[k].columns, rows++) {
      int words = columns / shapes[k].columns * shapes[k].registers, next = 0, issued = 0;
      piece pieces[8];
      int count = cut(k, words, pieces);
      for (int p = 0; p < count; p++) {
        ck_assert_int_le(pieces[p].k, 64);
        ck_assert_int_eq(pieces[p].k, pieces[p].registers);
        ck_assert_int_le(pieces[p].repeat, shapes[k].largest);
        for (int o = pieces[p].first; o < pieces[p].last; o += pieces[p].k, next += pieces[p].k, issued++)
          EXPECT(o == next, "%s, %d columns: a piece of %d registers at %d, not at %d", shapes[k].name, columns,
                 pieces[p].k, o, next);
      }
      EXPECT(next == words, "%s, %d columns: %d of %d registers", shapes[k].name, columns, next, words);
      /* As few as there can be: 64 at a time, then one for each bit of what is left. */
      int least = words / 64;
      for (int left = words % 64; left != 0; left &= left - 1) least++;
      ck_assert_int_eq(issued, least);
    }
  ck_assert_int_eq(rows, 512 + 256 + 128 + 64 + 512);
}
END_TEST

START_TEST(a_piece_lies_a_step_further_on) {
  for (int k = 0; k < HD_INSTRUCTIONS; k++) {
    int step = 0, packed = 0;
#define STEP(name) \
  if (shapes[k].id == HD_SHAPE(name)) step = HD_STEP_(name, PLAIN), packed = HD_STEP_(name, PACKED);
    FOR_EACH_SHAPE(STEP)
    ck_assert_int_eq(packed, 2 * step);
    for (int o = shapes[k].registers; o < 512; o += shapes[k].registers)
      for (int r = 0; r < 64; r++)
        for (int t = 0; t < 32; t++) {
          ck_assert_int_eq(shapes[k].row(t, o + r), shapes[k].row(t, r));
          ck_assert_int_eq(shapes[k].column(t, o + r), shapes[k].column(t, r) + o * step);
        }
  }
}
END_TEST

/* Registers that move to memory together stand side by side, begin on a multiple of as many, and are as many as can. */
START_TEST(runs_lie_side_by_side) {
  for (int k = 0; k < HD_INSTRUCTIONS; k++)
    for (int t = 0; t < 32; t++)
      for (int r = 0; r < 64; r += shapes[k].run) {
        for (int i = 1; i < shapes[k].run; i++) {
          ck_assert_int_eq(shapes[k].row(t, r + i), shapes[k].row(t, r));
          ck_assert_int_eq(shapes[k].column(t, r + i), shapes[k].column(t, r) + i);
        }
        ck_assert_int_eq(shapes[k].column(t, r) % shapes[k].run, 0);
        EXPECT(shapes[k].run == 4 || shapes[k].row(t, r + shapes[k].run) != shapes[k].row(t, r) ||
                   shapes[k].column(t, r + shapes[k].run) != shapes[k].column(t, r) + shapes[k].run,
               "%s: more than %d words stand side by side", shapes[k].name, shapes[k].run);
      }
}
END_TEST

/* ---- operand lists ---- */

/* "%0,%1,..": so many. */
static void expect_text(const char *text, int count) {
  char expected[1024];
  int length = 0;
  for (int i = 0; i < count; i++)
    length += snprintf(expected + length, sizeof expected - (size_t)length, "%s%%%d", i == 0 ? "" : ",", i);
  ck_assert_str_eq(text, expected);
}

START_TEST(texts_count_in_decimal) {
  expect_text(HD_TEXT_1, 1), expect_text(HD_TEXT_2, 2), expect_text(HD_TEXT_4, 4), expect_text(HD_TEXT_8, 8);
  expect_text(HD_TEXT_16, 16), expect_text(HD_TEXT_32, 32), expect_text(HD_TEXT_64, 64), expect_text(HD_TEXT_128, 128);
  const char *const second[] = {HD_SECOND_1,  HD_SECOND_2,  HD_SECOND_4,  HD_SECOND_8,
                                HD_SECOND_16, HD_SECOND_32, HD_SECOND_64, HD_SECOND_128};
  for (int k = 0; k < HD_COUNT(second); k++) ck_assert_int_eq(atoi(second[k]), (1 << k) + 1);
}
END_TEST

/* `"=r"(hd_r[1]), ..`, without blanks: so many operands of this constraint, the i-th of element i. */
static void expect_operands(const char *text, const char *constraint, int count) {
  char plain[1 << 14], front[32];
  size_t length = 0;
  for (; *text != 0; text++)
    if (*text != ' ') plain[length++] = *text;
  plain[length] = 0;
  int front_length = snprintf(front, sizeof front, "\"%s\"(hd_r[", constraint);
  char *at = plain;
  for (int i = 0; i < count; i++) {
    EXPECT(strncmp(at, front, (size_t)front_length) == 0, "operand %d of %d: %.20s", i, count, at);
    at += front_length;
    EXPECT(*at >= '0' && *at <= '9', "operand %d of %d: %.20s", i, count, at);
    long element = strtol(at, &at, 10);
    EXPECT(element == i && strncmp(at, "])", 2) == 0, "operand %d of %d is element %ld", i, count, element);
    at += 2;
    ck_assert_int_eq(*at, i + 1 < count ? ',' : 0);
    at++;
  }
}

START_TEST(operands_are_the_elements_in_order) {
#define EXPECT_OPERANDS(n)                      \
  expect_operands(STRING(HD_OUT_##n), "=r", n); \
  expect_operands(STRING(HD_IN_##n), "r", n);
  EXPECT_OPERANDS(1)
  EXPECT_OPERANDS(2)
  EXPECT_OPERANDS(4)
  EXPECT_OPERANDS(8)
  EXPECT_OPERANDS(16)
  EXPECT_OPERANDS(32)
  EXPECT_OPERANDS(64)
  EXPECT_OPERANDS(128)
#define EXPECT_TIED(n) expect_operands(STRING(HD_INOUT_##n), "+r", n);
  EXPECT_TIED(1)
  EXPECT_TIED(2)
  EXPECT_TIED(4)
  EXPECT_TIED(8)
  EXPECT_TIED(16)
  EXPECT_TIED(32)
  EXPECT_TIED(64)
}
END_TEST

int main(void) {
#define TEST(name) \
  { #name, name }
  const hd_test tests[] = {
      TEST(facts_are_the_tables),
      TEST(registers_are_repeats_times_the_tables),
      TEST(places_are_those_of_the_layouts),
      TEST(pieces_cover_every_row_once),
      TEST(a_piece_lies_a_step_further_on),
      TEST(runs_lie_side_by_side),
      TEST(texts_count_in_decimal),
      TEST(operands_are_the_elements_in_order),
  };
  return hd_test_main("kernels_shapes", tests, HD_COUNT(tests));
}
