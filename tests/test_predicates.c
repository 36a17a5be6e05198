/* Predicates of the language, against looking at every coordinate, on all small layouts of two modes. */
#include "proofs/builtin.h"
#include "proofs/operations.h"
#include "proofs/visit.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

enum { LEAST = -40, MOST = 80, SPAN = MOST - LEAST + 1 };

typedef struct small {
  int64_t shape[2], stride[2];
  hd_value value;
  int hits[SPAN]; /* how often each value is taken */
} small;

enum { SHAPES = 4, STRIDES = 8, SMALL = SHAPES * SHAPES * STRIDES * STRIDES };

static void small_at(int number, small *s) {
  static const int64_t stride[STRIDES] = {0, 1, 2, 3, 4, 6, -1, -2};
  s->shape[0] = number % SHAPES + 1;
  s->shape[1] = number / SHAPES % SHAPES + 1;
  s->stride[0] = stride[number / (SHAPES * SHAPES) % STRIDES];
  s->stride[1] = stride[number / (SHAPES * SHAPES * STRIDES)];
  s->value.kind = HD_KIND_LAYOUT;
  s->value.visited = 0;
  ck_assert_int_eq(hd_make_flat_layout(2, s->shape, s->stride, NULL, &s->value.as.layout), HD_OK);
  memset(s->hits, 0, sizeof s->hits);
  for (int64_t j = 0; j < s->shape[1]; j++) {
    for (int64_t i = 0; i < s->shape[0]; i++) s->hits[i * s->stride[0] + j * s->stride[1] - LEAST]++;
  }
}

static bool ask(const char *name, const hd_value *argument, int count, hd_error *error) {
  hd_value result;
  hd_status status = hd_builtin_call(hd_builtin_find(name, strlen(name)), argument, count, error, &result);
  EXPECT(status == HD_OK && result.kind == HD_KIND_BOOLEAN, "%s: %s", name, hd_status_name(status));
  return result.as.boolean;
}

static int64_t at(const small *s, const hd_tuple *coordinate) {
  ck_assert_int_eq(coordinate->profile.leaves, 2);
  int64_t sum = 0;
  for (int k = 0; k < 2; k++) {
    ck_assert_int_ge(coordinate->value[k], 0);
    ck_assert_int_lt(coordinate->value[k], s->shape[k]);
    sum += coordinate->value[k] * s->stride[k];
  }
  return sum;
}

START_TEST(injective_and_bijective_are_what_counting_says) {
  int yes = 0;
  for (int n = 0; n < SMALL; n++) {
    small s;
    hd_error error;
    small_at(n, &s);
    bool once = true, filled = true;
    int64_t size = s.shape[0] * s.shape[1];
    for (int v = 0; v < SPAN; v++) {
      once = once && s.hits[v] <= 1;
      filled = filled && s.hits[v] == (v + LEAST >= 0 && v + LEAST < size);
    }
    ck_assert_int_eq(ask("injective", &s.value, 1, &error), once);
    if (!once) ck_assert_int_eq(at(&s, &error.coordinate), at(&s, &error.other));
    for (int64_t onto = size - 1; onto <= size + 1; onto++) {
      hd_value pair[2];
      if (onto < 1) continue;
      pair[0] = s.value;
      hd_value_set_integer(&pair[1], onto);
      ck_assert_int_eq(ask("bijective", pair, 2, &error), filled && onto == size);
      yes += filled && onto == size;
    }
  }
  ck_assert_int_gt(yes, 50);
}
END_TEST

START_TEST(covers_is_what_counting_says) {
  int yes = 0, no = 0;
  for (int n = 0; n < SMALL; n++) {
    small s;
    small_at(n, &s);
    for (int64_t bound = 1; bound <= 17; bound++) {
      hd_value pair[2];
      hd_error error;
      bool all = true;
      for (int64_t v = 0; v < bound; v++) all = all && s.hits[v - LEAST] > 0;
      pair[0] = s.value;
      hd_value_set_integer(&pair[1], bound);
      ck_assert_int_eq(ask("covers", pair, 2, &error), all);
      yes += all;
      no += !all;
      if (!all)
        EXPECT(error.number[0] >= 0 && error.number[0] < bound && s.hits[error.number[0] - LEAST] == 0, "layout %d", n);
    }
  }
  ck_assert_int_gt(yes, 1000);
  ck_assert_int_gt(no, 1000);
}
END_TEST

START_TEST(pairs_are_compared_as_counting_says) {
  int together[3] = {0};
  for (int n = 0; n < SMALL; n += 3) {
    for (int m = 0; m < SMALL; m += 7) {
      small a, b;
      hd_error error;
      small_at(n, &a);
      small_at(m, &b);
      hd_value triple[3] = {a.value, b.value, a.value};
      int64_t offset = (n + m) % 9 - 4;
      bool apart = true, inside = true;
      for (int v = 0; v < SPAN; v++) {
        int moved = v + (int)offset;
        apart = apart && !(a.hits[v] > 0 && moved >= 0 && moved < SPAN && b.hits[moved] > 0);
        inside = inside && (b.hits[v] == 0 || a.hits[v] > 0);
      }
      hd_value_set_integer(&triple[2], offset);
      ck_assert_int_eq(ask("disjoint", triple, 3, &error), apart);
      if (!apart) ck_assert_int_eq(at(&a, &error.coordinate) + offset, at(&b, &error.other));
      ck_assert_int_eq(ask("covers", triple, 2, &error), inside);
      bool same = a.shape[0] * a.shape[1] == b.shape[0] * b.shape[1];
      for (int64_t i = 0; same && i < a.shape[0] * a.shape[1]; i++) {
        same = i % a.shape[0] * a.stride[0] + i / a.shape[0] * a.stride[1] ==
               i % b.shape[0] * b.stride[0] + i / b.shape[0] * b.stride[1];
      }
      ck_assert_int_eq(ask("equivalent", triple, 2, &error), same);
      bool text = memcmp(a.shape, b.shape, sizeof a.shape) == 0 && memcmp(a.stride, b.stride, sizeof a.stride) == 0;
      ck_assert_int_eq(ask("identical", triple, 2, &error), text);
      if (!text && same) ck_assert_ptr_nonnull(error.hint);
      if (!text && !same) ck_assert_ptr_null(error.hint);
      together[0] += apart;
      together[1] += inside;
      together[2] += same;
    }
  }
  for (int k = 0; k < 3; k++) ck_assert_int_gt(together[k], 500);
}
END_TEST

START_TEST(boxes_on_axes_are_covered_and_filled) {
  hd_value pair[2];
  hd_error error;
  for (int first = 1; first <= 4; first++) {
    for (int second = 1; second <= 4; second++) {
      hd_tuple shape, stride;
      int step[] = {0, 1};
      hd_axis axis[2];
      hd_tuple_clear(&shape);
      hd_tuple_clear(&stride);
      for (int k = 0; k < 2; k++) {
        ck_assert(hd_axis_from_path(&step[k], 1, &axis[k]));
        (void)hd_tuple_append(&shape, k == 0 ? 3 : 2, HD_AXIS_INTEGER);
        (void)hd_tuple_append(&stride, 1, axis[k]);
      }
      (void)hd_profile_wrap(&shape.profile, 0);
      (void)hd_profile_wrap(&stride.profile, 0);
      pair[0].kind = HD_KIND_LAYOUT;
      ck_assert_int_eq(hd_make_layout(&shape, &stride, NULL, &pair[0].as.layout), HD_OK);
      const int64_t box[] = {first, second};
      pair[1].kind = HD_KIND_TUPLE;
      ck_assert(hd_tuple_flat(&pair[1].as.tuple, 2, box));
      ck_assert_int_eq(ask("covers", pair, 2, &error), first <= 3 && second <= 2);
      ck_assert_int_eq(ask("bijective", pair, 2, &error), first == 3 && second == 2);
    }
  }
}
END_TEST

/* A layout of two modes whose values move along component 0 or 1 of a box, and how often each cell is hit. */
typedef struct on_axes {
  int64_t shape[2], stride[2];
  int along[2];
  int hits[4][4]; /* values past 3 are counted in `outside` */
  int outside;
} on_axes;

enum { ON_AXES = 3 * 3 * 4 * 4 * 2 * 2 };

static void on_axes_at(int number, on_axes *a) {
  static const int64_t stride[] = {0, 1, 2, -1};
  memset(a, 0, sizeof *a);
  for (int k = 0; k < 2; k++, number /= 24) {
    a->shape[k] = number % 24 / 8 + 1;
    a->stride[k] = stride[number % 8 / 2];
    a->along[k] = number % 2;
  }
  for (int64_t n = 0; n < a->shape[0] * a->shape[1]; n++) {
    int64_t cell[2] = {0, 0};
    cell[a->along[0]] += n % a->shape[0] * a->stride[0];
    cell[a->along[1]] += n / a->shape[0] * a->stride[1];
    if (cell[0] < 0 || cell[0] > 3 || cell[1] < 0 || cell[1] > 3) a->outside++;
    else a->hits[cell[0]][cell[1]]++;
  }
}

static bool is_bijective(const on_axes *a, const int64_t extent[2]) {
  if (a->outside > 0) return false;
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      if (a->hits[i][j] != (i < extent[0] && j < extent[1])) return false;
    }
  }
  return true;
}

static void on_axes_layout(const on_axes *a, const hd_axis axis[2], hd_value *value) {
  value->kind = HD_KIND_LAYOUT;
  value->visited = 0;
  hd_layout_clear(&value->as.layout);
  for (int k = 0; k < 2; k++) {
    ck_assert(hd_layout_append_leaf(&value->as.layout, a->shape[k], a->stride[k], axis[a->along[k]]));
  }
  (void)hd_layout_wrap(&value->as.layout, 0);
  ck_assert_int_eq(hd_layout_finish(&value->as.layout, "test", NULL), HD_OK);
}

/* Asks of the boxes that stand for these extents: either order of the names, and without the extents of 1. Returns how
 * many there are. */
static int ask_of_each_spelling(const on_axes *a, const hd_axis axis[2], bool named, const int64_t extent[2]) {
  hd_value pair[2];
  hd_error error;
  int asked = 0;
  on_axes_layout(a, axis, &pair[0]);
  if (!pair[0].as.layout.on_axes) return 0;
  for (int spelling = 0; spelling < 4; spelling++) {
    int first = spelling % 2, count = spelling < 2 ? 2 : 1;
    if ((!named && first == 1) || (count == 1 && extent[1 - first] != 1)) continue;
    pair[1].kind = HD_KIND_TUPLE;
    hd_tuple_clear(&pair[1].as.tuple);
    for (int k = 0; k < count; k++) {
      int component = k == 0 ? first : 1 - first;
      (void)hd_tuple_append(&pair[1].as.tuple, extent[component], named ? axis[component] : HD_AXIS_INTEGER);
    }
    (void)hd_profile_wrap(&pair[1].as.tuple.profile, 0);
    ck_assert_int_eq(ask("bijective", pair, 2, &error), is_bijective(a, extent));
    asked++;
  }
  return asked;
}

START_TEST(boxes_are_filled_component_by_component) {
  hd_axis path[2], name[2];
  int yes = 0, asked = 0;
  for (int k = 0; k < 2; k++) ck_assert(hd_axis_from_path(&k, 1, &path[k]));
  ck_assert(hd_axis_from_name("lane", 4, &name[0]) && hd_axis_from_name("col", 3, &name[1]));
  for (int n = 0; n < ON_AXES; n++) {
    on_axes a;
    on_axes_at(n, &a);
    for (int64_t cells = 0; cells < 16; cells++) {
      const int64_t extent[] = {cells % 4 + 1, cells / 4 + 1};
      int here = ask_of_each_spelling(&a, path, false, extent) + ask_of_each_spelling(&a, name, true, extent);
      asked += here;
      if (is_bijective(&a, extent)) yes += here;
    }
  }
  ck_assert_int_gt(yes, 100);
  ck_assert_int_gt(asked, 1000);
}
END_TEST

START_TEST(boxes_nest_as_paths_do) {
  static const struct {
    const char *layout, *box;
    bool holds;
  } row[] = {
      {"(2,3):(1@0,1@1@1)", "(2,(1,3))", true},
      {"(2,3):(1@0,1@1@1)", "(2,(3,1))", false},
      {"(2,3):(1@0,1@0@1)", "(2,(3,1))", true},
      {"(2,2):(1@1@0,1@0@0)", "((2,2),1)", true},
      {"6:1@0", "((6))", false},
      {"6:1@0@0", "((6))", true},
  };
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_value pair[2] = {{.kind = HD_KIND_LAYOUT}, {.kind = HD_KIND_TUPLE}};
    pair[0].as.layout = hd_test_layout(row[n].layout);
    pair[1].as.tuple = hd_test_tuple(row[n].box);
    hd_error error;
    EXPECT(ask("bijective", pair, 2, &error) == row[n].holds, "%s onto %s", row[n].layout, row[n].box);
    if (row[n].holds) EXPECT(ask("covers", pair, 2, &error), "%s covers %s", row[n].layout, row[n].box);
  }
}
END_TEST

START_TEST(a_box_names_each_component_once) {
  static const struct {
    const char *box;
    hd_status status;
  } row[] = {{"(2@lane,2@lane)", HD_MALFORMED}, {"4", HD_MISMATCH}, {"(4@lane,1)", HD_MALFORMED}};
  for (int n = 0; n < HD_COUNT(row); n++) {
    hd_value pair[2] = {{.kind = HD_KIND_LAYOUT}, {.kind = HD_KIND_TUPLE}}, result;
    hd_error error;
    pair[0].as.layout = hd_test_layout("4:1@lane");
    pair[1].as.tuple = hd_test_tuple(row[n].box);
    ck_assert_int_eq(hd_call_bijective(pair, 2, &error, &result), row[n].status);
    ck_assert(hd_test_is_error(&error, row[n].status));
    ck_assert_int_eq(hd_call_covers(pair, 2, &error, &result), row[n].status);
  }
}
END_TEST

START_TEST(tilers_are_identical_element_by_element) {
  static const char *const row[] = {"[4:1;_]", "[_;4:1]", "[4:1;[_]]", "[4:1;2:1]", "[(4):(1);_]", "[4:2;_]"};
  for (int n = 0; n < HD_COUNT(row); n++) {
    for (int m = 0; m < HD_COUNT(row); m++) {
      hd_value pair[2] = {{.kind = HD_KIND_TILER}, {.kind = HD_KIND_TILER}};
      hd_error error;
      pair[0].as.tiler = hd_test_tiler(row[n]);
      pair[1].as.tiler = hd_test_tiler(row[m]);
      EXPECT(ask("identical", pair, 2, &error) == (n == m), "%s and %s", row[n], row[m]);
    }
  }
}
END_TEST

START_TEST(sets_mark_what_a_layout_takes) {
  for (int n = 0; n < SMALL; n++) {
    small s, other;
    hd_value_set set;
    int64_t least, greatest;
    small_at(n, &s);
    small_at((n * 7 + 5) % SMALL, &other);
    ck_assert(hd_layout_range(&s.value.as.layout, &least, &greatest));
    ck_assert(s.hits[least - LEAST] > 0 && s.hits[greatest - LEAST] > 0);
    for (int64_t v = LEAST; v < least; v++) ck_assert_int_eq(s.hits[v - LEAST], 0);
    for (int64_t v = greatest + 1; v <= MOST; v++) ck_assert_int_eq(s.hits[v - LEAST], 0);
    ck_assert(hd_value_set_make(least, greatest, &set));
    ck_assert_int_eq(hd_value_set_mark(&set, &s.value.as.layout, false), -1);
    for (int wanted = 0; wanted < 2; wanted++) {
      int64_t expected = -1, size = other.shape[0] * other.shape[1];
      for (int64_t i = size - 1; i >= 0; i--) {
        int64_t value = i % other.shape[0] * other.stride[0] + i / other.shape[0] * other.stride[1];
        if ((s.hits[value - LEAST] > 0) == (wanted == 1)) expected = i;
      }
      ck_assert_int_eq(hd_value_set_find(&set, &other.value.as.layout, wanted == 1), expected);
    }
    hd_value_set_free(&set);
    int64_t repeat = -1, seen[SPAN] = {0};
    for (int64_t i = 0; repeat < 0 && i < s.shape[0] * s.shape[1]; i++) {
      int64_t value = i % s.shape[0] * s.stride[0] + i / s.shape[0] * s.stride[1];
      if (seen[value - LEAST]++ > 0) repeat = i;
    }
    ck_assert(hd_value_set_make(least, greatest, &set));
    ck_assert_int_eq(hd_value_set_mark(&set, &s.value.as.layout, true), repeat);
    hd_value_set_free(&set);
  }
  hd_value_set large;
  ck_assert(!hd_value_set_make(0, HD_MAX_CHECKED, &large));
  ck_assert(!hd_value_set_make(INT64_MIN, INT64_MAX, &large));
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"injective and bijective", injective_and_bijective_are_what_counting_says},
      {"covers", covers_is_what_counting_says},
      {"pairs", pairs_are_compared_as_counting_says},
      {"boxes on axes", boxes_on_axes_are_covered_and_filled},
      {"boxes by component", boxes_are_filled_component_by_component},
      {"nested boxes", boxes_nest_as_paths_do},
      {"components of a box", a_box_names_each_component_once},
      {"identical tilers", tilers_are_identical_element_by_element},
      {"sets of values", sets_mark_what_a_layout_takes},
  };
  return hd_test_main("predicates", test, HD_COUNT(test));
}
