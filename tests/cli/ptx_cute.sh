#!/usr/bin/env bash
# CuTe's own copies, under nvcc: does `ptx check` find the reads that are moved before a wait which names no registers,
# and nothing else?
#
# Three kernels are compiled: one waits in a loop behind its load, one loads and waits in the loop, one does without a
# loop and moves words. Every instruction that reads a register of a load before the wait is to be reported, found here by looking at
# the lines between them: in the first two there are some, in the third there are none. Nothing else is reported, and
# nothing is unknown.
#
# CuTe's headers are looked for in $CUTLASS_INCLUDE and where `make bench` leaves them. Where they, or an nvcc that knows
# sm_100a, are missing, the test is left out and says so.
. "$(dirname "$0")/common.sh"

leave_out() {
  echo "ptx check of CuTe's copies: left out, $1"
  exit 0
}
headers=${CUTLASS_INCLUDE:-$source_dir/build/bench/cutlass/cutlass_library/source/include}
[ -f "$headers/cute/atom/copy_traits_sm100.hpp" ] || leave_out "there are no headers of CuTe in $headers"
nvcc=$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2>/dev/null || true)
[ -n "$nvcc" ] || leave_out 'there is no nvcc'
"$nvcc" --list-gpu-arch | grep -qx compute_100 || leave_out "$nvcc does not know compute_100"

cat >"$work/cute.cu" <<'END'
#include <cute/tensor.hpp>
#include <cute/arch/copy_sm100.hpp>
#include <cute/arch/tmem_allocator_sm100.hpp>
#include <cute/atom/copy_traits_sm100.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;

enum kind { BEFORE, INSIDE, STRAIGHT };

template <kind KIND>
__device__ void run(float *out, float scale, int turns) {
  __shared__ uint32_t base;
  TMEM::Allocator1Sm allocator{};
  if (threadIdx.x < 32) {
    allocator.allocate(512, &base);
    allocator.release_allocation_lock();
  }
  __syncthreads();
  using element = conditional_t<KIND == STRAIGHT, uint32_t, float>; /* words are not moved to registers of another kind */
  auto cells = make_tensor(make_tmem_ptr<element>(base),
                           make_layout(make_shape(Int<128>{}, Int<64>{}), make_stride(TMEM::DP<element>{}, Int<1>{})));
  auto tiled = make_tmem_copy(SM100_TMEM_LOAD_32dp32b64x{}, cells);
  auto mine = tiled.get_slice(threadIdx.x);
  auto source = mine.partition_S(cells);
  auto registers = make_tensor<element>(shape(mine.partition_D(make_identity_tensor(shape(cells)))));
  if (KIND != INSIDE) copy(tiled, source, registers);
  if constexpr (KIND == STRAIGHT) {
    cutlass::arch::fence_view_async_tmem_load();
    for (int j = 0; j < size(registers); j++) reinterpret_cast<element *>(out)[j * 128 + threadIdx.x] = registers(j);
  } else {
    for (int i = 0; i < turns; i++) {
      if (KIND == INSIDE) copy(tiled, source, registers);
      cutlass::arch::fence_view_async_tmem_load();
      for (int j = 0; j < size(registers); j++) out[(i * 64 + j) * 128 + threadIdx.x] = registers(j) * scale;
    }
  }
  if (KIND == BEFORE) cutlass::arch::fence_view_async_tmem_load();
  __syncthreads();
  if (threadIdx.x < 32) allocator.free(base, 512);
}

#define KERNEL(name, KIND)                                                                           \
  extern "C" __global__ void __launch_bounds__(128) name(float *out, float scale, int turns) { \
    run<KIND>(out, scale, turns);                                                                    \
  }
KERNEL(before, BEFORE)
KERNEL(inside, INSIDE)
KERNEL(straight, STRAIGHT)
END
"$nvcc" -std=c++17 -w -gencode arch=compute_100a,code=sm_100a -ptx -I "$headers" -o "$work/cute.ptx" "$work/cute.cu" \
  >"$work/log" 2>&1 || leave_out "they do not compile: $(head -n 1 "$work/log")"

# Lines between a load and the first wait behind it that name one of its registers.
awk '
  /tcgen05\.ld/ {
    line = $0
    sub(/^[^{]*\{/, "", line)
    sub(/\}.*/, "", line)
    count = split(line, register, /[ ,]+/)
    split("", loaded)
    for (k = 1; k <= count; k++) loaded[register[k]] = 1
    flying = 1
    next
  }
  /wait::ld/ { flying = 0 }
  flying { rest = $0
    while (match(rest, /%r[0-9]+/)) {
      if (substr(rest, RSTART, RLENGTH) in loaded) { print NR; break }
      rest = substr(rest, RSTART + RLENGTH)
    } }' "$work/cute.ptx" | sort -u >"$work/expected"

run 1 ptx check --json "$work/cute.ptx"
grep -oE '"rule":"[a-z-]+","verdict":"[a-z]+","line":[0-9]+' "$work/out" >"$work/findings"
grep -v '"load-use","verdict":"fault"' "$work/findings" >"$work/others" && fail "others: $(sort "$work/others" | uniq -c | head -n 5)"
sed 's/.*://' "$work/findings" | sort -u >"$work/found"
diff "$work/expected" "$work/found" >"$work/difference" || fail "lines <expected >found: $(head -n 10 "$work/difference")"
[ "$(wc -l <"$work/found")" -ge 128 ] || fail "$(wc -l <"$work/found") reads before the wait: does nvcc move them no more?"
grep -q '"name":"straight".*"findings":\[\]' "$work/out" || fail "straight: $(grep '"name":"straight"' "$work/out" | head -c 600)"
finish "ptx check of CuTe's copies: $(wc -l <"$work/found") reads before the wait found, and nothing else"
