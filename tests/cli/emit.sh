#!/usr/bin/env bash
# The verb `emit`: the copies of a family of plans, compiled together and run on the host emulation, and compared with
# the table of each; what it writes where, and what it refuses; on a GPU's assembler, loads and waits counted.
. "$(dirname "$0")/common.sh"

mentions() { grep -qF -- "$1" "$work/out" || fail "does not mention: $1; but: $(head -c 1500 "$work/out")"; }
cc=${CC:-cc}
build=${BUILD_DIR:?where the libraries are}
cd "$work" || exit 1

# ---- every plan of a family ----

plans=0 refused=0
: >jobs
: >kernels

# plan ASYNC PLAN: emits it, its table and its layout; counted as refused where `tmem plan` has none either
plan() {
  local kind=$1 text=$2 name=p$plans base single=0
  [ "$kind" = HD_EMITTED_ASYNC ] && text="$text --async"
  if ! "$heddle" tmem plan "$text" --json >json 2>err; then
    "$heddle" emit "$text" >out 2>err && fail "emitted what has no plan: $text"
    [ -s out ] && fail "printed something for what has no plan: $text"
    refused=$((refused + 1))
    return
  fi
  if ! "$heddle" emit "$text" --name "$name" -o "$name.h" 2>err; then
    fail "$text: $(cat err)"
    return
  fi
  "$heddle" emit "$text" --name "$name" --table -o "$name.table" || fail "no table: $text"
  base=$(sed -n 's/.*--address \([^ ]*\).*/\1/p' <<<"$text")
  case $text in *--single*) single=1 ;; esac
  echo "${base:-0x0} $single $(sed -n 's/.*"cells":"\([^"]*\)".*/\1/p' json)" >"$name.cells"
  echo "#include \"$name.h\"" >>kernels
  echo "$kind($name)" >>kernels
  echo "HD_JOB($name)" >>jobs
  plans=$((plans + 1))
}

now=HD_EMITTED later=HD_EMITTED_ASYNC
for letter in A B C D E F G; do
  for n in 16 64 256; do
    plan $now "--datapath $letter --n $n"
    plan $now "--datapath $letter --n $n --cap 32 --shape 16x256b"
    plan $now "--datapath $letter --n $n --cap 128 --shape 16x32bx2"
    plan $now "--datapath $letter --n $n --bits 16 --single"
  done
  plan $later "--datapath $letter --n 64"
  plan $later "--datapath $letter --n 16 --shape 16x128b"
  plan $later "--datapath $letter --n 64 --bits 16 --single --shape 16x256b"
done
# One warp, each in its slab.
for warp in 0 1 2 3; do
  for n in 16 64 256; do
    plan $now "(32,$n):(1,128) --warps 1 --warp $warp --address 0x00$((2 * warp))00000"
    plan $now "(16,$n):(1,128) --warps 1 --warp $warp --address 0x00$((2 * warp + 1))00004 --shape 16x256b"
  done
  plan $later "--cells ((16,2),32):((1,4096),128) --warps 1 --warp $warp --address 0x00$((2 * warp))00000"
  plan $later "--cells ((16,2),(2,8)):((1,2048),(128,256)) --bits 16 --single --warps 1 --warp $warp --address 0x00$((2 * warp))00000"
done
# Registers as they are asked for: rows, rows in another order, fragments of an mma.
for n in 16 64 256; do
  plan $now "--datapath D --n $n --registers ((32,4),$n):((1@0,32@0),1@1)"
  plan $now "--datapath D --n $n --registers ((32,4),($n/8,8)):((1@0,32@0),(8@1,1@1)) --cap 128"
  plan $now "--datapath D --n $n --registers ((4,8,4),(2,2,$n/8,2)):((2@1,1@0,32@0),(1@1,8@0,8@1,16@0))"
  plan $now "--datapath F --n $n --registers ((4,8,4),(2,2,$n/8)):((2@1,1@0,16@0),(1@1,8@0,8@1)) --address 0x00100000"
done
plan $later "--datapath D --n 32 --registers ((4,8,4),(4,2,2,2)):((2@1,1@0,32@0),(8@1,1@1,8@0,16@0)) --cap 16"
# Elements of 16 and 8 bits that fill their cells; two and four warpgroups; a tile further on; warps that begin at
# another; a warpgroup whose tile goes on in the next column.
for bits in 8 16 32; do plan $now "--datapath D --operand --k 192 --bits $bits"; done
plan $later "--datapath D --operand --k 64 --bits 16"
for warps in 8 16; do
  plan $now "--datapath D --n 256 --warps $warps"
  plan $now "--datapath F --n 64 --warps $warps --shape 16x128b"
  plan $later "--datapath D --n 64 --warps $warps"
done
plan $now "--datapath D --n 64 --address 0x00000020 --warp 4"
plan $now "--cells ((32,4),16):((1,32),128) --warp 1 --address 0x00200000"

# memory TYPE PIECE MEMORY OPTIONS: both layouts over one coordinate
memory() {
  local type=$1 name=m$plans base single=0 kind
  "$heddle" emit "$2 $4" --memory "$3" --type "$type" --name "$name" -o "$name.h" || fail "not emitted: $2 $4"
  base=$(sed -n 's/.*--address \([^ ]*\).*/\1/p' <<<"$4")
  case $4 in *--single*) single=1 ;; esac
  echo "${base:-0x0} $single ${2#--cells } $3" >"$name.memory"
  case $4 in *--async*) kind=HD_EMITTED_REGISTERS ;; *) kind=HD_EMITTED_MEMORY ;; esac
  printf '#include "%s.h"\n%s(%s, %s)\n' "$name" "$kind" "$name" "$type" >>kernels
  echo "HD_JOB_MEMORY($name)" >>jobs
  plans=$((plans + 1))
}
memory float '(128,64):(1,128)' '(128,64):(64,1)' '--cap 32'
memory float '((16,4),64):((1,32),128)' '(64,64):(64,1)' '--async'
memory float '(128,64):(1,128)' '(128,64):(1,128)' --async
memory uint32_t '(128,64):(1,128)' '(128,(8,8)):(8,(1,1024))' '--address 0x00000010'
memory float '((16,4),64):((1,32),128)' '(64,64):(64,1)' '--shape 16x256b --address 0x00100000'
memory float '((16,4),64):((1,32),128)' '(64,64):(65,1)' '--shape 16x32bx2'
memory uint16_t '((16,4),64):((1,32),128)' '(64,64):(64,1)' '--bits 16 --single'
memory uint16_t '(128,64):(1,128)' '(128,64):(64,1)' '--bits 16 --single --shape 16x256b'
memory uint16_t '(128,(2,32)):(2,(1,256))' '(128,64):(64,1)' '--bits 16'
memory uint8_t '(128,(4,16)):(4,(1,512))' '(128,64):(64,1)' '--bits 8'
memory uint32_t '(128,128):(1,128)' '(128,128):(128,1)' '--warps 8'
memory uint32_t '(128,64):(1,128)' '(128,64):(64,1)' '--registers ((4,8,4),(2,2,8,2)):((2@1,1@0,32@0),(1@1,8@0,8@1,16@0))'
memory uint32_t '--cells ((32,4),16):((1,32),128)' '(128,16):(16,1)' ''
memory uint32_t '(32,16):(1,128)' '(32,16):(16,1)' '--warps 1 --warp 3 --address 0x00600000'
[ "$(grep -l 'multiple of 16 bytes' m*.h | wc -l) $(grep -l 'multiple of 8 bytes' m*.h | wc -l)" = '7 3' ] || fail "words at a time: $(grep -h 'on a multiple' m*.h)"

host=$build/kernels/libheddle_host.a
if [ ! -f "$host" ]; then
  echo 'emitted copies: not run, there is no host emulation here'
  finish 'emit: every plan is written'
fi
library=$(find "$build" -name libheddle.a -print -quit)
flags=(-std=c11 -Wall -Wextra -Wshadow -Werror -I "$build/include")
seeds=3
# Where the libraries look at every access one schedule of each plan is enough, and slow.
if grep -q __asan_ "$host"; then
  flags+=(-fsanitize=address,undefined)
  seeds=1
fi

jobs_of=$(tr '\n' ' ' <jobs)
{
  echo "#include \"$source_dir/tests/cli/emit_kernels.h\""
  cat kernels
  echo "static const job jobs[] = {$jobs_of};"
  echo "int main(void) { return check_all(jobs, (int)(sizeof jobs / sizeof jobs[0]), $seeds); }"
} >all.c

# 16 columns of datapath G are 4 of each slab.
[ "$refused" -eq 1 ] || fail "$refused have no plan, and not that of G alone"
"$cc" "${flags[@]}" all.c "$host" "$library" -o all 2>err || fail "not compiled: $(head -c 3000 err)"
./all >said || fail "$(cat said)"
cat said

# ---- and a header that is wrong is noticed ----

# wrong SED: the first plan's header changed, which must fail
wrong() {
  mkdir -p wrong
  cp p0.table p0.cells wrong
  sed "$1" p0.h >wrong/p0.h
  cmp -s p0.h wrong/p0.h && fail "nothing is changed by $1"
  {
    echo "#include \"$source_dir/tests/cli/emit_kernels.h\""
    printf '#include "wrong/p0.h"\nHD_EMITTED(p0)\nstatic const job jobs[] = {HD_JOB(p0)};\n'
    echo 'int main(void) { return check_all(jobs, 1, 1); }'
  } >wrong.c
  "$cc" "${flags[@]}" wrong.c "$host" "$library" -o wrong.out 2>err || fail "not compiled: $1: $(head -c 1000 err)"
  (cd wrong && ../wrong.out >../said) && fail "not noticed: $1"
}
wrong '/HD_ISSUE_LD/s/part, 0, 0/part, 0, 1/'
wrong '/HD_ISSUE_ST/s/part, 0, 0/part, 0, 1/'
wrong 's/return value;/return value ^ 1;/'
wrong 's/return warp \* 32;/return (warp ^ 1) * 32;/'

finish "emit: every plan moves what its table says"
