/* `heddle show tmem image`, `datapath` and `plan`: the words of the verbs of `heddle tmem`, read into a picture. */
#include "proofs/show_tmem.h"

#include "proofs/plan_ask.h"
#include "tmem/tmem.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- what was asked ---- */

/* Appends to a text behind a blank. */
static void append(char *text, size_t capacity, const char *word) {
  const size_t used = strlen(text);
  snprintf(text + used, capacity - used, "%s%s", used > 0 ? " " : "", word);
}

/* The input as one argument: what the verb is about first, so that no option's value runs into it. */
static void write_down(hd_tmem_picture *picture, const char *verb, const char *subject, char *const *word, int words) {
  char *text = picture->input;
  snprintf(text, sizeof picture->input, "tmem %s", verb);
  if (subject != NULL) append(text, sizeof picture->input, subject);
  for (int k = 1; k < words; ++k) {
    if (word[k] == subject) continue;
    if (k + 1 < words && word[k + 1] == subject) continue; /* the option that said it */
    append(text, sizeof picture->input, word[k]);
  }
}

/* ---- images ---- */

typedef struct image_request {
  const char *text, *spread;
  int64_t warp, address, immediate;
  bool has_warp, has_address, has_immediate, relative_lane, any_lane, odd_column;
} image_request;

/* What a copy fills or a shift moves: no thread has a part in it. */
static hd_status read_copy(hd_tmem_picture *picture, const image_request *ask, hd_error *error) {
  hd_opcode opcode;
  hd_copy_id id;
  hd_layout engine, image;
  const char *name = ask->text;
  const uint32_t address = (uint32_t)ask->address;
  hd_status status = hd_engine(picture->geometry, error, &engine);
  if (status != HD_OK) return status;
  const bool spelled = hd_opcode_parse(name, strlen(name), NULL, &opcode) == HD_OK;
  if (spelled && opcode.id == HD_SHIFT) {
    status = hd_shift_check(picture->geometry, address, error);
    if (status == HD_OK) status = hd_shift_image(&engine, error, &image);
    name = "(lane of a slab, slab, column)";
  } else {
    for (int k = 0; spelled && k < HD_COPIES; ++k)
      if (strstr(ask->text, hd_copy_name((hd_copy_id)k)) != NULL) name = hd_copy_name((hd_copy_id)k);
    status = hd_copy_find(name, strlen(name), error, &id);
    if (status == HD_OK) status = hd_copy_check(picture->geometry, id, address, error);
    if (status == HD_OK) status = hd_copy_image(id, &engine, error, &image);
    name = "(source row, word, copy)";
  }
  if (status != HD_OK) return status;
  snprintf(picture->title, sizeof picture->title, "%s -> lane + 128 * column: ", name);
  hd_print_layout(&image, picture->title + strlen(picture->title), HD_TEXT_MAX);
  return hd_show_tmem_elements(picture, &image, 1,
                               opcode.id == HD_SHIFT && spelled ? address % HD_ADDRESS_LANE : address, error);
}

/* The instructions of a spread, one at each start, and the layout that they have together. */
static hd_status read_form(hd_tmem_picture *picture, const image_request *ask, const hd_form *form, hd_error *error) {
  static const char *const spreads[] = {"slab", "warpgroup", "lanes"};
  const unsigned readings = (ask->relative_lane ? HD_READ_RELATIVE_LANE : 0u) |
                            (ask->any_lane ? HD_READ_ANY_LANE : 0u) | (ask->odd_column ? HD_READ_ODD_COLUMN : 0u);
  hd_layout memory, image;
  int spread = 0;
  for (int k = 0; ask->spread != NULL && k < 3; ++k) spread = strcmp(ask->spread, spreads[k]) == 0 ? k + 1 : spread;
  const int warps = spread & HD_SPREAD_WARPGROUP ? 4 : 1;
  const int starts = spread & HD_SPREAD_SLAB ? HD_SLAB_LANES / hd_form_lanes(form) : 1;
  hd_status status = hd_engine(picture->geometry, error, &memory);
  if (status == HD_OK && hd_form_accesses(form) > 1) status = hd_split_memory(&memory, ask->immediate, error, &memory);
  if (status == HD_OK)
    status = spread == 0 ? hd_form_image(form, &memory, error, &image)
                         : hd_form_spread(form, (hd_spread)spread, &memory, error, &image);
  for (int k = 0; status == HD_OK && k < starts; ++k) {
    hd_plan_step step = {.form = *form, .immediate = ask->immediate, .first = k * hd_form_registers(form)};
    for (int w = 0; w < warps; ++w)
      step.address[w] =
          (uint32_t)ask->address + ((uint32_t)(HD_SLAB_LANES * w + hd_form_lanes(form) * k) << HD_ADDRESS_LANE_SHIFT);
    status = hd_show_tmem_step(picture, &step, warps, (int)ask->warp, readings, error);
  }
  if (status != HD_OK) return status;
  snprintf(picture->title, sizeof picture->title,
           "(thread, register%s) -> lane + 128 * column: ", form->packed ? ", half" : "");
  hd_print_layout(&image, picture->title + strlen(picture->title), HD_TEXT_MAX);
  return hd_show_tmem_elements(picture, &image, 1, (uint32_t)ask->address, error);
}

static int check_image(image_request *ask, const hd_form *form) {
  const bool split = form != NULL && hd_form_accesses(form) > 1;
  if (split != ask->has_immediate)
    return hd_tmem_wanted(split ? "an --immediate, how far the second access is on,"
                                : "16x32bx2, which alone takes an --immediate,");
  int code = hd_tmem_within("--warp", 0, INT16_MAX, ask->warp);
  if (code == 0) code = hd_tmem_within("--address", 0, UINT32_MAX, ask->address);
  if (code != 0) return code;
  if (ask->spread != NULL && strcmp(ask->spread, "slab") != 0 && strcmp(ask->spread, "warpgroup") != 0 &&
      strcmp(ask->spread, "lanes") != 0)
    return hd_tmem_wanted_word("--spread slab, warpgroup or lanes", ask->spread);
  if (!ask->has_warp && ask->has_address)
    ask->warp = (ask->address >> HD_ADDRESS_LANE_SHIFT) % HD_LANES / HD_SLAB_LANES;
  if (!ask->has_address) ask->address = ask->warp % 4 * HD_SLAB_LANES * HD_ADDRESS_LANE;
  return 0;
}

/* Whether a text names what tcgen05.cp or .shift move, and no form. */
static bool is_copy(const char *text) {
  hd_opcode opcode;
  hd_copy_id id;
  if (hd_copy_find(text, strlen(text), NULL, &id) == HD_OK) return true;
  return hd_opcode_parse(text, strlen(text), NULL, &opcode) == HD_OK && (opcode.id == HD_CP || opcode.id == HD_SHIFT);
}

static int read_image(int argc, char **argv, hd_show *show, hd_tmem_picture *picture) {
  image_request ask = {.text = NULL};
  char *word[HD_WORDS];
  hd_error error;
  hd_form form;
  int words;
  const hd_tmem_option options[] = {{"--spread", NULL, &ask.spread, NULL},
                                    {"--immediate", &ask.immediate, NULL, &ask.has_immediate},
                                    {"--warp", &ask.warp, NULL, &ask.has_warp},
                                    {"--address", &ask.address, NULL, &ask.has_address},
                                    {"--relative-lane", NULL, NULL, &ask.relative_lane},
                                    {"--any-lane", NULL, NULL, &ask.any_lane},
                                    {"--odd-column", NULL, NULL, &ask.odd_column}};
  if (!hd_words(argc, argv, &words, word)) return 2;
  int code = hd_tmem_read(words, word, options, (int)(sizeof options / sizeof options[0]), &ask.text, 1);
  if (code != 0) return code;
  write_down(picture, "image", ask.text, word, words);
  const bool copy = is_copy(ask.text);
  if (!copy && hd_form_parse(ask.text, strlen(ask.text), &error, &form) != HD_OK)
    return hd_tmem_refuse(error.status == HD_MALFORMED ? ask.text : NULL, &error);
  code = check_image(&ask, copy ? NULL : &form);
  if (code != 0) return code;
  if (copy && show->text == HD_CELL_OWNER) show->text = HD_CELL_COORDINATE;
  if (copy && show->colour <= HD_COLOUR_THREAD) show->colour = 0;
  const hd_status status = copy ? read_copy(picture, &ask, &error) : read_form(picture, &ask, &form, &error);
  return status == HD_OK ? 0 : hd_tmem_refuse(NULL, &error);
}

/* ---- datapaths and plans ---- */

typedef struct plan_request {
  hd_plan_ask ask;
  hd_plan_outcome out;
  const char *scale;
  int64_t vector, id, factors;
} plan_request;

static hd_status fill_plan(hd_tmem_picture *picture, const plan_request *on, hd_error *error) {
  const unsigned readings = (on->ask.relative_lane ? HD_READ_RELATIVE_LANE : 0u) |
                            (on->ask.any_lane ? HD_READ_ANY_LANE : 0u) | (on->ask.odd_column ? HD_READ_ODD_COLUMN : 0u);
  hd_status status = HD_OK;
  for (int32_t s = 0; status == HD_OK && s < on->out.plan.steps; ++s)
    status = hd_show_tmem_step(picture, &on->out.plan.step[s], (int)on->ask.warps, (int)on->ask.warp, readings, error);
  return status;
}

/* The plan's owners, and what it is for a title. */
static int add_plan(hd_tmem_picture *picture, plan_request *on, bool titled) {
  hd_error error;
  hd_plan_ask_all(&on->ask, &on->out);
  if (on->out.shape < 0) return hd_plan_ask_refuse(stderr, &on->ask, &on->out);
  if (titled) {
    snprintf(picture->title, sizeof picture->title,
             "%" PRId32 " instruction%s, (thread, value) -> %s: ", on->out.plan.steps, hd_plural(on->out.plan.steps),
             on->ask.bits < 32 && !on->ask.single ? "element" : "cell");
    hd_print_layout(&on->out.asked.cells, picture->title + strlen(picture->title), HD_TEXT_MAX);
  }
  return fill_plan(picture, on, &error) == HD_OK ? 0 : hd_tmem_refuse(NULL, &error);
}

static int add_elements(hd_tmem_picture *picture, const hd_plan_ask *ask) {
  hd_error error;
  const int64_t in_cell = ask->bits < HD_CELL_BITS && !ask->single ? HD_CELL_BITS / ask->bits : 1;
  const hd_status status = hd_show_tmem_elements(picture, &ask->where, in_cell, (uint32_t)ask->address, &error);
  return status == HD_OK ? 0 : hd_tmem_refuse(NULL, &error);
}

static int read_plan(int argc, char **argv, hd_tmem_picture *picture) {
  static plan_request on;
  const hd_tmem_option none[1] = {{NULL, NULL, NULL, NULL}};
  int code = hd_plan_ask_read(argc, argv, none, 0, &on.ask);
  if (code != 0) return code;
  write_down(picture, "plan", on.ask.piece, on.ask.word, on.ask.words);
  code = add_elements(picture, &on.ask);
  return code == 0 ? add_plan(picture, &on, true) : code;
}

static int add_factors(hd_tmem_picture *picture, const plan_request *on) {
  hd_error error;
  hd_placement placement;
  const hd_plan_ask *ask = &on->ask;
  const hd_mma mma = {
      .m = (int32_t)ask->m, .n = (int32_t)ask->n, .group = (int32_t)ask->group, .ws = ask->ws, .sparse = ask->sparse};
  const bool a = strcmp(on->scale, "a") == 0;
  const int64_t factors = on->factors == 0 ? on->vector : on->factors;
  if (!a && strcmp(on->scale, "b") != 0) return hd_tmem_wanted_word("--scale a or b", on->scale);
  if (!ask->has_m) return hd_tmem_wanted("--m M, of the instruction,");
  hd_status status =
      hd_scale_factors(&mma, a ? HD_SCALE_A : HD_SCALE_B, on->vector, on->id, factors, &error, &placement);
  if (status == HD_OK) {
    snprintf(picture->title, sizeof picture->title,
             "(%s, factor along K) -> lane, column and byte: ", a ? "row of A" : "column of B");
    hd_print_placement(&placement, picture->title + strlen(picture->title), HD_TEXT_MAX);
    status = hd_show_tmem_factors(picture, &placement, factors, &error);
  }
  return status == HD_OK ? 0 : hd_tmem_refuse(NULL, &error);
}

/* The letter, whether or not it was given as one, and that it has this N. */
static int title_datapath(hd_tmem_picture *picture, const hd_plan_ask *ask) {
  hd_error error;
  hd_datapath_id id;
  const hd_mma mma = {
      .m = (int32_t)ask->m, .n = (int32_t)ask->n, .group = (int32_t)ask->group, .ws = ask->ws, .sparse = ask->sparse};
  hd_status status = HD_OK;
  if (ask->datapath != NULL) {
    status = hd_datapath_find(*ask->datapath, &error, &id);
    if (status == HD_OK && !ask->operand) status = hd_tmem_datapath_n(id, ask->n, &error);
  } else if (ask->has_m) {
    status = hd_datapath_of(&mma, &error, &id);
    if (status == HD_OK) status = hd_datapath_check(ask->geometry, &mma, (uint32_t)ask->address, &error);
  }
  if (status != HD_OK) return hd_tmem_refuse(NULL, &error);
  if (ask->piece == NULL)
    snprintf(picture->title, sizeof picture->title, "datapath %s, %s: ", hd_datapath_letter(id),
             ask->operand ? "(row, k, copy) of A" : "(row, column)");
  hd_print_layout(&ask->where, picture->title + strlen(picture->title), HD_TEXT_MAX);
  return 0;
}

/* `datapath D ..` as a plan is told it: --datapath D, and elements of A of 16 bits where nothing else is said. */
static int as_plan(int argc, char **argv, char *word[HD_WORDS]) {
  static char bits[] = "--bits", sixteen[] = "16", datapath[] = "--datapath", letter[2];
  int count = 0;
  word[count++] = argv[0];
  for (int k = 1; k < argc; ++k) {
    if (strstr(argv[k], "--operand") == NULL) continue;
    word[count++] = bits;
    word[count++] = sixteen;
    break;
  }
  for (int k = 1; k < argc && count < HD_WORDS - 2; ++k) {
    const bool named = k == 1 && argv[k][0] >= 'A' && argv[k][0] <= 'Z' && (argv[k][1] == 0 || argv[k][1] == ' ');
    if (named) {
      letter[0] = argv[k][0];
      word[count++] = datapath;
      word[count++] = letter;
    }
    if (!named || argv[k][1] != 0) word[count++] = argv[k] + (named ? 2 : 0);
  }
  return count;
}

static int read_datapath(int argc, char **argv, const hd_show *show, hd_tmem_picture *picture) {
  static plan_request on;
  char *word[HD_WORDS];
  on.scale = NULL;
  on.vector = 1;
  on.id = on.factors = 0;
  const hd_tmem_option own[] = {{"--scale", NULL, &on.scale, NULL},
                                {"--vector", &on.vector, NULL, NULL},
                                {"--id", &on.id, NULL, NULL},
                                {"--factors", &on.factors, NULL, NULL}};
  const int words = as_plan(argc, argv, word);
  int code = hd_plan_ask_read(words, word, own, (int)(sizeof own / sizeof own[0]), &on.ask);
  if (code != 0) return code;
  write_down(picture, "datapath", on.ask.piece != NULL ? on.ask.piece : on.ask.datapath, on.ask.word, on.ask.words);
  if (on.scale != NULL) return add_factors(picture, &on);
  code = title_datapath(picture, &on.ask);
  if (code == 0) code = add_elements(picture, &on.ask);
  return code == 0 && hd_show_tmem_asks_owners(show) ? add_plan(picture, &on, false) : code;
}

/* ---- the verbs ---- */

int hd_show_tmem_read(int argc, char **argv, hd_show *show, hd_tmem_picture *picture) {
  hd_show_tmem_clear(picture, show);
  if (strcmp(argv[0], "datapath") == 0) return read_datapath(argc, argv, show, picture);
  if (strcmp(argv[0], "image") == 0) return read_image(argc, argv, show, picture);
  if (strcmp(argv[0], "plan") == 0) return read_plan(argc, argv, picture);
  return hd_tmem_wanted_word("tmem image, datapath or plan", argv[0]);
}
