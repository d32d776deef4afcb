#include "tools/json_line.h"
#include "spec/utf8.h"
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

namespace warplaw::tools {
namespace json = boost::json;
namespace {

std::string textOf(std::string_view text) { return json::serialize(json::string(spec::asUtf8(text))); }

} // namespace

std::string jsonLine(const json::value& value, int digits) {
  std::string text;
  const auto next = [&] { return text.empty() ? "" : ","; };
  if (const json::object* const object = value.if_object()) {
    for (const auto& [key, member] : *object)
      text += fmt::format("{}{}:{}", next(), textOf(key), jsonLine(member, digits));
    return "{" + text + "}";
  }
  if (const json::array* const array = value.if_array()) {
    for (const json::value& element : *array)
      text += next() + jsonLine(element, digits);
    return "[" + text + "]";
  }
  if (const double* const number = value.if_double())
    return fmt::format("{:.{}f}", *number, digits);
  return value.is_string() ? textOf(value.as_string()) : json::serialize(value);
}

void printJsonLine(const json::value& value, int digits) { fmt::print("{}\n", jsonLine(value, digits)); }

json::object badFile(const std::string& path, const spec::Rejection& rejection) {
  return {{"file", path}, {"status", "bad"}, {"rule", rejection.rule}, {"message", rejection.message}};
}

json::object toJson(const fuzz::Difference& d) {
  return {{"kind", fuzz::textOf(d.kind)},
          {"index", d.index},
          {"lane", d.lane},
          {"expected", fmt::format("{:#x}", d.expected)},
          {"got", fmt::format("{:#x}", d.got)},
          {"frame", d.inFrame}};
}

} // namespace warplaw::tools
