// Cases of format 2 from JSON (docs/case_format.md): warps, programs, schedule, named memories.
#include "spec/case_parts.h"
#include "spec/described.h"
#include "spec/program_case.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::spec {
namespace {

/// "INSTRUCTION", or {"instruction": .., "choices": ..}.
ProgramStep readStep(JsonReader& reader, JsonValue value) {
  ProgramStep step;
  if (reader.kind(value) != JsonKind::Object) {
    step.instruction = readInstruction(reader, value);
    if (!reader.failed())
      step.choices = defaultChoices(step.instruction.form);
    return step;
  }
  JsonFields parts(reader, value);
  const auto instruction = parts.take("instruction"), choices = parts.take("choices");
  if (!instruction)
    reader.reject(value, "no \"instruction\"", "an instruction's text");
  if (!reader.failed())
    step.instruction = readInstruction(reader, *instruction);
  if (reader.failed())
    return step;
  step.choices = choices ? readChoices(reader, *choices, step.instruction.form) : defaultChoices(step.instruction.form);
  parts.finish();
  return step;
}

std::vector<ProgramStep> readProgram(JsonReader& reader, JsonValue value) {
  std::vector<ProgramStep> program;
  const auto steps = reader.elements(value);
  if (steps.empty() || steps.size() > kMaxSteps)
    reader.reject(value, fmt::format("a program of {}", counted(steps.size(), "instruction")),
                  fmt::format("1..{} instructions", kMaxSteps));
  for (const JsonValue step : steps)
    if (!reader.failed())
      program.push_back(readStep(reader, step));
  return program;
}

/// The warps; `shared` is the program of those that bring none of their own.
std::vector<WarpCase> readWarps(JsonReader& reader, JsonFields& fields, const std::vector<ProgramStep>& shared) {
  std::vector<WarpCase> warps;
  const auto value = fields.take("warps");
  if (!value)
    reader.reject(fields.object(), "no \"warps\"", "[{..}], an object for each warp");
  if (reader.failed())
    return warps;
  const auto elements = reader.elements(*value);
  if (elements.empty() || elements.size() > kMaxWarps)
    reader.reject(*value, counted(elements.size(), "warp"), fmt::format("1..{} warps", kMaxWarps));
  bool anyShares = false;
  for (const JsonValue element : elements) {
    if (reader.failed())
      return warps;
    WarpCase& warp = warps.emplace_back();
    JsonFields parts(reader, element);
    const auto own = parts.take("program");
    anyShares = anyShares || !own;
    if (!own && shared.empty())
      reader.reject(element, "a warp without a program", "\"program\" in the warp, or one for all beside \"warps\"");
    warp.program = own ? readProgram(reader, *own) : shared;
    readWarp(reader, parts, warp.warp);
    parts.finish();
  }
  if (!shared.empty() && !anyShares)
    reader.reject(*value, "every warp has a program of its own, and no warp runs the one beside \"warps\"",
                  "one or the other");
  return warps;
}

std::vector<unsigned> readSchedule(JsonReader& reader, JsonValue value, const std::vector<WarpCase>& warps) {
  std::vector<unsigned> schedule;
  std::vector<std::size_t> named(warps.size());
  for (const JsonValue element : reader.elements(value)) {
    const std::uint32_t warp = reader.integer(element, static_cast<std::uint32_t>(warps.size() - 1));
    if (reader.failed())
      return schedule;
    if (++named[warp] > warps[warp].program.size())
      reader.reject(element, fmt::format("warp {} is at its end", warp), "each warp as often as it has instructions");
    schedule.push_back(warp);
  }
  for (std::size_t w = 0; w < warps.size(); ++w)
    if (named[w] < warps[w].program.size())
      reader.reject(value,
                    fmt::format("warp {} has {}, and is named {}", w, counted(warps[w].program.size(), "instruction"),
                                counted(named[w], "time")),
                    "each warp as often as it has instructions");
  return schedule;
}

void readMemories(JsonReader& reader, JsonValue value, Surroundings& surroundings) {
  JsonFields parts(reader, value);
  eachMemory([&](const auto& memory, std::size_t) {
    if (const auto given = parts.take(memory.name))
      surroundings.*memory.member = readMemory(reader, *given, static_cast<std::uint32_t>(memory.about.count - 1));
  });
  parts.finish();
}

std::vector<Expected> readExpectedWarps(JsonReader& reader, JsonValue value, std::size_t warps) {
  std::vector<Expected> expected;
  const auto elements = reader.elements(value);
  if (elements.size() != warps)
    reader.reject(value, fmt::format("expected values of {}", counted(elements.size(), "warp")),
                  fmt::format("one object for each of the {}", counted(warps, "warp")));
  for (const JsonValue element : elements) {
    if (reader.failed())
      break;
    JsonFields parts(reader, element);
    readExpectedWarp(reader, parts, expected.emplace_back());
    readExpectedErrors(reader, parts, expected.back());
    parts.finish();
  }
  return expected;
}

ProgramExpected readExpected(JsonReader& reader, JsonValue value, const ProgramCase& c) {
  ProgramExpected expected;
  JsonFields parts(reader, value);
  expected.warps.resize(c.warps.size());
  if (const auto warps = parts.take("warps"))
    expected.warps = readExpectedWarps(reader, *warps, c.warps.size());
  if (const auto memories = parts.take("memories")) {
    JsonFields names(reader, *memories);
    eachMemory([&](const auto& memory, std::size_t index) {
      if (const auto given = names.take(memory.name))
        expected.memories[index] = readExpectedMemory(reader, *given, (c.surroundings.*memory.member).size());
    });
    names.finish();
  }
  expected.cells = readExpectedCells(reader, parts);
  if (const auto frame = parts.take("frame"))
    expected.frame = reader.boolean(*frame);
  parts.finish();
  return expected;
}

/// inputs, counters, barriers of a CTA; every warp is in it, and every active lane (SR-3).
void readSurroundingCells(JsonReader& reader, JsonFields& fields, ProgramCase& c) {
  SurroundingCells& cells = c.surroundings.cells;
  cells.inputs = inputsOfCta(c.warps.size());
  readCells(reader, fields, cells);
  SpecialInputs inputs = cells.inputs;
  for (const WarpCase& warp : c.warps) {
    if (reader.failed())
      return;
    if (kLanes * inputs.warp >= threadsOf(inputs))
      reader.reject(
          inside(reader, fields.object(),
                 {"SR-3", fmt::format("no thread of the CTA's {} is in warp {}", threadsOf(inputs), inputs.warp),
                  "\"ntid\" of as many threads as the warps have, or fewer warps"}));
    else if (warp.warp.active & ~aliveLanes(inputs))
      reader.reject(deadLanes(reader, fields.object(), inputs));
    ++inputs.warp;
  }
}

std::vector<std::uint64_t> readClocks(JsonReader& reader, JsonValue value, std::size_t turns) {
  std::vector<std::uint64_t> clocks;
  const auto elements = reader.elements(value);
  if (elements.size() != turns)
    reader.reject(value, fmt::format("{} of {}", counted(elements.size(), "clock"), counted(turns, "turn")),
                  "one for each turn of the schedule");
  for (const JsonValue element : elements) {
    const std::uint64_t clock = reader.wideWord(element);
    if (!clocks.empty() && clock < clocks.back() && !reader.failed())
      reader.reject(inside(reader, element,
                           {"SR-3", "the clock runs backwards", fmt::format("{} or later", printHex(clocks.back()))}));
    clocks.push_back(clock);
  }
  return clocks;
}

ProgramCase caseOfVersion2(JsonReader& reader, JsonFields& fields) {
  ProgramCase c;
  readComments(reader, fields, c.comment, c.rules);
  std::vector<ProgramStep> shared;
  if (const auto value = fields.take("program"))
    shared = readProgram(reader, *value);
  c.warps = readWarps(reader, fields, shared);
  if (reader.failed())
    return c;
  if (const auto value = fields.take("shader")) {
    std::vector<Instruction> instructions;
    for (const WarpCase& warp : c.warps)
      for (const ProgramStep& step : warp.program)
        instructions.push_back(step.instruction);
    c.shader = readShader(reader, *value, instructions);
  }
  c.schedule = defaultSchedule(c.warps);
  if (const auto value = fields.take("schedule"))
    c.schedule = readSchedule(reader, *value, c.warps);
  if (const auto value = fields.take("clocks"))
    c.clocks = readClocks(reader, *value, c.schedule.size());
  readSurroundingCells(reader, fields, c);
  if (const auto value = fields.take("memories"))
    readMemories(reader, *value, c.surroundings);
  if (const auto value = fields.take("expected"); value && !reader.failed())
    c.expected = readExpected(reader, *value, c);
  fields.finish();
  return c;
}

} // namespace

Result<ProgramCase> programCaseFromJson(std::string_view text) {
  return readWhole(text, [](JsonReader& reader, JsonFields& fields) -> Result<ProgramCase> {
    if (readVersion(reader, fields) == kProgramVersion)
      return caseOfVersion2(reader, fields);
    return reader.failed() ? ProgramCase{} : asProgram(caseOfVersion1(reader, fields));
  });
}

} // namespace warplaw::spec
