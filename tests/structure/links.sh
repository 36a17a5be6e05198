#!/usr/bin/env bash
# Does every link in the documents lead somewhere, and is every document in the list of documents?
#
# A link that is no address of the web is a file beside the document, or a heading of one, as GitHub names headings: lower
# case, without punctuation, blanks as hyphens. Each docs/*.md is linked in docs/README.md. Usage: links.sh [ROOT]
. "$(dirname "$0")/common.sh"
cd "$root"

links=0

# Of all headings of a document, as a link names them.
headings() {
  awk '/^```/ { inside = !inside } !inside && /^#+ / { sub(/^#+ */, ""); print tolower($0) }' "$1" |
    sed -E 's/[^a-z0-9 _-]//g; s/ /-/g'
}

for document in README.md CONTRIBUTING.md docs/*.md; do
  [ -f "$document" ] || continue
  while IFS= read -r link; do
    links=$((links + 1))
    file=$(dirname "$document")/${link%%#*}
    [ -n "${link%%#*}" ] || file=$document
    if [ ! -e "$file" ]; then
      complain "$document: $link leads nowhere"
    elif [[ $link == *#* ]] && ! headings "$file" | grep -qxF "${link#*#}"; then
      complain "$document: $link names no heading of $file"
    fi
  done < <(awk '/^```/ { inside = !inside } !inside' "$document" | sed 's,`[^`]*`,,g' | grep -oE '\]\([^)]+\)' | sed 's/^](//; s/)$//' |
    grep -vE '^https?:')
done
for document in docs/*.md; do
  name=$(basename "$document")
  [ "$name" = README.md ] || grep -qF "]($name)" docs/README.md || complain "docs/README.md does not list $document"
done

[ "$links" -gt 0 ] || { echo "found no link"; exit 1; }
finish "$links links lead somewhere"
