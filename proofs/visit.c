/* Sets of values, one bit each, filled by walking layouts in blocks. */
#include "proofs/visit.h"

#include "algebra/refusals.h"
#include "algebra/checked.h"

#include <stdlib.h>

enum { BLOCK = 1024 };

void hd_coordinate_at(const hd_layout *layout, int64_t index, hd_tuple *coordinate) {
  hd_digits(layout, index, coordinate->value);
  coordinate->profile = layout->profile;
  coordinate->on_axes = false;
}

bool hd_layout_range(const hd_layout *layout, int64_t *least, int64_t *greatest) {
  *least = *greatest = 0;
  for (int k = 0; k < layout->profile.leaves; k++) {
    int64_t *bound = layout->stride[k] < 0 ? least : greatest;
    if (!hd_add_product(bound, layout->shape[k] - 1, layout->stride[k])) return false;
  }
  return true;
}

bool hd_value_set_make(int64_t least, int64_t greatest, hd_value_set *set) {
  int64_t span;
  if (!hd_sub(greatest, least, &span) || span >= HD_MAX_CHECKED) return false;
  set->low = least;
  set->span = span + 1;
  set->bits = calloc((size_t)(span / 8 + 1), 1);
  return set->bits != NULL;
}

void hd_value_set_free(hd_value_set *set) {
  free(set->bits);
  set->bits = NULL;
}

static bool is_marked(const hd_value_set *set, int64_t value) {
  uint64_t bit = (uint64_t)value - (uint64_t)set->low;
  return bit < (uint64_t)set->span && (set->bits[bit / 8] >> (bit % 8) & 1) != 0;
}

static void mark(hd_value_set *set, int64_t value) {
  uint64_t bit = (uint64_t)value - (uint64_t)set->low;
  if (bit < (uint64_t)set->span) set->bits[bit / 8] |= (uint8_t)(1u << (bit % 8));
}

/* Values `first`.. of a layout or of a composed layout, whichever is there. Each caller knows that they can be had. */
typedef struct source {
  const hd_layout *layout;
  const hd_composed *composed;
} source;

static int64_t size_of(const source *from) { return hd_size(from->composed ? &from->composed->inner : from->layout); }

static bool take(const source *from, int64_t first, int64_t count, int64_t *value) {
  if (!from->composed) return hd_values(from->layout, first, count, NULL, value) == HD_OK;
  for (int64_t k = 0; k < count; k++) {
    if (hd_composed_at(from->composed, first + k, NULL, &value[k]) != HD_OK) return false;
  }
  return true;
}

static int64_t mark_all(hd_value_set *set, const source *from, bool stop_at_repeat) {
  int64_t value[BLOCK], size = size_of(from);
  for (int64_t first = 0; first < size; first += BLOCK) {
    int64_t count = size - first < BLOCK ? size - first : BLOCK;
    if (!take(from, first, count, value)) return first;
    for (int64_t k = 0; k < count; k++) {
      if (stop_at_repeat && is_marked(set, value[k])) return first + k;
      mark(set, value[k]);
    }
  }
  return -1;
}

static int64_t find_first(const hd_value_set *set, const source *from, bool wanted) {
  int64_t value[BLOCK], size = size_of(from);
  for (int64_t first = 0; first < size; first += BLOCK) {
    int64_t count = size - first < BLOCK ? size - first : BLOCK;
    if (!take(from, first, count, value)) return first;
    for (int64_t k = 0; k < count; k++) {
      if (is_marked(set, value[k]) == wanted) return first + k;
    }
  }
  return -1;
}

int64_t hd_value_set_mark(hd_value_set *set, const hd_layout *layout, bool stop_at_repeat) {
  return mark_all(set, &(source){layout, NULL}, stop_at_repeat);
}

int64_t hd_value_set_find(const hd_value_set *set, const hd_layout *layout, bool wanted) {
  return find_first(set, &(source){layout, NULL}, wanted);
}

int64_t hd_value_set_mark_composed(hd_value_set *set, const hd_composed *composed, bool stop_at_repeat) {
  return mark_all(set, &(source){NULL, composed}, stop_at_repeat);
}

int64_t hd_value_set_find_composed(const hd_value_set *set, const hd_composed *composed, bool wanted) {
  return find_first(set, &(source){NULL, composed}, wanted);
}

hd_status hd_composed_range(const hd_composed *composed, hd_error *error, int64_t *least, int64_t *greatest) {
  int64_t size = hd_size(&composed->inner), value;
  *least = INT64_MAX;
  *greatest = INT64_MIN;
  if (size > HD_MAX_CHECKED)
    return hd_refuse(error, HD_UNDECIDED, "visit", "the layout has {0} coordinates, and at most {1} are visited", size,
                     HD_MAX_CHECKED, 0);
  for (int64_t index = 0; index < size; index++) {
    hd_status status = hd_composed_at(composed, index, error, &value);
    if (status != HD_OK) return status;
    if (value < *least) *least = value;
    if (value > *greatest) *greatest = value;
  }
  return HD_OK;
}

static int compare_integers(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

int64_t hd_first_meeting(const hd_composed *a, int64_t offset, const hd_composed *b, int64_t *visited) {
  int64_t of_b[HD_FIRST_LOOK], value;
  int64_t most_a = hd_size(&a->inner), most_b = hd_size(&b->inner), count = 0;
  for (; count < most_b && count < HD_FIRST_LOOK; count++) {
    if (hd_composed_at(b, count, NULL, &of_b[count]) != HD_OK) return -1;
  }
  qsort(of_b, (size_t)count, sizeof of_b[0], compare_integers);
  for (int64_t index = 0; index < most_a && index < HD_FIRST_LOOK; index++) {
    if (hd_composed_at(a, index, NULL, &value) != HD_OK || !hd_add(value, offset, &value)) return -1;
    *visited = count + index + 1;
    if (bsearch(&value, of_b, (size_t)count, sizeof of_b[0], compare_integers) != NULL) return index;
  }
  return -1;
}
