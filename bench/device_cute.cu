// A 128x512 accumulator out of tensor memory, in slices of 64 columns, with CuTe: what device_copy.cu does.
#include <cute/atom/copy_traits_sm100.hpp>
#include <cute/tensor.hpp>

using namespace cute;

extern "C" __global__ void copy_row(uint32_t address, float *to) {
  auto accumulator =
      make_tensor(make_tmem_ptr<float>(address),
                  make_layout(make_shape(Int<128>{}, Int<512>{}), make_stride(TMEM::DP<float>{}, Int<1>{})));
  auto memory = make_tensor(make_gmem_ptr(to), make_layout(make_shape(Int<128>{}, Int<512>{}),
                                                           make_stride(Int<512>{}, Int<1>{})));
  auto tiled = make_tmem_copy(SM100_TMEM_LOAD_32dp32b64x{}, accumulator);
  auto mine = tiled.get_slice(threadIdx.x);
  auto from = mine.partition_S(accumulator);
  auto out = mine.partition_D(memory);
#pragma unroll 1
  for (int slice = 0; slice < size<2>(out); slice++) {
    auto registers = make_tensor<float>(shape(out(_, _, slice)));
    copy(tiled, from(_, _, slice), registers);
    asm volatile("tcgen05.wait::ld.sync.aligned;" : : : "memory"); // without a header for it
    copy(AutoVectorizingCopy{}, registers, out(_, _, slice));
  }
}
