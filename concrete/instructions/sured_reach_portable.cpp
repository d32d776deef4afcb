// Which element of which surface each of SURED's lanes reaches, or why it reaches none (SURED-3..8, SURED-11, RED-5,
// MACH-8).
#include "concrete/instructions/sured.h"
#include "concrete/lanewise.h"

WARPLAW_REACH(Sured, sured, Surfaces, surfaces, portable, portable)
