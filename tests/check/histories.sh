#!/usr/bin/env bash
# Programs whose threads record what they saw (include/warplaw/record.h): right memory gives histories that have an order, a lock for each kind of
# operation some that have none; a log without room is no history.
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../tools/lib.sh"
CXX=$4
build() { "$CXX" -std=c++20 -O1 -Wall -Wextra -Werror -pthread -I"$root/include" "$root/examples/$1.cpp" -o "$2" || fail "does not compile: $1"; }
build histories right
build wrong/lock_per_operation wrong
./right >right.histories || fail "exit $?"
expect 0 '^100 legal, 0 illegal' linearize right.histories
"$program" linearize - <right.histories >out || fail "not read from standard input: $(cat out)"
./wrong >wrong.histories || fail "exit $?"
expect 1 'illegal: at address' linearize wrong.histories
sed 's/{some.data(), kOperations, 0}/{some.data(), kOperations - 1, 0}/' "$root/examples/histories.cpp" >small.cpp
"$CXX" -std=c++20 -pthread -I"$root/include" small.cpp -o small && ./small >none.histories && fail 'a log without room was written'
[ ! -s none.histories ] || fail "part of a history: $(head -c 200 none.histories)"
# instructions of several lanes; threads are called threads
build histories_of_warps warps
./warps >warps.histories || fail "exit $?"
expect 0 'line 1: legal' linearize warps.histories
sed 's/"returned":240/"returned":241/' warps.histories >wrong.warps
expect 1 "lane 0 of warp 0's instruction 0" linearize wrong.warps
grep -q '"thread":3,' right.histories && ! grep -q '"warp"' right.histories || fail 'threads are not called threads'
# each kind of operation, of threads and of a warp's lanes: what is written can be read
cat >kinds.cpp <<'CPP'
#include <initializer_list>
#include <warplaw/record.h>
int main(int argc, char**) {
  static const uint64_t zeros[32] = {};
  for (const char* operation : {"ADD.U32", "MIN.U32", "MAX.S32", "EXCH.U32", "CAS.U32", "LD.32", "ST.32", "MEMBAR.GL"}) {
    warplaw_seen seen[4];
    warplaw_log log = {seen, 4, 0};
    if (argc > 1)
      warplaw_saw_lanes(&log, operation, 5, zeros, zeros, zeros, zeros);
    else
      warplaw_saw(&log, operation, 0, 0, 0, 0);
    warplaw_saw(&log, "LD.32", 0, 0, 0, 0);
    const uint32_t memory[] = {0};
    warplaw_write_history(stdout, &log, 1, 0, memory, memory, 1);
  }
}
CPP
"$CXX" -std=c++20 -Wall -Wextra -Werror -I"$root/include" kinds.cpp -o kinds || fail 'does not compile: kinds'
./kinds >kinds.histories
./kinds lanes >>kinds.histories
expect 0 '^16 legal, 0 illegal' linearize kinds.histories
done_testing
