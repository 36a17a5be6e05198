/* Plans for accumulators of every datapath, against the register layouts of all 74 forms, for a warp and a warpgroup,
 * under three caps: a plan exactly when a search over the manual's formulas finds one, every plan moving what it must,
 * every refusal naming a thread or value that does not match. */
#include "tests/support/suite.h"
#include "tests/support/tcgen05.h"
#include "tests/support/text.h"

#include "tmem/datapath.h"
#include "tmem/plan.h"

#include "algebra/walk.h"

#include <stdio.h>

enum { VALUES = 1024, THREADS = 128 };

/* A request by numbers: the cell of each thread's value. */
static struct {
  int warps, values;
  int lane[THREADS][VALUES], column[THREADS][VALUES];
} wanted;

static int64_t requests, planned, refused, not_layouts;

/* ---- logical register layouts: (thread, value) -> (row, column) of D ---- */

typedef struct hd_leaf {
  int extent, row, column; /* what a step along it adds */
} hd_leaf;

typedef struct hd_registers {
  int threads, values; /* leaves of either mode */
  hd_leaf thread[8], value[12];
} hd_registers;

enum { ROWS_128, ROWS_16, TWO_BY_TWO, ONE_BY_FOUR };

/* Thread and register of one repeat, by the manual's formulas read off at powers of two. */
static void add_leaf(hd_leaf *leaf, int *count, int extent, int row, int column) {
  if (extent > 1) leaf[(*count)++] = (hd_leaf){extent, row, column};
}

/* The register layout of a form, spread over a tile; false where its columns do not divide. */
static bool make_registers(hd_manual_form form, int scheme, bool group, int n, hd_registers *r) {
  const hd_manual_shape *shape = &hd_manual_shapes[form.shape];
  int columns = scheme == TWO_BY_TWO ? n / 2 : scheme == ONE_BY_FOUR ? n / 4 : n;
  bool split = form.shape == HD_MANUAL_SPLIT, by_columns = split && scheme == ROWS_16;
  int block = shape->columns * form.repeat * (form.packed ? 2 : 1), across = by_columns ? columns / 2 : columns;
  if (across % block != 0) return false;
  r->threads = r->values = 0;
  for (int bit = 1; bit < 32; bit *= 2) {
    hd_manual_cell cell = hd_manual_cell_of(form.shape, form.packed, bit, 0, 0);
    add_leaf(r->thread, &r->threads, 2, cell.lane + (cell.access && !by_columns ? 16 : 0),
             cell.column + (cell.access && by_columns ? across : 0));
  }
  if (form.packed) {
    hd_manual_cell cell = hd_manual_cell_of(form.shape, true, 0, 0, 1);
    add_leaf(r->value, &r->values, 2, cell.lane, cell.column);
  }
  for (int reg = 1; reg < shape->registers * form.repeat; reg *= 2) {
    hd_manual_cell cell = hd_manual_cell_of(form.shape, form.packed, 0, reg, 0);
    add_leaf(r->value, &r->values, 2, cell.lane, cell.column);
  }
  add_leaf(r->value, &r->values, across / block, 0, block);
  if (scheme != ROWS_16 && shape->lanes == 16 && !split) add_leaf(r->value, &r->values, 2, 16, 0);
  if (!group) return true;
  if (scheme == ROWS_128) r->thread[r->threads++] = (hd_leaf){4, 32, 0};
  if (scheme == ROWS_16) r->thread[r->threads++] = (hd_leaf){4, 16, 0};
  if (scheme == TWO_BY_TWO) r->thread[r->threads++] = (hd_leaf){2, 32, 0};
  if (scheme == TWO_BY_TWO) r->thread[r->threads++] = (hd_leaf){2, 0, n / 2};
  if (scheme == ONE_BY_FOUR) r->thread[r->threads++] = (hd_leaf){4, 0, n / 4};
  return true;
}

static void evaluate(const hd_leaf *leaf, int count, int index, int *row, int *column) {
  for (int k = 0; k < count; k++) {
    *row += index % leaf[k].extent * leaf[k].row;
    *column += index % leaf[k].extent * leaf[k].column;
    index /= leaf[k].extent;
  }
}

static int size_of(const hd_leaf *leaf, int count) {
  int size = 1;
  for (int k = 0; k < count; k++) size *= leaf[k].extent;
  return size;
}

/* ---- where D lies: the manual's formulas ---- */

static void place(char letter, int n, int row, int column, int *lane, int *at) {
  int banks = letter == 'B' || letter == 'E' ? 2 : letter == 'G' ? 4 : 1;
  *lane = letter == 'C' || letter == 'F' ? 32 * (row / 16) + row % 16 : row + 128 / banks * (column / (n / banks));
  *at = column % (n / banks);
}

static void tabulate(char letter, int n, const hd_registers *r) {
  int threads = size_of(r->thread, r->threads);
  wanted.values = size_of(r->value, r->values);
  wanted.warps = threads / 32;
  ck_assert_int_le(wanted.values, VALUES);
  for (int t = 0; t < threads; t++)
    for (int v = 0; v < wanted.values; v++) {
      int row = 0, column = 0;
      evaluate(r->thread, r->threads, t, &row, &column);
      evaluate(r->value, r->values, v, &row, &column);
      place(letter, n, row, column, &wanted.lane[t][v], &wanted.column[t][v]);
    }
}

/* The same request by the library: the accumulator's layout after the register layout. */
static bool make_request(hd_datapath_id id, int n, const hd_registers *r, hd_layout *cells) {
  hd_layout engine, accumulator, registers;
  hd_axis row, column;
  hd_axis_from_path((int[]){0}, 1, &row);
  hd_axis_from_path((int[]){1}, 1, &column);
  hd_layout_clear(&registers);
  for (int mode = 0; mode < 2; mode++) {
    const hd_leaf *leaf = mode == 0 ? r->thread : r->value;
    int count = mode == 0 ? r->threads : r->values, from = registers.profile.leaves;
    for (int k = 0; k < count; k++) {
      ck_assert(leaf[k].row == 0 || leaf[k].column == 0);
      ck_assert(
          hd_layout_append_leaf(&registers, leaf[k].extent, leaf[k].row + leaf[k].column, leaf[k].row ? row : column));
    }
    if (count == 0) ck_assert(hd_layout_append_leaf(&registers, 1, 0, HD_AXIS_INTEGER));
    else ck_assert(hd_layout_wrap(&registers, from));
  }
  ck_assert(hd_layout_wrap(&registers, 0));
  ck_assert_int_eq(hd_layout_finish(&registers, "test", NULL), HD_OK);
  ck_assert_int_eq(hd_engine(hd_blackwell(), NULL, &engine), HD_OK);
  ck_assert_int_eq(hd_datapath_accumulator(id, n, &engine, NULL, &accumulator), HD_OK);
  return hd_composition(&accumulator, &registers, NULL, cells) == HD_OK;
}

/* ---- the search ---- */

/* The values of one repeat whose register 0 (half 0) is value v; false where some thread has another cell there. */
static bool block_at(int shape, bool packed, int imm_lane, int imm_column, int v, int *block) {
  int registers = hd_manual_shapes[shape].registers, halves = packed ? 2 : 1;
  for (int r = 0; r < registers; r++)
    for (int h = 0; h < halves; h++) {
      int found = -1;
      hd_manual_cell first = hd_manual_cell_of(shape, packed, 0, r, h);
      for (int u = 0; u < wanted.values && found < 0; u++)
        if (wanted.lane[0][u] == wanted.lane[0][v] + first.lane &&
            wanted.column[0][u] == wanted.column[0][v] + first.column)
          found = u;
      for (int t = 0; found >= 0 && t < 32 * wanted.warps; t++) {
        hd_manual_cell cell = hd_manual_cell_of(shape, packed, t % 32, r, h);
        int base = t / 32 * 32, lane = wanted.lane[base][v] + cell.lane + cell.access * imm_lane;
        if (wanted.lane[t][found] != lane ||
            wanted.column[t][found] != wanted.column[base][v] + cell.column + cell.access * imm_column)
          found = -1;
      }
      if (found < 0) return false;
      block[r * halves + h] = found;
    }
  return true;
}

/* Whether every warp may begin at value v: the rules of the manual, in lanes and columns. */
static bool is_legal(int shape, bool packed, int imm_lane, int imm_column, int v) {
  const hd_manual_shape *s = &hd_manual_shapes[shape];
  for (int w = 0; w < wanted.warps; w++)
    for (int access = 0; access < s->accesses; access++) {
      int lane = wanted.lane[32 * w][v] + access * imm_lane, column = wanted.column[32 * w][v] + access * imm_column;
      int inside = lane - 32 * (w % 4);
      if (inside < 0 || inside + s->lanes > 32 || inside % s->lanes != 0 || (packed && column % 2 != 0)) return false;
    }
  return true;
}

/* Whether all values can be moved by one shape: each in the block of some first value, no two blocks in one. Every
 * block of a value that could be taken is tried. */
static bool is_possible(int shape, bool packed, int cap) {
  static int block[VALUES][8];
  static bool exists[VALUES], taken[VALUES];
  int size = hd_manual_shapes[shape].registers * (packed ? 2 : 1), imm_lane = 0, imm_column = 0;
  if (hd_manual_shapes[shape].registers > cap) return false;
  if (shape == HD_MANUAL_SPLIT) {
    imm_lane = wanted.lane[16][0] - wanted.lane[0][0];
    imm_column = wanted.column[16][0] - wanted.column[0][0];
  }
  for (int v = 0; v < wanted.values; v++) {
    taken[v] = false;
    exists[v] =
        is_legal(shape, packed, imm_lane, imm_column, v) && block_at(shape, packed, imm_lane, imm_column, v, block[v]);
  }
  /* A value in two blocks that exist would be a choice; blocks are equal or apart, or nothing here would be exact. */
  for (int v = 0; v < wanted.values; v++)
    for (int k = 0; exists[v] && k < size; k++) {
      if (taken[block[v][k]]) return false;
      taken[block[v][k]] = true;
    }
  for (int v = 0; v < wanted.values; v++)
    if (!taken[v]) return false;
  return true;
}

/* ---- judging ---- */

/* That a plan's instructions move each value of each thread from its cell, once. */
static void judge_plan(const hd_plan_request *request, const hd_plan *plan) {
  static int seen[VALUES];
  int per = request->single ? 2 : 1;
  memset(seen, 0, sizeof seen);
  for (int s = 0; s < plan->steps; s++) {
    const hd_plan_step *step = &plan->step[s];
    int shape = 0, registers = hd_form_registers(&step->form);
    while (strcmp(hd_manual_shapes[shape].name, step->form.instruction->name) != 0) shape++;
    EXPECT(registers <= request->registers, "%d registers", registers);
    for (int r = 0; r < registers; r++)
      for (int h = 0; h < per; h++) {
        int v = plan->order[(step->first + r) * per + h];
        seen[v]++;
        for (int t = 0; t < 32 * wanted.warps; t++) {
          uint32_t address = hd_manual_address(shape, step->form.packed, step->address[t / 32],
                                               (uint32_t)step->immediate, t % 32, r, h);
          EXPECT(address == (uint32_t)(wanted.lane[t][v] << 16 | wanted.column[t][v]), "step %d thread %d register %d",
                 s, t, r);
        }
      }
  }
  ck_assert_int_eq(plan->values, wanted.values);
  for (int v = 0; v < wanted.values; v++) ck_assert_int_eq(seen[v], 1);
}

/* Whether an access of warp w begins at this lane or, where it is below 0, at this column: where its thread 0 has a
 * value, or, the second one of 16x32bx2, its thread 16. */
static bool begins_at(int w, int lane, int column) {
  for (int v = 0; v < wanted.values; v++)
    for (int t = 32 * w; t < 32 * w + 32; t += 16)
      if (lane >= 0 ? wanted.lane[t][v] == lane : wanted.column[t][v] == column) return true;
  return false;
}

/* The rules on addresses: the warp's slab, the first lane of a block, even columns of packed ones. */
static void judge_address(const hd_error *error) {
  const int64_t *n = error->number;
  if (strncmp(error->reason, "warp {0} reaches", 16) == 0) {
    EXPECT(n[3] / 32 != n[0] % 4 && begins_at((int)n[0], (int)n[3], 0), "warp %d lane %d", (int)n[0], (int)n[3]);
  } else if (strncmp(error->reason, "a block of {5} lanes", 20) == 0) {
    EXPECT(n[3] % n[5] != 0 && begins_at((int)n[0], (int)n[3], 0), "lane %d", (int)n[3]);
  } else if (strncmp(error->reason, "its first cell is", 17) == 0) {
    EXPECT(n[0] < 0 || n[0] >= 128 || n[1] < 0 || n[1] >= 512, "lane %d column %d", (int)n[0], (int)n[1]);
  } else {
    EXPECT(strncmp(error->reason, "a packed block", 14) == 0, "no reason is known here: %s", error->reason);
    EXPECT(n[0] % 2 != 0 && begins_at(0, -1, (int)n[0]), "column %d", (int)n[0]);
  }
}

/* That what a refusal says is true: each of the reasons that there are here, worked out again. */
static void judge_refusal(const hd_error *error, int cap) {
  ck_assert(hd_test_is_error(error, error->status));
  if (strncmp(error->reason, "thread {0} begins", 17) == 0) {
    int t = (int)error->number[0], base = t / 32 * 32;
    int64_t on = wanted.lane[t][0] - wanted.lane[base][0] + 128 * (wanted.column[t][0] - wanted.column[base][0]);
    EXPECT(on == error->number[1] && on != error->number[2], "thread %d", t);
  } else if (strncmp(error->reason, "a repeat that takes value {0}", 29) == 0) {
    int v = (int)error->number[0];
    for (int u = 0; u < wanted.values; u++) {
      int64_t on = wanted.lane[0][u] - wanted.lane[0][v] + 128 * (wanted.column[0][u] - wanted.column[0][v]);
      EXPECT(on != error->number[1], "values %d and %d", v, u);
    }
  } else if (strncmp(error->reason, "one repeat takes", 16) == 0) {
    EXPECT(error->number[0] > cap && error->number[1] == cap, "%d registers", (int)error->number[0]);
  } else {
    judge_address(error);
  }
}

static void judge(hd_datapath_id id, int n, hd_manual_form form, int scheme, bool group) {
  static hd_plan_step step[VALUES];
  static int32_t order[VALUES];
  hd_registers registers;
  hd_plan_request request = {.warps = group ? 4 : 1, .bits = form.packed ? 16 : 32, .single = form.packed};
  if (!make_registers(form, scheme, group, n, &registers)) return;
  tabulate(hd_datapath_letter(id)[0], n, &registers);
  request.geometry = hd_blackwell();
  if (!make_request(id, n, &registers, &request.cells)) {
    not_layouts++;
    return;
  }
  for (int t = 0; t < 32 * wanted.warps; t += 7)
    for (int v = 0; v < wanted.values; v += 5) {
      int64_t value;
      ck_assert_int_eq(hd_evaluate_index(&request.cells, t + 32 * wanted.warps * v, NULL, &value), HD_OK);
      EXPECT(value == wanted.lane[t][v] + 128 * wanted.column[t][v], "%s N %d form %d.x%d%s scheme %d: (%d,%d)",
             hd_datapath_letter(id), n, form.shape, form.repeat, form.packed ? " packed" : "", scheme, t, v);
    }
  for (int cap = 32; cap <= 128; cap *= 2) {
    hd_plan plan = {.step = step, .steps_capacity = VALUES, .order = order, .values_capacity = VALUES};
    hd_error error;
    bool any = false;
    request.registers = cap;
    for (int shape = 0; shape < HD_INSTRUCTIONS; shape++) {
      bool possible = is_possible(shape, form.packed, cap);
      hd_status one =
          hd_make_plan_of(&request, hd_instruction_of((hd_instruction_id)shape), form.packed, &error, &plan);
      EXPECT((one == HD_OK) == possible, "%s N %d form %d.x%d scheme %d: %s %s", hd_datapath_letter(id), n, form.shape,
             form.repeat, scheme, hd_instruction_of((hd_instruction_id)shape)->name, one == HD_OK ? "" : error.reason);
      if (one == HD_OK) judge_plan(&request, &plan);
      else judge_refusal(&error, cap);
      any = any || possible;
    }
    hd_status status = hd_make_plan(&request, &error, &plan);
    EXPECT((status == HD_OK) == any, "%s N %d", hd_datapath_letter(id), n);
    if (status == HD_OK) judge_plan(&request, &plan);
    requests++;
    planned += any, refused += !any;
  }
}

START_TEST(a_plan_exists_exactly_when_a_search_finds_one) {
  const int widths[] = {16, 32, 64, 96, 128, 160, 256};
  hd_manual_form form;
  for (int id = 0; id < HD_DATAPATHS; id++)
    for (int w = 0; w < HD_COUNT(widths); w++) {
      int rows = hd_datapath_rows((hd_datapath_id)id), n = widths[w], group = hd_datapath_group((hd_datapath_id)id);
      const hd_mma mma = {.m = hd_datapath_m((hd_datapath_id)id),
                          .n = n,
                          .group = group,
                          .ws = hd_datapath_letter((hd_datapath_id)id)[0] == 'E' || id == HD_DATAPATH_G,
                          .sparse = id == HD_DATAPATH_C};
      hd_datapath_id same;
      if (hd_datapath_of(&mma, NULL, &same) != HD_OK) continue;
      ck_assert_int_eq(same, id);
      for (int k = 0; hd_manual_form_at(k, &form); k++)
        for (int warpgroup = 0; warpgroup < 2; warpgroup++) {
          if (rows == 128) judge((hd_datapath_id)id, n, form, ROWS_128, warpgroup);
          if (rows == 64) judge((hd_datapath_id)id, n, form, TWO_BY_TWO, warpgroup);
          if (rows == 64 && hd_manual_shapes[form.shape].lanes == 16)
            judge((hd_datapath_id)id, n, form, ROWS_16, warpgroup);
          if (rows == 32) judge((hd_datapath_id)id, n, form, ONE_BY_FOUR, warpgroup);
        }
    }
  printf("plans: %lld requests, %lld planned, %lld refused; %lld register layouts that no request says\n",
         (long long)requests, (long long)planned, (long long)refused, (long long)not_layouts);
  ck_assert_int_eq(planned + refused, requests);
  ck_assert(planned > 0 && refused > 0);
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"a_plan_exists_exactly_when_a_search_finds_one", a_plan_exists_exactly_when_a_search_finds_one},
  };
  return hd_test_main("plans", tests, HD_COUNT(tests));
}
