/* Composition where B is on paths, and so gives coordinates of A. Internal to the library: not installed. Contract:
 * hd_composition. */
#ifndef HEDDLE_ALGEBRA_COMPOSITION_PATHS_H
#define HEDDLE_ALGEBRA_COMPOSITION_PATHS_H

#include "layout.h"

hd_status hd_compose_paths(const hd_layout *a, const hd_layout *b, hd_error *error, hd_layout *result);

#endif
