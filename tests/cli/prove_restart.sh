#!/usr/bin/env bash
# Killed at twenty random moments, and gone on with each time: the certificate is the one of a run that was left alone.
. "$(dirname "$0")/common.sh"

theorems=(composition)
bound=(--bound modes=2,extent=4,stride=4,by_modes=2,by_extent=3,by_stride=4 --threads 2 --quiet)
kills=20

run 0 prove "${theorems[@]}" "${bound[@]}" --out "$work/whole.json"

# known: how many cases the checkpoint has; it must always be one that can be read
known() {
  if [ ! -e "$work/checkpoint" ]; then
    echo 0
  elif ! "$heddle" prove --merge "$work/checkpoint" >"$work/merged" 2>"$work/err"; then
    fail "a checkpoint that was left behind is refused: $(cat "$work/err")" >&2
    echo 0
  else
    sed -nE 's/^composition +[a-z]+: ([0-9]+) of .*/\1/p' "$work/merged"
  fi
}

killed=0
resumed=0
before=0
longest=150 # milliseconds that a run is left at most; more, where that is too short to get anywhere
while [ "$killed" -lt "$kills" ]; do
  "$heddle" prove "${theorems[@]}" "${bound[@]}" --checkpoint "$work/checkpoint" --every 0.01 --out "$work/got.json" \
    >/dev/null 2>"$work/err" &
  process=$!
  moment=$((RANDOM % longest + 5))
  sleep "$((moment / 1000)).$(printf '%03d' $((moment % 1000)))"
  kill -9 "$process" 2>/dev/null
  wait "$process" 2>/dev/null
  status=$?
  if [ "$status" -eq 0 ]; then # it was done before: that run counts for nothing but its answer
    cmp -s "$work/whole.json" "$work/got.json" || fail "after $killed kills it is another certificate"
    rm -f "$work/checkpoint" "$work/got.json"
    before=0
    longest=$((longest > 150 ? longest / 2 : longest))
    continue
  fi
  [ "$status" -eq 137 ] || { fail "ended with $status: $(cat "$work/err")"; break; }
  killed=$((killed + 1))
  now=$(known)
  [ "$now" -ge "$before" ] || fail "cases were lost: $now of $before"
  [ "$now" -gt 0 ] && resumed=$((resumed + 1))
  [ "$now" -gt "$before" ] || longest=$((longest < 2000 ? 2 * longest : longest))
  before=$now
done
run 0 prove "${theorems[@]}" "${bound[@]}" --checkpoint "$work/checkpoint" --out "$work/got.json"
cmp -s "$work/whole.json" "$work/got.json" || fail "after $killed kills it is another certificate"
[ "$resumed" -ge 5 ] || fail "only $resumed of $killed runs were stopped half way"
[ "$(find "$work" -name 'checkpoint.*.new' | wc -l)" -le "$killed" ] || fail "more than killed runs left beside it"
finish "killed $killed times, $resumed of them half way: the same certificate"
