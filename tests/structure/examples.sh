#!/usr/bin/env bash
# Do the documents' examples say what really happens?
#
# In README.md, CONTRIBUTING.md and docs/*.md, each ```console block is a transcript: a line `$ COMMAND` is run in the root of the tree
# with heddle on the PATH, and the lines up to the next `$ ` are all it prints (both streams). A last line `[exit N]`
# states an exit status other than 0. A command line that ends in \ goes on in the next line; `build/release` in it is the
# build that is tested. What is not to be run stands in a ```sh block instead. Finding no example at
# all is a failure. Usage: examples.sh [ROOT]
set -euo pipefail
root=${1:-$SOURCE_DIR}
PATH=$(dirname "$HEDDLE"):$PATH
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$root"

run=0
failed=0

# Runs the pending command, if there is one, and compares.
settle() {
  local status=0 stated=0
  [ -n "$command" ] || return 0
  if [[ $last =~ ^\[exit\ ([0-9]+)\]$ ]]; then
    stated=${BASH_REMATCH[1]}
    sed '$d' "$scratch/expected" >"$scratch/shorter"
    mv "$scratch/shorter" "$scratch/expected"
  fi
  bash -c "${command//build\/release/$BUILD_DIR}" >"$scratch/got" 2>&1 </dev/null || status=$?
  run=$((run + 1))
  if ! diff "$scratch/expected" "$scratch/got" >"$scratch/difference" || [ "$status" -ne "$stated" ]; then
    failed=$((failed + 1))
    echo "$where: $command"
    cat "$scratch/difference"
    [ "$status" -eq "$stated" ] || echo "exit status $status, stated $stated"
  fi
  command=
}

for document in README.md CONTRIBUTING.md docs/*.md; do
  [ -f "$document" ] || continue
  inside=no command= last= more=no number=0
  while IFS= read -r line || [ -n "$line" ]; do
    number=$((number + 1))
    if [ $inside = no ]; then
      [[ $line != '```console' ]] || inside=yes
    elif [[ $line == '```' ]]; then
      settle
      inside=no
    elif [ $more = yes ]; then
      command=${command%\\}$line
      [[ $line == *\\ ]] || more=no
    elif [[ $line == '$ '* ]]; then
      settle
      where=$document:$number command=${line#'$ '} last=
      : >"$scratch/expected"
      [[ $line != *\\ ]] || more=yes
    else
      [ -n "$command" ] || { echo "$document:$number: output before any command"; failed=$((failed + 1)); }
      printf '%s\n' "$line" >>"$scratch/expected"
      last=$line
    fi
  done <"$document"
  [ $inside = no ] || { echo "$document: a block is not closed"; failed=$((failed + 1)); }
done

[ "$run" -gt 0 ] || { echo "found no example"; exit 1; }
[ "$failed" -eq 0 ] || { echo "$failed of $run examples say what does not happen"; exit 1; }
echo "$run examples, each as printed"
