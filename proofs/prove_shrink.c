/* From a case that fails to a small one that does: whatever can be left out or made smaller is, one thing at a time,
 * until nothing can. Each step makes the case smaller, so that it ends. */
#include "proofs/prove.h"

/* One try: the same case with one thing smaller, to be kept if it is a case and fails. */
typedef struct hd_trial {
  hd_prover *prover;
  const hd_theorem *theorem;
  const hd_domain *domain;
  hd_case *subject; /* the smallest so far */
  hd_case candidate;
} hd_trial;

static bool is_kept(hd_trial *trial) {
  if (trial->domain->is_case != NULL && !trial->domain->is_case(&trial->candidate)) return false;
  if (hd_judge_case(trial->prover, trial->theorem, &trial->candidate) != HD_REFUTED) return false;
  hd_case_copy(trial->subject, &trial->candidate);
  return true;
}

/* Leaves `leaf` out (-1: none) and the brackets with it: what is left is flat, or a scalar. */
static void flat_without(const hd_layout *from, int leaf, hd_layout *result) {
  hd_layout made;
  hd_layout_clear(&made);
  for (int k = 0; k < from->profile.leaves; k++)
    if (k != leaf) hd_layout_append_leaf(&made, from->shape[k], from->stride[k], HD_AXIS_INTEGER);
  if (made.profile.leaves > 1) hd_profile_wrap(&made.profile, 0);
  hd_layout_copy(result, &made);
}

static int brackets(const hd_profile *profile) {
  int count = 0;
  for (int k = 0; k < profile->leaves; k++) count += profile->open[k];
  return count;
}

static bool drops_leaves(hd_trial *trial, int which) {
  const hd_layout *layout = &trial->subject->layout[which];
  int leaves = layout->profile.leaves;
  for (int k = 0; k < leaves && leaves > 1; k++) {
    hd_case_copy(&trial->candidate, trial->subject);
    flat_without(layout, k, &trial->candidate.layout[which]);
    if (is_kept(trial)) return true;
  }
  if (brackets(&layout->profile) <= (leaves > 1)) return false;
  hd_case_copy(&trial->candidate, trial->subject);
  flat_without(layout, -1, &trial->candidate.layout[which]);
  return is_kept(trial);
}

/* Nearer to `least`: there, half way, one step. `*number` lies in the candidate. */
static bool lowers(hd_trial *trial, int64_t *number, int64_t least) {
  int64_t now = *number, way = now - least, step = way > 0 ? 1 : -1;
  const int64_t tried[] = {least, least + 1, least + way / 2, now - step, now == INT64_MIN ? INT64_MAX : -now};
  for (int k = 0; k < 5; k++) {
    bool nearer = way > 0 ? tried[k] < now && tried[k] >= least : tried[k] > now && (k == 4 || tried[k] <= least);
    if (way == 0 || !nearer) continue;
    hd_case_copy(&trial->candidate, trial->subject);
    *number = tried[k];
    if (is_kept(trial)) return true;
  }
  *number = now;
  return false;
}

static bool step(hd_trial *trial) {
  for (int which = 0; which < trial->subject->layouts; which++) {
    if (drops_leaves(trial, which)) return true;
    hd_layout *layout = &trial->candidate.layout[which];
    for (int k = 0; k < trial->subject->layout[which].profile.leaves; k++) {
      hd_case_copy(&trial->candidate, trial->subject);
      if (lowers(trial, &layout->shape[k], 1)) return true;
      hd_case_copy(&trial->candidate, trial->subject);
      if (lowers(trial, &layout->stride[k], 0)) return true;
    }
  }
  for (int k = 0; trial->domain->is_case != NULL && k < trial->subject->numbers; k++) {
    hd_case_copy(&trial->candidate, trial->subject);
    if (lowers(trial, &trial->candidate.number[k], 0)) return true;
  }
  return false;
}

void hd_shrink(hd_prover *prover, const hd_theorem *theorem, hd_case *subject) {
  hd_trial trial = {.prover = prover, .theorem = theorem, .domain = hd_theorem_domain(theorem), .subject = subject};
  while (step(&trial)) continue;
  (void)hd_judge_case(prover, theorem, subject); /* for its reason */
}
