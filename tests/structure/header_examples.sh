#!/usr/bin/env bash
# Does the example in each public header compile, run, and come out as its remarks say?
#
# An example stands in a header's opening comment: a line ` * Example:`, then C statements indented by four more blanks.
# `text` is a buffer of HD_TEXT_MAX characters there. A remark is checked when its statement has run: `// "(4,2):(1,8)"`
# is what `text` holds, `// size == 32` an expression that is true. Every header that is installed must have one, with
# at least one remark. Usage: header_examples.sh [ROOT]
set -euo pipefail
root=${1:-$SOURCE_DIR}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$root"

# The example of the header $1 as the body of a function, each remark as a check.
body() {
  awk '
    /^ \* Example:/ { inside = 1; next }
    inside && !/^ \*$/ && !/^ \*     / { inside = 0 }
    inside {
      line = substr($0, 4)
      sub(/ \*\/$/, "", line)
      remark = ""
      if (match(line, /\/\/ .*$/)) { remark = substr(line, RSTART + 3); line = substr(line, 1, RSTART - 1) }
      print line
      if (remark ~ /^"/) printf "  expect_text(text, %s);\n", remark
      else if (remark ~ /[=<>]/) { gsub(/"/, "\\\"", remark); quoted = remark; gsub(/\\"/, "\"", remark)
                                   printf "  expect(%s, \"%s\");\n", remark, quoted }
    }' "$1"
}

failed=0
count=0
cat >"$scratch/main.c" <<'C'
#include <heddle/algebra/algebra.h>
#include <heddle/tmem/tmem.h>
#include <stdio.h>
#include <string.h>
static const char *header;
static int failed;
static void expect(bool holds, const char *what) {
  if (!holds) printf("%s: the example does not come out at %s\n", header, what);
  failed += !holds;
}
static void expect_text(const char *got, const char *wanted) {
  if (strcmp(got, wanted) != 0) printf("%s: the example gives %s, its remark says %s\n", header, got, wanted);
  failed += strcmp(got, wanted) != 0;
}
C
for file in algebra/*.h tmem/*.h; do
  ! grep -qE 'not installed|installed as a source' "$file" || continue
  body "$file" >"$scratch/body"
  if ! grep -q 'expect' "$scratch/body"; then
    # A header that only gathers others has nothing of its own to show.
    if grep -q '(' <(sed 's,/\*.*,,;/^ \*/d' "$file"); then
      echo "$file: has no example, or one without a remark"
      failed=$((failed + 1))
    fi
    continue
  fi
  count=$((count + 1))
  {
    echo "static void example_$count(void) {"
    echo "  char text[HD_TEXT_MAX] = \"\";"
    echo "  header = \"$file\";"
    echo "  (void)text;"
    echo "#line 1 \"example of $file\""
    cat "$scratch/body"
    echo '}'
  } >>"$scratch/main.c"
done
{
  echo 'int main(void) {'
  for ((i = 1; i <= count; ++i)); do echo "  example_$i();"; done
  echo '  return failed != 0;'
  echo '}'
} >>"$scratch/main.c"

[ "$count" -gt 0 ] || { echo "found no example"; exit 1; }
"$CC" -std=c11 -Wall -Wextra -Werror -Wno-unused-but-set-variable -Wno-strict-prototypes -I"$BUILD_DIR/include" \
  "$scratch/main.c" "$BUILD_DIR/libheddle.a" -o "$scratch/program"
"$scratch/program" || failed=$((failed + 1))
[ "$failed" -eq 0 ] || exit 1
echo "$count examples compiled and run"
