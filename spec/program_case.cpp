// Cases of several warps and programs: what makes two of them equal, their relation to cases of one instruction, and
// their canonical JSON (docs/case_format.md).
#include "spec/program_case.h"
#include "spec/case_parts.h"
#include "spec/described.h"
#include <boost/json/array.hpp>

namespace warplaw::spec {
namespace {
using boost::json::array;
using boost::json::object;

bool shareProgram(const std::vector<WarpCase>& warps) {
  return std::ranges::all_of(warps, [&](const WarpCase& warp) { return warp.program == warps.front().program; });
}

boost::json::value stepToJson(const ProgramStep& step) {
  object choices = choicesToJson(step.choices);
  if (choices.empty())
    return boost::json::value(print(step.instruction));
  object out;
  out["instruction"] = print(step.instruction);
  out["choices"] = std::move(choices);
  return out;
}

array programToJson(const std::vector<ProgramStep>& program) {
  array out;
  for (const ProgramStep& step : program)
    out.push_back(stepToJson(step));
  return out;
}

array warpsToJson(const ProgramCase& c) {
  array out;
  for (const WarpCase& warp : c.warps) {
    object one;
    if (!shareProgram(c.warps))
      one["program"] = programToJson(warp.program);
    writeWarp(one, warp.warp);
    out.push_back(std::move(one));
  }
  return out;
}

object memoriesToJson(const Surroundings& surroundings) {
  object out;
  eachMemory(
      [&](const auto& memory, std::size_t) { addIfAny(out, memory.name, memoryToJson(surroundings.*memory.member)); });
  return out;
}

object expectedToJson(const ProgramExpected& expected) {
  array warps;
  bool any = false;
  for (const Expected& warp : expected.warps) {
    object one;
    writeExpectedWarp(one, warp);
    addIfAny(one, "errors", expectedErrorsToJson(warp));
    any = any || !one.empty();
    warps.push_back(std::move(one));
  }
  object memories, out;
  eachMemory([&](const auto& memory, std::size_t index) {
    addIfAny(memories, memory.name, expectedMemoryToJson(expected.memories[index]));
  });
  if (any)
    out["warps"] = std::move(warps);
  addIfAny(out, "memories", std::move(memories));
  for (auto& part : expectedCellsToJson(expected.cells))
    out[part.key()] = std::move(part.value());
  if (!expected.frame)
    out["frame"] = false;
  return out;
}

/// Equal up to the order of the entries.
bool sameExpected(const std::optional<ProgramExpected>& a, const std::optional<ProgramExpected>& b) {
  return a.has_value() == b.has_value() && (!a || expectedToJson(*a) == expectedToJson(*b));
}

std::string version2(const ProgramCase& c) {
  object out;
  out["version"] = kProgramVersion;
  writeComments(out, c.comment, c.rules);
  if (shareProgram(c.warps))
    out["program"] = programToJson(c.warps.front().program);
  if (c.shader != ShaderKind::Compute)
    out["shader"] = nameOf(c.shader);
  out["warps"] = warpsToJson(c);
  if (c.schedule != defaultSchedule(c.warps))
    out["schedule"] = array(c.schedule.begin(), c.schedule.end());
  array clocks;
  for (const std::uint64_t clock : c.clocks)
    clocks.push_back(boost::json::value(printHex(clock)));
  addIfAny(out, "clocks", std::move(clocks));
  writeCells(out, c.surroundings.cells, inputsOfCta(c.warps.size()));
  addIfAny(out, "memories", memoriesToJson(c.surroundings));
  if (c.expected)
    out["expected"] = expectedToJson(*c.expected);
  return canonicalJson(out);
}

} // namespace

bool operator==(const ProgramCase& a, const ProgramCase& b) {
  const auto sameWarp = [](const WarpCase& x, const WarpCase& y) {
    return sameState(x.warp, y.warp) && x.program == y.program;
  };
  return a.comment == b.comment && a.rules == b.rules && a.shader == b.shader &&
         std::ranges::equal(a.warps, b.warps, sameWarp) && a.schedule == b.schedule &&
         a.surroundings == b.surroundings && a.clocks == b.clocks && sameExpected(a.expected, b.expected);
}

std::size_t stepsOf(const ProgramCase& c) {
  std::size_t steps = 0;
  for (const WarpCase& warp : c.warps)
    steps += warp.program.size();
  return steps;
}

std::vector<unsigned> defaultSchedule(const std::vector<WarpCase>& warps) {
  std::vector<unsigned> schedule;
  for (std::size_t w = 0; w < warps.size(); ++w)
    schedule.insert(schedule.end(), warps[w].program.size(), static_cast<unsigned>(w));
  return schedule;
}

ProgramCase asProgram(const Case& c) {
  ProgramCase program{c.comment, c.rules,           c.shader, {{c.warp, {{c.instruction, c.choices}}}},
                      {0},       surroundingsOf(c), {}};
  if (!c.expected)
    return program;
  program.expected = {{*c.expected}, {}, c.expected->frame, c.expected->cells};
  program.expected->memories[memoryOf(c)] = c.expected->memory;
  program.expected->warps[0].memory.clear();
  program.expected->warps[0].cells.clear();
  program.expected->warps[0].frame = true;
  return program;
}

std::optional<Case> asSingle(const ProgramCase& c) {
  if (c.warps.size() != 1 || c.warps[0].program.size() != 1 || !c.clocks.empty())
    return std::nullopt;
  const ProgramStep& step = c.warps[0].program[0];
  const std::size_t own = rowOf(step.instruction.mnemonic()).memory;
  for (std::size_t memory = 0; memory < kMemories; ++memory) // it has room for one
    if (memory != own &&
        !(memoryIn(c.surroundings, memory).empty() && (!c.expected || c.expected->memories[memory].empty())))
      return std::nullopt;
  Case single{c.comment,    c.rules, step.instruction,    c.shader, c.warps[0].warp, memoryIn(c.surroundings, own),
              step.choices, {},      c.surroundings.cells};
  if (!c.expected)
    return single;
  single.expected = c.expected->warps[0];
  single.expected->memory = c.expected->memories[own];
  single.expected->cells = c.expected->cells;
  single.expected->frame = c.expected->frame;
  return single;
}

std::string toJson(const ProgramCase& c) {
  const auto single = asSingle(c);
  return single ? toJson(*single) : version2(c);
}

} // namespace warplaw::spec
