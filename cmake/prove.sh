#!/usr/bin/env bash
# Does every theorem hold at every case up to its quick bound, and can each of them fail? The command judges them; then
# a test puts a wrong operation in the place of each and demands that it is noticed. CERTIFICATE=FILE keeps what was
# proved. What is longer: `heddle prove THEOREM --bound ..`.
#
# Closes with the line "N passed, N failed": one for each theorem, one for reading the certificate and judging a sample
# of it again, one for the wrong operations. A build that fails counts as one failure.
set -euo pipefail
cd "$(dirname "$0")/.."

cmake/dependencies.sh test
mkdir -p build
log=build/prove.log
certificate=${CERTIFICATE:-build/proved.json}
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
if ! { cmake --preset release -DHEDDLE_TESTS=ON && cmake --build build/release --parallel "$jobs" \
  --target heddle_command test_prove_mutants; } >"$log" 2>&1 </dev/null; then
  tail -n 40 "$log"
  echo "build failed; all of it is in $log" >&2
  echo "0 passed, 1 failed"
  exit 1
fi

heddle=build/release/bin/heddle
rm -f "$certificate"
"$heddle" prove --out "$certificate" | tee build/proved.txt || true
passed=$(grep -c ' proved: ' build/proved.txt || true)
failed=$(($("$heddle" prove --list | grep -c '^[^ ]') - passed))
for check in "$heddle prove --verify $certificate --sample 2000 --quiet" build/release/tests/test_prove_mutants; do
  if $check >"$log" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    cat "$log"
    echo "fails: $check" >&2
  fi
done
[ "$failed" -gt 0 ] || echo "all theorems hold, and each of them can fail; the certificate is $certificate"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
