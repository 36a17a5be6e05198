#!/usr/bin/env bash
# Do kernels of the device layer run on a GPU without tensor memory as they do on the host? By hand, on a machine that has
# such a GPU: the emulation of kernels/emulation.h against that of kernels/host.h.
#
#   h200.sh [all]           all of it, in a folder of its own
#   h200.sh build DIR       builds alone; needs nvcc and cc
#   h200.sh run DIR         runs what was built
#   h200.sh sanitize DIR    the same under compute-sanitizer
#
#   - the examples come out as they say, under many seeds
#   - every form of every instruction leaves the same words in registers and in tensor memory, bit by bit (copies.c)
#   - every planted fault is found at the same line, in the same words, and nothing where none is (faults.c)
#   - compute-sanitizer, where it is, finds nothing: memcheck, initcheck, racecheck
#   - what the examples become for Blackwell, where it can be disassembled (structure/device_sass.sh)
#
# ARCH is the architecture that is compiled for (sm_90). The exit status is 0 when all of it holds.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root" || exit 2
arch=${ARCH:-sm_90}
nvcc=$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2>/dev/null || true)
jobs=$(nproc)

failed=0
report() { # report NAME STATUS: a line, and the count
  [ "$2" -eq 0 ] && echo "ok      $1" || echo "FAILED  $1"
  [ "$2" -eq 0 ] || failed=$((failed + 1))
}

build() {
  local dir=$1 source name patience
  [ -n "$nvcc" ] || { echo "there is no nvcc"; exit 2; }
  mkdir -p "$dir/include" "$dir/objects"
  ln -sfn "$root" "$dir/include/heddle"
  printf '%s\n' algebra/*.c tmem/*.c kernels/host*.c | xargs -P "$jobs" -I{} sh -c \
    '${CC:-cc} -std=c11 -O2 -I. -c "$1" -o "$2/objects/$(echo "$1" | tr / _).o"' _ {} "$dir" || exit 2
  for source in examples/device/*.c tests/device/*.c; do
    name=$(basename "$source" .c)
    # A deadlock is planted in faults.c alone; elsewhere nothing must be taken for one, however slow the machine is.
    patience=100
    [ "$name" != faults ] || patience=3
    echo "$nvcc -x cu -arch=$arch -O2 -Xptxas -O1 -Werror all-warnings -DHD_EMULATION_PATIENCE=$patience -I. \
      -I'$dir/include' $source -o '$dir/gpu_$name'"
    echo "${CC:-cc} -std=c11 -O2 -I. -I'$dir/include' $source '$dir'/objects/*.o -o '$dir/host_$name'"
  done | xargs -P "$jobs" -d '\n' -I{} sh -c '{} || exit 255' || { echo "what was to be run does not compile"; exit 2; }
  echo "built for $arch: $(printf "%s\n" "$dir"/gpu_* | wc -l) programs"
}

run() {
  local dir seeds=${SEEDS:-20} name program status
  dir=$(cd "$1" && pwd)
  cd "$dir" || exit 2
  nvidia-smi --query-gpu=name,driver_version --format=csv,noheader || true
  for program in gpu_*; do
    name=${program#gpu_}
    case $name in copies | faults) continue ;; esac
    timeout 120 "./$program" "$seeds"
    report "$name, $seeds seeds" $?
  done
  timeout 300 ./gpu_copies copies.gpu 2 && timeout 300 ./host_copies copies.host 2 && cmp copies.gpu copies.host
  status=$?
  report "every form, $(stat -c %s copies.gpu 2>/dev/null || echo 0) bytes as on the host" $status
  rm -f copies.gpu copies.host
  timeout 300 ./gpu_faults >faults.gpu
  report "planted faults, all found" $?
  timeout 300 ./host_faults >faults.host && diff faults.host faults.gpu && sed 's/^/        /' faults.gpu
  status=$?
  report "planted faults, $(wc -l <faults.gpu) in the words of the host" $status
  cd "$root" || exit 2
  if [ -n "$nvcc" ]; then
    SOURCE_DIR=$root bash tests/structure/device_sass.sh "$root"
    report "what the examples become for Blackwell" $?
  fi
}

# Twelve at a time: each program is small, and its blocks are few. The three that move all of tensor memory take three
# minutes under memcheck and initcheck.
sanitize() {
  local dir tool program name
  dir=$(cd "$1" && pwd)
  cd "$dir" || exit 2
  if ! command -v compute-sanitizer >/dev/null; then
    echo "left out: there is no compute-sanitizer"
    return
  fi
  for tool in memcheck initcheck racecheck; do
    for program in gpu_*; do
      case $program in gpu_copies | gpu_faults) continue ;; esac
      echo "$tool ${program#gpu_}"
    done
  done >sanitized
  # shellcheck disable=SC2016
  xargs -P 12 -L 1 sh -c 'timeout 500 compute-sanitizer --tool "$0" --error-exitcode 9 "./gpu_$1" >"$0.$1" 2>&1
    echo $? >"$0.$1.status"' <sanitized
  while read -r tool name; do
    report "$tool, $name" "$(cat "$tool.$name.status")"
    grep -qE 'SUMMARY: 0 (errors|hazards)' "$tool.$name" || tail -n 12 "$tool.$name"
  done <sanitized
  cd "$root" || exit 2
}

case ${1:-all} in
  build) build "$2" ;;
  run) run "$2" ;;
  sanitize) sanitize "$2" ;;
  all)
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    build "$scratch"
    run "$scratch"
    sanitize "$scratch"
    ;;
  *) sed -n '2,19s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
[ "$failed" -eq 0 ] || { echo "$failed failed"; exit 1; }
