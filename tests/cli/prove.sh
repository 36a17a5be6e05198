#!/usr/bin/env bash
# Theorems from the command line: bounds, shares by hand and by what launchers set, certificates merged and judged again,
# and what is refused.
. "$(dirname "$0")/common.sh"
for name in $(compgen -v | grep -E '^(OMPI_|PMI|SLURM_|SGE_|LSB_|PBS_)' || true); do unset "$name"; done

small=(--bound modes=2,extent=3,stride=3,by_modes=2,by_extent=3,by_stride=3)

# refuses WORDS ARGUMENT..: malformed, with these words
refuses() {
  local words=$1
  shift
  run 2 prove "$@"
  complains "$words"
  [ ! -s "$work/out" ] || fail "refused, and yet printed: $(cat "$work/out")"
}

# ---- what there is ----

run 0 prove --list
[ "$(grep -c '^[a-z]' "$work/out")" -ge 30 ] || fail "fewer than 30 theorems"
[ "$(grep -c ' cases$' "$work/out")" -eq "$(grep -c '^[a-z]' "$work/out")" ] || fail "a theorem without its count"
run 0 prove --list composition
[ "$(wc -l <"$work/out")" -eq 2 ] || fail "one theorem is two lines"
run 0 prove --domains
grep -q '^pairs: ' "$work/out" || fail "no domain of pairs"

# ---- a run, and its certificate ----

run 0 prove composition "${small[@]}" --threads 1 --out "$work/whole.json"
grep -Eq '^composition +proved: 24336 of 24336 cases, [1-9][0-9]* held, [1-9][0-9]* vacant, digest [0-9a-f]{16}$' "$work/out" ||
  fail "says of composition: $(cat "$work/out")"
cp "$work/out" "$work/said"
run 0 prove composition "${small[@]}" --threads 3 --out "$work/threads.json"
cmp -s "$work/whole.json" "$work/threads.json" || fail "three threads give another certificate"
run 0 prove --verify "$work/whole.json" --sample 500
cmp -s "$work/out" "$work/said" || fail "verified it says: $(cat "$work/out")"
complains 'composition: '
complains ' parts by digest'
run 0 prove composition "${small[@]}" --out -
grep -q '"theorem": "composition"' "$work/out" || fail "no certificate on the standard output"
run 0 prove sum_bounds layout_bounds --bound near=0 --out "$work/two.json"
[ "$(grep -c '"theorem"' "$work/two.json")" -eq 2 ] || fail "two theorems are not two records"

# ---- shares ----

# merges FILES..: the same certificate as that of the whole
merges() {
  run 0 prove --merge "$@" --out "$work/merged.json"
  cmp -s "$work/whole.json" "$work/merged.json" || fail "merged, it is another certificate: $*"
}

for k in 0 1 2 3; do
  run 0 prove composition "${small[@]}" --shard $k/4 --out "$work/share.$k"
  grep -q '^composition  *part: 6084 of 24336 cases' "$work/out" || fail "share $k: $(cat "$work/out")"
done
merges "$work"/share.?
merges "$work/share.2" "$work/share.0" "$work/share.3" "$work/share.1"
run 0 prove --verify "$work/share.1" --sample 100
run 0 prove compact_inverses --bound size=3 --out "$work/few.json"
for k in 4 3 2 1 0; do run 0 prove compact_inverses --bound size=3 --shard $k/5 --out "$work/few.$k"; done
run 0 prove --merge "$work"/few.[0-4] --out "$work/merged.json" # more shares than cases
cmp -s "$work/few.json" "$work/merged.json" || fail "shares without cases make another certificate"
refuses 'cases 6084..12167 of composition are in none of these files' --merge "$work/share.0" "$work/share.2" "$work/share.3"
refuses 'would be counted twice' --merge "$work/share.0" "$work/share.1" "$work/share.1"

# launched NAME COUNT WORD VARIABLES..: with %r for the rank; each process has a file of its own
launched() {
  local name=$1 count=$2 rank variable
  shift 2
  for ((rank = 0; rank < count; rank++)); do
    (
      for variable in "$@"; do export "${variable//%r/$rank}"; done
      "$heddle" prove composition "${small[@]}" --out "$work/$name" --checkpoint "$work/$name.checkpoint"
    ) >"$work/out" 2>"$work/err" || fail "$name, rank $rank: $(cat "$work/err")"
    complains "share $rank of $count"
    [ -s "$work/$name.checkpoint.$rank-of-$count" ] || fail "$name, rank $rank has no checkpoint"
  done
  merges "$work/$name".?-of-"$count"
}

launched openmpi 3 OMPI_COMM_WORLD_RANK=%r OMPI_COMM_WORLD_SIZE=3
launched mpich 2 PMI_RANK=%r PMI_SIZE=2
launched srun 4 SLURM_PROCID=%r SLURM_NTASKS=4
launched slurm_array 3 SLURM_ARRAY_TASK_ID=%r SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=2 SLURM_ARRAY_TASK_COUNT=3
launched sge 2 SGE_TASK_ID=%r SGE_TASK_FIRST=0 SGE_TASK_LAST=1 SGE_TASK_STEPSIZE=1
(
  export PBS_ARRAY_INDEX=1
  refuses 'nothing says how many tasks the job array has' composition "${small[@]}"
  run 0 prove composition "${small[@]}" --shards 3
  grep -q ' part: 8112 of 24336 cases (8112..16223)' "$work/out" || fail "PBS: $(cat "$work/out")"
  exit $failures
) || failures=$((failures + $?))
if command -v mpirun >/dev/null 2>&1; then
  mpirun --allow-run-as-root --oversubscribe -n 2 "$heddle" prove composition "${small[@]}" --out "$work/mpirun" \
    >"$work/out" 2>&1 </dev/null || fail "mpirun: $(cat "$work/out")"
  merges "$work/mpirun.0-of-2" "$work/mpirun.1-of-2"
else
  echo "mpirun is not here: only its variables were tried"
fi

# ---- checkpoints ----

run 0 prove composition "${small[@]}" --checkpoint "$work/done" --out "$work/again.json"
cmp -s "$work/done" "$work/whole.json" || fail "a finished checkpoint is not the certificate"
run 0 prove composition "${small[@]}" --checkpoint "$work/share.0" --out "$work/again.json" # its first share was judged
cmp -s "$work/again.json" "$work/whole.json" || fail "from a share on it is another certificate"
refuses 'is the checkpoint of other theorems, bounds or shares' composition --checkpoint "$work/done"
refuses 'is the checkpoint of other theorems, bounds or shares' product "${small[@]}" --checkpoint "$work/done"
refuses 'is no checkpoint to go on from' composition "${small[@]}" --checkpoint "$work/said"

# ---- certificates that are none ----

# spoilt SED-EXPRESSION WORDS
spoilt() {
  sed -E "$1" "$work/whole.json" >"$work/spoilt.json"
  cmp -s "$work/spoilt.json" "$work/whole.json" && fail "nothing was changed: $1"
  refuses "$2" --verify "$work/spoilt.json"
  refuses "$2" --merge "$work/spoilt.json"
}
spoilt 's/"heddle": "[^"]*"/"heddle": "0.0.0"/' 'it is of version 0.0.0'
spoilt 's/"held": [0-9]+/"held": 1/' 'held, vacant, open and failed do not add up to the cases'
spoilt 's/"expected": 24336/"expected": 24337/' 'the bound has 24336 cases, and it says otherwise'
spoilt 's/"extent": 3/"extent": 2/' 'and it says otherwise'
spoilt 's/"digest": "[0-9a-f]*"/"digest": "0123456789abcdef"/' 'the digests of the parts do not add up'
spoilt 's/"check": "...../"check": "00000/' 'the check at the end is wrong: it was edited'
spoilt 's/^  "format"/ "format"/' 'it was edited'
head -c 900 "$work/whole.json" >"$work/cut.json"
refuses 'it was cut off' --verify "$work/cut.json"
: >"$work/empty.json"
refuses 'it was cut off' --verify "$work/empty.json"
refuses "$work/none.json" --verify "$work/none.json"

# A forger who makes the check right, too, is found by judging again. The check is a hash of all before it.
python3 - "$work/whole.json" "$work/forged.json" <<'PYTHON' || echo "no python3: a forged certificate was not tried"
import sys
text = open(sys.argv[1]).read()
def mix(x):
    x = (x + 0x9E3779B97F4A7C15) % 2**64
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    x = (x ^ x >> 27) * 0x94D049BB133111EB % 2**64
    return x ^ x >> 31
begin = text.index('"parts": [') + 10
parts = text[begin:text.index(']', begin)]
words = [w.strip().strip('"') for w in parts.split(',')]
old = text
for word in words: # each part is one more, and the whole as much more as there are parts
    parts = parts.replace(word, '%016x' % ((int(word, 16) + 1) % 2**64))
text = text[:begin] + parts + text[text.index(']', begin):]
digest = text.index('"digest": "') + 11
text = text[:digest] + '%016x' % ((int(text[digest:digest + 16], 16) + len(words)) % 2**64) + text[digest + 16:]
end = text.index('  "check"')
check = 0
for byte in text[:end].encode(): check = mix(check ^ byte)
text = text[:end] + '  "check": "%016x"\n}\n' % check
open(sys.argv[2], 'w').write(text)
PYTHON
if [ -f "$work/forged.json" ]; then
  run 1 prove --verify "$work/forged.json" --sample 500
  grep -q '^composition  *REFUSED: cases ' "$work/out" || fail "a forged certificate: $(cat "$work/out")"
fi

# ---- what is asked for wrongly ----

refuses 'composition: extent wants a number, extent=N' composition --bound extent
refuses '--bound wants NAME=NUMBER; heddle prove --list has the names' sum_bounds --bound ''
refuses '--out wants the name of a file, or -' sum_bounds --out ''
refuses 'it cannot be written: it is a folder' sum_bounds --out "$work"
refuses '--merge is one thing to do, and another is asked for already' --verify --merge "$work/property.json"

# ---- properties ----

property='forall A, B in pairs(2,3,3,1,3,3): let C = A o B size(C) == size(B)'
run 0 prove "$property" --out "$work/property.json"
grep -qF "$property proved: 1872 of 1872 cases, " "$work/out" || fail "a property: $(cat "$work/out")"
for k in 0 1 2; do run 0 prove "$property" --shard $k/3 --out "$work/property.$k"; done
run 0 prove --merge "$work"/property.[0-2] --out "$work/property.merged"
cmp -s "$work/property.merged" "$work/property.json" || fail "shares of a property make another certificate"
run 0 prove --verify "$work/property.json" --sample 300
run 1 prove 'forall A in layouts(2,4,4): cosize(A) <= 9'
grep -q '^  case 15: 4:3: left is 10, right is 9$' "$work/out" || fail "a property that fails: $(cat "$work/out")"
run 3 prove 'forall A in layouts(1,2,2): A(0,0,0) == 0' # no case has an answer
refuses 'this is no domain; heddle prove --domains has them all' 'forall A in layout(1,2,2): true'
complains 'is `layouts` meant?'
refuses "a number of the domain's bound is missing: it has 3 in all" 'forall A in layouts(1,2): true'
complains 'strides 0 to `stride`'
refuses 'this name has a value already' 'forall A, A in pairs(1,2,2,1,2,2): true'
[ "$(sed -n 2p "$work/err")" = '            ^' ] || fail "the place of a name: $(cat "$work/err")"
refuses 'a name is wanted for each part of a case; layouts: 1, numbers: 0, names here: 2' 'forall A, n in layouts(1,2,2): true'
refuses 'a property is true or false, and this is neither' 'forall A in layouts(1,2,2): size(A) + 1'
refuses 'a tuple holds numbers and tuples' 'forall size in layouts(1,2,2): size(size) == 3'
refuses 'unknown name' 'forall A in layouts(1,2,2): size(B) > 0'

# ---- what is malformed ----

refuses 'there is no theorem `compositoin`' compositoin
complains 'is `composition` meant?'
refuses 'there is no theorem `entirely_else`' entirely_else
! grep -q 'hint:' "$work/err" || fail "a hint where no name is near: $(cat "$work/err")"
refuses 'composition is named twice' composition composition
refuses 'there is no option `--thread`' composition --thread 2
refuses '--threads wants a number from 1 to 256' composition --threads 0
refuses '--out wants a value' composition --out
refuses '--shard wants K/N' composition --shard 4/4
refuses '--every wants seconds' composition --every never
refuses 'composition has no bound `depth=3`' composition --bound depth=3
refuses 'composition: modes is from 1 to ' composition --bound modes=0
refuses 'sum_bounds has no bound `modes=2`' composition sum_bounds --bound modes=2
refuses 'more cases than 64 bits can number' composition --bound modes=6,extent=1000,stride=1000
refuses 'usage: heddle prove' --merge
refuses 'folder.json: it cannot be written: there is no such folder' composition "${small[@]}" --out "$work/no/such/folder.json"
refuses 'folder.json: it cannot be written: there is no such folder' composition "${small[@]}" --checkpoint "$work/no/such/folder.json"

finish "prove: theorems, shares, certificates"
