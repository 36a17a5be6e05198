/* `heddle functions [GROUP | NAME]...`: what the language can call. */
#include "proofs/command.h"

#include "proofs/builtin.h"
#include "proofs/diagnose.h"
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
  while (hd_builtin_at(index) != NULL && (group == GROUPS || strcmp(hd_builtin_at(index)->name, groups[group].first)))
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

static bool print_named(const char *name) {
  for (int group = 0; group < GROUPS; group++) {
    if (strcmp(groups[group].name, name) != 0) continue;
    print_group(group);
    return true;
  }
  const hd_builtin *builtin = hd_builtin_find(name, strlen(name));
  if (builtin != NULL) print_one(builtin);
  return builtin != NULL;
}

/* What may be meant by a name: what the language has for it, functions that contain it, or one that is near. */
static void print_near(const char *name) {
  const char *hint = hd_hint_at_name(name, strlen(name)), *near = hd_suggest(name, strlen(name));
  bool any = hint != NULL;
  if (hint != NULL) fprintf(stderr, "  hint: %s\n", hint);
  for (int k = 0; hd_builtin_at(k) != NULL && strlen(name) > 2; k++) {
    if (strstr(hd_builtin_at(k)->name, name) == NULL) continue;
    fprintf(stderr, "  hint: is `%s` meant?\n", hd_builtin_at(k)->name);
    any = true;
  }
  if (!any && near != NULL) fprintf(stderr, "  hint: is `%s` meant?\n", near);
}

int hd_command_functions(int argc, char **argv) {
  int code = 0;
  if (argc == 1) print_all();
  for (int k = 1; k < argc; k++) {
    if (k > 1) putchar('\n');
    if (print_named(argv[k])) continue;
    fprintf(stderr, "heddle functions: there is no function or group `%s`; the groups are", argv[k]);
    for (int group = 0; group < GROUPS; group++) fprintf(stderr, " %s", groups[group].name);
    fputc('\n', stderr);
    print_near(argv[k]);
    code = 2;
  }
  return code;
}
