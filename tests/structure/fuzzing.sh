#!/usr/bin/env bash
# Is what docs/fuzzing.md says of the fuzz targets so?
#
#   - each target is described, has inputs to begin with, all of them small, and stands in the log
#   - the log's rows are whole, of targets that there are; the table adds them up
#
# Usage: fuzzing.sh [ROOT]
. "$(dirname "$0")/common.sh"
cd "$root"

targets=0
for source in tests/fuzz/fuzz_*.c; do
  name=$(basename "$source" .c)
  targets=$((targets + 1))
  grep -q "^| \`$name\` | [a-z]" docs/fuzzing.md || complain "docs/fuzzing.md does not say what $name is"
  grep -q "	$name	" docs/fuzzing.tsv || complain "no run of $name is written down"
  bytes=$(find "tests/fuzz/corpus/$name" -type f -printf '%s\n' 2>/dev/null | awk '{ n += $1 } END { print n + 0 }')
  [ "$bytes" -gt 0 ] && [ "$bytes" -le 32768 ] ||
    complain "tests/fuzz/corpus/$name has $bytes bytes, not 1 to 32768"
done
[ "$targets" -gt 0 ] || complain 'there are no fuzz targets'

awk -F '\t' '
  NR == 1 { next }
  NF != 8 || $1 !~ /^20[0-9-]+T[0-9:]+Z$/ || $3 $4 $5 $6 $7 !~ /^[0-9]+$/ || $8 !~ /^[0-9a-f]+\+?$/ {
    print "docs/fuzzing.tsv:" NR ": not a row"
    bad = 1
  }
  END { exit bad }' docs/fuzzing.tsv || complain 'docs/fuzzing.tsv has rows that are none'
while read -r name; do
  [ -f "tests/fuzz/$name.c" ] || complain "docs/fuzzing.tsv has runs of $name, which there is not"
done < <(awk -F '\t' 'NR > 1 { print $2 }' docs/fuzzing.tsv | sort -u)

awk '/^\| target \| executions/ { inside = 1 } !/^\|/ { inside = 0 } inside' docs/fuzzing.md |
  diff <(tests/fuzz/log.sh table) - ||
  complain 'docs/fuzzing.md does not add the log up: tests/fuzz/log.sh document'

finish "$targets fuzz targets, $(($(wc -l <docs/fuzzing.tsv) - 1)) runs"
