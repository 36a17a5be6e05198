#!/usr/bin/env bash
# The verb `check`: verdicts, summary, formats and exit codes; and false claims, whose counter-examples are evaluated
# again here.
. "$(dirname "$0")/common.sh"

checks() { # checks EXPECTED-EXIT TEXT [OPTION..]
  local expected=$1
  printf '%s\n' "$2" >"$work/in"
  shift 2
  run "$expected" check "$@" -
}

# ---- verdicts and the summary ----

checks 0 'claim "small": 1 < 2 claim forall t<10, r<5: t + r >= 0 claim covers((4,8):(1,4), (2,4):(1,8))'
lists 'proved: small'
lists 'checked 50 of 50: forall t<10, r<5: t + r >= 0'
lists '3 claims: 3 hold, 0 false, 0 undefined, 0 undecided; 1 proved, 2 checked, 58 coordinates'
checks 0 'for N in 3..3: claim "one": N == 3'
lists 'proved: one [N=3]'
checks 1 'claim "off": forall t<32, r<4: ((32,4):(4,1))(t,r) == 4*t + r + t/31'
lists 'FALSE: off'
lists '  -:1:52: at t=31, r=0: 124 against 125'
lists '  visited 32 of 128'
checks 1 'claim 1/0 == 1'
lists 'undefined: 1/0 == 1'
checks 3 'claim forall t<65536, r<65537: true'
lists 'undecided: forall t<65536, r<65537: true'
checks 2 'claim 5'
lists 'malformed: 5'
checks 1 'let X = 1/0 claim true'
lists 'undefined: let X = 1/0'
lists '1 let or for without a value'

# ---- a claim about coordinates that a layout does not have says so ----

goes_on='is evaluated outside its shape, where a mode goes on past its extent'
checks 0 'claim forall t<64: ((4,8):(1,4))(t) == t'
lists 'checked 64 of 64: forall t<64: ((4,8):(1,4))(t) == t'
lists "  note: first at t=32: (4,8):(1,4) $goes_on"
checks 0 'claim forall t<8, r<2: ((4,8):(1,4))(t,r) == t + 4*r'
lists "  note: first at t=4, r=0: (4,8):(1,4) $goes_on"
checks 0 'claim forall t<8: t > 2 || ((4,8):(1,4))(t - 1,0) == t - 1'
lists "  note: first at t=0: (4,8):(1,4) $goes_on"
while IFS= read -r outside; do # the same without a forall, by functions, by constants, through names
  checks 0 "claim $outside"
  grep -q "^  note: .*where a mode goes on past its extent$" "$work/out" || fail "no note: $outside"
done <<'CLAIMS'
((4,8):(1,4))(4,0) == 4
((4,8):(1,4))(-1,0) == -1
((4,8):(1,4))(32) == 32
(((2,2),8):((1,2),4))(4,0) == 4
(((2,2),8):((1,2),4))((0,2),0) == 4
evaluate((4,8):(1,4), 4, 0) == 4
crd2idx((4,0), (4,8)) == 4
idx2crd(32, (4,8)) == (0,8)
(S<1,0,1> o (4,8):(1,4))(4,0) == 4
forall t<3: t < 3 && ((4,8):(1,4))(32) == 32
forall t<3: (((8:1)(9)):1)(t) == t
forall t<(8:1)(9): t >= 0
forall t<40: crd2idx(t, (4,8)) == t
true let x = (8:1)(9) claim x == 9
true for x in (8:1)(9): claim x == 9
true for x in 8..(8:1)(9): claim x > 7
true let x = (8:1)(9) let y = x + 1 claim y == 10
CLAIMS
while IFS= read -r inside; do
  checks 0 "claim $inside"
  grep -q 'note:' "$work/out" && fail "a note: $inside: $(cat "$work/out")"
done <<'CLAIMS'
forall t<32: ((4,8):(1,4))(t) == t
forall t<4, r<8: ((4,8):(1,4))(t,r) == t + 4*r
forall t<64: t >= 32 || ((4,8):(1,4))(t) == t
forall t<3: t < 3 || ((4,8):(1,4))(32) == 32
forall t<32: within((4,8):(1,4), t) && crd2idx(t, (4,8)) == t
((4,8):(1,4))(_,7) == (4):(1)
(((2,2),8):((1,2),4))(3,7) == 31
true let x = (8:1)(7) claim x == 7
CLAIMS
checks 0 'claim (8:1)(9) == 9' --json
grep -qF "\"note\":\"8:1 $goes_on\"" "$work/out" || fail "JSON: $(cat "$work/out")"
checks 0 'claim (8:1)(9) == 9' --tap
lists "# note: 8:1 $goes_on"
checks 0 'claim (8:1)(9) == 9 claim true' --quiet
lists "  note: 8:1 $goes_on"
checks 1 'claim forall t<9: within((4,2):(2,1), t)'
lists '  -:1:19: at t=8: within: the layout has no coordinate 8: its shape is (4,2)'

# ---- the most serious verdict is the exit code: 2, 1, 3, 0 ----

open='claim forall t<65536, r<65537: true'
checks 3 "$open claim true"
checks 1 "$open claim false"
checks 2 "$open claim false claim 5"

# ---- all claims of all files are checked; a syntax error leaves out its own file ----

printf 'claim first: true\nclaim second: 1 +\n' >"$work/broken"
printf 'claim third: false\nclaim fourth: true\n' >"$work/sound"
run 2 check "$work/broken" "$work/sound"
lists 'FALSE: third'
lists 'proved: fourth'
lists '1 file not checked'
grep -q first "$work/out" && fail "a file with a syntax error is half reported"
complains "$work/broken:2:18: malformed"
run 2 check "$work/missing" "$work/sound"
complains 'no such file'
run 2 check "$work"
complains 'it is a folder'
run 1 check --quiet "$work/sound"
lists 'FALSE: third'
grep -q fourth "$work/out" && fail "--quiet prints what holds"
run 2 check
run 2 check --colour "$work/sound"
complains 'there is no option `--colour`'
run 2 check "$work/sound" --colour
run 1 check "$work/sound" --quiet
grep -q fourth "$work/out" && fail "an option behind the file is none"
run 2 check --json --tap "$work/sound"
grep -qF '"code":"usage","message":"--json and --tap exclude each other"' "$work/out" || fail "JSON: $(cat "$work/out")"
run 2 check -- --quiet
complains 'there is no such file'
run 2 check --json "$work/missing"
grep -qF '"code":"file","message":"there is no such file"' "$work/out" || fail "JSON: $(cat "$work/out")"
if [ -c /dev/zero ]; then
  run 2 check /dev/zero
  complains 'it is longer than 64 MiB'
fi
run 1 check -- "$work/sound"

# ---- names carry the loops' values ----

checks 0 'for N in 1, 4..5: for A in N:1, (N,2):(2,1): claim "of": size(A) >= N'
lists 'proved: of [N=4, A=4:1]'
lists 'proved: of [N=5, A=(5,2):(2,1)]'

# ---- nothing claimed is no success ----

for text in '' '# a comment' 'let x = 1' '{ }'; do
  checks 2 "$text"
  complains ':1:1: malformed: check: no claims'
  lists '1 file not checked'
done
checks 2 '' --json
grep -qF '"code":"malformed","message":"check: no claims"' "$work/out" || fail "JSON: $(cat "$work/out")"
checks 2 '' --tap
lists 'not ok 1 - - is not checked'
printf 'claim true\n' >"$work/sound"
: >"$work/empty"
run 2 check "$work/sound" "$work/empty"
complains "$work/empty:1:1: malformed: check: no claims"
checks 2 'for N in 5..3: claim N > 9'
lists 'malformed: for N in 5..3'
lists '  -:1:10: for: the range 5..3 is empty'
lists '  hint: a range goes up, both ends taken: 3..5, or 5..5 for one value'
checks 2 'claim true for N in 1..2, 1..0: claim N > 0'
lists 'proved: N > 0 [N=2]'
lists 'malformed: for N in 1..2, 1..0'

# ---- chains are no nesting ----

chain() { head -c "$1" /dev/zero | sed "s/\x00/$2/g"; } # TIMES TEXT
for text in "1$(chain 3000 ' + 1') == 3001" "true$(chain 3000 ' \&\& 1 == 1')" "4:1$(chain 3000 ' o 4:1') == 4:1" \
  "forall t<9: t$(chain 3000 ' + 1') == 3000 + t" "forall t<9: 0$(chain 3000 ' + 1') == 3000 + 0*t" \
  "forall t<9: t >= 0$(chain 3000 ' \&\& t < 9')" "false$(chain 3000 ' || t == t' | sed 's/t/1/g')"; do
  checks 0 "claim $text"
done
checks 1 "claim true$(chain 3000 ' \&\& 1 == 1') && 1 == 2 && true"
lists '  -:1:30017: 1 against 2'

# ---- names: seen where they are bound, and no further ----

many=$(seq 20000 | sed 's/.*/let a& = &/')
checks 0 "$many claim a1 + a10000 + a20000 == 30001"
checks 2 "$many let a777 = 1 claim true"
complains 'this name has a value already'
checks 0 "for N in 1: { $many claim a20000 == 20000 } for M in 1: { let a7 = 8 let N = 3 claim a7 + N + M == 12 } let M = 4
  claim forall t<4, a7<3: t + a7 < 6 && M == 4"
checks 2 "for N in 1: { $many claim true } claim a20000 == 20000"
complains 'unknown name'
checks 2 'let x = x claim true'
complains 'unknown name'
checks 2 'claim forall t<4, r<t: true'
complains 'unknown name'

# ---- hostile text ----

printf 'claim "\033[31m": false' >"$work/in"
run 1 check -
grep -q "$(printf '\033')" "$work/out" && fail "control characters are passed on"
head -c 100000 /dev/zero | tr '\0' '(' >"$work/in"
run 2 check -
printf 'claim true\0' >"$work/in"
run 2 check -

# ---- TAP: a plan that matches, one line a finding ----

checks 1 'claim "a # b": true claim second: 1 == 2 let X = 1/0' --tap
lists 'TAP version 13'
lists 'ok 1 - a \# b (proved)'
lists 'not ok 2 - second (FALSE)'
lists '1..3'
[ "$(grep -cE '^(not )?ok [0-9]+ - ' "$work/out")" -eq 3 ] || fail "TAP has not 3 lines"

# ---- JSON: strings escaped, one object a finding, the summary ----

checks 1 'claim "a\b": true claim forall t<4: t*t == t' --json
grep -qF '"name":"a\\b","verdict":"holds","by":"proved"' "$work/out" || fail "JSON: $(cat "$work/out")"
grep -qF '"at":{"t":2},"left":"4","right":"2"' "$work/out" || fail "JSON: $(cat "$work/out")"
grep -qF '"summary":{"claims":2,"holds":1,"false":1,' "$work/out" || fail "JSON: $(cat "$work/out")"

# ---- false claims: at the coordinate that is named, `eval` gives the two values that are reported ----

# A member of the one finding that is false.
member() { grep '"verdict":"false"' "$work/out" | sed -nE "s/.*\"$1\":\"?([^\",}]*).*/\\1/p"; }
let='let L = ((2,2),8):((1,16),2); let T = (32,4):(4,1); let E = (128,512):(1,128); '
count=0
while IFS='|' read -r left right; do
  checks 1 "$let claim forall t<32, r<4: ($left) == ($right)" --json
  t=$(member t) r=$(member r)
  for side in left right; do
    expression=$left
    [ $side = left ] || expression=$right
    value=$("$heddle" eval "$let let t = $t; let r = $r; ($expression) + 0" 2>/dev/null)
    [ "$value" = "$(member $side)" ] || fail "$expression at t=$t, r=$r is $value, reported: $(member $side)"
  done
  [ "$(member left)" != "$(member right)" ] || fail "both sides of $left == $right are the same"
  count=$((count + 1))
done <<'CLAIMS'
T(t,r)|t + 32*r
T(t,r)|4*t + r + (t == 31)
T(t,r)|4*t + r - (t*r == 93)
T(t,r)|(t << 2) + (r ^ 1)
T(t,r)|(t << 2 | r) & 126
T(t + 1,r)|4*t + r
T(t,r + 4)|4*t + r
L(t)|t%2 + 16*(t/2%2) + 4*(t/4)
L(t)|t%4 + 16*(t/4)
L((t%2,t/2%2),t/4)|t%2 + 16*(t/2%2) + 2*(t/4%7)
L(t%4,r)|t%4 + 2*r
E(t,r)|128*t + r
E(t + 32*r,0)|t + 31*r
E(r,t)|r + 128*t + 65536*(t == 17)
size(T) - t|128 - t - r
(t/4) + 8*(r/2%2)|(t >> 2) + 8*(r >> 1 & 1) + (t > 30 ? r : 0)
t % 5|t - t/5*4
t ^ r|t + r
t | r|t + r
-t / 4|-t >> 2
-t % 4|-(t & 3) + (t == 12)
T(t,r) % 7|(4*t + r) % 8
!t + 0|(t < r) + 0
CLAIMS
[ "$count" -ge 20 ] || fail "only $count false claims"

# ---- output that cannot be written is no success ----

if [ -e /dev/full ]; then
  "$heddle" check "$work/sound" >/dev/full 2>/dev/null
  [ $? -eq 2 ] || fail "a full disk is not noticed"
fi

# ---- names and counts of what is false ----

printf 'claim equivalent(S<3,4,3> o 0 o 1073741824:1, 1073741824:1)\nclaim (3@a,1@b) == 5@warpid\n' >"$work/in"
run 1 check -
lists 'FALSE: (3@a,1@b) == 5@warpid'
lists '  visited 129'
run 1 check --json -
grep -q '"name":"(3@a,1@b) == 5@warpid"' "$work/out" || fail 'a name without its axis'
grep -q '"visited":129,"file"' "$work/out" || fail 'a domain of what was given up early'
run 1 check --tap -
lists 'not ok 2 - (3@a,1@b) == 5@warpid (FALSE)'
for holds in 'bijective(S<3,4,3> o 0 o 1073741824:1 onto 1073741824)' 'covers(S<3,4,3> o 0 o 1073741824:1, 1073741824)' \
  'bijective(S<1,2,1> o S<3,4,3> o 1024 o S<2,0,2> o -1024 o 4096:1 onto 4096)' \
  '!disjoint((1000000,1000000):(3,7), S<1,2,1> o 0 o 8:1)' '!bijective(S<3,4,3> o 0 o 1000:1 onto 1000)' \
  '!bijective(S<3,4,3> o 16 o 1024:1 onto 1024)' '!covers(S<3,4,3> o 0 o 512:2, 512)'; do
  echo "claim $holds" >"$work/in"
  run 0 check -
done
finish "check: all as stated, $count false claims evaluated again"
