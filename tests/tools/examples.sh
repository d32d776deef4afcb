#!/usr/bin/env bash
# Every example of every help is run, with the files that it names, and ends as it should. The few that prove or measure for minutes are asked only
# what they would do, unless `all` is given (the nightly run).
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
take_verified_cache
which=$3
cp -r "$root/clients" "$root/corpus" "$root/docs" "$root/examples" .
mkdir bin
ln -s "$program" bin/warplaw
export PATH="$work/bin:$PATH"

commands=$(warplaw --help | sed -n '/^Subcommands:/,/^Examples:/s/^  \([a-z]*\)  .*/\1/p')
[ "$(wc -w <<<"$commands")" -ge 5 ] || fail "subcommands of the help: $commands"
brief() { # what an example that takes minutes would do
  case "$1" in
  *' merge '*) printf '%s\n' "$1" ;;
  *' verify '*.ptx* | *' verify '*.cu*) printf '%s\n' "$1" ;; # a kernel takes seconds
  *' verify'*'#'*) printf '%s --list\n' "${1%%#*}" ;;
  *' verify'*) printf '%s --list\n' "$1" ;;
  *' fuzz '*' --runs '*) sed 's/--runs [0-9]*/--runs 1000/' <<<"$1" ;;
  *' fuzz --seconds'*) sed 's/--seconds [0-9]*/--seconds 1/' <<<"$1" ;;
  *' idioms' | *' idioms --markdown'*) sed 's/ idioms/& neutral/' <<<"$1" ;; # tools.idioms asks for all
  *' idioms '*) sed 's/ idioms [a-z_]*/ idioms neutral/' <<<"$1" ;;
  *' replay corpus' | *' replay corpus '*) sed 's, replay corpus,&/regressions,' <<<"$1" ;; # corpus.replay replays all
  *' rules --check') printf '%s --help\n' "$1" ;;              # so does rules.all_have_force
  *' check examples/shfl.c') printf '%s --seconds 0.5\n' "$1" ;;
  *' bench fuzz'*) printf '%s --help\n' "$1" ;;
  *' bench'*' -- '*) printf '%s --benchmark_list_tests\n' "$1" ;;
  *' bench') printf '%s executors -- --benchmark_list_tests\n' "$1" ;;
  *) printf '%s\n' "$1" ;;
  esac
}
# of a lane's function one form, in brief (all: check.prove_sync); of any distance, in examples/wrong, it is wrong
[ "$which" = all ] || sed -i 's/\\"inactive/\\"modes\\": [\\"UP\\"], &/' examples/shfl_lane.c
[ "$which" = all ] || ! cmp -s "$root/examples/shfl_lane.c" examples/shfl_lane.c || fail 'of all its forms'
[ "$which" = all ] || "$program" verify SEL --results run.jsonl >out 2>err || fail "the run that others go on with: $(cat err)"
count=0
for help in '' $commands; do
  # shellcheck disable=SC2086 # no word where there is no subcommand
  mapfile -t examples < <(warplaw $help --help | sed -n 's/^  \(warplaw .*\)/\1/p')
  [ ${#examples[@]} -gt 0 ] || fail "no example: warplaw $help --help"
  for example in "${examples[@]}"; do
    line=$example
    [ "$which" = all ] || line=$(brief "$example")
    timeout 3600 bash -c "$line" >out 2>err </dev/null
    code=$?
    wanted=$(sed -n 's/.*# exit \([0-9]\).*/\1/p' <<<"$example")
    [ $code = "${wanted:-0}" ] || fail "exit $code: $line -> $(head -c 500 err out)"
    count=$((count + 1))
  done
done
echo "$count examples"
done_testing
