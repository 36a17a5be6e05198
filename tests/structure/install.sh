#!/usr/bin/env bash
# Can a stranger use what is installed? Installs into a fresh prefix, moves the prefix elsewhere, and builds and runs
# the program in examples/consumer by find_package (shared and static) and by pkg-config; and the kernel in
# examples/device_consumer, which README.md shows, the same two ways, and by nvcc where there is one.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
example=$SOURCE_DIR/examples/consumer

"$CMAKE" --install "$BUILD_DIR" --prefix "$scratch/first" >"$scratch/log" || { cat "$scratch/log"; exit 1; }
mv "$scratch/first" "$scratch/prefix"
prefix=$scratch/prefix

"$HEDDLE" eval '(4,2):(2,1) o 8:1' >/dev/null
"$prefix/bin/heddle" check "$prefix"/share/heddle/claims/*.hd >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }

for page in man/man1/heddle.1 bash-completion/completions/heddle zsh/site-functions/_heddle fish/vendor_completions.d/heddle.fish; do
  [ -s "$prefix/share/$page" ] || { echo "not installed: share/$page"; exit 1; }
done

for header in "$SOURCE_DIR"/algebra/*.h "$SOURCE_DIR"/tmem/*.h "$SOURCE_DIR"/kernels/*.h; do
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

# A kernel, in a folder of its own with nothing beside it.
kernel=$scratch/kernel
mkdir "$kernel"
cp "$SOURCE_DIR"/examples/device_consumer/{CMakeLists.txt,twice.c,expected.txt} "$kernel"
awk '/^```c$/ { inside = 1; text = ""; next } /^```$/ { if (inside && text ~ /HD_KERNEL/) printf "%s", text; inside = 0 }
  inside { text = text $0 "\n" }' "$SOURCE_DIR/README.md" | diff "$kernel/twice.c" - ||
  { echo "README.md shows another kernel than examples/device_consumer/twice.c"; exit 1; }
if [ -f "$library/libheddle_host.a" ]; then
  example=$kernel
  "$CMAKE" -S "$kernel" -B "$kernel/build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$CC" \
    >"$scratch/log" 2>&1 &&
    "$CMAKE" --build "$kernel/build" >>"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
  expect "$kernel/build/twice"
  read -ra flags < <(pkg-config --cflags --libs heddle-host)
  "$CC" -std=c11 "$kernel/twice.c" "${flags[@]}" -o "$kernel/twice"
  expect env LD_LIBRARY_PATH="$library" "$kernel/twice"
else
  echo "kernels on the CPU: left out, there is no host emulation"
fi
nvcc=$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2>/dev/null || true)
if [ -n "$nvcc" ] && "$nvcc" --list-gpu-arch | grep -qx compute_100; then
  "$nvcc" -x cu -gencode arch=compute_100a,code=sm_100a -I "$prefix/include" -c -o "$kernel/twice.o" "$kernel/twice.c"
  echo "the kernel compiles for sm_100a against the installed package; it was not run"
else
  echo "the kernel for sm_100a: left out, there is no nvcc that knows it"
fi

# Another major.minor must not be taken for this one.
sed 's/find_package(heddle 0.1/find_package(heddle 0.2/' "$SOURCE_DIR/examples/consumer/CMakeLists.txt" \
  >"$scratch/CMakeLists.txt"
cp "$SOURCE_DIR/examples/consumer/consumer.c" "$scratch"
if "$CMAKE" -S "$scratch" -B "$scratch/other" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$CC" \
  >/dev/null 2>&1; then
  echo "find_package(heddle 0.2) was satisfied by another version"
  exit 1
fi
echo "$runs consumers built and run against the installed package"
