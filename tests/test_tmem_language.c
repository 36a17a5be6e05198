/* Tensor memory in the language of the command: values as they print, and what is refused with which status. */
#include "tests/support/suite.h"

#include "proofs/expression.h"

static const struct {
  const char *expression, *value;
} answered[] = {
    {"engine()", "(128,512):(1,128)"},
    {"engine(576)", "(128,576):(1,128)"},
    {"address_layout()", "(128,512):(65536,1)"},
    {"address_layout(32)", "(128,32):(65536,1)"},
    {"engine()(69,27)", "3525"},
    {"image_32x32b(64)", "(32,64):(1,128)"},
    {"image_16x64b(16)", "((2,2,8),16):((8,128,1),256)"},
    {"image_16x128b(4)", "((4,8),(2,4)):((128,1),(8,512))"},
    {"image_16x256b(8)", "((4,8),(2,2,8)):((256,1),(128,8,1024))"},
    {"image_16x256b(8, address_layout())", "((4,8),(2,2,8)):((2,65536),(1,524288,8))"},
    {"image_16x32bx2(4, (128,512,2):(1,128,1040))", "((16,2),4):((1,1040),128)"},
    {"packed_16x256b(8)", "((4,8),(2,2,8),2):((512,1),(256,8,2048),128)"},
    {"packed_32x32b(4, address_layout())", "(32,4,2):(65536,2,1)"},
    {"tmem_image(\"16x256b\", 8)", "((4,8),(2,2,8)):((256,1),(128,8,1024))"},
    {"tmem_image(\"16x64b.unpack::16b\", 4, address_layout())", "((2,2,8),4,2):((524288,2,65536),4,1)"},
    {"tmem_image(\"16x32bx2\", 4, tmem_split((16 << 16) + 8))", "((16,2),4):((1,1040),128)"},
    {"tmem_image(\"16x32bx2.pack::16b\", 4, tmem_split(-8, address_layout()))", "((16,2),4,2):((65536,-8),2,1)"},
    {"tmem_split(8, (128,512):(1@lane,1@col))", "(128,512,2):(1@lane,1@col,8@col)"},
    {"tmem_slab(\"16x128b\", 2)", "((4,8),((2,2),2)):((128,1),((8,512),16))"},
    {"tmem_warpgroup(\"16x64b.pack::16b\", 4)", "(((2,2,8),4),4,2):(((8,256,1),32),512,128)"},
    {"tmem_lanes(\"32x32b\", 4)", "((32,4),(4,1)):((1,32),(128,32))"},
    {"tmem_elements(\"32x32b\", 2, 16, true)", "(32,2,2):(2,256,1)"},
    {"tmem_elements(\"32x32b.pack::16b\", 2, 16, false)", "(32,2,(1,2)):(2,512,(1,256))"},
    {"tmem_holders(\"16x32bx2\", 4)", "(16,4,2):(1,32,16)"},
    {"tmem_copy(\"64x128b.warpx2::01_23\")", "((32,2),4,2):((1,64),128,32)"},
    {"tmem_copy(\"4x256b\", address_layout())", "(4,8,1):(2097152,1,0)"},
    {"tmem_where(\"16x256b\", 8, 64 << 16, 2, 21, 13)", "(69,27)"},
    {"tmem_where(\"16x256b.pack::16b\", 8, 64 << 16, 2, 21, 13, 1)", "(69,55)"},
    {"tmem_where(\"16x32bx2\", 4, (32 << 16, (16 << 16) + 8), 1, 21, 3)", "(53,11)"},
    {"tmem_who(\"16x256b\", 1, 0, 0, 9, 6)", "(7,2)"},
    {"tmem_who(\"16x256b.unpack::16b\", 1, 0, 0, 9, 13)", "(7,2,1)"},
    {"tmem_who(\"16x32bx2\", 4, (0, 2), 0, 5, 3)", "(5,3,21,1)"},
    {"starts_16x64b()", "(2,4):(16,32)"},
    {"starts_16x128b(address_layout())", "(2,4):(1048576,2097152)"},
    {"starts_16x256b()(1,2)", "80"},
    {"starts_16x32bx2()", "(2,4):(16,32)"},
    {"starts_32x32b()(0,3)", "96"},
    {"row_view(64)(0,5)", "640"},
    {"row_registers(64)(0,5)", "5"},
    {"row_cell(64, 0x00200003, 5, 7, 9)", "(39,12)"},
    {"fragment_view(64)", "((2,2),8):((128,8),1024)"},
    {"fragment_registers(64)", "((2,2),8):((1,2),4)"},
    {"fragment_cell(64, 0x00400000, 2, 21, ((1,0),3))", "(69,27)"},
    {"fragment_cell(64, 0x00400000, 2, 21, 13)", "(69,27)"},
    {"tmem_encode(69, 27)", "4522011"},
    {"tmem_decode(0x0045001B)", "(69,27)"},
    {"tmem_offset(0, 128*27 + 69)", "4522011"},
    {"tmem_distance(0x0045001B, 0)", "-3525"},
};

START_TEST(an_expression_on_tensor_memory_has_the_value_that_the_library_gives) {
  for (int k = 0; k < HD_COUNT(answered); k++) {
    static char text[HD_TEXT_MAX];
    hd_value value;
    hd_error error;
    hd_status status = hd_expression_value(answered[k].expression, strlen(answered[k].expression), &error, &value);
    EXPECT(status == HD_OK, "%s: %s", answered[k].expression, hd_status_name(status));
    hd_print_value(&value, text, sizeof text);
    EXPECT(strcmp(text, answered[k].value) == 0, "%s is %s", answered[k].expression, text);
  }
}
END_TEST

static const struct {
  const char *expression;
  hd_status status;
} refused[] = {
    {"engine(0)", HD_RANGE},
    {"engine(65537)", HD_RANGE},
    {"engine((1,2))", HD_MISMATCH},
    {"engine(1, 2)", HD_MALFORMED},
    {"image_16x256b()", HD_MALFORMED},
    {"image_16x256b(64)", HD_RANGE},
    {"image_16x256b(2:1)", HD_MISMATCH},
    {"image_16x256b(1, [1:1])", HD_MISMATCH},
    {"tmem_image(\"16x256b\", 64)", HD_RANGE},
    {"tmem_image(\"16x32b\", 1)", HD_RANGE},
    {"tmem_image(\"16x256b.pack\", 1)", HD_MALFORMED},
    {"tmem_image(\"16x256b.x8\", 1)", HD_MALFORMED},
    {"tmem_image(16, 1)", HD_MISMATCH},
    {"tmem_image(\"16x32bx2\", 4)", HD_MISMATCH},
    {"tmem_split(4294967296)", HD_RANGE},
    {"tmem_split((16 << 16) + 8, (128,512):(1@lane,1@col))", HD_UNDEFINED},
    {"tmem_slab(\"16x64b\", 1, (48,4))", HD_MISMATCH},
    {"tmem_elements(\"32x32b\", 2, 6, true)", HD_RANGE},
    {"tmem_elements(\"32x32b.pack::16b\", 2, 32, true)", HD_RANGE},
    {"tmem_copy(\"64x128b\")", HD_RANGE},
    {"tmem_where(\"16x256b\", 8, 0, 2, 21, 13)", HD_RANGE},
    {"tmem_where(\"16x256b\", 8, 0, 0, 21, 32)", HD_RANGE},
    {"tmem_where(\"16x256b\", 8, 0, 0, 4294967296, 0)", HD_RANGE},
    {"tmem_where(\"16x256b\", 8, 0, 0, 0, 0, 1)", HD_RANGE},
    {"tmem_where(\"16x256b\", 8, (0, 8), 0, 0, 0)", HD_MISMATCH},
    {"tmem_where(\"16x256b\", 8, (0, 8, 1), 0, 0, 0)", HD_MISMATCH},
    {"tmem_where(\"16x256b\", 8, -1, 0, 0, 0)", HD_RANGE},
    {"tmem_where(\"16x256b.pack::16b\", 8, 0, 0, 0, 0)", HD_MISMATCH},
    {"tmem_where(\"16x256b.pack::16b\", 8, 1, 0, 0, 0, 0)", HD_RANGE},
    {"tmem_who(\"16x256b\", 1, 0, 0, 9, 8)", HD_UNDEFINED},
    {"tmem_who(\"16x256b\", 1, 0, -1, 9, 6)", HD_RANGE},
    {"image_32x32b(1, 4096)", HD_MISMATCH},
    {"image_32x32b(64, (128,32))", HD_RANGE},
    {"image_16x32bx2(4)", HD_MISMATCH},
    {"starts_32x32b((48,4))", HD_MISMATCH},
    {"row_view(513)", HD_RANGE},
    {"fragment_view(12)", HD_RANGE},
    {"fragment_registers(12)", HD_RANGE},
    {"row_cell(64, 0, 1, 0, 0)", HD_RANGE},
    {"row_cell(64, -1, 0, 0, 0)", HD_RANGE},
    {"row_cell(64, 4294967296, 0, 0, 0)", HD_RANGE},
    {"row_cell(64, 0, 0, 0, 4:1)", HD_MISMATCH},
    {"row_cell(64, 0, 0, 0, 64)", HD_RANGE},
    {"fragment_cell(64, 0, 0, 0, (0,0,0))", HD_MISMATCH},
    {"tmem_encode(128, 0)", HD_RANGE},
    {"tmem_encode(4294967296, 0)", HD_RANGE},
    {"tmem_encode(0, -4294967296)", HD_RANGE},
    {"tmem_decode(512)", HD_RANGE},
    {"tmem_offset(0, -1)", HD_RANGE},
    {"tmem_offset(1, 9223372036854775807)", HD_OVERFLOW},
    {"tmem_distance(0, 512)", HD_RANGE},
};

START_TEST(what_tensor_memory_does_not_have_is_refused) {
  for (int k = 0; k < HD_COUNT(refused); k++) {
    hd_value value;
    hd_error error;
    hd_status status = hd_expression_value(refused[k].expression, strlen(refused[k].expression), &error, &value);
    EXPECT(status == refused[k].status, "%s: %s", refused[k].expression, hd_status_name(status));
    EXPECT(hd_test_is_error(&error, status), "%s: the error is not filled in", refused[k].expression);
  }
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"an_expression_on_tensor_memory_has_the_value_that_the_library_gives",
       an_expression_on_tensor_memory_has_the_value_that_the_library_gives},
      {"what_tensor_memory_does_not_have_is_refused", what_tensor_memory_does_not_have_is_refused},
  };
  return hd_test_main("tmem in the language", tests, HD_COUNT(tests));
}
