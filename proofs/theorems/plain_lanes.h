// What instructions whose lanes look at no other have in common: proofs that follow from their names; laws, which speak
// of a lane's words; and operands that may be misread in the same ways.
#pragma once
#include "proofs/statements/instruction.h"
#include "proofs/theorems/theorems.h"
#include <fmt/format.h>

namespace warplaw::proofs {

inline Term number(Term like, symbolic::Bits value) { return like.terms().constant(like.width(), value); }
inline Term isSet(Term flag) { return flag.ne(number(flag, 0)); }
template <class Enum> Term is(Term value, Enum which) { return value.eq(static_cast<symbolic::Bits>(which)); }

/// What a lane fetched: these words in the first rows, 0 in the others; its source predicate is off.
inline LaneWords laneOf(std::initializer_list<Term> words) {
  Terms& terms = words.begin()->terms();
  LaneWords all;
  all.fill(terms.constant(32, 0));
  std::ranges::copy(words, all.begin());
  all.predicate = terms.truth(false);
  return all;
}

/// What holds of any words under these conditions.
struct Law {
  std::string name;
  std::vector<Term> assumed;
  Term holds;
};
/// The theorem <name>/laws of the instruction whose row has that name.
inline Theorem lawsOf(spec::Mnemonic mnemonic, std::vector<std::string> rules, std::string statement,
                      std::function<std::vector<Law>(Terms&)> laws) {
  const std::string name = fmt::format("{}/laws", spec::folderOf(mnemonic));
  return instructionTheorem(name, std::string(spec::textOf(mnemonic)), "", std::move(rules), std::move(statement), "",
                            [name, laws = std::move(laws)](Terms& terms) -> Obligations {
                              std::vector<Obligation> all;
                              for (const Law& law : laws(terms))
                                all.push_back(implied(name + "/" + law.name, law.assumed, law.holds));
                              return all;
                            });
}

/// A plan in which the immediate of a row, of 20 bits and signed, is `spoilt(its 20 bits)`; registers are as they were.
template <class Proof>
WrongEffect wrongImmediate(const Proof& proof, const char* name, unsigned row, std::string rule,
                           std::function<Term(Term)> spoilt) {
  return proof.planBut(name, fmt::format("source[{}].value", row), {std::move(rule)},
                       [row, spoilt = std::move(spoilt)](symbolic::PlanTerms& plan, const auto&...) {
                         symbolic::SourceTerms& source = plan.source[row];
                         const Term isImmediate =
                             source.kind.eq(static_cast<symbolic::Bits>(spec::SourceKind::Immediate));
                         source.value = isImmediate.ite(spoilt(source.value.extract(19, 0)), source.value);
                       });
}
template <class Proof> WrongEffect immediateZeroExtended(const Proof& proof, unsigned row, std::string rule) {
  return wrongImmediate(proof, "immediate-zero-extended", row, std::move(rule),
                        [](Term bits) { return bits.zext(32); });
}
template <class Proof> WrongEffect immediateOf19Bits(const Proof& proof, unsigned row, std::string rule) {
  return wrongImmediate(proof, "immediate-of-19-bits", row, std::move(rule),
                        [](Term bits) { return bits.extract(18, 0).sext(32); });
}

/// The source predicate's negation, and which predicate it is.
template <class Proof> WrongEffect negationDropped(const Proof& proof, std::string rule) {
  return proof.planBut("negation-dropped", "sourcePredicateNegated", {std::move(rule)},
                       [](symbolic::PlanTerms& plan, const auto&...) {
                         plan.sourcePredicateNegated = plan.sourcePredicate.terms().constant(32, 0);
                       });
}
template <class Proof> WrongEffect guardForSourcePredicate(const Proof& proof, std::string rule) {
  return proof.planBut("guard-for-source-predicate", "", {std::move(rule)},
                       [](symbolic::PlanTerms& plan, const auto&...) { plan.sourcePredicate = plan.guardPredicate; });
}

} // namespace warplaw::proofs

/// WARPLAW_PROOF where lanes look at no other, and at nothing around. wrongInput: the encoding after `spoil` changed
/// its modifiers and what the lane fetched; always: after a modifier became that value. wrongResult: what becomes of
/// the right result.
#define WARPLAW_LANE_PROOF(Camel, folder)                                                                              \
  WARPLAW_PROOF(Camel, folder, Lane)                                                                                   \
  [[maybe_unused]] Proof::WrongLane wrongInput(const char* what, const char* rule,                                     \
                                               std::function<void(Modifiers&, LaneWords&)> spoil) {                    \
    return Proof::laneBut(symbolic::folder##Lane, what, {rule},                                                        \
                          [=](Modifiers& m, auto&, LaneWords& words) { spoil(m, words); });                            \
  }                                                                                                                    \
  [[maybe_unused]] Proof::WrongLane always(const char* what, const char* rule, Term Modifiers::* which,                \
                                           symbolic::Bits value) {                                                     \
    return wrongInput(what, rule, [=](Modifiers& m, LaneWords&) { m.*which = number(m.*which, value); });              \
  }                                                                                                                    \
  [[maybe_unused]] Proof::WrongLane wrongResult(                                                                       \
      const char* what, const char* rule,                                                                              \
      std::function<Term(const Modifiers&, const LaneWords&, Term right)> result) {                                    \
    return {what,                                                                                                      \
            [result](const Modifiers& m, const Choices& choices, Term lane, const LaneWords& words) {                  \
              return result(m, words, symbolic::folder##Lane(m, choices, lane, words));                                \
            },                                                                                                         \
            {rule}};                                                                                                   \
  }
