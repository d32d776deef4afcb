// Which outcomes are right if the order of the lanes is not known (ATOMS-5, RED-6): all outcomes that the encoding, or
// the shipped executor, gives for some order.
#pragma once
#include "fuzz/outcome.h"
#include "fuzz/readers.h"
#include <functional>
#include <string>

namespace warplaw::fuzz {
class Oracle;

struct RightOutcomes {
  static constexpr std::size_t kKept = 8;
  std::vector<Outcome> first; ///< the first kKept, no two of which are alike
  std::size_t count = 0;      ///< how many were found
  bool isAll = true;          ///< false: there are more orders than were tried

  bool isOne() const { return isAll && count == 1; }
  /// Each that was found is in `first`.
  bool areKept() const { return count <= kKept; }
};
/// The right outcomes by the encoding. `got`: the outcome that is compared with them. It is not known which NaN an
/// addition of F64 gives (RED-7): where both have a NaN, got's is taken.
RightOutcomes rightOutcomes(Oracle& oracle, const spec::Case& c, const Outcome& got);
/// The right outcomes by any function that executes a case; the outcome of the case's own order is the first.
using Executes = std::function<spec::Result<Outcome>(const spec::Case&)>;
RightOutcomes rightOutcomes(Readers& readers, const Executes& executes, const spec::Case& c, const Outcome& got);
/// Do its choices have an order of the lanes, and is that still the default order?
bool isOrderOpen(const spec::Case& c);

/// The outcome with which an outcome of unknown order is compared: the right one, if there is only one; otherwise `got`
/// itself, with the errors of `encoded`, since errors do not depend on the order.
Outcome expectedBeside(const RightOutcomes& right, const Outcome& encoded, const Outcome& got);

/// For people, below a lane table: the number of right outcomes and, if they are few, a column for each of them and for
/// `got`, with a row for each place in which they differ. Nothing if only one is right: the lane table shows it.
std::string rightTable(const spec::Case& c, const spec::Plan& plan, const RightOutcomes& right, const Outcome& got,
                       bool colour);
/// The same without `got`, below a table that shows the first of them.
std::string rightTable(const spec::Case& c, const spec::Plan& plan, const RightOutcomes& right, bool colour);

} // namespace warplaw::fuzz
