#!/usr/bin/env bash
# Would the other scripts notice? Each is run on a tree with one violation put in, and must fail and name it; the tree
# without it must pass. The tree is a copy of this one, or, where all would have to be compiled for each, a small one.
set -euo pipefail
here=$SOURCE_DIR/tests/structure
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

seeds=0
failed=0

fresh() {
  rm -rf "$scratch/tree"
  mkdir -p "$scratch/tree"/{algebra,tmem,kernels,proofs,docs}
}

copy() {
  fresh
  local folder
  for folder in algebra tmem kernels proofs; do
    cp "$SOURCE_DIR/$folder"/*.[ch] "$SOURCE_DIR/$folder"/*.inc "$scratch/tree/$folder" 2>/dev/null || true
  done
}

# What a build is configured from.
whole() {
  fresh
  cp -R "$SOURCE_DIR"/{CMakeLists.txt,CMakePresets.json,cmake,algebra,tmem,kernels,proofs,tests} "$scratch/tree"
}

small() {
  fresh
  local tree=$scratch/tree
  echo '/* A header. */
int hd_below(const int *a);' >"$tree/algebra/below.h"
  echo '#include "algebra/below.h"
static const char *const name[] = {"a", "b"};
int hd_below(const int *a) { return name[*a & 1][0]; }' >"$tree/algebra/below.c"
  echo '#include "../algebra/below.h"
int hd_above(const int *a);' >"$tree/tmem/above.h"
  echo '#include "tmem/above.h"
#include <string.h>
int hd_above(const int *a) { int b[64]; memcpy(b, a, sizeof b); return hd_below(&b[*a & 63]); }' >"$tree/tmem/above.c"
  echo '#include "../tmem/above.h"
int *hd_host(const int *a);' >"$tree/kernels/host.h"
  echo '#include "kernels/host.h"
#include <stdlib.h>
static int calls;
int *hd_host(const int *a) { calls += hd_above(a); return malloc((size_t)calls * sizeof *a); }' >"$tree/kernels/host.c"
}

# passes SCRIPT: on the copy as it is
passes() {
  if ! bash "$here/$1" "$scratch/tree" >"$scratch/said" 2>&1; then
    echo "$1 fails on a tree without a violation:"
    cat "$scratch/said"
    failed=$((failed + 1))
  fi
}

# seed TREE SCRIPT FILE TEXT WORDS: appends TEXT to FILE of a fresh TREE; SCRIPT must fail and say WORDS
seed() {
  $1
  printf '%s\n' "$4" >>"$scratch/tree/$3"
  notices "$2" "$5" "$3: $4"
}

notices() {
  seeds=$((seeds + 1))
  if bash "$here/$1" "$scratch/tree" >"$scratch/said" 2>&1; then
    echo "$1 does not notice $3"
    failed=$((failed + 1))
  elif ! grep -qF -e "$2" "$scratch/said"; then
    echo "$1 fails on $3, but does not say \"$2\":"
    cat "$scratch/said"
    failed=$((failed + 1))
  fi
}

copy
passes layers.sh
seed copy layers.sh algebra/layout.c '#include "tmem/geometry.h"' 'algebra/ may not include tmem/'
seed copy layers.sh algebra/layout.h '#include "../proofs/value.h"' 'algebra/ may not include proofs/'
seed copy layers.sh algebra/layout.c '#  include "proofs/value.h"' 'algebra/ may not include proofs/'
seed copy layers.sh tmem/geometry.c '#include "proofs/value.h"' 'tmem/ may not include proofs/'
seed copy layers.sh algebra/layout.c '#include <stdio.h>' 'algebra/ may not include <stdio.h>'
seed copy layers.sh algebra/layout.c '#include <stdlib.h>' 'algebra/ may not include <stdlib.h>'
seed copy layers.sh algebra/layout.c '#include <gmp.h>' 'algebra/ may not include <gmp.h>'
seed copy layers.sh tmem/geometry.c '#include "gmp.h"' 'not a file of the tree'
seed copy layers.sh tmem/geometry.c '#include <cuda_runtime.h>' 'tmem/ may not include <cuda_runtime.h>'
seed copy layers.sh proofs/value.c '#include <cuda.h>' 'proofs/ may not include <cuda.h>'
seed copy layers.sh tmem/geometry.c '#include HEADER' 'cannot tell what this includes'
seed copy layers.sh tmem/geometry.c '#include "../../elsewhere.h"' 'not a file of the tree'

copy
passes objects.sh
echo 'int hd_upward(void); int hd_upward(void) { return 1; }' >>"$scratch/tree/tmem/geometry.c"
echo 'int hd_upward(void); int hd_seed(void); int hd_seed(void) { return hd_upward(); }' >>"$scratch/tree/algebra/layout.c"
notices objects.sh 'algebra/layout.c: may not call hd_upward' 'a call from algebra/ to tmem/'
small
passes objects.sh
seed small objects.sh algebra/below.c 'int hd_above(const int *); int hd_seed(void); int hd_seed(void) { return hd_above(0); }' \
  'algebra/below.c: may not call hd_above'
notices objects.sh 'algebra does not link freestanding' 'the same by the linker'
seed small objects.sh tmem/above.c 'int hd_eval(void); int hd_seed(void); int hd_seed(void) { return hd_eval(); }' \
  'tmem does not link freestanding'
seed small objects.sh tmem/above.c 'int puts(const char *); int hd_seed(void); int hd_seed(void) { return puts("x"); }' \
  'tmem/above.c: may not call puts'
seed small objects.sh tmem/above.c 'void *malloc(unsigned long); void *hd_seed(void); void *hd_seed(void) { return malloc(8); }' \
  'tmem/above.c: may not call malloc'
seed small objects.sh algebra/below.c 'int hd_seed(void); int hd_seed(void) { static int calls; return ++calls; }' \
  'algebra/below.c: holds data that can be written: calls'
seed small objects.sh algebra/below.c 'extern int hd_seed; int hd_seed = 3;' 'holds data that can be written: hd_seed'
seed small objects.sh algebra/below.c 'int helper(void); int helper(void) { return 1; }' 'algebra/below.c: exports helper'
seed small objects.sh kernels/host.c 'int puts(const char *); int hd_seed(void); int hd_seed(void) { return puts("x"); }' \
  'kernels/host.c: may not call puts'
seed small objects.sh kernels/host.c 'int helper(void); int helper(void) { return 1; }' 'kernels/host.c: exports helper'
seed small objects.sh tmem/above.c 'int *hd_host(const int *); int hd_seed(void); int hd_seed(void) { return *hd_host(0); }' \
  'tmem/above.c: may not call hd_host'
fresh
notices objects.sh "No such file" 'a tree without sources'

small
passes headers.sh
seed small headers.sh algebra/below.h 'inline int hd_seed(void) { int class = 1; return class; }' 'does not compile as c++17'
seed small headers.sh algebra/below.h 'hd_not_declared hd_seed(void);' 'does not compile as c11'
seed small headers.sh kernels/host.h 'inline int hd_seed(void) { int class = 1; return class; }' 'kernels/host.h does not compile as c++17'

copy
passes header_examples.sh
seed copy header_examples.sh algebra/seeded.h 'int hd_seed(int a);' 'algebra/seeded.h: has no example'
copy
sed -i.bak 's,// "(3\,2):(2\,12)",// "(3\,2):(2\,13)",' "$scratch/tree/algebra/complement.h"
notices header_examples.sh 'algebra/complement.h: the example gives (3,2):(2,12)' 'an example whose remark is wrong'

whole
touch "$scratch/tree/algebra/seeded.c"
notices suites.sh 'algebra/seeded.c has no suite' 'a source file without a suite'
whole
rm "$scratch/tree/tests/test_tmem_view.c"
notices suites.sh 'tmem/view.c has no suite' 'a source file of tmem/ without a suite'
whole
rm "$scratch/tree/tests/test_kernels_host.c"
notices suites.sh 'kernels/host.c has no suite' 'a source file of kernels/ without a suite'
whole
touch "$scratch/tree/tests/test_seeded.c"
notices suites.sh 'no test runs tests/test_seeded.c' 'a suite that is not built'
whole
rm "$scratch/tree/tests/fuzz/fuzz_check.c"
notices suites.sh 'no fuzz target: tests/fuzz/fuzz_check.c' 'a fuzz target that is gone'
whole
sed -i.bak '/"HEDDLE_FUZZ": "ON",/d' "$scratch/tree/CMakePresets.json"
notices suites.sh 'the preset fuzz does not run fuzz_parse' 'a preset that builds no fuzz target'

whole
echo 'const char *hd_seed(void); const char *hd_seed(void) { return "a sentence that no row says"; }' >>"$scratch/tree/algebra/layout.c"
notices refusals.sh 'no row says: a sentence that no row says' 'a refusal that nothing provokes'

# The documents: a tree that has nothing but one.
document() {
  fresh
  printf '%s\n' "$1" >"$scratch/tree/README.md"
}
fence='```'
document "${fence}console
\$ heddle eval '4:1'
4:1
\$ echo out; echo error >&2
out
error
\$ echo one \\
  line
one line
\$ exit 3
[exit 3]
$fence"
passes examples.sh
document "${fence}console
\$ heddle eval '4:1'
5:1
$fence"
notices examples.sh "heddle eval '4:1'" 'output that is not printed'
document "${fence}console
\$ false
$fence"
notices examples.sh 'exit status 1, stated 0' 'an exit status that is not stated'
document "${fence}console
\$ true
[exit 1]
$fence"
notices examples.sh 'exit status 0, stated 1' 'an exit status that does not occur'
document 'No example here.'
notices examples.sh 'found no example' 'a document without examples'

document "${fence}c
#include <heddle/algebra/algebra.h>
#include <stdio.h>
int main(void) { hd_layout l; return hd_make_scalar_layout(4, 1, NULL, &l) == HD_OK && puts(\"made\") < 0; }
$fence
${fence}text
made
$fence"
passes snippets.sh
sed -i.bak 's/^made$/other/' "$scratch/tree/README.md"
notices snippets.sh 'prints something else' 'a program that prints something else'
document "${fence}c
int main(void) { return undeclared; }
$fence"
notices snippets.sh 'does not compile' 'a program that does not compile'
document "${fence}c
int main(void) { return 1; }
$fence"
notices snippets.sh 'ends with a failure' 'a program that fails'
document 'No program here.'
notices snippets.sh 'found no program' 'a document without programs'

documented() {
  whole
  cp -R "$SOURCE_DIR"/{docs,examples} "$scratch/tree"
}
documented
passes statements.sh
documented
sed -i.bak 's/`device_split`/`device_splat`/' "$scratch/tree/docs/device.md"
notices statements.sh 'examples/device/split.c is no test device_splat' 'a statement whose example is no test'
documented
sed -i.bak 's/`a tile as a pointer`/`a tile as a number`/' "$scratch/tree/docs/device.md"
notices statements.sh 'device_refusals.sh does not say a tile as a number' 'a statement whose case is none'

documented
cp "$SOURCE_DIR"/*.md "$SOURCE_DIR/LICENSE" "$scratch/tree"
cp -R "$SOURCE_DIR/bench" "$scratch/tree"
passes links.sh
echo '[nowhere](nowhere.md), [no heading](tmem.md#nothing)' >>"$scratch/tree/docs/device.md"
notices links.sh 'docs/device.md: nowhere.md leads nowhere' 'a link to a file that is not there'
notices links.sh 'docs/device.md: tmem.md#nothing names no heading' 'a link to a heading that is not there'
echo 'Words.' >"$scratch/tree/docs/seeded.md"
notices links.sh 'does not list docs/seeded.md' 'a document that is in no list'

if command -v doxygen >/dev/null 2>&1; then
  seed documented doxygen.sh algebra/print.h 'int hd_seed(int a);' 'hd_seed'
  documented
  sed -i.bak 's/@ref tmem.h/@ref tnen.h/' "$scratch/tree/docs/reference.dox"
  notices doxygen.sh 'tnen.h' 'a reference that Doxygen warns of'
fi

document "![a layout](docs/pictures/seeded.svg)
\`heddle show '(4,8):(8,1)'\`"
mkdir "$scratch/tree/docs/pictures"
bash "$here/pictures.sh" --write "$scratch/tree" >"$scratch/said"
passes pictures.sh
sed -i.bak 's/>31</>13</' "$scratch/tree/docs/pictures/seeded.svg"
rm "$scratch/tree/docs/pictures/seeded.svg.bak"
notices pictures.sh 'draws another picture than docs/pictures/seeded.svg' 'a picture of something else'
cp "$scratch/tree/docs/pictures/seeded.svg" "$scratch/tree/docs/pictures/other.svg"
notices pictures.sh 'docs/pictures/other.svg is in no document' 'a picture that nobody shows'
document '![a layout](docs/pictures/seeded.svg)'
mkdir "$scratch/tree/docs/pictures"
notices pictures.sh 'no command stands below' 'a picture without its command'
document 'No picture here.'
notices pictures.sh 'found no picture' 'documents without pictures'

# What is installed and handed out.
agreed() {
  whole
  cp -R "$SOURCE_DIR"/{LICENSE,docs,examples} "$scratch/tree"
}
agreed
passes exports.sh
sed -i.bak '/^hd_composition$/d' "$scratch/tree/cmake/exports.txt"
notices exports.sh 'the public headers declare other functions' 'a function that exports.txt does not list'
seed agreed exports.sh algebra/swizzle.h 'int hd_seed(int a);' 'the public headers declare other functions'
seed agreed exports.sh tmem/geometry.h 'enum { HD_SEED = 3 };' 'the interface is not that of tests/structure/abi.txt'
agreed
sed -i.bak 's/^  HD_MALFORMED, .*/  HD_SEED,\n&/' "$scratch/tree/algebra/status.h"
notices exports.sh '> HD_MALFORMED 2' 'a status that another came before'
agreed
sed -i.bak 's/^  hd_profile profile;$/  int seed;\n&/' "$scratch/tree/algebra/layout.h"
notices exports.sh '>   4 65 hd_profile profile' 'a struct with a new member'
agreed
sed -i.bak 's/^int64_t hd_size(const hd_layout \*layout);/int hd_size(const hd_layout *layout);/' \
  "$scratch/tree/algebra/layout.h"
notices exports.sh '> int hd_size(const hd_layout *)' 'a function of another type'
echo 'int hd_seed(void); int hd_seed(void) { return 1; }' >"$scratch/seed.c"
"${CC:-cc}" -shared -fPIC "$scratch/seed.c" -o "$scratch/seed.so"
LIBRARY=$scratch/seed.so notices exports.sh '> hd_seed' 'a symbol that is exported and not listed'
LIBRARY=$scratch/seed.so notices exports.sh '< hd_composition@@HEDDLE_' 'a symbol that is listed and not exported'

agreed
echo 'static int seed; static int axis_seed;' >>"$scratch/tree/algebra/axis.c"
echo 'static int seed;' >>"$scratch/tree/algebra/layout.c"
notices amalgamation.sh 'axis_seed is another name already' 'a name that the one file would have twice'
seed agreed amalgamation.sh algebra/axis.c '#include <stdio.h>' 'the one file includes another'

if command -v python3 >/dev/null 2>&1; then
  agreed
  sed -i.bak 's/("leaf", ctypes.c_int)/("leaf", ctypes.c_int64)/' "$scratch/tree/examples/python/heddle.py"
  notices python.sh '_Error: (1368' 'a struct that is another in Python'
fi

# A library of two functions, one of which prints.
agreed
rm "$scratch"/tree/{algebra,tmem}/*
echo '#include <stddef.h>
void hd_seed(void *a, const void *b, size_t count);' >"$scratch/tree/algebra/algebra.h"
echo '#include "algebra/algebra.h"
#include <string.h>
int puts(const char *);
void hd_seed(void *a, const void *b, size_t count) {
  if (memcmp(a, b, count) == 0) memset(a, 1, count); else memcpy(a, b, count), puts("other");
}' >"$scratch/tree/algebra/seed.c"
echo 'int hd_other(void);' >"$scratch/tree/tmem/tmem.h"
echo '#include "tmem/tmem.h"
int hd_other(void) { return 1; }' >"$scratch/tree/tmem/other.c"
notices freestanding.sh 'needs something else (>)' 'a library that prints'

agreed
printf '%s\n' '## CMake' "${fence}sh" 'echo one' "$fence" "${fence}text" two "$fence" >"$scratch/tree/docs/embedding.md"
notices embedding.sh 'CMake: prints something else' 'a command that prints something else'
notices embedding.sh 'pkg-config does not print the line' 'a way that is not shown'
printf '%s\n' '## CMake' '<!-- needs: no-such-tool -->' "${fence}sh" 'exit 1' "$fence" >"$scratch/tree/docs/embedding.md"
notices embedding.sh 'CMake: left out, there is no no-such-tool' 'a tool that is missing'
printf '%s\n' '## CMake' "${fence}sh" 'exit 1' "$fence" >"$scratch/tree/docs/embedding.md"
notices embedding.sh 'CMake: fails' 'a command that fails'

[ "$failed" -eq 0 ] || exit 1
echo "$seeds violations, each noticed"
