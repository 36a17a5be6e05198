/* How does a kernel write and read tensor memory so that every address and every register is right?
 *
 * One header for kernels that move tiles between tensor memory, registers, shared and global memory, in CUDA C++ and in
 * C11. Kernel bodies that use nothing but its macros run, unchanged,
 *
 *   on Blackwell       nvcc -gencode arch=compute_100a,code=sm_100a (100f, 103a, 103f, 110a, 110f): each macro is its
 *                      tcgen05 instruction
 *   on any other GPU   nvcc -arch=sm_75 and more, or any with HD_EMULATE defined: tensor memory is emulated there, with
 *                      the checks of the host (emulation.h)
 *   on any machine     cc, linked with heddle_host and heddle: each thread is a fiber, tensor memory is emulated, and
 *                      what a kernel must not do is an error with file, line, thread and register (host.h)
 *
 * Invariant: an address names a tile, never a thread. Instructions are collective: all 32 threads of a warp give the
 * same tile, the hardware adds each thread's place in it, and which cell a register holds is what the shape says
 * (heddle tmem where, heddle tmem image).
 *
 *   hd_tmem tile              a place in tensor memory: lane << 16 | column. It is no pointer and has no elements
 *   hd_tmem_at(t, l, c)       l lanes and c columns on
 *   hd_tmem_slab(t)           t's place in the 32 lanes that this warp reaches, where t is the top of 128 lanes:
 *                             32 * (warp % 4) lanes on. A tile of 16 lanes starts there or 16 lanes on
 *
 * What to use:
 *
 *   copies.h                  HD_TMEM_COPIES(name, shape, columns, type): the copies of a tile, cut into instructions
 *   HD_TMEM_LD, .._ST, ..     single instructions, below
 *
 * Instructions. `shape` and `repeat` are spelled as in PTX (16x256b, x8), registers is an array of uint32_t, as many as
 * the form has, its indices known when compiled:
 *
 *   HD_TMEM_LD(shape, repeat, registers, tile)             tcgen05.ld, and its wait in the same statement
 *   HD_TMEM_ST(shape, repeat, registers, tile)             tcgen05.st, and its wait
 *   HD_TMEM_LD_ASYNC, HD_TMEM_ST_ASYNC                     without the wait
 *   .._PACKED(..), .._SPLIT(repeat, split, ..), .._SPLIT_PACKED(..), and each with _ASYNC behind it
 *                                                          .pack::16b and .unpack::16b; 16x32bx2 and its immediate
 *   HD_TMEM_LD_RED(shape, repeat, operation, registers, reduced, tile)     tcgen05.ld.red: operation is max.f32, min.s32, ..
 *   HD_TMEM_WAIT_LOAD(), HD_TMEM_WAIT_STORE()              tcgen05.wait::ld, ::st
 *   HD_TMEM_TIE_REGISTERS(count, registers)                after a wait apart from its load; see copies.h
 *   HD_TMEM_ALLOC(&tile, columns)                          tile in shared memory; 32, 64, 128, 256 or 512 columns
 *   HD_TMEM_DEALLOC(tile, columns)                         gives them back, the same number
 *   HD_TMEM_RELINQUISH()                                   this CTA allocates no more
 *   HD_TMEM_FENCE_BEFORE(), HD_TMEM_FENCE_AFTER()          ::before_thread_sync, ::after_thread_sync
 *   HD_TMEM_COMMIT(&barrier)                               tcgen05.commit to an mbarrier
 *   HD_TMEM_CP(shape, tile, descriptor)                    tcgen05.cp: 128x256b, 64x128b.warpx2::02_13, .. as PTX has them
 *   HD_TMEM_CP_B6X16, HD_TMEM_CP_B4X16                     the same, decompressing
 *   HD_TMEM_SHIFT(tile)                                    tcgen05.shift.down
 *   HD_HAS_REDUCTION, HD_HAS_SHIFT                         whether the target has tcgen05.ld.red, tcgen05.shift
 *
 * alloc, dealloc, relinquish, ld, st and waits are for whole warps; commit, cp and shift for one thread. Define
 * HD_CTA_GROUP as 2 before including for pairs of CTAs: one kernel has one cta_group. The host emulates single CTAs.
 *
 * Threads. Blocks are one-dimensional.
 *
 *   HD_KERNEL(name, type, arguments) { .. }                a kernel with one argument, a struct: HD_KERNEL(k, k_args, a)
 *   HD_LAUNCH..                                            launch.h
 *   HD_DEVICE void f(..) { .. }                            a function that kernels call
 *   HD_SHARED(type, name, count)                           an array in shared memory, on a multiple of 1024 bytes
 *   HD_THREAD(), HD_LANE(), HD_WARP(), HD_BLOCK()          thread of the block, thread of the warp, warp, block
 *   HD_SYNC(), HD_SYNC_PART(barrier, threads)              barriers of all threads, and of as many
 *   HD_SYNC_WARP()                                         of the warp: where its threads have gone different ways, before
 *                                                          an instruction of the whole warp
 *   hd_barrier, HD_BARRIER_INIT(&b, arrivals), HD_BARRIER_ARRIVE(&b), HD_BARRIER_WAIT(&b, parity)        mbarriers
 *   HD_VALUE(registers, i)                                 registers.value[i], checked on the host
 *   hd_bf16x2(low, high)                                   two floats rounded to bfloat16 in one word
 *   hd_descriptor(shared, leading, stride, swizzle)        of a K-major matrix in shared memory, for HD_TMEM_CP
 *   HD_FENCE_SHARED()                                      stores to shared memory, before cp reads them
 *   HD_UNROLLED, HD_ROLLED                                 before a loop: over registers it is unrolled, or they are spilled
 *
 * Refused when compiled, by name and with what is legal: shapes and repeats that there are not, columns, immediates and
 * sizes out of range, reductions and shifts that the target has not. On a tile, [] and * do not compile.
 *
 * Costs: on Blackwell an instruction each, and nothing to compile but what is used.
 *
 * Sources: PTX ISA, "TensorCore 5th generation instructions"; tmem/instructions.inc. */
#ifndef HEDDLE_KERNELS_DEVICE_H
#define HEDDLE_KERNELS_DEVICE_H

#include <stddef.h>
#include <stdint.h>

/* A place in tensor memory. */
typedef struct hd_tmem {
  uint32_t address; /* lane << 16 | column: of a tile, never of a thread's part of it */
} hd_tmem;

#include "shapes.h"

/* The same in all passes of nvcc over a file, whose list of architectures begins with the least. */
#if defined(__CUDACC__) && !defined(HD_EMULATE) && defined(__CUDA_ARCH_LIST__)
#define HD_LEAST_OF_(least, ...) least
#define HD_LEAST_OF(list) HD_LEAST_OF_(list, )
#if HD_LEAST_OF(__CUDA_ARCH_LIST__) < 1000 || HD_LEAST_OF(__CUDA_ARCH_LIST__) >= 1200
#define HD_EMULATE
#endif
#endif

#if defined(__CUDACC__) && defined(HD_EMULATE)
#include "emulation.h"
#elif defined(__CUDACC__)
#include "blackwell.h"
#else
#include "host.h"
#endif

#define HD_LANE() (HD_THREAD() % 32)
#define HD_WARP() (HD_THREAD() / 32)

HD_DEVICE hd_tmem hd_tmem_at(hd_tmem tile, int lane, int column) {
  hd_tmem result = {tile.address + ((uint32_t)lane << 16) + (uint32_t)column};
  return result;
}

HD_DEVICE hd_tmem hd_tmem_slab(hd_tmem tile) { return hd_tmem_at(tile, HD_THREAD() & 0x60, 0); }

/* A K-major matrix in shared memory, as tcgen05.cp and tcgen05.mma take it. Bytes throughout, all multiples of 16:
 * `leading` from 16 bytes of a row to the next 16, `stride` from 8 rows to the next 8. swizzle: 0, 32, 64 or 128.
 *   source: PTX ISA, "Shared memory descriptor" */
HD_DEVICE uint64_t hd_descriptor(const void *shared, int leading, int stride, int swizzle) {
  const uint64_t mode = swizzle == 128 ? 2 : swizzle == 64 ? 4 : swizzle == 32 ? 6 : 0;
  return (uint64_t)(hd_shared_address(shared) >> 4 & 0x3FFF) | (uint64_t)(leading >> 4 & 0x3FFF) << 16 |
         (uint64_t)(stride >> 4 & 0x3FFF) << 32 | (uint64_t)1 << 46 | mode << 61;
}

#include "copies.h"
#include "instructions.h"

#endif
