#!/usr/bin/env bash
# One shard: begun, or gone on with where its file is there, and again up to three times where it dies. It fails where it could not be run to its end; what it
# says of the theorems is for `warplaw merge` to judge.
# usage: [WARPLAW=PROGRAM] shard.sh I N FOLDER [ARGUMENTS OF verify..]
set -u
i=$1 n=$2 folder=$3
shift 3
results=$folder/$i.jsonl
mkdir -p "$folder"
for _ in 1 2 3; do
  if [ -e "$results" ]; then how=--resume; else how=--results; fi
  "${WARPLAW:-./warplaw}" verify --shard "$i/$n" "$how" "$results" "$@" >>"$folder/$i.txt" 2>&1
  code=$?
  [ $code -gt 3 ] || break # 0..3: it came to its end
done
[ $code = 1 ] || [ $code = 3 ] || exit $code
