// Choices as JSON and as legal values: see choices_json.h.
#include "spec/choices_json.h"
#include "spec/text.h"
#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <fmt/format.h>

namespace warplaw::spec {
namespace {

std::string rangeOf(const About& about) { return isFlag(about) ? "0 or 1" : fmt::format("0..{}", about.count - 1); }

constexpr std::string_view kNoPermutation = "no permutation of the lanes";
constexpr std::string_view kPermutations = "every lane 0..31 once";

} // namespace

bool isPermutation(const LaneBytes& order) {
  std::uint32_t seen = 0;
  for (const std::uint8_t lane : order)
    if (lane < kLanes)
      seen |= 1u << lane;
  return seen == ~0u;
}

boost::json::value choiceToJson(const About& about, std::uint32_t value) {
  if (isFlag(about))
    return value != 0;
  if (about.isLaneMask || about.count == 0)
    return boost::json::value(printHex(value));
  return value;
}
boost::json::value choiceToJson(const About&, const LaneBytes& value) {
  return boost::json::array(value.begin(), value.end());
}
boost::json::value choiceToJson(const About&, const LaneWords& value) { return laneWordsToJson(value.data()); }

void choiceFromJson(JsonReader& reader, JsonValue json, const About& about, std::uint32_t& value) {
  if (isFlag(about))
    value = reader.boolean(json);
  else if (about.count == 0)
    value = reader.word(json);
  else
    value = reader.integer(json, static_cast<std::uint32_t>(about.count - 1));
}

void choiceFromJson(JsonReader& reader, JsonValue json, const About& about, LaneBytes& value) {
  const auto elements = reader.elements(json);
  if (elements.size() != kLanes)
    reader.reject(json, "not one number a lane", fmt::format("32 numbers, {}", rangeOf(about)));
  for (unsigned lane = 0; lane < kLanes && !reader.failed(); ++lane)
    value[lane] =
        static_cast<std::uint8_t>(reader.integer(elements[lane], static_cast<std::uint32_t>(about.count - 1)));
  if (about.isOrder && !reader.failed() && !isPermutation(value))
    reader.reject(json, kNoPermutation, kPermutations);
}

void choiceFromJson(JsonReader& reader, JsonValue json, const About&, LaneWords& value) {
  value = laneWordsFromJson(reader, json);
}

std::optional<Rejection> faultOfChoice(std::string_view field, const About& about, std::uint32_t value) {
  if (isLegalChoice(about, value))
    return {};
  return Rejection{std::string(about.rule), fmt::format("{} is {}", field, isFlag(about) ? "a flag" : "out of range"),
                   rangeOf(about)};
}

std::optional<Rejection> faultOfChoice(std::string_view field, const About& about, const LaneBytes& value) {
  if (isLegalChoice(about, value))
    return {};
  if (about.isOrder) {
    return Rejection{std::string(about.rule), fmt::format("{} is {}", field, kNoPermutation),
                     std::string(kPermutations)};
  }
  return Rejection{std::string(about.rule), fmt::format("{} is out of range in some lane", field), rangeOf(about)};
}

std::optional<Rejection> faultOfChoice(std::string_view, const About&, const LaneWords&) { return {}; }

} // namespace warplaw::spec
