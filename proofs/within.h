/* Is a coordinate one of the layout's?
 *
 * Invariant: outside its shape a layout still has values, as CuTe's do: the last leaf of a mode goes on past its
 * extent. So a claim about a coordinate that a layout does not have can hold, and is said to be such a claim. */
#ifndef HEDDLE_PROOFS_WITHIN_H
#define HEDDLE_PROOFS_WITHIN_H

#include "builtin.h"

/* Whether the coordinate is nested like the shape, or flatter, and each of its numbers is at least 0 and less than the
 * size of the mode it stands for; `_` counts as 0. */
bool hd_is_within(const hd_layout *layout, const hd_tuple *coordinate);

/* What is evaluated where these arguments, which the function has answered, lie outside a shape; NULL where none
 * does. */
const hd_value *hd_call_outside(const hd_builtin *builtin, const hd_value *argument, int count);

/* Room for a sentence about a value of any length. */
enum { HD_NOTE_MAX = HD_TEXT_MAX + 256 };

/* What was evaluated outside its shape, the first time, as a sentence; empty while nothing was. */
typedef struct hd_outside {
  char text[HD_NOTE_MAX];
} hd_outside;

/* Both do nothing for NULL, or where something has been said already. */
void hd_outside_value(hd_outside *outside, const hd_value *value);
void hd_outside_name(hd_outside *outside, const char *name, size_t length);

#endif
