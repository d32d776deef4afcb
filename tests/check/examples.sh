#!/usr/bin/env bash
# Every example ends with the verdict that its first comment states, form by form, with the wrong reading that it behaves like; what is found
# replays as a mismatch there and as right in a right executor.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../tools/lib.sh"
count=0
for example in "$root"/examples/*.c "$root"/examples/wrong/*.c; do
  name=$(basename "$example")
  expected=$(sed -n '1s/.*Expected: \(.*\) \*\/$/\1/p' "$example")
  [ -n "$expected" ] || { fail "$name states no verdict"; continue; }
  wanted=0
  grep -qE 'MISMATCH|CRASH|TIMEOUT' <<<"$expected" && wanted=1
  timeout 100 "$program" check "$example" --cases 30000 --timeout 0.5 -o "$name.found" >out 2>err
  code=$?
  [ $code = $wanted ] || fail "$name: exit $code: $(cat err)"
  IFS=, read -ra forms <<<"$expected"
  for form in "${forms[@]}"; do
    read -r what status reading <<<"$form"
    pattern=${what//./\\.}
    pattern="^${pattern//\*/[^ ]*} +$status\b"
    grep -qE "$pattern" out || fail "$name: $what is not $status: $(grep -F "${what%\*}" out | head -3)"
    [ -z "$reading" ] || sed -n "/^${what//./\\.} MISMATCH/,/replay:/p" out | grep -qE "behaves like: (.*, or )?$reading " || fail "$name: $what does not behave like $reading"
  done
  got=$(grep -cE '^[A-Za-z0-9.]+ +(MISMATCH|CRASH|TIMEOUT|VACUOUS) ' out)
  [ "$got" = "$(grep -oE 'MISMATCH|CRASH|TIMEOUT' <<<"$expected" | wc -l)" ] || fail "$name: another number of faults: $(cat out)"
  for found in "$name.found"/*.json; do
    [ -e "$found" ] || continue
    expect 0 . replay "$found" # a legal case whose expected values are the encoding's
    grep -q "MISMATCH" <<<"$expected" || continue
    [ "$name" = leaks.c ] || expect 1 MISMATCH replay "$found" --executor "$example"
    [[ $expected != SHFL* ]] || expect 0 ok replay "$found" --executor "$root/examples/shfl.c"
  done
  count=$((count + 1))
done
[ $count -ge 13 ] || fail "$count examples"
done_testing
