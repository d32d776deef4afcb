// From one execution of ATOMS to the history that an observer would write down (ATOMS-2, -4, -8): operands, memory
// before and after, and the returned values; not the order, which the checker must find.
#pragma once
#include "fuzz/instructions/atoms.h"
#include "linearize/check.h"

namespace warplaw::fuzz {

/// `after`: the allocated bytes of memory once the datapath has run on `trial` (before) and left `results`. Lanes in
/// error make no access. Reuses what `history` holds.
void historyOf(const AtomsTrial& trial, std::span<const std::uint8_t> after, const spec::Results& results,
               linearize::History& history);
linearize::History historyOf(const AtomsTrial& trial, std::span<const std::uint8_t> after,
                             const spec::Results& results);

/// Runs executors and checks what they give; keeps its tables between calls.
class OutcomeChecker {
public:
  /// What is wrong; empty where a serial order gives the outcome. For one mask of executing lanes in 16 the order is
  /// also replayed.
  std::string operator()(const AtomsTrial& trial, const AtomsFuzzer::Executor& executor);

private:
  linearize::Checker checker_;
  linearize::History history_;
};

} // namespace warplaw::fuzz
