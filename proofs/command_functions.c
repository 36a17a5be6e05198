/* `heddle functions [GROUP | NAME]...`: what the language can call. */
#include "proofs/command.h"

#include "proofs/answer.h"
#include "proofs/builtin.h"
#include "proofs/diagnose.h"
#include "proofs/input.h"
#include "proofs/syntax.h"

#include <stdio.h>
#include <string.h>

/* The table in groups, each from its first function to that of the next one. */
static const struct {
  const char *name, *title, *first;
} groups[] = {
    {"sizes", "Sizes and nesting", "size"},
    {"making", "Layouts from shapes, and from layouts", "make_layout"},
    {"modes", "Modes", "get"},
    {"spelling", "Shorter spellings", "coalesce"},
    {"composition", "Composition and inverses", "composition"},
    {"tiles", "Divides and products", "logical_divide"},
    {"values", "Values and coordinates", "evaluate"},
    {"questions", "Questions: true, or false with the reason", "identical"},
    {"tuples", "Tuples", "shape_div"},
    {"parts", "Threads, values and parts of a tensor", "make_layout_tv"},
    {"widths", "Elements of another width", "upcast"},
    {"swizzles", "Swizzles and composed layouts", "swizzle"},
    {"placements", "Placements", "placement"},
    {"linear", "Linear layouts over bits", "linear"},
    {"tmem", "Tensor memory", "engine"},
};
enum { GROUPS = sizeof groups / sizeof groups[0] };

static void print_line(const hd_builtin *builtin) { printf("%-34s %s\n", builtin->usage, builtin->meaning); }

/* Where a group begins in the table; its end for the one past the last. */
static int start_of(int group) {
  int index = 0;
  while (hd_builtin_at(index) != NULL &&
         (group == GROUPS || strcmp(hd_builtin_at(index)->name, groups[group].first) != 0))
    index++;
  return index;
}

static void print_group(int group) {
  printf("%s: %s\n\n", groups[group].name, groups[group].title);
  for (int k = start_of(group), end = start_of(group + 1); k < end; k++) print_line(hd_builtin_at(k));
}

static void print_all(void) {
  for (int group = 0; group < GROUPS; group++) {
    print_group(group);
    putchar('\n');
  }
  puts("in claims: What an expression has no value for\n");
  printf("%-34s %s\n", "undefined(E)", "E has no answer");
  printf("%-34s %s\n", "overflows(E)", "E leaves 64 bits");
}

static void print_one(const hd_builtin *builtin) {
  const hd_example *example = hd_builtin_example(builtin);
  print_line(builtin);
  if (example == NULL) return;
  printf("\n  %s\n", example->expression);
  for (const char *at = example->value; *at != 0;) {
    size_t length = strcspn(at, "\n");
    printf("  %s%.*s\n", at == example->value ? "= " : "  ", (int)length, at);
    at += length + (at[length] == '\n');
  }
}

/* ---- for programs ---- */

static void answer_one(hd_json *json, int index, const char *group) {
  const hd_builtin *builtin = hd_builtin_at(index);
  const hd_example *example = hd_builtin_example(builtin);
  hd_json_object(json, NULL);
  hd_json_text(json, "name", builtin->name);
  hd_json_text(json, "group", group);
  hd_json_text(json, "usage", builtin->usage);
  hd_json_text(json, "meaning", builtin->meaning);
  if (example != NULL) hd_json_text(json, "example", example->expression);
  if (example != NULL) hd_json_text(json, "value", example->value);
  hd_json_close(json);
}

/* The functions of a group, or all of them, that have this name, or any. */
static void answer_all(hd_json *json, const char *group, const char *name) {
  for (int g = 0; g < GROUPS; g++) {
    if (group != NULL && strcmp(groups[g].name, group) != 0) continue;
    for (int k = start_of(g), end = start_of(g + 1); k < end; k++)
      if (name == NULL || strcmp(hd_builtin_at(k)->name, name) == 0) answer_one(json, k, groups[g].name);
  }
}

/* ---- what is asked ---- */

static int find_group(const char *name) {
  int group = GROUPS - 1;
  while (group >= 0 && strcmp(groups[group].name, name) != 0) group--;
  return group;
}

static bool print_named(const char *name) {
  const int group = find_group(name);
  const hd_builtin *builtin = group >= 0 ? NULL : hd_builtin_find(name, strlen(name));
  if (group < 0 && builtin == NULL) return false;
  if (hd_answer_json() != NULL) answer_all(hd_answer_json(), group < 0 ? NULL : name, group < 0 ? name : NULL);
  else if (group >= 0) print_group(group);
  else print_one(builtin);
  return true;
}

/* What may be meant by a name: what the language has for it, functions that contain it, or one that is near. */
static void find_near(const char *name, char *text, size_t room) {
  const char *hint = hd_hint_at_name(name, strlen(name)), *near = hd_suggest(name, strlen(name));
  size_t used = 0;
  text[0] = 0;
  if (hint != NULL) used = (size_t)snprintf(text, room, "%s", hint);
  for (int k = 0; hd_builtin_at(k) != NULL && strlen(name) > 2 && used + 64 < room; k++) {
    if (strstr(hd_builtin_at(k)->name, name) == NULL) continue;
    used += (size_t)snprintf(text + used, room - used, "%sis `%s` meant?", used > 0 ? " " : "", hd_builtin_at(k)->name);
  }
  if (used == 0 && near != NULL) snprintf(text, room, "is `%s` meant?", near);
}

static void complain(const char *name) {
  char list[512] = "", hint[1024];
  for (int group = 0; group < GROUPS; group++)
    snprintf(list + strlen(list), sizeof list - strlen(list), " %s", groups[group].name);
  find_near(name, hint, sizeof hint);
  hd_complain(hint[0] != 0 ? hint : NULL, "there is no function or group `%s`; the groups are%s", name, list);
}

int hd_command_functions(int argc, char **argv) {
  int code = 0;
  hd_json *json = hd_answer_json();
  for (int k = 1; k < argc; k++)
    if (hd_is_long_option(argv[k])) return hd_unknown_option("functions", argv[k]);
  if (json != NULL) hd_json_list(json, "functions");
  if (argc == 1 && json != NULL) answer_all(json, NULL, NULL);
  if (argc == 1 && json == NULL) print_all();
  for (int k = 1; k < argc; k++) {
    if (k > 1 && json == NULL) putchar('\n');
    if (print_named(argv[k])) continue;
    complain(argv[k]);
    code = 2;
  }
  return code;
}
