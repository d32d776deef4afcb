#!/usr/bin/env bash
# Every command of README can be typed, and prints what README shows below it: those that are shown as `$ ./warplaw ..`, and those in the cells of tables.
# `...` at a line's end stands for its rest, alone in a line for any lines. Seconds, hashes and versions are whatever they are. The picture is current.
# usage: readme.sh PROGRAM ROOT. What proves or tests everything is run elsewhere (verify, test).
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
take_verified_cache
cp -r "$root/corpus" "$root/docs" "$root/examples" "$root/include" .
ln -s "$program" warplaw # in place of the wrapper

cat >compare.py <<'P'
import itertools, re, sys
def plain(text):
    text = re.sub(r'\b[0-9a-f]{12}\b', 'HASH', text)
    text = re.sub(r'\b\d+(\.\d+)?( m?s\b)', r'N\2', text)
    return re.sub(r'\b\d+\.\d+\.\d+(\.\d+)?\b', 'VERSION', text)
shown, printed = (plain(open(name).read()).rstrip('\n').split('\n') for name in sys.argv[1:])
def in_order(lines): # verdicts of forms come as they are known
    for is_verdict, block in itertools.groupby(lines, lambda line: re.match(r'\S+ +PROVED ', line) is not None):
        yield from sorted(block) if is_verdict else block
pattern = ''
for line in in_order(shown):
    if line == '...':
        pattern += r'(?:.*\n)*'
    elif line.endswith('...'):
        pattern += re.escape(line[:-3]) + '.*\n'
    else:
        pattern += re.escape(line) + '\n'
sys.exit(0 if re.fullmatch(pattern, '\n'.join(in_order(printed)) + '\n') else 1)
P
# the comparison itself can fail
printf 'a 1.0 s\n...\nend\n' >shown
printf 'a 2.5 s\nb\nend\n' >printed
python3 compare.py shown printed || fail 'seconds or dots are compared'
printf 'a 2.5 s\nb\nend \n' >printed
python3 compare.py shown printed && fail 'a difference is not seen'

types() { # COMMAND: into ./printed, its exit code into $code
  timeout "$limit" bash -c "$1" >printed 2>err </dev/null
  code=$?
  [ "$code" -le 1 ] || fail "exit $code: $1 -> $(head -c 300 err)"
}
awk '/^    \$ /{ n++; print substr($0, 7) >("command" n); open = 1; next } /^    /{ if (open) print substr($0, 5) >("shown" n); next } { open = 0 }' "$root/README.md"
count=0
for file in command*; do
  command=$(cat "$file")
  types "$command"
  [ -e "shown${file#command}" ] || continue
  python3 compare.py "shown${file#command}" printed || { cat printed; fail "README shows something else of: $command"; }
  count=$((count + 1))
done
[ $count -ge 3 ] || fail "README shows the output of $count commands"
count=0
while read -r command; do
  types "$command"
  [ "$code" = 0 ] || fail "exit $code: $command"
  count=$((count + 1))
done < <(sed -nE '/^\|/s/.*`(\.\/warplaw [^`]*)`.*/\1/p' "$root/README.md" | grep -vE '^\./warplaw (verify|test)\b')
[ $count -ge 5 ] || fail "README has $count commands in tables"

expect 1 '1 mismatches' replay examples/wrong/emulator.json --svg warp.svg
cmp warp.svg docs/counterexample.svg || fail 'docs/counterexample.svg is another; draw it anew: ./warplaw replay examples/wrong/emulator.json --svg docs/counterexample.svg'
expect 0 'ok' replay corpus/seeds/shfl-up.json --svg agreed.svg
grep -q 'class="on"' agreed.svg && ! grep -q 'class="on differs"' agreed.svg || fail 'a case that agrees is not drawn, or in red'
expect 2 'no case of one instruction' replay corpus/seeds/program-ballot.json --svg none.svg
[ -e none.svg ] && fail 'a picture of nothing'
cp corpus/seeds/shfl-up.json mine.json
expect 2 'would be written over' replay mine.json --svg mine.json
done_testing
