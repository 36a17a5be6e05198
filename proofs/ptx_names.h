/* Names as numbers, and the memory that reading PTX takes.
 *
 * Invariant: equal texts have equal numbers, counted from 0 in the order in which they are met; a name is a part of the
 * text that is read and is not copied. Costs: one hash a look-up. */
#ifndef HEDDLE_PROOFS_PTX_NAMES_H
#define HEDDLE_PROOFS_PTX_NAMES_H

#include "../algebra/status.h"

typedef struct hd_ptx_name {
  uint32_t position, length;
} hd_ptx_name;

typedef struct hd_ptx_names {
  const char *text;
  hd_ptx_name *name;
  uint32_t *slot; /* number + 1, or 0; as many as mask + 1 */
  uint32_t mask, count;
  size_t capacity;
} hd_ptx_names;

void hd_ptx_names_start(hd_ptx_names *names, const char *text);
void hd_ptx_names_free(hd_ptx_names *names);

/* The number of a part of the text, a new one where it is met for the first time; UINT32_MAX without memory. */
uint32_t hd_ptx_name_add(hd_ptx_names *names, size_t position, size_t length);
/* The number of any text that has been met; UINT32_MAX otherwise. */
uint32_t hd_ptx_name_find(const hd_ptx_names *names, const char *text, size_t length);

/* Whether name `id` is this text, or begins with it. */
bool hd_ptx_name_is(const hd_ptx_names *names, uint32_t id, const char *text);
bool hd_ptx_name_begins(const hd_ptx_names *names, uint32_t id, const char *text);

/* Makes room for `wanted` elements of `size` bytes, at least doubling; false without memory, nothing changed. */
bool hd_ptx_grow(void *array, size_t *capacity, size_t wanted, size_t size);

/* A table of 64-bit keys, the largest one excepted, with a number each. */
typedef struct hd_ptx_table {
  uint64_t *key;
  uint32_t *value;
  size_t mask, count;
} hd_ptx_table;

void hd_ptx_table_free(hd_ptx_table *table);
void hd_ptx_table_clear(hd_ptx_table *table);
/* The place of a key's number, which is UINT32_MAX where it is new; NULL without memory. */
uint32_t *hd_ptx_table_at(hd_ptx_table *table, uint64_t key);

#endif
