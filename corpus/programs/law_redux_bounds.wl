// redux.min and redux.max bound every word
// Said of a whole warp: the mask names all lanes.
rules: SYNC-5
ensures: R2[lane] <=u old R1[lane] && old R1[lane] <=u R3[lane]
ensures: R4[lane] <=s old R1[lane] && old R1[lane] <=s R5[lane]

redux.sync.min.u32 %r2, %r1, 0xffffffff;
redux.sync.max.u32 %r3, %r1, 0xffffffff;
redux.sync.min.s32 %r4, %r1, 0xffffffff;
redux.sync.max.s32 %r5, %r1, 0xffffffff;
