/* What can a thread ask for that it cannot do alone, and when do 32 threads ask for one thing? Part of the emulations of
 * the device layer, on the host (host.h) and on a GPU (emulation.h).
 *
 * Invariant: a wish is all that an instruction was given, so that threads whose wishes differ in nothing wish for one
 * instruction of their warp. */
#ifndef HEDDLE_KERNELS_WISH_H
#define HEDDLE_KERNELS_WISH_H

#include "../tmem/emulator.h"

typedef enum hd_wish_kind {
  HD_WISH_NONE, /* runs */
  HD_WISH_RETURNED,
  HD_WISH_LOAD,
  HD_WISH_STORE,
  HD_WISH_WAIT_LOAD,
  HD_WISH_WAIT_STORE,
  HD_WISH_ALLOC,
  HD_WISH_DEALLOC,
  HD_WISH_RELINQUISH,
  HD_WISH_SYNC,
  HD_WISH_SYNC_WARP,
  HD_WISH_BARRIER
} hd_wish_kind;

/* A form of tcgen05.ld, .st or .ld.red and whether its wait follows at once; reduction: "max.f32", or NULL. */
typedef struct hd_wish_form {
  hd_instruction_id shape;
  int32_t repeat;
  bool packed, waits;
  uint32_t split;
  const char *reduction;
} hd_wish_form;

typedef struct hd_wish {
  hd_wish_kind kind;
  const char *file;
  int line;
  hd_wish_form form;
  uint32_t address;
  int64_t count;       /* columns; threads of a sync; parity of a barrier */
  int index;           /* of a sync or barrier */
  uint32_t *registers; /* where this thread's registers are, or the word for the address of an allocation */
  uint32_t *reduced;
} hd_wish;

/* Whether `part` stands somewhere in `text`. */
static inline bool hd_wish_says(const char *text, const char *part) {
  for (; *text != 0; ++text) {
    int k = 0;
    while (part[k] != 0 && text[k] == part[k]) ++k;
    if (part[k] == 0) return true;
  }
  return false;
}

/* The form as the emulator takes it. */
static inline hd_access hd_wish_access(hd_wish_form form) {
  hd_access access = {form.shape, form.repeat, form.packed, form.split, HD_REDUCE_NONE, HD_REDUCE_U32, false, false};
  const char *name = form.reduction;
  if (name == NULL) return access;
  access.reduction = hd_wish_says(name, "max") ? HD_REDUCE_MAX : HD_REDUCE_MIN;
  access.absolute = hd_wish_says(name, ".abs");
  access.propagate_nan = hd_wish_says(name, ".NaN");
  access.type = hd_wish_says(name, ".f32") ? HD_REDUCE_F32 : hd_wish_says(name, ".u32") ? HD_REDUCE_U32 : HD_REDUCE_S32;
  return access;
}

/* Whether a load or store reaches a column. */
static inline bool hd_wish_reaches(const hd_wish *wish, int64_t column) {
  static const int columns_of[] = {
#define HD_INSTRUCTION(id, name, lanes, bits, registers, largest, image) (bits) / 32,
#include "../tmem/instructions.inc"
  };
  const int64_t columns = (int64_t)columns_of[wish->form.shape] * wish->form.repeat * (wish->form.packed ? 2 : 1);
  const int64_t first = wish->address & 0xFFFFu, second = (wish->address + wish->form.split) & 0xFFFFu;
  return (column >= first && column < first + columns) || (column >= second && column < second + columns);
}

/* How much there is to say of a thread that stands here: most at an instruction of the whole warp. */
static inline int hd_wish_weight(const hd_wish *wish) {
  return wish->kind <= HD_WISH_RETURNED ? 0 : wish->kind == HD_WISH_SYNC ? 1 : 2;
}

/* In what a thread's wish is another than the warp's first thread's: a sentence, "" where they stand at different
 * instructions, NULL when in nothing. */
static inline const char *hd_wish_difference(const hd_wish *first, const hd_wish *wish) {
  if (wish->kind != first->kind || wish->line != first->line || wish->file != first->file) return "";
  if (wish->address != first->address) return "the threads of a warp give different tiles";
  if (wish->count != first->count || wish->index != first->index) return "the threads of a warp give different sizes";
  if (wish->form.shape != first->form.shape || wish->form.repeat != first->form.repeat ||
      wish->form.packed != first->form.packed || wish->form.split != first->form.split)
    return "the threads of a warp give different forms";
  return NULL;
}

#endif
