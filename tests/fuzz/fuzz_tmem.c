/* Any bytes are the arguments of `heddle tmem`, a verb's number first: every verb ends with one of the exit codes, says
 * why where it has no answer, and says the same again. With --json all that it says is one value of JSON, on one line
 * where it is an answer, and with the same exit code as without. */
#define _GNU_SOURCE /* open_memstream, memmem */
#include "proofs/command.h"
#include "tests/fuzz/spoken.h"

static char *const verbs[] = {"image", "where", "who", "forms", "datapath", "plan", "alloc", "check", "apply"};

static int ask(const uint8_t *data, size_t size, bool *as_json) {
  char text[SPOKEN_TEXT], *word[SPOKEN_WORDS] = {"tmem", verbs[data[0] % (sizeof verbs / sizeof verbs[0])]};
  const int count = spoken_words(data + 1, size - 1, text, word, 2);
  *as_json = false; /* not where it is what stands behind another option */
  for (int k = 2; k < count; k++)
    *as_json = *as_json || (strcmp(word[k], "--json") == 0 && strncmp(word[k - 1], "--", 2) != 0);
  return spoken_run(hd_command_tmem, count, word);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static char before[1 << 16];
  bool as_json;
  if (size < 1 || size > 200 || memchr(data, 0, size) != NULL) return 0;
  const int code = ask(data, size, &as_json);
  if (as_json && code != 2) demand(spoken_err.length == 0 && spoken_is_json(spoken_out.text));
  if (spoken_out.length >= sizeof before) return 0;
  memcpy(before, spoken_out.text, spoken_out.length + 1);
  demand(ask(data, size, &as_json) == code && strcmp(before, spoken_out.text) == 0);
  return 0;
}
