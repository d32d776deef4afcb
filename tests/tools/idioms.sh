#!/usr/bin/env bash
# Idioms: docs/idioms.md is what `verify` says today of the kernels below corpus/idioms, everything as it is expected there; what was decided is shown
# at once; and an idiom of which something wrong is said is noticed. Every sixth one, and those that a
# change touches; all with WARPLAW_ALL (docs/ci.md).
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

take_verified_cache
mkdir -p asked/idioms asked/ptx/bugs
files() { (cd "$root" && LC_ALL=C && printf '%s\n' corpus/idioms/*.cu corpus/ptx/bugs/*_broken.cu); } # each one is of a section of the page
files | "$root/tests/style/changed.sh" "$root" 6 >chosen
while read -r file; do cp "$root/${file%_broken.cu}"* "asked/$(dirname "${file#corpus/}")"; done <chosen
awk -v RS='\n## ' -v ORS= -v chosen=" $(files | grep -nxFf chosen | cut -d: -f1 | xargs) " \
  'NR == 1 { print } index(chosen, " " NR - 1 " ") { print "\n## " $0 }' "$root/docs/idioms.md" >page
[ "$(grep -c '^## ' "$root/docs/idioms.md")" = "$(files | wc -l)" ] || fail 'docs/idioms.md has more idioms than there are files, or fewer'
timeout 3600 "$program" idioms --markdown --corpus asked >out 2>err </dev/null || fail "idioms --markdown: exit $?: $(head -c 3000 err)"
cmp -s out page || fail 'docs/idioms.md is another; write it anew: ./warplaw idioms --markdown > docs/idioms.md'
grep -q ' verdicts, 0 faults$' err || fail "says: $(cat err)"

# a lookup shows what this program decided before, and says when; --prove decides it again, and so is what is not whole
expect 0 'launches were decided since [0-9-]+ [0-9:]+ UTC; --prove decides them again' idioms --markdown --corpus asked
cmp -s out page || fail 'what was kept shows another page'
expect 0 '^## Early exit by a vote' idioms early_exit --prove
grep -q 'were decided since' err && fail '--prove looks it up'
for file in "$WARPLAW_CACHE"/idioms/*.json; do echo '{"launch":' >"$file"; done
expect 0 '^## Early exit by a vote' idioms early_exit
grep -q 'were decided since' err && fail "what is not whole is believed: $(cat err)"
expect 2 'usage: no idiom.s name begins with none_such' idioms none_such

# each kernel breaks or holds; each idiom has a title, a sentence for each kernel, and nothing of it is left unread
for file in "$root"/corpus/idioms/*.cu; do
  kernels=$(grep -c '^__global__' "$file")
  [ "$(grep -c '^// warplaw: entry=' "$file")" = "$kernels" ] || fail "$file: not every kernel has a launch"
  grep -qE '^// .' <(head -1 "$file") || fail "$file: no title"
done
# what programs say of instructions alone is said of source, too
for law in "$root"/corpus/programs/{idiom,law}_*.wl; do
  grep -qE "^// theorems: .*\b$(basename "$law" .wl)\b" "$root"/corpus/idioms/*.cu || fail "no idiom names $(basename "$law")"
done

# wrong in a copy: a guard that is missing, a mask, a pitfall that is none, another line to blame, a statement
wrong() { # IDIOM SED
  mkdir -p wrong/idioms
  sed "$2" "$root/corpus/idioms/$1.cu" >"wrong/idioms/$1.cu"
  cmp -s "$root/corpus/idioms/$1.cu" "wrong/idioms/$1.cu" && fail "$1: nothing was planted by $2"
  expect 1 '^corpus/idioms/.*\.cu: ' idioms "$1" --corpus "$work/wrong"
  rm -r wrong
}
wrong neutral 's/by > 0; by/by > 1; by/'
wrong neutral 's/p\[threadIdx.x\] ? in\[threadIdx.x\] : 0/in[threadIdx.x]/'
wrong neutral 's, // here,,'
wrong neutral 's/(p\[t\] != 0)/(p[t] == 0)/'
wrong shared_exchange 's/  __syncwarp();//'
wrong shared_exchange 's/expect: REFUTED race/expect: REFUTED deadlock/'
wrong early_exit 's/__any_sync/__all_sync/'
done_testing
