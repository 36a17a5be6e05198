#!/usr/bin/env bash
# What do the objects of algebra/, tmem/ and kernels/ call, hold and export?
#
#   - a call never points up: algebra/ calls itself, tmem/ also algebra/, kernels/ also both
#   - of the C library algebra/ and tmem/ need memcpy, memset and memcmp, and link with nothing but those three; the host
#     emulation needs memory, stacks and text too, and prints nothing
#   - no object of algebra/ and tmem/ holds data that can be written
#   - what they export begins with hd_
#
# Compiles the sources by itself, without position independence: there, tables of pointers are read-only data too. The
# other flags keep the compiler from adding calls of its own: as the build does for loops and comparisons, and stack
# protectors.
# Usage: objects.sh [ROOT]
. "$(dirname "$0")/common.sh"
cc=${CC:-cc}

flags=(-std=c11 -O2 -I"$root" -fno-stack-protector -U_FORTIFY_SOURCE -fno-asynchronous-unwind-tables)
case $("$cc" --version) in
  *'Free Software Foundation'*) flags+=(-fno-tree-loop-distribute-patterns) ;;
  *clang*) flags+=(-fno-builtin-bcmp) ;;
esac

# compile FOLDER KIND FLAG...: objects in $scratch/KIND/FOLDER
compile() {
  local folder=$1 kind=$2 source
  shift 2
  mkdir -p "$scratch/$kind/$folder"
  for source in "$root/$folder"/*.c; do
    "$cc" "${flags[@]}" "$@" -c "$source" -o "$scratch/$kind/$folder/$(basename "$source" .c).o"
  done
}

for folder in algebra tmem; do
  ls "$root/$folder"/*.c >/dev/null
  compile $folder plain -fno-pic
  compile $folder pic -fPIC -ffreestanding
done
compile kernels plain -fno-pic

# Lines `file type name` of a folder's symbols.
symbols() {
  local object
  for object in "$scratch/plain/$1"/*.o; do
    nm -P "$object" | awk -v file="$1/$(basename "$object" .o).c" '{ print file, $2, $1 }'
  done
}
symbols algebra >"$scratch/algebra"
symbols tmem >"$scratch/tmem"
symbols kernels >"$scratch/kernels"
defined() { awk '$2 ~ /^[A-TV-Z]$/ { print $3 }' "$@" | sort -u; }
[ "$(defined "$scratch/algebra" | wc -l)" -gt 0 ] || { echo "found no symbols under $root"; exit 1; }

of_libc='memcpy memset memcmp'
# calls FOLDER SYMBOLS...: every undefined symbol of FOLDER is defined by one of SYMBOLS or is one of $of_libc.
calls() {
  local folder=$1 file name
  shift
  { printf '%s\n' $of_libc; defined "$@"; } | sort -u >"$scratch/known"
  while read -r file name; do
    grep -qxF -e "$name" "$scratch/known" || complain "$file: may not call $name"
  done < <(awk '$2 == "U" { print $1, $3 }' "$scratch/$folder")
}
calls algebra "$scratch/algebra"
calls tmem "$scratch/algebra" "$scratch/tmem"
of_libc+=' strlen strncmp strstr snprintf malloc calloc aligned_alloc free abort mmap mprotect munmap getcontext makecontext'
of_libc+=' swapcontext'
calls kernels "$scratch/algebra" "$scratch/tmem" "$scratch/kernels"

while read -r file type name; do
  complain "$file: holds data that can be written: $name ($type)"
done < <(awk '$2 ~ /^[bBdDcCsSgG]$/' "$scratch/algebra" "$scratch/tmem")

while read -r file type name; do
  [[ $name == hd_* ]] || complain "$file: exports $name ($type), which does not begin with hd_"
done < <(awk '$2 ~ /^[A-TV-Z]$/' "$scratch/algebra" "$scratch/tmem" "$scratch/kernels")

# The same question put to the linker: nothing but these three functions beside the objects.
cat >"$scratch/three.c" <<'END'
#include <stddef.h>
void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memset(void *to, int value, size_t count);
int memcmp(const void *a, const void *b, size_t count);
void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  for (size_t i = 0; i < count; i++) ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
  return to;
}
void *memset(void *to, int value, size_t count) {
  for (size_t i = 0; i < count; i++) ((unsigned char *)to)[i] = (unsigned char)value;
  return to;
}
int memcmp(const void *a, const void *b, size_t count) {
  const unsigned char *x = a, *y = b;
  for (size_t i = 0; i < count; i++)
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  return 0;
}
END
"$cc" -std=c11 -O1 -ffreestanding -fno-builtin -fno-stack-protector -fPIC -c "$scratch/three.c" -o "$scratch/three.o"

# freestanding NAME OBJECT...: links these objects and the three functions with nothing else.
freestanding() {
  local name=$1
  shift
  "$cc" -nostdlib -ffreestanding -shared -Wl,-z,defs "$scratch/three.o" "$@" -o "$scratch/$name.so" 2>"$scratch/link" ||
    { cat "$scratch/link"; complain "$name does not link freestanding"; }
}
freestanding algebra "$scratch"/pic/algebra/*.o
freestanding tmem "$scratch"/pic/algebra/*.o "$scratch"/pic/tmem/*.o

finish
exported=$(defined "$scratch/algebra" "$scratch/tmem" | wc -l)
echo "$exported functions exported; nothing needed beyond memcpy, memset, memcmp"
