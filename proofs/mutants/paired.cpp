// Paired mutants: see paired.h.
#include "proofs/mutants/paired.h"
#include "spec/counted.h"
#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace warplaw::proofs {
namespace {

bool same(const spec::Plan& a, const spec::Plan& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

/// The third statement of plan and datapath, until one of them refutes the reading.
void holdAgainstExamples(const Reading& reading, spec::Mnemonic mnemonic, IndependentStatements& statements,
                         std::size_t most, PairedResult& result) {
  for (std::size_t number = 0; number < most && result.refutedBy.empty(); ++number) {
    const StatedExample stated = statements.example(mnemonic, number);
    ++result.examples;
    if (!same(reading.plan(stated.form, stated.choices), stated.plan)) {
      result.refutedBy.emplace_back("plan");
      continue;
    }
    std::vector<std::uint8_t> memory = stated.memory;
    spec::Results results = stated.before;
    spec::SurroundingCells cells = stated.cells;
    reading.run(stated.form, stated.choices, stated.operands, memory, cells, results);
    if (std::memcmp(&results, &stated.after, sizeof results) != 0 || memory != stated.memoryAfter ||
        !(cells == stated.cellsAfter))
      result.refutedBy.emplace_back("datapath");
  }
}

PairedResult heldAgainst(const Reading& reading, spec::Mnemonic mnemonic, IndependentStatements& statements,
                         std::size_t most, PairedResult result) {
  holdAgainstExamples(reading, mnemonic, statements, most, result);
  for (std::string& name : statements.contradicted(mnemonic, reading))
    result.refutedBy.push_back(std::move(name));
  return result;
}

struct Count {
  std::size_t misread = 0, refuted = 0;
};
std::map<std::string, Count> countsOf(const std::vector<PairedResult>& results) {
  std::map<std::string, Count> counts;
  for (const PairedResult& result : results) {
    Count& count = counts[result.instruction];
    count.misread += !result.name.empty();
    count.refuted += !result.name.empty() && !result.refutedBy.empty();
  }
  return counts;
}

} // namespace

std::vector<PairedResult> runPaired(const std::vector<Readings>& all, IndependentStatements& statements,
                                    const PairedOptions& options,
                                    const std::function<void(const PairedResult&)>& report) {
  std::vector<PairedResult> results;
  const auto add = [&](PairedResult result) {
    if (report)
      report(result);
    results.push_back(std::move(result));
  };
  const auto stopped = [&] { return options.stop && options.stop->load(); };
  for (const Readings& readings : all) {
    if (stopped())
      break;
    const std::string instruction(spec::textOf(readings.mnemonic));
    if (!options.instructions.empty() &&
        std::ranges::find(options.instructions, instruction) == options.instructions.end())
      continue;
    add(heldAgainst(readings.encoding, readings.mnemonic, statements, options.examplesOfEncoding,
                    {instruction, {}, {}, {}, 0}));
    for (const Misreading& wrong : readings.wrong) {
      if (stopped())
        break;
      add(heldAgainst(wrong.reading, readings.mnemonic, statements, options.examples,
                      {instruction, wrong.name, wrong.breaks, {}, 0}));
    }
  }
  return results;
}

std::string textOf(const PairedResult& result) {
  if (result.name.empty())
    return result.asExpected() ? fmt::format("agrees    {}: the encoding, {}", result.instruction,
                                             spec::counted(result.examples, "example"))
                               : fmt::format("DISAGREES {}: the encoding, refuted by {}", result.instruction,
                                             fmt::join(result.refutedBy, ", "));
  const std::string what = fmt::format("{} {} ({})", result.instruction, result.name, fmt::join(result.breaks, ", "));
  if (result.refutedBy.empty())
    return fmt::format("SURVIVED  {}: {}", what, spec::counted(result.examples, "example"));
  return fmt::format("refuted   {}: by {}; {}", what, fmt::join(result.refutedBy, ", "),
                     spec::counted(result.examples, "example"));
}

std::string pairedTable(const std::vector<PairedResult>& results) {
  std::string text;
  for (const auto& [instruction, count] : countsOf(results))
    text +=
        fmt::format("{:<8} {} misread, {} refuted\n", instruction, spec::counted(count.misread, "rule"), count.refuted);
  for (const PairedResult& result : results)
    if (!result.asExpected())
      text += textOf(result) + "\n";
  return text;
}

ExitCode exitCodeOf(const std::vector<PairedResult>& results) {
  constexpr std::size_t kLeast = 5; // of each instruction
  if (!std::ranges::all_of(results, &PairedResult::asExpected))
    return ExitCode::Counterexample;
  const auto counts = countsOf(results);
  const bool enough = std::ranges::all_of(counts, [](const auto& one) { return one.second.misread >= kLeast; });
  return enough && !counts.empty() ? ExitCode::AsExpected : ExitCode::Inconclusive;
}

} // namespace warplaw::proofs
