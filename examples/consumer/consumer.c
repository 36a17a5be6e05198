/* Which layout reads every third column of a 6 by 4 tile, and where does it break? */
#include <heddle/algebra/algebra.h>

#include <stdio.h>
#include <string.h>

static void compose(const char *first, const char *second) {
  hd_layout a, b, result;
  hd_error error;
  char text[HD_TEXT_MAX];
  hd_status status = hd_parse_layout(first, strlen(first), &error, &a);
  if (status == HD_OK) status = hd_parse_layout(second, strlen(second), &error, &b);
  if (status == HD_OK) status = hd_composition(&a, &b, &error, &result);
  if (status == HD_OK)
    hd_print_layout(&result, text, sizeof text);
  else
    hd_print_error(&error, text, sizeof text);
  printf("%s o %s\n  %s: %s\n", first, second, hd_status_name(status), text);
}

int main(void) {
  compose("(2,5):(1,7)", "4:3");
  compose("(6,2):(1,7)", "(3,2):(2,3)");
  return 0;
}
