// What tables hold an executor's outcome against, by the encoding: see lane_table.h and right_outcomes.h.
#include "concrete/execute.h"
#include "fuzz/lane_table.h"
#include "fuzz/oracle.h"
#include "fuzz/right_outcomes.h"
#include <fmt/format.h>

namespace warplaw::fuzz {

std::string laneTable(Oracle& oracle, const spec::Case& c, TableOptions options) {
  const auto expected = oracle.encode(c);
  if (!expected)
    return fmt::format("{}\n  rejected by {}: {}\n", spec::print(c.instruction), expected.error().rule,
                       expected.error().message);
  std::string_view path;
  for (const concrete::Path& candidate : concrete::paths(c.instruction.mnemonic()))
    if (candidate.supported && path.empty() && !oracle.differences(c, candidate.name).empty())
      path = candidate.name;
  const auto got = execute(c, path);
  if (!got)
    return fmt::format("{}\n  the executor rejects it by {}: {}; the encoding does not\n", spec::print(c.instruction),
                       got.error().rule, got.error().message);
  std::string text = laneTable(oracle, c, *expected, *got, options);
  if (!path.empty())
    text += fmt::format("  expected: the encoding; got: the executor on path {}\n", path);
  return text;
}

RightOutcomes rightOutcomes(Oracle& oracle, const spec::Case& c, const Outcome& got) {
  return rightOutcomes(oracle, [&](const spec::Case& ordered) { return oracle.encode(ordered); }, c, got);
}

} // namespace warplaw::fuzz
