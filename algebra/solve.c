/* A depth-first search, the largest stride first, without recursion: one frame for each variable. Two cuts make it
 * fast. Reach: what is left must not exceed what the later variables can add up to, so only an interval of values is
 * tried. Residue: what is left must be a multiple of the later strides' common divisor, so that within the interval
 * only every step-th value is tried; for two variables this alone decides. */
#include "algebra/solve.h"

#include "algebra/checked.h"
#include "algebra/fit.h"

typedef struct level {
  uint64_t later_reach; /* what the later variables reach together */
  uint64_t divisor;     /* the common divisor of this stride and the later ones */
  uint64_t step;        /* values that leave a multiple of the later strides' common divisor lie this far apart */
  uint64_t inverse;     /* of stride / divisor, modulo step */
} level;

typedef struct frame {
  uint64_t rest; /* what this and the later variables must add up to */
  uint64_t lower, upper;
  uint64_t start; /* the first candidate not below home, or the nearest to it */
  uint64_t value;
  bool fresh;
  bool down;
  bool home; /* every earlier variable is at home */
} frame;

void hd_solver_start(hd_solver *solver) {
  solver->visits = 0;
  solver->variables = 0;
}

void hd_solver_clear(hd_solver *solver) { solver->variables = 0; }

/* Keeps the variables sorted, the largest stride first. */
void hd_solver_add(hd_solver *solver, uint64_t stride, uint64_t width, uint64_t home, int label) {
  if (stride == 0 || width == 0) return;
  int at = solver->variables++;
  for (; at > 0 && solver->variable[at - 1].stride < stride; at--) solver->variable[at] = solver->variable[at - 1];
  solver->variable[at] = (hd_variable){.stride = stride, .width = width, .home = home, .label = label};
}

/* a + b modulo m. Requires a, b < m and m < 2^63, as strides are. */
static uint64_t add_modulo(uint64_t a, uint64_t b, uint64_t m) {
  uint64_t sum = a + b;
  return sum < m ? sum : sum - m;
}

/* a * b modulo m, by doubling where the product leaves 64 bits. Requires a < m and m < 2^63. */
static uint64_t multiply_modulo(uint64_t a, uint64_t b, uint64_t m) {
  if (m <= UINT32_MAX) return a * (b % m) % m;
  uint64_t result = 0;
  for (; b != 0; b >>= 1) {
    if (b & 1) result = add_modulo(result, a, m);
    a = add_modulo(a, a, m);
  }
  return result;
}

/* The inverse of a modulo m, by Euclid's steps carried along on one coefficient. Requires that they are coprime. */
static uint64_t inverse_modulo(uint64_t a, uint64_t m) {
  uint64_t high = m, low = a % m;
  uint64_t high_factor = 0, low_factor = 1 % m;
  while (low > 1) {
    uint64_t quotient = high / low, remainder = high % low;
    uint64_t product = multiply_modulo(low_factor, quotient, m);
    uint64_t factor = add_modulo(high_factor, m - product, m);
    high = low;
    low = remainder;
    high_factor = low_factor;
    low_factor = factor;
  }
  return low_factor;
}

/* Fills the levels from the last to the first; returns what all variables reach together. */
static uint64_t prepare(const hd_solver *solver, level *levels) {
  uint64_t reach = 0, divisor = 0;
  for (int k = solver->variables - 1; k >= 0; k--) {
    const hd_variable *variable = &solver->variable[k];
    level *at = &levels[k];
    at->later_reach = reach;
    at->divisor = hd_common_divisor(variable->stride, divisor);
    at->step = divisor == 0 ? 1 : divisor / at->divisor;
    at->inverse = inverse_modulo(variable->stride / at->divisor, at->step);
    reach += variable->stride * variable->width;
    divisor = at->divisor;
  }
  return reach;
}

/* The candidates for one variable when `rest` is left, a multiple of at->divisor. */
static frame open_frame(const hd_variable *variable, const level *at, uint64_t rest, bool moved, bool home) {
  frame f = {.rest = rest, .lower = 0, .upper = rest / variable->stride, .fresh = true, .down = false, .home = home};
  if (f.upper > variable->width) f.upper = variable->width;
  if (rest > at->later_reach) f.lower = (rest - at->later_reach - 1) / variable->stride + 1;
  if (moved && home && f.lower < variable->home) f.lower = variable->home;
  f.start = variable->home < f.upper ? variable->home : f.upper;
  if (f.start < f.lower) f.start = f.lower;
  uint64_t residue = multiply_modulo(rest / at->divisor % at->step, at->inverse, at->step);
  uint64_t over = f.start % at->step;
  f.start += over <= residue ? residue - over : residue + (at->step - over);
  return f;
}

/* Moves on to the next candidate: from the start up, then from the start down. */
static bool next_candidate(frame *f, uint64_t step) {
  if (f->lower > f->upper) return false;
  if (!f->down) {
    uint64_t candidate = f->fresh ? f->start : f->value + step;
    f->fresh = false;
    f->value = candidate;
    if (candidate <= f->upper) return true;
    f->down = true;
    f->value = f->start;
  }
  if (f->value - f->lower < step) return false;
  f->value -= step;
  return true;
}

hd_status hd_solve(hd_solver *solver, uint64_t target, bool moved) {
  level levels[HD_SOLVE_MAX];
  frame frames[HD_SOLVE_MAX];
  int last = solver->variables - 1;
  uint64_t reach = prepare(solver, levels);
  if (last < 0) return target == 0 && !moved ? HD_OK : HD_UNDEFINED;
  if (target > reach || target % levels[0].divisor != 0) return HD_UNDEFINED;
  frames[0] = open_frame(&solver->variable[0], &levels[0], target, moved, true);
  for (int k = 0; k >= 0;) {
    frame *f = &frames[k];
    if (!next_candidate(f, levels[k].step)) {
      k--;
      continue;
    }
    if (solver->visits++ >= HD_MAX_VISITS) return HD_UNDECIDED;
    solver->value[k] = f->value;
    bool home = f->home && f->value == solver->variable[k].home;
    if (k < last) {
      uint64_t rest = f->rest - f->value * solver->variable[k].stride;
      frames[k + 1] = open_frame(&solver->variable[k + 1], &levels[k + 1], rest, moved, home);
      k++;
    } else if (!(moved && home)) {
      return HD_OK;
    }
  }
  return HD_UNDEFINED;
}
