// The surroundings' cells in case files (docs/case_format.md): a part is an object of its fields; a field is a number,
// three numbers x, y, z, or, sparse, an object of numbers by barrier, counter or warp.
#include "spec/case_parts.h"
#include "spec/cell_numbers.h"
#include "spec/text.h"
#include <algorithm>
#include <boost/json/array.hpp>
#include <fmt/format.h>
#include <map>

namespace warplaw::spec {
namespace {
using boost::json::array;
using boost::json::object;

boost::json::value numberToJson(const About& about, std::uint32_t value) {
  if (about.count)
    return value;
  return boost::json::value(printHex(value));
}
std::uint32_t readNumber(JsonReader& reader, JsonValue json, const About& about) {
  return about.count ? reader.integer(json, static_cast<std::uint32_t>(about.count - 1)) : reader.word(json);
}

void writeField(object& out, const CellNumbers& field, std::span<const std::uint32_t> defaults) {
  if (std::ranges::equal(field.values, defaults))
    return;
  if (field.values.size() == 1) {
    out[field.name] = numberToJson(field.about, field.values[0]);
  } else if (field.isList()) {
    array list;
    for (const std::uint32_t value : field.values)
      list.push_back(numberToJson(field.about, value));
    out[field.name] = std::move(list);
  } else {
    object numbers;
    for (std::size_t k = 0; k < field.values.size(); ++k)
      if (field.values[k] != defaults[k])
        numbers[fmt::format("{}", k)] = numberToJson(field.about, field.values[k]);
    out[field.name] = std::move(numbers);
  }
}

/// Calls f(number of the element, value) for each member of {"3": ..}.
template <class F> void eachElement(JsonReader& reader, JsonValue json, std::size_t count, F&& f) {
  for (const auto& member : reader.members(json)) {
    const auto number = laneOfKey(member.key); // as lanes are numbered: no more than 32 of anything
    if (!number || *number >= count)
      reader.reject(member.value, "unknown key", fmt::format("\"0\"..\"{}\"", count - 1));
    if (reader.failed())
      return;
    f(*number, member.value);
  }
}

void readField(JsonReader& reader, JsonValue json, const CellNumbers& field) {
  if (field.values.size() == 1) {
    field.values[0] = readNumber(reader, json, field.about);
  } else if (field.isList()) {
    const auto elements = reader.elements(json);
    if (elements.size() != field.values.size())
      reader.reject(json, "not one number for each of x, y and z", "[x, y, z]");
    for (std::size_t k = 0; k < field.values.size() && !reader.failed(); ++k)
      field.values[k] = readNumber(reader, elements[k], field.about);
  } else {
    eachElement(reader, json, field.values.size(),
                [&](std::size_t k, JsonValue value) { field.values[k] = readNumber(reader, value, field.about); });
  }
}

/// What is expected: a field that has one number, or several by number.
void readExpectedField(JsonReader& reader, JsonValue json, const CellNumbers& field,
                       std::vector<Expected::Cell>& cells) {
  const auto one = [&](std::size_t k, JsonValue value) {
    const bool any = isAny(reader, value);
    const std::uint32_t number = any ? 0 : readNumber(reader, value, field.about);
    cells.push_back({static_cast<std::uint32_t>(field.first + k), {any, number}});
  };
  if (field.values.size() == 1)
    one(0, json);
  else
    eachElement(reader, json, field.values.size(), one);
}

} // namespace

std::string nameOfCell(std::uint32_t cell) {
  SurroundingCells cells;
  std::string found = "no cell";
  eachPart(cells, [&](std::string_view part, const std::vector<CellNumbers>& fields) {
    for (const CellNumbers& field : fields)
      if (cell >= field.first && cell - field.first < field.values.size())
        found = field.values.size() == 1 ? fmt::format("{}.{}", part, field.name)
                                         : fmt::format("{}.{}[{}]", part, field.name, cell - field.first);
  });
  return found;
}

void setCell(SurroundingCells& cells, std::uint32_t cell, std::uint32_t value) {
  eachPart(cells, [&](std::string_view, const std::vector<CellNumbers>& fields) {
    for (const CellNumbers& field : fields)
      if (cell >= field.first && cell - field.first < field.values.size())
        field.values[cell - field.first] = value;
  });
}

std::vector<std::uint32_t> wordsOf(const SurroundingCells& cells) {
  SurroundingCells copy = cells;
  std::vector<std::uint32_t> words;
  eachPart(copy, [&](std::string_view, const std::vector<CellNumbers>& fields) {
    for (const CellNumbers& field : fields)
      words.insert(words.end(), field.values.begin(), field.values.end());
  });
  return words;
}

SpecialInputs inputsOfCta(std::size_t warps) {
  SpecialInputs inputs;
  inputs.ntid[0] = kLanes * static_cast<std::uint32_t>(warps);
  return inputs;
}

void writeCells(object& out, const SurroundingCells& cells, const SpecialInputs& defaults) {
  SurroundingCells copy = cells, usual;
  usual.inputs = defaults;
  const std::vector<std::uint32_t> usualWords = wordsOf(usual);
  eachPart(copy, [&](std::string_view part, const std::vector<CellNumbers>& fields) {
    object one;
    for (const CellNumbers& field : fields)
      writeField(one, field, std::span(usualWords).subspan(field.first, field.values.size()));
    addIfAny(out, part, std::move(one));
  });
}

void readCells(JsonReader& reader, JsonFields& fields, SurroundingCells& cells) {
  const auto check = [&](std::string_view name, JsonValue value) {
    const auto one = [&](const auto& part) {
      if (auto fault = name != part.name || reader.failed() ? std::nullopt : faultOf(cells.*part.member))
        reader.reject(inside(reader, value, *std::move(fault)));
    };
    withFields<SurroundingCells>([&](const auto&... part) { (one(part), ...); });
  };
  eachPart(cells, [&](std::string_view name, const std::vector<CellNumbers>& numbers) {
    const auto value = fields.take(name);
    if (!value)
      return;
    JsonFields parts(reader, *value);
    for (const CellNumbers& field : numbers)
      if (const auto given = parts.take(field.name))
        readField(reader, *given, field);
    parts.finish();
    check(name, *value);
  });
}

Rejection deadLanes(const JsonReader& reader, JsonValue warp, const SpecialInputs& inputs) {
  return inside(
      reader, warp,
      {"SR-3",
       fmt::format("lanes are active that are not alive in warp {} of {} threads", inputs.warp, threadsOf(inputs)),
       fmt::format("\"active\" within {}", printHex(aliveLanes(inputs)))});
}

object expectedCellsToJson(const std::vector<Expected::Cell>& expected) {
  SurroundingCells cells;
  object out;
  eachPart(cells, [&](std::string_view part, const std::vector<CellNumbers>& fields) {
    object one;
    for (const CellNumbers& field : fields) {
      std::map<std::size_t, boost::json::value> numbers;
      for (const auto& [cell, word] : expected)
        if (cell >= field.first && cell - field.first < field.values.size())
          numbers.try_emplace(cell - field.first, word.any ? "any" : numberToJson(field.about, word.value));
      object elements;
      for (auto& [k, value] : numbers)
        elements[fmt::format("{}", k)] = std::move(value);
      if (!elements.empty() && field.values.size() == 1)
        one[field.name] = elements["0"];
      else
        addIfAny(one, field.name, std::move(elements));
    }
    addIfAny(out, part, std::move(one));
  });
  return out;
}

std::vector<Expected::Cell> readExpectedCells(JsonReader& reader, JsonFields& parts) {
  std::vector<Expected::Cell> expected;
  SurroundingCells cells;
  eachPart(cells, [&](std::string_view name, const std::vector<CellNumbers>& numbers) {
    const auto value = mayChange(name) ? parts.take(name) : std::nullopt;
    if (!value)
      return;
    JsonFields fields(reader, *value);
    for (const CellNumbers& field : numbers)
      if (const auto given = fields.take(field.name))
        readExpectedField(reader, *given, field, expected);
    fields.finish();
  });
  return expected;
}

} // namespace warplaw::spec
