/* Which cell do the macros of the device layer give a register: those that its copies to memory are made of?
 *
 * Invariant: nothing of tmem/ is asked but which shape it is; the numbers are those of HD_ROW and HD_COLUMN
 * (kernels/shapes.h). Internal to proofs/. */
#ifndef HEDDLE_PROOFS_MACRO_CELL_H
#define HEDDLE_PROOFS_MACRO_CELL_H

#include "../tmem/issue.h"

/* What hd_issue_cell says, by the macros. requires: an immediate that leads to no smaller lane or column */
hd_status hd_macro_cell(const hd_form *form, const hd_issue *issue, hd_place place, hd_error *error, hd_cell *cell);

#endif
