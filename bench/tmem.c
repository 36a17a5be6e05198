/* How long do a plan and an image take?
 *
 *   tmem
 *
 * The least of many rounds, each of as many calls as take a few milliseconds; the answer of the last call is checked. Prints a
 * row for each operation with its goal; a goal that is missed is said, and is no failure. */
#include "timing.h"

#include "bench.h"

#include "algebra/algebra.h"
#include "tmem/tmem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 60, STEPS = 64 };

static hd_layout engine;
static hd_plan_step step[STEPS];
static int32_t order[HD_PLAN_VALUES];

static void need(bool holds) {
  if (!holds) abort();
}

/* ---- what is timed: `count` times ---- */

static hd_plan_request request_of(const char *cells) {
  hd_plan_request request = {.geometry = hd_blackwell(), .warps = 4, .bits = 32, .registers = 128};
  need(hd_parse_layout(cells, strlen(cells), NULL, &request.cells) == HD_OK);
  return request;
}

static void plan(const char *cells, int steps, long count) {
  hd_plan_request request = request_of(cells);
  hd_plan made = {.step = step, .steps_capacity = STEPS, .order = order, .values_capacity = HD_PLAN_VALUES};
  hd_error error;
  for (long k = 0; k < count; k++) {
    HIDE_OBJECT(request);
    need(hd_make_plan(&request, &error, &made) == HD_OK);
    HIDE_OBJECT(made);
  }
  need(made.steps == steps && hd_plan_check(&request, &made, &error) == HD_OK);
}

static void plan_rows(long count) { plan("((32,4),512):((1,32),128)", 4, count); }
static void plan_fragments(long count) {
  plan("(((4,8),4),((2,2,64),2)):(((256,1),32),((128,8,1024),16))", 4 + 0, count);
}

static void plan_any(long count) {
  hd_error error;
  for (long k = 0; k < count; k++) {
    hd_plan_request request = request_of("(128,512):(1,128)");
    hd_plan made = {.step = step, .steps_capacity = STEPS, .order = order, .values_capacity = HD_PLAN_VALUES};
    need(hd_plan_any(&request, hd_instruction_of(HD_32X32B), false, &error) == HD_OK);
    need(hd_make_plan(&request, &error, &made) == HD_OK && made.steps == 4);
  }
}

static void image(hd_instruction_id id, int repeat, bool packed, int64_t size, long count) {
  hd_form form;
  hd_layout layout;
  hd_error error;
  need(hd_make_form(hd_instruction_of(id), repeat, packed, &error, &form) == HD_OK);
  for (long k = 0; k < count; k++) {
    HIDE_OBJECT(form);
    need(hd_form_image(&form, &engine, &error, &layout) == HD_OK);
    HIDE_OBJECT(layout);
  }
  need(hd_size(&layout) == size);
}

static void image_rows(long count) { image(HD_32X32B, 64, false, 32 * 64, count); }
static void image_fragments(long count) { image(HD_16X256B, 8, false, 32 * 32, count); }
static void image_packed(long count) { image(HD_16X64B, 128, true, 32 * 128 * 2, count); }

static void datapath(long count) {
  hd_layout layout;
  hd_error error;
  for (long k = 0; k < count; k++) {
    need(hd_datapath_accumulator(HD_DATAPATH_B, 128, &engine, &error, &layout) == HD_OK);
    HIDE_OBJECT(layout);
  }
  need(hd_size(&layout) == 64 * 128);
}

static const struct {
  const char *name;
  void (*run)(long count);
  double goal; /* microseconds */
} rows[] = {
    {"a plan for a 128x512 tile, rows by 32x32b", plan_rows, 100},
    {"a plan for a 128x512 tile, fragments by 16x256b", plan_fragments, 100},
    {"registers and a plan for a 128x512 tile", plan_any, 100},
    {"the image of 32x32b.x64", image_rows, 1},
    {"the image of 16x256b.x8", image_fragments, 1},
    {"the image of 16x64b.x128, packed", image_packed, 1},
    {"the accumulator of datapath B, N = 128", datapath, 1},
};

/* Microseconds of one call: the least of the rounds. */
static double measure(void (*run)(long count), long count) {
  double least = 1e9;
  for (int round = 0; round < ROUNDS; round++) {
    const double from = now();
    run(count);
    const double took = 1e6 * (now() - from) / (double)count;
    if (took < least) least = took;
  }
  return least;
}

int main(void) {
  need(hd_engine(hd_blackwell(), NULL, &engine) == HD_OK);
  for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
    const double took = measure(rows[k].run, rows[k].goal > 10 ? 40 : 4000);
    printf("%-50s %8.3f us, goal %4.0f us%s\n", rows[k].name, took, rows[k].goal,
           took < rows[k].goal ? "" : ": missed");
  }
  return 0;
}
