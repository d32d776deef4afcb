// What an executor that somebody else wrote gave, and what would have been right, as members of a JSON object.
#pragma once
#include "fuzz/right_outcomes.h"
#include "spec/got.h"
#include <boost/json/object.hpp>

namespace warplaw::tools {

/// {"count":2,"all":true,"outcomes":[..]}
boost::json::object rightToJson(const spec::Case& c, const fuzz::RightOutcomes& right);

/// Adds "got":{..} and "right":{"count":2,"all":true,"outcomes":[..]}: each as a case file has what is expected;
/// without what is not known. `outcomes` are there where they are few.
void addOutcomes(boost::json::object& out, const spec::Case& c, const std::optional<spec::Got>& got,
                 const std::optional<fuzz::RightOutcomes>& right);

} // namespace warplaw::tools
