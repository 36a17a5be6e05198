/* The texts of the four dialects: which one is recognised, what each spelling is read as, what is printed, and where
 * text that is none is to blame. */
#include "algebra/convert.h"
#include "tests/support/suite.h"
#include "tests/support/text.h"

/* ---- spellings ---- */

typedef struct spelling {
  const char *text;
  hd_dialect dialect;
  const char *bare; /* as CuTe's text, TIRx or Triton print it */
} spelling;

static const spelling spellings[] = {
    {"(_2,_3):(_6,_3)", HD_DIALECT_CUTE, "(2,3):(6,3)"},
    {" ( _4 , ( 2 , _3 ) ) : ( 6 , ( _1 , 2 ) )\n", HD_DIALECT_CUTE, "(4,(2,3)):(6,(1,2))"},
    {"(_4,_8):(_1@1,_1@0)", HD_DIALECT_CUTE, "(4,8):(1@1,1@0)"},
    {"Sw<3,4,3> o _0 o (_10,_2):(_2,_1)", HD_DIALECT_CUTE, "S<3,4,3> o 0 o (10,2):(2,1)"},
    {"S<3,4,3> o 0 o (10,2):(2,1)", HD_DIALECT_CUTE, "S<3,4,3> o 0 o (10,2):(2,1)"},
    {"Sw<3,4,3>", HD_DIALECT_CUTE, "S<3,4,3>"},
    {"(4,5):(1,4) o 2 o (2,3):(1,2)", HD_DIALECT_CUTE, "(4,5):(1,4) o 2 o (2,3):(1,2)"},
    {"Sw<1,4,3> o smem_ptr[16b](unset) o (_64,_16):(_16,_1)", HD_DIALECT_CUTE, "S<1,3,3> o 0 o (64,16):(16,1)"},
    {"S<1,4,3> o smem_ptr[16b] o (64,16):(16,1)", HD_DIALECT_CUTE, "S<1,3,3> o 0 o (64,16):(16,1)"},
    {"Sw<3,4,3>_smem_ptr[32b](0x7f00) o (_32,_8):(_1,_32)", HD_DIALECT_CUTE, "S<3,2,3> o 192 o (32,8):(1,32)"},
    {"Sw<3,4,3> o smem_ptr[8b](0x10) o (_64,_16):(_16,_1)", HD_DIALECT_CUTE, "S<3,4,3> o 16 o (64,16):(16,1)"},
    {"Sw<3,4,3> o smem_ptr[16b](0xfc00) o 8:1", HD_DIALECT_CUTE, "S<3,3,3> o 0 o 8:1"},
    {"Sw<3,4,3> o smem_ptr[4b](0xffffFFFFffffffff) o 8:1", HD_DIALECT_CUTE, "S<3,5,3> o 2046 o 8:1"},
    {"Sw<3,4,3> o smem_ptr[4b](unset) o (_32,_8):(_1,_32)", HD_DIALECT_CUTE, "S<3,5,3> o 0 o (32,8):(1,32)"},
    {"gmem_ptr[16b](0x7f61c3e00000) o ((_2,_2),_1):((_1,128),_0)", HD_DIALECT_CUTE, "((2,2),1):((1,128),0)"},
    {"ptr[16b](0x7f61d9fffca0) o (_2,_1,_2):(_1,_0,_8)", HD_DIALECT_CUTE, "(2,1,2):(1,0,8)"},
    {"(4,(2,_))", HD_DIALECT_CUTE, "(4,(2,_))"},
    {"[4:1;_;(2,3):(1,2)]", HD_DIALECT_CUTE, "[4:1;_;(2,3):(1,2)]"},
    {"<_4,_8>", HD_DIALECT_CUTE, "[4:1;8:1]"},
    {"-3", HD_DIALECT_CUTE, "-3"},
    {"!cute.layout<\"(4,8):(1,4)\">", HD_DIALECT_CUTE_IR, "(4,8):(1,4)"},
    {" !cute.composed_layout< \"S<3,4,3> o 0 o (8,8):(1,8)\" > ", HD_DIALECT_CUTE_IR, "S<3,4,3> o 0 o (8,8):(1,8)"},
    {"!cute.swizzle<\"S<3,4,3>\">", HD_DIALECT_CUTE_IR, "S<3,4,3>"},
    {"!cute.tile<\"[(2,3):(1,2);_]\">", HD_DIALECT_CUTE_IR, "[(2,3):(1,2);_]"},
    {"!cute.int_tuple<\"(1,2,3)\">", HD_DIALECT_CUTE_IR, "(1,2,3)"},
    {"!cute.shape<\"(128,128,16)\">", HD_DIALECT_CUTE_IR, "(128,128,16)"},
    {"!cute.stride<\"((1@0,1@1),128@0)\">", HD_DIALECT_CUTE_IR, "((1@0,1@1),128@0)"},
    {"!cute.coord<\"(1,_)\">", HD_DIALECT_CUTE_IR, "(1,_)"},
    {"S[(8,2):(4@laneid,1)] + R[2:4@warpid] + 5@warpid", HD_DIALECT_TIRX,
     "S[(8,2):(4@laneid,1)] + R[2:4@warpid] + 5@warpid"},
    {"5@warpid + R[2:4@warpid]", HD_DIALECT_TIRX, "S[():()] + R[2:4@warpid] + 5@warpid"},
    {"Scolex[(8,4)]", HD_DIALECT_TIRX, "Scolex[(8,4):(1,8)]"},
    {"TileLayout(S[(64, 2, 64) : (1 @ tid_in_wg, 64 @ tid_in_wg, 1)])", HD_DIALECT_TIRX,
     "S[(64,2,64):(1@tid_in_wg,64@tid_in_wg,1)]"},
    {"ComposeLayout(SwizzleLayout(3, 3, 3), TileLayout(S[8, 64]))", HD_DIALECT_TIRX,
     "ComposeLayout(SwizzleLayout(3, 3, 3), TileLayout(S[(8,64):(64,1)]))"},
    {"ComposeLayout(SwizzleLayout(per_element=4,swizzle_len=2,atom_len=3,swizzle_inner=False),TileLayout(S[(8,64)] + "
     "1))",
     HD_DIALECT_TIRX, "ComposeLayout(SwizzleLayout(4, 2, 3, swizzle_inner=False), TileLayout(S[(8,64):(64,1)] + 1))"},
    {"ComposeLayout(3, 3, 3, TileLayout(S[(8, 64)]), True)", HD_DIALECT_TIRX,
     "ComposeLayout(SwizzleLayout(3, 3, 3), TileLayout(S[(8,64):(64,1)]))"},
    {" - register=1 -> (1)\nwhere out dims are: [offset (size 2)]", HD_DIALECT_TRITON,
     " - register=1 -> (1)\nwhere out dims are: [offset (size 2)]"},
    {"- warp is a size 1 dimension where out dims are: [dim0 (size 4)]", HD_DIALECT_TRITON,
     " - warp is a size 1 dimension\nwhere out dims are: [dim0 (size 4)]"},
    {"#ttg.linear<{register = [[0, 1]], lane = [[1, 0]]}>", HD_DIALECT_TRITON,
     " - register=1 -> (0, 1)\n - lane=1 -> (1, 0)\nwhere out dims are: [dim0 (size 2), dim1 (size 2)]"},
    {"{register = [[1]]}", HD_DIALECT_TRITON, " - register=1 -> (1)\nwhere out dims are: [dim0 (size 2)]"},
    {"(empty layout)", HD_DIALECT_TRITON, "(empty layout)"},
};

START_TEST(every_spelling_is_recognised_and_read) {
  static char text[HD_STATED_TEXT_MAX];
  for (int k = 0; k < HD_COUNT(spellings); k++) {
    const spelling *one = &spellings[k];
    hd_stated stated;
    hd_error error;
    EXPECT(hd_recognise_dialect(one->text, strlen(one->text)) == one->dialect, "%s is in another dialect", one->text);
    EXPECT(hd_parse_stated(one->text, strlen(one->text), &error, &stated) == HD_OK, "%s: %s", one->text, error.reason);
    hd_print_stated(&stated, hd_stated_dialect(&stated), text, sizeof text);
    EXPECT(strcmp(text, one->bare) == 0, "%s is read as %s", one->text, text);
  }
}
END_TEST

/* ---- IR's types ---- */

START_TEST(a_type_of_ir_prints_as_it_is_read) {
  static const char *const types[] = {"!cute.layout<\"(4,8):(1,4)\">",
                                      "!cute.layout<\"((4,2),8):((1@0,4@1),0)\">",
                                      "!cute.composed_layout<\"S<3,4,3> o 0 o (8,8):(1,8)\">",
                                      "!cute.composed_layout<\"(4,5):(1,4) o (0,2) o (2,3):(1@0,1@1)\">",
                                      "!cute.swizzle<\"S<3,4,3>\">",
                                      "!cute.tile<\"[4:1;_]\">",
                                      "!cute.int_tuple<\"6\">",
                                      "!cute.shape<\"(4,(2,3))\">",
                                      "!cute.stride<\"(1@0,1@1)\">",
                                      "!cute.coord<\"(_,1)\">"};
  char text[512];
  for (int k = 0; k < HD_COUNT(types); k++) {
    hd_stated stated, made;
    ck_assert_int_eq(hd_parse_stated(types[k], strlen(types[k]), NULL, &stated), HD_OK);
    ck_assert_int_eq(hd_convert(&stated, HD_DIALECT_CUTE_IR, NULL, NULL, &made), HD_OK);
    hd_print_stated(&made, HD_DIALECT_CUTE_IR, text, sizeof text);
    EXPECT(strcmp(text, types[k]) == 0, "%s prints as %s", types[k], text);
    for (size_t room = 0; room < 12; room++) { /* what does not fit is counted, not written */
      char small[13];
      memset(small, '#', sizeof small);
      ck_assert_uint_eq(hd_print_stated(&made, HD_DIALECT_CUTE_IR, small, room), strlen(types[k]));
      EXPECT(small[room] == '#' && (room == 0 || strlen(small) == room - 1), "%s in %zu bytes", types[k], room);
    }
  }
}
END_TEST

/* ---- blame ---- */

typedef struct blame {
  const char *text, *at; /* the rest of the text from the place on */
  hd_status status;
} blame;

static const blame blames[] = {
    {"!cute.layot<\"8:1\">", "layot<\"8:1\">", HD_MALFORMED},
    {"!cute.layout(\"8:1\")", "(\"8:1\")", HD_MALFORMED},
    {"!cute.layout<8:1>", "8:1>", HD_MALFORMED},
    {"!cute.layout<\"8:1>", "", HD_MALFORMED},
    {"!cute.layout<\"8:1\"", "", HD_MALFORMED},
    {"!cute.layout<\"8:1\"> x", "x", HD_MALFORMED},
    {"!cute.layout<\"(?,8):(1,4)\">", "?,8):(1,4)\">", HD_MALFORMED},
    {"!cute.swizzle<\"S<3,4,2>\">", "S<3,4,2>\">", HD_MALFORMED},
    {"!cute.shape<\"(4,8\">", "\">", HD_MALFORMED},
    {"!cute.tile<\"[4:1;(x)]\">", "x)]\">", HD_MALFORMED},
    {"Sw<3,4,3> o smem_ptr[b](unset) o 8:1", "b](unset) o 8:1", HD_MALFORMED},
    {"Sw<3,4,3> o smem_ptr[16](unset) o 8:1", "](unset) o 8:1", HD_MALFORMED},
    {"Sw<3,4,3> o smem_ptr[16b](unset o 8:1", "o 8:1", HD_MALFORMED},
    {"Sw<3,4,3> o smem_ptr[16b](unset) 8:1", "8:1", HD_MALFORMED},
    {"Sw<3,4,3> o smem_ptr[16b](0x) o 8:1", ") o 8:1", HD_MALFORMED},
    {"Sw<3,4,3> o smem_ptr[16b](16) o 8:1", "16) o 8:1", HD_MALFORMED},
    {"Sw<3,4,3> o smem_ptr[16b](0x10000000000000000) o 8:1", "0) o 8:1", HD_MALFORMED},
    {"Sw<3,4,3> o smem_ptr[16b](0x11) o 8:1", "Sw<3,4,3> o smem_ptr[16b](0x11) o 8:1", HD_UNDEFINED},
    {"Sw<3,4,3> o smem_ptr[16b] o 8:x", "x", HD_MALFORMED},
    {"Sw<3,4> o smem_ptr[16b] o 8:1", NULL, HD_MALFORMED},
    {"Sw<3,0,3> o smem_ptr[16b] o 8:1", "Sw<3,0,3> o smem_ptr[16b] o 8:1", HD_UNDEFINED},
    {"TileLayout(S[8:1]", "", HD_MALFORMED},
    {"TileLayout(S[8:x])", "x])", HD_MALFORMED},
    {"TileLayout(S[8:1]) + 1", "+ 1", HD_MALFORMED},
    {"ComposeLayout(SwizzleLayout(3, 3), TileLayout(S[8]))", "), TileLayout(S[8]))", HD_MALFORMED},
    {"ComposeLayout(SwizzleLayout(3, x, 3), TileLayout(S[8]))", "x, 3), TileLayout(S[8]))", HD_MALFORMED},
    {"ComposeLayout(SwizzleLayout(3, 3, 2), TileLayout(S[8]))", "SwizzleLayout(3, 3, 2), TileLayout(S[8]))",
     HD_MALFORMED},
    {"ComposeLayout(SwizzleLayout(3, 3, 3, Maybe), TileLayout(S[8]))", "Maybe), TileLayout(S[8]))", HD_MALFORMED},
    {"ComposeLayout(SwizzleLayout(3, 3, 3), TileLayout(S[8:1@laneid]))", "TileLayout(S[8:1@laneid]))", HD_MALFORMED},
    {"ComposeLayout(SwizzleLayout(3, 3, 3), TileLayout(S[8:1] + R[2:8]))", "TileLayout(S[8:1] + R[2:8]))",
     HD_MALFORMED},
    {"{register = [[1]", "", HD_MALFORMED},
    {"(4,8):(1,4,2)", ":(1,4,2)", HD_MISMATCH},
    {"", "", HD_MALFORMED},
};

START_TEST(text_that_is_none_is_blamed_where_it_is) {
  for (int k = 0; k < HD_COUNT(blames); k++) {
    const blame *one = &blames[k];
    size_t length = strlen(one->text);
    hd_stated stated;
    hd_error error;
    hd_test_stamp(&stated, sizeof stated);
    hd_status status = hd_parse_stated(one->text, length, &error, &stated);
    EXPECT(status == one->status && hd_test_is_error(&error, status), "%s: %s", one->text, hd_status_name(status));
    EXPECT(error.position <= length && (one->at == NULL || strcmp(one->text + error.position, one->at) == 0),
           "%s: blamed at %zu", one->text, error.position);
    EXPECT(hd_test_is_stamped(&stated, sizeof stated), "%s: the result is written", one->text);
    EXPECT(hd_parse_stated(one->text, length, NULL, &stated) == status, "%s without an error", one->text);
  }
}
END_TEST

START_TEST(dialects_have_their_names) {
  hd_dialect dialect;
  for (int k = 0; k < HD_DIALECTS; k++) {
    const char *name = hd_dialect_name((hd_dialect)k);
    ck_assert(hd_dialect_from_name(name, strlen(name), &dialect) && dialect == (hd_dialect)k);
    ck_assert(!hd_dialect_from_name(name, strlen(name) - 1, &dialect));
  }
  ck_assert(!hd_dialect_from_name("cute_irx", 8, &dialect) && !hd_dialect_from_name("", 0, &dialect));
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"every spelling is recognised and read", every_spelling_is_recognised_and_read},
      {"a type of IR prints as it is read", a_type_of_ir_prints_as_it_is_read},
      {"text that is none is blamed where it is", text_that_is_none_is_blamed_where_it_is},
      {"dialects have their names", dialects_have_their_names},
  };
  return hd_test_main("convert_text", tests, HD_COUNT(tests));
}
