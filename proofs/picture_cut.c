/* Leaving out rows and columns: of a stretch the first and the last stay. */
#include "proofs/picture.h"

#include <inttypes.h>

enum { LEAST = 4 /* entries of a stretch that is cut: two, the gap, and the last */ };

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

static void keep(hd_cut *cut, int64_t from, int64_t to) {
  for (int64_t k = from; k < to; ++k) cut->at[cut->kept++] = k;
  cut->drawn += to - from;
}

/* from..to-1 in at most `room` entries. */
static void cut_stretch(hd_cut *cut, int64_t from, int64_t to, int64_t room) {
  if (to - from <= room) {
    keep(cut, from, to);
  } else if (room < LEAST) {
    keep(cut, from, from + room);
  } else {
    keep(cut, from, from + room - 2);
    cut->at[cut->kept++] = -1;
    keep(cut, to - 1, to);
  }
}

/* The smallest block of which there are few enough that each has room for what is cut; all in one where none is. */
static int64_t block_of(const hd_side *side, int64_t first, int64_t end, int64_t room) {
  for (int k = 0; k < HD_PICTURE_BLOCKS && side->block[k] > 0; ++k) {
    const int64_t block = side->block[k], blocks = (end - 1) / block - first / block + 1;
    if (room / blocks >= LEAST) return block;
  }
  return end;
}

void hd_picture_cut(const hd_side *side, int64_t first, int64_t wanted, int64_t room, int64_t thin, hd_cut *cut) {
  const int64_t end = wanted > 0 && wanted < side->count - first ? first + wanted : side->count;
  room = least(thin > 0 ? least(room, thin) : room, HD_CUT_MAX);
  cut->kept = 0;
  cut->drawn = 0;
  cut->of = side->count;
  if (first >= end) return;
  if (end - first <= room) {
    keep(cut, first, end);
    return;
  }
  const int64_t block = block_of(side, first, end, room), blocks = (end - 1) / block - first / block + 1;
  for (int64_t from = first, to; from < end; from = to) {
    to = least((from / block + 1) * block, end);
    cut_stretch(cut, from, to, room / blocks);
  }
}

int hd_cut_letters(const hd_cut *cut) {
  int widest = 1;
  for (int k = 0; k < cut->kept; ++k) {
    const int letters = cut->at[k] < 0 ? 2 : snprintf(NULL, 0, "%" PRId64, cut->at[k]);
    if (letters > widest) widest = letters;
  }
  return widest;
}

int hd_picture_page(const hd_side *column, int64_t room) {
  int64_t block = 1;
  for (int k = 0; k < HD_PICTURE_BLOCKS && column->block[k] > 0 && column->block[k] <= room; ++k)
    block = column->block[k];
  return (int)(room < 1 ? 1 : room / block * block);
}
