/* Opcodes that are no business of tcgen05: which arguments they write, where they lead, and how values follow. */
#include "proofs/ptx_opcode.h"

#include <stdlib.h>
#include <string.h>

/* What PTX has, by the first word. Those that write nothing or read what they write are told apart below. */
static const char plain[] =
    " abs activemask add addc alloca and atom bfe bfi bfind bmsk brev clz clusterlaunchcontrol cnot copysign cos "
    "createpolicy cvt cvta discard div dp2a dp4a elect ex2 fence fma fns getctarank griddepcontrol isspacep istypep ld "
    "ldmatrix ldu lg2 lop3 mad mad24 madc mapa match max mbarrier membar min mov movmatrix mul mul24 multimem neg not "
    "or pmevent popc prefetch prefetchu prmt rcp red redux rem rsqrt sad selp set setmaxnreg setp shf shfl shl shr sin "
    "slct sqrt st stacksave stmatrix sub subc suld suq sured sust szext tanh tensormap testp tex tld4 txq vabsdiff "
    "vabsdiff2 vabsdiff4 vadd vadd2 vadd4 vavrg2 vavrg4 vmad vmax vmax2 vmax4 vmin vmin2 vmin4 vote vset vset2 vset4 "
    "vshl vshr vsub vsub2 vsub4 xor applypriority cp ";

typedef struct word {
  const char *text;
  size_t length;
} word;

static bool is(word w, const char *text) { return w.length == strlen(text) && memcmp(w.text, text, w.length) == 0; }

/* The word that begins at *at, which goes behind its dot; empty at the end. */
static word next_word(const char *text, size_t length, size_t *at) {
  const size_t begin = *at < length ? *at : length;
  size_t end = begin;
  while (end < length && text[end] != '.') end++;
  *at = end + 1;
  return (word){text + begin, end - begin};
}

static bool has(const char *text, size_t length, const char *wanted) {
  for (size_t at = 0; at < length;) {
    if (is(next_word(text, length, &at), wanted)) return true;
  }
  return false;
}

/* Whether it is one of the words of a list, blanks before and behind each. */
static bool is_among(word w, const char *list) {
  char between[32];
  if (w.length + 3 > sizeof between) return false;
  between[0] = between[w.length + 1] = ' ';
  memcpy(between + 1, w.text, w.length);
  between[w.length + 2] = 0;
  return strstr(list, between) != NULL;
}

/* ---- values ---- */

static const struct {
  const char *name;
  hd_ptx_verb verb;
} verbs[] = {{"mov", HD_PTX_MOV},
             {"cvt", HD_PTX_CVT},
             {"cvta", HD_PTX_MOV},
             {"add", HD_PTX_ADD},
             {"sub", HD_PTX_SUB},
             {"shl", HD_PTX_SHL},
             {"shr", HD_PTX_SHR},
             {"and", HD_PTX_AND},
             {"or", HD_PTX_OR},
             {"xor", HD_PTX_XOR},
             {"not", HD_PTX_NOT},
             {"mul", HD_PTX_MUL},
             {"mad", HD_PTX_MAD},
             {"div", HD_PTX_DIV},
             {"rem", HD_PTX_REM},
             {"bfe", HD_PTX_BFE},
             {"selp", HD_PTX_SELP},
             {"setp", HD_PTX_SETP},
             {"ld", HD_PTX_READ_MEMORY},
             {"vote", HD_PTX_SAME_IN_WARP},
             {"redux", HD_PTX_SAME_IN_WARP},
             {"elect", HD_PTX_OF_THREAD},
             {"atom", HD_PTX_OF_THREAD},
             {"match", HD_PTX_OF_THREAD},
             {"activemask", HD_PTX_SAME_IN_WARP}};

/* Arithmetic on anything but integers and bits only depends on its operands. */
static bool is_integer_type(const hd_ptx_opcode *o, const char *text, size_t length) {
  static const char *const other[] = {"f16", "f16x2", "bf16",  "bf16x2", "f32", "f32x2",
                                      "f64", "tf32",  "u16x2", "s16x2",  "sat", "hi"};
  for (size_t k = 0; k < sizeof other / sizeof other[0]; k++) {
    if (has(text, length, other[k])) return o->verb == HD_PTX_READ_MEMORY || o->verb == HD_PTX_MOV;
  }
  return true;
}

static uint8_t comparison_of(const char *text, size_t length) {
  static const struct {
    const char *name;
    hd_ptx_comparison is;
  } known[] = {{"eq", HD_PTX_EQ}, {"ne", HD_PTX_NE}, {"lt", HD_PTX_LT}, {"le", HD_PTX_LE}, {"gt", HD_PTX_GT},
               {"ge", HD_PTX_GE}, {"lo", HD_PTX_LT}, {"ls", HD_PTX_LE}, {"hi", HD_PTX_GT}, {"hs", HD_PTX_GE}};
  size_t at = 0;
  (void)next_word(text, length, &at);
  const word how = next_word(text, length, &at);
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    if (is(how, known[k].name)) return (uint8_t)known[k].is;
  }
  return HD_PTX_NO_COMPARISON;
}

static void read_verb(const char *text, size_t length, word first, hd_ptx_opcode *o) {
  for (size_t k = 0; k < sizeof verbs / sizeof verbs[0]; k++) {
    if (is(first, verbs[k].name)) o->verb = (uint8_t)verbs[k].verb;
  }
  if (is(first, "shfl")) o->verb = has(text, length, "idx") ? HD_PTX_SHFL_INDEX : HD_PTX_OF_THREAD;
  if (is(first, "mbarrier") && (has(text, length, "try_wait") || has(text, length, "test_wait"))) {
    o->verb = HD_PTX_OF_THREAD;
  }
  const char *type = text + length;
  while (type > text && type[-1] != '.') type--;
  const size_t digits = (size_t)(text + length - type);
  o->is_signed = digits > 1 && type[0] == 's' && type[1] >= '0' && type[1] <= '9';
  o->bits = digits > 1 && memcmp(text + length - 2, "64", 2) == 0   ? 64
            : digits > 1 && memcmp(text + length - 2, "16", 2) == 0 ? 16
            : digits > 1 && text[length - 1] == '8'                 ? 8
                                                                    : 32;
  o->is_wide = has(text, length, "wide");
  o->comparison = o->verb == HD_PTX_SETP ? comparison_of(text, length) : HD_PTX_NO_COMPARISON;
  o->space = has(text, length, "param")    ? HD_PTX_PARAMETER
             : has(text, length, "const")  ? HD_PTX_CONSTANT
             : has(text, length, "local")  ? HD_PTX_LOCAL
             : has(text, length, "shared") ? HD_PTX_SHARED
                                           : HD_PTX_GENERIC;
  static const char apart[] = " add sub mul fma mad mov cvt cvta neg not xor setp ld ";
  o->keeps_apart = is_among(first, apart);
  if (!is_integer_type(o, text, length)) {
    o->verb = o->verb == HD_PTX_SETP ? HD_PTX_SETP : HD_PTX_OTHER_VERB;
    o->comparison = HD_PTX_NO_COMPARISON;
  }
}

/* ---- where it leads ---- */

static hd_ptx_kind kind_of(const char *text, size_t length, word first) {
  if (is(first, "bra")) return HD_PTX_BRANCH;
  if (is(first, "brx")) return HD_PTX_INDEXED;
  if (is(first, "ret") || is(first, "exit")) return HD_PTX_RETURN;
  if (is(first, "trap") || is(first, "brkpt")) return HD_PTX_TRAP;
  if (is(first, "call")) return HD_PTX_CALL;
  if (is(first, "mbarrier") && (has(text, length, "try_wait") || has(text, length, "test_wait"))) {
    return HD_PTX_MBARRIER_WAIT;
  }
  static const char *const meeting[] = {"bar",    "barrier", "mbarrier", "atom",          "red",
                                        "membar", "fence",   "multimem", "griddepcontrol"};
  static const char *const ordered[] = {"acquire", "release", "relaxed", "volatile", "mmio", "async", "mbarrier"};
  for (size_t k = 0; k < sizeof meeting / sizeof meeting[0]; k++) {
    if (is(first, meeting[k])) return HD_PTX_MEETING;
  }
  for (size_t k = 0; k < sizeof ordered / sizeof ordered[0]; k++) {
    if ((is(first, "ld") || is(first, "st") || is(first, "cp")) && has(text, length, ordered[k])) return HD_PTX_MEETING;
  }
  return HD_PTX_OTHER;
}

void hd_ptx_read_opcode(const char *text, size_t length, hd_ptx_opcode *o) {
  size_t at = 0;
  const word first = next_word(text, length, &at);
  memset(o, 0, sizeof *o);
  o->destinations = 1;
  if (is(first, "tcgen05")) {
    hd_ptx_read_tcgen(text, length, o);
    return;
  }
  o->kind = (uint8_t)kind_of(text, length, first);
  o->uniform = has(text, length, "uni");
  o->stores = is(first, "st");
  read_verb(text, length, first, o);
  if (is(first, "bar") || is(first, "barrier")) o->destinations = has(text, length, "red") ? 1 : 0;
  else if (is(first, "nanosleep") || is(first, "stackrestore") || o->kind == HD_PTX_TRAP) o->destinations = 0;
  else if (o->kind == HD_PTX_BRANCH || o->kind == HD_PTX_INDEXED || o->kind == HD_PTX_RETURN) o->destinations = 0;
  else if (is(first, "wgmma")) o->reads_destination = has(text, length, "mma_async");
  else if (is(first, "mma") || is(first, "wmma")) o->reads_destination = false;
  else if (o->kind != HD_PTX_CALL && !is_among(first, plain)) o->unsure = o->reads_destination = true;
}

/* ---- the table ---- */

const hd_ptx_opcode *hd_ptx_opcode_of(hd_ptx_opcodes *opcodes, const hd_ptx_file *file, uint32_t name) {
  const size_t wanted = (size_t)name + 1;
  if (!hd_ptx_grow(&opcodes->opcode, &opcodes->room, wanted, sizeof *opcodes->opcode) ||
      !hd_ptx_grow(&opcodes->known, &opcodes->known_room, wanted, sizeof *opcodes->known)) {
    return NULL;
  }
  for (; opcodes->count < wanted; opcodes->count++) opcodes->known[opcodes->count] = false;
  if (!opcodes->known[name]) {
    const hd_ptx_name *n = &file->names.name[name];
    hd_ptx_read_opcode(file->text + n->position, n->length, &opcodes->opcode[name]);
    opcodes->known[name] = true;
  }
  return &opcodes->opcode[name];
}

void hd_ptx_opcodes_free(hd_ptx_opcodes *opcodes) {
  free(opcodes->opcode);
  free(opcodes->known);
  memset(opcodes, 0, sizeof *opcodes);
}
