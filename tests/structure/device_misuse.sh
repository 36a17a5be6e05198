#!/usr/bin/env bash
# Does the compiler refuse what the device layer has not, and say what there is?
#
# Each misuse stands in a line of its own, beside the same thing done right. All that is wrong is compiled in one file, and
# each line must have an error that names the macro, or is spelled as the reason, and says what is legal; all that is right
# is compiled in another file, and must have none. By every C compiler that is here, and by nvcc where it is; what depends
# on the target, by nvcc alone, for that target.
# Usage: device_misuse.sh [ROOT]
. "$(dirname "$0")/common.sh"

wrong=() right=() saying=() saying_nvcc=()
# misuse WRONG RIGHT WORDS [WORDS-OF-NVCC]: at the top of a file; @ is a name of its own
misuse() {
  wrong+=("${1//@/t${#wrong[@]}}")
  right+=("${2//@/t${#right[@]}}")
  saying+=("$3")
  saying_nvcc+=("${4:-$3}")
}
# inside WRONG RIGHT WORDS [WORDS-OF-NVCC]: statements of a kernel
inside() {
  local front='HD_KERNEL(@, hd_tmem, tile) { HD_SHARED(hd_tmem, at, 1); uint32_t r[512], x; x_registers g;'
  front+=' (void)tile; (void)at; (void)r; (void)x; (void)g;'
  misuse "$front $1 }" "$front $2 }" "${@:3}"
}

shapes=HD_TMEM_SHAPES_ARE_32x32b_16x64b_16x128b_16x256b_16x32bx2_NOT_
repeats=HD_TMEM_REPEATS_ARE_x1_x2_x4_TO_x128_NOT_
largest='the repeats of 16x256b are x1 to x32, of 16x128b x1 to x64, of the other shapes x1 to x128'
sizes='allocations have 32, 64, 128, 256 or 512 columns'

misuse 'HD_TMEM_COPIES(@, 4x256b, 64, float);' 'HD_TMEM_COPIES(@, 16x256b, 64, float);' "${shapes}4x256b"
misuse 'HD_TMEM_COPIES(@, 32x64b, 64, float);' 'HD_TMEM_COPIES(@, 16x64b, 64, float);' "${shapes}32x64b"
inside 'HD_TMEM_LD(16x32b, x2, r, tile);' 'HD_TMEM_LD(32x32b, x2, r, tile);' "${shapes}16x32b"
inside 'HD_TMEM_LD(32x32b, x3, r, tile);' 'HD_TMEM_LD(32x32b, x4, r, tile);' "${repeats}x3"
inside 'HD_TMEM_ST(16x64b, x256, r, tile);' 'HD_TMEM_ST(16x64b, x128, r, tile);' "${repeats}x256"
inside 'HD_TMEM_LD_SPLIT(x0, 16 << 16, r, tile);' 'HD_TMEM_LD_SPLIT(x1, 16 << 16, r, tile);' "${repeats}x0"
inside 'HD_TMEM_LD(16x256b, x64, r, tile);' 'HD_TMEM_LD(16x256b, x32, r, tile);' "HD_TMEM_LD: 16x256b has no x64: $largest"
inside 'HD_TMEM_ST_PACKED_ASYNC(16x256b, x128, r, tile);' 'HD_TMEM_ST_PACKED_ASYNC(16x256b, x16, r, tile);' \
  "HD_TMEM_ST_PACKED_ASYNC: 16x256b has no x128: $largest"
inside 'HD_TMEM_ST(16x128b, x128, r, tile);' 'HD_TMEM_ST(16x128b, x64, r, tile);' \
  "HD_TMEM_ST: 16x128b has no x128: $largest"

misuse 'HD_TMEM_COPIES(@, 16x256b, 12, float);' 'HD_TMEM_COPIES(@, 16x256b, 16, float);' \
  'HD_TMEM_COPIES: columns of 16x256b are 1 to 512, a multiple of 8'
misuse 'HD_TMEM_COPIES(@, 16x128b, 6, float);' 'HD_TMEM_COPIES(@, 16x128b, 4, float);' \
  'HD_TMEM_COPIES: columns of 16x128b are 1 to 512, a multiple of 4'
misuse 'HD_TMEM_COPIES_PACKED(@, 16x64b, 6, short);' 'HD_TMEM_COPIES_PACKED(@, 16x64b, 8, short);' \
  'HD_TMEM_COPIES_PACKED: columns of 16x64b are 1 to 512, a multiple of 4 (packed)'
misuse 'HD_TMEM_COPIES_SPLIT_PACKED(@, 3, 8, short);' 'HD_TMEM_COPIES_SPLIT_PACKED(@, 4, 8, short);' \
  'HD_TMEM_COPIES_SPLIT_PACKED: columns of 16x32bx2 are 1 to 512, a multiple of 2 (packed)'
misuse 'HD_TMEM_COPIES(@, 32x32b, 0, float);' 'HD_TMEM_COPIES(@, 32x32b, 1, float);' \
  'HD_TMEM_COPIES: columns of 32x32b are 1 to 512, a multiple of 1'
misuse 'HD_TMEM_COPIES(@, 32x32b, 513, float);' 'HD_TMEM_COPIES(@, 32x32b, 512, float);' \
  'HD_TMEM_COPIES: columns of 32x32b are 1 to 512, a multiple of 1'
misuse 'HD_TMEM_COPIES(@, 32x32b, -64, float);' 'HD_TMEM_COPIES(@, 32x32b, 64, float);' \
  'HD_TMEM_COPIES: columns of 32x32b are 1 to 512, a multiple of 1'
misuse 'HD_TMEM_COPIES_ASYNC(@, 32x32b, 65, float);' 'HD_TMEM_COPIES_ASYNC(@, 32x32b, 64, float);' \
  'HD_TMEM_COPIES_ASYNC: at most 64 registers are under way; tile the row: 64 columns of 32x32b'
misuse 'HD_TMEM_COPIES_PACKED_ASYNC(@, 16x256b, 272, short);' 'HD_TMEM_COPIES_PACKED_ASYNC(@, 16x256b, 256, short);' \
  'HD_TMEM_COPIES_PACKED_ASYNC: at most 64 registers are under way; tile the row'
misuse 'HD_TMEM_COPIES(@, 32x32b, 64, double);' 'HD_TMEM_COPIES(@, 32x32b, 64, float);' \
  'HD_TMEM_COPIES: an element has 1, 2 or 4 bytes'
misuse 'HD_TMEM_COPIES_PACKED(@, 32x32b, 64, float);' 'HD_TMEM_COPIES_PACKED(@, 32x32b, 64, short);' \
  'HD_TMEM_COPIES_PACKED: a packed element has 2 bytes'
misuse 'HD_TMEM_COPIES_SPLIT(@, 8, -8, float);' 'HD_TMEM_COPIES_SPLIT(@, 8, 8, float);' \
  'HD_TMEM_COPIES_SPLIT: the second access lies 0 or 16 lanes and 0 to 511 columns on'
misuse 'HD_TMEM_COPIES_SPLIT_ASYNC(@, 8, 32 << 16, float);' 'HD_TMEM_COPIES_SPLIT_ASYNC(@, 8, 16 << 16, float);' \
  'HD_TMEM_COPIES_SPLIT_ASYNC: the second access lies 0 or 16 lanes and 0 to 511 columns on'
misuse 'HD_TMEM_COPIES_SPLIT_PACKED(@, 8, 9, short);' 'HD_TMEM_COPIES_SPLIT_PACKED(@, 8, 10, short);' \
  'HD_TMEM_COPIES_SPLIT_PACKED: the second access lies .* packed an even number of columns'

for columns in 48 16 1024 0; do
  inside "HD_TMEM_ALLOC(at, $columns);" 'HD_TMEM_ALLOC(at, 64);' "HD_TMEM_ALLOC: $sizes"
done
inside 'HD_TMEM_DEALLOC(tile, 96);' 'HD_TMEM_DEALLOC(tile, 128);' "HD_TMEM_DEALLOC: $sizes"

inside 'x = tile[0];' 'x = tile.address;' 'subscripted value is' 'no operator "\[\]" matches these operands'
inside 'x = *tile;' 'x = tile.address;' '(invalid type argument of unary|indirection requires pointer operand).*hd_tmem' \
  'no operator "\*" matches these operands'
inside 'HD_TMEM_LD(32x32b, x1, r, &tile);' 'HD_TMEM_LD(32x32b, x1, r, tile);' 'is a pointer' 'has type "const hd_tmem \*"'
inside 'HD_TMEM_LOAD(x, &tile, &g);' 'HD_TMEM_LOAD(x, tile, &g);' "(hd_tmem|argument [0-9] of .x_load)" \
  'convert from "const hd_tmem \*" to "hd_tmem"'
inside 'HD_TMEM_LOAD(x, (float *)r, &g);' 'HD_TMEM_LOAD(x, tile, &g);' "(hd_tmem|argument [0-9] of .x_load)" \
  'convert from "float \*" to "hd_tmem"'
inside 'HD_TMEM_LOAD(x, tile.address + 3, &g);' 'HD_TMEM_LOAD(x, hd_tmem_at(tile, 0, 3), &g);' \
  '(hd_tmem|argument [0-9] of .x_load)' 'no suitable constructor exists to convert from "(uint32_t|unsigned int)" to "hd_tmem"'
inside 'HD_TMEM_LOAD(x, tile, tile);' 'HD_TMEM_LOAD(x, tile, &g);' '(x_registers|argument [0-9] of .x_load)' \
  'no suitable conversion function from "const hd_tmem" to "x_registers \*"'
inside 'HD_TMEM_LOAD(y, tile, &g);' 'HD_TMEM_LOAD(x, tile, &g);' 'incompatible' \
  '"x_registers \*" is incompatible with parameter of type "y_registers \*"'

# Reductions: refused on a target that has them. Where they are right, there has to be such a target.
reduction() { inside "$@"; }
reduction 'HD_TMEM_LD_RED(16x256b, x2, max.f32, r, x, tile);' 'HD_TMEM_LD_RED(32x32b, x2, max.f32, r, x, tile);' \
  'HD_TMEM_LD_RED: takes 32x32b and 16x32bx2 from x2 on'
reduction 'HD_TMEM_LD_RED(32x32b, x1, max.f32, r, x, tile);' 'HD_TMEM_LD_RED(32x32b, x2, max.f32, r, x, tile);' \
  'HD_TMEM_LD_RED: takes 32x32b and 16x32bx2 from x2 on'
reduction 'HD_TMEM_LD_RED_SPLIT(x1, min.u32, 8, r, x, tile);' 'HD_TMEM_LD_RED_SPLIT(x2, min.u32, 8, r, x, tile);' \
  'HD_TMEM_LD_RED_SPLIT: takes 32x32b and 16x32bx2 from x2 on'
reduction 'HD_TMEM_LD_RED(32x32b, x2, add.f32, r, x, tile);' 'HD_TMEM_LD_RED(32x32b, x2, min.f32, r, x, tile);' \
  'HD_TMEM_REDUCTIONS_ARE_min_AND_max_NOT_add'
reduction 'HD_TMEM_LD_RED(32x32b, x2, max.f16, r, x, tile);' 'HD_TMEM_LD_RED(32x32b, x2, max.s32, r, x, tile);' \
  'HD_TMEM_REDUCTIONS_ARE_f32_abs_f32_NaN_f32_abs_NaN_f32_u32_s32'
reduction 'HD_TMEM_LD_RED(32x32b, x2, max.NaN, r, x, tile);' 'HD_TMEM_LD_RED(32x32b, x2, max.abs.NaN.f32, r, x, tile);' \
  'HD_TMEM_LD_RED: reductions end with a type: max.f32, max.abs.NaN.f32, max.u32'

# Line k + 3 is misuse k.
file() {
  printf '#include "kernels/device.h"\nHD_TMEM_COPIES(x, 32x32b, 8, float); HD_TMEM_COPIES(y, 16x64b, 8, float);\n'
  printf '%s\n' "$@"
}
count=${#wrong[@]}
looked=0

# read_errors COMPILER LOG WORDS...: an error with these words for each line of wrong.*
read_errors() {
  local compiler=$1 log=$2 k
  shift 2
  for ((k = 0; k < count; k++)); do
    if ! grep -E "wrong\.(c|cu)[:(]$((k + 3))[:)].*(error|fatal)" "$log" | grep -qE "$(sed -E 's/[(]packed[)]/.packed./' <<<"$1")"; then
      complain "$compiler: ${wrong[k]##*(void)g; }: not '$1', but: $(grep -E "wrong\.(c|cu)[:(]$((k + 3))[:)]" "$log" | head -n 2 | cut -c1-300)"
    fi
    looked=$((looked + 1))
    shift
  done
}

file "${wrong[@]}" >"$scratch/wrong.c"
file "${right[@]}" >"$scratch/right.c"
compilers=0
for cc in gcc clang; do
  command -v $cc >/dev/null 2>&1 || continue
  flags=(-std=c11 -Werror=incompatible-pointer-types -I "$root" -fsyntax-only)
  # gcc speaks of the line in which a macro is written, rather than of that of its definition.
  [ $cc = clang ] && flags+=(-ferror-limit=0) || flags+=(-ftrack-macro-expansion=0)
  compilers=$((compilers + 1))
  ! $cc "${flags[@]}" "$scratch/wrong.c" >"$scratch/log" 2>&1 || complain "$cc takes everything"
  read_errors $cc "$scratch/log" "${saying[@]}"
  $cc "${flags[@]}" -Wall -Wextra -Werror -Wno-unused "$scratch/right.c" >"$scratch/log" 2>&1 ||
    complain "$cc refuses what is right: $(head -n 5 "$scratch/log")"
done
[ "$compilers" -gt 0 ] || complain 'there is no gcc and no clang'

# ---- nvcc ----

nvcc=$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2>/dev/null || true)
if [ -z "$nvcc" ] || ! "$nvcc" --list-gpu-arch | grep -qx compute_103; then
  echo 'misuses under nvcc: left out, there is none that knows these targets'
else
  cp "$scratch/wrong.c" "$scratch/wrong.cu"
  cp "$scratch/right.c" "$scratch/right.cu"
  ptx() { "$nvcc" -std=c++17 -I "$root" -arch="compute_$1" -ptx -o "$scratch/ptx" "${@:2}" >"$scratch/log" 2>&1; }
  ! ptx 103a -Xcudafe --error_limit=1000 "$scratch/wrong.cu" || complain 'nvcc takes everything'
  read_errors nvcc "$scratch/log" "${saying_nvcc[@]}"
  ptx 103a "$scratch/right.cu" || complain "nvcc refuses what is right: $(head -n 5 "$scratch/log")"

  # target REFUSED ACCEPTED STATEMENT WORDS
  target() {
    printf '#include "kernels/device.h"\nHD_KERNEL(k, hd_tmem, tile) { uint32_t r[2], x; (void)r; (void)x; %s }\n' \
      "$3" >"$scratch/target.cu"
    ! ptx "$1" "$scratch/target.cu" || complain "sm_$1: nvcc takes $3"
    grep -E 'error' "$scratch/log" | grep -qF "$4" || complain "sm_$1: $3: $(head -n 3 "$scratch/log" | cut -c1-300)"
    ptx "$2" "$scratch/target.cu" || complain "sm_$2: nvcc refuses $3: $(head -n 3 "$scratch/log" | cut -c1-300)"
    looked=$((looked + 1))
  }
  has='sm_103a, sm_103f, sm_110a and sm_110f have it (HD_HAS_REDUCTION)'
  target 100a 103f 'HD_TMEM_LD_RED(32x32b, x2, max.f32, r, x, tile);' \
    "HD_TMEM_LD_RED: this target has no tcgen05.ld.red; $has"
  target 100f 110f 'HD_TMEM_LD_RED_SPLIT(x2, max.f32, 8, r, x, tile);' \
    "HD_TMEM_LD_RED_SPLIT: this target has no tcgen05.ld.red; $has"
  target 100f 100a 'HD_TMEM_SHIFT(tile);' \
    'HD_TMEM_SHIFT: this target has no tcgen05.shift; sm_100a, sm_103a and sm_110a have it (HD_HAS_SHIFT)'
  target 100 100a 'HD_TMEM_RELINQUISH();' 'tcgen05 is there on sm_100a, 100f, 103a, 103f, 110a, 110f alone'
fi

finish "$count misuses, $looked messages read"
