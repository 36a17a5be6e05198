#!/usr/bin/env bash
# Can a stranger use what is installed? Installs below a DESTDIR, moves the prefix elsewhere, to a path with a blank in
# it, and builds and runs the program in examples/consumer by find_package and by pkg-config, shared and static each;
# and the kernel in examples/device_consumer, which docs/device.md shows, the same two ways, and by nvcc where there is
# one. Then the components: each by itself, what it needs, and what find_package says where one is missing.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
example=$SOURCE_DIR/examples/consumer

DESTDIR=$scratch/stage "$CMAKE" --install "$BUILD_DIR" --prefix "/first place" >"$scratch/log" ||
  { cat "$scratch/log"; exit 1; }
prefix="$scratch/second place"
mv "$scratch/stage/first place" "$prefix"

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
if [[ $(pkg-config --variable=pcfiledir heddle) != *'\ '* ]]; then
  echo 'pkg-config in a path with a blank: left out, this one does not quote where a file lies'
  ln -s "$prefix" "$scratch/linked"
  PKG_CONFIG_PATH=$scratch/linked${PKG_CONFIG_PATH#"$prefix"}
fi
# by_pkg_config PACKAGE SOURCE PROGRAM: the flags are quoted for a shell
by_pkg_config() { eval "\"\$CC\" -std=c11 \"\$2\" $(pkg-config --cflags --libs "$1") -o \"\$3\""; }
library=$(dirname "$PKG_CONFIG_PATH")
by_pkg_config heddle "$example/consumer.c" "$scratch/consumer"
expect env LD_LIBRARY_PATH="$library" "$scratch/consumer"
if "$scratch/consumer" >/dev/null 2>&1; then
  echo 'by heddle.pc, the program does not need the shared library'
  exit 1
fi
by_pkg_config heddle-static "$example/consumer.c" "$scratch/consumer_static"
expect "$scratch/consumer_static"
[ "$(pkg-config --modversion heddle)" = "$("$prefix/bin/heddle" --version | sed 's/^heddle //')" ]

# A kernel, in a folder of its own with nothing beside it.
kernel=$scratch/kernel
mkdir "$kernel"
cp "$SOURCE_DIR"/examples/device_consumer/{CMakeLists.txt,twice.c,expected.txt} "$kernel"
awk '/^```c$/ { inside = 1; text = ""; next }
  /^```$/ { if (inside && text ~ /HD_KERNEL\(twice/) printf "%s", text; inside = 0 }
  inside { text = text $0 "\n" }' "$SOURCE_DIR/docs/device.md" | diff "$kernel/twice.c" - ||
  { echo "docs/device.md shows another kernel than examples/device_consumer/twice.c"; exit 1; }
if [ -f "$library/libheddle_host.a" ]; then
  example=$kernel
  "$CMAKE" -S "$kernel" -B "$kernel/build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$CC" \
    >"$scratch/log" 2>&1 &&
    "$CMAKE" --build "$kernel/build" >>"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
  expect "$kernel/build/twice"
  by_pkg_config heddle-host "$kernel/twice.c" "$kernel/twice"
  expect "$kernel/twice"
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

# ---- components ----

# install COMPONENT..: these, into an empty prefix
install() {
  rm -rf "$scratch/part"
  for component; do
    "$CMAKE" --install "$BUILD_DIR" --prefix "$scratch/part" --component "$component" >"$scratch/log" ||
      { cat "$scratch/log"; exit 1; }
  done
}
mkdir "$scratch/asks"
echo 'cmake_minimum_required(VERSION 3.22)
project(asks LANGUAGES NONE)
find_package(Heddle REQUIRED COMPONENTS ${WANTED} OPTIONAL_COMPONENTS shuttle)
foreach(name heddle heddle_static device heddle_command)
  if(TARGET heddle::${name})
    list(APPEND targets ${name})
  endif()
endforeach()
message(STATUS "targets: ${targets};")' >"$scratch/asks/CMakeLists.txt"
asks=0
# asks WANTED PREFIX WORDS: find_package of these finds what WORDS say, or, where they begin with "no", says them
asks() {
  local status=0
  asks=$((asks + 1))
  rm -rf "$scratch/asked"
  "$CMAKE" -S "$scratch/asks" -B "$scratch/asked" -DCMAKE_PREFIX_PATH="$2" -DWANTED="$1" >"$scratch/log" 2>&1 ||
    status=$?
  tr -s ' \n' ' ' <"$scratch/log" >"$scratch/said"
  if ! grep -qF "${3#no }" "$scratch/said" || { [[ $3 == no\ * ]] && [ "$status" -eq 0 ]; } ||
    { [[ $3 != no\ * ]] && [ "$status" -ne 0 ]; }; then
    echo "find_package of $1 does not say \"$3\":"
    cat "$scratch/log"
    exit 1
  fi
}
asks 'algebra;tmem;device;cli' "$prefix" 'targets: heddle;heddle_static;device;heddle_command;'
asks 'tmem;loom' "$prefix" 'no Heddle has no component loom; it has algebra, tmem, device and cli.'
install cli
asks cli "$scratch/part" 'targets: heddle_command;'
asks 'algebra;cli' "$scratch/part" "no Heddle's component algebra is not installed in $scratch/part"
"$scratch/part/bin/heddle" check "$scratch"/part/share/heddle/claims/*.hd >"$scratch/log" 2>&1 ||
  { cat "$scratch/log"; exit 1; }
install algebra
asks algebra "$scratch/part" 'targets: heddle;heddle_static;'
asks 'algebra;tmem' "$scratch/part" "no Heddle's component tmem is not installed in $scratch/part"
"$CMAKE" -S "$SOURCE_DIR/examples/embed" -B "$scratch/embed" -DCMAKE_PREFIX_PATH="$scratch/part" \
  -DCMAKE_C_COMPILER="$CC" >"$scratch/log" 2>&1 &&
  "$CMAKE" --build "$scratch/embed" >>"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
[ "$("$scratch/embed/compose")" = '(10,2):(16,4) o (5,4):(1,5) = (5,(2,2)):(16,(80,4))' ]
install algebra device
asks device "$scratch/part" "no component device is not installed in $scratch/part, or one that it needs is not"
install algebra tmem
asks 'algebra;tmem' "$scratch/part" 'targets: heddle;heddle_static;'
asks device "$scratch/part" "no cmake --install BUILD --component device installs it"
install algebra tmem device cli
listed() { (cd "$1" && find . -type f -o -type l) | sort; }
diff <(listed "$prefix") <(listed "$scratch/part") || { echo 'the components are not all that is installed'; exit 1; }

echo "$asks questions of find_package, each answered as it should"
echo "$runs consumers built and run against the installed package"
