#!/usr/bin/env bash
# Can a build write its own copies? Builds examples/emit_consumer against an installed package, runs it on the host
# emulation, and changes a plan: its header is written again, alone, and nothing is where nothing is changed.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

prefix=$scratch/prefix example=$scratch/example
"$CMAKE" --install "$BUILD_DIR" --prefix "$prefix" >"$scratch/log" || { cat "$scratch/log"; exit 1; }
cp -R "$SOURCE_DIR/examples/emit_consumer" "$example"

build() {
  "$CMAKE" -S "$example" -B "$scratch/build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$CC" >"$scratch/log" 2>&1 &&
    "$CMAKE" --build "$scratch/build" >>"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
}
written() { grep -c "Planning $1" "$scratch/log" || true; }
# expects FRAGMENTS ROW: how often each header has just been written
expects() {
  [ "$(written fragments.h) $(written row.h)" = "$1 $2" ] || { echo "headers not written as expected: $3"; cat "$scratch/log"; exit 1; }
}

build
expects 1 1 'at first'
[ "$("$scratch/build/transpose")" = '4096 of 4096 cells as the plan has them' ] || { "$scratch/build/transpose"; exit 1; }
build
expects 0 0 'nothing was changed'
sed -i 's/--shape 16x256b/--shape 16x128b/' "$example/CMakeLists.txt"
build
expects 1 0 'a plan was changed'
grep -q 'HD_ISSUE_LD(16x128b' "$scratch/build/heddle_layouts/transpose/fragments.h" || { echo 'the header is the old one'; exit 1; }
[ "$("$scratch/build/transpose")" = '4096 of 4096 cells as the plan has them' ] || { "$scratch/build/transpose"; exit 1; }

# A plan that there is not ends the build, and says why.
sed -i 's/--shape 16x128b/--shape 32x32b/' "$example/CMakeLists.txt"
if (build) >"$scratch/said" 2>&1; then
  echo 'built without a plan'
  exit 1
fi
grep -q 'no sequence of instructions of 4 warps moves it' "$scratch/said" || { cat "$scratch/said"; exit 1; }
echo 'a build writes its copies, again where a plan is another'
