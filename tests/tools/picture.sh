#!/usr/bin/env bash
# The picture in README is current, and what has no picture is not drawn.
# usage: picture.sh PROGRAM ROOT
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cp -r "$root/corpus" "$root/docs" "$root/examples" .
expect 1 '1 mismatch$' replay examples/wrong/emulator.json --svg warp.svg
cmp warp.svg docs/counterexample.svg || fail 'docs/counterexample.svg is another; draw it anew: ./warplaw replay examples/wrong/emulator.json --svg docs/counterexample.svg'
expect 0 'ok' replay corpus/seeds/shfl-up.json --svg agreed.svg
grep -q 'class="on"' agreed.svg && ! grep -q 'class="on differs"' agreed.svg || fail 'a case that agrees is not drawn, or in red'
expect 2 'no case of one instruction' replay corpus/seeds/program-ballot.json --svg none.svg
[ -e none.svg ] && fail 'a picture of nothing'
cp corpus/seeds/shfl-up.json mine.json
expect 2 'would be written over' replay mine.json --svg mine.json
done_testing
