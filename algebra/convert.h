/* The same layout in four dialects: CuTe's text, the types of CuTe's IR, TIRx's placements and Triton's linear layouts.
 *
 *   cute     (4,8):(1,4)      S<3,4,3> o 0 o (8,8):(1,8)      Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_8):(_1,_8)
 *   cute_ir  !cute.layout<"(4,8):(1,4)">                      !cute.composed_layout<"S<3,4,3> o 0 o (8,8):(1,8)">
 *   tirx     S[(8,2):(4@laneid,1)] + R[2:4@warpid] + 5@warpid
 *            ComposeLayout(SwizzleLayout(3,3,3), TileLayout(S[(8,64):(64,1)]))
 *   triton    - lane=1 -> (1) ..                              #ttg.linear<{lane = [[1]]}>
 *
 * Invariant: a conversion keeps coordinates. What the value has at a coordinate of its modes, the result has at the
 * same coordinate of its own; hd_convert_check visits them all. The modes are those of a layout, the extents in S[..],
 * the input dimensions of a linear layout, or the shape that the tensor is said to have. How an integer is split
 * over modes is another question, which no conversion answers silently: CuTe, Triton and `Scolex[..]` count the first
 * mode fastest, `S[..]` the last.
 *
 * Names. Plain integers in CuTe, the axis m in TIRx and the dimension offset in Triton are one thing: a place in
 * memory. Component k of a coordinate (`1@k` in CuTe) is the axis or dimension dim<k>, or whatever the k-th name given
 * is. All other names stay as they are; CuTe's IR has none, and refuses them.
 *
 * What a target cannot hold is refused with HD_UNDEFINED and the leaf, axis or coordinate at fault: several places of
 * one element anywhere but in TIRx, an extent of 3 or an offset in Triton, two swizzles in TIRx or in IR.
 *
 * Example:
 *
 *     hd_stated stated, placed;
 *     hd_parse_stated("!cute.layout<\"(4,(2,3)):(6,(1,2))\">", 35, NULL, &stated);
 *     hd_convert(&stated, HD_DIALECT_TIRX, NULL, NULL, &placed);
 *     hd_print_stated(&placed, HD_DIALECT_TIRX, text, sizeof text); // "S[(4,3,2):(6,2,1)]" */
#ifndef HEDDLE_ALGEBRA_CONVERT_H
#define HEDDLE_ALGEBRA_CONVERT_H

#include "composed.h"
#include "linear_text.h"
#include "placement.h"
#include "print.h"
#include "tiler.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whose text it is. */
typedef enum hd_dialect { HD_DIALECT_CUTE, HD_DIALECT_CUTE_IR, HD_DIALECT_TIRX, HD_DIALECT_TRITON } hd_dialect;

enum { HD_DIALECTS = 4 };

/* What a text states. All but the first three are functions of coordinates, which any dialect may be able to hold. */
typedef enum hd_stated_kind {
  HD_STATED_TUPLE,
  HD_STATED_TILER,
  HD_STATED_SWIZZLE,
  HD_STATED_LAYOUT,    /* as.layout: composed, of no steps where it is plain */
  HD_STATED_PLACEMENT, /* as.placement, and where `swizzled`, a swizzle of what it has on m */
  HD_STATED_LINEAR
} hd_stated_kind;

/* The IR has four types of tuples. A tuple that is not read from IR is an int_tuple, and a coord where it has `_`. */
typedef enum hd_tuple_type { HD_INT_TUPLE, HD_TYPE_SHAPE, HD_TYPE_STRIDE, HD_TYPE_COORD } hd_tuple_type;

/* A value as some text states it. */
typedef struct hd_stated {
  hd_stated_kind kind;
  hd_tuple_type type; /* of a tuple */
  bool swizzled;      /* of a placement; a swizzle is none */
  hd_swizzle swizzle; /* of a placement that is swizzled; or the swizzle itself */
  union {
    hd_tuple tuple;
    hd_tiler tiler;
    hd_composed layout;
    hd_placement placement;
    hd_linear linear;
  } as;
} hd_stated;

/* What the value leaves open. All zero, or NULL: the names by default, a placement places a tensor of its own extents,
 * and one that is made is S[..]. Where a shape is given, its coordinates are counted as the value counts its own: a
 * layout of 64 elements for a tensor of shape (8,8), first mode fastest; S[..], last mode fastest. */
typedef struct hd_conversion {
  const hd_axis *mode; /* names of the modes, for the input dimensions of a linear layout; NULL: dim0, dim1, .. */
  int modes;
  const hd_axis *axis; /* names of the components 0, 1, .. of a coordinate; NULL: dim0, dim1, .. */
  int axes;
  const hd_tuple *shape; /* of the tensor, flat or a scalar; NULL: the value's own modes */
  hd_order order;        /* of the placement that is made */
} hd_conversion;

/* ---- dialects ---- */

/* "cute", "cute_ir", "tirx", "triton". */
const char *hd_dialect_name(hd_dialect dialect);
/* The dialect of that name; false where there is none. */
bool hd_dialect_from_name(const char *name, size_t length, hd_dialect *dialect);
/* The dialect that a value is written in when no other is asked for: a layout's is CuTe's text. */
hd_dialect hd_stated_dialect(const hd_stated *stated);
void hd_stated_copy(hd_stated *to, const hd_stated *from);

/* ---- text (convert_parse.c, convert_print.c) ---- */

/* Which dialect a text is in, from how it begins; CuTe's where nothing says otherwise. */
hd_dialect hd_recognise_dialect(const char *text, size_t length);

/* Any text of any of the dialects, blanks and line ends round it allowed. TileLayout(..) round a placement is passed
 * over; a swizzle before a pointer counts bytes, as in CuTe C++, and becomes one of elements. The pointer's
 * address, where it is set, becomes an offset behind the swizzle, less whole periods of the swizzle, which move all
 * values alike. Without a swizzle it is passed over.
 *   fails: HD_UNDEFINED (an address that is no whole number of elements into the swizzle's pattern); as the dialect's
 *          own parser does, error->position being the offending byte */
hd_status hd_parse_stated(const char *text, size_t length, hd_error *error, hd_stated *stated);

/* Enough for any value in any dialect. */
enum { HD_STATED_TEXT_MAX = 3 * HD_TEXT_MAX + HD_LINEAR_TEXT_MAX };

/* The value as the dialect writes it. Like snprintf.
 *   requires: hd_convert to that dialect has given it, or it was read from it */
size_t hd_print_stated(const hd_stated *stated, hd_dialect dialect, char *text, size_t capacity);

/* ---- conversion (convert.c) ---- */

/* The modes that coordinates have: a scalar or a flat tuple of extents, the value's own or those of `how`.
 *   fails: HD_UNDEFINED (no function of coordinates), HD_MISMATCH (how->shape is not flat, or of another size),
 *          HD_CAPACITY, HD_OVERFLOW */
hd_status hd_stated_shape(const hd_stated *stated, const hd_conversion *how, hd_error *error, hd_tuple *shape);

/* The value in another dialect.
 *   ensures: result(c) = stated(c) for every coordinate c of hd_stated_shape, places compared by name as said above
 *   fails:   HD_UNDEFINED (the dialect cannot hold it), HD_MISMATCH (`how` does not fit the value), HD_MALFORMED
 *            (names), HD_UNDECIDED (a chain of steps with more than HD_MAX_VISITS coordinates), HD_CAPACITY,
 *            HD_OVERFLOW */
hd_status hd_convert(const hd_stated *stated, hd_dialect to, const hd_conversion *how, hd_error *error,
                     hd_stated *result);

/* ---- proof (convert_check.c) ---- */

/* How many coordinates the check visits; past that the way back is compared with where it began, by their forms. */
#ifndef HD_CONVERT_VISITS
#define HD_CONVERT_VISITS ((int64_t)1 << 20)
#endif

/* What was compared, and how. */
typedef struct hd_conversion_proof {
  int64_t visited; /* at how many coordinates they were compared, all that there are; 0 where forms decide */
  bool returns;    /* whether there is a way back; if so it was compared, too */
} hd_conversion_proof;

/* Shows that `converted`, which hd_convert made of `stated` by `how`, is the same function, and that it is converted
 * back to the same one, where it can be: a chain of steps that became one linear layout or placement cannot always.
 *   fails: HD_UNDEFINED (they differ, at error->coordinate; a value lies on both m and offset), HD_UNDECIDED (too many
 *          coordinates, and forms do not tell), and as hd_convert */
hd_status hd_convert_check(const hd_stated *stated, const hd_stated *converted, const hd_conversion *how,
                           hd_error *error, hd_conversion_proof *proof);

#ifdef __cplusplus
}
#endif
#endif
