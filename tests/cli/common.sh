# What every script on the command needs; sourced by them, and no test itself.
#
# Gives `heddle` (the command, from HEDDLE), `source_dir`, and a folder `work` that is removed in the end. Each failure
# is printed and counted, and `finish` turns the count into the exit code. What a run reads is $work/in, at first empty.
set -u
heddle=${HEDDLE:?the command to test}
[ -x "$heddle" ] || { echo "no command: $heddle"; exit 1; }
source_dir=${SOURCE_DIR:-$(cd "$(dirname "$0")/../.." && pwd)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: >"$work/in"
failures=0

fail() {
  echo "not ok: $*"
  failures=$((failures + 1))
}

# run EXPECTED-EXIT ARGUMENT..: runs the command; output goes to $work/out and $work/err
run() {
  local expected=$1 got
  shift
  "$heddle" "$@" >"$work/out" 2>"$work/err" <"$work/in"
  got=$?
  [ "$got" -eq "$expected" ] || fail "exit $got, not $expected: $*; on: $(head -c 1000 "$work/in")"
}

# The whole output; one line of it; words of what is complained of.
says() { [ "$(cat "$work/out")" = "$1" ] || fail "printed: $(cat "$work/out"), not: $1"; }
lists() { grep -qxF -- "$1" "$work/out" || fail "does not list: $1; but: $(cat "$work/out")"; }
complains() { grep -qF -- "$1" "$work/err" || fail "does not complain of: $1; but: $(cat "$work/err")"; }
# The fields of the output, `PATH TYPE` a line, in $work/fields; a failure where it is no JSON. Needs no python.
fields() {
  [ -x "$work/json_fields" ] || "${CC:-cc}" -std=c11 -O1 "$source_dir/tests/cli/json_fields.c" -o "$work/json_fields" ||
    { echo "tests/cli/json_fields.c does not compile"; exit 1; }
  "$work/json_fields" <"$work/out" >"$work/fields" 2>"$work/no_json" || fail "$(cat "$work/no_json"): $(head -c 1000 "$work/out")"
}

# members TEXT: the answer for programs ended well, and in it, without the frame round it and in one line, stands this
members() {
  fields
  sed -E -z 's/\n//g; s/^\{"heddle":1,"verb":"[a-z ]*",//; s/"errors":\[\],"notes":\[\],"exit":[0-3]\}$//' "$work/out" >"$work/members"
  [ "$(cat "$work/members")" = "$1," ] || fail "members: $(cat "$work/members"), not: $1,"
}

closing() { tail -n 1 "$work/out"; }

# finish WORDS: says them when nothing failed
finish() {
  [ "$failures" -eq 0 ] && echo "$1"
  exit $((failures > 0))
}
