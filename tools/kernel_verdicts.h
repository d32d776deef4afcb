// Verdicts of one kernel, or of two: what each is called, where it stands, and the counterexample, run again for the
// step at which it happens. Every report of `verify FILE.ptx|FILE.cu` and `equal` is made from this.
#pragma once
#include "proofs/engine/provenance.h"
#include "proofs/kernels/verify.h"
#include "tools/run_module.h"
#include <map>

namespace warplaw::tools {

/// A counterexample as `run` shows it.
struct Shown {
  std::string what;                                        ///< the finding's sentence, or what does not hold
  std::vector<std::pair<std::string, std::string>> inputs; ///< of each parameter its value, as --arg takes it
  std::vector<std::string> commands;                       ///< that show it again
  std::optional<ptx::Traced> step;                         ///< at which it happens; nothing: of a statement, or a bound
  std::uint32_t lanes = 0;                                 ///< that the finding is about
  std::string arrays;                                      ///< of a statement: what changed
};

struct KernelVerdicts {
  const PreparedModule& module;
  const PreparedModule* second = nullptr; ///< of `equal`
  std::string launch;                     ///< "grid 1, block 64; in: u32[256] holds anything; .."
  std::string compiler;                   ///< options that say who compiles, with a space before them
  std::vector<proofs::kernels::PlaceVerdict> verdicts = {};
  proofs::Provenance made = {};
  double seconds = 0;
  std::string secondCompiler = {};                             ///< as `compiler`, of the second
  std::vector<std::pair<std::string, std::string>> trees = {}; ///< of what was asked for: its name, and the tree

  /// "race"; "ensures" of a statement, "equal" of two kernels: the rule that a report names.
  std::string ruleOf(const proofs::kernels::PlaceVerdict& one) const;
  /// "race", "ensures out[0] == 1", "the same out".
  std::string nameOf(const proofs::kernels::PlaceVerdict& one) const;
  /// "reduce.cu:12"
  std::string placeOf(const proofs::kernels::PlaceVerdict& one) const;
  /// " [inlined at reduce.cu:40]": other words for the place, as `run` shows them; empty: there are none.
  std::string alsoOf(const proofs::kernels::PlaceVerdict& one) const;
  /// What else is to be known of PROVED and CHECKED, a sentence each: which operations they take as functions (PTX-34),
  /// and which places no input comes to, or perhaps none.
  std::vector<std::string> notes() const;
  /// What shows a refuted verdict, one of `verdicts`. It is run once, however many reports ask.
  const Shown& shown(const proofs::kernels::PlaceVerdict& one) const;
  /// The step as a lane table, or the arrays; empty: nothing is to be seen.
  std::string tableOf(const Shown& shown, bool colour) const;
  /// As of the whole: 0, 1 or 3.
  static proofs::ExitCode exitCodeOf(const proofs::kernels::PlaceVerdict& one);
  proofs::ExitCode exitCode() const;
  /// "2 refuted, 1 undecided"; "everything as expected".
  std::string conclusion() const;

  /// For `shown`, which keeps it.
  Shown runAgain(const proofs::kernels::PlaceVerdict& one) const;
  mutable std::map<const proofs::kernels::PlaceVerdict*, Shown> kept = {};
};

/// " --nvcc X", as it was given.
std::string compilerOptions(const ModuleOptions& options);

} // namespace warplaw::tools
