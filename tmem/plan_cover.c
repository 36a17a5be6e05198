/* Covering a set of offsets by repeats, and repeats by instructions.
 *
 * Invariant: next[] leads from each value that is the lowest of a repeat to the lowest of the repeat one step on. Each
 * value belongs to one repeat. The lowest value without one can only be the lowest of its own, so the repeats are found
 * from below and without a choice. */
#include "tmem/plan_cover.h"
#include "tmem/plan_parts.h"

#include "algebra/walk.h"

enum { HD_NONE = -1 };

static void sift(hd_values_table *table, int32_t root, int32_t count) {
  int32_t *sorted = table->sorted;
  for (int32_t child = 2 * root + 1; child < count; root = child, child = 2 * root + 1) {
    if (child + 1 < count && table->offset[sorted[child]] < table->offset[sorted[child + 1]]) ++child;
    if (table->offset[sorted[root]] >= table->offset[sorted[child]]) return;
    int32_t value = sorted[root];
    sorted[root] = sorted[child];
    sorted[child] = value;
  }
}

/* A heap; most tables come in order and are left alone. */
static void sort(hd_values_table *table) {
  bool in_order = true;
  for (int32_t k = 0; k < table->count; ++k) {
    table->sorted[k] = k;
    in_order = in_order && (k == 0 || table->offset[k - 1] < table->offset[k]);
  }
  if (in_order) return;
  for (int32_t root = table->count / 2; root-- > 0;) sift(table, root, table->count);
  for (int32_t last = table->count; last-- > 1;) {
    int32_t value = table->sorted[0];
    table->sorted[0] = table->sorted[last];
    table->sorted[last] = value;
    sift(table, 0, last);
  }
}

hd_status hd_tabulate(const hd_layout *mode, hd_error *error, hd_values_table *table) {
  int64_t count = hd_size(mode);
  if (count > HD_PLAN_VALUES)
    return hd_plan_fail(error, HD_RANGE, "{0} values of a thread are more than {1}", "plan the halves",
                        (int64_t[6]){count, HD_PLAN_VALUES});
  table->count = (int32_t)count;
  hd_status status = hd_values(mode, 0, count, error, table->offset);
  if (status != HD_OK) return hd_fail_within(error, status, "plan");
  sort(table);
  for (int32_t k = 1; k < table->count; ++k) {
    int32_t one = table->sorted[k - 1], other = table->sorted[k];
    if (table->offset[one] != table->offset[other]) continue;
    return hd_plan_fail(error, HD_UNDEFINED, "values {0} and {1} of a thread lie in one place",
                        "move it once, then copy", (int64_t[6]){one < other ? one : other, one < other ? other : one});
  }
  return HD_OK;
}

/* The value at an offset; HD_NONE: there is none. */
static int32_t find(const hd_values_table *table, int64_t offset) {
  int32_t low = 0, high = table->count;
  while (low < high) {
    int32_t middle = (low + high) / 2;
    if (table->offset[table->sorted[middle]] < offset) low = middle + 1;
    else high = middle;
  }
  return low < table->count && table->offset[table->sorted[low]] == offset ? table->sorted[low] : HD_NONE;
}

/* Whose repeat each value is in: lowest[v] is the lowest value of it. */
static hd_status find_repeats(const hd_values_table *table, const hd_repeat *repeat, hd_error *error,
                              int32_t lowest[HD_PLAN_VALUES]) {
  for (int32_t v = 0; v < table->count; ++v) lowest[v] = HD_NONE;
  for (int32_t k = 0; k < table->count; ++k) {
    int32_t first = table->sorted[k];
    if (lowest[first] != HD_NONE) continue;
    for (int32_t j = 0; j < repeat->values; ++j) {
      int32_t value = find(table, table->offset[first] + repeat->value[j]);
      if (value == HD_NONE || lowest[value] != HD_NONE) {
        hd_plan_fail(error, HD_UNDEFINED, "with value {0} a repeat takes the element {1} further on, which no value is",
                     NULL, (int64_t[6]){first, repeat->value[j]});
        return HD_UNDEFINED;
      }
      lowest[value] = first;
    }
  }
  return HD_OK;
}

/* Appends the instructions of one run that begins at a value: `length` repeats, the most in one first. */
static hd_status cut_run(const hd_values_table *table, const hd_repeat *repeat, int32_t first, int32_t length,
                         int32_t largest, hd_error *error, hd_plan *plan, int64_t *offset) {
  int64_t place = table->offset[first];
  while (length > 0) {
    int32_t count = largest;
    while (count > length) count /= 2;
    if (plan->steps == plan->steps_capacity)
      return hd_plan_fail(error, HD_CAPACITY, "more than the {0} instructions that there is room for", NULL,
                          (int64_t[6]){plan->steps_capacity, 0});
    hd_plan_step *step = &plan->step[plan->steps];
    step->form = repeat->form;
    step->form.repeat = count;
    step->immediate = repeat->immediate;
    step->first = plan->registers;
    offset[plan->steps++] = place;
    for (int32_t k = 0; k < count; ++k, place += repeat->step)
      for (int32_t j = 0; j < repeat->values; ++j) plan->order[plan->values++] = find(table, place + repeat->value[j]);
    plan->registers += count * (repeat->values / repeat->elements);
    length -= count;
  }
  return HD_OK;
}

hd_status hd_cover(const hd_values_table *table, const hd_repeat *repeat, int64_t registers, hd_error *error,
                   hd_plan *plan, int64_t *offset) {
  int32_t lowest[HD_PLAN_VALUES], of_repeat = repeat->values / repeat->elements;
  int32_t largest = repeat->form.instruction->largest;
  if (of_repeat > registers)
    return hd_plan_fail(error, HD_RANGE, "one repeat takes {0} registers, and an instruction may take {1}", NULL,
                        (int64_t[6]){of_repeat, registers});
  while (largest * of_repeat > registers) largest /= 2;
  if (table->count > plan->values_capacity)
    return hd_plan_fail(error, HD_CAPACITY, "{0} values of a thread, and room for {1}", NULL,
                        (int64_t[6]){table->count, plan->values_capacity});
  plan->steps = plan->values = plan->registers = 0;
  hd_status status = find_repeats(table, repeat, error, lowest);
  for (int32_t v = 0; status == HD_OK && v < table->count; ++v) {
    if (lowest[v] != v) continue;
    int32_t before = find(table, table->offset[v] - repeat->step), length = 1;
    if (before != HD_NONE && lowest[before] == before) continue;
    for (int32_t next = find(table, table->offset[v] + repeat->step); next != HD_NONE && lowest[next] == next; ++length)
      next = find(table, table->offset[next] + repeat->step);
    status = cut_run(table, repeat, v, length, largest, error, plan, offset);
  }
  return status;
}
