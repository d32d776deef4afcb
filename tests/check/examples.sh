#!/usr/bin/env bash
# Every example ends with the verdict that its first comment states, form by form, with the wrong reading that it behaves like; what is found
# replays as a mismatch there and as right in a right executor (but what takes two cases). As many at a time as there are processors. Every third
# example; with WARPLAW_ALL, all.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../tools/lib.sh"

# entries FORM STATUS: the entries of the report that show a mistake of the form
entries() {
  awk -v RS= -v form="$1" -v status="$2:" '
    { others = ""; if (match($0, /the same in [0-9]+ other forms?: [^\n]*/)) { others = substr($0, RSTART, RLENGTH); sub(/^[^:]*: /, ", ", others) } }
    $2 == status && index(", " $1 others ",", ", " form ",") { print $0 "\n" }' report
}
# shown FORM STATUS 'READING ..': a case for each of them, and where none is stated one
shown() {
  local wanted
  wanted=$(wc -w <<<"$3")
  [ "$(entries "$1" "$2" | grep -c '  replay: ')" = $((wanted ? wanted : 1)) ] || fail "$name: another number of cases of $1 $2: $(cat report)"
}

# one EXAMPLE: in a folder of its own; what it fails at is printed, and is its exit code
one() {
  local example=$1 name expected wanted=0 code form what status reading wrong pattern got found
  name=$(basename "$example")
  mkdir "$name" && cd "$name" || exit 1
  expected=$(sed -n '1s/.*Expected: \(.*\) \*\/$/\1/p' "$example")
  [ -n "$expected" ] || { fail "$name states no verdict"; exit 1; }
  grep -qE 'MISMATCH|CRASH|TIMEOUT' <<<"$expected" && wanted=1
  timeout 600 "$program" check "$example" --cases 30000 --timeout 0.5 -o found >report 2>err
  code=$?
  [ $code = $wanted ] || fail "$name: exit $code: $(cat err)"
  IFS=, read -ra forms <<<"$expected"
  for form in "${forms[@]}"; do
    read -r what status reading <<<"$form"
    pattern=${what//./\\.}
    pattern="^${pattern//\*/[^ ]*} +$status\b"
    grep -qE "$pattern" report || fail "$name: $what is not $status: $(grep -F "${what%\*}" report | head -3)"
    for wrong in $reading; do
      entries "$what" MISMATCH | grep -qE "behaves like: (.*, or )?$wrong " || fail "$name: $what does not behave like $wrong"
    done
    [ "$status" = OK ] || shown "$what" "$status" "$reading"
  done
  got=$(grep -cE '^[A-Za-z0-9._]+ +(MISMATCH|CRASH|TIMEOUT|VACUOUS) ' report)
  [ "$got" = "$(grep -oE 'MISMATCH|CRASH|TIMEOUT' <<<"$expected" | wc -l)" ] || fail "$name: another number of faults: $(cat report)"
  awk '/^(SHFL|VOTE)[.A-Z]* (MISMATCH|CRASH|TIMEOUT): / { form = $1; getline; sub(/^@!?P[0-6] /, ""); if (index($0, form " ") != 1) bad = 1 } END { exit bad }' report ||
    fail "$name: the case that is shown of a form is another form's: $(cat report)"
  found=$(find . -path './found/*.json' | wc -l)
  if [ "$found" != 0 ]; then
    expect 0 "^$found replayed, 0 mismatches" replay found --quiet # legal cases whose expected values are the encoding's
    if grep -q MISMATCH <<<"$expected" && [[ ! $name =~ ^(leaks|elect_by_others).c$ ]]; then
      expect 1 "^$found replayed, $found mismatch(es)?$" replay found --quiet --executor "$example"
    fi
    [[ $expected != SHFL* ]] || expect 0 "^$found replayed, 0 mismatches" replay found --quiet --executor "$root/examples/shfl.c"
  fi
  exit $((failures != 0))
}

# what crashes and hangs is asked in any case
mapfile -t asked < <({ printf '%s\n' "$root"/examples/{,wrong/}{*.c,simt_*.cpp} | some 3; printf '%s\n' "$root"/examples/wrong/{crashes,hangs}.c; } | sort -u)
count=0 ended=0
for example in "${asked[@]}"; do
  [ $((count - ended)) -lt "$(nproc)" ] || { wait -n || failures=$((failures + 1)); ended=$((ended + 1)); }
  one "$example" &
  count=$((count + 1))
done
for (( ; ended < count; ++ended)); do
  wait -n || failures=$((failures + 1))
done
[ $count -ge $([ -n "${WARPLAW_ALL:-}" ] && echo 45 || echo 15) ] || fail "$count examples"
done_testing
