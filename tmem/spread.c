/* Spreading: modes put beside those of an image. */
#include "tmem/spread.h"

#include "algebra/checked.h"
#include "algebra/modes.h"

/* The pair of a mode of one layout and a mode of another, or, where it is not wanted, the former alone. */
static hd_status pair_modes(const hd_layout *image, int mode, const hd_layout *starts, int start, bool wanted,
                            hd_error *error, hd_layout *result) {
  hd_layout first, second;
  const hd_layout *const both[] = {&first, &second};
  hd_status status = hd_get(image, &mode, 1, error, &first);
  if (status == HD_OK) status = hd_get(starts, &start, 1, error, &second);
  if (status != HD_OK) return status;
  if (wanted) return hd_concatenate(both, 2, error, result);
  hd_layout_copy(result, &first);
  return HD_OK;
}

static hd_status check_slabs(const hd_layout *starts, hd_spread spread, hd_error *error) {
  static const int warp_mode = 1;
  hd_layout warps;
  hd_status status = hd_get(starts, &warp_mode, 1, error, &warps);
  if (status != HD_OK || (spread & HD_SPREAD_WARPGROUP) == 0 || hd_size(&warps) == HD_LANES / HD_SLAB_LANES) {
    return status;
  }
  hd_fail(error, HD_MISMATCH, "spread", "memory has {0} slabs, and a warpgroup's four warps have one each");
  if (error != NULL) error->number[0] = hd_size(&warps);
  return HD_MISMATCH;
}

hd_status hd_form_spread(const hd_form *form, hd_spread spread, const hd_layout *memory, hd_error *error,
                         hd_layout *result) {
  static const int half_mode = 2;
  enum { START, WARP };
  hd_layout image, starts, threads, registers, halves;
  const hd_layout *const mode[] = {&threads, &registers, &halves};
  hd_status status = hd_form_image(form, memory, error, &image);
  if (status == HD_OK) status = hd_instruction_starts(form->instruction, memory, error, &starts);
  if (status == HD_OK) status = check_slabs(&starts, spread, error);
  if (status == HD_OK) {
    status = pair_modes(&image, 0, &starts, WARP, (spread & HD_SPREAD_WARPGROUP) != 0, error, &threads);
  }
  if (status == HD_OK) {
    status = pair_modes(&image, 1, &starts, START, (spread & HD_SPREAD_SLAB) != 0, error, &registers);
  }
  if (status == HD_OK && form->packed) status = hd_get(&image, &half_mode, 1, error, &halves);
  if (status == HD_OK) status = hd_concatenate(mode, form->packed ? 3 : 2, error, result);
  return status == HD_OK ? status : hd_fail_within(error, status, "spread");
}

/* Every value times the units of a cell. */
static hd_status scale(hd_layout *image, int64_t units, hd_error *error) {
  if (image->on_axes) {
    return hd_fail(error, HD_MISMATCH, "elements", "units of a cell are counted over a memory of plain integers");
  }
  for (int leaf = 0; leaf < image->profile.leaves; leaf++) {
    if (!hd_mul(image->stride[leaf], units, &image->stride[leaf])) {
      return hd_fail(error, HD_OVERFLOW, "elements", "the units of memory leave 64-bit integers");
    }
  }
  return HD_OK;
}

/* (thread, register) and the elements inside: whole registers, or halves. */
static hd_status inside(const hd_layout *image, bool packed, int64_t elements, hd_error *error, hd_layout *result) {
  hd_layout mode[3], element;
  hd_status status = hd_make_scalar_layout(elements, 1, error, &element);
  for (int k = 0; status == HD_OK && k < hd_rank(&image->profile); k++) status = hd_get(image, &k, 1, error, &mode[k]);
  if (status == HD_OK && packed) {
    const hd_layout *const both[] = {&element, &mode[2]};
    status = hd_concatenate(both, 2, error, &element);
  }
  const hd_layout *const all[] = {&mode[0], &mode[1], &element};
  return status == HD_OK ? hd_concatenate(all, 3, error, result) : status;
}

hd_status hd_form_elements(const hd_form *form, int64_t bits, bool dense, const hd_layout *memory, hd_error *error,
                           hd_layout *result) {
  const int64_t whole = form->packed ? HD_CELL_BITS / 2 : HD_CELL_BITS;
  hd_layout image;
  if (bits < 1 || bits > whole || (bits & (bits - 1)) != 0) {
    hd_fail(error, HD_RANGE, "elements", "{0}-bit elements do not fill {1} bits evenly");
    if (error == NULL) return HD_RANGE;
    error->number[0] = bits;
    error->number[1] = whole;
    error->hint = "the bits of an element are a power of two; a code of 6 bits lies in 8";
    return HD_RANGE;
  }
  hd_status status = hd_form_image(form, memory, error, &image);
  if (status == HD_OK) status = scale(&image, HD_CELL_BITS / bits, error);
  if (status == HD_OK) status = inside(&image, form->packed, dense ? whole / bits : 1, error, result);
  return status == HD_OK ? status : hd_fail_within(error, status, "elements");
}
