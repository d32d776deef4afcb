// A JSON value against a schema, for the keywords that spec/case_schema.cpp writes; any other keyword fails.
#pragma once
#include <boost/json/value.hpp>
#include <string>

namespace warplaw::tests {

/// Empty where `root` accepts the value; otherwise where and why not.
std::string refusal(const boost::json::value& root, const boost::json::value& value);

} // namespace warplaw::tests
