#!/usr/bin/env bash
# Does every theorem hold at every case up to its quick bound, and can each of them fail? The command judges them; then a
# test puts a wrong operation in the place of each and demands that it is noticed. CERTIFICATE=FILE keeps what was
# proved. What is longer: `heddle prove THEOREM --bound ..`.
set -euo pipefail
cd "$(dirname "$0")/.."

cmake/dependencies.sh test
mkdir -p build
log=build/prove.log
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
if ! { cmake --preset release -DHEDDLE_TESTS=ON &&
  cmake --build build/release --parallel "$jobs" --target heddle_command test_prove_mutants; } >"$log" 2>&1 </dev/null; then
  tail -n 40 "$log"
  echo "build failed; all of it is in $log" >&2
  exit 1
fi

build/release/bin/heddle prove --out "${CERTIFICATE:-build/proved.json}"
build/release/bin/heddle prove --verify "${CERTIFICATE:-build/proved.json}" --sample 2000 --quiet >/dev/null
build/release/tests/test_prove_mutants
echo "all theorems hold, and each of them can fail; the certificate is ${CERTIFICATE:-build/proved.json}"
