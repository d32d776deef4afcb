// The schema of case files (docs/case.schema.json): choices from the instructions' lists of fields, names, numbers and
// ranges from the constants that the reader goes by. Nothing here names an instruction.
#include "spec/case_schema.h"
#include "spec/case_file.h"
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

object sharedSchema() {
  return closed({{"allocated", numbers(kMaxSharedBytes)}, {"words", mapOf(refer("address"), refer("word"))}},
                {"allocated"});
}

object expectedSchema() {
  const auto rows = [](std::string_view names, object values) {
    return mapOf(refer(names), mapOf(refer("laneOrAll"), std::move(values)));
  };
  return closed({{"registers", rows("registerName", refer("wordOrAny"))},
                 {"predicates", rows("predicateName", {{"enum", array{0, 1, "0x0", "0x1", "any"}}})},
                 {"shared", mapOf(refer("address"), refer("wordOrAny"))},
                 {"errors", mapOf(refer("laneName"), anyOf({refer("errorKind"), object{{"const", "any"}}}))},
                 {"frame", word("boolean")}});
}

std::string choicesName(Mnemonic mnemonic) { return fmt::format("{}Choices", folderOf(mnemonic)); }

object propertiesOfCase() {
  array choices;
  for (const Mnemonic mnemonic : allMnemonics())
    choices.push_back(refer(choicesName(mnemonic)));
  return {{"version", {{"const", kCaseVersion}}},
          {"comment", word("string")},
          {"rules", arrayOf(word("string"))},
          {"instruction", {{"type", "string"}, {"minLength", 1}, {"maxLength", kMaxInstructionBytes}}},
          {"shader", {{"enum", namesOf<ShaderKind>()}}},
          {"active", refer("word")},
          {"helpers", refer("word")},
          {"registers", mapOf(refer("registerName"), refer("laneWords"))},
          {"predicates", mapOf(refer("predicateName"), refer("word"))},
          {"errors", mapOf(refer("laneName"), refer("errorKind"))},
          {"shared", sharedSchema()},
          {"choices", anyOf(std::move(choices))},
          {"expected", expectedSchema()}};
}

object definitions() {
  const std::string lanes = decimalsUpTo(kLanes - 1);
  object out{{"word", anyOf({object{{"type", "string"}, {"pattern", "^0x[0-9a-fA-F]{1,8}$"}}, numbers(~0u)})},
             {"wordOrAny", anyOf({refer("word"), object{{"const", "any"}}})},
             {"laneName", pattern(lanes)},
             {"laneOrAll", pattern("all|" + lanes)},
             {"laneWords", mapOf(refer("laneOrAll"), refer("word"))},
             {"registerName", pattern(fmt::format("R({})", decimalsUpTo(kRegisters - 1)))},
             {"predicateName", pattern(fmt::format("P({})", decimalsUpTo(kPredicates - 1)))},
             {"address", pattern(wordAddresses())},
             {"errorKind", {{"enum", namesOf<ErrorKind>()}}}};
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
  object schema{
      {"$schema", "https://json-schema.org/draft/2020-12/schema"},
      {"title", fmt::format("warplaw case, version {}", kCaseVersion)},
      {"description",
       "One instruction, the state it runs on, the choices, and what is expected; see case_format.md. Written "
       "by `warplaw schema`"}};
  for (const auto& member : closed(propertiesOfCase(), {"version", "instruction"}))
    schema[member.key()] = member.value();
  schema["$defs"] = definitions();
  return canonicalJson(schema);
}

} // namespace warplaw::spec
