/* Conversions: what comes out is what went in, at every coordinate, as the definitions of the three forms have it. All
 * values here are worked out by the test; of the library's operations it calls only those under test. */
#include "algebra/convert.h"
#include "tests/support/family.h"
#include "tests/support/linear.h"
#include "tests/support/plain.h"
#include "tests/support/placement.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

#include <stdio.h>

/* ---- where things are ---- */

enum { PLACE_MAX = 40, SIZE_MAX_TEST = 4096 };

typedef struct place {
  int count;
  hd_axis axis[PLACE_MAX];
  int64_t value[PLACE_MAX];
} place;

static void add(place *at, hd_axis axis, int64_t value) {
  int k = 0;
  while (k < at->count && at->axis[k] != axis) k++;
  if (k == at->count) at->axis[at->count++] = axis, at->value[k] = 0;
  at->value[k] += value;
}

static int64_t number_on(const place *at, hd_axis axis) {
  for (int k = 0; k < at->count; k++)
    if (at->axis[k] == axis) return at->value[k];
  return 0;
}

static bool is_same(const place *a, const place *b) {
  for (int k = 0; k < a->count; k++)
    if (number_on(b, a->axis[k]) != a->value[k]) return false;
  for (int k = 0; k < b->count; k++)
    if (number_on(a, b->axis[k]) != b->value[k]) return false;
  return true;
}

/* The naming rule: memory is m, component k is dim<k>. */
static hd_axis named(hd_axis axis) {
  int step[HD_AXIS_STEPS];
  char name[8];
  if (axis == HD_AXIS_INTEGER || axis == hd_test_name("offset")) return hd_test_name("m");
  if (hd_axis_path(axis, step) != 1) return axis;
  snprintf(name, sizeof name, "dim%d", step[0]);
  return hd_test_name(name);
}

/* The numbers of a layout at an index, on its own axes; its last mode goes on beyond the extent. */
static place numbers_at(const hd_layout *layout, int64_t index) {
  place at = {0};
  int leaves = layout->profile.leaves;
  for (int k = 0; k < leaves; k++) {
    int64_t digit = k + 1 < leaves ? index % layout->shape[k] : index;
    add(&at, layout->on_axes ? layout->axis[k] : HD_AXIS_INTEGER, digit * layout->stride[k]);
    index /= layout->shape[k];
  }
  return at;
}

/* The value of a flat outer layout at offset + right: mode by mode where these are coordinates. */
static place outer_at(const hd_layout *outer, const hd_tuple *offset, const place *right) {
  place at = {0};
  if (outer->profile.leaves == 1 || offset->profile.open[0] == 0)
    return numbers_at(outer, offset->value[0] + number_on(right, HD_AXIS_INTEGER));
  for (int k = 0; k < outer->profile.leaves; k++) {
    hd_axis component;
    ck_assert(hd_axis_from_path(&k, 1, &component));
    int64_t digit = offset->value[k] + number_on(right, component);
    add(&at, outer->on_axes ? outer->axis[k] : HD_AXIS_INTEGER, digit * outer->stride[k]);
  }
  return at;
}

static place layout_place(const hd_composed *layout, int64_t index) {
  place at = numbers_at(&layout->inner, index), result = {0};
  for (int k = layout->steps; k-- > 0;) {
    const hd_step *step = &layout->step[k];
    if (step->is_layout) {
      at = outer_at(&layout->outer, &layout->outer_offset, &at);
    } else {
      int64_t value = hd_plain_swizzled(step->swizzle, step->offset + number_on(&at, HD_AXIS_INTEGER));
      at.count = 0;
      add(&at, HD_AXIS_INTEGER, value);
    }
  }
  for (int k = 0; k < at.count; k++) add(&result, named(at.axis[k]), at.value[k]);
  return result;
}

static place placement_place(const hd_stated *stated, int64_t element) {
  const hd_placement *placement = &stated->as.placement;
  place at = {0};
  for (int k = 0; k < placement->offsets; k++) add(&at, named(placement->offset[k].axis), placement->offset[k].value);
  for (int k = 0; k < placement->shards; k++) {
    const hd_iter *iter = &placement->shard[placement->order == HD_LAST_FASTEST ? placement->shards - 1 - k : k];
    add(&at, named(iter->axis), element % iter->extent * iter->stride);
    element /= iter->extent;
  }
  if (!stated->swizzled) return at;
  int64_t value = number_on(&at, hd_test_name("m"));
  add(&at, hd_test_name("m"), hd_plain_swizzled(stated->swizzle, value) - value);
  return at;
}

static place linear_place(const hd_linear *linear, int64_t index) {
  place at = {0};
  uint64_t value = hd_test_value(linear, (uint64_t)index);
  for (int k = 0; k < linear->out.count; k++) {
    add(&at, named(linear->out.name[k]), (int64_t)(value & (((uint64_t)1 << linear->out.bits[k]) - 1)));
    value = linear->out.bits[k] == 0 ? value : value >> linear->out.bits[k];
  }
  return at;
}

/* The place of the coordinate x of a shape. */
static place place_of(const hd_stated *stated, const hd_tuple *shape, const int64_t *x) {
  int rank = shape->profile.leaves;
  int64_t first = hd_test_element(HD_FIRST_FASTEST, rank, x, shape->value);
  if (stated->kind == HD_STATED_LAYOUT) return layout_place(&stated->as.layout, first);
  if (stated->kind == HD_STATED_LINEAR) return linear_place(&stated->as.linear, first);
  return placement_place(stated, hd_test_element(stated->as.placement.order, rank, x, shape->value));
}

static const char *show(const hd_stated *stated) {
  static char text[2][HD_STATED_TEXT_MAX];
  static int turn;
  turn = !turn;
  hd_print_stated(stated, hd_stated_dialect(stated), text[turn], sizeof text[turn]);
  return text[turn];
}

static int64_t expect_same(const hd_stated *a, const hd_stated *b, const hd_tuple *shape) {
  int64_t x[HD_MAX_LEAVES] = {0}, visited = 0;
  do {
    place here = place_of(a, shape, x), there = place_of(b, shape, x);
    EXPECT(is_same(&here, &there), "%s and %s differ at coordinate number %lld", show(a), show(b), (long long)visited);
    visited++;
  } while (hd_test_next(shape->profile.leaves, x, shape->value));
  return visited;
}

/* ---- there and back ---- */

static int64_t converted[HD_STATED_LINEAR + 1][HD_DIALECTS], refused[HD_STATED_LINEAR + 1][HD_DIALECTS];

/* The extents of a value's own modes. */
static hd_tuple own_shape(const hd_stated *stated) {
  hd_tuple shape;
  ck_assert_int_eq(hd_stated_shape(stated, NULL, NULL, &shape), HD_OK);
  int64_t size = 1, wanted = 1;
  for (int k = 0; k < shape.profile.leaves; k++) size *= shape.value[k];
  if (stated->kind == HD_STATED_LAYOUT)
    for (int k = 0; k < stated->as.layout.inner.profile.leaves; k++) wanted *= stated->as.layout.inner.shape[k];
  if (stated->kind == HD_STATED_PLACEMENT)
    for (int k = 0; k < stated->as.placement.shards; k++) wanted *= stated->as.placement.shard[k].extent;
  if (stated->kind == HD_STATED_LINEAR) wanted = (int64_t)1 << stated->as.linear.in.total;
  EXPECT(size == wanted, "%s has %lld elements, not %lld", show(stated), (long long)wanted, (long long)size);
  return shape;
}

/* Whether the values of a layout are linear over bits: powers of two, none below 0, and no two of single bits meet. */
static bool is_linear(const hd_stated *stated, const hd_tuple *shape) {
  static place value[SIZE_MAX_TEST];
  int64_t x[HD_MAX_LEAVES] = {0}, size = 0;
  for (int k = 0; k < shape->profile.leaves; k++)
    if ((shape->value[k] & (shape->value[k] - 1)) != 0) return false;
  do value[size++] = place_of(stated, shape, x);
  while (hd_test_next(shape->profile.leaves, x, shape->value));
  for (int64_t n = 0; n < size; n++)
    for (int k = 0; k < value[n].count; k++) {
      int64_t here = value[n].value[k];
      if (here < 0 || (n == 0 && here != 0)) return false;
      for (int64_t bit = 1; bit < size; bit += bit)
        if (number_on(&value[n ^ bit], value[n].axis[k]) != (here ^ number_on(&value[bit], value[n].axis[k])))
          return false;
    }
  return true;
}

/* Whether the values of a layout, counted from the first of them, are those of some iters over the elements. */
static bool is_placed(const hd_stated *stated, const hd_tuple *shape, hd_order order) {
  static int64_t value[SIZE_MAX_TEST][HD_TEST_AXES];
  const hd_axis axis[3] = {hd_test_name("m"), hd_test_name("dim0"), hd_test_name("dim1")};
  place first = layout_place(&stated->as.layout, 0);
  int64_t x[HD_MAX_LEAVES] = {0}, size = 0;
  memset(value, 0, sizeof value);
  do {
    place at = place_of(stated, shape, x);
    int64_t element = hd_test_element(order, shape->profile.leaves, x, shape->value);
    for (int k = 0; k < 3; k++) value[element][k] = number_on(&at, axis[k]) - number_on(&first, axis[k]);
    size++;
  } while (hd_test_next(shape->profile.leaves, x, shape->value));
  return hd_test_is_layout(value, size, 1);
}

/* Whether a refusal is right, where that can be told from the values. */
static bool is_impossible(const hd_stated *stated, hd_dialect to, hd_order order) {
  hd_tuple shape = own_shape(stated);
  if (to == HD_DIALECT_TRITON) return !is_linear(stated, &shape);
  if (to == HD_DIALECT_TIRX && stated->kind == HD_STATED_LAYOUT) return !is_placed(stated, &shape, order);
  return to != HD_DIALECT_CUTE || stated->kind == HD_STATED_LINEAR;
}

/* One value into one dialect, read from what it prints, and back. */
static void round_trip(const hd_stated *stated, hd_dialect to, hd_order order) {
  static char text[HD_STATED_TEXT_MAX];
  static hd_stated made, read, back;
  hd_conversion how = {.order = order}, returning = {0};
  hd_error error;
  hd_conversion_proof proof;
  hd_status status = hd_convert(stated, to, &how, &error, &made);
  if (status != HD_OK) {
    EXPECT(status == HD_UNDEFINED && hd_test_is_error(&error, status), "%s: %s", show(stated), hd_status_name(status));
    EXPECT(is_impossible(stated, to, order), "%s is refused by %s", show(stated), hd_dialect_name(to));
    refused[stated->kind][to]++;
    return;
  }
  hd_tuple shape = own_shape(stated);
  size_t length = hd_print_stated(&made, to, text, sizeof text);
  ck_assert(length == strlen(text) && hd_recognise_dialect(text, length) == to);
  EXPECT(hd_parse_stated(text, length, &error, &read) == HD_OK, "%s is not read", text);
  int64_t size = expect_same(stated, &read, &shape);
  returning.shape = &shape;
  if (stated->kind == HD_STATED_PLACEMENT) returning.order = stated->as.placement.order;
  if (stated->kind == HD_STATED_LINEAR) {
    returning.mode = stated->as.linear.in.name;
    returning.modes = stated->as.linear.in.count;
  }
  bool returns = hd_convert(&read, hd_stated_dialect(stated), &returning, &error, &back) == HD_OK;
  if (returns) expect_same(stated, &back, &shape);
  EXPECT(returns ? back.kind == stated->kind
                 : to >= HD_DIALECT_TIRX && stated->kind == HD_STATED_LAYOUT && stated->as.layout.steps > 0,
         "%s: no way back from %s", show(stated), text);
  status = hd_convert_check(stated, &read, &how, &error, &proof);
  EXPECT(status == HD_OK && proof.visited == size && proof.returns == returns, "%s: %s: %lld of %lld", show(stated),
         text, (long long)proof.visited, (long long)size);
  converted[stated->kind][to]++;
}

static void all_round_trips(const hd_stated *stated) {
  for (int to = 0; to < HD_DIALECTS; to++) round_trip(stated, (hd_dialect)to, HD_LAST_FASTEST);
  round_trip(stated, HD_DIALECT_TIRX, HD_FIRST_FASTEST);
}

/* ---- drawn values ---- */

static hd_swizzle draw_swizzle(uint64_t *seed) {
  int bits = hd_draw(seed, 3), shift = bits + hd_draw(seed, 3);
  hd_swizzle made = {bits, hd_draw(seed, 3), hd_draw(seed, 4) == 0 ? -shift : shift};
  return made;
}

/* A layout, on integers or components; every third time behind one or two steps. */
static void draw_layout(uint64_t *seed, hd_stated *stated) {
  hd_layout layout, outer;
  int steps = hd_draw(seed, 6);
  memset(stated, 0, sizeof *stated);
  stated->kind = HD_STATED_LAYOUT;
  hd_draw_layout(seed, 4, 64, steps > 2 && hd_draw(seed, 3) == 0, &layout);
  hd_composed_plain(&layout, &stated->as.layout);
  for (int k = 0; k < layout.profile.leaves; k++)
    if (layout.stride[k] < 0) return; /* an outer layout is asked for coordinates from 0 up */
  if (steps == 2) {
    hd_tuple offset;
    hd_draw_layout(seed, 2, 32, false, &outer);
    hd_tuple_scalar(&offset, hd_draw(seed, 8));
    ck_assert_int_eq(hd_compose_layout(&outer, &offset, &stated->as.layout, NULL, &stated->as.layout), HD_OK);
  }
  for (int k = 0; k < 2 && k < 2 - steps; k++) {
    hd_swizzle swizzle = draw_swizzle(seed);
    int64_t begin = hd_draw(seed, 2) == 0 ? 0 : hd_draw(seed, 20);
    ck_assert_int_eq(hd_compose_swizzle(&swizzle, begin, &stated->as.layout, NULL, &stated->as.layout), HD_OK);
  }
}

static void draw_stated_placement(uint64_t *seed, hd_stated *stated) {
  hd_order order = hd_draw(seed, 2) == 0 ? HD_LAST_FASTEST : HD_FIRST_FASTEST;
  memset(stated, 0, sizeof *stated);
  stated->kind = HD_STATED_PLACEMENT;
  hd_draw_placement(seed, order, 0, &stated->as.placement);
  if (hd_draw(seed, 3) == 0) { /* as Triton has them: powers of two, which do not meet */
    stated->as.placement.offsets = 0;
    for (int k = 0; k < stated->as.placement.shards; k++) {
      hd_iter *iter = &stated->as.placement.shard[k];
      iter->extent = (int64_t)1 << hd_draw(seed, 3);
      iter->stride = (int64_t)1 << 3 * k;
    }
  }
  bool plain = stated->as.placement.offsets == 0;
  for (int k = 0; k < stated->as.placement.shards; k++)
    plain &= stated->as.placement.shard[k].axis == hd_test_name("m");
  stated->swizzled = plain && hd_draw(seed, 2) == 0;
  if (stated->swizzled) stated->swizzle = draw_swizzle(seed);
}

static void draw_stated_linear(uint64_t *seed, hd_stated *stated) {
  static const char *const ins[] = {"register", "lane", "warp", "block"}, *const outs[] = {"dim0", "dim1", "dim2"},
                           *const memory[] = {"offset"};
  memset(stated, 0, sizeof *stated);
  stated->kind = HD_STATED_LINEAR;
  int bits = hd_draw(seed, 7), more = hd_draw(seed, 2);
  hd_dimensions in = hd_test_draw_dimensions(seed, ins, 4, bits), out;
  if (hd_draw(seed, 2) == 0) out = hd_test_draw_dimensions(seed, outs, 3, bits + more);
  else {
    hd_dimensions_clear(&out);
    ck_assert_int_eq(hd_dimensions_append(&out, hd_test_name(memory[0]), bits + 2, NULL), HD_OK);
  }
  stated->as.linear = hd_test_draw_linear(seed, &in, &out);
}

enum { DRAWN = 3400 };

START_TEST(every_conversion_leads_back) {
  static hd_stated stated;
  uint64_t seed = 20261103;
  printf("convert: seed %llu, %d layouts, placements and linear layouts each\n", (unsigned long long)seed, DRAWN);
  for (int n = 0; n < DRAWN; n++) {
    draw_layout(&seed, &stated);
    all_round_trips(&stated);
    draw_stated_placement(&seed, &stated);
    all_round_trips(&stated);
    draw_stated_linear(&seed, &stated);
    all_round_trips(&stated);
  }
  for (int kind = HD_STATED_LAYOUT; kind <= HD_STATED_LINEAR; kind++)
    for (int to = 0; to < HD_DIALECTS; to++) {
      int64_t tried = converted[kind][to] + refused[kind][to];
      printf("convert: kind %d to %s: %lld of %lld\n", kind, hd_dialect_name((hd_dialect)to),
             (long long)converted[kind][to], (long long)tried);
      ck_assert_int_eq(tried, DRAWN * (to == HD_DIALECT_TIRX ? 2 : 1));
      ck_assert_int_gt(converted[kind][to], DRAWN / 15);
    }
}
END_TEST

/* ---- small layouts, all of them ---- */

START_TEST(small_layouts_are_converted_wherever_they_can_be) {
  static hd_stated stated, made;
  int64_t layouts = 0, linear = 0;
  for (int leaves = 1; leaves <= 2; leaves++)
    for (int paths = 0; paths < 2; paths++) {
      hd_family family = paths ? hd_family_paths(leaves) : hd_family_small(leaves);
      for (int64_t n = 0; n < hd_family_count(&family); n++) {
        hd_layout layout;
        hd_family_at(&family, n, &layout);
        memset(&stated, 0, sizeof stated);
        stated.kind = HD_STATED_LAYOUT;
        hd_composed_plain(&layout, &stated.as.layout);
        for (int to = 0; to < HD_DIALECT_TRITON; to++) {
          int64_t before = refused[HD_STATED_LAYOUT][to];
          round_trip(&stated, (hd_dialect)to, n % 2 == 0 ? HD_LAST_FASTEST : HD_FIRST_FASTEST);
          EXPECT(refused[HD_STATED_LAYOUT][to] == before, "%s is refused", hd_test_show(&layout));
        }
        hd_tuple shape = own_shape(&stated);
        bool possible = is_linear(&stated, &shape);
        hd_status status = hd_convert(&stated, HD_DIALECT_TRITON, NULL, NULL, &made);
        EXPECT(status == (possible ? HD_OK : HD_UNDEFINED), "%s: %s", hd_test_show(&layout), hd_status_name(status));
        if (possible) round_trip(&stated, HD_DIALECT_TRITON, HD_LAST_FASTEST);
        layouts++, linear += possible;
      }
    }
  printf("convert: %lld small layouts, %lld linear over bits\n", (long long)layouts, (long long)linear);
  ck_assert_int_gt(layouts, 2000);
  ck_assert_int_gt(linear, 200);
}
END_TEST

/* ---- shapes and orders ---- */

static hd_stated stated_of(const char *text) {
  hd_stated stated;
  hd_error error;
  EXPECT(hd_parse_stated(text, strlen(text), &error, &stated) == HD_OK, "%s: %s", text, error.reason);
  return stated;
}

static void expect_text(const char *from, hd_dialect to, const hd_conversion *how, const char *wanted) {
  static char text[HD_STATED_TEXT_MAX];
  hd_stated stated = stated_of(from), made;
  hd_error error;
  hd_conversion_proof proof;
  hd_status status = hd_convert(&stated, to, how, &error, &made);
  EXPECT(status == HD_OK, "%s: %s", from, error.reason);
  hd_print_stated(&made, to, text, sizeof text);
  EXPECT(strcmp(text, wanted) == 0, "%s becomes %s, not %s", from, text, wanted);
  EXPECT(hd_convert_check(&stated, &made, how, &error, &proof) == HD_OK, "%s: %s", from, error.reason);
}

static void expect_shaped(const char *from, hd_dialect to, const char *shape, hd_order order, const char *wanted) {
  hd_tuple modes;
  if (shape) modes = hd_test_tuple(shape);
  hd_conversion how = {.shape = shape ? &modes : NULL, .order = order};
  expect_text(from, to, &how, wanted);
}

START_TEST(coordinates_are_kept_and_the_order_is_said) {
  expect_shaped("(4,(2,3)):(6,(1,2))", HD_DIALECT_TIRX, NULL, HD_LAST_FASTEST, "S[(4,3,2):(6,2,1)]");
  expect_shaped("(4,(2,3)):(6,(1,2))", HD_DIALECT_TIRX, NULL, HD_FIRST_FASTEST, "Scolex[(4,2,3):(6,1,2)]");
  expect_shaped("64:1", HD_DIALECT_TIRX, "(8,8)", HD_LAST_FASTEST, "S[(8,8):(1,8)]");
  expect_shaped("64:1", HD_DIALECT_TIRX, "64", HD_LAST_FASTEST, "S[64:1]");
  expect_shaped("(4,16):(16,1)", HD_DIALECT_TIRX, "64", HD_LAST_FASTEST, "S[(16,4):(1,16)]");
  expect_shaped("S[(4,16):(16,1)]", HD_DIALECT_CUTE, NULL, HD_LAST_FASTEST, "(4,16):(16,1)");
  expect_shaped("S[(4,16):(16,1)]", HD_DIALECT_CUTE, "64", HD_LAST_FASTEST, "64:1");
  expect_shaped("Scolex[(4,16):(16,1)]", HD_DIALECT_CUTE, "64", HD_LAST_FASTEST, "(4,16):(16,1)");
  expect_shaped("S[(4,16):(16,1)]", HD_DIALECT_CUTE, "(8,8)", HD_LAST_FASTEST, "(8,8):(8,1)");
  expect_shaped("S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)]", HD_DIALECT_CUTE, "(8,16)", HD_LAST_FASTEST,
                "(8,(2,4,2)):(4@laneid,(1@m,1@laneid,1@warpid))");
  expect_shaped("S[(4,8):(8,1)]", HD_DIALECT_TIRX, "(4,8)", HD_FIRST_FASTEST, "Scolex[(4,8):(8,1)]");
  expect_shaped("S[(4,8):(8,1)]", HD_DIALECT_TIRX, "32", HD_FIRST_FASTEST, "Scolex[32:1]");
}
END_TEST

/* ---- names ---- */

START_TEST(names_follow_one_rule) {
  hd_axis axes[3] = {hd_test_name("laneid"), hd_test_name("warpid"), hd_test_name("m")};
  hd_axis modes[2] = {hd_test_name("lane"), hd_test_name("register")};
  hd_conversion by_axis = {.axis = axes, .axes = 3}, by_mode = {.mode = modes, .modes = 2};
  expect_text("(8,4):(1@0,1@1)", HD_DIALECT_TIRX, NULL, "S[(8,4):(1@dim0,1@dim1)]");
  expect_text("(8,4):(1@0,1@1)", HD_DIALECT_TIRX, &by_axis, "S[(8,4):(1@laneid,1@warpid)]");
  expect_text("(8,4):(1@2,1@1)", HD_DIALECT_TIRX, &by_axis, "S[(8,4):(1,1@warpid)]");
  expect_text("S[(8,4):(1@dim0,1@dim1)]", HD_DIALECT_CUTE, NULL, "(8,4):(1@0,1@1)");
  expect_text("S[(8,4):(1@warpid,1)]", HD_DIALECT_CUTE_IR, &by_axis, "!cute.layout<\"(8,4):(1@1,1@2)\">");
  expect_text("S[(8,4):(1@warpid,1)]", HD_DIALECT_CUTE, NULL, "(8,4):(1@warpid,1@m)");
  expect_text("S[(8,4):(1@laneid,1)] + 5@warpid", HD_DIALECT_CUTE_IR, &by_axis,
              "!cute.composed_layout<\"(1,1,1):(1@0,1@2,1@1) o (0,0,5) o (8,4):(1@0,1@1)\">");
  expect_text("S[8:2@laneid] + 5@laneid", HD_DIALECT_CUTE, NULL, "1:1@laneid o 5 o 8:2");
  expect_text("S[(8,4):(4,1)] + 7", HD_DIALECT_CUTE, NULL, "1:1 o 7 o (8,4):(4,1)");
  expect_text("1:1 o 7 o (8,4):(4,1)", HD_DIALECT_TIRX, NULL, "S[(8,4):(4,1)] + 7");
  expect_text("(2,4):(4,1)", HD_DIALECT_TRITON, &by_mode,
              " - lane=1 -> (4)\n - register=1 -> (1)\n   register=2 -> (2)\nwhere out dims are: [offset (size 8)]");
  expect_text("(2,2):(1@1,1@0)", HD_DIALECT_TRITON, &by_axis,
              " - dim0=1 -> (0, 1)\n - dim1=1 -> (1, 0)\n"
              "where out dims are: [laneid (size 2), warpid (size 2)]");
  expect_text("S[(2,2):(1@lane,1)]", HD_DIALECT_TRITON, NULL,
              " - dim0=1 -> (1, 0)\n - dim1=1 -> (0, 1)\nwhere out dims are: [lane (size 2), offset (size 2)]");
  expect_text(" - a=1 -> (1, 0)\n - b=1 -> (0, 1)\nwhere out dims are: [lane (size 2), offset (size 2)]",
              HD_DIALECT_TIRX, NULL, "S[(2,2):(1@lane,1)]");
  expect_text(" - a=1 -> (2)\nwhere out dims are: [lane (size 4)]", HD_DIALECT_CUTE, NULL, "2:2@lane");
}
END_TEST

/* ---- swizzles ---- */

START_TEST(swizzles_go_where_they_can) {
  expect_text("S<3,3,3> o 0 o (8,64):(64,1)", HD_DIALECT_TIRX, NULL,
              "ComposeLayout(SwizzleLayout(3, 3, 3), TileLayout(S[(8,64):(64,1)]))");
  expect_text("S<2,1,-3> o 5 o (8,8):(8,1)", HD_DIALECT_TIRX, NULL,
              "ComposeLayout(SwizzleLayout(1, 2, 3, swizzle_inner=False), TileLayout(S[(8,8):(8,1)] + 5))");
  expect_text("ComposeLayout(3, 2, 3, TileLayout(S[(8,64):(64,1)]), swizzle_inner=True)", HD_DIALECT_CUTE_IR, NULL,
              "!cute.composed_layout<\"S<2,3,3> o 0 o (8,64):(64,1)\">");
  expect_text("Sw<1,4,3> o smem_ptr[16b](unset) o (_64,_16):(_16,_1)", HD_DIALECT_CUTE, NULL,
              "S<1,3,3> o 0 o (64,16):(16,1)");
  expect_text("S<2,0,2> o 0 o (4,4):(1,4)", HD_DIALECT_TRITON, NULL,
              " - dim0=1 -> (1)\n   dim0=2 -> (2)\n - dim1=1 -> (5)\n   dim1=2 -> (10)\n"
              "where out dims are: [offset (size 16)]");
  expect_text("S<3,0,3> o 0 o S<1,2,1> o 0 o 8:1", HD_DIALECT_TIRX, NULL, "S[8:1]");
  expect_text("(4,8):(1,4) o 3 o (2,4):(1,8)", HD_DIALECT_TIRX, NULL, "S[(2,4):(1,8)] + 3");
}
END_TEST

/* ---- refusals ---- */

typedef struct refusal {
  const char *from;
  hd_dialect to;
  hd_status status;
  const char *why; /* part of the sentence */
} refusal;

static const refusal refusals[] = {
    {"S[8:1] + R[2:4@warpid]", HD_DIALECT_CUTE, HD_UNDEFINED, "R[2:4@warpid]: an element lives in several places"},
    {"S[8:1] + R[2:4@warpid]", HD_DIALECT_TRITON, HD_UNDEFINED, "R[2:4@warpid]: an element lives in several places"},
    {"S[8:1] + 5@warpid", HD_DIALECT_TRITON, HD_UNDEFINED, "5@warpid: element 0 is not at 0"},
    {"1:1 o 5 o 8:1", HD_DIALECT_TRITON, HD_UNDEFINED, "the value at"},
    {"(1,1):(1@0,1@1) o (0,5) o (8,4):(1@0,1@1)", HD_DIALECT_TRITON, HD_UNDEFINED, "5@dim1: element 0 is not at 0"},
    {"(3,4):(4,1)", HD_DIALECT_TRITON, HD_UNDEFINED, "leaf 0: extent 3 is no power of two"},
    {"(4,(2,6)):(4,(1,2))", HD_DIALECT_TRITON, HD_UNDEFINED, "leaf 2: extent 6 is no power of two"},
    {"(4,8):(1,2)", HD_DIALECT_TRITON, HD_UNDEFINED, "share a bit"},
    {"4:-1", HD_DIALECT_TRITON, HD_UNDEFINED, "is negative: -1"},
    {"(4,8):(1@lane,1@col)", HD_DIALECT_CUTE_IR, HD_UNDEFINED, "leaf 0: stride 1@lane"},
    {"S<3,0,3> o 0 o S<1,2,1> o 0 o 8:1", HD_DIALECT_CUTE_IR, HD_UNDEFINED, "one map before a layout, and here are 2"},
    {"S<1,0,1> o 0 o S<1,1,1> o 0 o 8:1", HD_DIALECT_TIRX, HD_UNDEFINED, "at index 3 the value is"},
    {"(2,2):(1@0@1,1@1@1)", HD_DIALECT_TIRX, HD_UNDEFINED, "a component within a component has no name"},
    {"(2,2):(1@m,1@offset)", HD_DIALECT_TIRX, HD_UNDEFINED, "m and offset are one thing"},
    {"S[(2,2):(1,1@offset)]", HD_DIALECT_TRITON, HD_UNDEFINED, "m and offset are one thing"},
    {"(4,8)", HD_DIALECT_TIRX, HD_UNDEFINED, "a tuple is no function"},
    {"[4:1;_]", HD_DIALECT_TRITON, HD_UNDEFINED, "a tiler is no function"},
    {"S<3,4,3>", HD_DIALECT_TIRX, HD_UNDEFINED, "a swizzle alone has no coordinates"},
    {" - a=1 -> (1, 1)\nwhere out dims are: [dim0 (size 2), dim1 (size 2)]", HD_DIALECT_CUTE, HD_UNDEFINED,
     "lies in two output dimensions at once"},
    {" - a=1 -> (1)\n   a=2 -> (3)\nwhere out dims are: [dim0 (size 4)]", HD_DIALECT_CUTE, HD_UNDEFINED,
     "behind a swizzle, which gives integers, and its values lie on @dim0"},
    {" - a=1 -> (1)\n   a=2 -> (1)\nwhere out dims are: [offset (size 4)]", HD_DIALECT_TIRX, HD_UNDEFINED,
     "no swizzle takes all such bits away"},
};

START_TEST(refusals_name_what_cannot_be_held) {
  static char text[HD_TEXT_MAX];
  for (int k = 0; k < HD_COUNT(refusals); k++) {
    const refusal *one = &refusals[k];
    hd_stated stated = stated_of(one->from), made;
    hd_error error;
    hd_test_stamp(&made, sizeof made);
    hd_status status = hd_convert(&stated, one->to, NULL, &error, &made);
    EXPECT(status == one->status && hd_test_is_error(&error, status), "%s: %s", one->from, hd_status_name(status));
    EXPECT(hd_test_is_stamped(&made, sizeof made), "%s: the result is written", one->from);
    hd_print_error(&error, text, sizeof text);
    EXPECT(strstr(text, one->why) != NULL, "%s: %s", one->from, text);
    EXPECT(hd_convert(&stated, one->to, NULL, NULL, &made) == one->status, "%s without an error", one->from);
  }
}
END_TEST

static void expect_misfit(const char *from, hd_dialect to, const hd_conversion *how, hd_status wanted) {
  hd_stated stated = stated_of(from), made;
  hd_error error;
  hd_status status = hd_convert(&stated, to, how, &error, &made);
  EXPECT(status == wanted && hd_test_is_error(&error, status), "%s: %s", from, hd_status_name(status));
}

START_TEST(what_is_asked_must_fit_the_value) {
  hd_axis twice[2] = {hd_test_name("m"), hd_test_name("offset")}, none[1] = {HD_AXIS_INTEGER};
  hd_tuple small = hd_test_tuple("(2,2)"), deep = hd_test_tuple("(2,(2,2))"), crossing = hd_test_tuple("(3,2)");
  expect_misfit("(4,8):(1@0,1@1)", HD_DIALECT_TIRX, &(hd_conversion){.axis = twice, .axes = 1}, HD_MISMATCH);
  expect_misfit("(4,8):(1@0,1@1)", HD_DIALECT_TIRX, &(hd_conversion){.axis = twice, .axes = 2}, HD_MALFORMED);
  expect_misfit("(4,8):(1,4)", HD_DIALECT_TRITON, &(hd_conversion){.mode = none, .modes = 1}, HD_MALFORMED);
  expect_misfit("(4,8):(1,4)", HD_DIALECT_TRITON, &(hd_conversion){.mode = twice, .modes = 1}, HD_MISMATCH);
  expect_misfit("(4,8):(1,4)", HD_DIALECT_TIRX, &(hd_conversion){.shape = &small}, HD_MISMATCH);
  expect_misfit("8:1", HD_DIALECT_TIRX, &(hd_conversion){.shape = &deep}, HD_MISMATCH);
  expect_misfit("(2,3):(3,1)", HD_DIALECT_TIRX, &(hd_conversion){.shape = &crossing}, HD_UNDEFINED);
  expect_misfit("S[(2,3):(3@laneid,1)]", HD_DIALECT_CUTE, &(hd_conversion){.shape = &crossing}, HD_UNDEFINED);
}
END_TEST

/* ---- the check itself ---- */

START_TEST(the_check_finds_a_difference) {
  static const char *const pairs[][2] = {{"(4,8):(1,4)", "S[(4,8):(1,5)]"},
                                         {"(4,8):(1,4)", "Scolex[(4,8):(8,1)]"},
                                         {"S<2,0,2> o 0 o (4,4):(1,4)", "(4,4):(1,4)"},
                                         {"S[(4,2):(1@laneid,1)]", "(4,2):(1@warpid,1@m)"},
                                         {"(2,2):(1@0,1@1)", "(2,2):(1@1,1@0)"}};
  for (int k = 0; k < HD_COUNT(pairs); k++) {
    hd_stated a = stated_of(pairs[k][0]), b = stated_of(pairs[k][1]);
    hd_error error;
    hd_conversion_proof proof = {-1, false};
    hd_status status = hd_convert_check(&a, &b, NULL, &error, &proof);
    EXPECT(status == HD_UNDEFINED && error.has_coordinate && proof.visited == -1, "%s is taken for %s", pairs[k][1],
           pairs[k][0]);
    hd_tuple shape = own_shape(&a);
    place here = place_of(&a, &shape, error.coordinate.value), there = place_of(&b, &shape, error.coordinate.value);
    EXPECT(!is_same(&here, &there), "%s and %s do not differ there", pairs[k][0], pairs[k][1]);
  }
}
END_TEST

START_TEST(large_ones_are_proved_by_their_forms) {
  static const char *const large[] = {"(1048576,1024):(1,1048576)", "S[(4194304,1024):(1@laneid,1)]",
                                      "S<3,4,3> o 0 o (1048576,1024):(1024,1)"};
  for (int k = 0; k < HD_COUNT(large); k++)
    for (int to = 0; to < HD_DIALECTS; to++) {
      hd_stated stated = stated_of(large[k]), made;
      hd_error error;
      hd_conversion_proof proof;
      if (hd_convert(&stated, (hd_dialect)to, NULL, &error, &made) != HD_OK) continue;
      hd_status status = hd_convert_check(&stated, &made, NULL, &error, &proof);
      EXPECT(status == HD_OK && proof.visited == 0 && proof.returns, "%s to %s: %s", large[k],
             hd_dialect_name((hd_dialect)to), hd_status_name(status));
    }
  hd_stated copies = stated_of("S[8:1] + R[2:4@warpid]"), other = stated_of("S[8:1] + R[2:5@warpid]");
  hd_conversion_proof proof;
  ck_assert_int_eq(hd_convert_check(&copies, &copies, NULL, NULL, &proof), HD_OK);
  ck_assert_int_eq(proof.visited, 0);
  ck_assert_int_eq(hd_convert_check(&copies, &other, NULL, NULL, &proof), HD_UNDECIDED);
  hd_stated plain = stated_of(large[0]), linear, back;
  ck_assert_int_eq(hd_convert(&plain, HD_DIALECT_TRITON, NULL, NULL, &linear), HD_OK);
  ck_assert_int_eq(hd_convert(&linear, HD_DIALECT_CUTE, NULL, NULL, &back), HD_OK);
  ck_assert_int_eq(hd_convert_check(&linear, &back, NULL, NULL, &proof), HD_OK);
  ck_assert(proof.visited == 0 && proof.returns);
  back = stated_of("(1048576,1024):(1,2097152)");
  ck_assert_int_ne(hd_convert_check(&linear, &back, NULL, NULL, &proof), HD_OK);
}
END_TEST

/* What is no function has no coordinates to look at: only itself is the same. */
START_TEST(values_that_are_no_layouts_are_compared_whole) {
  static const char *const values[] = {"(2,3)", "(3,2)", "((2,3),4)", "<4:1,8:1>", "<4:1,8:2>", "S<2,0,2>", "S<2,0,3>",
                                       "S<2,1,2>", "S<1,0,2>"};
  for (int i = 0; i < HD_COUNT(values); i++)
    for (int j = 0; j < HD_COUNT(values); j++) {
      hd_stated a = stated_of(values[i]), b = stated_of(values[j]);
      hd_conversion_proof proof = {-1, false};
      EXPECT(a.kind <= HD_STATED_SWIZZLE, "%s is a layout", values[i]);
      EXPECT(hd_convert_check(&a, &b, NULL, NULL, &proof) == (i == j ? HD_OK : HD_UNDEFINED), "%s and %s", values[i],
             values[j]);
      EXPECT(proof.visited == (i == j ? 0 : -1) && proof.returns == (i == j), "%s and %s", values[i], values[j]);
    }
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"every conversion leads back", every_conversion_leads_back},
      {"small layouts are converted wherever they can be", small_layouts_are_converted_wherever_they_can_be},
      {"coordinates are kept and the order is said", coordinates_are_kept_and_the_order_is_said},
      {"names follow one rule", names_follow_one_rule},
      {"swizzles go where they can", swizzles_go_where_they_can},
      {"refusals name what cannot be held", refusals_name_what_cannot_be_held},
      {"what is asked must fit the value", what_is_asked_must_fit_the_value},
      {"the check finds a difference", the_check_finds_a_difference},
      {"large ones are proved by their forms", large_ones_are_proved_by_their_forms},
      {"values that are no layouts are compared whole", values_that_are_no_layouts_are_compared_whole},
  };
  return hd_test_main("convert", tests, HD_COUNT(tests));
}
