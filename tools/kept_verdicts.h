// The verdicts of the last runs, kept beside the solvers' answers for whoever asks what is known (`warplaw explain`,
// `contradictions`, `report`), and says so. `verify` does not believe them.
#pragma once
#include "proofs/engine/records.h"

namespace warplaw::tools {

class KeptVerdicts {
public:
  /// Those of this run take the place of what was known of its theorems; what else is known stays under what made it.
  /// Nobody misses them where the disk refuses. `directory`: of the cache.
  static void keep(const std::string& directory, const proofs::Provenance& made, const proofs::Records& records);
  /// What this very program has kept there; a rejection where there is nothing, or another program's.
  static spec::Result<proofs::EarlierResults> results(const std::string& directory);
  /// What this very program decided of them: theorems of another may say something else.
  static KeptVerdicts from(const proofs::EarlierResults& results);
  /// When something was kept there last: "2026-11-26 01:44 UTC".
  static std::string lastKept(const std::string& directory);

  /// The theorem's records where each of them is as expected; null where one is not, of what nobody has decided, and
  /// where lines of the file are lost.
  const std::vector<proofs::Record>* decided(const std::string& theorem) const;
  /// Is any verdict of the theorem known?
  bool knows(const std::string& theorem) const { return byTheorem_.contains(theorem); }
  /// "PROVED: 12 proved, 3 refuted as expected, 8 certified"; "not run" where nothing is known of the theorem.
  std::string of(const std::string& theorem) const;

private:
  std::map<std::string, std::vector<proofs::Record>, std::less<>> byTheorem_;
  bool isWhole_ = true;
};

} // namespace warplaw::tools
