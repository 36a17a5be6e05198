/* The value of a linear map is the exclusive or of the basis words of the input bits that are set. */
#include "algebra/linear.h"

#include "algebra/linear_parts.h"

/* ---- dimensions ---- */

void hd_dimensions_clear(hd_dimensions *dimensions) {
  dimensions->count = 0;
  dimensions->total = 0;
}

hd_status hd_dimensions_append(hd_dimensions *dimensions, hd_axis name, int bits, hd_error *error) {
  static const char operation[] = "dimensions";
  int count = dimensions->count, total = dimensions->total;
  if (!hd_axis_is_name(name))
    return hd_refuse(error, HD_MALFORMED, operation, "dimension {0} has no name", count, 0, 0);
  if (hd_dimensions_find(dimensions, name) >= 0)
    return hd_refuse(error, HD_MALFORMED, operation, "dimensions {0} and {1} have the same name",
                     hd_dimensions_find(dimensions, name), count, 0);
  if (bits < 0)
    return hd_refuse(error, HD_RANGE, operation, "dimension {0} cannot have {1} bits, below 0", count, bits, 0);
  if (count == HD_MAX_DIMENSIONS)
    return hd_refuse(error, HD_CAPACITY, operation, "more than {0} dimensions", count, 0, 0);
  if (bits > HD_DIMENSION_BITS)
    return hd_refuse(error, HD_CAPACITY, operation, "a dimension of {0} bits; the most is {1}", bits, HD_DIMENSION_BITS,
                     0);
  if (total + bits > HD_LINEAR_BITS)
    return hd_refuse(error, HD_CAPACITY, operation, "the dimensions have {0} bits in all; the most is {1}",
                     total + bits, HD_LINEAR_BITS, 0);
  dimensions->bits[count] = (uint8_t)bits;
  dimensions->name[count] = name;
  dimensions->count = (uint8_t)(count + 1);
  dimensions->total = (uint8_t)(total + bits);
  return HD_OK;
}

int hd_dimensions_find(const hd_dimensions *dimensions, hd_axis name) {
  for (int k = 0; k < dimensions->count; ++k)
    if (dimensions->name[k] == name) return k;
  return -1;
}

static bool has_same_names(const hd_dimensions *a, const hd_dimensions *b) {
  if (a->count != b->count) return false;
  for (int k = 0; k < a->count; ++k)
    if (a->name[k] != b->name[k]) return false;
  return true;
}

bool hd_dimensions_is_equal(const hd_dimensions *a, const hd_dimensions *b) {
  if (!has_same_names(a, b)) return false;
  for (int k = 0; k < a->count; ++k)
    if (a->bits[k] != b->bits[k]) return false;
  return true;
}

hd_status hd_dimensions_pack(const hd_dimensions *dimensions, const int64_t *coordinate, hd_error *error,
                             uint64_t *packed) {
  uint64_t made = 0;
  for (int k = 0, start = 0; k < dimensions->count; start += dimensions->bits[k++]) {
    if (coordinate[k] < 0 || coordinate[k] >= (int64_t)1 << dimensions->bits[k])
      return hd_refuse(error, HD_RANGE, "coordinate", "{0} lies outside dimension {1}, of size {2}", coordinate[k], k,
                       (int64_t)1 << dimensions->bits[k]);
    if (coordinate[k] > 0) made |= (uint64_t)coordinate[k] << start;
  }
  *packed = made;
  return HD_OK;
}

void hd_dimensions_unpack(const hd_dimensions *dimensions, uint64_t packed, int64_t coordinate[HD_MAX_DIMENSIONS]) {
  for (int k = 0, start = 0; k < dimensions->count; start += dimensions->bits[k++])
    coordinate[k] = (int64_t)hd_dimension_part(dimensions, k, start, packed);
}

/* ---- errors ---- */

void hd_error_packed(hd_error *error, const hd_dimensions *dimensions, uint64_t packed) {
  int64_t coordinate[HD_MAX_DIMENSIONS];
  if (!error) return;
  hd_dimensions_unpack(dimensions, packed, coordinate);
  error->has_coordinate = hd_tuple_flat(&error->coordinate, dimensions->count, coordinate);
}

void hd_error_packed_other(hd_error *error, const hd_dimensions *dimensions, uint64_t packed) {
  int64_t coordinate[HD_MAX_DIMENSIONS];
  if (!error) return;
  hd_dimensions_unpack(dimensions, packed, coordinate);
  error->has_other = hd_tuple_flat(&error->other, dimensions->count, coordinate);
}

/* ---- maps ---- */

hd_status hd_make_linear(const hd_dimensions *in, const hd_dimensions *out, const uint64_t *basis, hd_error *error,
                         hd_linear *result) {
  for (int i = 0; i < in->total; ++i)
    if ((basis[i] & ~hd_low_bits(out->total)) != 0) {
      hd_refuse(error, HD_RANGE, "make_linear", "at {c} the value has bits beyond the {0} of the output", out->total, 0,
                0);
      hd_error_packed(error, in, (uint64_t)1 << i);
      return HD_RANGE;
    }
  for (int i = 0; i < in->total; ++i) result->basis[i] = basis[i];
  result->in = *in;
  result->out = *out;
  return HD_OK;
}

void hd_linear_identity(const hd_dimensions *dimensions, hd_linear *result) {
  result->in = *dimensions;
  result->out = *dimensions;
  for (int i = 0; i < dimensions->total; ++i) result->basis[i] = (uint64_t)1 << i;
}

void hd_linear_copy(hd_linear *to, const hd_linear *from) {
  for (int i = 0; i < from->in.total; ++i) to->basis[i] = from->basis[i];
  to->in = from->in;
  to->out = from->out;
}

uint64_t hd_linear_at(const hd_linear *linear, uint64_t input) {
  uint64_t value = 0;
  for (input &= hd_low_bits(linear->in.total); input != 0; input &= input - 1)
    value ^= linear->basis[__builtin_ctzll(input)];
  return value;
}

static hd_status fail_rank(hd_error *error, int count, const hd_tuple *coordinate) {
  hd_refuse_nesting(error, "evaluate", "one integer for each input dimension is wanted, {0} in all, not {c}",
                    coordinate, NULL);
  if (error) error->number[0] = count;
  return HD_MISMATCH;
}

/* A coordinate as hd_linear_evaluate takes it. */
static hd_status pack_tuple(const hd_dimensions *in, const hd_tuple *coordinate, hd_error *error, uint64_t *packed) {
  int leaves = coordinate->profile.leaves;
  for (int k = 0; k < leaves; ++k)
    if (hd_tuple_axis(coordinate, k) != HD_AXIS_INTEGER)
      return hd_refuse_nesting(error, "evaluate", "a coordinate of dimensions is made of integers, not as {c}",
                               coordinate, NULL);
  if (!hd_is_tuple(&coordinate->profile) && in->count != 1) {
    int64_t index = coordinate->value[0];
    if (index < 0 || ((uint64_t)index & ~hd_low_bits(in->total)) != 0)
      return hd_refuse(error, HD_RANGE, "evaluate", "{0} is not one of the input's 2^{1} values", index, in->total, 0);
    *packed = (uint64_t)index;
    return HD_OK;
  }
  if (leaves != in->count || hd_depth(&coordinate->profile) > 1) return fail_rank(error, in->count, coordinate);
  return hd_fail_within(error, hd_dimensions_pack(in, coordinate->value, error, packed), "evaluate");
}

hd_status hd_linear_evaluate(const hd_linear *linear, const hd_tuple *coordinate, hd_error *error, hd_tuple *value) {
  int64_t entry[HD_MAX_DIMENSIONS];
  uint64_t packed = 0;
  hd_status status = pack_tuple(&linear->in, coordinate, error, &packed);
  if (status != HD_OK) return status;
  hd_dimensions_unpack(&linear->out, hd_linear_at(linear, packed), entry);
  if (linear->out.count == 1) hd_tuple_scalar(value, entry[0]);
  else if (linear->out.count > HD_MAX_LEAVES)
    return hd_refuse(error, HD_CAPACITY, "evaluate", "a value with {0} entries; a tuple has at most {1}",
                     linear->out.count, HD_MAX_LEAVES, 0);
  else hd_tuple_flat(value, linear->out.count, entry);
  return HD_OK;
}

bool hd_linear_is_identical(const hd_linear *a, const hd_linear *b) {
  if (!hd_dimensions_is_equal(&a->in, &b->in) || !hd_dimensions_is_equal(&a->out, &b->out)) return false;
  for (int i = 0; i < a->in.total; ++i)
    if (a->basis[i] != b->basis[i]) return false;
  return true;
}

bool hd_linear_is_equivalent(const hd_linear *a, const hd_linear *b) {
  if (!hd_dimensions_is_equal(&a->in, &b->in) || !has_same_names(&a->out, &b->out)) return false;
  for (int i = 0; i < a->in.total; ++i)
    for (int k = 0, at = 0, bt = 0; k < a->out.count; at += a->out.bits[k], bt += b->out.bits[k++])
      if (hd_dimension_part(&a->out, k, at, a->basis[i]) != hd_dimension_part(&b->out, k, bt, b->basis[i]))
        return false;
  return true;
}

hd_status hd_linear_reshape(const hd_linear *linear, const hd_dimensions *in, const hd_dimensions *out, hd_error *error,
                            hd_linear *result) {
  if (in && in->total != linear->in.total)
    return hd_refuse(error, HD_MISMATCH, "reshape", "the inputs together have size 2^{0}, not 2^{1}", linear->in.total,
                     in->total, 0);
  if (out && out->total != linear->out.total)
    return hd_refuse(error, HD_MISMATCH, "reshape", "the outputs together have size 2^{0}, not 2^{1}",
                     linear->out.total, out->total, 0);
  hd_linear_copy(result, linear);
  if (in) result->in = *in;
  if (out) result->out = *out;
  return HD_OK;
}
