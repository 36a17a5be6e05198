/* The answer's frame, and what was wrong. */
#include "proofs/answer.h"

#include "proofs/diagnose.h"
#include "proofs/help.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGE = 2 * HD_TEXT_MAX };

/* A complaint, or where there is no code a note, with its texts behind it. */
typedef struct hd_kept {
  struct hd_kept *next;
  hd_complaint complaint;
  char text[];
} hd_kept;

/* Of the process, as its standard output is. */
static struct {
  const char *verb;
  bool for_programs;
  hd_json json;
  hd_kept *first, **last;
} answer;

void hd_answer_start(const char *verb, bool json) {
  answer.verb = verb;
  answer.for_programs = json;
  answer.first = NULL;
  answer.last = &answer.first;
  if (!json) return;
  hd_json_start(&answer.json, stdout);
  hd_json_integer(&answer.json, "heddle", HD_JSON_VERSION);
  hd_json_text(&answer.json, "verb", verb);
}

hd_json *hd_answer_json(void) { return answer.for_programs ? &answer.json : NULL; }
const char *hd_answer_verb(void) { return answer.verb == NULL ? "" : answer.verb; }

/* ---- what was wrong ---- */

/* Copies a text behind those that are kept already. */
static const char *take(char **to, const char *text) {
  if (text == NULL) return NULL;
  char *copy = *to;
  *to += strlen(text) + 1;
  return memcpy(copy, text, strlen(text) + 1);
}

static size_t room_for(const char *text) { return text == NULL ? 0 : strlen(text) + 1; }

bool hd_answer_keep(const hd_complaint *complaint) {
  if (!answer.for_programs) return false;
  hd_kept *kept = malloc(sizeof *kept + room_for(complaint->code) + room_for(complaint->message) +
                         room_for(complaint->input) + room_for(complaint->hint));
  if (kept == NULL) return false;
  char *to = kept->text;
  kept->next = NULL;
  kept->complaint = *complaint;
  kept->complaint.code = take(&to, complaint->code);
  kept->complaint.message = take(&to, complaint->message);
  kept->complaint.input = take(&to, complaint->input);
  kept->complaint.hint = take(&to, complaint->hint);
  *answer.last = kept;
  answer.last = &kept->next;
  return true;
}

static void print_text(const char *text) { hd_print_plain(stderr, text, strlen(text)); }

/* `heddle VERB: [INPUT: ]MESSAGE`, and the hint. */
static int say(const hd_complaint *complaint) {
  if (hd_answer_keep(complaint)) return 2;
  fflush(stdout);
  fprintf(stderr, "heddle%s%s: ", *hd_answer_verb() == 0 ? "" : " ", hd_answer_verb());
  if (complaint->input != NULL) {
    print_text(complaint->input);
    fputs(": ", stderr);
  }
  print_text(complaint->message);
  putc('\n', stderr);
  if (complaint->hint != NULL) fprintf(stderr, "  hint: %s\n", complaint->hint);
  return 2;
}

int hd_complain(const char *hint, const char *format, ...) {
  char message[MESSAGE];
  va_list list;
  va_start(list, format);
  vsnprintf(message, sizeof message, format, list);
  va_end(list);
  return say(&(hd_complaint){.code = "usage", .message = message, .hint = hint});
}

int hd_complain_file(const char *file, const char *reason) {
  return say(&(hd_complaint){.code = "file", .message = reason, .input = file});
}

int hd_complain_memory(void) { return say(&(hd_complaint){.code = "memory", .message = "there is not enough memory"}); }

int hd_complain_usage(void) {
  char usage[MESSAGE];
  const hd_verb *verb = hd_verb_find(hd_answer_verb());
  snprintf(usage, sizeof usage, "usage: heddle %s %s", hd_answer_verb(), verb == NULL ? "" : verb->arguments);
  if (hd_answer_keep(&(hd_complaint){.code = "usage", .message = usage})) return 2;
  fflush(stdout);
  fprintf(stderr, "%s\n  heddle help %s says what it does\n", usage, hd_answer_verb());
  return 2;
}

const char *hd_plural(int64_t number) { return number == 1 ? "" : "s"; }

void hd_note(const char *format, ...) {
  char message[MESSAGE];
  va_list list;
  va_start(list, format);
  vsnprintf(message, sizeof message, format, list);
  va_end(list);
  if (hd_answer_keep(&(hd_complaint){.message = message})) return;
  fflush(stdout);
  fprintf(stderr, "note: %s\n", message);
}

/* ---- the end ---- */

static void print_complaint(const hd_complaint *complaint) {
  hd_json *json = &answer.json;
  hd_json_object(json, NULL);
  hd_json_text(json, "code", complaint->code);
  hd_json_text(json, "message", complaint->message);
  if (complaint->input != NULL) hd_json_text(json, "input", complaint->input);
  if (complaint->line > 0) hd_json_integer(json, "line", complaint->line);
  if (complaint->line > 0) hd_json_integer(json, "column", complaint->column);
  if (complaint->hint != NULL) hd_json_text(json, "hint", complaint->hint);
  hd_json_close(json);
}

void hd_answer_finish(int code) {
  if (!answer.for_programs) return;
  while (answer.json.depth > 1) hd_json_close(&answer.json);
  for (int notes = 0; notes < 2; notes++) {
    hd_json_list(&answer.json, notes ? "notes" : "errors");
    for (const hd_kept *kept = answer.first; kept != NULL; kept = kept->next) {
      if ((kept->complaint.code == NULL) != notes) continue;
      if (notes) hd_json_text(&answer.json, NULL, kept->complaint.message);
      else print_complaint(&kept->complaint);
    }
    hd_json_close(&answer.json);
  }
  hd_json_integer(&answer.json, "exit", code);
  hd_json_close(&answer.json);
  putchar('\n');
  for (hd_kept *kept = answer.first, *next; kept != NULL; kept = next) {
    next = kept->next;
    free(kept);
  }
  answer.for_programs = false;
}
