#!/usr/bin/env bash
# Does the shared library export what cmake/exports.txt lists, and nothing else, and is the interface the one that was
# last agreed to?
#
#   - the dynamic symbols of libheddle.so are those of exports.txt, all of the version HEDDLE_MAJOR.MINOR, and it is
#     called libheddle.so.MAJOR
#   - exports.txt has the functions that the public headers of algebra/ and tmem/ declare
#   - the types of these functions, the enumerators' values, and the size and offsets of each struct are those of
#     tests/structure/abi.txt, where pointers have 64 bits
#
# To change either on purpose, write it anew and read the difference before it is taken:
#
#   cmake/abi.sh exports >cmake/exports.txt
#   cmake/abi.sh layout >tests/structure/abi.txt
#
# Lines that only come in (a new function, a new enumerator at the end of its enumeration) are for the next patch
# version. Where a line goes or changes, a program that was compiled before is wrong: the major version in
# CMakeLists.txt rises with it, or, while that is 0, the minor one, unless the version there is not released yet.
# LIBRARY is another libheddle.so than the build's. Usage: exports.sh [ROOT]
. "$(dirname "$0")/common.sh"
export LC_ALL=C CC=${CC:-cc}

# compare LIST FOUND WHAT: the committed list against what was found
compare() {
  if ! diff "$1" "$2" >"$scratch/difference"; then
    complain "$3 (< is in the list, > was found):"
    cat "$scratch/difference"
  fi
}

cd "$root"
sort -u cmake/exports.txt | diff cmake/exports.txt - >/dev/null || { echo 'cmake/exports.txt is not sorted'; exit 1; }
version=$(sed -nE 's/^project\(heddle VERSION ([0-9]+\.[0-9]+)\..*/\1/p' CMakeLists.txt)
[ -n "$version" ] && [ -s cmake/exports.txt ] || { echo "found no version, or no list, in $root"; exit 1; }

cmake/abi.sh exports >"$scratch/declared"
compare cmake/exports.txt "$scratch/declared" 'the public headers declare other functions than cmake/exports.txt lists'

if [ "$(getconf LONG_BIT)" = 64 ]; then
  cmake/abi.sh layout >"$scratch/abi"
  compare tests/structure/abi.txt "$scratch/abi" 'the interface is not that of tests/structure/abi.txt'
else
  echo 'the interface: left out, tests/structure/abi.txt is of a machine with 64-bit pointers'
fi

library=${LIBRARY:-$BUILD_DIR/libheddle.so}
if grep -q '^HEDDLE_HAS_VERSION_SCRIPT:INTERNAL=1' "$BUILD_DIR/CMakeCache.txt"; then
  nm -D --defined-only "$library" | awk '$2 != "A" { print $3 }' | sort >"$scratch/symbols"
  sed "s/\$/@@HEDDLE_$version/" cmake/exports.txt | sort >"$scratch/expected"
  compare "$scratch/expected" "$scratch/symbols" 'libheddle.so exports other symbols than cmake/exports.txt lists'
  readelf -d "$library" | grep -q "SONAME.*\[libheddle\.so\.${version%.*}\]" ||
    complain "libheddle.so is not called libheddle.so.${version%.*}"
else
  echo 'symbols of the shared library: left out, the linker knows no version scripts'
fi

[ "$violations" -eq 0 ] || echo "$0 says how a list is changed on purpose"
finish "$(wc -l <cmake/exports.txt) functions exported, $(wc -l <tests/structure/abi.txt) lines of interface as listed"
