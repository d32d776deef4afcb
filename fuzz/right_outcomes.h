// Which outcomes are right where nobody says in which order the lanes came (ATOMS-5, RED-6): all that the encoding, or
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
/// By the encoding. `got`: what is held against them. Which NaN an addition of F64 gives nobody knows (RED-7): where
/// both have one, it is got's.
RightOutcomes rightOutcomes(Oracle& oracle, const spec::Case& c, const Outcome& got);
/// By whatever gives an outcome of a case; that of the case's own order is the first.
using Executes = std::function<spec::Result<Outcome>(const spec::Case&)>;
RightOutcomes rightOutcomes(Readers& readers, const Executes& executes, const spec::Case& c, const Outcome& got);
/// Do its choices have an order of the lanes, and is it not said but the one that stands there if nobody does?
bool isOrderOpen(const spec::Case& c);

/// What an outcome whose order nobody knows is held against: the right one, where one alone is; otherwise itself, but
/// for errors, which hang on no order: they are as `encoded` has them.
Outcome expectedBeside(const RightOutcomes& right, const Outcome& encoded, const Outcome& got);

/// For people, below a lane table: how many there are and, where they are few, a column for each beside what was got,
/// a row for each place in which they are not all alike. Where one alone is right, nothing: the lane table shows it.
std::string rightTable(const spec::Case& c, const spec::Plan& plan, const RightOutcomes& right, const Outcome& got,
                       bool colour);
/// The same without what was got, for who is shown the first of them.
std::string rightTable(const spec::Case& c, const spec::Plan& plan, const RightOutcomes& right, bool colour);

} // namespace warplaw::fuzz
