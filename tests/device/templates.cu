// Every copy template of every shape once, in kernels of their own. BLOCKING leaves the asynchronous ones out, which
// unoptimised code does not keep.
#include "kernels/device.h"

struct arguments {
  float *memory;
  uint16_t *halves;
  int64_t pitch;
};

#define BEGIN                                      \
  HD_SHARED(hd_tmem, address, 1);                  \
  if (HD_WARP() == 0) HD_TMEM_ALLOC(address, 512); \
  HD_SYNC();                                       \
  const hd_tmem all = *address, tile = hd_tmem_slab(all);
#define END               \
  HD_TMEM_FENCE_BEFORE(); \
  HD_SYNC();              \
  HD_TMEM_FENCE_AFTER();  \
  if (HD_WARP() == 0) HD_TMEM_DEALLOC(all, 512);

// Registers of a tile, changed on the way; and through memory.
#define THROUGH(name, elements)                                    \
  HD_KERNEL(name##_through_registers, arguments, a) {              \
    BEGIN                                                          \
    name##_registers registers;                                    \
    HD_TMEM_LOAD(name, tile, &registers);                          \
    for (int i = 0; i < name##_words; i++) registers.word[i] ^= 1; \
    HD_TMEM_STORE(name, tile, &registers);                         \
    END                                                            \
  }                                                                \
  HD_KERNEL(name##_to_memory_and_back, arguments, a) {             \
    BEGIN                                                          \
    HD_TMEM_TO_MEMORY(name, tile, a.elements, a.pitch);            \
    HD_TMEM_FROM_MEMORY(name, a.elements, a.pitch, tile);          \
    END                                                            \
  }
#define BLOCKING_OF(shape, columns, wide)                              \
  HD_TMEM_COPIES(plain_##shape, shape, columns, float);                \
  THROUGH(plain_##shape, memory)                                       \
  HD_TMEM_COPIES_PACKED(packed_##shape, shape, 2 * columns, uint16_t); \
  THROUGH(packed_##shape, halves)                                      \
  HD_TMEM_COPIES(wide_##shape, shape, wide, float);                    \
  HD_KERNEL(wide_##shape##_to_memory_and_back, arguments, a) {         \
    BEGIN                                                              \
    HD_TMEM_TO_MEMORY(wide_##shape, tile, a.memory, a.pitch);          \
    HD_TMEM_FROM_MEMORY(wide_##shape, a.memory, a.pitch, tile);        \
    END                                                                \
  }

BLOCKING_OF(32x32b, 64, 511)
BLOCKING_OF(16x64b, 128, 510)
BLOCKING_OF(16x128b, 128, 508)
BLOCKING_OF(16x256b, 128, 504)

HD_TMEM_COPIES_SPLIT(split, 64, 16 << 16, float);
THROUGH(split, memory)
HD_TMEM_COPIES_SPLIT_PACKED(split_packed, 128, 16 << 16, uint16_t);
THROUGH(split_packed, halves)

#ifndef BLOCKING
#define LATER(name)                                                \
  HD_KERNEL(name##_kernel, arguments, a) {                         \
    BEGIN                                                          \
    name##_registers registers;                                    \
    HD_TMEM_LOAD_ASYNC(name, tile, &registers);                    \
    HD_TMEM_WAIT_LOADED(name, &registers);                         \
    for (int i = 0; i < name##_words; i++) registers.word[i] ^= 1; \
    HD_TMEM_STORE_ASYNC(name, tile, &registers);                   \
    HD_TMEM_WAIT_STORE();                                          \
    END                                                            \
  }
// What a loop does not change is worked out before it; but not before the wait, which stands in the loop.
#define HOISTED(name)                                                              \
  HD_KERNEL(name##_hoisted, arguments, a) {                                        \
    BEGIN                                                                          \
    name##_registers registers;                                                    \
    float sum = 0;                                                                 \
    HD_TMEM_LOAD_ASYNC(name, tile, &registers);                                    \
    int turn = 0;                                                                  \
    do {                                                                           \
      HD_TMEM_WAIT_LOADED(name, &registers);                                       \
      for (int i = 0; i < name##_words; i++) sum += 3 * (float)registers.value[i]; \
    } while (++turn < a.pitch);                                                    \
    a.memory[HD_THREAD()] = sum;                                                   \
    END                                                                            \
  }
#define LATER_OF(shape, columns)                                                   \
  HD_TMEM_COPIES_ASYNC(later_##shape, shape, columns, float);                      \
  LATER(later_##shape)                                                             \
  HOISTED(later_##shape)                                                           \
  HD_TMEM_COPIES_PACKED_ASYNC(later_packed_##shape, shape, 2 * columns, uint16_t); \
  LATER(later_packed_##shape)

LATER_OF(32x32b, 64)
LATER_OF(16x64b, 126)
LATER_OF(16x128b, 124)
LATER_OF(16x256b, 128)
HD_TMEM_COPIES_SPLIT_ASYNC(later_split, 64, 16 << 16, float);
LATER(later_split)
HOISTED(later_split)

// Two loads of which either one was issued.
HD_KERNEL(either_load, arguments, a) {
  BEGIN
  later_32x32b_registers registers;
  if (a.pitch > 3) HD_TMEM_LOAD_ASYNC(later_32x32b, tile, &registers);
  else HD_TMEM_LOAD_ASYNC(later_32x32b, hd_tmem_at(tile, 0, 64), &registers);
  HD_TMEM_WAIT_LOADED(later_32x32b, &registers);
  for (int i = 0; i < 64; i++) a.memory[64 * HD_THREAD() + i] = 2 * registers.value[i];
  END
}
#endif
