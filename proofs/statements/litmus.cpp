// Litmus tests as evidence: all outcomes of a program, by search.
#include "proofs/statements/litmus.h"
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warplaw::proofs {
namespace {
namespace litmus = linearize::litmus;
using Words = std::vector<std::uint32_t>;

Obligation::Evidence compare(const Litmus& stated, const litmus::Rules& rules) {
  const litmus::Found found = outcomes(stated.program, rules);
  if (!found.isComplete)
    return {Verdict::Unknown, "", fmt::format("more than {} states", found.states)};
  std::set<Words> loaded;
  std::string ways;
  for (const auto& [outcome, way] : found.outcomes) {
    const Words words(outcome.begin(), outcome.end() - static_cast<std::ptrdiff_t>(stated.program.memory.size()));
    if (loaded.insert(words).second)
      ways += fmt::format("loads give {}: {}\n", fmt::join(words, ", "), way);
    if (!stated.loaded.contains(words))
      return {Verdict::Refuted, "", fmt::format("loads give {}: {}", fmt::join(words, ", "), way)};
  }
  if (loaded != stated.loaded)
    return {Verdict::Refuted, "", "some words are not reached; what is:\n" + ways};
  return {Verdict::Checked, fmt::format("all outcomes of the program: {}", found.outcomes.size()), ways};
}

} // namespace

Obligation outcomesAre(const std::string& prefix, const Litmus& stated) {
  return byEvidence(prefix + "/" + stated.name, Verdict::Checked, [stated] { return compare(stated, stated.rules); });
}

Obligation litmusTwin(const std::string& prefix, const char* name, const Litmus& stated,
                      bool litmus::Rules::* without) {
  return byEvidence(prefix + "/twin/" + name, Verdict::Refuted, [stated, without] {
    litmus::Rules rules = stated.rules;
    rules.*without = false;
    return compare(stated, rules);
  });
}

} // namespace warplaw::proofs
