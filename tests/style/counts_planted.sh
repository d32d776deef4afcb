#!/usr/bin/env bash
# The check of counts finds what is planted: a number that documents say and a file that has one more or less; and `write` mends what it can.
# usage: counts_planted.sh counts.sh ROOT
set -u
check=$1 root=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fresh() {
  rm -rf "${work:?}"/*
  mkdir -p "$work/proofs/mutants" "$work/tests/proofs" "$work/docs"
  cp "$root/README.md" "$work"
  cp "$root"/docs/*.md "$work/docs"
  cp -r "$root/proofs/golden" "$root/proofs/costs.jsonl" "$work/proofs"
  cp "$root/proofs/mutants/equivalent.def" "$work/proofs/mutants"
  cp "$root/tests/proofs/uncertified.txt" "$root/tests/proofs/CMakeLists.txt" "$work/tests/proofs"
  mkdir "$work/corpus"
  cp -r "$root"/corpus/{contradictions,programs,recorded,regressions,seeds,text,zoo} "$work/corpus"
}
failures=0
fail() { echo "FAILED: $*"; failures=1; }
found() { # PATTERN
  out=$("$check" "$work") && fail "not found: $1"
  grep -qE -e "$1" <<<"$out" || fail "no '$1' in: $out"
}
mended() {
  "$check" "$work" write >/dev/null || fail 'write ends with an error'
  out=$("$check" "$work") || fail "write did not mend: $out"
}
fresh
"$check" "$work" || fail 'what is right is rejected'

# what a document says
sed -i 's/^| SEL | 1 | [0-9]* | [0-9]* /| SEL | 1 | 5 | 0 /' "$work/docs/evidence.md"
found 'evidence.md: SEL: 0 proved, .* are not 5$'
found 'evidence.md: 5 obligations of SEL; there are [0-9]'
fresh
sed -i '/^| SEL |/d' "$work/docs/evidence.md"
found 'no row is of proofs/golden/SEL.txt'
fresh
sed -i -E 's/[0-9]+,[0-9]+ obligations, all/1 obligations, all/' "$work/README.md"
found 'README.md: 1 obligations; there are [0-9]+,[0-9]+'
mended
sed -i -E 's/all [0-9]+ theorems/all theorems/' "$work/docs/scale.md"
found 'scale.md: it does not say how many theorems'
fresh
bug=$(basename "$(printf '%s\n' "$work"/corpus/zoo/*.sed | head -1)" .sed)
sed -i "s/^| $bug | \([^|]*\) | [^|]* |/| $bug | \1 | something else |/" "$work/docs/evidence.md"
found "evidence.md: $bug is .* something else; corpus/zoo says"

# what lies in the files
fresh
echo sel/one/more >>"$work/proofs/golden/SEL.txt"
found 'obligations of SEL; there are'
fresh
cp "$work/corpus/seeds/shfl-up.json" "$work/corpus/seeds/another.json"
found 'cases in corpus/seeds; there are'
mended
tail -n 1 "$work/corpus/recorded/folded.jsonl" >"$work/line" && cat "$work/line" >>"$work/corpus/recorded/folded.jsonl"
found 'README.md: [0-9,]+ constants that were folded; there are'
mended
rm "$work"/corpus/programs/law_*.wl
found 'evidence.md: [0-9]+ programs; there are'
mended
sed -i '0,/^WARPLAW_EQUIVALENT/s//WARPLAW_NOTHING/' "$work/proofs/mutants/equivalent.def"
found 'entries of equivalent mutants; there are'
mended
echo 'sel/* nobody knows' >>"$work/tests/proofs/uncertified.txt"
found 'obligations without a certificate; there are'
mended
sed -i 's/--mutants --mutants-sample [0-9]*/--mutants --mutants-sample 99/' "$work/tests/proofs/CMakeLists.txt"
found 'mutants in the sample of verify_mutants; there are 99'
mended
exit $failures
