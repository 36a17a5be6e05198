#!/usr/bin/env bash
# --tap of check, conform and prove: the version, points numbered from 1, a plan in the end that matches, and the exit
# code of the same command without it.
. "$(dirname "$0")/common.sh"
cd "$work" || exit 1

# tap EXPECTED-EXIT POINTS FAILED ARGUMENT..: reads the output as one who knows the protocol and nothing else
tap() {
  local expected=$1 points=$2 failed=$3
  shift 3
  run "$expected" "$@"
  awk -v points="$points" -v failed="$failed" '
    NR == 1 { if ($0 != "TAP version 13") wrong("no version") ; next }
    plan { wrong("a line behind the plan") }
    /^(not )?ok / {
      count++
      number = $1 == "not" ? $3 : $2
      if (number != count) wrong("point " count " is numbered " number)
      if ($0 !~ /^(not )?ok [0-9]+ - ./) wrong("a point without a name")
      if ($1 == "not" && $0 !~ /# (SKIP|TODO)/) bad++
      next
    }
    /^1\.\.[0-9]+$/ { plan = $0; next }
    /^#/ { next }
    { wrong("what is this") }
    function wrong(what) { print what ": line " NR ": " $0 }
    END {
      if (plan != "1.." count) wrong("the plan is " plan ", and there are " count)
      if (count != points) wrong("points: " count ", not " points)
      if (bad + 0 != failed) wrong("failed: " bad ", not " failed)
    }' out >wrong
  [ ! -s wrong ] || fail "$*: $(cat wrong): $(head -c 2000 out)"
}

printf 'claim "a # b": true\nclaim second: 1 == 2\nlet X = 1/0\nclaim forall t<4: t == t\nclaim (8:1)(9) == 9\n' >claims.hd
printf 'claim true\n' >good.hd
printf 'claim 1 +\n' >broken.hd
tap 0 1 0 check --tap good.hd
tap 1 5 2 check --tap claims.hd
tap 2 7 4 check --tap claims.hd broken.hd missing.hd
lists 'ok 1 - a \# b (proved)'
lists 'not ok 2 - second (FALSE)'
lists 'not ok 6 - broken.hd is not checked'
lists 'not ok 7 - missing.hd is not read'
echo 'claim forall t<65536, r<65537: true' >open.hd
tap 3 1 1 check --tap open.hd

printf 'a\tb\tcomposition\t4:1\t4:1\t=>\t4:1\n' >right.tsv
printf 'a\tc\tcomposition\t4:1\t4:1\t=>\t4:2\na\td # e\tsize\t4:1\t=>\t4\n' >wrong.tsv
printf 'a\tb\tnothing\t4:1\n' >bad.tsv
tap 0 1 0 conform --tap right.tsv
tap 1 3 1 conform --tap right.tsv wrong.tsv
lists 'not ok 2 - c composition'
lists '# wrong.tsv:1: expected 4:2, got 4:1: prints otherwise'
lists 'ok 3 - d \# e size'
tap 2 3 2 conform --tap right.tsv bad.tsv missing.tsv
lists 'not ok 2 - bad.tsv is not read'
# Recorded answers that are known to be wrong are skipped by name.
"$heddle" conform "$source_dir"/tests/vectors/{cute_ir,pycute,tract}.tsv >said
skipped=$(sed -nE 's/.* ([0-9]+) skipped$/\1/p' said)
rows=$(tail -n 1 said | grep -Eo '[0-9]+' | awk '{ sum += $1 } END { print sum }')
tap 0 "$rows" 0 conform --tap "$source_dir"/tests/vectors/{cute_ir,pycute,tract}.tsv
[ "$(grep -c '^ok .* # SKIP ' out)" -eq "${skipped:-0}" ] || fail "skipped: $(grep -c '# SKIP' out), not ${skipped:-0}"

tap 0 2 0 prove --tap sum_bounds layout_bounds --bound near=0
grep -qE '^ok 1 - sum_bounds \(proved: 16384 of 16384 cases' out || fail "prove: $(cat out)"
tap 3 1 1 prove --tap complement --bound modes=1,extent=1024,stride=1048576 --shard 999999/1000000
# Where nothing is judged nobody waits for points.
for wrong in nope 'forall A in nowhere(1): true' '--bound extent composition' '--merge missing.json'; do
  # shellcheck disable=SC2086
  case $wrong in forall*) run 2 prove --tap "$wrong" ;; *) run 2 prove --tap $wrong ;; esac
  says $'TAP version 13\nBail out! nothing is judged; the standard error says why'
  [ -s err ] || fail "prove --tap $wrong: not a word"
done
for exclude in 'check --json --tap good.hd' 'conform --json --tap right.tsv' 'prove --json --tap sum_bounds' \
  'prove --tap --out - sum_bounds'; do
  # shellcheck disable=SC2086
  run 2 $exclude
  grep -qF 'exclude each other' out err || fail "$exclude: $(cat out err)"
done

finish "TAP: points, plans and exit codes of check, conform and prove"
