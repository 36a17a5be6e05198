/* Value to text, as CuTe IR prints: no blanks, `,` between modes, `:` between shape and stride, `[a;b;_]` for tilers.
 *
 * Invariant: like snprintf, each function returns the length the whole text has, writes at most capacity-1 characters
 * and a final 0, and writes nothing when capacity is 0.
 *
 * Example:
 *
 *     hd_layout layout;
 *     hd_parse_layout("(4,8):(8,1)", 11, NULL, &layout);
 *     size_t length = hd_print_layout(&layout, text, sizeof text); // length == 11
 *     size_t cut = hd_print_layout(&layout, text, 6);              // cut == 11
 *     hd_print_layout(&layout, text, 6);                           // "(4,8)" */
#ifndef HEDDLE_ALGEBRA_PRINT_H
#define HEDDLE_ALGEBRA_PRINT_H

#include "layout.h"
#include "tiler.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Enough for any layout, tuple, tiler or error. A leaf takes at most 19 digits of an extent, 20 characters and an axis
 * of a stride, and, a character each, the brackets round it in shape, stride and tiler, and its separators. */
enum { HD_TEXT_MAX = HD_MAX_LEAVES * (19 + 20 + HD_AXIS_TEXT + 3 * 2 * HD_MAX_DEPTH + 4) + 1024 };

/* A value in the notation that hd_parse_tuple, hd_parse_layout and hd_parse_tiler read. */
size_t hd_print_tuple(const hd_tuple *tuple, char *text, size_t capacity);
size_t hd_print_layout(const hd_layout *layout, char *text, size_t capacity);
size_t hd_print_tiler(const hd_tiler *tiler, char *text, size_t capacity);

/* One sentence: the operation, the leaf, the numbers, the counter-example; no newline, no hint. */
size_t hd_print_error(const hd_error *error, char *text, size_t capacity);
/* The hint, filled in; the empty string when there is none. */
size_t hd_print_hint(const hd_error *error, char *text, size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
