/* `heddle tmem datapath`: where accumulators, A operands and scale factors of tcgen05.mma lie; and which element lies
 * where, of these and of any layout of cells. */
#include "proofs/command_tmem.h"

#include "proofs/within.h"
#include "tmem/tmem.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct request {
  const char *what, *at, *cell, *scale;
  int64_t m, n, group, k, bits, address, vector, id, factors, columns;
  bool ws, sparse, operand, metadata, table, has_m, has_address, has_k, has_bits, has_factors;
  hd_geometry geometry;
} request;

/* What is asked about: elements of a layout, `units` of them in a cell. */
typedef struct subject {
  const char *name; /* the letter; "layout" */
  hd_layout layout;
  int64_t units;
} subject;

/* ---- all datapaths ---- */

static const struct {
  int kind;
  const char *text;
} kinds[] = {{HD_DENSE, "dense"}, {HD_SPARSE, "sparse"}, {HD_DENSE_WS, "dense .ws"}, {HD_SPARSE_WS, "sparse .ws"}};

/* The kinds of instruction that take a datapath, as words. */
static const char *kinds_of(hd_datapath_id id, char *text, size_t capacity) {
  size_t length = 0;
  text[0] = '\0';
  for (int k = 0; k < 4; k++) {
    hd_datapath_id found;
    const hd_mma mma = {.m = hd_datapath_m(id),
                        .n = 64,
                        .group = hd_datapath_group(id),
                        .ws = kinds[k].kind >= HD_DENSE_WS,
                        .sparse = kinds[k].kind == HD_SPARSE || kinds[k].kind == HD_SPARSE_WS};
    if (hd_datapath_of(&mma, NULL, &found) != HD_OK || found != id) continue;
    length += (size_t)snprintf(text + length, capacity - length, "%s%s", length > 0 ? ", " : "", kinds[k].text);
  }
  return text;
}

static void answer_datapath(hd_json *json, hd_datapath_id id, const char *kind, const char *image) {
  hd_json_object(json, NULL);
  hd_json_text(json, "letter", hd_datapath_letter(id));
  hd_json_integer(json, "m", hd_datapath_m(id));
  hd_json_integer(json, "group", hd_datapath_group(id));
  hd_json_text(json, "kinds", kind);
  hd_json_integer(json, "starts", hd_datapath_starts(id));
  hd_json_integer(json, "n", 64);
  hd_json_text(json, "image", image);
  hd_json_close(json);
}

static int print_all(const request *ask) {
  char kind[64], image[HD_TEXT_MAX];
  hd_layout engine, layout;
  hd_error error;
  if (hd_engine(ask->geometry, &error, &engine) != HD_OK) return hd_tmem_refuse(NULL, &error);
  hd_json *json = hd_answer_json();
  if (json != NULL) hd_json_list(json, "datapaths");
  for (int k = 0; k < HD_DATAPATHS; k++) {
    const hd_datapath_id id = (hd_datapath_id)k;
    if (hd_datapath_accumulator(id, 64, &engine, &error, &layout) != HD_OK) return hd_tmem_refuse(NULL, &error);
    hd_print_layout(&layout, image, sizeof image);
    kinds_of(id, kind, sizeof kind);
    if (json != NULL) answer_datapath(json, id, kind, image);
    else
      printf("%s  M = %-3d .cta_group::%d  base lane %-7s  N = 64: %-28s  %s\n", hd_datapath_letter(id),
             hd_datapath_m(id), hd_datapath_group(id), hd_datapath_starts(id) == 2 ? "0 or 16" : "0", image, kind);
  }
  return 0;
}

/* ---- what is asked about ---- */

static bool is_letter(const char *text) { return text != NULL && strlen(text) == 1 && *text >= 'A' && *text <= 'Z'; }

hd_status hd_tmem_datapath_n(hd_datapath_id id, int64_t n, hd_error *error) {
  bool asked = false;
  for (int k = 0; k < 4; k++) {
    hd_datapath_id same;
    hd_error other;
    hd_mma mma = {.m = hd_datapath_m(id),
                  .n = 64,
                  .group = hd_datapath_group(id),
                  .ws = kinds[k].kind >= HD_DENSE_WS,
                  .sparse = kinds[k].kind == HD_SPARSE || kinds[k].kind == HD_SPARSE_WS};
    if (hd_datapath_of(&mma, NULL, &same) != HD_OK || same != id) continue;
    mma.n = (int32_t)n;
    if (hd_datapath_of(&mma, &other, &same) == HD_OK) return HD_OK;
    if (!asked) *error = other;
    asked = true;
  }
  return error->status;
}

/* The datapath by letter, or by the instruction. */
static hd_status find_datapath(const request *ask, hd_error *error, hd_datapath_id *id) {
  const hd_mma mma = {
      .m = (int32_t)ask->m, .n = (int32_t)ask->n, .group = (int32_t)ask->group, .ws = ask->ws, .sparse = ask->sparse};
  if (is_letter(ask->what)) {
    const hd_status found = hd_datapath_find(*ask->what, error, id);
    return found == HD_OK && !ask->operand ? hd_tmem_datapath_n(*id, ask->n, error) : found;
  }
  const hd_status status = hd_datapath_of(&mma, error, id);
  if (status != HD_OK || !ask->has_address) return status;
  return hd_datapath_check(ask->geometry, &mma, (uint32_t)ask->address, error);
}

static hd_status make_subject(const request *ask, hd_error *error, subject *result) {
  hd_layout engine;
  hd_datapath_id id;
  hd_status status = find_datapath(ask, error, &id);
  if (status == HD_OK) status = hd_engine(ask->geometry, error, &engine);
  if (status != HD_OK) return status;
  result->name = hd_datapath_letter(id);
  result->units = ask->operand ? HD_CELL_BITS / ask->bits : 1;
  return ask->operand ? hd_datapath_operand(id, ask->bits, ask->k, &engine, error, &result->layout)
                      : hd_datapath_accumulator(id, ask->n, &engine, error, &result->layout);
}

/* What this does not answer, by name. */
static hd_status check_modelled(const request *ask, hd_error *error) {
  if (ask->metadata) {
    return hd_fail(error, HD_UNDEFINED, "datapath", "the metadata of sparse operands is not modelled");
  }
  if (ask->scale != NULL && ask->k == 96) {
    return hd_fail(error, HD_UNDEFINED, "datapath", "K = 96 is not modelled: its scale factors straddle cells");
  }
  if (ask->operand && ask->bits != 4 && ask->bits != 8 && ask->bits != 16 && ask->bits != 32) {
    hd_fail(error, HD_RANGE, "datapath", "elements of A have 4, 8, 16 or 32 bits, not {0}");
    error->number[0] = ask->bits;
    return HD_RANGE;
  }
  return HD_OK;
}

static void print_byte(const int64_t on[3]) {
  hd_json *json = hd_answer_json();
  if (json == NULL) {
    printf("lane %" PRId64 " column %" PRId64 " byte %" PRId64 "\n", on[0], on[1], on[2]);
    return;
  }
  hd_json_object(json, NULL);
  hd_json_integer(json, "lane", on[0]);
  hd_json_integer(json, "column", on[1]);
  hd_json_integer(json, "byte", on[2]);
  hd_json_close(json);
}

/* The places of one factor, a line each. */
static int print_factor(const request *ask, const hd_placement *placement, int64_t factors) {
  static const char *const names[] = {"TLane", "TCol", "Byte"};
  int64_t pair[2], place[8 * 3];
  const int64_t rows = hd_placement_size(placement) / factors;
  hd_axis axes[HD_MAX_LEAVES], axis;
  hd_tuple element;
  hd_error error;
  int count = 0;
  const int code = hd_tmem_pair(ask->at, pair);
  if (code != 0) return code;
  if (pair[0] < 0 || pair[0] >= rows || pair[1] < 0 || pair[1] >= factors) {
    hd_fail(&error, HD_RANGE, "datapath", "there is no factor {1} of row {0}: rows are 0 to {2}, factors 0 to {3}");
    memcpy(error.number, (int64_t[]){pair[0], pair[1], rows - 1, factors - 1}, 4 * sizeof(int64_t));
    return hd_tmem_refuse(NULL, &error);
  }
  hd_tuple_scalar(&element, pair[0] + rows * pair[1]);
  const hd_status status = hd_placement_places(placement, &element, NULL, 8, &error, place, &count);
  if (status != HD_OK) return hd_tmem_refuse(NULL, &error);
  const int stride = hd_placement_axes(placement, axes);
  if (hd_answer_json() != NULL) hd_json_list(hd_answer_json(), "places");
  for (int k = 0; k < count; k++) {
    int64_t on[3] = {0, 0, 0};
    for (int a = 0; a < 3; a++) {
      hd_axis_from_name(names[a], strlen(names[a]), &axis);
      for (int j = 0; j < stride; j++) on[a] = axes[j] == axis ? place[k * stride + j] : on[a];
    }
    print_byte(on);
  }
  return 0;
}

static int print_scale(const request *ask) {
  char text[HD_TEXT_MAX];
  hd_placement placement;
  hd_error error;
  const hd_mma mma = {
      .m = (int32_t)ask->m, .n = (int32_t)ask->n, .group = (int32_t)ask->group, .ws = ask->ws, .sparse = ask->sparse};
  const bool a = strcmp(ask->scale, "a") == 0;
  if (!a && strcmp(ask->scale, "b") != 0) return hd_tmem_wanted_word("--scale a or b", ask->scale);
  if (!ask->has_m) return hd_tmem_wanted("--m M, of the instruction,");
  const int64_t factors = ask->factors == 0 ? ask->vector : ask->factors;
  if (hd_scale_factors(&mma, a ? HD_SCALE_A : HD_SCALE_B, ask->vector, ask->id, factors, &error, &placement) != HD_OK) {
    return hd_tmem_refuse(NULL, &error);
  }
  if (ask->cell != NULL) return hd_tmem_wanted("--at (row,factor), not --cell, with --scale,");
  if (ask->at != NULL) return print_factor(ask, &placement, factors);
  hd_print_placement(&placement, text, sizeof text);
  if (hd_answer_json() != NULL) {
    hd_json_text(hd_answer_json(), "placement", text);
  } else {
    printf("%s\n(%s, factor along K) -> lanes, column and byte\n", text, a ? "row of A" : "column of B");
  }
  return 0;
}

/* ---- elements ---- */

static void answer_element(hd_json *json, const char *text, hd_cell cell, int64_t unit, uint32_t address) {
  hd_json_object(json, NULL);
  hd_json_text(json, "element", text);
  hd_json_integer(json, "lane", cell.lane);
  hd_json_integer(json, "column", cell.column);
  hd_json_integer(json, "unit", unit);
  hd_json_integer(json, "address", address);
  hd_json_close(json);
}

/* One element as numbers: its index in the layout, and where it lies. */
static int print_element(const request *ask, const subject *on, int64_t index, hd_error *error) {
  int64_t value = 0;
  hd_tuple shape, whole, coordinate;
  hd_cell cell;
  uint32_t address = 0;
  char text[HD_TEXT_MAX];
  hd_shape(&on->layout, &shape);
  hd_tuple_scalar(&whole, index);
  hd_status status = hd_idx2crd(&whole, &shape, error, &coordinate);
  if (status == HD_OK) status = hd_evaluate_index(&on->layout, index, error, &value);
  if (status == HD_OK) status = hd_tmem_cell_at(ask->geometry, value / on->units, error, &cell);
  if (status == HD_OK && ask->has_address) {
    status = hd_tmem_offset(ask->geometry, (uint32_t)ask->address, value / on->units, error, &address);
    if (status == HD_OK) status = hd_tmem_decode(ask->geometry, address, error, &cell);
  } else if (status == HD_OK) {
    status = hd_tmem_encode(ask->geometry, cell, error, &address);
  }
  if (status != HD_OK) return hd_tmem_refuse(NULL, error);
  hd_print_tuple(&coordinate, text, sizeof text);
  const int64_t unit = value % on->units;
  if (hd_answer_json() != NULL) {
    answer_element(hd_answer_json(), text, cell, unit, address);
    return 0;
  }
  if (ask->at == NULL) printf("%s  ", text);
  printf("lane %d column %d ", cell.lane, cell.column);
  if (on->units > 1) printf("unit %" PRId64 " ", unit);
  printf("address 0x%08" PRIX32 "\n", address);
  return 0;
}

static int print_at(const request *ask, const subject *on) {
  hd_value value;
  hd_error error;
  hd_tuple shape;
  int64_t index = 0;
  const int code = hd_tmem_value(ask->at, &value);
  if (code != 0) return code;
  if (value.kind != HD_KIND_TUPLE) return hd_tmem_wanted_word("a coordinate behind --at", ask->at);
  /* Of an operand (row, k) is its first copy. */
  if (ask->operand && hd_rank(&value.as.tuple.profile) == 2 && value.as.tuple.profile.leaves == 2) {
    hd_tuple_flat(&value.as.tuple, 3, (int64_t[]){value.as.tuple.value[0], value.as.tuple.value[1], 0});
  }
  hd_shape(&on->layout, &shape);
  hd_status status = HD_OK;
  if (!hd_is_within(&on->layout, &value.as.tuple)) {
    status = hd_fail(&error, HD_RANGE, "datapath", "there is no element {c}: the shape is {d}");
    error.has_coordinate = error.has_other = true;
    hd_tuple_copy(&error.coordinate, &value.as.tuple);
    hd_tuple_copy(&error.other, &shape);
  }
  if (status == HD_OK) status = hd_crd2idx(&value.as.tuple, &shape, &error, &index);
  if (status != HD_OK) return hd_tmem_refuse(NULL, &error);
  if (hd_answer_json() != NULL) hd_json_list(hd_answer_json(), "elements");
  return print_element(ask, on, index, &error);
}

enum { ELEMENTS_MAX = 1 << 20 };

/* Every element, or those in one cell, counted from the base. */
static int print_elements(const request *ask, const subject *on, int64_t cell, bool all) {
  hd_error error;
  bool any = false;
  const int64_t size = hd_size(&on->layout);
  if (size > ELEMENTS_MAX) {
    hd_fail(&error, HD_CAPACITY, "datapath", "there are {0} elements, and at most {1} are listed");
    error.number[0] = size;
    error.number[1] = ELEMENTS_MAX;
    return hd_tmem_refuse(NULL, &error);
  }
  if (hd_answer_json() != NULL) hd_json_list(hd_answer_json(), "elements");
  for (int64_t k = 0; k < size; k++) {
    int64_t value = 0;
    if (!all && (hd_evaluate_index(&on->layout, k, NULL, &value) != HD_OK || value / on->units != cell)) continue;
    const int code = print_element(ask, on, k, &error);
    if (code != 0) return code;
    any = true;
  }
  if (!any && hd_answer_json() == NULL) puts("no element lies there");
  return any ? 0 : 1;
}

static int print_cell(const request *ask, const subject *on) {
  int64_t pair[2], from = 0, cell;
  hd_error error;
  const int code = hd_tmem_pair(ask->cell, pair);
  if (code != 0) return code;
  hd_status status = HD_RANGE;
  if (pair[0] < 0 || pair[0] >= HD_LANES || pair[1] < 0 || pair[1] >= ask->geometry.columns) {
    hd_fail(&error, status, "datapath", "there is no cell ({0},{1}): lanes are 0 to {2}, columns 0 to {3}");
    memcpy(error.number, (int64_t[]){pair[0], pair[1], HD_LANES - 1, ask->geometry.columns - 1}, 4 * sizeof(int64_t));
  } else {
    status = hd_tmem_index(ask->geometry, (hd_cell){(int32_t)pair[0], (int32_t)pair[1]}, &error, &cell);
  }
  if (status == HD_OK && ask->has_address) {
    status = hd_tmem_address_to_index(ask->geometry, (uint32_t)ask->address, &error, &from);
  }
  return status == HD_OK ? print_elements(ask, on, cell - from, false) : hd_tmem_refuse(NULL, &error);
}

/* ---- the image ---- */

/* That a layout of cells lies in memory, and what it takes of it. */
static int print_layout(const request *ask, const subject *on) {
  char text[HD_TEXT_MAX];
  hd_error error;
  int64_t cosize;
  bool injective = false;
  hd_cell last;
  hd_status status = hd_cosize(&on->layout, &error, &cosize);
  if (status == HD_OK) status = hd_tmem_cell_at(ask->geometry, (cosize - 1) / on->units, &error, &last);
  if (status == HD_OK) status = hd_is_injective(&on->layout, &error, &injective);
  if (status != HD_OK) return hd_tmem_refuse(NULL, &error);
  hd_print_layout(&on->layout, text, sizeof text);
  hd_json *json = hd_answer_json();
  if (json != NULL) {
    hd_json_text(json, "name", on->name);
    hd_json_text(json, "image", text);
    hd_json_integer(json, "units", on->units);
    hd_json_integer(json, "columns", last.column + 1);
    hd_json_boolean(json, "injective", injective);
    return 0;
  }
  printf("%s%s%s\n", on->name, *on->name != '\0' ? " " : "", text);
  if (on->units == 1) printf("element -> lane + 128 * column, relative to the base; ");
  else printf("element -> unit, %" PRId64 " of them in a cell, relative to the base; ", on->units);
  printf("%d columns, %s\n", last.column + 1, injective ? "each cell once" : "some cells more than once");
  return 0;
}

static int answer(const request *ask) {
  hd_error error;
  subject on = {.name = "", .units = 1};
  if (check_modelled(ask, &error) != HD_OK) return hd_tmem_refuse(NULL, &error);
  if (ask->scale != NULL) return print_scale(ask);
  if (ask->what == NULL && !ask->has_m) return print_all(ask);
  if (ask->what != NULL && !is_letter(ask->what)) {
    const int code = hd_tmem_cells(ask->what, ask->geometry, &on.layout, NULL);
    if (code != 0) return code;
  } else if (make_subject(ask, &error, &on) != HD_OK) {
    return hd_tmem_refuse(NULL, &error);
  }
  if (ask->at != NULL) return print_at(ask, &on);
  if (ask->cell != NULL) return print_cell(ask, &on);
  return ask->table ? print_elements(ask, &on, 0, true) : print_layout(ask, &on);
}

/* That what an option speaks of is asked for: where it is not, the option would count for nothing. */
static int check_belongs(const request *ask) {
  if (ask->has_bits && !ask->operand) return hd_tmem_wanted("--operand, whose elements --bits is of,");
  if (ask->has_factors && ask->scale == NULL)
    return hd_tmem_wanted("--scale, of whose factors --vector, --id and --factors speak,");
  if (ask->has_k && !ask->operand && ask->scale == NULL)
    return hd_tmem_wanted("--operand or --scale, whose rows --k is of,");
  return 0;
}

int hd_tmem_datapath(int argc, char **argv) {
  request ask = {.n = 128, .group = 1, .k = 64, .bits = 16, .vector = 1, .columns = HD_COLUMNS};
  hd_error error;
  int found;
  const hd_tmem_option options[] = {{"--m", &ask.m, NULL, &ask.has_m},
                                    {"--n", &ask.n, NULL, NULL},
                                    {"--group", &ask.group, NULL, NULL},
                                    {"--ws", NULL, NULL, &ask.ws},
                                    {"--sparse", NULL, NULL, &ask.sparse},
                                    {"--operand", NULL, NULL, &ask.operand},
                                    {"--k", &ask.k, NULL, &ask.has_k},
                                    {"--bits", &ask.bits, NULL, &ask.has_bits},
                                    {"--scale", NULL, &ask.scale, NULL},
                                    {"--vector", &ask.vector, NULL, &ask.has_factors},
                                    {"--id", &ask.id, NULL, &ask.has_factors},
                                    {"--factors", &ask.factors, NULL, &ask.has_factors},
                                    {"--metadata", NULL, NULL, &ask.metadata},
                                    {"--address", &ask.address, NULL, &ask.has_address},
                                    {"--at", NULL, &ask.at, NULL},
                                    {"--cell", NULL, &ask.cell, NULL},
                                    {"--table", NULL, NULL, &ask.table},
                                    {"--columns", &ask.columns, NULL, NULL}};
  int code = hd_tmem_read_some(argc, argv, options, (int)(sizeof options / sizeof options[0]), &ask.what, 0, 1, &found);
  if (code != 0) return code;
  if (hd_make_geometry(ask.columns, &error, &ask.geometry) != HD_OK) return hd_tmem_refuse(NULL, &error);
  code = check_belongs(&ask);
  if (code == 0) code = hd_tmem_within("--m", 0, INT16_MAX, ask.m);
  if (code == 0) code = hd_tmem_within("--n", 0, INT16_MAX, ask.n);
  if (code == 0) code = hd_tmem_within("--group", 0, INT16_MAX, ask.group);
  return code != 0 ? code : answer(&ask);
}
