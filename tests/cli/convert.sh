#!/usr/bin/env bash
# The verb `convert`: the four dialects, what is said beside the text, input from files, refusals and exit codes.
. "$(dirname "$0")/common.sh"

# converts TO EXPR TEXT [OPTION..]: the text alone goes to the output
converts() {
  local to=$1 input=$2 text=$3
  shift 3
  run 0 convert --to "$to" "$@" "$input"
  says "$text"
}

# refuses EXIT TO EXPR WORDS [OPTION..]
refuses() {
  local exit=$1 to=$2 input=$3 words=$4
  shift 4
  run "$exit" convert --to "$to" "$@" "$input"
  says ''
  complains "$words"
}

# ---- whatever others print is read ----

converts cute '(_2,_3):(_6,_3)' '(2,3):(6,3)'
complains 'round trip: equal at 6 of 6 coordinates'
converts cute_ir 'S<3,4,3> o 0 o (10,2):(2,1)' '!cute.composed_layout<"S<3,4,3> o 0 o (10,2):(2,1)">'
converts cute 'Sw<1,4,3> o smem_ptr[16b](unset) o (_64,_16):(_16,_1)' 'S<1,3,3> o 0 o (64,16):(16,1)'
converts cute '!cute.layout<"(4,8):(1,4)">' '(4,8):(1,4)'
converts tirx '!cute.layout<"(4,(2,3)):(6,(1,2))">' 'S[(4,3,2):(6,2,1)]'
complains 'note: the tensor has shape (4,6); S[..] counts its last mode fastest'
converts cute 'TileLayout(S[(64, 2, 64) : (1 @ tid_in_wg, 64 @ tid_in_wg, 1)])' \
  '(64,2,64):(1@tid_in_wg,64@tid_in_wg,1@m)'
converts cute '#ttg.linear<{register = [[0, 1], [0, 2]], lane = [[1, 0]]}>' '(4,2):(1@1,1@0)'
complains 'note: the modes are register, lane'
converts tirx '(64,(64,2)):(1@lane,(1@col,64@lane))' 'S[(64,2,64):(1@lane,64@lane,1@col)]'
converts tirx 'let N = 8; (4,N):(N,1)' 'S[(4,8):(8,1)]'
converts cute_ir '(4,(2,_))' '!cute.coord<"(4,(2,_))">'
complains 'round trip: the same value'
converts cute_ir '(4,(2,8))' '!cute.int_tuple<"(4,(2,8))">'
converts cute 'Sw<3,4,3> o smem_ptr[8b](0x10) o (_64,_16):(_16,_1)' 'S<3,4,3> o 16 o (64,16):(16,1)'
refuses 1 cute 'Sw<3,4,3> o smem_ptr[16b](0x11) o 8:1' "no multiple of an element's bits, 16"

# ---- there and back, through files and pipes ----

pipe=$("$heddle" convert --quiet --to triton 'S<2,0,2> o 0 o (4,4):(1,4)' 2>"$work/err" |
  "$heddle" convert --quiet --to cute - 2>>"$work/err")
[ "$pipe" = 'S<2,0,2> o 0 o (4,4):(1,4)' ] || fail "through a pipe: $pipe"
[ ! -s "$work/err" ] || fail "--quiet says $(cat "$work/err")"
printf ' - lane=1 -> (8)\n   lane=2 -> (16)\n - register=1 -> (1)\n   register=2 -> (2)\n   register=4 -> (4)\n%s\n' \
  'where out dims are: [offset (size 32)]' >"$work/basis"
converts tirx "$work/basis" 'S[(4,8):(8,1)]'
run 0 convert --to triton --modes lane,register '(4,8):(8,1)'
cmp -s "$work/out" "$work/basis" || fail "not the basis text: $(cat "$work/out")"
printf 'S[8:1]' >"$work/in"
converts cute - 8:1
: >"$work/in"
while read -r layout shape; do
  for to in cute cute_ir tirx triton; do
    if ! "$heddle" convert --quiet --to $to "$layout" >"$work/there" 2>"$work/err"; then
      [ $to = triton ] && grep -q 'no power of two' "$work/err" || fail "$layout to $to: $(cat "$work/err")"
      continue
    fi
    back=$("$heddle" convert --quiet --to cute --shape "$shape" "$work/there")
    [ "$("$heddle" eval "equivalent($layout, $back)")" = true ] || fail "$layout, $(cat "$work/there"), $back"
  done
done <<'LAYOUTS'
(4,8):(1,4) (4,8)
((2,2),8):((16,1),2) (4,8)
(3,5):(10,-2) (3,5)
(4,8):(1@0,1@1) (4,8)
(6,(2,4)):(1,(50,6)) (6,8)
LAYOUTS
[ "$("$heddle" eval 'equivalent((4,8):(1,4), 32:1)')" = true ] || fail 'the comparison does not compare'

# ---- shape, order, names ----

P='S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)]'
converts cute "$P" '(8,2,4,2):(4@laneid,1@warpid,1@laneid,1@m)'
converts cute "$P" '(8,(2,4,2)):(4@laneid,(1@m,1@laneid,1@warpid))' --shape '(8,16)'
converts cute "$P" '(2,4,2,8):(1@m,1@laneid,1@warpid,4@laneid)' --shape 128
converts cute_ir "$P" '!cute.layout<"(8,2,4,2):(4@0,1@1,1@0,1@2)">' --axes laneid,warpid,m
converts cute "$P + 5@warpid" '(1,1,1):(1@laneid,1@warpid,1@m) o (0,5,0) o (8,2,4,2):(4@0,1@1,1@0,1@2)'
converts tirx '(4,(2,3)):(6,(1,2))' 'Scolex[(4,2,3):(6,1,2)]' --order first
converts tirx '(8,4):(1@0,1@1)' 'S[(8,4):(1@laneid,1@warpid)]' --axes laneid,warpid
converts tirx 'S<3,3,3> o 0 o (8,64):(64,1)' 'ComposeLayout(SwizzleLayout(3, 3, 3), TileLayout(S[(8,64):(64,1)]))'
converts tirx '(9223372036854775807):(1)' 'S[9223372036854775807:1]'
complains 'round trip: proved equal by canonical forms'
run 0 convert --to tirx '(4,8):(1,4)' '8:1'
says 'S[(4,8):(1,4)]
S[8:1]'

# ---- what a target cannot hold ----

refuses 1 cute 'S[8:1] + R[2:4@warpid]' 'R[2:4@warpid]: an element lives in several places, and only TIRx holds that'
refuses 1 triton '(3,4):(4,1)' 'leaf 0: extent 3 is no power of two'
refuses 1 triton 'S[8:1] + 5@warpid' '5@warpid: element 0 is not at 0'
refuses 1 triton '(4,8):(1,2)' 'share a bit'
refuses 1 cute_ir '(4,8):(1@lane,1@col)' 'stride 1@lane'
refuses 1 tirx 'S[2:1@offset] + 5@m' 'm and offset are one thing here'
refuses 1 tirx 'S<3,4,3>' 'a swizzle alone has no coordinates'
refuses 1 tirx 'S<1,0,1> o S<1,1,1> o 8:1' 'a placement holds one swizzle'
refuses 1 cute '(6,2):(1,7) o (3,2):(2,3)' 'at (2,1)'
refuses 2 tirx '8:1' 'has size 4' --shape '(2,2)'
refuses 2 triton '(4,8):(1,4)' 'names given: 1; modes to name: 2' --modes lane
refuses 2 tirx '1 < 2' 'and this is none'
refuses 2 cute '!cute.layout<"(?,8):(1,4)">' 'a dynamic extent'
refuses 2 cute ' - lane=1 -> (1' '`,` or the end of the value'
refuses 2 cute '(4,8:(1,4)' 'malformed'
run 1 convert --to triton '8:1' '3:1'
lists ' - dim0=1 -> (1)'

# ---- the command line ----

run 2 convert
complains 'usage: heddle convert'
run 2 convert '8:1'
complains 'usage: heddle convert'
run 2 convert --to cute
run 2 convert --to
complains '--to wants a value'
run 2 convert --to cutlass 8:1
complains '--to does not take `cutlass`'
run 2 convert --to cute --order middle 8:1
run 2 convert --to cute --modes '1a' 8:1
run 2 convert --to cute --axes 'a,,b' 8:1
run 2 convert --to cute --shape '(2' 8:1
run 2 convert --to cute --loud 8:1
complains 'no option `--loud`'
run 0 convert --to cute -- 8:1
run 2 convert --to cute "$work/none/there"
complains 'there is no such file'
run 2 convert --to cute nosuch.txt
complains 'nosuch.txt: there is no such file'
run 2 convert --to cute "$work"
complains 'it is a folder'
printf '# of a file, where in it\n\t(x,8):(1,4)\n' >"$work/wrong.txt"
run 2 convert --to cute "$work/wrong.txt"
complains "$work/wrong.txt:2:3: malformed: syntax: unknown name"
for empty in /dev/null -; do
  run 2 convert --to cute $empty
  complains "$empty: it is empty"
done
run 0 help convert
lists "heddle convert --to DIALECT [OPTION]... 'EXPR' | FILE | - ..."

finish "convert: all as stated"
