// `warplaw verify`: theorems of instructions, which warplaw-verify has (commands.def), and the rest, which it has not.
#pragma once
#include "proofs/engine/runner.h"
#include "tools/chosen_theorems.h"
#include "tools/places.h"
#include "tools/report_files.h"
#include "tools/run_files.h"
#include "tools/theorem_run.h"
#include <memory>
#include <optional>

namespace warplaw::tools {

struct VerifyOptions : Solving {
  TheoremFilter which;
  std::vector<std::string> positional; ///< more instructions; or a file whose kernel is proved instead
  std::string results, resume, counterexamples = "counterexamples";
  std::string golden = places().golden;
  std::string shard, costs = places().costs;
  std::string program; ///< a program's text, whose statements are proved instead
  ReportFiles reports;
  bool noFold = false, json = false, list = false, writeGolden = false;
};

/// What a program's text makes of the records of its theorems.
struct ProgramWords {
  std::function<proofs::Record(const proofs::Record&)> inWords;
  std::function<ProgramVerdicts(const std::vector<proofs::Record>&, const std::set<std::string>& undecided)> verdicts;
  bool everyLane = false; ///< a line for what is as expected, too
};

/// Everything that a run needs, checked before anything is made.
struct Prepared {
  std::vector<proofs::Theorem> theorems;
  proofs::Provenance made;
  std::unique_ptr<proofs::Cache> cache;
  RunFiles files;
  ReportFiles reports;
  proofs::RunOptions run;
  std::optional<ProgramWords> program; ///< of --program
};

/// The theorems that are asked for: all that were chosen, or one shard of them.
spec::Result<void> share(const VerifyOptions& options, std::vector<proofs::Theorem> theorems, Prepared& prepared);
class VerifyRest;
spec::Result<void> prepare(const VerifyOptions& options, const Interrupt& interrupt, VerifyRest* rest,
                           Prepared& prepared);
int verifyTheorems(const VerifyOptions& options, Prepared& prepared, Interrupt& interrupt);
int list(const VerifyOptions& options, const Prepared& prepared);

/// Kernels, programs, mutants, certificates, and counterexamples made small: with their options. Where one of them was
/// asked for, it gives the exit code.
class VerifyRest {
public:
  virtual ~VerifyRest() = default;
  virtual void addOptions(Subcommand& command) = 0;
  virtual void addProgramOptions(Subcommand& command, std::string& program) = 0;
  /// Asked first. Verifies a kernel, or anything else that is not about instructions.
  virtual std::optional<int> verifyKernel(const VerifyOptions& options) = 0;
  virtual std::optional<int> verifyProgram(const VerifyOptions& options, Interrupt& interrupt) = 0;
  /// Rules misread by executor and encoding alike, which no solver is asked of.
  virtual std::optional<int> runPaired(const std::vector<proofs::Theorem>& theorems, const Interrupt& interrupt) = 0;
  virtual spec::Result<void> prepare(const VerifyOptions& options, Prepared& prepared) = 0;
  virtual std::optional<int> runMutants(const VerifyOptions& options, Prepared& prepared) = 0;
};
/// Weak, so that a program may be linked without it.
[[gnu::weak]] std::shared_ptr<VerifyRest> makeVerifyRest();

} // namespace warplaw::tools
