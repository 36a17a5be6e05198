/* The device layer on a GPU without tensor memory: threads are threads, tensor memory is emulated. Internal to the device
 * layer.
 *
 * Invariant: what the host emulation (host.h) refuses is refused, in the same words, and with the place of the
 * instruction, the thread and the register: the rules are the same sources, compiled into the kernel. Loads and stores
 * are done at once or as late as their wait, by the seed; which warp runs when is up to the GPU. After the first fault
 * instructions do nothing, the threads run to their end, and HD_LAUNCH returns the fault.
 *
 * device.h takes it where nvcc compiles for an architecture without tcgen05 (compute capability 7.5 and more), or for
 * any with HD_EMULATE defined. It knows what the host knows, but for
 *
 *   launch.unchecked        all is checked
 *   shared memory           holds what it holds at first, not junk
 *   a deadlock              is 10 seconds (HD_EMULATION_PATIENCE) in which nothing goes on in a block
 *
 * A file that is compiled so may include no header of algebra/ or tmem/. Costs: some microseconds for each instruction
 * of a warp, and for each cell of it some 100 ns more; global memory, about 5 MB a block. */
#ifndef HEDDLE_KERNELS_EMULATION_H
#define HEDDLE_KERNELS_EMULATION_H

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
#error "the emulation of tensor memory needs threads that go on by themselves: compute capability 7.0 or more"
#endif

#define HD_DEVICE static __device__ __forceinline__ __attribute__((unused))
#define HD_INTERNAL HD_DEVICE
#define HD_ASSERT(condition, message) static_assert(condition, message)
#define HD_UNROLLED
#define HD_ROLLED
#define HD_WHERE(condition) if (condition)
#define HD_SITE __FILE__, __LINE__,
#define HD_SAME_SITE hd_file, hd_line,
#define HD_SITE_PARAMETERS const char *hd_file, int hd_line,
#define HD_HERE                         \
  const char *const hd_file = __FILE__; \
  const int hd_line = __LINE__;         \
  (void)hd_file, (void)hd_line;

#include "bfloat16.h"
#include "emulation_thread.h"

/* ---- threads ---- */

/* The body is a function of its own, so that a thread that returns from it comes by its end. */
#define HD_KERNEL(name, type, arguments)                                       \
  static __device__ __forceinline__ void name##_thread(const type &arguments); \
  extern "C" __global__ void name(const __grid_constant__ type hd_arguments) { \
    hd_emulated::hd_begin_thread();                                            \
    name##_thread(hd_arguments);                                               \
    hd_emulated::hd_end_thread();                                              \
  }                                                                            \
  static __device__ __forceinline__ void name##_thread(const type &arguments)
#define HD_SHARED(type, name, count) __shared__ __align__(1024) type name[count]
#define HD_THREAD() ((int)threadIdx.x)
#define HD_BLOCK() ((int)blockIdx.x)
#define HD_SYNC() hd_emulated::hd_sync(__FILE__, __LINE__, 0, 0)
#define HD_SYNC_WARP() hd_emulated::hd_sync_warp(__FILE__, __LINE__)
#define HD_SYNC_PART(barrier, threads) hd_emulated::hd_sync(__FILE__, __LINE__, barrier, threads)
#define HD_BARRIER_INIT(barrier, arrivals) hd_emulated::hd_barrier_init(__FILE__, __LINE__, barrier, arrivals)
#define HD_BARRIER_ARRIVE(barrier) hd_emulated::hd_barrier_arrive(__FILE__, __LINE__, barrier)
#define HD_BARRIER_WAIT(barrier, parity) hd_emulated::hd_barrier_wait(__FILE__, __LINE__, barrier, parity)
#define HD_FENCE_SHARED() __threadfence_block()
#define HD_VALUE(registers, i) \
  ((registers)                 \
       .value[hd_emulated::hd_read(__FILE__, __LINE__, (registers).value, sizeof((registers).value[0]), (size_t)(i))])
#define hd_shared_address hd_emulated::hd_address_of

#define HD_PUT_WORDS(to, from, count) hd_emulated::hd_put(hd_file, hd_line, to, from, count)
#define HD_GET_WORDS(from, to, count) hd_emulated::hd_get(hd_file, hd_line, from, to, count)

/* ---- tcgen05 ---- */

#define HD_WAITS_WAIT true
#define HD_WAITS_LATER false

/* A wish of this place, with what else is assigned to it. */
#define HD_STAND_(wish_kind, ...)            \
  do {                                       \
    hd_emulated::hd_wish hd_wished = {};     \
    hd_wished.kind = hd_emulated::wish_kind; \
    hd_wished.file = hd_file;                \
    hd_wished.line = hd_line;                \
    __VA_ARGS__;                             \
    hd_emulated::hd_stand(hd_wished);        \
  } while (0)
#define HD_IN_EMULATED_(name) HD_IN_EMULATED__(name)
#define HD_IN_EMULATED__(name) hd_emulated::name
#define HD_STAND_AT_FORM_(wish_kind, shape_name, repeat_name, packing, immediate, wait, operation, words, result, \
                          tile)                                                                                   \
  HD_STAND_(wish_kind, hd_wished.form.shape = HD_IN_EMULATED_(HD_SHAPE(shape_name)),                              \
            hd_wished.form.repeat = (int)HD_REPEAT(repeat_name), hd_wished.form.packed = HD_CELLS_##packing == 2, \
            hd_wished.form.split = (uint32_t)(immediate), hd_wished.form.waits = HD_WAITS_##wait,                 \
            hd_wished.form.reduction = operation, hd_wished.registers = words, hd_wished.reduced = result,        \
            hd_wished.address = (tile).address)

/* A store leaves its registers as they are: that they can be written is what a load needs. */
#define HD_ISSUE_LD(shape, repeat, packing, split, wait, registers, tile) \
  HD_STAND_AT_FORM_(HD_WISH_LOAD, shape, repeat, packing, split, wait, NULL, registers, NULL, tile)
#define HD_ISSUE_ST(shape, repeat, packing, split, wait, registers, tile)                                              \
  HD_STAND_AT_FORM_(HD_WISH_STORE, shape, repeat, packing, split, wait, NULL, const_cast<uint32_t *>(registers), NULL, \
                    tile)
#define HD_ISSUE_LD_OF(count, ...) HD_ISSUE_LD(__VA_ARGS__)
#define HD_ISSUE_ST_OF(count, ...) HD_ISSUE_ST(__VA_ARGS__)
#define HD_ISSUE_LD_RED(shape, repeat, operation, split, wait, registers, reduced, tile) \
  HD_STAND_AT_FORM_(HD_WISH_LOAD, shape, repeat, PLAIN, split, wait, #operation, registers, &(reduced), tile)
#define HD_ISSUE_WAIT_LD() HD_STAND_(HD_WISH_WAIT_LOAD, )
#define HD_ISSUE_WAIT_ST() HD_STAND_(HD_WISH_WAIT_STORE, )
#define HD_ISSUE_TIE(count, registers) ((void)(registers))
#define HD_ISSUE_ALLOC(shared, columns) \
  HD_STAND_(HD_WISH_ALLOC, hd_wished.registers = shared, hd_wished.count = columns)
#define HD_ISSUE_DEALLOC(tile, columns) \
  HD_STAND_(HD_WISH_DEALLOC, hd_wished.address = (tile).address, hd_wished.count = columns)
#define HD_ISSUE_RELINQUISH() HD_STAND_(HD_WISH_RELINQUISH, )
#define HD_ISSUE_FENCE_BEFORE() hd_emulated::hd_fence(false)
#define HD_ISSUE_FENCE_AFTER() hd_emulated::hd_fence(true)
#define HD_ISSUE_COMMIT(barrier) hd_emulated::hd_commit(hd_file, hd_line, barrier)
#define HD_ISSUE_CP(shape, format, tile, descriptor)                                                                   \
  HD_ASSERT(hd_emulated::hd_copy_named(#shape) < hd_emulated::HD_COPIES,                                               \
            "HD_TMEM_CP: the shapes are 128x256b, 128x128b, 4x256b, 64x128b.warpx2::02_13, 64x128b.warpx2::01_23 and " \
            "32x128b.warpx4");                                                                                         \
  hd_emulated::hd_cp(hd_file, hd_line, hd_emulated::hd_copy_named(#shape), format, (tile).address, descriptor)
#define HD_ISSUE_SHIFT(tile) hd_emulated::hd_shift(hd_file, hd_line, (tile).address)
#define HD_HAS_REDUCTION 1
#define HD_HAS_SHIFT 1

#pragma nv_diagnostic pop

#endif
