// Paired mutants: one rule misread in the same way by executor and encoding. No theorem that compares the two can see
// that, so what must refute it are statements that know neither: the third statement of plan and datapath, and case
// files with what is expected of them. Here the encoding is misread; an executor equal to it is taken as given.
#pragma once
#include "proofs/engine/verdict.h"
#include "proofs/statements/reading.h"
#include <atomic>
#include <string>
#include <vector>

namespace warplaw::proofs {

/// One instruction as the third statement has it: what a form reads and writes, and what its datapath leaves.
struct StatedExample {
  spec::Form form;
  spec::Choices choices;
  spec::Plan plan;
  spec::Operands operands;
  std::vector<std::uint8_t> memory, memoryAfter;
  spec::SurroundingCells cells, cellsAfter;
  spec::Results before, after;
};

/// What a reading of the rules is held against; none of it is made from encodings.
class IndependentStatements {
public:
  virtual ~IndependentStatements() = default;
  /// The same one for a number every time, each number another.
  virtual StatedExample example(spec::Mnemonic mnemonic, std::size_t number) = 0;
  /// Names of case files whose expected values this reading contradicts.
  virtual std::vector<std::string> contradicted(spec::Mnemonic mnemonic, const Reading& reading) = 0;
};

struct PairedResult {
  std::string instruction, name; ///< name empty: the encoding itself, which nothing may refute
  std::vector<std::string> breaks;
  std::vector<std::string> refutedBy; ///< "plan", "datapath", "seeds/atoms-cas-u32.json"; empty: it survived
  std::size_t examples = 0;           ///< how many were looked at
  bool asExpected() const { return refutedBy.empty() == name.empty(); }
};

struct PairedOptions {
  std::vector<std::string> instructions;   ///< only these; empty: all
  std::size_t examples = 4000;             ///< a misreading that so many do not refute has survived the third statement
  std::size_t examplesOfEncoding = 150;    ///< the encoding itself must agree with so many
  const std::atomic<bool>* stop = nullptr; ///< set by a signal handler: what is not begun is left out
};
/// Every misreading of every instruction, and the encodings themselves; reported one by one.
std::vector<PairedResult> runPaired(const std::vector<Readings>& all, IndependentStatements& statements,
                                    const PairedOptions& options,
                                    const std::function<void(const PairedResult&)>& report);

/// One line for people.
std::string textOf(const PairedResult& result);
/// How many of each instruction were refuted, and the survivors.
std::string pairedTable(const std::vector<PairedResult>& results);
/// A survivor, or an encoding that is refuted, is a counterexample; fewer than five misreadings of an instruction say
/// nothing.
ExitCode exitCodeOf(const std::vector<PairedResult>& results);

} // namespace warplaw::proofs
