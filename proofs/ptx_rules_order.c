/* Fences and commits in their order, one cta_group, and whole warps at collective instructions. */
#include "proofs/ptx_state.h"

/* ---- mma, cp and shift: commit and fence ---- */

typedef struct work {
  uint32_t at;
  bool committed, fenced;
  uint32_t load; /* a load that is reached without a fence */
} work;

/* What comes behind mma, cp or shift: layer 1 is behind a fence::after. */
static hd_ptx_step follow(void *context, hd_ptx_checker *c, uint32_t at, unsigned *layer) {
  work *w = context;
  if (at == c->function->instructions) return HD_PTX_STOP;
  if (c->kind[at] == HD_PTX_COMMIT) {
    c->served[at] = 1;
    w->committed = true;
  } else if (c->kind[at] == HD_PTX_FENCE_AFTER) {
    w->fenced = true;
    *layer = 1;
  } else if (c->kind[at] == HD_PTX_LOAD && *layer == 0) {
    if (w->load == HD_PTX_NONE || at < w->load) w->load = at;
  } else if (c->kind[at] == HD_PTX_CALL) {
    const unsigned does = hd_ptx_call_does(c, at);
    w->committed = w->committed || (does & (HD_PTX_DOES_COMMIT | HD_PTX_DOES_UNKNOWN)) != 0;
    if ((does & (HD_PTX_DOES_MEET | HD_PTX_DOES_UNKNOWN)) != 0) *layer = 1;
  }
  return HD_PTX_GO_ON;
}

static void check_work(hd_ptx_checker *c, uint32_t at) {
  work w = {.at = at, .load = HD_PTX_NONE};
  hd_ptx_ask(c, HD_RULE_COMMITTED);
  hd_ptx_ask(c, HD_RULE_FENCE);
  if (!hd_ptx_walk(c, at, follow, &w)) {
    (void)hd_ptx_unknown(c, HD_RULE_COMMITTED, at, HD_PTX_NONE,
                         "there are too many paths to follow what comes after it");
    return;
  }
  if (!w.committed && c->kernel.is_entry) {
    (void)hd_ptx_fault(c, HD_RULE_COMMITTED, at, HD_PTX_NONE, "no commit comes behind it on any path");
  } else if (!w.committed) {
    (void)hd_ptx_unknown(c, HD_RULE_COMMITTED, at, HD_PTX_NONE,
                         "whether the caller of this function commits it is not known");
  }
  if (w.load == HD_PTX_NONE || hd_ptx_overlap(c, w.load, at, true) == HD_PTX_NO) return;
  if (w.fenced) {
    (void)hd_ptx_unknown(c, HD_RULE_FENCE, w.load, at,
                         "whether fence::after_thread_sync comes before it on every path is not known");
  } else {
    (void)hd_ptx_fault(c, HD_RULE_FENCE, w.load, at,
                       "it loads behind mma, cp or shift without fence::after_thread_sync");
  }
}

static void check_commit(hd_ptx_checker *c, uint32_t at) {
  hd_ptx_ask(c, HD_RULE_COMMITTED);
  if (c->served[at] != 0) return;
  const unsigned does = hd_ptx_function_does(c);
  const bool elsewhere = !c->kernel.is_entry || (does & HD_PTX_DOES_UNKNOWN) != 0 || c->steps <= 0 ||
                         ((does & HD_PTX_DOES_MMA) != 0 && c->kernel.mmas + c->kernel.copies == 0);
  if (elsewhere) {
    (void)hd_ptx_unknown(c, HD_RULE_COMMITTED, at, HD_PTX_NONE, "what it commits is not known");
  } else {
    (void)hd_ptx_fault(c, HD_RULE_COMMITTED, at, HD_PTX_NONE, "no mma, cp or shift comes before it on any path");
  }
}

/* ---- fences and where threads meet ---- */

static bool is_meeting(const hd_ptx_checker *c, uint32_t at) {
  const uint8_t kind = c->kind[at];
  return kind == HD_PTX_MEETING || kind == HD_PTX_MBARRIER_WAIT || kind == HD_PTX_COMMIT ||
         (kind == HD_PTX_CALL && (hd_ptx_call_does(c, at) & (HD_PTX_DOES_MEET | HD_PTX_DOES_UNKNOWN)) != 0);
}

static hd_ptx_step seek_meeting(void *context, hd_ptx_checker *c, uint32_t at, unsigned *layer) {
  bool *found = context;
  (void)layer;
  if (at < c->function->instructions && is_meeting(c, at)) *found = true;
  return *found || at == c->function->instructions ? HD_PTX_STOP : HD_PTX_GO_ON;
}

static hd_ptx_step mark_fences(void *context, hd_ptx_checker *c, uint32_t at, unsigned *layer) {
  (void)context;
  (void)layer;
  if (at == c->function->instructions || is_meeting(c, at)) return HD_PTX_STOP;
  if (c->kind[at] == HD_PTX_FENCE_AFTER) c->served[at] = 1;
  return HD_PTX_GO_ON;
}

static void check_fences(hd_ptx_checker *c) {
  bool any = false, complete = true;
  for (size_t k = 0; k < c->accesses; k++) any = any || c->kind[c->access[k]] == HD_PTX_FENCE_AFTER;
  for (uint32_t at = 0; any && at < c->function->instructions; at++) {
    if (!is_meeting(c, at) || !hd_ptx_is_reached(&c->flow, c->flow.block[at])) continue;
    complete = complete && hd_ptx_walk(c, at, mark_fences, NULL);
  }
  for (size_t k = 0; k < c->accesses; k++) {
    const uint32_t at = c->access[k];
    bool found = false;
    if (c->kind[at] != HD_PTX_FENCE_BEFORE && c->kind[at] != HD_PTX_FENCE_AFTER) continue;
    hd_ptx_ask(c, HD_RULE_FENCE);
    const bool before = c->kind[at] == HD_PTX_FENCE_BEFORE;
    if (before) complete = hd_ptx_walk(c, at, seek_meeting, &found) && complete;
    if (found || (!before && c->served[at] != 0)) continue;
    if (c->kernel.is_entry && complete) {
      (void)hd_ptx_fault(c, HD_RULE_FENCE, at, HD_PTX_NONE,
                         before ? "nothing at which threads meet comes behind it on any path"
                                : "nothing at which threads meet comes before it on any path");
    } else {
      (void)hd_ptx_unknown(c, HD_RULE_FENCE, at, HD_PTX_NONE, "at what threads meet is not known");
    }
  }
}

/* ---- cta_group ---- */

static void check_groups(hd_ptx_checker *c) {
  uint32_t first[3] = {HD_PTX_NONE, HD_PTX_NONE, HD_PTX_NONE};
  for (uint32_t at = 0; at < c->function->instructions; at++) {
    const uint8_t group = hd_ptx_opcode_at(c, at)->group;
    const unsigned does = c->kind[at] == HD_PTX_CALL ? hd_ptx_call_does(c, at) : 0;
    const bool uses[3] = {false, group == 1 || (does & HD_PTX_DOES_GROUP_1) != 0,
                          group == 2 || (does & HD_PTX_DOES_GROUP_2) != 0};
    if (group == 1 || group == 2) hd_ptx_ask(c, HD_RULE_GROUP);
    for (int k = 1; k <= 2; k++) {
      if (!uses[k]) continue;
      if (first[3 - k] != HD_PTX_NONE) {
        hd_ptx_finding *f =
            hd_ptx_fault(c, HD_RULE_GROUP, at, first[3 - k], ".cta_group::{0} in a kernel that uses .cta_group::{1}");
        if (f != NULL) f->number[0] = k, f->number[1] = 3 - k;
      } else if (first[k] == HD_PTX_NONE) {
        first[k] = at;
      }
    }
  }
}

/* ---- collective instructions ---- */

static void check_convergence(hd_ptx_checker *c, uint32_t at) {
  const uint32_t block = c->flow.block[at], why = c->values.why[block];
  const hd_ptx_value guard = hd_ptx_guard_value(hd_ptx_evaluation_of(c), &c->values, at);
  const uint8_t own = hd_ptx_value_class(&guard), around = c->values.under[block];
  const uint8_t class = own > around ? own : around;
  const uint32_t other = own > around || why == HD_PTX_NONE ? HD_PTX_NONE : c->flow.first[why + 1] - 1;
  hd_ptx_ask(c, HD_RULE_DIVERGENT);
  if (class == HD_BIT_VARIES) {
    (void)hd_ptx_fault(c, HD_RULE_DIVERGENT, at, other,
                       "whether it is reached depends on a condition that differs between threads of a warp");
  } else if (class == HD_BIT_UNKNOWN) {
    (void)hd_ptx_unknown(c, HD_RULE_DIVERGENT, at, other,
                         "whether the threads of a warp come here together is not known");
  }
}

void hd_ptx_rule_order(hd_ptx_checker *c) {
  for (size_t k = 0; k < c->accesses; k++) {
    const uint32_t at = c->access[k];
    if (c->kind[at] == HD_PTX_MMA || c->kind[at] == HD_PTX_COPY || c->kind[at] == HD_PTX_SHIFT) check_work(c, at);
  }
  for (size_t k = 0; k < c->accesses; k++) {
    if (c->kind[c->access[k]] == HD_PTX_COMMIT) check_commit(c, c->access[k]);
  }
  check_fences(c);
  check_groups(c);
  for (uint32_t at = 0; at < c->function->instructions; at++) {
    const bool calls = c->kind[at] == HD_PTX_CALL && (hd_ptx_call_does(c, at) & HD_PTX_DOES_COLLECTIVE) != 0;
    if (!calls && !hd_ptx_opcode_at(c, at)->collective) continue;
    if (hd_ptx_is_reached(&c->flow, c->flow.block[at])) check_convergence(c, at);
  }
}
