#!/usr/bin/env bash
# test_times on results of ctest written down by hand: a test is counted for the instruction that it names, once; nothing is lost.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# today's rows by their own list, so that no instruction is named here
mapfile -t rows < <(sed -n 's/^WARPLAW_INSTRUCTION(\([A-Za-z0-9]*\), *\([a-z0-9_]*\).*/\1 \2/p' "$root/spec/instructions.def")
[ ${#rows[@]} -gt 1 ] || fail 'no rows'
{
  echo '<?xml version="1.0" encoding="UTF-8"?><testsuite name="x" tests="9">'
  for row in "${rows[@]}"; do
    read -r camel folder <<<"$row"
    for name in "${camel}Text.Reads_IT_1" "Group/Sum.Of/$folder" "fuzz.target.$folder"; do
      echo "<testcase name=\"$name\" classname=\"x\" time=\"1.5\" status=\"run\"><system-out>&lt;5&gt;</system-out></testcase>"
    done
  done
  read -r first rest <<<"${rows[0]}"
  read -r second rest <<<"${rows[1]}"
  echo "<testcase name=\"$first.Not$second\" time=\"100\" status=\"fail\"/>"
  echo '<testcase name="Style.Format" time="20" status="run"/>'
  echo "<testcase name=\"$first.Nightly\" time=\"1000\" status=\"notrun\"/>"
  echo '</testsuite>'
} >results.xml
"$program" results.xml >out 2>err || fail "exit $?: $(cat err)"
[ "$(grep -cE ' 3 +4\.5$' out)" = ${#rows[@]} ] || fail "not each instruction's three tests: $(cat out)"
grep -qE '^  of several, or of none +2 +120\.0$' out || fail "the rest: $(cat out)"
grep -qE "^  all +$((3 * ${#rows[@]} + 2)) +" out || fail "all: $(cat out)"
echo '<testsuite' >results.xml
"$program" results.xml >out 2>err
[ $? = 2 ] || fail 'no XML is accepted'
done_testing
