#!/usr/bin/env bash
# The check of oracles itself: of every row, each line that says what its oracle is made of, put into a function of its own, must be found.
set -euo pipefail
check=$1 source=$2
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/fuzz" "$tree/symbolic/encodings" "$tree/spec"
cp "$source/symbolic/encodings/oracle.cpp" "$tree/symbolic/encodings/"
cp "$source/spec/instructions.def" "$tree/spec/"
planted=0
for what in kPlan kModifiers 'kEncoding|kLane' traits; do
  rm -rf "$tree/fuzz/instructions"
  cp -r "$source/fuzz/instructions" "$tree/fuzz/"
  [ "$planted" -gt 0 ] || "$check" "$tree"
  say="\b($what) = symbolic::([^;]*);" other='\1 = [](auto... all) { return symbolic::\2(all...); };' functions=1
  [ "$what" != traits ] || say='(WARPLAW_(LANE_|WARP_|)TRAITS(_NAMES\(|\([A-Za-z0-9]+, ))' other='\1other' functions=2 # plan and modifiers, by another name
  files=$(cd "$tree/fuzz/instructions" && grep -lE "$say" -- *)
  sed -i -E "s/$say/$other/" "$tree"/fuzz/instructions/*
  found=$("$check" "$tree" || true)
  for file in $files; do
    grep -q "^fuzz/instructions/${file%.*}: " <<<"$found" || { echo "another oracle was not found: $what in $file"; exit 1; }
    ! grep -qE 'WARPLAW_(LANE|WARP)_TRAITS' "$source/fuzz/instructions/$file" || [ "$what" != traits ] || planted=$((planted + 1)) # and the datapath
    planted=$((planted + functions))
  done
done
[ "$planted" -ge 70 ] || { echo "only $planted were planted"; exit 1; }
