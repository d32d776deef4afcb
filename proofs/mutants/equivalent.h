// Mutants that are known to change nothing: a checked-in list. A mutant that is proved equivalent and is not on it has
// survived, since a proof under a theorem that assumes too much is no excuse.
#pragma once
#include <string>
#include <vector>

namespace warplaw::proofs {

/// Named by what it is, never by a number that moves when something else does.
struct EquivalentMutant {
  /// The function, "symbol calls function", or the theorem whose encoding changes (MutantResult); `*` stands for
  /// anything, here and in the text, where what every instruction has is changed in each (concrete/entry.h).
  std::string where;
  std::string text;  ///< instruction and change; for encodings node, change and output
  std::string why;   ///< why nobody can tell, for people
  bool some = false; ///< of those that the pattern fits: which ones, their place among others decides
  bool isIn(const std::string& place) const;
  bool isAbout(const std::string& place, const std::string& change) const;
};

/// proofs/mutants/equivalent.def.
std::vector<EquivalentMutant> equivalentMutants();

} // namespace warplaw::proofs
