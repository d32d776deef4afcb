// `warplaw verify FILE.ptx|FILE.cu`: what `run` says of one input of a launch, for all of them (PTX-50, PTX-51).
#pragma once
#include "proofs/kernels/statement.h"
#include "tools/kernel_reports.h"
#include "tools/theorem_run.h"
#include <set>
#include <unistd.h>

namespace warplaw::tools {

/// What is asked besides the launch.
struct KernelQuestions {
  std::optional<std::uint32_t> shared;
  std::optional<unsigned> unroll; ///< none: kTurns, or kFewTurns where arrays are assumed that grow with them
  std::vector<std::string> kept;  ///< parameters whose arrays hold what the launch says, and nothing else
  std::vector<std::string> trees; ///< ARRAY[INDEX], of which the tree of operations is shown
  bool json = false;
  KernelReports reports;
  proofs::kernels::Patience patience = {}; ///< of the machine of terms
};
inline constexpr unsigned kTurns = 64, kFewTurns = 4; ///< of a loop whose end depends on inputs
inline constexpr std::string_view kNothingKnown = "nothing is decided yet";

/// Which bytes of the launch may be anything: arrays that are defined, but for `zero` and what is kept.
spec::Result<proofs::kernels::AnyLaunch> anyLaunch(const PreparedModule& module, const KernelQuestions& questions);
/// Arrays of which nobody said anything are as large as they are indexed; what is not indexed is no array, where the
/// module does not say so. So is dynamic shared memory. Rejected: an index depends on inputs. Nobody said how many
/// turns are looked at, nor required anything, and the more are, the larger are arrays: that few are is assumed, too.
spec::Result<void> sizeAssumed(PreparedModule& module, KernelQuestions& questions);
/// "grid 1, block 64; in: u32[256] holds anything; out: u32[8] was not written; n = 0xc8"
std::string launchText(const PreparedModule& module, const proofs::kernels::AnyLaunch& any);
/// "; both machines agree on 256 random inputs", which the launch's text ends with.
std::string agreedText(unsigned runs);
/// Rows that `verify` and `equal` have.
void addKernelOptions(Subcommand& command, KernelQuestions& questions);

/// What is said of the launch, decided. `seconds` is left to who knows when it began. A rejection with its place.
boost::system::result<KernelVerdicts, BadCase> verdictsOf(const PreparedModule& module, const ModuleOptions& options,
                                                          const KernelQuestions& questions, const Solving& solving,
                                                          const Interrupt& interrupt);

/// What `requires` says, which is assumed of the launch from then on; ghosts come to those given. A rejection with its
/// place.
boost::system::result<std::vector<proofs::kernels::SaidOfKernel>, BadCase>
requiredOf(symbolic::Terms& terms, proofs::kernels::FloatFunctions& functions, const PreparedModule& module,
           proofs::kernels::AnyLaunch& any, proofs::kernels::Ghosts& ghosts);

/// On a terminal: what is refuted is said as soon as it is known, a line each. The report has it again, in its order.
class Early {
public:
  explicit Early(bool speaks) : speaks_(speaks && isatty(STDERR_FILENO)) {}
  /// Tells the verdicts of a KernelProof or a KernelPair.
  template <class Proof> void tell(const KernelVerdicts& names, const Proof& proof) {
    if (speaks_)
      tellAll(names, proof.verdicts());
  }

private:
  void tellAll(const KernelVerdicts& names, const std::vector<proofs::kernels::PlaceVerdict>& verdicts);
  bool speaks_;
  std::set<std::string> told_;
};

/// Shows them, writes the reports, and gives the exit code.
int show(const KernelVerdicts& verdicts, const KernelReports& reports, bool json);

/// Gives the exit code.
int verifyModule(const std::string& path, const ModuleOptions& options, const KernelQuestions& questions,
                 const Solving& solving);

} // namespace warplaw::tools
