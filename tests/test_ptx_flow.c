/* Control flow of PTX: blocks, edges, joins, and what hangs on which branch. */
#include "proofs/ptx_values.h"
#include "tests/support/suite.h"

#include <stdio.h>

typedef struct seen {
  char text[2048];
  size_t length;
  bool under; /* say classes, and not edges */
} seen;

static void say(seen *s, const char *between, const char *name, size_t length) {
  s->length += (size_t)snprintf(s->text + s->length, sizeof s->text - s->length, "%s%.*s", between, (int)length, name);
}

/* Each block that is reached by its first opcode, with those that it leads to, and behind / its join. */
static void say_edges(seen *s, const hd_ptx_file *file, const hd_ptx_function *f, const hd_ptx_flow *flow) {
  for (uint32_t b = 0; b < flow->blocks; b++) {
    if (!hd_ptx_is_reached(flow, b)) continue;
    for (int part = 0; part < 2; part++) {
      const uint32_t first = part == 0 ? flow->edge[b] : 0, end = part == 0 ? flow->edge[b + 1] : 1;
      for (uint32_t e = first; e < end; e++) {
        const uint32_t to = part == 0 ? flow->to[e] : flow->join[b];
        const hd_ptx_name end_name = {0, 0};
        const hd_ptx_name *from = &file->names.name[f->instruction[flow->first[b]].opcode];
        const hd_ptx_name *name =
            to < flow->blocks ? &file->names.name[f->instruction[flow->first[to]].opcode] : &end_name;
        if (part == 0 && e == first) say(s, s->length > 0 ? "; " : "", file->text + from->position, from->length);
        say(s, part == 0 ? " " : " /",
            to == HD_PTX_NONE    ? "none"
            : to == flow->blocks ? "end"
                                 : file->text + name->position,
            to == HD_PTX_NONE    ? 4
            : to == flow->blocks ? 3
                                 : name->length);
      }
      if (part == 0 && first == end) {
        const hd_ptx_name *from = &file->names.name[f->instruction[flow->first[b]].opcode];
        say(s, s->length > 0 ? "; " : "", file->text + from->position, from->length);
      }
    }
  }
}

/* Each block with the class that it is under: same, warp, unknown or varies. */
static void say_under(seen *s, hd_ptx_evaluation of) {
  static const char *const class[] = {" same", " warp", " unknown", " varies"};
  hd_ptx_values values;
  ck_assert(hd_ptx_evaluate(of, 0, &values));
  for (uint32_t b = 0; b < of.flow->blocks; b++) {
    if (!hd_ptx_is_reached(of.flow, b)) continue;
    const hd_ptx_name *name = &of.file->names.name[of.function->instruction[of.flow->first[b]].opcode];
    say(s, s->length > 0 ? "; " : "", of.file->text + name->position, name->length);
    say(s, class[values.under[b] - HD_BIT_SAME], "", 0);
  }
  hd_ptx_values_free(&values);
}

static hd_status see(void *context, const hd_ptx_file *file, const hd_ptx_function *f, hd_error *error) {
  seen *s = context;
  hd_ptx_opcodes opcodes = {NULL, NULL, 0, 0, 0};
  hd_ptx_flow flow;
  ck_assert_int_eq(hd_ptx_make_flow(file, f, &opcodes, error, &flow), HD_OK);
  ck_assert(flow.has_joins);
  if (s->under) say_under(s, (hd_ptx_evaluation){file, f, &opcodes, &flow, HD_PTX_NONE});
  else say_edges(s, file, f, &flow);
  hd_ptx_flow_free(&flow);
  hd_ptx_opcodes_free(&opcodes);
  return HD_OK;
}

static const char *flow_of(const char *statements, bool under) {
  static seen s;
  static char text[2048];
  hd_error error;
  memset(&s, 0, sizeof s);
  s.under = under;
  snprintf(text, sizeof text, ".entry k(.param .b32 n) { .reg .b32 r<9>; .reg .pred p<5>; %s }", statements);
  const hd_status status = hd_ptx_parse(text, strlen(text), &error, see, &s);
  EXPECT(status == HD_OK, "%s: %s", error.reason, text);
  return s.text;
}

START_TEST(a_branch_with_a_condition_has_two_ways) {
  ck_assert_str_eq(flow_of("a; @p1 bra L; b; L: c; ret;", false), "a c b /c; b c /c; c end /end");
  ck_assert_str_eq(flow_of("a; bra L; b; L: c;", false), "a c /c; c end /end");
  ck_assert_str_eq(flow_of("a; @p1 ret; b; exit;", false), "a end b /end; b end /end");
}
END_TEST

START_TEST(a_loop_leads_back) {
  ck_assert_str_eq(flow_of("a; L: b; @p1 bra L; c; ret;", false), "a b /b; b b c /c; c end /end");
  ck_assert_str_eq(flow_of("L: b; bra L;", false), "b b /none");
}
END_TEST

START_TEST(an_indexed_branch_leads_to_each_of_its_labels) {
  ck_assert_str_eq(flow_of("t: .branchtargets A, B, A; brx.idx r1, t; A: a; ret; B: b; ret;", false),
                   "brx.idx a b a /end; a end /end; b end /end");
}
END_TEST

START_TEST(what_traps_has_no_way_on_and_delays_no_join) {
  ck_assert_str_eq(flow_of("a; @p1 bra L; trap; L: c; ret;", false), "a c trap /c; trap /none; c end /end");
  ck_assert_str_eq(flow_of("a; @p1 bra L; call __assertfail, (r1); L: c; ret;", false),
                   "a c call /c; call /none; c end /end");
}
END_TEST

START_TEST(what_hangs_on_a_branch_lies_before_its_join) {
  const char *begin = "mov.u32 r1, %tid.x; ";
  char text[512];
  static const struct {
    const char *rest, *wanted;
  } all[] = {
      {"setp.lt.u32 p1, r1, 7; @p1 bra L; b; L: c; ret;", "mov.u32 same; b varies; c same"},
      {"setp.lt.u32 p1, r1, 64; @p1 bra L; b; L: c; ret;", "mov.u32 same; b warp; c same"},
      {"setp.lt.u32 p1, r1, 7; @p1 ret; b; ret;", "mov.u32 same; b varies"},
      {"ld.param.u32 r2, [n]; setp.lt.u32 p1, r2, 7; @p1 ret; b; ret;", "mov.u32 same; b same"},
      {"setp.lt.u32 p1, r1, 7; @p1 bra.uni L; b; L: c; ret;", "mov.u32 same; b warp; c same"},
      {"mov.u32 r2, r1; L: x; add.u32 r2, r2, 32; setp.lt.u32 p1, r2, r3; @p1 bra L; c; ret;",
       "mov.u32 same; x unknown; c same"},
      {"mov.u32 r3, 99; mov.u32 r2, r1; L: x; add.u32 r2, r2, 32; setp.lt.u32 p1, r2, r3; @p1 bra L; c; ret;",
       "mov.u32 same; x varies; c same"},
      {"elect.sync r2|p1, -1; @p1 bra L; b; L: c; ret;", "mov.u32 same; b varies; c same"},
      {"setp.lt.u32 p2, r1, 7; vote.sync.any.pred p1, p2, -1; @p1 bra L; b; L: c; ret;",
       "mov.u32 same; b warp; c same"},
      {"shfl.sync.idx.b32 r2, r1, 0, 31, -1; setp.eq.u32 p1, r2, 0; @p1 bra L; b; L: c; ret;",
       "mov.u32 same; b warp; c same"},
      {"and.b32 r2, r1, 31; sub.u32 r3, r1, r2; setp.eq.u32 p1, r3, 0; @p1 bra L; b; L: c; ret;",
       "mov.u32 same; b warp; c same"},
      {"setp.lt.u32 p1, r1, 7; @p1 bra A; x; bra B; A: y; B: setp.lt.u32 p2, r1, 64; @p2 bra C; z; C: c; ret;",
       "mov.u32 same; x varies; y varies; setp.lt.u32 same; z warp; c same"},
      {"setp.lt.u32 p1, r1, 7; @p1 bra L; ld.param.u32 r2, [n]; setp.eq.u32 p2, r2, 0; @p2 bra L; z; L: c; ret;",
       "mov.u32 same; ld.param.u32 varies; z varies; c same"},
      {"mov.u32 r2, 0; setp.lt.u32 p1, r1, 7; @p1 bra A; mov.b32 r2, 1; A: setp.eq.u32 p2, r2, 0; @p2 bra C; z; C: c; "
       "ret;",
       "mov.u32 same; mov.b32 varies; setp.eq.u32 same; z varies; c same"},
  };
  for (int k = 0; k < HD_COUNT(all); k++) {
    snprintf(text, sizeof text, "%s%s", begin, all[k].rest);
    ck_assert_str_eq(flow_of(text, true), all[k].wanted);
  }
}
END_TEST

int main(void) {
  const hd_test test[] = {
      {"a branch with a condition has two ways", a_branch_with_a_condition_has_two_ways},
      {"a loop leads back", a_loop_leads_back},
      {"an indexed branch leads to each of its labels", an_indexed_branch_leads_to_each_of_its_labels},
      {"what traps has no way on and delays no join", what_traps_has_no_way_on_and_delays_no_join},
      {"what hangs on a branch lies before its join", what_hangs_on_a_branch_lies_before_its_join},
  };
  return hd_test_main("control flow of PTX", test, HD_COUNT(test));
}
