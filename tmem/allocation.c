/* Packing buffers into one allocation, the ledger of a kernel's calls, and the registers an instruction needs. */
#include "allocation.h"

#include "../algebra/refusals.h"

#include <string.h>

/* The least size of at least so many columns; it may be above the most. */
static int64_t round_up(int64_t columns) {
  int64_t size = HD_ALLOCATION_LEAST;
  while (size < columns && size <= HD_ALLOCATION_MOST) size *= 2;
  return size;
}

hd_status hd_allocation_check(int64_t columns, hd_error *error) {
  if (columns >= HD_ALLOCATION_LEAST && columns <= HD_ALLOCATION_MOST && round_up(columns) == columns) return HD_OK;
  return hd_refuse_hinted(error, HD_RANGE, "tcgen05.alloc", "{0} columns: a power of two from 32 to 512 is wanted",
                          columns > HD_ALLOCATION_MOST ? "512 is all there is" : "{1} holds them",
                          HD_NUMBERS(columns, round_up(columns)));
}

hd_status hd_allocation_size(int64_t columns, hd_error *error, int64_t *size) {
  if (columns < 1 || columns > HD_ALLOCATION_MOST)
    return hd_refuse_hinted(error, HD_RANGE, "allocation", "no allocation holds {0} columns", "1 to 512",
                            HD_NUMBERS(columns));
  *size = round_up(columns);
  return HD_OK;
}

static int64_t align(int64_t column, const hd_buffer *buffer) {
  int64_t to = buffer->alignment == 0 ? 1 : buffer->alignment;
  return (column + to - 1) / to * to;
}

/* Whether two buffers are alive at one step and `one`, lying at `offset`, would share a column with the other. */
static bool overlap(const hd_buffer *one, int64_t offset, const hd_buffer *other) {
  return one->first <= other->last && other->first <= one->last && offset < other->offset + other->columns &&
         other->offset < offset + one->columns;
}

/* The first offset at which buffer k overlaps none before it. It can only be 0 or where one of them ends. */
static int64_t place(const hd_buffer *buffer, int k) {
  int64_t offset = 0;
  for (int j = 0; j < k;) {
    if (!overlap(&buffer[k], offset, &buffer[j])) {
      ++j;
      continue;
    }
    offset = align(buffer[j].offset + buffer[j].columns, &buffer[k]);
    j = 0;
  }
  return offset;
}

static hd_status check_buffer(const hd_buffer *buffer, int k, hd_error *error) {
  static const char pack[] = "pack_buffers";
  if (buffer->columns < 1 || buffer->columns > HD_COLUMNS_MAX)
    return hd_refuse_hinted(error, HD_RANGE, pack, "buffer {0} has {1} columns", "1 or more",
                            HD_NUMBERS(k, buffer->columns));
  if (buffer->alignment < 0 || buffer->alignment > HD_COLUMNS_MAX)
    return hd_refuse_hinted(error, HD_RANGE, pack, "buffer {0} is aligned to {1} columns", "1 to 65536",
                            HD_NUMBERS(k, buffer->alignment));
  if (buffer->last < buffer->first)
    return hd_refuse_hinted(error, HD_RANGE, pack, "buffer {0} is alive from step {1} to step {2}",
                            "the last step is no earlier than the first",
                            HD_NUMBERS(k, buffer->first, buffer->last));
  return HD_OK;
}

hd_status hd_pack_buffers(hd_geometry geometry, hd_buffer *buffer, int count, hd_error *error,
                          hd_allocation *allocation) {
  hd_allocation found = {0, 0, 0};
  for (int k = 0; k < count; ++k) {
    hd_status status = check_buffer(&buffer[k], k, error);
    if (status != HD_OK) return status;
    int64_t size = round_up(buffer[k].columns);
    found.separate += size < buffer[k].columns ? buffer[k].columns : size;
  }
  for (int k = 0; k < count; ++k) {
    buffer[k].offset = place(buffer, k);
    if (buffer[k].offset + buffer[k].columns > found.packed) found.packed = buffer[k].offset + buffer[k].columns;
  }
  found.size = round_up(found.packed);
  *allocation = found;
  if (found.packed <= HD_ALLOCATION_MOST && found.size <= geometry.columns) return HD_OK;
  return hd_refuse_hinted(
      error, HD_UNDEFINED, "pack_buffers", "{0} columns, and there are {1}",
      "buffers that are not alive at the same time can share columns",
      HD_NUMBERS(found.packed, geometry.columns < HD_ALLOCATION_MOST ? geometry.columns : HD_ALLOCATION_MOST));
}

hd_status hd_ledger_start(hd_geometry geometry, int64_t taken, hd_error *error, hd_ledger *ledger) {
  if (taken < 0 || taken > geometry.columns)
    return hd_refuse_hinted(error, HD_RANGE, "ledger", "{0} of {1} columns are taken", NULL,
                            HD_NUMBERS(taken, geometry.columns));
  memset(ledger, 0, sizeof *ledger);
  ledger->columns = geometry.columns;
  ledger->taken = taken;
  return HD_OK;
}

hd_status hd_ledger_alloc(hd_ledger *ledger, int64_t columns, hd_error *error) {
  static const char alloc[] = "tcgen05.alloc";
  int64_t left = ledger->columns - ledger->taken;
  hd_status status = hd_allocation_check(columns, error);
  if (status != HD_OK) return status;
  if (ledger->relinquished)
    return hd_refuse_hinted(error, HD_UNDEFINED, alloc, "the CTA has given up its right to allocate", NULL, NULL);
  if (ledger->last != 0 && columns > ledger->last)
    return hd_refuse_hinted(error, HD_UNDEFINED, alloc, "{0} columns after {1}: the sizes of a CTA must not increase",
                            "allocate the largest first", HD_NUMBERS(columns, ledger->last));
  for (int k = 0; k < ledger->count; ++k) left -= ledger->held[k];
  if (columns > left)
    return hd_refuse_hinted(error, HD_UNDECIDED, alloc,
                            "{0} columns, and {1} are left: it waits until others are given back", NULL,
                            HD_NUMBERS(columns, left));
  if (ledger->count == HD_LEDGER_MAX)
    return hd_refuse_hinted(error, HD_CAPACITY, alloc, "more than {0} allocations at once", NULL,
                            HD_NUMBERS(HD_LEDGER_MAX));
  ledger->held[ledger->count++] = ledger->last = columns;
  return HD_OK;
}

hd_status hd_ledger_dealloc(hd_ledger *ledger, int64_t columns, hd_error *error) {
  for (int k = 0; k < ledger->count; ++k) {
    if (ledger->held[k] != columns) continue;
    ledger->held[k] = ledger->held[--ledger->count];
    return HD_OK;
  }
  return hd_refuse_hinted(error, HD_UNDEFINED, "tcgen05.dealloc", "no allocation of {0} columns is held",
                          "the size is that of one allocation", HD_NUMBERS(columns));
}

hd_status hd_ledger_relinquish(hd_ledger *ledger, hd_error *error) {
  if (ledger->relinquished)
    return hd_refuse_hinted(error, HD_UNDEFINED, "tcgen05.relinquish_alloc_permit",
                            "the CTA has given up its right to allocate already", NULL, NULL);
  ledger->relinquished = true;
  return HD_OK;
}

hd_status hd_ledger_finish(const hd_ledger *ledger, hd_error *error) {
  if (ledger->count == 0) return HD_OK;
  return hd_refuse_hinted(error, HD_UNDEFINED, "ledger", "an allocation of {0} columns is not given back",
                          "all that is allocated must be deallocated before the kernel ends",
                          HD_NUMBERS(ledger->held[0]));
}

hd_status hd_register_budget(int64_t registers, int64_t budget, hd_error *error, int64_t *needed) {
  enum { BESIDE = 18 };
  if (registers < 1 || registers > 128)
    return hd_refuse_hinted(error, HD_RANGE, "registers", "an instruction names 1 to 128 registers, not {0}", NULL,
                            HD_NUMBERS(registers));
  if (registers + BESIDE <= budget) {
    *needed = registers + BESIDE;
    return HD_OK;
  }
  return hd_refuse_hinted(error, HD_UNDEFINED, "registers", "{0} registers are needed, and a thread has {1}",
                          "ptxas stops with C7602 there; take a smaller repeat",
                          HD_NUMBERS(registers + BESIDE, budget));
}
