/* The registers of an instruction, as inline assembly wants them listed. Internal to the device layer.
 *
 * Invariant: a list of 2N operands is the list of N operands twice, behind one more binary digit. Lists of eight are
 * written out: with fewer macros inside each other the preprocessor takes a fifth less over a tile's copies. Only the
 * text counts in decimal, "%0,%1,..": there ten more are ten with a digit in front.
 *
 *   HD_TEXT_4             "%0,%1,%2,%3"
 *   HD_OUT_4(r, 0b0)      "=r"((r)[0b000]), "=r"((r)[0b001]), ..        outputs; HD_INOUT has "+r", HD_IN "r"
 */
#ifndef HEDDLE_KERNELS_OPERANDS_H
#define HEDDLE_KERNELS_OPERANDS_H

#define HD_OUT_1(r, b) "=r"((r)[b])
#define HD_OUT_2(r, b) HD_OUT_1(r, b##0), HD_OUT_1(r, b##1)
#define HD_OUT_4(r, b) HD_OUT_2(r, b##0), HD_OUT_2(r, b##1)
#define HD_OUT_8(r, b)                                                                                              \
  "=r"((r)[b##000]), "=r"((r)[b##001]), "=r"((r)[b##010]), "=r"((r)[b##011]), "=r"((r)[b##100]), "=r"((r)[b##101]), \
      "=r"((r)[b##110]), "=r"((r)[b##111])
#define HD_OUT_16(r, b) HD_OUT_8(r, b##0), HD_OUT_8(r, b##1)
#define HD_OUT_32(r, b) HD_OUT_16(r, b##0), HD_OUT_16(r, b##1)
#define HD_OUT_64(r, b) HD_OUT_32(r, b##0), HD_OUT_32(r, b##1)
#define HD_OUT_128(r, b) HD_OUT_64(r, b##0), HD_OUT_64(r, b##1)

#define HD_IN_1(r, b) "r"((r)[b])
#define HD_IN_2(r, b) HD_IN_1(r, b##0), HD_IN_1(r, b##1)
#define HD_IN_4(r, b) HD_IN_2(r, b##0), HD_IN_2(r, b##1)
#define HD_IN_8(r, b)                                                                                         \
  "r"((r)[b##000]), "r"((r)[b##001]), "r"((r)[b##010]), "r"((r)[b##011]), "r"((r)[b##100]), "r"((r)[b##101]), \
      "r"((r)[b##110]), "r"((r)[b##111])
#define HD_IN_16(r, b) HD_IN_8(r, b##0), HD_IN_8(r, b##1)
#define HD_IN_32(r, b) HD_IN_16(r, b##0), HD_IN_16(r, b##1)
#define HD_IN_64(r, b) HD_IN_32(r, b##0), HD_IN_32(r, b##1)
#define HD_IN_128(r, b) HD_IN_64(r, b##0), HD_IN_64(r, b##1)

#define HD_INOUT_1(r, b) "+r"((r)[b])
#define HD_INOUT_2(r, b) HD_INOUT_1(r, b##0), HD_INOUT_1(r, b##1)
#define HD_INOUT_4(r, b) HD_INOUT_2(r, b##0), HD_INOUT_2(r, b##1)
#define HD_INOUT_8(r, b)                                                                                            \
  "+r"((r)[b##000]), "+r"((r)[b##001]), "+r"((r)[b##010]), "+r"((r)[b##011]), "+r"((r)[b##100]), "+r"((r)[b##101]), \
      "+r"((r)[b##110]), "+r"((r)[b##111])
#define HD_INOUT_16(r, b) HD_INOUT_8(r, b##0), HD_INOUT_8(r, b##1)
#define HD_INOUT_32(r, b) HD_INOUT_16(r, b##0), HD_INOUT_16(r, b##1)
#define HD_INOUT_64(r, b) HD_INOUT_32(r, b##0), HD_INOUT_32(r, b##1)

#define HD_TENS_2(d) ",%" #d "0,%" #d "1"
#define HD_TENS_4(d) HD_TENS_2(d) ",%" #d "2,%" #d "3"
#define HD_TENS_6(d) HD_TENS_4(d) ",%" #d "4,%" #d "5"
#define HD_TENS_8(d) HD_TENS_6(d) ",%" #d "6,%" #d "7"
#define HD_TENS_10(d) HD_TENS_8(d) ",%" #d "8,%" #d "9"

#define HD_TEXT_1 "%0"
#define HD_TEXT_2 HD_TEXT_1 ",%1"
#define HD_TEXT_4 HD_TEXT_2 ",%2,%3"
#define HD_TEXT_8 HD_TEXT_4 ",%4,%5,%6,%7"
#define HD_TEXT_10 HD_TEXT_8 ",%8,%9"
#define HD_TEXT_16 HD_TEXT_10 HD_TENS_6(1)
#define HD_TEXT_32 HD_TEXT_10 HD_TENS_10(1) HD_TENS_10(2) HD_TENS_2(3)
#define HD_TEXT_60 HD_TEXT_10 HD_TENS_10(1) HD_TENS_10(2) HD_TENS_10(3) HD_TENS_10(4) HD_TENS_10(5)
#define HD_TEXT_64 HD_TEXT_60 HD_TENS_4(6)
#define HD_TEXT_128 \
  HD_TEXT_60 HD_TENS_10(6) HD_TENS_10(7) HD_TENS_10(8) HD_TENS_10(9) HD_TENS_10(10) HD_TENS_10(11) HD_TENS_8(12)

/* The operand behind the registers and the address, whose own number is how many registers there are. */
#define HD_SECOND_1 "2"
#define HD_SECOND_2 "3"
#define HD_SECOND_4 "5"
#define HD_SECOND_8 "9"
#define HD_SECOND_16 "17"
#define HD_SECOND_32 "33"
#define HD_SECOND_64 "65"
#define HD_SECOND_128 "129"

/* Of forms that there are not: so that the compiler speaks of the assertion that says so, and of nothing else. */
#define HD_OUT_256 HD_OUT_1
#define HD_OUT_512 HD_OUT_1
#define HD_IN_256 HD_IN_1
#define HD_IN_512 HD_IN_1
#define HD_TEXT_256 HD_TEXT_1
#define HD_TEXT_512 HD_TEXT_1
#define HD_SECOND_256 HD_SECOND_1
#define HD_SECOND_512 HD_SECOND_1

#endif
