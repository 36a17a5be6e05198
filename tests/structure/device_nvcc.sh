#!/usr/bin/env bash
# What does nvcc make of the device layer?
#
#   - every form of every shape assembles for sm_100a, 103a and 110a: load and store, plain and packed, with and without
#     the wait, and ld.red with every operation where the target has it; the opcodes are those of `heddle tmem forms`
#   - every copy template (tests/device/templates.cu) has no stack frame and no spill; `heddle ptx check` finds no register
#     touched before its wait, in optimised PTX, and in unoptimised where copies block
#   - the kernels of tests/device/copies.cu need no more registers, within 2, than those written by hand in hand.cu, and
#     have the same loads, stores, waits and stores to memory, of the same widths; a row of 512 columns is one loop
#
# Where there is no nvcc, or one that does not know these targets, the test is left out and says so.
# Usage: device_nvcc.sh [ROOT]
. "$(dirname "$0")/common.sh"
cd "$root"

targets='100a 103a 110a'
nvcc=$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2>/dev/null || true)
leave_out() {
  echo "the device layer on a GPU: left out, $1"
  exit 0
}
[ -n "$nvcc" ] || leave_out "there is no nvcc"
code=()
for target in $targets; do
  "$nvcc" --list-gpu-arch | grep -qx "compute_${target%a}" || leave_out "$nvcc does not know compute_$target"
  code+=(-gencode "arch=compute_$target,code=sm_$target")
done

# compile SOURCE FLAG...: PTX and log in $scratch; false where nvcc refuses
compile() {
  local source=$1 name
  shift
  name=$(basename "$source" .cu)
  "$nvcc" -std=c++17 -I "$root" -Werror all-warnings "$@" -Xptxas -v --keep --keep-dir "$scratch" -o "$scratch/$name.out" \
    "$source" >"$scratch/$name.log" 2>&1 ||
    { complain "$name does not compile: $(cut -c1-300 "$scratch/$name.log" | head -n 12)"; return 1; }
}

# ---- every form ----

# One kernel for each shape and repeat, with all that there is of it.
forms() {
  local shape largest repeat kind wait operation what
  printf '#include "kernels/device.h"\nstruct arguments { hd_tmem tile; uint32_t *to; };\n'
  for shape in 32x32b:128 16x64b:128 16x128b:64 16x256b:32 16x32bx2:128; do
    largest=${shape#*:}
    shape=${shape%:*}
    for ((repeat = 1; repeat <= largest; repeat *= 2)); do
      echo "HD_KERNEL(form_${shape}_x$repeat, arguments, a) {"
      echo "  uint32_t r[HD_REGISTERS($shape, x$repeat)];"
      for kind in '' _PACKED; do
        what="$kind" operation="$shape, x$repeat"
        if [ $shape = 16x32bx2 ]; then what=_SPLIT$kind operation="x$repeat, 16 << 16"; fi
        for wait in '' _ASYNC; do
          echo "  HD_TMEM_LD$what$wait($operation, r, a.tile); HD_TMEM_WAIT_LOAD();"
          echo "  HD_TMEM_ST$what$wait($operation, r, a.tile); HD_TMEM_WAIT_STORE();"
        done
      done
      if [ $repeat -gt 1 ] && { [ $shape = 32x32b ] || [ $shape = 16x32bx2 ]; }; then
        printf '#if HD_HAS_REDUCTION\n  uint32_t reduced;\n'
        for operation in {min,max}.{f32,abs.f32,NaN.f32,abs.NaN.f32,u32,s32}; do
          what="HD_TMEM_LD_RED(32x32b, x$repeat, $operation"
          [ $shape = 32x32b ] || what="HD_TMEM_LD_RED_SPLIT(x$repeat, $operation, 16 << 16"
          echo "  $what, r, reduced, a.tile); *a.to = reduced;"
        done
        echo '#endif'
      fi
      echo '}'
    done
  done
}

assembled=0
forms >"$scratch/forms.cu"
if compile "$scratch/forms.cu" "${code[@]}" -fatbin; then
  for target in $targets; do
    grep -ohE 'tcgen05\.(ld|st)\.[^ ]*' "$scratch/forms.compute_$target.ptx" | sort >"$scratch/opcodes"
    "$HEDDLE" tmem forms --target "sm_$target" | grep -E '^tcgen05\.(ld|st)\.' | sort >"$scratch/listed"
    sort -u "$scratch/opcodes" | diff - "$scratch/listed" >"$scratch/difference" ||
      complain "sm_$target: not the forms that are listed: $(head -n 5 "$scratch/difference")"
    # Loads and stores stand there twice, with the wait in the statement and without.
    [ "$(grep -v '\.red\.' "$scratch/opcodes" | uniq -c | awk '$1 != 2' | wc -l)" -eq 0 ] ||
      complain "sm_$target: a form is not there twice"
    assembled=$((assembled + $(wc -l <"$scratch/listed")))
  done
fi
[ "$assembled" -eq $((3 * 148 + 2 * 168)) ] || complain "$assembled forms assembled"

# ---- every template ----

# Rules of the check that speak of a register touched before its wait.
early='(load-use|store-source|wait):'
untouched() {
  local status=0
  "$HEDDLE" ptx check --json "$1" >"$scratch/json" || status=$?
  [ $status -ne 2 ] || { complain "$2: the PTX is not read"; return; }
  "$HEDDLE" ptx check "$1" >"$scratch/said" || true
  ! grep -E "(fault|unknown): $early" "$scratch/said" >"$scratch/early" || complain "$2: $(head -n 3 "$scratch/early")"
  grep -q '"load-use":[1-9]' "$scratch/json" || complain "$2: no load was looked at"
}

templates=0
if compile tests/device/templates.cu "${code[@]}" -fatbin; then
  templates=$(grep -c '\.entry' "$scratch/templates.compute_100a.ptx")
  clean=$(grep -cE '^ *0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads' "$scratch/templates.log" || true)
  [ "$clean" -eq $((3 * templates)) ] || complain "templates: $clean of $((3 * templates)) without stack and spills"
  for target in $targets; do untouched "$scratch/templates.compute_$target.ptx" "templates, sm_$target"; done
fi
[ "$templates" -ge 35 ] || complain "$templates templates"
unoptimised() { "$nvcc" -std=c++17 -I "$root" -G "$@" -arch=compute_100a -ptx -o "$scratch/debug.ptx" tests/device/templates.cu; }
unoptimised -DBLOCKING
untouched "$scratch/debug.ptx" 'templates, -G'
# Where copies do not block, unoptimised code does touch registers: a check that finds none has not looked.
unoptimised
! "$HEDDLE" ptx check --quiet "$scratch/debug.ptx" >"$scratch/said" || complain 'asynchronous, -G: nothing is found'
grep -qE "fault: $early.*later_" "$scratch/said" || complain 'asynchronous, -G: no register is touched early'

# ---- beside what is written by hand ----

# Of each kernel: its name, loads, stores, waits, words of each store to memory, branches back, registers.
describe() {
  awk '
    /\.entry/ { name = $0; sub(/.*\.entry /, "", name); sub(/\(.*/, "", name); at = loads = stores = waits = back = 0; put = "" }
    name == "" { next }
    /^[$]L.*:/ { label = $1; sub(/:/, "", label); seen[name, label] = 1 }
    /tcgen05\.ld\./ { loads++ }
    /tcgen05\.st\./ { stores++ }
    /tcgen05\.wait/ { waits++ }
    /st\.global/ { words = /\.v4/ ? 4 : /\.v2/ ? 2 : 1; puts[words]++ }
    /bra/ { label = $NF; sub(/;/, "", label); if ((name, label) in seen) back++ }
    /^}/ { print name, "loads", loads, "stores", stores, "waits", waits, "v4", puts[4] + 0, "v2", puts[2] + 0, "v1", puts[1] + 0, "loops", back; split("", puts); name = "" }
  ' "$1" | sort
}
registers() {
  sed -nE "s/.*Compiling entry function '([^']*)'.*/\1/p; s/.*Used ([0-9]+) registers.*/\1/p" "$1" | paste -d' ' - - | sort
}

compared=0
for name in copies hand; do
  compile "tests/device/$name.cu" "${code[@]:0:2}" -cubin || continue
  describe "$(ls "$scratch/$name"*.ptx | head -n 1)" >"$scratch/$name.described"
  registers "$scratch/$name.log" >"$scratch/$name.registers"
done
if [ -s "$scratch/copies.described" ] && [ -s "$scratch/hand.described" ]; then
  diff "$scratch/hand.described" "$scratch/copies.described" >"$scratch/difference" ||
    complain "not what is written by hand: $(cat "$scratch/difference")"
  while read -r name hand ours; do
    compared=$((compared + 1))
    [ "$ours" -le $((hand + 2)) ] || complain "$name: $ours registers, $hand by hand"
  done < <(join "$scratch/hand.registers" "$scratch/copies.registers")
  grep -qx 'row_512 loads 1 stores 0 waits 1 v4 16 v2 0 v1 0 loops 1' "$scratch/copies.described" ||
    complain "the row of 512 columns: $(grep row_512 "$scratch/copies.described")"
  [ "$(awk '$1 == "row_512" { print $2 }' "$scratch/copies.registers")" -le 72 ] || complain 'row_512: more than 72 registers'
fi
[ "$compared" -ge 5 ] || complain "$compared kernels compared"

finish "$assembled forms assembled; $templates templates without spills; $compared kernels as by hand: $(
  join "$scratch/hand.registers" "$scratch/copies.registers" | awk '{ printf "%s%s %d/%d", (NR > 1 ? ", " : ""), $1, $3, $2 }') registers"
