#!/usr/bin/env bash
# The verb `show`: tables, owners, operands beside results, tensor memory, what is too large, SVG, refusals, and that
# nothing is left half-written.
. "$(dirname "$0")/common.sh"
export COLUMNS=100 NO_COLOR=1

# shows TEXT ARGUMENT..: all that is printed
shows() {
  local text=$1
  shift
  run 0 show "$@"
  says "$text"
}

shows '(4,8):(8,1)
(4,8):(8,1)
   0  1  2  3  4  5  6  7
0  0  1  2  3  4  5  6  7
1  8  9 10 11 12 13 14 15
2 16 17 18 19 20 21 22 23
3 24 25 26 27 28 29 30 31' '(4,8):(8,1)'

# an operation: operands beside the result
shows '(2,5):(1,7) o 4:3
A = (2,5):(1,7)
   0  1  2  3  4
0  0  7 14 21 28
1  1  8 15 22 29
B = 4:3
  0 1 2 3
0 0 3 6 9
= (2,2):(8,21)
   0  1
0  0 21
1  8 29' '(2,5):(1,7) o 4:3'
shows '(2,5):(1,7) o 4:3
(2,2):(8,21)
   0  1
0  0 21
1  8 29' --alone '(2,5):(1,7) o 4:3'

# a swizzle: before and after
shows 'S<1,0,1> o (2,2):(2,1)
before: (2,2):(2,1)
  0 1
0 0 1
1 2 3
after: S<1,0,1> o 0 o (2,2):(2,1)
  0 1
0 0 1
1 3 2' 'S<1,0,1> o (2,2):(2,1)'

# three modes: a page each; values on axes; other texts
shows '((2,2),1,2):((1,4),0,2)
((2,2),1,2):((1,4),0,2) at (_,_,0)
  0
0 0
1 1
2 4
3 5
((2,2),1,2):((1,4),0,2) at (_,_,1)
  0
0 2
1 3
2 6
3 7' '((2,2),1,2):((1,4),0,2)'
run 0 show '(2,1,(2,2),3):(1,0,(2,4),8)'
lists '(2,1,(2,2),3):(1,0,(2,4),8) at (_,_,3,0)'
lists '(2,1,(2,2),3):(1,0,(2,4),8) at (_,_,0,1)'
shows '(2,2):(1@0,1@1)
(2,2):(1@0,1@1)
      0     1
0 (0,0) (0,1)
1 (1,0) (1,1)' '(2,2):(1@0,1@1)'
shows '(2,2):(1,8)
(2,2):(1,8)
  0 1
0 0 2
1 1 3' --cells index '(2,2):(1,8)'
shows '5:2
5:2
  0 1 2 3 4
0 0 1 2 3 4' --cells coordinate 5:2

# the way from index to owner
shows '((2,2),2):((1,4),2)
((2,2),2):((1,4),2)
     0    1
0 T0V0 T2V0
1 T1V0 T3V0
2 T0V1 T2V1
3 T1V1 T3V1' --on '(4,2)' --names T,V '((2,2),2):((1,4),2)'
# more names than modes: the parts of mode 0, as thread_value gives them
shows 'thread_value((4,4):(1,4), make_layout_tv((2,2):(1,2), (2,1):(1,0)), (4,2))
((4,2),(1,2)):((2,1),(4,8))
       0      1      2      3
0 T0V0R0 T2V0R0 T0V0R1 T2V0R1
1 T0V1R0 T2V1R0 T0V1R1 T2V1R1
2 T1V0R0 T3V0R0 T1V0R1 T3V0R1
3 T1V1R0 T3V1R0 T1V1R1 T3V1R1' --on '(4,4)' --names T,V,R \
  'thread_value((4,4):(1,4), make_layout_tv((2,2):(1,2), (2,1):(1,0)), (4,2))'
run 0 show --tmem --names T,R 'image_16x256b(1)'
lists 'lane     0     1     2     3     4     5     6     7'
lists '   8  T0R2  T0R3  T1R2  T1R3  T2R2  T2R3  T3R2  T3R3'
[ "$(wc -l <"$work/out")" -eq 20 ] || fail "a fragment of 16 lanes takes $(wc -l <"$work/out") lines"
shows '(2,2):(0,1)
(2,2):(0,1)
      0
0 (0,0)
1 (0,1)
note: 2 coordinates share a cell with one that is shown' --on '(2,1)' '(2,2):(0,1)'
shows '4:3
4:3
  0 1 2 3
0 0     1
note: 2 coordinates lie outside the shape' --on '(1,4)' 4:3

# too large: of rows and columns the first and the last, and a note; never wider than the terminal
run 0 show '(128,512):(1,128)'
lists 'note: 63 of 128 rows, 15 of 512 columns; --rows and --columns draw others, --svg more at once'
lists '127   127   255   383   511   639   767   895  1023  1151  1279  1407  1535  1663  1791    .. 65535'
for width in 20 33 80 100 200; do
  for input in '(128,512):(1,128)' '(3,(4,100)):(1000000,(1,7))' 'tmem plan --datapath B --n 256' \
    'tmem datapath F --n 64'; do
    COLUMNS=$width run 0 show "$input"
    widest=$(sed -e 1,2d -e '/^note/d' "$work/out" | wc -L)
    [ "$widest" -le "$width" ] || fail "$input: lines of $widest characters where $width fit"
  done
done
run 0 show --rows 126..127 --columns 510..511 '(128,512):(1,128)'
lists '126 65406 65534'
lists '127 65407 65535'
run 0 show --rows 5 '(4,8):(8,1)'
lists 'note: none of 4 rows and 8 columns is drawn'
shows '(16,32):(32,1)
(16,32):(32,1)
     0   1   2   3  ..  31
 0   0   1   2   3  ..  31
 1  32  33  34  35  ..  63
 2  64  65  66  67  ..  95
 3  96  97  98  99  .. 127
..
15 480 481 482 483  .. 511
note: 5 of 16 rows, 5 of 32 columns; --rows and --columns draw others, --svg more at once' --thin 6 '(16,32):(32,1)'

# wide: pages that end between two coordinates of an outer mode
COLUMNS=32 run 0 show '(2,(4,8)):(32,(1,4))'
says '(2,(4,8)):(32,(1,4))
(2,(4,8)):(32,(1,4))
   0  1  2  3  4  5  6  7
0  0  1  2  3  4  5  6  7
1 32 33 34 35 36 37 38 39
   8  9 10 11 12 13 14 15
0  8  9 10 11 12 13 14 15
1 40 41 42 43 44 45 46 47
  16 17 18 19 20 21 22 23
0 16 17 18 19 20 21 22 23
1 48 49 50 51 52 53 54 55
  24 25 26 27 28 29 30 31
0 24 25 26 27 28 29 30 31
1 56 57 58 59 60 61 62 63'

# in SVG numbers beside and above the cells have room, and a colour of several numbers is their sum
run 0 show --svg - --rows 99999999990..99999999999 '(100000000000,2):(1,0)'
[[ $(grep -m 1 'class="row"' "$work/out") =~ x=\"([0-9]+)\" ]] || fail 'no number of a row'
[ "${BASH_REMATCH[1]}" -ge $((7 * 11)) ] || fail "11 digits end at ${BASH_REMATCH[1]}"
run 0 show --svg - --columns 1000000..1000012 '(2,100000000):(1,0)'
[[ $(grep -m 1 'class="c0"' "$work/out") =~ width=\"([0-9]+)\" ]] || fail 'no cell'
[ "${BASH_REMATCH[1]}" -ge $((7 * 7)) ] || fail "7 digits stand above ${BASH_REMATCH[1]}"
grep -q '>colour: value mod 8<' "$work/out" || fail 'no legend of values'
run 0 show --svg - '(2,2):(1@0,1@1)'
grep -q ">colour: sum of the value's components mod 8<" "$work/out" || fail 'no legend of sums'

# colours only where they are seen
grep -q $'\x1b' "$work/out" && fail 'colours in a file'

# tensor memory: a register's cell, as `where` has it, is drawn as this register's
# holds THREAD REGISTER WORD..: of the form (and its options) in WORD..
holds() {
  local thread=$1 register=$2 place
  shift 2
  place=$("$heddle" tmem where "$@" --warp 2 --thread "$thread" --register "$register" | head -n 1)
  [[ $place =~ lane\ ([0-9]+)\ column\ ([0-9]+) ]] || fail "where: $place"
  run 0 show --rows "${BASH_REMATCH[1]}" --columns "${BASH_REMATCH[2]}" tmem image "$@" --warp 2
  grep -qE "^ *${BASH_REMATCH[1]} T${thread}R$register(\.0)?\$" "$work/out" || fail "no T${thread}R$register: $*"
}
for form in 32x32b.x8 16x64b.x8 16x128b.x4 16x256b.x2 32x32b.x8.pack::16b 16x256b.x2.pack::16b; do
  for place in '0 0' '5 7' '21 2' '31 5'; do
    # shellcheck disable=SC2086
    holds $place $form
  done
done
holds 3 5 16x32bx2.x8 --immediate '(16<<16)+4'
holds 29 5 16x32bx2.x8 --immediate '(16<<16)+4'

# an opcode, all slabs, a copy, a shift
run 0 show --rows 127 --columns 3 tmem image tcgen05.ld.sync.aligned.16x64b.x2.b32 --spread lanes
lists ' 127 T127R3'
run 0 show --rows 100 --columns 3 tmem image 32x128b.warpx4
lists ' 100 (4,3,3)'
run 0 show --rows 33 --columns 0 tmem image tcgen05.shift.cta_group::1.down
lists '  33 (1,1,0)'

for opcode in tcgen05.ld.red.sync.aligned.32x32b.x2.min.f32 tcgen05.st.sync.aligned.16x256b.x1.unpack::16b.b32 \
  tcgen05.cp.cta_group::2.4x256b tcgen05.cp.cta_group::1.64x128b.warpx2::01_23 128x256b; do
  run 0 show --thin 4 tmem image $opcode
done
run 0 show --rows 64 --columns 1 tmem image tcgen05.cp.cta_group::1.64x128b.warpx2::02_13
lists '  64 (0,1,1)'

# a plan has every register of every thread in one cell, and no cell without its element
run 0 show --svg "$work/a.svg" tmem plan --datapath F --n 32
[ "$(grep -oE '>T[0-9]+R[0-9]+<' "$work/a.svg" | sort | uniq | wc -l)" -eq $((128 * 16)) ] || fail 'not all registers'
[ "$(grep -cE '>T[0-9]+R[0-9]+<' "$work/a.svg")" -eq $((128 * 16)) ] || fail 'a register has two cells'
run 0 show --cells value --svg "$work/b.svg" tmem plan --datapath F --n 32
[ "$(grep -cE '<rect [^>]*class="c[0-7]"' "$work/b.svg")" -eq $((128 * 16 + 8)) ] || fail 'a cell without an owner'
elements=$(sed -n '/<g /,/class="frame"/p' "$work/b.svg" | grep -A1 'class="c[0-7]"' | grep -c '<text')
[ "$elements" -eq $((128 * 16)) ] || fail "$elements cells with an element"

# a plan's owners are those of the table that `emit` writes: LANE COLUMN OWNER of each
owners() {
  "$heddle" show --json --rows 0..127 --columns 0..511 "tmem plan $1" | grep -o '"cells":.*' |
    sed 's/"cells":\[\[//; s/\],\[/\n/g; s/\]\].*//' | tr -d '"' |
    awk -F, '{ for (k = 1; k <= NF; k++) if ($k != "") print NR - 1, k - 1, $k }' | sort
}
table() {
  "$heddle" emit --table "$1" | grep '^  {{' | awk -F '[{},]+' -v halves="$2" '{
    for (k = 2; k < NF; k += 2) {
      place = (k - 2) / 2
      print $k, $(k + 1), "T" NR - 1 "R" (halves == 2 ? int(place / 2) "." place % 2 : place)
    }
  }' | sort
}
while read -r halves plan; do
  owners "$plan" >"$work/owners"
  table "$plan" "$halves" >"$work/table"
  [ -s "$work/table" ] || fail "no table: $plan"
  cmp -s "$work/owners" "$work/table" || fail "$plan: $(diff "$work/owners" "$work/table" | head -n 4)"
done <<'PLANS'
1 --datapath F --n 32
1 --datapath G --n 64 --shape 32x32b
1 --datapath E --n 64 --shape 16x32bx2
1 --datapath D --n 48 --shape 16x128b --cap 16
1 --datapath C --n 64 --shape 16x256b --address 0x00100040
2 --datapath D --n 32 --bits 16 --single
1 (32,16):(1,128) --warps 1 --warp 2 --address 0x00400010
PLANS

# elements of a datapath, as `datapath` has them; owners by the plan that moves them
for letter in A B C D E F G; do
  place=$("$heddle" tmem datapath $letter --n 64 --at '(13,37)')
  [[ $place =~ lane\ ([0-9]+)\ column\ ([0-9]+) ]] || fail "datapath: $place"
  run 0 show --rows "${BASH_REMATCH[1]}" --columns "${BASH_REMATCH[2]}" "tmem datapath $letter --n 64"
  grep -qE "^ *${BASH_REMATCH[1]} \(13,37\)\$" "$work/out" || fail "datapath $letter: $(cat "$work/out")"
  run 0 show --cells owner --rows 0 --columns 0 tmem datapath $letter --n 64
  lists '   0 T0R0'
done
shows "tmem datapath D --n 8
datapath D, (row, column): (128,8):(1,128)
     column
lane       7
 127 (127,7)
note: 1 of 128 lanes, 1 of 8 columns; --rows and --columns draw others, --svg more at once" \
  --rows 127 --columns 7 tmem datapath D --n 8
run 0 show --rows 0 --columns 0 tmem datapath D --operand --k 32
lists '   0 (0,0,0)'
lists 'note: of the elements in one cell, up to 2, the first is shown'
run 0 show --rows 33 --columns 1 tmem datapath --m 128 --scale a --vector 4
lists '  33 (33,0)'

# a plan, in one argument or in several; which instruction, with what it is
run 0 show --cells instruction --colour instruction --rows 0 --columns 62..65 \
  'tmem plan --datapath D --n 128 --cap 64'
lists '   0  0  0  1  1'
lists '  1 32x32b.x64 at 0x00000040, registers 64 to 127'
cp "$work/out" "$work/before"
run 0 show --cells instruction --colour instruction --rows 0 --columns 62..65 tmem plan --datapath D --n 128 --cap 64
cmp -s "$work/out" "$work/before" || fail 'a plan in several words is another one'
run 0 show --cells register --rows 2 --columns 0..3 tmem plan --cells '((32,4),4):((1,32),128)'
lists '   2 0 1 2 3'
run 0 show --cells address --rows 33 --columns 2 tmem plan '(128,8):(1,128)'
lists '  33 0x00210002'

# SVG: the first line is the command, which draws it again; a rectangle and a text for each cell
parse() { ! command -v xmllint >/dev/null 2>&1 || xmllint --noout "$1" || fail "no XML: $1"; }
# again ARGUMENT..: a picture that its first line draws too, and whose title is the input
again() {
  local command
  run 0 show --svg "$work/a.svg" "$@"
  says ''
  command=$(sed -nE '1s/^<\?heddle (show .*)\?>$/\1/p' "$work/a.svg")
  [ -n "$command" ] || fail "first line: $(head -n 1 "$work/a.svg")"
  eval "'$heddle' $command --svg -" >"$work/b.svg" 2>"$work/err" || fail "the first line fails: $command"
  cmp -s "$work/a.svg" "$work/b.svg" || fail "the first line draws another picture: $command"
  [ "$(tail -n 1 "$work/a.svg")" = '</svg>' ] || fail "the picture does not end: $*"
  grep -q '^<title>.*</title>$' "$work/a.svg" || fail "no title: $*"
  grep -q '^<desc>.*</desc>$' "$work/a.svg" || fail "no description: $*"
  parse "$work/a.svg"
}
again '(2,5):(1,7) o 4:3'
rectangles=$(grep -c '<rect' "$work/a.svg")
[ "$rectangles" -eq $((1 + 10 + 4 + 4 + 3 + 8)) ] || fail "$rectangles rectangles"
grep -qF '>28</text>' "$work/a.svg" || fail 'no 28 in the picture'
again 'S<1,3,3> o 0 o (8,16):(16,1)'
grep -qF '<title>S&lt;1,3,3&gt; o 0 o (8,16):(16,1)</title>' "$work/a.svg" || fail 'brackets are not escaped'
again --on '(4,2)' --names T,V --colour 1 --cells coordinate '((2,2),2):((1,4),2)'
again 'rearrange((8,4):(1,8), "(a b) c -> a (b c)", 4@a)'
again --alone --rows 0..1 "$(printf '(4,8):\n(8,1)')"
again "$(printf '(4,8): # \377 a comment\n(8,1) # and \303\251')"
grep -qxF '<title>(4,8):  (8,1)</title>' "$work/a.svg" || fail "title: $(grep title "$work/a.svg")"
again --thin 12 --colour register tmem plan --datapath F --n 64
again --cells none --colour warp 'tmem datapath B --n 32'
again tmem image 16x32bx2.x4 --immediate '(16<<16)+8'
again --cells register --rows 2 tmem plan --cells '((32,4),4):((1,32),128)'
again 'tmem   image  32x32b.x2  '
# of many pages each operand has its share, and the result too
run 0 show --svg "$work/a.svg" '(2,2,100):(1,2,4) o (2,2,100):(1,2,4)'
for title in 'A = (2,2,100)' 'B = (2,2,100)' '= (2,2,100)'; do
  grep -qF "class=\"title\">$title" "$work/a.svg" || fail "no panel $title"
done
# wider than a page: several, each with its numbers
run 0 show --svg "$work/a.svg" '(2,(8,64)):(512,(1,8))'
[ "$(grep -c 'class="frame"' "$work/a.svg")" -gt 4 ] || fail 'a wide table is on one page'
# all of tensor memory, without texts: rows and neighbours of a colour are one rectangle
for colour in thread register instruction; do
  run 0 show --colour $colour --svg "$work/b.svg" tmem plan --datapath D --n 512
  [ "$(wc -c <"$work/b.svg")" -lt 200000 ] || fail "by $colour: $(wc -c <"$work/b.svg") bytes"
  grep -qF 'the texts are left out' "$work/b.svg" || fail 'no note on what is left out'
  parse "$work/b.svg"
done
run 0 show --svg "$work/b.svg" '(4096,4096):(1,4096)'
grep -qF '255 of 4096 rows, 511 of 4096 columns' "$work/b.svg" || fail 'no note on what is left out'
# what links a picture: of B in A o B the colours of A, of an inverse those of the values
run 0 show --svg "$work/a.svg" '(4,8):(8,1) o 4:9'
colour_of() { grep -B1 -F ">$1</text>" "$work/a.svg" | grep -oE 'class="c[0-7]"' | head -n 1; }
[ "$(colour_of 27)" = 'class="c3"' ] && grep -q 'colour: value' "$work/a.svg" || fail "27 has $(colour_of 27)"
run 0 show --svg "$work/a.svg" 'right_inverse((4,2):(2,1))'
[ "$(grep -c 'class="c7"' "$work/a.svg")" -eq 3 ] || fail "colour 7 is on $(grep -c 'class="c7"' "$work/a.svg") cells"

# refusals
run 2 show
complains 'usage: heddle show'
run 2 show --svg "$work/missing/a.svg" '4:1'
complains 'a.svg: it cannot be written'
run 2 show --svg "$work" '4:1'
complains "$work: it cannot be written"
[ ! -e "$work.part" ] || fail 'a part is left'
run 2 show --cells colour 4:1
complains '--cells takes value, index, coordinate or none'
run 2 show --cells owner 4:1
complains '--cells takes value, index, coordinate or none of a layout'
run 2 show --colour register 4:1
complains '--colour takes value or a mode of a layout'
run 2 show tmem
complains 'tmem takes image, datapath or plan'
run 2 show tmem forms
complains 'tmem image, datapath or plan is wanted, and there is `forms`'
run 2 show tmem image
run 1 show tmem image 16x256b.x64
complains 'x64'
run 2 show tmem image 16x32bx2.x4
complains 'an --immediate, how far the second access is on, is wanted'
run 2 show tmem image 32x32b.x4 --spread all
complains '--spread slab, warpgroup or lanes is wanted, and there is `all`'
run 1 show tmem image 32x32b.x4 --warp 1 --address 0
complains 'warp 1'
run 1 show tmem datapath D --n 7
complains 'N'
run 2 show tmem plan --nothing
complains '--nothing'
run 1 show tmem plan --datapath F --n 64 --shape 32x32b
complains 'no sequence of instructions'
run 2 show --on '(4,4)' tmem image 32x32b.x4
complains 'neither --on nor --tmem'
run 2 show --names T 4:1
complains '--names takes two to four names of at most 7 characters, T,V'
run 2 show --names T,V,R,S,U 4:1
complains '--names takes'
run 2 show --names ,V 4:1
complains '--names takes'
run 2 show --thin 0 4:1
complains '--thin takes a number of rows and columns'
run 2 show '4:1' '8:1'
complains 'usage: heddle show'
run 2 show --on '(0,4)' 4:1
complains '--on takes a shape (ROWS,COLUMNS), COLUMNS may be _'
run 2 show --rows 5..3 4:1
complains '--rows takes FIRST..LAST, from 0 on and upwards, and there is `5..3`'
complains 'is `3..5` meant?'
run 2 show --rows 0..9223372036854775807 4:1
complains '--rows takes FIRST..LAST'
run 2 show --colour 99 '(4,8):(1,4)'
complains '--colour takes a mode of what is drawn, from 0 to 1, and there is `99`'
run 2 show --colour 2 '(2,4):(1,2) o 4:2'
complains 'from 0 to 1, and there is `2`'
run 0 show --colour 1 '(2,4):(1,2) o 4:2'
run 2 show --colour 2 tmem datapath F --n 8
complains 'from 0 to 1, and there is `2`'
run 2 show --nothing 4:1
complains '--nothing'
run 2 show '1 + 1'
complains 'this is an integer; a layout or a composed layout is shown'
run 1 show '(6,2):(1,7) o (3,2):(2,3)'
complains 'undefined: composition'
run 1 show --on '(4,4)' '(4096,4096):(1,4096)'
complains 'are searched for owners'
run 2 show --on '(8,16)' '8:8@0'
complains 'plain integers are wanted'
run 2 show '(4,8):(8,'
if [ -e /dev/full ]; then
  "$heddle" show '(4,8):(8,1)' >/dev/full 2>"$work/err" && fail 'a full disk is not noticed'
  complains 'could not be written'
  "$heddle" show --svg - '(4,8):(8,1)' >/dev/full 2>"$work/err" && fail 'a full disk is not noticed'
fi

finish 'show draws what it is asked for'
