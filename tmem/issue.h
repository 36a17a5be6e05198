/* An instruction issued by a warp at an address: may it, which cell does a register of it hold, and who holds a cell?
 *
 * Invariant: the cell of a place is base + pattern(place), where the base is the address that the instruction was given,
 * for the second access of 16x32bx2 that address plus the immediate; and who holds a cell is the same equation solved
 * for the place. Both are asked of an issue that the rules allow, or not answered.
 *
 * The rules: a base lies in the slab of 32 lanes of its warp, warp w's at 32 * (w % 4), all of its block with it; a
 * block of 16 lanes starts at the slab or 16 lanes on; the block ends at the last column or before; packed, its first
 * column is even. Both accesses of 16x32bx2 obey them. Where the sources leave a rule open, the stricter reading holds,
 * and the other one is for those who ask:
 *
 *   HD_READ_RELATIVE_LANE  a lane below 32 counts from the warp's own slab. The manual knows no such thing; kernels in
 *                          use rely on it, and only the access checks of debug builds object.
 *   HD_READ_ANY_LANE       a block of 16 lanes starts at any lane that keeps it in the slab. No producer uses any but
 *                          the two, and the manual names none.
 *   HD_READ_ODD_COLUMN     a packed block starts at an odd column too. One report has it fault as misaligned; the
 *                          manual does not say.
 *
 * Whether the columns were allocated, and by whom, is not asked here.
 *
 * Sources: PTX ISA, "Access restrictions" of tensor memory; tcgen05.ld and tcgen05.st.
 *
 * Refuses: what breaks a rule, with the numbers; threads, registers and halves that the form does not have; cells that
 * it does not reach. Costs: the parse of a line, and an evaluation or a search.
 *
 * Example:
 *
 *     hd_form form;
 *     hd_issue issue;
 *     hd_cell cell;
 *     hd_make_form(hd_instruction_of(HD_16X256B), 8, false, NULL, &form);
 *     hd_make_issue(hd_blackwell(), 2, NULL, &issue);
 *     hd_issue_cell(&form, &issue, (hd_place){.thread = 21, .reg = 13}, NULL, &cell); // cell.lane == 69 */
#ifndef HEDDLE_TMEM_ISSUE_H
#define HEDDLE_TMEM_ISSUE_H

#include "form.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the sources leave open, read the other way; a sum of these. */
enum { HD_READ_RELATIVE_LANE = 1, HD_READ_ANY_LANE = 2, HD_READ_ODD_COLUMN = 4 };

/* By which warp an instruction is issued, and with what address. */
typedef struct hd_issue {
  hd_geometry geometry;
  unsigned readings;
  int64_t warp;      /* the warp's rank in its CTA */
  uint32_t address;  /* the same in all threads */
  int64_t immediate; /* of 16x32bx2; what other shapes do not have is 0 */
} hd_issue;

/* A register of a thread, and where packed the half of it; else half is 0. */
typedef struct hd_place {
  int32_t thread, reg, half;
} hd_place;

enum { HD_HOLDERS_MAX = 2 };

/* The issue at the start of a warp's slab, column 0. fails: HD_RANGE (warp below 0) */
hd_status hd_make_issue(hd_geometry geometry, int64_t warp, hd_error *error, hd_issue *result);

/* Where an access of the form starts.
 *   requires: 0 <= access < hd_form_accesses
 *   ensures:  the cell of address (+ immediate for access 1), which obeys the rules above
 *   fails:    HD_RANGE (a rule is broken), HD_MISMATCH (an immediate for a shape that has none) */
hd_status hd_issue_base(const hd_form *form, const hd_issue *issue, int access, hd_error *error, hd_cell *base);

/* HD_OK when every access may be made. fails: as hd_issue_base */
hd_status hd_issue_check(const hd_form *form, const hd_issue *issue, hd_error *error);

/* The cell of a place; for a packed form its lower 16 bits.
 *   ensures: *cell = base of the place's access + pattern(place)
 *   fails:   as hd_issue_base; HD_RANGE (no such thread, register or half) */
hd_status hd_issue_cell(const hd_form *form, const hd_issue *issue, hd_place place, hd_error *error, hd_cell *cell);

/* The places that hold a cell; the first access's before the second's. Two only where the accesses of 16x32bx2 overlap.
 *   ensures: hd_issue_cell(holder[k]) = cell; *count is 1 or 2
 *   fails:   as hd_issue_base; HD_UNDEFINED (no register of this issue holds it) */
hd_status hd_issue_holders(const hd_form *form, const hd_issue *issue, hd_cell cell, hd_error *error,
                           hd_place holder[HD_HOLDERS_MAX], int *count);

#ifdef __cplusplus
}
#endif
#endif
