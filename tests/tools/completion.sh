#!/usr/bin/env bash
# Completion for bash, zsh and fish: every subcommand and every option of every --help, and values of options that take only some. zsh and fish are
# looked at where they are installed.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
for shell in bash zsh fish; do
  "$program" completion $shell >$shell || fail "completion $shell"
done
expect 2 'not in \{bash,zsh,fish\}' completion csh
expect 2 'shell is required' completion
commands=$("$program" --help | sed -n '/^Subcommands:/,/^Examples:/s/^  \([a-z]*\)  .*/\1/p')

bash -n bash || fail 'bash: syntax'
[ "$(bash -c '. ./bash; complete -p warplaw')" = 'complete -o default -F _warplaw warplaw' ] || fail 'bash: nothing is registered'
# completed WORD..: what comes of the last word
completed() {
  bash -c '. ./bash; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _warplaw; printf "%s\n" "${COMPREPLY[@]}"' - "$@" | xargs
}
gives() { # WANTED WORD..
  local wanted=$1
  shift
  [ "$(completed "$@")" = "$wanted" ] || fail "bash: '$*' gives '$(completed "$@")', not '$wanted'"
}
gives verify warplaw ver
[ "$(completed warplaw '' | tr ' ' '\n' | grep -vc '^-')" = "$(wc -w <<<"$commands")" ] || fail "bash: subcommands: $(completed warplaw '')"
for command in $commands; do
  options=$("$program" "$command" --help | sed -nE 's/^  (-[^ ]*).*/\1/p' | tr ',' '\n' | grep -- '^-' | sed 's/[{=].*//' | sort | xargs)
  [ "$(completed warplaw "$command" - | tr ' ' '\n' | sort | xargs)" = "$options" ] || fail "bash: options of $command: $(completed warplaw "$command" -), not $options"
done
gives 'any' warplaw verify --solver a
gives 'z3 cvc5 bitwuzla any both' warplaw verify --solver ''
gives 'bitwuzla both' warplaw verify --solver = b # as readline parts it
gives 'use off' warplaw prove x.c --cache ''
gives 'bash zsh fish' warplaw completion ''
gives '' warplaw check exam       # a file, which readline completes
gives '' warplaw verify --results ''
gives '' warplaw nothing --so

if command -v zsh >/dev/null; then
  zsh -n zsh || fail 'zsh: syntax'
  # the arguments that it hands to _arguments
  zsh -f -c '_arguments() { print -rl -- "$@" }; _describe() { print -rl -- $commands }; compdef() { }; . ./zsh; words=(warplaw verify --sol) CURRENT=3; _warplaw' >out 2>err
  grep -qE -- '^\*--solver=\[.*\]:value:\(z3 cvc5 bitwuzla any both\)$' out || fail "zsh: $(cat out err)"
else
  echo 'no zsh: its script is not looked at'
fi
if command -v fish >/dev/null; then
  fish -n fish || fail 'fish: syntax'
  fish_gives() { HOME=$work fish -c ". ./fish; complete -C '$1'" 2>err | cut -f1 | sort | xargs; }
  [ "$(fish_gives 'warplaw veri')" = verify ] || fail "fish: a subcommand: $(fish_gives 'warplaw veri')"
  [ "$(fish_gives 'warplaw verify --solver ')" = 'any bitwuzla both cvc5 z3' ] || fail "fish: values: $(fish_gives 'warplaw verify --solver ')"
  [ "$(fish_gives 'warplaw verify --mutants-sa')" = --mutants-sample ] || fail "fish: options: $(fish_gives 'warplaw verify --mutants-sa')"
else
  echo 'no fish: its script is not looked at'
fi
done_testing
