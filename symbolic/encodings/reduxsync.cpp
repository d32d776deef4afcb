// redux.sync as terms: what the live members of each lane's membermask hold, reduced (SYNC-5); its plan.
//
// Floats are words of 32 bits, compared as integers: with the sign bit turned where it is clear, and all bits where it
// is set, their order is the words', -0 right below +0.
#include "symbolic/encodings/reduxsync.h"
#include "symbolic/encodings/float_words.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
using spec::ReduxsyncOp;
using spec::ReduxsyncType;
namespace {

constexpr FloatFormat kFloat = floatFormat(32);
constexpr Bits kFirst = 0, kLast = 0xffffffff; // of all keys; neither is a number's

/// Does this hold of legal operations, types, .abs and .NaN? Fields or words.
Term takes(Term op, Term type, Term abs, Term nan) {
  const Term compares = is(op, ReduxsyncOp::Min) | is(op, ReduxsyncOp::Max), adds = is(op, ReduxsyncOp::Add);
  const Term isInteger = is(type, ReduxsyncType::U32) | is(type, ReduxsyncType::S32);
  const Term isFloat = is(type, ReduxsyncType::F32), isBits = is(type, ReduxsyncType::B32);
  const Term ofFloats = isSet(abs) | isSet(nan);
  return atMost(op, static_cast<Bits>(ReduxsyncOp::Xor)) & atMost(abs, 1) & atMost(nan, 1) &
         compares.ite(isFloat | (isInteger & ~ofFloats), adds.ite(isInteger, isBits) & ~ofFloats);
}

/// One after another from lane 0 on, beginning with `first`; a lane that is not in the part leaves it.
Term reduction(Term part, const PerLane<Term>& words, Bits first, const std::function<Term(Term, Term)>& step) {
  const Term neutral = part.terms().constant(32, first);
  Term all = neutral;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    all = step(all, part.bit(lane).ite(words[lane], neutral));
  return all;
}

} // namespace

Term reduxKey(const ReduxsyncModifierTerms& modifiers, Term word) {
  Terms& terms = word.terms();
  const Term isMax = is(modifiers.op, ReduxsyncOp::Max), isFloat = is(modifiers.type, ReduxsyncType::F32);
  const Term sign = terms.constant(32, kFloat.sign());
  const Term number = isSet(modifiers.abs).ite(word & ~sign, word);
  const Term ofFloat = number ^ isSet(signAlone(number)).ite(terms.constant(32, kLast), sign);
  const Term ofInteger = is(modifiers.type, ReduxsyncType::S32).ite(word ^ sign, word);
  const Term ascending = isFloat.ite(ofFloat, ofInteger);
  const Term key = isMax.ite(~ascending, ascending);
  const Term ofNan = isSet(modifiers.nan).ite(terms.constant(32, kFirst), terms.constant(32, kLast));
  return (isFloat & isNan(word)).ite(ofNan, key);
}

Term reduxWord(const ReduxsyncModifierTerms& modifiers, Term key) {
  Terms& terms = key.terms();
  const Term isMax = is(modifiers.op, ReduxsyncOp::Max), isFloat = is(modifiers.type, ReduxsyncType::F32);
  const Term sign = terms.constant(32, kFloat.sign());
  const Term ascending = isMax.ite(~key, key);
  const Term number = ascending ^ isSet(signAlone(ascending)).ite(sign, terms.constant(32, kLast));
  const Term integer = is(modifiers.type, ReduxsyncType::S32).ite(ascending ^ sign, ascending);
  const Term noNumber = key.eq(kFirst) | key.eq(kLast);
  return isFloat.ite(noNumber.ite(terms.constant(32, kFloat.nan()), number), integer);
}

ReduxResults reduxResults(Term part, const PerLane<Term>& words, const PerLane<Term>& keys) {
  return {.sum = reduction(part, words, 0, [](Term a, Term b) { return a + b; }),
          .conjunction = reduction(part, words, 0xffffffff, [](Term a, Term b) { return a & b; }),
          .disjunction = reduction(part, words, 0, [](Term a, Term b) { return a | b; }),
          .parity = reduction(part, words, 0, [](Term a, Term b) { return a ^ b; }),
          .least = reduction(part, keys, kLast, [](Term a, Term b) { return a.ult(b).ite(a, b); })};
}

Term reduxChosen(const ReduxsyncModifierTerms& modifiers, const ReduxResults& results) {
  const auto asks = [&](ReduxsyncOp op) { return is(modifiers.op, op); };
  const Term bitwise =
      asks(ReduxsyncOp::And).ite(results.conjunction, asks(ReduxsyncOp::Or).ite(results.disjunction, results.parity));
  const Term compares = asks(ReduxsyncOp::Min) | asks(ReduxsyncOp::Max);
  return compares.ite(reduxWord(modifiers, results.least), asks(ReduxsyncOp::Add).ite(results.sum, bitwise));
}

SyncOutcome outcomeOf(const ReduxsyncModifierTerms& modifiers, const OperandTerms& operands,
                      const ReduxsyncChoiceTerms&, const SyncGroups& groups) {
  Terms& terms = modifiers.op.terms();
  const PerLane<Term>& words = operands.row[spec::sync_rows::kValue];
  PerLane<Term> keys;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    keys[lane] = reduxKey(modifiers, words[lane]);
  SyncOutcome outcome{{}, terms.constant(32, 0), terms.truth(true), terms.truth(false)};
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    outcome.word[lane] = reduxChosen(modifiers, reduxResults(groups.part[lane], words, keys));
  return outcome;
}

Term isDefined(const SyncGroups& groups, const ReduxsyncChoiceTerms& choices) {
  return isDefined(groups, choices.overlapIsDefined);
}

ResultTerms reduxsyncEncoding(const ReduxsyncModifierTerms& modifiers, const OperandTerms& operands,
                              const ReduxsyncChoiceTerms& choices, const ResultTerms& before,
                              const ExitedLaneTerms& exited) {
  return syncEncoding(modifiers, operands, choices, before, exited);
}

Term isLegal(const ReduxsyncFormTerms& form) {
  return takes(form.op, form.type, form.abs, form.nan) & isPtxSource(form.ra.index) & isPtxSource(form.membermask);
}

Term isLegal(const ReduxsyncModifierTerms& modifiers) {
  return takes(modifiers.op, modifiers.type, modifiers.abs, modifiers.nan);
}

Term isAllowed(const ReduxsyncChoiceTerms& choices) { return atMost(choices.overlapIsDefined, 1); }

ReduxsyncModifierTerms reduxsyncModifiers(const ReduxsyncFormTerms& form) {
  return {form.op.zext(32), form.type.zext(32), form.abs.zext(32), form.nan.zext(32)};
}

PlanTerms reduxsyncPlan(const ReduxsyncFormTerms& form, const ReduxsyncChoiceTerms&, const PlanTerms& before) {
  PlanTerms plan = onlyGuardOf(before);
  plan.source[spec::sync_rows::kMask] = readOperand(form.membermask);
  plan.source[spec::sync_rows::kValue] = readRegister(form.ra.index);
  plan.destination[0] = form.rd.index.zext(32);
  return plan;
}

} // namespace warplaw::symbolic
