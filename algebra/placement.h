/* Placements: in which places does each element of a tensor live? One element may live in several.
 *
 *   P(x) = { D(x) + r + O : r in R }        a place is one integer on each named axis: lane, warp, column, memory, ..
 *
 * The shard D is a list of iters extent:stride@axis that x is split over, like the modes of a flat layout; the replica
 * R is the sums of such a list, taken at all its coordinates whatever x is; the offset O is one constant an axis. As
 * text,
 *
 *   S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)] + R[2:4@warpid] + 5@warpid
 *
 * A number without an axis lies on `m`, memory. An axis that a placement does not mention stands at 0 in every place.
 *
 * The order says which mode of the shard runs fastest over an integer x, and which mode of a tensor's shape does where
 * x is a coordinate: the last one (row-major, as `S[..]` says) or the first one (CuTe's order, `Scolex[..]`). No
 * operation takes one for the other: what takes two placements refuses two orders, and hd_placement_reorder converts.
 *
 * Invariant of every placement that a function here returns: extents are at least 1; each axis is a name; no offset is
 * 0; the shard's extents have a product that fits 64 bits, and so have the replica's; at most HD_MAX_LEAVES axes, `m`
 * counted in any case; strides without sign, and on every axis the least and the greatest place and how many numbers
 * they span, fit 64 bits, so that evaluation cannot overflow.
 *
 * Shapes and coordinates below are flat tuples, or the scalar for one mode. A tensor of any shape of the right size can
 * be placed; operations that speak of modes say when the placement keeps modes apart ("divides by the shape").
 *
 * Cost: about 2 KiB, of which only what is in use is copied. No heap. In and out may be the same object.
 *
 * Example:
 *
 *     hd_placement rows;
 *     hd_tuple element;
 *     int64_t place[4];
 *     int count;
 *     hd_parse_placement("S[(4,2):(1@laneid,1)] + R[2:4@laneid]", 37, NULL, &rows);
 *     hd_tuple_scalar(&element, 5);
 *     hd_placement_places(&rows, &element, NULL, 2, NULL, place, &count); // count == 2
 *     int64_t lane = place[0], memory = place[1];                         // lane == 2 && memory == 1 */
#ifndef HEDDLE_ALGEBRA_PLACEMENT_H
#define HEDDLE_ALGEBRA_PLACEMENT_H

#include "layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which mode of a tensor its elements are counted along first. */
typedef enum hd_order {
  HD_LAST_FASTEST, /* row-major, lexicographic */
  HD_FIRST_FASTEST /* column-major, colexicographic: hd_layout's */
} hd_order;

/* One extent with its stride on an axis. */
typedef struct hd_iter {
  int64_t extent;
  int64_t stride;
  hd_axis axis;
} hd_iter;

/* Shard, copies and offset: each element of a tensor in several places. */
typedef struct hd_placement {
  hd_order order;
  uint8_t shards, replicas, offsets;
  hd_iter shard[HD_MAX_LEAVES];
  hd_iter replica[HD_MAX_LEAVES];
  struct {
    int64_t value;
    hd_axis axis;
  } offset[HD_MAX_LEAVES]; /* no axis twice */
} hd_placement;

/* ---- building (placement.c) ---- */

/* One element at 0: no shard, no replica, no offset. */
void hd_placement_clear(hd_order order, hd_placement *placement);

/* The shard shape:stride; stride NULL means compact in this order on `m`.
 *   ensures: P(x) = { sum of x[k] * stride[k] on axis[k] } for every coordinate x of `shape`
 *   fails:   HD_MALFORMED (extent below 1, `_`, an axis that is no name), HD_MISMATCH (nested, or of two ranks),
 *            HD_OVERFLOW, HD_CAPACITY */
hd_status hd_make_placement(hd_order order, const hd_tuple *shape, const hd_tuple *stride, hd_error *error,
                            hd_placement *result);

/* The same with more copies: stride NULL means compact, which as a set is the same in either order.
 *   ensures: result(x) = { p + sum of c[k] * stride[k] on axis[k] : p in placement(x), c a coordinate of `shape` }
 *   fails:   as hd_make_placement */
hd_status hd_placement_replicate(const hd_placement *placement, const hd_tuple *shape, const hd_tuple *stride,
                                 hd_error *error, hd_placement *result);

/* The same, moved: `offset` is a number on an axis, an integer (on `m`), or a flat tuple of those, which are added.
 *   ensures: result(x) = { p + offset : p in placement(x) }
 *   fails:   as hd_make_placement */
hd_status hd_placement_shift(const hd_placement *placement, const hd_tuple *offset, hd_error *error,
                             hd_placement *result);

/* The same placement: copies what is in use. */
void hd_placement_copy(hd_placement *to, const hd_placement *from);
/* Appends an iter to the shard, or to the replica. Returns false past the capacity. Does not check the invariant. */
bool hd_placement_append_shard(hd_placement *placement, int64_t extent, int64_t stride, hd_axis axis);
bool hd_placement_append_replica(hd_placement *placement, int64_t extent, int64_t stride, hd_axis axis);
/* Adds to the offset on one axis. fails: HD_OVERFLOW, HD_CAPACITY */
hd_status hd_placement_add_offset(hd_placement *placement, int64_t value, hd_axis axis, const char *operation,
                                  hd_error *error);
/* Checks the invariant and puts plain integers on `m`. fails: HD_MALFORMED, HD_OVERFLOW, HD_CAPACITY */
hd_status hd_placement_finish(hd_placement *placement, const char *operation, hd_error *error);

/* ---- what it says of itself ---- */

/* How many elements: the product of the shard's extents. Cannot overflow, by the invariant. */
int64_t hd_placement_size(const hd_placement *placement);
/* The axes it mentions, each once, in order of first mention: shard, replica, offset. Returns their number. */
int hd_placement_axes(const hd_placement *placement, hd_axis axis[HD_MAX_LEAVES]);
/* The constant on an axis; 0 where there is none. */
int64_t hd_placement_offset(const hd_placement *placement, hd_axis axis);
/* The least and the greatest number on an axis that any element is placed at. */
void hd_placement_range(const hd_placement *placement, hd_axis axis, int64_t *least, int64_t *greatest);
/* Same order, iters and offsets; the order in which offsets were given does not count. */
bool hd_placement_is_identical(const hd_placement *a, const hd_placement *b);

/* ---- text (placement_text.c) ---- */

/* `S[..]` or `Scolex[..]`, then any number of ` + R[..]` and ` + number@axis`. Without S: one element. In the brackets
 * stand extents alone (compact, on `m`) or `extents:strides`, each one number, a list in round brackets, or bare
 * extents `8,4,2`. An iter on `m` may say so. error->position is the place in the text.
 *   ensures: hd_parse_placement of what hd_print_placement writes is identical
 *   fails:   HD_MALFORMED, and as hd_make_placement */
hd_status hd_parse_placement(const char *text, size_t length, hd_error *error, hd_placement *placement);
/* Like snprintf. */
size_t hd_print_placement(const hd_placement *placement, char *text, size_t capacity);

/* ---- places (placement_places.c) ---- */

/* The places of one element, one after the other. Where replicas overlap a place comes more than once. */
typedef struct hd_places {
  const hd_placement *placement;
  int axes;
  hd_axis axis[HD_MAX_LEAVES];  /* as hd_placement_axes */
  int64_t place[HD_MAX_LEAVES]; /* the present place, one number an axis */
  uint8_t of_replica[HD_MAX_LEAVES];
  int64_t digit[HD_MAX_LEAVES];
} hd_places;

/* The first place of element x, that of replica coordinate 0. A scalar x counts elements in the placement's order; a
 * tuple is a coordinate of `shape`, or, where that is NULL, of the shard's own extents. `placement` must outlive
 * `places`.
 *   ensures: the places that follow are P(x)
 *   fails:   HD_MISMATCH (ranks differ, the shape's size is not the placement's), HD_RANGE (x lies outside) */
hd_status hd_places_start(const hd_placement *placement, const hd_tuple *x, const hd_tuple *shape, hd_error *error,
                          hd_places *places);
/* Goes to the next place; false behind the last one. */
bool hd_places_next(hd_places *places);

/* P(x) as a set: place k, 0 <= k < *count, is the numbers place[k*axes .. k*axes+axes-1] for the `axes` axes of
 * hd_placement_axes. Each place stands once, in rising order, the first axis deciding.
 *   fails: as hd_places_start; HD_CAPACITY (more than `capacity` places), HD_UNDECIDED (past HD_MAX_VISITS); after
 *          these two `place` holds some of the places */
hd_status hd_placement_places(const hd_placement *placement, const hd_tuple *x, const hd_tuple *shape, int capacity,
                              hd_error *error, int64_t *place, int *count);

/* ---- one form for one function (placement_canonical.c) ---- */

/* The same placement, spelled short: no iter of extent 1 or stride 0 that says nothing, shard iters that are one
 * joined, the replica's strides positive, those of its iters that make one progression joined, replica and offset in
 * order of the axes' names.
 *   ensures: result(x) = placement(x) for 0 <= x < size. Two placements of one order with the same D have the same
 *            shard here; the same offset, and the same replica unless replicas overlap */
void hd_placement_canonicalize(const hd_placement *placement, hd_placement *result);

/* Same size and a(x) = b(x), as sets, for 0 <= x < size; shard by the canonical form, replicas as sets.
 *   fails: HD_MISMATCH (two orders), HD_UNDECIDED (overlapping replicas of more than HD_MAX_VISITS sums) */
hd_status hd_placement_is_equivalent(const hd_placement *a, const hd_placement *b, hd_error *error, bool *answer);

/* In how many different places each element lives: the same for all. fails: HD_UNDECIDED, as above */
hd_status hd_placement_copies(const hd_placement *placement, hd_error *error, int64_t *copies);

/* ---- axes (placement_axes.c) ---- */

/* What an axis counts. */
typedef enum hd_axis_role { HD_AXIS_THREADS, HD_AXIS_MEMORY, HD_AXIS_UNKNOWN } hd_axis_role;

/* laneid, warpid, wgid, tid_in_wg, wid_in_wg, tx, bx, by, bz, cbx, cby, cbz count threads or groups of them; m, TLane,
 * TCol, P, F, Bank count memory; any other name is an axis of the user's own. */
hd_axis_role hd_axis_role_of(hd_axis axis);

/* fused = inner + extent * outer, with 0 <= inner < extent. */
typedef struct hd_axis_split {
  hd_axis fused, outer, inner;
  int64_t extent;
} hd_axis_split;

/* The relations of the machine: tid_in_wg = laneid + 32 wid_in_wg, tx = laneid + 32 warpid, tx = tid_in_wg + 128 wgid,
 * warpid = wid_in_wg + 4 wgid. Relation `index`; false at the end of the list. */
bool hd_axis_split_at(int index, hd_axis_split *split);

/* Every place with its outer and inner number made one.
 *   requires: three different axes, extent >= 1
 *   ensures:  result(x) = { p without outer and inner, and with p[inner] + extent * p[outer] added on fused }
 *   fails:    HD_UNDEFINED (inner leaves 0..extent-1: number = {least, greatest, extent}), HD_MALFORMED, HD_OVERFLOW */
hd_status hd_placement_fuse(const hd_placement *placement, const hd_axis_split *split, hd_error *error,
                            hd_placement *result);

/* Every place with its fused number taken apart; what is on outer and inner already stays there, added.
 *   requires: as hd_placement_fuse
 *   ensures:  result(x) = { p without fused, with p[fused] mod extent added on inner and the rest, floor(p[fused] /
 *             extent), on outer }
 *   fails:    HD_UNDEFINED (no iters say that: number = {iter's extent, stride, extent}, or {first, reach, extent} of
 *             the inner numbers, which carry), HD_UNDECIDED (the same of a replica of several iters on the axis),
 *             HD_MALFORMED, HD_CAPACITY, HD_OVERFLOW */
hd_status hd_placement_split(const hd_placement *placement, const hd_axis_split *split, hd_error *error,
                             hd_placement *result);

/* ---- orders and layouts (placement_order.c) ---- */

/* The placement in another order, of a tensor of the given shape: the modes of `shape` stay, what counts them turns
 * round. With the shape a scalar, elements keep their number and the shard's iters turn round.
 *   ensures: result.order = order; result(x) = placement(x) for every coordinate x of `shape`, each split in its own
 *            placement's order; the result's shard divides by the shape as it stands
 *   fails:   HD_MISMATCH (the sizes differ), HD_UNDEFINED (it does not divide by the shape), HD_CAPACITY */
hd_status hd_placement_reorder(const hd_placement *placement, const hd_tuple *shape, hd_order order, hd_error *error,
                               hd_placement *result);

/* The layout as a placement, its leaves as the shard, first one fastest; plain strides on `m`.
 *   ensures: result(i) = { layout(i) } for 0 <= i < size
 *   fails:   HD_MISMATCH (strides on paths), HD_CAPACITY */
hd_status hd_placement_from_layout(const hd_layout *layout, hd_error *error, hd_placement *result);

/* The placement as a flat layout, its shard's iters as modes. All on `m`: plain strides, else named ones.
 *   requires: order HD_FIRST_FASTEST, where more than one extent is above 1
 *   ensures:  placement(i) = { result(i) } for 0 <= i < size
 *   fails:    HD_UNDEFINED (more than one place; an offset), HD_MISMATCH (last mode fastest: reorder it first) */
hd_status hd_placement_to_layout(const hd_placement *placement, hd_error *error, hd_layout *result);

/* ---- tiles (placement_tile.c) ----
 *
 * Of two shapes of one rank, coordinate x of the product shape has x[k] = o[k] * inner_shape[k] + i[k]: tile o, and i
 * inside it. Each placement divides by its shape; answers are canonical. */

/* Tiles: span[a] = 1 + the greatest - the least number that `inner` has on axis a, 1 where it is not on a.
 *   ensures: result(x) = { span * p + q : p in outer(o), q in inner(i) }
 *   fails:   HD_MISMATCH (two orders, ranks, sizes), HD_UNDEFINED (one does not divide by its shape; number = {extent
 *            wanted, extent there, which mode}), HD_OVERFLOW, HD_CAPACITY */
hd_status hd_placement_tile(const hd_placement *outer, const hd_tuple *outer_shape, const hd_placement *inner,
                            const hd_tuple *inner_shape, hd_error *error, hd_placement *result);

/* The direct sum: tiles with every span 1.
 *   ensures: result(x) = { p + q : p in left(o), q in right(i) }
 *   fails:   as hd_placement_tile */
hd_status hd_placement_direct_sum(const hd_placement *left, const hd_tuple *left_shape, const hd_placement *right,
                                  const hd_tuple *right_shape, hd_error *error, hd_placement *result);

/* Is `inner` the inside of `tiled`'s tiles; is `outer` what tiles it; is `left`, is `right` a summand? The answer yes
 * is the other operand.
 *   ensures: hd_placement_tile(outer, .., inner, ..) (hd_placement_direct_sum(left, .., right, ..)) is equivalent to
 *            `tiled` (`sum`)
 *   fails:   HD_UNDEFINED: no placement is the other operand. HD_UNDECIDED: the replicas overlap so that it is open.
 *            Others as hd_placement_tile */
hd_status hd_placement_is_tile_inner(const hd_placement *inner, const hd_placement *tiled, const hd_tuple *outer_shape,
                                     const hd_tuple *inner_shape, hd_error *error, hd_placement *outer);
hd_status hd_placement_is_tile_outer(const hd_placement *outer, const hd_placement *tiled, const hd_tuple *outer_shape,
                                     const hd_tuple *inner_shape, hd_error *error, hd_placement *inner);
hd_status hd_placement_is_direct_sum_right(const hd_placement *right, const hd_placement *sum,
                                           const hd_tuple *left_shape, const hd_tuple *right_shape, hd_error *error,
                                           hd_placement *left);
hd_status hd_placement_is_direct_sum_left(const hd_placement *left, const hd_placement *sum, const hd_tuple *left_shape,
                                          const hd_tuple *right_shape, hd_error *error, hd_placement *right);

/* ---- slices (placement_slice.c) ---- */

/* The part of a tensor of the given shape that begins at coordinate `begin` and is `extent` large in each mode.
 *   ensures: result(x) = placement(begin + x) for every coordinate x of the shape `extent`
 *   fails:   HD_MISMATCH (ranks, sizes), HD_RANGE (it leaves the shape), HD_UNDEFINED (it does not divide by the shape;
 *            or no iters say what the part says: as hd_fit_push, the coordinate counted in the part's mode),
 *            HD_UNDECIDED (past HD_MAX_VISITS values), HD_CAPACITY */
hd_status hd_placement_slice(const hd_placement *placement, const hd_tuple *shape, const hd_tuple *begin,
                             const hd_tuple *extent, hd_error *error, hd_placement *result);

#ifdef __cplusplus
}
#endif
#endif
