/* `heddle emit`: a plan as a header for kernels, to the standard output or into a file. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include "proofs/command.h"

#include "proofs/answer.h"
#include "proofs/builtin.h"
#include "proofs/diagnose.h"
#include "proofs/emit.h"
#include "proofs/output.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 1 << 16 };

typedef struct request {
  const char *name, *type, *file, *memory;
  int64_t under_way;
  bool table, store;
} request;

static bool is_identifier(const char *text) {
  const size_t length = strlen(text);
  if (length == 0 || length > HD_EMIT_NAME || isdigit((unsigned char)text[0])) return false;
  for (size_t k = 0; k < length; k++) {
    if (!isalnum((unsigned char)text[k]) && text[k] != '_') return false;
  }
  return true;
}

static int check(const request *asked, const hd_plan_ask *ask) {
  const char *type = asked->type == NULL ? "type" : asked->type;
  if (!is_identifier(asked->name))
    return hd_tmem_wanted_word("an identifier of C, of at most 64 letters, behind --name", asked->name);
  if (!is_identifier(type))
    return hd_tmem_wanted_word("an identifier of C, of at most 64 letters, behind --type", type);
  if (asked->type != NULL && ask->bits < 8) return hd_tmem_wanted_not("--bits 8, 16 or 32 with a --type", ask->bits);
  if (asked->memory != NULL && ask->bits < 8)
    return hd_tmem_wanted_not("--bits 8, 16 or 32 with a --memory", ask->bits);
  return hd_tmem_within("--under-way", 1, HD_PLAN_VALUES, asked->under_way);
}

/* ---- the plan as it was asked for ---- */

/* Appends a word behind a blank. False: there is no room. */
static bool append(char text[TEXT], const char *word) {
  const size_t used = strlen(text);
  const int length = snprintf(text + used, TEXT - used, "%s%s", used > 0 ? " " : "", word);
  return length >= 0 && (size_t)length < TEXT - used;
}

/* All words but those that say where to and under which name: the layout first, so that they read as one argument. */
static int write_down(const hd_plan_ask *ask, char text[TEXT]) {
  text[0] = 0;
  bool fits = ask->piece == NULL || append(text, ask->piece);
  for (int k = 1; k < ask->words; k++) {
    const char *word = ask->word[k];
    if (strcmp(word, "-o") == 0 || strcmp(word, "--name") == 0) k++;
    else if (word != ask->piece && strcmp(word, "--table") != 0) fits = fits && append(text, word);
  }
  bool plain = fits && strchr(text, '\'') == NULL && strstr(text, "*/") == NULL;
  for (const char *at = text; *at != 0; at++) plain = plain && !iscntrl((unsigned char)*at);
  return plain ? 0 : hd_tmem_wanted("a plan in one line, without ' and */, which the header can quote");
}

/* ---- where to ---- */

static hd_status write_to(FILE *to, bool table, const hd_emission *emission, hd_error *error) {
  return (table ? hd_emit_table : hd_emit_header)(to, emission, error);
}

static int write_file(const char *file, bool table, const hd_emission *emission) {
  hd_output output;
  hd_error error;
  const char *reason;
  if (!hd_output_open(file, &output, &reason)) return hd_complain_file(file, reason);
  const hd_status status = write_to(output.file, table, emission, &error);
  if (hd_output_close(&output, status == HD_OK, &reason)) return 0;
  return status != HD_OK ? hd_tmem_refuse(NULL, &error) : hd_complain_file(file, reason);
}

static int read_memory(const hd_plan_ask *ask, const hd_plan_outcome *out, const char *text, hd_emit_memory *memory) {
  hd_value value;
  hd_error error;
  hd_layout layout;
  const int code = hd_tmem_value(text, &value);
  if (code != 0) return code;
  hd_status status = hd_value_layout(&value, &error, &layout);
  error.position = 0;
  if (status != HD_OK) return hd_tmem_refuse(text, &error);
  status = hd_emit_place_memory(ask, out, &layout, &error, memory);
  return status == HD_OK ? 0 : hd_tmem_refuse(NULL, &error);
}

/* The whole text as a member, for programs. */
static int answer(hd_json *json, bool table, const hd_emission *emission) {
  hd_error error;
  char *text = NULL;
  size_t length;
  FILE *to = open_memstream(&text, &length);
  if (to == NULL) return hd_complain_memory();
  const hd_status status = write_to(to, table, emission, &error);
  const bool wrong = ferror(to) != 0;
  const bool closed = fclose(to) == 0 && !wrong;
  int code = status != HD_OK ? hd_tmem_refuse(NULL, &error) : closed && text != NULL ? 0 : hd_complain_memory();
  if (code == 0) hd_json_bytes(json, "text", text, length);
  free(text);
  return code;
}

int hd_command_emit(int argc, char **argv) {
  static hd_plan_ask ask;
  static hd_plan_outcome out;
  static hd_emit_memory memory;
  static char text[TEXT];
  hd_error error;
  request asked = {.name = "copy", .under_way = HD_PLAN_REGISTERS};
  const hd_tmem_option own[] = {{"--name", NULL, &asked.name, NULL},
                                {"--type", NULL, &asked.type, NULL},
                                {"-o", NULL, &asked.file, NULL},
                                {"--memory", NULL, &asked.memory, NULL},
                                {"--table", NULL, NULL, &asked.table},
                                {"--store", NULL, NULL, &asked.store},
                                {"--under-way", &asked.under_way, NULL, NULL}};
  int code = hd_plan_ask_read(argc, argv, own, (int)(sizeof own / sizeof own[0]), &ask);
  if (code == 0) code = check(&asked, &ask);
  if (code == 0) code = write_down(&ask, text);
  if (code != 0) return code;
  hd_plan_ask_all(&ask, &out);
  if (out.shape < 0) return hd_plan_ask_refuse(stderr, &ask, &out);
  if (asked.memory != NULL) code = read_memory(&ask, &out, asked.memory, &memory);
  if (code != 0) return code;
  const hd_emission emission = {.name = asked.name,
                                .type = asked.type,
                                .text = text,
                                .load = !asked.store,
                                .under_way = asked.under_way,
                                .ask = &ask,
                                .out = &out,
                                .memory = asked.memory == NULL ? NULL : &memory};
  hd_json *json = hd_answer_json();
  if (json != NULL) {
    hd_json_text(json, "name", asked.name);
    hd_json_text(json, "plan", text);
  }
  if (asked.file != NULL) {
    const int written = write_file(asked.file, asked.table, &emission);
    if (written == 0 && json != NULL) hd_json_text(json, "file", asked.file);
    return written;
  }
  if (json != NULL) return answer(json, asked.table, &emission);
  return write_to(stdout, asked.table, &emission, &error) == HD_OK ? 0 : hd_tmem_refuse(NULL, &error);
}
