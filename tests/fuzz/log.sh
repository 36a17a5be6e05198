#!/usr/bin/env bash
# Runs fuzz targets from a fresh seed and writes down, in docs/fuzzing.tsv, what was run; or adds that up.
#
#   tests/fuzz/log.sh run TARGET [RUNS [SECONDS]]   RUNS inputs (a million), or what SECONDS allow; one row
#   tests/fuzz/log.sh totals                        executions, hours and crashes of each target
#   tests/fuzz/log.sh document                      the same as the table in docs/fuzzing.md
#   tests/fuzz/log.sh merge TARGET [FILES]          tests/fuzz/corpus/TARGET anew: at most FILES (24) small inputs
#
# The targets are those of build/fuzz, or of $BUILD_DIR. What a run finds stays in its tests/found/TARGET and is where
# the next one begins. An input that crashes stays beside it, and the row says so.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=${BUILD_DIR:-build/fuzz}
log=docs/fuzzing.tsv document=docs/fuzzing.md
# Less is kept of each allocation, and less of what was freed, for a third of the time.
export ASAN_OPTIONS=${ASAN_OPTIONS:-malloc_context_size=2:quarantine_size_mb=8}

# The commit that was built: one with changes beside it is marked so.
commit() {
  local name
  name=$(git rev-parse --short=10 HEAD)
  git diff --quiet HEAD -- algebra tmem proofs tests/fuzz || name=$name+
  echo "$name"
}

prepare() {
  program=$build/tests/$1 found=$build/tests/found/$1 corpus=tests/fuzz/corpus/$1
  [ -x "$program" ] || { echo "no target: $program" >&2; exit 2; }
  mkdir -p "$found" "$corpus"
  options=(-max_len=512 -timeout=20 -entropic=0 -reload=0 -print_final_stats=1 "-artifact_prefix=$build/tests/$1-")
  [ ! -f "tests/fuzz/$1.dict" ] || options+=("-dict=tests/fuzz/$1.dict")
}

run() {
  local name=$1 runs=${2:-1000000} seconds=${3:-0} seed said began took executed crashed from bytes
  prepare "$name"
  seed=$((1 + $(od -An -N4 -tu4 /dev/urandom) % 2147483647))
  from=$(commit)
  said=$(mktemp)
  began=$(date +%s)
  "$program" "-runs=$runs" "-max_total_time=$seconds" "-seed=$seed" "${options[@]}" "$found" "$corpus" >"$said" 2>&1 ||
    tail -n 30 "$said" >&2
  took=$(($(date +%s) - began))
  executed=$(sed -n 's/^stat::number_of_executed_units: *//p' "$said")
  crashed=$(grep -ac '^artifact_prefix=.*-\(crash\|timeout\|oom\|leak\)-[0-9a-f]*$' "$said" || true)
  bytes=$(find "$found" -type f -printf '%s\n' | awk '{ n += $1 } END { print n + 0 }')
  rm -f "$said"
  printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$(date -u +%Y-%m-%dT%H:%MZ)" "$name" "${executed:-0}" "$took" "$crashed" \
    "$(find "$found" -type f | wc -l)" "$bytes" "$from" >>"$log"
  tail -n 1 "$log"
}

totals() {
  awk -F '\t' '
    NR == 1 { next }
    { executions[$2] += $3; seconds[$2] += $4; crashes[$2] += $5; all += $3; time += $4; bad += $5 }
    END {
      for (name in executions)
        printf "%s\t%d\t%.1f\t%d\n", name, executions[name], seconds[name] / 3600, crashes[name] | "sort"
      close("sort")
      printf "all\t%d\t%.1f\t%d\n", all, time / 3600, bad
    }' "$log"
}

table() {
  echo '| target | executions | hours | crashes |'
  echo '|---|---:|---:|---:|'
  totals | awk -F '\t' '
    function grouped(n) { return length(n) > 3 ? grouped(substr(n, 1, length(n) - 3)) "," substr(n, length(n) - 2) : n }
    { printf "| %s | %s | %s | %d |\n", $1 == "all" ? "all" : "`" $1 "`", grouped($2), $3, $4 }'
}

document() {
  table >"$document.table"
  awk -v table="$document.table" '
    /^\| target \| executions/ { while ((getline line < table) > 0) print line; inside = 1 }
    inside && !/^\|/ { inside = 0 }
    !inside' "$document" >"$document.part"
  mv "$document.part" "$document"
  rm -f "$document.table"
}

# The smallest inputs that together reach what all that were found do, and of those the ones that add most.
merge() {
  local folder most=${2:-24}
  prepare "$1"
  folder=$(mktemp -d)
  mkdir "$folder/all" "$folder/small"
  "$program" -set_cover_merge=1 "${options[@]}" -max_len=160 "$folder/all" "$found" "$corpus" >/dev/null 2>&1
  find "$folder/all" -type f -size -2 -printf '%T@ %p\n' | sort -n | head -n "$most" | cut -d ' ' -f 2- |
    while read -r file; do cp "$file" "$folder/small"; done
  cp "$folder"/small/* "$corpus"
  rm -rf "$folder"
  du -sb "$corpus"
}

case ${1:-} in
  run) run "${@:2}" ;;
  totals) totals ;;
  table) table ;;
  document) document ;;
  merge) merge "${@:2}" ;;
  *) sed -n '2,10s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
