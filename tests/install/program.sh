#!/usr/bin/env bash
# `cmake --install` into a prefix that is then moved: the program finds what it reads below it, without the sources; manual pages and completion are what
# the program says.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../tools/lib.sh"
. "$root/tests/install/lib.sh"
"$cmake" --install "$build" --prefix "$work/first" >installed 2>&1 || fail "cmake --install: $(tail -5 installed)"
mv first moved
runs_installed "$work/moved"
# without its folder of data it would read the sources, which are not there
mv moved/share/warplaw away
expect_installed "$work/moved" 2 'cannot be read' rules SHFL-4
mv away moved/share/warplaw

for shell in bash zsh fish; do
  "$program" completion $shell | cmp -s - "$(find moved/share -path "*$shell*" -name '*warplaw*' -type f)" || fail "$shell: not what the program says"
done
pages=$(find moved/share/man/man1 -name '*.1' | wc -l)
commands=$("$program" --help | sed -n '/^Subcommands:/,/^Examples:/s/^  \([a-z]*\)  .*/\1/p' | wc -l)
[ "$pages" = $((commands + 1)) ] || fail "$pages pages of $commands subcommands and the program"
"$program" manual verify | cmp -s - moved/share/man/man1/warplaw-verify.1 || fail 'not the page that the program writes'
done_testing
