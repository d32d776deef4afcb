#!/usr/bin/env bash
# oss-fuzz/build.sh, run with the variables that OSS-Fuzz sets, and what it leaves in $OUT looked at as OSS-Fuzz's check of a build does: every target starts, is made with
# its sanitizer and no other, runs its seed corpus, has a dictionary and options; a crash planted into an executor is reproduced from its file; coverage is reported.
# usage: [SANITIZERS='address undefined coverage'] [TARGETS='fuzz_sel fuzz_parser'] [FUZZ_SECONDS=60] check_build.sh ROOT FOLDER; TARGETS= means all. What is built in
# FOLDER is kept there. FUZZ_SECONDS: fuzzing before coverage is counted, spread over the targets; then the lines of a room that are run must be as many as `least` says.
set -u
root=$1 folder=$2
sanitizers=${SANITIZERS-address} targets=${TARGETS-fuzz_sel} fuzz_seconds=${FUZZ_SECONDS-0}
for name in clang++-19 llvm-cov-19 llvm-profdata-19 cmake ninja zip unzip objdump; do
  command -v $name >/dev/null || { echo "SKIPPED: $name is not installed"; exit 77; }
done
failures=0
fail() { printf 'FAILED: %s\n' "$*"; failures=$((failures + 1)); }

declare -A sanitizer_flags=(
  [address]='-fsanitize=address -fsanitize-address-use-after-scope'
  [undefined]='-fsanitize=array-bounds,bool,builtin,enum,function,integer-divide-by-zero,null,object-size,return,returns-nonnull-attribute,shift,signed-integer-overflow,unsigned-integer-overflow,unreachable,vla-bound,vptr -fno-sanitize-recover=array-bounds,bool,builtin,enum,function,integer-divide-by-zero,null,object-size,return,returns-nonnull-attribute,shift,signed-integer-overflow,unreachable,vla-bound,vptr'
  [coverage]='')
declare -A coverage_flags=(
  [address]='-fsanitize=fuzzer-no-link'
  [undefined]='-fsanitize=fuzzer-no-link'
  [coverage]='-fprofile-instr-generate -fcoverage-mapping -pthread -Wl,--no-as-needed -Wl,-ldl -Wl,-lm -Wno-unused-command-line-argument')
[ "$fuzz_seconds" = 0 ] || coverage_flags[coverage]+=' -fsanitize=fuzzer-no-link' # OSS-Fuzz counts what others found; here it must find by itself
declare -A least=([concrete]=95 [spec]=95) # per cent of lines
untouched='/([a-z]+_schema|case_file)\.cpp$' # the schema's writers, and files on disk: no text that is read gets there
planted=sel # the instruction whose executor is broken; what is broken in it, and what the sanitizer says of that
declare -A plant=(
  [address]='s/kB\]\[lane\]/kB + (a == 0x80000000u ? 1000 : 0)][lane]/'
  [undefined]='s/predicate >> lane/predicate >> (a == 0x80000000u ? lane + 32 : lane)/')
declare -A seen_as=([address]='AddressSanitizer: heap-buffer-overflow' [undefined]='runtime error: shift exponent')

# a checkout: what differs is copied, and so newer than what was built of it
check_out() { # INTO
  local file
  mkdir -p "$1"
  (cd "$root" && find CMakeLists.txt cmake include spec ptx linearize concrete symbolic fuzz corpus oss-fuzz .clusterfuzzlite -type f | sort) >"$1.files"
  while read -r file; do
    cmp -s "$root/$file" "$1/$file" || (cd "$root" && cp --parents "$file" "$1")
  done <"$1.files"
  (cd "$1" && find . -path ./build-oss-fuzz -prune -o -type f -printf '%P\n' | sort) | comm -13 "$1.files" - | sed "s#^#$1/#" | xargs -r rm
}

# build INTO: as OSS-Fuzz's `compile` calls build.sh
build() {
  local flags="-O1 -fno-omit-frame-pointer -gline-tables-only -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION ${sanitizer_flags[$sanitizer]} ${coverage_flags[$sanitizer]}"
  [ "$flags" = "$(cat "$src.flags" 2>/dev/null)" ] || rm -rf "$src/warplaw/build-oss-fuzz" # CMake keeps those of its first time
  echo "$flags" >"$src.flags"
  rm -rf "$1"
  mkdir -p "$1"
  # shellcheck disable=SC2086 # several targets
  (cd "$src" && env -i PATH="$PATH" HOME="$HOME" ${CMAKE_CXX_COMPILER_LAUNCHER:+CMAKE_CXX_COMPILER_LAUNCHER="$CMAKE_CXX_COMPILER_LAUNCHER"} SRC="$src" OUT="$1" CC=clang-19 CXX=clang++-19 CFLAGS="$flags" CXXFLAGS="$flags -stdlib=libc++" LIB_FUZZING_ENGINE=-fsanitize=fuzzer \
    UBSAN_OPTIONS=silence_unsigned_overflow=1 "$src/warplaw/oss-fuzz/build.sh" $targets) >"$1.log" 2>&1 ||
    { fail "$sanitizer: build.sh: exit $?: $(tail -n 5 "$1.log")"; return 1; }
}

# run TARGET ARGUMENTS..: as OSS-Fuzz's runner does, from $OUT, with the target's options; what it says is in ./said
run() {
  local target=$1
  shift
  mapfile -t options < <(sed -nE 's/^([a-z_]+) *= *(.*)/-\1=\2/p' "$out/$target.options")
  (cd "$out" && UBSAN_OPTIONS=silence_unsigned_overflow=1 "./$target" "${options[@]}" -timeout=100 "$@") >said 2>&1
}

calls() { grep -cE "call +[0-9a-f]+ <__$1_" code; }
check_instrumentation() { # TARGET
  objdump -d --no-show-raw-insn "$out/$1" >code
  local asan ubsan
  asan=$(calls asan) ubsan=$(calls ubsan)
  case $sanitizer in
  address) [ "$asan" -ge 1000 ] && [ "$ubsan" -le 200 ] ;;
  undefined) [ "$asan" -eq 0 ] && [ "$ubsan" -ge 168 ] ;;
  coverage) [ "$asan" -eq 0 ] && [ "$ubsan" -le 200 ] ;;
  esac || fail "$sanitizer: $1 calls asan $asan times, ubsan $ubsan times"
}
check_libraries() { # TARGET: none from the building machine but the C library's
  local others
  others=$(ldd "$out/$1" | grep -vE "=> $out/lib/|/(libc|libm|libdl|libpthread|librt|libresolv)\.so\.|/ld-linux|linux-vdso")
  [ -z "$others" ] || fail "$sanitizer: $1 needs what is not in \$OUT: $others"
}
check_target() { # TARGET
  local seeds=$work/$1.seeds counters
  check_libraries "$1"
  check_instrumentation "$1"
  run "$1" -seed=1337 -runs=4 && grep -q 'Done 4 runs' said || fail "$sanitizer: $1 does not start: $(tail -n 5 said)"
  if [ "$sanitizer" != coverage ]; then
    counters=$(sed -nE 's/^INFO: Loaded .*\(([0-9]+) inline 8-bit counters\).*/\1/p' said)
    [ "${counters:-0}" -ge 100 ] || fail "$sanitizer: $1 counts ${counters:-0} edges"
  fi
  grep -qE '^Dictionary: [1-9][0-9]* entries' said || fail "$sanitizer: no dictionary of $1: $(head -n 5 said)"
  grep -q '^max_len = [1-9][0-9]*$' "$out/$1.options" || fail "$1.options: $(cat "$out/$1.options")"
  unzip -q -o "$out/$1_seed_corpus.zip" -d "$seeds" && [ -n "$(ls "$seeds")" ] || fail "$1 has no seeds"
  LLVM_PROFILE_FILE=$work/$1.profraw run "$1" -runs=0 "$seeds" || fail "$sanitizer: $1 fails on its seeds: $(tail -n 5 said)"
  [ "$sanitizer" = coverage ] && [ "$fuzz_seconds" != 0 ] || return
  LLVM_PROFILE_FILE=$work/$1.fuzzed.profraw run "$1" -seed=1 -max_total_time=$((1 + fuzz_seconds / $(wc -w <<<"$built"))) "$seeds" ||
    fail "$sanitizer: $1 finds something: $(tail -n 5 said)"
}

# the same sources with one line of an executor broken: found by fuzzing, reproduced from the file; and by the sound target not
check_planted() {
  local clean=$out broken=$src/warplaw/concrete/instructions/${planted}.cpp artifact=$work/crash
  out=$folder/$sanitizer/planted
  sed -i "${plant[$sanitizer]}" "$broken"
  cmp -s "$broken" "$root/concrete/instructions/${planted}.cpp" && fail 'nothing was planted'
  targets=fuzz_$planted build "$out" || return
  run "fuzz_$planted" -seed=1 -runs=1000000 -exact_artifact_path="$artifact" && fail "$sanitizer: nobody found what was planted"
  [ -s "$artifact" ] || { fail "$sanitizer: no crash was written: $(tail -n 5 said)"; return; }
  run "fuzz_$planted" "$artifact" && fail "$sanitizer: the crash is not reproduced from its file"
  grep -q "${seen_as[$sanitizer]}" said || fail "$sanitizer: not '${seen_as[$sanitizer]}': $(grep -m 3 -E 'ERROR|error' said)"
  out=$clean
  run "fuzz_$planted" "$artifact" || fail "$sanitizer: the sound target crashes, too: $(tail -n 5 said)"
}

report_coverage() {
  local target room objects=()
  for target in $built; do objects+=(--object "$out/$target"); done # but for the first, which llvm-cov takes by itself
  llvm-profdata-19 merge --sparse "$work"/*.profraw -o merged.profdata &&
    llvm-cov-19 report --instr-profile=merged.profdata "${objects[@]:1}" --show-region-summary=false --show-branch-summary=false "$src"/warplaw/{concrete,spec} >report.txt 2>said ||
    fail "no coverage report: $(head -n 3 said)"
  awk -v name="concrete/instructions/${planted}.cpp" 'index($1, name) && $NF + 0 > 0 { found = 1 } END { exit !found }' report.txt ||
    [[ " $built " != *" fuzz_$planted "* ]] || fail "coverage: the executor of $planted is not covered"
  cp report.txt "$folder/coverage.txt"
  for room in concrete spec; do
    llvm-cov-19 export --format=lcov --ignore-filename-regex="$untouched" --instr-profile=merged.profdata "${objects[@]:1}" "$src/warplaw/$room" >lines 2>said || fail "no coverage of $room: $(head -n 3 said)"
    awk -v src="$src/warplaw/" -F'[:,]' '/^SF:/ { file = substr($0, 4 + length(src)) } /^DA:/ && $3 == 0 { print file ":" $2 }' lines >"$folder/missed.$room.txt"
    awk -v room="$room" -v least="$([ "$fuzz_seconds" = 0 ] && echo 0 || echo "${least[$room]}")" -F'[:,]' '/^DA:/ { ++all; run += $3 > 0 }
      END { printf "%s: %.1f %% of %d lines\n", room, all ? 100 * run / all : 0, all; exit !all || 100 * run < least * all }' lines || fail "coverage of $room is less than ${least[$room]} %: see $folder/missed.$room.txt"
  done
}

root=$(realpath "$root")
mkdir -p "$folder"
folder=$(realpath "$folder")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
for sanitizer in $sanitizers; do
  [ -n "${sanitizer_flags[$sanitizer]+known}" ] || { fail "no such sanitizer: $sanitizer"; continue; }
  src=$folder/$sanitizer/src out=$folder/$sanitizer/out
  check_out "$src/warplaw"
  build "$out" || continue
  built=$targets
  [ -n "$built" ] || built=$(cat "$src/warplaw/build-oss-fuzz/fuzz/targets/names")
  for target in $built; do check_target "$target"; done
  if [ "$sanitizer" = coverage ]; then report_coverage; else check_planted; fi
done
[ "$failures" = 0 ] && echo 'all as expected'
exit $((failures != 0))
