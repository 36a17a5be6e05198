/* `heddle fit 't<32, r<4: FORMULA'`: the layout of an index formula. */
#include "proofs/command.h"

#include "proofs/answer.h"
#include "proofs/diagnose.h"
#include "proofs/formula.h"
#include "proofs/input.h"

#include <stdio.h>
#include <string.h>

int hd_command_fit(int argc, char **argv) {
  hd_json *json = hd_answer_json();
  hd_error error;
  hd_layout layout;
  char printed[HD_TEXT_MAX], note[HD_FIT_NOTE_MAX];
  if (argc != 2) return hd_complain_usage();
  if (hd_is_long_option(argv[1])) return hd_unknown_option("fit", argv[1]);
  size_t length = strlen(argv[1]);
  hd_status status = hd_fit_formula(argv[1], length, &error, &layout, note);
  if (status != HD_OK) {
    hd_print_failure(NULL, argv[1], length, &error);
    return hd_exit_code(&error);
  }
  hd_print_layout(&layout, printed, sizeof printed);
  if (json != NULL) {
    hd_json_text(json, "formula", argv[1]);
    hd_json_text(json, "layout", printed);
  } else {
    puts(printed);
  }
  if (note[0] != 0) hd_note("%s", note);
  return 0;
}
