# What the tests of shards share, after lib.sh: one run as the measure, and a program that dies once in mid-job.
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
recipes=$root/docs/recipes
arguments="SEL --jobs 1 --cache off --costs $work/one.jsonl"
"$program" verify SEL --cache off --results one.jsonl >one.txt 2>err || fail "one run: exit $?: $(cat err)"

# needs PROGRAM.. PACKAGES: else the test is skipped, and says why
needs() {
  local name
  for name in "$@"; do
    command -v "$name" >/dev/null || { echo "SKIPPED: $name is not installed"; exit 77; }
  done
}

# but for the seconds, which are nobody's twice
without_seconds() { sed -E 's/ *[0-9]+\.[0-9]+( s)?$//' "$1"; }
same_as_one_run() { # FILE
  cmp -s <(without_seconds one.txt) <(without_seconds "$1") || fail "not what one run says: $(diff one.txt "$1")"
}

# dying FOLDER HOW..: a program in ./dying whose first run of shard 2 is killed once it has written results; then HOW is done
dying() {
  local folder=$1
  shift
  cat >dying <<END
#!/usr/bin/env bash
[[ \$* = *'--shard 2/'* ]] && mkdir $work/died 2>/dev/null || exec $program "\$@"
for _ in 1 2 3 4 5; do # until the kill comes in mid-job
  rm -f $folder/2.jsonl
  $program "\$@" &
  until [ "\$(cat $folder/2.jsonl 2>/dev/null | wc -l)" -ge 4 ] || [ -z "\$(jobs -r)" ]; do sleep 0.01; done
  kill -9 \$!
  wait \$!
  tail -n 1 $folder/2.jsonl | grep -q '^{"end"' || break
done
cp $folder/2.jsonl $work/left.jsonl
$*
END
  chmod +x dying
}

# after it: the shard was gone on with, and nothing that was there was lost, asked again or written again
resumed_after_death() { # FOLDER
  local had file=$1/2.jsonl
  had=$(wc -l <left.jsonl) # whole lines
  grep -q '"answers":' left.jsonl || fail 'the kill left nothing'
  grep -q '^{"end"' left.jsonl && fail 'the kill came after the end'
  cmp -s <(head -n "$had" left.jsonl) <(head -n "$had" "$file") || fail 'what was there is lost'
  [ "$(grep -c '^{"run"' "$file")" = 2 ] || fail "shard 2 was not gone on with: $(cut -c1-100 "$file")"
  [ -z "$(sed -n 's/^{"name":"\([^"]*\)".*/\1/p' "$file" | sort | uniq -d)" ] || fail 'something was decided twice'
  grep -q ', earlier run,' "$1/2.txt" || fail "asked again: $(cat "$1/2.txt")"
}
