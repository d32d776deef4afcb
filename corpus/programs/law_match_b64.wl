// match.any of 64 bits
// Said of one group, whose membermask R10 holds; several are each by itself (SYNC-1).
rules: SYNC-9 SYNC-4
activemask: R10
names: %rd2=R4
// It is match.any of the low words and of the high words.
ensures: active[lane] ==> R6[lane] == (R7[lane] & R8[lane])

match.any.sync.b64 %r6, %rd2, %r10;
match.any.sync.b32 %r7, %r4, %r10;
match.any.sync.b32 %r8, %r5, %r10;
