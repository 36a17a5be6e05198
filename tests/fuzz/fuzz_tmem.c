/* Any bytes are the arguments of `heddle tmem`, a verb's number first: every verb ends with one of the exit codes, and
 * says why where it has no answer. For programs (every other input) it says one value of JSON and ends with the same
 * code; asked again after that (one input in four) it says the same to the letter. */
#define _GNU_SOURCE /* open_memstream */
#include "proofs/command.h"
#include "tests/fuzz/spoken.h"

static char *const verbs[] = {"image", "where", "who", "forms", "datapath", "plan", "alloc", "check", "apply"};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static char before[1 << 14];
  char text[SPOKEN_TEXT], *word[SPOKEN_WORDS] = {"tmem"};
  if (size < 1 || size > 200 || memchr(data, 0, size) != NULL) return 0;
  word[1] = verbs[data[0] % (sizeof verbs / sizeof verbs[0])];
  const int count = spoken_words(data + 1, size - 1, text, word, 2);
  const int code = spoken_run(hd_command_tmem, "tmem", count, word);
  const bool fits = spoken_out.length < sizeof before;
  if (fits) memcpy(before, spoken_out.text, spoken_out.length + 1);
  if (size % 2 != 0) return 0;
  spoken_run_json(hd_command_tmem, "tmem", count, word, code);
  if (!fits || size % 4 != 0) return 0;
  demand(spoken_run(hd_command_tmem, "tmem", count, word) == code && strcmp(before, spoken_out.text) == 0);
  return 0;
}
