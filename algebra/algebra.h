/* All of the layout algebra.
 *
 * Each header is a manual page: what it is about and its invariant, an example, and then for each function what it
 * requires, what it ensures as an equation, and how it fails. In the examples `text` is a buffer of HD_TEXT_MAX chars,
 * and a remark says what holds once its statement has run; the tests run them all. */
#ifndef HEDDLE_ALGEBRA_ALGEBRA_H
#define HEDDLE_ALGEBRA_ALGEBRA_H

#include "arithmetic.h"
#include "axis.h"
#include "banks.h"
#include "coalesce.h"
#include "compare.h"
#include "complement.h"
#include "composed.h"
#include "composition.h"
#include "convert.h"
#include "divide.h"
#include "evaluate.h"
#include "fit.h"
#include "image.h"
#include "inverse.h"
#include "layout.h"
#include "linear.h"
#include "linear_convert.h"
#include "linear_inverse.h"
#include "linear_text.h"
#include "modes.h"
#include "order.h"
#include "parse.h"
#include "partition.h"
#include "placement.h"
#include "print.h"
#include "product.h"
#include "profile.h"
#include "rearrange.h"
#include "recast.h"
#include "status.h"
#include "swizzle.h"
#include "tiler.h"
#include "trace.h"
#include "tuple.h"
#include "walk.h"

#endif
