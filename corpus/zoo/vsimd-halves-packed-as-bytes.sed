# VADD2: results of 16 bits are packed 8 bits apart (VID-11)
# concrete/instructions/vsimd_vector.h: vsimd
s/: lane \* bits_ & 31;/: lane * 8;/
