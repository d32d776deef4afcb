#!/usr/bin/env bash
# The check of oracles itself: of every row, another name in the macro that says what its oracle is made of, and each function told once more by hand, must be found.
set -euo pipefail
check=$1 source=$2
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/fuzz" "$tree/symbolic/encodings" "$tree/spec"
cp "$source/symbolic/encodings/oracle.cpp" "$tree/symbolic/encodings/"
cp "$source/spec/instructions.def" "$tree/spec/"
said='WARPLAW_(LANE_|WARP_|MEMORY_|)TRAITS(_NAMES\(|\([A-Za-z0-9]+, )'
files=$(cd "$source/fuzz/instructions" && grep -lE "^ *$said" -- *)
planted=0
for what in name kPlan kModifiers kEncoding kLane; do
  rm -rf "$tree/fuzz/instructions"
  cp -r "$source/fuzz/instructions" "$tree/fuzz/"
  [ "$planted" -gt 0 ] || "$check" "$tree"
  if [ "$what" = name ]; then
    sed -i -E "s/^( *$said)/\1other/" "$tree"/fuzz/instructions/*
  else
    sed -i -E "s/^ *$said.*/&\n  static constexpr auto $what = [](auto... all) { return symbolic::other(all...); };/" "$tree"/fuzz/instructions/*
  fi
  found=$("$check" "$tree" || true)
  for file in $files; do
    grep -q "^fuzz/instructions/${file%.*}: " <<<"$found" || { echo "another oracle was not found: $what in $file"; exit 1; }
    planted=$((planted + 1))
  done
done
rows=$(grep -c '^WARPLAW_INSTRUCTION(' "$source/spec/instructions.def")
[ "$planted" -ge $((5 * rows)) ] || { echo "only $planted were planted, of $rows rows"; exit 1; }
