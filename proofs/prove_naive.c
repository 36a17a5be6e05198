/* The oracle of the theorems: a table of values, and every way tried. */
#include "proofs/prove_naive.h"

int64_t hd_naive_size(const hd_layout *layout) {
  int64_t size = 1;
  for (int k = 0; k < layout->profile.leaves; k++)
    if (__builtin_mul_overflow(size, layout->shape[k], &size)) return INT64_MAX;
  return size;
}

void hd_naive_digits(const hd_layout *layout, int64_t index, int64_t *digit) {
  int last = layout->profile.leaves - 1;
  for (int k = 0; k < last; k++) {
    int64_t extent = layout->shape[k], rest = index % extent;
    if (rest < 0) rest += extent;
    digit[k] = rest;
    index = (index - rest) / extent;
  }
  if (last >= 0) digit[last] = index;
}

int64_t hd_naive_sum(const hd_layout *layout, const int64_t *digit) {
  int64_t sum = 0;
  for (int k = 0; k < layout->profile.leaves; k++) sum += digit[k] * layout->stride[k];
  return sum;
}

int64_t hd_naive_at(const hd_layout *layout, int64_t index) {
  int64_t digit[HD_MAX_LEAVES];
  hd_naive_digits(layout, index, digit);
  return hd_naive_sum(layout, digit);
}

void hd_naive_values(const hd_layout *layout, int64_t count, int64_t *value) {
  for (int64_t i = 0; i < count; i++) value[i] = hd_naive_at(layout, i);
}

void hd_naive_range(const hd_layout *layout, int64_t *least, int64_t *greatest) {
  *least = *greatest = 0;
  for (int k = 0; k < layout->profile.leaves; k++) {
    int64_t far = (layout->shape[k] - 1) * layout->stride[k];
    *(far < 0 ? least : greatest) += far;
  }
}

void hd_naive_image(mpz_t image, const int64_t *value, int64_t count, int64_t least) {
  mpz_set_ui(image, 0);
  for (int64_t i = 0; i < count; i++) mpz_setbit(image, (mp_bitcnt_t)(value[i] - least));
}

bool hd_naive_is_injective(hd_prover *prover, const hd_layout *layout) {
  int64_t least, greatest, size = hd_naive_size(layout), *value = prover->table[HD_TABLES - 1];
  hd_naive_range(layout, &least, &greatest);
  hd_naive_values(layout, size, value);
  hd_naive_image(prover->image, value, size, least);
  return mpz_popcount(prover->image) == (mp_bitcnt_t)size;
}

/* Whether the blocks of `block` values go on as a layout: with some extent, each block the one before it moved. */
static bool goes_on(const int64_t *value, int64_t known, int64_t count, int64_t block) {
  if (block >= known) return true;
  for (int64_t extent = 2; extent <= count / block; extent++) {
    if (count / block % extent != 0) continue;
    int64_t step = value[block] - value[0], i = block, end = block * extent;
    while (i < end && i < known && value[i] == value[i - block] + step) i++;
    if ((i == end || i == known) && goes_on(value, known, count, end)) return true;
  }
  return false;
}

bool hd_naive_is_layout(const int64_t *value, int64_t known, int64_t count) {
  return value[0] == 0 && goes_on(value, known, count, 1);
}

bool hd_naive_composes(hd_prover *prover, const hd_layout *a, const hd_layout *b, int64_t *value) {
  int64_t *along = prover->table[HD_TABLES - 1], digit[HD_MAX_LEAVES], size = hd_naive_size(b);
  bool exists = true;
  for (int k = 0; k < b->profile.leaves && exists; k++) {
    for (int64_t i = 0; i < b->shape[k]; i++) along[i] = hd_naive_at(a, i * b->stride[k]);
    exists = hd_naive_is_layout(along, b->shape[k], b->shape[k]);
  }
  for (int64_t i = 0; i < size; i++) {
    int64_t sum = 0;
    hd_naive_digits(b, i, digit);
    for (int k = 0; k < b->profile.leaves; k++) sum += hd_naive_at(a, digit[k] * b->stride[k]);
    value[i] = hd_naive_at(a, hd_naive_sum(b, digit));
    exists = exists && sum == value[i];
  }
  return exists;
}

bool hd_naive_has_values(const hd_layout *result, int64_t count, const int64_t *value) {
  if (result->on_axes || hd_naive_size(result) != count) return false;
  for (int64_t i = 0; i < count; i++)
    if (hd_naive_at(result, i) != value[i]) return false;
  return true;
}

void hd_naive_shortest(const hd_layout *layout, hd_layout *result) {
  int64_t shape[HD_MAX_LEAVES], stride[HD_MAX_LEAVES];
  int count = 0;
  for (int k = 0; k < layout->profile.leaves; k++) {
    if (layout->shape[k] == 1) continue;
    if (count > 0 && stride[count - 1] * shape[count - 1] == layout->stride[k]) {
      shape[count - 1] *= layout->shape[k];
      continue;
    }
    shape[count] = layout->shape[k];
    stride[count++] = layout->stride[k];
  }
  hd_naive_flat(count, shape, stride, result);
}

bool hd_naive_same_leaves(const hd_layout *a, const hd_layout *b) {
  if (a->profile.leaves != b->profile.leaves) return false;
  for (int k = 0; k < a->profile.leaves; k++)
    if (a->shape[k] != b->shape[k] || a->stride[k] != b->stride[k]) return false;
  return true;
}

void hd_naive_modes_of(const hd_layout *layout, hd_naive_modes *modes) {
  int outer = layout->profile.leaves > 0 && layout->profile.open[0] > 0, depth = 0;
  modes->count = 0;
  for (int k = 0; k < layout->profile.leaves; k++) {
    depth += layout->profile.open[k];
    bool begins = k == 0 || depth - layout->profile.open[k] == outer;
    if (begins) {
      modes->begin[modes->count] = k;
      modes->size[modes->count++] = 1;
    }
    modes->size[modes->count - 1] *= layout->shape[k];
    depth -= layout->profile.close[k];
  }
  modes->begin[modes->count] = layout->profile.leaves;
}

void hd_naive_flat(int leaves, const int64_t *shape, const int64_t *stride, hd_layout *result) {
  result->on_axes = false;
  result->profile.leaves = (uint8_t)leaves;
  for (int k = 0; k < leaves; k++) {
    result->profile.open[k] = leaves > 1 && k == 0;
    result->profile.close[k] = leaves > 1 && k == leaves - 1;
    result->shape[k] = shape[k];
    result->stride[k] = stride[k];
  }
}

void hd_naive_mode(const hd_layout *layout, const hd_naive_modes *modes, int mode, hd_layout *result) {
  int begin = modes->begin[mode];
  hd_naive_flat(modes->begin[mode + 1] - begin, layout->shape + begin, layout->stride + begin, result);
}

int hd_naive_complement(const hd_layout *layout, int64_t within, int64_t *shape, int64_t *stride, int64_t *reach) {
  int64_t end = 1, passed = 0; /* leaves of strides up to `passed` are done */
  int count = 0;
  for (;;) {
    int next = -1, equal = 0;
    for (int k = 0; k < layout->profile.leaves; k++) {
      if (layout->shape[k] == 1 || layout->stride[k] <= passed) continue;
      if (next >= 0 && layout->stride[k] == layout->stride[next]) equal++;
      if (next >= 0 && layout->stride[k] >= layout->stride[next]) continue;
      next = k;
      equal = 0;
    }
    if (next < 0) break;
    if (equal > 0 || layout->stride[next] < end) return -1;
    shape[count] = layout->stride[next] / end;
    stride[count++] = end;
    passed = layout->stride[next];
    end = passed * layout->shape[next];
  }
  shape[count] = (within + end - 1) / end;
  stride[count++] = end;
  *reach = end;
  return count;
}

bool hd_naive_has_modes(const hd_layout *layout, int count, const int64_t *size) {
  hd_naive_modes modes;
  hd_naive_modes_of(layout, &modes);
  if (modes.count != count) return false;
  for (int k = 0; k < count; k++)
    if (modes.size[k] != size[k]) return false;
  return true;
}
