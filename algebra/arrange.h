/* Splitting a layout's modes under a tiler, and the four arrangements of what comes of it. Internal to the
 * library: not installed.
 *
 * Invariant: each element of the tiler makes two pieces of the mode it stands at, an inside and an outside. With
 * insides T and outsides R, and modes X that the tiler does not reach:
 *
 *   logical  ((T0,R0),(T1,R1),X..)    zipped ((T0,T1),(R0,R1,X..))
 *   tiled    ((T0,T1),R0,R1,X..)      flat   (T0,T1,R0,R1,X..)
 *
 * A mode under `_` is left alone in the first; in the others a mode of rank 2 counts as already split, and any other
 * has inside 1:0 and itself as outside. */
#ifndef HEDDLE_ALGEBRA_ARRANGE_H
#define HEDDLE_ALGEBRA_ARRANGE_H

#include "leaf.h"
#include "match.h"
#include "merge.h"
#include "tiler.h"

typedef enum hd_arrangement { HD_LOGICAL, HD_ZIPPED, HD_TILED, HD_FLAT } hd_arrangement;

/* The two pieces of a mode under an element that is not `_`, as a pair (inside, outside) that is distinct from the
 * operands. */
typedef hd_status hd_split(const hd_layout *mode, const hd_layout *element, hd_error *error, hd_layout *pair);

/* The same where it can be read off, appended to both, which may be one; false: not settled here, and what was appended
 * is of no use. Where the layout lies on axes, `inside` and `outside` do already. */
typedef bool hd_quick_split(const hd_layout *layout, hd_view mode, const hd_layout *tile, hd_view element,
                            hd_layout *inside, hd_layout *outside);

/* The same of a mode s:d and an element n:t, as plain numbers: the inside first, then one or two outsides. Requires all
 * four in 0..2^29-1; false: not settled here.
 *   ensures: extents and strides are below 2^58, and so small that no leaf's values leave 2^58 */
typedef struct hd_leaf_pieces {
  int outsides;
  int64_t extent[3], stride[3];
} hd_leaf_pieces;
typedef bool hd_leaf_split(int64_t s, int64_t d, int64_t n, int64_t t, hd_leaf_pieces *pieces);

/* The splits of an operation, the second for what the first leaves, and how their pieces are arranged. */
typedef struct hd_splits {
  hd_quick_split *quick;
  hd_split *full;
  const char *step;      /* what refusals of the walk are reported under */
  const char *operation; /* the one that was asked for */
  hd_arrangement arrangement;
} hd_splits;

/*   fails: as splits->full; HD_MISMATCH when the tiler has more modes than the layout, HD_CAPACITY */
hd_status hd_arrange(const hd_layout *layout, const hd_tiler *tiler, const hd_splits *splits, hd_error *error,
                     hd_layout *result);

static inline void hd_write_piece(hd_layout *to, int at, const hd_leaf_pieces *pieces, int piece, int open, int close) {
  hd_write_bracketed(pieces->extent[piece], pieces->stride[piece], open, close, to, (size_t)at);
}

/* Whether there are modes of one leaf under elements of one leaf; where an element is `_` it may only seem so. */
static inline bool hd_are_leaf_modes(const hd_layout *layout, const hd_tiler *tiler) {
  int modes = layout->profile.leaves;
  return HD_MAX_LEAVES >= 3 && HD_MAX_LEAVES <= 32 && tiler->layouts.profile.leaves == modes &&
         3 * modes <= HD_MAX_LEAVES && !layout->on_axes && !tiler->layouts.on_axes &&
         hd_are_flat_tuples(&layout->profile, &tiler->profile);
}

/* The pieces of mode k of those, and the size so far times theirs. False: not settled here. */
__attribute__((always_inline)) static inline bool hd_split_leaf(const hd_layout *layout, const hd_tiler *tiler, int k,
                                                                hd_leaf_split *split, int64_t *size,
                                                                hd_leaf_pieces *pieces) {
  int64_t s = layout->shape[k], d = layout->stride[k], n = tiler->layouts.shape[k], t = tiler->layouts.stride[k];
  bool single = tiler->layouts.profile.open[k] == 0; /* else another element is `_` */
  return (uint64_t)(s | d | n | t) >> HD_SMALL_BITS == 0 && single && split(s, d, n, t, pieces) &&
         hd_mul(*size, pieces->extent[0] * pieces->extent[1], size) &&
         (pieces->outsides == 1 || hd_mul(*size, pieces->extent[2], size));
}

/* Modes of one leaf under elements of one leaf, as most are. All is known beforehand but how many outsides a mode has:
 * each piece is written where it stays. Outsides go to leaf `at` of `out` and on, each a tuple where there are several;
 * insides to the leaves of `in`, bare, from 0 on, or with `pair` each before its outsides, a pair with them. Returns
 * where the outsides end; -1: not settled here. What is written is valid together, and in every part. */
__attribute__((always_inline)) static inline int hd_split_leaves(const hd_layout *layout, const hd_tiler *tiler,
                                                                 hd_leaf_split *split, bool pair, hd_layout *in,
                                                                 hd_layout *out, int at) {
  hd_leaf_pieces pieces;
  int64_t size = 1;
  if (!hd_are_leaf_modes(layout, tiler)) return -1;
  for (int k = 0, modes = layout->profile.leaves; k < modes; ++k) {
    if (!hd_split_leaf(layout, tiler, k, split, &size, &pieces)) return -1;
    int several = pieces.outsides - 1;
    hd_write_piece(in, pair ? at++ : k, &pieces, 0, pair, 0);
    hd_write_piece(out, at++, &pieces, 1, several, several ? 0 : pair);
    if (several) hd_write_piece(out, at++, &pieces, 2, 0, pair + 1);
  }
  in->on_axes = out->on_axes = false;
  return at;
}

/* All of them as one layout. False: not settled here. */
__attribute__((always_inline)) static inline bool hd_arrange_leaves(const hd_layout *layout, const hd_tiler *tiler,
                                                                    hd_leaf_split *split, hd_arrangement arrangement,
                                                                    hd_layout *result) {
  hd_layout made;
  int modes = layout->profile.leaves, pair = arrangement == HD_LOGICAL;
  int at = hd_split_leaves(layout, tiler, split, pair, &made, &made, pair ? 0 : modes);
  if (at < 0) return false;
  made.profile.leaves = (uint8_t)at;
  int inside = !pair && arrangement != HD_FLAT, outside = arrangement == HD_ZIPPED;
  made.profile.open[0] = (uint8_t)(made.profile.open[0] + 1 + inside);
  made.profile.close[modes - 1] = (uint8_t)(made.profile.close[modes - 1] + inside);
  if (outside) ++made.profile.open[modes];
  made.profile.close[at - 1] = (uint8_t)(made.profile.close[at - 1] + 1 + outside);
  hd_copy_leaves(result, &made);
  return true;
}

/* One element for all of a layout, logically. False: not settled here. */
__attribute__((always_inline)) static inline bool hd_arrange_whole(const hd_layout *layout, const hd_layout *element,
                                                                   hd_quick_split *split, hd_layout *result) {
  hd_layout made;
  if (layout->on_axes) return false;
  made.profile.leaves = 0;
  made.on_axes = false;
  if (!split(layout, hd_view_all(&layout->profile), element, hd_view_all(&element->profile), &made, &made))
    return false;
  hd_wrap_all(&made.profile);
  if (!hd_depth_fits(&made.profile) || !hd_size_fits(&made)) return false;
  hd_copy_leaves(result, &made);
  return true;
}

/* s:d in tiles n:t is n:t*d and (t,tiles):(d,n*t*d), without the parts that do not move. */
static inline bool hd_divide_leaf(int64_t s, int64_t d, int64_t n, int64_t t, hd_leaf_pieces *pieces) {
  int64_t end = n * t;
  if (n == 1 || (uint64_t)(end - 1) >> HD_SMALL_BITS != 0) return false; /* 0 is none either */
  int64_t tiles = hd_quotient(s - 1, end) + 1;
  pieces->outsides = 1 + (t > 1 && tiles > 1);
  pieces->extent[0] = n;
  pieces->stride[0] = t * d;
  pieces->extent[1] = t == 1 ? tiles : t;
  pieces->stride[1] = t == 1 ? end * d : d;
  pieces->extent[2] = tiles;
  pieces->stride[2] = end * d;
  return true;
}

#endif
