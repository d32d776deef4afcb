// What of JSON the surroundings' cells accept (spec/case_schema.h).
#include "spec/case_schema.h"
#include "spec/cell_numbers.h"
#include "spec/text.h"
#include <boost/json/array.hpp>
#include <fmt/format.h>

namespace warplaw::spec {
using boost::json::array;
using boost::json::object;
namespace {

object fieldSchema(const CellNumbers& field, object one) {
  if (field.values.size() == 1)
    return one;
  if (field.isList())
    return {{"type", "array"},
            {"minItems", field.values.size()},
            {"maxItems", field.values.size()},
            {"items", std::move(one)}};
  const std::string keys = fmt::format("^({})$", decimalsUpTo(static_cast<unsigned>(field.values.size() - 1)));
  return {{"type", "object"}, {"propertyNames", object{{"pattern", keys}}}, {"additionalProperties", std::move(one)}};
}

object numberSchema(const About& about) {
  if (about.count)
    return {{"type", "integer"}, {"minimum", 0}, {"maximum", about.count - 1}};
  return {{"$ref", "#/$defs/word"}};
}

} // namespace

void describeCells(object& properties, bool asExpected) {
  SurroundingCells cells;
  eachPart(cells, [&](std::string_view name, const std::vector<CellNumbers>& numbers) {
    if (asExpected && !mayChange(name))
      return;
    object fields;
    for (const CellNumbers& field : numbers) {
      object one = numberSchema(field.about);
      if (asExpected)
        one = {{"anyOf", array{std::move(one), object{{"const", "any"}}}}};
      fields[field.name] = fieldSchema(field, std::move(one));
    }
    properties[name] = {{"type", "object"}, {"additionalProperties", false}, {"properties", std::move(fields)}};
  });
}

} // namespace warplaw::spec
