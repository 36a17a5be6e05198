/* `heddle tmem alloc`: buffers packed into one allocation, and what allocations of their own would cost; or the calls
 * of a kernel in turn. */
#include "proofs/command_tmem.h"

#include "tmem/allocation.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { BUFFERS = 64 };

typedef struct request {
  const char *text[BUFFERS];
  int count;
  int64_t columns;
  bool calls;
} request;

/* ---- buffers ---- */

/* The number up to one of the characters in `ends`; *text is moved behind it. */
static int read_part(const char **text, const char *ends, int64_t *number) {
  char part[64];
  const size_t length = strcspn(*text, ends);
  if (length >= sizeof part) return hd_tmem_wanted("a number of fewer than 64 characters");
  memcpy(part, *text, length);
  part[length] = '\0';
  *text += length;
  return hd_tmem_number(part, number);
}

/* COLUMNS[/ALIGNMENT][@FIRST..LAST]; the columns may be an expression without a slash. */
static int read_buffer(const char *text, hd_buffer *buffer) {
  const char *const whole = text;
  *buffer = (hd_buffer){0};
  int code = read_part(&text, "/@", &buffer->columns);
  if (code == 0 && *text == '/') {
    text++;
    code = read_part(&text, "@", &buffer->alignment);
    if (code == 0 && buffer->alignment == 0)
      return hd_tmem_wanted_not("an alignment of 1 or more behind /, or none,", 0);
  }
  if (code != 0 || *text == '\0') return code;
  text++;
  code = read_part(&text, ".", &buffer->first);
  buffer->last = buffer->first;
  if (code != 0 || *text == '\0') return code;
  if (strncmp(text, "..", 2) != 0) return hd_tmem_wanted_word("a lifetime FIRST..LAST behind @", whole);
  text += 2;
  return read_part(&text, "", &buffer->last);
}

static void print_packed(const request *ask, const hd_buffer *buffer, const hd_allocation *found, bool fits) {
  const bool apart = found->separate <= ask->columns;
  const int64_t most = ask->columns < HD_ALLOCATION_MOST ? ask->columns : HD_ALLOCATION_MOST;
  hd_json *json = hd_answer_json();
  if (json != NULL) {
    hd_json_integer(json, "separate", found->separate);
    hd_json_boolean(json, "separate_fits", apart);
    hd_json_integer(json, "packed", found->packed);
    hd_json_boolean(json, "fits", fits);
    if (fits) hd_json_integer(json, "allocate", found->size);
    hd_json_list(json, "offsets");
    for (int k = 0; k < ask->count; k++) hd_json_integer(json, NULL, buffer[k].offset);
    hd_json_close(json);
    return;
  }
  printf("separate %" PRId64 " of %" PRId64 ": %s\n", found->separate, ask->columns, apart ? "fits" : "does not fit");
  if (fits) printf("packed %" PRId64 ": allocate %" PRId64 ", offsets", found->packed, found->size);
  else printf("packed %" PRId64 " of %" PRId64 ": does not fit, offsets", found->packed, most);
  for (int k = 0; k < ask->count; k++) printf(" %" PRId64, buffer[k].offset);
  putchar('\n');
}

static int pack(const request *ask, hd_geometry geometry) {
  hd_buffer buffer[BUFFERS];
  hd_allocation found;
  hd_error error;
  for (int k = 0; k < ask->count; k++) {
    const int code = read_buffer(ask->text[k], &buffer[k]);
    if (code != 0) return code;
  }
  /* One number alone is what tcgen05.alloc is given. */
  if (ask->count == 1 && strpbrk(ask->text[0], "/@") == NULL &&
      hd_allocation_check(buffer[0].columns, &error) != HD_OK) {
    return hd_tmem_refuse(NULL, &error);
  }
  const hd_status status = hd_pack_buffers(geometry, buffer, ask->count, &error, &found);
  if (status != HD_OK && status != HD_UNDEFINED) return hd_tmem_refuse(NULL, &error);
  print_packed(ask, buffer, &found, status == HD_OK);
  return status == HD_OK ? 0 : 1;
}

/* ---- calls ---- */

/* N allocates, -N gives back, `relinquish`, and `exit` at the end of the kernel. */
static int call(const char *text, hd_ledger *ledger) {
  hd_error error;
  int64_t columns = 0;
  hd_status status;
  if (strcmp(text, "relinquish") == 0) {
    status = hd_ledger_relinquish(ledger, &error);
  } else if (strcmp(text, "exit") == 0) {
    status = hd_ledger_finish(ledger, &error);
  } else {
    const int code = hd_tmem_number(text, &columns);
    if (code != 0) return code;
    if (columns < -HD_COLUMNS_MAX) columns = -HD_COLUMNS_MAX; /* which is no allocation either */
    status = columns < 0 ? hd_ledger_dealloc(ledger, -columns, &error) : hd_ledger_alloc(ledger, columns, &error);
  }
  return status == HD_OK ? 0 : hd_tmem_refuse(NULL, &error);
}

static int run_calls(const request *ask, hd_geometry geometry) {
  hd_ledger ledger;
  hd_error error;
  int64_t held = 0;
  if (hd_ledger_start(geometry, 0, &error, &ledger) != HD_OK) return hd_tmem_refuse(NULL, &error);
  for (int k = 0; k < ask->count; k++) {
    const int code = call(ask->text[k], &ledger);
    if (code != 0) return code;
  }
  for (int k = 0; k < ledger.count; k++) held += ledger.held[k];
  hd_json *json = hd_answer_json();
  if (json == NULL) {
    printf("legal: %" PRId64 " of %d columns are held in the end\n", held, geometry.columns);
  } else {
    hd_json_integer(json, "held", held);
    hd_json_integer(json, "of", geometry.columns);
  }
  return 0;
}

int hd_tmem_alloc(int argc, char **argv) {
  request ask = {.columns = HD_COLUMNS};
  hd_geometry geometry;
  hd_error error;
  const hd_tmem_option options[] = {{"--columns", &ask.columns, NULL, NULL}, {"--calls", NULL, NULL, &ask.calls}};
  const int code = hd_tmem_read_some(argc, argv, options, (int)(sizeof options / sizeof options[0]), ask.text, 1,
                                     BUFFERS, &ask.count);
  if (code != 0) return code;
  if (hd_make_geometry(ask.columns, &error, &geometry) != HD_OK) return hd_tmem_refuse(NULL, &error);
  return ask.calls ? run_calls(&ask, geometry) : pack(&ask, geometry);
}
