/* A row is judged by its text first; where the text differs, by what the file allows and by the definition. */
#include "proofs/conform_judge.h"

#include "proofs/conform_list.h"
#include "proofs/definition.h"

#include <stdio.h>
#include <string.h>

/* A row being judged. */
typedef struct hd_trial {
  const hd_row *row;
  hd_rows rows;
  hd_value argument[HD_MAX_ARGUMENTS];
  hd_value answer;
  hd_status status;
  hd_error error;
} hd_trial;

static void pass(hd_judgement *judgement) { judgement->verdict = HD_PASSED; }

static void fail(hd_judgement *judgement, const char *why) {
  judgement->verdict = HD_FAILED;
  snprintf(judgement->why, sizeof judgement->why, "%s", why);
}

static void skip(hd_judgement *judgement, hd_skip reason) {
  judgement->verdict = HD_SKIPPED;
  judgement->skip = reason;
}

/* What cannot be judged is neither right nor wrong. */
static void leave_open(hd_judgement *judgement, const char *what, const char *why) {
  skip(judgement, HD_SKIP_OPEN);
  snprintf(judgement->why, sizeof judgement->why, "%s: %s", what, why);
}

/* A variant whose row in a main file was set aside. */
static void follow(hd_judgement *judgement) {
  skip(judgement, HD_SKIP_MAIN);
  snprintf(judgement->why, sizeof judgement->why, "another spelling of a row of a main file that was skipped");
}

/* ---- asking ---- */

/* The function of the language that answers an operation of the files. */
static const hd_builtin *builtin_of(const char *operation) {
  static const char *const other[][2] = {
      {"call", "evaluate"},   {"layout_eval", "evaluate"}, {"equal", "identical"},
      {"get_shape", "shape"}, {"get_stride", "stride"},    {"tuple_product", "size"},
  };
  for (size_t k = 0; k < sizeof other / sizeof other[0]; k++)
    if (strcmp(other[k][0], operation) == 0) operation = other[k][1];
  return hd_builtin_find(operation, strlen(operation));
}

static const char parse_prefix[] = "parse_";

static bool is_parse(const char *operation) { return strncmp(operation, parse_prefix, strlen(parse_prefix)) == 0; }

static bool is_known_parse(const char *operation) {
  hd_error error;
  hd_status status;
  return is_parse(operation) && hd_operand_parse(operation + strlen(parse_prefix), "", &error, &status);
}

/* What an operation takes is the question here, and the number of operands a part of it. */
static bool asks_about_kinds(const hd_row *row) {
  for (int k = 0; k < row->arguments; k++)
    if (hd_operand_names_kind(row->argument[k])) return true;
  return false;
}

const char *hd_row_problem(const hd_row *row, const char *line, size_t *column) {
  const hd_builtin *builtin = builtin_of(row->operation);
  bool is_unary = is_known_parse(row->operation) || hd_conform_is_list(row->operation);
  *column = (size_t)(row->operation - line);
  if (!builtin && !is_unary) return "there is no operation of this name";
  if (asks_about_kinds(row)) return NULL;
  int least = is_unary ? 1 : builtin->least, most = is_unary ? 1 : builtin->most;
  return row->arguments < least  ? "too few operands for this operation"
         : row->arguments > most ? "too many operands for this operation"
                                 : NULL;
}

static bool takes_path(const char *operation) {
  static const char *const those[] = {"get", "select", "size", "cosize", "rank", "depth"};
  for (size_t k = 0; k < sizeof those / sizeof those[0]; k++)
    if (strcmp(those[k], operation) == 0) return true;
  return false;
}

/* Reads the operands; false when one of them settles the row already. */
static bool read_operands(hd_trial *trial, hd_judgement *judgement) {
  const hd_row *row = trial->row;
  for (int k = 0; k < row->arguments; k++) {
    bool swap = strcmp(row->operation, "layout_eval") == 0 && row->arguments == 2; /* coordinate first */
    hd_value *value = &trial->argument[swap ? 1 - k : k];
    bool is_path = k > 0 && takes_path(row->operation);
    if (hd_operand_read(row->argument[k], is_path, &trial->error, value) == HD_OK) continue;
    hd_print_error(&trial->error, judgement->got, sizeof judgement->got);
    fail(judgement, "an operand is not understood");
    return false;
  }
  return true;
}

static void record(hd_trial *trial, hd_judgement *judgement) {
  if (trial->status == HD_OK) {
    judgement->outcome = HD_ANSWERED;
    hd_print_value(&trial->answer, judgement->got, sizeof judgement->got);
    return;
  }
  bool gave_up = trial->status == HD_UNDECIDED || trial->status == HD_CAPACITY || trial->status == HD_OVERFLOW;
  judgement->outcome = gave_up ? HD_GAVE_UP : HD_REFUSED;
  hd_print_error(&trial->error, judgement->got, sizeof judgement->got);
}

/* ---- judging ---- */

/* Whether the answer satisfies the definition; what cannot be judged does not pass, and is set aside. */
static bool is_right(hd_trial *trial, hd_judgement *judgement) {
  char why[HD_RULING_TEXT];
  hd_ruling ruling =
      hd_definition_holds(trial->row->operation, trial->argument, trial->row->arguments, &trial->answer, why);
  if (ruling == HD_RULING_HOLDS) return true;
  if (ruling == HD_RULING_OPEN) {
    leave_open(judgement, "the answer could not be judged", why);
    return false;
  }
  snprintf(judgement->why, sizeof judgement->why, "the answer breaks the definition: %s", why);
  judgement->verdict = HD_FAILED;
  return false;
}

/* A composition is answered exactly when an answer exists: whatever the file says, this must hold. */
static void settle_composition(hd_trial *trial, hd_judgement *judgement) {
  char why[HD_RULING_TEXT] = "";
  if (judgement->outcome == HD_ANSWERED) {
    judgement->settled = is_right(trial, judgement);
    return;
  }
  if (judgement->outcome != HD_REFUSED) return;
  hd_ruling ruling = hd_definition_composable(&trial->argument[0], &trial->argument[1], why);
  judgement->settled = ruling == HD_RULING_BROKEN;
  if (ruling == HD_RULING_HOLDS) fail(judgement, "refused, and an answer exists");
  if (ruling == HD_RULING_OPEN) leave_open(judgement, "refused, and whether an answer exists is open", why);
}

static void judge_main(hd_trial *trial, hd_judgement *judgement) {
  if (judgement->outcome != HD_ANSWERED) fail(judgement, "not answered");
  else if (hd_text_equal(judgement->got, trial->row->expected, trial->rows == HD_ROWS_MAIN)) pass(judgement);
  else fail(judgement, "prints otherwise");
}

/* Left inverses may differ where the layout has no values: both answers must satisfy the definition. */
static void judge_left_inverse(hd_trial *trial, const hd_value *expected, hd_judgement *judgement) {
  char why[HD_RULING_TEXT];
  if (!is_right(trial, judgement)) return;
  if (hd_definition_holds("left_inverse", trial->argument, 1, expected, why) == HD_RULING_HOLDS) pass(judgement);
  else fail(judgement, why);
}

static void judge_variant(hd_trial *trial, hd_judgement *judgement) {
  hd_value expected;
  hd_ruling same;
  char why[HD_RULING_TEXT] = "";
  if (judgement->outcome == HD_REFUSED && strstr(trial->row->notes, "=ERROR")) {
    pass(judgement);
  } else if (judgement->outcome != HD_ANSWERED) {
    fail(judgement, "not answered");
  } else if (hd_operand_read(trial->row->expected, false, &trial->error, &expected) != HD_OK) {
    fail(judgement, "the expected value is not understood");
  } else if ((same = hd_definition_same(&trial->answer, &expected, why)) == HD_RULING_HOLDS) {
    pass(judgement);
  } else if (strcmp(trial->row->operation, "left_inverse") == 0) {
    judge_left_inverse(trial, &expected, judgement);
  } else if (same == HD_RULING_OPEN) {
    leave_open(judgement, "the answers could not be compared", why);
  } else {
    fail(judgement, why);
  }
}

static void judge_errors(hd_trial *trial, hd_judgement *judgement) {
  if (judgement->outcome == HD_GAVE_UP) fail(judgement, "neither answered nor refused");
  else if (judgement->outcome == HD_REFUSED || is_right(trial, judgement)) pass(judgement);
}

static void judge_disputed(hd_trial *trial, hd_judgement *judgement) {
  bool is_layout = strncmp(trial->row->expected, "ERROR", 5) != 0;
  if (is_layout && judgement->outcome == HD_ANSWERED && hd_text_equal(judgement->got, trial->row->expected, true))
    fail(judgement, "answered with the wrong answer that is disputed");
  else judge_errors(trial, judgement);
}

/* ---- recorded answers that are wrong ---- */

/* CuTe rounds a tile that does not come out even leaf by leaf, and then prints a layout that is not A's, or moves that
 * are not those of the complement. Most such rows stand in the disputed files; these do not. */
static const struct {
  const char *operation, *a, *b, *expected;
} disproved[] = {
    {"logical_divide", "((4,(5,2))):((1,(8,4)))", "(8)", "(((4,2),(3,2))):(((1,8),(16,4)))"},
    {"logical_divide", "(1,4,(12,2)):(1,24,(0,1))", "[1:1;2:1;8:1]",
     "((1,1),(2,2),(8,(2,2))):((1,1),(24,48),(0,(0,1)))"},
    {"logical_divide", "S<1,4,2> o 16 o (2,5,4):(15,1,60)", "(2):(2)",
     "S<1,4,2> o 16 o ((2),(2,(3,4))):((1),(15,(2,60)))"},
    {"flat_divide", "(1,3,2,2):(12,2,6,1)", "(4,1):(1,6)", "(4,1,2,2):(2,1,8,1)"},
    {"zipped_product", "(4,4):(4,1)", "[(4):(3);(10):(8)]", "((4,4),(((2,2)),(10))):((4,1),(((3,16)),(32)))"},
    {"zipped_product", "((1),3,4):((1),1,3)", "[7:1;(3):(1);(10):(2)]",
     "(((1),3,4),(7,(3),((2,5)))):(((1),1,3),(1,(3),((2,12))))"},
    {"tiled_product", "((4)):((5))", "[(6):(4)]", "(((4)),((2,3))):(((5)),((4,20)))"},
    {"tiled_product", "(((8),2)):(((6),3))", "[(4):(2)]", "((((8),2)),((2,2))):((((6),3)),((2,48)))"},
};

/* Two answers are right, and two implementations print one each: these rows are judged as variants are. */
static const struct {
  const char *operation, *a, *expected;
} otherwise[] = {
    {"left_inverse", "((3,7)):((0,0))", "21:0"},
    {"left_inverse", "(4):(0)", "4:0"},
};

static bool is_spelled_otherwise(const hd_row *row) {
  for (size_t k = 0; k < sizeof otherwise / sizeof otherwise[0]; k++)
    if (row->arguments == 1 && strcmp(row->operation, otherwise[k].operation) == 0 &&
        strcmp(row->argument[0], otherwise[k].a) == 0 && strcmp(row->expected, otherwise[k].expected) == 0)
      return true;
  return false;
}

static bool is_listed(const hd_row *row) {
  for (size_t k = 0; k < sizeof disproved / sizeof disproved[0]; k++)
    if (row->arguments == 2 && strcmp(row->operation, disproved[k].operation) == 0 &&
        strcmp(row->argument[0], disproved[k].a) == 0 && strcmp(row->argument[1], disproved[k].b) == 0 &&
        strcmp(row->expected, disproved[k].expected) == 0)
      return true;
  return false;
}

/* A failed row whose recorded answer is listed as wrong is set aside, if it is shown to be wrong here and now. */
static void try_to_disprove(hd_trial *trial, hd_judgement *judgement) {
  hd_value expected;
  char why[HD_RULING_TEXT];
  if (judgement->verdict != HD_FAILED || judgement->outcome == HD_GAVE_UP || !is_listed(trial->row)) return;
  if (hd_operand_read(trial->row->expected, false, &trial->error, &expected) != HD_OK) return;
  hd_judgement aside = *judgement;
  if (judgement->outcome == HD_ANSWERED && !is_right(trial, &aside)) return;
  if (hd_definition_holds(trial->row->operation, trial->argument, trial->row->arguments, &expected, why) !=
      HD_RULING_BROKEN)
    return;
  skip(judgement, HD_SKIP_DISPROVED);
  snprintf(judgement->why, sizeof judgement->why, "the recorded answer breaks the definition: %s", why);
}

/* `parse_KIND TEXT`: the reader of that kind must refuse the text. */
static void judge_parse(const hd_row *row, hd_judgement *judgement) {
  const char *text = strcmp(row->argument[0], "\"\"") == 0 ? "" : row->argument[0];
  hd_error error;
  hd_status status;
  (void)hd_operand_parse(row->operation + strlen(parse_prefix), text, &error, &status);
  if (status == HD_OK) {
    judgement->outcome = HD_ANSWERED;
    fail(judgement, "accepted");
  } else {
    judgement->outcome = HD_REFUSED;
    hd_print_error(&error, judgement->got, sizeof judgement->got);
    pass(judgement);
  }
}

/* Answers that are no values are compared by their text; where the others refuse, so must Heddle. */
static bool judge_list(hd_trial *trial, hd_judgement *judgement) {
  if (!hd_conform_list(trial->row, &trial->error, &trial->status, judgement->got)) return false;
  bool refused = trial->status != HD_OK;
  judgement->outcome = refused ? HD_REFUSED : HD_ANSWERED;
  if (refused) hd_print_error(&trial->error, judgement->got, sizeof judgement->got);
  if (trial->rows == HD_ROWS_ERRORS ? refused : !refused && strcmp(judgement->got, trial->row->expected) == 0)
    pass(judgement);
  else fail(judgement, refused ? "not answered" : "answered otherwise");
  return true;
}

void hd_judge(const hd_row *row, hd_rows rows, const hd_verdict *in_main, hd_judgement *judgement) {
  hd_trial trial = {.row = row, .rows = rows};
  judgement->outcome = HD_NOT_ASKED;
  judgement->settled = false;
  judgement->got[0] = judgement->why[0] = 0;
  if (is_parse(row->operation)) {
    judge_parse(row, judgement);
    return;
  }
  if (judge_list(&trial, judgement)) return;
  const hd_builtin *builtin = builtin_of(row->operation);
  if (!read_operands(&trial, judgement)) return;
  trial.status = hd_builtin_call(builtin, trial.argument, row->arguments, &trial.error, &trial.answer);
  record(&trial, judgement);
  if (rows == HD_ROWS_VARIANT && in_main) {
    if (*in_main == HD_PASSED) pass(judgement);
    else if (*in_main == HD_SKIPPED) follow(judgement);
    else fail(judgement, "the row of a main file with these operands failed");
  } else if (rows == HD_ROWS_VARIANT || is_spelled_otherwise(row)) {
    judge_variant(&trial, judgement);
  } else if (rows == HD_ROWS_ERRORS) {
    judge_errors(&trial, judgement);
  } else if (rows == HD_ROWS_DISPUTED) {
    judge_disputed(&trial, judgement);
  } else {
    judge_main(&trial, judgement);
  }
  try_to_disprove(&trial, judgement);
  if (strcmp(row->operation, "composition") == 0 && row->arguments == 2 && judgement->verdict == HD_PASSED)
    settle_composition(&trial, judgement);
}
