/* The places of an element are collected one by one from shard, replica and offset, then sorted. */
#include "tests/support/placement.h"

#include "tests/support/suite.h"

static const char *const names[HD_TEST_AXES] = {"laneid", "warpid", "m", "tid_in_wg", "wid_in_wg", "TCol"};

hd_axis hd_test_axis(int index) {
  hd_axis axis;
  EXPECT(hd_axis_from_name(names[index], strlen(names[index]), &axis), "no name: %s", names[index]);
  return axis;
}

int hd_test_axis_index(hd_axis axis) {
  for (int k = 0; k < HD_TEST_AXES; k++)
    if (hd_test_axis(k) == axis) return k;
  ck_abort_msg("an axis that is not among the tests'");
}

void hd_test_set_clear(hd_test_set *set) { set->count = 0; }

static int compare(const int64_t *a, const int64_t *b) {
  for (int k = 0; k < HD_TEST_AXES; k++)
    if (a[k] != b[k]) return a[k] < b[k] ? -1 : 1;
  return 0;
}

void hd_test_set_insert(hd_test_set *set, const int64_t place[HD_TEST_AXES]) {
  int at = set->count;
  while (at > 0 && compare(place, set->place[at - 1]) < 0) at--;
  if (at > 0 && compare(place, set->place[at - 1]) == 0) return;
  EXPECT(set->count < HD_TEST_PLACES, "more places than the test has room for");
  memmove(set->place[at + 1], set->place[at], (size_t)(set->count - at) * sizeof set->place[0]);
  memcpy(set->place[at], place, sizeof set->place[0]);
  set->count++;
}

bool hd_test_same_set(const hd_test_set *a, const hd_test_set *b) {
  return a->count == b->count && memcmp(a->place, b->place, (size_t)a->count * sizeof a->place[0]) == 0;
}

void hd_test_set_sum(const hd_test_set *p, const int64_t scale[HD_TEST_AXES], const hd_test_set *q, hd_test_set *sum) {
  int64_t place[HD_TEST_AXES];
  sum->count = 0;
  for (int i = 0; i < p->count; i++)
    for (int j = 0; j < q->count; j++) {
      for (int k = 0; k < HD_TEST_AXES; k++) place[k] = scale[k] * p->place[i][k] + q->place[j][k];
      hd_test_set_insert(sum, place);
    }
}

void hd_test_places(const hd_placement *placement, int64_t element, hd_test_set *set) {
  int64_t base[HD_TEST_AXES] = {0}, copies = 1;
  for (int k = 0; k < placement->offsets; k++)
    base[hd_test_axis_index(placement->offset[k].axis)] += placement->offset[k].value;
  for (int k = 0; k < placement->shards; k++) {
    const hd_iter *iter = &placement->shard[placement->order == HD_LAST_FASTEST ? placement->shards - 1 - k : k];
    base[hd_test_axis_index(iter->axis)] += element % iter->extent * iter->stride;
    element /= iter->extent;
  }
  for (int k = 0; k < placement->replicas; k++) copies *= placement->replica[k].extent;
  set->count = 0;
  for (int64_t copy = 0; copy < copies; copy++) {
    int64_t place[HD_TEST_AXES], rest = copy;
    memcpy(place, base, sizeof place);
    for (int k = 0; k < placement->replicas; k++) {
      const hd_iter *iter = &placement->replica[k];
      place[hd_test_axis_index(iter->axis)] += rest % iter->extent * iter->stride;
      rest /= iter->extent;
    }
    hd_test_set_insert(set, place);
  }
}

int64_t hd_test_element(hd_order order, int rank, const int64_t *x, const int64_t *shape) {
  int64_t element = 0;
  for (int k = 0; k < rank; k++) {
    int mode = order == HD_LAST_FASTEST ? k : rank - 1 - k;
    element = element * shape[mode] + x[mode];
  }
  return element;
}

bool hd_test_next(int rank, int64_t *x, const int64_t *shape) {
  for (int k = 0; k < rank; k++) {
    if (++x[k] < shape[k]) return true;
    x[k] = 0;
  }
  return false;
}

static int moving(const int64_t *value) {
  int axes = 0;
  for (int k = 0; k < HD_TEST_AXES; k++) axes += value[k] != 0;
  return axes;
}

/* Whether f(0), f(step), .. is one: a first mode of any extent that divides the size, and what follows a layout again.
 * */
bool hd_test_is_layout(const int64_t (*value)[HD_TEST_AXES], int64_t size, int64_t step) {
  if (moving(value[0]) != 0) return false;
  if (size == 1) return true;
  for (int64_t extent = 2; extent <= size; extent++) {
    bool fits = size % extent == 0 && moving(value[step]) <= 1;
    for (int64_t i = 0; fits && i < size; i++)
      for (int k = 0; k < HD_TEST_AXES; k++)
        fits = fits && value[i * step][k] == i % extent * value[step][k] + value[(i - i % extent) * step][k];
    if (fits && hd_test_is_layout(value, size / extent, step * extent)) return true;
  }
  return false;
}

hd_placement hd_test_placement(const char *text) {
  hd_placement placement;
  hd_error error;
  EXPECT(hd_parse_placement(text, strlen(text), &error, &placement) == HD_OK, "%s: %s", text, error.reason);
  return placement;
}

const char *hd_test_show_placement(const hd_placement *placement) {
  static char buffer[4][1024];
  static int next;
  char *text = buffer[next++ % 4];
  hd_print_placement(placement, text, sizeof buffer[0]);
  return text;
}

int hd_draw(uint64_t *seed, int below) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (int)((*seed >> 33) % (uint64_t)below);
}

static void draw_iter(uint64_t *seed, hd_iter *iter) {
  static const int64_t stride[] = {1, 2, 4, 3, 1, 0, -1, 6, 8, -2, 12, 1};
  iter->extent = 1 + hd_draw(seed, 4);
  iter->stride = stride[hd_draw(seed, HD_COUNT(stride))];
  iter->axis = hd_test_axis(hd_draw(seed, 3));
}

void hd_draw_placement(uint64_t *seed, hd_order order, int replicas, hd_placement *placement) {
  hd_error error;
  hd_placement_clear(order, placement);
  placement->shards = (uint8_t)hd_draw(seed, 4);
  placement->replicas = (uint8_t)hd_draw(seed, replicas + 1);
  for (int k = 0; k < placement->shards; k++) draw_iter(seed, &placement->shard[k]);
  for (int k = 0; k < placement->replicas; k++) draw_iter(seed, &placement->replica[k]);
  for (int k = hd_draw(seed, 3); k > 0; k--)
    ck_assert_int_eq(
        hd_placement_add_offset(placement, hd_draw(seed, 9) - 3, hd_test_axis(hd_draw(seed, 3)), "draw", &error),
        HD_OK);
  ck_assert_int_eq(hd_placement_finish(placement, "draw", &error), HD_OK);
}

void hd_draw_shape(uint64_t *seed, int64_t size, hd_tuple *shape) {
  int64_t mode[3];
  int rank = 1 + hd_draw(seed, 3);
  for (int k = 0; k < rank; k++) {
    mode[k] = k + 1 == rank ? size : 1 + hd_draw(seed, (int)size);
    while (size % mode[k] != 0) mode[k]--;
    size /= mode[k];
  }
  ck_assert(hd_tuple_flat(shape, rank, mode));
}
