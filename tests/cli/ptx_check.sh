#!/usr/bin/env bash
# The verb `ptx check`. Each fault that is planted in tests/ptx is found at its line, and nothing else is said:
#
#   - a line that ends in `// fault: RULE, ..` or `// unknown: RULE, ..` is one where just that is to be reported;
#     `// options: ..` in the first line adds options
#   - NAME.ptx has a twin NAME_clean.ptx with kernels of the same names, in which there is no fault and nothing is unknown;
#     where there is a ptxas, it assembles the twins
#   - every rule has its fault; undecided.ptx has no faults, and no twin
#
# Then the formats, options and exit codes; what is no PTX; and texts made to be large or hostile, which end with an
# answer or a reason.
. "$(dirname "$0")/common.sh"
cd "$source_dir" || exit 1

# ---- planted faults ----

options() { sed -nE '1s,^// options: (.*)$,\1,p' "$1"; }

expected() { # FILE: lines `LINE VERDICT RULE`
  awk '{ number = NR }
    match($0, /\/\/ (fault|unknown): [a-z, -]+$/) {
      split(substr($0, RSTART + 3), part, ": ")
      count = split(part[2], rule, ", ")
      for (k = 1; k <= count; k++) print number, part[1], rule[k]
    }' "$1" | sort -u
}
found() { sed -nE 's,^[^ ]+\.ptx:([0-9]+):[0-9]+: (fault|unknown): ([a-z-]+): .*,\1 \2 \3,p' "$work/out" | sort -u; }
kernels() { sed -nE 's/^\.visible \.(entry|func) ([A-Za-z0-9_]+).*/\2/p' "$1"; }

places=0 twins=0
: >"$work/rules"
for file in tests/ptx/*.ptx; do
  expected "$file" >"$work/expected"
  code=0
  grep -q ' unknown ' "$work/expected" && code=3
  grep -q ' fault ' "$work/expected" && code=1
  # shellcheck disable=SC2046
  run $code ptx check $(options "$file") "$file"
  found >"$work/found"
  diff "$work/expected" "$work/found" >"$work/difference" || fail "$file: <expected >found: $(cat "$work/difference")"
  places=$((places + $(wc -l <"$work/expected")))
  sed -nE 's/.* fault (.*)/\1/p' "$work/expected" >>"$work/rules"
  case $file in
    *_clean.ptx)
      twins=$((twins + 1))
      [ -s "$work/expected" ] && fail "$file has faults"
      ;;
    */undecided.ptx) grep -q fault "$work/expected" && fail "$file has faults" ;;
    *)
      twin=${file%.ptx}_clean.ptx
      if [ ! -f "$twin" ]; then fail "$file has no clean twin"
      else diff <(kernels "$file") <(kernels "$twin") >/dev/null || fail "$file and its twin have different kernels"; fi
      [ -s "$work/expected" ] || fail "$file has no faults"
      ;;
  esac
done
[ $places -gt 0 ] && [ $twins -gt 0 ] || fail "found no files"

"$heddle" ptx check --sarif tests/ptx/lane.ptx | sed -nE 's/^\{"id":"([a-z-]+)".*/\1/p' | grep -v malformed | sort >"$work/all"
[ -s "$work/all" ] || fail "SARIF lists no rules"
sort -u "$work/rules" | diff "$work/all" - >/dev/null || fail "rules without a fault: $(sort -u "$work/rules" | comm -23 "$work/all" -)"

# ---- ptxas on the twins ----

nvcc=$(command -v nvcc || true)
for candidate in "$(command -v ptxas || true)" "${nvcc:+$(dirname "$nvcc")/ptxas}" "${CUDA_HOME:+$CUDA_HOME/bin/ptxas}" \
  /usr/local/cuda/bin/ptxas; do
  [ -x "$candidate" ] && ptxas=$candidate && break
done
printf '.version 9.0\n.target sm_100a\n.address_size 64\n' >"$work/probe.ptx"
if [ -z "${ptxas:-}" ]; then
  echo 'ptxas on the clean twins: left out, there is no ptxas'
elif ! "$ptxas" -arch=sm_100a "$work/probe.ptx" -o /dev/null 2>/dev/null; then
  echo "ptxas on the clean twins: left out, $ptxas does not know sm_100a"
else
  for file in tests/ptx/*_clean.ptx; do
    target=$(sed -nE 's/^\.target ([a-z0-9_]+).*/\1/p' "$file")
    "$ptxas" -arch="$target" "$file" -o /dev/null >"$work/said" 2>&1 || fail "$file: ptxas: $(head -n 1 "$work/said")"
  done
fi

# ---- formats ----

printf '%s\n' '.version 9.0' '.target sm_100a' '.shared .b32 s;' '.entry k()' '.reqntid 32' '{' \
  '.reg .b32 %r<9>;' 'mov.u32 %r1, s;' \
  'tcgen05.alloc.cta_group::1.sync.aligned.b32 [%r1], 32;' 'ld.shared.u32 %r2, [s];' \
  'tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r3}, [%r2];' 'mov.b32 %r4, %r3;' 'tcgen05.wait::ld.sync.aligned;' \
  'tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r2, 32;' '}' >"$work/one.ptx"
cp "$work/one.ptx" "$work/in"
run 1 ptx check -
says '-:12:1: fault: load-use: %r3 is read before the wait of its load (line 11) [k]
    mov.b32 %r4, %r3;
    ^
-: k: 1 load, 0 stores, 1 wait, 1 register, 1 in flight; 1 fault, 0 of 24 questions unknown
1 function with tensor memory: 1 fault, 0 of 24 questions unknown'
run 1 ptx check --json -
members '"results":[{"kind":"kernel","file":"-","name":"k","line":4,"instructions":4,"loads":1,"stores":0,"waits":1,"mma":0,"copies":0,"allocations":1,"registers":1,"in_flight":1,"asked":{"form":4,"target":4,"load-use":1,"cells":1,"wait":2,"alloc":2,"size":2,"group":2,"lane":1,"columns":1,"divergent":4},"faults":{"load-use":1},"unknown":{},"findings":[{"rule":"load-use","verdict":"fault","line":12,"column":1,"reason":"%r3 is read before the wait of its load","other":{"line":11,"column":1}}]}],"summary":{"kernels":1,"asked":24,"faults":1,"unknown":0,"malformed_files":0}'
run 1 ptx check --sarif "$work/one.ptx"
grep -qF '"ruleId":"load-use","kind":"fail","level":"error"' "$work/out" || fail "SARIF without its result"
grep -qF '"region":{"startLine":12,"startColumn":1}' "$work/out" || fail "SARIF without its place"
grep -qF '"relatedLocations":[{"physicalLocation":' "$work/out" || fail "SARIF without the other access"
: >"$work/in"

for format in --json --sarif; do
  for file in tests/ptx/lane.ptx tests/ptx/undecided.ptx /dev/null "$work/absent" "$work/one.ptx"; do
    "$heddle" ptx check $format "$file" >"$work/out" 2>/dev/null
    fields
  done
done

# ---- options and exit codes ----

run 2 ptx
run 2 ptx chek a
complains 'ptx has no verb `chek`'
run 2 ptx check
run 2 ptx check --what a
run 2 ptx check --json --sarif "$work/one.ptx"
run 2 ptx check --max-registers 0 "$work/one.ptx"
run 2 ptx check --threads
run 2 ptx check "$work/absent"
complains 'there is no such file'
run 3 ptx check tests/ptx/undecided.ptx
run 3 ptx check --quiet tests/ptx/undecided.ptx
grep -q unknown: "$work/out" && fail "--quiet says what is unknown"
run 1 ptx check tests/ptx/undecided.ptx tests/ptx/lane.ptx
run 2 ptx check "$work/absent" tests/ptx/lane.ptx
lists '1 file not checked'
run 1 ptx check --max-registers 4 tests/ptx/registers_clean.ptx --max-registers 3
run 0 ptx check --relative-lane --threads 32 tests/ptx/lane_clean.ptx
sed 's/; .. fault: lane/;/' tests/ptx/lane.ptx | grep -vE 'reqntid' >"$work/lane.ptx"
run 1 ptx check --threads 128 "$work/lane.ptx"
run 1 ptx check --threads 128 --relative-lane "$work/lane.ptx"
grep -q of_all_warps_zero: "$work/out" && grep -qE 'fault.*of_all_warps_zero' "$work/out" && fail "lane 0 is not every warp's"

# ---- what is no PTX ----

printf '.version 9.0\n.target sm_100a\n.entry k() {\n  mov.u32 %%r1, [1;\n}\n' >"$work/broken.ptx"
run 2 ptx check "$work/broken.ptx"
complains "$work/broken.ptx:4:18: malformed: ptx: a bracket is open here"
complains '  mov.u32 %r1, [1;'
complains '                 ^'

# ends TEXT..: what is on the standard input is answered or refused, without a crash
ends() {
  local got
  "$heddle" ptx check --quiet - >"$work/out" 2>"$work/err"
  got=$?
  [ $got -le 3 ] || fail "exit $got: $*"
}
whole=$(cat tests/ptx/cells.ptx)
for length in 1 10 100 300 500 700 900 1100 1300 1500; do
  printf '%s' "${whole:0:length}" | ends "cut at $length"
done
head -c 20000 "$heddle" | ends 'a program'
tr -d ';' <tests/ptx/cells.ptx | ends 'no semicolons'
tr '{}' '}{' <tests/ptx/cells.ptx | ends 'braces turned'
head -c 1000000 /dev/zero | tr '\0' '{' | ends 'braces'
begin='.version 9.0
.target sm_100a
.entry k() { .reg .b32 %r<9>; .reg .pred p;
tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r1}, [%r2];'
{ echo "$begin"; awk 'BEGIN { while (k < 1000000) print "L" k++ ":" }'; echo 'ret; }'; } | ends 'a million labels'
[ "$(tail -n 1 "$work/out")" = '1 function with tensor memory: 2 faults, 1 of 8 questions unknown' ] || fail "a million labels: $(tail -n 1 "$work/out")"
{ echo "$begin"; awk 'BEGIN { for (k = 0; k < 20000; k++) print "L" k ": @p bra L" k * 7919 % 20000 ";" }'; echo 'ret; }'; } | ends 'branches'
{ echo "$begin"; awk 'BEGIN { while (k++ < 30000) print "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r3}, [%r2];" }'; echo 'ret; }'; } | ends 'loads'

# 100,000 lines of loads, waits, arithmetic and branches.
awk 'BEGIN {
  print ".version 9.0\n.target sm_100a\n.shared .b32 s;\n.entry k(.param .u64 o, .param .u32 n) .reqntid 128 {"
  print ".reg .pred %p<9999>;\n.reg .b32 %r<999999>;\n.reg .b64 %rd<9>;\nmov.u32 %r1, %tid.x;\nsetp.gt.u32 %p1, %r1, 31;"
  print "@%p1 bra B;\nmov.u32 %r2, s;\ntcgen05.alloc.cta_group::1.sync.aligned.b32 [%r2], 512;\nB: bar.sync 0;"
  print "ld.shared.u32 %r3, [s];\nand.b32 %r4, %r1, 96;\nshl.b32 %r5, %r4, 16;\nadd.s32 %r6, %r3, %r5;"
  print "ld.param.u64 %rd1, [o];\nld.param.u32 %r7, [n];"
  for (k = 0; k < 1430; k++) {
    r = 100 + 65 * k
    list = "%r" r
    for (i = 1; i < 32; i++) list = list ", %r" r + i
    printf "L%d:\ntcgen05.ld.sync.aligned.32x32b.x32.b32 {%s}, [%%r6+%d];\ntcgen05.wait::ld.sync.aligned;\n", k, list, k % 15 * 32
    for (i = 0; i < 32; i++) printf "add.s32 %%r%d, %%r%d, %d;\nst.global.u32 [%%rd1+%d], %%r%d;\n", r + 32 + i, r + i, i, 4 * i, r + 32 + i
    printf "add.s32 %%r%d, %%r7, %d;\nsetp.lt.s32 %%p%d, %%r%d, 3;\n@%%p%d bra L%d;\n", r + 64, k, k + 2, r + 64, k + 2, k - k % 7
  }
  print "bar.sync 0;\n@%p1 bra E;\ntcgen05.dealloc.cta_group::1.sync.aligned.b32 %r3, 512;\nE: ret; }" }' >"$work/large.ptx"
[ "$(wc -l <"$work/large.ptx")" -ge 100000 ] || fail "$(wc -l <"$work/large.ptx") lines"
run 0 ptx check "$work/large.ptx"
lists "$work/large.ptx: k: 1430 loads, 0 stores, 1430 waits, 45760 registers, 32 in flight; 0 faults, 0 of 17172 questions unknown"

finish "ptx check: $places places found, $twins clean twins"
