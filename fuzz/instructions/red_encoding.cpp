// The oracle of RED: where lanes go, their steps and their NaNs are the encoding's (RED-2..7); the turns
// of the lanes are SURED's, too (fuzz/reduction_encoding.h).
#include "fuzz/instructions/red.h"
#include <cstddef>

namespace warplaw::fuzz {
namespace {
using spec::kLanes;
using spec::RedOp;
using spec::RedSize;
namespace rows = spec::red_rows;

struct ReachRows {
  std::uint64_t nan[kLanes]; ///< of F64 alone
  std::uint32_t place[kLanes], performs;
  std::uint8_t error[kLanes];
};
native::LateFunction reachFunction() {
  auto owned = std::make_unique<Terms>();
  Terms& terms = *owned;
  std::vector<native::Slot> inputs, outputs;
  const auto modifiers = inputOf<symbolic::RedModifierTerms>(terms, inputs, 0, "modifiers.");
  const auto operands = inputOf<symbolic::OperandTerms>(terms, inputs, 1);
  const auto choices = inputOf<symbolic::RedChoiceTerms>(terms, inputs, 2, "choices.");
  const auto regions = inputOf<symbolic::GenericRegionTerms>(terms, inputs, 3, "regions.");
  const auto around = inputOf<symbolic::SpecialInputTerms>(terms, inputs, 4, "inputs.");
  Term performs = terms.constant(32, 0);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const symbolic::RedReach reach =
        symbolic::redReach(modifiers, choices, terms.constant(5, lane), operands.exec.bit(lane),
                           operands.row[rows::kBase][lane], operands.row[rows::kBaseHigh][lane], regions, around);
    performs = performs | reach.performs.zext(32).shl(terms.constant(32, lane));
    outputs.push_back({reach.place, 0, offsetof(ReachRows, place) + 4 * lane, 4});
    outputs.push_back({reach.error, 0, offsetof(ReachRows, error) + lane, 1});
    outputs.push_back({symbolic::redNan(choices, terms.constant(5, lane)), 0, offsetof(ReachRows, nan) + 8 * lane, 8});
  }
  outputs.push_back({performs, 0, offsetof(ReachRows, performs), 4});
  return {std::move(owned), std::move(inputs), std::move(outputs)};
}

} // namespace

void RedEncoding::operator()(const spec::RedModifiers& modifiers, const spec::Operands& operands,
                             const spec::RedChoices& choices, std::span<std::uint8_t> memory,
                             const decltype(RedTrial::around)& around, spec::Results& results) {
  const auto op = static_cast<RedOp>(modifiers.op);
  const auto size = static_cast<RedSize>(modifiers.size);
  if (!reach_)
    reach_ = reachFunction();
  ReachRows reach;
  const void* const reachInputs[] = {&modifiers, &operands, &choices, &std::get<spec::GenericRegions>(around),
                                     &std::get<spec::SpecialInputs>(around)};
  void* const reachOutputs[] = {&reach};
  (*reach_)(reachInputs, reachOutputs);
  // masks and errors are set whole (spec/datapath.h)
  results.written[0] = results.written[1] = results.predicateWritten = 0;
  std::memcpy(results.error, reach.error, sizeof results.error); // none outside exec

  PlainTurns turns;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    turns[lane] = {(reach.performs >> lane & 1) != 0, size, reach.place[lane],
                   operands.row[rows::kOperand][lane] | std::uint64_t{operands.row[rows::kOperandHigh][lane]} << 32,
                   reach.nan[lane]};
  steps_.takeTurns(op, turns, choices.order, choices.orderHigh, choices.unlikeZeros, memory);
}

} // namespace warplaw::fuzz
