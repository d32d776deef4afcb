#!/usr/bin/env bash
# N shards under GNU parallel, merged. A shard whose job is lost (with a host of --sshlogin, too) is given out again.
# usage: [WARPLAW=PROGRAM] [PARALLEL_OPTIONS='--jobs 4'] parallel.sh N FOLDER [ARGUMENTS OF verify..]
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
n=$1 folder=$2
shift 2
# shellcheck disable=SC2086 # several options
parallel ${PARALLEL_OPTIONS:-} --retries 3 --quote "$here/shard.sh" {} "$n" "$folder" "$@" ::: $(seq "$n")
exec "${WARPLAW:-./warplaw}" merge "$folder"/*.jsonl
