/* Names as numbers: a table of open addresses. */
#include "proofs/ptx_names.h"

#include <stdlib.h>
#include <string.h>

bool hd_ptx_grow(void *array, size_t *capacity, size_t wanted, size_t size) {
  void *old;
  if (wanted <= *capacity) return true;
  size_t room = 2 * *capacity > wanted ? 2 * *capacity : wanted < 16 ? 16 : wanted;
  memcpy(&old, array, sizeof old);
  void *grown = realloc(old, room * size);
  if (grown == NULL) return false;
  memcpy(array, &grown, sizeof grown);
  *capacity = room;
  return true;
}

/* ---- names ---- */

void hd_ptx_names_start(hd_ptx_names *names, const char *text) {
  memset(names, 0, sizeof *names);
  names->text = text;
}

void hd_ptx_names_free(hd_ptx_names *names) {
  free(names->name);
  free(names->slot);
}

/* Spreads what differs in any bits over all of them. */
static uint64_t mixed(uint64_t h) {
  h = (h ^ h >> 32) * 0x9E3779B97F4A7C15u;
  return h ^ h >> 29;
}

static uint32_t hash(const char *text, size_t length) {
  uint64_t h = length;
  for (size_t k = 0; k < length; k++) h = (h ^ (unsigned char)text[k]) * 0x100000001B3u;
  return (uint32_t)mixed(h);
}

/* The slot of a text: its own, or the free one where it would go. */
static uint32_t *slot_of(const hd_ptx_names *names, const char *text, size_t length) {
  for (uint32_t at = hash(text, length);; at++) {
    uint32_t *slot = &names->slot[at & names->mask];
    if (*slot == 0) return slot;
    const hd_ptx_name *name = &names->name[*slot - 1];
    if (name->length == length && memcmp(names->text + name->position, text, length) == 0) return slot;
  }
}

static bool widen(hd_ptx_names *names) {
  const uint32_t slots = names->slot == NULL ? 1024 : 2 * (names->mask + 1);
  uint32_t *slot = calloc(slots, sizeof *slot);
  if (slot == NULL) return false;
  free(names->slot);
  names->slot = slot;
  names->mask = slots - 1;
  for (uint32_t k = 0; k < names->count; k++) {
    *slot_of(names, names->text + names->name[k].position, names->name[k].length) = k + 1;
  }
  return true;
}

uint32_t hd_ptx_name_add(hd_ptx_names *names, size_t position, size_t length) {
  if ((names->slot == NULL || names->count >= names->mask / 2) && !widen(names)) return UINT32_MAX;
  uint32_t *slot = slot_of(names, names->text + position, length);
  if (*slot != 0) return *slot - 1;
  if (!hd_ptx_grow(&names->name, &names->capacity, (size_t)names->count + 1, sizeof *names->name)) return UINT32_MAX;
  names->name[names->count] = (hd_ptx_name){(uint32_t)position, (uint32_t)length};
  *slot = ++names->count;
  return names->count - 1;
}

uint32_t hd_ptx_name_find(const hd_ptx_names *names, const char *text, size_t length) {
  return names->slot == NULL ? UINT32_MAX : *slot_of(names, text, length) - 1;
}

bool hd_ptx_name_begins(const hd_ptx_names *names, uint32_t id, const char *text) {
  const size_t length = strlen(text);
  return id < names->count && names->name[id].length >= length &&
         memcmp(names->text + names->name[id].position, text, length) == 0;
}

bool hd_ptx_name_is(const hd_ptx_names *names, uint32_t id, const char *text) {
  return hd_ptx_name_begins(names, id, text) && names->name[id].length == strlen(text);
}

/* ---- tables ---- */

void hd_ptx_table_free(hd_ptx_table *table) {
  free(table->key);
  free(table->value);
  memset(table, 0, sizeof *table);
}

void hd_ptx_table_clear(hd_ptx_table *table) {
  if (table->count > 0) memset(table->key, 0xff, (table->mask + 1) * sizeof *table->key);
  table->count = 0;
}

static size_t place_of(const hd_ptx_table *table, uint64_t key) {
  size_t at = (size_t)mixed(key) & table->mask;
  while (table->key[at] != UINT64_MAX && table->key[at] != key) at = (at + 1) & table->mask;
  return at;
}

static bool widen_table(hd_ptx_table *table) {
  hd_ptx_table wider = {.mask = table->key == NULL ? 255 : 2 * table->mask + 1, .count = table->count};
  wider.key = malloc((wider.mask + 1) * sizeof *wider.key);
  wider.value = malloc((wider.mask + 1) * sizeof *wider.value);
  if (wider.key == NULL || wider.value == NULL) {
    hd_ptx_table_free(&wider);
    return false;
  }
  memset(wider.key, 0xff, (wider.mask + 1) * sizeof *wider.key);
  for (size_t k = 0; table->key != NULL && k <= table->mask; k++) {
    if (table->key[k] == UINT64_MAX) continue;
    const size_t at = place_of(&wider, table->key[k]);
    wider.key[at] = table->key[k];
    wider.value[at] = table->value[k];
  }
  hd_ptx_table_free(table);
  *table = wider;
  return true;
}

uint32_t *hd_ptx_table_at(hd_ptx_table *table, uint64_t key) {
  if ((table->key == NULL || table->count >= table->mask / 2) && !widen_table(table)) return NULL;
  const size_t at = place_of(table, key);
  if (table->key[at] == UINT64_MAX) {
    table->key[at] = key;
    table->value[at] = UINT32_MAX;
    table->count++;
  }
  return &table->value[at];
}
