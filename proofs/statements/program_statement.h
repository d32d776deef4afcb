// What a statement about a program says of one lane (docs/programs.md), as a term over the warps before and after.
#pragma once
#include "proofs/engine/sums.h"
#include "spec/statement.h"
#include "symbolic/encodings/machine.h"
#include <array>

namespace warplaw::proofs {
using symbolic::Term;
using symbolic::Terms;

/// Which registers and predicates a program writes.
struct Written {
  std::array<bool, spec::kRegisters> registers{};
  std::array<bool, spec::kPredicates> predicates{};
};

/// The warps that a statement can be about. Without `after` it is about the state before: `old` makes no difference.
struct Warps {
  const symbolic::WarpTerms& before;
  const symbolic::WarpTerms* after = nullptr;
  const Written* written = nullptr; ///< of `after`
  Term exited = {};                 ///< 32 bits: lanes that have exited; none if it is absent
  /// `after` of a run from the same state in which values that no rule promises are others: what is the same in both,
  /// whatever they are, is promised. Without it no statement may ask.
  const symbolic::WarpTerms* other = nullptr;
};

/// The truth of the statement in that lane (width 1). Rejected (rule "statement", with its place): an expression of the
/// wrong kind, one that names no lane, one that asks for the value afterwards of a register or predicate that no
/// instruction writes, and defined(..) where it need not hold for the whole to hold.
spec::Result<Term> meaningOf(const spec::Statement& statement, unsigned lane, const Warps& warps);

/// The same for warps whose words are constants, and for a statement that meaningOf has accepted: words that cannot
/// change the truth are not read.
spec::Result<Term> valueOf(const spec::Statement& statement, unsigned lane, const Warps& warps);

/// The same with variables of width 1 in place of equalities of words, namely of those that have to hold for it to
/// hold, under whatever conditions: behind ==>, on both sides of &&, within all(..), either branch of a choice.
struct Outline {
  Term truth;
  std::vector<Term> places; ///< the variable of each equality
  std::vector<Equality> equalities;
  std::vector<std::vector<Term>> conditions; ///< of each equality, what stands in front of ==> around it
};
spec::Result<Outline> outlineOf(const spec::Statement& statement, unsigned lane, const Warps& warps);

/// A place where a statement says something of some lanes and words only: what stands behind ==>, or what a sum,
/// all(..) or any(..) ranges over.
struct Conditional {
  const spec::Statement* at; ///< the ==>, sum, all or any, within the statement
  Term applies;              ///< width 1: does what stands there count, in that lane?
};
/// Each place once, in the order of the text. One that the lane never comes to (behind what numbers alone decide) is
/// not listed.
spec::Result<std::vector<Conditional>> conditionalsOf(const spec::Statement& statement, unsigned lane,
                                                      const Warps& warps);

} // namespace warplaw::proofs
