#include "proofs/engine/answer.h"
#include "proofs/engine/simulation.h"
#include <boost/json.hpp>
#include <fmt/format.h>

namespace warplaw::proofs {
namespace json = boost::json;

std::string encodeAnswers(const std::vector<GivenAnswer>& answers) {
  json::array list;
  for (const GivenAnswer& a : answers)
    list.push_back(json::array{a.solver, a.version, static_cast<int>(a.raw.kind), a.raw.detail, a.raw.seconds});
  return json::serialize(list);
}

std::vector<GivenAnswer> decodeAnswers(const std::string& text) {
  std::vector<GivenAnswer> answers;
  const json::value parsed = json::parse(text);
  for (const json::value& value : parsed.as_array()) {
    const json::array& a = value.as_array();
    answers.push_back({std::string(a[0].as_string()),
                       std::string(a[1].as_string()),
                       {static_cast<RawAnswer::Kind>(a[2].to_number<int>()), std::string(a[3].as_string()),
                        a[4].to_number<double>()}});
  }
  return answers;
}

Agreed agree(const std::vector<GivenAnswer>& answers, bool mustAgree) {
  Agreed agreed;
  const GivenAnswer* first = nullptr;
  bool open = answers.empty();
  std::string said;
  for (const GivenAnswer& a : answers) {
    agreed.seconds += a.raw.seconds;
    said += fmt::format("{}{}: {}{}{}", said.empty() ? "" : "; ", a.solver, textOf(a.raw.kind),
                        a.raw.definite() || a.raw.detail.empty() ? "" : ", ", a.raw.definite() ? "" : a.raw.detail);
    if (!a.raw.definite()) {
      open = true;
      continue;
    }
    if (first != nullptr && first->raw.kind != a.raw.kind)
      agreed.verdict = Verdict::Error;
    if (first == nullptr)
      first = &a;
    agreed.solver += (agreed.solver.empty() ? "" : "+") + a.solver;
    agreed.version += (agreed.version.empty() ? "" : "+") + a.version;
  }
  if (agreed.verdict) {
    agreed.reason = "the solvers contradict each other: " + said;
    return agreed;
  }
  if (first == nullptr || (mustAgree && open)) {
    agreed.verdict = Verdict::Unknown;
    agreed.reason = said;
    return agreed;
  }
  agreed.kind = first->raw.kind;
  agreed.model = first->raw.kind == RawAnswer::Kind::Sat ? first->raw.detail : "";
  return agreed;
}

namespace {

/// Adds what earlier results, or else the cache, hold of this solver's.
void addKnown(KnownAnswers& known, const RunOptions& options, const std::string& queryHash, const Solver& solver,
              const Cache::Note& note) {
  const auto add = [&](RawAnswer raw) { known.answers.push_back({solver.name(), solver.version(), std::move(raw)}); };
  if (const auto earlier = options.earlier.answers.find(answerKey(queryHash, solver));
      earlier != options.earlier.answers.end()) {
    add(earlier->second);
  } else if (options.cache != nullptr) {
    if (auto cached = options.cache->find(queryHash, solver, note)) {
      add(std::move(*cached));
      known.resumed = false;
    }
  }
}

} // namespace

std::optional<KnownAnswers> knownAnswers(const RunOptions& options, const std::string& queryHash,
                                         const Cache::Note& note) {
  KnownAnswers known;
  for (const auto& solver : options.policy.solvers) {
    addKnown(known, options, queryHash, *solver, note);
    if (!options.policy.agree && !known.answers.empty())
      return known;
  }
  if (known.answers.empty() || (options.policy.agree && known.answers.size() != options.policy.solvers.size()))
    return std::nullopt;
  return known;
}

std::optional<KnownAnswers> knownWitness(const RunOptions& options, const std::string& queryHash,
                                         const Cache::Note& note) {
  KnownAnswers known;
  if (options.policy.simulates)
    addKnown(known, options, queryHash, *simulation(), note);
  const bool isWitness = !known.answers.empty() && known.answers[0].raw.kind == RawAnswer::Kind::Sat;
  return isWitness ? std::optional(known) : std::nullopt;
}

std::vector<KeptAnswer> toKeep(const SolverPolicy& policy, const std::string& queryHash,
                               const std::vector<GivenAnswer>& answers) {
  std::vector<KeptAnswer> kept;
  std::vector<std::shared_ptr<const Solver>> known = policy.solvers;
  known.push_back(simulation());
  for (const GivenAnswer& a : answers)
    for (const auto& solver : known)
      if (a.raw.definite() && solver->name() == a.solver)
        kept.push_back({answerKey(queryHash, *solver), a.raw});
  return kept;
}

} // namespace warplaw::proofs
