/* Where the words of a plan's threads lie in memory, from a layout over the coordinates of its piece.
 *
 * Invariant: a word is moved where its elements lie side by side, from a place that starts a word; and as a kernel adds
 * what its thread has to what a word has, memory must be such a sum. All of it is looked at, every value of every
 * thread. */
#include "proofs/emit.h"

#include "algebra/composition.h"
#include "algebra/evaluate.h"
#include "algebra/modes.h"

#include <stdlib.h>

/* From (thread, value) to memory: by the request, or by the coordinate of the cell. */
typedef struct finder {
  const hd_layout *cells; /* (thread, value) -> element */
  hd_layout memory;       /* coordinate -> element, or (thread, value) -> element */
  int64_t threads;
  int32_t *coordinate; /* of an element; NULL: memory is of (thread, value) */
} finder;

static hd_status fail(hd_error *error, hd_status status, const char *reason, const char *hint, int64_t a, int64_t b,
                      int64_t c) {
  hd_fail(error, status, "memory", reason);
  error->number[0] = a;
  error->number[1] = b;
  error->number[2] = c;
  error->hint = hint;
  return status;
}

static hd_status make_finder(const hd_plan_ask *ask, const hd_plan_outcome *out, const hd_layout *layout,
                             hd_error *error, finder *find) {
  const int64_t elements = (int64_t)HD_LANES * ask->geometry.columns * (HD_CELL_BITS / ask->bits);
  *find = (finder){.cells = &out->asked.cells, .threads = HD_WARP_THREADS * ask->warps};
  if (ask->registers != NULL) return hd_composition(layout, &ask->holder, error, &find->memory);
  hd_layout_copy(&find->memory, layout);
  if (ask->fixed) return HD_OK;
  find->coordinate = malloc((size_t)elements * sizeof *find->coordinate);
  if (find->coordinate == NULL) return fail(error, HD_UNDECIDED, "there is not enough memory", NULL, 0, 0, 0);
  for (int64_t k = 0; k < hd_size(&ask->where); k++) {
    int64_t element;
    const hd_status status = hd_evaluate_index(&ask->where, k, error, &element);
    if (status != HD_OK) return status;
    find->coordinate[element] = (int32_t)k;
  }
  return HD_OK;
}

static hd_status place_of(const finder *find, int64_t thread, int64_t value, hd_error *error, int64_t *place) {
  int64_t at = thread + find->threads * value;
  hd_status status = HD_OK;
  if (find->coordinate != NULL) status = hd_evaluate_index(find->cells, at, error, &at);
  if (find->coordinate != NULL && status == HD_OK) at = find->coordinate[at];
  return status == HD_OK ? hd_evaluate_index(&find->memory, at, error, place) : status;
}

/* What each thread and each element of a register adds; that memory is their sum. */
static hd_status take_apart(const finder *find, const hd_plan *plan, hd_error *error, int64_t *thread,
                            int64_t *element) {
  for (int64_t t = 0; t < find->threads; t++) {
    for (int32_t k = 0; k < plan->values; k++) {
      int64_t place;
      const hd_status status = place_of(find, t, plan->order[k], error, &place);
      if (status != HD_OK) return status;
      if (t == 0) element[k] = place;
      if (k == 0) thread[t] = place - element[0];
      if (place == thread[t] + element[k]) continue;
      return fail(error, HD_UNDEFINED, "value {0} of thread {1} lies at {2}, which is no sum over thread and value",
                  "a layout whose modes are those of the piece, cut where its registers are", plan->order[k], t, place);
    }
  }
  return HD_OK;
}

static bool is_near(int64_t words) { return words <= INT32_MAX && words >= -INT32_MAX; }

/* From elements to words. */
static hd_status take_words(const hd_plan *plan, int64_t threads, const int64_t *thread, const int64_t *element,
                            hd_error *error, hd_emit_memory *memory) {
  static const char *const far = "memory goes {0} words on, which no int holds";
  const int32_t inside = plan->values / plan->registers;
  for (int32_t k = 0; k < plan->values; k++) {
    const int64_t first = element[k - k % inside];
    if (element[k] != first + k % inside || first % inside != 0) {
      return fail(error, HD_UNDEFINED, "register {0} holds {1} elements, which do not fill a word of memory",
                  "elements that share a register lie side by side in memory", k / inside, inside, 0);
    }
    if (!is_near(first / inside)) return fail(error, HD_RANGE, far, NULL, first / inside, 0, 0);
    memory->word[k / inside] = first / inside;
  }
  for (int64_t t = 0; t < threads; t++) {
    if (thread[t] % inside != 0) {
      return fail(error, HD_UNDEFINED, "thread {0} begins at element {1}, inside a word of {2}",
                  "elements that share a register lie side by side in memory", t, thread[t], inside);
    }
    if (!is_near(thread[t] / inside)) return fail(error, HD_RANGE, far, NULL, thread[t] / inside, 0, 0);
    memory->thread[t] = thread[t] / inside;
  }
  return HD_OK;
}

/* Whether all words move by so many at a time. */
static bool runs(const hd_plan *plan, int64_t threads, const hd_emit_memory *memory, int32_t run) {
  for (int64_t t = 0; t < threads; t++) {
    if (memory->thread[t] % run != 0) return false;
  }
  for (int32_t s = 0; s < plan->steps; s++) {
    const int32_t registers = hd_form_registers(&plan->step[s].form);
    if (registers % run != 0) return false;
    for (int32_t r = 0; r < registers; r++) {
      const int64_t *first = &memory->word[plan->step[s].first + r - r % run];
      if (*first % run != 0 || first[r % run] != *first + r % run) return false;
    }
  }
  return true;
}

/* That a layout has the piece's coordinates: mode by mode, or as one mode of as many. */
static hd_status check_coordinates(const hd_layout *piece, const hd_layout *layout, hd_error *error) {
  static const char *const hint = "a layout over the coordinates of the piece; of --cells over (thread, value)";
  const int rank = hd_rank(&layout->profile);
  if (hd_size(layout) != hd_size(piece)) {
    return fail(error, HD_MISMATCH, "memory has size {0}, and the piece size {1}", hint, hd_size(layout),
                hd_size(piece), 0);
  }
  for (int mode = 0; rank > 1 && mode < rank; mode++) {
    hd_layout one, other;
    if (rank == hd_rank(&piece->profile) && hd_get(layout, &mode, 1, error, &one) == HD_OK &&
        hd_get(piece, &mode, 1, error, &other) == HD_OK && hd_size(&one) == hd_size(&other)) {
      continue;
    }
    return fail(error, HD_MISMATCH, "mode {0} of memory is not as long as that of the piece", hint, mode, 0, 0);
  }
  return HD_OK;
}

hd_status hd_emit_place_memory(const hd_plan_ask *ask, const hd_plan_outcome *out, const hd_layout *layout,
                               hd_error *error, hd_emit_memory *memory) {
  static int64_t thread[HD_WARP_THREADS * HD_PLAN_WARPS], element[HD_PLAN_VALUES];
  const hd_plan *plan = &out->plan;
  finder find = {0};
  hd_status status = check_coordinates(&ask->where, layout, error);
  if (status == HD_OK) status = make_finder(ask, out, layout, error, &find);
  if (status == HD_OK) status = take_apart(&find, plan, error, thread, element);
  free(find.coordinate);
  if (status == HD_OK) status = take_words(plan, find.threads, thread, element, error, memory);
  if (status != HD_OK) return status;
  hd_print_layout(layout, memory->text, sizeof memory->text);
  memory->run = 4;
  while (!runs(plan, find.threads, memory, memory->run)) memory->run /= 2;
  return HD_OK;
}
