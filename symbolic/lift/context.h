// What every part of a lift shares: the terms, the present path, undefined behaviour found so far, and the first thing
// that is not supported.
#pragma once
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
  explicit Context(Terms& terms) : terms(terms), paths(terms), path(paths.root()) {}

  Terms& terms;
  Paths paths;
  Shapes shapes;
  Path path;                   ///< of the instruction that is being lifted
  std::vector<Term> undefined; ///< any of these: undefined behaviour
  std::vector<Term> exceeded;  ///< any of these: a loop ran past the bound
  std::vector<std::string> notes;

  Term truth(bool b) { return terms.truth(b); }
  Term constant(unsigned width, symbolic::Bits value) { return terms.constant(width, value); }
  void undefinedIf(Term condition) {
    if (path && !condition.isFalse())
      undefined.push_back(path->conjunction & condition);
  }
  /// The first call decides; lifting stops soon after. `what` names the construct.
  void reject(std::string what) {
    if (rejection_.empty())
      rejection_ = where.empty() ? std::move(what) : what + " (in " + where + ")";
  }
  bool rejected() const { return !rejection_.empty(); }
  const std::string& rejection() const { return rejection_; }
  void note(const std::string& text);
  std::string freshName(const std::string& stem) { return stem + std::to_string(++fresh_); }

  std::string where; ///< the function that is being lifted

private:
  std::string rejection_;
  unsigned fresh_ = 0;
};

} // namespace warplaw::lift
