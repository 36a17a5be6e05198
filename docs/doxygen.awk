# The house form of a header's comments as Doxygen's, one file from standard input or by name to standard output.
#
# A comment is about what stands right below it, up to the next blank line; one behind code is about that code; the first
# one is about the file. `requires:`, `ensures:`, `fails:` and `source:` open paragraphs of their own. What is indented is
# a table, an equation or an example and stays as it is. In the device layer a row of the tables that open a header, names
# and then what they mean, is the comment of each name that has none. Whatever has no comment stays without one.

BEGIN {
  while ((getline line < ARGV[1]) > 0) source[++lines] = line
  close(ARGV[1])
  if (match(ARGV[1], /kernels\/[^\/]*$/)) {
    folder = substr(ARGV[1], 1, RSTART + 7)
    split("launch copies device", manual, " ")
    for (m = 1; m in manual; ++m) read_table(folder manual[m] ".h")
  }
  for (at = 1; at <= lines; ++at) line_of_file()
  exit
}

# ---- which comment belongs to what ----

function line_of_file(   line) {
  line = source[at]
  if (line ~ /^ *\/\*/ && !continued && !body) { comment_of_its_own(); return }
  if (line ~ /^ *$/) remark = ""
  if (container) {
    if (line ~ /^}/) container = 0
    print behind_code(line)
  } else if (body) {
    if (line ~ /^}/) body = 0
    print line
  } else if (continued || line !~ /^([A-Za-z_]|#define)/ || line ~ /^extern "C"|^#define HEDDLE_/) {
    print line
  } else {
    declaration(line)
  }
  continued = source[at] ~ /\\$/
}

# A comment that begins its line: of the file, of what follows, or, before a blank line or between rulers, of nothing.
function comment_of_its_own(   first, text, last) {
  first = at
  text = ""
  while (1) {
    text = text source[at] "\n"
    if (source[at] ~ /\*\//) break
    ++at
  }
  last = at
  if (folder != "" && name_of(source[last + 1]) ~ /_$/) {
    remark = ""
  } else if (first == 1) {
    printf "/** @file\n%s */\n", converted(text)
  } else if (text ~ /^\/\* ----/ || source[last + 1] ~ /^ *$/) {
    printf "%s", text
    remark = ""
  } else {
    printf "/** %s */\n", converted(text)
    if (source[first] ~ /^\//) remark = converted(text)
    commented = 1
  }
}

# The beginning of a declaration at the left margin. One that follows another in one block has the same comment.
function declaration(line,   name) {
  name = name_of(line)
  container = line ~ /^(typedef )?(struct|enum|union)[^;(]*[{]/ && line !~ /}/
  body = !container && line ~ /[{]$/
  if (folder != "" && name ~ /_$/) { commented = 0; hide(line); return }
  if (!commented && line !~ /; +\/\*/) {
    if (remark != "") printf "/** %s */\n", remark
    else if (name in meaning) printf "/** %s */\n", meaning[name]
    else if (folder != "" && name != "") { hide(line); return }
  }
  commented = 0
  print line ~ /^#define/ ? line : behind_code(line)
}

# A macro or function of the device layer is internal that neither a comment nor a table speaks of, or ends in `_`.
function hide(line,   end) {
  end = line ~ /^#define/ ? "[^\\\\]$|^$" : body ? "^}|}$" : ";$"
  while (at < lines && source[at] !~ end) ++at
  body = 0
  source[at] = ""
}

function name_of(line) {
  if (line ~ /^#define/) { sub(/^#define */, "", line); sub(/[^A-Za-z0-9_].*/, "", line); return line }
  if (!match(line, /[A-Za-z0-9_]+\(/)) return ""
  return substr(line, RSTART, RLENGTH - 1)
}

# A comment behind code: of what stands before it.
function behind_code(line,   start, text) {
  start = match(line, /[^ ] +\/\*/)
  if (!start) return line
  text = substr(line, start + RLENGTH - 2)
  line = substr(line, 1, start)
  while (text !~ /\*\//) {
    ++at
    text = text "\n" source[at]
    line = line "\n"
  }
  return substr(line, 1, start) " /**< " converted(text) " */" substr(line, start + 1)
}

# ---- what a comment says ----

# A comment's text, without its stars, in Doxygen's words.
function converted(text,   count, row, n, out, paragraph, kind) {
  sub(/^ *\/\*/, "", text)
  sub(/ *\*\/ *\n?$/, "", text)
  count = split(text, row, "\n")
  kind = "prose"
  for (n = 1; n <= count; ++n) {
    sub(/^ *\* ?/, n == 1 ? "&" : "", row[n])
    if (n == 1) sub(/^ /, "", row[n])
    if (row[n] ~ /^ *(requires|ensures|fails|sources?): /) {
      out = out closed(kind, paragraph)
      paragraph = row[n]
      kind = "clause"
    } else if (row[n] ~ /^ *$/) {
      out = out closed(kind, paragraph) "\n"
      paragraph = ""
      kind = "prose"
    } else if (row[n] ~ /^  / && kind == "prose" && paragraph == "") {
      kind = "as it is"
      paragraph = row[n]
    } else if (row[n] !~ /^  / && kind != "prose") {
      out = out closed(kind, paragraph)
      paragraph = row[n]
      kind = "prose"
    } else {
      paragraph = paragraph (paragraph == "" ? "" : "\n") row[n]
    }
  }
  return out closed(kind, paragraph)
}

function closed(kind, paragraph,   word) {
  if (paragraph == "") return ""
  if (kind == "as it is") return "@verbatim\n" paragraph "\n@endverbatim\n"
  sub(/^ */, "", paragraph)
  gsub(/\n */, "\n", paragraph)
  if (kind == "clause") {
    word = paragraph
    sub(/:.*/, "", word)
    sub(/^[a-z]*: */, "", paragraph)
    return "@par " word "\n" prose(paragraph) "\n"
  }
  return prose(paragraph) "\n"
}

# Backquotes are code, everything else is meant as it stands; functions that are named are linked.
function prose(text,   count, piece, n, out) {
  count = split(text, piece, /`/)
  for (n = 1; n <= count; ++n) {
    gsub(/[\\@<>&#%"$]/, "\\\\&", piece[n])
    gsub(/::/, "\\::", piece[n])
    gsub(/--/, "\\--", piece[n])
    gsub(/ \.\./, " \\.\\.", piece[n])
    while (n % 2 && match(piece[n], /[.;)][ \n](requires|ensures|fails): /))
      piece[n] = substr(piece[n], 1, RSTART) "\n@par " substr(piece[n], RSTART + 2, RLENGTH - 4) "\n" \
        substr(piece[n], RSTART + RLENGTH)
    out = out (n == 1 ? "" : n % 2 ? "</code>" : "<code>") piece[n]
  }
  return out
}

# ---- the tables that open the device layer's headers ----

# `   NAME(..), NAME   meaning`, which goes on in lines indented further.
function read_table(file,   line, names, text, column) {
  while ((getline line < file) > 0 && line !~ /\*\/ *$/) {
    line = substr(line, 4)
    if (line ~ /^  [A-Za-z]/) {
      mean(names, text)
      names = text = ""
      if (match(line, /[^ ]   *[^ ]/)) {
        names = substr(line, 1, RSTART)
        text = substr(line, RSTART + RLENGTH - 1)
      } else if (line ~ /^  (HD|hd)_/) {
        names = line
      }
    } else if (line ~ /^    / && names != "") {
      sub(/^ */, "", line)
      text = text "\n" line
    } else {
      mean(names, text)
      names = text = ""
    }
  }
  mean(names, text)
  close(file)
}

# A meaning for each name where there are as many, more than two, with commas between them; else the same for all.
function mean(names, text,   name, count, part, parts, n) {
  while (text != "" && match(names, /(HD|hd)_[A-Za-z0-9_]+/)) {
    name[++count] = substr(names, RSTART, RLENGTH)
    names = substr(names, RSTART + RLENGTH)
  }
  parts = split(text, part, ", ")
  for (n = 1; n <= count; ++n)
    if (!(name[n] in meaning)) meaning[name[n]] = prose(count > 2 && parts == count ? part[n] : text)
}
