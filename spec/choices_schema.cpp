// What of JSON a choice accepts: see choices_json.h.
#include "spec/choices_json.h"
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

namespace warplaw::spec {

boost::json::object choiceSchema(const About& about, std::uint32_t) {
  boost::json::object schema{{"description", about.rule}};
  if (isFlag(about))
    schema["type"] = "boolean";
  else if (about.count == 0)
    schema["$ref"] = "#/$defs/word";
  else
    schema.insert({{"type", "integer"}, {"minimum", 0}, {"maximum", about.count - 1}});
  return schema;
}

boost::json::object choiceSchema(const About& about, const LaneBytes&) {
  boost::json::object schema{
      {"description", about.rule},
      {"type", "array"},
      {"minItems", kLanes},
      {"maxItems", kLanes},
      {"items", boost::json::object{{"type", "integer"}, {"minimum", 0}, {"maximum", about.count - 1}}}};
  if (about.isOrder)
    schema["uniqueItems"] = true;
  return schema;
}

boost::json::object choiceSchema(const About& about, const LaneWords&) {
  return {{"description", about.rule}, {"$ref", "#/$defs/laneWords"}};
}

} // namespace warplaw::spec
