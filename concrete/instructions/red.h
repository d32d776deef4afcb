// RED's executors, by their signature (RED-1..7), and where each of its lanes goes (RED-2..5).
#pragma once
#include "concrete/instructions/red_turns.h"
#include "concrete/signature.h"

namespace warplaw::concrete {

/// Rows of Operands: spec::red_rows. memory.allocated is where the last region ends. Results: error in all lanes; no
/// row and no predicate is written.
using RedSignature = Signature<spec::RedForm, spec::RedModifiers, spec::RedChoices, spec::GenericBytes,
                               const spec::GenericRegions*, const spec::SpecialInputs*>;
WARPLAW_EXECUTORS(Red, red, (memory, regions, inputs), portable, avx512, vbmi2)

extern "C" {
/// Each executing lane's word of what it reaches (reachOf), as if it wrote Rd. Row 0 of results is all zero before.
OfReach<void, RedSignature> warplaw_red_reach_portable, warplaw_red_reach_avx512;
/// The same, each lane by itself.
OfReach<void, RedSignature> warplaw_red_lanes_portable, warplaw_red_lanes_avx512;
/// The same if all executing lanes are plain (red_plain.h): 1; otherwise 0, and their words are to be written again.
/// Words of other lanes become 0. Choices decide nothing there.
OfReach<std::uint32_t, RedSignature> warplaw_red_plain_portable, warplaw_red_plain_avx512;
}

} // namespace warplaw::concrete

/// RED's datapath on a path: where the lanes go, by the path `reach`, and their turns there, in an order that the path
/// `list` lists (RED-1..7).
#define WARPLAW_RED_DATAPATH(path, reach, list)                                                                        \
  using namespace warplaw::spec;                                                                                       \
  using namespace warplaw::concrete;                                                                                   \
  extern "C" void warplaw_red_##path(const RedModifiers* modifiers, const Operands* operands,                          \
                                     const RedChoices* choices, GenericBytes memory, const GenericRegions* regions,    \
                                     const SpecialInputs* inputs, Results* results) {                                  \
    Results reached;                                                                                                   \
    warplaw_red_reach_##reach(modifiers, operands, choices, regions, inputs, &reached);                                \
    warplaw_red_take(modifiers, operands, choices, memory, &reached, results, warplaw_atoms_list_##list);              \
  }
