// A failure, and the case file that shows it.
#pragma once
#include "spec/got.h"

namespace warplaw::fuzz {

struct Failure {
  std::string what;                         ///< one line
  std::optional<spec::Case> counterexample; ///< not for parser failures
  std::optional<spec::Got> got = {};        ///< of an executor that somebody else wrote: kept with the case
};

/// A short name of a text: FNV-1a.
std::uint64_t nameOf(std::string_view text);
/// Writes the failure's case, which it must have, under `folder` (made if it is not there), with a name of its
/// contents; gives the path.
spec::Result<std::string> writeCounterexample(const Failure& failure, const std::string& folder);

} // namespace warplaw::fuzz
