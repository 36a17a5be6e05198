/* Three nested choices, of extent and stride for each mode, and the definition of a layout's value. */
#include "tests/support/sweep.h"

#include <stdio.h>

enum { CHOICES = HD_SMALL_EXTENT * (HD_SMALL_STRIDE + 1) };

int64_t hd_small_sum(int64_t sum) {
  int64_t ratio = sum * (HD_SMALL_STRIDE + 1), power = 1;
  for (int k = 0; k <= HD_SMALL_MODES; k++) power *= ratio;
  return (power - ratio) / (ratio - 1);
}

int64_t hd_small_count(void) { return hd_small_sum(HD_SMALL_EXTENT); }

int64_t hd_small_cases(int64_t of_1, int64_t of_2, int64_t of_3) {
  const int64_t choices = CHOICES;
  return choices * (of_1 + choices * (of_2 + choices * of_3));
}

void hd_small_fill(int modes, const int64_t *shape, const int64_t *stride, hd_small *small) {
  small->modes = modes;
  small->size = 1;
  small->most = 0;
  small->layout.on_axes = false;
  small->layout.profile.leaves = (uint8_t)modes;
  for (int k = 0; k < modes; k++) {
    small->layout.profile.open[k] = k == 0;
    small->layout.profile.close[k] = k == modes - 1;
    small->shape[k] = small->layout.shape[k] = shape[k];
    small->stride[k] = small->layout.stride[k] = stride[k];
    small->size *= shape[k];
  }
  for (int64_t i = 0; i < small->size; i++) {
    int rest = (int)i; /* small numbers divide faster */
    int64_t sum = 0;
    for (int k = 0; k < modes; k++, rest /= (int)shape[k - 1]) sum += rest % (int)shape[k] * stride[k];
    small->value[i] = sum;
    if (sum > small->most) small->most = sum;
  }
}

void hd_sweep_end(const char *operation, const char *over, int64_t cases, const hd_cases *ended, bool some_refused) {
  printf("%s: %s, %lld cases, %lld answered, %lld refused\n", operation, over, (long long)cases,
         (long long)ended->answered, (long long)ended->refused);
  fflush(stdout);
  EXPECT(ended->answered + ended->refused == cases, "%s: not every case was judged", operation);
  EXPECT(ended->answered > 0, "%s: nothing was answered", operation);
  EXPECT((ended->refused > 0) == some_refused, "%s: refusals", operation);
}

void hd_sweep(const char *operation, int64_t cases, hd_judge *judge) {
  hd_cases ended = {0, 0};
  int64_t layouts = 0;
  for (int modes = 1; modes <= HD_SMALL_MODES; modes++) {
    int choice[HD_SMALL_MODES] = {0};
    for (int k = 0; k < modes; layouts++) {
      hd_small small;
      int64_t shape[HD_SMALL_MODES], stride[HD_SMALL_MODES];
      for (int j = 0; j < modes; j++) {
        shape[j] = 1 + choice[j] % HD_SMALL_EXTENT;
        stride[j] = choice[j] / HD_SMALL_EXTENT;
      }
      hd_small_fill(modes, shape, stride, &small);
      judge(&small, &ended);
      for (k = 0; k < modes && ++choice[k] == CHOICES; k++) choice[k] = 0;
    }
  }
  EXPECT(layouts == hd_small_count(), "%s: %lld layouts", operation, (long long)layouts);
  char over[64];
  snprintf(over, sizeof over, "%lld layouts", (long long)layouts);
  hd_sweep_end(operation, over, cases, &ended, ended.refused > 0);
}

int64_t hd_small_at(const hd_layout *layout, int64_t index) {
  int64_t sum = 0;
  int last = layout->profile.leaves - 1;
  for (int k = 0; k < last; k++) {
    int64_t digit = index % layout->shape[k];
    if (digit < 0) digit += layout->shape[k];
    index = (index - digit) / layout->shape[k];
    sum += digit * layout->stride[k];
  }
  return last < 0 ? 0 : sum + index * layout->stride[last];
}

void hd_small_table(const hd_layout *layout, int64_t count, int64_t *value) {
  int64_t digit[HD_MAX_LEAVES], sum = 0;
  int last = layout->profile.leaves - 1;
  for (int k = 0; k <= last; k++) digit[k] = 0;
  for (int64_t i = 0; i < count; i++) {
    value[i] = sum;
    int k = 0;
    for (; k < last && ++digit[k] == layout->shape[k]; k++) {
      sum -= (layout->shape[k] - 1) * layout->stride[k];
      digit[k] = 0;
    }
    if (k <= last) sum += layout->stride[k];
  }
}

int64_t hd_small_size(const hd_layout *layout) {
  int64_t size = 1;
  for (int k = 0; k < layout->profile.leaves; k++) size *= layout->shape[k];
  return size;
}

bool hd_small_is_layout(const hd_layout *layout) {
  int open = 0;
  if (layout->on_axes || layout->profile.leaves > HD_MAX_LEAVES) return false;
  for (int k = 0; k < layout->profile.leaves; k++) {
    open += layout->profile.open[k];
    if (layout->profile.close[k] > open || layout->shape[k] < 1) return false;
    if (open == 0 && layout->profile.leaves > 1) return false;
    open -= layout->profile.close[k];
  }
  return open == 0;
}

bool hd_small_mode(const hd_layout *layout, int mode, hd_layout *result) {
  int leaves = layout->profile.leaves, depth = 0, begin = -1, at = 0;
  bool tuple = leaves != 1 || layout->profile.open[0] > 0;
  for (int k = 0; k < leaves; k++) {
    if (depth <= 1 && (k == 0 || depth == tuple) && at++ == mode) begin = k;
    depth += layout->profile.open[k] - layout->profile.close[k];
    if (begin < 0 || depth > tuple) continue;
    result->on_axes = false;
    result->profile.leaves = (uint8_t)(k + 1 - begin);
    for (int j = begin; j <= k; j++) {
      result->shape[j - begin] = layout->shape[j];
      result->stride[j - begin] = layout->stride[j];
      result->profile.open[j - begin] = (uint8_t)(layout->profile.open[j] - (tuple && j == 0));
      result->profile.close[j - begin] = (uint8_t)(layout->profile.close[j] - (tuple && j == leaves - 1));
    }
    return true;
  }
  return false;
}

int hd_small_nestings(int modes, const char *const **nesting) {
  static const char *const of_1[] = {"(.)", "((.))"}, *const of_2[] = {"(.,.)", "((.,.))"};
  static const char *const of_3[] = {"(.,.,.)", "((.,.),.)", "(.,(.,.))", "((.,.,.))"};
  *nesting = modes == 1 ? of_1 : modes == 2 ? of_2 : of_3;
  return modes == 3 ? HD_COUNT(of_3) : 2;
}

/* A text is gone through beside the leaves: each bracket and each leaf must come when it is due. */
bool hd_small_is_nested(const hd_layout *layout, const char *nesting) {
  const hd_profile *profile = &layout->profile;
  int leaf = 0, open = 0;
  for (const char *at = nesting; *at; at++) {
    if (*at == '(') open++;
    if (*at != '.') continue;
    int close = 0;
    while (at[1 + close] == ')') close++;
    if (leaf == profile->leaves || profile->open[leaf] != open || profile->close[leaf] != close) return false;
    leaf++;
    open = 0;
  }
  return leaf == profile->leaves;
}

hd_layout hd_small_nest(const hd_small *small, const char *nesting) {
  hd_layout layout;
  int leaf = 0, open = 0;
  layout.on_axes = false;
  for (const char *at = nesting; *at; at++) {
    if (*at == '(') open++;
    if (*at == ')') layout.profile.close[leaf - 1]++;
    if (*at != '.') continue;
    EXPECT(leaf < small->modes, "%s is for more modes", nesting);
    layout.shape[leaf] = small->shape[leaf];
    layout.stride[leaf] = small->stride[leaf];
    layout.profile.open[leaf] = (uint8_t)open;
    layout.profile.close[leaf++] = 0;
    open = 0;
  }
  EXPECT(leaf == small->modes, "%s is for fewer modes", nesting);
  layout.profile.leaves = (uint8_t)leaf;
  return layout;
}

bool hd_small_has_values(const hd_layout *result, int64_t size, const int64_t *value) {
  int64_t got[HD_SMALL_TABLE];
  if (!hd_small_is_layout(result) || hd_small_size(result) != size || size > HD_SMALL_TABLE) return false;
  hd_small_table(result, size, got);
  for (int64_t i = 0; i < size; i++)
    if (got[i] != value[i]) return false;
  return true;
}

bool hd_small_has_modes(const hd_small *small, const int *mode, int count, const hd_layout *result) {
  static const char *const flat[] = {"", "(.)", "(.,.)", "(.,.,.)"};
  int64_t wanted[HD_SMALL_TABLE], size = 1;
  wanted[0] = 0;
  for (int k = 0; k < count; k++) {
    int64_t extent = small->shape[mode[k]], stride = small->stride[mode[k]], below = size;
    for (int64_t digit = 1; digit < extent; digit++)
      for (int64_t i = 0; i < below; i++) wanted[size++] = wanted[i] + digit * stride;
  }
  return hd_small_is_nested(result, flat[count]) && hd_small_has_values(result, size, wanted);
}

bool hd_small_is_same(const hd_layout *a, const hd_layout *b) {
  int64_t value[HD_SMALL_TABLE], size = hd_small_size(a);
  if (!hd_small_is_layout(a) || size > HD_SMALL_TABLE) return false;
  hd_small_table(a, size, value);
  return hd_small_has_values(b, size, value);
}

bool hd_small_is_shortest(const hd_layout *layout) {
  int leaves = layout->profile.leaves;
  if (leaves == 1) return hd_small_is_nested(layout, ".");
  for (int k = 0; k < leaves; k++) {
    if (layout->shape[k] == 1) return false;
    if (k > 0 && layout->stride[k] == layout->shape[k - 1] * layout->stride[k - 1]) return false;
    if (layout->profile.open[k] != (k == 0) || layout->profile.close[k] != (k == leaves - 1)) return false;
  }
  return leaves > 0;
}

void hd_small_tuple(int count, const int64_t *value, hd_tuple *tuple) {
  tuple->on_axes = false;
  tuple->profile.leaves = (uint8_t)count;
  for (int k = 0; k < count; k++) {
    tuple->value[k] = value[k];
    tuple->profile.open[k] = k == 0;
    tuple->profile.close[k] = k == count - 1;
  }
}

void hd_small_digits(const hd_small *small, int64_t i, int64_t digit[HD_SMALL_MODES]) {
  int rest = (int)i;
  for (int k = 0; k < small->modes; k++) {
    bool last = k == small->modes - 1;
    digit[k] = last ? rest : rest % (int)small->shape[k];
    rest /= (int)small->shape[k];
  }
}

bool hd_small_is_refused(hd_status status, hd_status wanted, const hd_error *error) {
  return status == wanted && hd_test_is_error(error, wanted);
}
