// What every part of a lift shares: the terms, the present path, undefined behaviour found so far, and the first thing
// that is not supported.
#pragma once
#include "symbolic/lift/allow_list.h"
#include "symbolic/lift/cause.h"
#include "symbolic/lift/faults.h"
#include "symbolic/lift/path.h"
#include "symbolic/lift/shape.h"
#include "symbolic/lift/value.h"
#include <optional>
#include <string>
#include <vector>

namespace warplaw::lift {

class Context {
public:
  Context(Terms& terms, bool dividesByPowers, Reasons* reasons)
      : terms(terms), dividesByPowers(dividesByPowers), reasons(reasons), paths(terms), path(paths.root()) {}

  Terms& terms;
  const bool dividesByPowers; ///< Input::dividesByPowers
  Reasons* const reasons;     ///< null: nobody asks for them
  Paths paths;
  Shapes shapes;
  Path path;                                        ///< of the instruction that is being lifted
  std::vector<Term> undefined;                      ///< any of these: undefined behaviour
  std::vector<std::pair<Term, std::string>> causes; ///< those of `undefined` whose place is known
  std::vector<Term> exceeded;                       ///< any of these: a loop ran past the bound
  std::vector<std::string> notes;

  Term truth(bool b) { return terms.truth(b); }
  Term constant(unsigned width, symbolic::Bits value) { return terms.constant(width, value); }
  /// `why` gives a Cause, of which the condition and the place are set here; it is asked only where reasons are.
  template <class Why> void undefinedIf(Term condition, Why why) {
    if (!path || condition.isFalse())
      return;
    undefined.push_back(path->conjunction & condition);
    const std::string place = at ? placeOf(*at) : std::string();
    if (!place.empty())
      causes.emplace_back(undefined.back(), place);
    if (reasons)
      add(reasons->causes, why(), undefined.back(), place);
  }
  /// A value becomes poison under this condition, which is as it goes into the value: no term of its own is made of it.
  template <class Why> void poisonIf(Term condition, Why why) {
    if (!reasons || !path || condition.isFalse())
      return;
    add(reasons->origins, why(), condition, at ? placeOf(*at) : std::string());
    reasons->origins.back().reached = path->conjunction;
  }
  /// The poison of a value, with one more condition for it.
  template <class Why> Term poisoned(Term poison, Term condition, Why why) {
    poisonIf(condition, why);
    return poison | condition;
  }
  /// The first call decides; lifting stops soon after. `what` names the construct.
  void reject(std::string what) {
    if (rejection_.empty())
      rejection_ = where.empty() ? std::move(what) : what + " (in " + where + (at ? placeOf(*at) : "") + ")";
  }
  bool rejected() const { return !rejection_.empty(); }
  const std::string& rejection() const { return rejection_; }
  void note(const std::string& text);
  std::string freshName(const std::string& stem) { return stem + std::to_string(++fresh_); }

  std::string where;                     ///< the function that is being lifted
  const llvm::Instruction* at = nullptr; ///< and where in it; null: at its beginning

private:
  static void add(std::vector<Cause>& to, Cause cause, Term condition, const std::string& place) {
    cause.condition = condition;
    cause.place = place.empty() ? place : place.substr(2); // behind ", "
    to.push_back(std::move(cause));
  }
  std::string rejection_;
  unsigned fresh_ = 0;
};

} // namespace warplaw::lift
