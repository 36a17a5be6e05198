/* From which byte of shared memory does tcgen05.cp take a word?
 *
 * Invariant: a matrix descriptor says where a K-major matrix begins and how far its pieces are apart, and that is a
 * composed layout (composed.h) over (row, word), in bytes of shared memory:
 *
 *   no swizzle           start + ((8,R/8),(4,W/4)):((16,stride),(4,leading))
 *   32, 64, 128 bytes    S<b,4,3> o start o ((8,R/8),W):((pitch,stride),4)    b = 1, 2, 3; pitch 32, 64, 128
 *
 * Eight rows by 16 bytes lie together without a swizzle: `leading` leads to the next 16 bytes of a row and `stride` to
 * the next eight rows. With one, a row's bytes follow one another, the rows of a group are as far apart as the swizzle
 * is wide, and the 16-byte chunks of the address itself are exchanged: its bits 4.. by its bits 7... So where the
 * matrix begins counts, and without a swizzle the layout is composed with one of no bits.
 *
 * What is decompressed on the way takes other bytes; each 16 bytes of the destination have one such unit here.
 *
 * Sources: PTX ISA, "Matrix Descriptor", "Canonical layouts"; CUTLASS' Swizzle<b,4,3>.
 *
 * Refuses: a start or distance that is no multiple of 16, swizzles that are none. Costs: a few leaves written.
 *
 * Example:
 *
 *     hd_composed bytes;
 *     int64_t byte;
 *     const hd_copy_descriptor source = {.start = 1024, .stride = 256, .swizzle = 32};
 *     hd_copy_source_layout(HD_128X256B, &source, NULL, &bytes);
 *     hd_composed_at(&bytes, 4, NULL, &byte); // byte == 1168 */
#ifndef HEDDLE_TMEM_COPY_SOURCE_H
#define HEDDLE_TMEM_COPY_SOURCE_H

#include "../algebra/composed.h"
#include "copy.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a descriptor says, in bytes. */
typedef struct hd_copy_descriptor {
  int64_t start;           /* address in shared memory */
  int64_t leading, stride; /* from 16 bytes of a row to the next 16 (no swizzle); from 8 rows to the next 8 */
  int32_t swizzle;         /* 0 (none), 32, 64 or 128 */
} hd_copy_descriptor;

/* (row, word) -> byte of shared memory.
 *   ensures: with b = start + row % 8 * pitch + row / 8 * stride + (word / 4 * leading + word % 4 * 4, or word * 4):
 *            result(row, word) = b without a swizzle, else b with its bits 4.. exclusive-ored by (b >> 7) & mask, mask
 *            being 1, 3 or 7
 *   fails:   HD_RANGE (start, leading or stride no multiple of 16 or below 0; no such swizzle), HD_CAPACITY */
hd_status hd_copy_source_layout(hd_copy_id id, const hd_copy_descriptor *source, hd_error *error, hd_composed *result);

#ifdef __cplusplus
}
#endif
#endif
