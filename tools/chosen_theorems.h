// Which theorems a command line asks for: by instruction, by name, by code path.
#pragma once
#include "proofs/engine/theorem.h"
#include <functional>

namespace warplaw::proofs {
class Subject;
}

namespace warplaw::tools {

struct TheoremFilter {
  std::vector<std::string> instructions; ///< "SHFL", "machine", in any case; none: all
  std::vector<std::string> names;        ///< patterns (* and ? as in a shell), one of which must fit; none: all
  std::string path;                      ///< "portable"; empty: all
  bool laneLevelOnly = false;            ///< those that --no-fold proves again
  /// All that there is about the instructions that are named.
  bool wholeInstructions() const { return names.empty() && path.empty() && !laneLevelOnly; }
  bool all() const { return instructions.empty() && wholeInstructions(); }
};

std::vector<proofs::Theorem> chosen(std::vector<proofs::Theorem> theorems, const TheoremFilter& filter);
/// Rejects the name of an instruction that no theorem is about, and names the nearest that there is; and a filter that
/// no theorem passes.
spec::Result<std::vector<proofs::Theorem>> chosenOrRejected(std::vector<proofs::Theorem> theorems,
                                                            const TheoremFilter& filter);

/// One hash for all the code that a theorem speaks about.
std::string bitcodeHashOf(const proofs::Subject& subject, const proofs::Theorem& theorem);
/// The same of what ships, for a run's options.
std::function<std::string(const proofs::Theorem&)> shippedBitcodeHash();

} // namespace warplaw::tools
