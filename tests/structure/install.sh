#!/usr/bin/env bash
# Can a stranger use what is installed? Installs into a fresh prefix, moves the prefix elsewhere, and builds and runs
# the program in examples/consumer by find_package (shared and static) and by pkg-config.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
example=$SOURCE_DIR/examples/consumer

"$CMAKE" --install "$BUILD_DIR" --prefix "$scratch/first" >"$scratch/log" || { cat "$scratch/log"; exit 1; }
mv "$scratch/first" "$scratch/prefix"
prefix=$scratch/prefix

"$HEDDLE" eval '(4,2):(2,1) o 8:1' >/dev/null
"$prefix/bin/heddle" check "$prefix"/share/heddle/claims/*.hd >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }

for header in "$SOURCE_DIR"/algebra/*.h "$SOURCE_DIR"/tmem/*.h; do
  installed=$prefix/include/heddle/${header#"$SOURCE_DIR"/}
  if grep -q 'not installed' "$header"; then
    [ ! -e "$installed" ] || { echo "an internal header was installed: $installed"; exit 1; }
  else
    [ -e "$installed" ] || { echo "not installed: $header"; exit 1; }
  fi
done

runs=0
# expect PROGRAM: it runs and says what the example says it does
expect() {
  "$@" >"$scratch/said"
  diff "$example/expected.txt" "$scratch/said"
  runs=$((runs + 1))
}

"$CMAKE" -S "$example" -B "$scratch/build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$CC" \
  >"$scratch/log" 2>&1 &&
  "$CMAKE" --build "$scratch/build" >>"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
expect "$scratch/build/consumer_shared"
expect "$scratch/build/consumer_static"

package=$(find "$prefix" -name heddle.pc -print -quit)
export PKG_CONFIG_PATH=${package%/*}
read -ra flags < <(pkg-config --cflags --libs heddle)
library=$(pkg-config --variable=libdir heddle)
"$CC" -std=c11 "$example/consumer.c" "${flags[@]}" -o "$scratch/consumer"
expect env LD_LIBRARY_PATH="$library" "$scratch/consumer"
"$CC" -std=c11 "$example/consumer.c" $(pkg-config --cflags heddle) "$library/libheddle.a" -o "$scratch/consumer_a"
expect "$scratch/consumer_a"
[ "$(pkg-config --modversion heddle)" = "$("$prefix/bin/heddle" --version | sed 's/^heddle //')" ]

# Another major.minor must not be taken for this one.
sed 's/find_package(heddle 0.1/find_package(heddle 0.2/' "$example/CMakeLists.txt" >"$scratch/CMakeLists.txt"
cp "$example/consumer.c" "$scratch"
if "$CMAKE" -S "$scratch" -B "$scratch/other" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$CC" \
  >/dev/null 2>&1; then
  echo "find_package(heddle 0.2) was satisfied by another version"
  exit 1
fi
echo "$runs consumers built and run against the installed package"
