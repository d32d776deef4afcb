#!/usr/bin/env bash
# Everything that is PROVED by an unsatisfiable question about bits has a certificate, but for what stands, with the reason, in a list. What stands
# there and was certified this time is named, and no failure: that depends on the machine.
# usage: certified.sh PROGRAM LIST ARGUMENTS_OF_VERIFY..
set -u
program=$1 list=$2
shift 2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
set -f # patterns of the list are of names, not of files
"$program" verify --certify "$@" --results results >out 2>err
code=$?
[ $code = 0 ] || [ $code = 3 ] || { tail -5 err; echo "FAILED: exit $code"; exit 1; }
grep -qE '^(everything as expected|[0-9]+ not certified): [0-9]+ obligations' out || { cat out; echo 'FAILED: not everything is as expected'; exit 1; }
grep -q '"status":"certified"' results || { echo 'FAILED: nothing is certified'; exit 1; }
sed -nE 's/^NOT CERTIFIED ([^ ]+): .*/\1/p' out | sort >found
# of the list: what this run has asked; names there are patterns, as a shell's
patterns=$(sed -E '/^(#|$)/d; s/ .*//' "$list" | paste -sd'|')
sed -nE 's/^\{"name":"([^"]+)".*"status":"(not )?certified".*/\1/p' results | while read -r name; do
  for pattern in ${patterns//|/ }; do
    # shellcheck disable=SC2254
    case $name in $pattern) echo "$name"; break ;; esac
  done
done | sort >expected
bad=0
comm -23 found expected | sed 's/^/NOT CERTIFIED, and not in the list: /' | grep . && bad=1
comm -13 found expected | sed 's/^/certified, may leave the list: /'
[ $code = 3 ] || [ ! -s found ] || { echo 'FAILED: exit 0 although something is not certified'; bad=1; }
sed -n '/^certificates of/,/^warplaw /p' out
exit $bad
