// Recorded cases: see recorded.h.
#include "tools/recorded.h"
#include "concrete/execute.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::tools {
namespace {
namespace json = boost::json;

constexpr std::string_view kCase = "case", kRecorded = "recorded", kAssembler = "assemblerGives";

/// The plan and the datapath in plain integers, which know neither executor nor encoding.
spec::Result<fuzz::Outcome> plainly(fuzz::Oracle& oracle, const spec::Case& step) {
  const spec::Form& form = step.instruction.form;
  const fuzz::InstructionFuzzer& fuzzer = oracle.of(step.instruction.mnemonic());
  return fuzz::outcomeOf(
      step, fuzzer.planOf(form, step.choices),
      [&](const spec::Operands& operands, std::span<std::uint8_t> memory, spec::SurroundingCells& cells,
          spec::Results& results) { fuzzer.runPlainly(form, step.choices, operands, memory, cells, results); });
}

std::string describe(const fuzz::ProgramDifference& d) { return fuzz::describe(d.difference); }

/// Where a program that runs as `step` says differs from what each case expects.
using Differences = std::vector<fuzz::ProgramDifference>;
spec::Result<Differences> differences(const spec::ProgramCase& c, const fuzz::RunStep& step) {
  const auto outcome = fuzz::run(c, step);
  if (!outcome)
    return outcome.error();
  return fuzz::compareExpected(c, *outcome);
}

std::string differs(const std::string& who, const spec::ProgramCase& c, const fuzz::RunStep& step) {
  const auto found = differences(c, step);
  if (!found)
    return fmt::format("{}: the case is rejected: {}", who, found.error().message);
  return found->empty() ? "" : fmt::format("{}: what was recorded is expected: {}", who, describe(found->front()));
}

std::string executorDiffers(fuzz::Oracle& oracle, const spec::ProgramCase& c) {
  std::string first;
  const auto step = [&](const fuzz::Turn&, const spec::Case& one) {
    const auto found = oracle.differences(one);
    if (first.empty() && !found.empty())
      first = "executor and encoding differ: " + fuzz::describe(found.front());
    return fuzz::execute(one);
  };
  const std::string expected = differs("executor", c, step);
  return first.empty() ? expected : first;
}

/// A place where the assembler gives what the rules give is not one where it differs.
std::string assemblerAgrees(fuzz::Oracle& oracle, const spec::ProgramCase& gives) {
  const auto found = differences(gives, [&](const fuzz::Turn&, const spec::Case& one) { return oracle.encode(one); });
  if (!found)
    return fmt::format("{}: {}", kAssembler, found.error().message);
  std::size_t listed = 0;
  for (const spec::Expected& warp : gives.expected->warps)
    listed += warp.registers.size() + warp.predicates.size();
  return listed && found->size() == listed ? "" : "the assembler is said to differ, and gives what the rules give";
}

} // namespace

bool holdsCase(const json::object& line) { return line.contains(kCase); }

spec::Result<Recorded> recordedFromJson(const json::object& line) {
  const auto wrong = [](std::string what) {
    return spec::Rejection{"recorded", std::move(what), "recorded, case and perhaps assemblerGives"};
  };
  for (const auto& [key, value] : line)
    if (key != kCase && key != kRecorded && key != kAssembler)
      return wrong(fmt::format("{} is no member", std::string_view(key)));
  if (!line.at(kCase).is_object() || !line.contains(kRecorded))
    return wrong("no text that was recorded beside a case");
  auto expects = spec::programCaseFromJson(json::serialize(line.at(kCase)));
  if (!expects)
    return expects.error();
  if (!expects->expected)
    return wrong("a case that expects nothing");
  Recorded recorded{std::move(*expects), std::nullopt};
  if (const json::value* const gives = line.if_contains(kAssembler)) {
    json::object otherwise = line.at(kCase).as_object();
    otherwise["expected"] = *gives;
    auto read = spec::programCaseFromJson(json::serialize(otherwise));
    if (!read)
      return read.error();
    if (!read->expected)
      return wrong("an assembler that gives nothing");
    read->expected->frame = false; // it is said of these places alone
    recorded.assemblerGives = std::move(*read);
  }
  return recorded;
}

std::string differsFromRecorded(fuzz::Oracle& oracle, const Recorded& recorded) {
  const spec::ProgramCase& c = recorded.expects;
  std::string found = executorDiffers(oracle, c);
  if (found.empty())
    found = differs("encoding", c, [&](const fuzz::Turn&, const spec::Case& one) { return oracle.encode(one); });
  if (found.empty())
    found =
        differs("third statement", c, [&](const fuzz::Turn&, const spec::Case& one) { return plainly(oracle, one); });
  if (found.empty() && recorded.assemblerGives)
    found = assemblerAgrees(oracle, *recorded.assemblerGives);
  return found;
}

} // namespace warplaw::tools
