// The verdicts of the last runs, kept beside the solvers' answers for whoever asks what is known (`warplaw explain`).
// They are for people: no run believes them.
#pragma once
#include "proofs/engine/results.h"

namespace warplaw::tools {

class KeptVerdicts {
public:
  /// Of this very program; those of any other are none. `directory`: of the cache.
  static KeptVerdicts read(const std::string& directory);
  /// Those of this run take the place of what was known of its theorems. Nobody misses them where the disk refuses.
  static void keep(const std::string& directory, const proofs::Provenance& made,
                   const std::vector<proofs::Record>& records);
  /// Of one file that `verify --results` or `merge --results` wrote, by whichever program.
  static spec::Result<KeptVerdicts> readFile(const std::string& path);

  /// "PROVED: 12 proved, 3 refuted as expected"; "not run" where nothing is known of the theorem.
  std::string of(const std::string& theorem) const;

private:
  std::map<std::string, std::vector<proofs::Record>, std::less<>> byTheorem_;
};

} // namespace warplaw::tools
