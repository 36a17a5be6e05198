#!/usr/bin/env bash
# Do the commands of docs/embedding.md do what it says?
#
# Each ```sh block is run by bash, ending at the first failure, in the root of a copy of the tree whose build/release is
# this build, with a new home; a ```text block right behind it is all that it prints. A comment `<!-- needs: TOOL.. -->`
# above a block names what it runs on; where one is missing the block is left out, with a line that says which. `cc` is
# the compiler of this build. Each of the six ways must print the line that they are measured by.
# Usage: embedding.sh [ROOT]
set -euo pipefail
root=${1:-$SOURCE_DIR}
document=docs/embedding.md
line='(10,2):(16,4) o (5,4):(1,5) = (5,(2,2)):(16,(80,4))'
ways='CMake|pkg-config|One file|Freestanding|WebAssembly|Python'
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

mkdir -p "$scratch/bin" "$scratch/home" "$scratch/tree/build"
cp -R "$root"/{CMakeLists.txt,LICENSE,algebra,tmem,cmake,docs,examples} "$scratch/tree"
ln -s "$BUILD_DIR" "$scratch/tree/build/release"
printf '#!/bin/sh\nexec "%s" "$@"\n' "$(command -v "$CC")" >"$scratch/bin/cc"
printf '#!/bin/sh\nexec "%s" "$@"\n' "$(command -v "$CMAKE")" >"$scratch/bin/cmake"
chmod +x "$scratch/bin"/*
export PATH="$scratch/bin:$PATH" HOME="$scratch/home" PYTHONDONTWRITEBYTECODE=1
cd "$scratch/tree"

# What is missing of a tool, in words; nothing where it is there.
missing() {
  case $1 in
    linux-x86_64) [ "$(uname -sm)" = 'Linux x86_64' ] || echo 'this is not Linux on x86-64' ;;
    wasm32)
      if ! command -v clang >/dev/null; then echo 'there is no clang'
      elif ! clang --print-targets 2>/dev/null | grep -qw wasm32; then echo 'clang has no target wasm32'
      elif ! echo 'int f(void); int f(void) { return 1; }' | clang --target=wasm32 -nostdlib -Wl,--no-entry -x c - \
        -o "$scratch/probe.wasm" 2>/dev/null; then echo 'clang finds no wasm-ld'; fi ;;
    *) command -v "$1" >/dev/null || echo "there is no $1" ;;
  esac
}

# Blocks as files: NUMBER.title, NUMBER.needs, NUMBER.sh, and NUMBER.text where one is right behind.
mkdir "$scratch/blocks"
awk -v stem="$scratch/blocks/" '
  !inside && /^## / { title = substr($0, 4) }
  !inside && /^<!-- needs: / { needs = $0; sub(/^<!-- needs: /, "", needs); sub(/ *-->$/, "", needs); next }
  !inside && /^```(sh|text)$/ {
    kind = substr($0, 4)
    if (kind == "sh") {
      file = sprintf("%s%02d", stem, ++count)
      print title >(file ".title"); print needs >(file ".needs")
    } else if (behind != NR - 1) { print "a text block with no command before it: line " NR; exit 1 }
    inside = 1; needs = ""; printf "" >(file "." kind)
    next
  }
  inside && /^```$/ { inside = 0; if (kind == "sh") behind = NR; next }
  inside { print >(file "." kind) }' "$document"

run=0
failed=0
settled='' # the ways that printed the line, or are left out
for block in "$scratch"/blocks/*.sh; do
  stem=${block%.sh}
  title=$(cat "$stem.title")
  why=
  for tool in $(cat "$stem.needs"); do
    why=$(missing "$tool")
    [ -z "$why" ] || break
  done
  if [ -n "$why" ]; then
    echo "$title: left out, $why"
    settled+="|$title"
    continue
  fi
  run=$((run + 1))
  if ! bash -euo pipefail "$block" >"$stem.said" 2>&1 </dev/null; then
    echo "$title: fails:"
    cat "$block" "$stem.said" "$scratch"/home/*.log
    failed=$((failed + 1))
  elif [ -f "$stem.text" ] && ! diff "$stem.text" "$stem.said"; then
    echo "$title: prints something else"
    failed=$((failed + 1))
  elif grep -qxF "$line" "$stem.said"; then
    echo "$title: $line"
    settled+="|$title"
  fi
done

while read -r way; do
  [[ "$settled|" == *"|$way|"* ]] || { echo "$way does not print the line"; failed=$((failed + 1)); }
done < <(tr '|' '\n' <<<"$ways")
[ "$failed" -eq 0 ] || exit 1
echo "$run blocks of commands, each as printed"
