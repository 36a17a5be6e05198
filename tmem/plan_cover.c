/* Covering a set of offsets by repeats, and repeats by instructions.
 *
 * Invariant: each value belongs to one repeat. The lowest value without one can only be the lowest of its own, so the
 * repeats are found from below and without a choice; as all that is looked for rises, one pass over the sorted values
 * finds it. */
#include "tmem/plan_cover.h"
#include "tmem/plan_parts.h"

#include "algebra/refusals.h"
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
    return hd_refuse_hinted(error, HD_RANGE, "plan", "{0} values of a thread are more than {1}", "plan the halves",
                            HD_NUMBERS(count, HD_PLAN_VALUES));
  table->count = (int32_t)count;
  hd_status status = hd_values(mode, 0, count, error, table->offset);
  if (status != HD_OK) return hd_fail_within(error, status, "plan");
  sort(table);
  for (int32_t k = 1; k < table->count; ++k) {
    int32_t one = table->sorted[k - 1], other = table->sorted[k];
    if (table->offset[one] != table->offset[other]) continue;
    return hd_refuse_hinted(error, HD_UNDEFINED, "plan", "values {0} and {1} of a thread lie in one place",
                            "move it once, then copy",
                            HD_NUMBERS(one < other ? one : other, one < other ? other : one));
  }
  return HD_OK;
}

/* The repeats that the values make, by rising offset of their lowest value. */
typedef struct hd_repeats {
  int32_t count;
  int32_t member[HD_PLAN_VALUES]; /* value j of repeat q at (values of a repeat) * q + j */
  int32_t of[HD_PLAN_VALUES];     /* the repeat whose lowest value this is, or HD_NONE */
  int32_t next[HD_PLAN_VALUES];   /* the repeat one step on, or HD_NONE */
  bool follows[HD_PLAN_VALUES];   /* whether the repeat is the next of another */
} hd_repeats;

/* The value at an offset, HD_NONE where there is none. The cursor only rises, as the offsets asked for do. */
static int32_t find(const hd_values_table *table, int64_t offset, int32_t *cursor) {
  while (*cursor < table->count && table->offset[table->sorted[*cursor]] < offset) ++*cursor;
  return *cursor < table->count && table->offset[table->sorted[*cursor]] == offset ? table->sorted[*cursor] : HD_NONE;
}

/* Each value's repeat, from below. Of the lowest ones each offset is higher than the last, and so is each other one. */
static hd_status find_repeats(const hd_values_table *table, const hd_repeat *repeat, hd_error *error,
                              hd_repeats *repeats) {
  int32_t cursor[HD_REPEAT_VALUES];
  bool taken[HD_PLAN_VALUES];
  for (int32_t j = 0; j < repeat->values; ++j) cursor[j] = 0;
  for (int32_t v = 0; v < table->count; ++v) {
    taken[v] = false;
    repeats->of[v] = HD_NONE;
  }
  repeats->count = 0;
  for (int32_t k = 0; k < table->count; ++k) {
    int32_t first = table->sorted[k], *member = &repeats->member[repeats->count * repeat->values];
    if (taken[first]) continue;
    for (int32_t j = 0; j < repeat->values; ++j) {
      int32_t value = find(table, table->offset[first] + repeat->value[j], &cursor[j]);
      if (value == HD_NONE || taken[value])
        return hd_refuse_hinted(
            error, HD_UNDEFINED, "plan",
            "a repeat that takes value {0} also takes the element {1} further on, which is none of the values left",
            NULL, HD_NUMBERS(first, repeat->value[j]));
      taken[value] = true;
      member[j] = value;
    }
    repeats->of[first] = repeats->count++;
  }
  return HD_OK;
}

/* Which repeat follows which: both rise. */
static void chain(const hd_values_table *table, const hd_repeat *repeat, hd_repeats *repeats) {
  int32_t to = 0;
  for (int32_t q = 0; q < repeats->count; ++q) repeats->follows[q] = false;
  for (int32_t q = 0; q < repeats->count; ++q) {
    int64_t offset = table->offset[repeats->member[q * repeat->values]] + repeat->step;
    while (to < repeats->count && table->offset[repeats->member[to * repeat->values]] < offset) ++to;
    repeats->next[q] =
        to < repeats->count && table->offset[repeats->member[to * repeat->values]] == offset ? to : HD_NONE;
    if (repeats->next[q] != HD_NONE) repeats->follows[to] = true;
  }
}

/* Appends the instructions of the run that begins at a repeat: the most repeats in one first. */
static hd_status cut_run(const hd_values_table *table, const hd_repeat *repeat, const hd_repeats *repeats, int32_t q,
                         int32_t largest, hd_error *error, hd_plan *plan, int64_t *offset) {
  int32_t length = 0;
  for (int32_t on = q; on != HD_NONE; on = repeats->next[on]) ++length;
  while (length > 0) {
    int32_t count = largest;
    while (count > length) count /= 2;
    if (plan->steps >= plan->steps_capacity)
      return hd_refuse_hinted(error, HD_CAPACITY, "plan", "more than the {0} instructions that there is room for", NULL,
                              HD_NUMBERS(plan->steps_capacity));
    hd_plan_step *step = &plan->step[plan->steps];
    step->form = repeat->form;
    step->form.repeat = count;
    step->immediate = repeat->immediate;
    step->first = plan->registers;
    offset[plan->steps++] = table->offset[repeats->member[q * repeat->values]];
    for (int32_t k = 0; k < count; ++k, q = repeats->next[q])
      for (int32_t j = 0; j < repeat->values; ++j)
        plan->order[plan->values++] = repeats->member[q * repeat->values + j];
    plan->registers += count * (repeat->values / repeat->elements);
    length -= count;
  }
  return HD_OK;
}

hd_status hd_cover(const hd_values_table *table, const hd_repeat *repeat, int64_t registers, hd_error *error,
                   hd_plan *plan, int64_t *offset) {
  hd_repeats repeats;
  int32_t of_repeat = repeat->values / repeat->elements, largest = repeat->form.instruction->largest;
  if (of_repeat > registers)
    return hd_refuse_hinted(error, HD_RANGE, "plan", "one repeat takes {0} registers, and an instruction may take {1}",
                            NULL, HD_NUMBERS(of_repeat, registers));
  while (largest * of_repeat > registers) largest /= 2;
  if (table->count > plan->values_capacity)
    return hd_refuse_hinted(error, HD_CAPACITY, "plan", "{0} values of a thread, and room for {1}", NULL,
                            HD_NUMBERS(table->count, plan->values_capacity));
  plan->steps = plan->values = plan->registers = 0;
  hd_status status = find_repeats(table, repeat, error, &repeats);
  if (status == HD_OK) chain(table, repeat, &repeats);
  for (int32_t v = 0; status == HD_OK && v < table->count; ++v) {
    int32_t q = repeats.of[v];
    if (q != HD_NONE && !repeats.follows[q]) status = cut_run(table, repeat, &repeats, q, largest, error, plan, offset);
  }
  return status;
}
