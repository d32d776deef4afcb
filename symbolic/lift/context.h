// What every part of a lift shares: the terms, the present path, undefined behaviour found so far, and the first thing
// that is not supported.
#pragma once
#include "symbolic/lift/allow_list.h"
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
  Context(Terms& terms, bool dividesByPowers)
      : terms(terms), dividesByPowers(dividesByPowers), paths(terms), path(paths.root()) {}

  Terms& terms;
  const bool dividesByPowers; ///< Input::dividesByPowers
  Paths paths;
  Shapes shapes;
  Path path;                                        ///< of the instruction that is being lifted
  std::vector<Term> undefined;                      ///< any of these: undefined behaviour
  std::vector<std::pair<Term, std::string>> causes; ///< those of `undefined` whose place is known
  std::vector<Term> exceeded;                       ///< any of these: a loop ran past the bound
  std::vector<std::string> notes;

  Term truth(bool b) { return terms.truth(b); }
  Term constant(unsigned width, symbolic::Bits value) { return terms.constant(width, value); }
  void undefinedIf(Term condition) {
    if (!path || condition.isFalse())
      return;
    undefined.push_back(path->conjunction & condition);
    if (std::string place = at ? placeOf(*at) : std::string(); !place.empty())
      causes.emplace_back(undefined.back(), std::move(place));
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
  std::string rejection_;
  unsigned fresh_ = 0;
};

} // namespace warplaw::lift
