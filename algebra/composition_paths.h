/* The two halves of composition: B on integers, and B on paths, which gives coordinates of A.
 * Internal to the library: not installed. Contracts: hd_composition. */
#ifndef HEDDLE_ALGEBRA_COMPOSITION_PATHS_H
#define HEDDLE_ALGEBRA_COMPOSITION_PATHS_H

#include "layout.h"

hd_status hd_compose_integers(const hd_layout *a, const hd_layout *b, hd_error *error, hd_layout *result);
hd_status hd_compose_paths(const hd_layout *a, const hd_layout *b, hd_error *error, hd_layout *result);

#endif
