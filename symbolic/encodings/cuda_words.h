// What CUDA's functions have in common as terms: which lanes execute, which say yes, and what they receive. For
// encodings alone.
#pragma once
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {

/// word(lane) for each lane.
template <class F> PerLane<Term> eachLane(F word) {
  PerLane<Term> words;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    words[lane] = word(lane);
  return words;
}

/// The value of an enumeration, as modifiers have it.
template <class Enumeration> Term number(Terms& terms, Enumeration value) {
  return terms.constant(32, static_cast<Bits>(value));
}
inline OperandTerms executedBy(Term exec) {
  OperandTerms operands = constants(exec.terms(), spec::Operands{});
  operands.exec = exec;
  return operands;
}
inline ResultTerms noResults(Terms& terms) { return constants(terms, spec::Results{}); }

/// The mask of the lanes that say yes: those whose word is not 0.
inline Term votesOf(const PerLane<Term>& predicate) {
  return assembled(eachLane([&](unsigned lane) { return isSet(predicate[lane]); }));
}
/// A predicate as a word: 1 or 0.
inline PerLane<Term> numbersOf(Term predicate) {
  return eachLane([&](unsigned lane) { return predicate.bit(lane).zext(32); });
}
/// Lanes of exec receive the new words; the words of other lanes stay.
inline PerLane<Term> received(Term exec, const PerLane<Term>& words, const PerLane<Term>& before) {
  return eachLane([&](unsigned lane) { return exec.bit(lane).ite(words[lane], before[lane]); });
}
/// The new words if the call is accepted; otherwise the words from before.
inline PerLane<Term> chosen(Term accepted, const PerLane<Term>& after, const PerLane<Term>& before) {
  return eachLane([&](unsigned lane) { return accepted.ite(after[lane], before[lane]); });
}

} // namespace warplaw::symbolic
