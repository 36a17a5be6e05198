#!/usr/bin/env bash
# Is there each claim and each test that docs/tmem.md and docs/device.md name beside a statement?
#
# In the last column of a row of the tables, FILE.hd is followed by names of its claims in quotes, `..` standing for what
# follows, and test_X.c by names of its tests in backquotes; a script by words of the command that it runs, or, of those
# in structure/, by words of its own; examples/device/X.c by the name of its test, `device_X`. Usage: statements.sh [ROOT]
. "$(dirname "$0")/common.sh"
cd "$root"

named=0

# look FILE NAME
look() {
  named=$((named + 1))
  case $1 in
    examples/device/*.c) [ -f "$1" ] && [ "$2" = "device_$(basename "$1" .c)" ] || complain "$1 is no test $2" ;;
    structure/*.sh) grep -qF "$2" "tests/$1" || complain "tests/$1 does not say $2" ;;
    *.hd) grep -qF "claim \"${2%% ..*}" "proofs/claims/$1" || complain "proofs/claims/$1 has no claim \"$2\"" ;;
    *.c) grep -qF "START_TEST($2)" "tests/$1" || complain "tests/$1 has no test $2" ;;
    *.sh) grep -qF "tmem $2" "tests/$1" || grep -qF "tmem ${2%% *}" "tests/$1" || complain "tests/$1 does not run $2" ;;
  esac
}

# rows DOCUMENT FROM TO: the last columns of the tables between two headings
rows() { sed -n "/^## $2/,/^## $3/p" "$1" | grep '^| ' | grep -v '^| what is said' | sed -E 's/^\| .* \| ([^|]*) \|$/\1/'; }

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
done < <(rows docs/tmem.md 'Statement by statement' 'What is open'; rows docs/device.md "Mojo's engine" 'Nothing')

[ "$named" -gt 100 ] || { echo "found $named names"; exit 1; }
finish "$named claims and tests stand beside statements"
