#!/usr/bin/env bash
# What do other tools say of the code? cmake/lint.sh TOOL, with nothing built yet; ends with 0 where the tool has
# nothing to say, and with 77 where it is not here.
#
#   tidy       clang-tidy, as .clang-tidy says, on algebra/, tmem/, kernels/ and proofs/
#   cppcheck   warnings, performance, portability, without what cmake/cppcheck.txt excepts
#   analyzer   gcc's -fanalyzer on the same folders
#   valgrind   memcheck on suites of each part of the library, and on each verb of the command
#
# An exception stands where it is made: in .clang-tidy and cmake/cppcheck.txt for a whole kind, in the code for one.
set -euo pipefail
cd "$(dirname "$0")/.."

jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
folders='algebra tmem kernels proofs'
# What memcheck looks at: it takes some forty times as long.
suites='axis complement convert_text fit layout linear print profile rearrange refusals swizzle tiler tuple
  tmem_allocation tmem_apply tmem_copy tmem_form tmem_opcode tmem_view'

# need NAME: this program, or the end
need() {
  command -v "$1" >/dev/null 2>&1 && return
  echo "$1: not found; what it would say is left out"
  exit 77
}

# sources FOLDER..: the C files that are compiled for a host
sources() { find "$@" -maxdepth 1 -name '*.c' | sort; }

tidy() {
  need clang-tidy
  need clang
  cmake -S . -B build/tidy -DCMAKE_C_COMPILER=clang -DHEDDLE_TESTS=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
    >build/tidy.log
  sources $folders | xargs -P "$jobs" -n 4 clang-tidy -p build/tidy --quiet 2>build/tidy.err | tee build/tidy.log
  # Without a warning it says only how many it held back.
  ! grep -E 'error:' build/tidy.err
}

cppcheck_all() {
  need cppcheck
  mkdir -p build/cppcheck
  # shellcheck disable=SC2086
  cppcheck --enable=warning,performance,portability --inline-suppr --error-exitcode=1 --std=c11 --language=c \
    --quiet -I. -j "$jobs" --cppcheck-build-dir=build/cppcheck --suppressions-list=cmake/cppcheck.txt $folders
}

analyzer() {
  need gcc
  echo 'int f(void); int f(void) { return 0; }' | gcc -fanalyzer -x c -c - -o /dev/null 2>/dev/null ||
    { echo "gcc: has no -fanalyzer here; what it would say is left out"; exit 77; }
  # Not of values that were never written, for the reason that .clang-tidy gives: valgrind asks this of what runs.
  local options='-fanalyzer -Wno-analyzer-use-of-uninitialized-value -Werror'
  # Above the library there are heap and files: it knows neither that what refuses in another file never returns HD_OK,
  # so that what is used was set, nor that all but standard input is closed, and what is freed by its owner. Valgrind
  # asks this too.
  local above='-Wno-analyzer-null-dereference -Wno-analyzer-null-argument -Wno-analyzer-malloc-leak -Wno-analyzer-file-leak'
  local compile='gcc -std=gnu11 -O1 -S -o /dev/null -I. -DHEDDLE_VERSION=""'
  # shellcheck disable=SC2086
  sources algebra tmem | xargs -P "$jobs" -n 1 $compile $options
  # shellcheck disable=SC2086
  sources kernels proofs | xargs -P "$jobs" -n 1 $compile $options $above
}

# Ends with 99 where memory is misused, or lost.
options=(-q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite)

memcheck() {
  local scratch suite words failed=0
  need valgrind
  cmake/build.sh release -DHEDDLE_TESTS=ON
  scratch=$(mktemp -d)
  for suite in $suites; do
    CK_FORK=no valgrind "${options[@]}" "build/release/tests/test_$suite" >"$scratch/said" 2>&1 </dev/null ||
      { cat "$scratch/said"; failed=1; }
  done
  while read -r -a words; do
    valgrind "${options[@]}" build/release/bin/heddle "${words[@]}" >"$scratch/out" 2>"$scratch/said" </dev/null ||
      [ $? -lt 99 ] || { echo "heddle ${words[*]}"; cat "$scratch/said"; failed=1; }
  done <<'COMMANDS'
eval (10,2):(16,4)o(5,4):(1,5) complement(4:2,24) (4,2):(1,8)(5) (4,6,8):(2,3,5)o6:3
explain (10,2):(16,4)o(5,4):(1,5)
fit t<32,v<4:(t/8)*32+(t%8)*4+v
fit t<32,v<4:t*4+(v^t%4)
convert --to triton (4,8):(8,1)
convert --to cute S[(8,2,4,2):(4@laneid,1@warpid,1@laneid,1)] --shape (8,16)
show S<2,0,2>o0o(4,4):(1,4)
check examples/accumulator/claims.hd
emit --datapath D --n 64 --async
ptx check tests/ptx/wait.ptx
prove composition --bound extent=3,stride=3,by_extent=2,by_stride=2 --quiet
functions complement
nonsense
COMMANDS
  rm -rf "$scratch"
  return $failed
}

mkdir -p build
case ${1:-} in
  tidy) tidy ;;
  cppcheck) cppcheck_all ;;
  analyzer) analyzer ;;
  valgrind) memcheck ;;
  *) sed -n '2,11s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
