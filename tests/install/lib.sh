# What the tests of installing share; sourced with the program, the project's root, the build folder and cmake as arguments, after tests/tools/lib.sh.
build=$3 cmake=$4
# Runs a command that cannot see the sources nor the build folder, where the system allows to hide them.
hidden=$(unshare -rm true 2>/dev/null && echo yes) || echo 'the sources cannot be hidden here (unshare): what is installed could read them'
unseen() {
  if [ -z "$hidden" ]; then "$@"; return; fi
  unshare -rm bash -c 'for folder in "$1" "$2"; do [ ! -d "$folder" ] || mount -t tmpfs none "$folder" || exit 99; done; shift 2; exec "$@"' - "$root" "$build" "$@"
}
# as `expect`, of the installed program and without the sources
expect_installed() { # PREFIX CODE PATTERN ARGUMENTS..
  local prefix=$1 code=$2 pattern=$3 got
  shift 3
  unseen timeout 600 "$prefix/bin/warplaw" "$@" >out 2>err </dev/null
  got=$?
  [ "$got" = "$code" ] || fail "installed: exit $got, not $code: $* -> $(head -c 500 err out)"
  grep -qE -e "$pattern" out err || fail "installed: no '$pattern' in: $* -> $(head -c 300 out err)"
}
# What needs files beside the program: headers, case files, names of obligations, costs.
runs_installed() { # PREFIX
  local prefix=$1
  cp "$prefix/share/doc/warplaw/examples/vote.c" mine.c
  expect_installed "$prefix" 0 '^VOTE.ALL +OK' check mine.c --cases 300
  expect_installed "$prefix" 1 '^SHFL.UP +MISMATCH' check "$prefix/share/doc/warplaw/examples/wrong/up_min_lane.c" --cases 3000
  expect_installed "$prefix" 0 '^SHFL.IDX +OK' check --pipe "python3 $prefix/share/doc/warplaw/examples/shfl.py" --cases 2000
  expect_installed "$prefix" 0 'cases: +contradictions/' rules SHFL-4
  expect_installed "$prefix" 0 'everything as expected' verify --theorem 'sel/laws'
  expect_installed "$prefix" 0 "$prefix/share/warplaw/golden" verify --help
  expect_installed "$prefix" 0 '"theorem":"sel/laws".*"seconds":[0-9.e-]+' verify --list --json --theorem 'sel/laws'
  expect_installed "$prefix" 0 'R0' exec 'SHFL.UP P0, R0, R1, 1, 0' --reg R1=lane
  expect_installed "$prefix" 0 'legal' linearize "$prefix/share/doc/warplaw/docs/observed.jsonl"
}
