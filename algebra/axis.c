/* The axis word: a tag in bits 60 and 61, below it either path steps of 7 bits each (step + 1, outermost lowest) or
 * characters of 6 bits each (first character lowest); 0 ends both. */
#include "algebra/axis.h"

enum { LETTER_BITS = 6 };

static const char alphabet[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

/* What the header has inline. */
extern inline bool hd_axis_is_path(hd_axis axis);
extern inline bool hd_axis_is_name(hd_axis axis);

bool hd_axis_from_path(const int *step, int steps, hd_axis *axis) {
  if (steps < 1 || steps > HD_AXIS_STEPS) return false;
  hd_axis word = (hd_axis)HD_AXIS_TAG_PATH << HD_AXIS_TAG_SHIFT;
  for (int k = 0; k < steps; ++k) {
    if (step[k] < 0 || step[k] > HD_AXIS_STEP_MAX) return false;
    word |= (hd_axis)(step[k] + 1) << (HD_AXIS_STEP_BITS * k);
  }
  *axis = word;
  return true;
}

/* The code of a character, 1.. in the alphabet's order; 0 for any other. */
static unsigned letter_code(char letter) {
  for (unsigned k = 0; alphabet[k]; ++k)
    if (alphabet[k] == letter) return k + 1;
  return 0;
}

bool hd_axis_from_name(const char *name, size_t length, hd_axis *axis) {
  if (length < 1 || length > HD_AXIS_NAME_MAX || letter_code(name[0]) > 52) return false;
  hd_axis word = (hd_axis)HD_AXIS_TAG_NAME << HD_AXIS_TAG_SHIFT;
  for (size_t k = 0; k < length; ++k) {
    unsigned code = letter_code(name[k]);
    if (!code) return false;
    word |= (hd_axis)code << (LETTER_BITS * k);
  }
  *axis = word;
  return true;
}

int hd_axis_path(hd_axis axis, int step[HD_AXIS_STEPS]) {
  int steps = 0;
  if (!hd_axis_is_path(axis)) return 0;
  for (; steps < HD_AXIS_STEPS; ++steps) {
    int code = (int)(axis >> (HD_AXIS_STEP_BITS * steps) & ((1 << HD_AXIS_STEP_BITS) - 1));
    if (!code) break;
    step[steps] = code - 1;
  }
  return steps;
}

static int write_step(char *text, int step) {
  int length = 0;
  text[length++] = '@';
  if (step >= 100) text[length++] = '1';
  if (step >= 10) text[length++] = (char)('0' + step / 10 % 10);
  text[length++] = (char)('0' + step % 10);
  return length;
}

int hd_axis_text(hd_axis axis, char text[HD_AXIS_TEXT]) {
  int step[HD_AXIS_STEPS], length = 0;
  for (int k = hd_axis_path(axis, step); k-- > 0;) length += write_step(text + length, step[k]);
  if (hd_axis_is_name(axis)) {
    text[length++] = '@';
    for (int k = 0; k < HD_AXIS_NAME_MAX; ++k) {
      unsigned code = (unsigned)(axis >> (LETTER_BITS * k)) & ((1u << LETTER_BITS) - 1);
      if (!code) break;
      text[length++] = alphabet[code - 1];
    }
  }
  text[length] = 0;
  return length;
}

/* The first character in which they differ has the lowest bit in which they do; behind the last one stands 0. */
bool hd_axis_name_before(hd_axis a, hd_axis b) {
  if (a == b) return false;
  int at = __builtin_ctzll(a ^ b) / LETTER_BITS * LETTER_BITS;
  unsigned code_a = (unsigned)(a >> at) & ((1u << LETTER_BITS) - 1),
           code_b = (unsigned)(b >> at) & ((1u << LETTER_BITS) - 1);
  if (code_a == 0 || code_b == 0) return code_a == 0;
  return alphabet[code_a - 1] < alphabet[code_b - 1];
}

/* From the first step in which two paths differ on, one of them has nothing left. */
bool hd_axis_overlap(hd_axis a, hd_axis b) {
  if (a == b || !hd_axis_is_path(a) || !hd_axis_is_path(b)) return false;
  hd_axis steps = ((hd_axis)1 << HD_AXIS_TAG_SHIFT) - 1;
  int first = __builtin_ctzll(a ^ b) / HD_AXIS_STEP_BITS * HD_AXIS_STEP_BITS;
  return (a & steps) >> first == 0 || (b & steps) >> first == 0;
}

bool hd_axis_is_outer(hd_axis axis) {
  return axis >> HD_AXIS_STEP_BITS == (hd_axis)HD_AXIS_TAG_PATH << (HD_AXIS_TAG_SHIFT - HD_AXIS_STEP_BITS);
}
