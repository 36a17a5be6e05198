#!/usr/bin/env bash
# Makes one source file and one header of algebra/ and tmem/: cmake/amalgamate.sh FOLDER [ROOT] writes FOLDER/heddle.c,
# FOLDER/heddle.h and the licence.
#
# heddle.h is every public header, each once, in the order in which they include each other. heddle.c includes it, and
# is then every internal header and source. Two sources may use one name for what each keeps to itself: where names of
# file scope meet, each source's own becomes STEM_NAME throughout that source (`place` of evaluate.c becomes
# `evaluate_place`), members after `.` and `->` excepted. A new name that is in use already ends the script; what is
# renamed wrongly does not compile. A source's macros end with it.
#
# The C library gives memcpy, memset and memcmp; where there is none (`-ffreestanding`), heddle.c declares them itself,
# and whoever links it has them.
set -euo pipefail
out=${1:?usage: amalgamate.sh FOLDER [ROOT]}
root=${2:-$(dirname "$0")/..}
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "$root"
export LC_ALL=C

version=$(sed -nE 's/^project\(heddle VERSION ([0-9.]+).*/\1/p' CMakeLists.txt)
[ -n "$version" ] || { echo "found no version in $root/CMakeLists.txt" >&2; exit 1; }

read -r -d '' library <<'AWK' || true
function fail(text) {
  print "amalgamate.sh: " text >"/dev/stderr"
  failed = 1
  exit 1
}

# The file of `#include "name"` in a file: beside it, one up, or from the root.
function target_of(name, file) {
  if (name ~ /^\.\.\//) return substr(name, 4)
  if (name ~ /\//) return name
  sub(/[^\/]*$/, "", file)
  return file name
}

# The next token of `rest`, which is shortened by it: sets `token` and `kind`, of "word", "blank", "comment", "text" or
# "sign". A comment goes on in the next line while `in_comment`.
function next_token(    at) {
  if (in_comment) {
    at = index(rest, "*/")
    in_comment = at == 0
    take(at == 0 ? length(rest) : at + 1, "comment")
  } else if (match(rest, /^[ \t]+/)) take(RLENGTH, "blank")
  else if (rest ~ /^\/\*/) {
    at = index(substr(rest, 3), "*/")
    in_comment = at == 0
    take(at == 0 ? length(rest) : at + 3, "comment")
  } else if (rest ~ /^\/\//) take(length(rest), "comment")
  else if (match(rest, /^"([^"\\]|\\.)*"/)) take(RLENGTH, "text")
  else if (match(rest, /^'([^'\\]|\\.)+'/)) take(RLENGTH, "text")
  else if (match(rest, /^[A-Za-z_][A-Za-z_0-9]*/)) take(RLENGTH, "word")
  else if (match(rest, /^[0-9][A-Za-z_0-9.]*/)) take(RLENGTH, "text")
  else if (rest ~ /^->/) take(2, "sign")
  else take(1, "sign")
}
function take(count, of) {
  token = substr(rest, 1, count)
  kind = of
  rest = substr(rest, count + 1)
}
AWK

# Lines `FILE NAME`: the names of file scope that a file does not share by declaring them `extern`, and, as `- WORD`,
# every word of the sources.
names() {
  awk "$library"'
    function declare(name) {
      if (name == "" || (FILENAME, name) in said) return
      said[FILENAME, name]
      print FILENAME, name
    }
    function fresh() { own = aggregate = enumerated = called = 0; word = "" }
    FNR == 1 { depth = parens = in_comment = directive = 0; fresh() }
    { rest = $0
      if (!in_comment && /^[ \t]*#/) directive = 1
      while (rest != "") {
        next_token()
        if (kind == "word" && !(token in every)) { every[token]; print "-", token }
        if (kind == "comment" || kind == "blank" || directive) continue
        if (depth == 0 && parens == 0) {
          if (token == "static" || token == "typedef") own = 1
          else if (token ~ /^(struct|union|enum)$/) { aggregate = 1; enumerated = token == "enum" }
          else if (kind == "word") { if (aggregate == 1) { declare(token); aggregate = 2 } word = token }
          else if (token == "(" && !called && word != "__attribute__") { called = 1; if (own) declare(word) }
          else if ((token == "=" || token == "[" || token == ";" || token == ",") && own && !called) declare(word)
          if (token == "{" && aggregate == 1) aggregate = 2
          if (token == ";") fresh()
        } else if (depth == 0 && kind == "word" && pointer) declare(token)
        else if (depth == 1 && parens == 0 && enumerated && kind == "word" && before ~ /^[{,]$/) declare(token)
        pointer = depth == 0 && before == "(" && token == "*" && called
        if (token == "(") ++parens
        else if (token == ")") --parens
        else if (token == "{") ++depth
        else if (token == "}" && --depth == 0) { enumerated = 0; if (called) fresh() }
        before = token
      }
      if (!/\\$/) directive = 0
    }' "$@"
}

# One file after another, each with what it includes where it is first included. `renamed` has lines `FILE OLD NEW`,
# `known` the files that are in heddle.h.
join() {
  awk -v renamed="$1" -v known="$2" -v listing="$3" "$library"'
    # The lines of a header that hold nothing but its guard are left out: it stands here once.
    function emit(file,    line, name, target, old, guard, guarded, last, defines, count, i, line_in) {
      if (file ~ /\.c$/) depth = aggregate = 0
      print "\n/* ---- " file " ---- */\n"
      if (file ~ /\.h$/) { done[file]; print file >listing }
      guard = toupper("HEDDLE_" file); gsub(/[^A-Z0-9]/, "_", guard)
      count = guarded = last = 0
      while ((line_in = (getline line <file)) > 0) {
        text[file, ++count] = line
        if (line == "#ifndef " guard) guarded = 1
        if (line ~ /^#endif/) last = count
      }
      if (line_in < 0) fail("cannot read " file)
      close(file)
      defines = ""
      for (i = 1; i <= count; ++i) {
        line = text[file, i]
        if (guarded && (i == last || line == "#ifndef " guard || line == "#define " guard)) continue
        if (match(line, /^#include "[^"]*"/)) {
          name = substr(line, 11, RLENGTH - 11)
          target = target_of(name, file)
          if (!(target in done)) emit(target)
          continue
        }
        if (line ~ /^#include </) {
          if (line in done || line ~ /<string\.h>/) continue
          done[line]
        }
        if (file ~ /\.c$/ && match(line, /^# *define +[A-Za-z_0-9]+/)) {
          name = substr(line, 1, RLENGTH); sub(/^# *define +/, "", name)
          if (defines !~ " " name " ") defines = defines " " name " "
        }
        print file ~ /\.c$/ ? rename(line, file) : line
      }
      count = split(defines, old, " ")
      for (i = 1; i <= count; ++i) print "#undef " old[i]
    }
    # Members keep their names: after `.` and `->`, and where a struct declares them.
    function is_member(before) {
      return before == "." || before == "->" || (depth > 0 && members[depth] && match(rest, /^[ \t]*[];,:)[]/))
    }
    function rename(line, file,    made, before) {
      rest = line
      made = before = ""
      while (rest != "") {
        next_token()
        made = made (kind == "word" && (file, token) in new && !is_member(before) ? new[file, token] : token)
        if (kind == "blank" || kind == "comment") continue
        before = token
        if (token == "struct" || token == "union") aggregate = 1
        else if (token == "{") { members[++depth] = aggregate; aggregate = 0 }
        else if (token == "}") --depth
        else if (kind == "sign") aggregate = 0
      }
      return made
    }
    BEGIN {
      while ((getline line <renamed) > 0) { split(line, part, " "); new[part[1], part[2]] = part[3] }
      if (known != "") while ((getline line <known) > 0) done[line]
      for (k = 1; k < ARGC; ++k) emit(ARGV[k])
      exit failed
    }' "${@:4}"
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
sources=(algebra/*.c tmem/*.c)

# What is declared in two files, the headers counting as one, gets another name in each source.
names algebra/*.h tmem/*.h "${sources[@]}" >"$scratch/names"
awk '
  $1 == "-" { every[$2]; next }
  { file[NR] = $1; name[NR] = $2; ++times[$2] }
  END {
    for (k = 1; k <= NR; ++k) {
      if (times[name[k]] < 2 || file[k] !~ /\.c$/) continue
      stem = file[k]; sub(/.*\//, "", stem); sub(/\.c$/, "", stem)
      new = stem "_" name[k]
      if (new in every || new in made) { print "amalgamate.sh: " new " is another name already" >"/dev/stderr"; exit 1 }
      made[new]
      print file[k], name[k], new
    }
  }' "$scratch/names" >"$scratch/renamed"

title() {
  echo "/* Heddle $version, $1: made by cmake/amalgamate.sh of the files named below, and not to be changed by hand."
  echo " * SPDX-License-Identifier: Apache-2.0 (see LICENSE) */"
}
{
  title 'the public headers of algebra/ and tmem/'
  echo '#ifndef HEDDLE_H'
  echo '#define HEDDLE_H'
  join /dev/null '' "$scratch/public" algebra/algebra.h tmem/tmem.h
  echo '#endif'
} >"$scratch/heddle.h"
{
  title 'the sources of algebra/ and tmem/'
  cat <<'C'
#include "heddle.h"

#if defined(__GNUC__) && !defined(__clang__)
/* What GCC takes for unset changes with what it sees at once. The sources, one by one, compile with it as an error. */
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#if !defined(__STDC_HOSTED__) || __STDC_HOSTED__
#include <string.h>
#else
/* No C library: whoever links this has the three. The compiler may still put a few instructions in place of a call. */
void *memcpy(void *restrict to, const void *restrict from, size_t count);
void *memset(void *to, int value, size_t count);
int memcmp(const void *a, const void *b, size_t count);
#ifdef __GNUC__
#define memcpy(to, from, count) __builtin_memcpy(to, from, count)
#define memset(to, value, count) __builtin_memset(to, value, count)
#define memcmp(a, b, count) __builtin_memcmp(a, b, count)
#endif
#endif
C
  join "$scratch/renamed" "$scratch/public" "$scratch/internal" "${sources[@]}"
} >"$scratch/heddle.c"
cp "$scratch/heddle.c" "$scratch/heddle.h" LICENSE "$out"
echo "$out/heddle.c and heddle.h: $(wc -l <"$out/heddle.c") and $(wc -l <"$out/heddle.h") lines," \
  "$(wc -l <"$scratch/renamed") names made distinct"
