// A case from JSON (docs/case_format.md): every key, range and version checked, every rejection with its place.
#include "spec/case_parts.h"
#include "spec/program_case.h"
#include "spec/surroundings_fields.h"
#include <fmt/format.h>

namespace warplaw::spec {
namespace {

std::optional<Expected> readExpected(JsonReader& reader, JsonFields& fields, std::string_view memoryName,
                                     std::size_t allocated) {
  const auto value = fields.take("expected");
  if (!value || reader.failed())
    return std::nullopt;
  JsonFields parts(reader, *value);
  return readExpectedParts(reader, parts, memoryName, allocated);
}

} // namespace

Expected readExpectedParts(JsonReader& reader, JsonFields& parts, std::string_view memoryName, std::size_t allocated) {
  Expected expected;
  readExpectedWarp(reader, parts, expected);
  if (const auto memory = parts.take(memoryName))
    expected.memory = readExpectedMemory(reader, *memory, allocated);
  readExpectedErrors(reader, parts, expected);
  expected.cells = readExpectedCells(reader, parts);
  if (const auto frame = parts.take("frame"))
    expected.frame = reader.boolean(*frame);
  parts.finish();
  return expected;
}

Case caseOfVersion1(JsonReader& reader, JsonFields& fields) {
  Case c;
  readComments(reader, fields, c.comment, c.rules);
  if (const auto value = fields.take("instruction"))
    c.instruction = readInstruction(reader, *value);
  else
    reader.reject(fields.object(), "no \"instruction\"", "an instruction's text");
  if (reader.failed())
    return c;
  if (const auto value = fields.take("shader"))
    c.shader = readShader(reader, *value, {&c.instruction, 1});
  readWarp(reader, fields, c.warp);
  if (const auto value = fields.take("errors"))
    readErrors(reader, *value, c.warp);
  const MemoryAbout about = aboutMemory(memoryOf(c));
  if (const auto value = fields.take(about.name))
    c.memory = readMemory(reader, *value, about.mostBytes);
  readCells(reader, fields, c.cells);
  if (c.warp.active & ~aliveLanes(c.cells.inputs) && !reader.failed())
    reader.reject(deadLanes(reader, fields.object(), c.cells.inputs));
  c.choices = defaultChoices(c.instruction.form);
  if (const auto value = fields.take("choices"); value && !reader.failed())
    c.choices = readChoices(reader, *value, c.instruction.form);
  c.expected = readExpected(reader, fields, about.name, c.memory.size());
  fields.finish();
  return c;
}

Result<Case> caseFromJson(std::string_view text) {
  auto read = programCaseFromJson(text);
  if (!read)
    return read.error();
  if (auto single = asSingle(*read))
    return *std::move(single);
  return Rejection{"case-format",
                   fmt::format("{} and {} where one of each is needed", counted(read->warps.size(), "warp"),
                               counted(stepsOf(*read), "instruction")),
                   "a case of one warp and one instruction", 0};
}

} // namespace warplaw::spec
