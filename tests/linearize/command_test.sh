#!/usr/bin/env bash
# `warplaw linearize` from outside: answers, exit codes, line numbers and rules of bad lines, the picture.
set -euo pipefail
warplaw=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
lane() { printf '{"lane":%d,"address":0,"operand":1,"returned":%d}' "$1" "$2"; }
history() { printf '{"name":"%s","memory":{"base":0,"size":64},"initial":[{"address":0,"words":[6]}],"instructions":[{"operation":"ADD.U32","lanes":[%s]}],"final":[{"address":0,"words":[%d]}]}\n' "$1" "$2" "$3"; }
fail() { echo "$1" >&2; exit 1; }
expect() { # exit code, text that standard output holds, arguments
  local code=$1 text=$2 got=0 out
  shift 2
  out=$("$warplaw" linearize "$@" 2>"$dir/errors") || got=$?
  [ "$got" = "$code" ] || fail "exit $got instead of $code for $*: $out $(cat "$dir/errors")"
  case $out in *"$text"*) ;; *) fail "no '$text' in: $out" ;; esac
}
history good "$(lane 4 7),$(lane 2 6)" 8 >"$dir/good"
history race "$(lane 2 6),$(lane 4 7),$(lane 9 7)" 9 >"$dir/race"
expect 0 "line 1 (good): legal: 2 4" "$dir/good" --witness
expect 0 '"order":[{"warp":0,"number":0,"lane":2},{"warp":0,"number":0,"lane":4}]' "$dir/good" --witness --json
expect 1 "line 1 (race): illegal: at address 0x0 lanes 4 and 9 both read 7, but 7 was produced once, by lane 2" "$dir/race"
expect 1 '"verdict":"illegal"' "$dir/race" --json --svg "$dir/picture.svg"
grep -q '</svg>' "$dir/picture.svg" || fail "no picture"

# bad lines: the number, the rule, exit 2, and the others answered
history good "$(lane 4 7),$(lane 2 6)" 8 >"$dir/mixed"
history twice "$(lane 4 7),$(lane 4 6)" 8 >>"$dir/mixed"
history good "$(lane 4 7)" 8 | cut -c1-60 >>"$dir/mixed"
history outside '{"lane":0,"address":64,"operand":1}' 8 >>"$dir/mixed"
history nothing "$(lane 1 6)" 7 | sed 's/ADD.U32/NAND/' >>"$dir/mixed"
history order "$(lane 1 6)" 7 | sed 's/}$/,"completed":[[[0,0],[0,0]]]}/' >>"$dir/mixed"
history last "$(lane 2 6),$(lane 4 7),$(lane 9 7)" 9 >>"$dir/mixed"
expect 2 "line 7 (last): illegal" "$dir/mixed"
for wanted in ":2: MACH-1" ":3: syntax" ":4: ATOMS-4" ":5: ATOMS-1" ":6: completion-order"; do
  grep -q "$wanted" "$dir/errors" || fail "no '$wanted' in: $(cat "$dir/errors")"
done
expect 2 "" "$dir/is-not-there"
# no time: not decided
lanes=""
for k in $(seq 0 31); do lanes="$lanes${lanes:+,}{\"lane\":$k,\"address\":0,\"operand\":$((1065353216 + k * 7919))}"; done
history sum "$lanes" 3221225472 | sed 's/ADD.U32/ADD.F32.FTZ.RN/' >"$dir/sum"
expect 1 "roundings do not reach that far" "$dir/sum"
history sum "$lanes" $((0x4201df78 + 30)) | sed 's/ADD.U32/ADD.F32.FTZ.RN/' >"$dir/sum"
expect 3 "unknown: not decided after 1000 states" "$dir/sum" --states 1000
expect 3 "as many states as it may try; --states allows more" "$dir/sum" --states 1000
expect 3 "memory ran out; --memory allows more" "$dir/sum" --memory 1
expect 3 "time ran out; --seconds allows more" "$dir/sum" --seconds 0.02
"$warplaw" linearize - <"$dir/good" >/dev/null 2>&1 || fail "standard input"
# initial memory that was not seen: what the order assumes is told, and with it the order can be run
history unknown "$(lane 4 7),$(lane 2 6)" 8 | sed 's/"initial":\[{[^}]*}\],//' >"$dir/unknown"
expect 0 "line 1 (unknown): legal: 2 4 (assumed at first: 4 bytes at 0x0 = 0x6)" "$dir/unknown" --witness
expect 0 '"assumed":[{"address":0,"bytes":"06000000"}]' "$dir/unknown" --witness --json
# names are UTF-8, and stay so; control characters do not
history 'é 日本\u0007\u009b' "$(lane 2 6)" 7 >"$dir/name"
expect 0 "line 1 (é 日本??): legal" "$dir/name" --svg "$dir/name.svg"
grep -q 'é 日本' "$dir/name.svg" || fail "the picture lost the name"
# a contradiction through the order of lanes: the lines before and after it are answered
contradiction='{"program_order":"lane","initial":[{"address":0,"words":[0]}],"instructions":[{"number":0,"operation":"EXCH","lanes":[{"lane":0,"address":0,"operand":1,"returned":2}]},{"number":1,"operation":"EXCH","lanes":[{"lane":0,"address":0,"operand":2,"returned":0}]}],"completed":[[[0,1],[0,0]]]}'
{ cat "$dir/good"; echo "$contradiction"; cat "$dir/good"; } >"$dir/between"
expect 2 "line 3 (good): legal: 2 4" "$dir/between" --witness --svg "$dir/between.svg"
grep -q ":2: completion-order" "$dir/errors" || fail "no contradiction in: $(cat "$dir/errors")"
# what the order assumes is what "initial" did not say: appended to it, it is a history again
sed 's/"initial":\[[^]]*\]}\],/"initial":[{"address":0,"bytes":"0600"}],/' "$dir/good" >"$dir/half"
expect 0 '"assumed":[{"address":2,"bytes":"0000"}]' "$dir/half" --witness --json
# plain loads and stores
plain='{"initial":[{"address":0,"words":[0]}],"instructions":[{"operation":"ST","lanes":[{"lane":0,"address":0,"operand":5}]},{"warp":1,"operation":"LD","lanes":[{"lane":0,"address":0,"returned":READ}]}]}'
for read in 0 5; do echo "$plain" | sed "s/READ/$read/" >"$dir/plain" && expect 0 legal "$dir/plain"; done
echo "$plain" | sed "s/READ/6/" >"$dir/plain"
expect 1 "lane 0 of warp 1's instruction 0 read 6 and left it there, but memory never held it" "$dir/plain"
# one history over several lines, alone in its file; several of them get one message
sed 's/,"/,\n"/g' "$dir/race" >"$dir/pretty"
expect 1 "line 1 (race): illegal" "$dir/pretty"
{ cat "$dir/pretty" "$dir/pretty"; } >"$dir/pretty2"
expect 2 "" "$dir/pretty2"
[ "$(wc -l <"$dir/errors")" = 1 ] && grep -q "goes over several lines" "$dir/errors" || fail "not one message: $(cat "$dir/errors")"
# the binary form: there and back, answers alike, what is cut off or too large is said
{ cat "$dir/race" "$dir/good"; } >"$dir/two"
"$warplaw" linearize "$dir/two" --convert "$dir/two.bin" 2>/dev/null || fail "no conversion"
expect 1 "record 1 (race): illegal: at address 0x0 lanes 4 and 9 both read 7" "$dir/two.bin"
expect 1 "record 2 (good): legal: 2 4" "$dir/two.bin" --witness
expect 2 "" "$dir/two.bin" --convert "$dir/two"
expect 0 "" "$dir/two.bin" --convert "$dir/two.lines"
expect 1 "line 2 (good): legal: 2 4" "$dir/two.lines" --witness
expect 0 "" "$dir/two.lines" --convert "$dir/two.bin2"
cmp "$dir/two.bin" "$dir/two.bin2" || fail "there and back is another"
head -c 100 "$dir/two.bin" >"$dir/cut.bin"
expect 2 "" "$dir/cut.bin"
grep -q "record 1 is cut off" "$dir/errors" || fail "cut off: $(cat "$dir/errors")"
{ printf 'WPLHIST1\377\377\377\377'; head -c 100000000 /dev/zero; } >"$dir/long.bin"
(ulimit -v 1000000; expect 2 "" "$dir/long.bin")
grep -q "record 1 is longer than" "$dir/errors" || fail "too long: $(cat "$dir/errors")"
# a reason by few operations out of many
sb='{"initial":[{"address":0,"words":[0,0]}],"instructions":[{"warp":0,"number":0,"operation":"ST","lanes":[{"lane":0,"address":0,"operand":1}]},{"warp":0,"number":1,"operation":"LD","lanes":[{"lane":0,"address":4,"returned":0}]},{"warp":1,"number":0,"operation":"ST","lanes":[{"lane":0,"address":4,"operand":1}]},{"warp":1,"number":1,"operation":"LD","lanes":[{"lane":0,"address":0,"returned":0}]},{"warp":2,"operation":"LD","lanes":[{"lane":0,"address":0,"returned":1}]}]}'
echo "$sb" >"$dir/sb"
expect 1 "whatever the others did: lane 0 of warp 0's instruction 0 comes before lane 0 of warp 0's instruction 1 (known order), that before" "$dir/sb"
expect 1 '"core":[{"warp":0,"number":0,"lane":0},{"warp":0,"number":1,"lane":0},{"warp":1,"number":0,"lane":0},{"warp":1,"number":1,"lane":0}],"minimal":true' "$dir/sb" --json
# another kind of file
for _ in {1..25}; do echo 'no history'; done >"$dir/junk"
expect 2 "" "$dir/junk"
grep -q 'none of the first 20 lines is a history: the rest is not read' "$dir/errors" || fail "all of them: $(cat "$dir/errors")"
head -n 1 "$dir/sb" | cat - "$dir/junk" >"$dir/one"
expect 2 "illegal" "$dir/one"
grep -q '25 bad' "$dir/errors" || fail "not all of them: $(cat "$dir/errors")"
# tables: columns by option or by the first row, threads, several histories, and the line of the error
printf '%s\n' '# comment' warp,lane,op,address,operand,returned '0,0,INITIAL,0x0,6,' '0,2,add.u32,0,1,6' '' \
  '"0"; 4 ;ADD;0;1;7' '0,9,ADD,0,1,7' '0,0,FINAL,0,9,-' >"$dir/table.csv"
columns=warp,lane,op,address,operand,returned
for how in "" "--columns $columns"; do
  # shellcheck disable=SC2086 # words
  expect 1 "line 3: illegal: at address 0x0 lanes 4 and 9 both read 7, but 7 was produced once, by lane 2" "$dir/table.csv" $how
done
tail -n +3 "$dir/table.csv" >"$dir/table"
expect 1 "line 1: illegal: at address 0x0 lanes 4 and 9 both read 7" "$dir/table" --columns "$columns"
expect 1 "" "$dir/table" --columns "$columns" --svg "$dir/table.svg"
expect 0 "" "$dir/table" --columns "$columns" --convert "$dir/table.bin"
expect 1 "record 1: illegal: at address 0x0 lanes 4 and 9 both read 7" "$dir/table.bin"
printf '%s\n' a,100,INITIAL.64,8,10, a,100,SUB.U64,8,3,10 a,70000,AND.B64,8,0xf,7 b,100,MIN.F32,0,0x3f800000,0 b,7,ST,0,1, >"$dir/threads"
expect 0 "line 1 (a): legal: 100.0 70000.0" "$dir/threads" --columns history,thread,op,address,operand,returned --witness
expect 0 '{"line":4,"name":"b","verdict":"legal","order":[{"thread":100,"number":0},{"thread":7,"number":0}]' "$dir/threads" \
  --columns history,thread,op,address,operand,returned --witness --json
printf '%s\n' 0,ADD,0,1,0 32,ADD,0,1,1 33,ADD,0,1,2 >"$dir/lanes"
expect 0 "legal: 0.0.0 1.0.0 1.0.1" "$dir/lanes" --columns lane,op,address,operand,returned --witness
printf '%s\n' 0,5,ADD,0,1,0 0,5,ADD,0,1,1 0,4,ADD,0,1,2 >"$dir/numbers"
expect 0 "legal: 0.0.5 0.1.5 0.1.4" "$dir/numbers" --columns warp,lane,op,address,operand,returned --witness
wrong() { # row, what is said of it
  printf '%s\n' 'w,l,o,a,b,r' '0,0,ADD,0,1,0' "$1" >"$dir/wrong.csv"
  expect 2 "" "$dir/wrong.csv" --columns warp,lane,op,address,operand,returned
  grep -qF "$dir/wrong.csv:3: $2" "$dir/errors" || fail "no '$2' in: $(cat "$dir/errors")"
}
wrong 0,1,NAND,0,1,0 'ATOMS-1: operation "NAND" does not exist'
wrong 0,32,ADD,0,1,0 'MACH-1: lane 32 is not 0..31'
wrong 0,1,ADD,2,1,0 'ATOMS-4: lane 1 of warp 0'
wrong 0,1,ADD,0,x,0 'history: operand "x" is no number of 4 bytes'
wrong 0,1,ADD,0,4294967296,0 'history: operand "4294967296" is no number of 4 bytes'
wrong 0,1,ADD,0,,0 'history: operand is missing'
wrong 0,1,CAS,0,1,0 'history: swap is missing'
wrong 0,1,ADD,0,1,0,9 'history: 7 fields, but 6 columns'
expect 2 "" "$dir/wrong.csv"
grep -qF "$dir/wrong.csv:1: history: there is no column \"w\"" "$dir/errors" || fail "$(cat "$dir/errors")"
expect 2 "" "$dir/wrong.csv" --columns warp,op
expect 2 "" "$dir/wrong.csv" --columns warp,thread,op,address
(ulimit -v 4000000; expect 2 "" /dev/zero --columns "$columns")
expect 2 "" /dev/null --columns "$columns"
# nothing, a directory, and what does not end
: >"$dir/empty"
expect 2 "" "$dir/empty"
expect 2 "" "$dir"
(ulimit -v 4000000; expect 2 "" /dev/zero)
grep -q "longer than" "$dir/errors" || fail "endless line: $(cat "$dir/errors")"
# a picture is not written over, unless that is asked for; it can be chosen
expect 2 "" "$dir/race" --svg "$dir/picture.svg"
expect 2 "" "$dir/race" --svg "$dir/picture.svg" --svg-line 2 --force
expect 1 "" "$dir/two" --svg "$dir/picture.svg" --svg-line 2 --force
grep -q 'good' "$dir/picture.svg" || fail "not the picture of line 2"
mkfifo "$dir/pipe"
expect 2 "" "$dir/race" --svg "$dir/pipe" --force
# a large picture: by Graphviz where it is there, by ourselves where it is not
lanes=""
for k in $(seq 0 31); do lanes="$lanes${lanes:+,}$(lane "$k" "$((k + 6))")"; done
history large "$lanes" 38 >"$dir/large"
expect 0 "" "$dir/large" --svg "$dir/large.svg"
grep -q '</svg>' "$dir/large.svg" || fail "no large picture"
if command -v dot >/dev/null; then grep -qi graphviz "$dir/large.svg" || fail "not by Graphviz"; fi
mkdir "$dir/nothing"
PATH=$dir/nothing "$warplaw" linearize "$dir/large" --svg "$dir/own.svg" >/dev/null 2>&1 || fail "no picture without Graphviz"
grep -q '</svg>' "$dir/own.svg" && ! grep -qi graphviz "$dir/own.svg" || fail "no picture of our own"
# each answer is written when it is there, before the next line comes
{ cat "$dir/good"; sleep 5; } | timeout 1 "$warplaw" linearize - >"$dir/early" 2>/dev/null || true
grep -q "line 1 (good): legal" "$dir/early" || fail "the answer waited for the end"
