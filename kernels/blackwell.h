/* The device layer on Blackwell: each macro is its instruction, as inline PTX. Internal to the device layer.
 *
 * Invariant: a statement is volatile, so that statements stay in the order in which they are written, and a load that
 * blocks is one statement with its wait: nothing the compiler does can come between. Where the two are apart, the wait
 * takes the registers in and out, which keeps what reads them behind it.
 *
 * Sources: PTX ISA, tcgen05.ld, .st, .ld.red, .cp, .shift, .alloc, .wait, .fence, .commit, mbarrier. */
#ifndef HEDDLE_KERNELS_BLACKWELL_H
#define HEDDLE_KERNELS_BLACKWELL_H

#include "operands.h"

#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ < 1000 || __CUDA_ARCH__ >= 1200 || \
                               (!defined(__CUDA_ARCH_SPECIFIC__) && !defined(__CUDA_ARCH_FAMILY_SPECIFIC__)))
#error \
    "tcgen05 is there on sm_100a, 100f, 103a, 103f, 110a, 110f alone: -gencode arch=compute_100a,code=sm_100a (-arch=sm_100a makes code for sm_100 beside it)"
#endif

#define HD_DEVICE static __device__ __forceinline__ __attribute__((unused))
/* What only copies call: as a template it is not compiled, nor even read, unless one that a kernel uses needs it. */
#define HD_INTERNAL template <int hd_called = 0> HD_DEVICE
#define HD_ASSERT(condition, message) static_assert(condition, message)
#define HD_UNROLLED _Pragma("unroll")
#define HD_ROLLED _Pragma("unroll 1")
/* What a condition known when compiled leaves out is not made into code and thrown away again. */
#ifdef __cpp_if_constexpr
#define HD_WHERE(condition) if constexpr (condition)
#else
#define HD_WHERE(condition) if (condition)
#endif

/* Where a statement stands is the business of the host emulation alone. */
#define HD_SITE
#define HD_SAME_SITE
#define HD_SITE_PARAMETERS
#define HD_HERE

/* ---- threads ---- */

#define HD_KERNEL(name, type, arguments) extern "C" __global__ void name(const __grid_constant__ type arguments)
#define HD_SHARED(type, name, count) __shared__ __align__(1024) type name[count]
#define HD_THREAD() ((int)threadIdx.x)
#define HD_BLOCK() ((int)blockIdx.x)
#define HD_SYNC() __syncthreads()
#define HD_SYNC_WARP() __syncwarp()
#define HD_SYNC_PART(barrier, threads) asm volatile("bar.sync %0, %1;" : : "r"(barrier), "r"(threads) : "memory")
#define HD_VALUE(registers, i) ((registers).value[i])

typedef uint64_t hd_barrier;

HD_DEVICE uint32_t hd_shared_address(const void *shared) { return (uint32_t)__cvta_generic_to_shared(shared); }

#define HD_BARRIER_INIT(barrier, arrivals)                                                       \
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;\n\tfence.mbarrier_init.release.cluster;" \
               :                                                                                 \
               : "r"(hd_shared_address(barrier)), "r"(arrivals)                                  \
               : "memory")
#define HD_BARRIER_ARRIVE(barrier) \
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(hd_shared_address(barrier)) : "memory")
#define HD_BARRIER_WAIT(barrier, parity)                                                \
  asm volatile("{\n\t.reg .pred done;\n"                                                \
               "again:\n\tmbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n\t" \
               "@!done bra again;\n\t}"                                                 \
               :                                                                        \
               : "r"(hd_shared_address(barrier)), "r"((uint32_t)(parity))               \
               : "memory")
#define HD_FENCE_SHARED() asm volatile("fence.proxy.async.shared::cta;" : : : "memory")

/* ---- words of shared or global memory ---- */

HD_DEVICE void hd_put_words(uint32_t *to, const uint32_t *from, int count) {
  if (count == 4) *(uint4 *)to = make_uint4(from[0], from[1], from[2], from[3]);
  else if (count == 2) *(uint2 *)to = make_uint2(from[0], from[1]);
  else *to = *from;
}

HD_DEVICE void hd_get_words(const uint32_t *from, uint32_t *to, int count) {
  if (count == 4) {
    const uint4 words = *(const uint4 *)from;
    to[0] = words.x, to[1] = words.y, to[2] = words.z, to[3] = words.w;
  } else if (count == 2) {
    const uint2 words = *(const uint2 *)from;
    to[0] = words.x, to[1] = words.y;
  } else {
    *to = *from;
  }
}
#define HD_PUT_WORDS(to, from, count) hd_put_words(to, from, count)
#define HD_GET_WORDS(from, to, count) hd_get_words(from, to, count)

/* Two numbers rounded to bfloat16, the nearest, of two as near the even one: `low` in bits 15..0. */
HD_DEVICE uint32_t hd_bf16x2(float low, float high) {
  uint32_t both;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
  return both;
}

/* ---- tcgen05 ---- */

#ifndef HD_CTA_GROUP
#define HD_CTA_GROUP 1
#endif
#define HD_TEXT(x) HD_TEXT_OF_(x)
#define HD_TEXT_OF_(x) #x
#define HD_GROUP ".cta_group::" HD_TEXT(HD_CTA_GROUP)

#define HD_LD_PLAIN ""
#define HD_LD_PACKED ".pack::16b"
#define HD_ST_PLAIN ""
#define HD_ST_PACKED ".unpack::16b"
#define HD_LD_AND_LATER
#define HD_LD_AND_WAIT "\n\ttcgen05.wait::ld.sync.aligned;"
#define HD_ST_AND_LATER
#define HD_ST_AND_WAIT "\n\ttcgen05.wait::st.sync.aligned;"

/* 16x32bx2's immediate is the operand behind the address. */
#define HD_SPLIT_TEXT_32x32b(count)
#define HD_SPLIT_TEXT_16x64b(count)
#define HD_SPLIT_TEXT_16x128b(count)
#define HD_SPLIT_TEXT_16x256b(count)
#define HD_SPLIT_TEXT_16x32bx2(count) ", %" HD_SECOND_##count
#define HD_SPLIT_IN_32x32b(split)
#define HD_SPLIT_IN_16x64b(split)
#define HD_SPLIT_IN_16x128b(split)
#define HD_SPLIT_IN_16x256b(split)
#define HD_SPLIT_IN_16x32bx2(split) , "n"(split)

/* Each lists its registers as hd_r. HD_ISSUE_.._OF is told how many they are, as a token; the others look that up. */
#define HD_COUNTED_(issue, ...) issue(__VA_ARGS__)
#define HD_ISSUE_LD(shape, repeat, packing, split, wait, registers, tile) \
  HD_COUNTED_(HD_ISSUE_LD_OF, HD_REGISTERS(shape, repeat), shape, repeat, packing, split, wait, registers, tile)
#define HD_ISSUE_LD_OF(count, shape, repeat, packing, split, wait, registers, tile)                     \
  {                                                                                                     \
    uint32_t *const hd_r = registers;                                                                   \
    asm volatile("tcgen05.ld.sync.aligned." #shape "." #repeat HD_LD_##packing ".b32 {" HD_TEXT_##count \
                 "}, [%" #count "]" HD_SPLIT_TEXT_##shape(count) ";" HD_LD_AND_##wait                   \
                 : HD_OUT_##count                                                                       \
                 : "r"((tile).address)HD_SPLIT_IN_##shape(split));                                      \
  }

#define HD_ISSUE_ST(shape, repeat, packing, split, wait, registers, tile) \
  HD_COUNTED_(HD_ISSUE_ST_OF, HD_REGISTERS(shape, repeat), shape, repeat, packing, split, wait, registers, tile)
#define HD_ISSUE_ST_OF(count, shape, repeat, packing, split, wait, registers, tile)                            \
  {                                                                                                            \
    const uint32_t *const hd_r = registers;                                                                    \
    asm volatile("tcgen05.st.sync.aligned." #shape "." #repeat HD_ST_##packing                                 \
                 ".b32 [%" #count "]" HD_SPLIT_TEXT_##shape(count) ", {" HD_TEXT_##count "};" HD_ST_AND_##wait \
                 :                                                                                             \
                 : HD_IN_##count, "r"((tile).address)HD_SPLIT_IN_##shape(split));                              \
  }

/* tcgen05.ld.red: the operation as PTX spells it behind the repeat, ".max.f32". */
#define HD_ISSUE_LD_RED(shape, repeat, operation, split, wait, registers, reduced, tile)                         \
  HD_COUNTED_(HD_ISSUE_LD_RED_OF, HD_REGISTERS(shape, repeat), shape, repeat, operation, split, wait, registers, \
              reduced, tile)
#define HD_ISSUE_LD_RED_OF(count, shape, repeat, operation, split, wait, registers, reduced, tile)           \
  {                                                                                                          \
    uint32_t *const hd_r = registers;                                                                        \
    asm volatile("tcgen05.ld.red.sync.aligned." #shape "." #repeat "." #operation " {" HD_TEXT_##count       \
                 "}, %" #count ", [%" HD_SECOND_##count "]" HD_SPLIT_RED_##shape(count) ";" HD_LD_AND_##wait \
                 : HD_OUT_##count, "=r"(reduced)                                                             \
                 : "r"((tile).address)HD_SPLIT_IN_##shape(split));                                           \
  }
#define HD_SPLIT_RED_32x32b(count)
#define HD_SPLIT_RED_16x32bx2(count) ", %" HD_THIRD_##count
#define HD_THIRD_2 "4"
#define HD_THIRD_4 "6"
#define HD_THIRD_8 "10"
#define HD_THIRD_16 "18"
#define HD_THIRD_32 "34"
#define HD_THIRD_64 "66"
#define HD_THIRD_128 "130"

#define HD_ISSUE_WAIT_LD() asm volatile("tcgen05.wait::ld.sync.aligned;" : : : "memory")
#define HD_ISSUE_WAIT_ST() asm volatile("tcgen05.wait::st.sync.aligned;" : : : "memory")
/* Nothing that reads these registers moves before this place. */
#define HD_ISSUE_TIE(count, registers) HD_ISSUE_TIE_(count, registers)
#define HD_ISSUE_TIE_(count, registers)  \
  {                                      \
    uint32_t *const hd_r = registers;    \
    asm volatile("" : HD_INOUT_##count); \
  }

#define HD_ISSUE_ALLOC(shared, columns)                                           \
  asm volatile("tcgen05.alloc" HD_GROUP ".sync.aligned.shared::cta.b32 [%0], %1;" \
               :                                                                  \
               : "r"(hd_shared_address(shared)), "r"((uint32_t)(columns))         \
               : "memory")
#define HD_ISSUE_DEALLOC(tile, columns)                               \
  asm volatile("tcgen05.dealloc" HD_GROUP ".sync.aligned.b32 %0, %1;" \
               :                                                      \
               : "r"((tile).address), "r"((uint32_t)(columns))        \
               : "memory")
#define HD_ISSUE_RELINQUISH() asm volatile("tcgen05.relinquish_alloc_permit" HD_GROUP ".sync.aligned;" : : : "memory")
#define HD_ISSUE_FENCE_BEFORE() asm volatile("tcgen05.fence::before_thread_sync;" : : : "memory")
#define HD_ISSUE_FENCE_AFTER() asm volatile("tcgen05.fence::after_thread_sync;" : : : "memory")
#define HD_ISSUE_COMMIT(barrier)                                                            \
  asm volatile("tcgen05.commit" HD_GROUP ".mbarrier::arrive::one.shared::cluster.b64 [%0];" \
               :                                                                            \
               : "r"(hd_shared_address(barrier))                                            \
               : "memory")
#define HD_ISSUE_CP(shape, format, tile, descriptor)                \
  asm volatile("tcgen05.cp" HD_GROUP "." #shape format " [%0], %1;" \
               :                                                    \
               : "r"((tile).address), "l"((uint64_t)(descriptor))   \
               : "memory")
#define HD_ISSUE_SHIFT(tile) asm volatile("tcgen05.shift" HD_GROUP ".down [%0];" : : "r"((tile).address) : "memory")

/* What the target has; while the host's side of a file is compiled there is no target, and nothing is refused. */
#if !defined(__CUDA_ARCH__) || (__CUDA_ARCH__ >= 1030 && __CUDA_ARCH__ < 1200)
#define HD_HAS_REDUCTION 1
#else
#define HD_HAS_REDUCTION 0
#endif
#if !defined(__CUDA_ARCH__) || defined(__CUDA_ARCH_SPECIFIC__)
#define HD_HAS_SHIFT 1
#else
#define HD_HAS_SHIFT 0
#endif

#endif
