#!/usr/bin/env bash
# Does ptxas assemble what `heddle tmem forms` lists for a target, and refuse what it does not list?
#
# What is asked is made here, by loops that know nothing of the list: shapes, repeats, packings, reductions, multicasts
# and formats, legal and not. Of each target two files are assembled, one kernel for each opcode: one of those listed,
# which must assemble as a whole, and one of the others, in which each line must have an error of its own. On targets
# without tensor memory all of them must fail.
#
# ptxas is looked for on the PATH, beside nvcc, in $CUDA_HOME and in /usr/local/cuda. Where there is none, or one that
# does not know these targets, the test is left out and says so.
. "$(dirname "$0")/common.sh"

leave_out() {
  echo "ptxas forms: left out, $1"
  exit 0
}

nvcc=$(command -v nvcc || true)
for candidate in "$(command -v ptxas || true)" "${nvcc:+$(dirname "$nvcc")/ptxas}" "${CUDA_HOME:+$CUDA_HOME/bin/ptxas}" \
  /usr/local/cuda/bin/ptxas; do
  [ -x "$candidate" ] && ptxas=$candidate && break
done
[ -n "${ptxas:-}" ] || leave_out 'there is no ptxas'
for target in sm_100a sm_110f; do
  printf '.version 9.0\n.target %s\n.address_size 64\n' "$target" >"$work/probe.ptx"
  "$ptxas" -arch="$target" "$work/probe.ptx" -o /dev/null 2>/dev/null || leave_out "$ptxas does not know $target"
done

# ---- what is asked ----

everything() {
  local shape repeat packing reduction reading type group multicast format
  for shape in 32x32b 16x64b 16x128b 16x256b 16x32bx2; do
    for repeat in 1 2 3 4 8 16 32 64 128 256; do
      for packing in '' .pack::16b .unpack::16b; do
        echo "tcgen05.ld.sync.aligned.$shape.x$repeat$packing.b32"
        echo "tcgen05.st.sync.aligned.$shape.x$repeat$packing.b32"
      done
      for reduction in min max; do
        for reading in '' .abs .NaN .abs.NaN; do
          for type in f32 u32 s32; do
            echo "tcgen05.ld.red.sync.aligned.$shape.x$repeat.$reduction$reading.$type"
          done
        done
        echo "tcgen05.ld.red.sync.aligned.$shape.x$repeat.$reduction.b32"
      done
      echo "tcgen05.ld.red.sync.aligned.$shape.x$repeat.add.u32"
    done
  done
  for group in 1 2; do
    for shape in 128x256b 128x128b 4x256b 64x128b 32x128b; do
      for multicast in '' .warpx2::02_13 .warpx2::01_23 .warpx4; do
        for format in '' .b8x16.b6x16_p32 .b8x16.b4x16_p64 .b8x16; do
          echo "tcgen05.cp.cta_group::$group.$shape$multicast$format"
        done
      done
    done
    echo "tcgen05.shift.cta_group::$group.down"
    echo "tcgen05.shift.cta_group::$group"
  done
}
everything | sort -u >"$work/everything"

# kernels TARGET: opcodes on standard input as PTX, a kernel in each line, the first in line 4
kernels() {
  printf '.version 9.0\n.target %s\n.address_size 64\n' "$1"
  awk '
    BEGIN { of["32x32b"] = of["16x64b"] = of["16x32bx2"] = 1; of["16x128b"] = 2; of["16x256b"] = 4 }
    {
      shape = $0; sub(/^tcgen05\.(ld\.red|ld|st)\.sync\.aligned\./, "", shape); sub(/\..*/, "", shape)
      repeat = $0; sub(/.*\.x/, "", repeat); sub(/\..*/, "", repeat)
      registers = "r0"
      for (k = 1; k < of[shape] * repeat; k++) registers = registers ",r" k
      immediate = shape == "16x32bx2" ? ", 8" : ""
      if ($0 ~ /^tcgen05\.ld\.red/) operands = "{" registers "}, v, [a]" immediate
      else if ($0 ~ /^tcgen05\.ld/) operands = "{" registers "}, [a]" immediate
      else if ($0 ~ /^tcgen05\.st/) operands = "[a]" immediate ", {" registers "}"
      else if ($0 ~ /^tcgen05\.cp/) operands = "[a], d"
      else operands = "[a]"
      printf ".visible .entry k%d(.param .u32 p) { .reg .b32 r<1024>, v, a; .reg .b64 d; ", NR
      printf "ld.param.u32 a, [p]; mov.b64 d, 0; %s %s; ret; }\n", $0, operands
    }'
}

# ---- what ptxas says ----

# assembles TARGET FILE: all of the opcodes
assembles() {
  kernels "$1" <"$2" >"$work/listed.ptx"
  "$ptxas" -arch="$1" "$work/listed.ptx" -o /dev/null >"$work/said" 2>&1 ||
    fail "$1: ptxas refuses what is listed: $(head -c 1000 "$work/said")"
}

# refuses TARGET FILE: each of the opcodes, for reasons of its own
refuses() {
  kernels "$1" <"$2" >"$work/others.ptx"
  ! "$ptxas" -arch="$1" "$work/others.ptx" -o /dev/null >"$work/said" 2>&1 || fail "$1: ptxas assembles what is not listed"
  sed -nE 's/.*, line ([0-9]+); (error|fatal).*/\1/p' "$work/said" | sort -u >"$work/refused"
  awk '{ print NR + 3 }' "$2" | sort >"$work/asked"
  comm -23 "$work/asked" "$work/refused" >"$work/passed"
  [ ! -s "$work/passed" ] || fail "$1: ptxas takes $(wc -l <"$work/passed") that are not listed, the first: $(
    sed -n "$(($(sort -n "$work/passed" | head -n 1) - 3))p" "$2")"
}

assembled=0 refused=0
for target in sm_100a sm_100f sm_103a sm_103f sm_110a sm_110f; do
  "$heddle" tmem forms --target $target | sort >"$work/forms" || fail "no forms for $target"
  comm -12 "$work/everything" "$work/forms" >"$work/listed"
  comm -23 "$work/everything" "$work/forms" >"$work/others"
  [ "$(wc -l <"$work/listed")" -eq "$(wc -l <"$work/forms")" ] || fail "$target: a form is listed that is not asked"
  assembles $target "$work/listed"
  refuses $target "$work/others"
  assembled=$((assembled + $(wc -l <"$work/listed")))
  refused=$((refused + $(wc -l <"$work/others")))
done

"$heddle" tmem forms | sort >"$work/forms"
for target in sm_90a sm_100 sm_103 sm_110 sm_120a sm_120f sm_121a; do
  ! "$heddle" tmem forms --target $target >"$work/listed" 2>&1 || fail "$target has forms"
  refuses $target "$work/forms"
  refused=$((refused + $(wc -l <"$work/forms")))
done

# 148 loads and stores and 36 copies everywhere, 2 shifts on three targets, 168 reducing loads on four.
[ $assembled -eq $((6 * (148 + 36) + 3 * 2 + 4 * 168)) ] || fail "$assembled opcodes assembled"
finish "ptxas forms: $assembled opcodes assembled, $refused refused"
