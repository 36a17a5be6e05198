/* The functions of the language on tensor memory: their lines in the table (builtin.h). Internal to proofs/.
 *
 * Invariant: each is one call into tmem/, on the geometry of 512 columns where it takes no other. A shape's functions
 * carry its name, image_16x256b and packed_16x256b, as a name may not begin with a digit. */
#ifndef HEDDLE_PROOFS_BUILTIN_TMEM_H
#define HEDDLE_PROOFS_BUILTIN_TMEM_H

#include "operations.h"

HD_OPERATION(engine);
HD_OPERATION(address_layout);
HD_OPERATION(row_view);
HD_OPERATION(row_registers);
HD_OPERATION(row_cell);
HD_OPERATION(fragment_view);
HD_OPERATION(fragment_registers);
HD_OPERATION(fragment_cell);
HD_OPERATION(tmem_encode);
HD_OPERATION(tmem_decode);
HD_OPERATION(tmem_offset);
HD_OPERATION(tmem_distance);
HD_OPERATION(image_32x32b);
HD_OPERATION(image_16x64b);
HD_OPERATION(image_16x128b);
HD_OPERATION(image_16x256b);
HD_OPERATION(image_16x32bx2);
HD_OPERATION(packed_32x32b);
HD_OPERATION(packed_16x64b);
HD_OPERATION(packed_16x128b);
HD_OPERATION(packed_16x256b);
HD_OPERATION(packed_16x32bx2);
HD_OPERATION(starts_32x32b);
HD_OPERATION(starts_16x64b);
HD_OPERATION(starts_16x128b);
HD_OPERATION(starts_16x256b);
HD_OPERATION(starts_16x32bx2);

#define HD_TMEM_SHAPE(shape)                                                                                          \
  {"image_" #shape,                                                                                                   \
   "image_" #shape "(N [, memory])",                                                                                  \
   "(thread, register) -> cell, for ." #shape ".xN of tcgen05.ld and tcgen05.st; memory is engine() when not given",  \
   1,                                                                                                                 \
   2,                                                                                                                 \
   hd_call_image_##shape},                                                                                            \
      {"packed_" #shape,                                                                                              \
       "packed_" #shape "(N [, memory])",                                                                             \
       "(thread, register, half) -> cell, for ." #shape ".xN with .pack::16b or .unpack::16b",                        \
       1,                                                                                                             \
       2,                                                                                                             \
       hd_call_packed_##shape},                                                                                       \
  {                                                                                                                   \
    "starts_" #shape, "starts_" #shape "([memory])", "(half, warp) -> where that warp may start with ." #shape, 0, 1, \
        hd_call_starts_##shape                                                                                        \
  }

#define HD_TMEM_BUILTINS                                                                                               \
  {"engine", "engine([columns])", "(lane, column) -> flat index of tensor memory", 0, 1, hd_call_engine},              \
      {"address_layout", "address_layout([columns])", "(lane, column) -> address word", 0, 1, hd_call_address_layout}, \
      HD_TMEM_SHAPE(32x32b), HD_TMEM_SHAPE(16x64b), HD_TMEM_SHAPE(16x128b), HD_TMEM_SHAPE(16x256b),                    \
      HD_TMEM_SHAPE(16x32bx2),                                                                                         \
      {"row_view", "row_view(N)",   "the cells of this thread's registers in a (32,N) tile, by 32x32b", 1,             \
       1,          hd_call_row_view},                                                                                  \
      {"row_registers", "row_registers(N)", "the register tile of row_view(N)", 1, 1, hd_call_row_registers},          \
      {"row_cell",      "row_cell(N, base, warp, thread, c)", "(lane,column) of coordinate c of row_view(N)", 5, 5,    \
       hd_call_row_cell},                                                                                              \
      {"fragment_view",                                                                                                \
       "fragment_view(N)",                                                                                             \
       "the cells of this thread's registers in a (16,N) half, by 16x256b",                                            \
       1,                                                                                                              \
       1,                                                                                                              \
       hd_call_fragment_view},                                                                                         \
      {"fragment_registers",      "fragment_registers(N)", "the register tile of fragment_view(N)", 1, 1,              \
       hd_call_fragment_registers},                                                                                    \
      {"fragment_cell",                                                                                                \
       "fragment_cell(N, base, warp, thread, c)",                                                                      \
       "(lane,column) of coordinate c of fragment_view(N)",                                                            \
       5,                                                                                                              \
       5,                                                                                                              \
       hd_call_fragment_cell},                                                                                         \
      {"tmem_encode", "tmem_encode(lane, column)", "the address of a cell", 2, 2, hd_call_tmem_encode},                \
      {"tmem_decode", "tmem_decode(address)", "the (lane,column) of an address", 1, 1, hd_call_tmem_decode},           \
      {"tmem_offset",      "tmem_offset(base, offset)", "the address that many cells on, in flat indices", 2, 2,       \
       hd_call_tmem_offset},                                                                                           \
  {                                                                                                                    \
    "tmem_distance", "tmem_distance(from, to)", "how many cells on an address is, with its sign", 2, 2,                \
        hd_call_tmem_distance                                                                                          \
  }

#endif
