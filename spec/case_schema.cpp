// The schema of case files (docs/case.schema.json): choices from the instructions' lists of fields, names, numbers and
// ranges from the constants that the reader goes by. Nothing here names an instruction.
#include "spec/case_schema.h"
#include "spec/case_parts.h"
#include "spec/described.h"
#include "spec/launch_case.h"
#include "spec/program_case.h"
#include "spec/row.h"
#include <boost/json/array.hpp>
#include <fmt/format.h>
#include <initializer_list>

namespace warplaw::spec {
namespace {
using boost::json::array;
using boost::json::object;
using boost::json::value;

object refer(std::string_view definition) { return {{"$ref", fmt::format("#/$defs/{}", definition)}}; }
object pattern(const std::string& alternatives) { return {{"pattern", fmt::format("^({})$", alternatives)}}; }
object word(std::string_view type) { return {{"type", type}}; }
object numbers(std::uint64_t greatest) { return {{"type", "integer"}, {"minimum", 0}, {"maximum", greatest}}; }
object anyOf(array alternatives) { return {{"anyOf", std::move(alternatives)}}; }
object arrayOf(object items) { return {{"type", "array"}, {"items", std::move(items)}}; }

/// An object whose keys have one pattern and whose values have one form.
object mapOf(object keys, object values) {
  return {{"type", "object"}, {"propertyNames", std::move(keys)}, {"additionalProperties", std::move(values)}};
}

/// An object of these members and no others.
object closed(object properties, array required = {}) {
  object out = word("object");
  if (!required.empty())
    out["required"] = std::move(required);
  out["additionalProperties"] = false;
  out["properties"] = std::move(properties);
  return out;
}

/// The names of a kind's values, which are numbered from 0.
template <class Kind> array namesOf() {
  array names;
  for (unsigned k = 0; nameOf(static_cast<Kind>(k)) != "unknown"; ++k)
    names.push_back(value(nameOf(static_cast<Kind>(k))));
  return names;
}

/// Every word's address below the greatest size of shared memory, as printHex writes it.
std::string wordAddresses() {
  static_assert(kMaxSharedBytes == 1u << 24, "addresses have at most six digits");
  return "0x(0|4|8|c|[1-9a-f][0-9a-f]{0,4}[048c])";
}

/// A memory of at most so many bytes.
object memorySchema(std::uint64_t mostBytes) {
  return closed({{"allocated", numbers(mostBytes)}, {"words", mapOf(refer("address"), refer("word"))}}, {"allocated"});
}

/// A member for each memory that there is.
object memoriesSchema(object (*one)(const About& about)) {
  object out;
  eachMemory([&](const auto& memory, std::size_t) { out[memory.name] = one(memory.about); });
  return closed(std::move(out));
}

object expectedWords() { return mapOf(refer("address"), refer("wordOrAny")); }

void add(object& out, const object& members) {
  for (const auto& member : members)
    out[member.key()] = member.value();
}

/// A warp before it runs.
object stateOfWarp() {
  return {{"active", refer("word")},
          {"helpers", refer("word")},
          {"registers", mapOf(refer("registerName"), refer("laneWords"))},
          {"predicates", mapOf(refer("predicateName"), refer("word"))}};
}

/// A warp afterwards.
object outcomeOfWarp() {
  const auto rows = [](std::string_view names, object values) {
    return mapOf(refer(names), mapOf(refer("laneOrAll"), std::move(values)));
  };
  return {{"registers", rows("registerName", refer("wordOrAny"))},
          {"predicates", rows("predicateName", {{"enum", array{0, 1, "0x0", "0x1", "any"}}})},
          {"errors", mapOf(refer("laneName"), anyOf({refer("errorKind"), object{{"const", "any"}}}))}};
}

std::string choicesName(Mnemonic mnemonic) { return fmt::format("{}Choices", folderOf(mnemonic)); }

object anyChoices() {
  array choices;
  for (const Mnemonic mnemonic : allMnemonics())
    choices.push_back(refer(choicesName(mnemonic)));
  return anyOf(std::move(choices));
}

object comments(int version) {
  return {{"version", {{"const", version}}},  {"comment", word("string")},
          {"rules", arrayOf(word("string"))}, {"any", word("array")},
          {"undefined", word("array")},       {"got", word("object")},
          {"right", word("object")}};
}
object shader() { return {{"enum", namesOf<ShaderKind>()}}; }

/// One warp, one instruction.
object version1() {
  object expected = outcomeOfWarp(), out = comments(kCaseVersion);
  eachMemory([&](const auto& memory, std::size_t) { expected[memory.name] = expectedWords(); });
  describeCells(expected, true);
  expected["frame"] = word("boolean");
  out["instruction"] = refer("instruction");
  out["shader"] = shader();
  add(out, stateOfWarp());
  out["errors"] = mapOf(refer("laneName"), refer("errorKind"));
  eachMemory([&](const auto& memory, std::size_t) { out[memory.name] = memorySchema(memory.about.count - 1); });
  describeCells(out, false);
  out["choices"] = refer("choices");
  out["expected"] = closed(std::move(expected));
  return closed(std::move(out), {"version", "instruction"});
}

object atMost(std::size_t most, object items) {
  object out = arrayOf(std::move(items));
  out["minItems"] = 1;
  out["maxItems"] = most;
  return out;
}

/// Several warps, programs, named memories.
object version2() {
  object warp{{"program", refer("program")}}, out = comments(kProgramVersion);
  add(warp, stateOfWarp());
  out["program"] = refer("program");
  out["shader"] = shader();
  out["warps"] = atMost(kMaxWarps, closed(std::move(warp)));
  out["schedule"] = arrayOf(numbers(kMaxWarps - 1));
  out["memories"] = memoriesSchema([](const About& about) { return memorySchema(about.count - 1); });
  object expected{{"warps", atMost(kMaxWarps, closed(outcomeOfWarp()))},
                  {"memories", memoriesSchema([](const About&) { return expectedWords(); })},
                  {"frame", word("boolean")}};
  describeCells(expected, true);
  out["clocks"] = arrayOf(refer("wideWord"));
  describeCells(out, false);
  out["expected"] = closed(std::move(expected));
  return closed(std::move(out), {"version", "warps"});
}

/// An array of a launch, or what of it is expected.
object elementsSchema() {
  return closed({{"type", word("string")},
                 {"count", numbers(~0u)},
                 {"all", refer("elementOrAny")},
                 {"values", arrayOf(refer("elementOrAny"))}},
                {"type", "count"});
}

object findingSchema() {
  return closed(
      {{"finding", word("string")}, {"line", numbers(~0u)}, {"instruction", word("string")}, {"what", word("string")}},
      {"finding"});
}

/// A whole launch of a module of PTX.
object version3() {
  object sizes = arrayOf(numbers(~0u)), out = comments(kLaunchVersion);
  sizes["minItems"] = 3;
  sizes["maxItems"] = 3;
  const auto named = [](object values) {
    return object{{"type", "object"}, {"additionalProperties", std::move(values)}};
  };
  out["module"] = arrayOf(word("string"));
  out["entry"] = word("string");
  out["grid"] = sizes;
  out["block"] = sizes;
  out["shared"] = numbers(~0u);
  out["steps"] = refer("wideWord");
  out["arguments"] = named(anyOf({refer("wideWord"), arrayOf(numbers(0xff)), refer("elements")}));
  out["expected"] = closed(
      {{"finished", word("boolean")}, {"findings", arrayOf(refer("finding"))}, {"memory", named(refer("elements"))}});
  return closed(std::move(out), {"version", "module", "entry"});
}

object definitions() {
  const std::string lanes = decimalsUpTo(kLanes - 1);
  object out{{"word", anyOf({object{{"type", "string"}, {"pattern", "^0x[0-9a-fA-F]{1,8}$"}}, numbers(~0u)})},
             {"wideWord",
              anyOf({object{{"type", "string"}, {"pattern", "^0x[0-9a-fA-F]{1,16}$"}}, numbers(~std::uint64_t{0})})},
             {"wordOrAny", anyOf({refer("word"), object{{"const", "any"}}})},
             {"laneName", pattern(lanes)},
             {"laneOrAll", pattern("all|" + lanes)},
             {"laneWords", mapOf(refer("laneOrAll"), refer("word"))},
             {"registerName", pattern(fmt::format("R({})", decimalsUpTo(kRegisters - 1)))},
             {"predicateName", pattern(fmt::format("P({})", decimalsUpTo(kPredicates - 1)))},
             {"address", pattern(wordAddresses())},
             {"errorKind", {{"enum", namesOf<ErrorKind>()}}},
             {"instruction", {{"type", "string"}, {"minLength", 1}, {"maxLength", kMaxInstructionBytes}}},
             {"program", atMost(kMaxSteps, anyOf({refer("instruction"), refer("step")}))},
             {"step", closed({{"instruction", refer("instruction")}, {"choices", refer("choices")}}, {"instruction"})},
             {"choices", anyChoices()},
             {"version1", version1()},
             {"version2", version2()},
             {"elementOrAny", anyOf({refer("wideWord"), object{{"const", "any"}}})},
             {"elements", elementsSchema()},
             {"finding", findingSchema()},
             {"version3", version3()}};
  for (const Mnemonic mnemonic : allMnemonics()) {
    object properties;
    rowOf(mnemonic).describeChoices(properties);
    out[choicesName(mnemonic)] = closed(std::move(properties));
  }
  return out;
}

} // namespace

std::string decimalsUpTo(unsigned greatest) {
  const std::string digits = fmt::format("{}", greatest);
  const auto range = [](char from, char to) {
    return from == to ? std::string(1, from) : fmt::format("[{}-{}]", from, to);
  };
  const auto anyDigits = [](std::size_t count) {
    std::string text;
    for (; count > 0; --count)
      text += "[0-9]";
    return text;
  };
  std::vector<std::string> alternatives; // shorter numbers; then those that share fewer and fewer digits with the last
  for (std::size_t length = 1; length < digits.size(); ++length)
    alternatives.push_back((length == 1 ? "" : "[1-9]") + anyDigits(std::max<std::size_t>(length, 2) - 1));
  for (std::size_t at = 0; at < digits.size(); ++at) {
    const bool isLast = at + 1 == digits.size();
    const char least = at == 0 && !isLast ? '1' : '0';
    const int most = digits[at] - (isLast ? 0 : 1);
    if (most >= least)
      alternatives.push_back(digits.substr(0, at) + range(least, static_cast<char>(most)) +
                             anyDigits(digits.size() - at - 1));
  }
  return fmt::format("{}", fmt::join(alternatives, "|"));
}

std::string caseSchema() {
  const auto ofVersion = [](int version) { return object{{"properties", {{"version", {{"const", version}}}}}}; };
  const object others{{"if", ofVersion(kLaunchVersion)}, {"then", refer("version3")}, {"else", refer("version1")}};
  object schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                {"title", "warplaw case"},
                {"description",
                 "Instructions, the state they run on, the choices, and what is expected; see case_format.md. "
                 "Written by `warplaw schema`"},
                {"type", "object"},
                {"required", array{"version"}},
                {"if", ofVersion(kProgramVersion)},
                {"then", refer("version2")},
                {"else", others},
                {"$defs", definitions()}};
  return canonicalJson(schema);
}

} // namespace warplaw::spec
