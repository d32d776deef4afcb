// activemask in a branch
// if (p) { mask = __activemask(); .. }
rules: SYNC-10 SYNC-6
requires: active[lane] ==> old P0[lane]
// It names the lanes that are here together, and these have taken the branch.
ensures: active[lane] ==> all(k, 0, 31, (R1[lane] >> k & 1) == (active[k] ? 1 : 0)) && all(k, 0, 31, (R1[lane] >> k & 1) == 1 ==> old P0[k])
// It names all lanes that took the branch.
claim: active[lane] ==> all(k, 0, 31, old P0[k] ==> (R1[lane] >> k & 1) == 1)

activemask.b32 %r1;
