// Where all of SURED's lanes go at once (SURED-1, SURED-4..8).
#include "concrete/instructions/sured_plain.h"

WARPLAW_SURED_PLAIN(portable, 4)
