/* The set of legal opcodes, against the manual's list written as loops; and reading and printing them. */
#include "tests/support/suite.h"
#include "tests/support/tcgen05.h"

#include "tmem/opcode.h"

#include <stdio.h>

/* Every legal opcode as the manual lists them, passed to `take`. Returns how many. */
static int for_each_legal(void (*take)(const char *text, const char *operation)) {
  int count = 0;
  hd_manual_form form;
  char text[HD_OPCODE_TEXT];
  for (int k = 0; hd_manual_form_at(k, &form); k++) {
    const char *shape = hd_manual_shapes[form.shape].name;
    snprintf(text, sizeof text, "tcgen05.ld.sync.aligned.%s.x%d%s.b32", shape, form.repeat,
             form.packed ? ".pack::16b" : "");
    take(text, "ld");
    snprintf(text, sizeof text, "tcgen05.st.sync.aligned.%s.x%d%s.b32", shape, form.repeat,
             form.packed ? ".unpack::16b" : "");
    take(text, "st");
    count += 2;
    if (form.packed || form.repeat == 1 || (form.shape != HD_MANUAL_32X32B && form.shape != HD_MANUAL_SPLIT)) continue;
    static const char *const reductions[] = {"f32", "abs.f32", "NaN.f32", "abs.NaN.f32", "u32", "s32"};
    for (int r = 0; r < 2 * HD_COUNT(reductions); r++, count++) {
      snprintf(text, sizeof text, "tcgen05.ld.red.sync.aligned.%s.x%d.%s.%s", shape, form.repeat, r % 2 ? "max" : "min",
               reductions[r / 2]);
      take(text, "ld.red");
    }
  }
  for (int group = 1; group <= 2; group++) {
    static const char *const formats[] = {"", ".b8x16.b6x16_p32", ".b8x16.b4x16_p64"};
    for (int c = 0; c < HD_MANUAL_COPIES * HD_COUNT(formats); c++, count++) {
      snprintf(text, sizeof text, "tcgen05.cp.cta_group::%d.%s%s", group, hd_manual_copies[c % HD_MANUAL_COPIES].name,
               formats[c / HD_MANUAL_COPIES]);
      take(text, "cp");
    }
    snprintf(text, sizeof text, "tcgen05.shift.cta_group::%d.down", group);
    take(text, "shift");
    count++;
  }
  return count;
}

/* It is read, prints as it was, and is on the targets that ptxas was seen to take it for. */
static void expect_legal(const char *text, const char *operation) {
  hd_opcode opcode;
  hd_error error;
  char printed[HD_OPCODE_TEXT];
  hd_status status = hd_opcode_parse(text, strlen(text), &error, &opcode);
  EXPECT(status == HD_OK, "%s: %s", text, status == HD_OK ? "" : error.reason);
  ck_assert_uint_eq(hd_opcode_print(&opcode, printed, sizeof printed), strlen(text));
  ck_assert_str_eq(printed, text);
  const bool reduces = strcmp(operation, "ld.red") == 0, shifts = strcmp(operation, "shift") == 0;
  for (int target = 0; target < HD_TARGETS; target++) {
    const char *name = hd_target_name((hd_target)target);
    const bool blackwell = strncmp(name, "sm_100", 6) == 0, arch = name[6] == 'a';
    EXPECT(hd_opcode_on(&opcode, (hd_target)target) == !((reduces && blackwell) || (shifts && !arch)), "%s on %s", text,
           name);
  }
  ck_assert_int_eq(hd_opcode_lane(&opcode), shifts ? 32 : strcmp(operation, "cp") == 0 ? 1 : 0);
}

START_TEST(every_opcode_of_the_manual_is_read_and_printed) {
  int legal = for_each_legal(expect_legal);
  printf("legal opcodes read and printed: %d\n", legal);
  ck_assert_int_eq(legal, 74 + 74 + 14 * 12 + 36 + 2);
}
END_TEST

START_TEST(the_lines_spell_these_opcodes_and_no_others) {
  static const int expected[HD_OPCODES] = {74, 74, 14 * 8, 14 * 4, 36, 2};
  for (int id = 0; id < HD_OPCODES; id++) {
    int legal = 0;
    hd_opcode opcode, back;
    for (int64_t k = 0; k < hd_opcode_ways((hd_opcode_id)id); k++) {
      char text[HD_OPCODE_TEXT];
      if (!hd_opcode_at((hd_opcode_id)id, k, &opcode)) continue;
      legal++;
      size_t length = hd_opcode_print(&opcode, text, sizeof text);
      EXPECT(length < sizeof text && hd_opcode_parse(text, length, NULL, &back) == HD_OK && back.id == opcode.id &&
                 memcmp(back.choice, opcode.choice, sizeof back.choice) == 0,
             "%s is read as another", text);
    }
    ck_assert_int_eq(legal, expected[id]);
    ck_assert(!hd_opcode_at((hd_opcode_id)id, hd_opcode_ways((hd_opcode_id)id), &opcode));
    ck_assert(!hd_opcode_at((hd_opcode_id)id, -1, &opcode));
  }
}
END_TEST

START_TEST(what_is_no_opcode_is_refused_where_it_goes_wrong) {
  static const struct {
    const char *text;
    hd_status status;
    size_t position;
  } bad[] = {
      {"", HD_MALFORMED, 0},
      {"tcgen05.mv", HD_MALFORMED, 8},
      {"tcgen05.ld.sync.aligned.16x32b.x1.b32", HD_MALFORMED, 24},
      {"tcgen05.ld.sync.aligned.16x256b.b32", HD_MALFORMED, 32},
      {"tcgen05.ld.sync.aligned.16x256b.x3.b32", HD_RANGE, 33},
      {"tcgen05.ld.sync.aligned.16x256b.x256.b32", HD_RANGE, 33},
      {"tcgen05.ld.sync.aligned.16x256b.x1.unpack::16b.b32", HD_MALFORMED, 35},
      {"tcgen05.ld.sync.aligned.16x256b.x1.f32", HD_MALFORMED, 35},
      {"tcgen05.ld.sync.aligned.16x256b.x1.b32 ", HD_MALFORMED, 38},
      {"tcgen05.ld.sync.aligned.16x256b.x1.b3", HD_MALFORMED, 37},
      {"tcgen05.ld.sync.aligned.16x256b.x64.b32", HD_RANGE, 33},
      {"tcgen05.ld.sync.aligned.16x256b.x128.b32", HD_RANGE, 33},
      {"tcgen05.st.sync.aligned.16x128b.x128.unpack::16b.b32", HD_RANGE, 33},
      {"tcgen05.st.sync.aligned.16x128b.x1.pack::16b.b32", HD_MALFORMED, 35},
      {"tcgen05.ld.red.sync.aligned.16x64b.x2.min.f32", HD_MALFORMED, 28},
      {"tcgen05.ld.red.sync.aligned.32x32b.x1.min.f32", HD_MALFORMED, 36},
      {"tcgen05.ld.red.sync.aligned.32x32b.x2.min.abs.u32", HD_MALFORMED, 46},
      {"tcgen05.ld.red.sync.aligned.32x32b.x2.add.u32", HD_MALFORMED, 38},
      {"tcgen05.cp.cta_group::1.64x128b", HD_MALFORMED, 24},
      {"tcgen05.cp.cta_group::1.32x128b.warpx2::02_13", HD_MALFORMED, 24},
      {"tcgen05.cp.cta_group::3.128x256b", HD_MALFORMED, 11},
      {"tcgen05.shift.cta_group::1", HD_MALFORMED, 26},
      {"16x256b.x1", HD_MALFORMED, 0},
  };
  for (int k = 0; k < HD_COUNT(bad); k++) {
    hd_opcode opcode;
    hd_error error;
    hd_test_stamp(&opcode, sizeof opcode);
    hd_status status = hd_opcode_parse(bad[k].text, strlen(bad[k].text), &error, &opcode);
    EXPECT(status == bad[k].status, "%s: %s", bad[k].text, hd_status_name(status));
    ck_assert(hd_test_is_error(&error, status) && hd_test_is_stamped(&opcode, sizeof opcode));
    EXPECT(error.position == bad[k].position, "%s: at %d", bad[k].text, (int)error.position);
  }
}
END_TEST

START_TEST(a_form_is_read_in_short_and_from_its_opcode) {
  hd_manual_form manual;
  for (int k = 0; hd_manual_form_at(k, &manual); k++) {
    const char *shape = hd_manual_shapes[manual.shape].name, *pack = manual.packed ? ".pack::16b" : "";
    char text[3][HD_OPCODE_TEXT];
    snprintf(text[0], sizeof text[0], "%s.x%d%s", shape, manual.repeat, pack);
    snprintf(text[1], sizeof text[1], "%s.x%d%s", shape, manual.repeat, manual.packed ? ".unpack::16b" : "");
    snprintf(text[2], sizeof text[2], "tcgen05.ld.sync.aligned.%s.x%d%s.b32", shape, manual.repeat, pack);
    for (int n = 0; n < 3; n++) {
      hd_form form;
      EXPECT(hd_form_parse(text[n], strlen(text[n]), NULL, &form) == HD_OK &&
                 strcmp(form.instruction->name, shape) == 0 && form.repeat == manual.repeat &&
                 form.packed == manual.packed,
             "%s", text[n]);
    }
  }
  static const char *const bad[] = {
      "16x256b",           "16x256b.x64",     "16x256b.8", "x8",
      "16x256b.x8.b32",    "16x256b.x8.pack", "",          "tcgen05.shift.cta_group::1.down",
      "32x32b.x1.pack:16b"};
  for (int k = 0; k < HD_COUNT(bad); k++) {
    hd_form form;
    hd_error error;
    hd_status status = hd_form_parse(bad[k], strlen(bad[k]), &error, &form);
    EXPECT(status != HD_OK && hd_test_is_error(&error, status), "%s is read", bad[k]);
  }
}
END_TEST

START_TEST(a_reducing_load_moves_the_form_of_its_shape_and_a_copy_none) {
  static const char load[] = "tcgen05.ld.red.sync.aligned.16x32bx2.x32.max.abs.NaN.f32";
  static const char copy[] = "tcgen05.cp.cta_group::2.4x256b";
  hd_opcode opcode;
  hd_form form;
  hd_error error;
  ck_assert_int_eq(hd_opcode_parse(load, sizeof load - 1, NULL, &opcode), HD_OK);
  ck_assert_int_eq(hd_opcode_form(&opcode, NULL, &form), HD_OK);
  ck_assert_str_eq(form.instruction->name, "16x32bx2");
  ck_assert(form.repeat == 32 && !form.packed);
  ck_assert_int_eq(hd_opcode_parse(copy, sizeof copy - 1, NULL, &opcode), HD_OK);
  ck_assert_int_eq(hd_opcode_form(&opcode, &error, &form), HD_MISMATCH);
  ck_assert(hd_test_is_error(&error, HD_MISMATCH));
}
END_TEST

START_TEST(a_target_is_found_by_its_name_and_those_without_tensor_memory_are_none) {
  static const char *const names[HD_TARGETS] = {"sm_100a", "sm_100f", "sm_103a", "sm_103f", "sm_110a", "sm_110f"};
  static const char *const bad[] = {"",        "sm_100",  "sm_103",  "sm_110",  "sm_90a",
                                    "sm_120a", "sm_120f", "sm_121a", "sm_100af"};
  hd_target target;
  hd_error error;
  for (int k = 0; k < HD_TARGETS; k++) {
    ck_assert_int_eq(hd_target_find(names[k], strlen(names[k]), NULL, &target), HD_OK);
    ck_assert_str_eq(hd_target_name(target), names[k]);
  }
  for (int k = 0; k < HD_COUNT(bad); k++) {
    ck_assert_int_eq(hd_target_find(bad[k], strlen(bad[k]), &error, &target), HD_RANGE);
    ck_assert(hd_test_is_error(&error, HD_RANGE) && error.hint != NULL);
  }
}
END_TEST

START_TEST(a_text_too_short_for_an_opcode_is_cut_and_its_length_told) {
  static const char load[] = "tcgen05.ld.sync.aligned.16x64b.x16.b32";
  hd_opcode opcode;
  char text[16] = "???????????????";
  ck_assert_int_eq(hd_opcode_parse(load, sizeof load - 1, NULL, &opcode), HD_OK);
  ck_assert_uint_eq(hd_opcode_print(&opcode, text, 8), sizeof load - 1);
  ck_assert_str_eq(text, "tcgen05");
  ck_assert(text[8] == '?');
  ck_assert_uint_eq(hd_opcode_print(&opcode, NULL, 0), sizeof load - 1);
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"every_opcode_of_the_manual_is_read_and_printed", every_opcode_of_the_manual_is_read_and_printed},
      {"the_lines_spell_these_opcodes_and_no_others", the_lines_spell_these_opcodes_and_no_others},
      {"what_is_no_opcode_is_refused_where_it_goes_wrong", what_is_no_opcode_is_refused_where_it_goes_wrong},
      {"a_form_is_read_in_short_and_from_its_opcode", a_form_is_read_in_short_and_from_its_opcode},
      {"a_reducing_load_moves_the_form_of_its_shape_and_a_copy_none",
       a_reducing_load_moves_the_form_of_its_shape_and_a_copy_none},
      {"a_target_is_found_by_its_name_and_those_without_tensor_memory_are_none",
       a_target_is_found_by_its_name_and_those_without_tensor_memory_are_none},
      {"a_text_too_short_for_an_opcode_is_cut_and_its_length_told",
       a_text_too_short_for_an_opcode_is_cut_and_its_length_told},
  };
  return hd_test_main("tmem opcode", tests, HD_COUNT(tests));
}
