// RED's executor: where each lane goes (RED-2..5), who takes part, and the serial turns of one operation (RED-6, -7).
#pragma once
#include "concrete/instructions/atoms.h"
#include "concrete/instructions/red_reach.h"
#include "spec/datapath.h"
#include "spec/instructions/red.h"

namespace warplaw::concrete {

/// Rows of Operands: spec::red_rows. Pointers do not alias. memory.allocated is where the last region ends. Of results
/// it sets errors alone; nothing is written.
using RedDatapath = void(const spec::RedModifiers* modifiers, const spec::Operands* operands,
                         const spec::RedChoices* choices, spec::GenericBytes memory,
                         const spec::GenericRegions* regions, const spec::SpecialInputs* inputs,
                         spec::Results* results);
/// Each executing lane's word of what it reaches (reachOf), as if it wrote Rd.
using RedReach = void(const spec::RedModifiers* modifiers, const spec::Operands* operands,
                      const spec::RedChoices* choices, const spec::GenericRegions* regions,
                      const spec::SpecialInputs* inputs, spec::Results* results);
/// The whole instruction.
using RedEntry = void(const spec::RedForm* form, const spec::Guard* guard, const spec::RedChoices* choices,
                      spec::Warp* warp, spec::GenericBytes memory, const spec::GenericRegions* regions,
                      const spec::SpecialInputs* inputs);

/// What stands in one element after a lane's step: from what it held, and what the lane gives (RED-6, -7). op, size:
/// RedOp and RedSize, a legal pair whose elements are as wide as Bits; `lane` and choices matter to F64 sums that are
/// no number and to F16x2's zeros.
template <class Bits>
using RedStep = Bits(std::uint32_t op, std::uint32_t size, Bits memory, Bits operand, const spec::RedChoices* choices,
                     std::uint32_t lane);
/// The listed lanes take their steps, in the list's order: count of them, each of the size and on the element that its
/// word of reached->row[0] says (reachOf; + 2 for the high halves). Of modifiers: the op.
using RedTurns = void(const spec::RedModifiers* modifiers, const spec::Operands* operands,
                      const spec::RedChoices* choices, spec::GenericBytes memory, const spec::Results* reached,
                      const std::uint8_t* list, std::uint32_t count);

extern "C" {
RedReach warplaw_red_reach_portable, warplaw_red_reach_avx512;
/// The lanes of exec that reach a place. Of results it sets errors, and that nothing is written.
std::uint32_t warplaw_red_admit(const spec::Operands* operands, const spec::Results* reached, spec::Results* results);

RedStep<std::uint16_t> warplaw_red_step_16; ///< a half of F16x2
RedStep<std::uint32_t> warplaw_red_step_32;
RedStep<std::uint64_t> warplaw_red_step_64;
RedTurns warplaw_red_turns_low, warplaw_red_turns_high; ///< the halves of F16x2
RedTurns warplaw_red_turns_32, warplaw_red_turns_64;
/// F16x2: the low halves in the order of the list, then the high ones, which no step of the others sees, in their own
/// order (RED-6). performing: the lanes of the list.
void warplaw_red_halves(const spec::RedModifiers* modifiers, const spec::Operands* operands,
                        const spec::RedChoices* choices, spec::GenericBytes memory, const spec::Results* reached,
                        const std::uint8_t* list, std::uint32_t count, std::uint32_t performing);

/// All that comes after the reach: who takes part, in which order, and turns as wide as an element of modifiers->size.
/// Each lane's step is of the size that its word says, as wide as that one.
void warplaw_red_take(const spec::RedModifiers* modifiers, const spec::Operands* operands,
                      const spec::RedChoices* choices, spec::GenericBytes memory, const spec::Results* reached,
                      spec::Results* results);

RedDatapath warplaw_red_portable, warplaw_red_avx512;
RedEntry warplaw_red_portable_run, warplaw_red_avx512_run;
void warplaw_red_plan(const spec::RedForm* form, const spec::RedChoices* choices, spec::Plan* plan);
void warplaw_red_modifiers(const spec::RedForm* form, spec::RedModifiers* modifiers);
}

} // namespace warplaw::concrete
