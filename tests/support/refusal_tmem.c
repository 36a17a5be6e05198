/* How the operations on forms, issues, copies, opcodes, datapaths, scale factors, plans, views and allocations are
 * called with operands in a list. */
#include "tests/support/refusal_tmem.h"

#include "tests/support/suite.h"

#include "tmem/tmem.h"

#define L(n) &a[n].as.layout
#define I(n) a[n].as.integer
#define S(n) a[n].text, a[n].length
#define TO(member) e, &r->as.member

/* A form in short: 16x256b.x8, with .pack::16b where it is packed. */
static hd_form form_of(const hd_test_operand *operand) {
  hd_form form;
  EXPECT(hd_form_parse(operand->text, operand->length, NULL, &form) == HD_OK, "no form %s", operand->text);
  return form;
}

static const hd_instruction *shape_of(const hd_test_operand *operand) {
  const hd_instruction *shape;
  EXPECT(hd_instruction_find(operand->text, operand->length, NULL, &shape) == HD_OK, "no shape %s", operand->text);
  return shape;
}

static hd_copy_id copy_of(const hd_test_operand *operand) {
  hd_copy_id id;
  EXPECT(hd_copy_find(operand->text, operand->length, NULL, &id) == HD_OK, "no copy %s", operand->text);
  return id;
}

static hd_datapath_id datapath_of(const hd_test_operand *operand) {
  hd_datapath_id id;
  EXPECT(hd_datapath_find(operand->text[0], NULL, &id) == HD_OK, "no datapath %s", operand->text);
  return id;
}

/* (m,n,group,ws,sparse) */
static hd_mma mma_of(const hd_test_operand *operand) {
  const int64_t *value = operand->as.tuple.value;
  return (hd_mma){(int32_t)value[0], (int32_t)value[1], (int32_t)value[2], value[3] != 0, value[4] != 0};
}

/* (warp,address,immediate) */
static hd_issue issue_of(const hd_test_operand *operand) {
  const int64_t *value = operand->as.tuple.value;
  return (hd_issue){.geometry = hd_blackwell(), .warp = value[0], .address = (uint32_t)value[1], .immediate = value[2]};
}

static hd_status issue_base(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  const hd_form form = form_of(&a[0]);
  const hd_issue issue = issue_of(&a[1]);
  return hd_issue_base(&form, &issue, (int)I(2), TO(cell));
}

static hd_status issue_check(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  const hd_form form = form_of(&a[0]);
  const hd_issue issue = issue_of(&a[1]);
  (void)r;
  return hd_issue_check(&form, &issue, e);
}

/* form | issue | (thread,register,half) */
static hd_status issue_cell(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  const hd_form form = form_of(&a[0]);
  const hd_issue issue = issue_of(&a[1]);
  const int64_t *at = a[2].as.tuple.value;
  return hd_issue_cell(&form, &issue, (hd_place){(int32_t)at[0], (int32_t)at[1], (int32_t)at[2]}, TO(cell));
}

/* form | issue | (lane,column) */
static hd_status issue_holders(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  hd_place holder[HD_HOLDERS_MAX];
  const hd_form form = form_of(&a[0]);
  const hd_issue issue = issue_of(&a[1]);
  const int64_t *at = a[2].as.tuple.value;
  return hd_issue_holders(&form, &issue, (hd_cell){(int32_t)at[0], (int32_t)at[1]}, e, holder, &r->count);
}

static hd_status form_image(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  const hd_form form = form_of(&a[0]);
  return hd_form_image(&form, L(1), TO(layout));
}

static hd_status form_spread(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  const hd_form form = form_of(&a[0]);
  return hd_form_spread(&form, (hd_spread)I(1), L(2), TO(layout));
}

static hd_status form_elements(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  const hd_form form = form_of(&a[0]);
  return hd_form_elements(&form, I(1), I(2) != 0, L(3), TO(layout));
}

/* copy | (start,leading,stride,swizzle) */
static hd_status copy_source_layout(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  const int64_t *value = a[1].as.tuple.value;
  const hd_copy_descriptor source = {value[0], value[1], value[2], (int32_t)value[3]};
  return hd_copy_source_layout(copy_of(&a[0]), &source, TO(composed));
}

static hd_status opcode_parse(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  hd_opcode opcode;
  (void)r;
  return hd_opcode_parse(S(0), e, &opcode);
}

static hd_status opcode_form(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  hd_opcode opcode;
  hd_form form;
  (void)r;
  EXPECT(hd_opcode_parse(S(0), NULL, &opcode) == HD_OK, "no opcode %s", a[0].text);
  return hd_opcode_form(&opcode, e, &form);
}

static hd_status form_parse(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  hd_form form;
  (void)r;
  return hd_form_parse(S(0), e, &form);
}

static hd_status target_find(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  hd_target target;
  (void)r;
  return hd_target_find(S(0), e, &target);
}

static hd_status make_form(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  hd_form form;
  (void)r;
  return hd_make_form(shape_of(&a[0]), I(1), false, e, &form);
}

static hd_status make_issue(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  hd_issue issue;
  (void)r;
  return hd_make_issue(hd_blackwell(), I(0), e, &issue);
}

static hd_status datapath_find(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  hd_datapath_id id;
  (void)r;
  return hd_datapath_find(a[0].text[0], e, &id);
}

static hd_status datapath_check(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  const hd_mma mma = mma_of(&a[0]);
  (void)r;
  return hd_datapath_check(hd_blackwell(), &mma, (uint32_t)I(1), e);
}

static hd_status datapath_instruction(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  const hd_mma mma = mma_of(&a[0]);
  hd_datapath_id id;
  (void)r;
  return hd_datapath_of(&mma, e, &id);
}

/* mma | A or B | vector | id | factors */
static hd_status scale_factors(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  const hd_mma mma = mma_of(&a[0]);
  return hd_scale_factors(&mma, a[1].text[0] == 'A' ? HD_SCALE_A : HD_SCALE_B, I(2), I(3), I(4), TO(placement));
}

/* columns | alignment | (first,last): two such buffers */
static hd_status pack_buffers(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  const int64_t *alive = a[2].as.tuple.value;
  const hd_buffer one = {.columns = I(0), .alignment = I(1), .first = alive[0], .last = alive[1]};
  hd_buffer buffer[2] = {one, one};
  hd_allocation allocation;
  (void)r;
  return hd_pack_buffers(hd_blackwell(), buffer, 2, e, &allocation);
}

/* taken | calls, one after another: a size to allocate, minus a size to give back, 1 to relinquish, 0 to finish */
static hd_status ledger(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  hd_ledger held;
  (void)r;
  hd_status status = hd_ledger_start(hd_blackwell(), I(0), e, &held);
  const hd_tuple *calls = &a[1].as.tuple;
  for (int k = 0; status == HD_OK && k < calls->profile.leaves; k++) {
    int64_t call = calls->value[k];
    status = call == 0   ? hd_ledger_finish(&held, e)
             : call == 1 ? hd_ledger_relinquish(&held, e)
             : call < 0  ? hd_ledger_dealloc(&held, -call, e)
                         : hd_ledger_alloc(&held, call, e);
  }
  return status;
}

/* cells | (warps,bits,single,registers,base,first warp,steps,values) */
static hd_plan_request request_of(const hd_test_operand *cells, const hd_test_operand *numbers) {
  const int64_t *value = numbers->as.tuple.value;
  hd_plan_request request = {.geometry = hd_blackwell(),
                             .warps = (int32_t)value[0],
                             .bits = (int32_t)value[1],
                             .single = value[2] != 0,
                             .registers = (int32_t)value[3],
                             .base = (uint32_t)value[4],
                             .first_warp = (int32_t)value[5]};
  hd_layout_copy(&request.cells, &cells->as.layout);
  return request;
}

enum { ROOM = 2048 };
static hd_plan_step step[ROOM];
static int32_t order[ROOM];

static hd_plan plan_of(const hd_test_operand *numbers) {
  const int64_t *value = numbers->as.tuple.value;
  return (hd_plan){
      .step = step, .steps_capacity = (int32_t)value[6], .order = order, .values_capacity = (int32_t)value[7]};
}

static hd_status make_plan(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  const hd_plan_request request = request_of(&a[0], &a[1]);
  hd_plan plan = plan_of(&a[1]);
  (void)r;
  return hd_make_plan(&request, e, &plan);
}

/* cells | numbers | shape | packed */
static hd_status make_plan_of(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  const hd_plan_request request = request_of(&a[0], &a[1]);
  hd_plan plan = plan_of(&a[1]);
  (void)r;
  return hd_make_plan_of(&request, shape_of(&a[2]), I(3) != 0, e, &plan);
}

static hd_status plan_any(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  hd_plan_request request = request_of(&a[0], &a[1]);
  (void)r;
  return hd_plan_any(&request, shape_of(&a[2]), I(3) != 0, e);
}

/* form | (scope,warp,warps,capacity[,immediate]) | registers | tensor memory | the second view */
static hd_status apply(const hd_test_operand *a, hd_error *e, hd_test_answer *r) {
  static hd_apply_step steps[8];
  const int64_t *value = a[1].as.tuple.value;
  hd_apply_request request = {.geometry = hd_blackwell(),
                              .form = form_of(&a[0]),
                              .scope = (hd_scope)value[0],
                              .warp = (int32_t)value[1],
                              .warps = (int32_t)value[2],
                              .has_immediate = a[1].as.tuple.profile.leaves > 4};
  if (request.has_immediate) request.immediate = value[4];
  hd_layout_copy(&request.registers, L(2));
  hd_layout_copy(&request.tmem[0], L(3));
  hd_layout_copy(&request.tmem[1], L(4));
  return hd_apply(&request, e, steps, (int)value[3], &r->count);
}

#define OPERATIONS(ONE)                                                                                 \
  ONE(make_form, "SI", make_form(a, e, r))                                                              \
  ONE(form_image, "SL", form_image(a, e, r))                                                            \
  ONE(form_spread, "SIL", form_spread(a, e, r))                                                         \
  ONE(form_elements, "SIIL", form_elements(a, e, r))                                                    \
  ONE(split_offset, "I", hd_split_offset(I(0), TO(cell)))                                               \
  ONE(split_memory, "LI", hd_split_memory(L(0), I(1), TO(layout)))                                      \
  ONE(make_issue, "I", make_issue(a, e, r))                                                             \
  ONE(issue_base, "STI", issue_base(a, e, r))                                                           \
  ONE(issue_check, "ST", issue_check(a, e, r))                                                          \
  ONE(issue_cell, "STT", issue_cell(a, e, r))                                                           \
  ONE(issue_holders, "STT", issue_holders(a, e, r))                                                     \
  ONE(copy_find, "S", hd_copy_find(S(0), e, (hd_copy_id *)(void *)&r->as.word))                         \
  ONE(copy_image, "SL", hd_copy_image(copy_of(&a[0]), L(1), TO(layout)))                                \
  ONE(copy_check, "SI", hd_copy_check(hd_blackwell(), copy_of(&a[0]), (uint32_t)I(1), e))               \
  ONE(copy_source_layout, "ST", copy_source_layout(a, e, r))                                            \
  ONE(shift_image, "L", hd_shift_image(L(0), TO(layout)))                                               \
  ONE(shift_check, "I", hd_shift_check(hd_blackwell(), (uint32_t)I(0), e))                              \
  ONE(opcode_parse, "S", opcode_parse(a, e, r))                                                         \
  ONE(opcode_form, "S", opcode_form(a, e, r))                                                           \
  ONE(form_parse, "S", form_parse(a, e, r))                                                             \
  ONE(target_find, "S", target_find(a, e, r))                                                           \
  ONE(datapath_of, "T", datapath_instruction(a, e, r))                                                  \
  ONE(datapath_find, "S", datapath_find(a, e, r))                                                       \
  ONE(datapath_accumulator, "SIL", hd_datapath_accumulator(datapath_of(&a[0]), I(1), L(2), TO(layout))) \
  ONE(datapath_operand, "SIIL", hd_datapath_operand(datapath_of(&a[0]), I(1), I(2), L(3), TO(layout)))  \
  ONE(datapath_check, "TI", datapath_check(a, e, r))                                                    \
  ONE(scale_factors, "TSIII", scale_factors(a, e, r))                                                   \
  ONE(make_plan, "LT", make_plan(a, e, r))                                                              \
  ONE(make_plan_of, "LTSI", make_plan_of(a, e, r))                                                      \
  ONE(plan_any, "LTSI", plan_any(a, e, r))                                                              \
  ONE(apply, "STLLL", apply(a, e, r))                                                                   \
  ONE(allocation_check, "I", hd_allocation_check(I(0), e))                                              \
  ONE(allocation_size, "I", hd_allocation_size(I(0), TO(integer)))                                      \
  ONE(pack_buffers, "IIT", pack_buffers(a, e, r))                                                       \
  ONE(ledger, "IT", ledger(a, e, r))                                                                    \
  ONE(register_budget, "II", hd_register_budget(I(0), I(1), TO(integer)))

#define DEFINE(name, kinds, expression)                                                    \
  static hd_status call_##name(const hd_test_operand *a, hd_error *e, hd_test_answer *r) { \
    (void)r;                                                                               \
    return expression;                                                                     \
  }
OPERATIONS(DEFINE)

#define LIST(name, kinds, expression) {#name, kinds, call_##name},
static const hd_test_operation operations[] = {OPERATIONS(LIST){"issue_base.second", "STI", issue_base},
                                               {"issue_cell.base", "STT", issue_cell},
                                               {"opcode_parse.text", "S", opcode_parse},
                                               {"form_parse.repeat", "S", form_parse}};

const hd_test_operation *hd_test_tmem_operation_find(const char *name) {
  for (int k = 0; k < HD_COUNT(operations); k++)
    if (strcmp(operations[k].name, name) == 0) return &operations[k];
  return NULL;
}
