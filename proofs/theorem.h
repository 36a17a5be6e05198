/* The judges, one for each theorem; theorem.c says what they judge. Internal to proofs/. */
#ifndef HEDDLE_PROOFS_THEOREM_H
#define HEDDLE_PROOFS_THEOREM_H

#include "prove_naive.h"
#include "prove_operations.h"

/* clang-format off */
#define HD_THEOREM_LIST(X)                                                                                             \
  /* theorem_values.c */                                                                                               \
  X(evaluation) X(coordinates) X(increments) X(walking) X(cosize) X(layout_text) X(slicing) X(grouping)                \
  /* theorem_forms.c */                                                                                                \
  X(coalescing) X(canonical_form) X(equivalence) X(fitting) X(fit_exists) X(injectivity) X(coordinate_of)              \
  X(disjointness) X(nullspace)                                                                                         \
  /* theorem_algebra.c */                                                                                              \
  X(composition) X(composition_by_mode) X(associativity) X(complement) X(complementable) X(recast_up) X(recast_down)   \
  X(recast_returns)                                                                                                    \
  /* theorem_tiles.c */                                                                                                \
  X(divide) X(logical_divide) X(zipped_divide) X(tiled_divide) X(flat_divide) X(product) X(blocked_product)            \
  X(raked_product)                                                                                                     \
  /* theorem_inverse.c */                                                                                              \
  X(right_inverse) X(left_inverse) X(compact_inverses) X(max_common_layout) X(ordered_layout) X(layout_like)           \
  X(domain_distribute)                                                                                                 \
  /* theorem_bounds.c */                                                                                               \
  X(sum_bounds) X(difference_bounds) X(product_bounds) X(ceil_div_bounds) X(shape_div_bounds) X(layout_bounds)         \
  X(evaluation_bounds)                                                                                                 \
  /* theorem_bits.c */                                                                                                 \
  X(swizzle_involution) X(swizzle_text) X(swizzle_recast) X(composed_evaluation) X(bank_conflicts) X(linear_layouts)   \
  X(linear_inverse) X(linear_composition)                                                                              \
  /* theorem_placements.c */                                                                                           \
  X(placement_text) X(placement_places) X(placement_canonical) X(placement_order)                                      \
  /* theorem_tmem.c */                                                                                                 \
  X(tmem_addresses) X(tmem_images) X(tmem_holders) X(tmem_issues) X(tmem_legality) X(tmem_splits)                      \
  X(tmem_emulated_load) X(tmem_emulated_store) X(tmem_copies) X(tmem_macros) X(split_macros)                           \
  /* theorem_mma.c */                                                                                                  \
  X(datapath_choice) X(datapath_accumulators) X(datapath_operands) X(scale_factors) X(plans)
/* clang-format on */

#define HD_THEOREM_DECLARE(name) hd_outcome hd_theorem_##name(hd_prover *prover, const hd_case *subject);
HD_THEOREM_LIST(HD_THEOREM_DECLARE)
#undef HD_THEOREM_DECLARE

/* Leaves the case open where a table is too small for it. */
#define HD_ROOM(prover, size)                                                                              \
  do {                                                                                                     \
    if ((size) > HD_TABLE)                                                                                 \
      return hd_leave_open(prover, "%lld coordinates, and room for %d", (long long)(size), (int)HD_TABLE); \
  } while (0)

/* Leaves the case open where the values span more than a set of bits should. */
enum { HD_IMAGE_BITS = 1 << 24 };
#define HD_SPAN(prover, span)                                                                             \
  do {                                                                                                    \
    if ((span) >= HD_IMAGE_BITS) return hd_leave_open(prover, "the values span %lld", (long long)(span)); \
  } while (0)

/* A status that is none of those that this operation may end with here. */
static inline hd_outcome hd_refute_status(hd_prover *prover, hd_status status, const char *wanted) {
  if (status == HD_UNDECIDED) return hd_leave_open(prover, "undecided");
  return hd_refute(prover, "the status is %s, not %s", hd_status_name(status), wanted);
}

/* Refused as it should be. */
static inline hd_outcome hd_refused(hd_prover *prover, hd_status status) {
  hd_answer(prover, status);
  return HD_VACANT;
}

#endif
