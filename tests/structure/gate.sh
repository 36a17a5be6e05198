#!/usr/bin/env bash
# Does the gate count what fails, does CI count the theorems too, and does a failing build show its errors? The scripts
# run on an empty tree, with stand-ins for the programs that they call.
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

# closes SCRIPT EXIT CLOSING-LINE NAME=VALUE..: how a script of the tree ends, in such an environment
closes() {
  local script=$1 expected=$2 closing=$3 got=0
  shift 3
  env PATH="$scratch/bin:$PATH" "$@" bash "$scratch/tree/$script" >"$scratch/said" 2>&1 || got=$?
  [ "$got" -eq "$expected" ] || complain "$script ends with $got, not $expected, on: $*"
  [ "$(tail -n 1 "$scratch/said")" = "$closing" ] || complain "$script does not close with \"$closing\" on: $*"
}

# gate EXIT CLOSING-LINE NAME=VALUE..: `REPORT=tests failures skipped` and `CTEST=exit` are of each stage
gate() { closes cmake/gate.sh "$@"; }

gate 0 '40 passed, 0 failed' 'REPORT=10 0 0' CTEST=0
gate 1 '36 passed, 4 failed' 'REPORT=10 1 0' CTEST=8
gate 1 '32 passed, 8 failed' 'REPORT=10 1 1' CTEST=8
gate 1 '40 passed, 4 failed' 'REPORT=10 0 0' CTEST=8
gate 1 '0 passed, 4 failed' 'REPORT=0 0 0' CTEST=0
gate 1 '0 passed, 4 failed' 'REPORT=' CTEST=0
gate 1 '30 passed, 1 failed' 'REPORT=10 0 0' CTEST=0 BREAKS=debug

# ---- CI: the gate and the theorems ----

mkdir -p "$scratch/tree/.ci"
cp "$root/.ci/run" "$scratch/tree/.ci"
stand_in "$scratch/bin/make" <<'END'
echo "making $1"
[ "$1" = test ] && { echo "$TEST"; exit "${TEST_EXIT:-0}"; }
echo "$PROVE"
exit "${PROVE_EXIT:-0}"
END

# ci EXIT CLOSING-LINE NAME=VALUE..: the closing lines of `make test` and `make prove`, and how they exit
ci() {
  closes .ci/run "$@"
  grep -qx 'making prove' "$scratch/said" || complain "CI leaves the theorems out on: $*"
}

ci 0 '15 passed, 0 failed' 'TEST=10 passed, 0 failed' 'PROVE=5 passed, 0 failed'
ci 1 '14 passed, 1 failed' 'TEST=10 passed, 0 failed' 'PROVE=4 passed, 1 failed' PROVE_EXIT=2
ci 1 '14 passed, 1 failed' 'TEST=9 passed, 1 failed' 'PROVE=5 passed, 0 failed' TEST_EXIT=2
ci 1 '10 passed, 1 failed' 'TEST=10 passed, 0 failed' 'PROVE=no such target' PROVE_EXIT=2
ci 1 '15 passed, 1 failed' 'TEST=10 passed, 0 failed' 'PROVE=5 passed, 0 failed' PROVE_EXIT=139

# ---- prove.sh ----

cp "$root/cmake/prove.sh" "$scratch/tree/cmake"
mkdir -p "$scratch/tree/build/release/bin" "$scratch/tree/build/release/tests"
echo 'exit "${BUILD_EXIT:-0}"' | stand_in "$scratch/bin/cmake"
echo 'exit "${MUTANTS_EXIT:-0}"' | stand_in "$scratch/tree/build/release/tests/test_prove_mutants"
stand_in "$scratch/tree/build/release/bin/heddle" <<'END'
case $2 in
  --list) printf 'one: says\n  layouts\ntwo: says\n  pairs\n' ;;
  --verify) exit "${VERIFY_EXIT:-0}" ;;
  *) printf 'one    proved: 1 of 1 cases\ntwo    %s: 1 of 1 cases\n' "${TWO:-proved}"; [ -z "${TWO:-}" ] ;;
esac
END

prove() { closes cmake/prove.sh "$@"; }

prove 0 '4 passed, 0 failed' TWO=
prove 1 '3 passed, 1 failed' TWO=FALSE
prove 1 '3 passed, 1 failed' TWO=empty
prove 1 '3 passed, 1 failed' VERIFY_EXIT=1
prove 1 '3 passed, 1 failed' MUTANTS_EXIT=1
prove 1 '0 passed, 1 failed' BUILD_EXIT=1

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
echo 'the gate and CI count every failure, and a build shows its errors in order'
