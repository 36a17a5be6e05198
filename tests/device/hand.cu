// Copies of tensor memory as one writes them by hand, in inline PTX and nothing else: what copies.cu is compared with.
//
// The kernels have the names that copies.cu gives to those of the same meaning.
#include <stdint.h>

struct arguments {
  float *to;
  uint32_t tile;
  int64_t pitch;
  float scale;
};

#define TEXT_32                                             \
  "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15," \
  "%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31}"
#define TEXT_64                                                      \
  "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,"          \
  "%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31," \
  "%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47," \
  "%48,%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59,%60,%61,%62,%63}"
#define EIGHT(c, r, i) \
  c(r[i]), c(r[i + 1]), c(r[i + 2]), c(r[i + 3]), c(r[i + 4]), c(r[i + 5]), c(r[i + 6]), c(r[i + 7])
#define ALL_32(c, r) EIGHT(c, r, 0), EIGHT(c, r, 8), EIGHT(c, r, 16), EIGHT(c, r, 24)
#define ALL_64(c, r) ALL_32(c, r), EIGHT(c, r, 32), EIGHT(c, r, 40), EIGHT(c, r, 48), EIGHT(c, r, 56)

static __device__ __forceinline__ uint32_t slab(uint32_t tile) { return tile + ((threadIdx.x & 0x60) << 16); }

static __device__ __forceinline__ void put4(float *to, const uint32_t *from) {
  *(uint4 *)to = make_uint4(from[0], from[1], from[2], from[3]);
}

// 64 columns of a row, 16 bytes at a time.
static __device__ __forceinline__ void slice(float *to, uint32_t address) {
  uint32_t r[64];
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x64.b32 " TEXT_64 ", [%64];\n\ttcgen05.wait::ld.sync.aligned;"
               : ALL_64("=r", r)
               : "r"(address));
#pragma unroll
  for (int i = 0; i < 64; i += 4) put4(to + i, r + i);
}

extern "C" __global__ void row_512(const __grid_constant__ arguments a) {
  float *to = a.to + threadIdx.x * a.pitch;
  uint32_t address = slab(a.tile);
#pragma unroll 1
  for (int c = 0; c < 512; c += 64) slice(to + c, address + c);
}

extern "C" __global__ void row_64(const __grid_constant__ arguments a) {
  slice(a.to + threadIdx.x * a.pitch, slab(a.tile));
}

// 16 lanes of 128 columns: pairs of columns, two rows eight apart.
extern "C" __global__ void fragments(const __grid_constant__ arguments a) {
  uint32_t r[64];
  int lane = threadIdx.x % 32;
  float *to = a.to + (threadIdx.x / 32 * 32 + lane / 4) * a.pitch + lane % 4 * 2;
  asm volatile("tcgen05.ld.sync.aligned.16x256b.x16.b32 " TEXT_64 ", [%64];\n\ttcgen05.wait::ld.sync.aligned;"
               : ALL_64("=r", r)
               : "r"(slab(a.tile)));
#pragma unroll
  for (int i = 0; i < 64; i += 2) *(uint2 *)(to + i / 2 % 2 * 8 * a.pitch + i / 4 * 8) = make_uint2(r[i], r[i + 1]);
}

static __device__ __forceinline__ void load_32(uint32_t *r, uint32_t address) {
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x32.b32 " TEXT_32 ", [%32];" : ALL_32("=r", r) : "r"(address));
}

static __device__ __forceinline__ void put_scaled(float *to, const uint32_t *r, float scale) {
#pragma unroll
  for (int i = 0; i < 32; i += 4)
    *(float4 *)(to + i) = make_float4(__uint_as_float(r[i]) * scale, __uint_as_float(r[i + 1]) * scale,
                                      __uint_as_float(r[i + 2]) * scale, __uint_as_float(r[i + 3]) * scale);
}

// Two buffers, both loaded before the first is used.
extern "C" __global__ void ahead(const __grid_constant__ arguments a) {
  float *to = a.to + threadIdx.x * a.pitch;
  uint32_t address = slab(a.tile), first[32], second[32];
#pragma unroll 1
  for (int c = 0; c < 512; c += 64) {
    load_32(first, address + c);
    load_32(second, address + c + 32);
    asm volatile("tcgen05.wait::ld.sync.aligned;" : ALL_32("+r", first) : : "memory");
    asm volatile("" : ALL_32("+r", second));
    put_scaled(to + c, first, a.scale);
    put_scaled(to + c + 32, second, a.scale);
  }
}

// The row back: 16 bytes at a time into registers, and from there.
extern "C" __global__ void back_512(const __grid_constant__ arguments a) {
  const float *from = a.to + threadIdx.x * a.pitch;
  uint32_t address = slab(a.tile);
#pragma unroll 1
  for (int c = 0; c < 512; c += 64) {
    uint32_t r[64];
#pragma unroll
    for (int i = 0; i < 64; i += 4) {
      const uint4 words = *(const uint4 *)(from + c + i);
      r[i] = words.x, r[i + 1] = words.y, r[i + 2] = words.z, r[i + 3] = words.w;
    }
    asm volatile("tcgen05.st.sync.aligned.32x32b.x64.b32 [%64], " TEXT_64 ";\n\ttcgen05.wait::st.sync.aligned;"
                 :
                 : ALL_64("r", r), "r"(address + c));
  }
}
