// SIMD video: datapaths, plan of its operands, whole instruction (VID-9..11).
#pragma once
#include "spec/datapath.h"
#include "spec/instructions/vsimd.h"
#include "spec/state.h"

namespace warplaw::concrete {

/// Rows of Operands: spec::video_rows; results as concrete/lanewise.h sets them. Pointers do not alias.
using VsimdDatapath = void(const spec::VsimdModifiers* modifiers, const spec::Operands* operands,
                           const spec::VsimdChoices* choices, spec::Results* results);
/// The whole instruction.
using VsimdEntry = void(const spec::VsimdForm* form, const spec::Guard* guard, const spec::VsimdChoices* choices,
                        spec::Warp* warp);

extern "C" {
VsimdDatapath warplaw_vsimd_portable, warplaw_vsimd_avx512;
VsimdEntry warplaw_vsimd_portable_run, warplaw_vsimd_avx512_run;
/// Fills sources and destinations; the guard is the caller's.
void warplaw_vsimd_plan(const spec::VsimdForm* form, const spec::VsimdChoices* choices, spec::Plan* plan);
void warplaw_vsimd_modifiers(const spec::VsimdForm* form, spec::VsimdModifiers* modifiers);
}

} // namespace warplaw::concrete
