/* The instructions of tcgen05 as statements; device.h, which includes this, says what each does. Part of device.h.
 *
 * Invariant: what must be constant is asserted here, once for all machines; what is behind HD_ISSUE_.. differs. An
 * argument stands once in what a macro becomes, asserted ones aside, which are constants. */
#ifndef HEDDLE_KERNELS_INSTRUCTIONS_H
#define HEDDLE_KERNELS_INSTRUCTIONS_H

/* One statement, whose place in the source the host emulation reports. */
#define HD_STATEMENT_(...) \
  do {                     \
    HD_HERE                \
    __VA_ARGS__;           \
  } while (0)

#define HD_ASSERT_FORM_(macro, shape, repeat)                                                                        \
  HD_ASSERT((int)HD_REPEAT(repeat) <= (int)HD_FACT(shape, LARGEST),                                                  \
            macro ": " #shape " has no " #repeat ": the repeats of 16x256b are x1 to x32, of 16x128b x1 to x64, of " \
                  "the other shapes x1 to x128")

#define HD_LD_STATEMENT_(macro, shape, repeat, packing, split, wait, registers, tile) \
  HD_STATEMENT_(HD_ASSERT_FORM_(macro, shape, repeat);                                \
                HD_ISSUE_LD(shape, repeat, packing, split, wait, registers, tile))
#define HD_ST_STATEMENT_(macro, shape, repeat, packing, split, wait, registers, tile) \
  HD_STATEMENT_(HD_ASSERT_FORM_(macro, shape, repeat);                                \
                HD_ISSUE_ST(shape, repeat, packing, split, wait, registers, tile))

/* tcgen05.ld and its wait in one statement: plain, packed, of two places (16x32bx2), and both. */
#define HD_TMEM_LD(shape, repeat, registers, tile) \
  HD_LD_STATEMENT_("HD_TMEM_LD", shape, repeat, PLAIN, 0, WAIT, registers, tile)
#define HD_TMEM_LD_PACKED(shape, repeat, registers, tile) \
  HD_LD_STATEMENT_("HD_TMEM_LD_PACKED", shape, repeat, PACKED, 0, WAIT, registers, tile)
#define HD_TMEM_LD_SPLIT(repeat, split, registers, tile) \
  HD_LD_STATEMENT_("HD_TMEM_LD_SPLIT", 16x32bx2, repeat, PLAIN, split, WAIT, registers, tile)
#define HD_TMEM_LD_SPLIT_PACKED(repeat, split, registers, tile) \
  HD_LD_STATEMENT_("HD_TMEM_LD_SPLIT_PACKED", 16x32bx2, repeat, PACKED, split, WAIT, registers, tile)

/* tcgen05.ld without a wait, in the same four ways. */
#define HD_TMEM_LD_ASYNC(shape, repeat, registers, tile) \
  HD_LD_STATEMENT_("HD_TMEM_LD_ASYNC", shape, repeat, PLAIN, 0, LATER, registers, tile)
#define HD_TMEM_LD_PACKED_ASYNC(shape, repeat, registers, tile) \
  HD_LD_STATEMENT_("HD_TMEM_LD_PACKED_ASYNC", shape, repeat, PACKED, 0, LATER, registers, tile)
#define HD_TMEM_LD_SPLIT_ASYNC(repeat, split, registers, tile) \
  HD_LD_STATEMENT_("HD_TMEM_LD_SPLIT_ASYNC", 16x32bx2, repeat, PLAIN, split, LATER, registers, tile)
#define HD_TMEM_LD_SPLIT_PACKED_ASYNC(repeat, split, registers, tile) \
  HD_LD_STATEMENT_("HD_TMEM_LD_SPLIT_PACKED_ASYNC", 16x32bx2, repeat, PACKED, split, LATER, registers, tile)

/* tcgen05.st and its wait in one statement: plain, packed, to two places (16x32bx2), and both. */
#define HD_TMEM_ST(shape, repeat, registers, tile) \
  HD_ST_STATEMENT_("HD_TMEM_ST", shape, repeat, PLAIN, 0, WAIT, registers, tile)
#define HD_TMEM_ST_PACKED(shape, repeat, registers, tile) \
  HD_ST_STATEMENT_("HD_TMEM_ST_PACKED", shape, repeat, PACKED, 0, WAIT, registers, tile)
#define HD_TMEM_ST_SPLIT(repeat, split, registers, tile) \
  HD_ST_STATEMENT_("HD_TMEM_ST_SPLIT", 16x32bx2, repeat, PLAIN, split, WAIT, registers, tile)
#define HD_TMEM_ST_SPLIT_PACKED(repeat, split, registers, tile) \
  HD_ST_STATEMENT_("HD_TMEM_ST_SPLIT_PACKED", 16x32bx2, repeat, PACKED, split, WAIT, registers, tile)

/* tcgen05.st without a wait, in the same four ways. */
#define HD_TMEM_ST_ASYNC(shape, repeat, registers, tile) \
  HD_ST_STATEMENT_("HD_TMEM_ST_ASYNC", shape, repeat, PLAIN, 0, LATER, registers, tile)
#define HD_TMEM_ST_PACKED_ASYNC(shape, repeat, registers, tile) \
  HD_ST_STATEMENT_("HD_TMEM_ST_PACKED_ASYNC", shape, repeat, PACKED, 0, LATER, registers, tile)
#define HD_TMEM_ST_SPLIT_ASYNC(repeat, split, registers, tile) \
  HD_ST_STATEMENT_("HD_TMEM_ST_SPLIT_ASYNC", 16x32bx2, repeat, PLAIN, split, LATER, registers, tile)
#define HD_TMEM_ST_SPLIT_PACKED_ASYNC(repeat, split, registers, tile) \
  HD_ST_STATEMENT_("HD_TMEM_ST_SPLIT_PACKED_ASYNC", 16x32bx2, repeat, PACKED, split, LATER, registers, tile)

#define HD_ASSERT_REDUCTION_(macro, shape, repeat, operation)                                                   \
  HD_ASSERT_FORM_(macro, shape, repeat);                                                                        \
  HD_ASSERT(sizeof(operation) == 1, macro ": reductions end with a type: max.f32, max.abs.NaN.f32, max.u32");   \
  HD_ASSERT((int)HD_REPEAT(repeat) >= 2 && HD_REDUCES_##shape, macro ": takes 32x32b and 16x32bx2 from x2 on"); \
  HD_ASSERT(HD_HAS_REDUCTION, macro                                                                             \
            ": this target has no tcgen05.ld.red; sm_103a, sm_103f, sm_110a and sm_110f have it (HD_HAS_REDUCTION)")
/* Where an operation has what may stand behind min and max; only their sizes are asked for. */
typedef struct HD_TMEM_REDUCTIONS_ARE_f32_abs_f32_NaN_f32_abs_NaN_f32_u32_s32 {
  char f32, u32, s32;
  struct hd_tmem_reductions_of_NaN {
    char f32, no_type;
  } NaN;
  struct hd_tmem_reductions_of_abs {
    char f32;
    struct hd_tmem_reductions_of_NaN NaN;
  } abs;
} HD_TMEM_REDUCTIONS_ARE_f32_abs_f32_NaN_f32_abs_NaN_f32_u32_s32;
extern HD_TMEM_REDUCTIONS_ARE_f32_abs_f32_NaN_f32_abs_NaN_f32_u32_s32 HD_TMEM_REDUCTIONS_ARE_min_AND_max_NOT_min;
extern HD_TMEM_REDUCTIONS_ARE_f32_abs_f32_NaN_f32_abs_NaN_f32_u32_s32 HD_TMEM_REDUCTIONS_ARE_min_AND_max_NOT_max;

#define HD_REDUCES_32x32b 1
#define HD_REDUCES_16x64b 0
#define HD_REDUCES_16x128b 0
#define HD_REDUCES_16x256b 0
#define HD_REDUCES_16x32bx2 1

#define HD_TMEM_LD_RED(shape, repeat, operation, registers, reduced, tile)                                       \
  HD_STATEMENT_(                                                                                                 \
      HD_ASSERT_REDUCTION_("HD_TMEM_LD_RED", shape, repeat, HD_TMEM_REDUCTIONS_ARE_min_AND_max_NOT_##operation); \
      HD_ISSUE_LD_RED(shape, repeat, operation, 0, WAIT, registers, reduced, tile))
#define HD_TMEM_LD_RED_SPLIT(repeat, operation, split, registers, reduced, tile)          \
  HD_STATEMENT_(HD_ASSERT_REDUCTION_("HD_TMEM_LD_RED_SPLIT", 16x32bx2, repeat,            \
                                     HD_TMEM_REDUCTIONS_ARE_min_AND_max_NOT_##operation); \
                HD_ISSUE_LD_RED(16x32bx2, repeat, operation, split, WAIT, registers, reduced, tile))

#define HD_TMEM_WAIT_LOAD() HD_STATEMENT_(HD_ISSUE_WAIT_LD())
#define HD_TMEM_WAIT_STORE() HD_STATEMENT_(HD_ISSUE_WAIT_ST())
#define HD_TMEM_TIE_REGISTERS(count, registers) HD_ISSUE_TIE(count, registers)

#define HD_ASSERT_SIZE_(macro, columns)                                                                     \
  HD_ASSERT((columns) == 32 || (columns) == 64 || (columns) == 128 || (columns) == 256 || (columns) == 512, \
            macro ": allocations have 32, 64, 128, 256 or 512 columns")
#define HD_TMEM_ALLOC(tile, columns) \
  HD_STATEMENT_(HD_ASSERT_SIZE_("HD_TMEM_ALLOC", columns); HD_ISSUE_ALLOC(&(tile)->address, columns))
#define HD_TMEM_DEALLOC(tile, columns) \
  HD_STATEMENT_(HD_ASSERT_SIZE_("HD_TMEM_DEALLOC", columns); HD_ISSUE_DEALLOC(tile, columns))
#define HD_TMEM_RELINQUISH() HD_STATEMENT_(HD_ISSUE_RELINQUISH())

#define HD_TMEM_FENCE_BEFORE() HD_STATEMENT_(HD_ISSUE_FENCE_BEFORE())
#define HD_TMEM_FENCE_AFTER() HD_STATEMENT_(HD_ISSUE_FENCE_AFTER())
#define HD_TMEM_COMMIT(barrier) HD_STATEMENT_(HD_ISSUE_COMMIT(barrier))

#define HD_TMEM_CP(shape, tile, descriptor) HD_STATEMENT_(HD_ISSUE_CP(shape, "", tile, descriptor))
#define HD_TMEM_CP_B6X16(shape, tile, descriptor) \
  HD_STATEMENT_(HD_ISSUE_CP(shape, ".b8x16.b6x16_p32", tile, descriptor))
#define HD_TMEM_CP_B4X16(shape, tile, descriptor) \
  HD_STATEMENT_(HD_ISSUE_CP(shape, ".b8x16.b4x16_p64", tile, descriptor))
#define HD_TMEM_SHIFT(tile)                                                                                      \
  HD_STATEMENT_(HD_ASSERT(HD_HAS_SHIFT, "HD_TMEM_SHIFT: this target has no tcgen05.shift; sm_100a, sm_103a and " \
                                        "sm_110a have it (HD_HAS_SHIFT)");                                       \
                HD_ISSUE_SHIFT(tile))

#endif
