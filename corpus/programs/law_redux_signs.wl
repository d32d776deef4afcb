// redux.min of either sign
// Said of one group, whose membermask R10 holds; several are each by itself (SYNC-1).
rules: SYNC-9 SYNC-5
activemask: R10
// The signed minimum is the unsigned one of the words with their top bit changed, changed back; so is the maximum.
requires: old R9[lane] == 0x80000000
ensures: active[lane] ==> R2[lane] == (R4[lane] ^ 0x80000000) && R5[lane] == (R6[lane] ^ 0x80000000)

LOP.XOR R3, R1, R9
redux.sync.min.s32 %r2, %r1, %r10;
redux.sync.min.u32 %r4, %r3, %r10;
redux.sync.max.s32 %r5, %r1, %r10;
redux.sync.max.u32 %r6, %r3, %r10;
