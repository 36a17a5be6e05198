/* One layout as a placement: there and back, in the other order, as the copies of one element, cut, and on axes that
 * are split and fused. */
#include "proofs/oracle.h"
#include "tests/support/placement.h"
#include "tests/support/sweep.h"

#define SHOW hd_test_show(&small->layout)

/* The values of the shard on memory, its fastest iter first, and how many there are; -1 where it has another axis. */
static int64_t shard_values(const hd_placement *placement, int64_t value[HD_SMALL_TABLE]) {
  hd_layout layout;
  hd_axis memory = hd_test_axis(2);
  layout.on_axes = false;
  layout.profile.leaves = placement->shards;
  for (int k = 0; k < placement->shards; k++) {
    const hd_iter *iter = &placement->shard[placement->order == HD_LAST_FASTEST ? placement->shards - 1 - k : k];
    if (iter->axis != memory || iter->extent < 1) return -1;
    layout.shape[k] = iter->extent;
    layout.stride[k] = iter->stride;
  }
  int64_t size = hd_small_size(&layout);
  if (size > HD_SMALL_TABLE) return -1;
  hd_small_table(&layout, size, value);
  return size;
}

/* Whether each element is in the one place that the value says. */
static bool is_at(const hd_placement *placement, int64_t size, const int64_t *value) {
  int64_t got[HD_SMALL_TABLE];
  if (placement->replicas != 0 || placement->offsets != 0 || shard_values(placement, got) != size) return false;
  return memcmp(got, value, (size_t)size * sizeof got[0]) == 0;
}

static void place(const hd_small *small, hd_placement *placement) {
  EXPECT(hd_placement_from_layout(&small->layout, NULL, placement) == HD_OK, "%s", SHOW);
}

/* ---- there and back ---- */

static void judge_back(const hd_small *small, hd_cases *cases) {
  hd_placement placement, short_one;
  hd_layout back, shard;
  place(small, &placement);
  EXPECT(placement.order == HD_FIRST_FASTEST && is_at(&placement, small->size, small->value), "%s", SHOW);
  EXPECT(hd_placement_size(&placement) == small->size, "%s", SHOW);
  EXPECT(hd_placement_to_layout(&placement, NULL, &back) == HD_OK, "%s", SHOW);
  EXPECT(hd_small_has_values(&back, small->size, small->value), "%s: %s", SHOW, hd_test_show(&back));
  hd_placement_canonicalize(&placement, &short_one);
  EXPECT(is_at(&short_one, small->size, small->value), "%s: %s", SHOW, hd_test_show_placement(&short_one));
  hd_layout_clear(&shard);
  for (int k = 0; k < short_one.shards; k++)
    EXPECT(hd_layout_append_leaf(&shard, short_one.shard[k].extent, short_one.shard[k].stride, 0), "%s", SHOW);
  if (short_one.shards > 1) EXPECT(hd_layout_wrap(&shard, 0), "%s", SHOW);
  EXPECT(short_one.shards == 0 || (small->size > 1 && hd_small_is_shortest(&shard)), "%s: %s", SHOW,
         hd_test_show_placement(&short_one));
  cases->answered += 3;
}

START_TEST(a_layout_becomes_a_placement_and_a_layout_again) {
  hd_sweep("layout to placement, canonicalize, and back", 3 * hd_small_count(), judge_back);
}
END_TEST

/* In the other order element x is where the coordinate of x, its last digit fastest, has its value. */
static void judge_order(const hd_small *small, hd_cases *cases) {
  hd_placement placement, turned;
  hd_tuple shape;
  hd_layout back;
  hd_error error;
  int64_t wanted[HD_SMALL_SIZE];
  place(small, &placement);
  hd_small_tuple(small->modes, small->shape, &shape);
  EXPECT(hd_placement_reorder(&placement, &shape, HD_LAST_FASTEST, NULL, &turned) == HD_OK, "%s", SHOW);
  for (int64_t i = 0; i < small->size; i++) {
    int64_t digit[HD_SMALL_MODES], x = 0;
    hd_small_digits(small, i, digit);
    for (int k = 0; k < small->modes; k++) x = x * small->shape[k] + digit[k];
    wanted[x] = small->value[i];
  }
  EXPECT(turned.order == HD_LAST_FASTEST && is_at(&turned, small->size, wanted), "%s: %s", SHOW,
         hd_test_show_placement(&turned));
  /* Where at most one mode moves on, both orders count alike. */
  int modes = 0;
  for (int k = 0; k < small->modes; k++) modes += small->shape[k] > 1;
  hd_status status = hd_placement_to_layout(&turned, &error, &back);
  EXPECT(modes > 1 ? hd_small_is_refused(status, HD_MISMATCH, &error) : status == HD_OK, "%s", SHOW);
  EXPECT(modes > 1 || hd_small_has_values(&back, small->size, wanted), "%s: %s", SHOW, hd_test_show(&back));
  EXPECT(hd_placement_reorder(&turned, &shape, HD_FIRST_FASTEST, NULL, &turned) == HD_OK, "%s", SHOW);
  EXPECT(is_at(&turned, small->size, small->value), "%s: %s", SHOW, hd_test_show_placement(&turned));
  cases->answered += modes > 1 ? 2 : 3;
  cases->refused += modes > 1;
}

START_TEST(the_other_order_places_each_coordinate_alike) {
  hd_sweep("reorder and back", 3 * hd_small_count(), judge_order);
}
END_TEST

/* ---- text ---- */

/* With a copy and an offset; the shard's text is the layout's, a scalar for one mode. */
static void judge_text(const hd_small *small, hd_cases *cases) {
  char text[128], layout[96], head[128] = "Scolex[";
  hd_placement placement, read;
  hd_layout shard;
  hd_layout_copy(&shard, &small->layout);
  if (small->modes == 1) shard.profile.open[0] = shard.profile.close[0] = 0;
  place(small, &placement);
  EXPECT(hd_placement_append_replica(&placement, 2, 5, hd_test_axis(2)), "%s", SHOW);
  EXPECT(hd_placement_add_offset(&placement, 3, hd_test_axis(0), "test", NULL) == HD_OK, "%s", SHOW);
  size_t length = hd_print_placement(&placement, text, sizeof text);
  hd_print_layout(&shard, layout, sizeof layout);
  strcat(strcat(head, layout), "] + R[2:5] + 3@laneid");
  EXPECT(length == strlen(head) && strcmp(text, head) == 0, "%s, not %s", text, head);
  EXPECT(hd_parse_placement(text, length, NULL, &read) == HD_OK && read.order == HD_FIRST_FASTEST, "%s", text);
  EXPECT(read.replicas == 1 && read.replica[0].extent == 2 && read.replica[0].stride == 5, "%s", text);
  EXPECT(read.offsets == 1 && read.offset[0].value == 3 && read.offset[0].axis == hd_test_axis(0), "%s", text);
  read.replicas = read.offsets = 0;
  EXPECT(is_at(&read, small->size, small->value), "%s", text);
  cases->answered++;
}

START_TEST(a_placement_is_printed_part_by_part_and_read_back) {
  hd_sweep("print and parse of a placement", hd_small_count(), judge_text);
}
END_TEST

/* ---- copies ---- */

/* The layout as the replica of one element: its values are the places, each once and in order. */
static void judge_copies(const hd_small *small, hd_cases *cases) {
  hd_placement placement, short_one;
  hd_tuple zero;
  int64_t got[HD_SMALL_SIZE], again[HD_SMALL_SIZE], copies, least, greatest, wanted[HD_SMALL_SIZE];
  int count, number = 0, same;
  char taken[HD_SMALL_VALUES] = {0};
  for (int64_t i = 0; i < small->size; i++) taken[small->value[i]] = 1;
  for (int64_t v = 0; v <= small->most; v++)
    if (taken[v]) wanted[number++] = v;
  hd_placement_clear(HD_LAST_FASTEST, &placement);
  for (int k = 0; k < small->modes; k++)
    EXPECT(hd_placement_append_replica(&placement, small->shape[k], small->stride[k], hd_test_axis(2)), "%s", SHOW);
  EXPECT(hd_placement_finish(&placement, "test", NULL) == HD_OK, "%s", SHOW);
  hd_tuple_scalar(&zero, 0);
  EXPECT(hd_placement_places(&placement, &zero, NULL, HD_SMALL_SIZE, NULL, got, &count) == HD_OK, "%s", SHOW);
  EXPECT(count == number && memcmp(got, wanted, (size_t)number * sizeof got[0]) == 0, "%s", SHOW);
  EXPECT(hd_placement_copies(&placement, NULL, &copies) == HD_OK && copies == number, "%s", SHOW);
  hd_placement_range(&placement, hd_test_axis(2), &least, &greatest);
  EXPECT(least == 0 && greatest == small->most, "%s", SHOW);
  hd_placement_canonicalize(&placement, &short_one);
  EXPECT(hd_placement_places(&short_one, &zero, NULL, HD_SMALL_SIZE, NULL, again, &same) == HD_OK, "%s", SHOW);
  EXPECT(same == number && (short_one.replicas == 0 || memcmp(again, wanted, (size_t)number * sizeof got[0]) == 0),
         "%s: %s", SHOW, hd_test_show_placement(&short_one));
  cases->answered += 4;
}

START_TEST(the_places_of_one_element_are_the_values_each_once) {
  hd_sweep("places, copies, range, canonicalize of replicas", 4 * hd_small_count(), judge_copies);
}
END_TEST

/* ---- parts ---- */

static bool is_offset(const hd_placement *part, int64_t offset) {
  if (offset == 0) return part->offsets == 0;
  return part->offsets == 1 && part->offset[0].value == offset && part->offset[0].axis == hd_test_axis(2);
}

/* All but the first of each mode. */
static void judge_box(const hd_small *small, const hd_placement *placement, hd_cases *cases) {
  hd_placement part;
  hd_tuple shape, first, rest;
  int64_t begin[HD_SMALL_MODES], extent[HD_SMALL_MODES], start = 0;
  hd_small wanted;
  for (int k = 0; k < small->modes; k++) {
    begin[k] = small->shape[k] > 1;
    extent[k] = small->shape[k] - begin[k];
    start += begin[k] * small->stride[k];
  }
  hd_small_fill(small->modes, extent, small->stride, &wanted);
  hd_small_tuple(small->modes, small->shape, &shape);
  hd_small_tuple(small->modes, begin, &first);
  hd_small_tuple(small->modes, extent, &rest);
  EXPECT(hd_placement_slice(placement, &shape, &first, &rest, NULL, &part) == HD_OK, "%s", SHOW);
  EXPECT(is_offset(&part, start), "%s: %s", SHOW, hd_test_show_placement(&part));
  part.offsets = 0;
  EXPECT(is_at(&part, wanted.size, wanted.value), "%s: %s", SHOW, hd_test_show_placement(&part));
  cases->answered++;
}

/* All elements but the first, as one mode: there is such a part exactly when the values are those of a layout. */
static void judge_run(const hd_small *small, const hd_placement *placement, hd_cases *cases) {
  hd_placement part;
  hd_tuple size, first, rest;
  hd_error error;
  int64_t moved[HD_SMALL_SIZE], begin = small->size > 1, failing;
  hd_oracle_table table = {.axes = {.count = 1}, .count = small->size - begin, .value = moved};
  bool exists;
  for (int64_t i = begin; i < small->size; i++) moved[i - begin] = small->value[i] - small->value[begin];
  EXPECT(hd_oracle_fit(&table, &exists, &failing) == HD_OK, "%s: the oracle failed", SHOW);
  hd_tuple_scalar(&size, small->size);
  hd_tuple_scalar(&first, begin);
  hd_tuple_scalar(&rest, table.count);
  hd_status status = hd_placement_slice(placement, &size, &first, &rest, &error, &part);
  if (!exists) {
    EXPECT(hd_small_is_refused(status, HD_UNDEFINED, &error), "%s", SHOW);
    cases->refused++;
    return;
  }
  EXPECT(status == HD_OK && is_offset(&part, small->value[begin]), "%s", SHOW);
  part.offsets = 0;
  EXPECT(is_at(&part, table.count, moved), "%s: %s", SHOW, hd_test_show_placement(&part));
  cases->answered++;
}

static void judge_parts(const hd_small *small, hd_cases *cases) {
  hd_placement placement;
  place(small, &placement);
  judge_box(small, &placement, cases);
  judge_run(small, &placement, cases);
}

START_TEST(a_part_places_its_elements_where_they_were) {
  hd_sweep("slice of a placement", 2 * hd_small_count(), judge_parts);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"there and back", a_layout_becomes_a_placement_and_a_layout_again},
      {"orders", the_other_order_places_each_coordinate_alike},
      {"text", a_placement_is_printed_part_by_part_and_read_back},
      {"copies", the_places_of_one_element_are_the_values_each_once},
      {"parts", a_part_places_its_elements_where_they_were},
  };
  return hd_test_main("sweep: placement", test, HD_COUNT(test));
}
