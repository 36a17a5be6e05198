/* Which cell an instruction moves to or from which register: the PTX manual's formulas, one a shape, and where a warp
 * may point an instruction. Nothing here comes from the table of images (instructions.inc), so that each checks
 * the other. */
#include "emulator_place.h"

typedef struct numbers {
  int32_t lanes, columns, registers, largest; /* of one repeat, except the last */
} numbers;

static numbers form_of(hd_instruction_id shape) {
  switch (shape) {
    case HD_32X32B: return (numbers){32, 1, 1, 128};
    case HD_16X64B: return (numbers){16, 2, 1, 128};
    case HD_16X128B: return (numbers){16, 4, 2, 64};
    case HD_16X256B: return (numbers){16, 8, 4, 32};
    case HD_16X32BX2: return (numbers){16, 1, 1, 128};
    default: return (numbers){0, 0, 0, 0};
  }
}

int hd_emulate_registers(const hd_access *access) { return form_of(access->shape).registers * access->repeat; }

hd_cell hd_emulate_place(hd_instruction_id shape, int t, int r, int *second) {
  *second = 0;
  switch (shape) {
    case HD_16X64B: return (hd_cell){t / 4 + 8 * (t % 2), t / 2 % 2 + 2 * r};
    case HD_16X128B: return (hd_cell){t / 4 + 8 * (r % 2), t % 4 + 4 * (r / 2)};
    case HD_16X256B: return (hd_cell){t / 4 + 8 * (r / 2 % 2), r % 2 + 2 * (t % 4) + 8 * (r / 4)};
    case HD_16X32BX2: *second = t / 16; return (hd_cell){t % 16, r};
    default: return (hd_cell){t, r};
  }
}

static hd_status check_form(const hd_emulator *emulator, const hd_access *access, bool store, const char *operation,
                            hd_error *error) {
  numbers form = form_of(access->shape);
  int64_t n = access->repeat;
  if (n < 1 || n > form.largest || (n & (n - 1)) != 0)
    return hd_refuse_hinted(error, HD_RANGE, operation, "the shape has no .x{0}", "a power of two up to .x{1}",
                            HD_NUMBERS(n, form.largest));
  if (access->shape != HD_16X32BX2 && access->split != 0)
    return hd_refuse_hinted(error, HD_RANGE, operation, "only 16x32bx2 takes an immediate", NULL, NULL);
  if (access->reduction == HD_REDUCE_NONE) {
    if (!access->absolute && !access->propagate_nan) return HD_OK;
    return hd_refuse_hinted(error, HD_RANGE, operation, ".abs and .NaN belong to tcgen05.ld.red", NULL, NULL);
  }
  if (store || access->packed || n < 2 || (access->shape != HD_32X32B && access->shape != HD_16X32BX2))
    return hd_refuse_hinted(error, HD_RANGE, operation, "there is no such reduction",
                            "tcgen05.ld.red takes 32x32b and 16x32bx2 from .x2 on, without .pack::16b", NULL);
  if ((access->reduction != HD_REDUCE_MIN && access->reduction != HD_REDUCE_MAX) || access->type > HD_REDUCE_F32)
    return hd_refuse_hinted(error, HD_RANGE, operation, "reduction {0} of type {1} is none",
                            "min or max of u32, s32 or f32",
                            HD_NUMBERS((int64_t)access->reduction, (int64_t)access->type));
  if ((access->absolute || access->propagate_nan) && access->type != HD_REDUCE_F32)
    return hd_refuse_hinted(error, HD_RANGE, operation, ".abs and .NaN are for f32", NULL, NULL);
  if (!emulator->options.has_reduction)
    return hd_refuse_hinted(error, HD_RANGE, operation, "the target has no tcgen05.ld.red",
                            "sm_103a and sm_110a have it", NULL);
  return HD_OK;
}

/* That an access of so many lanes and columns may begin at an address, for this warp. */
static hd_status check_base(const hd_emulator *emulator, int warp, uint32_t address, numbers form, int64_t columns,
                            bool packed, const char *operation, hd_error *error, hd_cell *base) {
  int64_t lane = address >> HD_ADDRESS_LANE_SHIFT, column = address & 0xFFFFu, slab = HD_SLAB_LANES * (warp % 4);
  if (emulator->options.warp_relative && lane < HD_SLAB_LANES) lane += slab;
  if (lane < slab || lane >= slab + HD_SLAB_LANES)
    return hd_refuse_hinted(error, HD_RANGE, operation, "warp {0} reaches lanes {1} to {2}; the address has lane {3}",
                            "the lane of the address is 32 * (warp % 4), or 16 more for shapes of 16 lanes",
                            HD_NUMBERS(warp, slab, slab + HD_SLAB_LANES - 1, lane));
  if ((lane - slab) % form.lanes != 0)
    return hd_refuse_hinted(error, HD_RANGE, operation, "lane {0}: a shape of {1} lanes begins at lane {2} or {3}",
                            NULL, HD_NUMBERS(lane, form.lanes, slab, slab + HD_SLAB_LANES - form.lanes));
  if (column + columns > emulator->options.columns)
    return hd_refuse_hinted(error, HD_RANGE, operation, "{1} columns from column {0} on, and there are {2}", NULL,
                            HD_NUMBERS(column, columns, emulator->options.columns));
  if (packed && column % 2 != 0)
    return hd_refuse_hinted(error, HD_RANGE, operation, "column {0} is odd: packed registers take pairs of columns",
                            NULL, HD_NUMBERS(column));
  *base = (hd_cell){(int32_t)lane, (int32_t)column};
  return HD_OK;
}

hd_status hd_emulate_bases(const hd_emulator *emulator, int warp, const hd_access *access, uint32_t address, bool store,
                           const char *operation, hd_error *error, hd_cell base[2]) {
  numbers form = form_of(access->shape);
  hd_status status = hd_emulate_warp(emulator, warp, operation, error);
  if (status == HD_OK) status = check_form(emulator, access, store, operation, error);
  if (status != HD_OK) return status;
  int64_t columns = (int64_t)form.columns * access->repeat * (access->packed ? 2 : 1);
  status = check_base(emulator, warp, address, form, columns, access->packed, operation, error, &base[0]);
  if (status != HD_OK || access->shape != HD_16X32BX2) return status;
  return check_base(emulator, warp, address + access->split, form, columns, access->packed, operation, error, &base[1]);
}
