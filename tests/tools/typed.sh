#!/usr/bin/env bash
# Every command of a document can be typed, and prints what the document shows below it: those that are shown as `$ ..`, and those in the cells of tables.
# `...` in a line stands for any of its text, alone in a line for any lines. Seconds, hashes and versions are whatever they are. What proves or tests everything
# is shown without a `$`, and is run elsewhere (verify, test). What README.md shows is typed for README.md alone: another document shows the same of it.
# usage: typed.sh PROGRAM ROOT BUILD DOCUMENT SHOWN CELLS: at least so many commands are shown with what they print, and so many stand in cells
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
build=$3 document=$4 least_shown=$5 least_cells=$6
take_verified_cache
cp -r "$root/corpus" "$root/docs" "$root/examples" "$root/include" .
ln -s "$program" warplaw # in place of the wrapper, and of what is installed
PATH=$work:$PATH
ln -s "$build" build

cat >compare.py <<'P'
import re, sys
def plain(text):
    text = re.sub(r'\b[0-9a-f]{12}\b', 'HASH', text)
    text = re.sub(r'\b\d+(\.\d+)?( m?s\b)', r'N\2', text)
    return re.sub(r'\b\d+\.\d+\.\d+(\.\d+)?\b', 'VERSION', text)
shown, printed = (plain(open(name).read()).rstrip('\n').split('\n') for name in sys.argv[1:])
def pattern_of(line):
    if line == '...':
        return r'(?:.*\n)*'
    return '.*'.join(map(re.escape, line.split('...'))) + '\n'
def verdicts_and_rest(lines): # verdicts come as they are known, in any order
    verdicts = [line for line in lines if re.match(r'(\S+ +)?(PROVED|REFUTED|CHECKED) ', line)]
    return verdicts, [line for line in lines if line not in verdicts]
wanted, shown_rest = verdicts_and_rest(shown)
there, printed_rest = verdicts_and_rest(printed)
if '...' not in shown and len(wanted) != len(there):
    sys.exit(1)
for line in wanted:
    found = next((one for one in there if re.fullmatch(pattern_of(line), one + '\n')), None)
    if found is None:
        sys.exit(1)
    there.remove(found)
lines = [line for at, line in enumerate(shown_rest) if line != '...' or shown_rest[at - 1:at] != ['...']]
sys.exit(0 if re.fullmatch(''.join(map(pattern_of, lines)), ''.join(line + '\n' for line in printed_rest)) else 1)
P
# the comparison itself can fail
compares() { # YES|NO SHOWN PRINTED WHAT
  printf "$2" >shown
  printf "$3" >printed
  if python3 compare.py shown printed; then [ "$1" = YES ]; else [ "$1" = NO ]; fi || fail "$4"
}
compares YES 'a 1.0 s\n...\nend\n' 'a 2.5 s\nb\nend\n' 'seconds or dots are compared'
compares NO 'a 1.0 s\n...\nend\n' 'a 2.5 s\nb\nend \n' 'a difference is not seen'
compares YES 'PROVED  a (...\n...\nREFUTED b\nend\n' 'REFUTED b\nPROVED  c\nPROVED  a (z3)\nend\n' 'the order of verdicts is compared'
compares NO 'PROVED  a\n...\nend\n' 'REFUTED a\nend\n' 'another verdict is not seen'
compares NO 'PROVED  a\nend\n' 'PROVED  a\nPROVED  b\nend\n' 'one verdict more is not seen'
rm shown printed

types() { # COMMAND: into ./printed what a terminal shows, its exit code into $code
  timeout "$limit" stdbuf -oL bash -c "$1" >printed 2>&1 </dev/null # lines of both streams in their order
  code=$?
  [ "$code" -le 1 ] || [ "$code" = 3 ] || fail "exit $code: $1 -> $(head -c 300 printed)"
}
shown_by() { # DOCUMENT PREFIX: its commands and what it shows of them, in files
  awk -v to="$2" '/^    \$ /{ n++; print substr($0, 7) >(to "command" n); open = 1; next } /^    /{ if (open) print substr($0, 5) >(to "shown" n); next } { open = 0 }' "$root/$1"
}
shown_by "$document" ''
[ "$document" = README.md ] || shown_by README.md readme_
count=0
for ((n = 1; ; ++n)); do
  [ -e "command$n" ] || break
  command=$(cat "command$n")
  if there=$(grep -lxFe "$command" readme_command* 2>/dev/null); then
    readme=${there/command/shown} # both ways, for what one leaves out with `...` may be wrong in the other
    python3 compare.py "$readme" "shown$n" && python3 compare.py "shown$n" "$readme" || fail "$document shows something else than README.md of: $command"
    count=$((count + 1))
    continue
  fi
  types "$command"
  [ -e "shown$n" ] || continue
  python3 compare.py "shown$n" printed || { cat printed; fail "$document shows something else of: $command"; }
  count=$((count + 1))
done
[ $count -ge "$least_shown" ] || fail "$document shows the output of $count commands"
count=0
while read -r command; do
  types "$command"
  [ "$code" = 0 ] || fail "exit $code: $command"
  count=$((count + 1))
done < <(sed -nE '/^\|/s/.*`(\.\/warplaw [^`]*)`.*/\1/p' "$root/$document" | grep -vE '^\./warplaw (verify|test)\b')
[ $count -ge "$least_cells" ] || fail "$document has $count commands in tables"
done_testing
