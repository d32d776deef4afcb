#!/usr/bin/env bash
# linearize/ is configured alone, and needs neither LLVM nor Z3; it serves a program in C and one in C++: the one that the
# documentation shows. It is built alone, too, where no library is given that is built already: that takes a minute.
set -euo pipefail
root=$1 cc=$2 cxx=$3 library=${4:-}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cmake -S "$root/linearize" -B "$dir/build" -DCMAKE_C_COMPILER="$cc" -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_CXX_FLAGS=-O0 >"$dir/log" || { cat "$dir/log"; exit 1; }
if [ -z "$library" ]; then
  cmake --build "$dir/build" --parallel 2 >"$dir/log" || { cat "$dir/log"; exit 1; }
  library=$dir/build/libwarplaw_linearize.a
fi
if nm -C "$library" | grep -qE ' U .*(llvm::|Z3_)'; then
  echo "it needs LLVM or Z3"
  exit 1
fi
libraries=("$library" -lboost_json -lboost_container -lfmt)
"$cc" -std=c11 -Wall -Wextra -Werror -pedantic -I"$root" -c "$root/tests/linearize/library_test.c" -o "$dir/c.o"
"$cxx" "$dir/c.o" "${libraries[@]}" -o "$dir/c"
"$dir/c"
sed -n '/^```cpp$/,/^```$/p' "$root/docs/linearizability.md" | grep -v '^```' >"$dir/example.cpp"
"$cxx" -std=c++20 -I"$root" "$dir/example.cpp" "${libraries[@]}" -o "$dir/example"
[ "$("$dir/example")" = "at address 0x0 lanes 0 and 1 both read 6, but 6 was there only once, before them" ]
