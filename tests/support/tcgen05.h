/* The instruction manual's formulas for tcgen05, written anew: what the images of tmem/ are compared with.
 *
 * Invariant: numbers only. Nothing here includes or calls algebra/ or tmem/, so that each checks the other. Threads are
 * those of a warp, lanes and columns are relative to the address of the access, unless it says otherwise.
 *
 * Sources: PTX ISA, tcgen05.ld and tcgen05.st, "Data Movement Shape" and the matrix fragments of each shape;
 * tcgen05.cp; tcgen05.shift. */
#ifndef HEDDLE_TESTS_SUPPORT_TCGEN05_H
#define HEDDLE_TESTS_SUPPORT_TCGEN05_H

#include <stdbool.h>
#include <stdint.h>

enum { HD_MANUAL_SHAPES = 5, HD_MANUAL_32X32B = 0, HD_MANUAL_SPLIT = 4 /* 16x32bx2 */ };

/* One row of the manual's table: a block of one access and the registers of each thread, for .x1. */
typedef struct hd_manual_shape {
  const char *name;
  int registers, lanes, columns, largest, accesses;
} hd_manual_shape;

extern const hd_manual_shape hd_manual_shapes[HD_MANUAL_SHAPES];

typedef struct hd_manual_cell {
  int lane, column, access;
} hd_manual_cell;

/* The cell of thread t's register r; of its half h (0 or 1) where packed, else h is 0. */
hd_manual_cell hd_manual_cell_of(int shape, bool packed, int t, int r, int h);

/* The way back: thread, register and half that hold a cell of the block. */
typedef struct hd_manual_holder {
  int thread, reg, half;
} hd_manual_holder;
hd_manual_holder hd_manual_holder_of(int shape, bool packed, hd_manual_cell cell);

/* The address word that thread t's register r (half h) is at, for an instruction given the address and the immediate:
 * 32-bit sums, as the hardware takes them. */
uint32_t hd_manual_address(int shape, bool packed, uint32_t address, uint32_t immediate, int t, int r, int h);

/* ---- tcgen05.cp ---- */

enum { HD_MANUAL_COPIES = 6 };

/* Rows and 32-bit words of the source, and in how many places each of them lands. */
typedef struct hd_manual_copy {
  const char *name;
  int rows, words, places;
} hd_manual_copy;

extern const hd_manual_copy hd_manual_copies[HD_MANUAL_COPIES];

/* Where word w of row i lands for the p-th time, relative to the address. */
hd_manual_cell hd_manual_copy_of(int copy, int i, int w, int p);

/* ---- all forms ---- */

/* Form k of 74: every repeat of every shape, plain and packed. False when there is no form k. */
typedef struct hd_manual_form {
  int shape, repeat;
  bool packed;
} hd_manual_form;
bool hd_manual_form_at(int k, hd_manual_form *form);

#endif
