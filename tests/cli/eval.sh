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
run 2
run 2 evla '4'
complains 'no verb `evla`'
complains '`heddle eval`'
run 0 functions
for name in size composition coalesce complement logical_divide injective bijective undefined; do
  grep -q "^$name(" "$work/out" || fail "functions does not list $name"
done
run 2 functions now

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

finish "eval: all as stated"
