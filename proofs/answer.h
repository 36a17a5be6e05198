/* To whom is the answer given, people or programs; and what was wrong?
 *
 * Invariant: for people the answer is text on the standard output and what is wrong goes to the standard error as it is
 * met. For programs (--json) the standard output is one object, {"heddle":1,"verb":..}, into which a verb writes its
 * members, and which ends in "errors", "notes" and "exit", whatever has happened; the standard error stays empty,
 * unless memory is short. docs/json.md lists the members.
 *
 * One answer a process, as there is one standard output. Where none was started, text is what is wanted. */
#ifndef HEDDLE_PROOFS_ANSWER_H
#define HEDDLE_PROOFS_ANSWER_H

#include "../algebra/algebra.h"
#include "json.h"

/* The version of what docs/json.md describes. A member that is added leaves it as it is. */
enum { HD_JSON_VERSION = 1 };

/* `verb` is the verb as it is called, "eval", "tmem plan"; it must stay valid. */
void hd_answer_start(const char *verb, bool json);
/* The object to write members into; NULL where text is wanted. */
hd_json *hd_answer_json(void);
const char *hd_answer_verb(void);
/* Closes what is open, and the object. Without effect on text. */
void hd_answer_finish(int code);

/* What is wrong. A text may be NULL, where there is nothing to say. */
typedef struct hd_complaint {
  const char *code;    /* a status's name, or "usage", "file", "memory", "output" */
  const char *message; /* what is wrong */
  const char *input;   /* the file or the expression */
  int line, column;    /* the place in it, from 1; 0: none */
  const char *hint;    /* what may help */
} hd_complaint;

/* Keeps a complaint for the object's end; false where text is wanted, or there is no memory: then print it. */
bool hd_answer_keep(const hd_complaint *complaint);

/* Says what is wrong: `heddle VERB: MESSAGE`, and the hint, unless that is NULL. The code is "usage". Returns 2, the
 * exit code. */
int hd_complain(const char *hint, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same of a file, `heddle VERB: FILE: REASON`. */
int hd_complain_file(const char *file, const char *reason);
/* The same where there is no memory. */
int hd_complain_memory(void);
/* How the verb is called; its usage. Returns 2. */
int hd_complain_usage(void);

/* What a noun ends in behind a number: nothing behind 1, else "s". */
const char *hd_plural(int64_t number);

/* Something worth knowing beside an answer: `note: ..` on the standard error, or one of the object's "notes". */
void hd_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
