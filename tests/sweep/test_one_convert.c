/* One layout converted to each dialect, through its text, and back: the same values at the same coordinates. */
#include "algebra/convert.h"
#include "tests/support/linear.h"
#include "tests/support/placement.h"
#include "tests/support/sweep.h"

#define SHOW hd_test_show(&small->layout)

static void state(const hd_small *small, hd_stated *stated) {
  stated->kind = HD_STATED_LAYOUT;
  stated->swizzled = false;
  hd_composed_plain(&small->layout, &stated->as.layout);
}

/* The value over bits exists exactly when the value at i ^ j is that at i, exclusive or that at j. */
static bool is_linear(const hd_small *small) {
  for (int k = 0; k < small->modes; k++)
    if (small->shape[k] == 3) return false;
  for (int64_t i = 0; i < small->size; i++)
    for (int64_t j = 0; j < i; j++)
      if (small->value[i ^ j] != (small->value[i] ^ small->value[j])) return false;
  return true;
}

/* Where the last mode runs fastest: element x of S[..] is the coordinate whose digits are counted from the last one. */
static bool is_placed(const hd_small *small, const hd_placement *placement) {
  if (placement->order != HD_LAST_FASTEST || placement->replicas || placement->offsets) return false;
  for (int64_t i = 0; i < small->size; i++) {
    int64_t digit[HD_SMALL_MODES], sum = 0;
    int x = 0;
    hd_small_digits(small, i, digit);
    for (int k = 0; k < small->modes; k++) x = x * (int)small->shape[k] + (int)digit[k];
    for (int k = placement->shards - 1; k >= 0; k--) {
      const hd_iter *iter = &placement->shard[k];
      if (iter->axis != hd_test_axis(2)) return false;
      sum += x % (int)iter->extent * iter->stride;
      x /= (int)iter->extent;
    }
    if (x != 0 || sum != small->value[i]) return false;
  }
  return true;
}

static bool is_over_bits(const hd_small *small, const hd_linear *linear) {
  if (linear->in.count != small->modes || linear->out.count != 1) return false;
  for (int64_t i = 0; i < small->size; i++)
    if (hd_test_value(linear, (uint64_t)i) != (uint64_t)small->value[i]) return false;
  return true;
}

/* Whether a value in a dialect has the layout's values at its coordinates. */
static bool says_it(const hd_small *small, hd_dialect dialect, const hd_stated *stated) {
  switch (dialect) {
    case HD_DIALECT_TIRX:
      return stated->kind == HD_STATED_PLACEMENT && !stated->swizzled && is_placed(small, &stated->as.placement);
    case HD_DIALECT_TRITON: return stated->kind == HD_STATED_LINEAR && is_over_bits(small, &stated->as.linear);
    default:
      return stated->kind == HD_STATED_LAYOUT && stated->as.layout.steps == 0 &&
             hd_small_has_values(&stated->as.layout.inner, small->size, small->value);
  }
}

/* Printed, read and converted back to CuTe, which spells a mode out where it must. */
static void judge_way_back(const hd_small *small, hd_dialect dialect, const hd_stated *there) {
  static char text[HD_STATED_TEXT_MAX];
  static hd_stated read, back;
  size_t length = hd_print_stated(there, dialect, text, sizeof text);
  EXPECT(length < sizeof text && hd_recognise_dialect(text, length) == dialect, "%s: %s", SHOW, text);
  EXPECT(hd_parse_stated(text, length, NULL, &read) == HD_OK && says_it(small, dialect, &read), "%s: %s", SHOW, text);
  EXPECT(hd_convert(&read, HD_DIALECT_CUTE, NULL, NULL, &back) == HD_OK, "%s: %s", SHOW, text);
  EXPECT(says_it(small, HD_DIALECT_CUTE, &back), "%s: %s", SHOW, text);
}

static void judge_dialect(const hd_small *small, hd_dialect dialect, hd_cases *cases) {
  static hd_stated stated, there;
  hd_error error;
  state(small, &stated);
  hd_status status = hd_convert(&stated, dialect, NULL, &error, &there);
  if (dialect == HD_DIALECT_TRITON && !is_linear(small)) {
    EXPECT(hd_small_is_refused(status, HD_UNDEFINED, &error), "%s to %s", SHOW, hd_dialect_name(dialect));
    cases->refused++;
    return;
  }
  EXPECT(status == HD_OK && says_it(small, dialect, &there), "%s to %s", SHOW, hd_dialect_name(dialect));
  judge_way_back(small, dialect, &there);
  cases->answered++;
}

static void judge_cute(const hd_small *small, hd_cases *cases) { judge_dialect(small, HD_DIALECT_CUTE, cases); }
static void judge_ir(const hd_small *small, hd_cases *cases) { judge_dialect(small, HD_DIALECT_CUTE_IR, cases); }
static void judge_tirx(const hd_small *small, hd_cases *cases) { judge_dialect(small, HD_DIALECT_TIRX, cases); }
static void judge_triton(const hd_small *small, hd_cases *cases) { judge_dialect(small, HD_DIALECT_TRITON, cases); }

START_TEST(cute_text_says_the_layout) { hd_sweep("convert to cute and back", hd_small_count(), judge_cute); }
END_TEST

START_TEST(cute_ir_says_the_layout) { hd_sweep("convert to cute_ir and back", hd_small_count(), judge_ir); }
END_TEST

START_TEST(tirx_places_each_coordinate) { hd_sweep("convert to tirx and back", hd_small_count(), judge_tirx); }
END_TEST

START_TEST(triton_says_what_is_linear_over_bits) {
  hd_sweep("convert to triton and back", hd_small_count(), judge_triton);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"cute", cute_text_says_the_layout},
      {"cute_ir", cute_ir_says_the_layout},
      {"tirx", tirx_places_each_coordinate},
      {"triton", triton_says_what_is_linear_over_bits},
  };
  return hd_test_main("sweep: dialects", test, HD_COUNT(test));
}
