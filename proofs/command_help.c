/* `heddle help [TOPIC]...`, and the table of verbs in other forms. */
#include "proofs/command.h"

#include "proofs/answer.h"
#include "proofs/help.h"
#include "proofs/input.h"

#include <string.h>

enum { WIDTH = 104, COLUMN = 26 };

/* ---- lines ---- */

/* Words up to the end of the line, as many on each line as there is room for behind `indent` blanks; the first line
 * has begun in column `at`. */
static void print_wrapped(const char *text, size_t length, int indent, int at) {
  bool first = true;
  for (size_t begin = 0; begin < length;) {
    size_t end = begin;
    while (end < length && text[end] != ' ') end++;
    const int word = (int)(end - begin);
    if (!first && at + 1 + word > WIDTH) {
      printf("\n%*s", indent, "");
      at = indent;
    } else if (!first) {
      putchar(' ');
      at++;
    }
    printf("%.*s", word, text + begin);
    at += word;
    first = false;
    begin = end + 1;
  }
  putchar('\n');
}

/* Paragraphs; lines that stand as they are are set apart. */
static void print_paragraphs(const char *text) {
  for (bool as_it_is = false, begun = false; *text != 0; begun = true) {
    const size_t length = strcspn(text, "\n");
    const bool line = strncmp(text, "  ", 2) == 0;
    if (begun && line != as_it_is) putchar('\n');
    if (line) printf("%.*s\n", (int)length, text);
    else print_wrapped(text, length, 0, 0);
    as_it_is = line;
    text += length + (text[length] == '\n');
  }
}

static void print_options(const hd_option *option) {
  for (; option != NULL && option->name != NULL; option++) {
    const char *argument = option->argument == NULL ? "" : option->argument;
    int at = printf("  %s%s%s", option->name, *argument == 0 ? "" : " ", argument);
    if (at + 2 > COLUMN) putchar('\n'), at = 0;
    printf("%*s", COLUMN - at, "");
    print_wrapped(option->meaning, strlen(option->meaning), COLUMN, COLUMN);
  }
}

static void print_examples(const char *text) {
  for (; text != NULL && *text != 0;) {
    const size_t length = strcspn(text, "\n");
    printf("  %.*s\n", (int)length, text);
    text += length + (text[length] == '\n');
  }
}

/* ---- verbs and topics ---- */

/* Whether it is called by two words, the first being the name of another. */
static bool is_part(const hd_verb *verb) {
  const char *blank = strchr(verb->name, ' ');
  char group[32];
  if (blank == NULL) return false;
  snprintf(group, sizeof group, "%.*s", (int)(blank - verb->name), verb->name);
  return strcmp(hd_verb_find(group)->name, group) == 0;
}

/* `  heddle check [OPTION]... FILE...` and in a few words what it does, on a line of its own where there is no room. */
static void print_summary(const char *name, const char *arguments, const char *summary) {
  enum { WHAT = 44 };
  int at = printf("  heddle %s%s%s", name, *arguments == 0 ? "" : " ", arguments);
  if (at + 2 > WHAT) putchar('\n'), at = 0;
  printf("%*s%s\n", WHAT - at, "", summary);
}

static void print_parts(const hd_verb *group) {
  const hd_verb *verb;
  const size_t length = strlen(group->name);
  for (int k = 0; (verb = hd_verb_at(k)) != NULL; k++) {
    if (is_part(verb) && strncmp(verb->name, group->name, length) == 0 && verb->name[length] == ' ')
      print_summary(verb->name, verb->arguments, verb->summary);
  }
}

static bool has_parts(const hd_verb *verb) { return verb->takes == HD_TAKES_VERBS && strcmp(verb->name, "help") != 0; }

static void print_verb(const hd_verb *verb) {
  printf("heddle %s %s\n\n", verb->name, verb->arguments);
  print_paragraphs(verb->text);
  putchar('\n');
  if (has_parts(verb)) {
    print_parts(verb);
    putchar('\n');
  }
  print_options(verb->options);
  print_options(hd_options_of_all);
  if (verb->examples == NULL) return;
  putchar('\n');
  print_examples(verb->examples);
}

static void print_topic(const hd_topic *topic) {
  for (int code = 0; strcmp(topic->name, "exit") == 0 && code < HD_EXIT_CODES; code++) {
    printf("%d  ", code);
    print_wrapped(hd_exit_meanings[code], strlen(hd_exit_meanings[code]), 3, 3);
  }
  print_paragraphs(topic->text);
}

static void print_all(void) {
  const hd_verb *verb;
  puts("heddle: exact answers about layouts\n");
  for (int k = 0; (verb = hd_verb_at(k)) != NULL; k++)
    if (!is_part(verb)) print_summary(verb->name, verb->arguments, verb->summary);
  print_summary("--version", "", "which version this is");
  puts("\nTopics of heddle help beside the verbs:\n");
  for (const hd_topic *topic = hd_topics; topic->name != NULL; topic++)
    printf("  %-12s %s\n", topic->name, topic->summary);
  puts("\nExit codes: 0 holds, 1 false or no answer, 2 malformed input, 3 undecided.");
}

/* ---- what is asked ---- */

static const hd_topic *find_topic(const char *name) {
  const hd_topic *topic = hd_topics;
  while (topic->name != NULL && strcmp(topic->name, name) != 0) topic++;
  return topic->name == NULL ? NULL : topic;
}

static void answer_verb(hd_json *json, const hd_verb *verb) {
  hd_json_object(json, NULL);
  hd_json_text(json, "name", verb->name);
  hd_json_text(json, "arguments", verb->arguments);
  hd_json_text(json, "summary", verb->summary);
  hd_json_text(json, "text", verb->text);
  hd_json_list(json, "options");
  for (const hd_option *option = verb->options; option != NULL && option->name != NULL; option++) {
    hd_json_object(json, NULL);
    hd_json_text(json, "name", option->name);
    if (option->argument != NULL) hd_json_text(json, "argument", option->argument);
    hd_json_text(json, "meaning", option->meaning);
    hd_json_close(json);
  }
  hd_json_close(json);
  hd_json_close(json);
}

/* The verb of one word or of two; *words says of how many. NULL: there is none. */
static const hd_verb *find_verb(int argc, char **argv, int *words) {
  char two[64];
  *words = 2;
  if (argc > 1 && snprintf(two, sizeof two, "%s %s", argv[0], argv[1]) < (int)sizeof two) {
    const hd_verb *verb = hd_verb_find(two);
    if (verb != NULL) return verb;
  }
  *words = 1;
  return hd_verb_find(argv[0]);
}

/* Help on what the first argument says, or the first two. Returns how many words it took; 0: there is none. */
static int help_on(int argc, char **argv) {
  int words = 1;
  hd_json *json = hd_answer_json();
  const hd_topic *topic = find_topic(argv[0]);
  const hd_verb *verb = topic != NULL ? NULL : find_verb(argc, argv, &words);
  if (topic == NULL && verb == NULL) {
    hd_complain("heddle help lists the topics", "there is no topic `%s`", argv[0]);
    return 0;
  }
  if (json != NULL && verb != NULL) answer_verb(json, verb);
  else if (verb != NULL) print_verb(verb);
  else if (json == NULL) print_topic(topic);
  return words;
}

static int print_format(const char *name) {
  static const struct {
    const char *name;
    void (*print)(FILE *out);
  } formats[] = {
      {"bash", hd_help_as_bash}, {"zsh", hd_help_as_zsh}, {"fish", hd_help_as_fish}, {"man", hd_help_as_man}};
  for (size_t k = 0; k < sizeof formats / sizeof formats[0]; k++) {
    if (strcmp(formats[k].name, name) != 0) continue;
    if (hd_answer_json() != NULL) return hd_complain(NULL, "--json and --format %s exclude each other", name);
    formats[k].print(stdout);
    return 0;
  }
  return hd_complain("the formats are text, bash, zsh, fish and man", "there is no format `%s`", name);
}

static int help_on_all(void) {
  hd_json *json = hd_answer_json();
  const hd_verb *verb;
  for (int k = 0; json != NULL && (verb = hd_verb_at(k)) != NULL; k++) answer_verb(json, verb);
  if (json == NULL) print_all();
  return 0;
}

int hd_command_help(int argc, char **argv) {
  int topics = 0, code = 0, taken;
  for (int k = 1; k < argc; k++) {
    if (strcmp(argv[k], "--format") != 0 && hd_is_long_option(argv[k])) return hd_unknown_option("help", argv[k]);
    if (strcmp(argv[k], "--format") != 0) argv[1 + topics++] = argv[k];
    else if (k + 1 == argc) return hd_complain("text, bash, zsh, fish or man", "--format wants a value");
    else if (strcmp(argv[++k], "text") != 0) return print_format(argv[k]);
  }
  if (hd_answer_json() != NULL) hd_json_list(hd_answer_json(), "verbs");
  if (topics == 0) return help_on_all();
  for (int k = 0; k < topics; k += taken) {
    if (k > 0 && hd_answer_json() == NULL) putchar('\n');
    taken = help_on(topics - k, argv + 1 + k);
    if (taken == 0) code = 2, taken = 1;
  }
  return code;
}
