#!/usr/bin/env bash
# Do the suites notice small faults in the library? Makes COUNT faults in algebra/ and tmem/, one at a time and each in
# a copy of its file, and runs the suites on the library with it until one fails. A fault that none notices survives,
# and must stand explained in docs/mutation.md; ends non-zero where one does not.
#
#   tests/mutation/run.sh [COUNT [SEED]]     200 faults of all that mutants.awk finds, chosen by the seed 1
#
# A fault is noticed when a suite fails, crashes, or takes several times its usual time. One that makes the compiler
# write the same object as before is no fault, and is counted apart. Nothing is written outside build/mutation.
set -euo pipefail
cd "$(dirname "$0")/../.."

root=$PWD
work=$root/build/mutation
release=$root/build/release
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
compile="${CC:-cc} -std=c11 -O2 -fPIC -w -I$root -I$work"
patience=4   # times its usual time, and two seconds, are what a suite gets

export root work compile patience CK_FORK=no

# CPU seconds that the suite $1 takes with the library in the folder $2, or nothing where it fails. $3: most seconds.
run_suite() {
  local TIMEFORMAT='%U %S' spent
  spent=$( {
    time { (ulimit -t "$3"; LD_LIBRARY_PATH=$2 exec "$work/suites/$1") >"$2/said" 2>&1 </dev/null; }
  } 2>&1 ) || return 1
  tail -n 1 <<<"$spent" | awk 'NF == 2 { printf "%.2f\n", $1 + $2; said = 1 } END { exit !said }'
}

# The suites of the file $1, most particular first: X_part.c may share the suite of X.
own_suites() {
  local name
  name=$(basename "$1" .c)
  case $1 in tmem/*) name=tmem_$name ;; esac
  while :; do
    [ -x "$work/suites/test_$name" ] && echo "test_$name"
    [[ $name == *_* ]] || break
    name=${name%_*}
  done
}

# judge NUMBER FILE LINE COLUMN OLD NEW: prints what became of this fault.
judge() {
  local number=$1 file=$2 line=$3 column=$4 old=$5 new=$6 folder=$work/run/$1 name suite limit object
  name=$(basename "$file")
  object=$(dirname "$file")_${name%.c}.o
  mkdir -p "$folder/objects"
  new=$new awk -v line="$line" -v column="$column" -v length_of="${#old}" '
    NR == line { $0 = substr($0, 1, column - 1) ENVIRON["new"] substr($0, column + length_of) }
    { print }' "$file" >"$folder/$name"
  text=$(sed -n "${line}s/^ *//p" "$folder/$name")
  say() {
    printf '%s\t%s:%s\t`%s` for `%s`\t`%s`\t%s\n' "$1" "$file" "$line" "$new" "$old" "$text" "$2"
    rm -rf "$folder"
  }
  if ! $compile -iquote "$root/$(dirname "$file")" -c "$folder/$name" -o "$folder/$object" >/dev/null 2>&1; then
    say 'not C' ''
    return
  fi
  if cmp -s "$folder/$object" "$work/objects/$object"; then say 'same object' ''; return; fi
  ln -s "$work"/objects/*.o "$folder/objects/"
  rm "$folder/objects/$object"
  mv "$folder/$object" "$folder/objects/"
  if ! ${CC:-cc} -shared -o "$folder/libmutant.so" "$folder"/objects/*.o 2>/dev/null; then say 'not C' ''; return; fi
  while read -r suite; do
    limit=$(awk -v suite="$suite" -v patience=$patience '$2 == suite { print int(patience * $1) + 2 }' "$work/times")
    if ! run_suite "$suite" "$folder" "$limit" >/dev/null 2>&1; then say noticed "$suite"; return; fi
  done < <({ own_suites "$file"; awk '{ print $2 }' "$work/times"; } | awk '!seen[$0]++')
  say SURVIVED ''
}
if [ "${1:-}" = --one ]; then
  IFS=$'\t' read -r number file line column old new <<<"$2"
  judge "$number" "$file" "$line" "$column" "$old" "$new"
  exit 0
fi

count=${1:-200} seed=${2:-1}
cmake/dependencies.sh test
cmake/build.sh release -DHEDDLE_TESTS=ON
rm -rf "$work"
mkdir -p "$work/objects" "$work/suites" "$work/run"
for file in algebra/*.c tmem/*.c; do
  echo "$file $work/objects/$(dirname "$file")_$(basename "$file" .c).o"
done | xargs -P "$jobs" -L 1 sh -c '$compile -c "$0" -o "$1"'
${CC:-cc} -shared -o "$work/libmutant.so" "$work"/objects/*.o

# The suites of the library, linked to it as a shared one that can be exchanged.
for source in tests/test_*.c; do
  name=$(basename "$source" .c)
  case $name in test_kernels_* | test_ptx_* | test_prove_*) continue ;; esac
  echo "$name"
done >"$work/names"
# shellcheck disable=SC2016
libraries=$(sed 's/.* -o [^ ]* //; s|[^ ]*libheddle\.a||' "$release/tests/CMakeFiles/test_fit.dir/link.txt")
while read -r name; do
  (cd "$release/tests" && ${CC:-cc} "CMakeFiles/$name.dir/$name.c.o" -o "$work/suites/$name" $libraries \
    -L"$work" -lmutant)
done <"$work/names"
while read -r name; do
  if ! spent=$(run_suite "$name" "$work" 300); then
    cat "$work/said"
    echo "$name fails on the library as it is" >&2
    exit 1
  fi
  echo "$spent $name"
done <"$work/names" | sort -n >"$work/times"

awk -f tests/mutation/mutants.awk algebra/*.c tmem/*.c >"$work/all"
# A chosen few, each at most once: the generator of Park and Miller, the same on every machine.
awk -v count="$count" -v seed="$seed" '{ line[NR] = $0 }
  END {
    for (k = 1; k <= count && k <= NR; ++k) {
      seed = (seed * 16807) % 2147483647
      other = k + seed % (NR - k + 1)
      chosen = line[other]
      line[other] = line[k]
      printf "%d\t%s\n", k, chosen
    }
  }' "$work/all" >"$work/chosen"
echo "$(wc -l <"$work/all") faults could be made; seed $seed chose $(wc -l <"$work/chosen"); each is looked for by" \
  "the suites of its file, then the others, the quickest first"

tr '\n' '\0' <"$work/chosen" | xargs -0 -P "$jobs" -n 1 "$0" --one >"$work/results"

unexplained=0
while IFS=$'\t' read -r _ where change text _; do
  file=${where%%:*}
  if grep -qF "$file | $change | $text" docs/mutation.md; then
    echo "survived, explained: $where: $change"
  else
    echo "SURVIVED: $where: $change: $text"
    unexplained=$((unexplained + 1))
  fi
done < <(grep '^SURVIVED' "$work/results")
for kind in noticed SURVIVED 'same object' 'not C'; do
  echo "$kind: $(grep -c "^$kind" "$work/results" || true)"
done
[ "$unexplained" -eq 0 ] || { echo "$unexplained survivors are not explained in docs/mutation.md"; exit 1; }
