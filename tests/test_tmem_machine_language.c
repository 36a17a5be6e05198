/* Datapaths, plans, opcodes on views and allocations in the language: values as they print, and what is refused with
 * which status. What a call means is claimed in proofs/claims/tmem-plans.hd. */
#include "tests/support/suite.h"

#include "proofs/expression.h"

#define LOAD "\"tcgen05.ld.sync.aligned.32x32b.x4.b32\""
#define SPLIT "\"tcgen05.ld.sync.aligned.16x32bx2.x4.b32\""
#define LANES "(32,4):(1@laneid,1@m)"

static const struct {
  const char *expression, *value;
} answered[] = {
    {"datapath(\"A\", 8)", "(128,8):(1,128)"},
    {"datapath(\"G\", 8, address_layout())", "(32,(2,4)):(65536,(1,2097152))"},
    {"datapath_of(64, 64, 1, true, false)", "(64,(32,2)):(1,(128,64))"},
    {"datapath_of(128, 64, 2, 0, 1)", "((16,4),64):((1,32),128)"},
    {"datapath_operand(\"B\", 32, 8)", "(64,8,2):(1,128,64)"},
    {"copies(scale_factors(128, 128, 2, \"b\", 4, 0, 4))", "2"},
    {"copy_source(\"4x256b\", 0, 32, 128, 256)", "S<0,4,3> o 32 o (4,(4,2)):(16,(4,128))"},
    {"tmem_registers(\"32x32b\", (32,8):(1,128), 1)", "(32,8):(1,128)"},
    {"tmem_plan(\"any\", (32,8):(1,128), 1, 0)", "8"},
    {"tmem_plan(\"any\", (32,12):(1,128), 1, 4)", "(4,4,4)"},
    {"tmem_instructions(\"32x32b\", ((32,4),512):((1,32),128), 4, 1)", "512"},
    {"tmem_planned(\"any\", (32,8):(1,256), 1, 0)", "true"},
    {"tmem_planned(\"16x64b\", (32,8):(1,256), 1, 0)", "false"},
    {"tmem_planned(\"32x32b\", (32,8):(1,128), 1, 0, 16, 1)", "true"},
    {"tmem_apply(" LOAD ", 0, " LANES ", (32,4):(1,128))", "1"},
    {"tmem_apply_addresses(" LOAD ", 2, " LANES ", slice_and_offset((32,4,4):(1,32,128), (_,2,_)))", "4194304"},
    {"tmem_apply_addresses(" LOAD ", \"cta\", (2,32,4):(32@tx,1@tx,1@m), (2,32,4):(32,1,128))", "(0,2097152)"},
    {"tmem_allocates(256)", "true"},
    {"tmem_allocates(0)", "false"},
    {"tmem_allocation(65)", "128"},
    {"tmem_pack(40)", "0"},
    {"tmem_packed((500,20))", "520"},
    {"tmem_separate((500,20))", "544"},
};

START_TEST(an_expression_has_the_value_that_the_library_gives) {
  for (int k = 0; k < HD_COUNT(answered); k++) {
    static char text[HD_VALUE_TEXT_MAX];
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
    {"datapath(\"H\", 8)", HD_RANGE},
    {"datapath(\"AB\", 8)", HD_RANGE},
    {"datapath(1, 8)", HD_MISMATCH},
    {"datapath(\"B\", 7)", HD_RANGE},
    {"datapath(\"D\", 513)", HD_RANGE},
    {"datapath_of(96, 64, 1, 0, 0)", HD_RANGE},
    {"datapath_of(4294967424, 64, 1, 0, 0)", HD_RANGE},
    {"datapath_of(128, 64, 1, (1,2), 0)", HD_MISMATCH},
    {"datapath_operand(\"D\", 6, 64)", HD_RANGE},
    {"datapath_operand(\"D\", 16, 63)", HD_RANGE},
    {"scale_factors(128, 128, 1, \"c\", 4, 0, 4)", HD_RANGE},
    {"scale_factors(128, 128, 1, 1, 4, 0, 4)", HD_MISMATCH},
    {"scale_factors(128, 128, 1, \"a\", 3, 0, 3)", HD_MISMATCH},
    {"copy_source(\"64x128b\", 0, 0, 0, 128)", HD_RANGE},
    {"copy_source(\"4x256b\", 16, 0, 0, 128)", HD_RANGE},
    {"tmem_registers(\"any\", (32,8):(1,128), 1)", HD_RANGE},
    {"tmem_registers(\"32x32b\", datapath(\"F\", 64), 4)", HD_UNDEFINED},
    {"tmem_plan(\"32x64b\", (32,8):(1,128), 1, 0)", HD_RANGE},
    {"tmem_plan(\"any\", (32,8):(1,128), 2, 0)", HD_RANGE},
    {"tmem_plan(\"any\", (32,8):(1,128), 1, -1)", HD_RANGE},
    {"tmem_plan(\"any\", (32,8):(2,128), 1, 0)", HD_UNDEFINED},
    {"tmem_plan(\"any\", (32,40):(1,128), 1, 1)", HD_CAPACITY},
    {"tmem_planned(\"any\", (32,8):(1@lane,1@col), 1, 0)", HD_MISMATCH},
    {"tmem_apply(\"tcgen05.ld\", 0, " LANES ", (32,4):(1,128))", HD_MALFORMED},
    {"tmem_apply(" LOAD ", \"block\", " LANES ", (32,4):(1,128))", HD_RANGE},
    {"tmem_apply(" LOAD ", 0, " LANES ", (32,4):(1,128), (32,4):(1,128))", HD_MISMATCH},
    {"tmem_apply(" LOAD ", 0, " LANES ", (32,4):(1,128), 8)", HD_MISMATCH},
    {"tmem_apply(" LOAD ", 0, slice_and_offset((32,4,4):(1,32,128), (_,2,_)), (32,4):(1,128))", HD_MISMATCH},
    {"tmem_apply(" SPLIT ", 0, (2,16,4):(16@laneid,1@laneid,1@m), (16,4):(1,128))", HD_MISMATCH},
    {"tmem_apply(\"tcgen05.shift.cta_group::1.down\", 0, " LANES ", (32,4):(1,128))", HD_MISMATCH},
    {"tmem_allocation(0)", HD_RANGE},
    {"tmem_allocation(513)", HD_RANGE},
    {"tmem_pack((500,20))", HD_UNDEFINED},
    {"tmem_pack((4,0))", HD_RANGE},
    {"tmem_separate(4:1)", HD_MISMATCH},
};

START_TEST(what_there_is_not_is_refused) {
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
      {"an_expression_has_the_value_that_the_library_gives", an_expression_has_the_value_that_the_library_gives},
      {"what_there_is_not_is_refused", what_there_is_not_is_refused},
  };
  return hd_test_main("tensor memory's users in the language", tests, HD_COUNT(tests));
}
