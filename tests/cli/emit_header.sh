#!/usr/bin/env bash
# What `emit` writes where, what it refuses, and what of it does not compile: headers in C and C++, a plan again from the
# comment of its header, a header that somebody has changed; and, where nvcc is, loads and waits in PTX.
. "$(dirname "$0")/common.sh"

cc=${CC:-cc}
build=${BUILD_DIR:?where the libraries are}
mentions() { grep -qF -- "$1" "$work/out" || fail "does not mention: $1; but: $(head -c 1500 "$work/out")"; }
cd "$work" || exit 1

# ---- where to ----

run 0 emit '--datapath D --n 64' --name tile
cp out printed
run 0 emit '--datapath D --n 64' --name tile -o tile.h
cmp -s printed tile.h || fail 'the file is not what is printed'
says ''
run 0 emit --datapath D -o tile.h --n 64 --name tile
cmp -s printed tile.h || fail 'the same words, not the same header'
run 2 emit '--datapath D --n 64' -o nowhere/tile.h
complains 'heddle emit: nowhere/tile.h: it cannot be written: there is no such folder'
run 2 emit '--datapath D --n 64' -o .
complains 'heddle emit: .: it cannot be written: it is a folder'
# A plan that is none, or a fault, leaves what was there.
run 1 emit '((32,4),1):((1@col,1@lane),0)' --name tile -o tile.h
complains 'no sequence of instructions of 4 warps moves it'
says ''
run 1 emit '--datapath D --n 160 --async' -o tile.h
complains 'range: emit: 160 registers of each thread are under way at once, and at most 64 may be'
complains 'tile the piece'
cmp -s printed tile.h || fail 'a refusal changed the file'
[ "$(ls | sort | tr '\n' ' ')" = 'err in out printed tile.h ' ] || fail "left behind: $(ls)"
if [ "$(id -u)" -ne 0 ] && [ -e /dev/full ]; then run 2 emit '--datapath D --n 64' -o /dev/full; fi

# ---- what is refused ----

run 2 emit
complains 'one of a LAYOUT, --cells LAYOUT, --datapath LETTER and --m M is wanted'
for name in 3x 'a b' '' a-b; do run 2 emit --datapath D --name "$name"; done
complains 'an identifier of C, of at most 64 letters, behind --name is wanted, and there is `a-b`'
run 2 emit '--datapath D --n 64 --name 3x'
complains '--datapath D --n 64 --name 3x
                           ^'
run 2 emit '--datapath D --n 64 --what'
complains 'heddle emit: there is no option `--what`
  --datapath D --n 64 --what
                      ^'
run 2 emit '--datapath D --n 6+'
complains 'malformed: syntax'
run 2 emit '--datapath D --json'
run 2 emit '--datapath D --cost'
run 2 emit --datapath D --under-way 0
run 2 emit --datapath D --type 'a b'
run 2 emit '(128,64):(1,128) --bits 4 --type float'
run 2 emit "(128,64):(1,128) # it's" --name a
complains 'a plan in one line'
run 2 emit '(128,64):(1,128) # */' --name a
run 2 emit '--datapath D --memory (128,128:1'
complains '  (128,128:1'
run 2 emit '--datapath D --memory 42'
run 2 emit '--datapath D --n 64 --memory (128,32):(32,1)'
complains 'memory has size 4096, and the piece size 8192'
run 2 emit '--datapath D --n 64 --memory (64,128):(128,1)'
complains 'mode 0 of memory is not as long as that of the piece'
run 1 emit '--datapath F --n 64 --bits 16 --single --memory (64,64):(1,64)'
complains 'register 0 holds 2 elements, which do not fill a word of memory'
run 1 emit '--datapath D --n 64 --bits 16 --single --memory (128,64):(65,1)'
complains 'thread 1 begins at element 65, inside a word of 2'
run 1 emit '--datapath D --n 64 --memory (128,64):(1073741824,1)'
complains 'which no int holds'
run 1 emit '--datapath D --n 96 --shape 16x256b --memory (128,(6,16)):(1600,(1,100))'
complains 'which is no sum over thread and value'
run 0 emit '--datapath D --n 64 --store --memory (128,64):(64,1)' --name a
! grep -q 'HD_ISSUE_LD\|a_put\|a_to_memory' out || fail 'a header that stores alone loads'
mentions 'a_from_memory'

# ---- again, from its own comment ----

again() {
  "$heddle" emit "$@" >first.h || fail "not emitted: $*"
  sed -n '3s/^ \*   heddle //p' first.h >again
  bash -c "\"$heddle\" $(cat again)" >second.h || fail "not again: $(cat again)"
  cmp -s first.h second.h || fail "not the same again: $(cat again)"
}
again --datapath D --n 160 --cap 128 --async --under-way 160 --name a
again '(64, (64, 2)):(1@lane, (1@col, 64@lane)) --cap 32' --name b --memory '(64,128):(128,1)' --type float
again --warps 1 '(32,4):(1,128)' --warp 2 --address '64 << 16' --name c --store
again --cells '((16,2),(2,8)):((1,2048),(128,256))' --bits 16 --single --warps 1
again --m 64 --n 32 --registers '((4,8,4),(2,2,4)):((2@1,1@0,16@0),(1@1,8@0,8@1))' --odd-column --any-lane

# ---- as others compile it ----

"$heddle" emit '--datapath D --n 160 --memory (128,160):(160,1)' --name rows --type float -o rows.h
"$heddle" emit '--m 64 --n 64 --async' --name half -o half.h
"$heddle" emit '--cells ((32,4),16):((1,32),128) --warp 1 --address 0x00200000' --name carried -o carried.h
"$heddle" emit '(128,64):(1,128) --bits 4' --name small -o small.h 2>/dev/null ||
  "$heddle" emit '(128,(8,8)):(8,(1,1024)) --bits 4' --name small -o small.h || fail 'no header of 4 bits'
"$heddle" emit '--datapath D --n 160' --name rows --table -o table.h
cat >user.c <<'EOF'
#include "rows.h"
#include "half.h"
#include "carried.h"
#include "small.h"
#include "table.h"
#include "rows.h"
#include "table.h"
int main(void) {
  for (int t = 0; t < 128; t++)
    for (int r = 0; r < 160; r++)
      if (rows_table[t][r][0] != t || rows_table[t][r][1] != r || rows_place(r) != r) return 1;
  return sizeof rows_table == 128 * 160 * 2 * sizeof(short) && sizeof(small_registers) == 4 * small_words &&
                 carried_part_cells(3) == 96
             ? 0 : 2;
}
EOF
warn=(-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -I "$build/include")
"$cc" -std=c11 "${warn[@]}" user.c -c -o user.o 2>err || fail "as C: $(head -c 2000 err)"
cxx=$(command -v c++ || command -v g++ || command -v clang++)
[ -n "$cxx" ] || fail 'there is no C++ compiler'
"$cxx" -x c++ -std=c++17 -Wall -Wextra -Werror -I "$build/include" -fsyntax-only user.c 2>err || fail "as C++: $(head -c 2000 err)"
host=$(ls "$build/kernels/libheddle_host.a" 2>/dev/null || true) library=$(find "$build" -name libheddle.a -print -quit)
flags=()
grep -q __asan_ "$library" && flags=(-fsanitize=address,undefined)
"$cc" "${flags[@]}" user.o ${host:+"$host"} "$library" -o user 2>err || fail "not linked: $(head -c 1000 err)"
./user || fail "the table is not (lane, column) = (thread, register), or a warp's part lies elsewhere: $?"

# changed SED WORDS: a header somebody has changed does not compile, and says why
changed() {
  sed "$1" rows.h >changed.h
  cmp -s rows.h changed.h && fail "nothing is changed by $1"
  printf '#include "changed.h"\n' >changed.c
  "$cc" -std=c11 -I "$build/include" -fsyntax-only changed.c 2>err && fail "compiles: $1"
  grep -qF "rows: $2" err || fail "$1 is not refused with: $2; but: $(head -c 1000 err)"
}
changed 's/float value/double value/;s/sizeof(float)/sizeof(double)/' 'an element has 32 bits'
changed 's/rows_words = 160/rows_words = 159/' 'the values fill the registers'
changed 's/rows_columns = 160/rows_columns = 513/' 'the tile is wider than tensor memory'
changed 's/REPEAT(x64) <=/REPEAT(x128) * 2 <=/' '32x32b has no x64'
changed 's/(2 \* (int)/(3 * (int)/' 'the instructions take each register once'
sed 's/half_words = 32/half_words = 65/' half.h >changed.h
printf '#include "changed.h"\n' >changed.c
"$cc" -std=c11 -I "$build/include" -fsyntax-only changed.c 2>err && fail 'compiles with 65 registers under way'
grep -qF 'half: at most 64 registers are under way; tile it' err || fail "65 registers: $(head -c 1000 err)"

# ---- on a GPU ----

nvcc=$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2>/dev/null || true)
if [ -z "$nvcc" ] || ! "$nvcc" --list-gpu-arch 2>/dev/null | grep -q compute_100; then
  echo 'emitted copies: not assembled, there is no nvcc that knows sm_100a'
  finish 'emit: files, refusals and headers as stated'
fi
"$heddle" emit '--datapath D --n 160 --cap 128 --async --under-way 160' --name both -o both.h
"$heddle" emit '--m 64 --n 64 --bits 16 --single --memory (64,64):(64,1)' --name packed -o packed.h
"$heddle" emit '(32,64):(1,128) --shape 16x32bx2 --warps 1' --name split -o split.h
cat >kernels.cu <<'EOF'
#include "rows.h"
#include "both.h"
#include "half.h"
#include "packed.h"
#include "split.h"
typedef struct args {
  uint32_t *out;
} args;
#define HD_OUT(name) \
  HD_UNROLLED        \
  for (int k = 0; k < name##_values; k++) a.out[k * 128 + HD_THREAD()] = (uint32_t)HD_VALUE(registers, name##_place(k));
#define HD_BEGIN()                                       \
  HD_SHARED(hd_tmem, shared, 1);                         \
  if (HD_WARP() == 0) HD_TMEM_ALLOC(shared, 512);        \
  HD_TMEM_FENCE_BEFORE();                                \
  HD_SYNC();                                             \
  HD_TMEM_FENCE_AFTER();                                 \
  const hd_tmem begin = *shared, tile = begin;
#define HD_END()                \
  HD_TMEM_FENCE_BEFORE();       \
  HD_SYNC();                    \
  HD_TMEM_FENCE_AFTER();        \
  if (HD_WARP() == 0) HD_TMEM_DEALLOC(begin, 512);
#define HD_USE(name, LOAD)  \
  HD_KERNEL(k_##name, args, a) {   \
    HD_BEGIN()                \
    name##_registers registers;    \
    if (HD_WARP() >= name##_first_warp && HD_WARP() < name##_first_warp + name##_warps) { \
      LOAD(name);                  \
      HD_OUT(name)                 \
    }                              \
    HD_END()                       \
  }
#define HD_NOW(name) HD_TMEM_LOAD(name, tile, &registers)
#define HD_LATER(name)                         \
  HD_TMEM_LOAD_ASYNC(name, tile, &registers);  \
  HD_TMEM_WAIT_LOADED(name, &registers)
HD_USE(rows, HD_NOW)
HD_USE(both, HD_LATER)
HD_USE(half, HD_LATER)
HD_USE(packed, HD_NOW)
HD_USE(split, HD_NOW)
HD_KERNEL(k_memory, args, a) {
  HD_BEGIN()
  HD_TMEM_TO_MEMORY(rows, tile, (float *)a.out);
  HD_END()
}
HD_KERNEL(k_stores, args, a) {
  HD_BEGIN()
  HD_TMEM_FROM_MEMORY(rows, (const float *)a.out, tile);
  HD_TMEM_FROM_MEMORY(packed, (const uint16_t *)a.out, tile);
  HD_END()
}
EOF
"$nvcc" -gencode arch=compute_100a,code=compute_100a -O3 -ptx -I "$build/include" kernels.cu -o kernels.ptx >err 2>&1 &&
  "${nvcc%nvcc}ptxas" -arch=sm_100a -v kernels.ptx -o kernels.cubin >err 2>&1 || fail "nvcc: $(head -c 2000 err)"
[ "$(grep -c '0 bytes spill stores, 0 bytes spill loads' err)" -eq 7 ] || fail "spills: $(grep spill err)"
# of KERNEL: its loads, stores, waits and vector stores in order
of() {
  awk -v entry="entry $1(" 'index($0, entry) { on = 1 } on { print } on && /^}/ { exit }' kernels.ptx |
    grep -oE 'tcgen05\.(ld|st|wait::ld|wait::st)\b|st\.global(\.v4)?\.(u|b)32' | uniq -c | awk '{ printf "%s%s ", ($1 > 1 ? $1 "*" : ""), $2 }'
}
both=$(of k_both)
[[ $both == '2*tcgen05.ld tcgen05.wait::ld 160*st.global.'* ]] || fail "two loads and one wait after them: $both"
[ "$(of k_rows | grep -o 'tcgen05[^ ]*' | tr '\n' ' ')" = 'tcgen05.ld tcgen05.wait::ld tcgen05.ld tcgen05.wait::ld tcgen05.ld tcgen05.wait::ld ' ] ||
  fail "a wait for each load: $(of k_rows)"
for kernel in half packed split; do
  [ "$(of k_$kernel | grep -o 'tcgen05[^ ]*' | tr '\n' ' ')" = 'tcgen05.ld tcgen05.wait::ld ' ] || fail "$kernel: $(of k_$kernel)"
done
[[ $(of k_memory) =~ 16\*st.global.v4.[ub]32\ tcgen05.ld\ tcgen05.wait::ld\ 8\*st.global.v4 ]] || fail "16 bytes at a time: $(of k_memory)"
run 0 ptx check kernels.ptx
[ "$(closing | grep -oE '[0-9]* faults?, .*')" = "$(closing | grep -o '0 faults, 0 of [0-9]* questions unknown')" ] || fail "ptx check: $(closing)"

finish 'emit: files, refusals, headers and PTX as stated'
