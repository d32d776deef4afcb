# What the tests of the command line share; sourced with the program and the project's root as arguments. Leaves the shell in a folder of its own.
program=$1 root=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
verified=${WARPLAW_CACHE:-${XDG_CACHE_HOME:-${HOME:-.}/.cache}/warplaw} # where `verify` keeps its answers
export WARPLAW_CACHE="$work/cache" NO_COLOR=1
failures=0

# A copy of what `verify` left, if anything: the project's own theorems, of which a test needs the verdicts, are not decided once more.
take_verified_cache() { [ ! -d "$verified" ] || cp -r "$verified" "$WARPLAW_CACHE"; }

fail() { printf 'FAILED: %s\n' "$*"; failures=$((failures + 1)); }
done_testing() {
  [ "$failures" = 0 ] && echo "all as expected"
  exit $((failures != 0))
}

limit=60 # seconds; of what proves for longer its test says more
# expect CODE PATTERN ARGUMENTS..: exit code, and a pattern in what is printed (both streams). Bad input is one line for each thing that is bad, in one form.
expect() {
  local code=$1 pattern=$2 got
  shift 2
  timeout "$limit" "$program" "$@" >out 2>err </dev/null
  got=$?
  [ "$got" = "$code" ] || fail "exit $got, not $code: $*"
  grep -qE -e "$pattern" out err || fail "no '$pattern' in: $* -> $(head -c 300 out err)"
  [ "$code" = 2 ] && one_clear_line "$*"
}

# WHERE: RULE: what; accepted: ...
one_clear_line() {
  [ "$(wc -l <err)" = 1 ] || fail "not one line on stderr: $1 -> $(head -c 300 err)"
  [ "$(wc -c <err)" -le 1200 ] || fail "a very long line: $1"
  grep -qE '^[^ ][^:]*(:[0-9]+)?: ([A-Z]+-[0-9]+|[a-z-]+): [^ ].*' err || fail "not WHERE: RULE: what: $(cat err)"
  grep -qE '\(accepted|/usr/|\.hpp' err && fail "not as messages are: $(cat err)"
}
