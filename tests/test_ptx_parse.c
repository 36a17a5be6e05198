/* PTX text: tokens, statements, scopes and labels, and what is no PTX. */
#include "proofs/ptx.h"
#include "proofs/ptx_lexer.h"
#include "tests/support/suite.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- tokens ---- */

/* The tokens of a text, `|` between them; `?` at the end where it fails. */
static const char *tokens(const char *text) {
  static char said[512];
  hd_error error;
  hd_ptx_lexer lexer;
  size_t length = 0;
  for (hd_ptx_lexer_start(&lexer, text, strlen(text), &error); lexer.token != HD_PTX_END; hd_ptx_next(&lexer)) {
    length += (size_t)snprintf(said + length, sizeof said - length, "%s%.*s", length > 0 ? "|" : "",
                               (int)(lexer.end - lexer.position), text + lexer.position);
  }
  snprintf(said + length, sizeof said - length, "%s", lexer.failed ? "?" : "");
  return said;
}

START_TEST(a_word_takes_its_suffixes_along) {
  ck_assert_str_eq(tokens("tcgen05.wait::ld.sync.aligned;"), "tcgen05.wait::ld.sync.aligned|;");
  ck_assert_str_eq(tokens("$L__BB0_1: mov.u32 %r1, %tid.x;"), "$L__BB0_1|:|mov.u32|%r1|,|%tid.x|;");
  ck_assert_str_eq(tokens(".x64.b32{%r83,%r84}"), ".x64.b32|{|%r83|,|%r84|}");
  ck_assert_str_eq(tokens("a:b::c"), "a|:|b::c");
}
END_TEST

START_TEST(comments_blanks_and_lines_of_others_lie_between_tokens) {
  ck_assert_str_eq(tokens("a // b\nc /* d\n e */ f\n# 1 \"x.cu\"\ng\n@@DWARF h\ni"), "a|c|f|g|i");
  ck_assert_str_eq(tokens("a /* b"), "a?");
  ck_assert_str_eq(tokens("a \"b\n\""), "a?");
  ck_assert_str_eq(tokens("a \x01"), "a?");
}
END_TEST

START_TEST(numbers_are_read_in_every_base) {
  static const struct {
    const char *text;
    bool is_integer;
    int64_t value;
  } all[] = {{"42", true, 42},
             {"0x2a", true, 42},
             {"052", true, 42},
             {"0b101010", true, 42},
             {"42U", true, 42},
             {"0X2AU", true, 42},
             {"0f3F800000", false, 0},
             {"1.5e-3", false, 0},
             {"09", false, 0},
             {"0", true, 0},
             {"18446744073709551615", true, -1}};
  for (int k = 0; k < HD_COUNT(all); k++) {
    hd_error error;
    hd_ptx_lexer lexer;
    int64_t value = 0;
    hd_ptx_lexer_start(&lexer, all[k].text, strlen(all[k].text), &error);
    EXPECT(lexer.token == HD_PTX_NUMBER && lexer.end == strlen(all[k].text), "%s is no number", all[k].text);
    EXPECT(hd_ptx_integer(&lexer, &value) == all[k].is_integer, "%s", all[k].text);
    EXPECT(!all[k].is_integer || value == all[k].value, "%s is %lld", all[k].text, (long long)value);
  }
}
END_TEST

/* ---- functions ---- */

/* What a visit saw of the last function, as text: each instruction with its operands. */
typedef struct seen {
  char text[4096];
  size_t length;
  int functions, entries, bodies;
  int64_t required[3];
  size_t registers, labels;
} seen;

static void say(seen *s, const hd_ptx_file *file, uint32_t name) {
  s->length += (size_t)snprintf(s->text + s->length, sizeof s->text - s->length, "%.*s",
                                (int)file->names.name[name].length, file->text + file->names.name[name].position);
}

static void say_operand(seen *s, const hd_ptx_file *file, const hd_ptx_function *f, const hd_ptx_operand *o) {
  s->length += (size_t)snprintf(s->text + s->length, sizeof s->text - s->length, " %d%s%s%s%s%s%s", o->argument,
                                o->flags & HD_PTX_IN_ADDRESS ? "[" : "", o->flags & HD_PTX_IN_VECTOR ? "{" : "",
                                o->flags & HD_PTX_IN_LIST ? "(" : "", o->flags & HD_PTX_BESIDE ? "|" : "",
                                o->flags & HD_PTX_NEGATED ? "!" : "", o->flags & HD_PTX_INEXACT ? "~" : "");
  if (o->kind == HD_PTX_REGISTER) {
    say(s, file, f->reg[o->id].name);
    s->length += (size_t)snprintf(s->text + s->length, sizeof s->text - s->length, "#%u", o->id);
  } else if (o->kind == HD_PTX_SYMBOL || o->kind == HD_PTX_SPECIAL) {
    say(s, file, o->id);
  } else if (o->kind == HD_PTX_SINK) {
    s->text[s->length++] = '_';
  }
  if (o->kind == HD_PTX_IMMEDIATE || o->value != 0) {
    s->length += (size_t)snprintf(s->text + s->length, sizeof s->text - s->length, "%+lld", (long long)o->value);
  }
}

static hd_status see(void *context, const hd_ptx_file *file, const hd_ptx_function *f, hd_error *error) {
  seen *s = context;
  (void)error;
  s->functions++;
  s->entries += f->is_entry;
  s->bodies += f->has_body;
  EXPECT(f->operand != NULL, "operands have no place where there are none");
  s->registers = f->registers;
  s->labels = f->labels;
  memcpy(s->required, f->required, sizeof s->required);
  s->length = 0;
  for (size_t k = 0; k < f->instructions; k++) {
    const hd_ptx_instruction *one = &f->instruction[k];
    if (k > 0) s->text[s->length++] = ';';
    if (one->guard != HD_PTX_NONE) {
      s->length += (size_t)snprintf(s->text + s->length, sizeof s->text - s->length, "@%s%u ",
                                    one->guard_negated ? "!" : "", one->guard);
    }
    say(s, file, one->opcode);
    for (uint32_t n = 0; n < one->operands; n++) say_operand(s, file, f, &f->operand[one->operand + n]);
    if (one->label != HD_PTX_NONE) {
      s->length +=
          (size_t)snprintf(s->text + s->length, sizeof s->text - s->length, "->%u", f->label[one->label].instruction);
    }
  }
  s->text[s->length] = 0;
  return HD_OK;
}

static seen parse(const char *text) {
  static seen s;
  hd_error error;
  memset(&s, 0, sizeof s);
  const hd_status status = hd_ptx_parse(text, strlen(text), &error, see, &s);
  EXPECT(status == HD_OK, "%s at %zu of: %s", status == HD_OK ? "" : error.reason, error.position, text);
  return s;
}

/* A body with some registers declared, as `see` says it. */
static const char *body(const char *statements) {
  static seen s;
  char text[2048];
  snprintf(text, sizeof text, ".entry k() { .reg .b32 %%r<9>; .reg .pred p, q; .reg .b64 d; %s }", statements);
  s = parse(text);
  return s.text;
}

START_TEST(operands_lie_flat_with_their_argument) {
  ck_assert_str_eq(body("mov.u32 %r1, -8;"), "mov.u32 0%r1#3 1-8");
  ck_assert_str_eq(body("ld.shared.v2.b32 {%r1, _}, [%r2+-16];"), "ld.shared.v2.b32 0{%r1#3 0{_ 1[%r2#4-16");
  ck_assert_str_eq(body("setp.eq.u32 p|q, %r1, 0x10;"), "setp.eq.u32 0p#0 0|q#1 1%r1#3 2+16");
  ck_assert_str_eq(body("and.pred p, !q, q;"), "and.pred 0p#0 1!q#1 2q#1");
  ck_assert_str_eq(body("x [map, {%r1, %r2}], [s + 4];"), "x 0[map 0[{%r1#3 0[{%r2#4 1[s+4");
  ck_assert_str_eq(body("call (%r1), f, (%r2, 3);"), "call 0(%r1#3 1f 2(%r2#4 2(+3");
  ck_assert_str_eq(body("mov.u32 %r1, 2*3;"), "mov.u32 0%r1#3 1~+5");
  ck_assert_str_eq(body("mov.f32 %r1, 0f3F800000;"), "mov.f32 0%r1#3 1~+0");
  ck_assert_str_eq(body("mov.u32 %r1, %ntid.x;"), "mov.u32 0%r1#3 1%ntid.x");
  ck_assert_str_eq(body("ret;"), "ret");
}
END_TEST

START_TEST(a_register_is_what_the_innermost_scope_says) {
  ck_assert_str_eq(body("mov.u32 %r1, 1; { .reg .b32 %r<4>; mov.u32 %r1, 2; mov.u32 %r5, 3; } mov.u32 %r1, 4;"),
                   "mov.u32 0%r1#3 1+1;mov.u32 0%r1#4 1+2;mov.u32 0%r5#5 1+3;mov.u32 0%r1#3 1+4");
  ck_assert_str_eq(body("{ .reg .b32 x; mov.u32 x, 1; } { .reg .b32 x; mov.u32 x, 1; } mov.u32 x, 1;"),
                   "mov.u32 0x#3 1+1;mov.u32 0x#4 1+1;mov.u32 0x 1+1");
  ck_assert_str_eq(body(".reg .b32 a1<5>; mov.u32 a13, a15;"), "mov.u32 0a13#3 1a15");
}
END_TEST

START_TEST(a_branch_finds_the_label_of_its_scope) {
  ck_assert_str_eq(body("L: bra L; { L: ret; bra L; } @!p bra.uni L;"), "bra 0L->0;ret;bra 0L->1;@!0 bra.uni 0L->0");
  ck_assert_str_eq(body("bra E; ret; E:"), "bra 0E->2;ret");
  ck_assert_str_eq(body("t: .branchtargets A, B; brx.idx %r1, t; A: ret; B: trap;"), "brx.idx 0%r1#3 1t->0;ret;trap");
}
END_TEST

START_TEST(everything_else_in_a_file_is_passed_over) {
  const seen s =
      parse(".version 8.7\n.target sm_100a, debug\n.address_size 64\n.file 1 \"a.cu\"\n"
            ".extern .func (.param .b32 r) f (.param .b64 a, .param .align 16 .b8 b[16]) .noreturn;\n"
            ".visible .global .align 4 .b8 t[8] = {1, 2, 3, 4, 0xff(t), generic(t), 7, 8};\n"
            ".func (.reg .b32 out) g (.reg .b32 in) { add.s32 out, in, 1; ret; }\n"
            ".visible .entry k (.param .u64 .ptr .global .align 8 p, .param .b32 n)\n"
            ".reqntid 64, 2\n.minnctapersm 1\n.maxnreg 128\n.pragma \"abc\";\n{\n"
            ".reg .v4 .f32 %v<3>; .shared .align 8 .b8 s[16]; .loc 1 2 3, function_name $L__i0, inlined_at 1 4 5\n"
            "mov.b32 %v1.x, 0f00000000; .pragma \"nounroll\"; { .param .b32 q; st.param.b32 [q], 1; call f, (q); }\n"
            "proto: .callprototype (.param .b32 _) _ (.param .b64 _); ret; }\n"
            ".section .debug_info\n{\n.b32 7\n$L__x:\n.b8 1, 2\n.b32 .debug_abbrev\n}\n.alias a, b;\n");
  ck_assert_int_eq(s.functions, 3);
  ck_assert_int_eq(s.entries, 1);
  ck_assert_int_eq(s.bodies, 2);
  ck_assert_int_eq(s.required[0], 64);
  ck_assert_int_eq(s.required[1], 2);
  ck_assert_int_eq(s.required[2], 1);
  ck_assert_str_eq(s.text, "mov.b32 0%v1#0 1~+0;st.param.b32 0[q 1+1;call 0f 1(q;ret");
}
END_TEST

START_TEST(what_is_no_ptx_is_refused_at_its_place) {
  static const struct {
    const char *text;
    size_t position;
  } all[] = {
      {"x", 0},
      {".version x", 9},
      {".entry k() { add.s32 1, 2 }", 26},
      {".entry k() { add.s32 1, 2; ", 7},
      {".entry k() { bra L; }", 13},
      {".entry k() { bra; }", 13},
      {".entry k() { brx 1; }", 13},
      {".entry k() { @x ret; }", 14},
      {".entry k() { .reg .b32 a, a; }", 26},
      {".entry k() { .reg .b32 a<x>; }", 25},
      {".entry k() { L: L: }", 16},
      {".entry k() { mov.b32 [1}; }", 23},
      {".entry k() { mov.b32 [1; }", 23},
      {".entry k() { mov.b32 \"a\"; }", 13},
      {".entry k() { mov.b32 a\n.reg .b32 b; }", 23},
      {".entry k(.param .b32 a { }", 8},
      {".entry { }", 7},
      {".section .x { .b32 1", 14},
      {".global .b32 x = {1, 2", 0},
      {".entry k() { mov.b32 [[[[[[[[[1]; }", 29},
  };
  for (int k = 0; k < HD_COUNT(all); k++) {
    hd_error error;
    seen s = {.length = 0};
    const hd_status status = hd_ptx_parse(all[k].text, strlen(all[k].text), &error, see, &s);
    EXPECT(status == HD_MALFORMED, "parses: %s", all[k].text);
    EXPECT(hd_test_is_error(&error, HD_MALFORMED), "%s", all[k].text);
    EXPECT(error.position == all[k].position, "at %zu, not %zu: %s", error.position, all[k].position, all[k].text);
  }
}
END_TEST

START_TEST(every_beginning_of_a_text_parses_or_is_refused) {
  static const char text[] =
      ".version 9.0\n.target sm_100a\n.entry k(.param .u64 p) .reqntid 128 { .reg .pred %p<3>; .reg .b32 %r<9>; { L: "
      "@%p1 bra L; tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r1, %r2}, [%r3+8]; /* a */ t: .branchtargets L; } ret; }";
  for (size_t length = 0; length < sizeof text; length++) {
    char *copy = malloc(length + 1); /* as long as it is, so that a read past its end is one past the memory's */
    hd_error error;
    seen s = {.length = 0};
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, text, length);
    const hd_status status = hd_ptx_parse(copy, length, &error, see, &s);
    EXPECT(status == HD_OK || (status == HD_MALFORMED && error.position <= length), "%zu", length);
    free(copy);
  }
}
END_TEST

/* A text that repeats a piece, between a beginning and an end. */
static hd_status parse_many(const char *begin, const char *piece, size_t count, const char *end, hd_error *error) {
  const size_t b = strlen(begin), p = strlen(piece), e = strlen(end);
  char *text = malloc(b + p * count + e + 1);
  seen s = {.length = 0};
  ck_assert_ptr_nonnull(text);
  memcpy(text, begin, b);
  for (size_t k = 0; k < count; k++) memcpy(text + b + k * p, piece, p);
  memcpy(text + b + count * p, end, e + 1);
  const hd_status status = hd_ptx_parse(text, b + count * p + e, error, see, &s);
  free(text);
  return status;
}

START_TEST(depth_is_bounded_and_says_so) {
  hd_error error;
  ck_assert_int_eq(parse_many(".entry k() ", "{", 256, "", &error), HD_MALFORMED);
  ck_assert_int_eq(parse_many(".entry k() ", "{", 257, "", &error), HD_CAPACITY);
  ck_assert_int_eq(parse_many(".global .b32 x = ", "{", 1000000, "", &error), HD_MALFORMED);
  ck_assert_int_eq(parse_many(".entry k() { ", "a;", HD_PTX_MAX_INSTRUCTIONS + 1, "}", &error), HD_CAPACITY);
  ck_assert_int_eq(parse_many(".entry k() { ", ";", 100000, "}", &error), HD_OK);
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"a word takes its suffixes along", a_word_takes_its_suffixes_along},
      {"comments, blanks and lines of others lie between tokens",
       comments_blanks_and_lines_of_others_lie_between_tokens},
      {"numbers are read in every base", numbers_are_read_in_every_base},
      {"operands lie flat with their argument", operands_lie_flat_with_their_argument},
      {"a register is what the innermost scope says", a_register_is_what_the_innermost_scope_says},
      {"a branch finds the label of its scope", a_branch_finds_the_label_of_its_scope},
      {"everything else in a file is passed over", everything_else_in_a_file_is_passed_over},
      {"what is no PTX is refused at its place", what_is_no_ptx_is_refused_at_its_place},
      {"every beginning of a text parses or is refused", every_beginning_of_a_text_parses_or_is_refused},
      {"depth is bounded and says so", depth_is_bounded_and_says_so},
  };
  return hd_test_main("PTX text", tests, HD_COUNT(tests));
}
