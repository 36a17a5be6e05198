/* Any bytes are a plan to be written by `heddle emit`: refused with a reason and nothing written, or written whole. The
 * request that stands in what is written, asked again, writes the same to the letter; the table, of a small plan, has a
 * cell for each of the registers that the header counts, all of them in tensor memory, and quotes the same request. */
#define _GNU_SOURCE /* open_memstream, memmem */
#include "proofs/command.h"
#include "tests/fuzz/spoken.h"

enum { CELLS = 1024 };

static char kept[1 << 20];

/* What stands behind a text that must be there. */
static const char *behind(const char *text, const char *words) {
  const char *at = strstr(text, words);
  demand(at != NULL);
  return at + strlen(words);
}

static int emit(char *plan, const char *table) {
  char *word[] = {"emit", plan, "--name", "tile", (char *)table, NULL};
  return spoken_run(hd_command_emit, "emit", table == NULL ? 4 : 5, word);
}

static long count_of(const char *name) { return strtol(behind(kept, name), NULL, 10); }

/* {{lane,column},..} of each thread */
static void demand_table(long threads, long registers) {
  const char *at = strchr(behind(spoken_out.text, "\nstatic const unsigned short "), '=');
  long lane, column, cells = 0;
  int used = 0;
  demand(at != NULL);
  while ((at = strpbrk(at, "0123456789")) != NULL && *at != 0) {
    if (sscanf(at, "%ld,%ld}%n", &lane, &column, &used) != 2) break;
    demand(lane >= 0 && lane < 128 && column >= 0 && column < 32768);
    at += used;
    cells++;
  }
  demand(cells == threads * registers || cells == 2 * threads * registers);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char plan[SPOKEN_TEXT], again[SPOKEN_TEXT];
  static const char opening[] = "heddle emit '";
  if (size < 1 || size > 120 || memchr(data, 0, size) != NULL || memmem(data, size, "-o", 2) != NULL ||
      memmem(data, size, "--table", 7) != NULL)
    return 0;
  memcpy(plan, data, size);
  plan[size] = 0;
  if (emit(plan, NULL) != 0) {
    demand(spoken_out.length == 0 && spoken_err.length > 0);
    return 0;
  }
  demand(spoken_out.length < sizeof kept);
  memcpy(kept, spoken_out.text, spoken_out.length + 1);
  const char *request = behind(kept, opening), *end = strchr(request, '\'');
  demand(end != NULL && (size_t)(end - request) < sizeof again);
  memcpy(again, request, (size_t)(end - request));
  again[end - request] = 0;
  demand(emit(again, NULL) == 0 && strcmp(kept, spoken_out.text) == 0);
  const long threads = 32 * count_of("\n  tile_warps = "), words = count_of("\n  tile_words = ");
  if (threads * words > CELLS) return 0;
  demand(emit(again, "--table") == 0 && strncmp(behind(spoken_out.text, opening), again, strlen(again)) == 0);
  demand_table(threads, words);
  return 0;
}
