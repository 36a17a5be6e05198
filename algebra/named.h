/* Which axis has this name? Where the name is the library's own, and known to be one.
 * Internal to the library: not installed. */
#ifndef HEDDLE_ALGEBRA_NAMED_H
#define HEDDLE_ALGEBRA_NAMED_H

#include "axis.h"

#include <stddef.h>

static inline hd_axis hd_axis_named(const char *name) {
  size_t length = 0;
  hd_axis axis = HD_AXIS_INTEGER;
  while (name[length] != 0) ++length;
  hd_axis_from_name(name, length, &axis);
  return axis;
}

#endif
