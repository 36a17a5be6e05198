/* All of the layout algebra. */
#ifndef HEDDLE_ALGEBRA_ALGEBRA_H
#define HEDDLE_ALGEBRA_ALGEBRA_H

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
#include "layout.h"
#include "parse.h"
#include "print.h"
#include "profile.h"
#include "status.h"
#include "swizzle.h"
#include "tiler.h"
#include "tuple.h"
#include "walk.h"

#endif
