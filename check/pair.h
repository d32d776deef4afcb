// Two cases in one batch of which an executor answers one wrongly that it may answer rightly alone: a variable that
// is not reset, a neighbour that is read or written, a batch that is left after its first case.
#pragma once
#include "check/batch.h"
#include "spec/got.h"

namespace warplaw::check {

struct Pair {
  std::array<std::vector<std::byte>, 2> asked; ///< the batch
  spec::Case wrong, other;
  bool isSecond = false;             ///< the wrong one stands behind the other
  std::string what;                  ///< one line
  std::string table;                 ///< of the wrong one, then of the other
  std::optional<spec::Got> got = {}; ///< the answer to the wrong one
};

/// The batch {first, second}, if one of its answers is wrong; both cases minimised in the domain, each beside the
/// other.
std::optional<Pair> wrongPair(Family& family, Executor& executor, Bytes first, Bytes second);

/// A case beside others that are drawn, of its form, on either side of it: the first batch of two that fails.
std::optional<Pair> wrongBeside(Family& family, Executor& executor, Bytes asked, unsigned tries);

} // namespace warplaw::check
