/* Distances of words. */
#include "proofs/near.h"

#include <string.h>

/* How many letters to change, add or drop, where they can be less than `most`: else no less than that. */
static int distance(const char *a, size_t m, const char *b, int most) {
  enum { LONGEST = 32 };
  int row[LONGEST + 1];
  size_t n = strlen(b);
  if (m > LONGEST || n > LONGEST || (m > n ? m - n : n - m) >= (size_t)most) return most;
  for (size_t j = 0; j <= n; j++) row[j] = (int)j;
  for (size_t i = 1; i <= m; i++) {
    int diagonal = row[0];
    row[0] = (int)i;
    for (size_t j = 1; j <= n; j++) {
      int changed = diagonal + (a[i - 1] != b[j - 1]), dropped = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
      diagonal = row[j];
      row[j] = changed < dropped ? changed : dropped;
    }
  }
  return row[n];
}

hd_near hd_near_start(const char *name, size_t length) {
  int least = length < 3 ? 0 : length < 6 ? 2 : 4; /* more steps than that are another word */
  return (hd_near){name, length, least, NULL};
}

void hd_near_try(hd_near *near, const char *other) {
  int steps = distance(near->name, near->length, other, near->least);
  if (steps < near->least) near->least = steps, near->best = other;
}
