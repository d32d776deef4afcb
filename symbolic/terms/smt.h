// A query as SMT-LIB text (QF_BV, or QF_BVFP where floats are added or compared), from our own printer: the same bytes
// for the same query, so that they can be a cache key.
#pragma once
#include "symbolic/terms/evaluate.h"
#include <optional>

namespace warplaw::symbolic {

/// "Do the assumptions imply the goal?" The text asserts the assumptions and the negated goal: unsat means
/// yes.
struct Query {
  std::vector<Term> assumptions; ///< width 1
  Term goal;                     ///< width 1; null: only ask whether the assumptions can hold (vacuity)
};

/// What the text of a query begins with in which floats are added or compared.
inline constexpr std::string_view kFloatLogic = "(set-logic QF_BVFP)\n";
/// What stands in it where numbers of 16 bits do: cvc5 takes only the other two without its option --fp-exp.
inline constexpr std::string_view kHalf = "(_ to_fp 5 11)";

/// Shared subterms are named once; width-1 terms are Bool; uninterpreted functions become variables with
/// congruence constraints. Ends with check-sat and, for a model, get-value of every variable.
/// The k-th application of f, in the order in which evaluate() meets them over assumptions and goal, is the variable
/// "$f.<k>"; all other names with a $ are the printer's own.
std::string smtLib(const Query& query);

/// Values from a solver's answer to get-value ((v #x..) (w true) (u (_ bv3 5)) ...), by variable name. Throws
/// nothing; malformed text gives nullopt.
std::optional<Assignment> parseModel(std::string_view answer);

} // namespace warplaw::symbolic
