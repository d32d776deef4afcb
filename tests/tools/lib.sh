# What the tests of the command line share; sourced with the program and the project's root as arguments. Leaves the shell in a folder of its own.
program=$1 root=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
verified=${WARPLAW_CACHE:-${XDG_CACHE_HOME:-${HOME:-.}/.cache}/warplaw} # where `verify` keeps its answers
export WARPLAW_CACHE="$work/cache" NO_COLOR=1
failures=0

# The answers that solvers gave, if there are any: the project's own theorems, of which a test needs the verdicts, are not decided once more. They are links:
# an answer is put beside its place and renamed, and none is written over. Where no link can be, they are copies.
# What runs kept of their verdicts is not taken: a test knows of its own runs alone.
take_verified_cache() {
  mkdir -p "$WARPLAW_CACHE"
  local part parts=()
  for part in "$verified"/[0-9a-f][0-9a-f]; do [ ! -d "$part" ] || parts+=("$part"); done
  [ ${#parts[@]} = 0 ] || cp -rlL "${parts[@]}" "$WARPLAW_CACHE" 2>/dev/null || cp -rL --remove-destination "${parts[@]}" "$WARPLAW_CACHE"
}

fail() { printf 'FAILED: %s\n' "$*"; failures=$((failures + 1)); }
done_testing() {
  [ "$failures" = 0 ] && echo "all as expected"
  exit $((failures != 0))
}

# some N: every Nth line of its input; where everything is asked (WARPLAW_ALL, at night: docs/ci.md), all lines.
some() { awk -v every="$([ -n "${WARPLAW_ALL:-}" ] && echo 1 || echo "$1")" '(NR - 1) % every == 0'; }

# what is printed, without how long it took
without_times() { sed 's/"seconds":[0-9.eE+-]*//g; s/[0-9.]* million a second//' "$@"; }

limit=600 # seconds: twenty times what any of them takes on a quiet machine, and more; a test that asks for longer says so
plurals='accesses|branches|cases|conflicts|examples|files|forms|instructions|lanes|lines|mismatches|obligations|observations|outcomes|places|runs|sectors|steps|theorems|turns|warps|words'
# expect CODE PATTERN ARGUMENTS..: exit code, and a pattern in what is printed (both streams). Bad input is one line for each thing that is bad, in one form.
expect() {
  local code=$1 pattern=$2 got one
  shift 2
  timeout "$limit" "$program" "$@" >out 2>err </dev/null
  got=$?
  [ "$got" = "$code" ] || fail "exit $got, not $code: $*"
  grep -qE -e "$pattern" out err || fail "no '$pattern' in: $* -> $(head -c 300 out err)"
  one=$(grep -ohE "(of |lane |[^0-9,.x]|^)1 (more )?($plurals)\\b" out err | grep -vE "^(of |lane 1 accesses)")
  [ -z "$one" ] || fail "$*: $one"
  [ "$code" = 2 ] && one_clear_line "$*"
}

# child_of PID NAME: its first child of that name, and that one's group. Without a process for each look: there are many.
child_of() {
  local children child name group
  if [ ! -e "/proc/$1/task/$1/children" ]; then
    ps --ppid "$1" -o pid=,pgid=,comm= | awk -v name="$2" '$3 == name { print $1, $2; exit }'
    return
  fi
  for children in "/proc/$1"/task/*/children; do
    for child in $({ echo "$(<"$children")"; } 2>/dev/null); do
      { read -r name <"/proc/$child/comm"; } 2>/dev/null && [ "$name" = "$2" ] || continue
      { read -r _ _ _ _ group _ <"/proc/$child/stat"; } 2>/dev/null && echo "$child $group" && return
    done
  done
}

# interrupted SIGNAL NAME SECONDS ARGUMENTS..: sends it so long after a process of that name works for the program, to all of them as a terminal does;
# gives the exit code. A worker of the program that is seen is stopped: what it was asked stays open however quick the machine is. (An executor that
# is checked is in a group of its own, and would be said to hang.)
interrupted() {
  local signal=$1 name=$2 after=$3 pid waited child group
  shift 3
  setsid "$program" "$@" >out 2>err </dev/null &
  pid=$!
  for ((waited = 0; waited < 50 * limit; ++waited)); do
    read -r child group < <(child_of "$pid" "$name")
    # who is about to become a solver has the program's name for a moment, too
    [ -n "$child" ] && sleep 0.05 && [ "$(child_of "$pid" "$name")" = "$child $group" ] && break
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.02
  done
  [ "$name" = warplaw ] && [ "$group" = "$pid" ] && kill -STOP "$child" 2>/dev/null
  sleep "$after"
  kill -"$signal" -- "-$pid" 2>/dev/null || fail "it had ended before: $*: $(head -c 300 err)"
  (sleep "$limit" && kill -KILL -- "-$pid") >/dev/null 2>&1 & # who does not hear it is no reason to wait for ever
  local watch=$! code
  wait "$pid"
  code=$?
  pkill -P "$watch" 2>/dev/null
  kill "$watch" 2>/dev/null
  return "$code"
}

# sum_comes_first PAGE: what is seen first of a page is what came of all of it, in colour.
sum_comes_first() {
  python3 - "$1" <<'PYTHON' || fail "$1 does not begin with its sum"
import sys, xml.etree.ElementTree as tree
body = tree.parse(sys.argv[1]).getroot().find("{http://www.w3.org/1999/xhtml}body")
seen = [e for e in body if e.get("class") != "skip" and not e.get("hidden")]
sys.exit(seen[0].get("class") not in ("sum passed", "sum failed"))
PYTHON
}

# WHERE: RULE: what; accepted: ...
one_clear_line() {
  sed -i '/^warplaw: waiting for /d' err # said in between, on a slow machine of anything
  [ "$(wc -l <err)" = 1 ] || fail "not one line on stderr: $1 -> $(head -c 300 err)"
  [ "$(wc -c <err)" -le 1200 ] || fail "a very long line: $1"
  grep -qE '^[^ ][^:]*(:[0-9]+)?: ([A-Z]+-[0-9]+|[a-z-]+): [^ ].*' err || fail "not WHERE: RULE: what: $(cat err)"
  grep -qE '\(accepted|/usr/|\.hpp' err && fail "not as messages are: $(cat err)"
}
