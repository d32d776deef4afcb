// SURED's forms as terms: which are legal, what their datapath is told, which registers they read, which steps of RED's
// they take (SURED-1..6, SURED-9, MACH-3, MACH-7).
#include "symbolic/encodings/sured.h"
#include "symbolic/encodings/wording.h"

namespace warplaw::symbolic {
namespace {
using spec::RedOp;
using spec::RedSize;
using spec::SuredClamp;
using spec::SuredDim;
using spec::SuredSize;
namespace rows = spec::sured_rows;

constexpr unsigned kBankWordBits = 13; // of #tsPtrIdx

/// SURED-2's table, of an operation and a size as wide as they come.
Term isLegalPair(Term op, Term size) {
  const auto has = [&](SuredSize which) { return is(size, which); };
  const Term adds = is(op, RedOp::Add), selects = is(op, RedOp::Min) | is(op, RedOp::Max);
  const Term counts = is(op, RedOp::Inc) | is(op, RedOp::Dec);
  const Term fits = has(SuredSize::U32) |
                    ((has(SuredSize::S32) | has(SuredSize::SD32) | has(SuredSize::U64)) & ~counts) |
                    ((has(SuredSize::S64) | has(SuredSize::SD64)) & selects) |
                    (has(SuredSize::F16x2) & (adds | selects)) | (has(SuredSize::F32) & adds);
  return atMost(op, static_cast<Bits>(RedOp::Xor)) & fits;
}

/// Does this dimension have a second, a third coordinate, layers counted as one?
Term hasSecond(Term dim) { return ~is(dim, SuredDim::D1) & ~is(dim, SuredDim::D1Buffer); }
Term hasThird(Term dim) { return is(dim, SuredDim::D2Array) | is(dim, SuredDim::D3); }

/// As many registers as the dimension has coordinates begin there; RZ begins none (SURED-1, MACH-3).
Term beginsCoordinates(Term dim, Term reg) {
  const Term pair = reg.bit(0).eq(Bits(0)), four = reg.extract(1, 0).eq(Bits(0));
  const Term vector = atMost(reg, 252) & hasThird(dim).ite(four, pair);
  return hasSecond(dim).ite(vector, atMost(reg, spec::kZeroRegister - 1));
}

/// The steps that a size may be: of a surface with signed integers, and of one with unsigned ones.
struct Step {
  SuredSize size;
  RedSize ofSigned, ofUnsigned;
};
constexpr Step kSteps[] = {
    {SuredSize::U32, RedSize::U32, RedSize::U32},  {SuredSize::S32, RedSize::S32, RedSize::S32},
    {SuredSize::SD32, RedSize::S32, RedSize::U32}, {SuredSize::U64, RedSize::U64, RedSize::U64},
    {SuredSize::S64, RedSize::S64, RedSize::S64},  {SuredSize::SD64, RedSize::S64, RedSize::U64},
    {SuredSize::F32, RedSize::F32, RedSize::F32},  {SuredSize::F16x2, RedSize::F16x2, RedSize::F16x2}};

} // namespace

Term suredIsWide(Term size) { return is(size, SuredSize::U64) | is(size, SuredSize::S64) | is(size, SuredSize::SD64); }

Term suredStepSize(Term size, Term isSignedSurface) {
  Terms& terms = size.terms();
  const auto constant = [&](RedSize step) { return terms.constant(32, static_cast<Bits>(step)); };
  Term step = constant(RedSize::U32);
  for (const Step& row : kSteps)
    step = is(size, row.size).ite(isSignedSurface.ite(constant(row.ofSigned), constant(row.ofUnsigned)), step);
  return step;
}

Term isLegal(const SuredFormTerms& form) {
  const Term handle = form.handle.value;
  const Term conditions[] = {
      form.mode.eq(Bits(0)),
      atMost(form.dim, static_cast<Bits>(SuredDim::D3)),
      isLegalPair(form.op, form.size),
      atMost(form.clamp, static_cast<Bits>(SuredClamp::Trap)),
      beginsCoordinates(form.dim, form.coordinates.base.index),
      suredIsWide(form.size).implies(beginsPair(form.rb.index)),
      form.handle.isImmediate.ite(atMost(handle, onesOf(kBankWordBits)), atMost(handle, spec::kZeroRegister - 1)),
  };
  return handle.terms().all(conditions);
}

SuredModifierTerms suredModifiers(const SuredFormTerms& form) {
  const Term isBound = form.handle.isImmediate;
  return {.byteAddress = form.byteAddress.zext(32),
          .dim = form.dim.zext(32),
          .op = form.op.zext(32),
          .size = form.size.zext(32),
          .clamp = form.clamp.zext(32),
          .isBound = isBound.zext(32),
          .tsPtrIdx = isBound.ite(form.handle.value, isBound.terms().constant(32, 0))};
}

Term isLegal(const SuredModifierTerms& modifiers) {
  const Term conditions[] = {
      atMost(modifiers.byteAddress, 1),
      atMost(modifiers.dim, static_cast<Bits>(SuredDim::D3)),
      isLegalPair(modifiers.op, modifiers.size),
      atMost(modifiers.clamp, static_cast<Bits>(SuredClamp::Trap)),
      atMost(modifiers.isBound, 1),
      atMost(modifiers.tsPtrIdx, onesOf(kBankWordBits)),
  };
  return modifiers.op.terms().all(conditions);
}

Term isAllowed(const SuredChoiceTerms& choices) {
  std::vector<Term> conditions = {
      atMost(choices.unlikeZeros, 2),     atMost(choices.invalidIsError, 1), atMost(choices.disabledComesFirst, 1),
      atMost(choices.othersAreSigned, 1), atMost(choices.masksLowBits, 1),   atMost(choices.noElementIsError, 1),
      atMost(choices.layers, 2),          atMost(choices.dropComesFirst, 1)};
  for (const Term reported : choices.reported)
    conditions.push_back(atMost(reported, 2));
  return choices.layers.terms().all(conditions);
}

PlanTerms suredPlan(const SuredFormTerms& form, const SuredChoiceTerms&, const PlanTerms& before) {
  const Term x = form.coordinates.base.index, rb = form.rb.index;
  PlanTerms plan = onlyGuardOf(before);
  plan.excludesHelpers = plan.excludesHelpers.terms().constant(32, 1);
  plan.source[rows::kX] = readRegister(x);
  plan.source[rows::kSecond] = readRegister(hasSecond(form.dim), registerAfter(x, 1));
  plan.source[rows::kThird] = readRegister(hasThird(form.dim), registerAfter(x, 2));
  plan.source[rows::kOperand] = readRegister(rb);
  plan.source[rows::kOperandHigh] = readRegister(suredIsWide(form.size), registerAfter(rb, 1));
  plan.source[rows::kHandle] = readRegister(~form.handle.isImmediate, form.handle.value.extract(7, 0));
  return plan;
}

} // namespace warplaw::symbolic
