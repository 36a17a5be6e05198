/* The machine that runs compiled expressions. */
#include "proofs/machine.h"

#include "proofs/integer.h"

#include <stdlib.h>
#include <string.h>

void hd_program_free(hd_program *program) {
  free(program->instruction);
  free(program->piece);
  program->instruction = NULL;
  program->piece = NULL;
}

/* Replaces the coordinate's numbers on top of the stack by the components of the layout's value there. */
static bool evaluate(const hd_program *p, const hd_instruction *instruction, int64_t *argument) {
  const hd_piece *piece = p->piece + instruction->operand, *end = piece + instruction->count;
  int64_t sum[HD_MAX_LEAVES] = {0}, rest = 0;
  for (int current = -1; piece < end; piece++) {
    if (piece->argument != current) rest = argument[current = piece->argument];
    int64_t digit = rest;
    if (piece->extent != 0) {
      digit = rest % piece->extent;
      rest /= piece->extent;
      if (digit < 0) digit += piece->extent, --rest;
    } else if ((uint64_t)rest >= (uint64_t)piece->limit && p->strict) {
      return false;
    }
    if (!hd_add_product(&sum[piece->component], digit, piece->stride)) return false;
  }
  for (int k = 0; k < end->component; k++) argument[k] = sum[k];
  return true;
}

static bool same(const int64_t *a, const int64_t *b, int count) {
  for (int k = 0; k < count; k++) {
    if (a[k] != b[k]) return false;
  }
  return true;
}

/* One binary operation; `top` is its left side, the right side lies above it. */
static inline bool binary(const hd_instruction *instruction, int64_t *top) {
  int64_t a = top[0], b = top[1];
  switch (instruction->code) {
    case HD_CODE_ADD: return hd_add(a, b, top);
    case HD_CODE_SUBTRACT: return hd_sub(a, b, top);
    case HD_CODE_MULTIPLY: return hd_mul(a, b, top);
    case HD_CODE_DIVIDE: return hd_integer_binary(HD_SYMBOL1('/'), a, b, top) == HD_OK;
    case HD_CODE_REMAINDER: return hd_integer_binary(HD_SYMBOL1('%'), a, b, top) == HD_OK;
    case HD_CODE_BIT_AND: *top = a & b; return true;
    case HD_CODE_BIT_OR: *top = a | b; return true;
    case HD_CODE_BIT_XOR: *top = a ^ b; return true;
    case HD_CODE_EQUAL: *top = a == b; return true;
    case HD_CODE_UNEQUAL: *top = a != b; return true;
    case HD_CODE_LESS: *top = a < b; return true;
    case HD_CODE_AT_MOST: *top = a <= b; return true;
    case HD_CODE_GREATER: *top = a > b; return true;
    case HD_CODE_AT_LEAST: *top = a >= b; return true;
    default: return hd_integer_binary((unsigned)instruction->operand, a, b, top) == HD_OK; /* shifts */
  }
}

/* Where the machine goes on after && or || or a condition: past what its value decides. */
static inline const hd_instruction *jump(const hd_program *p, const hd_instruction *i, int64_t **top) {
  bool truth = (*top)[-1] != 0;
  if (i->code == HD_CODE_JUMP_FALSE) {
    --*top;
    return truth ? i + 1 : p->instruction + i->count;
  }
  if (truth == (i->code == HD_CODE_OR)) {
    (*top)[-1] = truth;
    return p->instruction + i->count;
  }
  --*top;
  return i + 1;
}

bool hd_program_run(const hd_program *p, const int64_t *variable, int64_t *result) {
  int64_t stack[HD_MACHINE_STACK], *top = stack; /* top is past the last */
  const hd_instruction *i = p->instruction, *end = i + p->instructions;
  while (i < end) {
    bool fits = true;
    switch (i->code) {
      case HD_CODE_CONSTANT: *top++ = i->operand; break;
      case HD_CODE_VARIABLE: *top++ = variable[i->count]; break;
      case HD_CODE_EVALUATE: {
        const hd_piece *closing = p->piece + i->operand + i->count;
        fits = evaluate(p, i, top - closing->argument);
        top += closing->component - closing->argument;
        break;
      }
      case HD_CODE_OUTSIDE: fits = !p->strict; break;
      case HD_CODE_SAME:
        top -= 2 * i->count;
        *top = same(top, top + i->count, i->count) == (i->operand != 0);
        top++;
        break;
      case HD_CODE_TRUTH: top[-1] = top[-1] != 0; break;
      case HD_CODE_NOT: top[-1] = top[-1] == 0; break;
      case HD_CODE_NEGATE: fits = hd_sub(0, top[-1], &top[-1]); break;
      case HD_CODE_COMPLEMENT: top[-1] = ~top[-1]; break;
      case HD_CODE_JUMP: i = p->instruction + i->count; continue;
      case HD_CODE_JUMP_FALSE:
      case HD_CODE_AND:
      case HD_CODE_OR: i = jump(p, i, &top); continue;
      default:
        top--;
        fits = binary(i, top - 1);
        break;
    }
    if (!fits) return false;
    i++;
  }
  memcpy(result, stack, (size_t)(top - stack) * sizeof *result);
  return true;
}
