/* Linear maps drawn for tests, and their values worked out from the definition, coordinate by coordinate.
 *
 * Invariant: nothing here calls the library but to build names, dimensions and maps. */
#ifndef HEDDLE_TESTS_SUPPORT_LINEAR_H
#define HEDDLE_TESTS_SUPPORT_LINEAR_H

#include "../../algebra/algebra.h"
#include "../../algebra/linear.h"

hd_axis hd_test_name(const char *name);
/* `register:3 lane:2`: names and bits. */
hd_dimensions hd_test_dimensions(const char *text);
/* A map from dimensions written so, and a list of its words. */
hd_linear hd_test_linear(const char *in, const char *out, const uint64_t *basis);

/* The next number of a sequence, below `bound`. */
uint64_t hd_test_draw(uint64_t *seed, uint64_t bound);
/* Up to 3 dimensions of the list of names, in its order or not, `bits` bits in all. */
hd_dimensions hd_test_draw_dimensions(uint64_t *seed, const char *const *names, int count, int bits);
/* Words that are random, or few-bit, or a permutation with zeros and repeats among them. */
hd_linear hd_test_draw_linear(uint64_t *seed, const hd_dimensions *in, const hd_dimensions *out);

/* The value of a packed input: entry by entry, each the exclusive or of the entries of the words of its bits. */
uint64_t hd_test_value(const hd_linear *linear, uint64_t input);
/* The part of a packed coordinate in the dimension of that name, and the same coordinate in other dimensions by
 * name. */
uint64_t hd_test_part(const hd_dimensions *dimensions, hd_axis name, uint64_t packed);
uint64_t hd_test_renamed(const hd_dimensions *from, uint64_t packed, const hd_dimensions *to);
/* A coordinate that an error names, packed. Fails the test where it is none. */
uint64_t hd_test_packed(const hd_dimensions *dimensions, const hd_tuple *coordinate);

#endif
