#!/usr/bin/env bash
# `warplaw run`: the table before and after, steps, JSON that replays, and bad input with its place.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
corpus=$root/corpus

expect 0 '^  31 +0x20 +0x1f0 ' run "$corpus/programs/exclusive_scan.wl" # 1 + 2 + .. + 31
grep -qE '^  lane +R1 +-> R1 +-> R2 +-> P1$' out || fail "columns before and after: R2 and P1 are written before they are read: $(head -3 out)"
printf '@P2 SHFL.IDX PT, R1, R2, 3, 31\nIADD R3, R1, R2\n' >guarded.wl
expect 0 '^  lane +R1 +R2 +P2 +-> R1 +-> R3$' run guarded.wl # what R1 was may be left
# what ATOMS writes before it is read was no input, unless a lane has an error and keeps what it had
printf 'ATOMS.ADD R5, [R1], R2\nIADD R6, R5, R3\n' >late.wl
printf 'ATOMS.EXCH R5, [R1], R8\nSHFL.IDX PT, R7, R5, 0, 31\nATOMS.EXCH R5, [R1], R7\n' >twice.wl
while IFS='|' read -r each reg columns; do
  expect 0 "^  lane +$columns$" run "$each" --shared 128 --reg "R1=$reg"
done <<'ROWS'
late.wl|lane*4|R1 +R2 +R3 +-> R5 +-> R6
late.wl|lane*8|R1 +R2 +R3 +R5 +-> R5 +-> R6 +error
twice.wl|lane*4|R1 +R8 +-> R5 +-> R7
ROWS
expect 0 '^-- warp 0, instruction 2 of 12$' run "$corpus/programs/exclusive_scan.wl" --trace
expect 0 '^  0-31 +0x1 .*-> *R1|^  0-31 +0x1 .* 0x20 ' run "$corpus/programs/butterfly.wl" --reg R1=1
expect 0 '^  0-31 .* 0x0' run "$corpus/programs/butterfly.wl" --reg R1=0x80000000 # 32 * 2^31 wraps

# the outcome as a case: executor and encoding agree on it
expect 0 '"R1"' run "$corpus/programs/inclusive_scan.wl" --json --output case.json
expect 0 '1 replayed, 0 mismatches' replay case.json
expect 0 '-> R1' run case.json
expect 2 'case file holds its own state' run case.json --reg R1=1
expect 2 'case\.json' run "$corpus/programs/inclusive_scan.wl" --output case.json # it is there already

# every program of the corpus runs
for each in "$corpus"/programs/*.wl; do
  expect 0 '-- warp 0, before and after' run "$each"
done

printf 'reg: R1=1\nSEL R1, R2, R3, P0\n  @!P0 BRA 0x40;\n' >bad.wl
expect 2 '^bad\.wl:3: program: a branch.* at byte 7; accepted: ' run bad.wl
printf 'SEL R1, R2, R3, P0\nSEL R1, R2, R3\n' >bad.wl
expect 2 '^bad\.wl:2: syntax: ' run bad.wl
printf '\nSHFL.UP P0, R1, R2, 32, 0\n' >bad.wl
expect 2 '^bad\.wl:2: SHFL-9: ' run bad.wl
printf 'reg: R1=1\nreg: R1=2\nSEL R1, R2, R3, P0\n' >bad.wl
expect 2 '^bad\.wl:2: usage: .*twice' run bad.wl
printf 'rules: SHFL-99\nSEL R1, R2, R3, P0\n' >bad.wl
expect 2 '^bad\.wl:1: program: no rule is called SHFL-99' run bad.wl
printf '// nothing\n' >bad.wl
expect 2 '^bad\.wl:2: program: there is no instruction' run bad.wl
expect 2 'cannot be read' run missing.wl
printf 'ATOMS.ADD R0, [R1], R2\n' >atoms.wl
expect 2 'ATOMS accesses shared memory.*--shared' run atoms.wl
expect 0 '^  0 +0x0 +0x0 +0x5$' run atoms.wl --shared 64 --mem 0=5 --active 1 --all-lanes
grep -q 'memory' out && fail "nothing changed in memory: $(cat out)"
expect 0 '^  \[0x4\] +0x5 +0x8$' run atoms.wl --shared 64 --mem 4=5 --reg R1=4 --reg R2=1 --active 7
[ "$(grep -c '^  \[0x' out)" = 1 ] || fail "words that did not change: $(cat out)"

# the tree of additions, a lane a line; nothing is run
expect 0 '^R1\[3\] == \(\(old R1\[0\] \+f old R1\[1\]\) \+f \(old R1\[2\] \+f old R1\[3\]\)\)$' run "$corpus/programs/inclusive_scan_float.wl" --tree R1
[ "$(wc -l <out)" = 32 ] || fail 'not a line for each lane'
expect 0 '^R1\[0\] == 0x0$' run "$corpus/programs/exclusive_scan_float.wl" --tree R1
printf 'SHFL.IDX P1, R1, R2, R3, 31\n' >select.wl
expect 2 'select\.wl: tree: what R1\[0\] holds afterwards depends on more' run select.wl --tree R1
expect 2 'P1 is no register' run "$corpus/programs/butterfly_float.wl" --tree P1
expect 2 'excludes' run "$corpus/programs/butterfly_float.wl" --tree R1 --trace
printf 'SEL R1, R2, R3, PT\nATOMS.ADD R0, [R1], R2\n' >memory.wl
expect 2 'memory\.wl:2: program: ATOMS has a memory' run memory.wl --tree R1

# a mnemonic alone; files of disassemblers and compilers; names
expect 0 '^    SHFL\.UP ' run shfl
cat >kernel.sass <<'SASS'
	code for sm_50
        /*0008*/         {         SHFL.BFLY PT, R2, R1.reuse, 0x1, 0x1f
        /*0010*/                   IADD R1, R1, R2  }                    /* 0x4c98078000870001 */
        /*0018*/                   CS2R R9, SR_CLOCKLO
        /*0020*/                   EXIT
        /*0028*/                   BRA `(.L_1)
SASS
expect 0 '^  31 +0x1f .* 0x3d ' run kernel.sass --reg R1=lane
expect 2 '^kernel\.sass:4: MACH-3: ' run kernel.sass --target sm_70
sed -i 's/IADD R1, R1/IADD3 R1, R1/;3i\        /*000c*/ MOV R4, c[0x0][0x20];' kernel.sass
timeout "$limit" "$program" run kernel.sass >out 2>err </dev/null
[ $? = 2 ] && [ "$(wc -l <err)" = 2 ] && [ ! -s out ] || fail "what is not in: $(cat err out)"
grep -q "^kernel.sass:3: program: MOV R4, c\[0x0\]\[0x20\]: none of the project's instructions$" err || fail "MOV is not named: $(cat err)"
grep -q '^kernel.sass:4: program: IADD3 ' err || fail "IADD3 is not named: $(cat err)"
printf '.target sm_50\nreg: %%r300=lane\nreg: %%rd1.lo=7\nmatch.any.sync.b64 %%r2, %%rd1, 0xffffffff\nshfl.sync.bfly.b32 %%r3|%%p9, %%r300, 1, 31, 0xffffffff\nCS2R R9, SR_CLOCKLO\n' >names.wl
expect 0 '^%rd1 is R252 and R253, %p9 is P6, %r300 is R254$' run names.wl
grep -qE '^  31 .* 0xffffffff +0x1e ' out || fail "names: $(cat out)"
printf 'names: %%f9=R1\nFADD R5, R1, R1\n' >tree.wl
expect 0 '^R5\[3\] == \(old R1\[3\] \+f old R1\[3\]\)$' run tree.wl --tree %r5
printf 'bar.red.and.pred %%p1, 0, %%p0\n' >bar.wl
expect 0 '^  0-31 +1 +1 *$' run bar.wl --pred P0=0xffffffff
printf 'names: %%r1=P1\nSEL R1, R2, R3, P0\n' >bad.wl
expect 2 '^bad\.wl:1: program: .*accepted: %r300=R5' run bad.wl
for i in 1 2 3 4 5 6 7 8; do echo "vote.sync.all.pred %p$((40 + i)), %p0, 1"; done >bad.wl
expect 2 '^bad\.wl:7: MACH-3: no register is left for %p47' run bad.wl

expect 2 'no path avx1024' run "$corpus/programs/butterfly.wl" --path avx1024
done_testing
