// What case files of version 1 and 2 are made of (docs/case_format.md), a part at a time, in and out. Every reader
// rejects with the place of what is wrong, and gives a default after that.
#pragma once
#include "spec/case_file.h"
#include "spec/counted.h"
#include "spec/json_text.h"
#include <boost/json/object.hpp>
#include <span>

namespace warplaw::spec {

// ---- in

Rejection tooLong(std::size_t bytes);
/// The Result of `read(reader, fields)` on a whole case file; if the reader rejects something, that rejection instead.
template <class Read> auto readWhole(std::string_view text, Read read) {
  using Answer = decltype(read(std::declval<JsonReader&>(), std::declval<JsonFields&>()));
  if (text.size() > kMaxCaseBytes)
    return Answer(tooLong(text.size()));
  JsonReader reader(text);
  if (reader.failed())
    return Answer(reader.rejection());
  JsonFields fields(reader, reader.root());
  Answer made = read(reader, fields);
  return reader.failed() ? Answer(reader.rejection()) : made;
}
/// 0 where it is missing or another.
int readVersion(JsonReader& reader, JsonFields& fields);
/// comment, rules; and what stands beside a case and is no part of it: any, undefined (`exec --json`), got
/// (spec/got.h).
void readComments(JsonReader& reader, JsonFields& fields, std::string& comment, std::vector<std::string>& rules);
Instruction readInstruction(JsonReader& reader, JsonValue value);
/// "compute, vertex, ..": the names of shader kinds, as a rejection lists them.
std::string acceptedShaderKinds();
/// Which all the instructions can run under (ATOMS-11).
ShaderKind readShader(JsonReader& reader, JsonValue value, std::span<const Instruction> instructions);
/// active, helpers, registers, predicates.
void readWarp(JsonReader& reader, JsonFields& fields, Warp& warp);
void readErrors(JsonReader& reader, JsonValue value, Warp& warp);
/// {"allocated": bytes, "words": {..}}
SharedMemory readMemory(JsonReader& reader, JsonValue value, std::uint32_t mostBytes);
Choices readChoices(JsonReader& reader, JsonValue value, const Form& form);
/// registers, predicates.
void readExpectedWarp(JsonReader& reader, JsonFields& parts, Expected& expected);
void readExpectedErrors(JsonReader& reader, JsonFields& parts, Expected& expected);
/// A rejection of what stands inside a value, with the value's path and place.
Rejection inside(const JsonReader& reader, JsonValue value, Rejection rejection);
bool isAny(JsonReader& reader, JsonValue value);
/// inputs, counters, barriers: what is not named keeps its value.
void readCells(JsonReader& reader, JsonFields& fields, SurroundingCells& cells);
/// The rejection of a warp with active lanes that hold no thread of the CTA (SR-3).
Rejection deadLanes(const JsonReader& reader, JsonValue warp, const SpecialInputs& inputs);
/// counters, barriers.
std::vector<Expected::Cell> readExpectedCells(JsonReader& reader, JsonFields& parts);
std::vector<Expected::MemoryWord> readExpectedMemory(JsonReader& reader, JsonValue value, std::size_t allocated);
/// Everything that a case of version 1 expects; it has a memory of this name and size.
Expected readExpectedParts(JsonReader& reader, JsonFields& parts, std::string_view memoryName, std::size_t allocated);
/// What follows the version of a case of version 1.
Case caseOfVersion1(JsonReader& reader, JsonFields& fields);

// ---- out: what is empty or a default is left out

template <class Value> void addIfAny(boost::json::object& out, std::string_view key, Value value) {
  if (!value.empty())
    out[key] = std::move(value);
}
/// The text itself where it is UTF-8; otherwise its ASCII, other bytes as '?', so that the file can be read again.
std::string readable(const std::string& text);
void writeComments(boost::json::object& out, const std::string& comment, const std::vector<std::string>& rules);
/// active, helpers, registers, predicates.
void writeWarp(boost::json::object& out, const Warp& warp);
boost::json::object memoryToJson(const SharedMemory& memory);
/// `defaults`: the inputs that are not written.
void writeCells(boost::json::object& out, const SurroundingCells& cells, const SpecialInputs& defaults);
boost::json::object expectedCellsToJson(const std::vector<Expected::Cell>& expected);
boost::json::object choicesToJson(const Choices& choices);
/// registers, predicates.
void writeExpectedWarp(boost::json::object& out, const Expected& expected);
boost::json::object expectedErrorsToJson(const Expected& expected);
/// All of what is expected of a case of version 1.
boost::json::object expectedToJson(const Expected& expected, std::string_view memoryName);
boost::json::object expectedMemoryToJson(const std::vector<Expected::MemoryWord>& words);

/// The schema of what readCells, or readExpectedCells, takes.
void describeCells(boost::json::object& properties, bool asExpected);

bool sameState(const Warp& a, const Warp& b);

} // namespace warplaw::spec
