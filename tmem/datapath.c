/* Datapaths of tcgen05.mma: which one an instruction takes, and what its line says of D and A. */
#include "tmem/datapath.h"

#include "tmem/instruction.h"

#include "algebra/checked.h"
#include "algebra/composition.h"
#include "algebra/parse.h"
#include "algebra/refusals.h"

typedef struct hd_datapath {
  const char *letter;
  int32_t m, group, kinds, starts, banks;
  const char *accumulator, *operand;
  size_t accumulator_length, operand_length;
} hd_datapath;

static const hd_datapath table[HD_DATAPATHS] = {
#define HD_DATAPATH(id, letter, m, group, kinds, starts, banks, accumulator, operand) \
  [id] = {letter, m, group, kinds, starts, banks, accumulator, operand, sizeof accumulator - 1, sizeof operand - 1},
#include "tmem/datapaths.inc"
#undef HD_DATAPATH
};

static hd_status check_n(const hd_mma *mma, hd_error *error) {
  int32_t n = mma->n, step = 8 * mma->group;
  if (mma->ws && n != 64 && n != 128 && (n != 256 || mma->sparse))
    return hd_refuse_hinted(error, HD_RANGE, "datapath", "there is no N = {0} with .ws",
                            mma->sparse ? "64 or 128" : "64, 128 or 256", HD_NUMBERS(n));
  if (n < step || n > 256 || n % step != 0)
    return hd_refuse_hinted(error, HD_RANGE, "datapath", "there is no N = {0} with .cta_group::{1}",
                            mma->group == 1 ? "8 to 256 in steps of 8" : "16 to 256 in steps of 16",
                            HD_NUMBERS(n, mma->group));
  return HD_OK;
}

hd_status hd_datapath_of(const hd_mma *mma, hd_error *error, hd_datapath_id *id) {
  int kind = mma->ws ? (mma->sparse ? HD_SPARSE_WS : HD_DENSE_WS) : mma->sparse ? HD_SPARSE : HD_DENSE;
  if (mma->ws && mma->group != 1)
    return hd_refuse_hinted(error, HD_RANGE, "datapath", ".ws exists with .cta_group::1 only", NULL, NULL);
  for (int k = 0; k < HD_DATAPATHS; ++k) {
    if (table[k].m != mma->m || table[k].group != mma->group || !(table[k].kinds & kind)) continue;
    hd_status status = check_n(mma, error);
    if (status == HD_OK) *id = (hd_datapath_id)k;
    return status;
  }
  if (mma->group != 1 && mma->group != 2)
    return hd_refuse_hinted(error, HD_RANGE, "datapath", "there is no .cta_group::{0}", "1 or 2",
                            HD_NUMBERS(mma->group));
  return hd_refuse_hinted(error, HD_RANGE, "datapath", "there is no M = {0} with .cta_group::{1}",
                          mma->ws           ? "with .ws 32, 64 or 128"
                          : mma->group == 1 ? "64 or 128; 32 with .ws"
                                            : "128 or 256",
                          HD_NUMBERS(mma->m, mma->group));
}

const char *hd_datapath_letter(hd_datapath_id id) { return table[id].letter; }
int hd_datapath_m(hd_datapath_id id) { return table[id].m; }
int hd_datapath_rows(hd_datapath_id id) { return table[id].m / table[id].group; }
int hd_datapath_group(hd_datapath_id id) { return table[id].group; }
int hd_datapath_starts(hd_datapath_id id) { return table[id].starts; }
int hd_datapath_banks(hd_datapath_id id) { return table[id].banks; }

hd_status hd_datapath_find(char letter, hd_error *error, hd_datapath_id *id) {
  for (int k = 0; k < HD_DATAPATHS; ++k)
    if (table[k].letter[0] == letter) {
      *id = (hd_datapath_id)k;
      return HD_OK;
    }
  return hd_refuse_hinted(error, HD_RANGE, "datapath", "there is no such datapath", "A to G", NULL);
}

/* A line as wide as wanted: its one leaf that moves a single column has the extent 1 there. */
static hd_status widen(const char *line, size_t length, int64_t columns, hd_error *error, hd_layout *pattern) {
  hd_axis column = HD_AXIS_INTEGER;
  hd_axis_from_path((int[]){1}, 1, &column);
  hd_status status = hd_parse_layout(line, length, error, pattern);
  if (status != HD_OK) return status;
  for (int leaf = 0; leaf < pattern->profile.leaves; ++leaf)
    if (hd_layout_axis(pattern, leaf) == column) pattern->shape[leaf] = columns;
  return hd_layout_finish(pattern, "datapath", error);
}

hd_status hd_datapath_accumulator(hd_datapath_id id, int64_t n, const hd_layout *memory, hd_error *error,
                                  hd_layout *result) {
  hd_layout pattern;
  if (n < 1 || n % table[id].banks != 0)
    return hd_refuse_hinted(error, HD_RANGE, "datapath", "N = {0} does not part into {1} equal banks of columns",
                            "N is a multiple of them", HD_NUMBERS(n, table[id].banks));
  hd_status status = widen(table[id].accumulator, table[id].accumulator_length, n / table[id].banks, error, &pattern);
  if (status == HD_OK) status = hd_pattern_image(&pattern, memory, error, result);
  return status == HD_OK ? status : hd_fail_within(error, status, "datapath");
}

/* The same image counted in units of which a cell holds `units`, with a first leaf inside k that goes through them. */
static hd_status count_units(const hd_layout *cells, int64_t units, hd_error *error, hd_layout *result) {
  hd_layout row, k, copy, inside, mode;
  hd_status status = hd_get(cells, (int[]){0}, 1, error, &row);
  if (status == HD_OK) status = hd_get(cells, (int[]){1}, 1, error, &mode);
  if (status == HD_OK) status = hd_get(cells, (int[]){2}, 1, error, &copy);
  if (status == HD_OK) status = hd_make_scalar_layout(units, 1, error, &inside);
  hd_layout *const scaled[] = {&row, &mode, &copy};
  for (int m = 0; status == HD_OK && m < 3; ++m) {
    for (int leaf = 0; status == HD_OK && leaf < scaled[m]->profile.leaves; ++leaf)
      if (!hd_mul(scaled[m]->stride[leaf], units, &scaled[m]->stride[leaf]))
        status = hd_fail(error, HD_OVERFLOW, "datapath", "the units of memory leave 64-bit integers");
    if (status == HD_OK) status = hd_layout_finish(scaled[m], "datapath", error);
  }
  if (status == HD_OK) status = hd_concatenate((const hd_layout *const[]){&inside, &mode}, 2, error, &k);
  if (status != HD_OK) return status;
  return hd_concatenate((const hd_layout *const[]){&row, units == 1 ? &mode : &k, &copy}, 3, error, result);
}

hd_status hd_datapath_operand(hd_datapath_id id, int64_t bits, int64_t depth, const hd_layout *memory, hd_error *error,
                              hd_layout *result) {
  hd_layout pattern, cells;
  if (bits != 4 && bits != 8 && bits != 16 && bits != 32)
    return hd_refuse_hinted(error, HD_RANGE, "datapath", "elements of {0} bits",
                            "4, 8, 16 or 32; codes in containers of 8 bits count as 8", HD_NUMBERS(bits));
  int64_t units = HD_CELL_BITS / bits;
  if (depth < 1 || depth % units != 0)
    return hd_refuse_hinted(error, HD_RANGE, "datapath", "K = {0} does not fill whole cells; elements in a cell: {1}",
                            NULL, HD_NUMBERS(depth, units));
  if (memory->on_axes) {
    hd_fail(error, HD_MISMATCH, "datapath", "units of fewer than 32 bits are counted over a memory of integers");
    return HD_MISMATCH;
  }
  hd_status status = widen(table[id].operand, table[id].operand_length, depth / units, error, &pattern);
  if (status == HD_OK) status = hd_pattern_image(&pattern, memory, error, &cells);
  if (status == HD_OK) status = count_units(&cells, units, error, result);
  return status == HD_OK ? status : hd_fail_within(error, status, "datapath");
}

hd_status hd_datapath_check(hd_geometry geometry, const hd_mma *mma, uint32_t address, hd_error *error) {
  hd_datapath_id id;
  hd_status status = hd_datapath_of(mma, error, &id);
  if (status != HD_OK) return status;
  int64_t lane = address >> HD_ADDRESS_LANE_SHIFT, column = address % HD_ADDRESS_LANE;
  int64_t columns = mma->n / table[id].banks;
  if (lane != 0 && (lane != 16 || table[id].starts == 1))
    return hd_refuse_hinted(error, HD_RANGE, "datapath", "an accumulator of this datapath does not begin at lane {0}",
                            table[id].starts == 1 ? "lane 0" : "lane 0 or 16", HD_NUMBERS(lane));
  if (column + columns > geometry.columns) {
    hd_refuse_hinted(error, HD_RANGE, "datapath", "{1} columns from column {0} on, and there are {2}", NULL,
                     HD_NUMBERS(column, columns));
    if (error != NULL) error->number[2] = geometry.columns;
    return HD_RANGE;
  }
  return HD_OK;
}
