/* Composition where B is on plain integers. Internal to the library: not installed. Contract: hd_composition. */
#ifndef HEDDLE_ALGEBRA_COMPOSITION_INTEGERS_H
#define HEDDLE_ALGEBRA_COMPOSITION_INTEGERS_H

#include "layout.h"

hd_status hd_compose_integers(const hd_layout *a, const hd_layout *b, hd_error *error, hd_layout *result);

#endif
