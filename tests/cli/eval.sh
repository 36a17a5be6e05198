#!/usr/bin/env bash
# The command line and the verb `eval`: what is printed, where, and the exit code.
. "$(dirname "$0")/common.sh"

silent() { [ ! -s "$work/$1" ] || fail "says on $1: $(cat "$work/$1")"; }

# ---- values ----

run 0 eval '(4,2,8):(3,12,97) o 3:3'
says '3:9'
silent err
run 0 eval '(2,5):(1,7) o 4:3'
says '(2,2):(8,21)'
run 0 eval '1 + 1' '(4,8):(1,4)' 'true'
says '2
(4,8):(1,4)
true'
run 0 eval 'cosize((536870913,4):(4,1))'
says '2147483652'
complains 'note: the last index, 2147483651, is beyond 2^31 - 1: in 32 bits it wraps, first at (536870912,0)'
run 0 eval 'cosize((536870912,4):(4,1))'
silent err

# ---- what is worth knowing beside a value ----

run 0 eval 'complement(4:2)'
says '(2,1):(1,8)'
complains 'note: (2,1):(1,8) is equal to 2:1 after coalesce'
run 0 eval 'complement(4:2, 16)' 'logical_divide(12:1, 4:1)' 'zipped_divide((12,8):(1,12), (4,_))' 'complement(4:2) == 2:1 || true'
silent err
run 0 eval 'logical_divide(10:1, 16:1)'
says '(16,1):(1,16)'
complains 'note: the tiles run past 10 by 6: an index of the layout is one below 10'
run 0 eval 'tiled_divide((10,8):(1,10), (4,4))'
complains 'note: mode 0: the tiles run past 10 by 2: an index of the mode is one below 10'
run 1 eval 'injective((4,9):(1,3))'
complains '(3,0)'
complains '(0,1)'
complains 'hint: leaf 0 runs on into the steps of leaf 1: guard it by a predicate, its coordinate below 3'
run 0 eval 'S<3,4,3>(128)'
says '144'
silent err

# ---- strings and parts ----

run 0 eval '"a b"' 'rearrange((4,8):(1,4), "i j -> j i")' 'let P = slice_and_offset((4,8):(1,4), (_,3)); P' 'let p = "i j -> (i j)"; rearrange((4,8):(1,4), p)'
says '"a b"
(8,4):(4,1)
(4):(1) , 12
((4,8)):((1,4))'
run 2 eval 'rearrange((4,8):(1,4), "i j - j i")'
at_pattern=$(grep -n '^ *^$' "$work/err" | head -n 1 | cut -d: -f1)
[ -n "$at_pattern" ] && complains '`->` is wanted here'
run 2 eval '"a b'
complains 'a string without an end'
for wrong in 'size("a")' '"a" + 1' '("a",1)' '"a" o 4:1' 'rearrange(4:1, 4)' 'rearrange(4:1, "a -> a", 4)' 'size(slice_and_offset(4:1, _))' '"a" == 4'; do
  run 2 eval "$wrong"
  complains 'argument'
done

# ---- outside a shape a layout goes on, and eval says so ----

run 0 eval '((4,8):(1,4))(4,0)' 'within((4,8):(1,4), 3, 7)'
says '4
true'
complains 'note: (4,8):(1,4) is evaluated outside its shape, where a mode goes on past its extent'
run 0 eval 'let x = (8:2)(8); x + 1'
complains 'note: 8:2 is evaluated outside its shape'
run 0 eval '((4,8):(1,4))(3,7)'
silent err
for coordinate in 32 -1 '(4,0)' '(0,8)' '(-1,0)' '(1,2,3)' '((1,2),3)'; do
  run 1 eval "within((4,8):(1,4), $coordinate)"
  complains 'the layout has no coordinate'
done
run 0 eval 'within((4,8):(1,4), 31)' 'within((4,8), (_,7))' 'within(S<1,0,1> o (4,8):(1,4), (3,7))'
run 2 eval 'within(true, 1)'

# ---- no answer: 1, with the coordinate and the numbers ----

run 1 eval '(6,2):(1,7) o (3,2):(2,3)'
silent out
complains '(2,1)'
complains ' 8'
complains ' 7'
complains 'hint:'
run 1 eval '(3,4):(4,1) o (3,4):(3,1)'
complains '(0,3)'
run 1 eval '(4,6,8):(2,3,5) o 6:3'
complains 'A(9) = 8'
run 1 eval 'cosize((4,4):(4611686018427387904,1))'
complains 'overflow'
run 1 eval '1 / 0'
complains 'divided by 0'
run 1 eval '(4,8):(1,4) == 32:1'
says 'false'
complains '(4,8):(1,4) against 32:1'
complains 'same function'
run 1 eval 'injective((2,2):(2,2))'
says 'false'
complains '(1,0)'
complains '(0,1)'

# ---- malformed: 2, with a caret under the place ----

caret() { # the column of the caret, counted from 0 at the expression's first character
  local line
  line=$(grep -n '^ *^$' "$work/err" | head -n 1 | cut -d: -f1)
  sed -n "${line}p" "$work/err" | sed 's/^  //; s/\^$//' | tr -d '\n' | wc -c
}
at() { [ "$(caret)" -eq "$1" ] || fail "the caret is at $(caret), not $1: $(cat "$work/err")"; }

run 2 eval '(4,8):(1,4'
silent out
at 10
run 2 eval 'colesce((4,8):(1,4))'
at 0
complains 'is `coalesce` meant?'
run 2 eval 'far + 1' # no statement helps where a value is wanted
complains '`heddle functions` lists the functions'
run 2 eval 'fals'
complains 'is `false` meant?'
run 2 eval '1 + size(true)'
at 4
run 2 eval '1 + (2,3)'
at 4
run 2 eval ''
run 2 eval
run 0 eval 'S<3,4,3> o 0 o (4,8):(1,4)'
says 'S<3,4,3> o 0 o (4,8):(1,4)'
run 2 eval 'S<3,4,2>'
complains 'a shift shorter than the number of bits'
run 1 eval '2 * (7 / (3 - 3))'
at 7

# ---- values on named axes are points: the order of the names does not count ----

for same in '(3@lane,2@col) == (2@col,3@lane)' '(3@lane,0@col) == 3@lane' \
  '((4,8):(1@lane,2@col))(3,1) == (2@col,3@lane)' \
  '(3@lane,2@col) != (3@col,2@lane)' '(3@lane,1@col) != 3@lane' '3@lane != 3@col' '(1@a,1@a) != (2@a,0@a)'; do
  run 0 eval "$same"
  says true
done
run 1 eval '(3@lane,2@col) == (2@col,4@lane)'
complains '(3@lane,2@col) against (2@col,4@lane)'
printf 'claim forall t<4, c<8: ((4,8):(1@lane,1@col))(t,c) == (c@col,t@lane)\n' >"$work/in"
run 0 check -
: >"$work/in"
run 0 eval 'bijective((4,8):(1@lane,1@col) onto (8@col,4@lane))'

# ---- why something has no complement that fills the rest ----

while IFS='|' read -r question reason; do
  run 1 eval "complementable($question)"
  complains "$reason"
done <<'END'
(4,3):(1,5), 20|(L, complement(L, M)): no coordinate has the value 4
4:0, 4|(L, complement(L, M)): leaf 0: the value 0 is taken at (0,0) and at (1,0)
4:3, 13|(L, complement(L, M)): the layout has 24 coordinates and 13 values are to be taken
(2,3):(3,2), 12|complement: the layout is interleaved
END

# ---- eval and check end alike on the same text ----

while IFS='|' read -r code text reason; do
  run "$code" eval "$text"
  complains "$reason"
  printf 'claim (%s) == 0\n' "$text" >"$work/in"
  run "$code" check -
  : >"$work/in"
done <<END
2|99999999999999999999|malformed: syntax: a number beyond 64 bits
2|-9223372036854775809|malformed: syntax: a number beyond 64 bits
2|0x10000000000000000|malformed: syntax: a number beyond 64 bits
2|1@99999999999999999999|malformed: syntax: a number beyond 64 bits
2|size(S<99999999999999999999,1,1>)|malformed: parse_swizzle
2|$(printf '%300s' '' | tr ' ' '-')1|nested too deep
2|1@abcdefghijk|the axis does not fit
1|9223372036854775807 + 1|overflow: arithmetic
1|-(-9223372036854775808)|overflow: arithmetic: the negative of -9223372036854775808 leaves 64 bits
2|image_32x32b(1, 2, 3)|malformed
END
run 2 eval "$(printf '\357\273\277')1"
complains 'a byte order mark'
run 1 eval 'image_32x32b(256)'
complains 'registers of each thread that a repeat of this shape takes: 1;'

# ---- the most serious of several, and what can be printed is printed ----

run 2 eval '1/0' '4' '(' '5'
says '4
5'
run 1 eval '4' '1/0'
run 3 eval '(1073741824,4):(1,7) o 1073741824:3'
run 1 eval '(1073741824,4):(1,7) o 1073741824:3' '1/0'

# ---- the command itself ----

run 0 --version
grep -q '^heddle [0-9]' "$work/out" || fail "--version prints $(cat "$work/out")"
run 0 help
cp "$work/out" "$work/help"
run 0 --help
cmp -s "$work/out" "$work/help" || fail "--help is not help"
for topic in eval fit check conform language exit; do
  run 0 help "$topic"
  [ -s "$work/out" ] || fail "help $topic is empty"
done
run 2 help nothing
run 0 help eval fit
grep -q "^heddle eval" "$work/out" && grep -q "^heddle fit" "$work/out" || fail "help eval fit: $(cat "$work/out")"
run 2 help eval nothing
run 2
run 2 evla '4'
complains 'no verb `evla`'
complains '`heddle eval`'
run 0 functions
for name in size composition coalesce complement logical_divide injective bijective undefined; do
  grep -q "^$name(" "$work/out" || fail "functions does not list $name"
done
run 0 functions tiles
lists 'logical_divide(A, B)               inside a tile and from tile to tile, mode by mode'
grep -q '^coalesce(' "$work/out" && fail "coalesce is no divide"
run 0 functions coalesce slice_and_offset
lists '  coalesce((2,(1,6)):(1,(6,2)))'
lists '  = (4):(1) , 12'
run 2 functions now
silent out
complains 'no function or group `now`'
for group in $(sed 's/.*the groups are //' "$work/err"); do
  run 0 functions "$group"
  [ "$(grep -c '(' "$work/out")" -ge 3 ] || fail "group $group: $(cat "$work/out")"
  grep '^[a-z0-9_]*(' "$work/out" >>"$work/grouped"
done
run 0 functions
[ "$(grep -c '^[a-z0-9_]*(' "$work/out")" -eq "$(($(grep -c '^[a-z0-9_]*(' "$work/grouped") + 2))" ] || fail "a function is in no group"
run 2 --version now

# ---- output that cannot be written is no success ----

if [ -e /dev/full ]; then
  for arguments in 'eval 4' functions help --version; do
    # shellcheck disable=SC2086
    "$heddle" $arguments >/dev/full 2>"$work/err"
    [ $? -ne 0 ] || fail "$arguments into a full disk succeeds"
    complains 'could not be written'
  done
fi
"$heddle" eval 4 >&- 2>/dev/null
[ $? -ne 0 ] || fail "a closed output succeeds"

# ---- help and options ----

for verb in eval explain fit convert check tmem conform functions help; do
  "$heddle" help $([ $verb = help ] || echo $verb) >"$work/help"
  for ask in --help -h; do
    run 0 $verb $ask
    cmp -s "$work/out" "$work/help" || fail "heddle $verb $ask is not its help"
  done
done
run 0 help tmem plan
grep -q '^  heddle tmem plan ' "$work/out" || fail 'no help on tmem plan'
grep -q 'heddle tmem alloc' "$work/out" && fail 'help on tmem plan goes on'
cp "$work/out" "$work/help"
run 0 tmem plan --help
cmp -s "$work/out" "$work/help" || fail 'tmem plan --help is not its help'
for verb in eval explain fit; do
  run 2 $verb --foo
  complains "heddle $verb: there is no option \`--foo\`"
done
run 0 eval '--size((4,8))'
says 32

# ---- names from elsewhere ----

for name in compose recast product product_each inverse round_up weakly_compatible domain_offset inner_partition \
  outer_partition make_shape make_coord make_tile unflatten gcd min max print_layout surjective; do
  run 2 eval "$name(4:1)"
  complains hint:
  grep -q 'lists the functions' "$work/err" && fail "no hint at $name"
  run 2 functions $name
  complains hint:
done
run 0 functions image_16x32bx2
grep -q 'tmem_split(immediate)' "$work/out" || fail "which memory image_16x32bx2 needs: $(cat "$work/out")"
run 0 eval 'image_16x32bx2(1, tmem_split(4))'
run 2 functions divide
complains 'is `zipped_divide` meant?'

# ---- reasons with their numbers ----

run 1 eval "(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34)"
complains 'capacity: tuple: at most 32 leaves fit, and 34 or more are here'
run 1 eval '<(2,2,2,2,2,2,2,2,2,2),(2,2,2,2,2,2,2,2,2,2),(2,2,2,2,2,2,2,2,2,2),(2,2,2)>'
complains 'capacity: tiler: at most 32 leaves fit, and 33 or more are here'
run 2 eval 'S<3,4>'
complains 'a swizzle has three numbers'
run 1 eval 'local_partition((10,6):(1,10),(4,2):(1,4),9)'
complains 'local_partition: thread 9 is not one of 0..7'
run 1 eval 'local_partition((10,6):(1,10),(4,2):(2,8),1)'
complains "thread 1 is none of the values of the threads' layout"
run 2 eval 'layout_of(S[(4,2)])'
complains 'first_fastest'

# Behind `--` there are values alone, whatever the verb.
run 0 eval -- 4:1
run 0 show -- 4:1
run 2 eval 4:1 -- --json
complains 'behind `--` there are no options'
run 2 show --json --svg "$work/none/x.svg" 4:1
grep -q '"file":' "$work/out" && fail "a file that was not written: $(cat "$work/out")"

finish "eval: all as stated"
