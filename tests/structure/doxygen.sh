#!/usr/bin/env bash
# Does the C API reference build without a warning, and has everything public in it a comment?
#
# Public is what the headers declare at the left margin, read here without Doxygen: of algebra/ and tmem/ all functions,
# types and macros of the headers that are installed; of the device layer whatever a kernel of the examples uses. Each must
# be in the reference with words of its own, or of the block that it stands in. Usage: doxygen.sh [ROOT]
set -euo pipefail
root=${1:-$SOURCE_DIR}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$root"

if ! command -v doxygen >/dev/null 2>&1; then
  echo "doxygen: not found; the reference is left out"
  exit 0
fi
cmake/docs.sh "$scratch/docs" >"$scratch/said" 2>&1 || { cat "$scratch/said"; exit 1; }

# Names with words: members and types whose description is not empty.
awk '
  function text(line) { gsub(/^[^>]*>|<.*/, "", line); return line }
  /<compounddef / { compound = ""; said = 0 }
  /<compoundname>/ { compound = text($0) }
  /<memberdef / { member = 1; name = ""; words = 0 }
  /<enumvalue / { value = 1 }
  /<name>/ && member && !value { name = text($0) }
  /<para>/ { if (!member) ++said; else if (!value) ++words }
  /<\/enumvalue>/ { value = 0 }
  /<\/memberdef>/ { if (words) print name; member = 0 }
  /<\/compounddef>/ { if (said) print compound }' "$scratch"/docs/xml/*.xml | sort -u >"$scratch/documented"

# What is declared: a function, a type or a macro begins its line.
headers=$(grep -LE 'not installed|installed as a source' algebra/*.h tmem/*.h)
# shellcheck disable=SC2086
sed -nE -e 's/^#define (HD_[A-Z0-9_]*[A-Z0-9])([ (].*|$)/\1/p' \
  -e 's/^(typedef )?(struct|enum|union) (hd_[a-z0-9_]+)( \{.*|;.*)/\3/p' \
  -e 's/^typedef .* \**(hd_[a-z0-9_]+);$/\1/p' \
  -e 's/^typedef .*\(\*(hd_[a-z0-9_]+)\)\(.*/\1/p' \
  -e 's/^[A-Za-z].*[ *](hd_[a-z0-9_]+)\(.*/\1/p' $headers | sort -u >"$scratch/declared"
grep -ohE '\b(HD|hd)_[A-Za-z0-9_]+' examples/device/*.[ch] examples/device_consumer/*.c | sort -u >"$scratch/used"
grep -xFf <(sed -nE 's/^#define (HD_[A-Z0-9_]*[A-Z0-9])([ (].*|$)/\1/p' kernels/*.h; \
  sed -nE 's/^[A-Za-z].*[ *](hd_[a-z0-9_]+)[({].*/\1/p; s/^typedef struct (hd_[a-z0-9_]+) .*/\1/p' \
    kernels/device.h kernels/launch.h kernels/host.h) "$scratch/used" \
  >>"$scratch/declared" || true

# What the tables in *.inc call a line is defined for as long as one is read.
sed -nE 's/^#undef (HD_[A-Z_]+)$/\1/p' tmem/*.inc tmem/*.h | sort -u >"$scratch/lines"
sort -u "$scratch/declared" | grep -vxFf "$scratch/lines" >"$scratch/public"

missing=$(grep -vxFf "$scratch/documented" "$scratch/public" || true)
count=$(wc -l <"$scratch/public")
[ "$count" -gt 300 ] || { echo "found $count public names"; exit 1; }
if [ -n "$missing" ]; then
  echo "public, and without a comment:"
  echo "$missing"
  exit 1
fi
echo "$count public names, each with its comment, and no warning"
