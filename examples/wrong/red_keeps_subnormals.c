/* Sums of F32 keep subnormals (RED-7). Expected: RED.ADD.F32.FTZ.RN MISMATCH subnormals-stay, RED.* OK */
#define FLUSHED(word) (word)
#include "../red.c"
