/* Each element of a matrix twice, by way of tensor memory. */
#include <heddle/kernels/launch.h>

typedef struct arguments {
  const float *in; /* (128,32), row-major, as is out */
  float *out;
} arguments;

/* The copies of a tile of 32 columns in which each thread of a warp has a row. */
HD_TMEM_COPIES(row, 32x32b, 32, float);

HD_KERNEL(twice, arguments, a) {
  HD_SHARED(hd_tmem, tile, 1);
  if (HD_WARP() == 0) HD_TMEM_ALLOC(tile, 32);
  HD_SYNC();
  const hd_tmem mine = hd_tmem_slab(tile[0]); /* the 32 lanes that this warp reaches */
  const int first = HD_WARP() * 32 * 32;
  HD_TMEM_FROM_MEMORY(row, a.in + first, 32, mine);

  row_registers registers;
  HD_TMEM_LOAD(row, mine, &registers);
  HD_UNROLLED
  for (int i = 0; i < 32; ++i) registers.value[i] = 2 * HD_VALUE(registers, i);
  HD_REGISTERS_TO_MEMORY(row, &registers, a.out + first, 32);

  HD_TMEM_FENCE_BEFORE(); /* no warp still reads what is given back */
  HD_SYNC();
  HD_TMEM_FENCE_AFTER();
  if (HD_WARP() == 0) HD_TMEM_DEALLOC(tile[0], 32);
}

int main(void) {
  static float numbers[128 * 32];
  for (int i = 0; i < 128 * 32; ++i) numbers[i] = (float)i;
  const arguments a = {(const float *)hd_buffer_new(sizeof numbers, numbers),
                       (float *)hd_buffer_new(sizeof numbers, NULL)};
  hd_launch launch = {0};
  hd_report report;
  launch.blocks = 1;
  launch.threads = 128;
  if (HD_LAUNCH(twice, &launch, &a, &report) != 0) return puts(report.text), 1;
  hd_buffer_read(numbers, a.out, sizeof numbers);
  for (int i = 0; i < 128 * 32; ++i)
    if (numbers[i] != 2 * (float)i) return printf("element %d is %g\n", i, (double)numbers[i]), 1;
  puts("128 rows, each element twice what it was");
  return 0;
}
