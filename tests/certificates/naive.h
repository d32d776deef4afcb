// Proofs checked the slow way, from the words of rup.h: every clause is looked at until nothing more follows. With a
// fault in it on purpose, it is what comparisons must notice.
#pragma once
#include "proofs/rup/rup.h"
#include <algorithm>
#include <set>

namespace warplaw::rup {

enum class Fault { None, AddsAnything, NeedsNoEnd, DeletesAnything, DeletesNothing, StopsAtFirstAddition, SkipsUnits };
inline constexpr Fault kFaults[] = {Fault::AddsAnything,   Fault::NeedsNoEnd,           Fault::DeletesAnything,
                                    Fault::DeletesNothing, Fault::StopsAtFirstAddition, Fault::SkipsUnits};

using Clause = std::set<Literal>;
using Formula = std::vector<std::vector<Literal>>;

inline Cnf cnfOf(const Formula& formula, Literal variables) {
  Cnf cnf;
  while (cnf.variables() < variables)
    cnf.newVariable();
  for (const std::vector<Literal>& clause : formula)
    cnf.add(clause);
  return cnf;
}

class Naive {
public:
  Naive(const Cnf& formula, Fault fault) : variables_(formula.variables()), fault_(fault) {
    for (std::size_t i = 0; i < formula.size(); ++i)
      clauses_.emplace(formula.clause(i).begin(), formula.clause(i).end());
    contradictory_ = contradicts(true_);
  }

  bool proves(std::string_view proof, DratFormat format) {
    DratReader reader(proof, format);
    DratStep step;
    while (reader.next(step))
      if (!takes(step))
        return false;
    return !reader.malformed() && (contradictory_ || fault_ == Fault::NeedsNoEnd);
  }

private:
  bool takes(const DratStep& step) {
    const Clause clause(step.clause.begin(), step.clause.end());
    if (std::ranges::any_of(clause, [&](Literal l) { return std::abs(l) > variables_; }))
      return false;
    if (step.deletes) {
      const auto found = clauses_.find(clause);
      if (fault_ == Fault::DeletesNothing || found == clauses_.end())
        return fault_ == Fault::DeletesNothing || fault_ == Fault::DeletesAnything;
      clauses_.erase(found);
      return true;
    }
    if (!follows(clause))
      return false;
    added_ = true;
    clauses_.insert(clause);
    contradictory_ |= contradicts(true_);
    return true;
  }

  bool follows(const Clause& clause) const {
    if (contradictory_ || fault_ == Fault::AddsAnything || (fault_ == Fault::StopsAtFirstAddition && added_) ||
        (fault_ == Fault::SkipsUnits && clause.size() == 1))
      return true;
    std::set<Literal> assumed = true_;
    for (const Literal literal : clause)
      assumed.insert(-literal);
    return contradicts(assumed);
  }

  /// Adds what follows.
  bool contradicts(std::set<Literal>& known) const {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Literal literal : known)
        if (known.contains(-literal))
          return true;
      for (const Clause& clause : clauses_) {
        std::vector<Literal> open;
        bool holds = false;
        for (const Literal literal : clause) {
          holds |= known.contains(literal);
          if (!known.contains(-literal))
            open.push_back(literal);
        }
        if (!holds && open.empty())
          return true;
        if (!holds && open.size() == 1)
          changed |= known.insert(open[0]).second;
      }
    }
    return false;
  }

  Literal variables_;
  Fault fault_;
  std::multiset<Clause> clauses_;
  std::set<Literal> true_;
  bool contradictory_ = false, added_ = false;
};

inline bool naivelyProves(const Cnf& formula, std::string_view proof, DratFormat format, Fault fault = Fault::None) {
  return Naive(formula, fault).proves(proof, format);
}

/// All assignments tried.
inline bool isSatisfiable(const Formula& formula, unsigned variables) {
  for (std::uint32_t bits = 0; bits < 1u << variables; ++bits)
    if (std::ranges::all_of(formula, [bits](const std::vector<Literal>& clause) {
          return std::ranges::any_of(
              clause, [bits](Literal l) { return ((bits >> (std::abs(l) - 1)) & 1) == (l > 0 ? 1u : 0u); });
        }))
      return true;
  return false;
}

} // namespace warplaw::rup
