#!/usr/bin/env bash
# Measures Heddle against CuTe C++ with integers known at run time, and against plain C loops, in one run.
#
#   BUILD_DIR=build/release bench/run.sh
#
# BUILD_DIR holds a release build: libheddle.a and, where it was built, bin/heddle. CuTe's headers come from the Python wheel
# `nvidia-cutlass`, which is downloaded into build/bench/ once and never installed; CUTLASS_INCLUDE or a folder already
# there is used instead. CuTe needs CUDA's headers too (CUDA_HOME, or where nvcc lies). What cannot be had is left out,
# with a line. Ends non-zero only where an answer is wrong, never because a goal is missed.
set -euo pipefail
cd "$(dirname "$0")/.."

build=${BUILD_DIR:-build/release}
work=build/bench
cc=${CC:-cc}
cxx=${CXX:-c++}
ours="-O2"
theirs="-O3 -march=native"
mkdir -p "$work"

if [ ! -f "$build/libheddle.a" ]; then
  echo "no $build/libheddle.a: build the release preset first (make bench does)" >&2
  exit 2
fi

# Prints the folder of CuTe's headers, or on failure the reason on standard error.
cutlass() {
  if [ -n "${CUTLASS_INCLUDE:-}" ]; then
    echo "$CUTLASS_INCLUDE"
    return
  fi
  local headers=$work/wheel/cutlass_library/source/include
  if [ ! -f "$headers/cute/layout.hpp" ]; then
    if ! command -v python3 >/dev/null; then
      echo "no python3 to take the nvidia-cutlass wheel with" >&2
      return 1
    fi
    if ! python3 -m pip download --quiet --disable-pip-version-check --no-deps --dest "$work" nvidia-cutlass \
      >"$work/pip.log" 2>&1; then
      echo "the nvidia-cutlass wheel cannot be had: $(tail -n 1 "$work/pip.log")" >&2
      return 1
    fi
    python3 -m zipfile -e "$work"/nvidia_cutlass-*.whl "$work/wheel"
  fi
  [ -f "$headers/cute/layout.hpp" ] || { echo "the nvidia-cutlass wheel has no cute/layout.hpp" >&2; return 1; }
  echo "$headers"
}

# Prints the folder of CUDA's headers.
cuda() {
  local home=${CUDA_HOME:-}
  if [ -z "$home" ] && command -v nvcc >/dev/null; then home=$(dirname "$(dirname "$(readlink -f "$(command -v nvcc)")")"); fi
  home=${home:-/usr/local/cuda}
  [ -f "$home/include/cuda_runtime.h" ] || { echo "no CUDA headers, which CuTe includes" >&2; return 1; }
  echo "$home/include"
}

# Compiles CuTe's side; on failure says why on standard error.
compile_cute() {
  local cutlass_include cuda_include
  command -v "$cxx" >/dev/null || { echo "no C++ compiler" >&2; return 1; }
  cutlass_include=$(cutlass) || return 1
  cuda_include=$(cuda) || return 1
  # shellcheck disable=SC2086
  "$cxx" -std=c++17 $theirs -w -I"$cutlass_include" -I"$cuda_include" -I"$cuda_include/cccl" -c bench/cute.cpp \
    -o "$work/cute.o" >"$work/cute.log" 2>&1 ||
    { echo "bench/cute.cpp does not compile: $(grep -m 1 error "$work/cute.log")" >&2; return 1; }
  sed -nE 's/^#define CUTLASS_(MAJOR|MINOR|PATCH) *([0-9]+).*/\2/p' "$cutlass_include/cutlass/version.h" | paste -sd. >"$work/cute.version"
}

echo "machine: $(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1), $(getconf _NPROCESSORS_ONLN) cores, load $(cut -d' ' -f1-3 /proc/loadavg 2>/dev/null)"
echo "Heddle:  $("$cc" --version | head -n 1), library as built in $build ($(sed -n 's/^CMAKE_C_FLAGS_RELEASE:[^=]*=//p' "$build/CMakeCache.txt")), callers $ours; random access is inline, all else calls"

warnings="-std=c11 -Wall -Wextra"
objects=("$work/main.o" "$work/heddle.o" "$work/loops.o")
flag=
linker=$cc
rm -f "$work/cute.o"
if reason=$(compile_cute 2>&1); then
  echo "CuTe:    $("$cxx" --version | head -n 1), CUTLASS $(cat "$work/cute.version"), $theirs, inlined"
  objects+=("$work/cute.o")
  flag=-DHAVE_CUTE
  linker=$cxx
else
  echo "CuTe:    left out: $reason"
fi
echo "C loops: $("$cc" --version | head -n 1), $theirs"

# shellcheck disable=SC2086
{
  "$cc" $warnings $ours $flag -I. -c bench/main.c -o "$work/main.o"
  "$cc" $warnings $ours -I. -c bench/heddle.c -o "$work/heddle.o"
  "$cc" $warnings $theirs -I. -c bench/loops.c -o "$work/loops.o"
  "$linker" -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc "${objects[@]}" "$build/libheddle.a" -o "$work/bench"
}
echo
"$work/bench"

echo "start and answer: heddle eval '(128,512):(1,128) o ((2,2),8):((128,8),1024)'"
if [ ! -x "$build/bin/heddle" ]; then
  echo "  left out: there is no $build/bin/heddle"
  exit 0
fi
echo 'int main(void) { return 0; }' >"$work/empty.c"
"$cc" -std=c11 -O2 "$work/empty.c" -o "$work/empty"
"$cc" -std=c11 -O2 -Wall -Wextra bench/startup.c -o "$work/startup"
for program in "$work/empty" "$build/bin/heddle"; do
  if command -v readelf >/dev/null && ! readelf -l "$program" | grep -q INTERP; then
    echo "  $program is not dynamically linked: not comparable"
  fi
done
"$work/startup" 1.3 '((2,2),8):((128,8),1024)' "$work/empty" -- "$build/bin/heddle" eval \
  '(128,512):(1,128) o ((2,2),8):((128,8),1024)'
