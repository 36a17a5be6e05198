/* Linear layouts as Triton writes them: the basis text that its compiler prints, and the attribute of its IR.
 *
 *    - register=1 -> (0, 1)                 #ttg.linear<{register = [[0, 1], [0, 2]], lane = [[1, 0]], warp = []}>
 *      register=2 -> (0, 2)
 *    - lane=1 -> (1, 0)
 *    - warp is a size 1 dimension
 *   where out dims are: [dim0 (size 2), dim1 (size 4)]
 *
 * Invariant: parse(print(x)) = x. The basis text says all. The attribute says neither what the outputs are called nor
 * how large they are: they are dim0, dim1, .. and each as small as holds its values, so that a map for which this is
 * not so is refused rather than written as another.
 *
 * Example:
 *
 *     hd_linear bits;
 *     hd_parse_linear("#ttg.linear<{lane = [[2], [1]]}>", 32, NULL, &bits);
 *     hd_print_linear(&bits, text, sizeof text);
 *     uint64_t value = hd_linear_at(&bits, 1); // value == 2 */
#ifndef HEDDLE_ALGEBRA_LINEAR_TEXT_H
#define HEDDLE_ALGEBRA_LINEAR_TEXT_H

#include "linear.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Enough for any map in either form. */
enum { HD_LINEAR_TEXT_MAX = 8192 };

/* The basis text, without a line end after it. A map without input dimensions is `(empty layout)`, with outputs
 * `(empty layout with out-dims [..])`. Like snprintf: returns the whole length, writes at most capacity-1 characters.
 */
size_t hd_print_linear(const hd_linear *linear, char *text, size_t capacity);

/* The attribute; *length is the whole length.
 *   fails: HD_UNDEFINED (outputs of other names or sizes than the attribute's reader takes them to have) */
hd_status hd_print_linear_attribute(const hd_linear *linear, char *text, size_t capacity, hd_error *error,
                                    size_t *length);

/* Either form. Blanks may stand anywhere between tokens, and lines may be joined; what stands before `<` in the
 * attribute may be left out with the brackets: `{register = [[1]]}`.
 *   fails: HD_MALFORMED (the text, or a value beyond its dimension), HD_OVERFLOW (a number), HD_CAPACITY (a name longer
 *          than HD_AXIS_NAME_MAX, too many dimensions or bits); error->position is the offending byte */
hd_status hd_parse_linear(const char *text, size_t length, hd_error *error, hd_linear *linear);

#ifdef __cplusplus
}
#endif
#endif
