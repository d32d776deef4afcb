// What ATOMS leaves open: see atoms_choices.h.
#include "spec/instructions/atoms_choices.h"
#include "spec/text.h"
#include <algorithm>
#include <boost/json/array.hpp>
#include <fmt/format.h>

namespace warplaw::spec {
namespace {

using LaneBytes = std::array<std::uint8_t, kLanes>;

boost::json::array toArray(const LaneBytes& bytes) { return boost::json::array(bytes.begin(), bytes.end()); }

LaneBytes laneBytes(JsonReader& reader, JsonValue value) {
  LaneBytes bytes{};
  const auto elements = reader.elements(value);
  if (elements.size() != kLanes)
    reader.reject(value, "not one number a lane", "32 numbers, 0..31");
  for (unsigned k = 0; k < kLanes && !reader.failed(); ++k)
    bytes[k] = static_cast<std::uint8_t>(reader.integer(elements[k], kLanes - 1));
  return bytes;
}

bool isPermutation(const LaneBytes& order) {
  std::uint32_t seen = 0;
  for (const std::uint8_t lane : order)
    if (lane < kLanes)
      seen |= 1u << lane;
  return seen == ~0u;
}

} // namespace

Result<void> checkAtomsChoiceFields(const AtomsChoices& choices) {
  if (!isPermutation(choices.order))
    return Rejection{"ATOMS-5", "order is no permutation of the lanes", "every lane 0..31 once"};
  if (choices.impliedSwap > 1)
    return Rejection{"ATOMS-8", "impliedSwap is a flag", "0 or 1"};
  if (choices.castPair > 1)
    return Rejection{"ATOMS-9", "castPair is a flag", "0 or 1"};
  if (choices.bank64IsDefault > 1)
    return Rejection{"ATOMS-10", "bank64IsDefault is a flag", "0 or 1"};
  if (!choices.bank64IsDefault && std::ranges::any_of(choices.bank64, [](std::uint8_t bank) { return bank >= 32; }))
    return Rejection{"ATOMS-10", "bank64 names a bank that does not exist", "0..31"};
  return {};
}

void writeAtomsChoices(const Choices& any, boost::json::object& out) {
  static const AtomsChoices kDefaults;
  const auto& choices = std::get<AtomsChoices>(any);
  if (choices.order != kDefaults.order)
    out["order"] = toArray(choices.order);
  if (choices.misalignedFirst)
    out["misalignedFirst"] = printHex(choices.misalignedFirst);
  if (choices.errorWrites)
    out["errorWrites"] = printHex(choices.errorWrites);
  auto low = laneWordsToJson(choices.errorValue[0].data());
  auto high = laneWordsToJson(choices.errorValue[1].data());
  if (!low.empty())
    out["errorValueLow"] = std::move(low);
  if (!high.empty())
    out["errorValueHigh"] = std::move(high);
  if (choices.impliedSwap)
    out["impliedSwap"] = true;
  if (choices.castPair)
    out["castPair"] = true;
  if (!choices.bank64IsDefault)
    out["bank64"] = toArray(choices.bank64);
}

Choices readAtomsChoices(JsonReader& reader, JsonFields& fields) {
  AtomsChoices choices;
  if (const auto value = fields.take("order")) {
    choices.order = laneBytes(reader, *value);
    if (!isPermutation(choices.order))
      reader.reject(*value, "no permutation of the lanes", "every lane 0..31 once");
  }
  if (const auto value = fields.take("misalignedFirst"))
    choices.misalignedFirst = reader.word(*value);
  if (const auto value = fields.take("errorWrites"))
    choices.errorWrites = reader.word(*value);
  if (const auto value = fields.take("errorValueLow"))
    choices.errorValue[0] = laneWordsFromJson(reader, *value);
  if (const auto value = fields.take("errorValueHigh"))
    choices.errorValue[1] = laneWordsFromJson(reader, *value);
  if (const auto value = fields.take("impliedSwap"))
    choices.impliedSwap = reader.boolean(*value);
  if (const auto value = fields.take("castPair"))
    choices.castPair = reader.boolean(*value);
  if (const auto value = fields.take("bank64")) {
    choices.bank64 = laneBytes(reader, *value);
    choices.bank64IsDefault = 0;
  }
  return choices;
}

} // namespace warplaw::spec
