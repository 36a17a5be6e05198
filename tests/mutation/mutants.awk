# Every small fault that could be made in the C files read: a line each, of FILE, LINE, COLUMN, what stands there, and
# what would stand there, between tabs. One change each: an operator, a number by one, a truth, a status, a negation, or
# a whole statement left out. Comments, texts, the preprocessor's lines and tables are left alone.

BEGIN {
  operators = split("< <= > >= == != + - * / % && || << >> & | += -=", from, " ")
  split("<= < >= > != == - + / * / || && >> << | & -= +=", to, " ")
  identifier = "[A-Za-z_][A-Za-z_0-9]*"
}

FNR == 1 { in_comment = 0; depth = 0 }

function say(column, old, new) { printf "%s\t%d\t%d\t%s\t%s\n", FILENAME, FNR, column, old, new }

# The line with texts, characters and comments as spaces: columns stay.
function code_of(line,   out, k, c, two) {
  out = ""
  for (k = 1; k <= length(line); ++k) {
    c = substr(line, k, 1)
    two = substr(line, k, 2)
    if (in_comment) {
      if (two == "*/") { in_comment = 0; out = out "  "; ++k } else out = out " "
    } else if (two == "/*") { in_comment = 1; out = out "  "; ++k }
    else if (c == "\"" || c == "'") {
      out = out " "
      for (++k; k <= length(line) && substr(line, k, 1) != c; ++k) {
        if (substr(line, k, 1) == "\\") { out = out " "; ++k }
        out = out " "
      }
      out = out " "
    } else out = out c
  }
  return out
}

# Each place where `what` stands between spaces.
function operator(code, what, instead,   rest, at, base) {
  base = 0
  rest = code
  while ((at = index(rest, " " what " ")) > 0) {
    say(base + at + 1, what, instead)
    base += at + length(what)
    rest = substr(code, base + 1)
  }
}

# Each whole word that matches, by its replacement; a number goes up and down by one.
function words(code,   rest, base, word, before) {
  base = 0
  rest = code
  while (match(rest, /[A-Za-z_0-9]+/)) {
    word = substr(rest, RSTART, RLENGTH)
    before = substr(code, base + RSTART - 1, 1)
    if (word ~ /^[0-9]+$/ && before != ".") {
      say(base + RSTART, word, word + 1)
      if (word > 0) say(base + RSTART, word, word - 1)
    } else if (word == "true") say(base + RSTART, word, "false")
    else if (word == "false") say(base + RSTART, word, "true")
    else if (word ~ /^HD_(UNDEFINED|UNDECIDED|OVERFLOW|CAPACITY|RANGE|MISMATCH|MALFORMED)$/)
      say(base + RSTART, word, "HD_OK")
    base += RSTART + RLENGTH - 1
    rest = substr(code, base + 1)
  }
}

# A condition that is one truth, by its opposite.
function condition(code,   open, k, level) {
  if (!match(code, /(if|while) \(/)) return
  open = RSTART + RLENGTH - 1
  for (k = open; k <= length(code); ++k) {
    level += (substr(code, k, 1) == "(") - (substr(code, k, 1) == ")")
    if (level == 0) break
  }
  code = substr(code, open + 1, k - open - 1)
  if (level != 0 || code ~ /[<>=!] |&&|[|][|]|^!/) return
  code = substr($0, open + 1, length(code))
  say(open + 1, code, "!(" code ")")
}

{
  code = code_of($0)
  inside = depth
  opens = gsub(/\{/, "{", code)
  closes = gsub(/\}/, "}", code)
  depth += opens - closes
  # A function's body only: what stands outside is a declaration or a table.
  if (inside == 0 || code ~ /^ *#/ || code ~ /^ *static const /) next
  for (k = 1; k <= operators; ++k) operator(code, from[k], to[k])
  words(code)
  if (match(code, /![A-Za-z_(]/)) say(RSTART, "!", "")
  condition(code)
  # A call or an assignment by itself on its line.
  if (code ~ ("^ +[*]?" identifier "([.]|->|\\[|\\(| [-+*/|&]?= |[+][+];|--;).*; *$") &&
      code !~ /^ +(return|if|for|while|else|do)[ (;]/) {
    match(code, /[^ ]/)
    say(RSTART, substr($0, RSTART), ";")
  }
}
