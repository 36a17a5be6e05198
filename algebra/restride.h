/* Nearly all compositions: B's shape with other strides. Internal to the library: not installed.
 *
 * Invariant: answers only where R is B with each stride d replaced by the stride of A that d falls on. That is so when
 * every leaf of B moves within one digit of A, all leaves together carry out of none, and all numbers are small. Then
 * nothing is split, nothing visited and nothing can overflow; every other case is composition.c's, refusals too. */
#ifndef HEDDLE_ALGEBRA_RESTRIDE_H
#define HEDDLE_ALGEBRA_RESTRIDE_H

#include "layout.h"

/* A o B for integer strides, or false: not settled here.
 *   ensures: when true, as hd_composition */
bool hd_restride(const hd_layout *a, const hd_layout *b, hd_layout *result);

#endif
