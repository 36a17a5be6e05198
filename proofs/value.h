/* What an expression of the command's language evaluates to.
 *
 * Invariant: `kind` says which member is valid. An integer is the scalar tuple; a shape, a stride and a coordinate are
 * tuples too. Values are plain data, copied by assignment; nothing in them is allocated. */
#ifndef HEDDLE_PROOFS_VALUE_H
#define HEDDLE_PROOFS_VALUE_H

#include "../algebra/algebra.h"

typedef enum hd_kind { HD_KIND_BOOLEAN, HD_KIND_TUPLE, HD_KIND_LAYOUT, HD_KIND_TILER } hd_kind;

typedef struct hd_value {
  hd_kind kind;
  union {
    bool boolean;
    hd_tuple tuple;
    hd_layout layout;
    hd_tiler tiler;
  } as;
} hd_value;

#endif
