/* `heddle convert --to DIALECT 'EXPR'...`: the same layout as another tool writes it, and the proof that it is. */
#include "proofs/command.h"

#include "algebra/convert.h"
#include "proofs/answer.h"
#include "proofs/diagnose.h"
#include "proofs/expression.h"
#include "proofs/input.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct request {
  hd_dialect to;
  bool quiet;
  hd_axis mode[HD_MAX_LEAVES], axis[HD_MAX_LEAVES];
  hd_tuple shape;
  hd_conversion how;
} request;

/* ---- options ---- */

/* `lane,register`. False where one is no name. */
static bool read_names(const char *text, hd_axis name[HD_MAX_LEAVES], int *count) {
  *count = 0;
  for (;;) {
    size_t length = strcspn(text, ",");
    if (*count == HD_MAX_LEAVES || !hd_axis_from_name(text, length, &name[*count])) return false;
    ++*count;
    if (text[length] == 0) return true;
    text += length + 1;
  }
}

static bool read_order(const char *text, hd_order *order) {
  *order = strcmp(text, "first") == 0 ? HD_FIRST_FASTEST : HD_LAST_FASTEST;
  return *order == HD_FIRST_FASTEST || strcmp(text, "last") == 0;
}

static bool read_shape(const char *text, request *wanted) {
  wanted->how.shape = &wanted->shape;
  return hd_parse_tuple(text, strlen(text), NULL, &wanted->shape) == HD_OK;
}

/* The value of one option. False where it has another form. */
static bool read_option(const char *option, const char *value, request *wanted) {
  hd_conversion *how = &wanted->how;
  if (strcmp(option, "--to") == 0) return hd_dialect_from_name(value, strlen(value), &wanted->to);
  if (strcmp(option, "--order") == 0) return read_order(value, &how->order);
  if (strcmp(option, "--shape") == 0) return read_shape(value, wanted);
  if (strcmp(option, "--modes") == 0) return how->mode = wanted->mode, read_names(value, wanted->mode, &how->modes);
  return how->axis = wanted->axis, read_names(value, wanted->axis, &how->axes);
}

/* What the value of an option may be; NULL: there is no such option. */
static const char *value_hint(const char *option) {
  static const struct {
    const char *name, *hint;
  } options[] = {{"--to", "cute, cute_ir, tirx or triton"},
                 {"--modes", "names separated by commas: lane,register"},
                 {"--axes", "names separated by commas: laneid,warpid"},
                 {"--shape", "a shape: '(16,8)'"},
                 {"--order", "first or last"}};
  for (size_t k = 0; k < sizeof options / sizeof options[0]; k++)
    if (strcmp(options[k].name, option) == 0) return options[k].hint;
  return NULL;
}

/* Reads the options, and moves what they leave to the front of argv. False, with the reason printed. */
static bool read_request(int argc, char **argv, request *wanted, int *inputs) {
  int no_options = 0;
  bool to = false;
  *inputs = 0;
  memset(wanted, 0, sizeof *wanted);
  for (int k = 1; k < argc; k++) {
    hd_argument kind = hd_argument_kind(argv[k], &no_options);
    if (kind == HD_ARGUMENT_OPTION && argv[k][1] != '-') kind = HD_ARGUMENT_FILE; /* `-1`, ` - lane=1 -> ..` */
    if (kind == HD_ARGUMENT_FILE) argv[(*inputs)++] = argv[k];
    if (kind != HD_ARGUMENT_OPTION) continue;
    if (strcmp(argv[k], "--quiet") == 0) {
      wanted->quiet = true;
    } else if (value_hint(argv[k]) == NULL) {
      hd_unknown_option("convert", argv[k]);
      return false;
    } else if (k + 1 == argc || !read_option(argv[k], argv[k + 1], wanted)) {
      if (k + 1 == argc) hd_complain(value_hint(argv[k]), "%s wants a value", argv[k]);
      else hd_complain(value_hint(argv[k]), "%s does not take `%s`", argv[k], argv[k + 1]);
      return false;
    } else {
      to |= strcmp(argv[k++], "--to") == 0;
    }
  }
  if (!to || *inputs == 0) hd_complain_usage();
  return to && *inputs > 0;
}

/* ---- values ---- */

static hd_status refuse_value(const char *reason, hd_error *error) {
  return hd_fail(error, HD_MISMATCH, "convert", reason);
}

/* What the language evaluates to, as what a dialect states. */
static hd_status state(const hd_value *value, hd_error *error, hd_stated *stated) {
  memset(stated, 0, sizeof *stated);
  switch (value->kind) {
    case HD_KIND_TUPLE:
      stated->kind = HD_STATED_TUPLE;
      hd_tuple_copy(&stated->as.tuple, &value->as.tuple);
      break;
    case HD_KIND_TILER:
      stated->kind = HD_STATED_TILER;
      stated->as.tiler = value->as.tiler;
      break;
    case HD_KIND_SWIZZLE:
      if (value->as.composed.steps > 1) return refuse_value("several swizzles are converted before a layout", error);
      stated->kind = HD_STATED_SWIZZLE;
      stated->swizzle = value->as.composed.step[0].swizzle;
      break;
    case HD_KIND_LAYOUT:
      stated->kind = HD_STATED_LAYOUT;
      hd_composed_plain(&value->as.layout, &stated->as.layout);
      break;
    case HD_KIND_COMPOSED:
      stated->kind = HD_STATED_LAYOUT;
      hd_composed_copy(&stated->as.layout, &value->as.composed);
      break;
    case HD_KIND_PLACEMENT:
      stated->kind = HD_STATED_PLACEMENT;
      hd_placement_copy(&stated->as.placement, &value->as.placement);
      break;
    case HD_KIND_LINEAR:
      stated->kind = HD_STATED_LINEAR;
      hd_linear_copy(&stated->as.linear, &value->as.linear);
      break;
    default: return refuse_value("a layout, placement, tuple, tiler or swizzle is converted, and this is none", error);
  }
  return HD_OK;
}

/* Whether a text is one that the language does not have. */
static bool is_foreign(const char *text, size_t length) {
  hd_dialect dialect = hd_recognise_dialect(text, length);
  return dialect == HD_DIALECT_CUTE_IR || dialect == HD_DIALECT_TRITON || strstr(text, "ptr[") != NULL ||
         strstr(text, "Layout(") != NULL;
}

static hd_status read_value(const char *text, size_t length, hd_error *error, hd_stated *stated) {
  hd_value value;
  if (is_foreign(text, length)) return hd_parse_stated(text, length, error, stated);
  hd_status status = hd_expression_value(text, length, error, &value);
  return status == HD_OK ? state(&value, error, stated) : status;
}

/* ---- notes ---- */

static void list_names(const hd_dimensions *in, char *text, size_t room) {
  char name[HD_AXIS_TEXT];
  text[0] = 0;
  for (int k = 0; k < in->count; k++) {
    const size_t used = strlen(text);
    hd_axis_text(in->name[k], name);
    snprintf(text + used, room - used, "%s%s", k > 0 ? ", " : "", &name[1]);
  }
}

/* Whether any is called otherwise than by default. */
static bool has_names(const hd_dimensions *in) {
  for (int k = 0; k < in->count; k++)
    if (in->name[k] != hd_dimension_standard(k)) return true;
  return false;
}

/* What the text alone does not say: in which order integers count, and what the modes were called. */
static void print_notes(const hd_stated *from, const hd_stated *made, const request *wanted) {
  hd_tuple shape;
  char text[HD_TEXT_MAX];
  const hd_placement *placement = made->kind == HD_STATED_PLACEMENT   ? &made->as.placement
                                  : from->kind == HD_STATED_PLACEMENT ? &from->as.placement
                                                                      : NULL;
  if (placement != NULL && from->kind != made->kind && hd_stated_shape(from, &wanted->how, NULL, &shape) == HD_OK) {
    hd_print_tuple(&shape, text, sizeof text);
    hd_note("the tensor has shape %s; S%s[..] counts its %s mode fastest%s", text,
            placement->order == HD_LAST_FASTEST ? "" : "colex", placement->order == HD_LAST_FASTEST ? "last" : "first",
            placement->order == HD_FIRST_FASTEST ? ""
            : made->kind == HD_STATED_PLACEMENT  ? ", unlike what it was converted from"
                                                 : ", unlike what it is converted to");
  }
  if (from->kind == HD_STATED_LINEAR && made->kind != HD_STATED_LINEAR && wanted->how.shape == NULL &&
      has_names(&from->as.linear.in)) {
    list_names(&from->as.linear.in, text, sizeof text);
    hd_note("the modes are %s", text);
  }
}

static void print_proof(const hd_stated *from, const hd_conversion_proof *proof) {
  long long visited = (long long)proof->visited;
  const char *what = proof->returns ? "round trip" : "no way back";
  hd_json *json = hd_answer_json();
  if (json != NULL) {
    hd_json_boolean(json, "returns", proof->returns);
    hd_json_text(json, "by", from->kind <= HD_STATED_SWIZZLE ? "value" : visited == 0 ? "canonical forms" : "visits");
    hd_json_integer(json, "visited", visited);
    return;
  }
  if (from->kind <= HD_STATED_SWIZZLE) fputs("round trip: the same value\n", stderr);
  else if (visited == 0) fputs("round trip: proved equal by canonical forms\n", stderr);
  else fprintf(stderr, "%s: equal at %lld of %lld coordinates\n", what, visited, visited);
}

/* ---- conversion ---- */

/* The text is read again before it is compared, so that what is proved is what was printed. */
static hd_status prove(const hd_stated *from, const char *printed, const request *wanted, hd_error *error,
                       hd_conversion_proof *proof) {
  hd_stated again;
  hd_status status = hd_parse_stated(printed, strlen(printed), error, &again);
  return status == HD_OK ? hd_convert_check(from, &again, &wanted->how, error, proof) : status;
}

static void say_text(const char *printed) {
  if (hd_answer_json() == NULL) puts(printed);
  else hd_json_text(hd_answer_json(), "text", printed);
  fflush(stdout);
}

/* `file` is where the text is from; NULL where it is an argument. */
static int convert_text(const char *file, const char *text, size_t length, const request *wanted) {
  static char printed[HD_STATED_TEXT_MAX];
  static hd_stated from, made;
  hd_error error;
  hd_conversion_proof proof;
  hd_status status = read_value(text, length, &error, &from);
  if (status == HD_OK) {
    status = hd_convert(&from, wanted->to, &wanted->how, &error, &made);
    error.position = 0;
  }
  if (status == HD_OK) {
    hd_print_stated(&made, wanted->to, printed, sizeof printed);
    status = prove(&from, printed, wanted, &error, &proof);
    /* A text that says something else is no answer; one that is too large to be compared may be. */
    if (status == HD_OK || status == HD_UNDECIDED) say_text(printed);
  }
  if (hd_answer_json() != NULL) hd_json_text(hd_answer_json(), "status", hd_status_name(status));
  if (status != HD_OK) {
    hd_print_failure(file, text, length, &error);
    return hd_exit_code(&error);
  }
  if (wanted->quiet) return 0;
  print_notes(&from, &made, wanted);
  print_proof(&from, &proof);
  return 0;
}

/* Whether it is there; or looks like a path, `folder/name` or `name.txt`, and like nothing that is converted. */
static bool is_file(const char *name) {
  struct stat about;
  if (strcmp(name, "-") == 0 || stat(name, &about) == 0) return true;
  if (name[0] >= '0' && name[0] <= '9') return false;
  for (const char *at = name; *at != 0; at++) {
    bool letter = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || (*at >= '0' && *at <= '9');
    if (!letter && strchr("._/-~", *at) == NULL) return false;
  }
  return strpbrk(name, "./") != NULL;
}

static int convert_input(const char *input, const request *wanted) {
  size_t length;
  const char *reason;
  if (!is_file(input)) return convert_text(NULL, input, strlen(input), wanted);
  char *text = hd_read_all(input, &length, &reason);
  if (text == NULL) return hd_complain_file(input, reason);
  while (length > 0 && strchr(" \t\r\n", text[length - 1]) != NULL) length--;
  text[length] = 0;
  if (length == 0) {
    free(text);
    return hd_complain_file(input, "it is empty");
  }
  int code = convert_text(input, text, length, wanted);
  free(text);
  return code;
}

int hd_command_convert(int argc, char **argv) {
  static request wanted;
  int inputs, code = 0;
  if (!read_request(argc, argv, &wanted, &inputs)) return 2;
  hd_json *json = hd_answer_json();
  if (json != NULL) hd_json_list(json, "results");
  for (int k = 0; k < inputs; k++) {
    if (json != NULL) hd_json_object(json, NULL);
    if (json != NULL) hd_json_text(json, "input", argv[k]);
    int one = convert_input(argv[k], &wanted);
    if (json != NULL) hd_json_close(json);
    code = hd_graver_exit(code, one);
  }
  return code;
}
