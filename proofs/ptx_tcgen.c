/* Opcodes of tcgen05: those that move cells are tmem/opcode.h's, the others a line of words each. */
#include "proofs/ptx_opcode.h"

#include <string.h>

#define GROUP "cta_group::1|cta_group::2 "
#define COLLECTOR "collector::a::fill|collector::a::use|collector::a::lastuse|collector::a::discard"

static const struct {
  const char *pattern;
  hd_ptx_kind kind;
} lines[] = {
    {"tcgen05 alloc " GROUP "sync aligned shared::cta? b32", HD_PTX_ALLOC},
    {"tcgen05 dealloc " GROUP "sync aligned b32", HD_PTX_DEALLOC},
    {"tcgen05 relinquish_alloc_permit " GROUP "sync aligned", HD_PTX_RELINQUISH},
    {"tcgen05 wait::ld sync aligned", HD_PTX_WAIT_LOAD},
    {"tcgen05 wait::st sync aligned", HD_PTX_WAIT_STORE},
    {"tcgen05 fence::before_thread_sync", HD_PTX_FENCE_BEFORE},
    {"tcgen05 fence::after_thread_sync", HD_PTX_FENCE_AFTER},
    {"tcgen05 commit " GROUP "mbarrier::arrive::one shared::cluster? multicast::cluster? b64", HD_PTX_COMMIT},
    {"tcgen05 mma sp? " GROUP "kind::f16|kind::tf32|kind::f8f6f4|kind::i8 " COLLECTOR "?", HD_PTX_MMA},
    {"tcgen05 mma sp? " GROUP
     "kind::f16|kind::tf32|kind::f8f6f4|kind::i8 ashift collector::a::lastuse|collector::a::discard?",
     HD_PTX_MMA},
    {"tcgen05 mma sp? " GROUP "kind::mxf8f6f4 block_scale scale_vec::1X|block32? " COLLECTOR "?", HD_PTX_MMA},
    {"tcgen05 mma sp? " GROUP "kind::mxf4 block_scale scale_vec::2X|block32? " COLLECTOR "?", HD_PTX_MMA},
    {"tcgen05 mma sp? " GROUP "kind::mxf4nvf4 block_scale scale_vec::2X|scale_vec::4X|block16|block32 " COLLECTOR "?",
     HD_PTX_MMA},
    {"tcgen05 mma ws sp? cta_group::1 kind::f16|kind::tf32|kind::f8f6f4|kind::i8 "
     "collector::b0::fill|collector::b0::use|collector::b0::lastuse|collector::b0::discard|"
     "collector::b1::fill|collector::b1::use|collector::b1::lastuse|collector::b1::discard|"
     "collector::b2::fill|collector::b2::use|collector::b2::lastuse|collector::b2::discard|"
     "collector::b3::fill|collector::b3::use|collector::b3::lastuse|collector::b3::discard?",
     HD_PTX_MMA},
};

/* Whether one of the alternatives up to a blank is the word. */
static bool is_one_of(const char *alternatives, const char *word, size_t length) {
  for (const char *at = alternatives;; at++) {
    const size_t here = strcspn(at, "|? ");
    if (here == length && memcmp(at, word, length) == 0) return true;
    at += here;
    if (*at != '|') return false;
  }
}

size_t hd_ptx_match(const char *pattern, const char *text, size_t length, bool *whole) {
  size_t at = 0, explained = 0;
  *whole = false;
  while (*pattern != 0) {
    const size_t width = strcspn(pattern, " ");
    size_t end = at;
    while (end < length && text[end] != '.') end++;
    if (at < length && is_one_of(pattern, text + at, end - at)) {
      explained = end;
      at = end + 1;
    } else if (pattern[width - 1] != '?') {
      return explained;
    }
    pattern += width + (pattern[width] == ' ');
  }
  *whole = explained == length;
  return explained;
}

/* Loads, stores, copies and shifts. Returns how much of the text is explained. */
static bool read_listed(const char *text, size_t length, hd_ptx_opcode *o, size_t *furthest) {
  hd_error error;
  const hd_status status = hd_opcode_parse(text, length, &error, &o->opcode);
  if ((status == HD_MALFORMED || status == HD_RANGE) && error.position > *furthest) *furthest = error.position;
  if (status == HD_RANGE) {
    o->reason = "the shape has no such repeat";
    return false;
  }
  if (status != HD_OK) return false;
  o->listed = true;
  o->kind = o->opcode.id == HD_CP ? HD_PTX_COPY : o->opcode.id == HD_SHIFT ? HD_PTX_SHIFT : HD_PTX_LOAD;
  if (o->opcode.id == HD_ST) o->kind = HD_PTX_STORE;
  o->reduces = o->opcode.id == HD_LD_RED_REAL || o->opcode.id == HD_LD_RED_INTEGER;
  o->destinations = o->reduces ? 2 : o->kind == HD_PTX_LOAD ? 1 : 0;
  if (o->kind == HD_PTX_LOAD || o->kind == HD_PTX_STORE) (void)hd_opcode_form(&o->opcode, NULL, &o->form);
  return true;
}

void hd_ptx_read_tcgen(const char *text, size_t length, hd_ptx_opcode *o) {
  static const char group[] = ".cta_group::", aligned[] = ".sync.aligned";
  size_t furthest = 0;
  bool found = read_listed(text, length, o, &furthest);
  for (size_t k = 0; !found && o->reason == NULL && k < sizeof lines / sizeof lines[0]; k++) {
    const size_t explained = hd_ptx_match(lines[k].pattern, text, length, &found);
    if (explained > furthest) furthest = explained;
    if (found) o->kind = (uint8_t)lines[k].kind;
  }
  for (size_t k = 0; k < length; k++) {
    if (length - k >= sizeof group && memcmp(text + k, group, sizeof group - 1) == 0) {
      o->group = (uint8_t)(text[k + sizeof group - 1] - '0');
    }
    if (length - k >= sizeof aligned - 1 && memcmp(text + k, aligned, sizeof aligned - 1) == 0) o->collective = true;
  }
  if (o->kind != HD_PTX_LOAD) o->destinations = 0;
  if (found) return;
  o->kind = HD_PTX_NO_FORM;
  o->at = (uint32_t)furthest;
  if (o->reason == NULL) o->reason = "no instruction of tcgen05 is spelt like this";
  o->group = 0;
}
