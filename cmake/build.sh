#!/usr/bin/env bash
# Configures and builds one preset: cmake/build.sh PRESET [CMAKE-OPTION...]. What was said is shown only where it
# failed: from a little before the first error on, in order.
set -euo pipefail
cd "$(dirname "$0")/.."

preset=$1
shift
mkdir -p build
log=build/$preset.log
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
errors='error:|CMake Error|undefined reference|\*\*\*|FAILED:'
before=3 most=200

echo "building: $preset"
if ! { cmake --preset "$preset" "$@" && cmake --build "build/$preset" --parallel "$jobs"; } >"$log" 2>&1 </dev/null; then
  first=$(grep -nE -m 1 "$errors" "$log" | cut -d: -f1 || true)
  if [ -n "$first" ]; then
    tail -n "+$((first > before ? first - before : 1))" "$log" | sed "${most}q"
  else
    tail -n "$most" "$log"
  fi
  echo "build failed: $preset; all of it is in $log" >&2
  exit 1
fi
# What was left out, and why.
sed -nE 's/^-- ((CUDA|GMP|Check): .*)/  \1/p' "$log" | sort -u
