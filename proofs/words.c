/* Arguments taken apart: the texts are copied, ends of words cut into the copy, and the places kept. */
#include "proofs/words.h"

#include "proofs/answer.h"
#include "proofs/diagnose.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static struct {
  char cut[HD_WORDS_TEXT];
  size_t used;
  int texts;
  const char *text[HD_WORDS];
  size_t begin[HD_WORDS]; /* where in `cut` */
} apart;

static bool is_option(const char *text) { return text[0] == '-' && text[1] == '-' && isalpha((unsigned char)text[2]); }

/* Where the next option's name begins, at `from` or behind a blank; the end where there is none. */
static size_t next_option(const char *text, size_t from) {
  for (size_t k = from; text[k] != 0; k++) {
    if (is_option(text + k) && (k == 0 || isspace((unsigned char)text[k - 1]))) return k;
  }
  return strlen(text);
}

static bool is_several(const char *text) {
  const size_t option = next_option(text, 0);
  return text[option] != 0 && (option > 0 || strpbrk(text, " \t\n") != NULL);
}

/* The word at cut[begin..end) without the blanks round it; nothing where only blanks are. */
static bool push(size_t begin, size_t end, int *count, char **word) {
  while (begin < end && isspace((unsigned char)apart.cut[begin])) begin++;
  while (begin < end && isspace((unsigned char)apart.cut[end - 1])) end--;
  if (begin == end) return true;
  if (*count == HD_WORDS) return false;
  apart.cut[end] = 0;
  word[(*count)++] = &apart.cut[begin];
  return true;
}

static bool take_apart(const char *text, int *count, char **word) {
  const size_t length = strlen(text), base = apart.used;
  bool fits = length < HD_WORDS_TEXT - base;
  if (!fits) return false;
  memcpy(apart.cut + base, text, length + 1);
  apart.used += length + 1;
  apart.text[apart.texts] = text;
  apart.begin[apart.texts++] = base;
  for (size_t at = 0, end; fits && at < length; at = end) {
    end = is_option(text + at) ? at + strcspn(text + at, " \t\n") : next_option(text, at);
    fits = push(base + at, base + end, count, word);
    end += strspn(text + end, " \t\n");
  }
  return fits;
}

bool hd_words(int argc, char **argv, int *count, char *word[HD_WORDS]) {
  bool fits = true;
  apart.used = 0;
  apart.texts = 0;
  *count = 0;
  for (int k = 0; k < argc && fits; k++) {
    fits = *count < HD_WORDS && apart.texts < HD_WORDS;
    if (fits && k > 0 && is_several(argv[k])) fits = take_apart(argv[k], count, word);
    else if (fits) word[(*count)++] = argv[k];
  }
  if (!fits) (void)hd_complain(NULL, "at most %d words of %d bytes together are taken", HD_WORDS, HD_WORDS_TEXT);
  return fits;
}

void hd_words_point(const char *word) {
  for (int k = 0; k < apart.texts; k++) {
    const size_t end = k + 1 < apart.texts ? apart.begin[k + 1] : apart.used;
    for (size_t at = apart.begin[k]; at < end; at++) {
      if (apart.cut + at != word) continue;
      if (hd_answer_json() != NULL) return;
      hd_print_caret(stderr, apart.text[k], strlen(apart.text[k]), at - apart.begin[k], 2);
      return;
    }
  }
}
