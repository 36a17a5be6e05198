#!/usr/bin/env bash
# Does the gate count what fails, and does a failing build show its errors? The scripts run on an empty tree, with
# stand-ins for the programs that they call.
set -euo pipefail
root=${1:-$SOURCE_DIR}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/tree/cmake" "$scratch/bin"
failed=0

complain() {
  echo "$1"
  sed 's/^/  | /' "$scratch/said"
  failed=$((failed + 1))
}

# stand_in FILE: a program with the script on standard input
stand_in() {
  { echo '#!/usr/bin/env bash'; cat; } >"$1"
  chmod +x "$1"
}

# ---- gate.sh: four stages, for a clang without libFuzzer ----

cp "$root/cmake/gate.sh" "$scratch/tree/cmake"
echo 'exit 0' | stand_in "$scratch/tree/cmake/dependencies.sh"
echo 'mkdir -p build; [ "$1" != "${BREAKS:-}" ]' | stand_in "$scratch/tree/cmake/build.sh"
echo 'exit 1' | stand_in "$scratch/bin/clang"
stand_in "$scratch/bin/ctest" <<'END'
while [ "$1" != --output-junit ]; do shift; done
[ -z "${REPORT-x}" ] || printf '<testsuite name="x"\n\ttests="%s"\n\tfailures="%s"\n\tdisabled="0"\n\tskipped="%s"\n>\n' $REPORT >"$2"
exit "$CTEST"
END

# gate EXIT CLOSING-LINE NAME=VALUE..: `REPORT=tests failures skipped` and `CTEST=exit` are of each stage
gate() {
  local expected=$1 closing=$2 got=0
  shift 2
  env PATH="$scratch/bin:$PATH" "$@" bash "$scratch/tree/cmake/gate.sh" >"$scratch/said" 2>&1 || got=$?
  [ "$got" -eq "$expected" ] || complain "the gate ends with $got, not $expected, on: $*"
  [ "$(tail -n 1 "$scratch/said")" = "$closing" ] || complain "the gate does not close with \"$closing\" on: $*"
}

gate 0 '40 passed, 0 failed' 'REPORT=10 0 0' CTEST=0
gate 1 '36 passed, 4 failed' 'REPORT=10 1 0' CTEST=8
gate 1 '32 passed, 8 failed' 'REPORT=10 1 1' CTEST=8
gate 1 '40 passed, 4 failed' 'REPORT=10 0 0' CTEST=8
gate 1 '0 passed, 4 failed' 'REPORT=0 0 0' CTEST=0
gate 1 '0 passed, 4 failed' 'REPORT=' CTEST=0
gate 1 '30 passed, 1 failed' 'REPORT=10 0 0' CTEST=0 BREAKS=debug

# ---- build.sh ----

cp "$root/cmake/build.sh" "$scratch/tree/cmake"
rm -f "$scratch/tree/build/release.log"
stand_in "$scratch/bin/cmake" <<'END'
[ "$1" = --build ] || { echo '-- GMP: not found'; seq -f 'before %g' 20; exit 0; }
[ -z "${LINES_OF_ERROR:-}" ] || printf '%b' "$LINES_OF_ERROR"
seq -f 'after %g' 300
exit "$CMAKE_EXIT"
END

# build EXIT NAME=VALUE..: what it says is in $scratch/said
build() {
  local expected=$1 got=0
  shift
  env PATH="$scratch/bin:$PATH" "$@" bash "$scratch/tree/cmake/build.sh" release >"$scratch/said" 2>&1 || got=$?
  [ "$got" -eq "$expected" ] || complain "the build ends with $got, not $expected, on: $*"
}

build 0 CMAKE_EXIT=0
[ "$(cat "$scratch/said")" = 'building: release
  GMP: not found' ] || complain 'a build that succeeds shows more than what was left out'
build 1 CMAKE_EXIT=2 'LINES_OF_ERROR=z.c:9: error: late\n  9 | code\n    ^\na.c:1: error: early\n  9 | code\n'
[ "$(sed -n 2,10p "$scratch/said")" = 'before 18
before 19
before 20
z.c:9: error: late
  9 | code
    ^
a.c:1: error: early
  9 | code
after 1' ] || complain 'a build that fails does not show its errors in order'
[ "$(wc -l <"$scratch/said")" -eq 202 ] || complain 'a build that fails shows more than it should'
build 1 CMAKE_EXIT=2
grep -qx 'after 300' "$scratch/said" || complain 'a build that fails without an error shows not its end'

[ "$failed" -eq 0 ] || { echo "$failed complaints"; exit 1; }
echo 'the gate counts every failure, and a build shows its errors in order'
