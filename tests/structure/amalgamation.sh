#!/usr/bin/env bash
# Is the one file the library? cmake/amalgamate.sh makes heddle.c and heddle.h; under each compiler that is here
# heddle.c compiles as C11 without a warning and answers in a program, and heddle.h stands twice in a file of C11 and of
# C++17.
#
#   - heddle.c has every source of algebra/ and tmem/ and every internal header once, heddle.h every public header once,
#     and neither includes a file of the tree
#   - what heddle.c exports is what the library's objects export
#   - made again, both are the same
#
# Usage: amalgamation.sh [ROOT]
set -euo pipefail
root=${1:-$SOURCE_DIR}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C
one=$scratch/one
warnings=(-Wall -Wextra -Wpedantic -Werror)

"$root/cmake/amalgamate.sh" "$one" "$root" >"$scratch/said" || { cat "$scratch/said"; exit 1; }
"$root/cmake/amalgamate.sh" "$scratch/again" "$root" >/dev/null
diff -r "$one" "$scratch/again"

# Which files are in which of the two.
files() { sed -nE 's|^/\* ---- ((algebra\|tmem)/[a-z_0-9]+\.[ch]) ---- \*/$|\1|p' "$@" | sort; }
(cd "$root" && ls algebra/*.[ch] tmem/*.[ch]) | sort >"$scratch/tree"
files "$one/heddle.h" "$one/heddle.c" | diff "$scratch/tree" - || { echo 'not every file is there once'; exit 1; }
(cd "$root" && grep -LE 'not installed|installed as a source' algebra/*.h tmem/*.h) | sort >"$scratch/public"
files "$one/heddle.h" | diff "$scratch/public" - || { echo 'heddle.h is not the public headers'; exit 1; }
if grep -nE '^ *# *include' "$one"/heddle.[ch] |
  grep -vE '<(stdbool|stddef|stdint|string)\.h>$|:#include "heddle\.h"$'; then
  echo 'the one file includes another'
  exit 1
fi

compiled=0
exported() { nm -g --defined-only "$@" | awk 'NF == 3 { print $3 }' | sort -u; }
for pair in gcc:g++ clang:clang++; do
  cc=${pair%:*} cxx=${pair#*:}
  if ! command -v "$cc" >/dev/null; then
    echo "$cc: left out, it is not here"
    continue
  fi
  "$cc" -std=c11 "${warnings[@]}" -c "$one/heddle.c" -o "$scratch/$cc.o"
  "$cc" -std=c11 "${warnings[@]}" -I"$one" "$root/examples/embed/one_file.c" "$scratch/$cc.o" -o "$scratch/$cc"
  [ "$("$scratch/$cc")" = '(10,2):(16,4) o (5,4):(1,5) = (5,(2,2)):(16,(80,4))' ] || { "$scratch/$cc"; exit 1; }
  diff <(exported "$BUILD_DIR/libheddle.a") <(exported "$scratch/$cc.o") ||
    { echo "$cc: heddle.c exports other functions than the library"; exit 1; }
  compiled=$((compiled + 1))

  printf '#include "heddle.h"\n#include "heddle.h"\nint heddle_header_compiles;\n' >"$scratch/header.c"
  "$cc" -std=c11 "${warnings[@]}" -I"$one" -fsyntax-only "$scratch/header.c"
  if command -v "$cxx" >/dev/null; then
    cat >"$scratch/program.cc" <<'END'
#include "heddle.h"
#include <cstdio>
int main() {
  hd_layout layout;
  char text[HD_TEXT_MAX];
  if (hd_parse_layout("(4,8):(8,1)", 11, nullptr, &layout) != HD_OK) return 1;
  hd_print_layout(&layout, text, sizeof text);
  return std::puts(text) < 0 || hd_size(&layout) != 32;
}
END
    "$cxx" -std=c++17 "${warnings[@]}" -I"$one" "$scratch/program.cc" "$scratch/$cc.o" -o "$scratch/$cxx"
    [ "$("$scratch/$cxx")" = '(4,8):(8,1)' ] || { echo "$cxx: the program prints something else"; exit 1; }
  else
    echo "$cxx: left out, it is not here"
  fi
done
[ "$compiled" -gt 0 ] || { echo 'there is neither gcc nor clang'; exit 1; }
sed "s|$one/||" "$scratch/said"
