/* Refusals that many operations have in common, said once. */
#include "algebra/refusals.h"

hd_status hd_refuse_full(hd_error *error, const char *operation) {
  return hd_refuse(error, HD_CAPACITY, operation,
                   "the answer has more than {0} leaves, or is nested more than {1} deep", HD_MAX_LEAVES, HD_MAX_DEPTH,
                   0);
}

hd_status hd_refuse_components(hd_error *error, const char *operation) {
  return hd_refuse(error, HD_CAPACITY, operation, "the values have more than {0} components", HD_MAX_LEAVES, 0, 0);
}

hd_status hd_refuse_axes(hd_error *error, const char *operation, const hd_layout *layout) {
  int leaf = 0;
  while (leaf + 1 < layout->profile.leaves && hd_layout_axis(layout, leaf) == HD_AXIS_INTEGER) ++leaf;
  hd_fail(error, HD_MISMATCH, operation, "leaf {leaf} has the stride {0}{a}, on an axis; plain integers are wanted");
  if (error) {
    error->leaf = leaf;
    error->number[0] = layout->stride[leaf];
    error->axis = hd_layout_axis(layout, leaf);
  }
  return HD_MISMATCH;
}

hd_status hd_refuse_nesting(hd_error *error, const char *operation, const char *reason, const hd_tuple *a,
                            const hd_tuple *b) {
  hd_fail(error, HD_MISMATCH, operation, reason);
  if (error) {
    hd_tuple_copy(&error->coordinate, a);
    if (b) hd_tuple_copy(&error->other, b);
    error->has_coordinate = true;
    error->has_other = b != NULL;
  }
  return HD_MISMATCH;
}

hd_status hd_refuse_coordinate(hd_error *error, const char *operation, const hd_tuple *coordinate,
                               const hd_tuple *shape) {
  hd_refuse_nesting(error, operation, "the coordinate {c} is not nested like the shape {d}", coordinate, shape);
  if (error) error->hint = "an integer may stand for a whole mode; a tuple needs a tuple of the same rank";
  return HD_MISMATCH;
}

hd_status hd_refuse_guide(hd_error *error, const char *operation, const hd_profile *guide, int element,
                          const hd_profile *layout) {
  int before = 0, depth = 0; /* modes before it in its own tuple: all that there are; and less its brackets */
  for (int k = element - 1; k >= 0; --k) {
    bool in_tuple = depth >= 0;
    depth += guide->close[k] - guide->open[k];
    before += in_tuple && depth <= 0;
  }
  if (depth < -1)
    hd_refuse(error, HD_MISMATCH, operation,
              "element {leaf} asks for mode {0} inside a mode that has {0}: nothing stands there", before, 0, 0);
  else
    hd_refuse(error, HD_MISMATCH, operation,
              "{0} modes are asked for, and the layout has {1}: nothing stands at element {leaf}", hd_rank(guide),
              hd_rank(layout), 0);
  if (error) error->leaf = element;
  return HD_MISMATCH;
}
