// `warplaw verify --mutants`: tests of the tests. What is changed, weakened or misread must be noticed.
#pragma once
#include "proofs/engine/runner.h"
#include "tools/chosen_theorems.h"
#include "tools/interrupt.h"
#include "tools/options.h"

namespace warplaw::tools {

/// The mode with its options.
class MutantsMode {
public:
  void addOptions(Subcommand& command);
  bool isChosen() const { return !name_.empty(); }
  bool isPaired() const;
  /// `theorems`: those that the filter chooses. Gives the exit code.
  int run(const TheoremFilter& filter, const std::vector<proofs::Theorem>& theorems, proofs::RunOptions run) const;
  /// Where isPaired(), which asks no solver. Rules misread by executor and encoding alike, held against what knows
  /// neither.
  int runPaired(const std::vector<proofs::Theorem>& theorems, const Interrupt& interrupt) const;

private:
  int runOfTheorems(const TheoremFilter& filter, const std::vector<proofs::Theorem>& theorems,
                    proofs::RunOptions run) const;
  int runOfCode(const TheoremFilter& filter, proofs::RunOptions run) const;

  std::string name_; ///< empty: none
  std::size_t perFunction_ = 0;
  std::optional<std::size_t> sample_;
  std::string since_; ///< a results file
};

} // namespace warplaw::tools
