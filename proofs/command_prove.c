/* `heddle prove`: theorems about whole families of layouts. This file reads the options. */
#include "proofs/command.h"

#include "proofs/answer.h"
#include "proofs/command_prove.h"
#include "proofs/diagnose.h"
#include "proofs/input.h"
#include "proofs/near.h"
#include "proofs/property.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_count(const char *option, const char *text, uint64_t least, uint64_t most, uint64_t *value) {
  char *end;
  *value = text[0] >= '0' && text[0] <= '9' ? strtoull(text, &end, 10) : 0;
  if (text[0] >= '0' && text[0] <= '9' && *end == 0 && *value >= least && *value <= most) return true;
  hd_complain(NULL, "%s wants a number from %llu to %llu, and there is `%s`", option, (unsigned long long)least,
              (unsigned long long)most, text);
  return false;
}

static bool read_threads(hd_prove_options *options, const char *text) {
  uint64_t value;
  bool good = read_count("--threads", text, 1, HD_THREADS_MAX, &value);
  options->threads = (int)value;
  return good;
}

static bool read_shard(hd_prove_options *options, const char *text) {
  options->sharded = hd_shard_parse(text, &options->shard);
  if (!options->sharded) hd_complain(NULL, "--shard wants K/N with K below N, counted from 0, and there is `%s`", text);
  return options->sharded;
}

static bool read_shards(hd_prove_options *options, const char *text) {
  uint64_t value;
  bool good = read_count("--shards", text, 1, INT32_MAX, &value);
  options->shards = (int)value;
  return good;
}

static bool read_every(hd_prove_options *options, const char *text) {
  char *end;
  options->every = strtod(text, &end);
  if (end != text && *end == 0 && options->every >= 0.01 && options->every <= 1e6) return true;
  hd_complain(NULL, "--every wants seconds, from 0.01 on, and there is `%s`", text);
  return false;
}

static bool read_sample(hd_prove_options *options, const char *text) {
  return read_count("--sample", text, 1, HD_CASES_MAX, &options->sample);
}
static bool read_seed(hd_prove_options *options, const char *text) {
  return read_count("--seed", text, 1, HD_CASES_MAX, &options->seed);
}
static bool read_bound(hd_prove_options *options, const char *text) {
  options->bound = text;
  if (text[0] == 0) hd_complain(NULL, "--bound wants NAME=NUMBER; heddle prove --list has the names");
  return text[0] != 0;
}
static bool read_checkpoint(hd_prove_options *options, const char *text) {
  options->checkpoint = text;
  return true;
}
static bool read_out(hd_prove_options *options, const char *text) {
  options->out = text;
  if (text[0] == 0) hd_complain(NULL, "--out wants the name of a file, or -");
  return text[0] != 0;
}

static const struct {
  const char *name;
  bool (*read)(hd_prove_options *options, const char *text);
} valued[] = {
    {"--bound", read_bound},   {"--threads", read_threads}, {"--shard", read_shard},
    {"--shards", read_shards}, {"--every", read_every},     {"--out", read_out},
    {"--sample", read_sample}, {"--seed", read_seed},       {"--checkpoint", read_checkpoint},
};

static const struct {
  const char *name;
  hd_prove_mode mode;
} modes[] = {{"--list", HD_PROVE_LIST},
             {"--domains", HD_PROVE_DOMAINS},
             {"--merge", HD_PROVE_MERGE},
             {"--verify", HD_PROVE_VERIFY}};

/* How many arguments an option takes up; 0 where there is none such, or it is malformed. */
static int read_option(hd_prove_options *options, int left, char **argument) {
  if (strcmp(argument[0], "--quiet") == 0) return options->quiet = true;
  if (strcmp(argument[0], "--tap") == 0) return options->to_tap = true;
  for (size_t k = 0; k < sizeof modes / sizeof modes[0]; k++) {
    if (strcmp(argument[0], modes[k].name) != 0) continue;
    if (options->mode == HD_PROVE_RUN || options->mode == modes[k].mode) {
      options->mode = modes[k].mode;
      return 1;
    }
    hd_complain(NULL, "%s is one thing to do, and another is asked for already", argument[0]);
    return 0;
  }
  for (size_t k = 0; k < sizeof valued / sizeof valued[0]; k++) {
    if (strcmp(argument[0], valued[k].name) != 0) continue;
    if (left > 1) return valued[k].read(options, argument[1]) ? 2 : 0;
    hd_complain(NULL, "%s wants a value", argument[0]);
    return 0;
  }
  hd_unknown_option("prove", argument[0]);
  return 0;
}

static bool read_word(hd_prove_options *options, char *text) {
  if (options->files == HD_PROVE_FILES) {
    hd_complain(NULL, "there are more than %d arguments", HD_PROVE_FILES);
    return false;
  }
  options->file[options->files++] = text;
  return true;
}

static void complain_of_theorem(const char *text) {
  hd_near near = hd_near_start(text, strlen(text));
  char hint[96];
  for (int k = 0; hd_theorem_at(k) != NULL; k++) hd_near_try(&near, hd_theorem_at(k)->name);
  if (near.best != NULL) snprintf(hint, sizeof hint, "is `%s` meant?", near.best);
  hd_complain(near.best != NULL ? hint : NULL, "there is no theorem `%s`; heddle prove --list has them all", text);
}

/* The theorem of that name, or the property; NULL after a complaint. */
static const hd_theorem *find_theorem(const char *text) {
  const size_t length = strlen(text);
  const hd_theorem *theorem = NULL;
  hd_error error;
  if (!hd_is_property(text, length)) {
    theorem = hd_theorem_find(text, length);
    if (theorem == NULL) complain_of_theorem(text);
  } else if (hd_property_find(text, length, &error, &theorem) != HD_OK) {
    hd_print_failure(NULL, text, length, &error);
  }
  return theorem;
}

/* What is neither an option nor a file is a theorem. */
static bool find_theorems(hd_prove_options *options) {
  for (int k = 0; k < options->files; k++) {
    const hd_theorem *theorem = find_theorem(options->file[k]);
    if (theorem == NULL) return false;
    if (options->theorems == HD_PROVE_THEOREMS) {
      hd_complain(NULL, "there are more than %d theorems", HD_PROVE_THEOREMS);
      return false;
    }
    for (int i = 0; i < options->theorems; i++)
      if (options->theorem[i] == theorem) {
        hd_complain(NULL, "%s is named twice", theorem->name);
        return false;
      }
    options->theorem[options->theorems++] = theorem;
  }
  for (int k = 0; options->files == 0 && hd_theorem_at(k) != NULL; k++)
    options->theorem[options->theorems++] = hd_theorem_at(k);
  return true;
}

static int run_mode(hd_prove_options *options) {
  switch (options->mode) {
    case HD_PROVE_DOMAINS: return hd_prove_domains();
    case HD_PROVE_MERGE: return hd_prove_merge(options);
    case HD_PROVE_VERIFY: return hd_prove_verify(options);
    case HD_PROVE_LIST: return find_theorems(options) ? hd_prove_list(options) : 2;
    default: return find_theorems(options) ? hd_prove_run(options) : 2;
  }
}

/* The form in which it is answered: one, and where the standard output is its own. */
static bool settle_format(hd_prove_options *options) {
  const bool json = hd_answer_json() != NULL, certificate = options->out != NULL && strcmp(options->out, "-") == 0;
  const char *both = json && options->to_tap          ? "--json and --tap"
                     : json && certificate            ? "--json and --out -"
                     : options->to_tap && certificate ? "--tap and --out -"
                                                      : NULL;
  options->quiet = options->quiet || json;
  if (both != NULL) hd_complain(NULL, "%s exclude each other", both);
  return both == NULL;
}

/* Who waits for points is told that there are none; unless the standard output is another's. */
static void bail_out(const hd_prove_options *options) {
  hd_tap tap;
  const bool certificate = options->out != NULL && strcmp(options->out, "-") == 0;
  if (!options->to_tap || options->begun || certificate || hd_answer_json() != NULL) return;
  hd_tap_start(&tap, stdout);
  hd_tap_bail_out(&tap, "nothing is judged; the standard error says why");
}

int hd_prove_with(const hd_operations *operation, int argc, char **argv) {
  hd_prove_options *options = calloc(1, sizeof *options);
  if (options == NULL) return hd_complain_memory();
  options->operation = operation;
  options->every = 30;
  options->sample = 100000;
  bool good = true;
  for (int k = 1; k < argc && good;) {
    bool is_option = strncmp(argv[k], "--", 2) == 0;
    int taken = is_option ? read_option(options, argc - k, argv + k) : read_word(options, argv[k]);
    good = taken > 0;
    k += taken;
  }
  int code = good && settle_format(options) ? run_mode(options) : 2;
  if (code == 2) bail_out(options);
  free(options);
  return code;
}

int hd_command_prove(int argc, char **argv) { return hd_prove_with(&hd_operations_real, argc, argv); }
