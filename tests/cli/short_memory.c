/* Preloaded, it makes allocation number FAIL_AT fail, and with FAIL_ON all that follow; so that a script finds out what
 * a command does without memory, at every place where it asks for some. */
#include <errno.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

static long left, begun;

static int fails(void) {
  if (!begun) {
    const char *at = getenv("FAIL_AT");
    begun = 1;
    left = at == NULL ? 0 : atol(at);
  }
  if (left == 0) return 0;
  if (left > 1) return left--, 0;
  if (getenv("FAIL_ON") == NULL) left = 0;
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return fails() ? NULL : __libc_calloc(count, size); }
void *realloc(void *memory, size_t size) { return fails() ? NULL : __libc_realloc(memory, size); }
