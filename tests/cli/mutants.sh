#!/usr/bin/env bash
# Would a wrong library be noticed? The command is built again with one thing wrong in it, and must fail: a composition
# by the recorded rows, a sweep that leaves out coordinates by itself.
. "$(dirname "$0")/common.sh"
cc=${CC:-cc}
compile=("$cc" -std=c11 -O1 -w -DHEDDLE_VERSION='"0"')

# The sound objects: in an archive, from which each command takes what its own objects do not define.
mkdir -p "$work/objects"
for source in "$source_dir"/algebra/*.c "$source_dir"/tmem/*.c "$source_dir"/proofs/*.c; do
  object=$work/objects/$(basename "$(dirname "$source")")_$(basename "$source" .c).o
  "${compile[@]}" -I "$source_dir" -c "$source" -o "$object" || fail "no object: $source"
done
mv "$work/objects/proofs_main.o" "$work/main.o"
ar rcs "$work/libsound.a" "$work/objects"/*.o || fail "no archive"

# link NAME [OBJECT]: the command with this object in the place of a sound one; then it is `heddle`
link() {
  heddle=$work/$1
  shift
  "$cc" "$work/main.o" "$@" "$work/libsound.a" -lgmp -o "$heddle" && return
  fail "does not build: $heddle"
  return 1
}

# mutant NAME FILE SED-EXPRESSION [SOURCE]: changes the file, and compiles it, or the source that includes it
mutant() {
  local name=$1 file=$2 source=${4:-$2} tree=$work/mutant_$1
  mkdir -p "$tree/algebra" "$tree/proofs"
  cp "$source_dir"/algebra/*.h "$tree/algebra"
  cp "$source_dir/$source" "$tree/$source"
  sed -E "$3" "$source_dir/$file" >"$tree/$file"
  if cmp -s "$tree/$file" "$source_dir/$file"; then
    fail "mutant $name is no mutant: its pattern is gone"
    return 1
  fi
  "${compile[@]}" -I "$tree" -I "$source_dir" -c "$tree/$source" -o "$tree/object.o" || fail "no object: $name"
  link "$name" "$tree/object.o"
}

# ---- composition ----

recorded=()
for file in cute_ir cute_ir_lib cute_cpp pycute tract cute_ir_errors cute_ir_lib_errors cute_cpp_errors \
  cute_ir_lib_disputed cute_cpp_disputed pycute_disputed; do
  recorded+=("$source_dir/tests/vectors/$file.tsv")
done
link sound && run 0 conform "${recorded[@]}"

# wrong NAME FILE SED-EXPRESSION [SOURCE]: a mutant of algebra/ that recorded rows must contradict
wrong() {
  mutant "$1" "algebra/$2" "$3" "algebra/${4:-$2}" || return
  run 1 conform "${recorded[@]}"
  closing | grep -Eq '^[0-9]+ passed, [1-9][0-9]* failed' || fail "mutant $1 lives: $(closing)"
  echo "mutant $1: $(closing)"
}

wrong divisibility radix.h 's/if \(\(d > 1 \&\& !hd_divide_evenly\(&steps, d\)\) \|\| !hd_divide_evenly\(&s, steps\)\) return -1;/steps \/= d, s \/= steps;/' composition.c
wrong shape_divisibility radix.h 's/ \|\| !hd_divide_evenly\(&s, steps\)\) return -1;/) return -1; s \/= steps;/' composition.c
wrong whole_turns radix.h 's/if \(!hd_divide_evenly\(&d, extent\)\) return -1;/d \/= extent;/' composition.c
wrong stride radix.h 's/hd_push_piece\(a, digit, steps, d, small,/hd_push_piece(a, digit, steps, 1, small,/' composition.c
wrong room radix.h 's/\(a->room\[digit\] -= far\) <= 0/(a->room[digit] -= far, false)/' composition.c
wrong split_room radix.h 's/\(a->room\[digit\] -= extent - d\) <= 0/(a->room[digit] -= extent - d, false)/' composition.c
wrong bits_taken_twice binary.h 's/ \&\& sum == all//' complement.c
wrong gap_of_bits binary.h 's/ >> hd_lowest_place\(gap\)//' complement.c
wrong run_of_bits binary.h 's/more = \(extent \* step - next\) \& a->starts;/more = 0;/' composition_by_mode.c
wrong additivity composition_integers.c 's/if \(!adds_up \&\&/if (0 \&\& !adds_up \&\&/'
wrong tail composition_integers.c 's/hd_coalesce_tail\(a, &t->a\);/hd_coalesce(a, \&t->a);/'
wrong refusing composition_integers.c 's/status = push_by_values\(.*/status = fail_leaf(error, HD_UNDEFINED, "no", b, leaf);/'
wrong fitted_extents fit.c 's/if \(fit->size \/ fit->block % extent != 0\)/if (0)/'
wrong fitted_blocks fit.c 's/if \(fit->next % fit->block != 0\)/if (0)/'

# ---- a sweep that leaves out coordinates ----

skipping='s/\+\+variable\[k\] < bounds->extent\[k\]/++variable[k] < bounds->extent[k] - (k == 1)/'
if mutant skipping proofs/forall.c "$skipping"; then
  echo 'claim forall t<4, r<3: true' >"$work/in"
  run 3 check -
  grep -qF '8 coordinates were visited, and there are 12' "$work/out" || fail "a sweep of 8 of 12: $(cat "$work/out")"
  run 3 fit 't<4, r<3: t'
  complains '8 coordinates were visited, and there are 12'
fi

finish "mutants: each is noticed"
