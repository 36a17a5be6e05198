/* Which axis of the codomain a stride points along.
 *
 * Invariant: an axis is one 64-bit word; two axes are the same axis exactly when the words are equal. There is no table
 * of names, so an axis can be copied, compared and stored like an integer.
 *
 *   HD_AXIS_INTEGER  plain integers: `4`
 *   a path           a component of a coordinate: `4@0`, `1@1@0` (right to left: component 0, then its component 1)
 *   a name           a named axis: `1@lane`, `4@tid_in_wg`
 *   HD_AXIS_ANY      not an axis: the leaf is `_`, "the whole mode" (coordinates and tilers only)
 *
 * Refuses: paths of more than HD_AXIS_STEPS steps or with a step above HD_AXIS_STEP_MAX, and names longer than
 * HD_AXIS_NAME_MAX characters or with characters other than letters, digits and `_` (HD_CAPACITY, HD_MALFORMED).
 *
 * Example:
 *
 *     hd_axis axis;
 *     char name[HD_AXIS_TEXT];
 *     hd_axis_from_path((int[]){0, 1}, 2, &axis);
 *     hd_axis_text(axis, name); // strcmp(name, "@1@0") == 0 */
#ifndef HEDDLE_ALGEBRA_AXIS_H
#define HEDDLE_ALGEBRA_AXIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An axis, in one word. */
typedef uint64_t hd_axis;

/* No axis: plain integers. And the axis of `_`. */
#define HD_AXIS_INTEGER ((hd_axis)0)
#define HD_AXIS_ANY ((hd_axis)3 << 60)

enum { HD_AXIS_STEPS = 8, HD_AXIS_STEP_MAX = 126, HD_AXIS_NAME_MAX = 10, HD_AXIS_TEXT = 48 };

/* The word's uppermost bits say which of them it is. Below them a path has its steps + 1, the outermost lowest. */
enum { HD_AXIS_TAG_SHIFT = 60, HD_AXIS_TAG_PATH = 1, HD_AXIS_TAG_NAME = 2, HD_AXIS_STEP_BITS = 7 };
inline bool hd_axis_is_path(hd_axis axis) { return axis >> HD_AXIS_TAG_SHIFT == HD_AXIS_TAG_PATH; }
inline bool hd_axis_is_name(hd_axis axis) { return axis >> HD_AXIS_TAG_SHIFT == HD_AXIS_TAG_NAME; }

/* The axis of a path; step[0] is the outermost component (`1@1@0` has steps 0, 1).
 * Requires 1 <= steps. Returns false when it does not fit the word. */
bool hd_axis_from_path(const int *step, int steps, hd_axis *axis);

/* The axis of a name of `length` characters. Returns false when it does not fit the word or is no name. */
bool hd_axis_from_name(const char *name, size_t length, hd_axis *axis);

/* The steps of a path, outermost first; returns their number, 0 when the axis is not a path. */
int hd_axis_path(hd_axis axis, int step[HD_AXIS_STEPS]);

/* Writes what follows the number: "" for integers, "@1@0", "@lane". Returns the length. */
int hd_axis_text(hd_axis axis, char text[HD_AXIS_TEXT]);

/* Whether one path ends where the other goes on, so that the two cannot both be components of one value. */
bool hd_axis_overlap(hd_axis a, hd_axis b);

/* Whether name a comes before name b, by the characters' ASCII codes. */
bool hd_axis_name_before(hd_axis a, hd_axis b);

/* Whether the axis is a component that is none within another: a path of one step. No two of them overlap. */
bool hd_axis_is_outer(hd_axis axis);

#ifdef __cplusplus
}
#endif
#endif
