/* Heddle as it is installed: found by CMake or by pkg-config. */
#include <heddle/algebra/algebra.h>

#include "compose.h"

#include <stdio.h>

int main(void) {
  char text[COMPOSED_MAX];
  hd_status status = compose("(10,2):(16,4)", 13, "(5,4):(1,5)", 11, text);
  puts(text);
  return status != HD_OK;
}
