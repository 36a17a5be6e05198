/* Which values does a layout take: decided by looking, where reasoning ran out.
 *
 * Invariant: a set holds one bit for each integer from `low` to `low + span - 1`; nothing outside it is ever marked.
 * Costs span/8 bytes of heap and one step a coordinate. */
#ifndef HEDDLE_PROOFS_VISIT_H
#define HEDDLE_PROOFS_VISIT_H

#include "../algebra/algebra.h"

/* How many coordinates a predicate visits, and how many values a set spans, before it stays undecided: 2^28, and fewer
 * in a build whose searches give up sooner. */
#define HD_MAX_CHECKED (HD_MAX_VISITS << 4)

typedef struct hd_value_set {
  int64_t low;
  int64_t span;
  uint8_t *bits;
} hd_value_set;

/* The coordinate of an index, nested as the layout is. */
void hd_coordinate_at(const hd_layout *layout, int64_t index, hd_tuple *coordinate);

/* The least and the greatest value inside the domain. Requires integer strides. Returns false on overflow. */
bool hd_layout_range(const hd_layout *layout, int64_t *least, int64_t *greatest);

/* An empty set for least..greatest; false when it would be too large or memory is short. Free with
 * hd_value_set_free. */
bool hd_value_set_make(int64_t least, int64_t greatest, hd_value_set *set);
void hd_value_set_free(hd_value_set *set);

/* Marks every value of the layout that lies in the set's range, in order, until a marked one comes again if
 * `stop_at_repeat`. Returns the index that repeats, or -1 after the whole domain.
 *   requires: integer strides, size at most HD_MAX_CHECKED */
int64_t hd_value_set_mark(hd_value_set *set, const hd_layout *layout, bool stop_at_repeat);

/* The first index of the layout whose value is marked (`wanted`) or is not (not `wanted`); -1 when there is none. */
int64_t hd_value_set_find(const hd_value_set *set, const hd_layout *layout, bool wanted);

/* The same three of composed layouts, whose values are looked at to find the range.
 *   requires: of the set's two, that hd_composed_range has answered
 *   fails:    HD_UNDECIDED (more than HD_MAX_CHECKED coordinates), and as hd_composed_at */
hd_status hd_composed_range(const hd_composed *composed, hd_error *error, int64_t *least, int64_t *greatest);
int64_t hd_value_set_mark_composed(hd_value_set *set, const hd_composed *composed, bool stop_at_repeat);
int64_t hd_value_set_find_composed(const hd_value_set *set, const hd_composed *composed, bool wanted);

/* The first index of `a` whose value with the offset is one of `b`, among the first HD_FIRST_LOOK of both; -1 where
 * there is none, or a value cannot be had. *visited says at how many coordinates of both that was seen. */
enum { HD_FIRST_LOOK = 1024 };
int64_t hd_first_meeting(const hd_composed *a, int64_t offset, const hd_composed *b, int64_t *visited);

#endif
