// Hollow laws: see mutants_laws.h.
#include "proofs/mutants/mutants_laws.h"
#include "proofs/mutants/spread.h"
#include "proofs/statements/inventory.h"
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>
#include <map>

namespace warplaw::proofs {
namespace {

/// Some variable that the query speaks of, the widest; null where there is none.
Term someVariable(const Query& query) {
  std::vector<Term> roots = query.assumptions;
  roots.push_back(query.goal);
  const std::vector<Term> variables = symbolic::variablesOf(roots);
  const auto widest = std::ranges::max_element(variables, {}, [](Term variable) { return variable.width(); });
  return widest == variables.end() ? Term() : *widest;
}

struct Hollowing {
  std::string_view name;
  bool (*apply)(Query& query); ///< false where it cannot be applied
};

constexpr Hollowing kHollowings[] = {
    {"its goal is true",
     [](Query& query) {
       query.goal = query.goal.terms().truth(true);
       return true;
     }},
    {"it assumes what is never",
     [](Query& query) {
       const Term x = someVariable(query);
       if (x && x.width() > 1) // more than folding sees
         query.assumptions.push_back(x.terms().raw(
             symbolic::Op::Eq, 1, std::array{x, x.terms().raw(symbolic::Op::Not, x.width(), std::array{x})}));
       else
         query.assumptions.push_back(query.goal.terms().truth(false));
       return true;
     }},
    {"it assumes that something is not 1",
     [](Query& query) {
       const Term x = someVariable(query);
       if (x)
         query.assumptions.push_back(x.ne(x.terms().constant(x.width(), 1)));
       return static_cast<bool>(x);
     }},
};

constexpr std::string_view kAsItIs = "as it is";

/// Is it a law that says something? In a theorem about code, a goal that folded to true has the hash of `true` in the
/// golden list, and obligations that are shown of the code are no laws.
bool isLaw(const Theorem& theorem, const Obligation& o) {
  return !o.check && o.query.goal && o.expected == Verdict::Proved &&
         (theorem.code.empty() || (o.isOfRulesAlone && !o.query.goal.isTrue()));
}

/// The theorem's laws, each as it is and hollowed: names of obligations are "NAME: WHAT".
Theorem hollowed(const Theorem& theorem) {
  Theorem all = theorem;
  all.build = [theorem](Terms& terms) {
    Obligations built = theorem.build(terms);
    auto* obligations = std::get_if<std::vector<Obligation>>(&built);
    if (!obligations)
      return built;
    std::vector<Obligation> mutants;
    const auto add = [&](Obligation o, std::string_view what) {
      o.name = fmt::format("{}: {}", o.name, what);
      mutants.push_back(std::move(o));
    };
    for (const Obligation& o : *obligations) {
      if (!isLaw(theorem, o))
        continue;
      add(o, kAsItIs);
      for (const Hollowing& hollowing : kHollowings)
        if (Obligation mutant = o; hollowing.apply(mutant.query))
          add(std::move(mutant), hollowing.name);
    }
    return Obligations(std::move(mutants));
  };
  return all;
}

bool hasLaws(const Theorem& theorem) {
  Terms terms;
  const Obligations built = theorem.build(terms);
  const auto* obligations = std::get_if<std::vector<Obligation>>(&built);
  return obligations && std::ranges::any_of(*obligations, [&](const Obligation& o) { return isLaw(theorem, o); });
}

/// Takes so many theorems about no code, and as many about code.
std::vector<Theorem> sampled(const std::vector<Theorem>& theorems, std::optional<std::size_t> sample) {
  std::vector<Theorem> all;
  for (const bool isAboutCode : {false, true}) {
    std::vector<Theorem> kind;
    std::ranges::copy_if(theorems, std::back_inserter(kind),
                         [&](const Theorem& theorem) { return theorem.code.empty() != isAboutCode; });
    const std::size_t count = sample.value_or(kind.size());
    std::ranges::move(spread(std::move(kind), count, hasLaws), std::back_inserter(all));
  }
  return all;
}

/// The records of one law, by what was done to it.
using Fates = std::map<std::string, Record, std::less<>>;

TheoremMutant judge(const std::string& law, const std::string& what, Record record, const Fates& fates) {
  TheoremMutant mutant{fmt::format("{}: {}", law, what), Weakening::Law, Notice::Unnoticed, {}};
  const auto line = [&](Record of) {
    of.name = law;
    return goldenLine(of);
  };
  const auto before = fates.find(kAsItIs);
  if (before == fates.end())
    mutant.by = "nothing is known of it as it is";
  else if (record.verdict == Verdict::Vacuous || record.verdict == Verdict::Refuted)
    mutant = {mutant.name, mutant.kind, Notice::Noticed, std::string(textOf(record.verdict))};
  else if (line(before->second) != line(record))
    mutant = {mutant.name, mutant.kind, Notice::Noticed, "the golden list has another line"};
  else if (!record.unfolded.empty() && record.unfolded == before->second.unfolded) // that very query
    mutant = {mutant.name, mutant.kind, Notice::Implied, "its goal is true as it is stated"};
  else
    mutant.by = fmt::format("{}, and its line stays '{}'", textOf(record.verdict), line(record));
  return mutant;
}

} // namespace

std::vector<TheoremMutant> lawMutants(std::vector<Theorem> theorems, std::optional<std::size_t> sample,
                                      RunOptions options, const RunObserver& observer) {
  // a narrowed law may be as hard as the law itself; what notices it is its text, and a time-out notices nothing
  options.timeout = std::min(options.timeout, 1.0);
  theorems = sampled(theorems, sample);
  std::ranges::transform(theorems, theorems.begin(), hollowed);
  std::map<std::string, Fates> laws;
  RunObserver inner;
  inner.onProgress = observer.onProgress;
  inner.onRecord = [&](Record record) {
    const std::size_t colon = std::min(record.name.find(": "), record.name.size());
    const std::string what = colon < record.name.size() ? record.name.substr(colon + 2) : record.reason;
    record.answers.clear(); // much, and nobody looks at it
    laws[record.name.substr(0, colon)].emplace(what, std::move(record));
  };
  run(theorems, options, inner);
  std::vector<TheoremMutant> mutants;
  for (const auto& [law, fates] : laws)
    for (const auto& [what, record] : fates)
      if (what != kAsItIs)
        mutants.push_back(judge(law, what, record, fates));
  return mutants;
}

} // namespace warplaw::proofs
