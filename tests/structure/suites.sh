#!/usr/bin/env bash
# Is there a suite for each source file, and a fuzz target for each way text gets in?
#
#   - algebra/X.c has tests/test_X.c, tmem/X.c tests/test_tmem_X.c and kernels/X.c tests/test_kernels_X.c; a part,
#     X_part.c, may share the suite of X, and the helpers listed here are covered by the suite named beside them
#   - a configured build has a test for each suite and each sweep, and the preset `fuzz` one for each fuzz target
#
# BUILD_DIR is the configured build. Usage: suites.sh [ROOT]
. "$(dirname "$0")/common.sh"
cmake=${CMAKE:-cmake}
ctest=$(dirname "$(command -v "$cmake")")/ctest

declare -A covered_by=([arrange]=product [carry]=composition [components]=evaluate [period]=composition [solve]=image
  [tmem_scale]=tmem_datapath)
targets='fuzz_certificate fuzz_check fuzz_dialects fuzz_emit fuzz_json fuzz_parse fuzz_plan fuzz_ptx fuzz_rows fuzz_show
  fuzz_tmem'

# suite NAME: whether there is one for it, or for what it is a part of
suite() {
  local name=$1
  until [ -f "$root/tests/test_$name.c" ]; do
    [[ $name == *_* ]] || return 1
    name=${name%_*}
  done
}

# The names of the tests of a configured build.
tests_of() { "$ctest" --test-dir "$1" -N | sed -nE 's/^ *Test +#[0-9]+: //p'; }

sources=0
for file in "$root"/algebra/*.c "$root"/tmem/*.c "$root"/kernels/*.c; do
  name=$(basename "$file" .c)
  folder=$(basename "$(dirname "$file")")
  sources=$((sources + 1))
  [ "$folder" = algebra ] || name=${folder}_$name
  if ! suite "${covered_by[$name]:-$name}"; then
    complain "${file#"$root"/} has no suite: tests/test_${covered_by[$name]:-$name}.c"
  fi
done
[ "$sources" -gt 2 ] || { echo "found no sources under $root"; exit 1; }

for target in $targets; do
  [ -f "$root/tests/fuzz/$target.c" ] || complain "no fuzz target: tests/fuzz/$target.c"
done
tests_of "$BUILD_DIR" >"$scratch/tests"
for file in "$root"/tests/test_*.c "$root"/tests/sweep/test_*.c; do
  folder=$(basename "$(dirname "$file")")
  [ "$folder" = sweep ] && name=sweep_$(basename "$file" .c) || name=$(basename "$file" .c)
  grep -qx "$name" "$scratch/tests" || complain "no test runs ${file#"$root"/}"
done
finish

# The compiler of this build stands in for clang: nothing is compiled here.
if ! "$cmake" -S "$root" -B "$scratch/build" --preset fuzz -DCMAKE_C_COMPILER="${CC:-cc}" >"$scratch/said" 2>&1; then
  cat "$scratch/said"
  exit 1
fi
tests_of "$scratch/build" >"$scratch/tests"
for target in $targets; do
  grep -qx "$target" "$scratch/tests" || complain "the preset fuzz does not run $target"
done

finish "$sources sources have their suites, and $(wc -w <<<"$targets") fuzz targets run"
