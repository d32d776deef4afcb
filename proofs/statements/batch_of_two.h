// A statement about a call with a batch of one structure, made again for a batch of two: the second structure lies
// behind the first and has variables of its own. A statement about only one of the two uses the first's variables: so
// it is the same term, and the same question, if the code treats both alike.
#pragma once
#include "symbolic/lift/lift.h"
#include "symbolic/terms/walk.h"

namespace warplaw::proofs {
using symbolic::Term;
using symbolic::Terms;

class BatchOfTwo {
public:
  /// `one`: object 0 is the structure, a table of variables and constants; argument 1 is the count, 1.
  BatchOfTwo(Terms& terms, const lift::Input& one);
  const lift::Input& input() const { return input_; }
  static std::string ofSecond(const std::string& name) { return "second." + name; } ///< a field's name, or a variable's
  Term asFirst(Term term) const;  ///< the first structure's variables in place of the second's
  Term asSecond(Term term) const; ///< the other way round

  /// Which structures' variables a term has: none, one of them, both.
  enum Of : unsigned { kNeither, kFirst, kSecond, kBoth };
  /// The owners of terms whose nodes are all among these roots' nodes.
  class Owners {
  public:
    Owners(const BatchOfTwo& batch, std::span<const Term> roots);
    unsigned of(Term term) const { return masks_[walk_.indexOf(term.node())]; }

  private:
    symbolic::Walk walk_;
    std::vector<std::uint8_t> masks_; ///< of walk_'s nodes
  };

private:
  lift::Input input_;
  std::vector<std::pair<Term, Term>> toFirst_, toSecond_;
};

} // namespace warplaw::proofs
