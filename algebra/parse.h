/* Text to value: all that CuTe C++, the CuTe DSL and CuTe IR print.
 *
 * Invariant: parse(print(x)) = x. Accepts `(4,8):(1,4)`, `(_4,_8):(_1,_4)` (CuTe C++ static integers), blanks anywhere
 * between tokens, leading zeros, `1@0`, `1@1@0`, `1@lane`, negative strides; a shape alone means its compact layout.
 * Refuses, naming the character: trailing text, `1,2` without brackets, unclosed or extra brackets, `(1,,2)`, a leading
 * `+`, fractions (`1/2@0`), dynamic extents (`?`), and numbers beyond 64 bits (HD_OVERFLOW).
 *
 * `text` need not end in 0: `length` bytes are read. On failure error->position is the offset of the offending byte.
 *
 * Example:
 *
 *     hd_layout layout;
 *     hd_error error;
 *     hd_parse_layout("(_4,_8):(_8,_1)", 15, &error, &layout);
 *     hd_print_layout(&layout, text, sizeof text);                      // "(4,8):(8,1)"
 *     hd_status status = hd_parse_layout("(4,,8)", 6, &error, &layout); // status == HD_MALFORMED
 *     size_t at = error.position;                                       // at == 3 */
#ifndef HEDDLE_ALGEBRA_PARSE_H
#define HEDDLE_ALGEBRA_PARSE_H

#include "layout.h"
#include "tiler.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An integer or nested tuple; leaves may be negative, lie on axes or be `_`.
 *   fails: HD_MALFORMED, HD_OVERFLOW, HD_CAPACITY */
hd_status hd_parse_tuple(const char *text, size_t length, hd_error *error, hd_tuple *tuple);

/* shape:stride, or a shape alone. fails: as hd_parse_tuple and hd_make_layout */
hd_status hd_parse_layout(const char *text, size_t length, hd_error *error, hd_layout *layout);

/* `[4:1;_;[2:1;4:1]]` or `<4:1,_>`: a by-mode tiler; a bare layout or integer: that layout; a shape in round brackets
 * without strides: by mode, as in CuTe. fails: as hd_parse_layout */
hd_status hd_parse_tiler(const char *text, size_t length, hd_error *error, hd_tiler *tiler);

#ifdef __cplusplus
}
#endif
#endif
