/* What one thread sets going: tcgen05.cp, tcgen05.shift, and the writes of an mma.
 *
 * Invariant: each of them is a list of writes of whole cells, in a fixed order. It is gone through twice: once to ask
 * whether every cell may be written, and once to write. */
#include "emulator_state.h"

/* Rows and 32-bit words of the source, and in how many lanes each word ends. */
typedef struct hd_copy_form {
  int32_t rows, words, copies;
} hd_copy_form;

static hd_copy_form copy_form(hd_copy_id shape) {
  switch (shape) {
    case HD_128X256B: return (hd_copy_form){128, 8, 1};
    case HD_128X128B: return (hd_copy_form){128, 4, 1};
    case HD_4X256B: return (hd_copy_form){4, 8, 1};
    case HD_64X128B_02_13:
    case HD_64X128B_01_23: return (hd_copy_form){64, 4, 2};
    case HD_32X128B: return (hd_copy_form){32, 4, 4};
    default: return (hd_copy_form){0, 0, 0};
  }
}

/* The lane, from the address on, of copy `copy` of source row `row`. */
static int32_t copy_lane(hd_copy_id shape, int32_t row, int32_t copy) {
  switch (shape) {
    case HD_4X256B: return 32 * row;
    case HD_64X128B_02_13: return row + 64 * copy;
    case HD_64X128B_01_23: return 64 * (row / 32) + row % 32 + 32 * copy;
    case HD_32X128B: return row + 32 * copy;
    default: return row;
  }
}

/* The first byte of the 16 in which word `word` of a row lies: rows in groups of 8, the chunks of a row apart by
 * `leading`, or beside one another and exchanged where the matrix is swizzled. */
static int64_t source_chunk(const hd_copy_source *source, int64_t row, int64_t word) {
  int64_t group = source->start + row / 8 * source->stride;
  if (source->swizzle == 0) return group + row % 8 * 16 + word / 4 * source->leading;
  int64_t byte = group + row % 8 * source->swizzle + word / 4 * 16, chunk = byte / 16;
  return 16 * (chunk ^ (chunk >> 3 & (source->swizzle / 16 - 1)));
}

/* Word `word` of a chunk of 16 bytes. Compressed chunks hold 16 codes of 4 or 6 bits, the low ones first, and nothing
 * in the bytes that are left; each code becomes a byte, of 4 bits in its bits 5 to 2. */
static uint32_t chunk_word(const uint8_t *chunk, int word, hd_copy_format format) {
  int bits = format == HD_COPY_B4X16 ? 4 : format == HD_COPY_B6X16 ? 6 : 8;
  const uint8_t *from = chunk + word * bits / 2;
  uint32_t packed = 0, value = 0;
  for (int k = 0; k < bits / 2; ++k) packed |= (uint32_t)from[k] << 8 * k;
  for (int k = 0; k < 4; ++k) {
    uint32_t code = packed >> bits * k & ((1u << bits) - 1);
    value |= (format == HD_COPY_B4X16 ? code << 2 : code) << 8 * k;
  }
  return value;
}

static hd_status check_source(hd_copy_form form, const hd_copy_source *source, const char *operation, hd_error *error) {
  bool known = source->swizzle == 0 || source->swizzle == 32 || source->swizzle == 64 || source->swizzle == 128;
  const int64_t number[] = {source->start, source->leading, source->stride};
  for (int k = 0; k < 3; ++k)
    if (number[k] < 0 || number[k] >= HD_EMULATOR_SHARED)
      return hd_refuse_hinted(error, HD_RANGE, operation, "a descriptor does not hold {0}", "0 to 2^18 - 16",
                              HD_NUMBERS(number[k]));
  if (!known || source->start % 16 != 0 || source->leading % 16 != 0 || source->stride % 16 != 0)
    return hd_refuse_hinted(error, HD_RANGE, operation, "start {0}, leading {1}, stride {2} or swizzle {3} is none",
                            "the first three are multiples of 16, the swizzle 0, 32, 64 or 128",
                            HD_NUMBERS(source->start, source->leading, source->stride, source->swizzle));
  for (int64_t row = 0; row < form.rows; ++row)
    for (int64_t word = 0; word < form.words; word += 4) {
      int64_t byte = source_chunk(source, row, word);
      if (byte >= 0 && byte + 16 <= (int64_t)source->bytes) continue;
      return hd_refuse_hinted(error, HD_RANGE, operation, "row {0}, word {1}: byte {2} of a matrix in {3} bytes", NULL,
                              HD_NUMBERS(row, word, byte, (int64_t)source->bytes));
    }
  return HD_OK;
}

/* That so many lanes and columns from an address on exist. */
static hd_status check_target(const hd_emulator *emulator, uint32_t address, int64_t lanes, int64_t columns,
                            const char *operation, hd_error *error, hd_cell *base) {
  int64_t lane = address >> HD_ADDRESS_LANE_SHIFT, column = address & 0xFFFFu;
  if (lane + lanes > HD_LANES)
    return hd_refuse_hinted(error, HD_RANGE, operation, "lane {0} and {1} lanes from it on: there are 128", NULL,
                            HD_NUMBERS(lane, lanes));
  if (column + columns > emulator->options.columns)
    return hd_refuse_hinted(error, HD_RANGE, operation, "{1} columns from column {0} on, and there are {2}", NULL,
                            HD_NUMBERS(column, columns, emulator->options.columns));
  *base = (hd_cell){(int32_t)lane, (int32_t)column};
  return HD_OK;
}

hd_status hd_emulator_copy(hd_emulator *emulator, int warp, hd_copy_id shape, hd_copy_format format, uint32_t address,
                           const hd_copy_source *source, hd_error *error) {
  static const char copy[] = "tcgen05.cp";
  hd_copy_form form = copy_form(shape);
  hd_kind kind = shape == HD_4X256B ? HD_KIND_COPY_4 : HD_KIND_COPY;
  uint32_t epoch = 0;
  hd_cell base;
  hd_status status = hd_emulate_warp(emulator, warp, copy, error);
  if (status == HD_OK && (form.rows == 0 || format > HD_COPY_B4X16))
    status = hd_refuse_hinted(error, HD_RANGE, copy, "there is no shape {0} with format {1}", NULL,
                              HD_NUMBERS((int64_t)shape, (int64_t)format));
  if (status == HD_OK) status = check_source(form, source, copy, error);
  if (status == HD_OK)
    status = check_target(emulator, address, copy_lane(shape, form.rows - 1, form.copies - 1) + 1, form.words, copy,
                        error, &base);
  for (int write = 0; status == HD_OK && write < 2; ++write) {
    if (write) status = hd_emulate_epoch(emulator, warp, kind, error, &epoch);
    for (int k = 0; status == HD_OK && k < form.rows * form.words * form.copies; ++k) {
      int row = k % form.rows, word = k / form.rows % form.words, twin = k / form.rows / form.words;
      hd_cell cell = {base.lane + copy_lane(shape, row, twin), base.column + word};
      if (!write) {
        status = hd_emulate_check(emulator, cell, warp, kind, error);
      } else {
        const uint8_t *chunk = source->shared + source_chunk(source, row, word);
        hd_emulate_mark(emulator, cell, warp, kind, epoch);
        hd_emulate_write(emulator, cell, chunk_word(chunk, word % 4, format), 3);
      }
    }
  }
  return status == HD_OK ? HD_OK : hd_fail_within(error, status, copy);
}

/* One slab's lanes of one column move by one; they are whole cells, defined or not. */
static void shift_slab(hd_emulator *emulator, int32_t slab, int32_t column) {
  for (int32_t lane = slab; lane + 1 < slab + HD_SLAB_LANES; ++lane) {
    const hd_emulated_cell *next = hd_emulate_cell(emulator, (hd_cell){lane + 1, column});
    hd_emulate_write(emulator, (hd_cell){lane, column}, next->value, next->defined);
  }
}

/* Cell k of those that a shift moves: all lanes of the base's column, then of the next. */
static hd_cell shifted(hd_cell base, int k) { return (hd_cell){k % HD_LANES, base.column + k / HD_LANES}; }

hd_status hd_emulator_shift(hd_emulator *emulator, int warp, uint32_t address, hd_error *error) {
  static const char shift[] = "tcgen05.shift";
  enum { COLUMNS = 8 };
  uint32_t epoch;
  hd_cell base;
  hd_status status = hd_emulate_warp(emulator, warp, shift, error);
  if (status == HD_OK) status = check_target(emulator, address, HD_SLAB_LANES, COLUMNS, shift, error, &base);
  if (status == HD_OK && base.lane % HD_SLAB_LANES != 0)
    status = hd_refuse_hinted(error, HD_RANGE, shift, "lane {0} is no multiple of 32", NULL, HD_NUMBERS(base.lane));
  for (int k = 0; status == HD_OK && k < HD_LANES * COLUMNS; ++k)
    status = hd_emulate_check(emulator, shifted(base, k), warp, HD_KIND_SHIFT, error);
  if (status == HD_OK) status = hd_emulate_epoch(emulator, warp, HD_KIND_SHIFT, error, &epoch);
  if (status != HD_OK) return hd_fail_within(error, status, shift);
  for (int k = 0; k < HD_LANES * COLUMNS; ++k) hd_emulate_mark(emulator, shifted(base, k), warp, HD_KIND_SHIFT, epoch);
  for (int k = 0; k < HD_LANES / HD_SLAB_LANES * COLUMNS; ++k)
    shift_slab(emulator, k % 4 * HD_SLAB_LANES, base.column + k / 4);
  return HD_OK;
}

hd_status hd_emulator_produce(hd_emulator *emulator, int warp, int64_t count, const hd_cell *cell,
                              const uint32_t *value, hd_error *error) {
  static const char produce[] = "tcgen05.mma";
  uint32_t epoch;
  hd_status status = hd_emulate_warp(emulator, warp, produce, error);
  for (int64_t k = 0; status == HD_OK && k < count; ++k) {
    uint32_t ignored;
    bool defined[2];
    if (!hd_emulator_peek(emulator, cell[k], &ignored, defined))
      status = hd_refuse_hinted(error, HD_RANGE, produce, "lane {0} column {1} is no cell", NULL,
                                HD_NUMBERS(cell[k].lane, cell[k].column));
    else status = hd_emulate_check(emulator, cell[k], warp, HD_KIND_MMA, error);
  }
  if (status == HD_OK) status = hd_emulate_epoch(emulator, warp, HD_KIND_MMA, error, &epoch);
  if (status != HD_OK) return hd_fail_within(error, status, produce);
  for (int64_t k = 0; k < count; ++k) {
    hd_emulate_mark(emulator, cell[k], warp, HD_KIND_MMA, epoch);
    hd_emulate_write(emulator, cell[k], value[k], 3);
  }
  return HD_OK;
}
