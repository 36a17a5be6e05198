#!/usr/bin/env bash
# The command `conform`: every recorded row holds; a changed record fails; bad files are refused.
. "$(dirname "$0")/common.sh"
vectors=$source_dir/tests/vectors

# ---- every recorded row holds ----

run 0 conform "$vectors"/*.tsv
closing | grep -Eq '^[0-9]+ passed, 0 failed, [0-9]+ skipped$' || fail "closing line: $(closing)"
rows=$(cat "$vectors"/*.tsv | grep -cEv '^(#|$|op	)')
counted=$(closing | awk '{ print $1 + $3 + $5 }')
[ "$rows" -eq "$counted" ] || fail "$rows rows, $counted counted"
# Compositions are answered where other implementations refuse, and only where an answer exists.
for known in cute_ir_lib_errors:20 cute_cpp_errors:2 pycute_disputed:27; do
  run 0 conform "$vectors/${known%:*}.tsv"
  answered=$(awk '$1 == "composition" { print $2 }' "$work/out")
  [ "$answered" -ge "${known#*:}" ] || fail "${known%:*}: $answered compositions answered"
  grep -q '^composition, by brute force: ' "$work/out" || fail "${known%:*}: compositions are not settled"
done

# ---- with its expected text changed, each row that passed fails ----

# perturb extents|strides FILE: changes the first number of the expected text, or the stride of a leaf of extent above
# 1; rows without one are left out.
perturb() {
  awk -F '\t' -v OFS='\t' -v what="$1" '
    function leaves(text, into) { gsub(/[()]/, "", text); return split(text, into, ",") }
    function bump(text, from,   at, n) { # adds 1 to the first number at or after `from`
      match(substr(text, from), /[0-9]+/)
      at = from + RSTART - 1
      n = substr(text, at, RLENGTH)
      return substr(text, 1, at - 1) (n + 1) substr(text, at + RLENGTH)
    }
    function by_extent(text) {
      if (text == "true") return "false"
      if (text == "false") return "true"
      return text ~ /[0-9]/ ? bump(text, 1) : "7:7"
    }
    function by_stride(text,   colon, shape, count, k, at, n) {
      colon = index(text, ":")
      if (colon == 0 || text ~ /[;\[ ]/) return ""
      count = leaves(substr(text, 1, colon - 1), shape)
      at = colon + 1
      for (k = 1; k <= count; k++) {
        if (shape[k] + 0 > 1) return bump(text, at)
        n = index(substr(text, at), ",")
        if (n == 0) return ""
        at += n
      }
      return ""
    }
    /^#/ || /^$/ { next }
    {
      for (k = 1; $k != "=>"; k++);
      changed = what == "extents" ? by_extent($(k + 1)) : by_stride($(k + 1))
      if (changed == "") next
      $(k + 1) = changed
      print
    }' "$2"
}

for file in cute_ir cute_ir_lib cute_cpp pycute tract; do
  run 0 conform --list "$vectors/$file.tsv"
  grep -E '^passed ' "$work/out" | awk '{ print $2 }' | sort >"$work/passed"
  for what in extents strides; do
    mkdir -p "$work/$what"
    perturb "$what" "$vectors/$file.tsv" >"$work/$what/$file.tsv"
    cut -f 2 "$work/$what/$file.tsv" | sort >"$work/written"
    comm -12 "$work/passed" "$work/written" >"$work/must_fail"
    [ "$(wc -l <"$work/must_fail")" -gt 100 ] || fail "$file: too few rows have changed $what"
    [ "$what" = strides ] || cmp -s "$work/passed" "$work/must_fail" || fail "$file: rows without a changed extent"
    run 1 conform --list "$work/$what/$file.tsv"
    closing | grep -q '^0 passed, ' || fail "$file with changed $what: $(closing)"
    grep -E '^FAILED ' "$work/out" | awk '{ print $2 }' | sort >"$work/failed"
    [ -z "$(comm -23 "$work/must_fail" "$work/failed")" ] || fail "$file: rows with changed $what do not fail"
  done
done

# ---- what is printed, and what is refused ----

row=$(printf 'source\tid\tsize\t4:1\t=>\t')
for n in $(seq 30); do printf '%s5\n' "$row"; done >"$work/wrong.tsv"
run 1 conform "$work/wrong.tsv"
[ "$(grep -c 'FAILED' "$work/out")" -eq 20 ] || fail "not bounded to 20 failing rows"
grep -q '^10 more failing rows' "$work/out" || fail "the rest is not announced"
[ "$(closing)" = "0 passed, 30 failed" ] || fail "closing line: $(closing)"
run 1 conform --all "$work/wrong.tsv"
[ "$(grep -c 'FAILED' "$work/out")" -eq 30 ] || fail "--all does not show all"

printf '%s4\r\n# comment\n\n%s4' "$row" "$row" >"$work/right.tsv"
run 0 conform "$work/right.tsv"
[ "$(closing)" = "2 passed, 0 failed" ] || fail "closing line: $(closing)"
run 1 conform --as disputed "$work/right.tsv"

# bad MESSAGE-PATTERN ARGUMENT..: exit 2 and the message on stderr
bad() {
  local pattern=$1
  shift
  run 2 conform "$@"
  grep -Eq "$pattern" "$work/err" || fail "message for $*: $(cat "$work/err")"
  [ -s "$work/err" ] || fail "nothing on stderr: $*"
}
printf '# comment\n%s4\nsource\tid\tsize\t4:1\t4\n' "$row" >"$work/arrow.tsv"
bad "arrow.tsv:3:[0-9]+: error: .*=>" "$work/arrow.tsv"
grep -q '^hint: ' "$work/err" || fail "no hint"
grep -Eq '^[[:space:]]*\^$' "$work/err" || fail "no caret"
printf 'source\tid\tsize\t4:1\t=>\t4\0\n' >"$work/zero.tsv"
bad 'zero.tsv:1:[0-9]+: error: a zero byte' "$work/zero.tsv"
head -c 100000 /dev/zero | tr '\0' 'x' >"$work/long.tsv"
bad 'long.tsv:1:[0-9]+: error: a line too long' "$work/long.tsv"
bad 'missing.tsv: there is no such file' "$work/missing.tsv" "$work/right.tsv"
[ "$(closing)" = "2 passed, 0 failed" ] || fail "a missing file stops the others: $(closing)"
bad "$work: it is a folder" "$work"
if [ "$(id -u)" -ne 0 ]; then
  : >"$work/closed.tsv"
  chmod 000 "$work/closed.tsv"
  bad 'closed.tsv: it may not be read' "$work/closed.tsv"
fi
bad 'arrow.tsv:3:' "$work/arrow.tsv" "$work/right.tsv"
[ "$(closing)" = "3 passed, 0 failed" ] || fail "a malformed row stops the other files: $(closing)"

# A row that asks nothing is malformed, in a file of refusals too: to refuse it confirms nothing.
printf 'source\tid\tcomposition\t4:1\t=>\tERROR:x\n' >"$work/few_errors.tsv"
bad 'few_errors.tsv:1:11: error: too few operands for this operation' "$work/few_errors.tsv"
[ "$(closing)" = "0 passed, 0 failed" ] || fail "a row that asks nothing is counted: $(closing)"
printf 'source\tid\tsize\t4:1%s\t=>\tERROR:x\n' "$(printf '\t1%.0s' $(seq 9))" >"$work/many_errors.tsv"
bad 'many_errors.tsv:1:[0-9]+: error: more arguments' "$work/many_errors.tsv"
printf 'source\tid\tcomposition\t4:1\t2:1\t2:1\t=>\tERROR:x\n' >"$work/many_errors.tsv"
bad 'many_errors.tsv:1:11: error: too many operands for this operation' "$work/many_errors.tsv"
printf 'source\tid\tcompositoin\t4:1\t2:1\t=>\t2:1\n' >"$work/name.tsv"
bad 'name.tsv:1:11: error: there is no operation of this name' "$work/name.tsv"

# Where operands say their kinds, as many as there are is a part of the question; of an answer that is a list, too.
printf 'source\tid\tto_coord\tlayout=4:1\tcoord=(1,2)\t=>\tERROR:x\n' >"$work/list_errors.tsv"
run 0 conform "$work/list_errors.tsv"
[ "$(closing)" = "1 passed, 0 failed" ] || fail "two operands of what takes one: $(closing)"

# What has too many coordinates for brute force is not visited.
printf 'source\tid\tcomposition\t(6,2):(0,12)\t[99999999999994:1;8:1]\t=>\tERROR:x\n' >"$work/large_errors.tsv"
run 1 conform "$work/large_errors.tsv"
grep -q 'the answer could not be judged' "$work/out" || fail "too large: $(cat "$work/out")"
[ "$(closing)" = '0 passed, 0 failed, 1 skipped' ] || fail "too large: $(closing)"

# A coordinate past an extent of 1 counts.
printf 'source\tid\tcrd2idx\t(1,7)\t(1,23)\t=>\tERROR:x\n' >"$work/past_errors.tsv"
run 0 conform "$work/past_errors.tsv"

# Nor is judged what the definition says nothing of: it is set aside by name, and does not pass; what is refused does.
printf 'source\t%s\t%s\t=>\tERROR:x\n' a $'complement\t4:1\t[4:1;2:1]' b $'composition\t8:1\tS<1,0,1>' \
  c $'logical_divide\t8:1\tS<1,0,1>' >"$work/kinds_errors.tsv"
run 0 conform "$work/kinds_errors.tsv"
[ "$(closing)" = '1 passed, 0 failed, 2 skipped' ] || fail "kinds: $(cat "$work/out")"
grep -qE '^composition .* 1  1: could not be judged$' "$work/out" || fail "kinds: $(cat "$work/out")"
sed -i '$d' "$work/kinds_errors.tsv"
run 1 conform "$work/kinds_errors.tsv" # nothing passed

# What is shown of a row is plain and not too long.
printf '%s\033[31m\n' "$row" >"$work/in"
run 1 conform -
grep -q "$(printf '\033')" "$work/out" && fail "control characters are passed on"
grep -qF 'expected  ?[31m' "$work/out" || fail "no row from the standard input: $(cat "$work/out")"
printf 'source\tid\tsize\t%s\t4\n' "$(head -c 5000 /dev/zero | tr '\0' '\033')" >"$work/wide.tsv"
bad 'wide.tsv:1:[0-9]+: error: no `=>`' "$work/wide.tsv"
grep -q "$(printf '\033')" "$work/err" && fail "control characters are passed on"
[ "$(wc -L <"$work/err")" -lt 200 ] || fail "a long line is shown whole"

# Cells of tensor memory.
awk -F '\t' -v OFS='\t' '/^[#o]/ { next } { $8 += 1; print }' \
  "$vectors/tcgen05_cells.tsv" >"$work/moved_cells.tsv"
run 1 conform "$work/moved_cells.tsv"
[ "$(closing)" = '0 passed, 8640 failed' ] || fail "cells one column off: $(closing)"
run 0 conform "$vectors/tcgen05_cells.tsv"
[ "$(closing)" = '8640 passed, 0 failed' ] || fail "cells: $(closing)"
bad 'right.tsv:1:1: error: an operation is' --as cells "$work/right.tsv"
bad '^usage: heddle conform'
bad 'there is no option `--no-such-option`' "$work/right.tsv" --no-such-option
bad 'after --as a kind is wanted' --as nonsense "$work/right.tsv"
bad 'after --as a kind is wanted' "$work/right.tsv" --as
run 0 conform "$work/right.tsv" --list
run 0 conform --list -- "$work/right.tsv"
bad 'no such file' -- --list
: >"$work/empty.tsv"
bad 'empty.tsv: there are no rows in it' "$work/empty.tsv"
[ "$(closing)" = "0 passed, 0 failed" ] || fail "closing line: $(closing)"

finish "conform: all as stated"
