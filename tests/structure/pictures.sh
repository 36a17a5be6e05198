#!/usr/bin/env bash
# Are the documents' pictures what the commands beside them draw?
#
# In README.md and docs/*.md a picture stands in a line of its own, and the command that draws it in the next one:
#
#     ![what is to be seen](pictures/NAME.svg)
#     `heddle show ARGUMENT..`
#
# The file docs/pictures/NAME.svg is what `heddle show --svg` writes then, byte for byte; it names the command in its
# first line, and that one draws it too. Each picture is in some document. With --write the files are written anew.
# Usage: pictures.sh [--write] [ROOT]
write=no
if [ "${1-}" = --write ]; then
  write=yes
  shift
fi
. "$(dirname "$0")/common.sh"
PATH=$(dirname "$HEDDLE"):$PATH
cd "$root"

# draw COMMAND: the picture, in $scratch/got
draw() { bash -c "$1 --svg -" >"$scratch/got" 2>"$scratch/said" </dev/null || { cat "$scratch/said"; return 1; }; }

# check PLACE FILE COMMAND: that the command beside a picture draws it, and the one in its first line
check() {
  local place=$1 file=$2 command=$3 own
  draw "$command" || { complain "$place: $command draws nothing"; return; }
  [ $write = no ] || cp "$scratch/got" "$file"
  [ -f "$file" ] || { complain "$place: there is no $file; pictures.sh --write writes it"; return; }
  cmp -s "$scratch/got" "$file" || { complain "$place: $command draws another picture than $file"; return; }
  own=$(sed -nE '1s/^<\?(heddle show .*)\?>$/\1/p' "$file")
  [ -n "$own" ] || { complain "$file does not begin with its command"; return; }
  draw "$own" || { complain "$file: $own draws nothing"; return; }
  cmp -s "$scratch/got" "$file" || complain "$file: its first line draws another picture"
}

: >"$scratch/seen"
for document in README.md docs/*.md; do
  [ -f "$document" ] || continue
  number=0 picture=
  while IFS= read -r line || [ -n "$line" ]; do
    number=$((number + 1))
    if [ -n "$picture" ]; then
      if [[ $line =~ ^\`(heddle\ show\ .*)\`$ ]]; then check "$document:$number" "$picture" "${BASH_REMATCH[1]}"
      else complain "$document:$number: no command stands below $picture"; fi
      echo "$picture" >>"$scratch/seen"
      picture=
    elif [[ $line =~ ^!\[.+\]\((docs/)?pictures/([A-Za-z0-9_-]+\.svg)\)$ ]]; then
      picture=docs/pictures/${BASH_REMATCH[2]}
    elif [[ $line == *pictures/*.svg* ]]; then
      complain "$document:$number: a picture has a line of its own: ![..](pictures/NAME.svg)"
    fi
  done <"$document"
  [ -z "$picture" ] || complain "$document: no command stands below $picture"
done
for file in docs/pictures/*; do
  grep -qxF "$file" "$scratch/seen" || complain "$file is in no document"
done

pictures=$(wc -l <"$scratch/seen")
[ "$pictures" -gt 0 ] || { echo "found no picture"; exit 1; }
finish "$pictures pictures, each as its command draws it"
