#!/usr/bin/env bash
# Tests are hermetic: ctest gives them a cache of this build (tests/environment.cmake.in), in which nothing but solvers' answers is anybody else's; and every
# limit of a test stands in one place (cmake/TestLimits.cmake) or is the shell library's.
set -u
given=${WARPLAW_CACHE:-}
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
build=$(dirname "$(dirname "$program")")
[ "$given" = "$build/tests/cache" ] || fail "the tests' cache is '$given', not one of this build ($build): run them by ctest"
for entry in "$given"/* "$given"/.[!.]*; do
  case ${entry##*/} in
  [0-9a-f][0-9a-f] | '.[!.]*' | '*') ;;
  *) [ ! -L "$entry" ] || fail "$entry is somebody else's" ;;
  esac
done
# a test that takes the answers takes no verdicts with them
mkdir -p others/ab others/outcomes && echo answer >others/ab/cdef && echo verdict >others/verdicts.jsonl && echo outcome >others/outcomes/one
verified=$work/others take_verified_cache
[ -f "$WARPLAW_CACHE/ab/cdef" ] && [ ! -e "$WARPLAW_CACHE/verdicts.jsonl" ] && [ ! -e "$WARPLAW_CACHE/outcomes" ] || fail "taken: $(ls "$WARPLAW_CACHE")"
# no limit stands beside a test
grep -rnE '\bTIMEOUT [0-9]' "$root"/tests/*/CMakeLists.txt && fail 'a limit that is not in cmake/TestLimits.cmake'
grep -rnE '(^|[ (\"])(limit=|timeout )[0-9]{1,2} ' "$root"/tests --include='*.sh' | grep -v 'timeout 1 "$warplaw" linearize -' && fail 'a limit of less than 100 s'
# nor does a program list its tests in CMake's own five seconds
grep -rn 'gtest_discover_tests(' "$root"/tests --include=CMakeLists.txt | grep -v 'DISCOVERY_TIMEOUT ${WARPLAW_LISTING_LIMIT}' && fail 'a program without the limit to list its tests'
done_testing
