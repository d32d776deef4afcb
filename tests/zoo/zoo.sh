#!/usr/bin/env bash
# The bug zoo: each bug of corpus/zoo is planted into the program (CMakeLists.txt here), found by fuzzing and by proof, and minimised from many different
# counterexamples; what is found must be the case that stands beside the bug. Prints the rows of docs/evidence.md's table.
# usage: zoo.sh CMAKE BUILD ROOT names|some|all|write [BUG..]; names: folder and docs/evidence.md agree, nothing is run; some: those whose proof it gives less than 2.5
# seconds, one of each source, with two seeds;
# write: all, and the minimal cases are put into corpus/zoo, for whoever brings a new bug
set -u
cmake=$1 build=$2 root=$3 how=$4
shift 4
corpus=$root/corpus/zoo
failures=0
fail() { printf 'FAILED: %s\n' "$*" >&2; failures=$((failures + 1)); }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

mapfile -t bugs < <(cd "$corpus" && printf '%s\n' *.sed | sed 's/\.sed$//')
in_table() { sed -n '/^## Bug zoo/,/^## /p' "$root/docs/evidence.md" | grep -E '^\| [a-z0-9-]+ \|' | grep -v '^| bug |'; }
in_evidence() { in_table | cut -d' ' -f2 | sort; }
diff <(printf '%s\n' "${bugs[@]}" | sort) <(in_evidence) >differ || [ "$how" = write ] || fail "docs/evidence.md has other bugs than corpus/zoo: $(cat differ)"
for bug in "${bugs[@]}"; do [ -e "$corpus/$bug.json" ] || [ "$how" = write ] || fail "$bug has no case"; done
for file in "$corpus"/*.json; do
  name=$(basename "$file" .json)
  [ -e "$corpus/${name%.[0-9]}.sed" ] || fail "$file is no bug's case"
done
if [ "$how" = names ]; then exit $((failures != 0)); fi

case $how in
some)
  seeds=2 asked=1
  mapfile -t bugs < <(in_table | awk -F' *[|] *' '$6 < 2.5 { print $2 }' | while read -r bug; do sed -n "2s/^# \([^:]*\):.*/\1 $bug/p" "$corpus/$bug.sed"; done | awk '!seen[$1]++ { print $2 }')
  [ ${#bugs[@]} -ge 3 ] || fail 'too few bugs are quick'
  ;;
*) seeds=10 asked=5 ;;
esac
if [ $# -gt 0 ]; then bugs=("$@"); fi
"$cmake" --build "$build" --target "${bugs[@]/#/zoo_}" >built 2>&1 || { tail -n 20 built; fail 'the programs cannot be built'; exit 1; }

median() { sort -g | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }
field() { sed -nE "s/.*\"$1\":([0-9.]+).*/\1/p" "$2"; }
seconds() { awk -v s="$1" 'BEGIN { if (s < 0.0005) printf "< 0.001"; else printf s < 0.0995 ? "%.3f" : s < 9.95 ? "%.1f" : "%.0f", s }'; }
bare() { grep -vE '^ *"(comment|rules)":' "$1"; } # what people say of a case

# fuzzed BUG INSTRUCTION: into ./found, ./times, ./minimizing
fuzzed() {
  local seed
  rm -rf found times minimizing
  for ((seed = 1; seed <= seeds; ++seed)); do
    timeout 2000 "$program" fuzz --instruction "$2" --seconds 1800 --seed $seed -o found --json >said 2>err
    [ $? = 1 ] || { fail "$1: seed $seed finds nothing: $(cat said err)"; return 1; }
    field seconds said >>times
    field minimizing said >>minimizing
  done
  cases=$(find found -name '*.json' | wc -l)
}

# proved BUG INSTRUCTION: seconds until the first refutation that nobody expects, which has replayed; into $proof and ./refuted. Then until a witness is a case,
# on which the broken program fails
proved() {
  local start=$EPOCHREALTIME pid file
  rm -rf refutations
  setsid timeout 1800 "$program" verify "$2" --cache off --counterexamples refutations >said 2>err &
  pid=$!
  until grep -qE '^REFUTED .* expected (PROVED|CHECKED)' err || ! kill -0 $pid 2>/dev/null; do sleep 0.01; done
  proof=$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { print b - a }')
  until compgen -G 'refutations/*.json' >/dev/null || ! kill -0 $pid 2>/dev/null; do sleep 0.05; done
  kill -KILL -- -$pid 2>/dev/null
  wait $pid 2>/dev/null
  grep -m 1 -E '^REFUTED .* expected (PROVED|CHECKED)' err >refuted || { fail "$1: no proof fails: $(tail -n 3 err)"; return 1; }
  compgen -G 'refutations/*.json' >/dev/null || fail "$1: no witness of a proof is a case"
  for file in refutations/*.json; do
    "$program" replay "$file" >said 2>&1
    [ $? = 1 ] || fail "$1: the broken executor passes the witness of its proof: $(cat said "$file")"
  done
}

# each case that was found stands in the corpus, each of the corpus was found, and the broken program fails on them
compared() { # BUG
  local file known count=0
  for file in found/*.json; do
    for known in "$corpus/$1".json "$corpus/$1".?.json; do
      [ -e "$known" ] && cmp -s <(bare "$file") <(bare "$known") && continue 2
    done
    fail "$1: this is not the minimal case that is known: $(cat "$file")"
  done
  for known in "$corpus/$1".json "$corpus/$1".?.json; do
    [ -e "$known" ] || continue
    count=$((count + 1))
    "$program" replay "$known" >said 2>&1
    [ $? = 1 ] || fail "$1: the broken executor passes $known: $(cat said)"
  done
  [ $seeds -lt 10 ] || [ $count = "$cases" ] || fail "$1: $count cases are known, $cases were found"
}

put() { # BUG WHAT: into the corpus
  local number=1 file rule
  rule=$(sed -nE 's/.*\(([A-Z]+-[0-9]+)\)$/\1/p' <<<"$2")
  rm -f "$corpus/$1".json "$corpus/$1".?.json
  for file in found/*.json; do
    sed '/"version"/a\  "comment": "A planted bug: '"${2% (*}"'.",\n  "rules": ["'"$rule"'"],' "$file" >"$corpus/$1$([ $number = 1 ] || echo ".$number").json"
    number=$((number + 1))
  done
}

for bug in "${bugs[@]}"; do
  read -r instruction what < <(sed -n '1s/^# \([^:]*\): /\1 /p' "$corpus/$bug.sed")
  program=$build/tests/zoo/zoo_$bug
  fuzzed "$bug" "$instruction" && proved "$bug" "$instruction" || continue
  if [ "$how" = write ]; then put "$bug" "$what"; fi
  compared "$bug"
  printf '| %s | %s | %s | %s | %s | %s | %s |\n' "$bug" "$instruction" "$what" "$(seconds "$(head -n $asked times | median)")" "$(seconds "$proof")" \
    "$(seconds "$(median <minimizing)")" "$([ "$cases" = 1 ] && echo yes || echo "no, $cases")"
done
exit $((failures != 0))
