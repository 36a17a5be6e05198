/* Text of one layout: printed as written here by hand, and read back as what it was. */
#include "tests/support/sweep.h"

#define SHOW hd_test_show(&small->layout)

enum { TEXT = 96 };

static char *write_number(char *at, int64_t number) {
  char digits[24];
  int count = 0;
  do digits[count++] = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  while (count > 0) *at++ = digits[--count];
  return at;
}

/* The nesting with its leaves filled in, and an end. */
static char *write_tuple(char *at, const char *nesting, const int64_t *value) {
  for (; *nesting; nesting++) {
    if (*nesting == '.') {
      at = write_number(at, *value++);
    } else {
      *at++ = *nesting;
    }
  }
  *at = '\0';
  return at;
}

static bool is_leaves(const hd_small *small, const hd_layout *layout) {
  for (int k = 0; k < small->modes; k++)
    if (layout->shape[k] != small->shape[k] || layout->stride[k] != small->stride[k]) return false;
  return !layout->on_axes;
}

/* Printed whole and into too little room, where the beginning stands; read back with blanks too. */
static void judge_layout(const hd_small *small, const char *nesting, hd_cases *cases) {
  hd_layout layout = hd_small_nest(small, nesting), result;
  char wanted[TEXT], text[TEXT], part[8];
  char *end = write_tuple(wanted, nesting, small->shape);
  *end++ = ':';
  size_t length = (size_t)(write_tuple(end, nesting, small->stride) - wanted);
  EXPECT(hd_print_layout(&layout, text, sizeof text) == length && strcmp(text, wanted) == 0, "%s", wanted);
  EXPECT(hd_print_layout(&layout, part, sizeof part) == length, "%s", wanted);
  size_t room = length < sizeof part ? length : sizeof part - 1;
  EXPECT(part[room] == '\0' && memcmp(part, wanted, room) == 0, "%s", wanted);
  EXPECT(hd_parse_layout(wanted, length, NULL, &result) == HD_OK, "%s", wanted);
  EXPECT(is_leaves(small, &result) && hd_small_is_nested(&result, nesting), "%s", wanted);
  hd_error error;
  hd_status status = hd_parse_layout(wanted, length - 1, &error, &result);
  bool whole = wanted[length - 1] != ')';
  EXPECT(whole || (hd_small_is_refused(status, HD_MALFORMED, &error) && error.position == length - 1), "%s", wanted);
  cases->answered++;
  cases->refused += !whole;
}

static void judge_text(const hd_small *small, hd_cases *cases) {
  const char *const *nesting;
  int nestings = hd_small_nestings(small->modes, &nesting);
  for (int n = 0; n < nestings; n++) judge_layout(small, nesting[n], cases);
}

START_TEST(a_layout_is_printed_by_the_rules_and_read_back) {
  hd_sweep("print and parse of a layout, and of one cut short", hd_small_cases(2 * 2, 2 * 2, 2 * 4), judge_text);
}
END_TEST

/* The stride, as a tuple of its own. */
static void judge_tuple(const hd_small *small, hd_cases *cases) {
  const char *const *nesting;
  int nestings = hd_small_nestings(small->modes, &nesting);
  for (int n = 0; n < nestings; n++) {
    hd_layout layout = hd_small_nest(small, nesting[n]);
    hd_tuple stride, result;
    char wanted[TEXT], text[TEXT];
    size_t length = (size_t)(write_tuple(wanted, nesting[n], small->stride) - wanted);
    hd_stride(&layout, &stride);
    EXPECT(hd_print_tuple(&stride, text, sizeof text) == length && strcmp(text, wanted) == 0, "%s", wanted);
    EXPECT(hd_parse_tuple(wanted, length, NULL, &result) == HD_OK, "%s", wanted);
    EXPECT(!result.on_axes && result.profile.leaves == small->modes, "%s", wanted);
    for (int k = 0; k < small->modes; k++)
      EXPECT(result.value[k] == small->stride[k] && result.profile.open[k] == stride.profile.open[k] &&
                 result.profile.close[k] == stride.profile.close[k],
             "%s", wanted);
    cases->answered++;
  }
}

START_TEST(a_tuple_is_printed_by_the_rules_and_read_back) {
  hd_sweep("print and parse of a tuple", hd_small_cases(2, 2, 4), judge_tuple);
}
END_TEST

/* Modes one after another, as elements of a tiler; those of stride 0 are `_`. */
static void judge_tiler(const hd_small *small, hd_cases *cases) {
  char wanted[TEXT], text[TEXT], *at = wanted;
  hd_tiler tiler;
  for (int k = 0; k < small->modes; k++) {
    *at++ = k == 0 ? '[' : ';';
    if (small->stride[k] == 0) {
      *at++ = '_';
      continue;
    }
    at = write_number(at, small->shape[k]);
    *at++ = ':';
    at = write_number(at, small->stride[k]);
  }
  *at++ = ']';
  *at = '\0';
  size_t length = (size_t)(at - wanted);
  EXPECT(hd_parse_tiler(wanted, length, NULL, &tiler) == HD_OK, "%s", wanted);
  EXPECT(tiler.profile.leaves == small->modes, "%s", wanted);
  for (int k = 0; k < small->modes; k++) {
    hd_layout element;
    EXPECT(hd_tiler_is_any(&tiler, k) == (small->stride[k] == 0), "%s", wanted);
    if (small->stride[k] == 0) continue;
    hd_tiler_element(&tiler, k, &element);
    EXPECT(hd_small_is_nested(&element, "."), "%s", wanted);
    EXPECT(element.shape[0] == small->shape[k] && element.stride[0] == small->stride[k], "%s", wanted);
  }
  EXPECT(hd_print_tiler(&tiler, text, sizeof text) == length && strcmp(text, wanted) == 0, "%s", wanted);
  cases->answered++;
}

START_TEST(a_tiler_is_read_element_by_element_and_printed_back) {
  hd_sweep("parse and print of a tiler", hd_small_count(), judge_tiler);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"layouts", a_layout_is_printed_by_the_rules_and_read_back},
      {"tuples", a_tuple_is_printed_by_the_rules_and_read_back},
      {"tilers", a_tiler_is_read_element_by_element_and_printed_back},
  };
  return hd_test_main("sweep: text", test, HD_COUNT(test));
}
