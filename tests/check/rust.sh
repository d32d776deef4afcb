#!/usr/bin/env bash
# The client in Rust: its structures are the header's, the example is right as a shared object and as a command, as docs/check.md types it, and a wrong one
# is not; a panic is a crash that says why.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../tools/lib.sh"
CXX=$4
PATH=$PATH:${CARGO_HOME:-$HOME/.cargo}/bin
command -v rustc >/dev/null && rustc --version >/dev/null 2>&1 || { echo 'skipped: there is no rustc'; exit 77; }
cp -r "$root/clients" "$root/examples" .
cat >layout.rs <<'RUST'
#[path = "clients/rust/warplaw.rs"]
mod warplaw;
fn main() {
    println!("#include <cstddef>\n#include <warplaw/executor.h>\n#define WARPLAW_COUNTED(family) + 1");
    let layout = warplaw::layout();
    println!("static_assert(0 WARPLAW_FAMILIES(WARPLAW_COUNTED) == {});", layout.len());
    println!("static_assert(sizeof(warplaw_executor) == {});", std::mem::size_of::<warplaw::Executor>());
    for (name, bytes, fields) in layout {
        println!("static_assert(sizeof(warplaw_{name}) == {bytes});");
        for (field, offset) in fields {
            println!("static_assert(offsetof(warplaw_{name}, {}) == {offset});", field.trim_start_matches("r#"));
        }
    }
    let none = warplaw::Executor::NONE;
    let at = |place: usize| place - &none as *const _ as usize;
    println!("static_assert(offsetof(warplaw_executor, reset) == {});", at(&none.reset as *const _ as usize));
    println!("static_assert(offsetof(warplaw_executor, elect_sync) == {});", at(&none.elect_sync as *const _ as usize));
    println!("static_assert(WARPLAW_IS_ITS_OWN == {} && WARPLAW_IS_GUARD == {});", warplaw::IS_ITS_OWN, warplaw::IS_GUARD);
}
RUST
RUST() { rustc --edition 2021 -D warnings "$@" 2>log || fail "rustc $*: $(head -c 1000 log)"; }
RUST layout.rs -o layout && ./layout >layout.cpp
[ "$(wc -l <layout.cpp)" -gt 100 ] || fail "few structures: $(cat layout.cpp)"
"$CXX" -std=c++20 -I"$root/include" -fsyntax-only layout.cpp || fail "Rust's structures are not the header's"

# as the document says
mapfile -t lines < <(sed -nE 's/^    (rustc .*)/\1/p' "$root/docs/check.md")
[ ${#lines[@]} = 2 ] || fail "docs/check.md shows ${#lines[@]} lines of rustc"
for line in "${lines[@]}"; do
  bash -c "$line" 2>log || fail "$line: $(cat log)"
done
for asked in ./shfl_rust.so '--pipe ./shfl_rust'; do
  expect 0 'shfl in Rust 1' check $asked --cases 20000
  [ "$(grep -cE '^SHFL\.[A-Z]+ +OK ' out)" = 4 ] || fail "not right: $asked: $(cat out)"
done
sed 's/w.lane\[i as usize\] & 31/w.lane[i as usize] \& 15/' examples/shfl.rs >examples/wrong.rs
RUST -O --crate-type cdylib examples/wrong.rs -o wrong.so
expect 1 'behaves like: lane-of-four-bits' check ./wrong.so --cases 4000
sed 's/let (value, exec) = .*/assert!(w.mode != 1, "no UP \\"here\\"");\n    &/' examples/shfl.rs >examples/panics.rs
RUST -O --crate-type cdylib examples/panics.rs -o panics.so
expect 1 '^SHFL.UP CRASH: SIGABRT: it says: panic: no UP "here"$' check ./panics.so --cases 400
grep -qE '^SHFL.BFLY +OK' out || fail "other forms are not judged: $(cat out)"
done_testing
