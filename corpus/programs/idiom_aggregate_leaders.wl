// One atomic for all lanes of a location: the leaders
// d = __match_any_sync(mask, address); leader = __ffs(d) - 1;
rules: SYNC-10 SYNC-4
activemask: R10
define: alike(k) = active[k] && old R1[k] == old R1[lane]
// The lanes of a location agree on one of them, the first.
ensures: active[lane] ==> any(l, 0, 31, R3[lane] == l && alike(l) && !any(k, 0, l - 1, alike(k)))

match.any.sync.b32 %r2, %r1, %r10;
IADD R3, RZ, -R2
LOP.AND R3, R2, R3
FLO.U32 R3, R3
