// Answers of several solvers to one query become one, or the reason why there is none.
#pragma once
#include "proofs/engine/worker.h"
#include <optional>

namespace warplaw::proofs {

struct Agreed {
  RawAnswer::Kind kind = RawAnswer::Kind::Unknown; ///< Sat or Unsat, unless verdict is set
  std::optional<Verdict>
      verdict; ///< Unknown: nobody knows, or (mustAgree) not everybody; Error: they contradict each other
  std::string reason, model, solver, version;
  double seconds = 0; ///< of all of them
};

/// mustAgree: every answer counts, and one that is not definite leaves the question open. Otherwise the first definite
/// one decides, but two definite ones must not contradict each other.
Agreed agree(const std::vector<GivenAnswer>& answers, bool mustAgree);

/// Answers that no solver need be asked for.
struct KnownAnswers {
  std::vector<GivenAnswer> answers;
  bool resumed = true; ///< all of them from the earlier results, none from the cache
};
/// The answers to this query in earlier results and in the cache, if the policy needs no more.
std::optional<KnownAnswers> knownAnswers(const RunOptions& options, const std::string& queryHash,
                                         const Cache::Note& note);
/// A witness that simulation met in an earlier run, if the policy allows simulation. Any other kind of answer under its
/// name is ignored.
std::optional<KnownAnswers> knownWitness(const RunOptions& options, const std::string& queryHash,
                                         const Cache::Note& note);
/// The definite ones, as they are kept.
std::vector<KeptAnswer> toKeep(const SolverPolicy& policy, const std::string& queryHash,
                               const std::vector<GivenAnswer>& answers);

} // namespace warplaw::proofs
