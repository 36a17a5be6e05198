/* Placements by their definition: the places of an element from the three lists, without a line of the library.
 *
 * Invariant: a place is its numbers on the axes of hd_test_axes, in that order; a set is sorted and holds a place once.
 * */
#ifndef HEDDLE_TESTS_SUPPORT_PLACEMENT_H
#define HEDDLE_TESTS_SUPPORT_PLACEMENT_H

#include "../../algebra/placement.h"

enum { HD_TEST_AXES = 6, HD_TEST_PLACES = 256, HD_TEST_RANK = 4 };

typedef struct hd_test_set {
  int count;
  int64_t place[HD_TEST_PLACES][HD_TEST_AXES];
} hd_test_set;

/* laneid, warpid, m, tid_in_wg, wid_in_wg, TCol */
hd_axis hd_test_axis(int index);
int hd_test_axis_index(hd_axis axis);

/* P(element), counted in the placement's order. Fails the test on axes not listed, and past HD_TEST_PLACES sums. */
void hd_test_places(const hd_placement *placement, int64_t element, hd_test_set *set);
void hd_test_set_clear(hd_test_set *set);
void hd_test_set_insert(hd_test_set *set, const int64_t place[HD_TEST_AXES]);
bool hd_test_same_set(const hd_test_set *a, const hd_test_set *b);
/* { scale[axis] * p + q } */
void hd_test_set_sum(const hd_test_set *p, const int64_t scale[HD_TEST_AXES], const hd_test_set *q, hd_test_set *sum);

/* The number of the element at a coordinate of a shape. */
int64_t hd_test_element(hd_order order, int rank, const int64_t *x, const int64_t *shape);
/* The next coordinate of a shape; false behind the last one. */
bool hd_test_next(int rank, int64_t *x, const int64_t *shape);

/* Whether f(0), .., f(size-1), each of HD_TEST_AXES numbers, are the values of some flat layout, by trying all. */
bool hd_test_is_layout(const int64_t (*value)[HD_TEST_AXES], int64_t size, int64_t step);

/* `S[..]`, read by the library: tests of the parser look at what comes out. Fails the test when it is refused. */
hd_placement hd_test_placement(const char *text);
/* Text for messages, in one of four buffers that are used in turn. */
const char *hd_test_show_placement(const hd_placement *placement);

/* 0 .. below-1, moving the seed on. */
int hd_draw(uint64_t *seed, int below);
/* A small placement: up to 3 shard iters of extent 1 to 4, up to `replicas` replica iters, up to 2 offsets. */
void hd_draw_placement(uint64_t *seed, hd_order order, int replicas, hd_placement *placement);
/* A shape of the size given: its number cut at random into 1 to 3 modes. */
void hd_draw_shape(uint64_t *seed, int64_t size, hd_tuple *shape);

#endif
