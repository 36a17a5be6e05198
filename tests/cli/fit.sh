#!/usr/bin/env bash
# The verb `fit`: layouts of formulas, and the coordinate where there is none.
. "$(dirname "$0")/common.sh"

run 0 fit 't<32, r<4: (t/4) + 8*(r/2%2) + 128*(r%2 + 2*(t%4))'
says '((4,8),(2,2)):((256,1),(128,8))'
run 0 fit 'lane<128, column<512: lane << 16 | column'
says '(128,512):(65536,1)'
run 0 fit 't<128, c<512: (t@lane, c@col)'
says '(128,512):(1@lane,1@col)'

# What fit prints is the formula at every coordinate.
layout=$("$heddle" fit 't<24, r<6: 5*(t%4) + 40*(t/4%3) - 7*(t/12) + 1000*r')
printf 'claim forall t<24, r<6: (%s)(t,r) == 5*(t%%4) + 40*(t/4%%3) - 7*(t/12) + 1000*r\n' "$layout" >"$work/claim"
run 0 check "$work/claim"
grep -q '^checked 144 of 144' "$work/out" || fail "the fitted layout is not the formula: $(cat "$work/out")"

run 1 fit 't<6, r<4: t*r'
complains 'at (1,1) the formula is 1, and the variables alone add up to 0'
run 1 fit 't<8: t/3'
complains '3'
run 1 fit 't<8: 2*t + 5'
complains '8:2, moved by 5'
run 1 fit 't<8: 5/t'
run 2 fit 't<0: t'
complains 'fit: a variable below 0 has no values'
run 2 fit 't<8: x'
run 2 fit 't<8'
run 2 fit
run 2 fit 't<8: t' 't<8: t'
run 3 fit 't<65536, r<65536: t + r'
complains '16777216 coordinates were visited, and there are 4294967296'
run 3 fit 't<100000000: 3*t'
# More coordinates than are looked at: what is wrong in those that are is no open question.
run 1 fit 't<65536, r<65536: t*r'
complains 'at (1,1) the formula is 1, and the variables alone add up to 0'
run 1 fit 't<65536, r<65536: r/3'
complains 'undefined: fit'
run 1 fit 't<100000000, r<9: t + r + 1'
complains 'at 0 the formula is 1, and every layout is 0 there'
run 1 fit 't<100000000: t + (t == 10000000)'

run 1 fit 't<4: 1@a'
complains 'at 0 the formula is 1@a, and'
complains 'hint: it is 4:0, moved by 1@a'
run 1 fit 't<4, r<3: (t*r)@a'
complains 'at (1,1) the formula is 1@a, and the variables alone add up to 0@a'

finish "fit: all as stated"
