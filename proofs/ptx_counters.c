/* How often a loop turns, and what its counters are while it does.
 *
 * A counter is a register with a start outside of a loop of one block and one definition in it that adds a number; in
 * the block it is read before that definition alone, and elsewhere only where the loop has not been yet. Where the
 * loop's condition compares a counter that starts from a number with another number, the turns are counted by going
 * through them, and each counter of the loop is one of start, start + step, .., as many as there are turns. */
#include "proofs/ptx_values.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TURNS = 64, MOST_READERS = 4 };

/* The blocks in which a register is read, and the last place in each. */
typedef struct reads {
  uint32_t block[MOST_READERS], last[MOST_READERS];
  int blocks; /* more than MOST_READERS: not all are here */
} reads;

typedef struct search {
  hd_ptx_evaluation of;
  hd_ptx_values *values;
  reads *read;
  bool *behind; /* of each block whether the loop that is looked at leads there */
  uint32_t *pending;
  int64_t steps;
} search;

static const hd_ptx_opcode *opcode_at(const search *s, uint32_t at) {
  return &s->of.opcodes->opcode[s->of.function->instruction[at].opcode];
}

static void note_read(search *s, uint32_t reg, uint32_t at) {
  reads *r = &s->read[reg];
  const uint32_t block = s->of.flow->block[at];
  int k = 0;
  while (k < r->blocks && k < MOST_READERS && r->block[k] != block) k++;
  if (k == r->blocks) r->blocks++;
  if (k >= MOST_READERS) return;
  r->block[k] = block;
  r->last[k] = at;
}

static void find_reads(search *s) {
  const hd_ptx_function *f = s->of.function;
  for (uint32_t at = 0; at < f->instructions; at++) {
    const hd_ptx_instruction *one = &f->instruction[at];
    if (one->guard != HD_PTX_NONE) note_read(s, one->guard, at);
    for (uint32_t k = 0; k < one->operands; k++) {
      const hd_ptx_operand *operand = &f->operand[one->operand + k];
      if (operand->kind != HD_PTX_REGISTER) continue;
      if ((hd_ptx_access(opcode_at(s, at), operand) & HD_PTX_READS) != 0) note_read(s, operand->id, at);
    }
  }
}

/* Whether an instruction adds a number to a register, or subtracts one. */
static bool adds(const search *s, uint32_t at, uint32_t *reg, int64_t *step) {
  const hd_ptx_instruction *one = &s->of.function->instruction[at];
  const hd_ptx_operand *operand = &s->of.function->operand[one->operand];
  const uint8_t verb = opcode_at(s, at)->verb;
  if ((verb != HD_PTX_ADD && verb != HD_PTX_SUB) || one->operands != 3 || one->guard != HD_PTX_NONE) return false;
  if (operand[1].kind != HD_PTX_REGISTER || operand[1].flags != 0) return false;
  if (operand[2].kind != HD_PTX_IMMEDIATE || operand[2].flags != 0) return false;
  *reg = operand[1].id;
  *step = verb == HD_PTX_ADD ? operand[2].value : -operand[2].value;
  return *step > INT32_MIN && *step <= INT32_MAX;
}

/* The register that an instruction copies to another one; HD_PTX_NONE where it does not. */
static uint32_t copied(const search *s, uint32_t at) {
  const hd_ptx_instruction *one = &s->of.function->instruction[at];
  const hd_ptx_operand *operand = &s->of.function->operand[one->operand];
  const bool copies = opcode_at(s, at)->verb == HD_PTX_MOV && one->operands == 2 && one->guard == HD_PTX_NONE &&
                      operand[1].kind == HD_PTX_REGISTER && operand[1].flags == 0;
  return copies ? operand[1].id : HD_PTX_NONE;
}

static bool turns_on_itself(const search *s, uint32_t block) {
  const hd_ptx_flow *flow = s->of.flow;
  return flow->edge[block + 1] - flow->edge[block] == 2 &&
         (flow->to[flow->edge[block]] == block || flow->to[flow->edge[block] + 1] == block);
}

/* Whether a register counts in a loop of one block: where it starts, where it turns, and by how much. */
static bool counts(const search *s, uint32_t reg, uint32_t *start, uint32_t *turn, int64_t *step) {
  const hd_ptx_values *v = s->values;
  const uint32_t *block = s->of.flow->block;
  if (v->definitions[reg] != 2) return false;
  const uint32_t one = v->first[reg], two = v->second[reg];
  if (block[one] == block[two]) return false;
  *turn = turns_on_itself(s, block[two]) ? two : one;
  *start = *turn == two ? one : two;
  if (!turns_on_itself(s, block[*turn])) return false;
  uint32_t from, sum = copied(s, *turn);
  if (sum == HD_PTX_NONE) return adds(s, *turn, &from, step) && from == reg;
  return v->definition[sum] != HD_PTX_NONE && block[v->definition[sum]] == block[*turn] && v->definition[sum] < *turn &&
         adds(s, v->definition[sum], &from, step) && from == reg;
}

/* ---- how often a loop turns ---- */

static bool holds(hd_ptx_comparison how, bool is_signed, uint32_t a, uint32_t b) {
  const hd_ptx_value x = hd_ptx_constant(a), y = hd_ptx_constant(b);
  return hd_ptx_compare(how, is_signed, &x, &y, 1).may[1] != 0;
}

/* The number that a counter starts from, directly or over one register. */
static bool starts_from(const search *s, uint32_t start, uint32_t *number) {
  const uint32_t over = copied(s, start);
  if (over != HD_PTX_NONE) start = s->values->definition[over];
  if (start == HD_PTX_NONE) return false;
  const hd_ptx_instruction *one = &s->of.function->instruction[start];
  const hd_ptx_operand *operand = &s->of.function->operand[one->operand];
  if (opcode_at(s, start)->verb != HD_PTX_MOV || one->operands != 2 || one->guard != HD_PTX_NONE) return false;
  *number = (uint32_t)operand[1].value;
  return operand[1].kind == HD_PTX_IMMEDIATE && operand[1].flags == 0;
}

/* The turns of a loop; 0 where they are not known, or too many. */
static uint32_t turns_of(const search *s, uint32_t block) {
  const hd_ptx_flow *flow = s->of.flow;
  const hd_ptx_instruction *last = &s->of.function->instruction[flow->first[block + 1] - 1];
  uint32_t start, turn, counter, number;
  int64_t step, ahead = 0;
  if (last->guard == HD_PTX_NONE || s->values->definition[last->guard] == HD_PTX_NONE) return 0;
  const uint32_t test = s->values->definition[last->guard];
  const hd_ptx_instruction *one = &s->of.function->instruction[test];
  const hd_ptx_operand *operand = &s->of.function->operand[one->operand];
  const hd_ptx_opcode *opcode = opcode_at(s, test);
  if (flow->block[test] != block || opcode->verb != HD_PTX_SETP || opcode->comparison == HD_PTX_NO_COMPARISON) return 0;
  if (one->operands != 3 || opcode->bits != 32 || operand[1].kind != HD_PTX_REGISTER || operand[1].flags != 0 ||
      operand[2].kind != HD_PTX_IMMEDIATE || operand[2].flags != 0 || one->guard != HD_PTX_NONE) {
    return 0;
  }
  counter = operand[1].id;
  const uint32_t sum = s->values->definition[counter];
  if (sum != HD_PTX_NONE && (flow->block[sum] != block || !adds(s, sum, &counter, &ahead))) return 0;
  if (!counts(s, counter, &start, &turn, &step) || flow->block[turn] != block) return 0;
  if ((sum == HD_PTX_NONE ? test : sum) > turn) ahead += step;
  if (!starts_from(s, start, &number)) return 0;
  const bool stays = (flow->to[flow->edge[block]] == block) != last->guard_negated;
  for (uint32_t turns = 1; turns <= MOST_TURNS; turns++) {
    const uint32_t tested = (uint32_t)(number + ahead);
    if (holds((hd_ptx_comparison)opcode->comparison, opcode->is_signed, tested, (uint32_t)operand[2].value) != stays) {
      return turns;
    }
    number = (uint32_t)(number + step);
  }
  return 0;
}

/* ---- where else a counter is read ---- */

/* Marks the blocks that a loop leads to. */
static void look_behind(search *s, uint32_t loop) {
  const hd_ptx_flow *flow = s->of.flow;
  uint32_t count = 0;
  memset(s->behind, 0, flow->blocks + 1);
  s->steps -= flow->blocks;
  s->pending[count++] = loop;
  while (count > 0) {
    const uint32_t block = s->pending[--count];
    for (uint32_t e = flow->edge[block]; e < flow->edge[block + 1]; e++) {
      const uint32_t to = flow->to[e];
      if (to == flow->blocks || (to == loop && block == loop) || s->behind[to]) continue;
      s->behind[to] = true;
      s->pending[count++] = to;
    }
  }
}

static bool is_read_as_counter(const search *s, uint32_t reg, uint32_t loop, uint32_t turn) {
  const reads *r = &s->read[reg];
  if (r->blocks > MOST_READERS) return false;
  for (int k = 0; k < r->blocks; k++) {
    if (r->block[k] == loop ? r->last[k] > turn : s->behind[r->block[k]]) return false;
  }
  return true;
}

/* False without memory. */
static bool find_all(search *s) {
  const hd_ptx_function *f = s->of.function;
  uint32_t looked_at = HD_PTX_NONE, turns = 0; /* the last loop, and its turns */
  for (uint32_t reg = 0; reg < f->registers && s->steps > 0; reg++) {
    uint32_t start, turn;
    int64_t step;
    if (f->reg[reg].bits != HD_PTX_BITS || !counts(s, reg, &start, &turn, &step)) continue;
    const uint32_t loop = s->of.flow->block[turn];
    if (loop != looked_at) {
      turns = turns_of(s, loop);
      if (turns > 0) look_behind(s, loop);
    }
    looked_at = loop;
    if (turns == 0 || !is_read_as_counter(s, reg, loop, turn)) continue;
    hd_ptx_values *v = s->values;
    if (!hd_ptx_grow(&v->start, &v->start_room, v->starts + 1, sizeof *v->start)) return false;
    v->counter[reg] = (hd_ptx_counter){turns, turn, (int32_t)step, (uint32_t)v->starts};
    v->start[v->starts++] = (hd_ptx_value){.there = false};
  }
  return true;
}

bool hd_ptx_find_counters(hd_ptx_evaluation of, hd_ptx_values *values) {
  search s = {.of = of, .values = values, .steps = 20000000};
  s.read = calloc(of.function->registers + 1, sizeof *s.read);
  s.behind = calloc((size_t)of.flow->blocks + 1, sizeof *s.behind);
  s.pending = malloc(((size_t)of.flow->blocks + 1) * sizeof *s.pending);
  bool there = s.read != NULL && s.behind != NULL && s.pending != NULL;
  if (there) {
    find_reads(&s);
    there = find_all(&s);
  }
  free(s.read);
  free(s.behind);
  free(s.pending);
  return there;
}
