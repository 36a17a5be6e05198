#!/usr/bin/env bash
# Measures Heddle against CuTe C++ with integers known at run time, plain C loops and pycute, in one run, and counts the
# instructions of every operation; and how long nvcc takes over copies of tensor memory.
#
#   BUILD_DIR=build/release bench/run.sh
#
# BUILD_DIR holds a release build: libheddle.a and, where it was built, bin/heddle. CuTe's headers come from the Python
# wheel `nvidia-cutlass`, and the CUDA headers that they include, where there is no CUDA here, from three more wheels; they
# are downloaded into build/bench/ once and never installed. CUTLASS_INCLUDE and CUDA_HOME name other folders, and PYCUTE
# that in which the package pycute lies, which is part of the first wheel. What cannot be had is left out, with a line. Ends non-zero only where an answer is wrong, never because a goal is missed.
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

# unpack FOLDER PACKAGE...: the packages' wheels, unpacked into a folder of build/bench/.
unpack() {
  local folder=$work/$1
  shift
  command -v python3 >/dev/null || { echo "no python3 to take wheels with" >&2; return 1; }
  if ! python3 -m pip download --quiet --disable-pip-version-check --no-deps --dest "$folder.wheels" "$@" \
    >"$folder.log" 2>&1; then
    echo "$*: cannot be had: $(tail -n 1 "$folder.log")" >&2
    return 1
  fi
  for wheel in "$folder.wheels"/*.whl; do python3 -m zipfile -e "$wheel" "$folder"; done
}

# Prints the folder of CuTe's headers, or on failure the reason on standard error.
cutlass() {
  local headers=${CUTLASS_INCLUDE:-$work/cutlass/cutlass_library/source/include}
  [ -f "$headers/cute/layout.hpp" ] || unpack cutlass nvidia-cutlass || return 1
  [ -f "$headers/cute/layout.hpp" ] || { echo "no cute/layout.hpp in $headers" >&2; return 1; }
  echo "$headers"
}

# Prints the folder of CUDA's headers, likewise.
cuda() {
  local home=${CUDA_HOME:-/usr/local/cuda} nvcc found
  nvcc=$(command -v nvcc || true)
  for found in "$home/include" ${nvcc:+"$(dirname "$(dirname "$(readlink -f "$nvcc")")")/include"}; do
    if [ -f "$found/cuda_runtime.h" ]; then echo "$found" && return; fi
  done
  found=$(find "$work/cuda" -name cuda_runtime.h 2>/dev/null | head -n 1)
  if [ -z "$found" ]; then
    unpack cuda nvidia-cuda-runtime nvidia-cuda-crt nvidia-cuda-cccl || return 1
    found=$(find "$work/cuda" -name cuda_runtime.h | head -n 1)
  fi
  [ -n "$found" ] || { echo "no cuda_runtime.h in the wheels" >&2; return 1; }
  dirname "$found"
}

# Prints the folder in which pycute lies, likewise.
pycute() {
  local folder=${PYCUTE:-$work/cutlass}
  [ -f "$folder/pycute/layout.py" ] || unpack cutlass nvidia-cutlass || return 1
  [ -f "$folder/pycute/layout.py" ] || { echo "no pycute/layout.py in $folder" >&2; return 1; }
  echo "$folder"
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
heap=-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc
objects=("$work/main.o" "$work/heddle.o" "$work/loops.o" "$work/heap.o")
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
  "$cc" $warnings $ours -I. -c bench/heap.c -o "$work/heap.o"
  "$cc" $warnings $ours -I. -c bench/operations.c -o "$work/operations.o"
  "$linker" $heap "${objects[@]}" "$build/libheddle.a" -o "$work/bench"
}
echo
"$work/bench"

echo
echo "instructions, of the call to its return, with warm caches (callgrind)"
# shellcheck disable=SC2086
"$cc" $warnings $ours -I. $heap bench/instructions.c "$work/operations.o" "$work/heap.o" "$build/libheddle.a" -o "$work/instructions"
bench/instructions.sh "$work/instructions" "$work/counts"

echo
echo "tensor memory: plans and images"
# shellcheck disable=SC2086
"$cc" $warnings $ours -I. bench/tmem.c "$build/libheddle.a" -o "$work/tmem"
"$work/tmem"

echo
echo "one layout, all of it looked at"
# shellcheck disable=SC2086
"$cc" $warnings $ours -I. bench/decide.c proofs/prove_image*.c proofs/prove_compare.c "$build/libheddle.a" -pthread -o "$work/decide"
"$work/decide"

echo
if folder=$(pycute 2>"$work/pycute.reason"); then
  echo "pycute, under $(python3 --version)"
  # shellcheck disable=SC2086
  "$cc" $warnings $ours -I. bench/pycute.c "$work/operations.o" "$build/libheddle.a" -o "$work/pycute"
  # Both on one processor, the first that may be used, where there is taskset: two may go at different speeds.
  pinned=()
  if command -v taskset >/dev/null; then pinned=(taskset -c "$(taskset -cp $$ | sed 's/.*: //; s/[^0-9].*//')"); fi
  PYTHONPATH=$folder "${pinned[@]}" "$work/pycute" 500 python3 -B bench/answer.py
else
  echo "pycute: left out: $(cat "$work/pycute.reason")"
fi

echo
echo "compiling with nvcc: a 128x512 accumulator out of tensor memory, by the device layer and by CuTe"
bench/device_compile.sh "$(cutlass 2>/dev/null || true)"

echo
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

echo
echo "heddle ptx check: a kernel of 100,000 lines, loads and waits with arithmetic and branches between"
awk 'BEGIN {
  print ".version 9.0\n.target sm_100a\n.shared .b32 s;\n.entry k(.param .u64 o, .param .u32 n) .reqntid 128 {"
  print ".reg .pred %p<9999>;\n.reg .b32 %r<999999>;\n.reg .b64 %rd<9>;\nld.shared.u32 %r6, [s];"
  print "mov.u32 %r2, s;\ntcgen05.alloc.cta_group::1.sync.aligned.b32 [%r2], 512;\nld.param.u64 %rd1, [o];\nld.param.u32 %r7, [n];"
  for (k = 0; k < 1430; k++) {
    r = 100 + 65 * k
    list = "%r" r
    for (i = 1; i < 32; i++) list = list ", %r" r + i
    printf "L%d:\ntcgen05.ld.sync.aligned.32x32b.x32.b32 {%s}, [%%r6+%d];\ntcgen05.wait::ld.sync.aligned;\n", k, list, k % 15 * 32
    for (i = 0; i < 32; i++) printf "add.s32 %%r%d, %%r%d, %d;\nst.global.u32 [%%rd1+%d], %%r%d;\n", r + 32 + i, r + i, i, 4 * i, r + 32 + i
    printf "add.s32 %%r%d, %%r7, %d;\nsetp.lt.s32 %%p%d, %%r%d, 3;\n@%%p%d bra L%d;\n", r + 64, k, k + 2, r + 64, k + 2, k - k % 7
  }
  print "tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r6, 512;\nret; }" }' >"$work/large.ptx"
TIMEFORMAT="  $(wc -l <"$work/large.ptx") lines: %R s, %U s of it computing"
time "$build/bin/heddle" ptx check --quiet "$work/large.ptx" >/dev/null || true
