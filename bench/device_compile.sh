#!/usr/bin/env bash
# How long does nvcc take over a file that uses the device layer's copies?
#
#   bench/device_compile.sh [CUTLASS_INCLUDE]
#
# In turns, ten times: an empty file, and device_copy.cu, to an object as a build does (-c), and to device code alone
# (-cubin), where less is done for any file; in the first turns also device_cute.cu to an object, which does the same with
# CuTe, where a folder of its headers is given. Printed are minima, of the time that passed and of the processors' time,
# in seconds, and their ratios to the empty file's; and how many registers there are.
# Without nvcc it is left out, with a line. Ends non-zero only where something does not compile.
set -euo pipefail
cd "$(dirname "$0")/.."

turns=${TURNS:-10}
cute_turns=${CUTE_TURNS:-3}
headers=${1:-}
nvcc=$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2>/dev/null || true)
if [ -z "$nvcc" ] || ! "$nvcc" --list-gpu-arch | grep -qx compute_100; then
  echo "  left out: no nvcc that knows compute_100"
  exit 0
fi
work=build/bench/compile
mkdir -p "$work"
: >"$work/empty.cu"
flags=(-std=c++17 -w -gencode arch=compute_100a,code=sm_100a -I.)

# once NAME SOURCE FLAG...: appends `real user+system` to NAME.times
once() {
  local name=$1 source=$2
  shift 2
  TIMEFORMAT='%3R %3U %3S'
  { time "$nvcc" "${flags[@]}" "$@" -Xptxas -v -o "$work/$name.out" "$source" 2>"$work/$name.log"; } 2>"$work/time" ||
    { echo "  $source does not compile: $(grep -m 1 error "$work/$name.log")"; exit 1; }
  awk '{ print $1, $2 + $3 }' "$work/time" >>"$work/$name.times"
}

# least NAME: the least of each column
least() {
  awk 'NR == 1 || $1 < a { a = $1 } NR == 1 || $2 < b { b = $2 } END { print a, b }' "$work/$1.times"
}

rm -f "$work"/*.times
for ((turn = 0; turn < turns; turn++)); do
  once empty "$work/empty.cu" -c
  once copies bench/device_copy.cu -c
  once empty_device "$work/empty.cu" -cubin
  once copies_device bench/device_copy.cu -cubin
  if [ -n "$headers" ] && [ $turn -lt "$cute_turns" ]; then
    once cute bench/device_cute.cu -c --expt-relaxed-constexpr -I"$headers"
  fi
done

# report NAME WHAT EMPTY GOAL: against the empty file that is compiled alike
report() {
  local name=$1 what=$2 real user empty_real empty_user
  read -r real user < <(least "$name")
  read -r empty_real empty_user < <(least "$3")
  printf '  %-32s %6.2f s %6.2f s of processors' "$what" "$real" "$user"
  [ "$name" = "$3" ] || awk -v r="$real" -v u="$user" -v er="$empty_real" -v eu="$empty_user" \
    'BEGIN { printf ", %.2f and %.2f times the empty file", r / er, u / eu }'
  [ "$name" = "$3" ] || printf ', %s registers' "$(sed -nE 's/.*Used ([0-9]+) registers.*/\1/p' "$work/$name.log")"
  echo "$4"
}
report empty 'an empty file' empty ''
report copies 'copies of the device layer' empty ' (goal: at most 1.15)'
report empty_device 'an empty file, -cubin' empty_device ''
report copies_device 'copies, -cubin' empty_device ' (goal: at most 1.15)'
[ -n "$headers" ] || exit 0
report cute 'the same with CuTe' empty ''
read -r real user < <(least copies)
read -r cute_real cute_user < <(least cute)
awk -v r="$real" -v u="$user" -v cr="$cute_real" -v cu="$cute_user" \
  'BEGIN { printf "  CuTe takes %.1f and %.1f times as long (goal: at least 10)\n", cr / r, cu / u }'
