// What a statement about a program says of one lane (docs/programs.md), as a term over the warps before and after.
#pragma once
#include "spec/statement.h"
#include "symbolic/encodings/machine.h"
#include <array>

namespace warplaw::proofs {
using symbolic::Term;
using symbolic::Terms;

/// Which registers and predicates a program writes.
struct Written {
  std::array<bool, spec::kRegisters> registers{};
  std::array<bool, spec::kPredicates> predicates{};
};

/// What a statement can speak of. Without `after` it is one about what is before: `old` makes no difference there.
struct Warps {
  const symbolic::WarpTerms& before;
  const symbolic::WarpTerms* after = nullptr;
  const Written* written = nullptr; ///< of `after`
};

/// The truth of the statement in that lane (width 1). Rejected (rule "statement", with its place): what has the wrong
/// kind, names no lane, or asks for the value after the program of what no instruction writes.
spec::Result<Term> meaningOf(const spec::Statement& statement, unsigned lane, const Warps& warps);

} // namespace warplaw::proofs
