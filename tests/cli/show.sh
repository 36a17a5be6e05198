#!/usr/bin/env bash
# The verb `show`: tables, owners, operands beside results, windows, SVG, refusals, and that nothing is left half-written.
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

# too large: a part, and a note; never wider than the terminal
run 0 show '(128,512):(1,128)'
lists 'note: rows 0 to 63 of 128, columns 0 to 18 of 512; --rows and --columns show others, --svg more at once'
[ "$(wc -L <"$work/out")" -le 105 ] || fail "lines of $(wc -L <"$work/out") characters"
run 0 show --rows 126..127 --columns 510..511 '(128,512):(1,128)'
lists '126 65406 65534'
lists '127 65407 65535'
run 0 show --rows 5 '(4,8):(8,1)'
lists 'note: there are 4 rows and 8 columns'

# colours only where they are seen
grep -q $'\x1b' "$work/out" && fail 'colours in a file'

# SVG: the first line is the input; a rectangle and a text for each cell, and a frame
run 0 show --svg "$work/a.svg" '(2,5):(1,7) o 4:3'
says ''
head -n 1 "$work/a.svg" | grep -qxF '<!-- (2,5):(1,7) o 4:3 -->' || fail "first line: $(head -n 1 "$work/a.svg")"
[ "$(grep -c '<rect' "$work/a.svg")" -eq $((1 + 10 + 4 + 4 + 3)) ] || fail "$(grep -c '<rect' "$work/a.svg") rectangles"
grep -qF '>28</text>' "$work/a.svg" || fail 'no 28 in the picture'
[ "$(tail -n 1 "$work/a.svg")" = '</svg>' ] || fail 'the picture does not end'
run 0 show --svg - 'S<1,3,3> o 0 o (8,16):(16,1)'
grep -qF 'S&lt;1,3,3&gt; o 0 o (8,16):(16,1)' "$work/out" || fail 'brackets are not escaped'
# all of tensor memory: neighbours of a colour are one rectangle
run 0 show --svg "$work/b.svg" --tmem '(128,512):(1,128)'
[ "$(wc -c <"$work/b.svg")" -lt 2000000 ] || fail "$(wc -c <"$work/b.svg") bytes"
! command -v xmllint >/dev/null 2>&1 || xmllint --noout "$work/a.svg" "$work/b.svg" || fail 'no XML'

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
run 2 show --on '(0,4)' 4:1
complains '--on takes a shape (ROWS,COLUMNS), COLUMNS may be _'
run 2 show --rows 5..3 4:1
complains '--rows takes FIRST..LAST'
run 2 show --nothing 4:1
complains '--nothing'
run 2 show '1 + 1'
complains 'this is an integer; a layout or a composed layout is shown'
run 1 show '(6,2):(1,7) o (3,2):(2,3)'
complains 'undefined: composition'
run 1 show --on '(4,4)' '(4096,4096):(1,4096)'
complains 'owners are looked for of at most'
run 2 show '(4,8):(8,'
if [ -e /dev/full ]; then
  "$heddle" show '(4,8):(8,1)' >/dev/full 2>"$work/err" && fail 'a full disk is not noticed'
  complains 'could not be written'
  "$heddle" show --svg - '(4,8):(8,1)' >/dev/full 2>"$work/err" && fail 'a full disk is not noticed'
fi

finish 'show draws what it is asked for'
