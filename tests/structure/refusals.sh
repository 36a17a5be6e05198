#!/usr/bin/env bash
# Is every refusal provoked by a test?
#
#   - each sentence in algebra/*.[ch] and tmem/*.[ch], a reason or a hint, is said in a row of tests/refusals/; those
#     listed below are not said, or cannot be, those of trace*.c are the steps of an operation, and those of the emulator
#     need a program before them (tests/test_tmem_emulator.c)
#   - each function of a public header that takes an hd_error refuses in some row, with every status that its comment
#     names behind `fails:`; hd_trace_X refuses as hd_X does, and hd_refuse_X is what all of them say it by
#   - each file of tests/refusals/ is run
#
# The rows are run by the suite of this build, and those of hostile.txt by a library compiled here that looks at little
# and has small layouts. BUILD_DIR is the configured build. Usage: refusals.sh [ROOT]
. "$(dirname "$0")/common.sh"
cc=${CC:-cc}
cd "$root"

# ---- what the rows say ----

suite=$BUILD_DIR/tests/test_refusals
[ -x "$suite" ] || { echo "there is no $suite"; exit 1; }
HEDDLE_REFUSALS=$scratch/said "$suite" >"$scratch/log" || { cat "$scratch/log"; exit 1; }

support='suite text linear placement refusal refusal_operations refusal_tmem'
# shellcheck disable=SC2046,SC2086
"$cc" -std=c11 -O0 -DHD_MAX_LEAVES=3 -DHD_MAX_VISITS=4096 -I"$root" algebra/*.c tmem/*.c tests/hostile/test_refusals.c \
  $(printf 'tests/support/%s.c ' $support) $(pkg-config --cflags --libs check) -o "$scratch/hostile"
HEDDLE_REFUSALS=$scratch/said "$scratch/hostile" >"$scratch/log" || { cat "$scratch/log"; exit 1; }

sed -n 's/^said //p' "$scratch/said" | sort -u >"$scratch/sentences"
sed -n 's/^call //p' "$scratch/said" | sort -u >"$scratch/calls"

for file in tests/refusals/*.txt; do
  name=$(basename "$file" .txt)
  grep -qF "hd_test_refusals(\"$name\")" tests/test_refusals.c tests/hostile/test_refusals.c ||
    complain "no suite runs $file"
done

# ---- sentences ----

# What is printed or looked for, and no refusal; what only a wrong conversion would provoke; and of tmem/ the beginnings
# of lists of names, what only builds of few leaves have no room for, what earlier checks make impossible, and what
# forged plans provoke (tests/test_tmem_plan.c).
cat >"$scratch/excepted" <<'END'
(empty layout
(empty layout with out-dims 
 -> (
 is a size 1 dimension\n
where out dims are: 
is a size
leaf {leaf}: 
, at coordinate {c}
 and {d}
at {c} the way back leads elsewhere
the copies are
the shapes are
the targets with tensor memory are
second access
more leaves than a layout holds
more levels than a layout holds
more iters than a placement holds
more components than a tuple has leaves
more than {0} allocations at once
the view of the registers has rank {0}, not {1} + {2}
at {c} lies register {0}, where other threads have register {1}
the registers of an instruction are the same in all threads
warp {0} of the group has its registers {1} on from warp 0's
the line has no such alternative
the view leads to lane {0}, and warp {1} reaches lanes {2} to {3} only
the view's value leaves 64-bit integers
an instruction begins at register {0}
thread {0} lies at element {1}, and the instruction has it at {2}
place {0} of the registers has no value of its own
value {0} lies at element {1}, and the instruction has it at {2}
the plan moves {0} of {1} values
the instructions move {0} of {1} values
END

# Literals of a source that have two words at least, adjacent ones joined, one a line: FILE:LINE, a tab and the text.
literals() {
  awk -v file="$1" '
    function close_literal() {
      if (open && text ~ /[A-Za-z`}>] [-A-Za-z`{0-9(.]/) printf "%s:%d\t%s\n", file, begin, text
      open = 0
      text = ""
    }
    /^#(include|error)/ { next }
    {
      line = $0
      for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        two = substr(line, i, 2)
        if (comment) { if (two == "*/") { comment = 0; i++ } continue }
        if (quoted) {
          if (c == "\\") { next_c = substr(line, ++i, 1); text = text (next_c == "\"" ? "\"" : "\\" next_c) }
          else if (c == "\"") quoted = 0
          else text = text c
          continue
        }
        if (two == "//") break
        if (two == "/*") { comment = 1; i++; continue }
        if (c == "\047") { i += substr(line, i + 1, 1) == "\\" ? 3 : 2; close_literal(); continue }
        if (c == "\"") { if (!open) begin = NR; open = quoted = 1; continue }
        if (c !~ /[ \t]/) close_literal()
      }
    }
    END { close_literal() }' "$1"
}

for file in algebra/*.c algebra/*.h tmem/*.c tmem/*.h; do
  case $(basename "$file") in trace* | emulator*) ;; *) literals "$file" ;; esac
done >"$scratch/literals"
sentences=0
while IFS=$'\t' read -r place text; do
  sentences=$((sentences + 1))
  grep -qxF -e "$text" "$scratch/sentences" "$scratch/excepted" || complain "$place: no row says: $text"
done <"$scratch/literals"
[ "$sentences" -gt 200 ] || { echo "found $sentences sentences under $root"; exit 1; }
cut -f2 "$scratch/literals" >"$scratch/texts"
while IFS= read -r text; do
  grep -qxF -e "$text" "$scratch/texts" || complain "excepted, and no source has it: $text"
done <"$scratch/excepted"

# ---- functions and their statuses ----

# `FUNCTION STATUS..` for each function of a header that takes an error: the statuses behind `fails:` of its comment.
promises() {
  awk '
    FNR == 1 { comment = declaration = ""; inside = 0 }
    inside || /^\/\*/ { comment = inside ? comment " " $0 : $0; inside = !/\*\//; next }
    /^(hd_status|bool) hd_/ || declaration != "" {
      declaration = declaration " " $0
      if (!/;/) next
      if (declaration ~ /hd_error \*error/) {
        match(declaration, /hd_[a-z0-9_]+\(/)
        line = substr(declaration, RSTART + 3, RLENGTH - 4)
        text = index(comment, "fails:") > 0 ? substr(comment, index(comment, "fails:")) : ""
        while (match(text, /HD_(MALFORMED|MISMATCH|RANGE|UNDEFINED|OVERFLOW|CAPACITY|UNDECIDED)/)) {
          line = line " " tolower(substr(text, RSTART + 3, RLENGTH - 3))
          text = substr(text, RSTART + RLENGTH)
        }
        print line
      }
      declaration = ""
      next
    }
    /^$/ { comment = "" }' "$1"
}

functions=0
for header in algebra/*.h; do
  ! grep -q 'not installed' "$header" || continue
  while read -r name statuses; do
    case $name in fail | fail_within | refuse | refuse_* | trace_*) continue ;; esac
    functions=$((functions + 1))
    grep -q "^$name " "$scratch/calls" || complain "$header: no row calls hd_$name"
    for status in $statuses; do
      grep -qx "$name $status" "$scratch/calls" || complain "$header: hd_$name: no row provokes $status"
    done
  done < <(promises "$header")
done
[ "$functions" -gt 100 ] || { echo "found $functions functions under $root"; exit 1; }

finish "$sentences sentences and $functions functions have their rows"
