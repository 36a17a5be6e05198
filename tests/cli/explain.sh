#!/usr/bin/env bash
# The verb `explain`: the steps of each operation, inner ones first, up to the value or to where it breaks. What is
# explained here is what users did not understand.
. "$(dirname "$0")/common.sh"

# explains VALUE EXPR: the last line is `= VALUE`, as eval has it, and nothing is complained of
explains() {
  run 0 explain "$2"
  [ "$(closing)" = "= $1" ] || fail "ends with: $(closing), not: = $1; on: $2"
  [ "$("$heddle" eval "$2")" = "$1" ] || fail "eval has another value: $2"
}
# refuses EXPR: no value; the failure is eval's
refuses() {
  "$heddle" eval "$1" >/dev/null 2>"$work/wanted"
  run 1 explain "$1"
  cmp -s "$work/wanted" "$work/err" || fail "fails otherwise than eval: $1"
  ! grep -q '^= ' "$work/out" || fail "has a value: $1"
}
# The last step of all.
ends() { [ "$(closing)" = "$1" ] || fail "ends with: $(closing), not: $1"; }

# ---- complement and cosize ----

explains '(2,2):(1,8)' 'complement(4:2, 16)'
says 'complement(4:2, 16)
  one mode moves: 4:2
  below 2 there is room for 2 steps of 1: 2:1
  4:2 ends at 8, where the next may begin
  up to 16 there are 2 tiles of 8: 2:8
= (2,2):(1,8)'
explains '2:1' 'complement(4:2, 7)'
lists '  one tile of 8 holds all below 7'
explains '1:4' 'complement(4:1, 2)'
lists '  one tile of 4 holds all below 2, without a gap: one place, 1:4, whose stride does not count'
explains '8:1' 'complement(4:0, 8)'
lists '  4:0 does not move, whatever its coordinate'
lists '  up to 8 there are 8 tiles of 1: 8:1'
explains '8:1' 'complement(1:2, 8)'
lists '  1:2 has one coordinate: it never moves'
for row in 4:2,7 4:1,4 4:0,1 1:2,1 '(4,2):(1,-16),20'; do
  explains "${row##*,}" "cosize(${row%,*})"
done
lists '  2:-16 reaches (2 - 1) * 16 = 16, its stride taken without sign'
explains '7' 'cosize(4:2)'
says 'cosize(4:2)
  4:2 reaches (4 - 1) * 2 = 6
  the largest value is 6, and 0 counts too: 7
= 7'
refuses 'complement((2,3):(3,2), 6)'
ends '  3 is not past 6: no layout steps over such a tile'
refuses 'complement((2,2):(1,1), 6)'
ends '  (1,0) and (0,1) have one value: no tile can be told from the next'
refuses 'complement(4:-1, 8)'
ends '  the stride -1 is negative: the tile does not begin at 0'
refuses 'complement((3,2):(1,4), 24)'
ends '  but the last tile reaches only 22, and 23 is wanted: a gap is left over'

# ---- composition ----

refuses '(4,6,8):(2,3,5) o 6:3'
lists '    there A is 0, 6, 7, 8, 9, ..'
ends '  at 3 A(9) is 8, and a layout that begins so has 13 there: there is none'
refuses '(6,2):(1,7) o (3,2):(2,3)'
lists '  so 3:2 becomes 3:2'
lists '  so 2:3 becomes 2:3'
lists '  digit 0 has 6 values, and the leaves together take it up to 7: it carries'
ends '  at (2,1) B is 7 and A(7) is 8, but what the leaves became adds up to 7: there is none'
refuses '(4,8):(2,1) o 33:5'
lists "  B goes up to index 160, and A has size 32: from there on A's last mode goes on"
ends '  at 4 A(20) is 5; to go on takes 12, and a mode of 4 can not end here, as 4 does not divide 33: there is none'
# The residue of a step of 72 is left in the last digit only; its strides are named w, x, y and z.
explains '4:2@z' '(3,6,2,8):(1@w,1@x,1@y,1@z) o 4:72'
lists '    digit 0, 3:1@w: 72 = 24 * 3 turns it fully: it stands still, and the next one moves by 24'
lists '    digit 1, 6:1@x: 24 = 4 * 6 turns it fully: it stands still, and the next one moves by 4'
lists '    digit 2, 2:1@y: 4 = 2 * 2 turns it fully: it stands still, and the next one moves by 2'
lists '    digit 3, 8:1@z, is the last and has no end: 4 steps of 2'
explains '(2):(6)' '(4,3):(6,1) o [2:1]'
lists '  modes of A that the tiler does not reach are dropped: (3):(1)'

explains '(2,2000):(8,21)' '(2,5):(1,7) o 4000:3'
lists "    A's digits have come round twice by step 4, so it goes on like that"
refuses '(4,2):(2305843009213693952,5) o 5:2'
ends '  at 2 A(4) is 5, and to go on leaves 64 bits'
refuses '((6,2),2):((1,7),3) o (3,2):(2@0,3@0)'
lists "  B's strides @0 lead through A's mode there: (6,2):(1,7) o (3,2):(2,3)"
ends '  so there is none; (2,1) is the first coordinate to show it'

# ---- inverses ----

explains '(2,4):(0,1)' 'left_inverse(4:2)'
lists '  below 2 no value is taken but 0: 2:0, and any stride would do'
explains '(16,2):(1,4)' 'left_inverse((4,2):(1,16))'
lists '  from 1 to 16 values step by 1, from place 1: 16:1; the layout takes only some, and what the others give does not count'
explains '(4,8,2):(1,2,8)' 'left_inverse(((2,2),(2,2)):((1,4),(8,32)))'
explains '(4,2,6):(2,1,8)' 'right_inverse((2,4,6):(4,1,8))'
lists '  values 1 to 3 are stepped through at place 2: 4:2'
lists '  values 4 to 7 are stepped through at place 1: 2:1'
lists '  values 8 to 47 are stepped through at place 8: 6:8'
refuses 'left_inverse((2,2):(2,3))'
ends '  the stride 3 is no multiple of 2, the one below it: no mode leads from one to the other'

refuses 'left_inverse(4:-1)'
ends '  the stride -1 is negative, and a layout begins at 0'
refuses 'left_inverse((4,2,3):(1,2,1))'
ends '  (1,0,0) and (0,0,1) have one value, which can not lead back to both'
explains '2:2' 'left_inverse((2,2):(1,1))'
lists '  2:1 has the same stride, and is no shorter: it counts instead'

# ---- swizzles, and the unit that they count ----

explains 'S<1,3,3>' 'recast_layout(16, 8, S<1,4,3>)'
lists '  S<1,3,3> reads bit 6, and where it is set flips bit 3'
lists '  8 neighbours stay together: pieces of 8 change places, and the pattern repeats after 128'
explains '72' '(S<1,3,3> o (64,16):(16,1))(4,0)'
lists '  64 is 0b1000000: the bits read are 0b1, so 0b1000 = 8 is xor-ed to it: 72'
explains '36' '(recast_layout(32, 8, S<3,4,3>) o (32,8):(1,32))(0,1)'
lists '= S<3,2,3>'
lists '  32 is 0b100000: the bits read are 0b1, so 0b100 = 4 is xor-ed to it: 36'
explains '144' 'swizzle(S<3,4,3>, 128)'
explains '72' 'swizzle(S<3,0,3> o S<1,2,1>, 77)'
explains '32' '(S<3,4,3> o (32,8):(1,32))(0,1)'
lists '  32 is 0b100000: none of the bits read is set, and it stays'
refuses 'recast_layout(64, 8, S<2,1,3>)'
ends '  but pieces of 2 units of 8 bits are smaller than one of 64 bits, which would be torn apart'
refuses 'recast_layout(24, 8, S<2,1,3>)'

explains 'S<3,4,3>' 'recast_layout(8, 32, S<3,2,3>)'
lists '  one unit makes 4 of the new: pieces of 4 are pieces of 16 now, 2 to the 4'
explains '64' '(S<1,3,3> o 8 o 64:16)(4)'
lists '  the offset 8 is added: 72'
explains '9' '((6,2):(1,7) o 3 o (3,4):(1,2))(7)'
lists '  the offset 3 is added to 5, and (6,2):(1,7) takes the sum:'
explains '10' '((6,2):(1,3) o (2,1) o (2,3):(1@1,2@0))(3)'
lists '    which gives 10'

# ---- divides, products, values ----

explains '((2,2),(4,2)):((1,2),(4,16))' 'logical_divide((4,8):(1,4), [2;4])'
lists '    up to 4 there are 2 tiles of 2: 2:2'
lists '  composition: 8:4 o (4,2):(1,4)'
explains '((2,5),4):((5,1),10)' 'logical_product((2,5):(5,1), 4)'
lists '  how far each copy is moved: 4:10'
explains '((3,2),4):((1,3),6)' 'zipped_product((3,2):(1,3), 4:1)'
explains '((2,2),(2,3)):((1,4),(2,8))' 'blocked_product((2,2):(1,2), (2,3):(1,2))'
lists '  how far each copy is moved: (2,3):(4,8)'
lists '  side by side: each mode of the copy, then the same mode of the moves'
explains '((2,2),(3,2)):((4,1),(8,2))' 'raked_product((2,2):(1,2), (2,3):(1,2))'
explains '((4,2),(4,1)):((1,16),(4,0))' 'blocked_product((4,4):(1,4), 2:1)'
refuses 'logical_divide(12:1, (2,2):(1,5))'
ends "  but what 12:1 has at 4 is in no tile: the tile's strides leave gaps"
explains '(1,4)' 'idx2crd(17, (4,8))'
lists '  17 by 4 is 4, and the digit 1 is left over'
explains '17' 'crd2idx((1,4), (4,8))'
explains '(8,3):(1,50)' 'coalesce((2,1,4,3):(1,7,2,50))'
lists '  4:2 goes on where 2 steps of 1 end, at 2: together 8:1'
lists '  so this mode is 3:50'
explains '(2,2):(4611686018427387904,1)' 'coalesce((2,2):(4611686018427387904,1))'
lists '  2:1 is a mode of its own'
explains '(4):(1)' '((4,8):(1,4))(_,2)'
explains '(2,3,2,2):(1,2,2,1)' 'flat_product((2,3):(1,2), [2;2])'
lists '  all in one row: (copy, .., moves, ..)'
explains '((2,2),(3,2)):((1,2),(2,1))' 'logical_product((2,3):(1,2), [2;2])'
lists '  each mode keeps its two: ((copy, moves), ..)'
run 0 explain '((4,8):(1,4))(100)'
lists '    the last extent, 8, takes all that is left, past its end: 25'
complains 'is evaluated outside its shape'

# ---- several operations, and those without steps ----

explains '33' 'let L = complement(4:2 o 2:1, 16); size((4,8):(1,4)) + rank(L) - 1'
[ "$(grep -n '^4:2 o 2:1$' "$work/out" | cut -d: -f1)" = 1 ] || fail 'the inner operation is not the first'
lists 'complement(2:2, 16)'
lists '= (2,4):(1,4)'
lists 'size((4,8):(1,4)) = 32'
lists 'rank((2,4):(1,4)) = 2'
explains '3' '1 + 2'
says '= 3'
explains '(4,3):(1,7)' '(4,2,3):(1,2,7) o [4;_;_] == 1:0 ? 2 : coalesce((2,2,3):(1,2,7))'
explains 'true' 'undefined((6,2):(1,7) o (3,2):(2,3))'
lists '  at (2,1) B is 7 and A(7) is 8, but what the leaves became adds up to 7: there is none'
run 1 explain '(4,8):(1,4) == 32:1'
says '= false'
complains '(4,8):(1,4) against 32:1'
explains '(4):(1)' 'slice(S<3,4,3> o 0 o (4,8):(1,4), (_,0))'
run 0 explain 'linear_invert(linear((4,8):(8,1)))'
lists 'linear((4,8):(8,1)) = '"$("$heddle" eval 'linear((4,8):(8,1))' | head -n 1)"

# ---- what can not be told, and what is malformed ----

run 1 explain 'complement(2:4611686018427387904, 8)'
says 'complement(2:4611686018427387904, 8)'
complains overflow
run 2 explain 'complement(4:2'
says ''
run 2 explain
complains "usage: heddle explain 'EXPR'"
run 2 explain 4:1 4:1

finish "explain: all as stated"
