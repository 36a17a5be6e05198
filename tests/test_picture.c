/* Pictures: are the colours told apart by everybody and in print, is text on them readable, and is what is left out of
 * rows and columns accounted for? */
#include "support/suite.h"

#include "proofs/picture.h"

/* ---- colours, from the definitions of sRGB, CIE 1976 and WCAG 2 ---- */

/* The n-th root, by Newton's method. */
static double root(double x, int n) {
  double r = x > 1 ? x : 1;
  for (int k = 0; k < 200 && x > 0; k++) {
    double power = 1;
    for (int j = 1; j < n; j++) power *= r;
    r = ((n - 1) * r + x / power) / n;
  }
  return x > 0 ? r : 0;
}

/* A channel of 0..255 as linear light: ((c + 0.055) / 1.055) to the power of 2.4. */
static double linear(int channel) {
  const double c = channel / 255.0, base = (c + 0.055) / 1.055, fifth = root(base, 5);
  return c <= 0.04045 ? c / 12.92 : base * base * fifth * fifth;
}

typedef struct colour {
  double red, green, blue; /* linear */
} colour;

static colour of_rgb(uint32_t rgb) {
  return (colour){linear(rgb >> 16 & 255), linear(rgb >> 8 & 255), linear(rgb & 255)};
}

/* The fixed part of a terminal's 256 colours: a cube of 6 levels, and 24 greys. */
static colour of_terminal(int number) {
  static const int level[] = {0, 95, 135, 175, 215, 255};
  ck_assert_int_ge(number, 16);
  ck_assert_int_lt(number, 256);
  if (number >= 232)
    return (colour){linear(8 + 10 * (number - 232)), linear(8 + 10 * (number - 232)), linear(8 + 10 * (number - 232))};
  number -= 16;
  return (colour){linear(level[number / 36]), linear(level[number / 6 % 6]), linear(level[number % 6])};
}

static double luminance(colour c) { return 0.2126 * c.red + 0.7152 * c.green + 0.0722 * c.blue; }

static double contrast_with_black(colour c) { return (luminance(c) + 0.05) / 0.05; }

static double lab_of(double t) { return t > 216.0 / 24389 ? root(t, 3) : (24389.0 / 27 * t + 16) / 116; }

static double lightness(colour c) { return 116 * lab_of(luminance(c)) - 16; }

/* Distance in CIE L*a*b*, D65. */
static double distance(colour a, colour b) {
  const colour both[] = {a, b};
  double lab[2][3], sum = 0;
  for (int k = 0; k < 2; k++) {
    const colour c = both[k];
    const double x = lab_of((0.4124 * c.red + 0.3576 * c.green + 0.1805 * c.blue) / 0.9505);
    const double y = lab_of(luminance(c));
    const double z = lab_of((0.0193 * c.red + 0.1192 * c.green + 0.9505 * c.blue) / 1.0890);
    lab[k][0] = 116 * y - 16;
    lab[k][1] = 500 * (x - y);
    lab[k][2] = 200 * (y - z);
  }
  for (int k = 0; k < 3; k++) sum += (lab[0][k] - lab[1][k]) * (lab[0][k] - lab[1][k]);
  return root(sum, 2);
}

/* What is seen without one kind of receptors: Machado, Oliveira and Fernandes 2009, severity 1. */
static const double sight[][3][3] = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};
static const char *const seen_by[] = {"all receptors", "no red ones", "no green ones", "no blue ones"};

static double within(double x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

static colour seen(colour c, int by) {
  double to[3];
  for (int k = 0; k < 3; k++)
    to[k] = within(sight[by][k][0] * c.red + sight[by][k][1] * c.green + sight[by][k][2] * c.blue);
  return (colour){to[0], to[1], to[2]};
}

static void check_palette(const char *name, const colour palette[HD_PICTURE_COLOURS], double grey, double least) {
  for (int a = 0; a < HD_PICTURE_COLOURS; a++) {
    EXPECT(contrast_with_black(palette[a]) >= 7, "%s %d: contrast %f", name, a, contrast_with_black(palette[a]));
    for (int b = 0; b < a; b++) {
      const double step = lightness(palette[a]) - lightness(palette[b]);
      EXPECT(step >= grey || step <= -grey, "%s %d and %d: lightness differs by %f", name, a, b, step);
      for (int by = 0; by < 4; by++) {
        const double far = distance(seen(palette[a], by), seen(palette[b], by));
        EXPECT(far >= least, "%s %d and %d, with %s: distance %f", name, a, b, seen_by[by], far);
      }
    }
  }
}

START_TEST(the_eight_colours_are_told_apart_by_everybody_and_in_print) {
  colour fill[HD_PICTURE_COLOURS], background[HD_PICTURE_COLOURS];
  for (int k = 0; k < HD_PICTURE_COLOURS; k++) {
    fill[k] = of_rgb(hd_picture_fill(k));
    background[k] = of_terminal(hd_picture_background(k));
    ck_assert_uint_eq(hd_picture_fill(k), hd_picture_fill(k + 3 * HD_PICTURE_COLOURS));
  }
  check_palette("colour", fill, 4.4, 15);
  check_palette("background", background, 2.5, 15);
}
END_TEST

START_TEST(black_and_white_are_as_far_apart_as_their_definitions_say) {
  const colour white = of_rgb(0xffffff), black = of_rgb(0);
  EXPECT(contrast_with_black(white) > 20.99 && contrast_with_black(white) < 21.01, "%f", contrast_with_black(white));
  EXPECT(distance(white, black) > 99.9 && distance(white, black) < 100.1, "%f", distance(white, black));
  EXPECT(lightness(of_rgb(0x777777)) > 49.9 && lightness(of_rgb(0x777777)) < 50.1, "%f", lightness(of_rgb(0x777777)));
  for (int by = 1; by < 4; by++)
    EXPECT(distance(seen(white, by), white) < 0.1, "white is seen as another colour with %s", seen_by[by]);
}
END_TEST

/* ---- what is left out ---- */

/* That a cut draws some of first..end-1 in order, with a gap exactly where some are not drawn. */
static void check_cut(const hd_cut *cut, int64_t first, int64_t end, int64_t room) {
  int64_t next = first, drawn = 0;
  EXPECT(cut->kept <= room, "%d entries where there is room for %ld", cut->kept, (long)room);
  for (int k = 0; k < cut->kept; k++) {
    if (cut->at[k] < 0) {
      EXPECT(k + 1 < cut->kept && cut->at[k + 1] > next, "a gap where nothing is left out, at entry %d", k);
      next = cut->at[k + 1];
      continue;
    }
    EXPECT(cut->at[k] == next, "%ld and not %ld", (long)cut->at[k], (long)next);
    next++;
    drawn++;
  }
  EXPECT(cut->drawn == drawn, "%ld are drawn, and not %ld", (long)drawn, (long)cut->drawn);
  EXPECT(room < 4 || next >= end, "%ld to %ld are left out behind", (long)next, (long)end - 1);
}

START_TEST(what_is_drawn_is_in_order_and_what_is_not_leaves_a_gap) {
  static const int64_t blocks[][3] = {{0}, {4}, {5, 10}, {8, 16, 32}};
  hd_cut cut;
  for (int b = 0; b < HD_COUNT(blocks); b++) {
    for (int64_t count = 0; count <= 40; count++) {
      const hd_side side = {.count = count, .block = {blocks[b][0], blocks[b][1], blocks[b][2]}};
      for (int64_t first = 0; first <= count; first++) {
        for (int64_t wanted = 0; wanted <= 40; wanted += 13) {
          for (int64_t room = 1; room <= 41; room++) {
            const int64_t end = wanted > 0 && first + wanted < count ? first + wanted : count;
            hd_picture_cut(&side, first, wanted, room, 0, &cut);
            check_cut(&cut, first, end, room);
            EXPECT(cut.of == count, "of %ld", (long)cut.of);
            if (end - first <= room) EXPECT(cut.drawn == end - first, "something is left out without need");
          }
        }
      }
    }
  }
}
END_TEST

START_TEST(each_block_has_its_first_and_its_last_where_there_is_room) {
  const hd_side side = {.count = 128, .block = {16, 32}};
  hd_cut cut;
  hd_picture_cut(&side, 0, 0, 64, 32, &cut); /* 8 blocks of 16, 4 entries each */
  ck_assert_int_eq(cut.kept, 32);
  for (int block = 0; block < 8; block++) {
    ck_assert_int_eq(cut.at[4 * block], 16 * block);
    ck_assert_int_eq(cut.at[4 * block + 1], 16 * block + 1);
    ck_assert_int_eq(cut.at[4 * block + 2], -1);
    ck_assert_int_eq(cut.at[4 * block + 3], 16 * block + 15);
  }
  hd_picture_cut(&side, 0, 0, 64, 31, &cut); /* 4 of 32, 7 each */
  ck_assert_int_eq(cut.kept, 28);
  ck_assert_int_eq(cut.at[6], 31);
  hd_picture_cut(&side, 0, 0, INT64_MAX, 0, &cut);
  ck_assert_int_eq(cut.kept, 128);
}
END_TEST

START_TEST(a_page_holds_whole_blocks_where_one_fits) {
  const hd_side side = {.count = 1024, .block = {4, 16, 64}};
  for (int room = 1; room <= 300; room++) {
    const int page = hd_picture_page(&side, room), block = room < 4 ? 1 : room < 16 ? 4 : room < 64 ? 16 : 64;
    EXPECT(page <= room && page > room - block && page % block == 0, "a page of %d where %d fit", page, room);
  }
  ck_assert_int_eq(hd_picture_page(&side, 0), 1);
}
END_TEST

int main(void) {
  const hd_test test[] = {{"colours", the_eight_colours_are_told_apart_by_everybody_and_in_print},
                          {"black and white", black_and_white_are_as_far_apart_as_their_definitions_say},
                          {"gaps", what_is_drawn_is_in_order_and_what_is_not_leaves_a_gap},
                          {"blocks", each_block_has_its_first_and_its_last_where_there_is_room},
                          {"pages", a_page_holds_whole_blocks_where_one_fits}};
  return hd_test_main("picture", test, HD_COUNT(test));
}
