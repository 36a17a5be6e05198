/* Which part of a tensor is whose: tiles of a grid, threads of a tile, values of a thread.
 *
 * Invariant: everything here is a divide, a composition and a slice. A thread-value layout TV, with its tile, sends
 * (thread, value) to an index of the tile; after a divide by the tile, composing with TV replaces the coordinates
 * inside a tile by (thread, value):
 *
 *     thread_value(L, TV, tile)((t, v), rest) = zipped_divide(L, tile)(TV(t, v), rest)
 *
 * A part is a slice of that, and an offset: the slice alone does not say where it lies.
 *
 * Example:
 *
 *     hd_layout threads, values, tv;
 *     hd_tuple tile;
 *     hd_parse_layout("(4,8):(8,1)", 11, NULL, &threads);
 *     hd_parse_layout("(2,1):(1,1)", 11, NULL, &values);
 *     hd_make_layout_tv(&threads, &values, NULL, &tile, &tv);
 *     hd_print_tuple(&tile, text, sizeof text); // "(8,8)"
 *     hd_print_layout(&tv, text, sizeof text);  // "((8,4),2):((8,2),1)" */
#ifndef HEDDLE_ALGEBRA_PARTITION_H
#define HEDDLE_ALGEBRA_PARTITION_H

#include "layout.h"
#include "tiler.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The thread-value layout of threads laid out as `threads`, each holding `values` beside one another, and the tile that
 * they cover: with R the raked product of both, tile = the size of each mode of R, and TV = right_inverse(R) on
 * (threads, values).
 *   ensures: R(TV(t, v)) = t + size(threads) * v for every t and v: TV takes every index of the tile exactly once
 *   fails:   HD_UNDEFINED (`threads` or `values` does not take each of 0..size-1 once: number = {how many come in
 *            order, size - 1}), as hd_raked_product */
hd_status hd_make_layout_tv(const hd_layout *threads, const hd_layout *values, hd_error *error, hd_tuple *tile,
                            hd_layout *tv);

/* The layout seen by thread and value: ((thread, value), rests).
 *   ensures: the equation above; hd_get(result, {0}) is nested as TV
 *   fails:   as hd_zipped_divide and hd_composition */
hd_status hd_thread_value(const hd_layout *layout, const hd_layout *tv, const hd_tiler *tile, hd_error *error,
                          hd_layout *result);

/* What one thread holds: its values, and the rests, with the offset of the first.
 *   requires: TV of rank 2
 *   ensures:  result(v, rest) + *offset = thread_value(L, TV, tile)((thread, v), rest)
 *   fails:    as hd_thread_value and hd_slice_and_offset; HD_MISMATCH (rank of TV), HD_RANGE (no such thread) */
hd_status hd_partition_thread(const hd_layout *layout, const hd_layout *tv, const hd_tiler *tile, int64_t thread,
                              hd_error *error, hd_layout *result, hd_tuple *offset);

/* The tile at a coordinate of the grid of tiles (`_` keeps a mode of the grid).
 *   ensures: result(x) + *offset = zipped_divide(L, tiler)(x, coordinate)
 *   fails:   as hd_zipped_divide and hd_slice_and_offset */
hd_status hd_local_tile(const hd_layout *layout, const hd_tiler *tiler, const hd_tuple *coordinate, hd_error *error,
                        hd_layout *result, hd_tuple *offset);

/* The elements of one thread, where threads lie beside one another as `threads` says, in every tile of that shape.
 *   ensures: with c the coordinate of `threads` that has the value `thread`, and T the size of each of its modes,
 *            result(rest) + *offset = zipped_divide(L, T)(c, rest)
 *   fails:   as hd_zipped_divide and hd_slice_and_offset; as hd_coordinate_of (`thread` is no value of `threads`) */
hd_status hd_local_partition(const hd_layout *layout, const hd_layout *threads, int64_t thread, hd_error *error,
                             hd_layout *result, hd_tuple *offset);

#ifdef __cplusplus
}
#endif
#endif
