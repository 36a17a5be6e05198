/* The operations that theorems are about, as a table of functions.
 *
 * Invariant: a judge calls what it judges through this table alone. hd_operations_real holds the library's own; a test
 * copies it, puts one wrong function in, and demands that a theorem notices. */
#ifndef HEDDLE_PROOFS_PROVE_OPERATIONS_H
#define HEDDLE_PROOFS_PROVE_OPERATIONS_H

#include "../algebra/algebra.h"
#include "../tmem/tmem.h"
#include "macro_cell.h"

typedef hd_status hd_op_one(const hd_layout *, hd_error *, hd_layout *);
typedef hd_status hd_op_two(const hd_layout *, const hd_layout *, hd_error *, hd_layout *);
typedef hd_status hd_op_number(const hd_layout *, int64_t, hd_error *, hd_layout *);
typedef hd_status hd_op_tiler(const hd_layout *, const hd_tiler *, hd_error *, hd_layout *);
typedef hd_status hd_op_tuples(const hd_tuple *, const hd_tuple *, hd_error *, hd_tuple *);
typedef void hd_op_plain(const hd_layout *, hd_layout *);
typedef hd_status hd_op_cell(const hd_form *, const hd_issue *, hd_place, hd_error *, hd_cell *);

/* clang-format off */
/* X(name, declarator): the member is a pointer to the library's hd_NAME. */
#define HD_OPERATION_LIST(X)                                                                                           \
  /* layouts: values */                                                                                                \
  X(evaluate_index, hd_status (*evaluate_index)(const hd_layout *, int64_t, hd_error *, int64_t *))                    \
  X(evaluate, hd_status (*evaluate)(const hd_layout *, const hd_tuple *, hd_error *, hd_tuple *))                      \
  X(crd2idx, hd_status (*crd2idx)(const hd_tuple *, const hd_tuple *, hd_error *, int64_t *))                          \
  X(idx2crd, hd_status (*idx2crd)(const hd_tuple *, const hd_tuple *, hd_error *, hd_tuple *))                         \
  X(increment_coord, hd_op_tuples *increment_coord)                                                                    \
  X(cosize, hd_status (*cosize)(const hd_layout *, hd_error *, int64_t *))                                             \
  X(values, hd_status (*values)(const hd_layout *, int64_t, int64_t, hd_error *, int64_t *))                           \
  X(prepare, hd_status (*prepare)(const hd_layout *, hd_error *, hd_prepared *))                                       \
  X(make_flat_layout, hd_status (*make_flat_layout)(int, const int64_t *, const int64_t *, hd_error *, hd_layout *))   \
  /* layouts: text */                                                                                                  \
  X(parse_layout, hd_status (*parse_layout)(const char *, size_t, hd_error *, hd_layout *))                            \
  X(print_layout, size_t (*print_layout)(const hd_layout *, char *, size_t))                                           \
  X(parse_tiler, hd_status (*parse_tiler)(const char *, size_t, hd_error *, hd_tiler *))                               \
  X(print_tiler, size_t (*print_tiler)(const hd_tiler *, char *, size_t))                                              \
  /* layouts: one form, comparison, images */                                                                          \
  X(coalesce, hd_op_plain *coalesce)                                                                                   \
  X(flatten, hd_op_plain *flatten)                                                                                     \
  X(filter, hd_op_plain *filter)                                                                                       \
  X(nullspace, hd_op_plain *nullspace)                                                                                 \
  X(is_equivalent, bool (*is_equivalent)(const hd_layout *, const hd_layout *, int64_t *))                             \
  X(fit_push, hd_status (*fit_push)(hd_fit *, const int64_t *, hd_error *))                                            \
  X(is_injective, hd_status (*is_injective)(const hd_layout *, hd_error *, bool *))                                    \
  X(coordinate_of, hd_status (*coordinate_of)(const hd_layout *, const hd_tuple *, hd_error *, hd_tuple *))            \
  X(is_disjoint, hd_status (*is_disjoint)(const hd_layout *, int64_t, const hd_layout *, hd_error *, bool *))          \
  X(slice_and_offset, hd_status (*slice_and_offset)(const hd_layout *, const hd_tuple *, hd_error *, hd_layout *,      \
                                                    hd_tuple *))                                                       \
  X(group_modes, hd_status (*group_modes)(const hd_layout *, int, int, hd_error *, hd_layout *))                       \
  /* layouts: algebra */                                                                                               \
  X(composition, hd_op_two *composition)                                                                               \
  X(composition_by_mode, hd_op_tiler *composition_by_mode)                                                             \
  X(complement, hd_op_number *complement)                                                                              \
  X(is_complementable, hd_status (*is_complementable)(const hd_layout *, int64_t, hd_error *, bool *))                 \
  X(logical_divide, hd_op_tiler *logical_divide)                                                                       \
  X(zipped_divide, hd_op_tiler *zipped_divide)                                                                         \
  X(tiled_divide, hd_op_tiler *tiled_divide)                                                                           \
  X(flat_divide, hd_op_tiler *flat_divide)                                                                             \
  X(logical_product, hd_op_tiler *logical_product)                                                                     \
  X(blocked_product, hd_op_two *blocked_product)                                                                       \
  X(raked_product, hd_op_two *raked_product)                                                                           \
  X(right_inverse, hd_op_one *right_inverse)                                                                           \
  X(left_inverse, hd_op_one *left_inverse)                                                                             \
  X(max_common_layout, hd_op_two *max_common_layout)                                                                   \
  X(upcast, hd_op_number *upcast)                                                                                      \
  X(downcast, hd_op_number *downcast)                                                                                  \
  X(make_layout_like, hd_op_one *make_layout_like)                                                                     \
  X(make_ordered_layout, hd_status (*make_ordered_layout)(const hd_tuple *, const hd_tuple *, hd_error *,              \
                                                          hd_layout *))                                                \
  X(domain_distribute, hd_status (*domain_distribute)(const hd_tuple *, int64_t, hd_error *, hd_layout *))             \
  /* tuples, at the bounds of 64 bits */                                                                               \
  X(tuple_add, hd_op_tuples *tuple_add)                                                                                \
  X(tuple_sub, hd_op_tuples *tuple_sub)                                                                                \
  X(tuple_product, bool (*tuple_product)(const hd_tuple *, int64_t *))                                                 \
  X(ceil_div, hd_op_tuples *ceil_div)                                                                                  \
  X(shape_div, hd_op_tuples *shape_div)                                                                                \
  /* swizzles, composed layouts, linear maps, placements */                                                            \
  X(swizzle_at, int64_t (*swizzle_at)(const hd_swizzle *, int64_t))                                                    \
  X(parse_swizzle, hd_status (*parse_swizzle)(const char *, size_t, hd_error *, hd_swizzle *))                         \
  X(swizzle_recast, hd_status (*swizzle_recast)(const hd_swizzle *, int64_t, int64_t, hd_error *, hd_swizzle *))       \
  X(composed_at, hd_status (*composed_at)(const hd_composed *, int64_t, hd_error *, int64_t *))                        \
  X(banks, hd_status (*banks)(const hd_composed *, int64_t, hd_error *, hd_bank_report *))                             \
  X(linear_from_layout, hd_status (*linear_from_layout)(const hd_layout *, const hd_linear_names *, hd_error *,        \
                                                        hd_linear *))                                                  \
  X(linear_to_layout, hd_status (*linear_to_layout)(const hd_linear *, hd_error *, hd_layout *))                       \
  X(linear_invert, hd_status (*linear_invert)(const hd_linear *, hd_error *, hd_linear *))                             \
  X(linear_compose, hd_status (*linear_compose)(const hd_linear *, const hd_linear *, hd_error *, hd_linear *))        \
  X(parse_placement, hd_status (*parse_placement)(const char *, size_t, hd_error *, hd_placement *))                   \
  X(placement_places, hd_status (*placement_places)(const hd_placement *, const hd_tuple *, const hd_tuple *, int,     \
                                                    hd_error *, int64_t *, int *))                                     \
  X(placement_canonicalize, void (*placement_canonicalize)(const hd_placement *, hd_placement *))                      \
  X(placement_reorder, hd_status (*placement_reorder)(const hd_placement *, const hd_tuple *, hd_order, hd_error *,    \
                                                      hd_placement *))                                                 \
  /* tensor memory */                                                                                                  \
  X(tmem_encode, hd_status (*tmem_encode)(hd_geometry, hd_cell, hd_error *, uint32_t *))                               \
  X(tmem_offset, hd_status (*tmem_offset)(hd_geometry, uint32_t, int64_t, hd_error *, uint32_t *))                     \
  X(form_image, hd_status (*form_image)(const hd_form *, const hd_layout *, hd_error *, hd_layout *))                  \
  X(form_holders, hd_status (*form_holders)(const hd_form *, hd_error *, hd_layout *))                                 \
  X(issue_cell, hd_op_cell *issue_cell)                                                                                \
  X(macro_cell, hd_op_cell *macro_cell)                                                                                \
  X(issue_check, hd_status (*issue_check)(const hd_form *, const hd_issue *, hd_error *))                              \
  X(emulator_load, hd_status (*emulator_load)(hd_emulator *, int, const hd_access *, uint32_t, uint32_t *const *,      \
                                              uint32_t *, hd_error *))                                                 \
  X(emulator_store, hd_status (*emulator_store)(hd_emulator *, int, const hd_access *, uint32_t, uint32_t *const *,    \
                                                hd_error *))                                                           \
  X(copy_image, hd_status (*copy_image)(hd_copy_id, const hd_layout *, hd_error *, hd_layout *))                       \
  X(copy_check, hd_status (*copy_check)(hd_geometry, hd_copy_id, uint32_t, hd_error *))                                \
  X(datapath_of, hd_status (*datapath_of)(const hd_mma *, hd_error *, hd_datapath_id *))                               \
  X(datapath_accumulator, hd_status (*datapath_accumulator)(hd_datapath_id, int64_t, const hd_layout *, hd_error *,    \
                                                            hd_layout *))                                              \
  X(datapath_operand, hd_status (*datapath_operand)(hd_datapath_id, int64_t, int64_t, const hd_layout *, hd_error *,   \
                                                    hd_layout *))                                                      \
  X(scale_factors, hd_status (*scale_factors)(const hd_mma *, hd_scaled, int64_t, int64_t, int64_t, hd_error *,        \
                                              hd_placement *))                                                         \
  X(make_plan, hd_status (*make_plan)(const hd_plan_request *, hd_error *, hd_plan *))
/* clang-format on */

typedef struct hd_operations {
#define HD_OPERATION_MEMBER(name, declarator) declarator;
  HD_OPERATION_LIST(HD_OPERATION_MEMBER)
#undef HD_OPERATION_MEMBER
} hd_operations;

extern const hd_operations hd_operations_real;

#endif
