#!/usr/bin/env bash
# Programs of some instructions alone (cmake/Instructions.cmake: WARPLAW_ONLY): they can be linked, print what warplaw prints, and hand over what they have
# not. VOTE's; with WARPLAW_ALL, those of every instruction and every family of check.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
build=${program%/tools/*}
made=(tools/warplaw-lookup tools/warplaw-check)
mapfile -t same < <(sed -nE 's/^((CMAKE_(BUILD_TYPE|C_COMPILER|CXX_COMPILER|C_FLAGS|CXX_FLAGS|COMPILE_WARNING_AS_ERROR)|WARPLAW_PRECOMPILE):.*)/-D\1/p' "$build/CMakeCache.txt")
ninja -C "$build" -t commands "${made[@]}" >of_all
export WARPLAW_REST=$program

# made_of NAMES: in the folder few/. What the build compiles by the very same command is not compiled again, but linked from there.
made_of() {
  rm -rf few
  cmake -S "$root" -B few -G Ninja "${same[@]}" -DWARPLAW_ONLY="$1" >log 2>&1 || { fail "configuring for $1: $(tail -3 log)"; return 1; }
  ninja -C few -t commands "${made[@]}" >of_few
  python3 - "$build" "$work/few" <<'MAKE' >log 2>&1 || { fail "$1: $(tail -5 log)"; return 1; }
import os, re, subprocess, sys
build, few = sys.argv[1:]
def plain(command): return re.sub(r'CMakeFiles/d/\w+\.d', 'CMakeFiles/d/', command)  # a hash of the folder's name
there = {plain(line.replace(build, few)) for line in open('of_all')}
headers = few + '/CMakeFiles/warplaw_headers'  # parsed copies
tables = re.compile(few + r'/linked|/(shipped_functions|bitcode_bytes)\.')  # of what is linked
for command in open('of_few'):
    output = re.search(r' -o (\S+)', command)
    folder = re.match(r'cd (\S+) && ', command)
    if output and plain(command) in there and not tables.search(command) and not command.startswith(':'):  # else an archive or a program
        path = os.path.join(folder[1] if folder else few, output[1])
        if path.startswith(few):
            path = os.path.relpath(os.path.join(few, path), few)
            os.makedirs(os.path.dirname(os.path.join(few, path)), exist_ok=True)
            os.symlink(os.path.join(build, path), os.path.join(few, path))
            continue
    os.makedirs(os.path.dirname(os.path.join(few, output[1])), exist_ok=True) if output else None
    subprocess.run(command.replace(headers, build + '/CMakeFiles/warplaw_headers'), shell=True, check=True, cwd=few)
MAKE
}

# both PROGRAM ARGUMENTS..: the whole one and the one of some, and whether they end and print alike
both() {
  local code
  "$program" "${@:2}" >out1 2>err1 </dev/null
  code=$?
  "few/tools/warplaw-$1" "${@:2}" >out2 2>err2 </dev/null
  [ "$code" = $? ] || return
  without_times -i out1 out2
  cmp -s out1 out2
}
alike() {
  WARPLAW_REST=/bin/false both "$@" && cmp -s err1 err2 || fail "$*: $(diff out1 out2 | head -5) $(diff err1 err2 | head -5)"
}
hands_over() {
  both "$@" && grep -qE '^warplaw: .*(larger program|other instructions)' err2 || fail "does not hand over: $*: $(head -3 err2)"
}
# what is asked of each: its first form, what it has not, and of check an executor of its family
sed -nE 's/^WARPLAW_INSTRUCTION\([^,]+, ([^,]+), "(.*)"\)/\1 \2/p' "$root/spec/instructions.def" >instructions
[ -n "${WARPLAW_ALL:-}" ] || sed -i '/^vote /!d' instructions
[ -s instructions ] || fail 'no instructions'
while read -r name mnemonic; do
  made_of "$name" || continue
  alike lookup explain "$mnemonic"
  alike lookup explain "$("$program" list --json | python3 -c 'import json, sys
print(next(row["forms"][0] for row in map(json.loads, sys.stdin) if row["instruction"] == sys.argv[1]))' "$mnemonic")"
  case $name in shfl | shflsync) other=VOTE.ALL ;; *) other=SHFL.UP ;; esac
  hands_over lookup explain "$other"
  hands_over check check "$root/examples/lanes.c" --cases 300
done <instructions
# families: of executors whose files say what they implement
sed -nE 's/^WARPLAW_FAMILY\([^,]+, ([^,]+), "[a-z]+: (.+)"\)/\1 \2/p' "$root/check/families.def" >families
[ -n "${WARPLAW_ALL:-}" ] || sed -i '/^vote /!d' families
[ -s families ] || fail 'no families'
while read -r family names; do
  executor=$(grep -lE "WARPLAW_IMPLEMENTS\($family," "$root"/examples/*.c | grep -v /lanes.c | head -1) # which has families of others, too
  [ -z "${WARPLAW_ALL:-}" ] || made_of "${names// /;}" || continue
  [ -n "$executor" ] || continue # nobody has written one
  alike check check "$executor" --cases 500
  hands_over check check "$executor" --cases 500 --json
done <families
[ -z "${WARPLAW_ALL:-}" ] || made_of vote
hands_over check check "$root/examples/wrong/vote_guard_last.c" --cases 3000
done_testing
