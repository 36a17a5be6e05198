/* The functions of the language on what uses tensor memory: datapaths, plans, opcodes on views, allocations. Their lines
 * in the table (builtin.h). Internal to proofs/.
 *
 * Invariant: each is one call into tmem/, on 512 columns. A shape S is a string, "32x32b"; "any" is whichever takes the
 * fewest instructions. Elements have 32 bits where nothing is said; of fewer bits they fill their cells, or with
 * `single` lie one in each. */
#ifndef HEDDLE_PROOFS_BUILTIN_TMEM_MACHINE_H
#define HEDDLE_PROOFS_BUILTIN_TMEM_MACHINE_H

#include "operations.h"

HD_OPERATION(datapath);
HD_OPERATION(datapath_of);
HD_OPERATION(datapath_operand);
HD_OPERATION(scale_factors);
HD_OPERATION(copy_source);
HD_OPERATION(tmem_registers);
HD_OPERATION(tmem_plan);
HD_OPERATION(tmem_instructions);
HD_OPERATION(tmem_planned);
HD_OPERATION(tmem_apply);
HD_OPERATION(tmem_apply_addresses);
HD_OPERATION(tmem_apply_immediate);
HD_OPERATION(tmem_allocates);
HD_OPERATION(tmem_allocation);
HD_OPERATION(tmem_pack);
HD_OPERATION(tmem_packed);
HD_OPERATION(tmem_separate);

/* clang-format off */
#define HD_TMEM_MACHINE_BUILTINS                                                                                       \
  {"datapath", "datapath(D, n [, memory])",                                                                            \
   "(row, column) -> cell, for an accumulator of datapath \"A\" to \"G\"; rows are those of one CTA", 2, 3,            \
   hd_call_datapath},                                                                                                  \
  {"datapath_of", "datapath_of(m, n, group, ws, sparse [, memory])",                                                   \
   "the same, for the datapath that such an instruction takes", 5, 6, hd_call_datapath_of},                            \
  {"datapath_operand", "datapath_operand(D, bits, k [, memory])",                                                      \
   "(row, k, copy) -> unit of that many bits, for an A operand in tensor memory", 3, 4, hd_call_datapath_operand},     \
  {"scale_factors", "scale_factors(m, n, group, X, vector, id, factors)",                                              \
   "where factors of \"a\" or \"b\" lie: (row, factor) on TLane, TCol and Byte", 7, 7, hd_call_scale_factors},         \
  {"copy_source", "copy_source(S, swizzle, start, leading, stride)",                                                   \
   "(row, word) -> byte of shared memory that tcgen05.cp takes", 5, 5, hd_call_copy_source},                           \
  {"tmem_registers", "tmem_registers(S, piece, warps [, bits, single])",                                               \
   "(thread, value) -> element of a piece, as instructions of shape S hold it", 3, 5, hd_call_tmem_registers},         \
  {"tmem_plan", "tmem_plan(S, cells, warps, cap [, bits, single])",                                                    \
   "the repeats of the instructions that move (thread, value) -> element, cap registers each at most", 4, 6,           \
   hd_call_tmem_plan},                                                                                                 \
  {"tmem_instructions", "tmem_instructions(S, cells, warps, cap [, bits, single])", "how many they are", 4, 6,         \
   hd_call_tmem_instructions},                                                                                         \
  {"tmem_planned", "tmem_planned(S, cells, warps, cap [, bits, single])",                                              \
   "instructions move it, and the plan is proved at all threads and values", 4, 6, hd_call_tmem_planned},              \
  {"tmem_apply", "tmem_apply(opcode, scope, view, view [, view] [, immediate])",                                       \
   "how many instructions of each warp move the views; scope is \"warpgroup\", \"cta\" or a warp", 4, 6,               \
   hd_call_tmem_apply},                                                                                                \
  {"tmem_apply_addresses", "tmem_apply_addresses(opcode, scope, view, view [, view] [, immediate])",                   \
   "each warp's address in the first of them", 4, 6, hd_call_tmem_apply_addresses},                                    \
  {"tmem_apply_immediate", "tmem_apply_immediate(opcode, scope, view, view, view)",                                    \
   "the immediate of 16x32bx2 that the views make", 4, 6, hd_call_tmem_apply_immediate},                               \
  {"tmem_allocates", "tmem_allocates(n)", "tcgen05.alloc takes n columns", 1, 1, hd_call_tmem_allocates},              \
  {"tmem_allocation", "tmem_allocation(n)", "the least allocation that holds n columns", 1, 1,                         \
   hd_call_tmem_allocation},                                                                                           \
  {"tmem_pack", "tmem_pack((n, ..))", "where each of several buffers begins in one allocation", 1, 1,                  \
   hd_call_tmem_pack},                                                                                                 \
  {"tmem_packed", "tmem_packed((n, ..))", "how many columns they take in it", 1, 1, hd_call_tmem_packed},              \
  {"tmem_separate", "tmem_separate((n, ..))", "how many they take with an allocation each", 1, 1,                      \
   hd_call_tmem_separate}
/* clang-format on */

#endif
