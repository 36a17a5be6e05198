/* A layout asked for the values of another: the coordinate of each, and the longest run that both have in common. */
#include "proofs/oracle.h"
#include "tests/support/pairs.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

#define CASE "%s of %s and %s: "
#define SHOW(operation, a, b) operation, hd_test_show(&(a)->layout), hd_test_show(&(b)->layout)

/* ---- coordinate_of ---- */

static hd_status seek(const hd_operand *a, const hd_operand *b, int64_t wanted, hd_error *error) {
  hd_tuple value, coordinate;
  hd_tuple_scalar(&value, wanted);
  hd_status status = hd_coordinate_of(&a->layout, &value, error, &coordinate);
  if (status != HD_OK) return status;
  int64_t found = 0;
  bool inside = hd_oracle_is_congruent(&coordinate.profile, &a->layout.profile);
  for (int k = 0; inside && k < a->plain.leaves; k++) {
    inside = coordinate.value[k] >= 0 && coordinate.value[k] < a->plain.shape[k];
    found += coordinate.value[k] * a->plain.stride[k];
  }
  EXPECT(inside && found == wanted, CASE "not %lld at %s", SHOW("coordinate_of", a, b), (long long)wanted,
         hd_test_show_tuple(&coordinate));
  return status;
}

/* Where A has the value that B has at its last coordinate; or, for B of an even number of coordinates, halfway. */
static void judge_coordinate(const hd_operand *a, const hd_operand *b, hd_score *score) {
  int64_t wanted = b->value[b->plain.size % 2 == 0 ? b->plain.size / 2 : b->plain.size - 1];
  bool exists = false;
  hd_error error;
  for (int64_t i = 0; !exists && i < a->plain.size; i++) exists = a->value[i] == wanted;
  hd_status status = seek(a, b, wanted, &error);
  EXPECT(status == (exists ? HD_OK : HD_UNDEFINED), CASE "%s for %lld", SHOW("coordinate_of", a, b),
         hd_status_name(status), (long long)wanted);
  if (exists) {
    score->answered++;
    return;
  }
  score->refused++;
  EXPECT(hd_test_is_error(&error, status), CASE "no error", SHOW("coordinate_of", a, b));
}

/* ---- the longest common run ---- */

/* B's modes, joined where one goes on as the other ends, and the longest run along a chain of them so far: modes whose
 * strides are each where the one before it ends, beginning with 1. A chain's extents stand with their strides among B's
 * coordinates; its last mode may be cut. */
typedef struct chains {
  hd_plain modes;
  int64_t begin[HD_MAX_LEAVES];
  int64_t longest;
} chains;

/* How long A at a chain's coordinates counts 0, 1, 2, .. */
static int64_t run_of(const hd_plain *a, const hd_plain *chain) {
  int64_t run = 1;
  while (run < chain->size && hd_plain_at(a, hd_plain_at(chain, run)) == run) run++;
  return run;
}

static void extend(const hd_plain *a, chains *c, const hd_plain *chain, unsigned used) {
  for (int k = 0; k < c->modes.leaves; k++) {
    hd_plain longer = *chain;
    if ((used >> k & 1) != 0 || c->modes.stride[k] != chain->size) continue;
    hd_plain_add(&longer, c->modes.shape[k], c->begin[k]);
    int64_t whole = run_of(a, &longer) / chain->size * chain->size; /* the last mode cut */
    if (whole > c->longest) c->longest = whole;
    extend(a, c, &longer, used | 1u << k);
  }
}

static int64_t longest_run(const hd_plain *a, const hd_plain *b) {
  static const hd_plain none = {.size = 1};
  static chains c;
  int64_t place = 1;
  c.modes = none;
  c.longest = 1;
  for (int k = 0; k < b->leaves; place *= b->shape[k++]) {
    int last = c.modes.leaves - 1;
    if (b->shape[k] == 1) continue;
    if (last >= 0 && b->stride[k] == c.modes.shape[last] * c.modes.stride[last]) {
      c.modes.shape[last] *= b->shape[k];
      continue;
    }
    c.begin[c.modes.leaves] = place;
    hd_plain_add(&c.modes, b->shape[k], b->stride[k]);
  }
  extend(a, &c, &none, 0);
  return c.longest;
}

static void judge_common(const hd_operand *a, const hd_operand *b, hd_score *score) {
  hd_layout r;
  hd_error error;
  hd_plain plain;
  int64_t size = -1, longest = longest_run(&a->plain, &b->plain);
  hd_status status = hd_max_common_layout(&a->layout, &b->layout, &error, &r);
  hd_status other = hd_max_common_vector(&a->layout, &b->layout, NULL, &size);
  EXPECT(status == HD_OK && other == HD_OK, CASE "%s, %s", SHOW("max_common", a, b), hd_status_name(status),
         hd_status_name(other));
  EXPECT(size == longest, CASE "%lld, not %lld", SHOW("max_common", a, b), (long long)size, (long long)longest);
  score[0].answered++, score[1].answered++;
  hd_plain_of(&r, &plain);
  EXPECT(plain.size == size, CASE "%s and %lld", SHOW("max_common", a, b), hd_test_show(&r), (long long)size);
  for (int64_t i = 0; i < size; i++)
    EXPECT(hd_plain_at(&a->plain, hd_plain_at(&plain, i)) == i && hd_plain_at(&b->plain, hd_plain_at(&plain, i)) == i,
           CASE "%s at %lld", SHOW("max_common", a, b), hd_test_show(&r), (long long)i);
}

static void judge(const hd_operand *a, const hd_operand *b, hd_score *score) {
  judge_coordinate(a, b, &score[0]);
  judge_common(a, b, &score[1]);
}

#define SCORES                                                                                               \
  {                                                                                                          \
    {.operation = "coordinate_of"}, {.operation = "max_common_layout"}, { .operation = "max_common_vector" } \
  }

/* How often A takes the value asked for, counted by values: so many layouts take v, and so many ask for it. */
static int64_t count_found(void) {
  int64_t takers[64] = {0}, askers[64] = {0}, found = 0;
  for (int n = 0; n < HD_PAIRS_SMALL; n++) {
    const hd_operand *a = hd_pairs_small(n);
    bool seen[64] = {false};
    for (int64_t i = 0; i < a->plain.size; i++) {
      takers[a->value[i]] += !seen[a->value[i]];
      seen[a->value[i]] = true;
    }
    askers[a->value[a->plain.size % 2 == 0 ? a->plain.size / 2 : a->plain.size - 1]]++;
  }
  for (int v = 0; v < 64; v++) found += takers[v] * askers[v];
  return found;
}

START_TEST(small_layouts_find_values_of_each_other) {
  hd_score score[] = SCORES;
  hd_judge_small(judge, score, HD_COUNT(score));
  ck_assert_int_eq(score[0].answered, count_found());
  ck_assert_int_eq(score[1].answered, score[2].answered);
}
END_TEST

START_TEST(drawn_layouts_find_values_of_each_other) {
  hd_drawing left = {.leaves = 8, .most = 256, .negative = true, .compact = true};
  hd_drawing right = {.leaves = 8, .most = 64, .negative = true, .compact = true};
  hd_score score[] = SCORES;
  hd_judge_drawn(judge, score, HD_COUNT(score), hd_pairs_seed("two_values", 8), &left, &right);
  hd_expect_often(score, 1, HD_DRAWN / 20, HD_DRAWN / 100);
  hd_expect_often(score + 1, 2, HD_DRAWN - 1, -1); /* of integers there is always a run */
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"small", small_layouts_find_values_of_each_other},
      {"drawn", drawn_layouts_find_values_of_each_other},
  };
  return hd_test_main("two_values", test, HD_COUNT(test));
}
