#!/usr/bin/env bash
# The verb `tmem`: images, cells and holders, as text and as JSON; what is refused, and with which exit code.
. "$(dirname "$0")/common.sh"

first() { [ "$(head -n 1 "$work/out")" = "$1" ] || fail "first line: $(head -n 1 "$work/out"), not: $1"; }

# Where a register is.
run 0 tmem where 16x256b.x8 --warp 2 --thread 21 --register 13
says 'lane 69 column 27 address 0x0045001B'
run 0 tmem where --warp 2 --thread 21 tcgen05.ld.sync.aligned.16x256b.x8.b32 --register 13
says 'lane 69 column 27 address 0x0045001B'
run 0 tmem where 16x256b.x8 --warp 6 --thread 21 --register 13 --address 0x00500040
says 'lane 85 column 91 address 0x0055005B'
run 0 tmem where 16x256b.x8.pack::16b --warp 2 --thread 21 --register 13 --half 1
says 'lane 69 column 55 address 0x00450037'
run 0 tmem where 16x256b.x8.unpack::16b --warp 2 --thread 21 --register 13
says 'half 0 lane 69 column 54 address 0x00450036
half 1 lane 69 column 55 address 0x00450037'
run 0 tmem where 16x32bx2.x4 --immediate '(16<<16)+8' --warp 1 --thread 21 --register 3
says 'lane 53 column 11 address 0x0035000B'
run 0 tmem where 32x32b.x1 --warp 0 --thread 0 --register 0 --address 575 --columns 576
says 'lane 0 column 575 address 0x0000023F'

# Who holds a cell.
run 0 tmem who 16x256b.x1 --lane 9 --column 6
first 'warp 0 thread 7 register 2'
run 0 tmem who 16x256b.x1 --lane 89 --column 6
first 'warp 2 thread 7 register 2'
lists 'of an instruction at address 0x00500000'
run 0 tmem who 16x64b.x2.pack::16b --lane 41 --column 103 --address '(32<<16) + 100'
first 'warp 1 thread 7 register 0 half 1'
run 0 tmem who 16x32bx2.x4 --immediate 2 --lane 5 --column 3
says 'warp 0 thread 5 register 3
warp 0 thread 21 register 1
of an instruction at address 0x00000000'

# `who` is the inverse of `where`, at every register of some forms.
for form in 32x32b.x2 16x64b.x2 16x128b.x1 16x256b.x1 16x64b.x1.pack::16b; do
  for thread in 0 1 2 7 13 30 31; do
    "$heddle" tmem where $form --warp 3 --thread $thread --register 0 >"$work/where"
    read -r lane column <<<"$(sed -nE '1s/.*lane ([0-9]+) column ([0-9]+) .*/\1 \2/p' "$work/where")"
    run 0 tmem who $form --lane "$lane" --column "$column"
    grep -qE "^warp 3 thread $thread register 0( half 0)?$" "$work/out" || fail "$form thread $thread: $(cat "$work/out")"
  done
done

# Images.
run 0 tmem image 16x256b.x8
first '((4,8),(2,2,8)):((256,1),(128,8,1024))'
run 0 tmem image 16x256b.x8 --memory address
first '((4,8),(2,2,8)):((2,65536),(1,524288,8))'
run 0 tmem image 16x128b.x4 --memory cell
first '((4,8),(2,4)):((1@col,1@lane),(8@lane,4@col))'
run 0 tmem image 16x128b.x4.pack::16b
first '((4,8),(2,4),2):((256,1),(8,1024),128)'
run 0 tmem image 16x32bx2.x4 --immediate '(16<<16)+8'
first '((16,2),4):((1,1040),128)'
run 0 tmem image 32x32b.x4 --spread warpgroup
first '((32,4),4):((1,32),128)'
lists '((thread, warp), register) -> lane + 128 * column, relative to the address'
[ "$("$heddle" eval 'image_16x256b(8)')" = "$("$heddle" tmem image 16x256b.x8 | head -n 1)" ] || fail "eval says otherwise"

# As JSON, members of one object.
run 0 tmem where 16x256b.x8 --warp 2 --thread 21 --register 13 --json
members '"form":"16x256b.x8","cells":[{"lane":69,"column":27,"address":4522011}]'
run 0 tmem where 32x32b.x1.pack::16b --warp 0 --thread 0 --register 0 --json
members '"form":"32x32b.x1.pack::16b","cells":[{"half":0,"lane":0,"column":0,"address":0},{"half":1,"lane":0,"column":1,"address":1}]'
run 0 tmem who 16x256b.x1 --lane 9 --column 6 --json
members '"form":"16x256b.x1","holders":[{"warp":0,"thread":7,"register":2}],"address":0'
run 0 tmem image 32x32b.x2 --json
members '"form":"32x32b.x2","image":"(32,2):(1,128)","coordinate":"(thread, register)","memory":"index","registers":2,"lanes":32,"columns":2,"accesses":1'
run 1 tmem who 16x256b.x1 --lane 9 --column 8 --json
grep -qF '"code":"undefined","message":"holders: no register holds lane 9, column 8: the block begins at lane 0, column 0 and has shape (16,8)"' "$work/out" || fail "JSON: $(cat "$work/out")"
run 0 tmem forms --json
fields
[ "$(grep -c '^forms\[\] string' "$work/fields")" -eq 354 ] || fail "forms as JSON: $(head -c 200 "$work/out")"

# Forms and targets.
run 0 tmem forms
[ "$(wc -l <"$work/out")" -eq 354 ] || fail "$(wc -l <"$work/out") forms"
run 0 tmem forms --target sm_100f
[ "$(grep -cE '^tcgen05\.(ld|st)\.sync' "$work/out")" -eq 148 ] || fail 'not 148 loads and stores on sm_100f'
grep -qE 'red|shift' "$work/out" && fail 'sm_100f reduces or shifts'
run 1 tmem check 32x32b.x1 --target sm_90
first 'illegal: target: tensor memory is on no target of this name'
run 1 tmem forms --target sm_120a
complains 'tensor memory is on no target of this name'

# What is refused, and what is malformed.
run 1 tmem where 16x256b.x64 --warp 0 --thread 0 --register 0
complains 'x64 is not a repeat of this shape'
run 1 tmem where 16x256b.x8 --warp 0 --thread 32 --register 0
complains 'there is no thread 32'
run 1 tmem where 16x256b.x8 --warp 0 --thread 0 --register 32
complains 'the form has no register 32, only registers 0 to 31'
run 2 tmem where 16x256b.x8 --warp 0 --thread 0 --register 4294967296
complains '--register from -2147483648 to 2147483647 is wanted, and there is 4294967296'
run 1 tmem where 16x256b.x8 --warp 0 --thread 0 --register 0 --half 1
run 1 tmem where 16x256b.x8 --warp 1 --thread 0 --register 0 --address 0
complains 'warp 1 reaches lanes 32 to 63 only'
run 0 tmem where 16x256b.x8 --warp 1 --thread 0 --register 0 --address 0 --relative-lane
says 'lane 32 column 0 address 0x00200000'
run 1 tmem where 16x64b.x1 --warp 0 --thread 0 --register 0 --address '8<<16'
run 0 tmem where 16x64b.x1 --warp 0 --thread 0 --register 0 --address '8<<16' --any-lane
says 'lane 8 column 0 address 0x00080000'
run 1 tmem where 16x64b.x1.pack::16b --warp 0 --thread 0 --register 0 --address 3
complains 'a packed block starts at an even column'
run 0 tmem where 16x64b.x1.pack::16b --warp 0 --thread 0 --register 0 --address 3 --odd-column --half 0
says 'lane 0 column 3 address 0x00000003'
run 1 tmem where 32x32b.x2 --warp 0 --thread 0 --register 0 --address 511
complains 'does not fit 512 columns'
run 2 tmem where 32x32b.x2 --warp 0 --thread 0 --register 0 --address 4294967296
complains '--address from 0 to 4294967295 is wanted, and there is 4294967296'
run 1 tmem where 16x32bx2.x4 --immediate 510 --warp 0 --thread 0 --register 0
complains 'second access'
run 1 tmem who 32x32b.x4 --lane 128 --column 0
run 1 tmem who 16x256b.x1 --lane 9 --column 6 --warp 1
run 1 tmem image 16x32bx2.x4 --immediate '(16<<16)+8' --memory cell
complains 'along two axes at once'
run 2 tmem image 16x256c.x1
complains 'no form goes on like this'
run 2 tmem image 16x256b.x8.pak::16b
complains 'no form goes on like this'
run 1 tmem image 32x32b.x256
complains 'x256 is not a repeat of this shape: a power of two from 1 to 128'
run 2 tmem image 16x32bx2.x4
complains '16x32bx2 wants an --immediate'
run 2 tmem image 16x64b.x4 --immediate 4
run 2 tmem image 16x64b.x4 --memory bytes
run 2 tmem image 16x64b.x4 --spread warp
run 2 tmem image
complains 'too few arguments'
run 2 tmem image 16x64b.x4 16x64b.x4
run 2 tmem image 16x64b.x4 --no-such-option
complains 'there is no option `--no-such-option`'
run 2 tmem where 16x64b.x4 --warp
run 2 tmem where 16x64b.x4 --warp 'x'
run 2 tmem where 16x64b.x4 --thread 0 --register 0
complains '--warp W is wanted'
run 1 tmem who 32x32b.x1 --lane 0 --column 0 --warp -1
complains 'there is no warp -1: warps are counted from 0'
run 1 tmem who 32x32b.x1 --lane -1 --column 0
complains 'there is no lane -1, only lanes 0 to 127'
run 2 tmem who 16x64b.x4 --lane 0
run 2 tmem forms 16x64b.x4
run 2 tmem nonsense
complains 'there is no verb `nonsense`'
run 2 tmem
run 0 help tmem

finish "tmem: all as stated"
