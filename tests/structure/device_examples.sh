#!/usr/bin/env bash
# Are the kernels in examples/device what docs/device.md says of them when nvcc compiles them?
#
# Each is compiled as a whole, its host side too, for sm_100a, 103a and 110a: without a warning, without a stack frame and
# without a spill. `heddle ptx check` finds no register touched before its wait in the optimised PTX and is in doubt of
# none, given how many threads the example has; where all copies block, it finds no fault unoptimised either, where it
# loses sight of addresses. Where some do not, it finds faults there: what does not optimise moves registers before the
# wait, and a check that finds nothing there has not looked.
#
# Where there is no nvcc, or one that does not know these targets, the test is left out and says so.
# Usage: device_examples.sh [ROOT]
. "$(dirname "$0")/common.sh"
cd "$root"

targets='100a 103a 110a'
nvcc=$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2>/dev/null || true)
leave_out() {
  echo "kernels for a GPU: left out, $1"
  exit 0
}
[ -n "$nvcc" ] || leave_out "there is no nvcc"
code=()
for target in $targets; do
  "$nvcc" --list-gpu-arch | grep -qx "compute_${target%a}" || leave_out "$nvcc does not know compute_$target"
  code+=(-gencode "arch=compute_$target,code=sm_$target")
done

# says FILE PATTERN COUNT: so many lines match
says() { [ "$(grep -cE "$2" "$1" || true)" -eq "$3" ]; }

compiled=0
checked=0
asynchronous=0
for source in examples/device/*.c; do
  name=$(basename "$source" .c)
  keep=$scratch/$name
  mkdir "$keep"
  flags=(-x cu -I "$BUILD_DIR/include" -Werror all-warnings)
  if ! "$nvcc" "${flags[@]}" -O3 "${code[@]}" -Xptxas -v --keep --keep-dir "$keep" -c -o "$keep/object" "$source" \
    >"$keep/log" 2>&1; then
    complain "$name does not compile: $(head -c 600 "$keep/log")"
    continue
  fi
  compiled=$((compiled + 1))
  says "$keep/log" "Compiling entry function '$name' for" 3 || complain "$name: not three kernels of that name"
  says "$keep/log" '^ *0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads' 3 ||
    complain "$name spills: $(grep -E 'stack frame' "$keep/log" | sort -u)"
  says "$keep/log" ' lmem' 0 || complain "$name: local memory"

  threads=128
  ! grep -q 'GROUPS \* 128' "$source" || threads=256
  for target in $targets; do
    "$HEDDLE" ptx check --threads $threads "$keep/$name.compute_$target.ptx" >"$keep/said" 2>&1 ||
      complain "$name, sm_$target, optimised: $(tail -n 3 "$keep/said")"
    checked=$((checked + 1))
  done

  status=0
  "$nvcc" "${flags[@]}" -G -arch=compute_100a -ptx -o "$keep/debug.ptx" "$source" || { complain "$name: -G"; continue; }
  "$HEDDLE" ptx check "$keep/debug.ptx" >"$keep/said" 2>&1 || status=$?
  if grep -q '_ASYNC(' "$source"; then
    asynchronous=$((asynchronous + 1))
    [ $status -eq 1 ] || complain "$name, -G: exit $status; asynchronous copies need optimisation no more?"
  else
    { [ $status -eq 0 ] || [ $status -eq 3 ]; } && ! grep -qE ': unknown: (load-use|store-source|wait): ' "$keep/said" ||
      complain "$name, -G: $(tail -n 3 "$keep/said")"
  fi
done

[ "$compiled" -ge 10 ] && [ "$asynchronous" -gt 0 ] || complain "compiled $compiled, asynchronous $asynchronous"
finish "$compiled kernels compiled for $targets, $checked optimised and $compiled unoptimised texts checked"
