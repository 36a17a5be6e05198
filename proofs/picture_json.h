/* Which texts stand in a picture's cells? A panel as an object, for programs.
 *
 * Invariant: rows and columns are those of the whole panel, and the cells a part of it, from a first row and column on;
 * so what is too large is not taken for all there is. */
#ifndef HEDDLE_PROOFS_PICTURE_JSON_H
#define HEDDLE_PROOFS_PICTURE_JSON_H

#include "json.h"
#include "picture.h"

enum { HD_PICTURE_SIDE = 256 /* rows and columns that are written where the window does not say how many */ };

/* A panel as an element of the list that is open. */
void hd_picture_json(hd_json *json, const hd_panel *panel, const hd_window *window);

#endif
