#!/usr/bin/env bash
# The recipe for GNU parallel: three shards, of which one dies with its job in the middle, are what one run is.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/shards_lib.sh"
needs parallel
dying "$work/shards" 'kill -9 $PPID'
PARALLEL_OPTIONS='--jobs 2' WARPLAW=$work/dying "$recipes/parallel.sh" 3 shards $arguments >out 2>err || fail "exit $?: $(cat out err)"
same_as_one_run out
resumed_after_death shards
done_testing
