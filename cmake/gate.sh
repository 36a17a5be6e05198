#!/usr/bin/env bash
# Everything that must hold before a change is taken:
#
#   release   all suites, the sweeps over all small layouts too, the command, the source tree's structure, the installed
#             package, the documentation's examples
#   debug     the suites and the command again, under AddressSanitizer and UndefinedBehaviorSanitizer
#   clang     all of it compiles without a warning, and the suites once more
#   hostile   the library with values of at most 3 leaves, and few visits before a question stays open
#   fuzz      each fuzz target, for a bounded count of inputs from a fixed seed
#
# Closes with the line "N passed, N failed", summed over all of CTest's runs; a build that fails counts as one failure,
# and a test that did not run as a failure. `cmake/gate.sh deep` runs the longer tests in their place, and asks
# clang-tidy, cppcheck, gcc's analyzer and valgrind what they say of the code (cmake/lint.sh).
set -euo pipefail
cd "$(dirname "$0")/.."

depth=${1:-}
passed=0
failed=0
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)

# The number that CTest's report gives for $2.
count() { sed -n "s/.*[[:space:]]$2=\"\([0-9]*\)\".*/\1/p" "$1" | head -n 1; }

# stage PRESET CMAKE-OPTIONS [CTEST-OPTION...]: builds a preset and runs its tests.
stage() {
  local preset=$1 options=$2 report total bad=0 kind number status=0
  shift 2
  # shellcheck disable=SC2086
  if ! cmake/build.sh "$preset" $options; then
    failed=$((failed + 1))
    return
  fi
  echo "testing: $preset"
  report=$PWD/build/$preset.xml
  rm -f "$report"
  ctest --test-dir "build/$preset" --parallel "$jobs" --output-on-failure --no-tests=error \
    --output-junit "$report" "$@" </dev/null || status=$?
  if [ ! -s "$report" ]; then
    echo "no test ran: $preset" >&2
    failed=$((failed + 1))
    return
  fi
  total=$(count "$report" tests)
  for kind in failures disabled skipped; do
    number=$(count "$report" $kind)
    bad=$((bad + ${number:-0}))
  done
  passed=$((passed + ${total:-0} - bad))
  if [ "$bad" -eq 0 ] && { [ "$status" -ne 0 ] || [ "${total:-0}" -eq 0 ]; }; then
    echo "ctest failed with $status, and its report names no test that did: $preset" >&2
    bad=1
  fi
  failed=$((failed + bad))
}

cmake/dependencies.sh test

# Whether clang can build a fuzz target here.
has_fuzzer() {
  local folder status=0
  folder=$(mktemp -d)
  echo '#include <stddef.h>
int LLVMFuzzerTestOneInput(const unsigned char *d, size_t n); int LLVMFuzzerTestOneInput(const unsigned char *d, size_t n) { return (void)d, (int)(n & 0); }' >"$folder/probe.c"
  clang -fsanitize=fuzzer,address,undefined "$folder/probe.c" -o "$folder/probe" >/dev/null 2>&1 || status=1
  rm -rf "$folder"
  return $status
}

# lint TOOL: what another tool says of the code.
lint() {
  local status=0
  echo "reading: $1"
  cmake/lint.sh "$1" || status=$?
  case $status in
    0) passed=$((passed + 1)) ;;
    77) ;; # the tool is not here, which was said
    *) failed=$((failed + 1)) ;;
  esac
}

tests=-DHEDDLE_TESTS=ON
if [ "$depth" = deep ]; then
  if compgen -G 'tests/deep/test_*.c' >/dev/null || compgen -G 'tests/cli/deep_*.sh' >/dev/null; then
    stage release "$tests" -L deep
  else
    echo "deep: no suite is longer than make test allows; only the fuzz targets run for longer"
  fi
  for tool in tidy cppcheck analyzer valgrind; do lint $tool; done
  runs=2000000
else
  stage release "$tests" -LE deep
  stage debug "$tests" -LE 'deep|sweep'
  if command -v clang >/dev/null 2>&1; then
    stage clang "$tests" -LE 'deep|sweep' -E '^structure_'
  else
    echo "clang: not found; its build is left out"
  fi
  stage hostile "$tests"
  runs=50000
fi

if ! command -v clang >/dev/null 2>&1; then
  echo "fuzz: needs clang, which is not here; the fuzz targets are left out"
elif ! has_fuzzer; then
  echo "fuzz: clang here has no libFuzzer; the fuzz targets are left out"
else
  stage fuzz "-DHEDDLE_FUZZ_RUNS=$runs"
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
