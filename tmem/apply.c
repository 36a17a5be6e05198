/* Applying an instruction to views: the block compared with the image, the first modes with what may move it. */
#include "tmem/apply.h"

#include "algebra/checked.h"
#include "algebra/evaluate.h"
#include "algebra/named.h"
#include "algebra/refusals.h"
#include "algebra/walk.h"

enum { HD_BLOCK_MODES = 3 };

/* A view on one axis: what its first modes add, and its block. */
typedef struct hd_side {
  hd_layout group, repeat, block;
} hd_side;

/* A request taken apart. Of tensor memory: where a cell is, in halves of a cell where packed. */
typedef struct hd_sides {
  int warps, block_modes;
  int64_t repeats;
  hd_side thread, reg, cell[2];
} hd_sides;

/* Of a view's strides those on one axis, times a number; the others 0. requires: check_reach was HD_OK */
static void restrict_to(const hd_layout *view, hd_axis axis, int64_t times, hd_layout *result) {
  hd_layout_copy(result, view);
  result->on_axes = false;
  for (int leaf = 0; leaf < result->profile.leaves; ++leaf)
    result->stride[leaf] = hd_layout_axis(view, leaf) == axis ? view->stride[leaf] * times : 0;
}

/* The sum of two restricted views of one shape. */
static void add(hd_layout *to, const hd_layout *more) {
  for (int leaf = 0; leaf < to->profile.leaves; ++leaf) to->stride[leaf] += more->stride[leaf];
}

/* Modes from..to-1 as one. */
static hd_status modes_between(const hd_layout *view, int from, int to, hd_error *error, hd_layout *result) {
  int mode[HD_MAX_LEAVES];
  if (from == to) return hd_make_scalar_layout(1, 0, error, result);
  for (int k = from; k < to; ++k) mode[k - from] = k;
  return hd_select(view, mode, to - from, error, result);
}

static hd_status split_side(const hd_layout *view, int groups, int block_modes, hd_error *error, hd_side *side) {
  int rank = hd_rank(&view->profile), leads = rank - block_modes;
  hd_status status = modes_between(view, 0, groups, error, &side->group);
  if (status == HD_OK) status = modes_between(view, groups, leads, error, &side->repeat);
  if (status == HD_OK) status = modes_between(view, leads, rank, error, &side->block);
  return status == HD_OK ? status : hd_fail_within(error, status, "apply");
}

/* ---- shapes ---- */

static int64_t mode_size(const hd_layout *view, int mode) {
  hd_layout part;
  return hd_get(view, &mode, 1, NULL, &part) == HD_OK ? hd_size(&part) : 0;
}

/* That a view ends in the block of the form, and has the first modes of the registers' view. */
static hd_status check_shape(const hd_apply_request *request, const hd_layout *view, const char *what, int64_t accesses,
                             int64_t halves, int leads, hd_error *error) {
  int64_t columns = hd_form_columns(&request->form) / (request->form.packed ? 2 : 1);
  int64_t block[HD_BLOCK_MODES + 1];
  int modes = 0;
  if (accesses > 1) block[modes++] = accesses;
  block[modes++] = hd_form_lanes(&request->form);
  block[modes++] = columns;
  if (halves > 1) block[modes++] = halves;
  int rank = hd_rank(&view->profile);
  if (rank != leads + modes)
    return hd_refuse_hinted(error, HD_MISMATCH, "apply", what,
                            "the last modes are the block of one instruction, the others lead to it",
                            HD_NUMBERS(rank, leads, modes));
  for (int k = 0; k < modes; ++k)
    if (mode_size(view, leads + k) != block[k])
      return hd_refuse_hinted(error, HD_MISMATCH, "apply",
                              "mode {0} of a view has size {1}, and the instruction's block {2} there", NULL,
                              HD_NUMBERS(leads + k, mode_size(view, leads + k), block[k]));
  for (int k = 0; k < leads; ++k)
    if (mode_size(view, k) != mode_size(&request->registers, k))
      return hd_refuse_hinted(error, HD_MISMATCH, "apply",
                              "mode {0} has size {1} in tensor memory and {2} in registers", NULL,
                              HD_NUMBERS(k, mode_size(view, k), mode_size(&request->registers, k)));
  return HD_OK;
}

static hd_status check_scope(const hd_apply_request *request, int leads, hd_error *error, hd_sides *sides) {
  sides->warps = request->scope == HD_SCOPE_WARP ? 1 : request->scope == HD_SCOPE_WARPGROUP ? 4 : request->warps;
  if (sides->warps < 1 || sides->warps > HD_APPLY_WARPS)
    return hd_refuse_hinted(error, HD_RANGE, "apply", "a CTA of {0} warps", "1 to 32", HD_NUMBERS(sides->warps));
  if (request->scope == HD_SCOPE_WARP) return HD_OK;
  if (leads > 0 && mode_size(&request->registers, 0) == sides->warps) return HD_OK;
  return hd_refuse_hinted(error, HD_MISMATCH, "apply",
                          "mode 0 of a view is the group of warps: its size is {0}, and the number of warps {1}",
                          "with the scope of one warp there is no group",
                          HD_NUMBERS(leads > 0 ? mode_size(&request->registers, 0) : 0, sides->warps));
}

/* ---- taking apart ---- */

/* That no stride is so large that its leaf leads beyond every memory and every register: what is computed with them then
 * stays far inside 64 bits. */
static hd_status check_reach(const hd_layout *view, hd_error *error) {
  const int64_t farthest = INT64_C(1) << 32;
  for (int leaf = 0; leaf < view->profile.leaves; ++leaf) {
    int64_t last = 0, extent = view->shape[leaf], stride = view->stride[leaf];
    if (hd_mul(extent, stride, &last) && last >= -farthest && last <= farthest) continue;
    return hd_refuse_hinted(error, HD_RANGE, "apply", "leaf {0} of a view, {1}:{2}, leads further than any memory",
                            NULL, HD_NUMBERS(leaf, extent, stride));
  }
  return HD_OK;
}

/* That every stride lies on one of two axes; where `plain`, all may be plain integers instead. */
static hd_status check_axes(const hd_layout *view, hd_axis one, hd_axis other, bool plain, const char *reason,
                            hd_error *error) {
  if (!view->on_axes && plain) return HD_OK;
  for (int leaf = 0; leaf < view->profile.leaves; ++leaf) {
    hd_axis axis = hd_layout_axis(view, leaf);
    if (view->stride[leaf] == 0 || axis == one || axis == other) continue;
    return hd_refuse_hinted(error, HD_MISMATCH, "apply", reason, NULL, NULL);
  }
  return HD_OK;
}

static hd_status split_registers(const hd_apply_request *request, int groups, hd_error *error, hd_sides *sides) {
  const hd_axis threads[] = {hd_axis_named("laneid"), hd_axis_named("tid_in_wg"), hd_axis_named("tx")};
  static const char *const reasons[] = {"one warp's registers lie on laneid and m",
                                        "a warpgroup's registers lie on tid_in_wg and m",
                                        "a CTA's registers lie on tx and m"};
  hd_axis thread = threads[request->scope], m = hd_axis_named("m");
  hd_layout part;
  hd_status status = check_axes(&request->registers, thread, m, false, reasons[request->scope], error);
  int modes = hd_form_accesses(&request->form) == 2 ? 3 : 2;
  restrict_to(&request->registers, thread, 1, &part);
  if (status == HD_OK) status = split_side(&part, groups, modes, error, &sides->thread);
  restrict_to(&request->registers, m, 1, &part);
  if (status == HD_OK) status = split_side(&part, groups, modes, error, &sides->reg);
  return status;
}

/* Flat indices of halves or cells: those given, or lanes and columns made into them. */
static hd_status split_tmem(const hd_apply_request *request, const hd_layout *view, int groups, hd_error *error,
                            hd_side *side) {
  hd_axis lane = hd_axis_named("TLane"), column = hd_axis_named("TCol");
  int64_t units = request->form.packed ? 2 : 1;
  hd_layout flat, columns;
  hd_status status = check_axes(view, lane, column, true, "cells lie on TLane and TCol, or are flat indices", error);
  if (status != HD_OK) return status;
  if (view->on_axes) {
    /* A column on is 128 cells; within a column, half a cell on is 1. */
    restrict_to(view, lane, units, &flat);
    restrict_to(view, column, 1, &columns);
    for (int leaf = 0; leaf < columns.profile.leaves; ++leaf) {
      int64_t d = columns.stride[leaf];
      if (units == 2 && d % 2 != 0 && (d != 1 || columns.shape[leaf] != 2))
        return hd_refuse_hinted(error, HD_MISMATCH, "apply", "a stride of {0} halves along TCol is no whole cell", NULL,
                                HD_NUMBERS(d));
      columns.stride[leaf] = d % units != 0 ? d : d * HD_LANES;
    }
    add(&flat, &columns);
  } else {
    hd_layout_copy(&flat, view);
  }
  return split_side(&flat, groups, request->form.packed ? 3 : 2, error, side);
}

static hd_status take_apart(const hd_apply_request *request, hd_error *error, hd_sides *sides) {
  int accesses = hd_form_accesses(&request->form), halves = request->form.packed ? 2 : 1;
  int leads = hd_rank(&request->registers.profile) - (accesses == 2 ? 3 : 2);
  int groups = request->scope == HD_SCOPE_WARP ? 0 : 1;
  if (leads < 0)
    return hd_refuse_hinted(error, HD_MISMATCH, "apply",
                            "the view of the registers has rank {0}: row and column are its last modes", NULL,
                            HD_NUMBERS(hd_rank(&request->registers.profile)));
  hd_status status = check_scope(request, leads, error, sides);
  if (status == HD_OK) status = check_reach(&request->registers, error);
  for (int a = 0; status == HD_OK && a < accesses; ++a) status = check_reach(&request->tmem[a], error);
  if (status == HD_OK)
    status = check_shape(request, &request->registers, "the view of the registers has rank {0}, not {1} + {2}",
                         accesses, 1, leads, error);
  for (int a = 0; status == HD_OK && a < accesses; ++a)
    status = check_shape(request, &request->tmem[a], "the view of tensor memory has rank {0}, not {1} + {2}", 1, halves,
                         leads, error);
  if (status == HD_OK) status = split_registers(request, groups, error, sides);
  for (int a = 0; status == HD_OK && a < accesses; ++a)
    status = split_tmem(request, &request->tmem[a], groups, error, &sides->cell[a]);
  if (status == HD_OK) sides->repeats = hd_size(&sides->reg.repeat);
  return status;
}

/* ---- the block ---- */

static int64_t at(const hd_layout *layout, int64_t index) {
  int64_t value = 0;
  hd_evaluate_index(layout, index, NULL, &value); /* inside the domain nothing overflows */
  return value;
}

/* Fails with the coordinate of the block, the first modes at 0. */
static hd_status fail_at(hd_error *error, const hd_layout *view, const hd_layout *block, int64_t index,
                         const char *reason, const char *hint, int64_t has, int64_t wants) {
  hd_refuse_hinted(error, HD_UNDEFINED, "apply", reason, hint, HD_NUMBERS(has, wants));
  if (error == NULL) return HD_UNDEFINED;
  hd_tuple shape, whole;
  int64_t before = hd_size(view) / hd_size(block);
  hd_shape(view, &shape);
  hd_tuple_scalar(&whole, index * before);
  error->has_coordinate = hd_idx2crd(&whole, &shape, NULL, &error->coordinate) == HD_OK;
  return HD_UNDEFINED;
}

/* Of each cell of an access's block: its place in the block, and in the form's image. */
static hd_status check_cells(const hd_apply_request *request, const hd_sides *sides, int access, hd_error *error) {
  int64_t lanes = hd_form_lanes(&request->form), columns = hd_form_columns(&request->form);
  int64_t units = request->form.packed ? 2 : 1, count = columns / units;
  const hd_layout *block = &sides->cell[access].block;
  for (int64_t h = 0; h < units; ++h)
    for (int64_t j = 0; j < count; ++j)
      for (int64_t i = 0; i < lanes; ++i) {
        int64_t index = i + lanes * (j + count * h), has = at(block, index);
        int64_t wants = units * (i + HD_LANES * (units * j + h));
        if (has == wants) continue;
        bool dense = units == 2 && at(block, lanes * count) == 1;
        return fail_at(error, &request->tmem[access], block, index,
                       units == 2 ? "at {c} of tensor memory lies half cell {0}, and the instruction has {1} there"
                                  : "at {c} of tensor memory lies cell {0}, and the instruction has {1} there",
                       dense ? "two halves in one cell are moved by the form without packing" : NULL, has, wants);
      }
  return HD_OK;
}

/* The holder of each place of the registers' block, and where each register of the instruction lies. */
static hd_status check_registers(const hd_apply_request *request, const hd_sides *sides, hd_error *error,
                                 int64_t reg[HD_INSTRUCTION_REGISTERS]) {
  hd_layout holders;
  int64_t lanes = hd_form_lanes(&request->form), accesses = hd_form_accesses(&request->form);
  int64_t width = hd_form_columns(&request->form), units = request->form.packed ? 2 : 1, columns = width / units;
  hd_status status = hd_form_holders(&request->form, error, &holders);
  for (int r = 0; r < hd_form_registers(&request->form); ++r) reg[r] = -1;
  for (int64_t k = 0; status == HD_OK && k < accesses * lanes * columns; ++k) {
    int64_t a = k % accesses, i = k / accesses % lanes, j = k / accesses / lanes;
    int64_t holder = at(&holders, i + lanes * (units * j + width * a)), t = holder % HD_WARP_THREADS;
    int64_t r = holder / HD_WARP_THREADS % hd_form_registers(&request->form);
    int64_t thread = at(&sides->thread.block, k), place = at(&sides->reg.block, k);
    if (thread != t)
      return fail_at(error, &request->registers, &sides->reg.block, k,
                     "at {c} thread {0} holds the register, and the instruction gives it to thread {1}", NULL, thread,
                     t);
    if (reg[r] < 0) reg[r] = place;
    if (reg[r] != place)
      return fail_at(error, &request->registers, &sides->reg.block, k,
                     "at {c} lies register {0}, where other threads have register {1}",
                     "the registers of an instruction are the same in all threads", place, reg[r]);
  }
  for (int r = 0; status == HD_OK && !request->store && r < hd_form_registers(&request->form); ++r)
    for (int q = 0; q < r; ++q)
      if (reg[q] == reg[r])
        return hd_refuse_hinted(error, HD_UNDEFINED, "apply", "registers {0} and {1} of the load are both register {2}",
                                NULL, HD_NUMBERS(q, r, reg[r]));
  return status;
}

/* ---- the first modes ---- */

static hd_status check_moves(const hd_sides *sides, hd_error *error) {
  for (int g = 0; g < sides->warps; ++g) {
    if (at(&sides->thread.group, g) != HD_WARP_THREADS * (int64_t)g)
      return hd_refuse_hinted(error, HD_UNDEFINED, "apply", "warp {0} of the group begins at thread {1}, not {2}", NULL,
                              HD_NUMBERS(g, at(&sides->thread.group, g), HD_WARP_THREADS * (int64_t)g));
    if (at(&sides->reg.group, g) != 0)
      return hd_refuse_hinted(error, HD_UNDEFINED, "apply",
                              "warp {0} of the group has its registers {1} on from warp 0's", NULL,
                              HD_NUMBERS(g, at(&sides->reg.group, g)));
  }
  for (int64_t k = 0; k < sides->repeats; ++k)
    if (at(&sides->thread.repeat, k) != 0)
      return hd_refuse_hinted(error, HD_UNDEFINED, "apply",
                              "repeat {0} begins at thread {1}: repeats move registers only", NULL,
                              HD_NUMBERS(k, at(&sides->thread.repeat, k)));
  return HD_OK;
}

/* The address of an access, which must be a whole cell from the base. */
static hd_status address_of(const hd_apply_request *request, const hd_sides *sides, int access, int g, int64_t k,
                            hd_error *error, uint32_t *address) {
  int64_t units = request->form.packed ? 2 : 1;
  int64_t moved = at(&sides->cell[access].group, g) + at(&sides->cell[access].repeat, k);
  if (moved % units != 0)
    return hd_refuse_hinted(error, HD_UNDEFINED, "apply",
                            "warp {0}, repeat {1}: half cell {2} is not the lower half of a cell", NULL,
                            HD_NUMBERS(g, k, moved));
  hd_status status = hd_tmem_offset(request->geometry, request->base[access], moved / units, error, address);
  return status == HD_OK ? status : hd_fail_within(error, status, "apply");
}

/* The immediate of one issue, the same for all, and as written down. */
static hd_status check_immediate(const hd_apply_request *request, int64_t immediate, int64_t before, bool first,
                                 hd_error *error) {
  if (!first && immediate != before)
    return hd_refuse_hinted(error, HD_UNDEFINED, "apply", "the second view is {0} on from the first, and elsewhere {1}",
                            "the immediate of an instruction is the same in all warps and repeats",
                            HD_NUMBERS(immediate, before));
  if (request->has_immediate && (uint32_t)request->immediate != (uint32_t)immediate)
    return hd_refuse_hinted(error, HD_UNDEFINED, "apply",
                            "the immediate is {0}, and the second view is {1} on from the first",
                            "lanes * 65536 + columns, as addresses count", HD_NUMBERS(request->immediate, immediate));
  return HD_OK;
}

static hd_status make_step(const hd_apply_request *request, const hd_sides *sides, int64_t k, hd_error *error,
                           hd_apply_step *step) {
  for (int g = 0; g < sides->warps; ++g) {
    uint32_t second = 0;
    hd_status status = address_of(request, sides, 0, g, k, error, &step->address[g]);
    int64_t immediate = 0;
    if (status == HD_OK && hd_form_accesses(&request->form) == 2) {
      status = address_of(request, sides, 1, g, k, error, &second);
      immediate = (int32_t)(second - step->address[g]);
      if (status == HD_OK) status = check_immediate(request, immediate, step->immediate, g == 0, error);
    } else if (status == HD_OK && request->has_immediate) {
      status = hd_refuse_hinted(error, HD_MISMATCH, "apply", "only 16x32bx2 has an immediate", NULL, NULL);
    }
    step->immediate = immediate;
    const hd_issue issue = {.geometry = request->geometry,
                            .readings = request->readings,
                            .warp = (int64_t)request->warp + g,
                            .address = step->address[g],
                            .immediate = immediate};
    if (status == HD_OK) status = hd_issue_check(&request->form, &issue, error);
    if (status != HD_OK) return hd_fail_within(error, status, "apply");
  }
  return HD_OK;
}

hd_status hd_apply(const hd_apply_request *request, hd_error *error, hd_apply_step *step, int capacity, int *steps) {
  hd_sides sides;
  int64_t reg[HD_INSTRUCTION_REGISTERS];
  hd_status status = take_apart(request, error, &sides);
  for (int a = 0; status == HD_OK && a < hd_form_accesses(&request->form); ++a)
    status = check_cells(request, &sides, a, error);
  if (status == HD_OK) status = check_registers(request, &sides, error, reg);
  if (status == HD_OK) status = check_moves(&sides, error);
  if (status == HD_OK && sides.repeats > capacity)
    status = hd_refuse_hinted(error, HD_CAPACITY, "apply", "{0} repeats, and room for {1}", NULL,
                              HD_NUMBERS(sides.repeats, capacity));
  for (int64_t k = 0; status == HD_OK && k < sides.repeats; ++k) {
    status = make_step(request, &sides, k, error, &step[k]);
    if (status == HD_OK && k > 0) status = check_immediate(request, step[k].immediate, step[0].immediate, false, error);
    for (int r = 0; r < hd_form_registers(&request->form); ++r) step[k].reg[r] = reg[r] + at(&sides.reg.repeat, k);
  }
  if (status == HD_OK) *steps = (int)sides.repeats;
  return status;
}
