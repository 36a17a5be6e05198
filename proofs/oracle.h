/* What is true of a layout, found by looking at every coordinate.
 *
 * Invariant: nothing here shares code with algebra/. The structs are read, none of their functions is called, and no
 * property of layouts is used beyond the definition: a layout is a sum over leaves of digit times stride, and the last
 * leaf takes what is left of an index. Where a question asks whether a layout exists, all ways of cutting the extents
 * into factors are tried. Cost is that of a table: time and memory grow with the number of coordinates.
 *
 * Statuses: HD_OVERFLOW when a value leaves 64 bits, HD_CAPACITY above HD_ORACLE_MAX coordinates or without memory,
 * HD_MISMATCH when the operands do not fit each other. Results are untouched unless the status is HD_OK. */
#ifndef HEDDLE_PROOFS_ORACLE_H
#define HEDDLE_PROOFS_ORACLE_H

#include "../algebra/layout.h"
#include "../algebra/tiler.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifndef HD_ORACLE_MAX
#define HD_ORACLE_MAX ((int64_t)1 << 22)
#endif

/* The components that values have: one, HD_AXIS_INTEGER, for plain integers. */
typedef struct hd_oracle_axes {
  int count;
  hd_axis axis[HD_MAX_LEAVES];
} hd_oracle_axes;

/* A function on 0..count-1, each value a row of axes.count integers. */
typedef struct hd_oracle_table {
  hd_oracle_axes axes;
  int64_t count;
  int64_t *value;
} hd_oracle_table;

/* ---- one value ---- */

/* The axes on which a layout has strides, in order of first appearance. */
void hd_oracle_layout_axes(const hd_layout *layout, hd_oracle_axes *axes);
/* L(index) for any integer: digits colexicographic and rounded down, the last leaf takes the quotient.
 * HD_MISMATCH when the layout has a stride on an axis that is not listed. */
hd_status hd_oracle_at(const hd_layout *layout, int64_t index, const hd_oracle_axes *axes, int64_t *value);
/* L(coordinate): an integer may stand for a whole mode, `_` counts as 0. HD_MISMATCH when the nesting does not fit. */
hd_status hd_oracle_at_coordinate(const hd_layout *layout, const hd_tuple *coordinate, const hd_oracle_axes *axes,
                                  int64_t *value);
/* A(B(index)): B's values are indices of A, or, on paths, coordinates of A's modes. `axes` are A's. */
hd_status hd_oracle_at_composed(const hd_layout *a, const hd_layout *b, int64_t index, const hd_oracle_axes *axes,
                                int64_t *value);
/* The colexicographic number of a coordinate of the layout's shape, and whether each digit lies inside its extent. */
hd_status hd_oracle_index_of(const hd_layout *layout, const hd_tuple *coordinate, int64_t *index, bool *inside);

/* ---- nesting ---- */

bool hd_oracle_is_congruent(const hd_profile *a, const hd_profile *b);
/* Each leaf of `coarse` stands where `fine` has a leaf or a tuple. */
bool hd_oracle_is_weakly_congruent(const hd_profile *coarse, const hd_profile *fine);
/* As the former, and the extents under each leaf of `coarse` multiply to its extent. */
bool hd_oracle_refines(const hd_layout *coarse, const hd_layout *fine);

/* ---- all values ---- */

hd_status hd_oracle_size(const hd_layout *layout, int64_t *size);
/* All values of a layout; hd_oracle_table_free gives the table back. */
hd_status hd_oracle_table_of(const hd_layout *layout, hd_oracle_table *table);
/* A table of `count` rows of 0, to be filled in. */
hd_status hd_oracle_table_make(const hd_oracle_axes *axes, int64_t count, hd_oracle_table *table);
void hd_oracle_table_free(hd_oracle_table *table);
/* Same size and same values; else the least index where they differ, -1 when the sizes do. */
hd_status hd_oracle_is_equivalent(const hd_layout *a, const hd_layout *b, bool *answer, int64_t *index);
/* No value twice; else two indices of the same value, by sorting all of them. */
hd_status hd_oracle_is_injective(const hd_layout *layout, bool *answer, int64_t *first, int64_t *second);
/* How many coordinates have each of the values 0..within-1 (hits[v]), and how many have another value. Integers only.
 * `hits` is the caller's, of `within` entries. */
hd_status hd_oracle_hits(const hd_layout *layout, int64_t within, int64_t *hits, int64_t *outside);
/* The least and the greatest value. Integers only. */
hd_status hd_oracle_range(const hd_layout *layout, int64_t *least, int64_t *greatest);
/* No value of a + offset is a value of b. Integers only. */
hd_status hd_oracle_is_disjoint(const hd_layout *a, int64_t offset, const hd_layout *b, bool *answer);

/* ---- existence ---- */

/* Whether some layout of size table->count has these values: all ordered factorizations of the count are tried, the
 * stride of each factor being the value at the product of the factors before it. When none has, *failing is the least i
 * such that no layout of this size agrees with values 0..i. */
hd_status hd_oracle_fit(const hd_oracle_table *table, bool *exists, int64_t *failing);

typedef struct hd_oracle_verdict {
  bool exists;
  int leaf;     /* the first leaf of B whose values are those of no layout; -1: each is fine but they do not add up */
  int64_t step; /* within that leaf, the least digit at which they are those of no layout */
  int64_t flat; /* the coordinate of B with that digit alone; or the least one where the sum over leaves differs */
  int64_t earliest; /* the least coordinate c of B such that no answer is right at all of 0..c */
} hd_oracle_verdict;

/* Whether some R refines B's shape and has R(c) = A(B(c)) at every coordinate of B. */
hd_status hd_oracle_composition(const hd_layout *a, const hd_layout *b, hd_oracle_verdict *verdict);
/* Whether R refines B's shape and R(c) = A(B(c)) at every coordinate; else *where is the least c at which it differs,
 * -1 when it does not refine. */
hd_status hd_oracle_is_composition(const hd_layout *a, const hd_layout *b, const hd_layout *r, bool *answer,
                                   int64_t *where);

#ifdef __cplusplus
}
#endif
#endif
