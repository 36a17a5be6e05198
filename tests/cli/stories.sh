#!/usr/bin/env bash
# What users do, and what comes of it: a table of commands, each with its exit code and what must be said; then what takes
# more than a command. A story may have several lines, and not every number has a story.
#
# Outcomes were worked out by brute force, and those of tensor memory by the formulas of the manual.
. "$(dirname "$0")/common.sh"
cc=${CC:-cc}
build=${BUILD_DIR:?where the libraries are}
cd "$source_dir" || exit 1

# A line is a story's number, an exit code and arguments as a shell takes them apart; below it stands what is said, a
# whole line where it begins with =.
stories() {
  cat <<'TABLE'
1 1 eval '(4,6,8):(2,3,5) o 6:3'
    undefined
    0, 6, 7, 8, 9
    at 3 A(9) = 8
1 0 eval '((4,6,8):(2,3,5))(2*3)' 'let A = (4,6,8):(2,3,5); (A(0),A(3),A(6),A(9),A(12),A(15))'
    =7
    =(0,6,7,8,9,15)
2 1 eval '(6,2):(1,7) o (3,2):(2,3)'
    at (2,1) A(B(c)) = A(7) = 8
    the modes add up to 7
2 0 eval '(6,2):(1,7) o 3:2' '(6,2):(1,7) o 2:3' '((6,2):(1,7))(2*2 + 3)' '((6,2):(1,7))(2*2) + ((6,2):(1,7))(3)'
    =3:2
    =2:3
    =8
    =7
3 0 eval '(4,2,8):(3,12,97) o 3:3'
    =3:9
3 1 eval '(4,2,8):(3,12,97) o 4:3'
    undefined
    0, 9, 18, 100
4 0 eval '(10,2):(16,4) o (3,4):(1,5)' '(10,2):(16,4) o (5,4):(1,5)'
    =(3,(2,2)):(16,(80,4))
    =(5,(2,2)):(16,(80,4))
6 1 eval '(3,4):(4,1) o (3,4):(3,1)'
    undefined
    which no layout does
6 1 eval 'injective((3,4):(3,1))'
    =false
    (1,0)
    (0,3)
7 0 eval 'complement(4:2, 8)' 'complement(4:2, 16)' 'complement((2,2):(1,6), 24)'
    =2:1
    =(2,2):(1,8)
    =(3,2):(2,12)
7 1 eval 'complement((4,4):(1,3), 24)'
    not injective
9 0 eval 'right_inverse((2,4,6):(4,1,8))'
    =(4,2,6):(2,1,8)
10 1 eval 'logical_divide((12,(4,8)):(7,(1,30)), 128)'
    undefined
    at (12,0) A(12) = 1
    12 to divide 128
10 0 eval 'size((12,(4,8)):(7,(1,30)))' 'size(logical_divide((12,(4,8)):(7,(1,30)), 48))'
    =384
    =384
11 0 eval 'logical_divide((12,32):(1,12), (4,8):(1,4))' 'zipped_divide((12,32):(1,12), <4,8>)'
    =((4,8),12):((1,4),32)
    =((4,8),(3,4)):((1,12),(4,96))
13 0 eval 'injective((2,3):(3,2))'
    =true
13 1 eval 'complementable((2,3):(3,2), 12)'
    =false
13 1 eval 'injective((2,2):(2,2))'
    =false
    the value 2 is taken at (1,0) and at (0,1)
14 0 eval 'size((64,8192):(8192,1))' 'injective((64,8192):(8192,1))'
    =524288
    =true
16 0 eval '(S<1,3,3> o (8,16):(16,1))(4,0)'
    =72
17 0 eval 'recast_layout(32, 8, S<3,4,3>)' 'swizzle(S<3,2,3>, 32)' 'swizzle(S<3,4,3>, 4*32) / 4'
    =S<3,2,3>
    =36
    =36
19 0 eval 'banks(32:32, 32)' 'banks(S<5,0,5> o 32:32, 32) + 100' 'banks(S<3,0,5> o 32:32, 32)' 'banks(32:33, 32)'
    =32
    =101
    =4
    =1
20 0 eval 'cosize((536870913,4):(4,1))'
    =2147483652
    2147483651, is beyond 2^31 - 1
21 0 tmem where 16x256b.x8 --warp 2 --thread 21 --register 13
    =lane 69 column 27 address 0x0045001B
21 0 tmem where 16x256b.x8 --warp 2 --thread 0 --register 0 --address 0x0040001B
    =lane 64 column 27 address 0x0040001B
23 0 tmem where 16x128b.x4 --warp 0 --thread 7 --register 5
    lane 9 column 11
23 0 tmem where 16x64b.x16 --warp 0 --thread 3 --register 9
    lane 8 column 19
23 0 tmem where 32x32b.x64 --warp 0 --thread 17 --register 42
    lane 17 column 42
24 0 tmem plan '--datapath D --n 160 --cap 128'
    =32x32b.x128 + 32x32b.x32: 160 registers of each thread
    32x32b.x128.b32 {r0 .. r127}, [taddr];  taddr 0x00000000
    32x32b.x32.b32 {r128 .. r159}, [taddr];  taddr 0x00000080
24 0 tmem plan '(128,160):(1@lane,1@col) --cap 128'
    =32x32b.x128 + 32x32b.x32: 160 registers of each thread
24 0 tmem plan '--datapath D --n 224 --cap 128'
    =32x32b.x128 + 32x32b.x64 + 32x32b.x32: 224 registers of each thread
26 0 tmem plan '(64,(64,2)):(1@lane,(1@col,64@lane))'
    =32x32b.x64: 64 registers of each thread
26 0 eval '((64,(64,2)):(1@lane,(1@col,64@lane)))(5,64)' 'let L = (64,(64,2)):(1,(128,64)); L(5,64)'
    =(69@lane,0@col)
    =69
26 0 fit 'r<64, c<128: r + 64*(c/64) + 128*(c%64)'
    =(64,(64,2)):(1,(128,64))
27 0 tmem alloc 384 4 4 4
    =separate 608 of 512: does not fit
    =packed 396: allocate 512, offsets 0 384 388 392
28 1 tmem alloc 16
    a power of two from 32 to 512
28 1 tmem alloc 48
    a power of two from 32 to 512
28 1 tmem alloc 1024
    a power of two from 32 to 512
29 1 tmem check tcgen05.ld.sync.aligned.32x32b.x8.b32 --warp 1 --address 0
    warp 1 reaches lanes 32 to 63 only
    =fix-it 0x00200000
31 1 tmem check tcgen05.ld.sync.aligned.16x256b.x64.b32
    a power of two from 1 to 32
    16x256b.x32.b32
31 1 tmem check tcgen05.ld.sync.aligned.16x128b.x128.b32
    a power of two from 1 to 64
    16x128b.x64.b32
31 1 tmem check tcgen05.ld.sync.aligned.32x32b.x256.b32
    a power of two from 1 to 128
    32x32b.x128.b32
32 0 tmem plan '--datapath D --n 256 --shape 32x32b --cost'
    =32x32b.x1: 256
    =32x32b.x32: 8
    =32x32b.x128: 2
36 0 eval '(_2,_3):(_6,_3)' 'S<3,4,3> o 0 o (10,2):(2,1)' 'Sw<3,4,3> o _0 o (_10,_2):(_2,_1)'
    =(2,3):(6,3)
    =S<3,4,3> o 0 o (10,2):(2,1)
36 0 eval 'S[(8,4):(4@laneid,1@laneid)] + R[2:4@warpid] + 5@warpid'
    =S[(8,4):(4@laneid,1@laneid)] + R[2:4@warpid] + 5@warpid
TABLE
}

told=0
seen=
# tell NUMBER EXIT-CODE ARGUMENTS: runs it
tell() {
  local words
  eval "words=($3)"
  run "$2" "${words[@]}"
  cat "$work/out" "$work/err" >"$work/said"
  command=$3
  told=$((told + 1))
  seen="$seen $1"
}
# expect TEXT: the command before said it
expect() {
  case $1 in
    =*) grep -qxF -- "${1#=}" "$work/said" ;;
    *) grep -qF -- "$1" "$work/said" ;;
  esac || fail "\`heddle $command\` does not say: $1; but: $(cat "$work/said")"
}
while IFS= read -r line; do
  case $line in
    '    '*) expect "${line#    }" ;;
    *)
      read -r number code arguments <<<"$line"
      tell "$number" "$code" "$arguments"
      ;;
  esac
done < <(stories)

# 1: by brute force. A layout of 6 has the shape 6, (2,3) or (3,2); one of them goes through 0, 6 and 7, so that index 2
# refutes nothing, and none goes on with 8, so that index 3 does.
through() {
  awk -v wanted="$*" 'BEGIN {
    n = split(wanted, value, " ")
    for (first = 1; first <= 6; first++) {
      if (6 % first) continue
      for (a = -20; a <= 20; a++) for (b = -20; b <= 20; b++) {
        same = 1
        for (i = 0; i < n; i++) if ((i % first) * a + int(i / first) * b != value[i + 1]) same = 0
        found += same
      }
    }
    print (found > 0)
  }'
}
[ "$(through 0 6 7) $(through 0 6 7 8)" = '1 0' ] || fail 'story 1: another index is the first that no layout has'
echo 'story 1: the value at 2 is 7, which (2,3):(6,7) has there too; at 3 it is 8, which no layout of 6 has'

# 16: the table that is drawn has the number too: row 4, column 0 of the result.
COLUMNS=200 NO_COLOR=1 run 0 show --alone 'S<1,3,3> o (8,16):(16,1)'
[ "$(awk '$1 == 4 { print $2 }' "$work/out")" = 72 ] || fail "story 16: the table has: $(cat "$work/out")"
seen="$seen 16"

# ---- 34: the asynchronous copy of story 24 ----

asked='--datapath D --n 160 --cap 128 --async --under-way 160'
host=$build/kernels/libheddle_host.a
library=$(find "$build" -name libheddle.a -print -quit)
flags=(-std=c11 -Wall -Wextra -Werror -I "$build/include")
grep -q __asan_ "$library" && flags+=(-fsanitize=address,undefined)
run 0 emit "$asked" --name story -o "$work/story.h"
run 0 emit "$asked" --name story --table -o "$work/table.h"

# The table against the library's model, and against the manual's formula: lane is thread, column is register.
cat >"$work/table.c" <<'CODE'
#include <heddle/tmem/tmem.h>

#include <stdio.h>

#include "table.h"

int main(void) {
  const struct {
    int repeat, first;
  } step[2] = {{128, 0}, {32, 128}};
  int cells = 0;
  for (int s = 0; s < 2; s++) {
    for (int t = 0; t < 128; t++) {
      hd_form form;
      hd_issue issue;
      hd_cell cell;
      if (hd_make_form(hd_instruction_of(HD_32X32B), step[s].repeat, 0, NULL, &form) != HD_OK ||
          hd_make_issue(hd_blackwell(), t / 32, NULL, &issue) != HD_OK)
        return 1;
      for (int r = 0; r < step[s].repeat; r++) {
        const hd_place place = {t % 32, r, 0};
        if (hd_issue_cell(&form, &issue, place, NULL, &cell) != HD_OK) return 1;
        const unsigned short *at = story_table[t][step[s].first + r];
        if (at[0] != cell.lane || at[1] != cell.column + step[s].first) return printf("%d %d: model\n", t, r), 1;
        if (at[0] != t || at[1] != step[s].first + r) return printf("%d %d: formula\n", t, r), 1;
        cells++;
      }
    }
  }
  printf("%d cells\n", cells);
  return 0;
}
CODE
"$cc" "${flags[@]}" -I "$work" "$work/table.c" "$library" -o "$work/table" 2>"$work/err" ||
  fail "story 34: not compiled: $(head -c 1000 "$work/err")"
[ "$("$work/table")" = '20480 cells' ] || fail "story 34: the table is another: $("$work/table")"

# Loads and waits as the assembler of sm_100a gets them.
nvcc=$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2>/dev/null || true)
cat >"$work/story.cu" <<'CODE'
#include "story.h"
typedef struct arguments {
  uint32_t *to;
  hd_tmem tile;
} arguments;
HD_KERNEL(story_read, arguments, a) {
  story_registers registers;
  HD_TMEM_LOAD_ASYNC(story, a.tile, &registers);
  HD_TMEM_WAIT_LOADED(story, &registers);
  HD_UNROLLED
  for (int v = 0; v < 160; ++v) a.to[HD_THREAD() * 160 + v] = HD_VALUE(registers, v);
}
CODE
if [ -z "$nvcc" ] || ! "$nvcc" --list-gpu-arch 2>/dev/null | grep -qx compute_100; then
  echo "story 34: not assembled, there is no nvcc that knows sm_100a"
else
  device=(-std=c++17 -gencode 'arch=compute_100a,code=sm_100a' -I "$build/include")
  "$nvcc" "${device[@]}" --ptx -o "$work/story.ptx" "$work/story.cu" 2>"$work/err" ||
    fail "story 34: $(cat "$work/err")"
  "$nvcc" "${device[@]}" --cubin -o "$work/story.cubin" "$work/story.cu" 2>"$work/err" ||
    fail "story 34: not assembled: $(cat "$work/err")"
  order=$(grep -oE 'tcgen05\.(ld\.sync\.aligned\.32x32b\.x[0-9]+|wait::ld)' "$work/story.ptx" | tr '\n' ' ')
  [ "$order" = 'tcgen05.ld.sync.aligned.32x32b.x128 tcgen05.ld.sync.aligned.32x32b.x32 tcgen05.wait::ld ' ] ||
    fail "story 34: in this order: $order"
  # In the source: volatile each, and nothing of memory is moved past the wait.
  "$nvcc" "${device[@]}" -E "$work/story.cu" >"$work/preprocessed" 2>/dev/null
  issued=$(sed -n '/story_load_async(/,/^}/p; /story_wait_loaded(/,/^}/p' "$work/preprocessed" |
    grep -E '"tcgen05\.(ld|wait::ld)')
  [ "$(grep -c 'asm volatile("tcgen05.ld' <<<"$issued")" = 2 ] &&
    [ "$(grep -c 'asm volatile("tcgen05.wait::ld.*"memory");' <<<"$issued")" = 1 ] ||
    fail "story 34: the source has: $(cut -c 1-80 <<<"$issued")"
fi
seen="$seen 34"

# ---- 35: in a program ----

# What a file and the library print is what the command prints, byte for byte. Packages, ctypes and wasm32 have tests of
# their own: structure/install.sh and those beside it.
cat >"$work/main.c" <<'CODE'
#include <heddle/algebra/algebra.h>

#include <stdio.h>
#include <string.h>

int main(void) {
  const char *left = "(10,2):(16,4)", *right[2] = {"(3,4):(1,5)", "(5,4):(1,5)"};
  hd_layout a, b, both;
  char text[HD_TEXT_MAX];
  for (int k = 0; k < 2; k++) {
    if (hd_parse_layout(left, strlen(left), NULL, &a) != HD_OK ||
        hd_parse_layout(right[k], strlen(right[k]), NULL, &b) != HD_OK || hd_composition(&a, &b, NULL, &both) != HD_OK)
      return 1;
    hd_print_layout(&both, text, sizeof text);
    puts(text);
  }
  return 0;
}
CODE
"$cc" "${flags[@]}" "$work/main.c" "$library" -o "$work/main" 2>"$work/err" ||
  fail "story 35: not compiled: $(head -c 1000 "$work/err")"
run 0 eval '(10,2):(16,4) o (3,4):(1,5)' '(10,2):(16,4) o (5,4):(1,5)'
"$work/main" | cmp - "$work/out" || fail 'story 35: the program prints otherwise'
seen="$seen 35"

# ---- 36: what is printed by others is read, and printed so that it is read again ----

while IFS= read -r text; do
  run 0 eval "$text"
  once=$(cat "$work/out")
  run 0 eval "$once"
  says "$once"
  run 0 convert --to cute "$text"
  run 0 eval "$(cat "$work/out")"
  says "$once"
done <<'PASTED'
(_2,_3):(_6,_3)
((_2,_2),8):((_1,16),_2)
(_128,160):(_1@0,_1@1)
Sw<3,4,3> o _0 o (_10,_2):(_2,_1)
S<3,4,3> o 0 o (10,2):(2,1)
PASTED
seen="$seen 36"

# Each of them was told.
wanted='1 2 3 4 6 7 9 10 11 13 14 16 17 19 20 21 23 24 26 27 28 29 31 32 34 35 36'
all=$(tr ' ' '\n' <<<"$seen" | sort -nu | xargs)
[ "$all" = "$wanted" ] || fail "told: $all"
finish "stories: $(wc -w <<<"$wanted") of $(wc -w <<<"$wanted"), $told commands"
