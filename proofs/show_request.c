/* The arguments of `heddle show`, read, and written again. */
#include "proofs/show_request.h"

#include "proofs/answer.h"
#include "proofs/input.h"
#include "proofs/value.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- options ---- */

static int wanted(const char *option, const char *what) { return hd_complain(NULL, "%s takes %s", option, what); }

static int full(const hd_show_request *ask) {
  return hd_complain(NULL, "at most %d words are taken, as many of options, and %zu bytes of `tmem ..` in one",
                     HD_SHOW_WORDS, sizeof ask->cut - 1);
}

/* A value that the option does not take. A range that ends before it begins may be meant the other way round. */
static int refused(const char *option, const char *what, const char *value) {
  char hint[80];
  int64_t first, last;
  int used = 0;
  const bool falls = sscanf(value, "%" SCNd64 "..%" SCNd64 "%n", &first, &last, &used) == 2 && value[used] == 0 &&
                     first > last && last >= 0;
  snprintf(hint, sizeof hint, "is `%" PRId64 "..%" PRId64 "` meant?", falls ? last : 0, falls ? first : 0);
  return hd_complain(falls ? hint : NULL, "%s takes %s, and there is `%s`", option, what, value);
}

/* `FIRST..LAST`, or one number alone. */
static bool read_range(const char *text, int64_t *first, int64_t *count) {
  int64_t last;
  int used = 0;
  if (sscanf(text, "%" SCNd64 "%n", first, &used) != 1 || *first < 0) return false;
  last = *first;
  text += used;
  if (*text != 0 && (sscanf(text, "..%" SCNd64 "%n", &last, &used) != 1 || text[used] != 0)) return false;
  if (last < *first || last == INT64_MAX) return false;
  *count = last - *first + 1;
  return true;
}

/* `(8,16)`; `(128,_)` leaves the columns open. */
static bool read_shape(const char *text, hd_show_request *ask) {
  hd_tuple shape;
  if (hd_parse_tuple(text, strlen(text), NULL, &shape) != HD_OK || shape.profile.leaves != 2 ||
      hd_rank(&shape.profile) != 2)
    return false;
  ask->rows = shape.value[0];
  ask->columns = hd_tuple_is_any(&shape, 1) ? 0 : shape.value[1];
  return ask->rows > 0 && ask->rows <= HD_SHOW_OWNERS && (ask->columns > 0 || hd_tuple_is_any(&shape, 1));
}

static bool read_names(const char *text, hd_show_request *ask) {
  for (ask->show.names = 0; ask->show.names < HD_SHOW_NAMES; ++text) {
    char *const name = ask->name[ask->show.names];
    const size_t length = strcspn(text, ",");
    if (length == 0 || length > HD_SHOW_LETTERS) return false;
    for (size_t k = 0; k < length; ++k)
      if (text[k] <= ' ' || text[k] > '~') return false;
    memcpy(name, text, length);
    name[length] = 0;
    ask->show.name[ask->show.names++] = name;
    text += length;
    if (*text == 0) return ask->show.names > 1;
  }
  return false;
}

static bool read_cells(const char *text, hd_show_request *ask) {
  static const char *const words[] = {"value",  "index",    "coordinate",  "none",   "owner",
                                      "thread", "register", "instruction", "address"};
  ask->cells_given = true;
  for (int k = 0; k < (int)(sizeof words / sizeof words[0]); ++k) {
    if (strcmp(text, words[k]) != 0) continue;
    ask->show.text = (hd_cell_text)k;
    return true;
  }
  return false;
}

static bool read_colour(const char *text, hd_show_request *ask) {
  static const char *const words[] = {"value", "thread", "warp", "register", "instruction"};
  int used = 0;
  ask->colour_given = true;
  for (int k = 0; k < (int)(sizeof words / sizeof words[0]); ++k)
    if (strcmp(text, words[k]) == 0) return ask->show.colour = HD_COLOUR_VALUE - k, true;
  return sscanf(text, "%d%n", &ask->show.colour, &used) == 1 && text[used] == 0 && ask->show.colour >= 0;
}

static bool read_rows(const char *text, hd_show_request *ask) {
  return read_range(text, &ask->window.row, &ask->window.rows);
}
static bool read_columns(const char *text, hd_show_request *ask) {
  return read_range(text, &ask->window.column, &ask->window.columns);
}
static bool read_thin(const char *text, hd_show_request *ask) {
  int used = 0;
  return sscanf(text, "%" SCNd64 "%n", &ask->window.thin, &used) == 1 && text[used] == 0 && ask->window.thin > 0;
}
static bool read_svg(const char *text, hd_show_request *ask) { return ask->svg = text, text[0] != 0; }

static const struct {
  const char *name, *what;
  bool (*read)(const char *text, hd_show_request *ask);
} options[] = {
    {"--svg", "a file's name, or - for the standard output", read_svg},
    {"--on", "a shape (ROWS,COLUMNS), COLUMNS may be _", read_shape},
    {"--cells", "value, index, coordinate or none, and of `tmem` owner, thread, register, instruction or address",
     read_cells},
    {"--colour", "value, or a mode counted from 0, and of `tmem` thread, warp, register or instruction", read_colour},
    {"--names", "two to four names of at most 7 characters, T,V", read_names},
    {"--rows", "FIRST..LAST, from 0 on and upwards", read_rows},
    {"--columns", "FIRST..LAST, from 0 on and upwards", read_columns},
    {"--thin", "a number of rows and columns, 1 or more", read_thin},
};

static bool push(hd_show_request *ask, char *word) {
  if (ask->words == HD_SHOW_WORDS) return false;
  ask->word[ask->words++] = word;
  return true;
}

/* An argument that is no option of `show`. `tmem plan ..` in one is three words: what the verb takes is taken apart by
 * the verb. */
static bool push_argument(hd_show_request *ask, char *text) {
  static const char blanks[] = " \t\n";
  if (ask->words > 0 || strncmp(text, "tmem", 4) != 0 || strchr(blanks, text[4]) == NULL) return push(ask, text);
  if (strlen(text) >= sizeof ask->cut) return false;
  char *at = strcpy(ask->cut, text);
  for (int k = 0; *at != 0 && k < 2; ++k) {
    char *const end = at + strcspn(at, blanks);
    if (!push(ask, at)) return false;
    at = end + strspn(end, blanks);
    *end = 0;
  }
  for (size_t end = strlen(at); end > 0 && strchr(blanks, at[end - 1]) != NULL; --end) at[end - 1] = 0;
  return *at == 0 || push(ask, at);
}

/* What stands where nothing else is asked for: owners, of a datapath elements. */
static void set_defaults(hd_show_request *ask) {
  const bool datapath = ask->tmem && ask->words > 1 && strcmp(ask->word[1], "datapath") == 0;
  if (ask->tmem && !ask->cells_given) ask->show.text = datapath ? HD_CELL_COORDINATE : HD_CELL_OWNER;
  if (ask->tmem && !ask->colour_given) ask->show.colour = datapath ? 0 : HD_COLOUR_THREAD;
  if (ask->lanes && ask->rows == 0) {
    ask->rows = 128;
    ask->show.row_name = "lane";
    ask->show.column_name = "column";
  }
  if (ask->rows > 0 && !ask->colour_given) ask->show.colour = 0;
}

/* Threads, registers and what moves them are known of tensor memory alone. */
static int check_words(const hd_show_request *ask) {
  if (ask->words == 0) return hd_complain_usage();
  if (ask->svg != NULL && strcmp(ask->svg, "-") == 0 && hd_answer_json() != NULL)
    return hd_complain(NULL, "--json and --svg - exclude each other");
  if (ask->tmem) {
    if (ask->words == 1) return wanted("tmem", "image, datapath or plan, and what these take");
    return ask->rows > 0 || ask->lanes ? wanted("tmem", "neither --on nor --tmem") : 0;
  }
  if (ask->words > 1) return hd_complain_usage();
  if (ask->show.text >= HD_CELL_OWNER) return wanted("--cells", "value, index, coordinate or none of a layout");
  return ask->show.colour <= HD_COLOUR_THREAD ? wanted("--colour", "value or a mode of a layout") : 0;
}

static bool is_switch(const char *text) { return strcmp(text, "--alone") == 0 || strcmp(text, "--tmem") == 0; }

/* The option's place in the table; -1: it is none of them. What a plan takes behind --cells is a layout. */
static int option_of(const hd_show_request *ask, const char *name, const char *value) {
  const bool plan = ask->words > 0 && strcmp(ask->word[0], "tmem") == 0 && strcmp(name, "--cells") == 0;
  if (plan && value != NULL && strpbrk(value, ":(") != NULL) return -1;
  for (int k = 0; k < (int)(sizeof options / sizeof options[0]); ++k)
    if (strcmp(options[k].name, name) == 0) return k;
  return -1;
}

int hd_show_request_read(int argc, char **argv, hd_show_request *ask) {
  const char *unknown = NULL;
  *ask = (hd_show_request){.show = {.colour = HD_COLOUR_VALUE}};
  for (int k = 1; k < argc; ++k) {
    const char *value = k + 1 < argc ? argv[k + 1] : NULL;
    const int option = option_of(ask, argv[k], value);
    if (ask->owns > HD_SHOW_WORDS - 2) return full(ask);
    if (is_switch(argv[k])) {
      *(argv[k][2] == 'a' ? &ask->alone : &ask->lanes) = true;
      ask->own[ask->owns++] = argv[k];
    } else if (option >= 0) {
      if (value == NULL) return wanted(argv[k], options[option].what);
      if (!options[option].read(value, ask)) return refused(argv[k], options[option].what, value);
      ask->own[ask->owns++] = argv[k++];
      ask->own[ask->owns++] = value;
    } else {
      if (unknown == NULL && hd_is_long_option(argv[k])) unknown = argv[k];
      if (!push_argument(ask, argv[k])) return full(ask);
    }
  }
  ask->tmem = ask->words > 0 && strcmp(ask->word[0], "tmem") == 0;
  if (unknown != NULL && !ask->tmem) return hd_unknown_option("show", unknown);
  const int code = check_words(ask);
  if (code != 0) return code;
  set_defaults(ask);
  return 0;
}

/* ---- the command, as it can be given again ---- */

static bool is_plain(const char *text) {
  return *text != 0 &&
         text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./,:+-=")] == 0;
}

/* A word as the shell reads it, in one line; `?>` would end the instruction that it stands in. Returns the end. */
static char *quote(char *to, const char *word) {
  *to++ = ' ';
  if (is_plain(word)) return strcpy(to, word) + strlen(word);
  *to++ = '\'';
  for (; *word != 0; ++word) {
    if (*word == '\'') to = strcpy(to, "'\\'") + 3;
    else if (*word == '>' && to[-1] == '?') to = strcpy(to, "''") + 2;
    *to++ = (char)((unsigned char)*word < ' ' ? ' ' : *word);
  }
  *to++ = '\'';
  *to = 0;
  return to;
}

char *hd_show_command(const hd_show_request *ask, const char *input) {
  static const char name[] = "heddle show";
  size_t room = sizeof name + 4 * strlen(input) + 4;
  for (int k = 0; k < ask->owns; ++k) room += 4 * strlen(ask->own[k]) + 4;
  char *const command = malloc(room);
  if (command == NULL) return NULL;
  char *to = strcpy(command, name) + strlen(name);
  for (int k = 0; k < ask->owns; ++k) {
    if (strcmp(ask->own[k], "--svg") == 0) ++k;
    else to = quote(to, ask->own[k]);
  }
  quote(to, input);
  return command;
}

/* ---- the input, in one line ---- */

/* Behind a comment: the end of its line. */
static const char *skip_comment(const char *text) { return text + strcspn(text, "\n"); }

char *hd_show_line(const char *text) {
  char *const line = malloc(strlen(text) + 1), *to = line;
  bool quoted = false;
  for (; line != NULL && *text != 0; ++text) {
    if (*text == '"') quoted = !quoted;
    if (*text == '#' && !quoted) text = skip_comment(text);
    if (*text == 0) break;
    *to++ = (char)(*text >= ' ' && *text <= '~' ? *text : ' ');
  }
  while (to > line && to[-1] == ' ') --to;
  if (line != NULL) *to = 0;
  return line;
}
