#!/usr/bin/env bash
# What the command does with a machine and with files that are against it: no memory, a full disk, a reader that goes
# away, files that are missing, folders, unreadable, empty, binary, endless, with odd ends of lines and odd names. Each
# time: a sentence, an exit code that is documented, no signal, and no half of a file.
. "$(dirname "$0")/common.sh"
cd "$work" || exit 1
sanitized=$(grep -c __asan_init "$heddle")

# ---- commands that read and write ----

printf 'let A = (4,8):(1,4)\nclaim forall t<4: t == t\nclaim size(A) == 32\nclaim bijective(A onto 32)\n' >claims.hd
printf 'a\tb\tcomposition\t4:1\t4:1\t=>\t4:1\n' >rows.tsv
cp "$source_dir/tests/ptx/load_use.ptx" kernel.ptx
printf '(4,8):(1,4)\n' >layout.txt
"$heddle" prove sum_bounds layout_bounds --bound near=0 --quiet --out two.json >/dev/null || fail "no certificate"
readers=('check' 'ptx check' 'conform' 'convert --to tirx' 'prove --verify --sample 5 --quiet' 'prove --merge')
good=(claims.hd kernel.ptx rows.tsv layout.txt two.json two.json)

# quiet ARGUMENT..: runs the command with its input from $work/in
quiet() { "$heddle" "$@" >out 2>err <"$work/in"; }

# refused CODE WORDS ARGUMENT..: this exit code, and these words about it, as text and as JSON
refused() {
  local code=$1 words=$2
  shift 2
  run "$code" "$@"
  grep -qF -- "$words" err || fail "$*: does not say \`$words\`: $(head -c 500 err)"
  [ "$(tr -d '[:print:][:space:]' <err | LC_ALL=C tr -d '\200-\377' | wc -c)" -eq 0 ] || fail "$*: control characters in what it says"
  run "$code" "$@" --json
  fields
  grep -q '^errors\[\]\.message string$' fields || fail "$* --json has no error: $(head -c 500 out)"
  grep -qF -- "$words" out || fail "$* --json: does not say \`$words\`: $(head -c 500 out)"
}

# ---- no memory, at each place where some is asked for ----

# short ARGUMENT..: without memory the command says what it says with it, or that it cannot, and never `no`
short() {
  local base code at on kept=0
  quiet "$@"
  base=$?
  cp out base
  for on in '' 1; do
    for at in $(seq 1 24) 30 40 60; do
      if [ -n "$on" ]; then FAIL_ON=1 FAIL_AT=$at LD_PRELOAD=./short_memory.so "$heddle" "$@" >out 2>err </dev/null
      else FAIL_AT=$at LD_PRELOAD=./short_memory.so "$heddle" "$@" >out 2>err </dev/null; fi 2>/dev/null
      code=$?
      if [ $code -eq $base ] && cmp -s out base; then kept=$((kept + 1)); continue; fi
      case $code in
        2 | 3) [ -s err ] || grep -q '"message"\|undecided' out || fail "$*: allocation $at fails${on:+ and all after it}: not a word" ;;
        *) fail "$*: allocation $at fails${on:+ and all after it}: exit $code: $(head -c 300 err)" ;;
      esac
    done
  done
  [ $kept -lt 54 ] || echo "$*: asks for no memory"
}
if [ "$sanitized" -eq 0 ] && "${CC:-cc}" -shared -fPIC -O1 "$source_dir/tests/cli/short_memory.c" -o short_memory.so 2>said &&
  LD_PRELOAD=./short_memory.so "$heddle" eval 4 >out 2>err && [ "$(cat out err)" = 4 ]; then
  short eval '(2,5):(1,7) o 4:3'
  short eval 'let x = 4; coalesce((2,x):(1,2))' --json
  short explain '(2,5):(1,7) o 4:3'
  short explain --json '(2,5):(1,7) o 4:3'
  short fit 't<32, r<4: (t/4) + r'
  short convert --to tirx layout.txt
  short show '(4,8):(1,4)'
  short show --json --on '(4,8)' '(4,8):(1,4)'
  short show --svg picture.svg '(4,8):(1,4)'
  short check claims.hd
  short check --json claims.hd
  short ptx check kernel.ptx
  short ptx check --json kernel.ptx
  short prove sum_bounds --bound near=0 --quiet --threads 1
  short prove sum_bounds --bound near=0 --quiet --threads 2 --out again.json --checkpoint again
  short prove --verify two.json --sample 10 --quiet --seed 1
  short prove --merge two.json --out three.json
  short conform rows.tsv
  short conform --json rows.tsv
  short emit '--datapath D --n 64'
  short emit '--datapath D --n 64' -o half.h
  short emit --json '--m 64 --n 64' --memory '(64,64):(64,1)'
else
  echo "memory that fails: not tried, nothing can be preloaded here"
fi
if [ "$sanitized" -eq 0 ]; then # and by a limit
  for limit in 3000 4000 6000 10000 20000; do
    { (ulimit -v $limit && exec "$heddle" --version) >out; } 2>/dev/null && grep -q '^heddle [0-9]' out ||
      continue # it cannot even start
    for arguments in 'eval (2,5):(1,7)' 'check claims.hd' 'prove sum_bounds --bound near=0 --quiet' 'ptx check kernel.ptx'; do
      # shellcheck disable=SC2086
      (ulimit -v $limit && exec "$heddle" $arguments) >out 2>err </dev/null
      code=$?
      [ $code -le 3 ] && { [ $code -le 1 ] || [ -s err ]; } || fail "ulimit -v $limit: $arguments: exit $code: $(head -c 300 err)"
    done
  done
fi

# ---- a full disk, a closed output, a reader that goes away ----

everything=('eval 4' 'explain 4:1' 'fit t<4:t' 'convert --to tirx 4:1' 'show 4:1' 'show --svg - 4:1' 'check claims.hd'
  'check --tap claims.hd' 'ptx check kernel.ptx' 'ptx check --sarif kernel.ptx' 'conform rows.tsv'
  'prove sum_bounds --bound near=0 --quiet' 'prove sum_bounds --bound near=0 --quiet --out -' 'prove --list'
  'emit --m 64 --n 64' 'tmem plan --datapath D' 'tmem forms' 'functions' 'help' 'help --format bash' '--version')
for arguments in "${everything[@]}"; do
  for json in '' --json; do
    case "$arguments$json" in *' -'--json | *--tap*--json | *--sarif*--json | *--format*--json) continue ;; esac
    if [ -c /dev/full ]; then
      # shellcheck disable=SC2086
      "$heddle" $arguments $json >/dev/full 2>err
      code=$?
      [ $code -eq 2 ] || fail "$arguments $json into a full disk: exit $code"
      grep -q 'could not be written\|cannot be written' err || fail "$arguments $json into a full disk: $(cat err)"
    fi
    # shellcheck disable=SC2086
    "$heddle" $arguments $json >&- 2>err
    [ $? -eq 2 ] || fail "$arguments $json into a closed output succeeds"
    # shellcheck disable=SC2086
    { "$heddle" $arguments $json 2>err; echo $? >code; } | head -c 0
    case $(cat code) in
      2) grep -q 'written' err && fail "$arguments $json says to who reads no more: $(cat err)" ;;
      *) # it had written before the reader went
        # shellcheck disable=SC2086
        quiet $arguments $json
        [ $? -eq "$(cat code)" ] || fail "$arguments $json with a reader gone: exit $(cat code)" ;;
    esac
  done
done
# One that surely writes when nobody reads any more.
{ sleep 0.3; "$heddle" tmem forms 2>err; echo $? >code; } | true
[ "$(cat code)" -eq 2 ] && [ ! -s err ] || fail "nobody reads: exit $(cat code): $(cat err)"

# ---- written files: all of the old one or all of the new one ----

# keeps FILE ARGUMENT..: the command fails; the file is as it was, and nothing lies beside it
keeps() {
  local file=$1 code
  shift
  echo old >"$file"
  ls -A >before
  quiet "$@"
  code=$?
  [ $code -ge 1 ] && [ $code -le 3 ] || fail "$*: exit $code"
  [ "$(cat "$file")" = old ] || fail "$*: the file was written: $(head -c 100 "$file")"
  ls -A >after
  cmp -s before after || fail "$*: left behind: $(diff before after)"
}
: >before; : >after; : >out; : >err; : >code
keeps kept.h emit '((32,4),1):((1@col,1@lane),0)' -o kept.h
keeps kept.h emit '--datapath D --n 64' --memory 'nothing' -o kept.h
keeps kept.svg show '1/0' --svg kept.svg
keeps kept.json prove --merge rows.tsv --out kept.json
keeps kept.json prove sum_bounds --bound near=99999999 --out kept.json
keeps kept.json prove sum_bounds --bound near=0 --checkpoint kept.json # which is no checkpoint
# A limit on the size of a file is a disk that is full in the middle.
for arguments in 'emit --datapath D --n 128 -o kept' 'emit --json --datapath D --n 128 -o kept' \
  'show --svg kept (64,64):(1,64)' 'prove sum_bounds layout_bounds --bound near=0 --quiet --out kept' \
  'prove --merge two.json --out kept'; do
  echo old >kept
  ls -A >before
  # shellcheck disable=SC2086
  (trap '' XFSZ; ulimit -f 1; exec "$heddle" $arguments) >/dev/null 2>err </dev/null
  code=$?
  ls -A >after
  [ $code -eq 2 ] || fail "$arguments on a full disk: exit $code: $(cat err)"
  [ "$(cat kept)" = old ] || fail "$arguments on a full disk: half written"
  cmp -s before after || fail "$arguments on a full disk: left behind: $(diff before after)"
done
mkdir folder
refused 2 'it is a folder' emit '--datapath D --n 64' -o folder
refused 2 'there is no such folder' emit '--datapath D --n 64' -o missing/half.h
if [ -c /dev/full ]; then
  refused 2 'the disk is full' emit '--datapath D --n 64' -o /dev/full
  [ -c /dev/full ] || fail "a device was replaced"
fi

# What is no file of its own, a pipe, is written as it stands, and is there in the end.
mkfifo pipe
for arguments in 'emit --m 64 --n 64 -o pipe' 'show --svg pipe 4:1' 'prove --merge two.json --out pipe'; do
  timeout 20 cat pipe >got &
  # shellcheck disable=SC2086
  quiet $arguments
  code=$?
  wait $!
  [ $code -eq 0 ] && [ -p pipe ] && [ -s got ] || fail "$arguments: exit $code, $(wc -c <got) bytes came: $(cat err)"
done

# ---- files that cannot be read, or are not what they should be ----

: >empty
{ printf '\000\001\377\376'; head -c 20000 "$heddle"; } >junk
head -c 200000 /dev/zero >zeros
printf 'x%.0s' $(seq 100000) >line # one long word
head -c 300000 /dev/zero | tr '\0' '(' >nested
printf 'closed\n' >closed
chmod 000 closed
for k in "${!readers[@]}"; do
  verb=${readers[k]}
  # shellcheck disable=SC2086
  {
    case $verb in convert*) missing=missing.txt ;; *) missing=missing ;; esac
    refused 2 'there is no such file' $verb $missing
    refused 2 'it is a folder' $verb folder
    [ -r closed ] || refused 2 'it may not be read' $verb closed
    for file in empty junk zeros line nested; do
      [ "$verb $file" != 'ptx check empty' ] || continue # no kernels, no faults
      quiet $verb $file
      code=$?
      [ $code -eq 2 ] || fail "$verb $file: exit $code: $(head -c 300 err)"
      [ -s err ] || fail "$verb $file: not a word"
      [ "$(wc -c <err)" -lt 4000 ] || fail "$verb $file: $(wc -c <err) bytes of complaints"
      [ "$(LC_ALL=C tr -d '\n\t\040-\176\200-\377' <err | wc -c)" -eq 0 ] || fail "$verb $file: control characters in what it says"
      quiet $verb --json $file
      fields
    done
    if [ -c /dev/zero ]; then
      case $verb in conform) words='a zero byte' ;; *) words='it is longer than 64 MiB' ;; esac
      refused 2 "$words" $verb /dev/zero
    fi
  }
done
# Who may read all asks as another one.
if [ -r closed ] && command -v setpriv >/dev/null; then
  chmod 755 . && cp "$heddle" command && chmod 755 command
  for verb in "${readers[@]}"; do
    # shellcheck disable=SC2086
    setpriv --reuid=65534 --regid=65534 --clear-groups ./command $verb closed >out 2>err
    [ $? -eq 2 ] && grep -qF 'it may not be read' err || fail "$verb of a closed file: $(cat err)"
  done
elif [ -r closed ]; then
  echo "files that may not be read: not tried, this user may read all"
fi

# A name that has no characters to print, and one in UTF-8.
odd=$'a\033[31m b'
cp claims.hd "$odd"
run 0 check "$odd"
refused 2 'there is no such file' check $'missing\033[31m'
for k in "${!readers[@]}"; do
  utf8="größe 試験 $k"
  cp "${good[k]}" "$utf8"
  quiet ${readers[k]} "${good[k]}"
  code=$?
  run $code ${readers[k]} "$utf8"
  run $code ${readers[k]} --json "$utf8"
  fields
  if [ "${readers[k]}" = check ]; then grep -qF '"file":"größe 試験 0"' out || fail "a name in UTF-8: $(head -c 200 out)"; fi
done
run 0 emit '--m 64 --n 64' -o 'größe 試験.h'
[ -s 'größe 試験.h' ] || fail "nothing was written under a name in UTF-8"
printf 'claim "größe ≤ 4": 4 <= 4\nclaim "ä": 1 == 2\n' >utf8.hd
run 1 check utf8.hd
lists 'proved: größe ≤ 4'
lists 'FALSE: ä'

# Lines that end as elsewhere: the same answers.
for k in "${!readers[@]}"; do
  case ${readers[k]} in prove*) continue ;; esac # a certificate is the same byte for byte, or none
  sed 's/$/\r/' "${good[k]}" >crlf
  # shellcheck disable=SC2086
  quiet ${readers[k]} "${good[k]}"
  code=$?
  sed "s/${good[k]}/crlf/g" out >wanted
  # shellcheck disable=SC2086
  run $code ${readers[k]} $([ "${readers[k]}" = conform ] && echo --as main) crlf
  sed 's/ (main)//' out >got
  sed 's/ (main)//' wanted | cmp -s - got || fail "${readers[k]}: other answers with CRLF: $(diff wanted out | head -n 5)"
done
sed 's/$/\r/' two.json >crlf
refused 2 'crlf is refused' prove --verify crlf

# Input without an end, and without a verb's patience.
for k in "${!readers[@]}"; do
  case ${readers[k]} in prove*) continue ;; esac
  # shellcheck disable=SC2086
  { yes 'claim true' 2>/dev/null | head -c 80000000; } | "$heddle" ${readers[k]} - >out 2>err
  code=$?
  [ $code -eq 2 ] || fail "${readers[k]} without an end: exit $code: $(head -c 300 err)"
done

finish "hostile: memory, disks, readers and files"
