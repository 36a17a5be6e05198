/* Divides and products, judged alike: each splits modes into an inside and an outside, and arranges those four ways.
 *
 * Invariant: the values of every piece are worked out from the definition before the operation is asked; where a piece
 * does not exist the operation must refuse, and its error must show why. */
#ifndef HEDDLE_TESTS_SUPPORT_SPLITS_H
#define HEDDLE_TESTS_SUPPORT_SPLITS_H

#include "pairs.h"

enum { HD_PIECE_SIZE = 4096 };

/* A mode split by an element of a tiler: the values along inside and outside, which add up, and the shapes that these
 * must refine. */
typedef struct hd_piece {
  int64_t insides, outsides;
  int64_t inside[HD_PIECE_SIZE], outside[HD_PIECE_SIZE];
  hd_layout inside_shape, outside_shape;
} hd_piece;

typedef hd_status hd_split_operation(const hd_layout *layout, const hd_tiler *tiler, hd_error *error,
                                     hd_layout *result);

typedef struct hd_splitting {
  const char *name[4]; /* logical, zipped, tiled, flat */
  hd_split_operation *operation[4];
  /* Whether a mode can be split, and the pieces. */
  bool (*split)(const hd_layout *mode, const hd_layout *element, hd_piece *piece);
  /* Whether an error shows why it cannot. */
  bool (*explains)(const hd_layout *mode, const hd_layout *element, const hd_error *error);
} hd_splitting;

/* Judges the four operations on A and the tiler that is B, and then on A and the tiler of B's modes: score[0..3] and
 * score[4..7]. */
void hd_judge_splits(const hd_splitting *splitting, const hd_operand *a, const hd_operand *b, hd_score *score);

/* Demands that the four answered equally often, and the four by mode. */
void hd_expect_arranged_alike(const hd_score *score);

/* The flat layout, or scalar, of a plain one on integers. */
void hd_plain_layout(const hd_plain *plain, hd_layout *layout);

#endif
