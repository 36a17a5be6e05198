#!/usr/bin/env bash
# Is there each claim and each test that docs/tmem.md names beside a statement?
#
# In a row of the tables, FILE.hd is followed by names of its claims in quotes, `..` standing for what follows, and
# test_X.c by names of its tests in backquotes. Usage: statements.sh [ROOT]
set -euo pipefail
root=${1:-$SOURCE_DIR}
cd "$root"

named=0
violations=0
complain() {
  echo "$1"
  violations=$((violations + 1))
}

# look FILE NAME
look() {
  named=$((named + 1))
  case $1 in
    *.hd) grep -qF "claim \"${2%% ..*}" "proofs/claims/$1" || complain "proofs/claims/$1 has no claim \"$2\"" ;;
    *.c) grep -qF "START_TEST($2)" "tests/$1" || complain "tests/$1 has no test $2" ;;
    *.sh) grep -qF "tmem $2" "tests/$1" || grep -qF "tmem ${2%% *}" "tests/$1" || complain "tests/$1 does not run $2" ;;
  esac
}

while IFS= read -r row; do
  file=
  before=$named
  while [[ $row =~ ([A-Za-z0-9_/-]+\.(hd|c|sh))|\"([^\"]+)\"|\`([^\`]+)\` ]]; do
    row=${row#*"${BASH_REMATCH[0]}"}
    if [ -n "${BASH_REMATCH[1]}" ]; then
      file=${BASH_REMATCH[1]}
    else
      [ -n "$file" ] || { complain "no file before ${BASH_REMATCH[0]}"; continue; }
      look "$file" "${BASH_REMATCH[3]}${BASH_REMATCH[4]}"
    fi
  done
  [ "$named" -gt "$before" ] || complain "a statement without claim or test: $file"
done < <(sed -n '/^## Statement by statement/,/^## What is open/p' docs/tmem.md | grep '^| ' | grep -v '^| what is said' |
  sed -E 's/^\| .* \| ([^|]*) \|$/\1/')

[ "$named" -gt 50 ] || { echo "found $named names"; exit 1; }
[ "$violations" -eq 0 ] || { echo "$violations violations"; exit 1; }
echo "$named claims and tests stand beside statements"
