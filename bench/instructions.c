/* How many instructions does each operation take? Runs every example once under callgrind, which writes the count of
 * each run into a file of its own; bench/instructions.sh puts names and counts together.
 *
 *   instructions          runs the examples, warm, `measured` being what is counted; prints one line for each
 *
 * A line: class, heap calls, how many values the cost is spread over, operation, operands. Exit status 1: an operation
 * did not answer. */
#include "operations.h"
#include "heap.h"

#include <stdio.h>

static const char *const class_name[CLASSES] = {"SMALL", "COMPOSED", "INVERTED", "BITS", "SEARCH", "VALUES", "TEXT"};

/* What callgrind counts: a call through a pointer, and what it calls. The first example does nothing. */
__attribute__((noinline)) hd_status measured(hd_status (*run)(void));
hd_status measured(hd_status (*run)(void)) {
  hd_status status = run();
  __asm__ volatile("" ::: "memory");
  return status;
}

int main(void) {
  int failed = 0;
  if (!heap_counter_works()) return 2;
  for (int k = 0; k < example_count; k++) {
    const example *e = &examples[k];
    example_start(e);
    hd_status status = e->run();
    heap_calls = 0;
    if (status == HD_OK) status = measured(e->run);
    printf("%s\t%ld\t%d\t%s\t", class_name[e->class], heap_calls, e->per, e->operation);
    for (int i = 0; e->kinds[i]; i++) printf("%s%s", i ? " | " : "", e->operand[i]);
    printf("\n");
    if (status == HD_OK) continue;
    fprintf(stderr, "%s: %s\n", e->operation, hd_status_name(status));
    failed++;
  }
  return failed != 0;
}
