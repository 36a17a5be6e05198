/* JSON, written as it becomes known.
 *
 * Invariant: what has been written, followed by a hd_json_close for each open level, is one value of JSON; so whoever
 * gives up in the middle can still end it well. Well-formed UTF-8 is kept, control characters are escaped, and a byte
 * that is no UTF-8 is written as the character of the same number. An object in a list of the outermost object begins a
 * line.
 *
 * Nothing is reported when writing fails: the stream remembers it. */
#ifndef HEDDLE_PROOFS_JSON_H
#define HEDDLE_PROOFS_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { HD_JSON_DEPTH = 32 };

typedef struct hd_json {
  FILE *out;
  int depth;      /* how many objects and lists are open, HD_JSON_DEPTH at most */
  uint32_t lists; /* bit k: what is open at level k is a list */
  uint32_t begun; /* bit k: something stands in it */
} hd_json;

/* Opens the outermost object. */
void hd_json_start(hd_json *json, FILE *out);

/* Opens an object or a list: a member of that name, or where `name` is NULL an element of a list. So below, too. */
void hd_json_object(hd_json *json, const char *name);
void hd_json_list(hd_json *json, const char *name);
/* Closes what was opened last. */
void hd_json_close(hd_json *json);

void hd_json_text(hd_json *json, const char *name, const char *text);
void hd_json_bytes(hd_json *json, const char *name, const char *text, size_t length);
void hd_json_integer(hd_json *json, const char *name, int64_t number);
void hd_json_natural(hd_json *json, const char *name, uint64_t number);
void hd_json_boolean(hd_json *json, const char *name, bool truth);
/* A number however long: digits. */
void hd_json_digits(hd_json *json, const char *name, const char *digits);

/* A member unless the text is empty. */
void hd_json_some(hd_json *json, const char *name, const char *text);

/* A string by itself, quotes and all: for what has a form of its own. */
void hd_json_string(FILE *out, const char *text, size_t length);

#endif
