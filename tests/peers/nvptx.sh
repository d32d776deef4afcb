#!/usr/bin/env bash
# What LLVM's back end makes of inputs such as its own tests have: every kernel is read, printed and decoded without a word of rejection, at -O0 and -O2,
# for three generations, with addresses of 64 and of 32 bits. Skips (77) where there is no llc-19.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../tools/lib.sh"
llc=$(command -v llc-19) || { echo 'there is no llc-19'; exit 77; }
kernels=0
for input in "$root"/tests/peers/nvptx/*.ll; do
  for target in 'sm_70 ptx70' 'sm_80 ptx78' 'sm_90 ptx80'; do
    read -r cpu version <<<"$target"
    case $cpu$(basename "$input") in sm_70warps.ll | sm_70floats.ll) continue ;; esac # redux.sync, bf16: since sm_80
    for way in 'nvptx64 0' 'nvptx64 2' 'nvptx 0' 'nvptx 2'; do
      read -r march level <<<"$way"
      name=$(basename "$input" .ll)-$cpu-$march-O$level
      "$llc" -O$level -march="$march" -mcpu="$cpu" -mattr="+$version" "$input" -o "$name.ptx" 2>err || { fail "$name: llc: $(head -2 err)"; continue; }
      entries=$(sed -n 's/.*\.entry \([a-z_]*\)(.*/\1/p' "$name.ptx")
      [ -n "$entries" ] || fail "$name: no kernel"
      for entry in $entries; do
        # the only thing that is missing is what its parameters are
        expect 2 '^warplaw: usage: parameter .* has no value' run "$name.ptx" --entry "$entry"
        [ "$(wc -l <err)" = 1 ] || fail "$name: $(cat err)"
        kernels=$((kernels + 1))
      done
    done
  done
done
# and they run: what a few of them leave in memory
runs() { expect 0 "$1" run "$2" --entry "${@:3}"; }
for way in nvptx64-O0 nvptx64-O2 nvptx-O0 nvptx-O2; do
  for pair in '0 10' '3 4' '6 0' '100 1'; do
    read -r n wanted <<<"$pair"
    runs "as expected" "control-sm_80-$way.ptx" switches --block 1 --arg '0=s32[1]' --arg "1=$n" --expect "0=s32[1]:$wanted"
  done
  runs 'as expected' "indirect-sm_80-$way.ptx" indirect --block 1 --arg '0=s32[1]' --arg 1=3 --expect '0=s32[1]:9'
  runs 'as expected' "indirect-sm_80-$way.ptx" indirect --block 1 --arg '0=s32[1]' --arg 1=4 --expect '0=s32[1]:5'
  runs 'as expected' "functions-sm_80-$way.ptx" functions --block 1 --arg '0=s32[6]:zero' --arg 1=5 --arg '2=u8[16]:i' --expect '0=s32[6]:10,1069547520,185207048,4,13,0'
done
echo "$kernels kernels read"
done_testing
