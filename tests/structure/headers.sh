#!/usr/bin/env bash
# Does each public header compile alone, as C11 and as C++17, under every compiler that is here? Of kernels/, device.h,
# launch.h and host.h; the others are their parts.
# Usage: headers.sh [ROOT]
set -euo pipefail
root=${1:-$SOURCE_DIR}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

warnings=(-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
compiled=0
failed=0

# compile COMPILER LANGUAGE STANDARD HEADER
compile() {
  # Twice, to see that the guard holds.
  printf '#include "%s"\n#include "%s"\nint heddle_header_compiles;\n' "$4" "$4" >"$scratch/one.$2"
  if "$1" -x "$2" -std="$3" "${warnings[@]}" -I"$root" -fsyntax-only "$scratch/one.$2"; then
    compiled=$((compiled + 1))
  else
    echo "$4 does not compile as $3 with $1"
    failed=$((failed + 1))
  fi
}

compilers=0
for header in "$root"/algebra/*.h "$root"/tmem/*.h "$root"/kernels/{device,launch,host}.h; do
  [ -f "$header" ] && ! grep -q 'not installed' "$header" || continue
  name=${header#"$root"/}
  for pair in gcc:g++ clang:clang++; do
    ! command -v "${pair%:*}" >/dev/null 2>&1 || compile "${pair%:*}" c c11 "$name"
    if command -v "${pair#*:}" >/dev/null 2>&1; then
      compile "${pair#*:}" c++ c++17 "$name"
      compilers=$((compilers + 1))
    fi
  done
done

[ "$compilers" -gt 0 ] || { echo "found no C++ compiler, or no header"; exit 1; }
[ "$failed" -eq 0 ] || exit 1
echo "$compiled headers compiled"
