// The oracle of SURED: where a lane's update goes is the encoding's, a function for each dimension and
// clamp (SURED-3..8); the turns of the lanes are RED's (fuzz/reduction_encoding.h).
#include "fuzz/instructions/sured.h"
#include <cstddef>

namespace warplaw::fuzz {
namespace {
using spec::kLanes;
namespace rows = spec::sured_rows;

/// suredReach of an executing lane.
struct Reach {
  std::uint32_t place, size;
  std::uint8_t error, performs;
};
enum Buffer : unsigned { kModifiers, kChoices, kWords, kRegions, kSurfaces, kLane };

native::LateFunction reachFunction(std::uint32_t dim) {
  auto owned = std::make_unique<Terms>();
  Terms& terms = *owned;
  std::vector<native::Slot> inputs;
  auto modifiers = inputOf<symbolic::SuredModifierTerms>(terms, inputs, kModifiers, "modifiers.");
  const auto choices = inputOf<symbolic::SuredChoiceTerms>(terms, inputs, kChoices, "choices.");
  const auto regions = inputOf<symbolic::GenericRegionTerms>(terms, inputs, kRegions, "regions.");
  const auto surfaces = inputOf<symbolic::SurfaceTerms>(terms, inputs, kSurfaces, "surfaces.");
  std::array<Term, spec::kSourceRows> words;
  for (unsigned row = 0; row < spec::kSourceRows; ++row) {
    words[row] = terms.variable(32, "word[" + std::to_string(row) + "]");
    inputs.push_back({words[row], kWords, row * sizeof(spec::Operands{}.row[0]), 4});
  }
  const Term lane = terms.variable(5, "lane");
  inputs.push_back({lane, kLane, 0, 4});
  modifiers.dim = terms.constant(32, dim);
  const symbolic::SuredReach reach =
      symbolic::suredReach(modifiers, choices, lane, terms.truth(true), words, regions, surfaces);
  std::vector<native::Slot> outputs = {{reach.place, 0, offsetof(Reach, place), 4},
                                       {reach.size, 0, offsetof(Reach, size), 4},
                                       {reach.error, 0, offsetof(Reach, error), 1},
                                       {reach.performs, 0, offsetof(Reach, performs), 1}};
  return {std::move(owned), std::move(inputs), std::move(outputs)};
}

} // namespace

const native::LateFunction& SuredEncoding::reachOf(const spec::SuredModifiers& modifiers) {
  auto& function = reach_[modifiers.dim];
  if (!function)
    function = reachFunction(modifiers.dim);
  return *function;
}

void SuredEncoding::operator()(const spec::SuredModifiers& modifiers, const spec::Operands& operands,
                               const spec::SuredChoices& choices, std::span<std::uint8_t> memory,
                               const decltype(SuredTrial::around)& around, spec::Results& results) {
  const native::LateFunction& reachOfLane = reachOf(modifiers);
  setMasks(results, 0, false); // nothing is returned
  PlainTurns turns;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(operands.exec >> lane & 1))
      continue;
    Reach reach;
    const void* const inputs[] = {&modifiers,
                                  &choices,
                                  &operands.row[0][lane],
                                  &std::get<spec::GenericRegions>(around),
                                  &std::get<spec::Surfaces>(around),
                                  &lane};
    void* const outputs[] = {&reach};
    reachOfLane(inputs, outputs);
    results.error[lane] = reach.error;
    turns[lane] = {reach.performs != 0, static_cast<spec::RedSize>(reach.size), reach.place,
                   operands.row[rows::kOperand][lane] | std::uint64_t{operands.row[rows::kOperandHigh][lane]} << 32};
  }
  steps_.takeTurns(static_cast<spec::RedOp>(modifiers.op), turns, choices.order, choices.orderHigh, choices.unlikeZeros,
                   memory);
}

} // namespace warplaw::fuzz
