/* The layout of a table of values: from f(0), f(1), .. back to shape:stride, or the index that shows there is none.
 *
 * Invariant: after i values the fit holds the one coalesced layout on [0, size) that agrees with them, as far as they
 * determine it. The first stride is f(1); a mode ends at the first index its stride does not explain; that extent must
 * divide what is left of the size; every block then repeats the first. One pass, no table, one comparison a value.
 *
 * Use: hd_fit_start, then hd_fit_push for i = 0 .. size-1, then hd_fit_layout.
 *
 * Example:
 *
 *     hd_fit fit;
 *     hd_layout layout;
 *     hd_fit_start(&fit, 6, 1);
 *     for (int64_t i = 0; i < 6; ++i) hd_fit_push(&fit, &(int64_t){10 * (i % 2) + i / 2}, NULL);
 *     hd_fit_layout(&fit, NULL, NULL, &layout);
 *     hd_print_layout(&layout, text, sizeof text); // "(2,3):(10,1)" */
#ifndef HEDDLE_ALGEBRA_FIT_H
#define HEDDLE_ALGEBRA_FIT_H

#include "layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How many values any one operation looks at before it says HD_UNDECIDED. */
#ifndef HD_MAX_VISITS
#define HD_MAX_VISITS ((int64_t)1 << 24)
#endif

/* How far the values went, and where they stop being a layout's. */
typedef struct hd_fit {
  int64_t size;
  int64_t next;                 /* index of the value that hd_fit_push takes next */
  int64_t block;                /* product of the closed extents */
  int axes;                     /* components of a value */
  int modes;                    /* the last one is open */
  int64_t shape[HD_MAX_LEAVES]; /* of closed modes */
  int64_t digit[HD_MAX_LEAVES]; /* coordinate of `next` */
  int64_t stride[HD_MAX_LEAVES];
  bool beyond;                     /* the expected value leaves 64 bits: no value is it */
  int component[HD_MAX_LEAVES];    /* which component of the value the stride lies on */
  int64_t expected[HD_MAX_LEAVES]; /* the value at `next` if the layout goes on as it is */
} hd_fit;

/* Begins a fit of `size` values with `axes` components each (1 for integers).
 *   requires: size >= 1, 1 <= axes <= HD_MAX_LEAVES */
void hd_fit_start(hd_fit *fit, int64_t size, int axes);

/* In place of an extent that does not divide: the value moves along two axes at once; or what was expected leaves 64
 * bits. */
enum { HD_FIT_TWO_AXES = -1, HD_FIT_BEYOND = -2 };

/* Takes the next value, `axes` integers.
 *   fails: HD_UNDEFINED  no layout of this size has these values: number = {index, value, expected, what is left of the
 *                        size, the extent that does not divide that (0: none; or as above), the component that value
 *                        and expected are of}, coordinate = the index.
 *          HD_CAPACITY (a mode more than a layout holds) */
hd_status hd_fit_push(hd_fit *fit, const int64_t *value, hd_error *error);

/* The layout: a scalar or a flat tuple, coalesced; component k of a value lies on axis[k] (NULL: integers). Before all
 * `size` values are in, the layout that the values will have if they go on as they are.
 *   ensures: result(i) = value i for every value taken; all of them, after `size` values
 *   fails:   HD_OVERFLOW */
hd_status hd_fit_layout(const hd_fit *fit, const hd_axis *axis, hd_error *error, hd_layout *result);

#ifdef __cplusplus
}
#endif
#endif
