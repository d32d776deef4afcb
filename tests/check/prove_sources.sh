#!/usr/bin/env bash
# What an executor may be made of: C++ as people write it, the lane's macro in C++, several sources with folders and macros, bitcode with metadata that
# is taken out, said, and trusted nowhere; `check` and `replay` take the same. An executor that is a stand-in for the proof is told so.
set -u
. "${BASH_SOURCE[0]%/*}/prove_lib.sh"
clang=$3 clangxx=$4

# the macro of lane.h in C++: its function is found by its name, right and wrong
sed 's/\\"inactive/\\"modes\\": [\\"BFLY\\"], &/' "$root/examples/shfl_lane.c" >lane.cpp
proved 1 lane.cpp
sed 's/self \^ x;/self ^ x ^ 1;/' lane.cpp >wrong_lane.cpp
refuted '^SHFL.BFLY +REFUTED' wrong_lane.cpp --family shfl

# beside that macro, a table's function of its own that the optimiser empties, since it is undefined: it is no stand-in
cat >emptied.c <<'C'
#ifdef WARPLAW_PROVE
static void emptied(warplaw_shfl* batch, uint32_t count) {
  uint32_t local[2];
  (void)batch;
  for (uint32_t i = 0; i < count + 2; ++i)
    local[i] = i;
}
#else
#define emptied shfl
#endif
C
{
  sed '/^const warplaw_executor/,$d' lane.cpp
  cat emptied.c
  sed -n '/^const warplaw_executor/,$p' lane.cpp | sed 's/(shfl, shfl)/(shfl, emptied)/'
} >emptied_lane.c
expect 3 '^SHFL.BFLY +ERROR .*emptied stores nothing' prove emptied_lane.c --family shfl
grep -q PROVED out && fail "a function that is undefined is taken for the lane's: $(cat out)"
sed 's/i < count + 2/i < count/' emptied_lane.c >defined_lane.c # nor where it is defined: what it does is nothing
expect 3 '^SHFL.BFLY +ERROR .*emptied stores nothing' prove defined_lane.c --family shfl

# a value that is returned through memory: LLVM's inliner would make metadata of it
table='const warplaw_executor* warplaw_executor_open(uint32_t) {
  static const warplaw_executor table = {WARPLAW_TABLE, .name = "values", .domain = DOMAIN, WARPLAW_IMPLEMENTS(vote, vote)};
  return &table;
}'
cat >values.cpp <<CPP
#include <array>
#include <warplaw/executor.h>
#ifndef DOMAIN
#define DOMAIN "{\"vote\": {\"modes\": [\"ANY\"]}}"
#endif
using Ballots = std::array<uint32_t, 32>;
static Ballots ballots(uint32_t exec, uint32_t votes) {
  Ballots all{};
  for (uint32_t i = 0; i < 32; ++i)
    all[i] = exec & votes;
  return all;
}
static void vote(warplaw_vote* batch, uint32_t count) {
  for (uint32_t k = 0; k < count; ++k) {
    warplaw_vote& w = batch[k];
    const Ballots all = ballots(w.exec, w.votes);
    for (uint32_t i = 0; i < 32; ++i)
      if (w.exec >> i & 1)
        w.ballot[i] = all[i];
    w.predicate = (w.predicate & ~w.exec) | (all[0] ? w.exec : 0);
  }
}
$table
CPP
proved 1 values.cpp
grep -q without out && fail "nothing was dropped: $(cat out)"
sed 's/exec & votes/exec | votes/' values.cpp >wrong_values.cpp
refuted '^VOTE.ANY +REFUTED' wrong_values.cpp

# bitcode that comes with such metadata: said, in text and JSON, and right and wrong are still told apart
bitcode() { "$clangxx" -std=c++20 -O2 -g -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -I"$root/include" -emit-llvm -c "$1.cpp" -o "$1.bc" || fail "no bitcode of $1"; }
bitcode values
bitcode wrong_values
proved 1 values.bc
grep -qE '^  without !.*!tbaa .*not checked' out || fail "what was dropped is not said: $(cat out)"
expect 0 '"dropped":\{("![a-z.]+":[1-9][0-9]*,?)+\}' prove values.bc --json
refuted '^VOTE.ANY +REFUTED' wrong_values.bc
grep -qE '^  without !' out || fail "what was dropped is not said of what is refuted: $(cat out)"
"$clangxx" -std=c++20 -O2 -g -fno-strict-aliasing -mllvm -enable-noalias-to-md-conversion=false -fno-vectorize -fno-slp-vectorize -fno-unroll-loops \
  -I"$root/include" -emit-llvm -c values.cpp -o clean.bc
proved 1 clean.bc
grep -q without out && fail "nothing was dropped: $(cat out)"
expect 0 '"dropped":\{\}' prove clean.bc --json

# words that have holes, as a front end moves them: padding, a member that is not set on every way, bit-fields. Who reads what was never set is undefined.
holes() { # NAME, ballots' answer, how it is made of exec and votes, how a lane's word is made of the answer w
  cat >"$1.cpp" <<CPP
#include <optional>
#include <warplaw/executor.h>
#define DOMAIN "{\"vote\": {\"modes\": [\"ANY\"]}}"
struct Padded { uint32_t votes; bool any; };
struct Fields { uint32_t low : 5; uint32_t high : 27; };
static $2 ballots(uint32_t exec, uint32_t votes) { $3 }
static void vote(warplaw_vote* batch, uint32_t count) {
  for (uint32_t k = 0; k < count; ++k) {
    warplaw_vote& w = batch[k];
    const $2 r = ballots(w.exec, w.votes);
    const uint32_t ballot = $4;
    for (uint32_t i = 0; i < 32; ++i)
      if (w.exec >> i & 1)
        w.ballot[i] = ballot;
    w.predicate = (w.predicate & ~w.exec) | (ballot ? w.exec : 0);
  }
}
$table
CPP
}
optional='std::optional<uint32_t>' sometimes='if (!(exec & votes)) return std::nullopt; return exec & votes;'
unset='Padded p; p.any = exec & votes; if (p.any) p.votes = exec & votes; return p;'
holes padded Padded 'return {exec & votes, (exec & votes) != 0};' r.votes
holes member Padded "$unset" 'r.any ? r.votes : 0'
holes optional "$optional" "$sometimes" 'r.value_or(0)'
holes fields Fields 'Fields f; f.high = (exec & votes) >> 5; f.low = exec & votes; return f;' 'r.high << 5 | r.low'
for right in padded member optional fields; do
  proved 1 $right.cpp
done
holes wrong_padded Padded 'return {exec & votes, (exec & votes) == 0x12345678};' 'r.votes ^ r.any'
holes wrong_fields Fields 'Fields f; f.high = exec & votes; f.low = exec & votes; return f;' 'r.high << 5 | r.low'
for wrong in wrong_padded wrong_fields; do
  refuted '^VOTE.ANY REFUTED: (R0|P0) lane [0-9]+: expected' $wrong.cpp
done
holes never_member Padded "$unset" r.votes
holes never_optional "$optional" "$sometimes" '*r'
holes never_field Fields 'Fields f; f.low = exec & votes; return f;' 'r.high << 5 | r.low'
for never in never_member never_optional; do
  refuted 'undefined behaviour, .*where nothing was ever set' $never.cpp
done
refuted '^VOTE.ANY +REFUTED' never_field.cpp

# several sources of both languages and bitcode, a folder, macros
mkdir headers 'more headers'
printf '%s\n' '#include <stdint.h>' '#ifdef __cplusplus' 'extern "C" {' '#endif' 'uint32_t ballot_of(uint32_t exec, uint32_t votes);' \
  'uint32_t any_of(uint32_t ballot);' '#ifdef __cplusplus' '}' '#endif' >headers/parts.h
echo '#define NONE 0' >'more headers/none.h'
cat >plugin.c <<'C'
#include <parts.h>
#include <warplaw/executor.h>
static void vote(warplaw_vote* batch, uint32_t count) {
  for (uint32_t k = 0; k < count; ++k) {
    warplaw_vote* const w = &batch[k];
    const uint32_t ballot = ballot_of(w->exec, w->votes);
    for (uint32_t i = 0; i < 32; ++i)
      if (w->exec >> i & 1)
        w->ballot[i] = ballot;
    w->predicate = (w->predicate & ~w->exec) | (any_of(ballot) ? w->exec : 0);
  }
}
const warplaw_executor* warplaw_executor_open(uint32_t abi) {
  static const warplaw_executor table = {WARPLAW_TABLE, .name = "parts", .domain = DOMAIN, WARPLAW_IMPLEMENTS(vote, vote)};
  return abi ? &table : 0;
}
C
printf '%s\n' '#include <parts.h>' 'uint32_t ballot_of(uint32_t exec, uint32_t votes) { return exec OF votes; }' >ballot.cpp
printf '%s\n' '#include <none.h>' '#include <parts.h>' 'uint32_t any_of(uint32_t ballot) { return ballot != NONE; }' >any.c
"$clang" -std=c11 -O2 -g -fno-strict-aliasing -Xclang -disable-llvm-passes -DWARPLAW_PROVE -Iheaders -I'more headers' -emit-llvm -c any.c -o any.bc # as docs/check.md says
domain='DOMAIN="{\"vote\": {\"modes\": [\"ANY\"]}}"'
options=(-I headers -I'more headers' -D "$domain")
proved 1 plugin.c ballot.cpp any.c "${options[@]}" '-DOF=&'
proved 1 plugin.c ballot.cpp any.bc "${options[@]}" -D'OF=&'
refuted '^VOTE.ANY +REFUTED' plugin.c ballot.cpp any.bc "${options[@]}" -D 'OF=|'
case=$(sed -n 's/^  case file: //p' out)
eval "set -- $(sed -n 's/^  replay:    warplaw //p' out)" # the line that is shown, as a shell reads it
expect 1 '^MISMATCH' "$@"
expect 0 '^VOTE.ANY +OK' check plugin.c ballot.cpp any.c "${options[@]}" -D'OF=&' --cases 5000
expect 1 '^VOTE.ANY +MISMATCH' check plugin.c ballot.cpp any.bc "${options[@]}" -D'OF=|' --cases 5000
eval "set -- $(sed -n 's/^  replay:    warplaw //p' out | head -n 1)"
expect 1 '^MISMATCH' "$@"
expect 0 '^ok ' replay "$case" --executor plugin.c --executor ballot.cpp --executor any.c "${options[@]}" -D'OF=&'

# bad ones: which file it is, is said
cp any.c any.txt
for command in prove check; do
  expect 2 '^plugin.c ballot.cpp: ' "$command" plugin.c ballot.cpp "${options[@]}" -D'OF=&' # no any_of
  expect 2 '^plugin.c any.c any.bc: ' "$command" plugin.c any.c any.bc "${options[@]}" -D'OF=&'
  expect 2 'missing.c' "$command" plugin.c missing.c "${options[@]}"
  expect 2 'any.txt is neither source nor bitcode' "$command" plugin.c any.txt "${options[@]}"
  expect 2 "parts.h' file not found" "$command" plugin.c ballot.cpp any.c -D"$domain" -D'OF=&'
done

# the table that is proved is the one that is given: not one of two, not one that is changed before
opens() { # NAME, what warplaw_executor_open does
  cat >"$1.c" <<C
#include <warplaw/executor.h>
static void right(warplaw_activemask* batch, uint32_t count) {
  for (uint32_t k = 0; k < count; ++k)
    for (uint32_t i = 0; i < 32; ++i)
      if (batch[k].exec >> i & 1)
        batch[k].result[i] = batch[k].exec;
}
static void wrong(warplaw_activemask* batch, uint32_t count) {
  right(batch, count);
  for (uint32_t k = 0; k < count; ++k)
    if (batch[k].exec == 0x12345678)
      batch[k].result[3] = 0;
}
static const warplaw_executor a = {WARPLAW_TABLE, .name = "a", WARPLAW_IMPLEMENTS(activemask, right)};
static const warplaw_executor b = {WARPLAW_TABLE, .name = "b", WARPLAW_IMPLEMENTS(activemask, wrong)};
static warplaw_executor changed;
static uint32_t calls;
const warplaw_executor* warplaw_executor_open(uint32_t abi) { $2 }
C
}
opens one 'if (abi != WARPLAW_EXECUTOR_ABI || b.abi != a.abi) return 0; ++calls; return &a;'
proved 1 one.c
opens other '(void)&a; return &b;'
refuted '^activemask +REFUTED' other.c
opens chosen 'return calls++ ? &a : &b;'
opens by_version 'if (!abi) return &a; return &b;'
for two in chosen by_version; do
  expect 2 'warplaw_executor_open may give any of 2 tables' prove $two.c
done
opens copied 'changed = a; changed.activemask = b.activemask; return &changed;'
expect 2 'warplaw_executor_open gives no table that can be read' prove copied.c

# what compiled code calls by itself is not an executor's to say: this one would be wrong at one length alone
cat one.c - >copies.c <<'C'
#include <stddef.h>
SCOPE void* memcpy(void* to, const void* from, size_t bytes) {
  volatile char* t = to;
  const char* f = from;
  for (size_t i = 0; i < bytes; ++i)
    t[i] = f[i] ^ (bytes == 132 && i == 7);
  return to;
}
C
expect 2 'executor: defines memcpy, which compiled code calls' prove copies.c -DSCOPE=
expect 2 'executor: defines memcpy, which compiled code calls' prove copies.c '-DSCOPE=__attribute__((visibility("hidden")))'
expect 2 'executor: defines memcpy, which compiled code calls' prove copies.c '-DSCOPE=__attribute__((used)) static'
# under another name, and in assembly
sed 's/^SCOPE void\* memcpy/void* copy/' copies.c >alias.c
echo 'void* memcpy(void*, const void*, size_t) __attribute__((alias("copy")));' >>alias.c
expect 2 'executor: defines memcpy, which compiled code calls' prove alias.c
sed 's/^SCOPE void\* memcpy/void* copy/' copies.c >chosen_copy.c
echo 'static void* (*chosen(void))(void*, const void*, size_t) { return copy; }
void* memcpy(void*, const void*, size_t) __attribute__((ifunc("chosen")));' >>chosen_copy.c
expect 2 'executor: defines memcpy, which compiled code calls' prove chosen_copy.c
cat one.c - >assembly.c <<'C'
__asm__(".globl memcpy\nmemcpy: mov %rdi, %rax\n  mov %rdx, %rcx\n  rep movsb\n  ret");
C
(cat one.c && echo 'void* copied(void) { __asm__("memcpy = wmemcpy"); return 0; }') >assigned.c
(cat one.c && echo 'void wait(void) { __asm__ volatile("pause"); }') >pause.c
for defines in assembly assigned; do
  expect 2 'executor: has assembly that may define a symbol' prove $defines.c
done
proved 1 pause.c

# a stand-in: right where it runs, nothing where it is proved
cat >stand_in.c <<'C'
#include <warplaw/executor.h>
static void activemask(warplaw_activemask* batch, uint32_t count) {
#ifndef WARPLAW_PROVE
  for (uint32_t k = 0; k < count; ++k)
    for (uint32_t i = 0; i < 32; ++i)
      if (batch[k].exec >> i & 1)
        batch[k].result[i] = batch[k].exec;
#endif
}
const warplaw_executor* warplaw_executor_open(uint32_t abi) {
  static const warplaw_executor table = {WARPLAW_TABLE, .name = "stand-in", WARPLAW_IMPLEMENTS(activemask, activemask)};
  return abi ? &table : 0;
}
C
expect 3 'ERROR .*stores nothing.*WARPLAW_PROVE' prove stand_in.c
sed '/#ifndef/,/#endif/d' stand_in.c >nothing.c # nor does this one, which is wrong
refuted '^activemask +REFUTED .*cases of `check` wrong' nothing.c
done_testing
