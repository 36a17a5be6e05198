/* A register layout of a shape for a piece of tensor memory.
 *
 * Invariant: the piece is a set of elements, kept as modes with rising strides; what one repeat of the shape takes,
 * then what the warps add, is taken out of it mode by mode, and what is left repeats the shape. A mode s:d is taken out
 * of one n:d with s dividing n, which leaves n/s : s*d; out of a shorter one all, and the rest from the next. */
#include "tmem/plan_parts.h"

#include "algebra/evaluate.h"
#include "algebra/refusals.h"

typedef struct hd_modes {
  int count;
  int64_t extent[HD_MAX_LEAVES], stride[HD_MAX_LEAVES];
} hd_modes;

/* The moving leaves, by rising stride. */
static void sort_modes(const hd_layout *layout, hd_modes *modes) {
  modes->count = 0;
  for (int leaf = 0; leaf < layout->profile.leaves; ++leaf) {
    if (layout->shape[leaf] == 1) continue;
    int k = modes->count++;
    for (; k > 0 && modes->stride[k - 1] > layout->stride[leaf]; --k) {
      modes->extent[k] = modes->extent[k - 1];
      modes->stride[k] = modes->stride[k - 1];
    }
    modes->extent[k] = layout->shape[leaf];
    modes->stride[k] = layout->stride[leaf];
  }
}

/* Makes one mode of those that follow one another. */
static void merge(hd_modes *modes) {
  int last = 0;
  for (int k = 1; k < modes->count; ++k) {
    if (modes->extent[last] * modes->stride[last] == modes->stride[k]) {
      modes->extent[last] *= modes->extent[k];
      continue;
    }
    ++last;
    modes->extent[last] = modes->extent[k];
    modes->stride[last] = modes->stride[k];
  }
  if (modes->count > 0) modes->count = last + 1;
}

static void remove_mode(hd_modes *modes, int at) {
  for (int k = at + 1; k < modes->count; ++k) {
    modes->extent[k - 1] = modes->extent[k];
    modes->stride[k - 1] = modes->stride[k];
  }
  --modes->count;
}

/* Takes extent:stride out. False: it is not among the modes. */
static bool take(hd_modes *modes, int64_t extent, int64_t stride) {
  while (extent > 1) {
    int k = 0;
    while (k < modes->count && modes->stride[k] != stride) {
      /* It may begin inside a mode, which is then two. */
      int64_t inside = stride / modes->stride[k];
      if (modes->stride[k] < stride && stride % modes->stride[k] == 0 && inside < modes->extent[k] &&
          modes->extent[k] % inside == 0 && modes->count < HD_MAX_LEAVES) {
        for (int j = modes->count++; j > k; --j) {
          modes->extent[j] = modes->extent[j - 1];
          modes->stride[j] = modes->stride[j - 1];
        }
        modes->extent[k] = inside;
        modes->extent[k + 1] /= inside;
        modes->stride[k + 1] = stride;
      }
      ++k;
    }
    if (k == modes->count) return false;
    if (modes->extent[k] > extent ? modes->extent[k] % extent != 0 : extent % modes->extent[k] != 0) return false;
    if (modes->extent[k] > extent) {
      modes->extent[k] /= extent;
      modes->stride[k] *= extent;
      return true;
    }
    stride *= modes->extent[k];
    extent /= modes->extent[k];
    remove_mode(modes, k);
  }
  return true;
}

static bool take_all(hd_modes *modes, const hd_modes *what) {
  for (int k = 0; k < what->count; ++k)
    if (!take(modes, what->extent[k], what->stride[k])) return false;
  return true;
}

static void scale(hd_layout *layout, int64_t units) {
  for (int leaf = 0; leaf < layout->profile.leaves; ++leaf) layout->stride[leaf] *= units;
}

/* Where the second access of 16x32bx2 is: the other 16 lanes where the piece has them, else the upper half of the last
 * columns that have two halves. */
static int64_t choose_split(const hd_modes *piece, int64_t units) {
  hd_modes lanes = *piece;
  if (take(&lanes, 2, 16 * units)) return 16 * (int64_t)HD_ADDRESS_LANE;
  for (int k = piece->count; k-- > 0;)
    if (piece->extent[k] % 2 == 0 && piece->stride[k] * (piece->extent[k] / 2) % (HD_LANES * units) == 0)
      return piece->stride[k] * (piece->extent[k] / 2) / units / HD_LANES;
  return 16 * (int64_t)HD_ADDRESS_LANE;
}

/* (thread, warps..) and (elements, register or half): one repeat of the shape, in elements. */
static hd_status make_block(const hd_plan_request *request, const hd_form *form, int64_t immediate, int64_t units,
                            hd_error *error, hd_layout *thread, hd_layout *value) {
  hd_layout inside;
  hd_status status = hd_plan_image(request->geometry, form, immediate, error, thread, value);
  if (status != HD_OK) return status;
  scale(thread, units);
  scale(value, units);
  if (form->packed || units == 1) return HD_OK;
  status = hd_make_scalar_layout(units, 1, error, &inside);
  return status == HD_OK ? hd_concatenate((const hd_layout *const[]){&inside, value}, 2, error, value) : status;
}

/* Appends the modes as one mode of `to`, beside what is there, or in its place where that never moves. */
static hd_status append(const hd_modes *modes, hd_error *error, hd_layout *to) {
  hd_layout more;
  hd_layout_clear(&more);
  for (int k = 0; k < modes->count; ++k)
    if (!hd_layout_append_leaf(&more, modes->extent[k], modes->stride[k], HD_AXIS_INTEGER))
      return hd_refuse_hinted(error, HD_CAPACITY, "plan", "more leaves than a layout holds", NULL, NULL);
  if (modes->count == 0) return HD_OK;
  if (modes->count > 1 && !hd_layout_wrap(&more, 0))
    return hd_refuse_hinted(error, HD_CAPACITY, "plan", "more levels than a layout holds", NULL, NULL);
  hd_status status = hd_layout_finish(&more, "plan", error);
  if (status == HD_OK && hd_size(to) == 1) {
    hd_layout_copy(to, &more);
    return HD_OK;
  }
  return status == HD_OK ? hd_concatenate((const hd_layout *const[]){to, &more}, 2, error, to) : status;
}

/* Parts a power of two of equal parts off, from the last modes; what is left of it where they are not so many. */
static int32_t take_groups(int32_t groups, hd_modes *piece, hd_modes *warps) {
  for (int k = piece->count; k-- > 0 && groups > 1;) {
    int32_t parts = groups;
    while (piece->extent[k] % parts != 0) parts /= 2;
    if (parts == 1) continue;
    piece->extent[k] /= parts;
    warps->extent[warps->count] = parts;
    warps->stride[warps->count++] = piece->extent[k] * piece->stride[k];
    groups /= parts;
    if (piece->extent[k] == 1) remove_mode(piece, k);
  }
  return groups;
}

/* What the warps of a request add: slabs, and of several warpgroups equal parts of what one has left. */
static hd_status take_warps(const hd_plan_request *request, int64_t units, hd_error *error, hd_modes *piece,
                            hd_modes *warps) {
  const int64_t slab = HD_SLAB_LANES * units;
  warps->count = 0;
  if (request->warps == 1) return HD_OK;
  if (!take(piece, 4, slab))
    return hd_refuse_hinted(error, HD_UNDEFINED, "plan", "the piece has not the same lanes in the slabs of {0} warps",
                            NULL, HD_NUMBERS(request->warps));
  warps->extent[0] = 4;
  warps->stride[0] = slab;
  warps->count = 1;
  if (take_groups(request->warps / 4, piece, warps) == 1) return HD_OK;
  return hd_refuse_hinted(error, HD_UNDEFINED, "plan", "the piece does not part into equal pieces of {0} warpgroups",
                          NULL, HD_NUMBERS(request->warps / 4));
}

/* That what is left stays in the slab: whole columns on, and once perhaps the other 16 lanes. */
static hd_status check_slab(const hd_modes *piece, int64_t units, hd_error *error) {
  for (int k = 0; k < piece->count; ++k) {
    int64_t lanes = piece->stride[k] / units % HD_LANES;
    if (lanes == 0 || (piece->extent[k] == 2 && (lanes == 16 || lanes == HD_LANES - 16))) continue;
    return hd_refuse_hinted(error, HD_UNDEFINED, "plan",
                            "a mode of the piece steps by {0} in lanes, where a warp reaches 32 lanes from its first",
                            "more warps, or one slab of it", HD_NUMBERS(lanes));
  }
  return HD_OK;
}

/* That the modes are a set in rising order: a stride of 0 takes an element twice, one below it begins elsewhere. */
static hd_status check_strides(const hd_modes *piece, hd_error *error) {
  if (piece->count == 0 || piece->stride[0] > 0) return HD_OK;
  return hd_refuse_hinted(error, HD_MISMATCH, "plan", "the piece has a stride of {0}",
                          "any register layout may be found for elements named once each, from the lowest on",
                          HD_NUMBERS(piece->stride[0]));
}

/* Columns before lanes: an instruction's registers run along them. */
static void columns_first(hd_modes *modes, int64_t units) {
  hd_modes sorted = {0};
  for (int pass = 0; pass < 2; ++pass)
    for (int k = 0; k < modes->count; ++k) {
      if ((modes->stride[k] < HD_LANES * units) != (pass == 1)) continue;
      sorted.extent[sorted.count] = modes->extent[k];
      sorted.stride[sorted.count++] = modes->stride[k];
    }
  *modes = sorted;
}

/* Whether an element is one of the piece: 1 or 0, or -1 where its modes interleave and this does not tell. */
static int holds(const hd_modes *piece, int64_t element) {
  for (int k = piece->count; k-- > 0;) {
    if (k + 1 < piece->count && piece->extent[k] > piece->stride[k + 1] / piece->stride[k]) return -1;
    int64_t digit = element / piece->stride[k];
    element -= piece->stride[k] * (digit < piece->extent[k] ? digit : piece->extent[k] - 1);
  }
  return element == 0;
}

/* Why the block of one repeat is not in the piece: its first place that is none of the piece, where there is one. */
static hd_status fail_outside(const hd_modes *piece, const hd_layout *thread, const hd_layout *value, hd_error *error) {
  for (int64_t v = 0; v < hd_size(value); ++v)
    for (int64_t t = 0; t < HD_WARP_THREADS; ++t) {
      int64_t on = 0, more = 0;
      if (hd_evaluate_index(thread, t, NULL, &on) != HD_OK || hd_evaluate_index(value, v, NULL, &more) != HD_OK) break;
      if (on + more < 0 || (piece->count > 0 && piece->stride[0] < 1) || holds(piece, on + more) != 0) continue;
      return hd_refuse_hinted(
          error, HD_UNDEFINED, "plan",
          "value {1} of thread {0} would be element {2}, counted from the first, where the piece has none",
          "its lanes and columns come in other blocks", HD_NUMBERS(t, v, on + more));
    }
  return hd_refuse_hinted(error, HD_UNDEFINED, "plan", "whole repeats of the shape do not make up the piece",
                          "its lanes and columns come in other blocks", NULL);
}

hd_status hd_plan_any(hd_plan_request *request, const hd_instruction *instruction, bool packed, hd_error *error) {
  hd_layout thread, value, cells;
  hd_modes piece, block, warps;
  hd_form form;
  hd_status status = hd_plan_check_request(request, error);
  if (status == HD_OK) status = hd_plan_check_packing(request, packed, error);
  if (status == HD_OK) status = hd_make_form(instruction, 1, packed, error, &form);
  if (status != HD_OK) return status;
  int64_t units = request->single ? 1 : HD_CELL_BITS / request->bits;
  sort_modes(&request->cells, &piece);
  status = check_strides(&piece, error);
  if (status != HD_OK) return status;
  merge(&piece);
  int64_t immediate = hd_form_accesses(&form) == 2 ? choose_split(&piece, units) : 0;
  status = make_block(request, &form, immediate, units, error, &thread, &value);
  if (status == HD_OK) status = hd_concatenate((const hd_layout *const[]){&thread, &value}, 2, error, &cells);
  if (status != HD_OK) return hd_fail_within(error, status, "plan_any");
  sort_modes(&cells, &block);
  merge(&block);
  hd_modes whole = piece;
  if (!take_all(&piece, &block)) return fail_outside(&whole, &thread, &value, error);
  status = take_warps(request, units, error, &piece, &warps);
  if (status == HD_OK) status = check_slab(&piece, units, error);
  if (status != HD_OK) return status;
  merge(&piece);
  columns_first(&piece, units);
  status = append(&warps, error, &thread);
  if (status == HD_OK) status = append(&piece, error, &value);
  if (status == HD_OK) status = hd_concatenate((const hd_layout *const[]){&thread, &value}, 2, error, &cells);
  if (status == HD_OK) hd_layout_copy(&request->cells, &cells);
  return status == HD_OK ? status : hd_fail_within(error, status, "plan_any");
}
