/* More functions of the language (builtin.h). Internal to proofs/.
 *
 * Invariant: as operations.h. What CuTe writes as a template argument, a rank or a count of elements, comes first. */
#ifndef HEDDLE_PROOFS_OPERATIONS_MORE_H
#define HEDDLE_PROOFS_OPERATIONS_MORE_H

#include "operations.h"

HD_OPERATION(filter);
HD_OPERATION(filter_zeros);
HD_OPERATION(group_modes);
HD_OPERATION(slice);
HD_OPERATION(dice);
HD_OPERATION(append);
HD_OPERATION(prepend);
HD_OPERATION(append_to_rank);
HD_OPERATION(prepend_to_rank);
HD_OPERATION(replace);
HD_OPERATION(take);
HD_OPERATION(zip);
HD_OPERATION(domain_distribute);
HD_OPERATION(make_ordered_layout);
HD_OPERATION(make_layout_like);
HD_OPERATION(make_identity_layout);
HD_OPERATION(logical_product);
HD_OPERATION(zipped_product);
HD_OPERATION(tiled_product);
HD_OPERATION(flat_product);
HD_OPERATION(blocked_product);
HD_OPERATION(raked_product);
HD_OPERATION(tile_to_shape);
HD_OPERATION(right_inverse);
HD_OPERATION(left_inverse);
HD_OPERATION(nullspace);
HD_OPERATION(max_common_layout);
HD_OPERATION(max_common_vector);
HD_OPERATION(upcast);
HD_OPERATION(downcast);
HD_OPERATION(recast_layout);
HD_OPERATION(shape_div);
HD_OPERATION(ceil_div);
HD_OPERATION(elem_less);
HD_OPERATION(tuple_add);
HD_OPERATION(tuple_sub);
HD_OPERATION(tuple_product_each);
HD_OPERATION(prefix_product);
HD_OPERATION(increment_coord);
HD_OPERATION(make_layout_tv);
HD_OPERATION(make_tile_tv);
HD_OPERATION(thread_value);

/* operations_order.c */
HD_OPERATION(reverse);
HD_OPERATION(coalesce_last_fastest);
HD_OPERATION(compact_col_major);
HD_OPERATION(compact_row_major);
HD_OPERATION(compact_order);
HD_OPERATION(rearrange);

/* operations_values.c */
HD_OPERATION(values);
HD_OPERATION(first_beyond);

#endif
