// Scalar video but VMAD: datapath, plan of its operands, whole instruction (VID-1..7).
#pragma once
#include "spec/datapath.h"
#include "spec/instructions/video.h"
#include "spec/state.h"

namespace warplaw::concrete {

/// Rows of Operands: spec::video_rows; results as concrete/lanewise.h sets them. Pointers do not alias.
using VideoDatapath = void(const spec::VideoModifiers* modifiers, const spec::Operands* operands,
                           const spec::VideoChoices* choices, spec::Results* results);

extern "C" {
VideoDatapath warplaw_video_portable;
void warplaw_video_portable_run(const spec::VideoForm* form, const spec::Guard* guard,
                                const spec::VideoChoices* choices, spec::Warp* warp);
/// Fills sources and destinations; the guard is the caller's.
void warplaw_video_plan(const spec::VideoForm* form, const spec::VideoChoices* choices, spec::Plan* plan);
void warplaw_video_modifiers(const spec::VideoForm* form, spec::VideoModifiers* modifiers);
}

} // namespace warplaw::concrete
