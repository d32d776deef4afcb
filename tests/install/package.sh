#!/usr/bin/env bash
# A program outside, in C and in C++, finds the installed package (find_package, pkg-config), links the libraries, runs; and its executor is checked by the
# installed program.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../tools/lib.sh"
. "$root/tests/install/lib.sh"
"$cmake" --install "$build" --prefix "$work/first" >installed 2>&1 || fail "cmake --install: $(tail -5 installed)"
mv first moved # a package may be moved
cp -r "$root/tests/install/consumer" .
cp "$root/examples/vote.c" consumer/votes.c
cp moved/share/doc/warplaw/examples/warp_sum.cpp consumer/
export CC=clang-19 CXX=clang++-19
built() { # COMMAND..: without the sources
  unseen "$@" >log 2>&1 || fail "$1: $(tail -20 log)"
}
built "$cmake" -S consumer -B consumer/build -G Ninja -DCMAKE_PREFIX_PATH="$work/moved"
built "$cmake" --build consumer/build
[ "$(cat consumer/build/program)" = "$work/moved/bin/warplaw" ] || fail "the program is $(cat consumer/build/program)"
[ "$(unseen consumer/build/runs)" = "$("$program" list SHFL | grep -o '^  paths:.*' | sed 's/[a-z0-9]* (not on this processor)//g' | wc -w | awk '{print $1 - 1}') paths" ] ||
  fail "runs: $(unseen consumer/build/runs)"
[ "$(unseen consumer/build/warp_sum | head -1)" = '32 lanes: lane 0 has 512' ] || fail "warp_sum: $(unseen consumer/build/warp_sum)"
unseen consumer/build/warps >out || fail "warps: $(cat out)"
unseen consumer/build/checks >out || fail "checks: $(cat out)"
unseen moved/bin/warplaw check consumer/build/libvotes.so --cases 200 >out 2>err || fail "its executor: $(cat out err)"

# pkg-config, and a compiler that is not the project's
command -v pkg-config >/dev/null || echo 'no pkg-config: that package file is not looked at'
command -v pkg-config >/dev/null && {
  export PKG_CONFIG_PATH="$work/moved/lib/pkgconfig"
  [ "$(pkg-config --modversion warplaw)" = "$("$program" --version | cut -d' ' -f2)" ] || fail 'its version'
  read -ra flags < <(pkg-config --cflags --libs warplaw | xargs)
  compiler=g++
  command -v g++ >/dev/null || compiler=clang++-19
  built $compiler -std=c++20 consumer/runs.cpp "${flags[@]}" -o by_hand
  [ "$(unseen ./by_hand)" = "$(unseen consumer/build/runs)" ] || fail "by pkg-config: $(unseen ./by_hand)"
}

# every header that is installed stands alone
for header in $(cd moved/include/warplaw/rooms && find . -name '*.h'); do echo "#include \"$header\""; done >all.cpp
sed -i 's#"\./#"#' all.cpp
built clang++-19 -std=c++20 -fsyntax-only -Imoved/include -Imoved/include/warplaw/rooms all.cpp
for header in cuda executor lane serve record; do
  echo "#include <warplaw/$header.h>" >one.c
  built clang-19 -std=c11 -Wall -Wextra -Werror -Wno-unused-function -fsyntax-only -Imoved/include one.c
done
built clang++-19 -std=c++17 -Wall -Wextra -Werror -fsyntax-only -x c++ moved/include/warplaw/simt.h -Imoved/include
grep -rlE "$root" moved/include moved/lib --include='*.h' --include='*.cmake' --include='*.pc' >out && fail "names the sources: $(cat out)"
done_testing
