#!/usr/bin/env bash
# Whatever a command is told to read and cannot be read ends it with exit code 2, whether or not its work would have come to it: every option of every
# --help whose value is a FILE or a FOLDER. An option that speaks of a file and has no such type is one that is written, and stands in the list below.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
seed=$root/corpus/seeds/shfl-up.json
commands=$("$program" --help | sed -n '/^Subcommands:/,/^Examples:/s/^  \([a-z]*\)  .*/\1/p')
declare -A needs=( # what else stands on the command line, by command and by option; without it the work is short
  [check]="$root/examples/vote.c --cases 10" [equal]="$root/examples/kernels/vector_add.ptx $root/examples/kernels/vector_add.ptx" [exec]="$seed" [explain]=SHFL.UP [linearize]="$root/docs/observed.jsonl" [merge]="$seed"
  [minimize]="$seed" [prove]="$root/examples/vote.c" [replay]="$seed" [report]='--html page' [run]="$root/corpus/programs/butterfly.wl"
  [verify]='VOTE --list' [verify--program]=' ' [verify--mutants-since]='VOTE --mutants=paired')
declare -A behind=([equalFIRST]="$root/examples/kernels/vector_add.ptx") # the same of positional ones, behind it; needs: before it
needs[equalSECOND]=${behind[equalFIRST]}
written=' bench:arguments check:--html check:--junit check:--output equal:--cache-dir equal:--html equal:--junit equal:--markdown equal:--sarif exec:--output fuzz:--output linearize:--convert linearize:--svg linearize:--svg-line manual:--to
  merge:--junit merge:--markdown merge:--results minimize:--output minimize:--oracle prove:--output prove:--sarif replay:--svg report:--html run:--output
  verify:--cache-dir verify:--counterexamples verify:--html verify:--junit verify:--markdown verify:--results verify:--sarif '
asked=0
for command in $commands; do
  # a line an option: its name, its type, and what is said of it, which may go on in the lines below
  "$program" "$command" --help | awk '
    /^[A-Z].*:$/ { inside = /^(Options|Positionals)/; next }
    !inside { next }
    /^  [^ ]/ { if (line != "") print line; line = $1 " " $2 " " $0; next }
    { line = line " " $0 }
    END { if (line != "") print line }' >options
  while read -r name type about; do
    [[ $name == *,--* ]] && name=--${name##*,--}
    case $type in
    FILE | FOLDER) ;;
    *)
      grep -qE '(^| )(files?|folders?|pages)\b' <<<"$about" || continue
      [[ $written == *[[:space:]]$command:$name[[:space:]]* || $type != TEXT* ]] || fail "$command $name: is a file read or written? $about"
      continue
      ;;
    esac
    # shellcheck disable=SC2206 # words
    others=(${needs[$command$name]-${needs[$command]-}})
    [[ $name == --* ]] || others=(${needs[$command$name]-})
    # shellcheck disable=SC2206
    after=(${behind[$command$name]-})
    option=(); [[ $name == --* ]] && option=("$name")
    for bad in nowhere/at/all $([ "$type" = FILE ] && [[ $name == --* ]] && echo .); do
      timeout "$limit" "$program" "$command" "${others[@]}" "${option[@]}" "$bad" "${after[@]}" >out 2>err </dev/null
      code=$?
      [ "$code" = 2 ] || fail "exit $code, not 2: $command ${others[*]} ${option[*]} $bad: $(head -c 200 err)"
      grep -qF "$bad" err || [ "$bad" = . ] || fail "$command $name: what cannot be read is not named: $(cat err)"
      one_clear_line "$command $name $bad"
      asked=$((asked + 1))
    done
  done <options
done
# nowhere to put what a compiler makes, or a case that a command is asked: the message names the variable
vote=$root/examples/vote.c
while read -r arguments; do
  for temporary in nowhere/at/all "$seed"; do
    # shellcheck disable=SC2086 # words
    TMPDIR=$temporary expect 2 'cannot make a folder for temporary files in .*; accepted: TMPDIR with a folder' $arguments
  done
done <<ROWS
check $vote --cases 10
prove $vote
replay --executor $vote $root/corpus/seeds/vote.json
run $root/examples/kernels/histogram.cu
minimize $seed --oracle false -o small.json
verify VOTE --certify
ROWS
# a byte order mark at the start is no part of what a file says: what is printed is the same
cp "$seed" case.json; cp "$root/corpus/programs/butterfly.wl" program.wl; cp "$root/docs/observed.jsonl" history.jsonl
head -1 "$root/corpus/recorded/folded.jsonl" >recording.jsonl
printf '{"version":1,"instruction":"POPC R0, R1;"}\n{"version":1,"instruction":"POPC R2, R1;"}\n' >lines.jsonl
"$program" verify PMTRIG --results results.jsonl >/dev/null 2>&1 || fail 'no results'
for file in case.json program.wl history.jsonl recording.jsonl lines.jsonl results.jsonl "$root"/examples/*.litmus; do
  [ -e "$file" ] || continue
  case $file in
  program.wl) uses='run' ;;
  history.jsonl) uses='linearize' ;;
  recording.jsonl) uses='replay' ;;
  *.litmus) uses='litmus' ;;
  lines.jsonl) uses='exec' ;;
  results.jsonl) uses='merge' ;;
  *) uses='exec replay' ;;
  esac
  mkdir -p plain marked
  cp "$file" plain/one; { printf '\xef\xbb\xbf'; cat "$file"; } >marked/one
  name=one.${file##*.}
  mv plain/one "plain/$name"; mv marked/one "marked/$name"
  for use in $uses; do
    (cd plain && timeout "$limit" "$program" "$use" "$name" >../out.plain 2>&1 </dev/null; echo "exit $?" >>../out.plain)
    (cd marked && timeout "$limit" "$program" "$use" "$name" >../out.marked 2>&1 </dev/null; echo "exit $?" >>../out.marked)
    cmp -s out.plain out.marked || fail "$use: a byte order mark changes what is said of $file: $(head -c 300 out.marked)"
    grep -q '^exit 0$' out.plain || [ "$use" = linearize ] || [ "$use" = litmus ] || fail "$use $file: $(head -c 300 out.plain)"
  done
done
(cd marked && timeout "$limit" "$program" exec - <one.json >../out.marked 2>&1) || fail "standard input with a byte order mark: $(cat out.marked)"
[ "$asked" -ge 30 ] || fail "only $asked options name what is read"
done_testing
