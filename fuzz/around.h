// Parts of the surroundings made of cells (spec/surroundings.h) in trials.
#pragma once
#include "fuzz/fuzzed_instruction.h"
#include "spec/surrounding_parts.h"

namespace warplaw::fuzz {

/// Calls f(part, its number) for each.
template <class Values, class F> void eachPart(Values&& values, F&& f) {
  [[maybe_unused]] unsigned number = 0;
  std::apply([&](auto&... part) { (f(part, number++), ...); }, values);
}

/// Each draws a legal part. Warp number `warp` neither waits at a barrier nor has exited.
void draw(spec::SpecialInputs& inputs, Dice& dice);
void draw(spec::Counters& counters, Dice& dice);
void draw(spec::ExitedLanes& exited, Dice& dice); ///< mostly none
/// Any number, mostly few, of 480 bytes together at most; memory is to have as many as they end at.
void draw(spec::GenericRegions& regions, Dice& dice);
void draw(spec::Barriers& barriers, Dice& dice, std::uint32_t warp);
/// One barrier in which a generation is open that a warp more may join, or complete.
void openBarrier(spec::Barriers& barriers, unsigned id, spec::BarrierUse use, Dice& dice, std::uint32_t warp);

/// All parts of a trial, those of its warp; lanes that execute are alive in it (SR-3).
template <class Trial> void drawAround(Trial& trial, Dice dice) {
  std::uint32_t warp = 0; // inputs come first, where there are any
  eachPart(trial.around, [&]<class Part>(Part& part, unsigned) {
    if constexpr (std::same_as<Part, spec::Barriers>) {
      draw(part, dice, warp);
    } else {
      draw(part, dice);
      if constexpr (std::same_as<Part, spec::SpecialInputs>) {
        warp = part.warp;
        trial.operands.exec &= spec::aliveLanes(part);
      }
    }
  });
}

extern template const PartKind& partKind<spec::SpecialInputs>();
extern template const PartKind& partKind<spec::Counters>();
extern template const PartKind& partKind<spec::ExitedLanes>();
extern template const PartKind& partKind<spec::GenericRegions>();
extern template const PartKind& partKind<spec::Barriers>();
extern template const PartKind& partKind<spec::Surfaces>();

} // namespace warplaw::fuzz
