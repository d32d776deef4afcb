// Scalar video but VMAD on a warp (VID-1..7).
#include "concrete/entry.h"
#include "concrete/instructions/video.h"

using namespace warplaw::spec;
using namespace warplaw::concrete;

extern "C" void warplaw_video_portable_run(const VideoForm* form, const Guard* guard, const VideoChoices* choices,
                                           Warp* warp) {
  runOnWarp<warplaw_video_plan, warplaw_video_modifiers, warplaw_video_portable, VideoModifiers>(form, guard, choices,
                                                                                                 warp);
}
