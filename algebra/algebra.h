/* All of the layout algebra. */
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
#include "divide.h"
#include "evaluate.h"
#include "fit.h"
#include "image.h"
#include "inverse.h"
#include "layout.h"
#include "modes.h"
#include "order.h"
#include "parse.h"
#include "partition.h"
#include "print.h"
#include "product.h"
#include "profile.h"
#include "rearrange.h"
#include "recast.h"
#include "status.h"
#include "swizzle.h"
#include "tiler.h"
#include "tuple.h"
#include "walk.h"

#endif
