#!/usr/bin/env bash
# The script ./warplaw: what it builds and when, a checkout that cannot be written, progress off a terminal, and what it costs when nothing is to do.
# cmake, ninja, ctest and dpkg-query are stand-ins that write down what they are asked for: what they do with it is theirs.
set -u
root=$2
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
mkdir -p checkout/{spec,check,tools,cmake} bin home
cp "$root/warplaw" checkout
for list in tools/commands.def check/families.def spec/instructions.def; do cp "$root/$list" checkout/$list; done
touch checkout/CMakeLists.txt checkout/{spec,check,tools}/CMakeLists.txt checkout/spec/a.cpp
cat >bin/cmake <<'S'
#!/bin/sh
all=" $* "
while [ "$1" != -B ]; do shift; done
case $all in *' -DCMAKE_COMPILE_WARNING_AS_ERROR=ON '*) strict=' strictly' ;; esac
only=${all#* -DWARPLAW_ONLY=}
only=${only%% *}
echo "configured$strict${only:+ for $only}" >>"$LOG"
echo "WARPLAW_ONLY:STRING=$only" >"$2/CMakeCache.txt"
touch "$2/build.ninja"
S
cat >bin/ninja <<'S'
#!/bin/bash
shift
build=$1
shift
echo "built $*" >>"$LOG"
mkdir -p "$build/tools" "$build/tests/tools"
for program in $([ $# = 0 ] && echo tools/warplaw || echo "$@") tests/tools/test_times; do
  printf '#!/bin/sh\necho "ran ${0##*/} $*"\n' >"$build/$program"
  chmod +x "$build/$program"
done
echo "ninja: Entering directory \`$build'"
for k in $(seq 1 40); do echo "[$k/40] Building $k"; done
echo 'a warning'
exit "${NINJA_FAILS:-0}"
S
printf '#!/bin/sh\necho "tested $*" >>"$LOG"\nwhile [ $# -gt 0 ]; do [ "$1" = --output-junit ] && echo x >"$2"; shift; done\nexit 8\n' >bin/ctest
printf '#!/bin/sh\necho installed\n' >bin/dpkg-query
chmod +x bin/*
export PATH="$work/bin:$PATH" LOG="$work/log" HOME="$work/home"
unset WARPLAW_BUILD XDG_CACHE_HOME CI
sleep 1 # files are older than any stamp

wrapper() { checkout/warplaw "$@" >out 2>err; }
both='tools/warplaw-lookup built tools/warplaw' # one after the other
asked() { cat "$LOG" 2>/dev/null | xargs; }
: >"$LOG"
wrapper replay --json || fail "replay: $(cat err)"
[ "$(asked)" = "configured built $both" ] || fail "first: $(asked)"
[ "$(cat out)" = 'ran warplaw replay --json' ] || fail "stdout is the program's alone: $(cat out)"
[ "$(grep -c '^\[' err)" -ge 16 ] && [ "$(grep -c '^\[' err)" -le 24 ] || fail "progress off a terminal: $(cat err)"
[ "$(grep -c '^warplaw: building tools/warplaw' err)" = 2 ] || fail "what is built: $(cat err)"
grep -q 'a warning' err || fail 'a warning was swallowed'
grep -q 'ninja: ' err && fail "ninja talks: $(cat err)"

# nothing to do: `find` looks for what is new, and the program begins; no other program can be found
mkdir few
for name in bash find sh; do ln -s "$(command -v $name)" few; done
: >"$LOG"
PATH="$work/few" "$BASH" checkout/warplaw replay >out 2>err || fail "nothing to do: $(cat err)"
[ "$(cat out err)" = 'ran warplaw replay' ] || fail "nothing to do: $(cat out err)"
[ -z "$(asked)" ] || fail "built although nothing changed: $(asked)"
# a change, a new file, one that is gone, an old file put in place: all of them are seen, once
changes=('echo x >>checkout/spec/a.cpp' 'touch checkout/tools/b.cpp' 'rm checkout/tools/b.cpp' 'touch -d 2000-01-01 checkout/spec/a.cpp' 'rm checkout/build/tools/warplaw*')
for change in "${changes[@]}"; do
  : >"$LOG"
  eval "$change"
  wrapper replay
  [ "$(asked)" = "built $both" ] || fail "after $change: $(asked)"
  wrapper replay
  [ "$(asked)" = "built $both" ] || fail "twice after $change: $(asked)"
done
# a build that fails is told, and tried again
: >"$LOG"
echo x >>checkout/spec/a.cpp
NINJA_FAILS=1 wrapper replay
[ $? = 3 ] && grep -q 'the build failed' err || fail "a failed build: $(cat err)"
wrapper replay || fail 'after a failed build'
[ "$(asked)" = "built tools/warplaw-lookup built $both" ] || fail "a failed build counts as done: $(asked)"

# another build holds the folder: that is said at once, and what it built meanwhile is not built again; who finds the program current does not wait
wrapper replay
exec 8>checkout/build/.lock
flock 8
checkout/warplaw replay >out 2>err || fail "current: $(cat err)"
[ "$(cat out err)" = 'ran warplaw replay' ] || fail "it waits although nothing is to do: $(cat err)"
echo x >>checkout/spec/a.cpp
: >"$LOG"
checkout/warplaw replay >out 2>err 8>&- &
for ((waited = 0; waited < 50 * limit; ++waited)); do
  grep -q 'waiting for another build' err && break
  sleep 0.02
done
grep -q 'waiting for another build' err || fail "it waits in silence: $(cat err)"
touch checkout/build/.built-{lookup,program} # as the other build does at its end
exec 8>&-
wait $! || fail "after the other build: $(cat err)"
[ "$(cat out)" = 'ran warplaw replay' ] && [ -z "$(asked)" ] || fail "built a second time: $(asked)"

# the small programs: one is built and run while the whole one is not current, and the whole one where it is
sed -n 's/^WARPLAW_COMMAND(\(.*\), \(.*\))/\L\1 \2/p' "$root/tools/commands.def" | grep -v ' whole$' >small
[ -s small ] || fail 'no subcommand has a small program'
while read -r name small more; do
  for arguments in "$name x" "help $name"; do
    echo x >>checkout/spec/a.cpp
    : >"$LOG"
    wrapper $arguments || fail "$arguments: $(cat err)"
    [ "$(asked)" = "built tools/warplaw-$small" ] && [ "$(cat out)" = "ran warplaw-$small $arguments" ] || fail "$arguments: $(asked), $(cat out)"
    : >"$LOG"
    wrapper $arguments
    [ -z "$(asked)" ] && [ "$(cat out)" = "ran warplaw-$small $arguments" ] || fail "again $arguments: $(asked), $(cat out)"
    wrapper replay
    [[ $(asked) = *'built tools/warplaw' ]] || fail "replay after $arguments: $(asked)"
    wrapper $arguments
    [ "$(cat out)" = "ran warplaw $arguments" ] || fail "$arguments where warplaw is there: $(cat out)"
    # each that hands over is followed by the next
    echo x >>checkout/spec/a.cpp
    after=$small
    for next in $(for one in $more; do printf 'warplaw-%s ' "$one"; done) warplaw; do
      : >"$LOG"
      WARPLAW_AFTER=$after wrapper $arguments
      [[ $(asked) = *"built tools/$next" ]] && [ "$(cat out)" = "ran $next $arguments" ] || fail "$arguments after $after: $(asked), $(cat out)"
      after=${next#warplaw-}
    done
  done
done <small
# before the folder is configured for all instructions, it is for those that were asked about; what they have no answer for, has all
export WARPLAW_BUILD=$work/some
printf 'table = {WARPLAW_IMPLEMENTS(vote, votes)};' >own.c
printf '#include "own.c"\n' >other.c
while IFS='|' read -r arguments wanted ran; do
  : >"$LOG"
  eval "$arguments" || fail "$arguments: $(cat err)"
  [ "$(asked)" = "$wanted" ] && [ "$(cat out)" = "ran $ran" ] || fail "$arguments: $(asked), $(cat out)"
done <<'S'
wrapper explain SHFL.UP|configured for shfl built tools/warplaw-lookup|warplaw-lookup explain SHFL.UP
wrapper explain SHFL.UP||warplaw-lookup explain SHFL.UP
wrapper exec '@P0 SHFL.UP P0, R0, R1, 1, 0'||warplaw-lookup exec @P0 SHFL.UP P0, R0, R1, 1, 0
wrapper explain vote.sync.all|configured for votesync;shfl built tools/warplaw-lookup|warplaw-lookup explain vote.sync.all
wrapper explain SHFL.UP||warplaw-lookup explain SHFL.UP
wrapper check own.c|configured for vote;votesync;shfl built tools/warplaw-check|warplaw-check check own.c
echo x >>checkout/spec/a.cpp; wrapper check own.c|built tools/warplaw-check|warplaw-check check own.c
WARPLAW_AFTER=some WARPLAW_FOUND_WRONG=1 wrapper check own.c|configured built tools/warplaw-readings|warplaw-readings check own.c
WARPLAW_AFTER=some wrapper explain SHFL.UP|built tools/warplaw-lookup|warplaw-lookup explain SHFL.UP
wrapper explain SHFL.UP||warplaw-lookup explain SHFL.UP
rm -r some; wrapper linearize x|configured for none built tools/warplaw-histories|warplaw-histories linearize x
wrapper explain SHFL.UP|configured for shfl;none built tools/warplaw-lookup|warplaw-lookup explain SHFL.UP
wrapper litmus x||warplaw-histories litmus x
rm -r some; wrapper check other.c|configured built tools/warplaw-check|warplaw-check check other.c
rm -r some; wrapper explain SHUFFLE|configured built tools/warplaw-lookup|warplaw-lookup explain SHUFFLE
S
unset WARPLAW_BUILD
# what there is, and what ctest takes, is told without a build
cp "$root/tools/help.txt" checkout/tools
wrapper replay
for arguments in '' -h --help help; do
  wrapper $arguments
  [ "$(cat out)" = 'ran warplaw --help' ] || fail "$arguments where warplaw is there: $(cat out)"
done
echo x >>checkout/spec/a.cpp
: >"$LOG"
for arguments in '' -h --help help; do
  wrapper $arguments && cmp -s out "$root/tools/help.txt" || fail "$arguments before a build: $(cat out err)"
done
wrapper test --help
[ "$(asked)" = 'tested --help' ] || fail "the overview builds: $(asked)"
wrapper replay
# somebody builds the whole program: a look-up that can be answered does not wait
rm checkout/build/.built-program
exec 8>checkout/build/.lock
flock 8
checkout/warplaw list >out 2>err 8>&- || fail "list beside a build: $(cat err)"
[ "$(cat out err)" = 'ran warplaw-lookup list' ] || fail "list beside a build: $(cat out err)"
exec 8>&-

# what a subcommand runs is built
builds() { # TARGETS ARGUMENTS..
  local targets=$1
  shift
  : >"$LOG"
  wrapper "$@" || fail "$*: $(cat err)"
  [ "$(asked)" = "built $targets" ] || fail "$* builds: $(asked)"
}
builds 'tools/warplaw warplaw_bench_executors' bench
builds 'tools/warplaw fuzz_measured' bench fuzz --json
for target in warplaw_bench_executors fuzz_measured test_times; do
  grep -rqE "add_(executable|custom_target)\($target\b" "$root"/{bench,fuzz/targets,tests/tools}/CMakeLists.txt || fail "no target $target"
done
: >"$LOG"
wrapper test -R Name
[ $? = 8 ] || fail 'the exit code of ctest is lost'
[ "$(sed 's/--output-junit [^ ]*/--output-junit FILE/;s/--parallel [0-9]*/--parallel N/' "$LOG" | tail -1)" = \
  "tested -C Nightly --test-dir $work/checkout/build --output-on-failure --parallel N --output-junit FILE -LE nightly -R Name" ] || fail "test: $(asked)"
grep -q '^ran test_times /' out || fail 'no times of tests'

# WARPLAW_BUILD; a folder that cannot be made
: >"$LOG"
WARPLAW_BUILD="$work/elsewhere" wrapper replay || fail "WARPLAW_BUILD: $(cat err)"
[ -x elsewhere/tools/warplaw ] || fail 'WARPLAW_BUILD is not used'
[ "$(asked)" = "configured built $both" ] || fail "elsewhere: $(asked)"
# in CI a warning is an error
: >"$LOG"
CI=true WARPLAW_BUILD="$work/strict" wrapper replay || fail "CI: $(cat err)"
[ "$(asked)" = "configured strictly built $both" ] || fail "in CI: $(asked)"
WARPLAW_BUILD=/proc/nothing wrapper replay
[ $? = 2 ] && grep -q 'WARPLAW_BUILD' err || fail "a build folder that cannot be written: $(cat err)"

# a checkout that cannot be written, and whose build folder is somebody else's: root may write everywhere, so somebody else tries
as_nobody() { setpriv --reuid 65534 --regid 65534 --clear-groups env HOME="$work/home" PATH="$PATH" LOG="$work/log" "$@"; }
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
  chmod 755 "$work" && chmod 777 home && chmod 666 log
  for state in 'a folder of its own' 'no build folder'; do
    as_nobody checkout/warplaw replay >out 2>err || fail "read-only checkout, $state: $(cat err)"
    [ "$(cat out)" = 'ran warplaw replay' ] || fail "read-only checkout, $state: $(cat out)"
    rm -rf checkout/build
  done
  [ -n "$(find home/.cache/warplaw -name warplaw -perm -100)" ] || fail 'not built in the cache of the user'
  [ ! -e checkout/build ] || fail 'built in the checkout'
else
  chmod a-w checkout checkout/build
  wrapper replay || fail "read-only checkout: $(cat err)"
  chmod u+w checkout checkout/build
fi
done_testing
