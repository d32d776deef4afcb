#!/usr/bin/env bash
# What an instruction says of itself is misspelt in some file that says it, one name at a time: the file, which the build compiles as it stands with
# the same warnings as errors, does not compile so. A hook that is written and not named compiles neither. ROOT, COMPILER and its options.
set -euo pipefail
cd "$1"
shift
trap 'rm -rf "$copy" "$said"' EXIT
copy=$(mktemp --suffix=.cpp) said=$(mktemp)
compiles() { "$@" -std=c++20 -Wall -Wextra -Wno-unused-parameter -Werror=unused-const-variable -Werror=unused-member-function -Werror=unused-template -I. -fsyntax-only -Wfatal-errors 2>"$said"; } # the first complaint is enough
# what is written, by extended regular expression; what it becomes, by sed; the name that the compiler complains of; where
misspelt() {
  local file
  file=$(grep -lE -- "$1" "${@:4}" | head -n 1)
  [ -n "$file" ] || { echo "no file has $1"; exit 1; }
  sed -E "s/$1/$2/" "$file" >"$copy"
  if compiles "${compiler[@]}" "$copy"; then
    echo "$file compiles with $3 in it"
    exit 1
  fi
  grep -q "error: .*'$3'" "$said" || { echo "$file: another complaint than of $3:"; cat "$said"; exit 1; }
}
compiler=("$@")
# three that show that warnings are errors; with WARPLAW_ALL all (docs/ci.md)
misspelt '([,{] ?)\.relations = kRelations' '\1' kRelations spec/instructions/*.cpp
misspelt '(static void )bias\(' '\1biass(' biass fuzz/instructions/*.cpp
misspelt '(template <class Sample> static void )decide\(' '\1decides(' decides check/*.cpp
[ -n "${WARPLAW_ALL:-}" ] || exit 0
misspelt '\.relations = ' '.relation = ' relation spec/instructions/*.cpp
misspelt '(&[A-Z][a-z0-9]*Form::)size' '\1sise' sise spec/instructions/*.cpp
misspelt '\.bias = bias' '.biass = bias' biass fuzz/instructions/*.cpp
misspelt '(static bool )isFree\(' '\1isFreee(' isFreee check/*.cpp
misspelt '(proof\.hints\.)laneCases' '\1laneCase' laneCase proofs/theorems/*.cpp
misspelt '(Proof::ofLane\()laneWord' '\1proofOf' Lane proofs/theorems/*.cpp # a function of other types
