/* Filling tensor memory with owners and elements, and drawing it. */
#include "proofs/show_tmem.h"

#include "algebra/refusals.h"
#include "algebra/tuple.h"
#include "tmem/tmem.h"

#include <inttypes.h>
#include <string.h>

/* ---- filling ---- */

void hd_show_tmem_clear(hd_tmem_picture *picture, const hd_show *show) {
  picture->show = show;
  picture->geometry = hd_blackwell();
  for (int k = 0; k < HD_LANES * HD_COLUMNS; ++k)
    picture->owner[k] = (hd_tmem_owner){.element = -1, .thread = -1, .reg = -1, .step = -1};
  picture->in_cell = 1;
  picture->moved = picture->packed = false;
  picture->shared_owners = picture->shared_elements = 0;
  picture->threads = picture->registers = picture->steps = picture->size = 0;
  picture->first_lane = HD_LANES;
  picture->first_column = HD_COLUMNS;
  picture->lanes = picture->columns = 0;
  picture->title[0] = picture->input[0] = 0;
}

static void raise_to(int64_t *most, int64_t number) {
  if (number > *most) *most = number;
}

static void use(hd_tmem_picture *picture, int64_t cell) {
  const int64_t lane = cell % HD_LANES, column = cell / HD_LANES;
  if (lane < picture->first_lane) picture->first_lane = lane;
  if (column < picture->first_column) picture->first_column = column;
  raise_to(&picture->lanes, lane + 1);
  raise_to(&picture->columns, column + 1);
}

static void own(hd_tmem_picture *picture, int64_t cell, int64_t thread, int64_t reg, int half) {
  hd_tmem_owner *owner = &picture->owner[cell];
  use(picture, cell);
  raise_to(&picture->threads, thread + 1);
  raise_to(&picture->registers, reg + 1);
  if (owner->thread >= 0) {
    ++picture->shared_owners;
    return;
  }
  owner->thread = (int32_t)thread;
  owner->reg = (int32_t)reg;
  owner->half = (int8_t)half;
  owner->step = (int16_t)picture->steps;
}

/* (thread, register [, half]) -> flat index from the base of a thread's access, both accesses from the same one. */
static hd_status image_from_base(const hd_tmem_picture *picture, const hd_form *form, hd_error *error,
                                 hd_layout *image) {
  hd_layout memory;
  hd_status status = hd_engine(picture->geometry, error, &memory);
  if (status == HD_OK && hd_form_accesses(form) > 1) status = hd_split_memory(&memory, 0, error, &memory);
  return status == HD_OK ? hd_form_image(form, &memory, error, image) : status;
}

/* What one warp moves: threads from `first` on. */
static hd_status fill_warp(hd_tmem_picture *picture, const hd_plan_step *step, const hd_issue *issue,
                           const hd_layout *image, int64_t first, hd_error *error) {
  const int64_t registers = hd_form_registers(&step->form);
  int64_t base[2] = {0, 0}, offset;
  for (int access = 0; access < hd_form_accesses(&step->form); ++access) {
    hd_cell cell;
    hd_status status = hd_issue_base(&step->form, issue, access, error, &cell);
    if (status == HD_OK) status = hd_tmem_index(picture->geometry, cell, error, &base[access]);
    if (status != HD_OK) return status;
  }
  for (int64_t k = 0; k < hd_size(image); ++k) {
    const int64_t thread = k % HD_WARP_THREADS, reg = k / HD_WARP_THREADS % registers;
    const int access = hd_form_accesses(&step->form) > 1 && thread >= HD_WARP_THREADS / 2;
    const hd_status status = hd_evaluate_index(image, k, error, &offset);
    if (status != HD_OK) return status;
    own(picture, base[access] + offset, first + thread, step->first + reg, (int)(k / HD_WARP_THREADS / registers));
  }
  return HD_OK;
}

static void label_step(hd_tmem_picture *picture, const hd_plan_step *step) {
  const int registers = hd_form_registers(&step->form);
  if (picture->steps >= HD_PICTURE_COLOURS) return;
  char *label = picture->label[picture->steps];
  int length = snprintf(label, HD_SHOW_LABEL, "%s.x%d%s at 0x%08" PRIX32 ", register%s %d",
                        step->form.instruction->name, step->form.repeat, step->form.packed ? " packed" : "",
                        step->address[0], registers > 1 ? "s" : "", step->first);
  if (registers > 1) snprintf(label + length, HD_SHOW_LABEL - (size_t)length, " to %d", step->first + registers - 1);
}

hd_status hd_show_tmem_step(hd_tmem_picture *picture, const hd_plan_step *step, int warps, int first_warp,
                            unsigned readings, hd_error *error) {
  hd_layout image;
  hd_status status = image_from_base(picture, &step->form, error, &image);
  if (status != HD_OK) return status;
  label_step(picture, step);
  for (int w = 0; status == HD_OK && w < warps; ++w) {
    const hd_issue issue = {.geometry = picture->geometry,
                            .readings = readings,
                            .warp = first_warp + w,
                            .address = step->address[w],
                            .immediate = step->immediate};
    status = fill_warp(picture, step, &issue, &image, (int64_t)HD_WARP_THREADS * w, error);
  }
  picture->moved = true;
  picture->packed = picture->packed || step->form.packed;
  ++picture->steps;
  return status;
}

static void place_element(hd_tmem_picture *picture, int64_t cell, int64_t element) {
  use(picture, cell);
  if (picture->owner[cell].element >= 0) ++picture->shared_elements;
  else picture->owner[cell].element = element;
}

hd_status hd_show_tmem_elements(hd_tmem_picture *picture, const hd_layout *layout, int64_t in_cell, uint32_t base,
                                hd_error *error) {
  const int64_t size = hd_size(layout);
  hd_layout_copy(&picture->elements, layout);
  picture->in_cell = in_cell;
  picture->size = size;
  if (size > HD_SHOW_OWNERS)
    return hd_refuse(error, HD_CAPACITY, "show", "there are {0} elements, and at most {1} are looked for", size,
                     HD_SHOW_OWNERS, 0);
  for (int64_t k = 0; k < size; ++k) {
    int64_t unit, cell;
    uint32_t address;
    hd_status status = hd_evaluate_index(layout, k, error, &unit);
    /* Below 0 whole cells are counted downwards. */
    if (status == HD_OK)
      status = hd_tmem_offset(picture->geometry, base, unit / in_cell - (unit % in_cell < 0), error, &address);
    if (status == HD_OK) status = hd_tmem_address_to_index(picture->geometry, address, error, &cell);
    if (status != HD_OK) return status;
    place_element(picture, cell, k);
  }
  return HD_OK;
}

/* ---- scale factors ---- */

enum { PLACES = 8 };

/* The lane and the column of a place; both axes are there, or the block has only one of them. */
static int64_t cell_of(const hd_axis *axes, int count, const int64_t *place) {
  static const char *const names[] = {"TLane", "TCol"};
  int64_t on[2] = {0, 0};
  for (int a = 0; a < 2; ++a) {
    hd_axis axis;
    if (!hd_axis_from_name(names[a], strlen(names[a]), &axis)) continue;
    for (int j = 0; j < count; ++j) on[a] = axes[j] == axis ? place[j] : on[a];
  }
  return on[0] + HD_LANES * on[1];
}

hd_status hd_show_tmem_factors(hd_tmem_picture *picture, const hd_placement *placement, int64_t factors,
                               hd_error *error) {
  const int64_t size = hd_placement_size(placement), shape[] = {size / factors, factors};
  int64_t place[PLACES * 3];
  hd_axis axes[HD_MAX_LEAVES];
  const int stride = hd_placement_axes(placement, axes);
  picture->in_cell = 4;
  picture->size = size;
  hd_layout_clear(&picture->elements);
  for (int k = 0; k < 2; ++k) {
    if (!hd_layout_append_leaf(&picture->elements, shape[k], k == 0 ? 1 : shape[0], 0))
      return hd_fail(error, HD_CAPACITY, "show", "more leaves than a layout holds");
  }
  hd_layout_wrap(&picture->elements, 0);
  for (int64_t k = 0; k < size; ++k) {
    hd_tuple element;
    int count = 0;
    hd_tuple_scalar(&element, k);
    const hd_status status = hd_placement_places(placement, &element, NULL, PLACES, error, place, &count);
    if (status != HD_OK) return status;
    for (int p = 0; p < count; ++p) place_element(picture, cell_of(axes, stride, place + p * stride), k);
  }
  return HD_OK;
}

/* ---- drawing ---- */

bool hd_show_tmem_asks_owners(const hd_show *show) {
  const bool text = show->text == HD_CELL_OWNER || show->text == HD_CELL_THREAD || show->text == HD_CELL_REGISTER ||
                    show->text == HD_CELL_INSTRUCTION;
  return text || show->colour <= HD_COLOUR_THREAD;
}

static int64_t colour_of(const hd_tmem_picture *picture, const hd_tmem_owner *owner, int64_t cell) {
  switch (picture->show->colour) {
    case HD_COLOUR_VALUE: return owner->element < 0 && owner->thread < 0 ? -1 : cell;
    case HD_COLOUR_THREAD: return owner->thread;
    case HD_COLOUR_WARP: return owner->thread < 0 ? -1 : owner->thread / HD_WARP_THREADS;
    case HD_COLOUR_REGISTER: return owner->reg;
    case HD_COLOUR_INSTRUCTION: return owner->step;
    default: break;
  }
  return owner->element < 0 ? -1
                            : hd_show_mode(picture->show, &picture->elements, owner->element, picture->show->colour);
}

/* "T5R3", of packed forms "T5R3.1": half 1 of the register. */
static void print_owner(const hd_tmem_picture *picture, const hd_tmem_owner *owner, char text[HD_PICTURE_TEXT]) {
  const hd_show *show = picture->show;
  const bool named = show->names > 1;
  int length = snprintf(text, HD_PICTURE_TEXT, "%s%" PRId32 "%s%" PRId32, named ? show->name[0] : "T", owner->thread,
                        named ? show->name[1] : "R", owner->reg);
  if (picture->packed) snprintf(text + length, HD_PICTURE_TEXT - (size_t)length, ".%d", owner->half);
}

static void print_number(bool there, int64_t number, char text[HD_PICTURE_TEXT]) {
  if (there) snprintf(text, HD_PICTURE_TEXT, "%" PRId64, number);
}

static void draw_cell(const void *context, int64_t lane, int64_t column, hd_drawn *drawn) {
  const hd_tmem_picture *picture = context;
  const hd_show plain = {.text = HD_CELL_COORDINATE};
  const int64_t cell = lane + HD_LANES * column;
  const hd_tmem_owner *owner = &picture->owner[cell];
  drawn->colour = colour_of(picture, owner, cell);
  drawn->text[0] = 0;
  switch (picture->show->text) {
    case HD_CELL_OWNER:
      if (owner->thread >= 0) print_owner(picture, owner, drawn->text);
      break;
    case HD_CELL_THREAD: print_number(owner->thread >= 0, owner->thread, drawn->text); break;
    case HD_CELL_REGISTER: print_number(owner->reg >= 0, owner->reg, drawn->text); break;
    case HD_CELL_INSTRUCTION: print_number(owner->step >= 0, owner->step, drawn->text); break;
    case HD_CELL_VALUE: print_number(owner->element >= 0, owner->element, drawn->text); break;
    case HD_CELL_COORDINATE:
      if (owner->element >= 0) hd_show_coordinate(&plain, &picture->elements, owner->element, drawn->text);
      break;
    case HD_CELL_INDEX: print_number(true, cell, drawn->text); break;
    case HD_CELL_ADDRESS: snprintf(drawn->text, sizeof drawn->text, "0x%08" PRIX64, lane << 16 | column); break;
    case HD_CELL_NONE: break;
  }
}

/* ---- what the colours say ---- */

static void make_legend(const hd_tmem_picture *picture, hd_legend *legend) {
  static const char *const modes[] = {"mode 0 of the coordinate", "mode 1 of the coordinate",
                                      "mode 2 of the coordinate", "a mode of the coordinate"};
  const int colour = picture->show->colour;
  *legend = (hd_legend){.name = "index"};
  switch (colour) {
    case HD_COLOUR_VALUE: break;
    case HD_COLOUR_THREAD: *legend = (hd_legend){.name = "thread", .count = picture->threads}; break;
    case HD_COLOUR_WARP: *legend = (hd_legend){.name = "warp", .count = (picture->threads + 31) / 32}; break;
    case HD_COLOUR_REGISTER: *legend = (hd_legend){.name = "register", .count = picture->registers}; break;
    case HD_COLOUR_INSTRUCTION: *legend = (hd_legend){.name = "instruction", .count = picture->steps}; break;
    default: legend->name = modes[colour < 3 ? colour : 3]; break;
  }
  const bool steps = colour == HD_COLOUR_INSTRUCTION || picture->show->text == HD_CELL_INSTRUCTION;
  if (!steps || picture->steps > HD_PICTURE_COLOURS) return;
  if (colour != HD_COLOUR_INSTRUCTION) return;
  for (int64_t k = 0; k < picture->steps; ++k) legend->label[k] = picture->label[k];
}

static void add_notes(const hd_tmem_picture *picture, hd_picture *whole) {
  if (picture->shared_owners > 0)
    snprintf(whole->note[whole->notes++], HD_PICTURE_NOTE, "%" PRId64 " registers hold a cell with one that is shown",
             picture->shared_owners);
  if (picture->shared_elements > 0 &&
      (picture->show->text == HD_CELL_COORDINATE || picture->show->text == HD_CELL_VALUE))
    snprintf(whole->note[whole->notes++], HD_PICTURE_NOTE,
             "of the elements in one cell, up to %" PRId64 ", the first is shown", picture->in_cell);
  if (picture->packed && picture->show->text == HD_CELL_OWNER)
    snprintf(whole->note[whole->notes++], HD_PICTURE_NOTE, "R3.1 is the upper half of register 3, bits 16 to 31");
}

void hd_show_tmem_panel(hd_tmem_picture *picture, hd_panel *panel, hd_picture *whole) {
  /* Of several slabs all lanes are there, those that nobody has too. */
  const int64_t slabs = (picture->lanes + HD_SLAB_LANES - 1) / HD_SLAB_LANES;
  const int64_t lanes = slabs > 1 ? slabs * HD_SLAB_LANES : picture->lanes;
  *panel = (hd_panel){.title = picture->title, .cell = draw_cell, .context = picture};
  panel->row = (hd_side){.count = lanes, .name = "lane", .rule = HD_SLAB_LANES, .block = {16, 32, 64}};
  panel->column = (hd_side){.count = picture->columns, .name = "column", .block = {8, 16, 32, 64, 128, 256}};
  hd_window *window = &whole->window;
  if (window->rows == 0 && picture->first_lane < lanes)
    window->row = picture->first_lane / HD_SLAB_LANES * HD_SLAB_LANES;
  if (window->columns == 0 && picture->first_column < picture->columns) window->column = picture->first_column;
  make_legend(picture, &whole->legend);
  add_notes(picture, whole);
}
