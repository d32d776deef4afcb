// Scalar video's datapath but VMAD's with AVX-512, sixteen lanes at a time (VID-1..7).
#include "concrete/instructions/video_vector.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_video_avx512(const VideoModifiers* modifiers, const Operands* operands,
                                     const VideoChoices* choices, Results* results) {
  const VideoVector<16, struct Avx512> onVectors(*modifiers, *choices);
  onVectors.allLanes(operands, results);
}
