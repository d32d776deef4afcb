// Bugs planted into SHFL.
#include "fuzz/instructions/shfl.h"
#include <algorithm>

namespace warplaw::fuzz {
namespace {
using spec::kLanes;
using spec::ShflMode;
namespace rows = spec::shfl_rows;
using Executor = ShflFuzzer::Executor;

/// Changes the inputs, then runs the shipped executor.
template <class F> Executor on(F change) {
  return [change](ShflTrial& trial, spec::Results& results) {
    ShflTrial changed = trial;
    change(changed);
    ShflFuzzer::execute(changed, results);
  };
}

bool executes(const ShflTrial& trial, unsigned lane) { return trial.operands.exec >> lane & 1; }

bool hasMode(const ShflTrial& trial, ShflMode mode) { return trial.modifiers.mode == static_cast<std::uint32_t>(mode); }

void wrapDown(ShflTrial& trial, spec::Results& results) {
  ShflFuzzer::execute(trial, results);
  if (!hasMode(trial, ShflMode::Down))
    return;
  for (unsigned i = 0; i < kLanes; ++i) {
    const unsigned j = i + (trial.operands.row[rows::kLane][i] & 31);
    if (!executes(trial, i) || j < kLanes)
      continue;
    results.predicate |= 1u << i;
    results.row[0][i] =
        executes(trial, j % kLanes) ? trial.operands.row[rows::kValue][j % kLanes] : trial.choices.inactive[i];
  }
}

void deltaOfSixBits(ShflTrial& trial, spec::Results& results) {
  ShflFuzzer::execute(trial, results);
  for (unsigned i = 0; i < kLanes; ++i)
    if (executes(trial, i) && (trial.operands.row[rows::kLane][i] & 32))
      results.predicate &= ~(1u << i);
}

/// Lanes run one after the other and write into the register that later lanes still read (MACH-2).
void inPlace(ShflTrial& trial, spec::Results& results) {
  ShflTrial now = trial;
  for (unsigned i = 0; i < kLanes; ++i) {
    if (!executes(trial, i))
      continue;
    spec::Results one = untouchedResults();
    ShflFuzzer::execute(now, one);
    now.operands.row[rows::kValue][i] = one.row[0][i];
  }
  ShflFuzzer::execute(trial, results);
  for (unsigned i = 0; i < kLanes; ++i)
    if (executes(trial, i))
      results.row[0][i] = now.operands.row[rows::kValue][i];
}

} // namespace

std::vector<PlantedBug> Shfl::planted() {
  using Meets = PlantedBug::Meets;
  return {
      plantedIn<Shfl>("shfl-up-min-lane", "UP compares with minLane", Meets::InOne, on([](ShflTrial& t) {
                        if (hasMode(t, ShflMode::Up))
                          for (std::uint32_t& c : t.operands.row[rows::kRange])
                            c &= ~31u;
                      })),
      plantedIn<Shfl>("shfl-down-wraps", "DOWN past lane 31 wraps to lane 0", Meets::InOne, wrapDown),
      plantedIn<Shfl>("shfl-in-place", "lanes write Rd while later lanes still read it as Ra", Meets::No, inPlace),
      plantedIn<Shfl>("shfl-range-of-lane-0", "every lane uses lane 0's Sc", Meets::InOneOfEachClass,
                      on([](ShflTrial& t) {
                        auto& range = t.operands.row[rows::kRange];
                        std::fill(range + 1, range + kLanes, range[0]);
                      })),
      plantedIn<Shfl>("shfl-delta-of-six-bits", "bit 5 of Sb takes the source out of range", Meets::InOne,
                      deltaOfSixBits),
      plantedIn<Shfl>("shfl-predicate-of-lane-31", "lane 31's predicate is not written", Meets::InOne,
                      [](ShflTrial& t, spec::Results& results) {
                        ShflFuzzer::execute(t, results);
                        results.predicateWritten &= ~(1u << 31);
                      }),
  };
}

} // namespace warplaw::fuzz
