#include "fuzz/oracle.h"
#include "concrete/execute.h"
#include "fuzz/placement.h"
#include "spec/surroundings_fields.h"
#include <algorithm>

namespace warplaw::fuzz {
namespace {
spec::Result<void> checkCase(const spec::Case& c) {
  if (auto legal = spec::check(c.instruction); !legal)
    return legal;
  if (auto legal = spec::checkShader(c.instruction, c.shader); !legal)
    return legal;
  if (spec::memoryOf(c) == spec::memoryNamed("generic"))
    if (auto fault = spec::faultOfStorage(c.cells.regions, c.memory.size()))
      return *std::move(fault);
  return spec::check(c.choices, c.instruction.form);
}

} // namespace

Outcome outcomeOf(const spec::Case& c, const spec::Plan& plan, const DatapathRun& datapath) {
  const spec::Operands operands = fetchPlainly(c, plan);
  Outcome outcome{c.warp, c.memory, c.cells};
  spec::Results results = untouchedResults();
  datapath(operands, outcome.memory, outcome.cells, results);
  writeBackPlainly(outcome.warp, plan, operands.exec, results);
  return outcome;
}

Oracle::Oracle() {
  for (auto& fuzzer : allFuzzers())
    fuzzers_[fuzzer->mnemonic()] = std::move(fuzzer);
}

bool Oracle::hasMemory(spec::Mnemonic mnemonic) {
  return std::ranges::any_of(of(mnemonic).layout(), &WordInfo::memory);
}

spec::Result<Outcome> Oracle::encode(const spec::Case& c) {
  if (auto legal = checkCase(c); !legal)
    return legal.error();
  InstructionFuzzer& fuzzer = of(c.instruction.mnemonic());
  const spec::Plan plan = fuzzer.planOf(c.instruction.form, c.choices);
  return outcomeOf(
      c, plan,
      [&](const spec::Operands& operands, std::span<std::uint8_t> memory, spec::SurroundingCells& cells,
          spec::Results& results) { fuzzer.encode(c.instruction.form, c.choices, operands, memory, cells, results); });
}

std::vector<Difference> Oracle::differences(const spec::Case& c, std::string_view path) {
  const auto expected = encode(c);
  std::vector<Difference> all;
  const auto onPath = [&](std::string_view name) {
    const auto got = execute(c, name);
    if (got.has_value() != expected.has_value())
      all.push_back({Kind::Rejection, 0, 0, expected.has_value(), got.has_value()});
    if (!got || !expected)
      return;
    for (const Difference& d :
         compare(c, of(c.instruction.mnemonic()).planOf(c.instruction.form, c.choices), *expected, *got))
      if (std::find(all.begin(), all.end(), d) == all.end())
        all.push_back(d);
  };
  if (!path.empty())
    onPath(path);
  else
    for (const concrete::Path& supported : concrete::paths(c.instruction.mnemonic()))
      if (supported.supported)
        onPath(supported.name);
  return all;
}

} // namespace warplaw::fuzz
