// What RED and SURED do once it is known where their lanes go: who takes part, and the serial turns of one operation
// (RED-6, RED-7, SURED-9).
#pragma once
#include "concrete/instructions/atoms_lanes.h"
#include "concrete/instructions/red_reach.h"
#include "spec/datapath.h"
#include "spec/instructions/red.h"

namespace warplaw::concrete {

/// What a step works on: sizes with the same one differ in the sign alone. Those of F16x2 are halves.
enum class RedElement : std::uint32_t { Word, Wide, F32, F64, Halves };
constexpr RedElement elementOf(spec::RedSize size) {
  return size == spec::RedSize::F16x2 ? RedElement::Halves
         : size == spec::RedSize::F32 ? RedElement::F32
         : size == spec::RedSize::F64 ? RedElement::F64
         : isWide(size)               ? RedElement::Wide
                                      : RedElement::Word;
}

/// What stands in one element after a lane's step: from what it held, and what the lane gives (RED-6, -7). op, size:
/// RedOp and RedSize, a legal pair whose elements are as wide as Bits; `lane` and choices matter to F64 sums that are
/// no number and to F16x2's zeros.
template <class Bits>
using RedStep = Bits(std::uint32_t op, std::uint32_t size, Bits memory, Bits operand, const spec::RedChoices* choices,
                     std::uint32_t lane);
/// The listed lanes take their steps, in the list's order: count of them, each of the size and on the element that its
/// word of reached->row[0] says (reachOf; + 2 for the high halves). Nobody reads the modifiers: which function it is
/// says the operation and the element.
using RedTurns = void(const spec::RedModifiers* modifiers, const spec::Operands* operands,
                      const spec::RedChoices* choices, spec::GenericBytes memory, const spec::Results* reached,
                      const std::uint8_t* list, std::uint32_t count);

/// A function that looks where lanes go, of a signature whose parts are memory, regions and one more.
template <class Returned, class S>
using OfReach = Returned(const typename S::Modifiers* modifiers, const spec::Operands* operands,
                         const typename S::Choices* choices, typename S::template Part<1> regions,
                         typename S::template Part<2> other, spec::Results* results);

extern "C" {
/// The lanes of exec that reach a place. Results: error in all lanes; written and predicateWritten = 0.
std::uint32_t warplaw_red_admit(const spec::Operands* operands, const spec::Results* reached, spec::Results* results);

RedStep<std::uint16_t> warplaw_red_step_16; ///< a half of F16x2
RedStep<std::uint32_t> warplaw_red_step_32;
RedStep<std::uint64_t> warplaw_red_step_64;
#define WARPLAW_RED_TURNS(op, element, Op, Element) RedTurns warplaw_red_turns_##op##_##element;
#define WARPLAW_RED_HALVES(op, Op) RedTurns warplaw_red_turns_##op##_low, warplaw_red_turns_##op##_high;
#include "concrete/instructions/red_turns.def"
/// F16x2: the low halves in the order of the list, then the high ones, which no step of the others sees, in their own
/// order (RED-6). performing: the lanes of the list.
void warplaw_red_halves(const spec::RedModifiers* modifiers, const spec::Operands* operands,
                        const spec::RedChoices* choices, spec::GenericBytes memory, const spec::Results* reached,
                        const std::uint8_t* list, std::uint32_t count, std::uint32_t performing);

/// All that comes after the reach: who takes part, in which order, and the turns of the modifiers' operation and
/// element. Each lane's step is of the size that its word says, which has that element. listing: of any path.
void warplaw_red_take(const spec::RedModifiers* modifiers, const spec::Operands* operands,
                      const spec::RedChoices* choices, spec::GenericBytes memory, const spec::Results* reached,
                      spec::Results* results, AtomsListing* listing);
}

} // namespace warplaw::concrete
