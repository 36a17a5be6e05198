/* The list of theorems: what each says, of which cases, and up to which bound where none is given. The quick bounds are
 * for a machine of two cores: all of them together take minutes. */
#include "proofs/theorem.h"

#include "proofs/property.h"

#include <string.h>

#define HD_THEOREM(name, domain, statement, ...) \
  { #name, statement, domain, {{__VA_ARGS__ } }, hd_theorem_##name }

static const hd_theorem theorems[] = {
    /* values */
    HD_THEOREM(evaluation, "nested",
               "L(i) is the sum of digits times strides, by index and by coordinate, beyond the "
               "size and below 0 too",
               3, 4, 2),
    HD_THEOREM(coordinates, "nested", "idx2crd splits an index into its digits, and crd2idx puts them together", 4, 4,
               0),
    HD_THEOREM(increments, "nested", "increment_coord goes from each coordinate to the next", 4, 4, 0),
    HD_THEOREM(walking, "layouts", "values from any index on, and prepared layouts, say what evaluation says", 3, 5, 6),
    HD_THEOREM(cosize, "nested", "cosize is 1 more than the sum of (extent - 1) * |stride|", 4, 3, 2),
    HD_THEOREM(layout_text, "nested", "a layout prints as it is written, and the text is read as that layout", 4, 3, 2),
    HD_THEOREM(slicing, "slices", "a slice has the modes left free, and begins at the value of the others", 4, 4, 3),
    HD_THEOREM(grouping, "nested", "grouped modes keep their leaves and become one mode", 4, 3, 2),
    /* forms */
    HD_THEOREM(coalescing, "nested", "coalescing keeps the function, and leaves no two modes that could be one", 4, 3,
               2),
    HD_THEOREM(canonical_form, "pairs", "two layouts are one function exactly when their coalesced forms are alike", 3,
               3, 4, 2, 4, 6),
    HD_THEOREM(equivalence, "pairs", "equality is decided, and the first index of a difference named", 3, 3, 4, 2, 4,
               6),
    HD_THEOREM(fitting, "nested", "the fit of a layout's values is that layout, coalesced", 4, 3, 2),
    HD_THEOREM(fit_exists, "tables",
               "a table is fitted exactly when a layout has its values; else the first value that "
               "none agrees with is refused",
               8, 6),
    HD_THEOREM(injectivity, "nested",
               "injective exactly when as many bits of the image are set as there are coordinates; "
               "else two of them collide as named",
               4, 3, 2),
    HD_THEOREM(coordinate_of, "layouts", "exactly the values taken have a coordinate, and it has that value", 3, 4, 5),
    HD_THEOREM(disjointness, "offsets",
               "disjoint exactly when the images have no bit in common; else they meet as named", 2, 3, 5, 4),
    HD_THEOREM(nullspace, "layouts", "the nullspace leads through the coordinates that move nothing, in order", 3, 5,
               6),
    /* algebra */
    HD_THEOREM(composition, "pairs", "A o B is A(B(c)) where a layout that refines B has these values; else refused", 2,
               6, 6, 2, 4, 6),
    HD_THEOREM(composition_by_mode, "tilings", "each mode composed with its element", 3, 4, 3, 2, 3, 3),
    HD_THEOREM(associativity, "triples", "where A o (B o C) has an answer so has (A o B) o C, and both are A(B(C(i)))",
               2, 3, 3),
    HD_THEOREM(complement, "numbered", "increasing, disjoint from the tile, reaching M; refused where modes overlap", 3,
               4, 5, 24),
    HD_THEOREM(complementable, "numbered", "exactly when tile and complement hit each of 0 to M-1 once", 3, 4, 5, 24),
    HD_THEOREM(recast_up, "numbered", "n elements become one where they come out even; else refused", 3, 4, 6, 12),
    HD_THEOREM(recast_down, "numbered", "one element becomes n, side by side", 3, 4, 6, 4),
    HD_THEOREM(recast_returns, "numbered", "elements split in n and joined again are the same", 3, 4, 6, 6),
    /* tiles */
    HD_THEOREM(divide, "pairs", "A o (B, complement of B), where it has an answer and leaves out no value of A", 2, 5,
               4, 2, 4, 4),
    HD_THEOREM(logical_divide, "tilings", "each mode as (inside, outside) of its tile", 3, 3, 3, 2, 3, 3),
    HD_THEOREM(zipped_divide, "tilings", "the insides as one mode, the outsides as one", 3, 3, 3, 2, 3, 3),
    HD_THEOREM(tiled_divide, "tilings", "the insides as one mode, the outsides each", 3, 3, 3, 2, 3, 3),
    HD_THEOREM(flat_divide, "tilings", "insides and outsides each", 3, 3, 3, 2, 3, 3),
    HD_THEOREM(product, "pairs", "(A, moves): the copy at b is moved by complement(A)(B(b))", 2, 4, 5, 2, 4, 4),
    HD_THEOREM(blocked_product, "pairs", "the product with modes side by side, blocks first", 2, 4, 5, 2, 4, 4),
    HD_THEOREM(raked_product, "pairs", "the product with modes side by side, moves first", 2, 4, 5, 2, 4, 4),
    /* inverses */
    HD_THEOREM(right_inverse, "nested", "L(R(i)) = i, along the longest chain of modes", 4, 3, 2),
    HD_THEOREM(left_inverse, "layouts",
               "R(L(i)) = i for injective L whose strides divide one another; L(R(L(i))) = L(i) "
               "wherever it answers",
               3, 5, 8),
    HD_THEOREM(compact_inverses, "compact", "of a layout onto 0 to n-1 both inverses are the inverse map", 128),
    HD_THEOREM(max_common_layout, "pairs", "a(R(i)) = b(R(i)) = i, and no chain of b's modes gives a longer run", 2, 4,
               6, 2, 4, 6),
    HD_THEOREM(ordered_layout, "compact", "a compact layout is the one that runs in the order of its strides", 192),
    HD_THEOREM(layout_like, "layouts", "compact, in the order of the strides, still where the layout is", 3, 5, 6),
    HD_THEOREM(domain_distribute, "numbered", "n steps spread over the modes by common divisors", 3, 6, 0, 64),
    /* 64 bits */
    HD_THEOREM(sum_bounds, "operands", "a + b is GMP's, or overflow", 1),
    HD_THEOREM(difference_bounds, "operands", "a - b is GMP's, or overflow", 1),
    HD_THEOREM(product_bounds, "operands", "a * b is GMP's, or overflow", 1),
    HD_THEOREM(ceil_div_bounds, "operands", "a / b rounded up is GMP's", 1),
    HD_THEOREM(shape_div_bounds, "operands", "a / b where one divides the other; else refused", 1),
    HD_THEOREM(layout_bounds, "operands",
               "s:d is made exactly when its last value fits; its cosize is GMP's, or overflow", 1),
    HD_THEOREM(evaluation_bounds, "triple_operands",
               "(2,3):(a,b) at c is GMP's, or overflow where a step leaves 64 bits", 0),
    /* bits */
    HD_THEOREM(swizzle_involution, "swizzles", "S is what it does to each bit, and its own inverse within its block",
               31),
    HD_THEOREM(swizzle_text, "swizzles", "a swizzle prints as it is written, and the text is read as that swizzle", 31),
    HD_THEOREM(swizzle_recast, "swizzles", "in narrower units whole units move together; and back again", 28),
    HD_THEOREM(composed_evaluation, "swizzled", "(S o t o L)(i) = S(t + L(i))", 5, 3, 2, 4, 4),
    HD_THEOREM(bank_conflicts, "swizzled", "the degree is the most words that a bank is asked for", 5, 0, 2, 4, 32),
    HD_THEOREM(linear_layouts, "layouts",
               "over bits exactly when extents are powers of two and no values carry; and back", 3, 8, 8),
    HD_THEOREM(linear_inverse, "linear", "invertible exactly when each output is taken once; then M(M(x)) = x", 4, 4),
    HD_THEOREM(linear_composition, "linear_pairs", "the composition at x is the outer map at the inner one's value", 3),
    /* placements */
    HD_THEOREM(placement_text, "placements", "a placement's text is read as that placement", 2, 3, 2, 3, 1),
    HD_THEOREM(placement_places, "placements", "the places of each element are the sums of digits, copies and offset",
               2, 3, 2, 3, 1),
    HD_THEOREM(placement_canonical, "placements", "the canonical form places alike, and has no other form", 2, 3, 2, 3,
               1),
    HD_THEOREM(placement_order, "placements", "counted the other way each coordinate stays where it is", 2, 3, 2, 3, 1),
    /* tensor memory */
    HD_THEOREM(tmem_addresses, "cells", "an address is lane << 16 | column, and an offset moves by flat indices", 520,
               9),
    HD_THEOREM(tmem_images, "issues", "each register of each form is the cell that the manual says", 260),
    HD_THEOREM(tmem_holders, "issues", "each cell of a form's block is found to be held where the manual says", 260),
    HD_THEOREM(tmem_issues, "issues", "at every base each register is base plus the manual's cell", 257),
    HD_THEOREM(tmem_legality, "addresses", "a warp may use exactly the addresses that the manual allows", 72),
    HD_THEOREM(tmem_splits, "splits", "both accesses of 16x32bx2 are where the manual says, for every pair of bases",
               20),
    HD_THEOREM(tmem_macros, "issues",
               "the device macros' row and column of each register are base plus the manual's cell", 257),
    HD_THEOREM(split_macros, "splits", "those of 16x32bx2 too, where the second access lies at the first or beyond",
               36),
    HD_THEOREM(tmem_emulated_load, "issues", "the emulator loads what the manual's cells hold", 160),
    HD_THEOREM(tmem_emulated_store, "issues", "the emulator stores where the manual says", 160),
    HD_THEOREM(tmem_copies, "copies", "tcgen05.cp fills the manual's cells, and starts where all of them exist", 64),
    /* tcgen05.mma */
    HD_THEOREM(datapath_choice, "mma",
               "M, N, group, .ws and .sp take the datapath of the manual's table, or are refused", 272, 272),
    HD_THEOREM(datapath_accumulators, "accumulators", "each element of D lies where the manual's figure has it", 256),
    HD_THEOREM(datapath_operands, "a_operands", "each element of A lies where the manual's figure has it", 48),
    HD_THEOREM(scale_factors, "factors", "each scale factor lies where the manual's figure has it, or is refused", 256,
               16),
    HD_THEOREM(plans, "plans", "a plan moves each value once by the manual's formulas, in the fewest instructions", 32),
};

const hd_theorem *hd_theorem_at(int index) {
  return index < 0 || index >= (int)(sizeof theorems / sizeof theorems[0]) ? NULL : &theorems[index];
}

const hd_theorem *hd_theorem_find(const char *name, size_t length) {
  const hd_theorem *theorem;
  for (int k = 0; (theorem = hd_theorem_at(k)) != NULL; k++)
    if (strlen(theorem->name) == length && memcmp(theorem->name, name, length) == 0) return theorem;
  if (!hd_is_property(name, length) || hd_property_find(name, length, NULL, &theorem) != HD_OK) return NULL;
  return theorem;
}

const hd_domain *hd_theorem_domain(const hd_theorem *theorem) {
  return hd_domain_find(theorem->domain, strlen(theorem->domain));
}
