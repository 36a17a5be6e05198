/* The layout that a matrix descriptor describes. */
#include "tmem/copy_source.h"

enum { HD_CORE_ROWS = 8, HD_CHUNK_BYTES = 16, HD_WORD_BYTES = 4 };

static hd_status check(const hd_copy_descriptor *source, hd_error *error) {
  bool known = source->swizzle == 0 || source->swizzle == 32 || source->swizzle == 64 || source->swizzle == 128;
  bool whole = source->start >= 0 && source->leading >= 0 && source->stride >= 0 &&
               (source->start | source->leading | source->stride) % HD_CHUNK_BYTES == 0;
  if (known && whole) return HD_OK;
  hd_fail(error, HD_RANGE, "copy_source",
          known ? "start {0}, leading {1} and stride {2} are not all multiples of 16"
                : "there is no swizzle of {3} bytes");
  if (error == NULL) return HD_RANGE;
  error->hint = known ? "a descriptor holds them without their lowest four bits" : "0, 32, 64 or 128";
  error->number[0] = source->start;
  error->number[1] = source->leading;
  error->number[2] = source->stride;
  error->number[3] = source->swizzle;
  return HD_RANGE;
}

/* Rows and words of the source: the first two modes of where they go. */
static hd_status extents_of(hd_copy_id id, hd_error *error, int64_t *rows, int64_t *words) {
  hd_layout memory, image, mode;
  hd_status status = hd_engine(hd_blackwell(), error, &memory);
  if (status == HD_OK) status = hd_copy_image(id, &memory, error, &image);
  if (status == HD_OK) status = hd_get(&image, (int[]){0}, 1, error, &mode);
  if (status != HD_OK) return status;
  *rows = hd_size(&mode);
  status = hd_get(&image, (int[]){1}, 1, error, &mode);
  if (status == HD_OK) *words = hd_size(&mode);
  return status;
}

/* extent in groups of `inside`: (inside, rest):(step, far), or one leaf where there is one group. */
static bool append_grouped(hd_layout *layout, int64_t extent, int64_t inside, int64_t step, int64_t far) {
  int from = layout->profile.leaves;
  if (extent <= inside) return hd_layout_append_leaf(layout, extent, step, HD_AXIS_INTEGER);
  return hd_layout_append_leaf(layout, inside, step, HD_AXIS_INTEGER) &&
         hd_layout_append_leaf(layout, extent / inside, far, HD_AXIS_INTEGER) && hd_layout_wrap(layout, from);
}

hd_status hd_copy_source_layout(hd_copy_id id, const hd_copy_descriptor *source, hd_error *error, hd_composed *result) {
  int64_t rows = 0, words = 0, chunk = HD_CHUNK_BYTES / HD_WORD_BYTES;
  int32_t bits = source->swizzle == 0 ? 0 : source->swizzle == 32 ? 1 : source->swizzle == 64 ? 2 : 3;
  int64_t pitch = source->swizzle == 0 ? HD_CHUNK_BYTES : source->swizzle;
  hd_layout inner;
  hd_swizzle swizzle;
  hd_composed plain;
  hd_status status = check(source, error);
  if (status == HD_OK) status = extents_of(id, error, &rows, &words);
  if (status != HD_OK) return status;
  hd_layout_clear(&inner);
  bool fits = append_grouped(&inner, rows, HD_CORE_ROWS, pitch, source->stride) &&
              append_grouped(&inner, words, source->swizzle == 0 ? chunk : words, HD_WORD_BYTES, source->leading) &&
              hd_layout_wrap(&inner, 0);
  if (!fits) return hd_fail(error, HD_CAPACITY, "copy_source", "more leaves than a layout holds");
  status = hd_layout_finish(&inner, "copy_source", error);
  if (status == HD_OK) status = hd_make_swizzle(bits, 4, 3, error, &swizzle);
  if (status != HD_OK) return status;
  hd_composed_plain(&inner, &plain);
  return hd_compose_swizzle(&swizzle, source->start, &plain, error, result);
}
