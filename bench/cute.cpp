// CuTe's side: once with integers known at run time, once with everything known at compile time.
//
// Each layout is an object in memory that the compiler must take as unknown; everything else is inlined, as users have it.

#include "bench.h"

#include <cute/layout.hpp>

namespace {

using namespace cute;

int from_volatile(int value) {
  int volatile hidden = value;
  return hidden;
}

auto flat(int rows, int columns, int row, int column) {
  return make_layout(make_shape(from_volatile(rows), from_volatile(columns)),
                     make_stride(from_volatile(row), from_volatile(column)));
}

auto nested(int last) {
  return make_layout(
      make_shape(make_shape(from_volatile(2), from_volatile(2)), make_shape(from_volatile(2), from_volatile(last))),
      make_stride(make_stride(from_volatile(128), from_volatile(8)),
                  make_stride(from_volatile(256), from_volatile(1024))));
}

auto right_operand() {
  return make_layout(make_shape(make_shape(from_volatile(2), from_volatile(2)), from_volatile(8)),
                     make_stride(make_stride(from_volatile(128), from_volatile(8)), from_volatile(1024)));
}

template <class A, class B> void compose(A a, B b, long repetitions) {
  auto result = composition(a, b);
  for (long r = 0; r < repetitions; r++) {
    HIDE_OBJECT(a);
    HIDE_OBJECT(b);
    result = composition(a, b);
    HIDE_OBJECT(result);
  }
  for (int i = 0; i < size(result); i++) answer[i] = result(i);
}

template <class Layout> void evaluate(Layout layout, long repetitions) {
  int const count = size(layout);
  for (int i = 0; repetitions > 0; repetitions--) {
    int index = i;
    HIDE_VALUE(index);
    answer[i] = layout(index);
    i = i + 1 == count ? 0 : i + 1;
  }
}

template <class Layout> void walk(Layout layout, long repetitions) {
  int const count = size(layout);
  for (long r = 0; r < repetitions; r++) {
    for (int i = 0; i < count; i++) answer[i] = layout(i);
    HIDE_MEMORY();
  }
}

void compose_flat(long n) { compose(flat(128, 512, 1, 128), right_operand(), n); }
void compose_rows(long n) { compose(flat(128, 512, 512, 1), right_operand(), n); }
void compose_split(long n) {
  auto a = make_layout(make_shape(from_volatile(4), from_volatile(8), from_volatile(16)),
                       make_stride(from_volatile(1), from_volatile(100), from_volatile(1000)));
  compose(a, flat(16, 4, 2, 32), n);
}
void evaluate_flat(long n) { evaluate(flat(128, 512, 1, 128), n); }
void evaluate_rows(long n) { evaluate(flat(128, 512, 512, 1), n); }
void evaluate_nested(long n) { evaluate(nested(64), n); }
void walk_flat(long n) { walk(flat(128, 512, 1, 128), n); }
void walk_rows(long n) { walk(flat(128, 512, 512, 1), n); }
void walk_nested(long n) { walk(nested(64), n); }
void walk_flat_short(long n) { walk(flat(128, 4, 1, 128), n); }
void walk_nested_long(long n) { walk(nested(8192), n); }

template <int Columns> void static_flat(long n) { walk(Layout<Shape<_128, Int<Columns>>, Stride<_1, _128>>{}, n); }
void static_rows(long n) { walk(Layout<Shape<_128, _512>, Stride<_512, _1>>{}, n); }
template <int Last> void static_nested(long n) {
  walk(Layout<Shape<Shape<_2, _2>, Shape<_2, Int<Last>>>, Stride<Stride<_128, _8>, Stride<_256, _1024>>>{}, n);
}

} // namespace

run_function *const cute_run[OPERATIONS] = {compose_flat,  compose_rows,    compose_split,   evaluate_flat,
                                            evaluate_rows, evaluate_nested, walk_flat,       walk_rows,
                                            walk_nested,   walk_flat_short, walk_nested_long};

run_function *const static_run[OPERATIONS] = {nullptr,
                                              nullptr,
                                              nullptr,
                                              nullptr,
                                              nullptr,
                                              nullptr,
                                              static_flat<512>,
                                              static_rows,
                                              static_nested<64>,
                                              static_flat<4>,
                                              static_nested<8192>};
