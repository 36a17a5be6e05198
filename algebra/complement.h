/* Complement: the layout that steps through what another leaves out.
 *
 * Invariant: R = complement(A, M) is increasing, and (A, R) hits no value twice: A tells where inside a tile, R which
 * tile. Gaps that A's own strides leave between tiles are not filled unless they come out even.
 *
 * Example:
 *
 *     hd_layout tile, rest;
 *     hd_parse_layout("(2,2):(1,6)", 11, NULL, &tile);
 *     hd_complement(&tile, 24, NULL, &rest);
 *     hd_print_layout(&rest, text, sizeof text); // "(3,2):(2,12)" */
#ifndef HEDDLE_ALGEBRA_COMPLEMENT_H
#define HEDDLE_ALGEBRA_COMPLEMENT_H

#include "layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/*   requires: integer strides; M >= 1
 *   ensures:  (A', R) is injective, where A' is A without its modes of stride 0; cosize of (A', R) is at least M; the
 *             last extent is rounded up where it does not come out even; a last extent of 1 is dropped (all 1: `1:cur`,
 *             as CuTe IR prints)
 *   fails:    HD_UNDEFINED "not injective" with two coordinates that collide, or "interleaved" when A' is injective but
 *             its sorted strides overlap; or (A', R) stops short of M. HD_MISMATCH (axes), HD_RANGE (M below 1),
 *             HD_OVERFLOW, HD_CAPACITY */
hd_status hd_complement(const hd_layout *layout, int64_t within, hd_error *error, hd_layout *result);

/* Without a bound: the tail stays, as a last mode of extent 1, as CuTe IR prints: complement(4:2) = (2,1):(1,8). With
 * paths, one such layout for each component, nested as the values are.
 *   ensures: as hd_complement for every M, once the last extent is M/cur rounded up
 *   fails:   HD_UNDEFINED as hd_complement, HD_MISMATCH (named axes), HD_OVERFLOW, HD_CAPACITY */
hd_status hd_complement_unbounded(const hd_layout *layout, hd_error *error, hd_layout *result);

/* Whether the moving modes of A nest: every sorted stride above 0 and a multiple of where the modes below it end; *end
 * is where they all end. Then A and its complement leave no gap.
 *   requires: integer strides */
bool hd_nests(const hd_layout *layout, int64_t *end);

/* Whether (A, complement(A, M)) hits each of 0..M-1 exactly once: every sorted stride a multiple of what lies below it,
 * and M a multiple of it all. A mode of stride 0 and extent above 1 makes it false.
 *   fails: HD_MISMATCH (axes) */
hd_status hd_is_complementable(const hd_layout *layout, int64_t within, hd_error *error, bool *answer);

#ifdef __cplusplus
}
#endif
#endif
