#include "tools/outcome_json.h"
#include "spec/case_parts.h"
#include "spec/surroundings_fields.h"
#include <boost/json.hpp>
#include <fmt/format.h>

namespace warplaw::tools {
namespace {

std::string rightToJson(const spec::Case& c, const fuzz::RightOutcomes& right) {
  boost::json::object out{{"count", right.count}, {"all", right.isAll}};
  boost::json::array outcomes;
  for (const fuzz::Outcome& outcome : right.first)
    outcomes.push_back(spec::expectedToJson(fuzz::expectedOf(c, outcome), spec::aboutMemory(spec::memoryOf(c)).name));
  if (right.areKept())
    out["outcomes"] = std::move(outcomes);
  return boost::json::serialize(out);
}

} // namespace

std::string membersOf(const spec::Case& c, const std::optional<spec::Got>& got,
                      const std::optional<fuzz::RightOutcomes>& right) {
  return (got ? fmt::format(R"(,"got":{})", spec::inOneLine(c, *got)) : "") +
         (right ? fmt::format(R"(,"right":{})", rightToJson(c, *right)) : "");
}

} // namespace warplaw::tools
