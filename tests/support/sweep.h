/* Every small layout, one after another, each with its values worked out from the definition.
 *
 * The layouts are those of 1 to 3 modes with extents 1 to 4 and strides 0 to 16, as flat tuples: with n = 4 * 17 of
 * them for a mode, n + n^2 + n^3 layouts. Everything here looks at plain arrays; of the library it calls nothing.
 *
 * Invariant: value[i] is the sum of digit times stride, the digits of i by remainder and quotient; and a sweep ends
 * well only when it went through all layouts and each of its cases was answered or refused, once. */
#ifndef HEDDLE_TESTS_SUPPORT_SWEEP_H
#define HEDDLE_TESTS_SUPPORT_SWEEP_H

#include "suite.h"
#include "text.h"

enum {
  HD_SMALL_MODES = 3,
  HD_SMALL_EXTENT = 4,
  HD_SMALL_STRIDE = 16,
  HD_SMALL_SIZE = 64,
  HD_SMALL_VALUES = 145,
  HD_SMALL_TABLE = 512
};

typedef struct hd_small {
  int modes;
  int64_t shape[HD_SMALL_MODES], stride[HD_SMALL_MODES];
  int64_t size;
  int64_t value[HD_SMALL_SIZE]; /* at each coordinate, the first mode fastest */
  int64_t most;                 /* the largest of them */
  hd_layout layout;             /* the same, as the library has it */
} hd_small;

/* How the cases of a sweep ended. A judge counts a case only when the answer, or the refusal, is right. */
typedef struct hd_cases {
  int64_t answered;
  int64_t refused;
} hd_cases;

typedef void hd_judge(const hd_small *small, hd_cases *cases);

/* How many layouts there are. */
int64_t hd_small_count(void);
/* The sum, over all layouts, of the product over their modes of f(extent), where `sum` is f(1) + .. + f(4): a sum of a
 * geometric series. With f = 1 it counts layouts, with f(s) = s their coordinates. */
int64_t hd_small_sum(int64_t sum);
/* How many cases there are when a layout of 1, 2, 3 modes has so many. */
int64_t hd_small_cases(int64_t of_1, int64_t of_2, int64_t of_3);

/* Goes through all layouts; prints the counts of cases and demands that there were `cases` of them in all. */
void hd_sweep(const char *operation, int64_t cases, hd_judge *judge);

/* Prints how the cases of any sweep ended, and demands that there were so many, and some of each kind. */
void hd_sweep_end(const char *operation, const char *over, int64_t cases, const hd_cases *ended, bool some_refused);

/* ---- layouts as plain arrays ---- */

/* shape:stride with its values. */
void hd_small_fill(int modes, const int64_t *shape, const int64_t *stride, hd_small *small);

/* L(index) of any layout on integers, for any index: digits rounded down, the last leaf takes the quotient. */
int64_t hd_small_at(const hd_layout *layout, int64_t index);
/* The same at 0 .. count-1, by counting digits on: a sweep has no time to divide. */
void hd_small_table(const hd_layout *layout, int64_t count, int64_t *value);
/* The product of the extents. */
int64_t hd_small_size(const hd_layout *layout);
/* Whether brackets balance, extents are above 0 and strides are integers: what must hold of every result here. */
bool hd_small_is_layout(const hd_layout *layout);
/* Whether a layout has these brackets, written with a `.` for each leaf: `((.,.),.)`. */
bool hd_small_is_nested(const hd_layout *layout, const char *nesting);
/* A small layout under other brackets. */
hd_layout hd_small_nest(const hd_small *small, const char *nesting);
/* Mode `mode` of a layout, by its brackets; false where there is none. A scalar is its own mode 0. */
bool hd_small_mode(const hd_layout *layout, int mode, hd_layout *result);
/* The brackets of a small layout that are gone through where nesting matters; returns their number. */
int hd_small_nestings(int modes, const char *const **nesting);
/* The flat tuple of plain integers. */
void hd_small_tuple(int count, const int64_t *value, hd_tuple *tuple);
/* Digit k of index i, as the shape has it; the last mode takes the quotient. Requires i >= 0. */
void hd_small_digits(const hd_small *small, int64_t i, int64_t digit[HD_SMALL_MODES]);
/* Whether a status is the one wanted and the error is filled in as it must be. */
bool hd_small_is_refused(hd_status status, hd_status wanted, const hd_error *error);
/* Whether result(i) = value[i] for 0 <= i < size, size being that of the result, at most HD_SMALL_TABLE. */
bool hd_small_has_values(const hd_layout *result, int64_t size, const int64_t *value);
/* Whether result is the flat tuple of these modes: result(x) is the sum of x[k] times the stride of mode[k], for
 * 0 <= x[k] < its extent. Of none: `()`. */
bool hd_small_has_modes(const hd_small *small, const int *mode, int count, const hd_layout *result);
/* Whether both have one size, at most HD_SMALL_TABLE, and the same values. */
bool hd_small_is_same(const hd_layout *a, const hd_layout *b);
/* Whether no mode could be left out or made one with the mode before it; a single mode may be anything. */
bool hd_small_is_shortest(const hd_layout *layout);

#endif
