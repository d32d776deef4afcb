#!/usr/bin/env bash
# Oracles are made of the functions that the instruction's name gives (symbolic/encodings/oracle.h): in fuzz/instructions, kPlan, kModifiers, kEncoding and kLane of
# each row of spec/instructions.def are symbolic::<folder>Plan and so on, and nothing else. Theorems are held against the same (proofs/statements/oracle.h).
# Macros of fuzz/traits.h say them by the name that they are given.
set -euo pipefail
cd "$1"
bad=0
wrong() {
  printf '%s\n' "$1"
  bad=1
}
for folder in $(sed -nE 's/^WARPLAW_INSTRUCTION\([^,]+, ([a-z0-9]+), .*/\1/p' spec/instructions.def); do
  said=$({ cat fuzz/instructions/"$folder".{h,cpp} 2>/dev/null || true; } |
    sed -E -e 's/^ *WARPLAW_(LANE_|WARP_)TRAITS\([A-Za-z0-9]+, /WARPLAW_\1TRAITS_NAMES(/' -e 's/^ *WARPLAW_MEMORY_TRAITS\([A-Za-z0-9]+, /WARPLAW_TRAITS_NAMES(/' |
    sed -E -e 's/^ *WARPLAW_LANE_TRAITS_NAMES\(([a-z0-9]+).*/kLane = symbolic::\1Lane;\nWARPLAW_TRAITS_NAMES(\1)/' \
      -e 's/^ *WARPLAW_WARP_TRAITS_NAMES\(([a-z0-9]+).*/kEncoding = symbolic::\1Encoding;\nWARPLAW_TRAITS_NAMES(\1)/' |
    sed -E 's/^ *WARPLAW_TRAITS_NAMES\(([a-z0-9]+).*/kPlan = symbolic::\1Plan;\nkModifiers = symbolic::\1Modifiers;/' |
    sed -nE 's/.*\b(kPlan|kModifiers|kEncoding|kLane) = ([^;]*);.*/\1 \2/p')
  case $folder in
    atoms | red | sured) datapath= ;; # accesses, steps and turns: no single function
    *) datapath=$(sed -nE "s/^constexpr auto k[A-Za-z0-9]+ = $folder(Encoding|Lane);/k\1 symbolic::$folder\1/p" symbolic/encodings/oracle.cpp) ;;
  esac
  wanted=$(printf '%s\n' "kModifiers symbolic::${folder}Modifiers" "kPlan symbolic::${folder}Plan" ${datapath:+"$datapath"})
  [ "$(sort <<<"$said")" = "$(sort <<<"$wanted")" ] || wrong "fuzz/instructions/$folder: its oracle is made of
$said
instead of
$wanted"
done
exit $bad
