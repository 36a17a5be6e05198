/* Runs a verb of the command inside the fuzz target: what it says goes to memory, and no file is touched.
 *
 * Invariant: the texts are those of the last run, each ended by 0; exit codes are the four that there are, and who is
 * refused is told why. The streams that the C library gives are variables here, as they are in glibc. */
#ifndef HEDDLE_TESTS_FUZZ_SPOKEN_H
#define HEDDLE_TESTS_FUZZ_SPOKEN_H

#include "../../proofs/answer.h"
#include "demand.h"

#include <stdio.h>
#include <string.h>

enum { SPOKEN_WORDS = 24, SPOKEN_TEXT = 640 };

typedef struct spoken {
  char *text;
  size_t length, room;
  FILE *stream;
} spoken;

static spoken spoken_out, spoken_err;

static inline void spoken_start(spoken *to) {
  if (to->stream == NULL) to->stream = open_memstream(&to->text, &to->room);
  demand(to->stream != NULL);
  rewind(to->stream);
}

static inline void spoken_end(spoken *to) {
  to->length = (size_t)ftell(to->stream);
  fputc(0, to->stream);
  fflush(to->stream);
}

typedef int spoken_verb(int argc, char **argv);

/* The exit code. Words may be written to. */
static inline int spoken_say(spoken_verb *verb, const char *name, bool json, int count, char **word) {
  FILE *const out = stdout, *const err = stderr;
  spoken_start(&spoken_out);
  spoken_start(&spoken_err);
  stdout = spoken_out.stream;
  stderr = spoken_err.stream;
  hd_answer_start(name, json);
  const int code = verb(count, word);
  hd_answer_finish(code);
  stdout = out;
  stderr = err;
  spoken_end(&spoken_out);
  spoken_end(&spoken_err);
  demand(code >= 0 && code <= 3);
  return code;
}

/* The exit code, for people: who gets no answer is told why. */
static inline int spoken_run(spoken_verb *verb, const char *name, int count, char **word) {
  const int code = spoken_say(verb, name, false, count, word);
  demand(code == 0 || spoken_out.length + spoken_err.length > 0);
  demand(spoken_err.length == 0 || spoken_err.text[spoken_err.length - 1] == '\n');
  return code;
}

/* The bytes as words, apart at blanks, behind `first`; what is no text ends it. Returns how many. */
static inline int spoken_words(const uint8_t *data, size_t size, char text[SPOKEN_TEXT], char *word[SPOKEN_WORDS],
                               int first) {
  int count = first;
  size = size < SPOKEN_TEXT ? size : SPOKEN_TEXT - 1;
  memcpy(text, data, size);
  text[size] = 0;
  for (char *at = strtok(text, " "); at != NULL && count < SPOKEN_WORDS - 1; at = strtok(NULL, " ")) word[count++] = at;
  word[count] = NULL;
  return count;
}

/* ---- JSON ---- */

/* How many bytes the character of UTF-8 takes that begins here, but for forms longer than need be; 0: it is none. */
static inline int spoken_character(const char *at) {
  const unsigned char c = (unsigned char)*at;
  const int bytes = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
  if (c >= 0xF5 || (c >= 0x80 && c < 0xC2)) return 0;
  for (int k = 1; k < bytes; k++)
    if (((unsigned char)at[k] & 0xC0) != 0x80) return 0;
  return bytes;
}

/* The place behind a value of JSON, NULL where there is none: the grammar, strings in UTF-8, and nothing beyond. */
static inline const char *spoken_json_string(const char *at) {
  if (*at++ != '"') return NULL;
  while (*at != '"') {
    int bytes = spoken_character(at);
    if (*at == '\\' && at[1] != 0 && strchr("\"\\/bfnrt", at[1]) != NULL) bytes = 2;
    else if (*at == '\\') bytes = at[1] == 'u' && strspn(at + 2, "0123456789abcdefABCDEF") >= 4 ? 6 : 0;
    else if ((unsigned char)*at < 0x20) bytes = 0;
    if (bytes == 0) return NULL;
    at += bytes;
  }
  return at + 1;
}

static inline const char *spoken_json_scalar(const char *at) {
  static const char *const word[] = {"true", "false", "null"};
  if (*at == '"') return spoken_json_string(at);
  for (int k = 0; k < 3; k++)
    if (strncmp(at, word[k], strlen(word[k])) == 0) return at + strlen(word[k]);
  if (*at == '-') at++;
  const size_t digits = strspn(at, "0123456789");
  return digits > 0 && (digits == 1 || *at != '0') ? at + digits : NULL;
}

static inline const char *spoken_blanks(const char *at) { return at + strspn(at, " \n\t\r"); }

/* One value and blanks, without recursion: what is open is kept as its closing brackets. */
static inline bool spoken_is_json(const char *at) {
  char open[64];
  int depth = 0;
  for (bool more = true; more;) {
    at = spoken_blanks(at);
    if (depth > 0 && open[depth - 1] == '}') {
      at = spoken_json_string(at);
      if (at == NULL || *(at = spoken_blanks(at)) != ':') return false;
      at = spoken_blanks(at + 1);
    }
    if (*at == '{' || *at == '[') {
      if (depth == (int)sizeof open) return false;
      open[depth++] = *at == '{' ? '}' : ']';
      at = spoken_blanks(at + 1);
      if (*at != open[depth - 1]) continue;
    } else {
      at = spoken_json_scalar(at);
      if (at == NULL) return false;
      at = spoken_blanks(at);
    }
    while (depth > 0 && *at == open[depth - 1]) {
      at = spoken_blanks(at + 1);
      depth--;
    }
    more = depth > 0;
    if (more && *at++ != ',') return false;
  }
  return *at == 0;
}

/* The same for programs: one value of JSON, nothing else, and the exit code of `code`, which people got. */
static inline void spoken_run_json(spoken_verb *verb, const char *name, int count, char **word, int code) {
  char last[24];
  demand(spoken_say(verb, name, true, count, word) == code && spoken_err.length == 0);
  demand(spoken_is_json(spoken_out.text));
  const int length = snprintf(last, sizeof last, "\"exit\":%d}\n", code);
  demand(spoken_out.length > (size_t)length && strcmp(spoken_out.text + spoken_out.length - length, last) == 0);
}

#endif
