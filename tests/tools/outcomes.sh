#!/usr/bin/env bash
# What the very same program found of a theorem is taken whole, and every report from it is that of the run that found it; of another program, another option
# or whatever asks to be judged again, nothing is.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
some=(verify --theorem sel/plan --theorem sel/portable)
taken() { grep -c '"whole":true' "$1"; }
bare() { # but for seconds, and for what came from where
  sed -E '/^<details>/,/^<.details>/d; /^$/d; s/^\| .*\|$//; s/"(cached|whole|seconds|limit)":[a-zE0-9.+-]+,?//g; s/,}/}/g; s/ (time|timestamp)="[^"]*"//g
          s/,? *[0-9]+\.[0-9]+( s\b)?//g; s/, [0-9]+ of them from the cache .*//; s/, (whole from the cache|cached)//' "$1" | sort
}

for run in first second; do
  "$program" "${some[@]}" --jobs 1 --results $run.jsonl --junit $run.xml --markdown $run.md >$run.out 2>$run.err || fail "$run: exit $?: $(cat $run.err)"
  "$program" "${some[@]}" --cache-dir json --json >$run.json 2>err || fail "json: exit $?"
done
count=$(grep -c '^{"name"' first.jsonl)
[ "$count" -gt 10 ] && [ "$(taken first.jsonl)" = 0 ] && [ "$(taken second.jsonl)" = "$count" ] || fail "of $count $(taken first.jsonl) and $(taken second.jsonl)"
grep -qE "^everything as expected: $count obligations, $count of them from the cache or an earlier run \($count whole, as the very same program found them\), " second.out ||
  fail "not said: $(tail -n 3 second.out)"
for report in jsonl xml md out err json; do
  cmp -s <(bare first.$report) <(bare second.$report) || fail "another $report: $(diff <(bare first.$report) <(bare second.$report) | head -n 5 | cut -c1-300)"
done

# none_taken WHY PROGRAM ARGUMENTS..: judged again
none_taken() {
  local why=$1
  shift
  rm -f again.jsonl
  "$@" --results again.jsonl >out 2>err || fail "$why: exit $?: $(tail -n 3 err)"
  [ "$(taken again.jsonl)" = 0 ] || fail "$why: $(taken again.jsonl) are taken"
}
mkdir other && name=$(basename "$program") && cp "$program" other && printf x >>"other/$name"
cp "$program" another && printf xy >>another
none_taken 'a program of another name' ./another "${some[@]}"
rm -f again.jsonl
"$program" "${some[@]}" --results again.jsonl >out 2>err || fail "exit $?: $(tail -n 3 err)"
[ "$(taken again.jsonl)" = "$count" ] || fail 'a program of another name throws out what is kept'
none_taken 'a program with one more byte' "./other/$name" "${some[@]}"
for option in --no-fold '--solver z3' '--cache answers' '--cache enforce' '--cache off'; do
  "$program" "${some[@]}" >out 2>err # the last run's are kept
  # shellcheck disable=SC2086 # two words
  none_taken "$option" "$program" "${some[@]}" $option
done
"$program" "${some[@]}" >out 2>err
cp first.jsonl half.jsonl && sed -i '$d' half.jsonl
expect 0 'everything as expected' "${some[@]}" --resume half.jsonl
grep -q 'whole' out && fail "what a file says is not judged again: $(tail -n 1 out)"
printf '{"theorem":"sel/plan","obligations":4,"seconds":100}\n' >costs.jsonl # so dear that shards have parts of it
for shard in 1/2 2/2; do
  none_taken "shard $shard" "$program" verify --theorem sel/plan --shard $shard --costs costs.jsonl
done
"$program" verify --theorem sel/plan --results whole.jsonl >out 2>err || fail "after shards: exit $?"
[ "$(grep -c '^{"name"' whole.jsonl)" = "$(grep -c '^{"name":"sel/plan/' first.jsonl)" ] || fail 'a part of a theorem is taken for all of it'
[ -z "$(find "$WARPLAW_CACHE/outcomes" -name '*.??????')" ] || fail 'half a file is left'
done_testing
