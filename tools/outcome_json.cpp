#include "tools/outcome_json.h"
#include "spec/case_parts.h"
#include "spec/surroundings_fields.h"
#include <boost/json.hpp>

namespace warplaw::tools {

boost::json::object rightToJson(const spec::Case& c, const fuzz::RightOutcomes& right) {
  boost::json::object out{{"count", right.count}, {"all", right.isAll}};
  boost::json::array outcomes;
  for (const fuzz::Outcome& outcome : right.first)
    outcomes.push_back(spec::expectedToJson(fuzz::expectedOf(c, outcome), spec::aboutMemory(spec::memoryOf(c)).name));
  if (right.areKept())
    out["outcomes"] = std::move(outcomes);
  return out;
}

void addOutcomes(boost::json::object& out, const spec::Case& c, const std::optional<spec::Got>& got,
                 const std::optional<fuzz::RightOutcomes>& right) {
  if (got)
    out["got"] = boost::json::parse(spec::inOneLine(c, *got));
  if (right)
    out["right"] = rightToJson(c, *right);
}

} // namespace warplaw::tools
