/* The emulator, written from the manual's formulas, against the images that the algebra derives: every form of load and
 * store, at every legal lane and at eight columns, for split forms at five immediates, with random contents. */
#include "tests/support/emulator.h"
#include "tests/support/text.h"

#include "algebra/walk.h"
#include "tmem/form.h"

#include <stdio.h>

enum { BASES = 8, IMMEDIATES = 5, CELLS = HD_WARP_THREADS * HD_INSTRUCTION_REGISTERS * 2 };

static uint64_t state = 20261130;
static int64_t forms, issues;

/* Flat indices of a form's cells, relative to its address: of thread t, register r and half h at t + 32*(r + R*h). */
static int image_of(const hd_form *form, int64_t immediate, int64_t value[CELLS]) {
  hd_layout engine, memory, image;
  ck_assert_int_eq(hd_engine(hd_blackwell(), NULL, &engine), HD_OK);
  memory = engine;
  if (hd_form_accesses(form) == 2) ck_assert_int_eq(hd_split_memory(&engine, immediate, NULL, &memory), HD_OK);
  ck_assert_int_eq(hd_form_image(form, &memory, NULL, &image), HD_OK);
  int64_t size = hd_size(&image);
  ck_assert_int_eq(hd_values(&image, 0, size, NULL, value), HD_OK);
  return (int)size;
}

static hd_cell cell_at(int64_t index) { return (hd_cell){(int32_t)(index % HD_LANES), (int32_t)(index / HD_LANES)}; }

/* What half h of a register is, where the form is packed; else all of it. */
static uint32_t part(const hd_form *form, uint32_t value, int half) {
  return !form->packed ? value : half ? value >> 16 : value & 0xFFFFu;
}

/* A store puts each register, or half, where the image says; of a packed one the upper halves are poison. */
static void judge_store(const hd_form *form, const hd_access *access, int warp, int64_t base, int size,
                        const int64_t *image) {
  static hd_test_warp from;
  hd_emulator *emulator = hd_test_cta(state);
  int registers = hd_form_registers(form);
  uint32_t address = (uint32_t)(base % HD_LANES << 16 | base / HD_LANES), value;
  hd_test_fill(&from, hd_test_random(&state));
  ck_assert_int_eq(hd_emulator_store(emulator, warp, access, address, from.registers, NULL), HD_OK);
  ck_assert_int_eq(hd_emulator_wait_store(emulator, warp, NULL), HD_OK);
  for (int k = 0; k < size; k++) {
    int t = k % 32, r = k / 32 % registers, h = k / 32 / registers;
    bool defined[2];
    EXPECT(hd_emulator_peek(emulator, cell_at(base + image[k]), &value, defined), "no cell");
    EXPECT(defined[0] && defined[1] == !form->packed, "halves");
    EXPECT((form->packed ? value & 0xFFFFu : value) == part(form, from.value[t][r], h),
           "%s.x%d warp %d base %d: thread %d register %d half %d", form->instruction->name, form->repeat, warp,
           (int)base, t, r, h);
  }
}

/* A load takes each register, or half, from where the image says. */
static void judge_load(const hd_form *form, const hd_access *access, int warp, int64_t base, int size,
                       const int64_t *image) {
  static hd_test_warp to;
  static uint32_t content[HD_LANES * HD_COLUMNS];
  hd_emulator *emulator = hd_test_cta(state);
  int registers = hd_form_registers(form);
  uint32_t address = (uint32_t)(base % HD_LANES << 16 | base / HD_LANES);
  hd_test_fill(&to, 0);
  for (int k = 0; k < size; k++) {
    content[base + image[k]] = hd_test_random(&state);
    EXPECT(hd_emulator_poke(emulator, cell_at(base + image[k]), content[base + image[k]]), "no cell");
  }
  ck_assert_int_eq(hd_emulator_load(emulator, warp, access, address, to.registers, NULL, NULL), HD_OK);
  ck_assert_int_eq(hd_emulator_wait_load(emulator, warp, NULL), HD_OK);
  for (int k = 0; k < size; k++) {
    int t = k % 32, r = k / 32 % registers, h = k / 32 / registers;
    uint32_t expected = content[base + image[k]];
    EXPECT(part(form, to.value[t][r], h) == (form->packed ? expected & 0xFFFFu : expected),
           "%s.x%d warp %d base %d: thread %d register %d half %d", form->instruction->name, form->repeat, warp,
           (int)base, t, r, h);
  }
}

/* At every legal lane and at eight columns: the first, the last, and others. An immediate that leads outside at one of
 * them is one that no warp may use there. */
static void judge_form(const hd_form *form, hd_instruction_id shape, int64_t immediate, int64_t on_lanes,
                       int64_t on_columns) {
  static int64_t image[CELLS];
  const hd_access access = {
      .shape = shape, .repeat = form->repeat, .packed = form->packed, .split = (uint32_t)immediate};
  int size = image_of(form, immediate, image);
  int64_t lowest = on_columns < 0 ? -on_columns : 0;
  int64_t highest = HD_COLUMNS - hd_form_columns(form) - (on_columns > 0 ? on_columns : 0);
  for (int start = 0; start < HD_LANES / hd_form_lanes(form); start++) {
    int64_t lane = start * hd_form_lanes(form), offset = lane % 32 + on_lanes;
    if (hd_form_accesses(form) == 2 && (offset < 0 || offset > 16)) continue;
    for (int k = 0; k < BASES; k++) {
      int64_t column = k == 0 ? lowest : k == 1 ? highest : lowest + hd_test_random(&state) % (highest - lowest + 1);
      if (form->packed) column &= ~1;
      if (column < lowest) continue;
      int64_t base = lane + HD_LANES * column;
      judge_load(form, &access, (int)(lane / 32), base, size, image);
      /* Two stores into one cell are no store: see test_tmem_emulator.c. */
      bool apart = on_lanes != 0 || on_columns >= hd_form_columns(form) || -on_columns >= hd_form_columns(form);
      if (hd_form_accesses(form) == 1 || apart) judge_store(form, &access, (int)(lane / 32), base, size, image);
      issues++;
    }
  }
}

static void judge_split(const hd_form *form, hd_instruction_id shape) {
  int64_t n = hd_form_columns(form), room = HD_COLUMNS - n;
  int64_t on = hd_test_random(&state) % (room + 1);
  int64_t lanes[IMMEDIATES] = {0, 0, 0, 16, hd_test_random(&state) % 2 ? 16 : -16};
  int64_t columns[IMMEDIATES] = {0, n, 2 * n, 8, on};
  for (int k = 0; k < IMMEDIATES; k++) {
    int64_t column = columns[k] > room ? room : columns[k];
    if (form->packed) column &= ~1;
    judge_form(form, shape, lanes[k] * 65536 + column, lanes[k], column);
  }
}

START_TEST(the_emulator_moves_what_the_images_say) {
  for (int shape = 0; shape < HD_INSTRUCTIONS; shape++) {
    const hd_instruction *instruction = hd_instruction_of((hd_instruction_id)shape);
    for (int32_t repeat = 1; repeat <= instruction->largest; repeat *= 2)
      for (int packed = 0; packed < 2; packed++) {
        hd_form form;
        ck_assert_int_eq(hd_make_form(instruction, repeat, packed, NULL, &form), HD_OK);
        forms++;
        if (hd_form_accesses(&form) == 2) judge_split(&form, (hd_instruction_id)shape);
        else judge_form(&form, (hd_instruction_id)shape, 0, 0, 0);
      }
  }
  printf("emulator: %lld forms, %lld issues\n", (long long)forms, (long long)issues);
  ck_assert_int_eq(forms, 74);
  /* 8 repeats of 32x32b at 4 lanes; 8, 7 and 6 of the shapes of 16 lanes at 8; split ones at 8 lanes, and at 4 where
   * the immediate has lanes; all at 8 columns, plain and packed. */
  ck_assert_int_eq(issues, 2 * BASES * (8 * 4 + (8 + 7 + 6) * 8 + 8 * (3 * 8 + 2 * 4)));
}
END_TEST

int main(void) {
  const hd_test tests[] = {
      {"the_emulator_moves_what_the_images_say", the_emulator_moves_what_the_images_say},
  };
  return hd_test_main("emulator images", tests, HD_COUNT(tests));
}
