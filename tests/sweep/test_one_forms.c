/* Forms of one layout: whatever changes how a layout is written must keep what it says. */
#include "tests/support/sweep.h"

static void judge_coalesce(const hd_small *small, hd_cases *cases) {
  hd_layout result;
  hd_coalesce(&small->layout, &result);
  EXPECT(hd_small_has_values(&result, small->size, small->value), "%s", hd_test_show(&small->layout));
  EXPECT(hd_small_is_shortest(&result), "%s", hd_test_show(&small->layout));
  cases->answered++;
}

START_TEST(coalesce_keeps_the_values_in_the_fewest_modes) {
  hd_sweep("coalesce", hd_small_count(), judge_coalesce);
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"coalesce", coalesce_keeps_the_values_in_the_fewest_modes},
  };
  return hd_test_main("sweep: forms", test, HD_COUNT(test));
}
