#!/usr/bin/env bash
# The check of documents finds what is planted: a long line, a long README, a link to nowhere; and passes what is right.
# usage: documents_planted.sh documents.sh
set -u
check=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/docs"
plain() {
  for n in $(seq 15); do printf '# Title\n\nA line.\n' >"$work/docs/$n.md"; done
  printf '# Read me\n\n[one](docs/1.md#title)\n' >"$work/README.md"
}
failures=0
found() { # NAME PATTERN
  out=$("$check" "$work") && { echo "FAILED: not found: $1"; failures=1; }
  grep -q "$2" <<<"$out" || { echo "FAILED: $1: $out"; failures=1; }
}
plain
"$check" "$work" || { echo 'FAILED: what is right is rejected'; failures=1; }
long=$(printf 'word %.0s' $(seq 30))
printf '%s\n' "$long" >>"$work/docs/3.md"
found 'a long line' '^docs/3.md:4: .* columns'
plain
printf '\n    %s\n| %s |\n' "$long" "$long" >>"$work/docs/3.md"
"$check" "$work" || { echo 'FAILED: code or a table is rejected'; failures=1; }
printf '    %s\n' "$long" >>"$work/README.md"
found 'a long line of README' '^README.md:4: '
plain
yes line | head -n 120 >>"$work/README.md"
found 'a long README' 'README.md has 123 lines'
plain
printf '[gone](gone.md)\n' >>"$work/docs/4.md"
found 'a link to nowhere' 'docs/4.md:4: gone.md is not there'
plain
printf '[part](5.md#other)\n' >>"$work/docs/4.md"
found 'a link to no heading' 'docs/5.md has no heading other'
exit $failures
