#!/usr/bin/env bash
# Code that `prove` does not take is named with its place; a file that is no executor gives one line; bitcode is taken.
set -u
. "${BASH_SOURCE[0]%/*}/prove_lib.sh"

# what the lifter does not take, by its place
named() { expect 3 "UNSUPPORTED .*$1" prove "$2.c"; } # what is said, NAME
plugin thread '' "$right seen += from;" 'static _Thread_local uint32_t seen;'
named 'thread.c:9' thread
plugin unknown '' "$right from = elsewhere(from);" 'uint32_t elsewhere(uint32_t i); __attribute__((weak)) uint32_t elsewhere(uint32_t i) { return i; }'
named 'elsewhere.*unknown.c:9' unknown
plugin root '' "$right from = (uint32_t)((float)from * 2.0f) / 2;"
named 'root.c:9' root
expect 3 'NOT-PROVED .*memory' prove "$root/examples/atoms.c"
expect 3 'elect.sync +NOT-PROVED .*"leader"' prove "$root/examples/elect_sync.c" --family elect_sync

# bitcode
plugin mask "$one_width" "$right"
"$3" -std=c11 -O1 -g -fno-strict-aliasing -I"$root/include" -emit-llvm -c mask.c -o mask.bc
proved 1 mask.bc

echo text >text.txt
expect 2 '^text.txt: file: .*bitcode' prove text.txt
echo 'int f(' >broken.c
expect 2 '^broken.c: compile: ' prove broken.c
echo 'int f;' >nothing.c
expect 2 '^nothing.c: executor: has no function' prove nothing.c
sed 's/static const warplaw_executor table/static warplaw_executor table/' mask.c >changing.c
expect 2 '^changing.c: executor: .*without running it' prove changing.c
echo 'no bitcode' >text.bc
expect 2 '^text.bc: executor: ' prove text.bc
expect 2 'no family' prove mask.c --family blend
done_testing
