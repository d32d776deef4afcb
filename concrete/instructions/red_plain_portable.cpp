// Where all of RED's lanes go at once (RED-2..5).
#include "concrete/instructions/red_plain.h"

WARPLAW_RED_PLAIN(portable, 4)
