/* What an expression of the command's language evaluates to.
 *
 * Invariant: `kind` says which member is valid. An integer is the scalar tuple; a shape, a stride and a coordinate are
 * tuples too. Values are plain data, copied by assignment; nothing in them is allocated.
 *
 * A boolean carries its evidence: `visited` is the number of coordinates looked at to decide it, 0 when it was decided
 * by canonical forms and arithmetic alone ("proved"). It is 0 for the other kinds.
 *
 * HD_KIND_PART is a part of a tensor: a layout, and the offset at which it begins. HD_KIND_STRING is the text between
 * two quotes; it points into what was parsed, which must outlive the value.
 *
 * HD_KIND_COMPOSED is a composed layout `A o offset o B`, of one step at least; HD_KIND_SWIZZLE is a swizzle
 * `S<b,m,s>`, or a chain that ends in one, with nothing to its right: a map of integers that has no shape. */
#ifndef HEDDLE_PROOFS_VALUE_H
#define HEDDLE_PROOFS_VALUE_H

#include "../algebra/algebra.h"

typedef enum hd_kind {
  HD_KIND_BOOLEAN,
  HD_KIND_TUPLE,
  HD_KIND_LAYOUT,
  HD_KIND_TILER,
  HD_KIND_SWIZZLE,
  HD_KIND_COMPOSED,
  HD_KIND_PLACEMENT,
  HD_KIND_LINEAR,
  HD_KIND_PART,
  HD_KIND_STRING
} hd_kind;

/* `layout , offset`: the layout may be composed, and behind swizzles the offset is an integer. */
typedef struct hd_layout_part {
  hd_composed layout;
  hd_tuple offset;
} hd_layout_part;

typedef struct hd_value {
  hd_kind kind;
  int64_t visited;
  union {
    bool boolean;
    hd_tuple tuple;
    hd_layout layout;
    hd_tiler tiler;
    hd_composed composed; /* of swizzles too: behind 1:1, which extended gives every integer */
    hd_placement placement;
    hd_linear linear;
    hd_layout_part part;
    struct {
      const char *text;
      size_t length;
    } string;
  } as;
} hd_value;

void hd_value_set_integer(hd_value *value, int64_t integer);
void hd_value_set_boolean(hd_value *value, bool boolean, int64_t visited);
bool hd_value_is_integer(const hd_value *value); /* a scalar tuple, not on an axis and not `_` */

/* "a boolean", "an integer", "a tuple", "a layout", "a tiler", "a swizzle",
 * "a composed layout", "a placement", "a linear layout", "a part", "a string". */
const char *hd_kind_name(const hd_value *value);

/* Enough for any value's text. */
enum { HD_VALUE_TEXT_MAX = 3 * HD_TEXT_MAX };

/* The value as the language writes it. Like snprintf: returns the whole length, writes at most capacity-1
 * characters. */
size_t hd_print_value(const hd_value *value, char *text, size_t capacity);

/* Whether both are values on named axes, `3@lane` or a flat tuple of such, each name once. Then *same says whether
 * they are the same point: the order of the names does not count, and where a name is absent it has the number 0. */
bool hd_compare_named(const hd_tuple *a, const hd_tuple *b, bool *same);

/* Writes only the members in use, which is far less than the whole. */
void hd_value_copy(hd_value *to, const hd_value *from);

/* How an operation hands over what it made: the value becomes the result when the status is HD_OK, else nothing
 * changes. Each returns the status. */
hd_status hd_give_boolean(hd_value *result, hd_status status, bool boolean, int64_t visited);
hd_status hd_give_integer(hd_value *result, hd_status status, int64_t integer);
hd_status hd_give_tuple(hd_value *result, hd_status status, const hd_tuple *tuple);
hd_status hd_give_layout(hd_value *result, hd_status status, const hd_layout *layout);
hd_status hd_give_part(hd_value *result, hd_status status, const hd_composed *layout, const hd_tuple *offset);

/* HD_MISMATCH, where a value of one kind stands in the place of another: says what is wanted and what this is, with a
 * hint at what leads from one to the other. Like every value of the wrong kind it is the fault of operation "argument",
 * called by the operation that was asked for. */
typedef enum hd_wanted {
  HD_WANTED_LAYOUT,
  HD_WANTED_TILER,
  HD_WANTED_INTEGER,
  HD_WANTED_TUPLE,
  HD_WANTED_MODES,
  HD_WANTED_PLACEMENT,
  HD_WANTED_LINEAR,
  HD_WANTED_COMPOSED,
  HD_WANTED_SWIZZLE,
  HD_WANTED_STRING
} hd_wanted;
hd_status hd_refuse_kind(hd_wanted wanted, const hd_value *value, hd_error *error);

/* The first of these values that is of a kind; NULL where none is. */
const hd_value *hd_first_of_kind(hd_kind kind, const hd_value *value, int count);

#endif
