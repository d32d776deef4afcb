// Results as JSON, for programs: the one writer of what subcommands print by --json.
#pragma once
#include "fuzz/difference.h"
#include "spec/rejection.h"
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <string>

namespace warplaw::tools {

/// A value in one line, without its end: members in the order in which they were put in, texts as UTF-8, and so many
/// digits behind the point of what is counted in parts, such as seconds.
std::string jsonLine(const boost::json::value& value, int digits = 3);

/// Prints it as a line of its own.
void printJsonLine(const boost::json::value& value, int digits = 3);

/// Texts, or what one can be made of.
template <class Texts> boost::json::array jsonTexts(const Texts& texts) {
  boost::json::array all;
  for (const auto& text : texts)
    all.emplace_back(std::string_view(text));
  return all;
}

/// {"file":..,"status":"bad",..}: of a file that cannot be used.
boost::json::object badFile(const std::string& path, const spec::Rejection& rejection);
boost::json::object toJson(const fuzz::Difference& difference);

} // namespace warplaw::tools
