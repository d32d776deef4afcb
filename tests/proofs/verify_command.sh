#!/bin/sh
# `warplaw verify` from outside: exit codes, one clear line for bad input, nothing written over, results, resuming, the cache.
# usage: verify_command.sh PROGRAM
set -u
program=$1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
export WARPLAW_CACHE="$folder/cache" NO_COLOR=1
failures=0
fail() { echo "FAILED: $*"; failures=$((failures + 1)); }

# rejects NAME TEXT ARGUMENTS...: exit 2, one line on stderr that holds TEXT, nothing on stdout
rejects() {
  name=$1 text=$2
  shift 2
  "$program" verify "$@" >out 2>err
  code=$?
  [ $code -eq 2 ] || fail "$name: exit $code"
  [ "$(wc -l <err)" -eq 1 ] || fail "$name: $(wc -l <err) lines: $(cat err)"
  grep -q -- "$text" err || fail "$name: says $(cat err)"
  [ -s out ] && fail "$name: prints $(cat out)"
}

touch file
rejects 'unknown option' '--frobnicate' --frobnicate
rejects 'unknown solver' 'solver' --solver yices
rejects 'no such theorem' 'no theorem' --theorem nothing/like/this
rejects 'no such instruction' "instruction 'SHLF'; the nearest name is SHFL" --instruction SHLF
rejects 'no such positional instruction' "instruction 'atom'; the nearest name is ATOMS" SHFL atom
rejects 'time limit' 'timeout' --timeout never
rejects 'cache below a file' 'file/cache' --cache-dir file/cache --theorem shfl/source
rejects 'enforced cache that is not there' 'nowhere' --cache enforce --cache-dir nowhere --theorem shfl/source
[ -e nowhere ] && fail 'an enforced cache was made'
rejects 'missing results' 'missing' --resume missing --theorem shfl/source
printf '\377\376\n\n' >binary
rejects 'binary results' '^binary:1: results: ' --resume binary --theorem shfl/source
echo 'mine' >mine
rejects 'results that exist' 'mine' --results mine --theorem shfl/source
[ "$(cat mine)" = mine ] || fail 'a file was written over'

"$program" verify --theorem 'shfl/source' --results results >out 2>err || fail "verify: exit $?: $(cat err)"
grep -q 'everything as expected' out || fail "verify: $(cat out)"
grep -q "$(printf '\033')" out err && fail 'colour where there is no terminal'
count() { grep -c '^{"name"' results; } # obligations' lines; others say which run wrote them
lines=$(count)
[ "$lines" -gt 0 ] || fail 'no results'
[ "$(grep -c ' shfl/source/' err)" -eq "$lines" ] || fail 'not a line an obligation'

"$program" verify --theorem 'shfl/source' --cache enforce --json >out 2>err || fail "enforced cache: exit $?"
grep -q '"exit":0' out || fail "json: $(cat out)"

# instructions may be named plainly, several of them, in any case; --theorem leaves its neighbours alone
names() { "$program" verify --list "$@" | cut -d' ' -f1 | cut -d/ -f1 | sort -u | xargs; }
[ "$(names shfl)" = shfl ] || fail "verify shfl: $(names shfl)"
[ "$(names SHFL --instruction machine)" = 'machine shfl' ] || fail "two instructions: $(names SHFL --instruction machine)"
[ "$(names --theorem 'shfl/*' ATOMS --theorem 'atoms/*')" = atoms ] || fail 'two patterns'

# without folding an input is still the variable that a theorem asks it to be
"$program" verify --theorem 'vote/portable' --no-fold --cache off >out 2>err || fail "no folding: exit $?: $(cat out)"
grep -q '; no-fold, ' out || fail "no folding: says $(tail -1 out)"

# the options choose the mutants
"$program" verify SHFL --mutants --theorem 'shfl/plan' --theorem 'atoms/plan' >out 2>err || fail "mutants: exit $?"
grep -q ' mutants, ' out || fail "mutants: $(cat out)"
grep -qi 'shfl' err || fail 'no mutant of SHFL'
grep -vi 'shfl' err && fail 'mutants of what was not asked for'

# mutants of theorems that changed since an earlier run: of none, of one whose code was other, of all if the file knows none
"$program" verify --theorem 'shfl/plan' --theorem 'atoms/plan' --results before >out 2>err || fail "before: exit $?"
since() { "$program" verify --mutants --theorem 'shfl/plan' --theorem 'atoms/plan' --mutants-since "$1" >out 2>err || fail "since $1: exit $?"; }
since before
grep -q '^0 mutants' out || fail "unchanged code: $(cat out)"
sed '/"theorem":"shfl.plan"/s/"bitcode":"..../"bitcode":"0000/' before >other
since other
grep -q 'shfl' err || fail "changed code: $(cat out)"
grep -q 'atoms' err && fail 'mutants of unchanged code'
rejects 'no earlier results' 'nowhere' --mutants --theorem 'shfl/plan' --mutants-since nowhere

# what a kill leaves: a truncated last line is reported, cut off and done again; for the rest no solver is asked
asked=$(grep -c '"answers":' results)
[ "$asked" -gt 1 ] || fail 'nothing to resume'
sed -i '/^{"end"/d' results
truncate -s -5 results
"$program" verify --theorem 'shfl/source' --cache off --resume results >out 2>err || fail "resume: exit $?"
grep -q truncated err || fail "resume says $(cat err)"
[ "$(count)" -eq "$lines" ] || fail "resume left $(count) lines"
[ "$(grep -c 'earlier run' err)" -ge $((asked - 1)) ] || fail 'resume did more than it had to'

# verdicts of a file are for people: concluded again, and written again where they were edited
sed -i 's/"verdict":"[A-Z]*"/"verdict":"ERROR"/' results
"$program" verify --theorem 'shfl/source' --cache off --resume results >out 2>err || fail "edited verdicts: exit $?"
grep -q 'everything as expected' out || fail "edited verdicts: $(cat out)"
[ "$(grep -c 'earlier run' err)" -eq "$asked" ] || fail 'answers of edited verdicts were not used'
[ "$(count)" -eq $((2 * lines)) ] || fail "edited verdicts left $(count) lines"

# a time-out is said and is no success (without the simulation that meets the witness at once)
"$program" verify --theorem 'shfl/inactive/nothing-else' --solver z3 --cache off --timeout 0.01 >out 2>err
code=$?
[ $code -eq 3 ] || fail "time-out: exit $code"
grep -q 'UNKNOWN.*time-out' out || fail "time-out: $(cat out)"
query=counterexamples/shfl.inactive.nothing-else.twin.no-choice-matters.smt2
grep -q "the query: $query" out || fail "time-out: no query in $(cat out)"

# two solvers that contradict each other are an error, and the query is kept as it was asked: either answer can be asked for again
mkdir lying
cvc5=$(command -v cvc5)
printf '#!/bin/sh\n[ "$1" = --version ] && exec %s --version\n"%s" "$@" | sed s/unsat/sat/\n' "$cvc5" "$cvc5" >lying/cvc5
chmod +x lying/cvc5
rm -r counterexamples
PATH="$folder/lying:$PATH" "$program" verify --theorem 'shfl/source' --solver both --cache off >out 2>err
code=$?
[ $code -eq 3 ] || fail "contradiction: exit $code"
said='the solvers contradict each other: z3: unsat; cvc5: sat'
grep -q "ERROR.*$said" out || fail "contradiction: $(cat out)"
kept=$(sed -n 's/^ *the query: //p' out)
[ -n "$kept" ] || fail "contradiction: no query in $(cat out)"
for query in $kept; do
  grep -q "^; $said\$" "$query" || fail "$query says $(head -2 "$query")"
  [ "$(cvc5 "$query" 2>&1 | head -1)" = unsat ] || fail "$query is not what was asked"
done

# Bitwuzla where there is one; a program of that name that passes on what it is given shows how it is called
mkdir without third-party
PATH="$folder/without" "$program" verify --solver bitwuzla --theorem shfl/source >out 2>err
code=$?
[ $code -eq 2 ] || fail "no bitwuzla: exit $code"
grep -q 'no bitwuzla program on PATH says its version' err || fail "no bitwuzla: says $(cat err)"
printf '#!/bin/sh\n[ "$1" = --version ] && { echo 9.8.7; exit; }\necho "$*" >>%s/calls\nfor query; do :; done\nexec "%s" --lang=smt2 --produce-models "$query"\n' "$folder" "$cvc5" >third-party/bitwuzla
chmod +x third-party/bitwuzla
PATH="$folder/third-party:$PATH" "$program" verify --theorem 'shfl/source' --solver bitwuzla --cache off --results third >out 2>err || fail "bitwuzla: exit $?: $(cat out err)"
grep -q '"solver":"bitwuzla","version":"9.8.7"' third || fail "bitwuzla: $(grep -m1 solver third)"
grep -q '^--lang smt2 --produce-models /proc/self/fd/[0-9]*$' calls || fail "bitwuzla is called so: $(head -1 calls)"
grep -q 'bitwuzla 9.8.7' out || fail "bitwuzla: says $(tail -1 out)"

[ $failures -eq 0 ] && echo "all as it should be"
exit $failures
