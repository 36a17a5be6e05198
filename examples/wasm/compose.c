/* Heddle for a browser, or another host of WebAssembly: what run.mjs calls.
 *
 *   clang --target=wasm32 -O1 -ffreestanding -nostdlib -Wl,--no-entry compose.c heddle.c -o compose.wasm */
#include "heddle.h"

#include "../embed/compose.h"
#include "../embed/memory.h"

#define EXPORT(name) __attribute__((export_name(#name)))

/* Where the host leaves the operands, one behind the other, and finds the answer. */
static char operands[2 * HD_TEXT_MAX];
static char answer[COMPOSED_MAX];

EXPORT(operands) char *operands_at(void);
EXPORT(capacity) size_t capacity(void);
EXPORT(answer) char *answer_at(void);
EXPORT(compose) int compose_operands(size_t m, size_t n);

char *operands_at(void) { return operands; }
size_t capacity(void) { return sizeof operands; }
char *answer_at(void) { return answer; }

/* A o B of operands of m and n bytes: HD_OK, or another status and a sentence. */
int compose_operands(size_t m, size_t n) {
  if (m > sizeof operands || n > sizeof operands - m) {
    put(answer, "the operands are too long");
    return HD_RANGE;
  }
  return (int)compose(operands, m, operands + m, n, answer);
}
