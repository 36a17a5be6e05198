#!/usr/bin/env bash
# How many instructions does each operation take, and how often does it call the heap? A table, one line an example.
#
#   bench/instructions.sh PROGRAM FOLDER
#
# PROGRAM is bench/instructions.c, built; FOLDER is for what callgrind writes. The counts are exact and the same in every
# run. Ends non-zero where an operation did not answer or called the heap, never because a goal is missed.
set -euo pipefail

program=$(readlink -f "$1")
folder=$2
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
if ! command -v valgrind >/dev/null; then
  echo "  left out: there is no valgrind"
  exit 0
fi
# One file for each call of `measured`: counts.1, counts.2, ..
valgrind --tool=callgrind --callgrind-out-file=counts --toggle-collect=measured --dump-after=measured "$program" \
  >examples 2>log || { tail -n 5 log >&2; exit 1; }

for ((k = 1; k <= $(wc -l <examples); k++)); do sed -n 's/^summary: //p' "counts.$k"; done >costs
paste costs examples | awk -F'\t' '
  BEGIN { goal["SMALL"] = 500; goal["COMPOSED"] = 600; goal["INVERTED"] = 4000 }
  NR == 1 { nothing = $1; next } # the call itself
  {
    cost = $1 - nothing
    verdict = ""
    if ($2 in goal) {
      judged++
      verdict = cost <= goal[$2] ? "met" : "MISSED"
      missed += cost > goal[$2]
      verdict = sprintf("goal %d: %s", goal[$2], verdict)
    } else if ($4 > 0) verdict = sprintf("%.1f each of %d", cost / $4, $4)
    heap += $3
    operands = $6
    if (length(operands) > 100) operands = substr(operands, 1, 97) "..."
    printf "  %8d  %-30s %-18s %s\n", cost, $5, verdict, operands
  }
  END {
    printf "%d judged, %d missed; heap calls, all of the above: %d\n", judged, missed, heap
    exit heap > 0
  }'
