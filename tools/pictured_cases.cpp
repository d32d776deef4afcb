#include "tools/pictured_cases.h"
#include "concrete/execute.h"
#include "fuzz/lane_table.h"
#include "fuzz/right_outcomes.h"
#include "tools/expectation.h"
#include "tools/html.h"
#include "tools/warp_picture.h"
#include <fmt/format.h>

namespace warplaw::tools {

std::string PicturedCases::shown(const spec::Case& c, const std::optional<spec::Got>& got) {
  return got ? answered(c, *got) : single(c);
}

std::string PicturedCases::pictured(const spec::Case& c, const fuzz::Outcome& expected, const fuzz::Outcome& got,
                                    const std::string& legend) {
  return wide(warpPicture(oracle_, c, expected, got)) + soft(legend) + pre(fuzz::laneTable(oracle_, c, expected, got));
}

std::string PicturedCases::answered(const spec::Case& c, const spec::Got& got) {
  spec::Case chosen = c;
  if (got.isAnswer)
    chosen.choices = got.choices;
  const auto encoded = oracle_.encode(chosen);
  if (!encoded)
    return failed(encoded.error().message);
  if (!got.isAnswer)
    return failed(fmt::format("{} gave no answer: {}", got.by, got.what)) +
           pictured(chosen, *encoded, *encoded, "what the encoding gives");
  chosen.expected = got.outcome;
  fuzz::Outcome is = *encoded;
  for (const fuzz::Difference& d : fuzz::compareExpected(chosen, *encoded))
    apply(is, d);
  chosen.expected.reset();
  const std::string legend = fmt::format("expected: the encoding; got: {}", got.by),
                    what = got.what.empty() ? "" : failed(got.what);
  if (!got.anyOrder)
    return what + pictured(chosen, *encoded, is, legend);
  const fuzz::RightOutcomes right = fuzz::rightOutcomes(oracle_, chosen, is);
  const spec::Plan plan = oracle_.of(c.instruction.mnemonic()).planOf(chosen.instruction.form, chosen.choices);
  return what + pictured(chosen, fuzz::expectedBeside(right, *encoded, is), is, legend) +
         pre(fuzz::rightTable(chosen, plan, right, is, false));
}

std::string PicturedCases::single(const spec::Case& c) {
  const auto encoded = oracle_.encode(c);
  if (!encoded)
    return pre(fuzz::laneTable(oracle_, c));
  const spec::Plan plan = oracle_.of(c.instruction.mnemonic()).planOf(c.instruction.form, c.choices);
  for (const concrete::Path& path : concrete::paths(c.instruction.mnemonic()))
    if (path.supported)
      if (const auto executed = fuzz::execute(c, path.name);
          executed && !fuzz::compare(c, plan, *encoded, *executed).empty())
        return pictured(c, *encoded, *executed,
                        fmt::format("expected: the encoding; got: the executor, {}", path.name));
  fuzz::Outcome claimed = *encoded;
  const std::vector<fuzz::Difference> differences = fuzz::compareExpected(c, *encoded);
  for (const fuzz::Difference& d : differences)
    apply(claimed, d);
  return pictured(c, claimed, *encoded,
                  differences.empty() ? "executor and encoding agree"
                                      : "expected: the case file; got: executor and encoding");
}

} // namespace warplaw::tools
