/* Linear layouts are built from texts and draws, and evaluated one input bit after another. */
#include "tests/support/linear.h"

#include "tests/support/suite.h"

#include <stdio.h>

hd_axis hd_test_name(const char *name) {
  hd_axis axis;
  EXPECT(hd_axis_from_name(name, strlen(name), &axis), "%s is no name", name);
  return axis;
}

hd_dimensions hd_test_dimensions(const char *text) {
  hd_dimensions made;
  char name[32];
  int bits, used;
  hd_dimensions_clear(&made);
  for (; sscanf(text, " %31[a-z0-9_A-Z]:%d%n", name, &bits, &used) == 2; text += used)
    EXPECT(hd_dimensions_append(&made, hd_test_name(name), bits, NULL) == HD_OK, "cannot append %s", name);
  return made;
}

hd_linear hd_test_linear(const char *in, const char *out, const uint64_t *basis) {
  hd_linear made;
  hd_dimensions inputs = hd_test_dimensions(in), outputs = hd_test_dimensions(out);
  EXPECT(hd_make_linear(&inputs, &outputs, basis, NULL, &made) == HD_OK, "no map from %s to %s", in, out);
  return made;
}

uint64_t hd_test_draw(uint64_t *seed, uint64_t bound) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (*seed >> 24) % bound;
}

hd_dimensions hd_test_draw_dimensions(uint64_t *seed, const char *const *names, int count, int bits) {
  hd_dimensions made;
  int dimensions = 1 + (int)hd_test_draw(seed, 3), first = (int)hd_test_draw(seed, (uint64_t)count);
  hd_dimensions_clear(&made);
  for (int k = 0; k < dimensions; k++) {
    int some = k + 1 == dimensions ? bits : (int)hd_test_draw(seed, (uint64_t)bits + 1);
    EXPECT(hd_dimensions_append(&made, hd_test_name(names[(first + k) % count]), some, NULL) == HD_OK, "append");
    bits -= some;
  }
  return made;
}

static uint64_t draw_word(uint64_t *seed, int kind, int bits, int at) {
  uint64_t size = (uint64_t)1 << bits;
  if (bits == 0 || hd_test_draw(seed, 12) == 0) return 0;
  if (kind == 0) return hd_test_draw(seed, size);
  uint64_t single = (uint64_t)1 << (hd_test_draw(seed, 8) == 0 ? (int)hd_test_draw(seed, (uint64_t)bits) : at % bits);
  return kind == 1 ? single : single ^ (hd_test_draw(seed, 4) == 0 ? hd_test_draw(seed, size) : 0);
}

hd_linear hd_test_draw_linear(uint64_t *seed, const hd_dimensions *in, const hd_dimensions *out) {
  hd_linear made;
  uint64_t basis[HD_LINEAR_BITS];
  int kind = (int)hd_test_draw(seed, 3), turn = (int)hd_test_draw(seed, 8);
  for (int i = 0; i < in->total; i++) basis[i] = draw_word(seed, kind, out->total, i + turn);
  EXPECT(hd_make_linear(in, out, basis, NULL, &made) == HD_OK, "no map");
  return made;
}

uint64_t hd_test_value(const hd_linear *linear, uint64_t input) {
  uint64_t value = 0;
  for (int bit = 0; bit < linear->out.total; bit++) {
    unsigned parity = 0;
    for (int i = 0; i < linear->in.total; i++) parity += (input >> i & 1) != 0 && (linear->basis[i] >> bit & 1) != 0;
    value += (uint64_t)(parity % 2) << bit;
  }
  return value;
}

uint64_t hd_test_part(const hd_dimensions *dimensions, hd_axis name, uint64_t packed) {
  for (int k = 0; k < dimensions->count; k++) {
    uint64_t size = (uint64_t)1 << dimensions->bits[k];
    if (dimensions->name[k] == name) return packed % size;
    packed /= size;
  }
  return 0;
}

uint64_t hd_test_renamed(const hd_dimensions *from, uint64_t packed, const hd_dimensions *to) {
  uint64_t made = 0;
  for (int k = to->count; k-- > 0;) made = (made << to->bits[k]) + hd_test_part(from, to->name[k], packed);
  return made;
}

uint64_t hd_test_packed(const hd_dimensions *dimensions, const hd_tuple *coordinate) {
  uint64_t made = 0;
  EXPECT(coordinate->profile.leaves == dimensions->count && !coordinate->on_axes, "no coordinate of the dimensions");
  for (int k = dimensions->count; k-- > 0;) {
    EXPECT(coordinate->value[k] >= 0 && coordinate->value[k] < (int64_t)1 << dimensions->bits[k], "outside its size");
    made = (made << dimensions->bits[k]) + (uint64_t)coordinate->value[k];
  }
  return made;
}
