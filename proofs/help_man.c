/* The table of verbs as a manual page, heddle(1). */
#include "proofs/help.h"

#include <string.h>

#ifndef HEDDLE_VERSION
#define HEDDLE_VERSION "unversioned"
#endif

/* A text in roff: what would begin a request, an escape or a hyphen that may break is written otherwise. */
static void print_text(FILE *out, const char *text, size_t length) {
  for (size_t k = 0; k < length; k++) {
    const char c = text[k];
    if (k == 0 && (c == '.' || c == '\'')) fputs("\\&", out);
    switch (c) {
      case '\\': fputs("\\e", out); break;
      case '-': fputs("\\-", out); break;
      case '\'': fputs("\\(aq", out); break;
      case '`': fputs("\\(ga", out); break;
      case '^': fputs("\\(ha", out); break;
      case '~': fputs("\\(ti", out); break;
      case '"': fputs("\\(dq", out); break;
      default: putc(c, out);
    }
  }
}

static void print_word(FILE *out, const char *text) { print_text(out, text, strlen(text)); }

/* Paragraphs; lines that begin with two blanks stand as they are. */
static void print_paragraphs(FILE *out, const char *text) {
  bool as_it_is = false;
  while (*text != 0) {
    const size_t length = strcspn(text, "\n");
    const bool line = strncmp(text, "  ", 2) == 0;
    if (line != as_it_is) fputs(line ? ".PP\n.nf\n" : ".fi\n.PP\n", out);
    as_it_is = line;
    print_text(out, text, length);
    putc('\n', out);
    text += length + (text[length] == '\n');
    if (*text != 0 && !line && strncmp(text, "  ", 2) != 0) fputs(".PP\n", out);
  }
  if (as_it_is) fputs(".fi\n", out);
}

static void print_options(FILE *out, const hd_option *option) {
  for (; option != NULL && option->name != NULL; option++) {
    fputs(".TP\n.B ", out);
    print_word(out, option->name);
    if (option->argument != NULL) {
      fputs(" \\fI", out);
      print_word(out, option->argument);
      fputs("\\fR", out);
    }
    putc('\n', out);
    print_word(out, option->meaning);
    putc('\n', out);
  }
}

static void print_verb(FILE *out, const hd_verb *verb) {
  fputs(".SS \"heddle ", out);
  print_word(out, verb->name);
  putc(' ', out);
  print_word(out, verb->arguments);
  fputs("\"\n", out);
  print_paragraphs(out, verb->text);
  print_options(out, verb->options);
  if (verb->examples == NULL) return;
  fputs(".PP\n.nf\n", out);
  for (const char *at = verb->examples; *at != 0; at += strcspn(at, "\n") + 1) {
    fputs("    ", out);
    print_text(out, at, strcspn(at, "\n"));
    putc('\n', out);
  }
  fputs(".fi\n", out);
}

void hd_help_as_man(FILE *out) {
  const hd_verb *verb;
  fputs(".\\\" Written by heddle help \\-\\-format man.\n"
        ".TH HEDDLE 1 \"\" \"heddle " HEDDLE_VERSION "\" \"User Commands\"\n"
        ".SH NAME\nheddle \\- exact answers about layouts\n"
        ".SH SYNOPSIS\n.B heddle\n.I VERB\n[\\fIOPTION\\fR]...\n[\\fIARGUMENT\\fR]...\n.br\n"
        ".B heddle help\n[\\fIVERB\\fR]\n.br\n.B heddle \\-\\-version\n"
        ".SH DESCRIPTION\n"
        "A layout sends a coordinate to an index. Heddle composes, divides, inverts and compares such functions "
        "exactly,\nmodels the tensor memory of Blackwell GPUs as one more layout, and decides claims about them.\n"
        ".SH VERBS\n",
        out);
  for (int k = 0; (verb = hd_verb_at(k)) != NULL; k++) print_verb(out, verb);
  fputs(".SH \"OPTIONS OF ALL VERBS\"\n", out);
  print_options(out, hd_options_of_all);
  fputs(".SH LANGUAGE\n", out);
  print_paragraphs(out, hd_topics[0].text);
  fputs(".SH \"EXIT STATUS\"\n", out);
  for (int code = 0; code < HD_EXIT_CODES; code++) {
    fprintf(out, ".TP\n.B %d\n", code);
    print_word(out, hd_exit_meanings[code]);
    putc('\n', out);
  }
  fputs(".PP\nOf several codes the first in the order 2, 1, 3, 0.\n"
        ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nWhere it is set, pictures have no colours.\n"
        ".TP\n.B COLUMNS\nHow wide a picture may be.\n",
        out);
}
