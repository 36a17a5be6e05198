#!/usr/bin/env bash
# Is wrong use of the device layer refused when it is compiled, and does the message name the macro and what is legal?
#
# Each case is a program that $CC, clang where it is, and nvcc where it knows sm_100a, refuse with this message. The right
# use at the end compiles with each of them. Usage: device_refusals.sh [ROOT]
set -euo pipefail
root=${1:-$SOURCE_DIR}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$root"

compilers=("$CC")
[[ $CC == *clang* ]] || ! command -v clang >/dev/null || compilers+=(clang)
nvcc=$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2>/dev/null || true)
if [ -n "$nvcc" ] && ! "$nvcc" --list-gpu-arch | grep -qx compute_100; then nvcc=; fi
[ -n "$nvcc" ] || echo 'for a GPU: left out, there is no nvcc that knows sm_100a'

# compile COMPILER: what is in $scratch/k.c
compile() {
  case $1 in
    compute_*) "$nvcc" -x cu -Wno-deprecated-gpu-targets -ptx -arch="$1" -I. -o "$scratch/k.ptx" "$scratch/k.c" ;;
    *) "$1" -std=c11 -Werror -I. -fsyntax-only "$scratch/k.c" ;;
  esac >"$scratch/said" 2>&1
}

# write DECLARATION BODY: a kernel with two tiles, registers, and a pointer
write() {
  cat >"$scratch/k.c" <<END
#include "kernels/device.h"
typedef struct arguments { float *memory; } arguments;
$1
HD_KERNEL(k, arguments, a) {
  hd_tmem tile = {0}, other = tile;
  uint32_t words[128] = {0};
  $2
  a.memory[0] = (float)(tile.address + other.address + words[0]);
}
END
}

refused=0
failed=0
# refuse_by COMPILER NAME MESSAGE
refuse_by() {
  refused=$((refused + 1))
  if compile "$1"; then
    echo "$2: $1 takes it"
    failed=$((failed + 1))
  elif ! grep -qE "$3" "$scratch/said"; then
    echo "$2: $1 says: $(grep -m 2 error "$scratch/said")"
    failed=$((failed + 1))
  fi
}
# refuse NAME MESSAGE DECLARATION [BODY]
refuse() {
  local compiler
  write "$3" "${4:-}"
  for compiler in "${compilers[@]}" ${nvcc:+compute_100a}; do refuse_by "$compiler" "$1" "$2"; done
}
# refuse_for TARGET NAME MESSAGE BODY
refuse_for() {
  [ -n "$nvcc" ] || return 0
  write '' "$4"
  refuse_by "compute_$1" "$2" "$3"
}

shapes=HD_TMEM_SHAPES_ARE_32x32b_16x64b_16x128b_16x256b_16x32bx2_NOT
refuse 'a shape that there is not' "${shapes}_32x32_" 'HD_TMEM_COPIES(t, 32x32, 16, float);'
refuse 'a view of several lanes' "${shapes}_4x256b_" 'HD_TMEM_COPIES(t, 4x256b, 16, float);'
refuse 'columns that 16x256b does not cut' 'HD_TMEM_COPIES: columns of 16x256b are 1 to 512, a multiple of 8' \
  'HD_TMEM_COPIES(t, 16x256b, 20, float);'
refuse 'columns that 16x128b does not cut' 'columns of 16x128b are 1 to 512, a multiple of 4' 'HD_TMEM_COPIES(t, 16x128b, 6, float);'
refuse 'columns that 16x64b does not cut' 'columns of 16x64b are 1 to 512, a multiple of 2' 'HD_TMEM_COPIES(t, 16x64b, 7, float);'
refuse 'columns that a packed shape does not cut' 'HD_TMEM_COPIES_PACKED: columns of 32x32b are 1 to 512, a multiple of 2 .packed.' \
  'HD_TMEM_COPIES_PACKED(t, 32x32b, 5, uint16_t);'
refuse 'no columns' 'columns of 32x32b are 1 to 512, a multiple of 1' 'HD_TMEM_COPIES(t, 32x32b, 0, float);'
refuse 'more columns than there are' 'columns of 32x32b are 1 to 512' 'HD_TMEM_COPIES(t, 32x32b, 513, float);'
refuse 'elements of 8 bytes' 'HD_TMEM_COPIES: an element has 1, 2 or 4 bytes' 'HD_TMEM_COPIES(t, 32x32b, 8, double);'
refuse 'packed elements of 4 bytes' 'HD_TMEM_COPIES_PACKED: a packed element has 2 bytes' \
  'HD_TMEM_COPIES_PACKED(t, 32x32b, 8, float);'
refuse 'more than 64 columns under way' 'HD_TMEM_COPIES_ASYNC: at most 64 registers are under way; tile the row' \
  'HD_TMEM_COPIES_ASYNC(t, 32x32b, 128, float);'
refuse 'more than 64 registers under way' 'at most 64 registers are under way; tile the row: .*128 of the other shapes' \
  'HD_TMEM_COPIES_ASYNC(t, 16x256b, 136, float);'
refuse 'a second access in another slab' 'HD_TMEM_COPIES_SPLIT: the second access lies 0 or 16 lanes and 0 to 511 columns on' \
  'HD_TMEM_COPIES_SPLIT(t, 8, 32 << 16, float);'
refuse 'a second access before the first' 'HD_TMEM_COPIES_SPLIT_ASYNC: the second access lies 0 or 16 lanes' \
  'HD_TMEM_COPIES_SPLIT_ASYNC(t, 8, -8, float);'
refuse 'a packed second access at an odd column' 'HD_TMEM_COPIES_SPLIT_PACKED: .*packed an even number of columns' \
  'HD_TMEM_COPIES_SPLIT_PACKED(t, 8, 9, uint16_t);'
refuse 'a repeat that there is not' 'HD_TMEM_REPEATS_ARE_x1_x2_x4_TO_x128_NOT_x3' '' 'HD_TMEM_LD(32x32b, x3, words, tile);'
refuse 'a repeat that the shape has not' 'HD_TMEM_ST: 16x256b has no x64: the repeats of 16x256b are x1 to x32' '' \
  'HD_TMEM_ST(16x256b, x64, words, tile);'
refuse 'an allocation of 48 columns' 'HD_TMEM_ALLOC: allocations have 32, 64, 128, 256 or 512 columns' '' \
  'HD_TMEM_ALLOC(&tile, 48);'
refuse 'a deallocation of 16 columns' 'HD_TMEM_DEALLOC: allocations have 32, 64, 128, 256 or 512 columns' '' \
  'HD_TMEM_DEALLOC(tile, 16);'
refuse 'a reduction of one register' 'HD_TMEM_LD_RED: takes 32x32b and 16x32bx2 from x2 on' '' \
  'uint32_t least; HD_TMEM_LD_RED(32x32b, x1, min.u32, words, least, tile);'
refuse_for 100a 'a reduction where there is none' 'HD_TMEM_LD_RED: this target has no tcgen05.ld.red; sm_103a' \
  'uint32_t least; HD_TMEM_LD_RED(32x32b, x2, min.u32, words, least, tile);'
refuse_for 100f 'a shift where there is none' 'HD_TMEM_SHIFT: this target has no tcgen05.shift; sm_100a' \
  'HD_TMEM_SHIFT(tile);'
refuse_for 100 'a target without tensor memory' 'tcgen05 is there on sm_100a, 100f,' ''
refuse 'an element of a tile' 'subscripted value|no operator .\[\]. matches' '' 'words[0] = (uint32_t)tile[3];'
refuse 'a tile as a pointer' 'unary .\*.|indirection requires pointer|no operator .\*. matches|operand of .\*. must be a pointer' '' \
  'words[0] = (uint32_t)*tile;'
refuse 'an address for a tile' 'incompatible type|incompatible with|no suitable constructor|initializing .hd_tmem.|passing .uint32_t' \
  'HD_TMEM_COPIES(t, 32x32b, 8, float);' 't_registers r; HD_TMEM_LOAD(t, tile.address + 3, &r);'
refuse 'a copy from a tile to a tile' 'incompatible|passing .hd_tmem|no suitable conversion function' 'HD_TMEM_COPIES(t, 32x32b, 8, float);' \
  'HD_TMEM_LOAD(t, tile, other);'
refuse 'registers of another tile' 'incompatible' 'HD_TMEM_COPIES(t, 32x32b, 8, float); HD_TMEM_COPIES(u, 16x64b, 8, float);' \
  'u_registers r; HD_TMEM_LOAD(t, tile, &r);'

write 'HD_TMEM_COPIES(t, 32x32b, 8, float); HD_TMEM_COPIES_SPLIT_PACKED(u, 8, 16 << 16 | 8, uint16_t);' \
  't_registers r; HD_TMEM_LOAD(t, tile, &r); HD_TMEM_LD(16x256b, x32, words, other); words[0] += r.word[7];'
for compiler in "${compilers[@]}" ${nvcc:+compute_100a}; do
  compile "$compiler" || { echo "right use: $compiler says: $(grep -m 2 error "$scratch/said")"; failed=$((failed + 1)); }
done

[ "$failed" -eq 0 ] || { echo "$failed of $refused cases are not refused as they should be"; exit 1; }
echo "$refused refusals of wrong use, each as it says"
