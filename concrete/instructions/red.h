// RED's executors, by their signature (RED-1..7), and where each of its lanes goes (RED-2..5).
#pragma once
#include "concrete/instructions/red_turns.h"
#include "concrete/signature.h"

namespace warplaw::concrete {

/// Rows of Operands: spec::red_rows. memory.allocated is where the last region ends. Of results it sets errors alone;
/// nothing is written.
using RedSignature = Signature<spec::RedForm, spec::RedModifiers, spec::RedChoices, spec::GenericBytes,
                               const spec::GenericRegions*, const spec::SpecialInputs*>;
WARPLAW_EXECUTORS(Red, red, (memory, regions, inputs), portable, avx512)

/// Each executing lane's word of what it reaches (reachOf), as if it wrote Rd.
using RedReach = void(const spec::RedModifiers* modifiers, const spec::Operands* operands,
                      const spec::RedChoices* choices, const spec::GenericRegions* regions,
                      const spec::SpecialInputs* inputs, spec::Results* results);
extern "C" RedReach warplaw_red_reach_portable, warplaw_red_reach_avx512;
/// The same, each lane by itself.
extern "C" RedReach warplaw_red_lanes_portable, warplaw_red_lanes_avx512;
/// The same if all executing lanes are plain (red_plain.h): 1; otherwise 0, and their words are to be written again.
/// Choices decide nothing there.
using RedPlain = std::uint32_t(const spec::RedModifiers* modifiers, const spec::Operands* operands,
                               const spec::RedChoices* choices, const spec::GenericRegions* regions,
                               const spec::SpecialInputs* inputs, spec::Results* results);
extern "C" RedPlain warplaw_red_plain_portable, warplaw_red_plain_avx512;

} // namespace warplaw::concrete
