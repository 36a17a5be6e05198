/* Layouts and tuples in tests are written as text. This reader is the tests' own: short, for well-formed text only, and
 * without a line of the library's parser, so that a test of one is not a test of the other.
 *
 * Invariant: text that is not a layout ends the test with a failure. */
#ifndef HEDDLE_TESTS_SUPPORT_TEXT_H
#define HEDDLE_TESTS_SUPPORT_TEXT_H

#include "../../algebra/algebra.h"

/* `((2,2),8)`, `1@1@0`, `3@lane`, `_`. */
hd_tuple hd_test_tuple(const char *text);
/* `((2,2),8):((1,4),16)`; the stride is not optional. Does not check the layout invariant. */
hd_layout hd_test_layout(const char *text);
/* `[4:1;_;(2,2):(1,8)]`, nested too, or one layout. */
hd_tiler hd_test_tiler(const char *text);
/* A profile written with a `.` for each leaf: `((.,.),.)`. */
hd_profile hd_test_profile(const char *text);

/* Texts for messages, in one of four buffers that are used in turn. */
const char *hd_test_show(const hd_layout *layout);
const char *hd_test_show_tuple(const hd_tuple *tuple);

#endif
