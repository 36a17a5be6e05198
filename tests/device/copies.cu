// The copies of the device layer for which hand.cu has kernels of the same names; and behind them one kernel for each
// kind of copy, shape by shape.
#include "kernels/device.h"

struct arguments {
  float *to;
  hd_tmem tile;
  int64_t pitch;
  float scale;
};

HD_TMEM_COPIES(wide, 32x32b, 512, float);
HD_TMEM_COPIES(narrow, 32x32b, 64, float);
HD_TMEM_COPIES(fragment, 16x256b, 128, float);
HD_TMEM_COPIES_ASYNC(slice, 32x32b, 32, float);

HD_DEVICE float *rows(arguments a) { return a.to + HD_WARP() * 32 * a.pitch; }

HD_KERNEL(row_512, arguments, a) { HD_TMEM_TO_MEMORY(wide, hd_tmem_slab(a.tile), rows(a), a.pitch); }
HD_KERNEL(row_64, arguments, a) { HD_TMEM_TO_MEMORY(narrow, hd_tmem_slab(a.tile), rows(a), a.pitch); }
HD_KERNEL(fragments, arguments, a) { HD_TMEM_TO_MEMORY(fragment, hd_tmem_slab(a.tile), rows(a), a.pitch); }
HD_KERNEL(back_512, arguments, a) { HD_TMEM_FROM_MEMORY(wide, rows(a), a.pitch, hd_tmem_slab(a.tile)); }

HD_DEVICE void put_scaled(float *to, const slice_registers *r, float scale) {
#pragma unroll
  for (int i = 0; i < 32; i += 4)
    *(float4 *)(to + i) =
        make_float4(r->value[i] * scale, r->value[i + 1] * scale, r->value[i + 2] * scale, r->value[i + 3] * scale);
}

HD_KERNEL(ahead, arguments, a) {
  float *to = a.to + HD_THREAD() * a.pitch;
  hd_tmem tile = hd_tmem_slab(a.tile);
#pragma unroll 1
  for (int c = 0; c < 512; c += 64) {
    slice_registers first, second;
    HD_TMEM_LOAD_ASYNC(slice, hd_tmem_at(tile, 0, c), &first);
    HD_TMEM_LOAD_ASYNC(slice, hd_tmem_at(tile, 0, c + 32), &second);
    HD_TMEM_WAIT_LOADED(slice, &first);
    HD_TMEM_TIE(slice, &second);
    put_scaled(to + c, &first, a.scale);
    put_scaled(to + c + 32, &second, a.scale);
  }
}
