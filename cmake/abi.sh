#!/usr/bin/env bash
# What do programs that are compiled against Heddle's headers take for granted?
#
#   cmake/abi.sh exports [ROOT]   the functions that the public headers of algebra/ and tmem/ declare, one a line
#   cmake/abi.sh layout [ROOT]    those with their types, the value of every enumerator, and of every struct the size
#                                 and alignment, with the offset, size and type of each member, as the compiler has them
#
# The first is cmake/exports.txt, by which the shared library is linked; the second is tests/structure/abi.txt, of a
# machine with 64-bit pointers. The tests compare both with what is there. CC is the compiler.
set -euo pipefail
what=${1:?usage: abi.sh exports|layout [ROOT]}
here=$(cd "$(dirname "$0")" && pwd)
root=${2:-$here/..}
cc=${CC:-cc}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C

# One header of them all, without the C library's, comments and macros.
"$here/amalgamate.sh" "$scratch" "$root" >/dev/null
sed '/^#include </d' "$scratch/heddle.h" >"$scratch/alone.h"
"$cc" -E -P "$scratch/alone.h" | tr '\n' ' ' >"$scratch/declared"

# Prints a C program that prints the listing.
awk '
  function trim(s) { gsub(/[ \t]+/, " ", s); sub(/^ /, "", s); sub(/ $/, "", s); return s }
  function say(text) { gsub(/"/, "\\\"", text); printf "  puts(\"%s\");\n", text }

  # The end of what opens at the start of s.
  function closing(s,    depth, k, c) {
    for (k = 1; k <= length(s); ++k) {
      c = substr(s, k, 1)
      if (c == "{" || c == "(") ++depth
      if ((c == "}" || c == ")") && --depth == 0) return k
    }
    print "abi.sh: a bracket is not closed: " substr(s, 1, 80) >"/dev/stderr"
    exit 1
  }

  # A parameter without its name.
  function unnamed(s) {
    s = trim(s)
    if (match(s, /^[A-Za-z_0-9 *]*[ *][A-Za-z_0-9]+(\[[^]]*\])*$/) && s !~ /^(const )?[a-z_0-9]+$/)
      if (match(s, /[A-Za-z_][A-Za-z_0-9]*(\[[^]]*\])*$/)) {
        tail = substr(s, RSTART)
        sub(/^[A-Za-z_0-9]+/, "", tail)
        s = trim(substr(s, 1, RSTART - 1)) tail
      }
    return s
  }
  function parameters(s,    part, count, k, made) {
    count = split(s, part, ",")
    made = unnamed(part[1])
    for (k = 2; k <= count; ++k) made = made ", " unnamed(part[k])
    return made
  }

  # The members of a struct, or of one within it.
  function members(body, type, prefix,    at, inside, name, part, count, k, first) {
    while ((body = trim(body)) != "") {
      if (match(body, /^(struct|union) \{/)) {
        at = closing(substr(body, RLENGTH)) + RLENGTH - 1
        inside = substr(body, RLENGTH + 1, at - RLENGTH - 1)
        body = substr(body, at + 1)
        at = index(body, ";")
        name = trim(substr(body, 1, at - 1))
        body = substr(body, at + 1)
        if (name != "") member(type, prefix name, "struct")
        gsub(/\[[^]]*\]/, "[0]", name)
        members(inside, type, prefix (name == "" ? "" : name "."))
        continue
      }
      at = index(body, ";")
      count = split(substr(body, 1, at - 1), part, ",")
      body = substr(body, at + 1)
      first = trim(part[1])
      match(first, /[A-Za-z_][A-Za-z_0-9]*(\[[^]]*\])*$/)
      name = trim(substr(first, 1, RSTART - 1))
      sub(/[* ]*$/, "", name)
      member(type, prefix substr(first, RSTART), trim(substr(first, 1, RSTART - 1)))
      for (k = 2; k <= count; ++k) member(type, prefix trim(part[k]), name)
    }
  }
  function member(type, place, of,    plain) {
    while (sub(/^\*/, "", place)) of = of " *"
    plain = place
    while (sub(/\[[^]]*\]$/, "", plain)) continue
    if (plain !~ /^[A-Za-z_0-9.]+(\[0\][A-Za-z_0-9.]+)*$/) {
      print "abi.sh: cannot tell the member of " type ": " of " " place >"/dev/stderr"
      exit 1
    }
    printf "  printf(\"  %%zu %%zu %s %s\\n\", offsetof(%s, %s), sizeof(((%s *)0)->%s));\n", of, place,
           type, plain, type, plain
  }

  function enumerators(body,    part, count, k) {
    count = split(body, part, ",")
    for (k = 1; k <= count; ++k) {
      sub(/=.*/, "", part[k])
      if ((part[k] = trim(part[k])) != "") printf "  printf(\"%s %%lld\\n\", (long long)%s);\n", part[k], part[k]
    }
  }

  { text = text " " $0 }
  END {
    print "#include \"heddle.h\"\n#include <stdio.h>\nint main(void) {"
    while ((text = trim(text)) != "") {
      if (match(text, /^(typedef )?(struct|union) [a-z_0-9]+ \{/)) {
        head = substr(text, 1, RLENGTH)
        at = closing(substr(text, RLENGTH)) + RLENGTH - 1
        body = substr(text, RLENGTH + 1, at - RLENGTH - 1)
        split(head, word, " ")
        type = word[1] == "typedef" ? word[3] : word[1] " " word[2]
        printf "  printf(\"struct %s %%zu %%zu\\n\", sizeof(%s), _Alignof(%s));\n", type, type, type
        members(body, type, "")
      } else if (match(text, /^(typedef )?enum ([a-z_0-9]+ )?\{/)) {
        at = closing(substr(text, RLENGTH)) + RLENGTH - 1
        enumerators(substr(text, RLENGTH + 1, at - RLENGTH - 1))
      } else if (match(text, /^static /)) {
        at = closing(substr(text, index(text, "{"))) + index(text, "{") - 1
        text = substr(text, at + 1)
        continue
      } else if (match(text, /^typedef [^;]*;/)) {
        at = 0
        say(substr(text, 1, RLENGTH - 1))
      } else if (match(text, /^[A-Za-z_0-9 *]+\(/)) {
        name = head = substr(text, 1, RLENGTH - 1)
        at = closing(substr(text, RLENGTH)) + RLENGTH - 1
        list = substr(text, RLENGTH + 1, at - RLENGTH - 1)
        sub(/^inline /, "", head)
        sub(/^.*[ *]/, "", name)
        say(head "(" parameters(list) ")")
        print name >functions
        text = trim(substr(text, at + 1))
        if (text ~ /^\{/) { text = substr(text, closing(text) + 1); continue }
        at = 0
      } else {
        print "abi.sh: cannot tell what this declares: " substr(text, 1, 80) >"/dev/stderr"
        exit 1
      }
      text = substr(text, at + 1)
      text = substr(text, index(text, ";") + 1)
    }
    print "  return 0;\n}"
  }' functions="$scratch/functions" "$scratch/declared" >"$scratch/listing.c"

if [ "$what" = exports ]; then
  sort "$scratch/functions"
else
  "$cc" -std=c11 -I"$scratch" "$scratch/listing.c" -o "$scratch/listing"
  "$scratch/listing"
fi
