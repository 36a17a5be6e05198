/* Divide: a layout seen as tiles, the inside of a tile first.
 *
 * Invariant: logical_divide(A, B) = A o (B, complement(B, size A)), exactly: mode 0 walks inside a tile and mode 1 from
 * tile to tile. Where the tile does not come out even the last extent is rounded up and the result runs past A, as A's
 * last mode extends. Where that has no answer it is refused, with composition's counter-example; and also where the
 * tile leaves gaps (its strides do not nest) and some value of A would be in no tile.
 *
 * A by-mode tiler divides mode by mode, where a leaf is its own only mode; modes beyond the tiler, and modes under `_`,
 * stay whole. The four divides hold the same pieces, tile parts T and rests R (with A's extra modes X), in four arrangements:
 *
 *   logical  ((T0,R0),(T1,R1),X..)    zipped ((T0,T1),(R0,R1,X..))
 *   tiled    ((T0,T1),R0,R1,X..)      flat   (T0,T1,R0,R1,X..)
 *
 * The tiler `()` leaves every mode whole in a logical divide; the other three refuse it, having no tile to set apart.
 * Under `_` in the last three a mode of rank 2 is taken as already divided (as CuTe IR does); any other has tile 1:0
 * and itself as the rest.
 *
 * Example:
 *
 *     hd_layout tile;
 *     hd_tiler tiler;
 *     hd_parse_layout("(12,32):(1,12)", 14, NULL, &tile);
 *     hd_parse_tiler("<4,8>", 5, NULL, &tiler);
 *     hd_zipped_divide(&tile, &tiler, NULL, &tile);
 *     hd_print_layout(&tile, text, sizeof text); // "((4,8),(3,4)):((1,12),(4,96))" */
#ifndef HEDDLE_ALGEBRA_DIVIDE_H
#define HEDDLE_ALGEBRA_DIVIDE_H

#include "layout.h"
#include "tiler.h"

#ifdef __cplusplus
extern "C" {
#endif

/* fails, all four: as hd_composition and hd_complement; HD_MISMATCH when the tiler has more modes than the layout */
hd_status hd_logical_divide(const hd_layout *layout, const hd_tiler *tiler, hd_error *error, hd_layout *result);
hd_status hd_zipped_divide(const hd_layout *layout, const hd_tiler *tiler, hd_error *error, hd_layout *result);
hd_status hd_tiled_divide(const hd_layout *layout, const hd_tiler *tiler, hd_error *error, hd_layout *result);
hd_status hd_flat_divide(const hd_layout *layout, const hd_tiler *tiler, hd_error *error, hd_layout *result);

#ifdef __cplusplus
}
#endif
#endif
