/* Issues: a base that obeys the rules, plus what the pattern says. */
#include "tmem/issue.h"

#include "algebra/evaluate.h"
#include "algebra/image.h"

enum { SLABS = HD_LANES / HD_SLAB_LANES };

hd_status hd_make_issue(hd_geometry geometry, int64_t warp, hd_error *error, hd_issue *result) {
  if (warp < 0) {
    hd_fail(error, HD_RANGE, "issue", "there is no warp {0}: warps are counted from 0");
    if (error != NULL) error->number[0] = warp;
    return HD_RANGE;
  }
  *result = (hd_issue){.geometry = geometry, .warp = warp};
  result->address = (uint32_t)(warp % SLABS * HD_SLAB_LANES) << HD_ADDRESS_LANE_SHIFT;
  return HD_OK;
}

/* The address of an access, as a sum of words of 32 bits: an immediate with a sign is its complement. */
static hd_status address_of(const hd_form *form, const hd_issue *issue, int access, hd_error *error,
                            uint32_t *address) {
  hd_cell offset;
  *address = issue->address;
  if (hd_form_accesses(form) == 1 && issue->immediate != 0) {
    hd_fail(error, HD_MISMATCH, "access", "this shape makes one access, and an immediate of {0} is given");
    if (error == NULL) return HD_MISMATCH;
    error->number[0] = issue->immediate;
    error->hint = "16x32bx2 alone takes an immediate";
    return HD_MISMATCH;
  }
  hd_status status = hd_split_offset(issue->immediate, error, &offset);
  if (status != HD_OK || access == 0) return status;
  *address += (uint32_t)issue->immediate;
  hd_cell base;
  status = hd_tmem_decode(issue->geometry, issue->address, error, &base);
  const int64_t lane = (int64_t)base.lane + offset.lane, column = (int64_t)base.column + offset.column;
  if (status != HD_OK || (lane >= 0 && lane < HD_LANES && column >= 0 && column < issue->geometry.columns))
    return status;
  hd_fail(error, HD_RANGE, "access", "its first cell is lane {0} column {1}, which there is not");
  if (error == NULL) return HD_RANGE;
  error->number[0] = lane;
  error->number[1] = column;
  error->hint = "the immediate is counted from the first access, lanes * 65536 + columns";
  return HD_RANGE;
}

/* What the strict rules are to be asked, so that their answer is that of the reading. */
static hd_cell strict_of(const hd_form *form, const hd_issue *issue, hd_cell base) {
  const int32_t inside = base.lane % HD_SLAB_LANES, lanes = form->instruction->lanes;
  if ((issue->readings & HD_READ_ANY_LANE) != 0 && inside + lanes <= HD_SLAB_LANES) base.lane -= inside % lanes;
  return base;
}

static hd_status check_column(const hd_form *form, const hd_issue *issue, hd_cell base, hd_error *error) {
  if (!form->packed || base.column % 2 == 0 || (issue->readings & HD_READ_ODD_COLUMN) != 0) return HD_OK;
  hd_fail(error, HD_RANGE, "access", "a packed block starts at an even column, and the address's column is {0}");
  if (error == NULL) return HD_RANGE;
  error->number[0] = base.column;
  error->number[1] = base.column - 1;
  error->number[2] = base.column + 1;
  error->hint = "columns {1} and {2} are even";
  return HD_RANGE;
}

hd_status hd_issue_base(const hd_form *form, const hd_issue *issue, int access, hd_error *error, hd_cell *base) {
  uint32_t address, strict = 0;
  hd_cell cell;
  hd_status status = address_of(form, issue, access, error, &address);
  if (status == HD_OK) status = hd_tmem_decode(issue->geometry, address, error, &cell);
  if (status != HD_OK) return hd_fail_within(error, status, access > 0 ? "second access" : "access");
  if ((issue->readings & HD_READ_RELATIVE_LANE) != 0 && cell.lane < HD_SLAB_LANES && issue->warp >= 0) {
    cell.lane += (int32_t)(issue->warp % SLABS) * HD_SLAB_LANES;
  }
  status = hd_tmem_encode(issue->geometry, strict_of(form, issue, cell), error, &strict);
  if (status == HD_OK) {
    status =
        hd_instruction_check(issue->geometry, form->instruction, hd_form_columns(form), issue->warp, strict, error);
  }
  if (status == HD_OK) status = check_column(form, issue, cell, error);
  if (status != HD_OK) return hd_fail_within(error, status, access > 0 ? "second access" : "access");
  *base = cell;
  return HD_OK;
}

hd_status hd_issue_check(const hd_form *form, const hd_issue *issue, hd_error *error) {
  hd_cell base;
  hd_status status = HD_OK;
  for (int access = 0; status == HD_OK && access < hd_form_accesses(form); access++) {
    status = hd_issue_base(form, issue, access, error, &base);
  }
  return status;
}

static hd_status check_place(const hd_form *form, hd_place place, hd_error *error) {
  static const char *const reason[] = {"there is no thread {0} in a warp, only threads 0 to {1}",
                                       "the form has no register {0}, only registers 0 to {1}",
                                       "the form has no half {0}, only 0 to {1}"};
  static const char *const hint[] = {"the thread is counted inside its warp: thread % 32", NULL,
                                     "a packed register has two halves, any other is whole"};
  const int32_t value[] = {place.thread, place.reg, place.half};
  const int32_t extent[] = {HD_WARP_THREADS, hd_form_registers(form), form->packed ? 2 : 1};
  for (int k = 0; k < 3; k++) {
    if (value[k] >= 0 && value[k] < extent[k]) continue;
    hd_fail(error, HD_RANGE, "place", reason[k]);
    if (error == NULL) return HD_RANGE;
    error->number[0] = value[k];
    error->number[1] = extent[k] - 1;
    error->hint = hint[k];
    return HD_RANGE;
  }
  return HD_OK;
}

/* What the pattern says: (lane, column [, access]). */
static hd_status pattern_at(const hd_form *form, hd_place place, hd_error *error, hd_tuple *value) {
  hd_layout pattern;
  hd_tuple coordinate;
  const int64_t index = place.thread + (int64_t)HD_WARP_THREADS * (place.reg + hd_form_registers(form) * place.half);
  hd_status status = hd_form_pattern(form, error, &pattern);
  hd_tuple_scalar(&coordinate, index);
  return status == HD_OK ? hd_evaluate(&pattern, &coordinate, error, value) : status;
}

hd_status hd_issue_cell(const hd_form *form, const hd_issue *issue, hd_place place, hd_error *error, hd_cell *cell) {
  hd_tuple value;
  hd_cell base;
  hd_status status = hd_issue_check(form, issue, error);
  if (status == HD_OK) status = check_place(form, place, error);
  if (status == HD_OK) status = pattern_at(form, place, error, &value);
  if (status != HD_OK) return status;
  const int access = hd_form_accesses(form) > 1 ? (int)value.value[value.profile.leaves - 1] : 0;
  status = hd_issue_base(form, issue, access, error, &base);
  if (status != HD_OK) return status;
  cell->lane = base.lane + (int32_t)value.value[0];
  cell->column = base.column + (int32_t)value.value[1];
  return HD_OK;
}

/* The place where the pattern has the cell, seen from the base. */
static hd_status place_of(const hd_form *form, const hd_layout *pattern, hd_cell cell, hd_cell base, int access,
                          hd_error *error, hd_place *place) {
  const int64_t component[] = {(int64_t)cell.lane - base.lane, (int64_t)cell.column - base.column, access};
  hd_tuple value, coordinate, shape;
  int64_t index;
  if (!hd_tuple_flat(&value, hd_form_accesses(form) > 1 ? 3 : 2, component)) {
    return hd_fail(error, HD_CAPACITY, "holders", "more components than a tuple has leaves");
  }
  hd_status status = hd_coordinate_of(pattern, &value, error, &coordinate);
  hd_shape(pattern, &shape);
  if (status == HD_OK) status = hd_crd2idx(&coordinate, &shape, error, &index);
  if (status != HD_OK) return status;
  const int64_t registers = hd_form_registers(form);
  place->thread = (int32_t)(index % HD_WARP_THREADS);
  place->reg = (int32_t)(index / HD_WARP_THREADS % registers);
  place->half = (int32_t)(index / HD_WARP_THREADS / registers);
  return HD_OK;
}

static hd_status held_by_none(const hd_form *form, hd_cell cell, hd_cell base, hd_error *error) {
  hd_fail(error, HD_UNDEFINED, "holders",
          "no register holds lane {0}, column {1}: the block begins at lane {2}, column {3} and has shape ({4},{5})");
  if (error == NULL) return HD_UNDEFINED;
  const int32_t number[] = {cell.lane, cell.column, base.lane, base.column, hd_form_lanes(form), hd_form_columns(form)};
  for (int k = 0; k < 6; k++) error->number[k] = number[k];
  return HD_UNDEFINED;
}

hd_status hd_issue_holders(const hd_form *form, const hd_issue *issue, hd_cell cell, hd_error *error,
                           hd_place holder[HD_HOLDERS_MAX], int *count) {
  hd_layout pattern;
  hd_cell base;
  hd_place found[HD_HOLDERS_MAX];
  int held = 0;
  hd_status status = hd_issue_check(form, issue, error);
  if (status == HD_OK) status = hd_form_pattern(form, error, &pattern);
  for (int access = 0; status == HD_OK && access < hd_form_accesses(form); access++) {
    status = hd_issue_base(form, issue, access, error, &base);
    if (status != HD_OK) break;
    status = place_of(form, &pattern, cell, base, access, error, &found[held]);
    if (status == HD_OK) held++;
    if (status == HD_UNDEFINED) status = HD_OK;
  }
  if (status != HD_OK) return hd_fail_within(error, status, "holders");
  if (held == 0) return held_by_none(form, cell, base, error);
  for (int k = 0; k < held; k++) holder[k] = found[k];
  *count = held;
  return HD_OK;
}
