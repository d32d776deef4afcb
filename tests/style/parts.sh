#!/usr/bin/env bash
# A row of spec/instructions.def without its files stops the configuring, and all of the files are named at once.
set -euo pipefail
root=$1
said=$(mktemp)
trap 'rm -f "$said" "$said.cmake"' EXIT
printf 'include(%s/cmake/Parts.cmake)\nwarplaw_demand_parts(%s ${NAMES})\n' "$root" "$root" >"$said.cmake"
demand() { cmake "-DNAMES=$1" -P "$said.cmake" >"$said" 2>&1; }

names=$(sed -nE 's/^WARPLAW_INSTRUCTION\([A-Za-z0-9]+, *([a-z0-9_]+),.*/\1/p' "$root/spec/instructions.def")
[ -n "$names" ]
demand "${names//$'\n'/;}" || { cat "$said"; exit 1; }
if demand "${names//$'\n'/;};planted"; then echo 'a row without files is accepted'; exit 1; fi
for file in spec/instructions/planted{.h,_fields.h,.cpp} {concrete/instructions,symbolic/encodings}/planted{.h,.cpp} \
  proofs/theorems/planted.cpp fuzz/instructions/planted.cpp; do
  grep -qF "$file" "$said" || { echo "not named: $file"; cat "$said"; exit 1; }
done
