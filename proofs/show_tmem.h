/* Who has which cell of tensor memory? A picture of all lanes and columns: in each cell the thread and register that
 * an instruction moves it to or from, and the element that lies in it.
 *
 * Invariant: owners come from the instructions' images at the addresses that the rules allow (issue.h), elements from
 * the layout that says where they lie; neither is derived from the other, so a plan that moved the wrong cells would
 * show it. What has several owners or elements shows the first of each, and a note says how many there are.
 *
 * `heddle show tmem VERB ..` draws what `heddle tmem VERB ..` answers: an image, a datapath, a plan. */
#ifndef HEDDLE_PROOFS_SHOW_TMEM_H
#define HEDDLE_PROOFS_SHOW_TMEM_H

#include "../algebra/placement.h"
#include "../tmem/geometry.h"
#include "show.h"

struct hd_plan_step;

enum { HD_SHOW_LABEL = 96 };

typedef struct hd_tmem_owner {
  int64_t element;     /* index of its coordinate; below 0: none */
  int32_t thread, reg; /* below 0: none */
  int16_t step;
  int8_t half;
} hd_tmem_owner;

typedef struct hd_tmem_picture {
  const hd_show *show;
  hd_geometry geometry;
  hd_tmem_owner owner[HD_LANES * HD_COLUMNS];
  hd_layout elements; /* their coordinates */
  int64_t in_cell;    /* elements that a cell has room for */
  bool moved, packed; /* there are threads; registers have halves */
  int64_t shared_owners, shared_elements;
  int64_t threads, registers, steps, size;          /* 1 + the greatest of each */
  int64_t first_lane, lanes, first_column, columns; /* used: from the first on, and 1 + the last */
  char title[2 * HD_TEXT_MAX];
  char input[2 * HD_TEXT_MAX];
  char label[HD_PICTURE_COLOURS][HD_SHOW_LABEL]; /* of the first steps */
} hd_tmem_picture;

/* An empty memory of HD_COLUMNS columns. */
void hd_show_tmem_clear(hd_tmem_picture *picture, const hd_show *show);

/* One instruction of each of some warps. fails: as hd_issue_check, hd_form_image */
hd_status hd_show_tmem_step(hd_tmem_picture *picture, const struct hd_plan_step *step, int warps, int first_warp,
                            unsigned readings, hd_error *error);

/* Elements, `in_cell` of them to a cell, from a base on. fails: HD_RANGE (they leave memory), HD_CAPACITY */
hd_status hd_show_tmem_elements(hd_tmem_picture *picture, const hd_layout *layout, int64_t in_cell, uint32_t base,
                                hd_error *error);

/* The factors of a placement on TLane, TCol and Byte; the elements are (row, factor). fails: as hd_placement_places */
hd_status hd_show_tmem_factors(hd_tmem_picture *picture, const hd_placement *placement, int64_t factors,
                               hd_error *error);

/* All of it as a panel, the window that is used where none is asked for, and what the colours say; notes. */
void hd_show_tmem_panel(hd_tmem_picture *picture, hd_panel *panel, hd_picture *whole);

/* Whether text or colour ask for threads, registers or instructions. */
bool hd_show_tmem_asks_owners(const hd_show *show);

/* Reads the words behind `tmem` and fills the picture: argv[0] is the verb. Returns 0, or the exit code after saying
 * what is wrong (show_tmem_read.c). */
int hd_show_tmem_read(int argc, char **argv, hd_show *show, hd_tmem_picture *picture);

#endif
