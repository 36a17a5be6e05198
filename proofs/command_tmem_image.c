/* `heddle tmem image`, `where` and `who`: a form's image, the cell of a register, the holders of a cell. */
#include "proofs/command_tmem.h"

#include "tmem/tmem.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* What the three verbs are asked. */
typedef struct request {
  const char *text, *memory, *spread;
  int64_t warp, thread, reg, half, lane, column, address, immediate, columns;
  bool has_warp, has_thread, has_reg, has_lane, has_column, has_immediate, has_address, has_half, relative_lane,
      any_lane, odd_column;
  hd_form form;
} request;

static const request nothing = {.memory = "index", .columns = HD_COLUMNS};

static bool is_split(const request *ask) { return hd_form_accesses(&ask->form) > 1; }

/* Reads the form, and the immediate where it has one. Returns 0, or the exit code after saying what is wrong. */
static int read_form(request *ask) {
  hd_error error;
  if (hd_form_parse(ask->text, strlen(ask->text), &error, &ask->form) != HD_OK) {
    return hd_tmem_refuse(error.status == HD_MALFORMED ? ask->text : NULL, &error);
  }
  if (is_split(ask) == ask->has_immediate) return 0;
  if (ask->has_immediate) return hd_complain(NULL, "16x32bx2 alone takes an --immediate");
  return hd_complain("how far the second access is on: lanes << 16 plus columns", "16x32bx2 wants an --immediate");
}

/* ---- image ---- */

static hd_status memory_of(const request *ask, hd_error *error, hd_layout *memory) {
  const int64_t extent[] = {HD_LANES, HD_COLUMNS};
  if (strcmp(ask->memory, "address") == 0) return hd_address_layout(hd_blackwell(), error, memory);
  if (strcmp(ask->memory, "index") == 0) return hd_engine(hd_blackwell(), error, memory);
  static const char *const names[] = {"lane", "col"};
  hd_layout_clear(memory);
  for (int k = 0; k < 2; k++) {
    hd_axis axis;
    if (!hd_axis_from_name(names[k], strlen(names[k]), &axis) || !hd_layout_append_leaf(memory, extent[k], 1, axis)) {
      return hd_fail(error, HD_CAPACITY, "memory", "more leaves than a layout holds");
    }
  }
  hd_layout_wrap(memory, 0);
  return HD_OK;
}

static const char *const spreads[] = {"slab", "warpgroup", "lanes", NULL};
static const char *const memories[] = {"index", "address", "cell", NULL};

/* The position of a word in a list that ends in NULL; -1 when it is not there. */
static int position_of(const char *word, const char *const *list) {
  for (int k = 0; list[k] != NULL; k++) {
    if (strcmp(word, list[k]) == 0) return k;
  }
  return -1;
}

static hd_status image_of(const request *ask, hd_error *error, hd_layout *image) {
  hd_layout memory;
  hd_status status = memory_of(ask, error, &memory);
  if (status == HD_OK && is_split(ask)) status = hd_split_memory(&memory, ask->immediate, error, &memory);
  if (status != HD_OK) return status;
  if (ask->spread == NULL) return hd_form_image(&ask->form, &memory, error, image);
  return hd_form_spread(&ask->form, (hd_spread)(position_of(ask->spread, spreads) + HD_SPREAD_SLAB), &memory, error,
                        image);
}

/* "(thread, register, half)", with what the spread puts beside them. */
static const char *coordinate_of(const request *ask, char *text, size_t capacity) {
  const int spread = ask->spread == NULL ? 0 : position_of(ask->spread, spreads) + HD_SPREAD_SLAB;
  snprintf(text, capacity, "(%s, %s%s)", spread & HD_SPREAD_WARPGROUP ? "(thread, warp)" : "thread",
           spread & HD_SPREAD_SLAB ? "(register, start)" : "register", ask->form.packed ? ", half" : "");
  return text;
}

static void print_image(const request *ask, const hd_layout *image) {
  char text[HD_TEXT_MAX], coordinate[64];
  const hd_form *form = &ask->form;
  hd_print_layout(image, text, sizeof text);
  coordinate_of(ask, coordinate, sizeof coordinate);
  hd_json *json = hd_answer_json();
  if (json != NULL) {
    hd_json_text(json, "form", ask->text);
    hd_json_text(json, "image", text);
    hd_json_text(json, "coordinate", coordinate);
    hd_json_text(json, "memory", ask->memory);
    hd_json_integer(json, "registers", hd_form_registers(form));
    hd_json_integer(json, "lanes", hd_form_lanes(form));
    hd_json_integer(json, "columns", hd_form_columns(form));
    hd_json_integer(json, "accesses", hd_form_accesses(form));
    return;
  }
  static const char *const meaning[] = {"lane + 128 * column", "lane << 16 | column", "lane, column"};
  printf("%s\n%s -> %s, relative to the address\n", text, coordinate, meaning[position_of(ask->memory, memories)]);
  printf("registers of a thread %d, lanes %d, columns %d%s\n", hd_form_registers(form), hd_form_lanes(form),
         hd_form_columns(form), is_split(ask) ? " of each of two accesses" : "");
}

int hd_tmem_image(int argc, char **argv) {
  request ask = nothing;
  hd_error error;
  hd_layout image;
  const hd_tmem_option options[] = {{"--memory", NULL, &ask.memory, NULL},
                                    {"--spread", NULL, &ask.spread, NULL},
                                    {"--immediate", &ask.immediate, NULL, &ask.has_immediate}};
  int code = hd_tmem_read(argc, argv, options, (int)(sizeof options / sizeof options[0]), &ask.text, 1);
  if (code == 0 && position_of(ask.memory, memories) < 0)
    code = hd_tmem_wanted_word("--memory index, address or cell", ask.memory);
  if (code == 0 && ask.spread != NULL && position_of(ask.spread, spreads) < 0) {
    code = hd_tmem_wanted_word("--spread slab, warpgroup or lanes", ask.spread);
  }
  if (code == 0) code = read_form(&ask);
  if (code != 0) return code;
  if (image_of(&ask, &error, &image) != HD_OK) return hd_tmem_refuse(NULL, &error);
  print_image(&ask, &image);
  return 0;
}

/* ---- where and who ---- */

enum { COMMON = 7 };

/* The options that `where` and `who` share. */
static void common_options(request *ask, hd_tmem_option option[COMMON]) {
  option[0] = (hd_tmem_option){"--address", &ask->address, NULL, &ask->has_address};
  option[1] = (hd_tmem_option){"--immediate", &ask->immediate, NULL, &ask->has_immediate};
  option[2] = (hd_tmem_option){"--columns", &ask->columns, NULL, NULL};
  option[3] = (hd_tmem_option){"--relative-lane", NULL, NULL, &ask->relative_lane};
  option[4] = (hd_tmem_option){"--any-lane", NULL, NULL, &ask->any_lane};
  option[5] = (hd_tmem_option){"--odd-column", NULL, NULL, &ask->odd_column};
  option[6] = (hd_tmem_option){"--warp", &ask->warp, NULL, &ask->has_warp};
}

/* The issue that is asked about; where no address is given, at `start` of the slab. */
static hd_status issue_of(const request *ask, int64_t warp, int64_t start, hd_error *error, hd_issue *issue) {
  hd_geometry geometry;
  hd_status status = hd_make_geometry(ask->columns, error, &geometry);
  if (status == HD_OK) status = hd_make_issue(geometry, warp, error, issue);
  if (status != HD_OK) return status;
  issue->address =
      ask->has_address ? (uint32_t)ask->address : issue->address + ((uint32_t)start << HD_ADDRESS_LANE_SHIFT);
  issue->immediate = ask->immediate;
  issue->readings = (ask->relative_lane ? HD_READ_RELATIVE_LANE : 0u) | (ask->any_lane ? HD_READ_ANY_LANE : 0u) |
                    (ask->odd_column ? HD_READ_ODD_COLUMN : 0u);
  return HD_OK;
}

/* Reads the form, and that the numbers beside it are as small as the library takes them, which checks them. */
static int read_request(request *ask) {
  const struct {
    const char *option;
    int64_t given;
  } small[] = {{"--thread", ask->thread},
               {"--register", ask->reg},
               {"--half", ask->half},
               {"--lane", ask->lane},
               {"--column", ask->column}};
  int code = read_form(ask);
  if (code == 0) code = hd_tmem_within("--address", 0, UINT32_MAX, ask->address);
  for (size_t k = 0; code == 0 && k < sizeof small / sizeof small[0]; k++) {
    code = hd_tmem_within(small[k].option, INT32_MIN, INT32_MAX, small[k].given);
  }
  return code;
}

/* Opens the list of cells or holders, where the answer is for programs. */
static void begin_list(const request *ask, const char *list) {
  hd_json *json = hd_answer_json();
  if (json == NULL) return;
  hd_json_text(json, "form", ask->text);
  hd_json_list(json, list);
}

static void print_cell(const request *ask, int half, bool named, hd_cell cell) {
  const uint32_t address = (uint32_t)cell.lane << HD_ADDRESS_LANE_SHIFT | (uint32_t)cell.column;
  hd_json *json = hd_answer_json();
  if (json != NULL) {
    hd_json_object(json, NULL);
    if (ask->form.packed) hd_json_integer(json, "half", half);
    hd_json_integer(json, "lane", cell.lane);
    hd_json_integer(json, "column", cell.column);
    hd_json_integer(json, "address", address);
    hd_json_close(json);
    return;
  }
  if (named) printf("half %d ", half);
  printf("lane %d column %d address 0x%08" PRIX32 "\n", cell.lane, cell.column, address);
}

static int print_where(const request *ask) {
  const bool all = ask->form.packed && !ask->has_half;
  hd_cell cell[2];
  hd_issue issue;
  hd_error error;
  hd_status status = issue_of(ask, ask->warp, 0, &error, &issue);
  for (int k = 0; status == HD_OK && k < (all ? 2 : 1); k++) {
    const hd_place place = {(int32_t)ask->thread, (int32_t)ask->reg, all ? k : (int32_t)ask->half};
    status = hd_issue_cell(&ask->form, &issue, place, &error, &cell[k]);
  }
  if (status != HD_OK) return hd_tmem_refuse(NULL, &error);
  begin_list(ask, "cells");
  for (int k = 0; k < (all ? 2 : 1); k++) print_cell(ask, all ? k : (int)ask->half, all, cell[k]);
  return 0;
}

int hd_tmem_where(int argc, char **argv) {
  request ask = nothing;
  hd_tmem_option options[COMMON + 3] = {{NULL, NULL, NULL, NULL}};
  common_options(&ask, options);
  options[COMMON] = (hd_tmem_option){"--thread", &ask.thread, NULL, &ask.has_thread};
  options[COMMON + 1] = (hd_tmem_option){"--register", &ask.reg, NULL, &ask.has_reg};
  options[COMMON + 2] = (hd_tmem_option){"--half", &ask.half, NULL, &ask.has_half};
  int code = hd_tmem_read(argc, argv, options, COMMON + 3, &ask.text, 1);
  if (code == 0) code = read_request(&ask);
  if (code != 0) return code;
  if (!ask.has_warp) return hd_tmem_wanted("--warp W");
  if (!ask.has_thread) return hd_tmem_wanted("--thread T");
  if (!ask.has_reg) return hd_tmem_wanted("--register R");
  return print_where(&ask);
}

static void print_holder(const request *ask, int64_t warp, hd_place place) {
  hd_json *json = hd_answer_json();
  if (json != NULL) {
    hd_json_object(json, NULL);
    hd_json_integer(json, "warp", warp);
    hd_json_integer(json, "thread", place.thread);
    hd_json_integer(json, "register", place.reg);
    if (ask->form.packed) hd_json_integer(json, "half", place.half);
    hd_json_close(json);
    return;
  }
  printf("warp %" PRId64 " thread %d register %d", warp, place.thread, place.reg);
  if (ask->form.packed) printf(" half %d", place.half);
  putchar('\n');
}

static int print_who(const request *ask) {
  const int64_t warp = ask->has_warp ? ask->warp : ask->lane / HD_SLAB_LANES;
  const int64_t lanes = hd_form_lanes(&ask->form), start = ask->lane % HD_SLAB_LANES / lanes * lanes;
  const hd_cell cell = {(int32_t)ask->lane, (int32_t)ask->column};
  hd_place holder[HD_HOLDERS_MAX];
  hd_issue issue;
  hd_error error;
  uint32_t address;
  int count = 0;
  hd_status status = issue_of(ask, warp, start, &error, &issue);
  if (status == HD_OK) status = hd_tmem_encode(issue.geometry, cell, &error, &address);
  if (status == HD_OK) status = hd_issue_holders(&ask->form, &issue, cell, &error, holder, &count);
  if (status != HD_OK) return hd_tmem_refuse(NULL, &error);
  hd_json *json = hd_answer_json();
  begin_list(ask, "holders");
  for (int k = 0; k < count; k++) print_holder(ask, warp, holder[k]);
  if (json == NULL) {
    printf("of an instruction at address 0x%08" PRIX32 "\n", issue.address);
    return 0;
  }
  hd_json_close(json);
  hd_json_integer(json, "address", issue.address);
  return 0;
}

int hd_tmem_who(int argc, char **argv) {
  request ask = nothing;
  hd_tmem_option options[COMMON + 2] = {{NULL, NULL, NULL, NULL}};
  common_options(&ask, options);
  options[COMMON] = (hd_tmem_option){"--lane", &ask.lane, NULL, &ask.has_lane};
  options[COMMON + 1] = (hd_tmem_option){"--column", &ask.column, NULL, &ask.has_column};
  int code = hd_tmem_read(argc, argv, options, COMMON + 2, &ask.text, 1);
  if (code == 0) code = read_request(&ask);
  if (code != 0) return code;
  if (!ask.has_lane) return hd_tmem_wanted("--lane L");
  if (!ask.has_column) return hd_tmem_wanted("--column C");
  return print_who(&ask);
}
