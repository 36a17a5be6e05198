#!/usr/bin/env bash
# Do the C programs in the documents compile, run, and print what the documents say?
#
# In README.md, CONTRIBUTING.md and docs/*.md, each ```c block with an `int main` is compiled with the library and run, with the host
# emulation where there is one. A ```text block that follows it as the next block is all it prints. Finding no program is a
# failure. Usage: snippets.sh [ROOT]
set -euo pipefail
root=${1:-$SOURCE_DIR}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$root"

# Blocks as files: DOCUMENT.NUMBER.LANGUAGE
for document in README.md CONTRIBUTING.md docs/*.md; do
  [ -f "$document" ] || continue
  awk -v stem="$scratch/$(basename "$document")" '
    !inside && /^```/ { inside = 1; kind = substr($0, 4); file = sprintf("%s.%03d.%s", stem, ++count, kind)
                        if (kind != "c" && kind != "text") file = "/dev/null"; else printf "" > file
                        next }
    inside && /^```$/ { inside = 0; close(file); next }
    inside { print > file }' "$document"
done

run=0
failed=0
libraries=("$BUILD_DIR/libheddle.a")
[ ! -f "$BUILD_DIR/kernels/libheddle_host.a" ] || libraries=("$BUILD_DIR/kernels/libheddle_host.a" "${libraries[@]}")
for source in "$scratch"/*.c; do
  [ -f "$source" ] || continue
  grep -q 'int main' "$source" || continue
  if [ ${#libraries[@]} -eq 1 ] && grep -q '<heddle/kernels/' "$source"; then
    echo "$(basename "$source" .c): left out, there is no host emulation"
    continue
  fi
  run=$((run + 1))
  stem=${source%.c}
  next=${stem%.*}.$(printf '%03d' $((10#${stem##*.} + 1))).text
  if ! "$CC" -std=c11 -Wall -Wextra -Werror -I"$BUILD_DIR/include" "$source" "${libraries[@]}" \
    -o "$stem.program"; then
    echo "$(basename "$stem"): does not compile"
    failed=$((failed + 1))
  elif ! "$stem.program" >"$stem.got"; then
    echo "$(basename "$stem"): ends with a failure"
    failed=$((failed + 1))
  elif [ -f "$next" ] && ! diff "$next" "$stem.got"; then
    echo "$(basename "$stem"): prints something else"
    failed=$((failed + 1))
  fi
done

[ "$run" -gt 0 ] || { echo "found no program"; exit 1; }
[ "$failed" -eq 0 ] || { echo "$failed of $run programs fail"; exit 1; }
echo "$run programs compiled and run"
