/* The instruction table, and what the algebra makes of a line of it. */
#include "tmem/instruction.h"

#include "algebra/checked.h"
#include "algebra/composition.h"
#include "algebra/divide.h"
#include "algebra/refusals.h"

#include <string.h>

static const hd_instruction table[HD_INSTRUCTIONS] = {
#define HD_INSTRUCTION(id, name, lanes, bits, registers, largest, image) \
  [id] = {name, sizeof name - 1, lanes, bits, registers, largest, image, sizeof image - 1},
#include "tmem/instructions.inc"
};

#define HD_INSTRUCTION(id, name, lanes, bits, registers, largest, image) " " name
static const char names_hint[] = "the shapes are"
#include "tmem/instructions.inc"
    ;

const hd_instruction *hd_instruction_of(hd_instruction_id id) { return &table[id]; }

hd_status hd_instruction_find(const char *name, size_t length, hd_error *error, const hd_instruction **instruction) {
  for (int id = 0; id < HD_INSTRUCTIONS; id++) {
    if (table[id].name_length != length || memcmp(table[id].name, name, length) != 0) continue;
    *instruction = &table[id];
    return HD_OK;
  }
  hd_fail(error, HD_RANGE, "instruction", "tcgen05.ld and tcgen05.st have no shape of this name");
  if (error != NULL) error->hint = names_hint;
  return HD_RANGE;
}

int64_t hd_instruction_columns(const hd_instruction *instruction) { return instruction->bits / HD_CELL_BITS; }

static hd_status no_room(hd_error *error) {
  return hd_fail(error, HD_CAPACITY, "pattern", "more leaves than a layout holds");
}

/* The axis of component k of a cell's coordinate: 0 the lane, 1 the column, 2 the access. */
static hd_axis axis_of(int component) {
  hd_axis axis = HD_AXIS_INTEGER;
  (void)hd_axis_from_path(&component, 1, &axis);
  return axis;
}

/* Every column becomes two, and a last mode goes from one to the other: the bracket round all closes behind it. */
static bool pair_columns(hd_layout *pattern) {
  const hd_axis column = axis_of(1);
  const int last = pattern->profile.leaves - 1;
  for (int leaf = 0; leaf <= last; leaf++) {
    if (pattern->axis[leaf] == column) pattern->stride[leaf] *= 2;
  }
  if (!hd_layout_append_leaf(pattern, 2, 1, column)) return false;
  pattern->profile.close[last]--;
  pattern->profile.close[last + 1]++;
  return true;
}

static int64_t read_number(const char **at) {
  int64_t number = 0;
  for (; **at >= '0' && **at <= '9'; (*at)++) number = 10 * number + (**at - '0');
  return number;
}

/* The image of a line, as hd_parse_layout reads it; that reads any text and checks it, which is most of what an image
 * would cost. Returns false past the capacity. */
static bool read_image(const char *at, hd_layout *pattern) {
  const hd_axis axis[] = {axis_of(0), axis_of(1), axis_of(2)};
  int leaf = 0;
  hd_layout_clear(pattern);
  for (uint8_t open = 0; *at != ':'; open = 0) {
    for (; *at == '('; at++) open++;
    if (leaf == HD_MAX_LEAVES) return false;
    pattern->profile.open[leaf] = open;
    pattern->profile.close[leaf] = 0;
    pattern->shape[leaf] = read_number(&at);
    for (; *at == ')'; at++) pattern->profile.close[leaf]++;
    if (*at == ',') at++;
    leaf++;
  }
  pattern->profile.leaves = (uint8_t)leaf;
  pattern->on_axes = true;
  for (leaf = 0; *at != 0; at++) {
    if (*at < '0' || *at > '9') continue;
    pattern->stride[leaf] = read_number(&at);
    pattern->axis[leaf++] = axis[*++at - '0'];
  }
  return true;
}

hd_status hd_instruction_pattern(const hd_instruction *instruction, int64_t repeat, bool packed, hd_error *error,
                                 hd_layout *result) {
  hd_layout pattern;
  if (!read_image(instruction->image, &pattern)) return no_room(error);
  pattern.shape[pattern.profile.leaves - 1] = repeat;
  if (packed && !pair_columns(&pattern)) return no_room(error);
  /* A repeat of 32 bits cannot overflow. */
  hd_status status = repeat >= 1 && repeat <= INT32_MAX ? HD_OK : hd_layout_finish(&pattern, "pattern", error);
  if (status == HD_OK) hd_layout_copy(result, &pattern);
  return status;
}

/* The extents of a mode that is there, multiplied. Cannot overflow, by the layout's invariant. */
static int64_t mode_size(const hd_layout *memory, int index) {
  hd_view mode = {0, 0, 0, 0};
  int64_t size = 1;
  (void)hd_view_mode(&memory->profile, hd_view_all(&memory->profile), index, &mode);
  for (int leaf = mode.begin; leaf < mode.end; leaf++) size *= memory->shape[leaf];
  return size;
}

/* That each component of the pattern stays inside the mode of memory that it goes to; composition alone would run on
 * past memory's last column, as layouts do. */
static hd_status check_inside(const hd_layout *pattern, const hd_layout *memory, hd_error *error) {
  hd_tuple extent;
  hd_status status = hd_coshape(pattern, error, &extent);
  if (status != HD_OK) return status;
  if (hd_rank(&memory->profile) < extent.profile.leaves) {
    hd_fail(error, HD_MISMATCH, "block", "the shape's cells have {0} components, and memory has rank {1}");
    if (error == NULL) return HD_MISMATCH;
    error->number[0] = extent.profile.leaves;
    error->number[1] = hd_rank(&memory->profile);
    error->hint = "memory is a layout of (lane, column); for 16x32bx2 of (lane, column, access), the last 2:S for an "
                  "immediate that is S on";
    return HD_MISMATCH;
  }
  for (int component = 0; component < extent.profile.leaves; component++) {
    const int64_t size = mode_size(memory, component);
    if (extent.value[component] <= size) continue;
    hd_fail(error, HD_RANGE, "block", "the block needs {0} places along mode {2} of memory, which has {1}");
    if (error == NULL) return HD_RANGE;
    error->number[0] = extent.value[component];
    error->number[1] = size;
    error->number[2] = component;
    error->hint = "mode 0 of memory is the lane, mode 1 the column";
    return HD_RANGE;
  }
  return HD_OK;
}

/* Which component of a cell's coordinate a leaf moves; -1 when it moves none of the first `components`. */
static int component_of(const hd_layout *pattern, int leaf, int components) {
  int component = components - 1;
  while (component >= 0 && hd_layout_axis(pattern, leaf) != axis_of(component)) component--;
  return component;
}

/* The composition where each component goes to one leaf of memory: inside that leaf's extent, as has been checked, it
 * is linear, and strides are multiplied; no value is one that memory does not take, so none overflows. False where
 * memory is nested deeper or on axes, or where the stride of an extent of 1 overflows. */
static bool multiply_strides(const hd_layout *pattern, const hd_layout *memory, hd_layout *result) {
  if (memory->on_axes || hd_depth(&memory->profile) != 1) return false;
  hd_layout image;
  hd_layout_clear(&image);
  if (!hd_profile_append(&image.profile, &pattern->profile, hd_view_all(&pattern->profile))) return false;
  for (int leaf = 0; leaf < pattern->profile.leaves; leaf++) {
    const bool moves = pattern->stride[leaf] != 0;
    const int component = moves ? component_of(pattern, leaf, memory->profile.leaves) : 0;
    if (component < 0) return false;
    image.shape[leaf] = pattern->shape[leaf];
    image.stride[leaf] = 0;
    if (moves && !hd_mul(pattern->stride[leaf], memory->stride[component], &image.stride[leaf])) return false;
  }
  hd_layout_copy(result, &image);
  return true;
}

hd_status hd_pattern_image(const hd_layout *pattern, const hd_layout *memory, hd_error *error, hd_layout *result) {
  hd_status status = check_inside(pattern, memory, error);
  if (status == HD_OK && multiply_strides(pattern, memory, result)) return HD_OK;
  if (status == HD_OK) status = hd_composition(memory, pattern, error, result);
  return status == HD_OK ? status : hd_fail_within(error, status, "image");
}

/* memory o (the line, repeated). */
static hd_status compose(const hd_instruction *instruction, int64_t repeat, const hd_layout *memory, hd_error *error,
                         hd_layout *result) {
  hd_layout pattern;
  hd_status status = hd_instruction_pattern(instruction, repeat, false, error, &pattern);
  return status == HD_OK ? hd_pattern_image(&pattern, memory, error, result) : hd_fail_within(error, status, "image");
}

hd_status hd_instruction_repeat(const hd_instruction *instruction, int64_t repeat, hd_error *error) {
  bool power = repeat > 0 && (repeat & (repeat - 1)) == 0;
  if (power && repeat <= instruction->largest) return HD_OK;
  hd_fail(error, HD_RANGE, "image", "x{0} is not a repeat of this shape: a power of two from 1 to {1}");
  if (error == NULL) return HD_RANGE;
  error->number[0] = repeat;
  error->number[1] = instruction->largest;
  error->number[2] = instruction->registers;
  error->number[3] = HD_INSTRUCTION_REGISTERS;
  error->hint =
      "registers of each thread that a repeat of this shape takes: {2}; one instruction names at most {3}, and wider "
      "blocks take several instructions";
  return HD_RANGE;
}

hd_status hd_instruction_image(const hd_instruction *instruction, int64_t repeat, const hd_layout *memory,
                               hd_error *error, hd_layout *result) {
  hd_status status = hd_instruction_repeat(instruction, repeat, error);
  return status == HD_OK ? compose(instruction, repeat, memory, error, result) : status;
}

hd_status hd_instruction_block(const hd_instruction *instruction, int64_t columns, const hd_layout *memory,
                               hd_error *error, hd_layout *result) {
  int64_t step = hd_instruction_columns(instruction);
  if (columns > 0 && columns % step == 0)
    return hd_fail_within(error, compose(instruction, columns / step, memory, error, result), "block");
  hd_fail(error, HD_RANGE, "block", "a width of {0} is no whole number of repeats, each {1} wide");
  if (error == NULL) return HD_RANGE;
  error->number[0] = columns;
  error->number[1] = step;
  error->number[2] = columns - columns % step;
  error->hint = columns > step ? "the next narrower block is {2} wide" : "the narrowest block is {1} wide";
  return HD_RANGE;
}

static hd_status divide_by(const hd_layout *layout, int64_t n, hd_error *error, hd_layout *result) {
  hd_layout tile;
  hd_tiler tiler;
  hd_status status = hd_make_scalar_layout(n, 1, error, &tile);
  if (status != HD_OK) return status;
  hd_tiler_layout(&tile, &tiler);
  return hd_logical_divide(layout, &tiler, error, result);
}

hd_status hd_instruction_starts(const hd_instruction *instruction, const hd_layout *memory, hd_error *error,
                                hd_layout *result) {
  static const int lane_mode = 0, rest_mode = 1;
  hd_layout lanes, blocks;
  hd_status status = hd_get(memory, &lane_mode, 1, error, &lanes);
  if (status == HD_OK && hd_size(&lanes) % HD_SLAB_LANES != 0) {
    status = hd_fail(error, HD_MISMATCH, "slabs", "memory's {0} lanes are not a whole number of slabs of {1}");
    if (error != NULL) {
      error->number[0] = hd_size(&lanes);
      error->number[1] = HD_SLAB_LANES;
    }
  }
  /* Lanes into (inside a block, block), then the blocks into (inside a slab, slab). */
  if (status == HD_OK) status = divide_by(&lanes, instruction->lanes, error, &lanes);
  if (status == HD_OK) status = hd_get(&lanes, &rest_mode, 1, error, &blocks);
  if (status == HD_OK) status = divide_by(&blocks, HD_SLAB_LANES / instruction->lanes, error, result);
  return status == HD_OK ? status : hd_fail_within(error, status, "starts");
}

hd_status hd_instruction_check(hd_geometry geometry, const hd_instruction *instruction, int64_t columns, int64_t warp,
                               uint32_t address, hd_error *error) {
  hd_cell base;
  hd_status status = hd_tmem_decode(geometry, address, error, &base);
  if (status != HD_OK) return hd_fail_within(error, status, "access");
  int64_t first = HD_SLAB_LANES * (warp % (HD_LANES / HD_SLAB_LANES));
  const int64_t number[HD_ERROR_NUMBERS] = {
      warp, first, first + HD_SLAB_LANES - 1, base.lane, base.lane / HD_SLAB_LANES, instruction->lanes};
  if (warp < 0)
    return hd_refuse_hinted(error, HD_RANGE, "access", "there is no warp {0}: warps are counted from 0", NULL, number);
  if (base.lane / HD_SLAB_LANES != first / HD_SLAB_LANES) {
    return hd_refuse_hinted(
        error, HD_RANGE, "access", "warp {0} reaches lanes {1} to {2} only, and the address's lane is {3}",
        "lane {3} belongs to the warps w with w % 4 = {4}; an address for warp {0} is ({1} << 16) + column", number);
  }
  if (base.lane % instruction->lanes != 0) {
    return hd_refuse_hinted(
        error, HD_RANGE, "access",
        "a block of {5} lanes starts at a multiple of {5} lanes, and the address's lane is {3}",
        "the hardware adds each thread's lane by itself: the address is that of the block, the same in all "
        "threads; the slab of warp {0} starts at lane {1}",
        number);
  }
  if (columns >= 1 && columns <= geometry.columns - base.column) return HD_OK;
  const int64_t width[HD_ERROR_NUMBERS] = {columns, base.column, geometry.columns, geometry.columns - base.column};
  return hd_refuse_hinted(error, HD_RANGE, "access", "a block of {0} columns from column {1} does not fit {2} columns",
                          "from column {1} there is room for 1 to {3} columns", width);
}
