/* Heddle's side: the public functions, called as a user calls them, from the library as it ships. */
#include "bench.h"

#include "algebra/algebra.h"

#include <stdlib.h>
#include <string.h>

/* An operation of the measurements cannot fail; one that does leaves no answer that could pass the check. */
static void need(hd_status status) {
  if (status != HD_OK) abort();
}

static hd_layout parse(const char *text) {
  hd_layout layout;
  need(hd_parse_layout(text, strlen(text), NULL, &layout));
  return layout;
}

/* Functionally equal is not enough here: the result must be spelled canonically. */
static void compose(const char *left, const char *right, const char *spelled, long repetitions) {
  hd_layout a = parse(left);
  hd_layout b = parse(right);
  hd_layout result;
  hd_error error;
  for (long r = 0; r < repetitions; r++) {
    HIDE_OBJECT(a);
    HIDE_OBJECT(b);
    need(hd_composition(&a, &b, &error, &result));
    HIDE_OBJECT(result);
  }
  char text[HD_TEXT_MAX];
  hd_print_layout(&result, text, sizeof text);
  if (strcmp(text, spelled) != 0) abort();
  need(hd_values32(&result, 0, hd_size(&result), &error, answer));
}

static void evaluate(const char *text, long repetitions) {
  hd_layout layout = parse(text);
  hd_prepared prepared;
  need(hd_prepare(&layout, NULL, &prepared));
  uint32_t count = (uint32_t)prepared.size;
  for (uint32_t i = 0; repetitions > 0; repetitions--) {
    uint32_t index = i;
    HIDE_VALUE(index);
    answer[i] = (int32_t)hd_prepared_at(&prepared, index);
    i = i + 1 == count ? 0 : i + 1;
  }
}

static void walk(const char *text, long repetitions) {
  hd_layout layout = parse(text);
  hd_error error;
  for (long r = 0; r < repetitions; r++) {
    need(hd_values32(&layout, 0, hd_size(&layout), &error, answer));
    HIDE_MEMORY();
  }
}

static const char flat[] = "(128,512):(1,128)";
static const char rows[] = "(128,512):(512,1)";
static const char nested[] = "((2,2),(2,64)):((128,8),(256,1024))";

static const char tile[] = "((2,2),8):((128,8),1024)";

static void compose_flat(long n) { compose(flat, tile, "((2,2),8):((128,8),1024)", n); }
static void compose_rows(long n) { compose(rows, tile, "((2,2),8):((1,4096),8)", n); }
static void compose_split(long n) { compose("(4,8,16):(1,100,1000)", "(16,4):(2,32)", "((2,8),4):((2,100),1000)", n); }
static void evaluate_flat(long n) { evaluate(flat, n); }
static void evaluate_rows(long n) { evaluate(rows, n); }
static void evaluate_nested(long n) { evaluate(nested, n); }
static void walk_flat(long n) { walk(flat, n); }
static void walk_rows(long n) { walk(rows, n); }
static void walk_nested(long n) { walk(nested, n); }
static void walk_flat_short(long n) { walk("(128,4):(1,128)", n); }
static void walk_nested_long(long n) { walk("((2,2),(2,8192)):((128,8),(256,1024))", n); }

run_function *const heddle_run[OPERATIONS] = {
    [COMPOSITION] = compose_flat,
    [COMPOSITION_ROWS] = compose_rows,
    [COMPOSITION_SPLIT] = compose_split,
    [EVALUATE_FLAT] = evaluate_flat,
    [EVALUATE_ROWS] = evaluate_rows,
    [EVALUATE_NESTED] = evaluate_nested,
    [WALK_FLAT] = walk_flat,
    [WALK_ROWS] = walk_rows,
    [WALK_NESTED] = walk_nested,
    [WALK_FLAT_SHORT] = walk_flat_short,
    [WALK_NESTED_LONG] = walk_nested_long,
};
