/* The registers of an instruction, as inline assembly wants them listed. Internal to the device layer.
 *
 * Invariant: a list of 2N operands is the list of N and as many more. All are written out, and name the array hd_r of the
 * statement that lists them: macros inside each other, pasted digits and arguments handed down cost the preprocessor more
 * than twice as much, over every tile that a file copies.
 *
 *   HD_TEXT_4     "%0,%1,%2,%3"
 *   HD_OUT_4      "=r"(hd_r[0]), .. "=r"(hd_r[3])        outputs; HD_INOUT has "+r", HD_IN "r"
 */
#ifndef HEDDLE_KERNELS_OPERANDS_H
#define HEDDLE_KERNELS_OPERANDS_H

#define HD_OUT_1 "=r"(hd_r[0])
#define HD_OUT_2 HD_OUT_1, "=r"(hd_r[1])
#define HD_OUT_4 HD_OUT_2, "=r"(hd_r[2]), "=r"(hd_r[3])
#define HD_OUT_8 HD_OUT_4, "=r"(hd_r[4]), "=r"(hd_r[5]), "=r"(hd_r[6]), "=r"(hd_r[7])
#define HD_OUT_16                                                                                         \
  HD_OUT_8, "=r"(hd_r[8]), "=r"(hd_r[9]), "=r"(hd_r[10]), "=r"(hd_r[11]), "=r"(hd_r[12]), "=r"(hd_r[13]), \
      "=r"(hd_r[14]), "=r"(hd_r[15])
#define HD_OUT_32                                                                                                     \
  HD_OUT_16, "=r"(hd_r[16]), "=r"(hd_r[17]), "=r"(hd_r[18]), "=r"(hd_r[19]), "=r"(hd_r[20]), "=r"(hd_r[21]),          \
      "=r"(hd_r[22]), "=r"(hd_r[23]), "=r"(hd_r[24]), "=r"(hd_r[25]), "=r"(hd_r[26]), "=r"(hd_r[27]), "=r"(hd_r[28]), \
      "=r"(hd_r[29]), "=r"(hd_r[30]), "=r"(hd_r[31])
#define HD_OUT_64                                                                                                     \
  HD_OUT_32, "=r"(hd_r[32]), "=r"(hd_r[33]), "=r"(hd_r[34]), "=r"(hd_r[35]), "=r"(hd_r[36]), "=r"(hd_r[37]),          \
      "=r"(hd_r[38]), "=r"(hd_r[39]), "=r"(hd_r[40]), "=r"(hd_r[41]), "=r"(hd_r[42]), "=r"(hd_r[43]), "=r"(hd_r[44]), \
      "=r"(hd_r[45]), "=r"(hd_r[46]), "=r"(hd_r[47]), "=r"(hd_r[48]), "=r"(hd_r[49]), "=r"(hd_r[50]), "=r"(hd_r[51]), \
      "=r"(hd_r[52]), "=r"(hd_r[53]), "=r"(hd_r[54]), "=r"(hd_r[55]), "=r"(hd_r[56]), "=r"(hd_r[57]), "=r"(hd_r[58]), \
      "=r"(hd_r[59]), "=r"(hd_r[60]), "=r"(hd_r[61]), "=r"(hd_r[62]), "=r"(hd_r[63])
#define HD_OUT_128                                                                                                    \
  HD_OUT_64, "=r"(hd_r[64]), "=r"(hd_r[65]), "=r"(hd_r[66]), "=r"(hd_r[67]), "=r"(hd_r[68]), "=r"(hd_r[69]),          \
      "=r"(hd_r[70]), "=r"(hd_r[71]), "=r"(hd_r[72]), "=r"(hd_r[73]), "=r"(hd_r[74]), "=r"(hd_r[75]), "=r"(hd_r[76]), \
      "=r"(hd_r[77]), "=r"(hd_r[78]), "=r"(hd_r[79]), "=r"(hd_r[80]), "=r"(hd_r[81]), "=r"(hd_r[82]), "=r"(hd_r[83]), \
      "=r"(hd_r[84]), "=r"(hd_r[85]), "=r"(hd_r[86]), "=r"(hd_r[87]), "=r"(hd_r[88]), "=r"(hd_r[89]), "=r"(hd_r[90]), \
      "=r"(hd_r[91]), "=r"(hd_r[92]), "=r"(hd_r[93]), "=r"(hd_r[94]), "=r"(hd_r[95]), "=r"(hd_r[96]), "=r"(hd_r[97]), \
      "=r"(hd_r[98]), "=r"(hd_r[99]), "=r"(hd_r[100]), "=r"(hd_r[101]), "=r"(hd_r[102]), "=r"(hd_r[103]),             \
      "=r"(hd_r[104]), "=r"(hd_r[105]), "=r"(hd_r[106]), "=r"(hd_r[107]), "=r"(hd_r[108]), "=r"(hd_r[109]),           \
      "=r"(hd_r[110]), "=r"(hd_r[111]), "=r"(hd_r[112]), "=r"(hd_r[113]), "=r"(hd_r[114]), "=r"(hd_r[115]),           \
      "=r"(hd_r[116]), "=r"(hd_r[117]), "=r"(hd_r[118]), "=r"(hd_r[119]), "=r"(hd_r[120]), "=r"(hd_r[121]),           \
      "=r"(hd_r[122]), "=r"(hd_r[123]), "=r"(hd_r[124]), "=r"(hd_r[125]), "=r"(hd_r[126]), "=r"(hd_r[127])

#define HD_IN_1 "r"(hd_r[0])
#define HD_IN_2 HD_IN_1, "r"(hd_r[1])
#define HD_IN_4 HD_IN_2, "r"(hd_r[2]), "r"(hd_r[3])
#define HD_IN_8 HD_IN_4, "r"(hd_r[4]), "r"(hd_r[5]), "r"(hd_r[6]), "r"(hd_r[7])
#define HD_IN_16                                                                                                  \
  HD_IN_8, "r"(hd_r[8]), "r"(hd_r[9]), "r"(hd_r[10]), "r"(hd_r[11]), "r"(hd_r[12]), "r"(hd_r[13]), "r"(hd_r[14]), \
      "r"(hd_r[15])
#define HD_IN_32                                                                                                     \
  HD_IN_16, "r"(hd_r[16]), "r"(hd_r[17]), "r"(hd_r[18]), "r"(hd_r[19]), "r"(hd_r[20]), "r"(hd_r[21]), "r"(hd_r[22]), \
      "r"(hd_r[23]), "r"(hd_r[24]), "r"(hd_r[25]), "r"(hd_r[26]), "r"(hd_r[27]), "r"(hd_r[28]), "r"(hd_r[29]),       \
      "r"(hd_r[30]), "r"(hd_r[31])
#define HD_IN_64                                                                                                     \
  HD_IN_32, "r"(hd_r[32]), "r"(hd_r[33]), "r"(hd_r[34]), "r"(hd_r[35]), "r"(hd_r[36]), "r"(hd_r[37]), "r"(hd_r[38]), \
      "r"(hd_r[39]), "r"(hd_r[40]), "r"(hd_r[41]), "r"(hd_r[42]), "r"(hd_r[43]), "r"(hd_r[44]), "r"(hd_r[45]),       \
      "r"(hd_r[46]), "r"(hd_r[47]), "r"(hd_r[48]), "r"(hd_r[49]), "r"(hd_r[50]), "r"(hd_r[51]), "r"(hd_r[52]),       \
      "r"(hd_r[53]), "r"(hd_r[54]), "r"(hd_r[55]), "r"(hd_r[56]), "r"(hd_r[57]), "r"(hd_r[58]), "r"(hd_r[59]),       \
      "r"(hd_r[60]), "r"(hd_r[61]), "r"(hd_r[62]), "r"(hd_r[63])
#define HD_IN_128                                                                                                     \
  HD_IN_64, "r"(hd_r[64]), "r"(hd_r[65]), "r"(hd_r[66]), "r"(hd_r[67]), "r"(hd_r[68]), "r"(hd_r[69]), "r"(hd_r[70]),  \
      "r"(hd_r[71]), "r"(hd_r[72]), "r"(hd_r[73]), "r"(hd_r[74]), "r"(hd_r[75]), "r"(hd_r[76]), "r"(hd_r[77]),        \
      "r"(hd_r[78]), "r"(hd_r[79]), "r"(hd_r[80]), "r"(hd_r[81]), "r"(hd_r[82]), "r"(hd_r[83]), "r"(hd_r[84]),        \
      "r"(hd_r[85]), "r"(hd_r[86]), "r"(hd_r[87]), "r"(hd_r[88]), "r"(hd_r[89]), "r"(hd_r[90]), "r"(hd_r[91]),        \
      "r"(hd_r[92]), "r"(hd_r[93]), "r"(hd_r[94]), "r"(hd_r[95]), "r"(hd_r[96]), "r"(hd_r[97]), "r"(hd_r[98]),        \
      "r"(hd_r[99]), "r"(hd_r[100]), "r"(hd_r[101]), "r"(hd_r[102]), "r"(hd_r[103]), "r"(hd_r[104]), "r"(hd_r[105]),  \
      "r"(hd_r[106]), "r"(hd_r[107]), "r"(hd_r[108]), "r"(hd_r[109]), "r"(hd_r[110]), "r"(hd_r[111]), "r"(hd_r[112]), \
      "r"(hd_r[113]), "r"(hd_r[114]), "r"(hd_r[115]), "r"(hd_r[116]), "r"(hd_r[117]), "r"(hd_r[118]), "r"(hd_r[119]), \
      "r"(hd_r[120]), "r"(hd_r[121]), "r"(hd_r[122]), "r"(hd_r[123]), "r"(hd_r[124]), "r"(hd_r[125]), "r"(hd_r[126]), \
      "r"(hd_r[127])

#define HD_INOUT_1 "+r"(hd_r[0])
#define HD_INOUT_2 HD_INOUT_1, "+r"(hd_r[1])
#define HD_INOUT_4 HD_INOUT_2, "+r"(hd_r[2]), "+r"(hd_r[3])
#define HD_INOUT_8 HD_INOUT_4, "+r"(hd_r[4]), "+r"(hd_r[5]), "+r"(hd_r[6]), "+r"(hd_r[7])
#define HD_INOUT_16                                                                                         \
  HD_INOUT_8, "+r"(hd_r[8]), "+r"(hd_r[9]), "+r"(hd_r[10]), "+r"(hd_r[11]), "+r"(hd_r[12]), "+r"(hd_r[13]), \
      "+r"(hd_r[14]), "+r"(hd_r[15])
#define HD_INOUT_32                                                                                                   \
  HD_INOUT_16, "+r"(hd_r[16]), "+r"(hd_r[17]), "+r"(hd_r[18]), "+r"(hd_r[19]), "+r"(hd_r[20]), "+r"(hd_r[21]),        \
      "+r"(hd_r[22]), "+r"(hd_r[23]), "+r"(hd_r[24]), "+r"(hd_r[25]), "+r"(hd_r[26]), "+r"(hd_r[27]), "+r"(hd_r[28]), \
      "+r"(hd_r[29]), "+r"(hd_r[30]), "+r"(hd_r[31])
#define HD_INOUT_64                                                                                                   \
  HD_INOUT_32, "+r"(hd_r[32]), "+r"(hd_r[33]), "+r"(hd_r[34]), "+r"(hd_r[35]), "+r"(hd_r[36]), "+r"(hd_r[37]),        \
      "+r"(hd_r[38]), "+r"(hd_r[39]), "+r"(hd_r[40]), "+r"(hd_r[41]), "+r"(hd_r[42]), "+r"(hd_r[43]), "+r"(hd_r[44]), \
      "+r"(hd_r[45]), "+r"(hd_r[46]), "+r"(hd_r[47]), "+r"(hd_r[48]), "+r"(hd_r[49]), "+r"(hd_r[50]), "+r"(hd_r[51]), \
      "+r"(hd_r[52]), "+r"(hd_r[53]), "+r"(hd_r[54]), "+r"(hd_r[55]), "+r"(hd_r[56]), "+r"(hd_r[57]), "+r"(hd_r[58]), \
      "+r"(hd_r[59]), "+r"(hd_r[60]), "+r"(hd_r[61]), "+r"(hd_r[62]), "+r"(hd_r[63])

#define HD_TEXT_1 "%0"
#define HD_TEXT_2 HD_TEXT_1 ",%1"
#define HD_TEXT_4 HD_TEXT_2 ",%2,%3"
#define HD_TEXT_8 HD_TEXT_4 ",%4,%5,%6,%7"
#define HD_TEXT_16 HD_TEXT_8 ",%8,%9,%10,%11,%12,%13,%14,%15"
#define HD_TEXT_32 HD_TEXT_16 ",%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31"
#define HD_TEXT_64                                                                                                   \
  HD_TEXT_32                                                                                                         \
  ",%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48,%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59" \
  ",%60,%61,%62,%63"
#define HD_TEXT_128                                                                                                  \
  HD_TEXT_64                                                                                                         \
  ",%64,%65,%66,%67,%68,%69,%70,%71,%72,%73,%74,%75,%76,%77,%78,%79,%80,%81,%82,%83,%84,%85,%86,%87,%88,%89,%90,%91" \
  ",%92,%93,%94,%95,%96,%97,%98,%99,%100,%101,%102,%103,%104,%105,%106,%107,%108,%109,%110,%111,%112,%113,%114,%115" \
  ",%116,%117,%118,%119,%120,%121,%122,%123,%124,%125,%126,%127"

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
