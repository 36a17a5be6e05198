/* Opcodes: one walk over a text with braces, driven by the choice in each of them. */
#include "tmem/opcode.h"

#include "algebra/append.h"
#include "algebra/refusals.h"

#include <string.h>

static const struct {
  const char *text;
  int lane;
  unsigned needs;
} lines[HD_OPCODES] = {
#define HD_OPCODE(id, text, lane, needs) [id] = {text, lane, needs},
#include "tmem/instructions.inc"
};

static const struct {
  const char *name;
  unsigned features;
} targets[HD_TARGETS] = {
#define HD_TARGET(id, name, features) [id] = {name, features},
#include "tmem/instructions.inc"
};

#define HD_TARGET(id, name, features) " " name
static const char targets_hint[] = "the targets with tensor memory are"
#include "tmem/instructions.inc"
    ;

/* The short spelling of a form. */
static const char short_text[] =
    "{32x32b,16x64b,16x128b,16x256b,16x32bx2}.x{1,2,4,8,16,32,64,128}{,.pack::16b,.unpack::16b}";

/* ---- texts with braces ---- */

/* A run of characters without braces: literal text, or an alternative. */
typedef struct run {
  const char *text;
  size_t length;
} run;

static size_t length_up_to(const char *text, const char *ends) {
  size_t length = 0;
  for (; text[length] != 0; length++) {
    for (const char *end = ends; *end != 0; end++) {
      if (text[length] == *end) return length;
    }
  }
  return length;
}

/* Alternative `index` of the brace that opens at `brace`; false when there is none. */
static bool alternative(const char *brace, int index, run *result) {
  const char *at = brace + 1;
  size_t length = length_up_to(at, ",}");
  for (; index > 0 && at[length] == ','; index--) {
    at += length + 1;
    length = length_up_to(at, ",}");
  }
  *result = (run){at, length};
  return index == 0;
}

static const char *behind(const char *brace) { return brace + length_up_to(brace, "}") + 1; }

/* Brace `index` of a text; NULL when there is none. */
static const char *brace_at(const char *text, int index) {
  for (;; index--) {
    text += length_up_to(text, "{");
    if (*text == 0) return NULL;
    if (index == 0) return text;
    text = behind(text);
  }
}

static bool begins_with(const char *text, size_t length, run word) {
  return word.length <= length && memcmp(text, word.text, word.length) == 0;
}

static size_t common_prefix(const char *text, size_t length, run word) {
  size_t k = 0;
  while (k < length && k < word.length && text[k] == word.text[k]) k++;
  return k;
}

/* Reads along a line, in each brace the longest alternative that fits. Returns how much of the text it explains; all of
 * it, and *whole, when the line ends where the text does. */
static size_t match(const char *line, const char *text, size_t length, uint8_t choice[HD_OPCODE_CHOICES], bool *whole) {
  size_t at = 0;
  *whole = false;
  for (int brace = 0; *line != 0;) {
    if (*line != '{') {
      const run literal = {line, length_up_to(line, "{")};
      const size_t same = common_prefix(text + at, length - at, literal);
      at += same;
      if (same < literal.length) return at;
      line += same;
      continue;
    }
    run word, longest = {NULL, 0};
    for (int k = 0; alternative(line, k, &word); k++) {
      if (!begins_with(text + at, length - at, word) || (longest.text != NULL && word.length < longest.length))
        continue;
      longest = word;
      choice[brace] = (uint8_t)k;
    }
    if (longest.text == NULL) return at;
    at += longest.length;
    line = behind(line);
    brace++;
  }
  *whole = at == length;
  return at;
}

/* ---- forms ---- */

/* The form of a shape in brace 0 and a repeat in brace 1. */
static hd_status form_of(const char *line, const uint8_t *choice, bool packed, hd_error *error, hd_form *form) {
  const hd_instruction *instruction;
  run shape, number;
  int64_t repeat = 0;
  if (!alternative(brace_at(line, 0), choice[0], &shape) || !alternative(brace_at(line, 1), choice[1], &number)) {
    return hd_fail(error, HD_RANGE, "opcode", "the line has no such alternative");
  }
  for (size_t k = 0; k < number.length; k++) repeat = 10 * repeat + (number.text[k] - '0');
  hd_status status = hd_instruction_find(shape.text, shape.length, error, &instruction);
  return status == HD_OK ? hd_make_form(instruction, repeat, packed, error, form) : status;
}

static bool moves_registers(hd_opcode_id id) { return id != HD_CP && id != HD_SHIFT; }

hd_status hd_opcode_form(const hd_opcode *opcode, hd_error *error, hd_form *form) {
  if (!moves_registers(opcode->id)) {
    return hd_refuse_hinted(error, HD_MISMATCH, "opcode", "this instruction moves no registers",
                            "tcgen05.ld and tcgen05.st do", NULL);
  }
  const bool packed = (opcode->id == HD_LD || opcode->id == HD_ST) && opcode->choice[2] == 1;
  return form_of(lines[opcode->id].text, opcode->choice, packed, error, form);
}

/* ---- reading and printing ---- */

static hd_status no_line(size_t position, const char *reason, const char *hint, hd_error *error) {
  hd_fail(error, HD_MALFORMED, "opcode", reason);
  if (error != NULL) error->position = position, error->hint = hint;
  return HD_MALFORMED;
}

/* The number from `at` on, up to the end or a point; false where there is none, or one beyond any repeat's digits. */
static bool read_repeat(const char *text, size_t length, size_t at, int64_t *repeat) {
  size_t end = at;
  for (*repeat = 0; end < length && end < at + 18 && text[end] >= '0' && text[end] <= '9'; end++)
    *repeat = 10 * *repeat + (text[end] - '0');
  return end > at && (end == length || text[end] == '.');
}

/* Whether a text names a shape, and then a repeat that the shape has not: where that stands. */
static hd_status check_repeat(const char *text, size_t length, hd_error *error) {
  size_t word = 0;
  for (size_t at = 0; at + 2 < length; at++) {
    const hd_instruction *instruction;
    int64_t repeat;
    if (text[at] != '.') continue;
    if (text[at + 1] == 'x' && read_repeat(text, length, at + 2, &repeat) &&
        hd_instruction_find(text + word, at - word, NULL, &instruction) == HD_OK) {
      hd_status status = hd_instruction_repeat(instruction, repeat, error);
      if (status != HD_OK && error != NULL) error->position = at + 2;
      return status;
    }
    word = at + 1;
  }
  return HD_OK;
}

hd_status hd_opcode_parse(const char *text, size_t length, hd_error *error, hd_opcode *result) {
  size_t furthest = 0;
  for (int id = 0; id < HD_OPCODES; id++) {
    hd_opcode opcode = {(hd_opcode_id)id, {0}};
    hd_form form;
    bool whole;
    size_t explained = match(lines[id].text, text, length, opcode.choice, &whole);
    if (explained > furthest) furthest = explained;
    if (!whole) continue;
    hd_status status = moves_registers(opcode.id) ? hd_opcode_form(&opcode, error, &form) : HD_OK;
    if (status == HD_OK) *result = opcode;
    return status == HD_RANGE ? check_repeat(text, length, error) : status;
  }
  hd_status status = check_repeat(text, length, error);
  if (status != HD_OK) return status;
  return no_line(furthest, "no tcgen05.ld, .st, .cp or .shift goes on like this",
                 "as in tcgen05.ld.sync.aligned.32x32b.x8.b32", error);
}

hd_status hd_form_parse(const char *text, size_t length, hd_error *error, hd_form *form) {
  static const char prefix[] = "tcgen05.";
  hd_opcode opcode = {HD_LD, {0}};
  bool whole;
  if (begins_with(text, length, (run){prefix, sizeof prefix - 1})) {
    hd_status status = hd_opcode_parse(text, length, error, &opcode);
    return status == HD_OK ? hd_opcode_form(&opcode, error, form) : status;
  }
  size_t explained = match(short_text, text, length, opcode.choice, &whole);
  if (whole) return form_of(short_text, opcode.choice, opcode.choice[2] != 0, error, form);
  hd_status status = check_repeat(text, length, error);
  if (status != HD_OK) return status;
  return no_line(explained, "no form goes on like this",
                 "a form is a shape and a repeat, 16x256b.x8, with .pack::16b or .unpack::16b where it is packed; the "
                 "shapes are 32x32b 16x64b 16x128b 16x256b 16x32bx2",
                 error);
}

/* Appends a run, as hd_append_word does a word. */
static size_t append_run(char *text, size_t capacity, size_t length, run word) {
  for (size_t k = 0; k < word.length; k++) {
    const char one[] = {word.text[k], 0};
    length = hd_append_word(text, capacity, length, one);
  }
  return length;
}

size_t hd_opcode_print(const hd_opcode *opcode, char *text, size_t capacity) {
  size_t length = hd_append_word(text, capacity, 0, "");
  int brace = 0;
  for (const char *line = lines[opcode->id].text; *line != 0;) {
    run word = {line, length_up_to(line, "{")};
    const char *next = line + word.length;
    if (*line == '{') {
      (void)alternative(line, opcode->choice[brace++], &word);
      next = behind(line);
    }
    length = append_run(text, capacity, length, word);
    line = next;
  }
  return length;
}

/* ---- the whole set ---- */

/* How many alternatives a brace has. */
static int alternatives(const char *brace) {
  run word;
  int count = 0;
  while (alternative(brace, count, &word)) count++;
  return count;
}

int64_t hd_opcode_ways(hd_opcode_id id) {
  int64_t ways = 1;
  for (int k = 0; brace_at(lines[id].text, k) != NULL; k++) ways *= alternatives(brace_at(lines[id].text, k));
  return ways;
}

bool hd_opcode_at(hd_opcode_id id, int64_t index, hd_opcode *result) {
  hd_opcode opcode = {id, {0}};
  hd_form form;
  if (index < 0 || index >= hd_opcode_ways(id)) return false;
  for (int k = 0; brace_at(lines[id].text, k) != NULL; k++) {
    const int count = alternatives(brace_at(lines[id].text, k));
    opcode.choice[k] = (uint8_t)(index % count);
    index /= count;
  }
  if (moves_registers(id) && hd_opcode_form(&opcode, NULL, &form) != HD_OK) return false;
  *result = opcode;
  return true;
}

/* ---- targets ---- */

int hd_opcode_lane(const hd_opcode *opcode) { return lines[opcode->id].lane; }

bool hd_opcode_on(const hd_opcode *opcode, hd_target target) {
  const unsigned needs = lines[opcode->id].needs;
  return (targets[target].features & needs) == needs;
}

const char *hd_target_name(hd_target target) { return targets[target].name; }

hd_status hd_target_find(const char *name, size_t length, hd_error *error, hd_target *target) {
  for (int id = 0; id < HD_TARGETS; id++) {
    const run known = {targets[id].name, length_up_to(targets[id].name, "")};
    if (known.length != length || !begins_with(name, length, known)) continue;
    *target = (hd_target)id;
    return HD_OK;
  }
  hd_fail(error, HD_RANGE, "target", "tensor memory is on no target of this name");
  if (error != NULL) error->hint = targets_hint;
  return HD_RANGE;
}
