#!/usr/bin/env bash
# Builds fuzz targets as OSS-Fuzz asks for them: $CC $CXX $CFLAGS $CXXFLAGS say how they are compiled, $LIB_FUZZING_ENGINE how the engine is linked; the sources are
# in $SRC/warplaw, and each target goes to $OUT with its seed corpus, dictionary and options.
# usage: build.sh [fuzz_TARGET..]; without any: all of them
set -euo pipefail
build=$SRC/warplaw/build-oss-fuzz
# LLVM, fmt and Boost are the distribution's, which speak libstdc++. Where code that runs from $OUT finds them: in lib/ beside it, and what those need, too.
export CXXFLAGS=${CXXFLAGS//-stdlib=libc++/}
cmake -S "$SRC/warplaw" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=None -DWARPLAW_FUZZING_ENGINE="$LIB_FUZZING_ENGINE" \
  -DCMAKE_EXE_LINKER_FLAGS='-Wl,--disable-new-dtags' -DCMAKE_BUILD_WITH_INSTALL_RPATH=ON -DCMAKE_INSTALL_RPATH='$ORIGIN/lib'

targets=("$@")
[ $# -gt 0 ] || mapfile -t targets <"$build/fuzz/targets/names"
ninja -C "$build" fuzz_seeds "${targets[@]}"

rm -rf "$build/seeds"
ASAN_OPTIONS=detect_leaks=0 "$build/fuzz/targets/fuzz_seeds" "$SRC/warplaw/corpus" "$build/seeds" # a build may not be traced, which finding leaks needs
mkdir -p "$OUT/lib"
for target in "${targets[@]}"; do
  cp "$build/fuzz/targets/$target" "$build/seeds/$target.dict" "$build/seeds/$target.options" "$OUT"
  rm -f "$OUT/${target}_seed_corpus.zip"
  (cd "$build/seeds/$target" && zip --quiet -X "$OUT/${target}_seed_corpus.zip" ./*)
done
# all libraries but those of the C library, which must be the running system's
ldd "$OUT/${targets[0]}" | sed -nE 's/^\t[^ ]+ => (\/[^ ]+) .*/\1/p' | grep -vE '/(libc|libm|libdl|libpthread|librt|libresolv)\.so\.[0-9]+$' | xargs cp --dereference --target-directory="$OUT/lib"
