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
for what in kPlan kModifiers 'kEncoding|kLane'; do
  rm -rf "$tree/fuzz/instructions"
  cp -r "$source/fuzz/instructions" "$tree/fuzz/"
  [ "$planted" -gt 0 ] || "$check" "$tree"
  files=$(cd "$tree/fuzz/instructions" && grep -lE "\b($what) = symbolic::" -- *)
  sed -i -E "s/\b($what) = symbolic::([^;]*);/\1 = [](auto... all) { return symbolic::\2(all...); };/" "$tree"/fuzz/instructions/*
  found=$("$check" "$tree" || true)
  for file in $files; do
    grep -q "^fuzz/instructions/${file%.*}: " <<<"$found" || { echo "another oracle was not found: $what in $file"; exit 1; }
    planted=$((planted + 1))
  done
done
[ "$planted" -ge 70 ] || { echo "only $planted were planted"; exit 1; }
