/* Threads and values of two layouts, and one layout's modes cut by the sizes of another's: whose is which element. */
#include "tests/support/pairs.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

#define CASE "%s of %s and %s: "
#define SHOW(operation, a, b) operation, hd_test_show(&(a)->layout), hd_test_show(&(b)->layout)

enum { MAKE_TV, THREAD_VALUE, PARTITION, LOCAL_TILE, LOCAL_PARTITION, OPERATIONS, POINTS = 1 << 16 };

#define SCORES                                                                                         \
  {                                                                                                    \
    {.operation = "make_layout_tv"}, {.operation = "thread_value"}, {.operation = "partition_thread"}, \
        {.operation = "local_tile"}, {.operation = "local_partition"},                                 \
  }

static int64_t wanted[POINTS];

static int64_t part_size(const hd_operand *a, int k) { return k < a->modes ? a->part[k].size : 1; }

/* ---- threads and values ---- */

static bool is_numbering(const hd_operand *a) {
  bool taken[HD_OPERAND_SIZE] = {false};
  for (int64_t i = 0; i < a->plain.size; i++) {
    int64_t value = a->value[i];
    if (value < 0 || value >= a->plain.size || taken[value]) return false;
    taken[value] = true;
  }
  return true;
}

/* Thread and value of an element of the tile, whose mode k is value k beside value k, then thread beside thread. */
static int64_t owner_of(const hd_operand *a, const hd_operand *b, int64_t index) {
  int64_t thread = 0, value = 0, threads = 1, values = 1;
  for (int k = 0; k < a->modes || k < b->modes; k++) {
    int64_t inner = part_size(b, k), outer = part_size(a, k), digit = index % (inner * outer);
    index /= inner * outer;
    value += digit % inner * values;
    thread += digit / inner * threads;
    values *= inner;
    threads *= outer;
  }
  return a->value[thread] + a->plain.size * b->value[value];
}

/* A row-major tensor of two tiles in its first mode: its value at an element of a tile. */
static int64_t tensor_at(const int64_t *tile, int rank, int64_t index, int64_t which) {
  int64_t value = 0;
  for (int k = 0; k < rank; index /= tile[k++])
    value = value * tile[k] + index % tile[k] + (k == 0 ? which * tile[0] : 0);
  return value;
}

static void make_tensor(const hd_tuple *tile, hd_layout *tensor) {
  int64_t shape[HD_MAX_LEAVES], stride[HD_MAX_LEAVES], below = 1;
  int rank = tile->profile.leaves;
  for (int k = rank - 1; k >= 0; below *= shape[k--]) {
    shape[k] = tile->value[k] * (k == 0 ? 2 : 1);
    stride[k] = below;
  }
  EXPECT(hd_make_flat_layout(rank, shape, stride, NULL, tensor) == HD_OK, "no tensor");
}

static void judge_parts(const hd_operand *a, const hd_operand *b, const hd_layout *tv, const hd_tuple *tile,
                        hd_score *score) {
  hd_layout tensor, seen, part;
  hd_tiler tiler;
  hd_tuple offset;
  hd_plain of_tv, plain;
  int rank = tile->profile.leaves;
  int64_t size = a->plain.size * b->plain.size, thread = a->plain.size - 1;
  make_tensor(tile, &tensor);
  hd_plain_of(tv, &of_tv);
  for (int64_t i = 0; i < 2 * size; i++)
    wanted[i] = tensor_at(tile->value, rank, hd_plain_at(&of_tv, i % size), i / size);
  EXPECT(hd_tiler_shape(tile, NULL, &tiler) == HD_OK, "no tiler");
  hd_status status = hd_thread_value(&tensor, tv, &tiler, NULL, &seen);
  EXPECT(status == HD_OK, CASE "%s", SHOW("thread_value", a, b), hd_status_name(status));
  hd_expect_values("thread_value", a, b, &seen, wanted, 2 * size);
  status = hd_partition_thread(&tensor, tv, &tiler, thread, NULL, &part, &offset);
  EXPECT(status == HD_OK, CASE "%s", SHOW("partition_thread", a, b), hd_status_name(status));
  hd_plain_of(&part, &plain);
  EXPECT(plain.size == 2 * b->plain.size, CASE "%s", SHOW("partition_thread", a, b), hd_test_show(&part));
  for (int64_t i = 0; i < plain.size; i++)
    EXPECT(hd_plain_at(&plain, i) + offset.value[0] == wanted[thread + a->plain.size * i], CASE "%s at %lld",
           SHOW("partition_thread", a, b), hd_test_show(&part), (long long)i);
  EXPECT(hd_partition_thread(&tensor, tv, &tiler, thread + 1, NULL, &part, &offset) == HD_RANGE, CASE "a thread more",
         SHOW("partition_thread", a, b));
  score[THREAD_VALUE].answered++, score[PARTITION].answered++;
}

static void judge_tv(const hd_operand *a, const hd_operand *b, hd_score *score) {
  hd_layout tv;
  hd_tuple tile;
  hd_error error;
  hd_plain plain;
  bool threads = is_numbering(a), values = is_numbering(b);
  hd_status status = hd_make_layout_tv(&a->layout, &b->layout, &error, &tile, &tv);
  EXPECT(status == (threads && values ? HD_OK : HD_UNDEFINED), CASE "%s", SHOW("make_layout_tv", a, b),
         hd_status_name(status));
  if (status != HD_OK) {
    for (int k = MAKE_TV; k <= PARTITION; k++) score[k].refused++;
    EXPECT(hd_test_is_error(&error, status) && error.number[1] == (threads ? b : a)->plain.size - 1, CASE "%s",
           SHOW("make_layout_tv", a, b), error.reason);
    return;
  }
  score[MAKE_TV].answered++;
  hd_plain_of(&tv, &plain);
  int rank = a->modes > b->modes ? a->modes : b->modes;
  bool same = tile.profile.leaves == rank && plain.size == a->plain.size * b->plain.size;
  for (int k = 0; same && k < rank; k++) same = tile.value[k] == part_size(a, k) * part_size(b, k);
  for (int64_t i = 0; same && i < plain.size; i++) same = owner_of(a, b, hd_plain_at(&plain, i)) == i;
  EXPECT(same, CASE "%s", SHOW("make_layout_tv", a, b), hd_test_show(&tv));
  judge_parts(a, b, &tv, &tile, score);
}

/* ---- tiles of the size of B's modes ---- */

/* How a mode of A is cut: x + size * rest, `rests` of them; modes beyond the tiles are rests as a whole. */
typedef struct cuts {
  int failing; /* the first mode that cannot be cut */
  int64_t size[HD_OPERAND_LEAVES], rests[HD_OPERAND_LEAVES];
} cuts;

static void cut(const hd_operand *a, const hd_operand *b, cuts *c) {
  c->failing = -1;
  for (int k = 0; k < a->modes && c->failing < 0; k++) {
    hd_plain both = {.size = 1};
    c->size[k] = part_size(b, k);
    c->rests[k] = (a->part[k].size + c->size[k] - 1) / c->size[k];
    hd_plain_add(&both, c->size[k], 1);
    hd_plain_add(&both, c->rests[k], c->size[k]);
    if (k < b->modes && !hd_plain_composes(&a->part[k], &both)) c->failing = k;
  }
}

static hd_status expected(const hd_operand *a, const hd_operand *b, const cuts *c) {
  return c->failing >= 0 ? HD_UNDEFINED : b->modes > a->modes ? HD_MISMATCH : HD_OK;
}

static void expect_refusal(const char *operation, const hd_operand *a, const hd_operand *b, const cuts *c,
                           hd_status status, const hd_error *error) {
  hd_plain both = {.size = 1};
  EXPECT(hd_test_is_error(error, status), CASE "no error", SHOW(operation, a, b));
  if (c->failing < 0) return;
  hd_plain_add(&both, c->size[c->failing], 1);
  hd_plain_add(&both, c->rests[c->failing], c->size[c->failing]);
  EXPECT(hd_is_clash(&a->part[c->failing], &both, error), CASE "%s at %s", SHOW(operation, a, b), error->reason,
         hd_show_place(error));
}

static void expect_part(const char *operation, const hd_operand *a, const hd_operand *b, const hd_layout *r,
                        const hd_tuple *offset, int64_t start, int64_t count) {
  hd_plain plain;
  hd_plain_of(r, &plain);
  EXPECT(plain.size == count && offset->profile.leaves == 1, CASE "%s", SHOW(operation, a, b), hd_test_show(r));
  for (int64_t i = 0; i < count; i++)
    EXPECT(hd_plain_at(&plain, i) + offset->value[0] == wanted[i] + start, CASE "%s at %lld", SHOW(operation, a, b),
           hd_test_show(r), (long long)i);
}

/* The last tile in modes of even size, all of them in the others. */
static void judge_tile(const hd_operand *a, const hd_operand *b, const cuts *c, hd_score *score) {
  hd_tuple tile, at, offset;
  hd_tiler tiler;
  hd_layout r;
  hd_error error;
  int64_t size[HD_MAX_LEAVES], count = 1, start = 0, along[HD_OPERAND_SIZE];
  wanted[0] = 0;
  hd_tuple_clear(&at);
  for (int k = 0; k < b->modes; k++) size[k] = b->part[k].size;
  EXPECT(hd_tuple_flat(&tile, b->modes, size) && hd_tiler_shape(&tile, NULL, &tiler) == HD_OK, "no tiler");
  for (int k = 0; k < a->modes && k < b->modes && c->failing < 0; k++) {
    for (int64_t i = 0; i < c->size[k]; i++) along[i] = hd_plain_at(&a->part[k], i);
    count = hd_outer_sum(wanted, count, along, c->size[k]);
  }
  for (int k = 0; k < a->modes; k++) {
    bool any = a->part[k].size % 2 == 1;
    int64_t step = k < b->modes ? b->part[k].size : 1, last = (a->part[k].size + step - 1) / step - 1;
    EXPECT(hd_tuple_append(&at, any ? 0 : last, any ? HD_AXIS_ANY : HD_AXIS_INTEGER), "no coordinate");
    for (int64_t i = 0; i <= last; i++) along[i] = hd_plain_at(&a->part[k], i * step);
    if (any) count = hd_outer_sum(wanted, count, along, last + 1);
    else start += along[last];
  }
  EXPECT(hd_profile_wrap(&at.profile, 0), "no coordinate");
  hd_status status = hd_local_tile(&a->layout, &tiler, &at, &error, &r, &offset), right = expected(a, b, c);
  EXPECT(status == right, CASE "%s, not %s", SHOW("local_tile", a, b), hd_status_name(status), hd_status_name(right));
  score->answered += status == HD_OK;
  score->refused += status != HD_OK;
  if (status == HD_OK) expect_part("local_tile", a, b, &r, &offset, start, count);
  else expect_refusal("local_tile", a, b, c, status, &error);
}

/* The elements of the thread that B has halfway: where B says so more than once, those of one of these places. */
static void judge_local(const hd_operand *a, const hd_operand *b, const cuts *c, hd_score *score) {
  hd_tuple offset;
  hd_layout r;
  hd_error error;
  int64_t thread = b->value[b->plain.size / 2], count = 1, along[HD_OPERAND_SIZE];
  hd_status status = hd_local_partition(&a->layout, &b->layout, thread, &error, &r, &offset);
  hd_status right = expected(a, b, c);
  EXPECT(status == right, CASE "%s, not %s", SHOW("local_partition", a, b), hd_status_name(status),
         hd_status_name(right));
  score->answered += status == HD_OK;
  score->refused += status != HD_OK;
  if (status != HD_OK) {
    expect_refusal("local_partition", a, b, c, status, &error);
    return;
  }
  wanted[0] = 0;
  for (int k = 0; k < a->modes; k++) {
    int64_t rests = k < b->modes ? c->rests[k] : a->part[k].size;
    for (int64_t i = 0; i < rests; i++) along[i] = hd_plain_at(&a->part[k], i * c->size[k]);
    count = hd_outer_sum(wanted, count, along, rests);
  }
  bool found = false;
  for (int64_t i = 0; i < b->plain.size && !found; i++) {
    int64_t start = 0, rest = i;
    for (int k = 0; k < b->modes; rest /= b->part[k++].size) start += hd_plain_at(&a->part[k], rest % b->part[k].size);
    found = b->value[i] == thread && start == offset.value[0];
  }
  EXPECT(found, CASE "no place of thread %lld", SHOW("local_partition", a, b), (long long)thread);
  expect_part("local_partition", a, b, &r, &offset, offset.value[0], count);
}

static void judge(const hd_operand *a, const hd_operand *b, hd_score *score) {
  cuts c;
  judge_tv(a, b, score);
  cut(a, b, &c);
  judge_tile(a, b, &c, &score[LOCAL_TILE]);
  judge_local(a, b, &c, &score[LOCAL_PARTITION]);
}

/* Those that number their coordinates from 0 on: by sorted strides, 1 and then the other's extent. */
static int64_t count_numberings(void) {
  int64_t count = 1 * 9 + 3; /* 1:d, and s:1 */
  for (int s = 1; s <= 4; s++)
    for (int t = 1; t <= 4; t++) {
      bool moves = s > 1, other = t > 1;
      count += moves && other ? 2 : moves || other ? 9 : 81; /* (1,s) and (t,1); 1 and any; any */
    }
  return count;
}

START_TEST(small_layouts_are_threads_and_values) {
  hd_score score[] = SCORES;
  hd_judge_small(judge, score, HD_COUNT(score));
  int64_t one = 4 * 9, both = count_numberings() * count_numberings();
  for (int k = MAKE_TV; k <= PARTITION; k++) ck_assert_int_eq(score[k].answered, both);
  ck_assert_int_eq(score[LOCAL_TILE].refused, one * one * one);
  ck_assert_int_eq(score[LOCAL_PARTITION].refused, one * one * one);
}
END_TEST

START_TEST(drawn_layouts_are_threads_and_values) {
  hd_drawing left = {.leaves = 8, .most = 64, .compact = true}, right = {.leaves = 8, .most = 32, .compact = true};
  hd_score score[] = SCORES;
  hd_judge_drawn(judge, score, HD_COUNT(score), hd_pairs_seed("two_partition", 14), &left, &right);
  hd_expect_often(score, OPERATIONS, HD_DRAWN / 100, HD_DRAWN / 20);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"small", small_layouts_are_threads_and_values},
      {"drawn", drawn_layouts_are_threads_and_values},
  };
  return hd_test_main("two_partition", test, HD_COUNT(test));
}
