// What came of a run of theorems, whether one process decided them or several shards did: every report is made from
// this.
#pragma once
#include "proofs/engine/report.h"
#include "proofs/engine/results.h"
#include "proofs/engine/runner.h"
#include "proofs/engine/solver.h"
#include "proofs/engine/theorem.h"
#include "tools/inventory.h"
#include "tools/junit.h"
#include "tools/program_verdicts.h"

namespace warplaw::tools {

struct RunResult {
  proofs::Provenance made;
  proofs::Records records; ///< in the order in which their theorems stand, then by name
  double seconds = 0;      ///< from start to end; of shards: of the longest
  InventoryReport inventory;
  std::vector<std::string> gaps;   ///< one line each: what shards left out, or did twice
  std::set<std::string> undecided; ///< theorems that an interrupt left open; some of their obligations may have records
  std::size_t theorems = 0;        ///< that were asked for, where some are undecided
  std::optional<ProgramVerdicts> program; ///< of `verify --program`

  /// What is missing or doubled, by the inventory's account and by that of the shards, or has no certificate.
  std::vector<std::string> allGaps() const;
  proofs::Shortfall shortfall() const; ///< how many of them
  proofs::Summary summary() const;
  proofs::ExitCode exitCode() const;
};

/// Where a theorem of this name stands among them; others stand behind them all.
std::function<std::size_t(const std::string& name)> placesOf(const std::vector<proofs::Theorem>& theorems);
/// Sorts records as RunResult holds them.
void sortAsStated(std::vector<proofs::Record>& records, const std::vector<proofs::Theorem>& theorems);

/// The parts that are the same for all results of this program; no solvers, no limits, nothing asked for.
proofs::Provenance madeByThisProgram();
/// "any: z3 4.8.12, cvc5 1.0.3"
std::string solversText(std::string_view policyName, const proofs::SolverPolicy& policy);

/// "60 s and 4096 MiB an answer"
std::string limitsText(const proofs::RunOptions& options);

/// What a report names of its maker, for people: version, bitcode, compiler, solvers, options, limits.
std::string textOf(const proofs::Provenance& made);
/// The same as a JSON object, without the theorems: as many as there are.
boost::json::object objectOf(const proofs::Provenance& made);

/// Its texts under their names, for JUnit.
std::vector<std::pair<std::string, std::string>> propertiesOf(const proofs::Provenance& made);

struct Since;
/// What was not as expected, the table, what is missing, and what is otherwise than in an earlier run (null: nobody
/// asked); on stdout (stderr: what JSON does not hold).
void show(const RunResult& result, const Since* since, bool json);

/// A case an obligation, and one for each thing that is missing; a suite an instruction.
std::vector<JunitSuite> suitesOf(const RunResult& result);

} // namespace warplaw::tools
