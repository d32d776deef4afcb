#!/usr/bin/env bash
# Published claims: docs/contradictions.md is what the program says today, and a witness that is wrong, or nobody's, is noticed.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
take_verified_cache
limit=1800 # every claim is decided, where `verify` has left nothing

expect 0 '^# Contradictions$' contradictions --markdown
cmp -s out "$root/docs/contradictions.md" || fail 'docs/contradictions.md is another; write it anew: ./warplaw contradictions --markdown > docs/contradictions.md'
expect 0 '"rule":"SHFL-4".*"verdict":"REFUTED"' contradictions SHFL-4 --json
expect 0 '"rule":"SHFL-4".*"verdict":"REFUTED"' contradictions shfl-4 --json
expect 2 'usage: no claim' contradictions SHFL-99
# what was decided is looked up, and says the same
mv "$WARPLAW_CACHE/verdicts.jsonl" kept
# but not where a part of it is lost
grep -v '"verdict":"REFUTED"' kept >part
for cache in nothing kept part; do
  rm -rf "$WARPLAW_CACHE"
  mkdir "$WARPLAW_CACHE"
  [ $cache = nothing ] || cp $cache "$WARPLAW_CACHE/verdicts.jsonl"
  expect 0 '"rule":"SHFL-4".*"verdict":"REFUTED"' contradictions SHFL-4 --json
  cp out $cache.out
  grep -qE '^[0-9]+ of [0-9]+ theorems were decided by ' err && echo kept >>looked || echo nothing >>looked
done
[ "$(xargs <looked)" = 'nothing kept nothing' ] && cmp -s nothing.out kept.out && cmp -s nothing.out part.out || fail "looked up: $(cat looked kept.out part.out)"

# what would be noticed
corpus_with() { # FILE SED-SCRIPT
  rm -rf corpus
  mkdir -p corpus/contradictions
  cp "$root"/corpus/contradictions/*.json corpus/contradictions
  sed -i "$2" "corpus/contradictions/$1"
}
witness=shfl-4-up-compares-with-max-lane.json
corpus_with $witness 's/"P0": {"0": 0}/"P0": {"0": 1}/'
cmp -s corpus/contradictions/$witness "$root/corpus/contradictions/$witness" && fail "$witness holds nothing to change"
expect 1 'SHFL-4: .*differ' contradictions SHFL-4 --corpus corpus
corpus_with $witness 's/"SHFL-4"/"SHFL-3"/'
expect 1 'SHFL-4: .*does not name SHFL-4' contradictions SHFL-4 --corpus corpus
corpus_with $witness 's/"active": "0x[0-9a-f]*"/"active": "0x0"/; /"expected"/,$d'
printf '  "expected": {}\n}\n' >>corpus/contradictions/$witness
expect 1 'SHFL-4: .*does not contradict' contradictions SHFL-4 --corpus corpus
corpus_with $witness ''
cp "$root/corpus/seeds/vote-any.json" corpus/contradictions/another.json
expect 1 "another.json is no claim's witness" contradictions --corpus corpus
done_testing
