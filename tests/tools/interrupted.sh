#!/usr/bin/env bash
# Ctrl-C and SIGTERM: a program that asks solvers shows what is known so far and ends with exit code 3; nothing undecided is called PROVED, and a run can
# go on with its results file.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
export WARPLAW_CACHE="$work/empty" # nothing is known: what is asked takes its time

commands() {
  printf '%s\n' 'verify SHFL --results run.jsonl' 'verify --program slow.wl --json' "prove $root/examples/shfl.c" contradictions 'contradictions --prove' idioms 'rules --check' \
    'report --html page' 'verify --mutants SHFL' 'verify --mutants=theorems VOTE'
}
for signal in INT TERM; do # both come to one place: of the second some
  mapfile -t asked < <(commands | if [ $signal = INT ]; then cat; else some 4; fi)
  for command in "${asked[@]}"; do
    rm -rf run.jsonl page
    cp "$root/corpus/programs/idiom_scan.wl" slow.wl
    # shellcheck disable=SC2086 # words
    rm -rf "$WARPLAW_CACHE"
    interrupted $signal warplaw 0.3 $command
    code=$?
    [ $code = 3 ] || fail "exit $code, not 3, after SIG$signal: $command: $(tail -c 300 err)"
    grep -qi interrupted out err || fail "$command does not say that it was interrupted: $(tail -c 300 err)"
    fault=$(grep -hE 'ERROR|REFUTED  |SURVIVED|UNNOTICED|ended by' out err | grep -vE '/twin/|REFUTED .*\(mutant/' | head -3) # twins and mutants are to be refuted
    [ -z "$fault" ] || fail "an interrupt looks like a fault: $command: $fault"
  done
done
[ -s page/index.html ] || [ ! -d page ] || fail 'no page of what is known'

# also while a compiler works, which the signal ends as well
copy=$root/corpus/ptx/bugs/width_right.cu
{ echo '#include <regex>' && cat "$root/examples/simt_sync.cpp"; } >slow.cpp # a second of work
for signal in INT TERM; do
  for command in "check slow.cpp" "verify $copy --clang-arg=-O2" "equal $copy $copy --clang-arg=-O2"; do
    # shellcheck disable=SC2086 # words
    interrupted $signal sh 0.02 $command
    code=$?
    [ $code = 3 ] || fail "exit $code, not 3, after SIG$signal while a compiler works: $command: $(tail -c 300 err)"
    grep -qi interrupted out err || fail "$command does not say that it was interrupted: $(tail -c 300 err)"
  done
done

# what was decided stays: the file is gone on with, and says so until it is whole
rm -rf "$WARPLAW_CACHE"
interrupted INT warplaw 0.3 verify VOTE --results run.jsonl
grep -q 'theorems are not decided' out || fail "no summary: $(cat out)"
grep -q 'everything as expected' out && fail 'half a run is everything as expected'
grep -q '"verdict":"UNKNOWN"' run.jsonl && fail 'what was interrupted is kept as an answer'
limit=600
expect 3 'not decided|MISSING|UNFINISHED' merge run.jsonl
expect 0 'everything as expected' verify VOTE --resume run.jsonl
done_testing
