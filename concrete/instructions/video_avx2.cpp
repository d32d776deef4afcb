// Scalar video's datapath but VMAD's with AVX2, eight lanes at a time (VID-1..7).
#include "concrete/instructions/video_vector.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_video_avx2(const VideoModifiers* modifiers, const Operands* operands,
                                   const VideoChoices* choices, Results* results) {
  const VideoVector<8, struct Avx2> onVectors(*modifiers, *choices);
  onVectors.allLanes(operands, results);
}
