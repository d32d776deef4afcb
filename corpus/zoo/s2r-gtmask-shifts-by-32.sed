# S2R: GTMASK is ~0 << lane + 1, where a shift by 32 is one by 0: lane 31 (SR-2)
# concrete/instructions/s2r.cpp: s2r
s/is(SpecialRegister::GtMask, ~upToOwn);/is(SpecialRegister::GtMask, ~0u << (lane + 1) % 32);/
