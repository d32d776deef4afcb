// Choices as JSON and as legal values, a member at a time (case files, docs/case_format.md).
#pragma once
#include "spec/choices_legal.h"
#include "spec/json_text.h"

namespace warplaw::spec {

inline bool isFlag(const About& about) { return about.count == 2; }

/// A flag as true or false, a mask of lanes in hexadecimal, other numbers as they are.
boost::json::value choiceToJson(const About& about, std::uint32_t value);
/// One number a lane.
boost::json::value choiceToJson(const About& about, const LaneBytes& value);
/// Sparse: {"all": "0x..", "3": "0x.."}.
boost::json::value choiceToJson(const About& about, const LaneWords& value);

void choiceFromJson(JsonReader& reader, JsonValue json, const About& about, std::uint32_t& value);
void choiceFromJson(JsonReader& reader, JsonValue json, const About& about, LaneBytes& value);
void choiceFromJson(JsonReader& reader, JsonValue json, const About& about, LaneWords& value);

/// What of JSON is accepted, as a schema; the value says the type alone (choices_schema.cpp).
boost::json::object choiceSchema(const About& about, std::uint32_t value);
boost::json::object choiceSchema(const About& about, const LaneBytes& value);
boost::json::object choiceSchema(const About& about, const LaneWords& value);

std::optional<Rejection> faultOfChoice(std::string_view field, const About& about, std::uint32_t value);
std::optional<Rejection> faultOfChoice(std::string_view field, const About& about, const LaneBytes& value);
std::optional<Rejection> faultOfChoice(std::string_view field, const About& about, const LaneWords& value);

} // namespace warplaw::spec
