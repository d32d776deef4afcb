#!/usr/bin/env bash
# The small programs: each is made without what it does not need, has the subcommands that commands.def gives it, and prints what warplaw prints.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
folder=${program%/*}
sed -n 's/^WARPLAW_COMMAND(.*, \(.*\))$/\1/p' "$root/tools/commands.def" | tr ' ' '\n' | grep -v '^whole$' | sort -u >programs
export WARPLAW_REST=$program # who is handed over to
[ -s programs ] || fail 'no small programs'

# without functions of headers (weak), which need no library
symbols_of() { nm -C --defined-only "$1" | grep -v '^[0-9a-f]* [VWu] '; }
symbols_of "$program" >of_program
lacks() { # PROGRAM NAMES..: each name begins one in warplaw, so that it is known to be looked for rightly
  local small=$folder/warplaw-$1 name
  shift
  symbols_of "$small" >of_small
  for name in "$@"; do
    grep -qF " $name" of_program || fail "warplaw has no $name"
    grep -F " $name" of_small | head -3 | grep . && fail "$small has $name"
  done
}
theorems=(warplaw::proofs::allTheorems warplaw::proofs::Subject::shipped warplaw::symbolic:: warplaw::fuzz::Oracle::encode warplaw::native:: warplaw::ptx:: warplaw::check::)
lacks lookup "${theorems[@]}" warplaw::linearize::
lacks histories "${theorems[@]}" warplaw::concrete:: warplaw::fuzz::
lacks readings warplaw::proofs::allTheorems warplaw::proofs::redTheorems warplaw::proofs::cuda:: warplaw::proofs::kernels:: warplaw::ptx::
lacks check warplaw::proofs::allReadings warplaw::lift:: warplaw::proofs::kernels:: warplaw::ptx::
lacks verify warplaw::proofs::runMutants warplaw::proofs::kernels:: warplaw::ptx:: warplaw::fuzz::Oracle:: warplaw::check:: warplaw::linearize::Checker::

# what both print, and how they end; what the small one says before it hands over is its own
alike() { # SMALL ARGUMENTS..
  local small=$folder/warplaw-$1
  shift
  "$program" "$@" >out1 2>err1 </dev/null
  local code=$?
  "$small" "$@" >out2 2>err2 </dev/null
  local other=$?
  without_times -i out1 out2
  grep -q '^warplaw: .*larger program' err2 && sed -i '0,/^warplaw: .*larger program/d' err2
  [ "$code" = "$other" ] && cmp -s out1 out2 && cmp -s err1 err2 || fail "$*: $(diff out1 out2 | head -5) $(diff err1 err2 | head -5)"
}
# itself: libLLVM asks for libz3
asks_for() { readelf -d "$2" | grep -q "NEEDED.*$1"; }
while read -r small; do
  for library in libLLVM libz3; do
    case "$small $library" in 'check libLLVM' | 'readings libLLVM' | 'verify '*) continue ;; esac # they compile encodings, and ask solvers
    asks_for "$library" "$folder/warplaw-$small" && fail "warplaw-$small is linked with $library"
    asks_for "$library" "$program" || fail "a library that is called otherwise: $library"
  done
  # its subcommands, in the order of the list
  sed -nE "s/^WARPLAW_COMMAND\((.*), (.* )?$small( .*)?\)\$/\L\1/p" "$root/tools/commands.def" >wanted
  "$folder/warplaw-$small" --help | sed -n '/^Subcommands:/,$s/^  \([a-z]*\) .*/\1/p' | grep -v '^warplaw$' >has
  [ -s wanted ] && cmp -s wanted has || fail "warplaw-$small has $(xargs <has), not $(xargs <wanted)"
  "$folder/warplaw-$small" nothing >out 2>err && fail "warplaw-$small: an unknown subcommand"
  while read -r name; do alike "$small" "$name" --help; done <wanted
done <programs
"$program" --help | cmp -s - "$root/tools/help.txt" || fail "write it anew: ./warplaw --help >tools/help.txt"
alike lookup exec "$root"/corpus/seeds/*.json
alike lookup exec "$root"/corpus/seeds/*.json --json --all-lanes
alike lookup exec 'add.s32 %r1, %r2, 7' -r %r2=lane
alike lookup list --json --sass
alike lookup explain add.s32
for executor in examples/vote.c examples/ptx/five_mistakes.c examples/wrong/wrap_32.c; do # right, and wrong as a reading of the rules has it
  alike check check "$root/$executor" --cases 3000 --output found --json
done
grep -q '"behavesLike"' out2 || fail 'no misreading has a name'
# an executor that is wrong once: what was found stays found
printf '#include <unistd.h>\n#define SPOIL_SOURCE from ^= access("%s/wrong", F_OK) == 0;\n#include "shfl.h"\n' "$work" >once.c
printf '#!/bin/sh\nrm "%s/wrong"\nexec "%s" "$@"\n' "$work" "$program" >mended
chmod +x mended
touch wrong
WARPLAW_REST=$work/mended "$folder/warplaw-check" check once.c -I "$root/examples/wrong" --cases 3000 >out 2>err
[ $? = 1 ] && [ ! -e wrong ] && grep -q 'not found again' err || fail "wrong once: $(cat err)"
"$program" check once.c -I "$root/examples/wrong" --cases 3000 >out 2>err || fail "wrong once, asked again: $(cat err)"
env -u WARPLAW_REST "$folder/warplaw-verify" verify --results run.jsonl >out 2>err
[ $? = 3 ] && grep -q '\./warplaw' err || fail "nobody to hand over to: $(cat err)"
alike histories linearize "$root/docs/observed.jsonl" --json
alike verify verify SEL --list --json
for one in "$program" "$folder/warplaw-verify"; do # on stderr obligations stand as they end
  "$one" verify --theorem 'sel/portable*' --json --cache off 2>/dev/null | without_times >"verified-${one##*/}"
done
grep -q '"proved"' verified-warplaw && cmp verified-warplaw verified-warplaw-verify || fail 'verify proves something else'
alike verify verify "$root/corpus/ptx/proved/barrier_right.ptx" --list # what is said of a kernel
alike verify verify SELL
# of each instruction the first form and the last, and of the others some; each has an example
"$program" list --json | python3 -c '
import json, sys
for forms in (json.loads(line)["forms"] for line in sys.stdin):
    for form in forms: print("both" if form in (forms[0], forms[-1]) else "one", form)' >all_forms
{ grep '^both ' all_forms && grep '^one ' all_forms | some 8; } >forms
[ -s forms ] || fail 'no forms'
while read -r who form; do
  if [ "$who" = both ]; then alike lookup explain "$form"; else "$folder/warplaw-lookup" explain "$form" >out2 2>err2 || fail "explain $form: $(cat err2)"; fi
  grep -q '^  forms:$' out2 || grep -qE '^  \(seeds/' out2 || fail "$form has no example"
done <forms

# proofs/theorems.jsonl: made anew by the command in docs/adding_an_instruction.md
"$program" verify --list --json >listed || fail 'verify --list'
python3 - listed "$root/proofs/theorems.jsonl" <<'CHECK' || fail 'proofs/theorems.jsonl is not current (docs/adding_an_instruction.md says how it is made anew)'
import json, sys
listed, kept = ([json.loads(line) for line in open(path)] for path in sys.argv[1:])
members = ('theorem', 'instruction', 'form', 'rules', 'statement')
assert kept and kept == [{name: one[name] for name in members} for one in listed]
CHECK
done_testing
