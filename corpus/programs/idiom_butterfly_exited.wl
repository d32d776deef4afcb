// Butterfly after lanes have exited
// The same with the mask 0xffffffff, called by all lanes that are still alive.
rules: SYNC-10 SYNC-2 SYNC-1
define: members(k) = sum(l, 0, 31, active[l] ? old R1[l] : 0)
requires: active[lane] == !exited[lane]
// Once a lane has exited nobody is sure of the sum: the mask may name lanes that are gone, but they give nothing.
exactly: !active[lane] || all(l, 0, 31, active[l]) <==> active[lane] ==> R1[lane] == members(0)
// Lanes that have exited count as 0.
claim: active[lane] ==> R1[lane] == members(0)

shfl.sync.bfly.b32 %r2, %r1, 16, 0x1f, 0xffffffff;
IADD R1, R1, R2
shfl.sync.bfly.b32 %r2, %r1, 8, 0x1f, 0xffffffff;
IADD R1, R1, R2
shfl.sync.bfly.b32 %r2, %r1, 4, 0x1f, 0xffffffff;
IADD R1, R1, R2
shfl.sync.bfly.b32 %r2, %r1, 2, 0x1f, 0xffffffff;
IADD R1, R1, R2
shfl.sync.bfly.b32 %r2, %r1, 1, 0x1f, 0xffffffff;
IADD R1, R1, R2
