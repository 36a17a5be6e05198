/* The functions of the language on tensor memory: their lines in the table (builtin.h). Internal to proofs/.
 *
 * Invariant: each is one call into tmem/, on the geometry of 512 columns where it takes no other. A shape's functions
 * carry its name, image_16x256b and packed_16x256b, as a name may not begin with a digit; or the shape is
 * a string, and the function is tmem_image (builtin_tmem_form.c). */
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
HD_OPERATION(tmem_image);
HD_OPERATION(tmem_slab);
HD_OPERATION(tmem_warpgroup);
HD_OPERATION(tmem_lanes);
HD_OPERATION(tmem_elements);
HD_OPERATION(tmem_holders);
HD_OPERATION(tmem_split);
HD_OPERATION(tmem_copy);
HD_OPERATION(tmem_where);
HD_OPERATION(tmem_who);

/* clang-format off */
#define HD_TMEM_SHAPE(shape, memory)                                                                                   \
  {"image_" #shape, "image_" #shape "(N [, memory])",                                                                  \
   "(thread, register) -> cell, for ." #shape ".xN of tcgen05.ld and tcgen05.st; " memory,                             \
   1, 2, hd_call_image_##shape},                                                                                       \
  {"packed_" #shape, "packed_" #shape "(N [, memory])",                                                                \
   "(thread, register, half) -> cell, for ." #shape ".xN with .pack::16b or .unpack::16b; " memory,                    \
   1, 2, hd_call_packed_##shape},                                                                                      \
  {"starts_" #shape, "starts_" #shape "([memory])", "(half, warp) -> where that warp may start with ." #shape,         \
   0, 1, hd_call_starts_##shape}

#define HD_TMEM_BUILTINS                                                                                               \
  {"engine", "engine([columns])", "(lane, column) -> flat index of tensor memory", 0, 1, hd_call_engine},              \
  {"address_layout", "address_layout([columns])", "(lane, column) -> address word", 0, 1, hd_call_address_layout},     \
  HD_TMEM_SHAPE(32x32b, "memory is engine() when not given"),                                                          \
  HD_TMEM_SHAPE(16x64b, "memory is engine() when not given"),                                                          \
  HD_TMEM_SHAPE(16x128b, "memory is engine() when not given"),                                                         \
  HD_TMEM_SHAPE(16x256b, "memory is engine() when not given"),                                                         \
  HD_TMEM_SHAPE(16x32bx2, "memory, (lane, column, access) -> cell, is tmem_split(immediate)"),                       \
  {"tmem_image", "tmem_image(S, N [, memory])",                                                                        \
   "(thread, register [, half]) -> cell, for the form S.xN: S is \"16x256b\" or \"16x256b.pack::16b\"",                \
   2, 3, hd_call_tmem_image},                                                                                          \
  {"tmem_slab", "tmem_slab(S, N [, memory])",                                                                          \
   "(thread, (register, start) [, half]) -> cell: all 32 lanes of a warp's slab", 2, 3, hd_call_tmem_slab},            \
  {"tmem_warpgroup", "tmem_warpgroup(S, N [, memory])",                                                                \
   "((thread, warp), register [, half]) -> cell: one instruction of each of four warps", 2, 3,                         \
   hd_call_tmem_warpgroup},                                                                                            \
  {"tmem_lanes", "tmem_lanes(S, N [, memory])",                                                                        \
   "((thread, warp), (register, start) [, half]) -> cell: all 128 lanes", 2, 3, hd_call_tmem_lanes},                   \
  {"tmem_elements", "tmem_elements(S, N, bits, dense [, memory])",                                                     \
   "(thread, register, element) -> unit of that many bits; dense: all that fill a cell, else one in each",             \
   4, 5, hd_call_tmem_elements},                                                                                       \
  {"tmem_holders", "tmem_holders(S, N)",                                                                               \
   "(lane, column [, access]) -> thread + 32 * (register + registers * half)", 2, 2, hd_call_tmem_holders},            \
  {"tmem_split", "tmem_split(immediate [, memory])", "(lane, column, access) -> cell: a memory for 16x32bx2",          \
   1, 2, hd_call_tmem_split},                                                                                          \
  {"tmem_copy", "tmem_copy(S [, memory])",                                                                             \
   "(source row, word, copy) -> cell, for tcgen05.cp: S is \"128x256b\" or \"32x128b.warpx4\"", 1, 2,                  \
   hd_call_tmem_copy},                                                                                                 \
  {"tmem_where", "tmem_where(S, N, address, warp, thread, register [, half])",                                         \
   "the (lane,column) of a register; the address of 16x32bx2 is (address,immediate)", 6, 7,                            \
   hd_call_tmem_where},                                                                                                \
  {"tmem_who", "tmem_who(S, N, address, warp, lane, column)",                                                          \
   "the (thread,register [,half]) that hold a cell; of 16x32bx2 two, where its accesses overlap", 6, 6,                \
   hd_call_tmem_who},                                                                                                  \
  {"row_view", "row_view(N)", "the cells of this thread's registers in a (32,N) tile, by 32x32b", 1, 1,                \
   hd_call_row_view},                                                                                                  \
  {"row_registers", "row_registers(N)", "the register tile of row_view(N)", 1, 1, hd_call_row_registers},              \
  {"row_cell", "row_cell(N, base, warp, thread, c)", "(lane,column) of coordinate c of row_view(N)", 5, 5,             \
   hd_call_row_cell},                                                                                                  \
  {"fragment_view", "fragment_view(N)", "the cells of this thread's registers in a (16,N) half, by 16x256b", 1, 1,     \
   hd_call_fragment_view},                                                                                             \
  {"fragment_registers", "fragment_registers(N)", "the register tile of fragment_view(N)", 1, 1,                       \
   hd_call_fragment_registers},                                                                                        \
  {"fragment_cell", "fragment_cell(N, base, warp, thread, c)", "(lane,column) of coordinate c of fragment_view(N)",    \
   5, 5, hd_call_fragment_cell},                                                                                       \
  {"tmem_encode", "tmem_encode(lane, column)", "the address of a cell", 2, 2, hd_call_tmem_encode},                    \
  {"tmem_decode", "tmem_decode(address)", "the (lane,column) of an address", 1, 1, hd_call_tmem_decode},               \
  {"tmem_offset", "tmem_offset(base, offset)", "the address that many cells on, in flat indices", 2, 2,                \
   hd_call_tmem_offset},                                                                                               \
  {"tmem_distance", "tmem_distance(from, to)", "how many cells on an address is, with its sign", 2, 2,                 \
   hd_call_tmem_distance}
/* clang-format on */

#endif
