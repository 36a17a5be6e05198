# Sums gcov's annotated sources: a file's lines and branches that ran, of those that it has, once however often it was
# compiled. `missing` lists what never ran; `least_lines` and `least_branches` are the percentages that must be reached.
# A line is `COUNT:NUMBER:TEXT` (COUNT is `-` where there is nothing to run, `#####` where nothing ran); the branches of
# a line follow it.

function trimmed(text) {
  gsub(/^[ \t]+|[ \t*]+$/, "", text)
  return text
}

/^ *-: *0:Source:/ {
  file = $0
  sub(/^ *-: *0:Source:/, "", file)
  gsub(/\.\.\//, "", file)
  next
}

/^branch +[0-9]+ / {
  key = file SUBSEP number SUBSEP $2
  taken[key] += $3 == "taken" ? $4 : 0
  next
}

/^ *[-0-9#=*]+: *[0-9]+:/ {
  split($0, part, ":")
  number = part[2] + 0
  if (trimmed(part[1]) == "-") next
  ran[file, number] += trimmed(part[1]) + 0
  text[file, number] = substr($0, index($0, ":") + 1)
}

function percent(some, all) { return all ? 100 * some / all : 100 }

function row(name, lines, of_lines, branches, of_branches) {
  return sprintf("%-36s %6d of %6d %7.2f %%  %6d of %6d %7.2f %%", name, lines, of_lines, percent(lines, of_lines), branches,
    of_branches, percent(branches, of_branches))
}

END {
  for (key in ran) {
    split(key, part, SUBSEP)
    has_lines[part[1]]++
    if (ran[key]) lines[part[1]]++
    else if (missing) print part[1] ": never runs: " text[key] | "sort -t: -k1,1 -k3n"
  }
  for (key in taken) {
    split(key, part, SUBSEP)
    has_branches[part[1]]++
    if (taken[key]) branches[part[1]]++
    else if (missing && ran[part[1], part[2]])
      print part[1] ": never taken: " text[part[1], part[2]] " branch " part[3] | "sort -t: -k1,1 -k3n"
  }
  close("sort -t: -k1,1 -k3n")
  printf "%-36s %27s  %27s\n", "", "lines that ran", "branches that were taken"
  for (file in has_lines) {
    folder = file
    sub(/\/.*/, "/", folder)
    total_lines[folder] += has_lines[file]
    total_ran[folder] += lines[file]
    total_branches[folder] += has_branches[file]
    total_taken[folder] += branches[file]
    print row(file, lines[file] + 0, has_lines[file], branches[file] + 0, has_branches[file] + 0) | "sort"
  }
  close("sort")
  low = 0
  for (folder in total_lines) {
    print row(folder, total_ran[folder], total_lines[folder], total_taken[folder], total_branches[folder]) | "sort"
    if (percent(total_ran[folder], total_lines[folder]) < least_lines) low++
    if (percent(total_taken[folder], total_branches[folder]) < least_branches) low++
    folders++
  }
  close("sort")
  printf "at least %d %% of the lines and %d %% of the branches of each folder: %s\n", least_lines, least_branches,
    folders < 2 ? "nothing was counted" : low ? "NO" : "yes"
  exit folders < 2 || low
}
