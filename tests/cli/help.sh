#!/usr/bin/env bash
# One table of verbs and options: what help, the manual page and the completions of bash, zsh and fish say is what the
# verbs take; and the exit codes are those that are documented everywhere alike.
. "$(dirname "$0")/common.sh"
cd "$work" || exit 1

# ---- the table: VERB and OPTION a line, from the answer for programs ----

run 0 help --json
sed -nE 's/^\{"name":"([^"]*)","arguments".*/\1/p' out >verbs
awk '/^\{"name":/ { split($0, part, "\""); verb = part[4]; rest = $0; sub(/.*"options":\[/, "", rest) }
  /"options":/ { rest = $0; sub(/.*"options":\[/, "", rest) }
  { while (match(rest, /"name":"-[^"]*"(,"argument")?/)) {
      text = substr(rest, RSTART, RLENGTH)
      split(text, part, "\"")
      print verb "\t" part[4] "\t" (text ~ /argument/ ? "value" : "switch")
      rest = substr(rest, RSTART + RLENGTH) } }' out >table
[ "$(wc -l <verbs)" -ge 22 ] && [ "$(wc -l <table)" -ge 100 ] || fail "$(wc -l <verbs) verbs, $(wc -l <table) options"

# Each option is one that its verb has: it is never told that there is none.
while IFS=$'\t' read -r verb option kind; do
  # shellcheck disable=SC2086
  "$heddle" $verb nothing "$option" </dev/null >out 2>err # the word keeps `prove` from proving all there is
  grep -qF 'there is no option' out err && fail "heddle $verb does not have $option, and help says it has"
  [ $kind = switch ] || continue
  grep -qE "(a value is wanted after|wants a value|takes a)" err && fail "heddle $verb $option wants a value, and help says none"
done <table
# And each that a verb looks for is in the table.
grep -ohE '"--?[a-z][a-z-]*"' "$source_dir"/proofs/command_*.c "$source_dir"/proofs/{conform,plan_ask}.c |
  tr -d '"' | sort -u >looked_for
cut -f 2 table | cat - <(printf '%s\n' --json --help -h --version --) | sort -u >known
comm -23 looked_for known >unknown
[ ! -s unknown ] || fail "verbs look for options that help does not know: $(tr '\n' ' ' <unknown)"
[ "$(wc -l <looked_for)" -gt 40 ] || fail "only $(wc -l <looked_for) options are looked for"

# Help says each of them, and so do the manual page and the completions.
before=
for format in bash zsh fish man; do "$heddle" help --format $format >heddle.$format || fail "no format $format"; done
sed 's/\\-/-/g; s/\\f[IR]//g' heddle.man >man.plain
while IFS=$'\t' read -r verb option kind; do
  # shellcheck disable=SC2086
  [ "$verb" = "$before" ] || "$heddle" help $verb >help.verb
  before=$verb
  grep -qE -- "^  $option( |\$)" help.verb || fail "help $verb does not have $option"
  grep -qE -- "^\.B $option( |\$)" man.plain || fail "the manual page does not have $option"
  grep -qE -- "[ ']$option " heddle.bash || fail "bash: $option"
  grep -qF -- "'$option[" heddle.zsh || fail "zsh: $option"
  grep -qE -- "-[ls] ${option##*-} |-l ${option#--} " heddle.fish || fail "fish: $option"
done <table
while read -r verb; do
  # shellcheck disable=SC2086
  run 0 help $verb
  head -n 1 out | grep -q "^heddle $verb " || fail "help $verb begins: $(head -n 1 out)"
  # shellcheck disable=SC2086
  "$heddle" $verb --help >again 2>&1
  case $verb in ptx* | help) ;; *) cmp -s out again || fail "heddle $verb --help is not its help" ;; esac
  grep -qF ".SS \"heddle $(sed 's/-/\\-/g' <<<"$verb") " heddle.man || fail "the manual page does not have $verb"
done <verbs
run 2 help --format elvish
complains 'the formats are text, bash, zsh, fish and man'
run 2 help --format
run 2 help --what

# The build has printed them, for being installed.
while read -r format page; do
  cmp -s "heddle.$format" "${BUILD_DIR:?}/share/$page" || fail "share/$page is not what help --format $format prints"
done <<'PAGES'
man man/man1/heddle.1
bash bash-completion/completions/heddle
zsh zsh/site-functions/_heddle
fish fish/vendor_completions.d/heddle.fish
PAGES

# ---- bash, loaded and asked ----

# completes WORD..: what bash completes the last word to, a line each
completes() {
  bash --norc --noprofile -c '
    . ./heddle.bash
    COMP_WORDS=(heddle "$@") COMP_CWORD=$#
    "$(complete -p heddle | sed -E "s/.*-F ([^ ]+).*/\1/")" heddle "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
    printf "%s\n" "${COMPREPLY[@]}"' bash "$@" >out 2>err
  [ ! -s err ] || fail "bash complains at $*: $(cat err)"
}
: >some.hd
completes ev
says eval
completes ''
[ "$(grep -c . out)" -eq 15 ] || fail "first words: $(tr '\n' ' ' <out)" # 13 verbs, --version, --help
completes tmem pl
says plan
completes tmem plan --da
says --datapath
completes tmem plan --datapath ''
says 'A
B
C
D
E
F
G'
completes convert --to tir
says tirx
completes check --t
says --tap
completes check so
says some.hd
completes check --t some.hd --q
says --quiet
completes prove compl
lists complement
lists complementable
completes functions right_i
says right_inverse
completes help expl
says explain
completes emit --mem
says --memory
completes emit --nam
says --name
completes emit -o so
says some.hd
completes prove --out so
says some.hd
completes ptx check --sa
says --sarif
completes conform --as dis
says disputed
completes check --
lists --json

# ---- the others, by those who read them ----

for shell in bash zsh fish; do
  if ! command -v $shell >/dev/null; then
    echo "$shell is not here: its completions were looked at, and not read by it"
    continue
  fi
  $shell -n heddle.$shell >said 2>&1 || fail "$shell: $(cat said)"
done
head -n 1 heddle.zsh | grep -qx '#compdef heddle' || fail "zsh would not load it: $(head -n 1 heddle.zsh)"
for format in bash zsh; do # quotes in pairs, for where the shell is not here
  sed "s/'\\\\''//g; s/#.*written by.*//" heddle.$format | tr -cd "'" | wc -c | awk '{ exit $1 % 2 }' || fail "$format: a quote alone"
done

# ---- the manual page ----

readers=0
if command -v mandoc >/dev/null; then
  readers=$((readers + 1))
  mandoc -T lint -W warning heddle.man >said 2>&1 || fail "mandoc: $(head -n 5 said)"
fi
if command -v groff >/dev/null; then
  readers=$((readers + 1))
  groff -ww -man -T utf8 heddle.man 2>said >page || fail "groff: $(cat said)"
  [ ! -s said ] || fail "groff: $(head -n 5 said)"
  sed 's/.\x08//g' page | grep -q '^EXIT STATUS' || fail "groff's page ends early"
fi
[ $readers -gt 0 ] || echo 'neither groff nor mandoc is here: the manual page was looked at by this script alone'
head -n 2 heddle.man | grep -q '^\.TH HEDDLE 1 ' || fail "the manual page has no title"
for section in NAME SYNOPSIS DESCRIPTION VERBS 'EXIT STATUS'; do
  grep -qE "^\.SH \"?$section\"?\$" heddle.man || fail "the manual page has no section $section"
done
# Every request is one of the package man's, what begins a line is no request by accident, and .nf ends in .fi.
grep -E "^[.']" heddle.man | grep -vE '^\.(\\"|TH|SH|SS|PP|TP|B|I|br|nf|fi)( |$)' >odd && fail "requests: $(cat odd)"
[ "$(grep -c '^\.nf' heddle.man)" -eq "$(grep -c '^\.fi' heddle.man)" ] || fail "lines as they are, without an end"
awk '/^\.TP/ { if (getline <= 0 || $0 !~ /^\.B /) print "no tag: " NR; if (getline <= 0 || /^\./) print "no text: " NR }' heddle.man >odd
[ ! -s odd ] || fail "the manual page: $(cat odd)"
grep -nE '\\([^-&e(f"]|\([^a-z]|f[^IRB])' heddle.man >odd && fail "escapes: $(cat odd)"

# ---- exit codes: one table, and what is done ----

run 0 help exit
for code in 0 1 2 3; do
  grep -q "^$code  " out || fail "help exit does not have $code"
  grep -q "^\.B $code\$" heddle.man || fail "the manual page does not have exit code $code"
  grep -q "^| $code | " "$source_dir/docs/language.md" || fail "docs/language.md does not have exit code $code"
done
grep -q '^4  ' out && fail "help exit has more codes than there are"
printf 'claim true\n' >good.hd
printf 'claim false\n' >false.hd
printf 'claim forall t<65536, r<65537: true\n' >open.hd
printf 'claim 1 +\n' >broken.hd
printf 'a\tb\tsize\t4:1\t=>\t4\n' >right.tsv
printf 'a\tb\tsize\t4:1\t=>\t5\n' >wrong.tsv
count=0
while IFS='|' read -r code arguments; do
  for json in '' --json; do
    eval "set -- $arguments"
    run "$code" "$@" $json
    count=$((count + 1))
  done
done <<'CODES'
0|eval 4
1|eval 1/0
1|eval false
2|eval '('
2|eval
3|eval '(1073741824,4):(1,7) o 1073741824:3'
0|explain 4:1
1|explain 1/0
2|explain
3|explain '(1073741824,4):(1,7) o 1073741824:3'
0|fit 't<4: t'
1|fit 't<4: t*t'
2|fit 't<4'
0|convert --to tirx 4:1
1|convert --to tirx 1/0
2|convert --to tirx missing.txt
2|convert
0|show 4:1
1|show 1/0
2|show true
0|check good.hd
1|check false.hd good.hd
2|check broken.hd false.hd
2|check missing.hd
3|check open.hd good.hd
0|tmem check 32x32b.x1
1|tmem check 32x32b.x1 --warp 1 --address 0
2|tmem check
1|tmem alloc 16
2|tmem
3|tmem alloc --calls 512 512
0|emit '--datapath D --n 64'
1|emit '((32,4),1):((1@col,1@lane),0)'
2|emit --what
2|ptx check missing.ptx
2|ptx
0|prove sum_bounds --bound near=0 --quiet
2|prove nothing
3|prove complement --bound modes=1,extent=1024,stride=1048576 --shard 999999/1000000 --quiet
0|conform right.tsv
1|conform right.tsv wrong.tsv
2|conform missing.tsv right.tsv
0|functions
2|functions nothing
0|help
2|help nothing
0|--version
2|--version more
2|nothing
2|
CODES
[ $count -ge 90 ] || fail "only $count exit codes were looked at"

finish "help: $(wc -l <table) options of $(wc -l <verbs) verbs, $count exit codes"
