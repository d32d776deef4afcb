#!/usr/bin/env bash
# Manual pages: one a subcommand and the program's own; each holds what that --help holds, and roff has nothing to complain of.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
"$program" manual --to pages || fail 'manual --to'
commands=$("$program" --help | sed -n '/^Subcommands:/,/^Examples:/s/^  \([a-z]*\)  .*/\1/p')
[ "$(find pages -type f | wc -l)" = $(($(wc -w <<<"$commands") + 1)) ] || fail "pages: $(ls pages)"
expect 0 '^\.TH WARPLAW 1 ' manual
expect 0 '^\.TH WARPLAW\\-VERIFY 1 ' manual verify
expect 2 'no subcommand is called frob' manual frob
expect 2 'accepted: --to alone' manual verify --to pages
touch file
expect 2 'cannot write' manual --to file

# What --help says, word for word and line breaks aside, stands in the page as it is shown.
if command -v groff >/dev/null; then
  shown() { groff -man -Tascii -P-c -P-b -P-u -rLL=2000n -ww "$1" 2>warnings; }
  words() { tr -s ' \n' '\n\n' | grep -v '^$'; }
  for command in '' $commands; do
    page=pages/warplaw${command:+-$command}.1
    shown "$page" >text
    [ -s warnings ] && fail "$page: $(head -3 warnings)"
    # shellcheck disable=SC2086 # no word where there is no subcommand
    "$program" $command --help >help
    words <text | sort -u >there
    sed -E '/^(Usage|Options|Positionals|Subcommands|Examples):/d' help | tail -n +2 | words | sort -u | comm -23 - there >missing
    [ ! -s missing ] || fail "$page lacks: $(head -20 missing | xargs -d '\n')"
    grep -q "^NAME" text && grep -q '^OPTIONS' text || fail "$page has no NAME and OPTIONS"
  done
else
  echo 'no groff: pages are not read'
fi
done_testing
