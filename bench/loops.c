/* What one writes without a layout library: nested loops and divisions for a rank known when the program is written,
 * with extents and strides known only when it runs. Composition becomes the composed values, one by one. */
#include "bench.h"

typedef struct flat {
  int extent[2], stride[2];
} flat;

typedef struct nested {
  int extent[4], stride[4];
} nested;

static int flat_at(const flat *l, int i) { return i % l->extent[0] * l->stride[0] + i / l->extent[0] * l->stride[1]; }

static int nested_at(const nested *l, int i) {
  int value = 0;
  for (int k = 0; k < 3; k++, i /= l->extent[k - 1]) value += i % l->extent[k] * l->stride[k];
  return value + i * l->stride[3];
}

static void compose(flat a, long repetitions) {
  nested b = {{2, 2, 8, 1}, {128, 8, 1024, 0}};
  for (long r = 0; r < repetitions; r++) {
    HIDE_OBJECT(a);
    HIDE_OBJECT(b);
    for (int k = 0; k < b.extent[2]; k++) {
      for (int j = 0; j < b.extent[1]; j++) {
        for (int i = 0; i < b.extent[0]; i++) {
          int index = i * b.stride[0] + j * b.stride[1] + k * b.stride[2];
          answer[i + b.extent[0] * (j + b.extent[1] * k)] = flat_at(&a, index);
        }
      }
    }
    HIDE_MEMORY();
  }
}

static void evaluate_two(flat l, long repetitions) {
  HIDE_OBJECT(l);
  int count = l.extent[0] * l.extent[1];
  for (int i = 0; repetitions > 0; repetitions--) {
    int index = i;
    HIDE_VALUE(index);
    answer[i] = flat_at(&l, index);
    i = i + 1 == count ? 0 : i + 1;
  }
}

static void evaluate_four(nested l, long repetitions) {
  HIDE_OBJECT(l);
  int count = l.extent[0] * l.extent[1] * l.extent[2] * l.extent[3];
  for (int i = 0; repetitions > 0; repetitions--) {
    int index = i;
    HIDE_VALUE(index);
    answer[i] = nested_at(&l, index);
    i = i + 1 == count ? 0 : i + 1;
  }
}

static void walk_two(flat l, long repetitions) {
  HIDE_OBJECT(l);
  for (long r = 0; r < repetitions; r++) {
    int32_t *to = answer;
    for (int j = 0; j < l.extent[1]; j++) {
      for (int i = 0; i < l.extent[0]; i++) *to++ = i * l.stride[0] + j * l.stride[1];
    }
    HIDE_MEMORY();
  }
}

static void walk_four(nested n, long repetitions) {
  HIDE_OBJECT(n);
  for (long r = 0; r < repetitions; r++) {
    int32_t *to = answer;
    for (int l = 0; l < n.extent[3]; l++) {
      for (int k = 0; k < n.extent[2]; k++) {
        for (int j = 0; j < n.extent[1]; j++) {
          int base = j * n.stride[1] + k * n.stride[2] + l * n.stride[3];
          for (int i = 0; i < n.extent[0]; i++) *to++ = i * n.stride[0] + base;
        }
      }
    }
    HIDE_MEMORY();
  }
}

static const flat columns = {{128, 512}, {1, 128}}, rows = {{128, 512}, {512, 1}}, short_columns = {{128, 4}, {1, 128}};
static const nested short_nested = {{2, 2, 2, 64}, {128, 8, 256, 1024}};
static const nested long_nested = {{2, 2, 2, 8192}, {128, 8, 256, 1024}};

static void compose_flat(long n) { compose(columns, n); }
static void compose_rows(long n) { compose(rows, n); }
static void evaluate_flat(long n) { evaluate_two(columns, n); }
static void evaluate_rows(long n) { evaluate_two(rows, n); }
static void evaluate_nested(long n) { evaluate_four(short_nested, n); }
static void walk_flat(long n) { walk_two(columns, n); }
static void walk_rows(long n) { walk_two(rows, n); }
static void walk_nested(long n) { walk_four(short_nested, n); }
static void walk_flat_short(long n) { walk_two(short_columns, n); }
static void walk_nested_long(long n) { walk_four(long_nested, n); }

run_function *const loop_run[OPERATIONS] = {
    [COMPOSITION] = compose_flat,
    [COMPOSITION_ROWS] = compose_rows,
    /* COMPOSITION_SPLIT: not measured */
    [EVALUATE_FLAT] = evaluate_flat,
    [EVALUATE_ROWS] = evaluate_rows,
    [EVALUATE_NESTED] = evaluate_nested,
    [WALK_FLAT] = walk_flat,
    [WALK_ROWS] = walk_rows,
    [WALK_NESTED] = walk_nested,
    [WALK_FLAT_SHORT] = walk_flat_short,
    [WALK_NESTED_LONG] = walk_nested_long,
};
