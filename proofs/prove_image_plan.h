/* How is the set of a layout's values marked: which modes at once, which one after the other, in which units?
 *
 * Invariant: the values are
 *
 *   least + common * (unit * start + i),  0 <= i < run,
 *
 * over all starts, which are the sums of the modes that are left. A value is a sum over modes whose order does not
 * matter, so the modes are sorted by stride and joined where one goes on from another, strides of -d count as d from
 * the other end, and all are divided by what they have in common. A long mode of stride 1 is the run, of which the
 * start alone is marked; otherwise run and unit are 1. Internal: not installed. */
#ifndef HEDDLE_PROOFS_PROVE_IMAGE_PLAN_H
#define HEDDLE_PROOFS_PROVE_IMAGE_PLAN_H

#include "prove_image.h"

/* Bits of a word; the least extent of a mode that is worth a loop of its own; words of a pattern; sums of a table. */
enum { HD_WORD = 64, HD_LONG = 64, HD_PATTERN_WORDS = 64, HD_LISTED_MAX = 4096 };
/* How many starts a slice has, as bits and as bytes. One long mode, whose steps jump from line to line, has smaller
 * ones, which the nearest cache holds, as long as so many of its steps lie in a slice. A table of sums reaches less far
 * than a slice, so that few of them lie across two. */
enum { HD_SLICE_BITS = 1 << 21, HD_SLICE_BYTES = 1 << 20, HD_SLICE_NEAR = 1 << 18, HD_STEPS = 128 };
enum { HD_TABLE_REACH = 1 << 18 };

typedef struct hd_walk_mode {
  uint64_t extent, stride, reach; /* reach: the largest sum of this mode and those before it */
  double inverse;                 /* about 1 / stride */
} hd_walk_mode;

/* What is marked at once, from a start on: a mode of stride 1, a pattern in words, one mode, or a table of sums. */
typedef enum hd_marking { HD_MARK_WORDS, HD_MARK_PATTERN, HD_MARK_STRIDED, HD_MARK_LISTED } hd_marking;

typedef struct hd_image_plan {
  int64_t least;
  uint64_t common, unit, run;
  int modes;
  hd_walk_mode mode[HD_MAX_LEAVES]; /* those that are gone through one start at a time, by rising stride */
  hd_marking marking;
  bool bits;                       /* as bits, or as bytes, which take no reading back */
  hd_walk_mode inner;              /* the mode marked at once; of a pattern or table, their count and reach */
  uint64_t word[HD_PATTERN_WORDS]; /* of a pattern */
  uint32_t offset[HD_LISTED_MAX];  /* of a pattern or table */
  uint64_t span, slice;            /* starts 0..span-1 are looked at, so many at a time */
  uint64_t behind;                 /* how many starts before a slice have runs that reach into it */
  uint64_t origin;                 /* 0 is least + common * origin */
} hd_image_plan;

/*   fails: HD_OVERFLOW (a value leaves 64 bits) */
hd_status hd_image_plan_make(const hd_layout *layout, const hd_image_limits *limits, hd_error *error,
                             hd_image_plan *plan);

#endif
