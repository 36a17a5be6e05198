#!/usr/bin/env bash
# The verb `ptx check` on tests/ptx: each planted fault is found at its line, and nothing else is said.
#
# A line that ends in `// fault: RULE` or `// unknown: RULE` is one where just that is to be reported; `// options: ..` in
# the first line adds options. NAME.ptx has a twin NAME_clean.ptx with the same kernels, in which nothing is found and
# nothing is unknown; where there is a ptxas, it assembles the twins.
. "$(dirname "$0")/common.sh"
cd "$source_dir" || exit 1

# options FILE, as words
options() { sed -nE '1s,^// options: (.*)$,\1,p' "$1"; }

expected() { # FILE: lines `LINE VERDICT RULE`
  grep -nE '// (fault|unknown): ' "$1" | sed -E 's,^([0-9]+):.*// (fault|unknown): ([a-z-]+)$,\1 \2 \3,' | sort -u
}
found() { sed -nE 's,^[^ ]+\.ptx:([0-9]+):[0-9]+: (fault|unknown): ([a-z-]+): .*,\1 \2 \3,p' "$work/out" | sort -u; }
kernels() { sed -nE 's/^\.(visible \.entry|visible \.func|func) ([A-Za-z0-9_]+).*/\2/p' "$1"; }

faults=0 twins=0
for file in tests/ptx/*.ptx; do
  expected "$file" >"$work/expected"
  code=0
  grep -q ' unknown ' "$work/expected" && code=3
  grep -q ' fault ' "$work/expected" && code=1
  # shellcheck disable=SC2046
  run $code ptx check $(options "$file") "$file"
  found >"$work/found"
  diff "$work/expected" "$work/found" >"$work/difference" || fail "$file: <expected >found: $(cat "$work/difference")"
  faults=$((faults + $(wc -l <"$work/expected")))
  case $file in
    *_clean.ptx)
      twins=$((twins + 1))
      [ -s "$work/expected" ] && fail "$file has faults"
      ;;
    *)
      twin=${file%.ptx}_clean.ptx
      if [ ! -f "$twin" ]; then fail "$file has no clean twin"
      else diff <(kernels "$file") <(kernels "$twin") >/dev/null || fail "$file and its twin have different kernels"; fi
      [ -s "$work/expected" ] || fail "$file has no faults"
      ;;
  esac
done
[ $faults -gt 0 ] && [ $twins -gt 0 ] || fail "found no files"
finish "ptx check: $faults places of faults found, $twins clean twins"
