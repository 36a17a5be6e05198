#!/usr/bin/env bash
# What does Blackwell's machine code do for the kernels in examples/device, and for a row in several slices?
#
#   - one LDTM and one STTM for each tcgen05.ld and .st of the PTX; two where the shape is 16x32bx2
#   - no local memory: neither LDL nor STL, no stack frame and no spill; registers are listed
#   - slices of one row have their columns as immediates
#
# Where there is no nvcc that knows sm_100a, or no cuobjdump (CUOBJDUMP, the PATH, beside nvcc), the test is left out and
# says so. Usage: device_sass.sh [ROOT]
. "$(dirname "$0")/common.sh"
cd "$root"

leave_out() {
  echo "machine code for Blackwell: left out, $1"
  exit 0
}
nvcc=$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2>/dev/null || true)
[ -n "$nvcc" ] || leave_out "there is no nvcc"
"$nvcc" --list-gpu-arch | grep -qx compute_100 || leave_out "$nvcc does not know compute_100"
disassemble=${CUOBJDUMP:-$(command -v cuobjdump || ls "$(dirname "$nvcc")/cuobjdump" 2>/dev/null || true)}
[ -n "$disassemble" ] || leave_out "there is no cuobjdump"

mkdir "$scratch/include"
ln -s "$root" "$scratch/include/heddle"

# The lines of FILE that match.
count() { grep -cE "$1" "$2" || true; }

# compile NAME SOURCE: NAME.ptx, NAME.sass and NAME.log in the scratch folder
compile() {
  mkdir "$scratch/$1"
  "$nvcc" -x cu -O3 -gencode arch=compute_100a,code=sm_100a -Xptxas -v -I "$scratch/include" --keep --keep-dir \
    "$scratch/$1" -cubin -o "$scratch/$1.cubin" "$2" >"$scratch/$1.log" 2>&1 || { cat "$scratch/$1.log"; return 1; }
  mv "$scratch/$1"/*.ptx "$scratch/$1.ptx"
  "$disassemble" -sass "$scratch/$1.cubin" >"$scratch/$1.sass"
}

# judge NAME: what holds for every kernel
judge() {
  local ptx=$scratch/$1.ptx sass=$scratch/$1.sass log=$scratch/$1.log loads stores
  loads=$(($(count 'tcgen05\.ld\.' "$ptx") + $(count 'tcgen05\.ld\..*16x32bx2' "$ptx")))
  stores=$(($(count 'tcgen05\.st\.' "$ptx") + $(count 'tcgen05\.st\..*16x32bx2' "$ptx")))
  [ "$(count ' LDTM' "$sass")" -eq "$loads" ] || complain "$1: $(count ' LDTM' "$sass") LDTM, $loads wanted"
  [ "$(count ' STTM' "$sass")" -eq "$stores" ] || complain "$1: $(count ' STTM' "$sass") STTM, $stores wanted"
  [ $((loads + stores)) -gt 0 ] || complain "$1: moves nothing"
  [ "$(count ' (LDL|STL)' "$sass")" -eq 0 ] || complain "$1: local memory"
  [ "$(count '^ *0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads' "$log")" -gt 0 ] ||
    complain "$1: $(grep 'stack frame' "$log")"
  echo "$1: $loads loads, $stores stores,$(sed -nE 's/.*Used ([0-9]+ registers).*/ \1/p' "$log")"
}

kernels=0
for source in examples/device/*.c; do
  name=$(basename "$source" .c)
  compile "$name" "$source" || { complain "$name does not compile"; continue; }
  judge "$name"
  kernels=$((kernels + 1))
done
[ "$kernels" -ge 10 ] || complain "only $kernels kernels"

cat >"$scratch/row.c" <<'C'
#include <heddle/kernels/launch.h>
typedef struct row_arguments {
  uint32_t *memory;
  hd_tmem tile;
} row_arguments;
HD_TMEM_COPIES(slices, 32x32b, 192, uint32_t);
HD_KERNEL(row, row_arguments, a) {
  slices_registers registers;
  HD_TMEM_LOAD(slices, hd_tmem_slab(a.tile), &registers);
  HD_REGISTERS_TO_MEMORY(slices, &registers, a.memory, 192);
  HD_TMEM_STORE(slices, hd_tmem_slab(a.tile), &registers);
}
C
compile row "$scratch/row.c" && judge row || complain "row does not compile"
for move in LDTM STTM; do
  # tmem[UR4], tmem[UR6+0x40], tmem[UR7+0x80]: the base may be copied from register to register, the columns are added
  # to none.
  sed -nE "s/.* $move\.x64 .*tmem\[UR[0-9]+(\+(0x[0-9a-f]+))?\].*/\2/p" "$scratch/row.sass" | sort >"$scratch/places"
  [ "$(xargs <"$scratch/places")" = '0x40 0x80' ] && [ "$(wc -l <"$scratch/places")" -eq 3 ] ||
    complain "row: the slices of $move are at $(xargs <"$scratch/places")"
done

finish "$kernels kernels and a row of three slices disassembled"
