/* What every judge needs: its room, its words, and one case judged from scratch. */
#include "proofs/prove.h"

#include "proofs/prove_operations.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void hd_case_copy(hd_case *to, const hd_case *from) {
  to->layouts = from->layouts;
  to->numbers = from->numbers;
  for (int k = 0; k < from->layouts; k++) hd_layout_copy(&to->layout[k], &from->layout[k]);
  memmove(to->number, from->number, (size_t)from->numbers * sizeof to->number[0]);
}

size_t hd_case_print(const hd_domain *domain, const hd_case *shown, char *text, size_t capacity) {
  if (domain->print != NULL) return domain->print(shown, text, capacity);
  char layout[HD_TEXT_MAX];
  size_t length = 0;
  for (int k = 0; k < shown->layouts + shown->numbers; k++) {
    if (k < shown->layouts) hd_print_layout(&shown->layout[k], layout, sizeof layout);
    else snprintf(layout, sizeof layout, "%lld", (long long)shown->number[k - shown->layouts]);
    size_t room = length < capacity ? capacity - length : 0;
    length += (size_t)snprintf(room == 0 ? NULL : text + length, room, "%s%s", k == 0 ? "" : ", ", layout);
  }
  return length;
}

hd_prover *hd_prover_new(const hd_operations *operation) {
  hd_prover *prover = malloc(sizeof *prover);
  if (prover == NULL) return NULL;
  prover->operation = operation;
  prover->answer = 0;
  prover->why[0] = 0;
  prover->machine = NULL;
  prover->theorem = prover->property = NULL;
  prover->variable = NULL;
  mpz_inits(prover->image, prover->other, prover->value, prover->term, NULL);
  return prover;
}

void hd_prover_free(hd_prover *prover) {
  if (prover == NULL) return;
  mpz_clears(prover->image, prover->other, prover->value, prover->term, NULL);
  free(prover->machine);
  free(prover->variable);
  free(prover);
}

hd_outcome hd_refute(hd_prover *prover, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(prover->why, sizeof prover->why, format, list);
  va_end(list);
  return HD_REFUTED;
}

hd_outcome hd_leave_open(hd_prover *prover, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(prover->why, sizeof prover->why, format, list);
  va_end(list);
  return HD_LEFT_OPEN;
}

void hd_answer_layout(hd_prover *prover, const hd_layout *layout) {
  for (int k = 0; k < layout->profile.leaves; k++) {
    hd_answer(prover, layout->shape[k]);
    hd_answer(prover, layout->stride[k]);
  }
}

hd_outcome hd_judge_case(hd_prover *prover, const hd_theorem *theorem, const hd_case *subject) {
  prover->answer = 0;
  prover->theorem = theorem;
  return theorem->judge(prover, subject);
}
