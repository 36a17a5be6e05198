#!/usr/bin/env bash
# How much of algebra/ and tmem/ do the suites run? Prints, for each file, how many of its lines and branches ran,
# then each folder; ends non-zero where a folder has less than the least of lines or of branches.
#
#   cmake/coverage.sh            builds the preset `coverage`, runs the suites, prints the table
#   cmake/coverage.sh missing    the same, then each line and branch that never ran
#
# A branch is one way out of a condition, as gcov tells them apart: `a && b` has four. What a header defines is counted
# once, whichever file it was compiled in. Suites of what is above the library (kernels, PTX, proofs) are left out: they
# take long, and ask other questions than what the library answers.
set -euo pipefail
cd "$(dirname "$0")/.."

least_lines=98 least_branches=90
folder=build/coverage
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)

cmake/dependencies.sh test
for tool in gcc gcov; do
  command -v "$tool" >/dev/null 2>&1 || { echo "coverage needs gcc and its gcov; $tool is not here" >&2; exit 1; }
done
cmake/build.sh coverage -DHEDDLE_TESTS=ON
find "$folder" -name '*.gcda' -delete
ctest --test-dir "$folder" --parallel "$jobs" --output-on-failure --no-tests=error -R '^test_' \
  -E '^test_(kernels|ptx|prove)_' </dev/null >"$folder/tests.log" || { cat "$folder/tests.log"; exit 1; }
tail -n 4 "$folder/tests.log" | sed -n '/tests passed/p'

# From where the compiler was called: a cache of compilations may have made the names of sources relative to that.
root=$PWD
cd "$folder/algebra"
find "$root/$folder/algebra" "$root/$folder/tmem" -name '*.gcno' -print0 | sort -z |
  xargs -0 -n 1 gcov --stdout --branch-probabilities --branch-counts --relative-only --source-prefix "$root" |
  awk -v least_lines=$least_lines -v least_branches=$least_branches -v missing="${1:-}" -f "$root/cmake/coverage.awk"
