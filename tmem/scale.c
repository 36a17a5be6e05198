/* Where the scale factors of block-scaled instructions lie: placements on lanes, columns and bytes. */
#include "tmem/datapath.h"

#include "algebra/named.h"
#include "algebra/refusals.h"

enum { HD_SLAB_ROWS = 32, HD_CELL_BYTES = 4 };

static hd_status check(int64_t vector, int64_t id, int64_t factors, int64_t rows, int64_t unit, hd_error *error) {
  if (vector == 3 || vector == 6)
    return hd_refuse_hinted(error, HD_MISMATCH, "scale_factors",
                            "K = 96 (.scale_vec::{0}X) is not modelled: its factors straddle cells", NULL,
                            HD_NUMBERS(vector));
  if (vector != 1 && vector != 2 && vector != 4)
    return hd_refuse_hinted(error, HD_RANGE, "scale_factors", "there is no .scale_vec::{0}X", "1X, 2X or 4X",
                            HD_NUMBERS(vector));
  if (id < 0 || id >= HD_CELL_BYTES || id % vector != 0)
    return hd_refuse_hinted(error, HD_RANGE, "scale_factors",
                            "the factors of .scale_vec::{0}X do not begin at byte {1}",
                            "the id is a multiple of their number, below 4", HD_NUMBERS(vector, id));
  if (factors < vector || factors % vector != 0)
    return hd_refuse_hinted(error, HD_RANGE, "scale_factors",
                            "the number of factors along K is {0}, and an instruction takes {1}",
                            "as many as whole instructions take", HD_NUMBERS(factors, vector));
  if (factors > HD_CELL_BYTES - id && (id != 0 || factors % HD_CELL_BYTES != 0))
    return hd_refuse_hinted(error, HD_RANGE, "scale_factors", "{0} factors from byte {1} on end within a cell",
                            "begin at byte 0, and fill cells of 4", HD_NUMBERS(factors, id));
  if (rows % unit != 0)
    return hd_refuse_hinted(error, HD_RANGE, "scale_factors", "{0} rows of factors are no multiple of {1}",
                            "pad them, as CUTLASS does", HD_NUMBERS(rows, unit));
  return HD_OK;
}

hd_status hd_scale_factors(const hd_mma *mma, hd_scaled operand, int64_t vector, int64_t id, int64_t factors,
                           hd_error *error, hd_placement *result) {
  hd_datapath_id datapath;
  hd_placement placement;
  hd_status status = hd_datapath_of(mma, error, &datapath);
  if (status != HD_OK) return status;
  if (mma->ws)
    return hd_refuse_hinted(error, HD_MISMATCH, "scale_factors", ".ws has no scale factors",
                            "block scaling is tcgen05.mma without .ws", NULL);
  bool split = operand == HD_SCALE_B && datapath == HD_DATAPATH_B;
  int64_t parts = split ? 2 : 1, copies = 4 / parts;
  int64_t rows = operand == HD_SCALE_A ? hd_datapath_rows(datapath) : mma->n, columns = rows / parts / HD_SLAB_ROWS;
  status = check(vector, id, factors, rows, HD_SLAB_ROWS * parts, error);
  if (status != HD_OK) return status;
  const hd_axis lane = hd_axis_named("TLane"), column = hd_axis_named("TCol"), byte = hd_axis_named("Byte");
  int64_t inside = factors < HD_CELL_BYTES ? factors : HD_CELL_BYTES;
  hd_placement_clear(HD_FIRST_FASTEST, &placement);
  bool fits = hd_placement_append_shard(&placement, HD_SLAB_ROWS, 1, lane) &&
              hd_placement_append_shard(&placement, columns, 1, column) &&
              (!split || hd_placement_append_shard(&placement, 2, 64, lane)) &&
              hd_placement_append_shard(&placement, inside, 1, byte) &&
              (factors == inside || hd_placement_append_shard(&placement, factors / inside, columns, column)) &&
              hd_placement_append_replica(&placement, copies, HD_SLAB_ROWS, lane);
  if (!fits)
    return hd_refuse_hinted(error, HD_CAPACITY, "scale_factors", "more iters than a placement holds", NULL, NULL);
  if (id != 0) status = hd_placement_add_offset(&placement, id, byte, "scale_factors", error);
  if (status == HD_OK) status = hd_placement_finish(&placement, "scale_factors", error);
  if (status == HD_OK) hd_placement_copy(result, &placement);
  return status;
}
