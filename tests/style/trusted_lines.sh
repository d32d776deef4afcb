#!/usr/bin/env bash
# docs/trust.md says how many lines of which folder are believed: each row of its table is counted here, and is true to a
# tenth. `trusted_lines.sh ROOT --count FOLDER..` prints the count of each folder instead.
set -euo pipefail
cd "$1"
lines() { find "$1" -name '*.cpp' -o -name '*.h' -o -name '*.def' -o -name '*.cmake' | sort | xargs cat | wc -l; }
if [ "${2:-}" = --count ]; then
  for folder in "${@:3}"; do printf '%s %s\n' "$folder" "$(lines "$folder")"; done
  exit
fi

# rows: | `FOLDER` | 1,234 | ..
rows=$(sed -nE 's/^\| `([^`]+)` \| ([0-9,]+) \|.*/\1 \2/p' docs/trust.md)
[ -n "$rows" ] || { echo "docs/trust.md has no table of lines"; exit 1; }
wrong=0 sum=0
while read -r folder said; do
  said=${said//,/} counted=$(lines "$folder")
  sum=$((sum + said))
  if [ $((10 * (said > counted ? said - counted : counted - said))) -gt "$counted" ]; then
    echo "docs/trust.md says $said lines of $folder; there are $counted"
    wrong=1
  fi
done <<<"$rows"
total=$(sed -nE 's/^\| together \| ([0-9,]+) \|.*/\1/p' docs/trust.md)
if [ "${total//,/}" != "$sum" ]; then
  echo "docs/trust.md says $total lines together; its rows are $sum"
  wrong=1
fi
exit $wrong
