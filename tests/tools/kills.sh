#!/usr/bin/env bash
# `verify` killed at random moments, all of its processes at once, and gone on with: no finished result is lost, nothing half written is in the way, and what
# it says in the end is what an undisturbed run says.
# usage: [SEED=N] kills.sh PROGRAM ROOT [KILLS]
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
kills=${3-12}
SEED=${SEED:-$((10#$(date +%N) % 32768))}
RANDOM=$SEED
run=("$program" verify --theorem sel/plan --theorem sel/portable/entry --jobs 2) # many small obligations in little time

now() { echo "${EPOCHREALTIME/./}"; } # microseconds
below() { echo $(((RANDOM << 15 | RANDOM) % $1)); }
bare() { sed -E 's/ *[0-9]+\.[0-9]+( s)?$//; s/, [0-9]+ of them from .*//' "$1"; } # but for seconds, and for what came from where
whole() { if [ -e "$1" ]; then head -n "$(wc -l <"$1")" "$1"; fi; }               # lines that came to their end
names() { sed -nE 's/^\{"name":"([^"]*)".*/\1/p' "$@" | sort; }
said() { sed -nE 's/^[A-Z-]+ +([^ ]+) \(.*/\1/p' "$1" | sort; }
lost() { comm -23 "$1" "$2"; } # sorted lines of the one that are not in the other

start=$(now)
"${run[@]}" --results one.jsonl --cache-dir one >one.txt 2>err || fail "undisturbed: exit $?: $(cat err)"
length=$(($(now) - start))
said err >all
names one.jsonl | cmp -s - all || fail 'an undisturbed run says other names than it writes'

# a run into ./file (what it says: ./err), killed at a moment of an undisturbed one; false: it came to its end before that. Lines of the file that were whole stay.
killed() { # OPTIONS..
  local had=0 pid moment
  moment=$(printf '%07d' "$(below "$length")")
  whole file >before 2>/dev/null
  setsid "${run[@]}" "$@" >out 2>err &
  pid=$!
  sleep "${moment:0:-6}.${moment: -6}"
  kill -KILL -- -$pid 2>/dev/null
  wait $pid 2>/dev/null
  [ $? = 137 ] || return 1
  had=$(wc -l <before)
  whole file | head -n "$had" | cmp -s - before || fail "lines that were there are lost: $(whole file | diff - before | cut -c1-150)"
}
goes_on() { if [ -e file ]; then echo --resume; else echo --results; fi; }
check_said() { # of what was said to be decided nothing is missing in the file
  names file >written 2>/dev/null
  said err >told
  [ -z "$(lost told written)" ] || fail "said, and not written: $(lost told written | head -n 3)"
  grep -E 'corrupt|seal|contradict' err && fail 'something half written was met'
}
tear() { # the last line, as a disk does that loses what was not there for long
  local last
  last=$(tail -n 1 file | wc -c)
  [ "$last" -gt 1 ] && truncate -s -$((1 + $(below $((last - 1))))) file && torn=$((torn + 1))
}
ends_well() { # OPTIONS..: left alone, it says what it would have said
  local notes=0
  [ -e file ] && [ "$(wc -l <file)" != "$(grep -c '' file)" ] && notes=1
  "${run[@]}" "$@" >out 2>err || fail "left alone: exit $?: $(cat err)"
  cmp -s <(bare one.txt) <(bare out) || fail "another table: $(diff <(bare one.txt) <(bare out))"
  [ "$(grep -c 'is truncated; ignored' err)" = $notes ] || fail "a truncated line is not said: $(cat err)"
  check_said
}

count=0 midway=0 torn=0 chains=0
while [ $count -lt "$kills" ]; do
  rm -rf file cache
  kind=$((chains % 3)) chains=$((chains + 1))
  for _ in 1 2 3 4; do
    case $kind in
    0) killed "$(goes_on)" file --cache off || break ;;
    1) killed --cache-dir cache || break ;; # no results file: what is known is in the cache
    2) killed "$(goes_on)" file --cache-dir cache || break ;;
    esac
    count=$((count + 1))
    [ $kind = 1 ] || check_said
    [ -e file ] && [ -s written ] && ! grep -q '^{"end"' file && midway=$((midway + 1))
    [ $kind = 1 ] && [ -n "$(find cache -type f -path '*/??/*' 2>/dev/null)" ] && midway=$((midway + 1))
    [ -s file ] && [ $(($(below 4))) = 0 ] && { tear; names file >written; }
    find cache -type f -path '*/??/*' ! -name '*.??????' 2>/dev/null | sort >entries
  done
  case $kind in
  0) ends_well "$(goes_on)" file --cache off ;;
  1) ends_well --results file --cache-dir cache ;;
  2) ends_well "$(goes_on)" file --cache-dir cache ;;
  esac
  names file | cmp -s - all || fail "obligations doubled or lost: $(names file | diff - all)"
  tail -n 1 file | grep -q '^{"end"' || fail 'the last line is not the end'
  if [ $kind != 0 ]; then
    find cache -type f -path '*/??/*' ! -name '*.??????' | sort | lost entries - | grep . && fail 'answers are gone from the cache'
    rm -f file
    [ $kind = 2 ] || ends_well --results file --cache enforce --cache-dir cache # each answer is there
  fi
done
echo "$count kills with SEED=$SEED in $chains chains, $midway with some results behind them, $torn torn lines; an undisturbed run takes $((length / 1000)) ms"
[ $((5 * midway)) -ge "$count" ] || fail 'the kills came too early or too late to show anything'
done_testing
