// match.any gives classes
// Said of one group, whose membermask R10 holds; several are each by itself (SYNC-1).
rules: SYNC-9 SYNC-4
activemask: R10
// A lane is in its own set, and all of the set are members.
ensures: active[lane] ==> (R2[lane] >> lane & 1) == 1 && (R2[lane] & ~old R10[lane]) == 0
// Which others are in it goes by equal values, and so the sets are classes: if it has k in its set, k has it.
ensures: active[lane] ==> all(k, 0, 31, ((R2[lane] >> k & 1) == 1) == (active[k] && old R1[k] == old R1[lane]))
ensures: all(k, 0, 31, active[lane] && active[k] ==> (R2[lane] >> k & 1) == (R2[k] >> lane & 1))

match.any.sync.b32 %r2, %r1, %r10;
