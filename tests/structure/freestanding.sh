#!/usr/bin/env bash
# Does the library need memcpy, memset and memcmp, and nothing else, of whoever has no C library?
#
#   - heddle.c compiles freestanding where no header of a C library is found, and leaves these three undefined:
#     optimised, by each compiler that is here, and for wasm32
#   - with examples/embed/memory.h it links with nothing else; on Linux on x86-64 the program runs, and under node the
#     module, which imports nothing, both with text that the library refuses too
#   - on 32-bit machines products and their upper halves are made another way, which gives the same
#
# What is not here is left out, with a line that says so. Usage: freestanding.sh [ROOT]
set -euo pipefail
root=${1:-$SOURCE_DIR}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
one=$scratch/one
line='(10,2):(16,4) o (5,4):(1,5) = (5,(2,2)):(16,(80,4))'
flags=(-std=c11 -ffreestanding -fno-stack-protector -Wall -Wextra -Werror -I"$one")
"$root/cmake/amalgamate.sh" "$one" "$root" >/dev/null

# needs NM OBJECT WHAT: the three, and of the linker's own where wasm's stack is
needs() {
  "$1" -u "$2" | awk '{ print $NF }' | grep -vx __stack_pointer | sort >"$scratch/undefined"
  printf '%s\n' memcmp memcpy memset | diff - "$scratch/undefined" || { echo "$3 needs something else (>)"; exit 1; }
}

checked=0
for cc in gcc clang; do
  if ! command -v "$cc" >/dev/null; then
    echo "$cc: left out, it is not here"
    continue
  fi
  # The compiler's own headers and no others.
  more=(-nostdinc -isystem "$("$cc" -print-file-name=include)")
  [ "$cc" != gcc ] || more+=(-fno-tree-loop-distribute-patterns)
  "$cc" "${flags[@]}" "${more[@]}" -O1 -c "$one/heddle.c" -o "$scratch/$cc.o"
  needs nm "$scratch/$cc.o" "$cc"
  checked=$((checked + 1))
  if [ "$(uname -sm)" = 'Linux x86_64' ]; then
    "$cc" "${flags[@]}" "${more[@]}" -nostdlib -static "$root/examples/embed/freestanding.c" "$scratch/$cc.o" \
      -o "$scratch/$cc"
    [ "$("$scratch/$cc")" = "$line" ] || { echo "$cc: the program without a C library prints something else"; exit 1; }
  else
    echo "$cc: the program without a C library: left out, this is not Linux on x86-64"
  fi
done
[ "$checked" -gt 0 ] || { echo 'there is neither gcc nor clang'; exit 1; }

# wasm: an object, a module, and a host for it.
wasm() {
  if ! command -v clang >/dev/null; then echo 'wasm32: left out, there is no clang'; return; fi
  if ! clang --print-targets | grep -qw wasm32; then echo 'wasm32: left out, clang has no such target'; return; fi
  clang --target=wasm32 "${flags[@]}" -Oz -c "$one/heddle.c" -o "$scratch/wasm.o"
  if command -v llvm-nm >/dev/null; then
    needs llvm-nm "$scratch/wasm.o" wasm32
  else
    echo 'wasm32: what the object needs: left out, there is no llvm-nm'
  fi
  if ! clang --target=wasm32 "${flags[@]}" -Oz -nostdlib -Wl,--no-entry "$root/examples/wasm/compose.c" \
    "$scratch/wasm.o" -o "$scratch/compose.wasm" 2>"$scratch/said"; then
    if clang --target=wasm32 -print-prog-name=wasm-ld | grep -q /; then cat "$scratch/said"; exit 1; fi
    echo 'wasm32: left out, there is no wasm-ld'
    return
  fi
  if ! command -v node >/dev/null; then echo 'wasm32: left out, there is no node to run it'; return; fi
  local run=(node "$root/examples/wasm/run.mjs" "$scratch/compose.wasm")
  [ "$("${run[@]}" '(10,2):(16,4)' '(5,4):(1,5)')" = "$line" ] || { echo 'the module says something else'; exit 1; }
  ! "${run[@]}" '(4,,8)' '4:1' >"$scratch/said" 2>&1 || { echo 'the module composes what is no layout'; exit 1; }
  grep -qF 'parse' "$scratch/said" || { cat "$scratch/said"; exit 1; }
  ! "${run[@]}" "$(printf '%30000s' 1)" '4:1' >"$scratch/said" 2>&1 || { echo 'too long, and taken'; exit 1; }
  grep -qxF 'the operands are too long' "$scratch/said" || { cat "$scratch/said"; exit 1; }
  node -e 'const m = new WebAssembly.Module(require("fs").readFileSync(process.argv[1]));
           if (WebAssembly.Module.imports(m).length > 0) { console.log("the module imports"); process.exit(1); }' \
    "$scratch/compose.wasm"
  echo "wasm32: $line"
}
wasm

# The other way to multiply, against 128 bits.
cat >"$scratch/products.c" <<'END'
#include <stdint.h>
#undef UINTPTR_MAX
#define UINTPTR_MAX UINT32_MAX
#include "algebra/checked.h"
#include "algebra/walk.h"
#include <stdio.h>
__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 wide_unsigned;

static int64_t number[2048];
static int count;

int main(void) {
  uint64_t state = 1;
  long fitting = 0, wrong = 0;
  for (int bit = 0; bit < 64; ++bit)
    for (int off = -2; off <= 2; ++off) {
      uint64_t value = ((uint64_t)1 << bit) + (uint64_t)(int64_t)off;
      number[count++] = (int64_t)value;
      number[count++] = (int64_t)(0 - value);
    }
  while (count < 2048) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    number[count++] = (int64_t)state >> (state % 61);
  }
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < count; ++k) {
      int64_t a = number[i], b = number[k], product = 0;
      wide exact = (wide)a * b;
      bool fits = exact >= INT64_MIN && exact <= INT64_MAX;
      bool said = hd_mul(a, b, &product);
      fitting += fits;
      wrong += said != fits || (fits && product != (int64_t)exact);
      wrong += hd_multiply_high((uint64_t)a, (uint32_t)b) != (uint64_t)((wide_unsigned)(uint64_t)a * (uint32_t)b >> 64);
    }
  printf("%d products, %ld within 64 bits, %ld wrong\n", count * count, fitting, wrong);
  return wrong > 0 || fitting == 0 || fitting == (long)count * count;
}
END
if ! "${CC:-cc}" -std=c11 -O1 -I"$root" "$scratch/products.c" -o "$scratch/products" 2>"$scratch/said"; then
  if "${CC:-cc}" -dM -E -x c /dev/null | grep -q __SIZEOF_INT128__; then cat "$scratch/said"; exit 1; fi
  echo 'products on 32-bit machines: left out, there is nothing of 128 bits to compare with'
else
  "$scratch/products"
fi
echo "freestanding by $checked compilers: memcpy, memset and memcmp are all that is needed"
