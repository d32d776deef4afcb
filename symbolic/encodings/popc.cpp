// POPC as terms: the ones of a word's halves (POPC-1); its plan (POPC-2).
#include "symbolic/encodings/popc.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {
namespace rows = spec::popc_rows;
constexpr unsigned kImmediateBits = 20; // POPC-2

/// As many as in both halves. A word of 2^n bits gives n + 1, which is all that its count can need.
Term ones(Term word) {
  const unsigned width = word.width();
  if (width == 1)
    return word;
  const Term low = ones(word.extract(width / 2 - 1, 0)), high = ones(word.extract(width - 1, width / 2));
  return low.zext(low.width() + 1) + high.zext(high.width() + 1);
}
} // namespace

Term popcLane(const PopcModifierTerms& modifiers, const PopcChoiceTerms&, Term, const LaneWords& words) {
  const Term b = words[rows::kB];
  return ones(isSet(modifiers.inverts).ite(~b, b)).zext(32);
}

Term isLegal(const PopcFormTerms& form) { return isLegalOperand(form.rb, kImmediateBits); }

Term isLegal(const PopcModifierTerms& modifiers) { return atMost(modifiers.inverts, 1); }

PopcModifierTerms popcModifiers(const PopcFormTerms& form) { return {.inverts = form.rb.negated.zext(32)}; }

PlanTerms popcPlan(const PopcFormTerms& form, const PopcChoiceTerms&, const PlanTerms& before) {
  return planOfRd(before, form.rd, {readSignExtended(form.rb.operand, kImmediateBits)});
}

} // namespace warplaw::symbolic
