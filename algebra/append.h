/* Printing one value after another into a text that may be too short.
 * Internal to the library: not installed.
 *
 * Invariant: `length` counts what all values have together, written or not; text[0..capacity-1] is never left. */
#ifndef HEDDLE_ALGEBRA_APPEND_H
#define HEDDLE_ALGEBRA_APPEND_H

#include <stddef.h>

/* Where the next value goes, and the room there: hd_print_x(x, hd_text_end(..), hd_text_room(..)). */
static inline char *hd_text_end(char *text, size_t capacity, size_t length) {
  return length < capacity ? text + length : NULL;
}
static inline size_t hd_text_room(size_t capacity, size_t length) { return length < capacity ? capacity - length : 0; }

/* The length after appending a word, like the printers: a final 0, and nothing where there is no room. */
static inline size_t hd_append_word(char *text, size_t capacity, size_t length, const char *word) {
  for (; *word; ++word, ++length)
    if (length + 1 < capacity) text[length] = *word;
  if (capacity > 0) text[length < capacity ? length : capacity - 1] = 0;
  return length;
}

#endif
