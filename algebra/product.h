/* Product: a layout repeated, without two copies in one place.
 *
 * Invariant: logical_product(A, B) = (A, complement(A) o B), exactly: mode 0 is A, and mode 1 says by how much the copy
 * at a coordinate of B is moved. The complement steps from copy to copy in the gaps of A and then from end to end, so
 * two copies either coincide (where B has the same value) or meet nowhere.
 *
 * A by-mode tiler multiplies mode by mode, each mode with its own complement; modes beyond the tiler, and modes under
 * `_`, stay whole. The four products hold the same pieces, copies A and moves P (with A's extra modes X), in four
 * arrangements:
 *
 *   logical  ((A0,P0),(A1,P1),X..)    zipped ((A0,A1),(P0,P1,X..))
 *   tiled    ((A0,A1),P0,P1,X..)      flat   (A0,A1,P0,P1,X..)
 *
 * Where the moves are those of no layout, or A has no complement, a product is refused; CuTe then prints a layout whose
 * copies overlap.
 *
 * Example:
 *
 *     hd_layout block, grid, r;
 *     hd_parse_layout("(2,5):(5,1)", 11, NULL, &block);
 *     hd_parse_layout("(3,4):(1,3)", 11, NULL, &grid);
 *     hd_blocked_product(&block, &grid, NULL, &r);
 *     hd_print_layout(&r, text, sizeof text); // "((2,3),(5,4)):((5,10),(1,30))" */
#ifndef HEDDLE_ALGEBRA_PRODUCT_H
#define HEDDLE_ALGEBRA_PRODUCT_H

#include "layout.h"
#include "tiler.h"

#ifdef __cplusplus
extern "C" {
#endif

/*   ensures: for a tiler that is one layout B, with C = complement(A) without a bound: R(a, b) = A(a) + C(B(b))
 *   fails:   HD_UNDEFINED, as hd_complement_unbounded (the coordinates of A that collide, or the stride that overlaps)
 *            or as hd_composition (the coordinate of B, and its values, at which no layout goes on); HD_MISMATCH
 *            (strides of B on axes, strides of A on names, a tiler with more modes than the layout), HD_MALFORMED (by
 *            mode: moves on integers, of a mode that stands still, beside strides on axes), HD_OVERFLOW, HD_CAPACITY,
 *            HD_UNDECIDED */
hd_status hd_logical_product(const hd_layout *layout, const hd_tiler *tiler, hd_error *error, hd_layout *result);
hd_status hd_zipped_product(const hd_layout *layout, const hd_tiler *tiler, hd_error *error, hd_layout *result);
hd_status hd_tiled_product(const hd_layout *layout, const hd_tiler *tiler, hd_error *error, hd_layout *result);
hd_status hd_flat_product(const hd_layout *layout, const hd_tiler *tiler, hd_error *error, hd_layout *result);

/* The logical product with mode k of A beside mode k of the moves: whole blocks side by side, ((A0,P0),(A1,P1),..). The
 * operand of lower rank is filled up with 1:0 first.
 *   ensures: result((a0,b0),(a1,b1),..) = logical_product(A, B)((a0,a1,..),(b0,b1,..))
 *   fails:   as hd_logical_product */
hd_status hd_blocked_product(const hd_layout *block, const hd_layout *tiler, hd_error *error, hd_layout *result);

/* The same with the moves first, coalesced mode by mode: blocks dealt out in turns, ((P0,A0),(P1,A1),..).
 *   ensures: result((b0,a0),(b1,a1),..) = logical_product(A, B)((a0,a1,..),(b0,b1,..)), as integers in each mode
 *   fails:   as hd_logical_product */
hd_status hd_raked_product(const hd_layout *block, const hd_layout *tiler, hd_error *error, hd_layout *result);

/* As many blocks as fill a shape, mode by mode; where a block does not come out even, one more. `order` says in which
 * order the modes are filled, as in hd_make_ordered_layout; NULL: column-major.
 *   requires: rank of the block at most that of the shape; order a permutation of 0..rank-1
 *   ensures:  result = blocked_product(block, ordered(counts)); size(mode k) >= size of the shape's mode k, and equal
 *             where the block divides it
 *   fails:    as hd_blocked_product and hd_make_layout; HD_MISMATCH (ranks), HD_RANGE (order is no permutation) */
hd_status hd_tile_to_shape(const hd_layout *block, const hd_tuple *shape, const hd_tuple *order, hd_error *error,
                           hd_layout *result);

#ifdef __cplusplus
}
#endif
#endif
