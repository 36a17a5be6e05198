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

/* The splits of an operation: the second takes what the first leaves. */
typedef struct hd_splits {
  hd_quick_split *quick;
  hd_split *full;
  const char *step; /* what refusals of the walk are reported under */
} hd_splits;

/*   fails: as splits->full; HD_MISMATCH when the tiler has more modes than the layout, HD_CAPACITY. `operation` is the
 *          one that was asked for */
hd_status hd_arrange(const hd_layout *layout, const hd_tiler *tiler, const hd_splits *splits,
                     hd_arrangement arrangement, const char *operation, hd_error *error, hd_layout *result);

/* `(a,b,..)` of bare leaves. */
static inline bool hd_is_flat_tuple(const hd_profile *profile) {
  if (profile->leaves == 0 || profile->open[0] != 1) return false;
  for (int k = 1; k < profile->leaves; ++k)
    if (profile->open[k] != 0) return false;
  return true;
}

static inline void hd_write_piece(hd_layout *to, int at, const hd_leaf_pieces *pieces, int piece, int open, int close) {
  to->profile.open[at] = (uint8_t)open;
  to->profile.close[at] = (uint8_t)close;
  to->shape[at] = pieces->extent[piece];
  to->stride[at] = pieces->stride[piece];
}

/* Modes of one leaf under elements of one leaf, as most are. All is known beforehand but how many outsides a mode has:
 * each piece is written where it stays. False: not settled here. */
__attribute__((always_inline)) static inline bool hd_arrange_leaves(const hd_layout *layout, const hd_tiler *tiler,
                                                                    hd_leaf_split *split, hd_arrangement arrangement,
                                                                    hd_layout *result) {
  hd_layout made;
  hd_leaf_pieces pieces;
  int modes = layout->profile.leaves, pair = arrangement == HD_LOGICAL, at = pair ? 0 : modes;
  int64_t size = 1;
  if (HD_MAX_LEAVES < 3 || HD_MAX_LEAVES > 32) return false;
  if (modes != tiler->profile.leaves || tiler->layouts.profile.leaves != modes || 3 * modes > HD_MAX_LEAVES ||
      layout->on_axes || tiler->layouts.on_axes || !hd_is_flat_tuple(&layout->profile) ||
      !hd_is_flat_tuple(&tiler->profile))
    return false;
  for (int k = 0; k < modes; ++k) {
    int64_t s = layout->shape[k], d = layout->stride[k], n = tiler->layouts.shape[k], t = tiler->layouts.stride[k];
    if ((uint64_t)(s | d | n | t) >> HD_SMALL_BITS != 0 || tiler->start[k + 1] != k + 1 ||
        tiler->layouts.profile.open[k] != 0 || !split(s, d, n, t, &pieces))
      return false;
    int several = pieces.outsides - 1;
    hd_write_piece(&made, pair ? at++ : k, &pieces, 0, pair, 0);
    hd_write_piece(&made, at++, &pieces, 1, several, several ? 0 : pair);
    if (several) hd_write_piece(&made, at++, &pieces, 2, 0, pair + 1);
    if (!hd_mul(size, pieces.extent[0] * pieces.extent[1], &size)) return false;
    if (several && !hd_mul(size, pieces.extent[2], &size)) return false;
  }
  made.profile.leaves = (uint8_t)at;
  made.on_axes = false;
  int inside = !pair && arrangement != HD_FLAT, outside = arrangement == HD_ZIPPED;
  made.profile.open[0] = (uint8_t)(made.profile.open[0] + 1 + inside);
  made.profile.close[modes - 1] = (uint8_t)(made.profile.close[modes - 1] + inside);
  if (outside) ++made.profile.open[modes];
  made.profile.close[at - 1] = (uint8_t)(made.profile.close[at - 1] + 1 + outside);
  hd_copy_leaves(result, &made);
  return true;
}

#endif
