#!/usr/bin/env bash
# N shards as one Slurm job array, merged by a job that waits for them; the folder lies where all nodes see it. A shard whose node dies is queued again.
# usage: [WARPLAW=PROGRAM] [SBATCH_OPTIONS='--cpus-per-task=8 --time=2:00:00'] slurm.sh N FOLDER [ARGUMENTS OF verify..]
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
n=$1 folder=$2
shift 2
mkdir -p "$folder"
arguments=$(printf '%q ' "$n" "$folder" "$@")
# shellcheck disable=SC2086 # several options
job=$(sbatch --parsable ${SBATCH_OPTIONS:-} --array="1-$n" --requeue --open-mode=append --output="$folder/slurm-%a.txt" \
  --wrap "exec $(printf %q "$here")/shard.sh \$SLURM_ARRAY_TASK_ID $arguments") || exit 2
sbatch --wait --dependency="afterany:$job" --output="$folder/merged.txt" \
  --wrap "exec $(printf %q "${WARPLAW:-./warplaw}") merge $(printf %q "$folder")/*.jsonl" >"$folder/merge.job"
code=$?
cat "$folder/merged.txt"
exit $code
