#!/usr/bin/env bash
# Configures and builds one preset: cmake/build.sh PRESET [CMAKE-OPTION...]. What was said is shown only where it failed.
set -euo pipefail
cd "$(dirname "$0")/.."

preset=$1
shift
mkdir -p build
log=build/$preset.log
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)

echo "building: $preset"
if ! { cmake --preset "$preset" "$@" && cmake --build "build/$preset" --parallel "$jobs"; } >"$log" 2>&1 </dev/null; then
  cat "$log" | sort -u
  echo "build failed: $preset" >&2
  exit 1
fi
# What was left out, and why.
sed -nE 's/^-- ((CUDA|GMP|Check): .*)/  \1/p' "$log" | sort -u
