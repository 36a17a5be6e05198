#!/usr/bin/env bash
# --json on every verb: one value of JSON, with the frame, the exit code of the same command without it, nothing on the
# standard error; and docs/json.md lists what is produced, no more and no less.
. "$(dirname "$0")/common.sh"
cd "$work" || exit 1

# ---- what docs/json.md lists: VERB, PATH and TYPE, the first of what stands in every answer `*` ----

awk '/^## Every answer/ { verb = "*" }
  /^## `/ { verb = $0; gsub(/^## `|`$/, "", verb); gsub(/ /, "-", verb) }
  /^\| `/ { split($0, part, "|"); gsub(/[ `]/, "", part[2]); gsub(/ /, "", part[3]); print verb, part[2], part[3] }' \
  "$source_dir/docs/json.md" | LC_ALL=C sort >documented
[ "$(wc -l <documented)" -gt 150 ] || fail "docs/json.md lists $(wc -l <documented) members"
LC_ALL=C sort -uc documented || fail "a member is listed twice"
: >produced
: >frames

# Known as `P.*` where the documentation says so.
grep -F '.*' documented | sed 's/\.\* .*//' >any

# produces VERB: the fields of the last run belong to it
produces() {
  fields
  head -n 1 "$work/out" | grep -qF "{\"heddle\":1,\"verb\":\"$1\"," || fail "no frame of $1: $(head -c 300 "$work/out")"
  sed -E 's/^(errors\[\]\.(code|message|input|line|column|hint)|notes\[\]|heddle|verb|exit) /* &/' fields >fields.marked
  grep '^\* ' fields.marked >>frames
  grep -v '^\* ' fields.marked | sed "s/^/${1// /-} /" | awk '
    FNR == NR { any[$1 " " $2] = 1; next }
    { path = $2
      for (key in any) { split(key, part, " "); if (part[1] == $1 && index(path, part[2] ".") == 1) path = part[2] ".*" }
      print $1, path, $3 }' any - >>produced
}

# ask VERB ARGUMENT..: the verb with --json and without
ask() {
  local verb=$1 code
  shift
  # shellcheck disable=SC2086
  "$heddle" $verb "$@" >out.text 2>err.text <"$work/in"
  code=$?
  # shellcheck disable=SC2086
  run $code $verb --json "$@"
  [ ! -s err ] || fail "$verb --json $*: says on the standard error: $(cat err)"
  grep -qE "\"exit\":$code\}\$" out || fail "$verb --json $*: another exit code than $code: $(tail -c 100 out)"
  produces "$verb"
}

# ---- commands that have answers, and ones that have none ----

ask eval '(2,5):(1,7) o 4:3' 4 true S\<3,4,3\> '(8:1)(9)'
ask eval '(4,8):(1,4) == 32:1' 'injective((2,2):(2,2))' 'injective((4,9):(1,3))'
ask eval '1/0' 'colesce(4:1)' '(' 4
ask eval 'cosize((536870913,4):(4,1))'
ask eval
ask eval --what
ask explain '(2,5):(1,7) o 4:3'
ask explain '(8:1)(9)'
ask explain '(6,2):(1,7) o (3,2):(2,3)'
ask explain '(4,8):(1,4) == 32:1'
ask explain 'injective((4,9):(1,3))'
ask explain 4 5
ask fit 't<32, r<4: (t/4) + 8*(r/2%2) + 128*(r%2 + 2*(t%4))'
ask fit 't<4: (8:1)(t + 8)'
ask fit 't<4: t*t'
ask fit 't<4'
ask convert --to tirx '(4,(2,3)):(6,(1,2))' '1/0' 4:1 'true'
ask convert --to triton '(4,8):(1,4)'
ask convert --to cutlass 4:1
ask show '(2,3):(3,1)'
ask show --on '(2,3)' '(2,4):(3,1)'
ask show --svg picture.svg '(2,3):(3,1)'
ask show true
printf 'claim true\nclaim forall t<4: t*t == t\nlet X = 1/0\nclaim injective((2,2):(2,2))\nclaim (8:1)(9) == 9
claim forall t<65536, r<65537: true\nclaim injective((4,9):(1,3))\nclaim 5\nclaim forall t<4: t == t\n' >claims.hd
printf 'claim 1 +\n' >broken.hd
ask check claims.hd
ask check claims.hd broken.hd missing.hd
ask check
ask 'ptx check' "$source_dir"/tests/ptx/{load_use,undecided,lane}.ptx
ask 'ptx check' missing.ptx claims.hd
ask prove sum_bounds layout_bounds --bound near=0 --quiet --out two.json
ask prove composition --bound modes=2,extent=2,stride=2,by_modes=2,by_extent=2,by_stride=2 --shard 0/2 --out part.json
ask prove --merge two.json part.json
ask prove --verify two.json --sample 10 --seed 1
ask prove --list composition
ask prove --domains
ask prove nothing
ask prove complement --bound modes=1,extent=1024,stride=1048576 --shard 999999/1000000 # left open
printf 'a\tb\tcomposition\t4:1\t4:1\t=>\t4:1\na\tc\tcomposition\t4:1\t4:1\t=>\t4:2\n' >rows.tsv
ask conform rows.tsv
ask conform --list rows.tsv missing.tsv
printf 'a\tb\tnothing\t4:1\n' >bad.tsv
ask conform bad.tsv
ask functions
ask functions coalesce tiles nothing
ask help
ask help tmem plan exit
ask help nothing
ask emit '--datapath D --n 64' --name half
ask emit '--datapath D --n 64' -o half.h
ask emit '--datapath D --n 64' -o missing/half.h
ask emit '((32,4),1):((1@col,1@lane),0)'
ask 'tmem image' 16x256b.x8
ask 'tmem image' 8x8b.x8
ask 'tmem where' 16x256b.x8 --warp 2 --thread 21 --register 13
ask 'tmem where' 32x32b.x1.pack::16b --warp 0 --thread 0 --register 0
ask 'tmem where' 16x256b.x8 --warp 2
ask 'tmem who' 16x256b.x1 --lane 9 --column 6
ask 'tmem who' 32x32b.x1.pack::16b --lane 9 --column 1
ask 'tmem who' 16x256b.x1 --lane 9 --column 8
ask 'tmem forms'
ask 'tmem forms' --target sm_90
ask 'tmem datapath'
ask 'tmem datapath' D
ask 'tmem datapath' D --n 64 --at '(5,6)'
ask 'tmem datapath' D --n 64 --at '(500,6)'
ask 'tmem datapath' D --n 64 --cell '(5,6)'
ask 'tmem datapath' G --n 64 --table
ask 'tmem datapath' --m 128 --scale a --vector 4
ask 'tmem datapath' --m 128 --scale a --vector 4 --at '(0,0)'
ask 'tmem plan' --datapath D --n 64
ask 'tmem plan' --datapath D --n 64 --cost
ask 'tmem plan' '((32,4),1):((1@col,1@lane),0)'
ask 'tmem plan' '--datapath D --n 1+'
ask 'tmem alloc' 384 4 4
ask 'tmem alloc' 500 20
ask 'tmem alloc' 16
ask 'tmem alloc' --calls 256 64 -64 relinquish
ask 'tmem check' 32x32b.x1
ask 'tmem check' 32x32b.x1 --warp 1 --address 0
ask 'tmem check' 8x8b
ask 'tmem apply' tcgen05.ld.sync.aligned.32x32b.x4.b32 '(4,2,32,4):(32@tid_in_wg,4@m,1@tid_in_wg,1@m)' \
  '(4,2,32,4):(32@TLane,4@TCol,1@TLane,1@TCol)'
ask 'tmem apply' nothing 4:1 4:1
ask tmem
ask tmem nothing
run 0 --version --json
produces version
run 2 nothing --json
produces ''

# excludes VERB ARGUMENT..: two forms of one answer
excludes() {
  local verb=$1
  shift
  # shellcheck disable=SC2086
  run 2 $verb --json "$@"
  grep -qF ' exclude each other' out || fail "$verb --json $*: $(cat out)"
  produces "$verb"
}
excludes show --svg - 4:1
excludes check --tap claims.hd
excludes 'ptx check' --sarif missing.ptx
excludes conform --tap rows.tsv
excludes prove --tap sum_bounds
excludes prove --out - sum_bounds
excludes help --format bash

# ---- the documentation against them ----

LC_ALL=C sort -u produced frames >all
comm -23 all documented | sed 's/^/not in docs\/json.md: /' >missing
comm -13 all documented | sed 's/^/in docs\/json.md, and not produced: /' >>missing
[ ! -s missing ] || fail "$(cat missing)"
"$heddle" help --json >out
sed -nE 's/^\{"name":"([^"]*)","arguments.*/\1/p' out | grep -vx tmem | while read -r verb; do
  grep -qF "## \`$verb\`" "$source_dir/docs/json.md" || echo "$verb"
done >undescribed
[ ! -s undescribed ] || fail "not in docs/json.md: $(tr '\n' ' ' <undescribed)"

# ---- strings: what stands in them comes back ----

odd=$'a "b" \\ \t \001 \303\251 \342\202\254 \360\237\231\202 \377\300\200 \355\240\200'
"$heddle" eval --json "$odd" >out
fields
for part in 'a \"b\" \\ \u0009 \u0001 é € 🙂 \u00ff\u00c0\u0080 \u00ed\u00a0\u0080'; do
  grep -qF -- "\"expression\":\"$part\"" out || fail "as a string: $(cat out)"
done
if command -v python3 >/dev/null; then
  for arguments in functions help 'tmem forms' 'prove --list' 'check claims.hd'; do
    # shellcheck disable=SC2086
    "$heddle" $arguments --json | python3 -m json.tool >/dev/null || fail "$arguments --json: no JSON to python3"
  done
fi

finish "JSON: $(wc -l <all) members, all documented and all produced"
