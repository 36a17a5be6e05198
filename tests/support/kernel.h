/* A kernel in a test: launched on the host emulation, with the cells of tensor memory filled and looked at from outside.
 *
 * Invariant: a kernel does not fail a test, which would leave its stack for good; it notes what is wrong first, and
 * HD_TEST_RUN fails the test with that. */
#ifndef HEDDLE_TESTS_SUPPORT_KERNEL_H
#define HEDDLE_TESTS_SUPPORT_KERNEL_H

#include "../../kernels/launch.h"
#include "suite.h"

#include <stdbool.h>

void hd_test_note(const char *format, ...);
#define NOTE(condition, ...)                     \
  do {                                           \
    if (!(condition)) hd_test_note(__VA_ARGS__); \
  } while (0)

/* What was noted since the last time; "" when nothing was. */
const char *hd_test_noted(void);

/* Launches, and fails the test with what was reported or noted. */
#define HD_TEST_RUN(kernel, launch, ...)                                                                \
  do {                                                                                                  \
    hd_report run_report;                                                                               \
    int run_status = HD_LAUNCH(kernel, launch, (__VA_ARGS__), &run_report);                             \
    const char *noted = hd_test_noted();                                                                \
    EXPECT(run_status == HD_OK, "seed %d: %s", (int)(launch)->seed, run_report.text);                   \
    EXPECT(noted[0] == 0, "seed %d unchecked %d: %s", (int)(launch)->seed, (launch)->unchecked, noted); \
  } while (0)

/* A number for a pair, another one for each salt. */
uint32_t hd_test_mix(uint32_t salt, uint32_t a, uint32_t b);

/* What the cells should hold; `half`: in the lower half alone, where an unpacking store came last. */
enum { HD_TEST_COLUMNS = 512 };
extern uint32_t hd_test_expected[128][HD_TEST_COLUMNS];
extern bool hd_test_half[128][HD_TEST_COLUMNS];

/* Puts hd_test_mix(salt, lane, column) into all cells of the warp's slab, past all order; by its first thread. */
void hd_test_fill_slab(uint32_t salt);
/* That the cells of the warp's slab hold what is expected; by its first thread. */
void hd_test_check_slab(const char *name);

#endif
