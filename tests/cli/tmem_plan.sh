#!/usr/bin/env bash
# The verbs `tmem datapath`, `plan`, `alloc`, `check` and `apply`: answers in the first line, why not, JSON, exit codes;
# and what users asked of tensor memory, each with the answer that was worked out by looking at all values.
. "$(dirname "$0")/common.sh"

first() { [ "$(head -n 1 "$work/out")" = "$1" ] || fail "first line: $(head -n 1 "$work/out"), not: $1"; }
mentions() { grep -qF -- "$1" "$work/out" || fail "does not mention: $1; but: $(cat "$work/out")"; }
is_json() { fields; }

# ---- alloc ----

run 0 tmem alloc 384 4 4 4
says 'separate 608 of 512: does not fit
packed 396: allocate 512, offsets 0 384 388 392'
run 0 tmem alloc 384 4 4 4 --json
members '"separate":608,"separate_fits":false,"packed":396,"fits":true,"allocate":512,"offsets":[0,384,388,392]'
for columns in 0 16 31 48 96 1024; do run 1 tmem alloc $columns; done
complains 'a power of two from 32 to 512'
run 1 tmem alloc 16
complains '32 holds them'
run 1 tmem alloc 16 --json
mentions '"code":"range"'
run 0 tmem alloc 64
says 'separate 64 of 512: fits
packed 64: allocate 64, offsets 0'
run 1 tmem alloc 500 20
first 'separate 544 of 512: does not fit'
lists 'packed 520 of 512: does not fit, offsets 0 500'
run 1 tmem alloc 500 20 --json
mentions '"fits":false'
is_json
# Buffers that are not alive together share columns; alignments leave gaps.
run 0 tmem alloc 300@0..1 300@2..3 32@1..2
lists 'packed 332: allocate 512, offsets 0 0 300'
run 0 tmem alloc 3 5/4 2/2@0..0
lists 'packed 12: allocate 32, offsets 0 4 10'
run 0 tmem alloc '2*64' 10
lists 'packed 138: allocate 256, offsets 0 128'
run 1 tmem alloc 10@3..1
run 2 tmem alloc 10/
run 2 tmem alloc 10@1:2
run 2 tmem alloc
# Calls in turn.
run 0 tmem alloc --calls 256 64 -64 -256 relinquish exit
first 'legal: 0 of 512 columns are held in the end'
run 1 tmem alloc --calls 64 128
complains 'the sizes of a CTA must not increase'
run 1 tmem alloc --calls 64 relinquish 64
run 1 tmem alloc --calls 64 exit
complains 'is not given back'
run 1 tmem alloc --calls 64 -32
run 2 tmem plan --m 99999 --n 64
complains '--m from 0 to 32767 is wanted, and there is 99999'
run 2 tmem plan --datapath D --n 64 --warps 3
complains '8 or 16 is wanted, and there is 3'
run 2 tmem plan --datapath D --n 64 --shape 16x512b
complains 'the shapes are 32x32b'
run 2 tmem alloc 32/0 4
complains 'an alignment of 1 or more behind /, or none, is wanted, and there is 0'
run 1 tmem alloc 32/-1 4
complains 'hint: 1 to 65536'
run 1 tmem alloc 32@5..3 4
complains 'the last step is no earlier than the first'
run 1 tmem alloc --calls '-9223372036854775807-1'
run 3 tmem alloc --calls 512 512
run 0 tmem alloc --calls 512 -512 512 --json
is_json

# ---- check ----

run 0 tmem check 32x32b.x64 --warp 1 --address 0x00200000
first 'legal: lanes 32 to 63, columns 0 to 63, 64 registers'
run 1 tmem check 32x32b.x1 --warp 1 --address 0
first 'illegal: access: warp 1 reaches lanes 32 to 63 only, and the address'\''s lane is 0'
lists 'fix-it 0x00200000'
run 0 tmem check 32x32b.x1 --warp 1 --address 0 --relative-lane
run 1 tmem check tcgen05.st.sync.aligned.32x32b.x1.b32 --warp 0 --address '64<<16'
lists 'lane 64 belongs to the warps w with w % 4 = 2; an address for warp 0 is (0 << 16) + column'
run 0 tmem check tcgen05.st.sync.aligned.32x32b.x1.b32 --warp 6 --address '64<<16'
run 1 tmem check 16x256b.x64
lists 'fix-it 16x256b.x32'
run 1 tmem check 16x128b.x128
lists 'fix-it 16x128b.x64'
run 1 tmem check 32x32b.x256
first 'illegal: image: x256 is not a repeat of this shape: a power of two from 1 to 128'
lists 'fix-it 32x32b.x128'
run 1 tmem check tcgen05.ld.sync.aligned.16x256b.x64.b32
lists 'fix-it tcgen05.ld.sync.aligned.16x256b.x32.b32'
run 1 tmem check 32x32b.x3
lists 'fix-it 32x32b.x2'
# A fix is legal on the target that was named.
run 1 tmem check tcgen05.ld.red.sync.aligned.32x32b.x1.max.f32 --target sm_103a
lists 'fix-it tcgen05.ld.red.sync.aligned.32x32b.x2.max.f32'
run 1 tmem check tcgen05.ld.red.sync.aligned.32x32b.x1.max.f32 --target sm_100a
first 'illegal: target: this target does not have the instruction'
! grep -q fix-it "$work/out" || fail "a fix that sm_100a does not have: $(cat "$work/out")"
run 1 tmem check 16x256b.x8.pack::16b --warp 1 --address 0x00200002 --allocated 0..31
lists 'fix-it 16x256b.x1.pack::16b at 0x00200002'
run 2 tmem check 32x32b.x2 --warp -1
run 1 tmem check 16x32bx2.x8
first 'illegal: access: 16x32bx2 wants its immediate'
run 0 tmem check 16x32bx2.x8 --immediate 0
mentions 'both accesses are of the same cells'
run 1 tmem check 32x32b.x1 --threads 16
first 'illegal: access: threads that take part: 16; all 32 of a warp must'
run 1 tmem check 16x64b.x1 --warp 0 --address '8<<16'
lists 'fix-it 0x00000000'
run 0 tmem check 16x64b.x1 --warp 0 --address '8<<16' --any-lane
run 1 tmem check 16x64b.x1.pack::16b --warp 0 --address 3
lists 'fix-it 0x00000002'
run 1 tmem check 32x32b.x64 --warp 0 --address 480
lists 'fix-it 32x32b.x32 at 0x000001E0'
run 1 tmem check 32x32b.x8 --warp 0 --address 30 --allocated 0..31
first 'illegal: access: columns 30 to 37 are reached, and 0 to 31 are allocated'
lists 'fix-it 32x32b.x2 at 0x0000001E'
run 1 tmem check 32x32b.x128 --warp 2 --budget 128
first 'illegal: registers: 146 registers are needed, and a thread has 128'
lists 'fix-it 32x32b.x64'
run 0 tmem check 32x32b.x128 --warp 2 --budget 146
run 0 tmem check 16x32bx2.x4 --warp 0 --immediate '(16<<16)+8'
first 'legal: lanes 0 to 15, columns 0 to 3 and lanes 16 to 31, columns 8 to 11, 4 registers'
run 1 tmem check 16x32bx2.x4 --warp 0 --immediate '32<<16'
run 1 tmem check tcgen05.ld.red.sync.aligned.32x32b.x2.min.u32 --target sm_100a
first 'illegal: target: this target does not have the instruction'
run 0 tmem check tcgen05.ld.red.sync.aligned.32x32b.x2.min.u32 --target sm_103a
mentions '3 registers'
run 2 tmem check tcgen05.ld.red.sync.aligned.16x64b.x2.min.u32
run 1 tmem check tcgen05.ld.red.sync.aligned.32x32b.x1.min.u32
run 1 tmem check tcgen05.shift.cta_group::1.down --address '5<<16'
lists 'fix-it 0x00000000'
run 0 tmem check tcgen05.shift.cta_group::1.down --address '32<<16'
run 1 tmem check tcgen05.cp.cta_group::1.32x128b.warpx4 --address '1<<16'
run 0 tmem check tcgen05.cp.cta_group::2.4x256b.b8x16.b6x16_p32 --address '31<<16'
run 1 tmem check 32x32b.x1 --warp 1 --address 0 --json
mentions '"legal":false'
mentions '"fix":"0x00200000"'
is_json
run 0 tmem check 32x32b.x1 --warp 1 --json
is_json
run 2 tmem check 16x256c.x1
run 2 tmem check 32x32b.x1 --allocated 31
run 2 tmem check 32x32b.x1 --address 4294967296
run 2 tmem check

# ---- datapath ----

run 0 tmem datapath
[ "$(cut -c1 "$work/out" | tr -d '\n')" = ABCDEFG ] || fail "datapaths: $(cat "$work/out")"
run 0 tmem datapath --json
is_json
run 0 tmem datapath B --n 128
first 'B (64,(64,2)):(1,(128,64))'
for row in '128 1 D' '64 1 F' '64:--ws 1 E' '32:--ws 1 G' '256 2 A' '128 2 B' '128:--sparse 2 C'; do
  read -r m group letter <<<"$row"
  # shellcheck disable=SC2046
  run 0 tmem datapath --m "${m%%:*}" --group "$group" --n 64 $(case $m in *:*) echo "${m#*:}" ;; esac)
  [ "$(head -c 1 "$work/out")" = "$letter" ] || fail "$row: $(cat "$work/out")"
done
run 1 tmem datapath --m 128 --group 2 --ws --n 64
run 1 tmem datapath --m 32 --n 64
run 1 tmem datapath --m 128 --n 12
run 1 tmem datapath H
run 0 tmem datapath --m 64 --n 64 --address '16<<16'
run 1 tmem datapath --m 128 --n 64 --address '16<<16'
run 0 tmem datapath B --n 128 --at '(5,64)'
says 'lane 69 column 0 address 0x00450000'
run 0 tmem datapath B --n 128 --at '(63,127)'
says 'lane 127 column 63 address 0x007F003F'
run 0 tmem datapath B --n 128 --at '(5,64)' --address 32
says 'lane 69 column 32 address 0x00450020'
run 1 tmem datapath B --n 128 --at '(64,0)'
complains 'there is no element (64,0)'
run 0 tmem datapath B --n 128 --cell '(69,0)'
says '(5,(0,1))  lane 69 column 0 address 0x00450000'
run 1 tmem datapath F --n 16 --cell '(16,0)'
says 'no element lies there'
run 0 tmem datapath '(64,(64,2)):(1@lane,(1@col,64@lane))' --at '(5,64)'
says 'lane 69 column 0 address 0x00450000'
# Both ways: the table of all elements, and each of its cells looked for.
run 0 tmem datapath G --n 64 --table
[ "$(wc -l <"$work/out")" -eq 2048 ] || fail "$(wc -l <"$work/out") elements"
cp "$work/out" "$work/table"
while read -r element _ lane _ column _; do
  run 0 tmem datapath G --n 64 --cell "($lane,$column)"
  [ "$(cut -d' ' -f1 "$work/out")" = "$element" ] || fail "cell ($lane,$column): $(cat "$work/out"), not $element"
done < <(awk 'NR % 293 == 1' "$work/table")
run 0 tmem datapath G --n 64 --table --json
is_json
run 0 tmem datapath D --operand --k 192 --bits 16
first 'D (128,(2,96),1):(2,(1,256),0)'
mentions '96 columns'
run 0 tmem datapath D --operand --k 64 --bits 16 --at '(3,5,0)'
says 'lane 3 column 2 unit 1 address 0x00030002'
run 0 tmem datapath D --operand --k 64 --bits 16 --at '(3,5)'
says 'lane 3 column 2 unit 1 address 0x00030002'
run 1 tmem datapath D --n 12
run 1 tmem datapath G --n 8
run 0 tmem datapath --m 128 --n 64 --scale b --vector 4 --at '(33,1)'
first 'lane 1 column 1 byte 1'
lists 'lane 97 column 1 byte 1'
run 0 tmem datapath --m 128 --n 64 --scale b --vector 4 --at '(33,1)' --json
is_json
run 1 tmem datapath --m 128 --n 64 --scale b --vector 4 --at '(64,1)'
run 2 tmem datapath --m 128 --n 64 --scale b --vector 4 --cell '(1,1)'
run 0 tmem datapath D --n 64
mentions '64 columns'
run 0 tmem datapath --m 128 --scale a --vector 4
first 'Scolex[(32,4,4):(1@TLane,1@TCol,1@Byte)] + R[4:32@TLane]'
run 0 tmem datapath --m 128 --group 2 --n 128 --scale b --vector 4 --json
is_json
run 1 tmem datapath --m 128 --scale b --k 96
complains 'K = 96 is not modelled'
run 1 tmem datapath --metadata
complains 'the metadata of sparse operands is not modelled'
run 2 tmem datapath --scale a
# What is not in memory.
run 1 tmem datapath '(3*11*13,4):(1@lane,1@col)'
complains 'lanes 0 to 428, and there are 128'
run 1 tmem datapath '(32,5*13*17):(1@lane,1@col)'
complains 'columns 0 to 1104, and there are 512'
run 1 tmem datapath '(128,513):(1,128)'
run 0 tmem datapath '(128,576):(1,128)' --columns 576

# ---- plan ----

run 0 tmem plan --datapath D --n 160 --cap 128
first '32x32b.x128 + 32x32b.x32: 160 registers of each thread'
lists 'tcgen05.ld.sync.aligned.32x32b.x128.b32 {r0 .. r127}, [taddr];  taddr 0x00000000 0x00200000 0x00400000 0x00600000'
lists 'tcgen05.ld.sync.aligned.32x32b.x32.b32 {r128 .. r159}, [taddr];  taddr 0x00000080 0x00200080 0x00400080 0x00600080'
lists 'passed over 16x64b: 4 instructions in place of 2'
[ "$(closing)" = 'proved: 128 threads x 160 values' ] || fail "closes with: $(closing)"
[ "$(grep -c 'tcgen05.wait::ld' "$work/out")" -eq 2 ] || fail "not a wait for each load: $(cat "$work/out")"
run 0 tmem plan --datapath D --n 160 --cap 128 --async
[ "$(grep -n '^tcgen05' "$work/out" | tail -n 1)" = '4:tcgen05.wait::ld.sync.aligned;' ] || fail "one wait, last: $(cat "$work/out")"
run 0 tmem plan --datapath D --n 224 --cap 128
first '32x32b.x128 + 32x32b.x64 + 32x32b.x32: 224 registers of each thread'
run 0 tmem plan --datapath D --n 160
first '2 32x32b.x64 + 32x32b.x32: 160 registers of each thread'
run 0 tmem plan --m 64 --n 64
first '16x64b.x32: 32 registers of each thread'
lists 'passed over 32x32b: plan: value 0 of thread 16 would be element 16, counted from the first, where the piece has none'
run 0 tmem plan '(64,(64,2)):(1@lane,(1@col,64@lane))'
first '32x32b.x64: 64 registers of each thread'
lists 'passed over 16x64b: 2 instructions in place of 1'
run 0 tmem plan --datapath D --operand --k 192 --bits 16 --store
first '32x32b.x64 + 32x32b.x32: 96 registers of each thread'
lists 'tcgen05.wait::st.sync.aligned;'
run 0 tmem plan --datapath F --n 128 --bits 16 --single
first '16x64b.x32 packed: 32 registers of each thread'
mentions 'tcgen05.ld.sync.aligned.16x64b.x32.pack::16b.b32'
run 0 tmem plan --datapath D --n 64 --registers '((32,4),64):((1@0,32@0),1@1)'
first '32x32b.x64: 64 registers of each thread'
lists "passed over 16x64b: plan: thread 1 begins at element 1, counted from its warp's thread 0, and the shape has it at 8"
run 0 tmem plan --datapath D --n 64 --registers '((32,4),(2,32)):((1@0,32@0),(32@1,1@1))'
mentions 'the registers hold values 0 2 4'
run 0 tmem plan --cells '((32,4,(2,2)),1):((1@lane,32@lane,(2@col,1@col)),0)' --warps 16
first '32x32b.x1: 1 register of each thread'
[ "$(closing)" = 'proved: 512 threads x 1 values' ] || fail "closes with: $(closing)"
run 0 tmem plan --cells '((16,2),32):((1,4096),128)' --warps 1
first '16x32bx2.x32: 32 registers of each thread'
mentions '[taddr], 32;'
run 0 tmem plan --datapath D --n 256 --warps 8
[ "$(closing)" = 'proved: 256 threads x 128 values' ] || fail "closes with: $(closing)"
run 0 tmem plan --datapath D --n 64 --json
is_json
mentions '"proved":{"threads":128,"values":64}'
run 0 tmem plan --datapath D --n 256 --cost --shape 32x32b
lists '32x32b.x1: 256'
lists '32x32b.x32: 8'
lists '32x32b.x128: 2'
run 0 tmem plan --datapath D --n 256 --cost --json
is_json
# What no instruction does, each shape with its reason.
run 1 tmem plan '((32,4),1):((1@col,1@lane),0)'
first 'no sequence of instructions of 4 warps moves it'
[ "$(wc -l <"$work/out")" -eq 7 ] || fail "not five reasons: $(cat "$work/out")"
run 1 tmem plan --cells '(32,2):(1@lane,32@lane)' --warps 1
lists "32x32b: access: warp 0 reaches lanes 0 to 31 only, and the address's lane is 32"
run 1 tmem plan --cells '(16,4):(1@lane,1@col)' --warps 1
mentions 'mode 0, the thread, has size 16, and 1 * 32 = 32 is wanted'
run 1 tmem plan '(429,4):(1@lane,1@col)'
run 1 tmem plan --datapath D --n 64 --shape 32x32b --address 480
for wrong in '--cap 0' '--warps 2' '--warps 3' '--bits 64' '--bits 7'; do
  # shellcheck disable=SC2086
  run 2 tmem plan --datapath D --n 64 $wrong
done
run 1 tmem plan --datapath B --n 128 --shape 16x256b --cap 1 --json
is_json
run 2 tmem plan
run 2 tmem plan '(128,4):(1,128)' --datapath D
run 2 tmem plan --datapath D --shape 8x8b
run 2 tmem plan --datapath D --warps -1
# An option that would count for nothing.
run 2 tmem datapath D --bits 3
complains '--operand, whose elements --bits is of, is wanted'
run 2 tmem datapath D --id 1
complains '--scale, of whose factors --vector, --id and --factors speak, is wanted'
run 2 tmem datapath D --k 32
complains '--operand or --scale, whose rows --k is of, is wanted'
run 2 tmem plan --datapath D --single --dense

# Several words in one argument, and where in it one is wrong.
run 0 tmem plan '(64,(64,2)):(1@lane, (1@col,64@lane)) --cap 32  --async'
first '2 32x32b.x32: 64 registers of each thread'
run 2 tmem plan '--datapath D --m 3 --what'
complains 'there is no option `--what`
'
run 2 tmem plan '--datapath D --n 1+'
complains 'no number after `--n`'
[ "$(tail -n 1 "$work/err")" = '               ^' ] || fail "the caret: $(cat "$work/err")"

# ---- apply ----

ld=tcgen05.ld.sync.aligned st=tcgen05.st.sync.aligned
run 0 tmem apply $ld.32x32b.x64.b32 '(4,32,64):(32@tid_in_wg,1@tid_in_wg,1@m)' '(4,32,64):(32@TLane,1@TLane,1@TCol)'
first "1 instruction of each of 4 warps: $ld.32x32b.x64.b32"
mentions 'taddr 0x00000000 0x00200000 0x00400000 0x00600000, registers 0 1 2'
run 0 tmem apply $st.32x32b.x64.b32 '(4,32,64):(32@TLane,1@TLane,1@TCol)' '(4,32,64):(32@tid_in_wg,1@tid_in_wg,1@m)'
run 2 tmem apply $ld.32x32b.x64.b32 '(4,32,64):(32@TLane,1@TLane,1@TCol)' '(4,32,64):(32@tid_in_wg,1@tid_in_wg,1@m)'
registers='(4,2,16,4):(32@tid_in_wg,16@tid_in_wg,1@tid_in_wg,1@m)'
high='slice_and_offset((4,(16,2),(4,4)):(32,(1,16),(128,512)), (_,(_,1),(_,2)))'
run 0 tmem apply $ld.16x32bx2.x4.b32 "$registers" '(4,16,4):(32,1,128)' "$high" --immediate '(16<<16)+8'
mentions 'immediate 1048584'
run 1 tmem apply $ld.16x32bx2.x4.b32 "$registers" '(4,16,4):(32,1,128)' "$high" --immediate 8
complains 'the immediate is 8, and the second view is 1048584 on from the first'
run 0 tmem apply $st.16x32bx2.x4.b32 '(4,16,4):(32,1,128)' "$high" "$registers" --json
is_json
run 0 tmem apply $ld.32x32b.x4.pack::16b.b32 '(32,4):(1@laneid,1@m)' '(32,4,2):(1@TLane,4@TCol,2@TCol)' --scope warp
run 1 tmem apply $ld.32x32b.x4.pack::16b.b32 '(32,4):(1@laneid,1@m)' '(32,4,2):(1@TLane,2@TCol,1@TCol)' --scope warp
complains 'two halves in one cell are moved by the form without packing'
run 0 tmem apply $ld.32x32b.x4.b32 '(2,32,4):(32@tx,1@tx,1@m)' '(2,32,4):(32,1,128)' --scope cta
run 0 tmem apply $ld.32x32b.x4.b32 '(32,4):(1@laneid,1@m)' '(32,4):(1,128)' --scope warp --warp 2 --address '64<<16'
run 1 tmem apply $ld.32x32b.x4.b32 '(32,4):(1@laneid,1@m)' '(32,4):(1,128)' --scope warp --warp 2
run 2 tmem apply $ld.32x32b.x4.b32 '(32,4):(1@laneid,1@m)' '(32,4):(1,128)' --scope block
run 1 tmem apply $ld.32x32b.x3.b32 '(32,3):(1@laneid,1@m)' '(32,3):(1,128)' --scope warp
run 2 tmem apply $ld.32x32b.x4.b32 '(32,4):(1@laneid,1@m)'

# ---- names that are taken for instructions ----

run 0 tmem image 16x128b.x2
lists 'registers of a thread 4, lanes 16, columns 8'
run 2 tmem image 32x128b.x2
complains 'the shapes are 32x32b 16x64b 16x128b 16x256b 16x32bx2'
run 0 tmem image 16x128b.x2 --spread slab
for form in 32x32b.x128 16x64b.x128 16x32bx2.x128 16x128b.x64 16x256b.x32; do
  run 0 tmem check $form --warp 0 --immediate 0
done
for repeat in 2 128; do run 0 tmem check tcgen05.ld.red.sync.aligned.32x32b.x$repeat.max.f32; done
run 0 tmem where 16x128b.x4 --warp 0 --thread 7 --register 5
says 'lane 9 column 11 address 0x0009000B'
run 0 tmem where 16x64b.x16 --warp 0 --thread 3 --register 9
says 'lane 8 column 19 address 0x00080013'
run 0 tmem where 32x32b.x64 --warp 0 --thread 17 --register 42
says 'lane 17 column 42 address 0x0011002A'

finish "tmem datapath, plan, alloc, check, apply: all as stated"
