// The third statement: see third_statement.h.
#include "tools/third_statement.h"
#include "fuzz/placement.h"
#include "spec/program_case.h"
#include "tools/corpus.h"
#include <algorithm>
#include <fmt/format.h>

namespace warplaw::tools {

fuzz::Outcome outcomeOf(const spec::Case& c, const proofs::Reading& reading) {
  const spec::Form& form = c.instruction.form;
  return fuzz::outcomeOf(
      c, reading.plan(form, c.choices),
      [&](const spec::Operands& operands, std::span<std::uint8_t> memory, spec::SurroundingCells& cells,
          spec::Results& results) { reading.run(form, c.choices, operands, memory, cells, results); });
}

spec::Result<std::unique_ptr<ThirdStatement>> ThirdStatement::over(const std::string& corpus) {
  auto files = readCorpus(corpus);
  if (!files)
    return files.error();
  auto made = std::make_unique<ThirdStatement>();
  for (const CorpusCase& file : *files) {
    auto c = spec::asSingle(file.program); // a program is about more than one instruction's reading
    if (c && c->expected)
      made->cases_.push_back({file.name, std::move(*c)});
  }
  return made;
}

proofs::StatedExample ThirdStatement::example(spec::Mnemonic mnemonic, std::size_t number) {
  fuzz::InstructionFuzzer& fuzzer = oracle_.of(mnemonic);
  fuzz::Dice dice(1000003 * (number + 1));
  std::vector<std::uint8_t> record(fuzzer.recordBytes());
  dice.fill(record);
  // a whole case shows what a form may be, a plain one what the record is bent towards
  const spec::Case c = number % 2 ? fuzzer.operandCase(record) : fuzzer.machineCase(record);
  proofs::StatedExample stated;
  stated.form = c.instruction.form;
  stated.choices = c.choices;
  stated.plan = fuzzer.planOf(stated.form, stated.choices);
  stated.operands = fuzz::fetchPlainly(c, stated.plan);
  stated.memory = stated.memoryAfter = {c.memory.begin(), c.memory.end()};
  stated.before = stated.after = fuzz::untouchedResults();
  stated.cells = stated.cellsAfter = c.cells;
  fuzzer.runPlainly(stated.form, stated.choices, stated.operands, stated.memoryAfter, stated.cellsAfter, stated.after);
  return stated;
}

std::vector<std::string> ThirdStatement::contradicted(spec::Mnemonic mnemonic, const proofs::Reading& reading) {
  std::vector<std::string> names;
  for (const auto& [name, c] : cases_) {
    if (c.instruction.mnemonic() != mnemonic || !spec::check(c.instruction))
      continue;
    if (!fuzz::compareExpected(c, outcomeOf(c, reading)).empty())
      names.push_back(name);
  }
  return names;
}

} // namespace warplaw::tools
