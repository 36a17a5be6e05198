# What every script on the tree needs that counts what it finds; sourced by them, and no test itself.
#
# Gives `root` (the tree, from the first argument or SOURCE_DIR) and a folder `scratch` that is removed in the end. What
# is wrong is complained of and counted, and `finish` turns the count into the exit code.
set -euo pipefail
root=${1:-$SOURCE_DIR}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
violations=0

complain() {
  echo "$*"
  violations=$((violations + 1))
}

# finish [WORDS..]: ends with the number of violations, where there are any; else says the words, and goes on
finish() {
  [ "$violations" -eq 0 ] || { echo "$violations violations"; exit 1; }
  [ $# -eq 0 ] || echo "$*"
}
