// ATOMS's rules as executor and encoding might both misread them (ATOMS-2, -4..10, MACH-3, -4, -7): the third statement
// must refute each (mutants/paired.h).
#include "proofs/theorems/atoms_theorems.h"
#include <algorithm>
#include <numeric>

namespace warplaw::proofs {
namespace atoms {
namespace {
using symbolic::AtomsAccess;
using symbolic::AtomsChoiceTerms;
using symbolic::AtomsFormTerms;
using symbolic::AtomsModifierTerms;
using symbolic::AtomsSpin;
using symbolic::AtomsStep;
using symbolic::PlanTerms;
namespace rows = spec::atoms_rows;

// --- Plan and modifiers. ---

struct Read { // of a form
  AtomsFormTerms form;
  AtomsChoiceTerms choices;
  Term wide() const { return form.size.eq(static_cast<Bits>(AtomsSize::U64)); }
  Term is(AtomsOp op) const { return form.op.eq(static_cast<Bits>(op)); }
  Term isFlag() const { return is(AtomsOp::Cast) | is(AtomsOp::CastSpin); }
  Term swaps() const { return is(AtomsOp::Cas) | isFlag(); }
  Term impliesSwap() const { return swaps() & isRz(form.rc.index) & choices.impliedSwap.eq(Bits(1)); }
  static Term isRz(Term reg) { return reg.eq(Bits(spec::kZeroRegister)); }
  Term number(Bits value) const { return form.op.terms().constant(32, value); }
};

std::vector<WrongEffect> misreadPlans(const Proof& proof) {
  const auto ofPlan = [&](const char* name, const char* rule, auto spoil) {
    return proof.planBut(name, "", {rule},
                         [spoil](PlanTerms& plan, const AtomsFormTerms& form, const AtomsChoiceTerms& choices) {
                           spoil(plan, Read{form, choices});
                         });
  };
  const auto set = [](Term& cell, Term when, Term value) { cell = when.ite(value, cell); };
  return {ofPlan("implied-swap-is-one-after-rb", "ATOMS-8",
                 [=](PlanTerms& plan, const Read& read) {
                   const Term rb = read.form.rb.index.zext(32), implied = read.impliesSwap();
                   set(plan.source[rows::kSwap].value, implied, rb + Bits(1));
                   set(plan.source[rows::kSwapHigh].value, implied & read.wide(), rb + Bits(2));
                 }),
          ofPlan("implied-swap-where-no-vector-fits", "MACH-3",
                 [=](PlanTerms& plan, const Read& read) {
                   const Term last = read.form.rb.index.eq(Bits(252)) & read.wide() & read.impliesSwap();
                   set(plan.source[rows::kSwap].value, last, read.number(254));
                 }),
          ofPlan("zero-pair-continues-at-R0", "MACH-3",
                 [=](PlanTerms& plan, const Read& read) {
                   const Term zero = read.wide() & Read::isRz(read.form.rb.index);
                   set(plan.source[rows::kOperandHigh].value, zero, read.number(0));
                 }),
          ofPlan("swap-of-zero-has-a-high-word", "MACH-3",
                 [=](PlanTerms& plan, const Read& read) {
                   const Term zero = read.wide() & read.swaps() & ~read.impliesSwap() & Read::isRz(read.form.rc.index);
                   set(plan.source[rows::kSwapHigh].value, zero, read.form.rb.index.zext(32) + Bits(3));
                 }),
          ofPlan("dropped-pair-writes-R0", "MACH-3",
                 [=](PlanTerms& plan, const Read& read) {
                   set(plan.destination[1], read.wide() & Read::isRz(read.form.rd.index), read.number(0));
                 }),
          ofPlan("flag-never-takes-a-pair", "ATOMS-9",
                 [=](PlanTerms& plan, const Read& read) {
                   set(plan.destination[1], read.isFlag(), read.number(spec::kZeroRegister));
                 }),
          ofPlan("old-value-in-one-register", "ATOMS-6",
                 [](PlanTerms& plan, const Read& read) { plan.destination[1] = read.number(spec::kZeroRegister); }),
          ofPlan("pair-of-rb-for-32-bits", "ATOMS-8",
                 [](PlanTerms& plan, const Read& read) {
                   plan.source[rows::kOperandHigh] = {plan.source[rows::kOperand].kind,
                                                      read.form.rb.index.zext(32) + Bits(1)};
                 }),
          ofPlan("high-word-first", "MACH-3", [=](PlanTerms& plan, const Read& read) {
            const Term low = plan.source[rows::kOperand].value, high = plan.source[rows::kOperandHigh].value;
            set(plan.source[rows::kOperand].value, read.wide(), high);
            set(plan.source[rows::kOperandHigh].value, read.wide(), low);
          })};
}

std::vector<WrongEffect> misreadOffsets(const Proof& proof) {
  const auto ofOffset = [&](const char* name, auto wrong) {
    return proof.modifiersBut(name, "", {"ATOMS-2"}, [wrong](AtomsModifierTerms& modifiers, const auto&) {
      modifiers.imm24 = wrong(modifiers.imm24);
    });
  };
  return {ofOffset("offset-counts-words",
                   [](Term imm24) { return imm24.extract(21, 0).concat(imm24.terms().constant(2, 0)).zext(32); }),
          ofOffset("offset-of-20-bits", [](Term imm24) { return imm24 & Bits(0xfffff); })};
}

// --- The datapath, by its pieces. ---

/// The whole datapath with other pieces; `choices` changes what is chosen first.
Misreading ofRun(std::string name, std::string rule, const Pieces& pieces,
                 const std::function<void(spec::AtomsChoices&)>& change = {}) {
  Proof proof = proofOf();
  proof.onWords = Proof::ofWords([pieces, change](const spec::AtomsModifiers& modifiers, const spec::Operands& operands,
                                                  spec::AtomsChoices choices, std::span<std::uint8_t> memory,
                                                  const spec::SurroundingCells&, spec::Results& results) {
    if (change)
      change(choices);
    runOnWords(modifiers, operands, choices, memory, results, pieces);
  });
  return {std::move(name), {std::move(rule)}, proof.reading()};
}

Misreading ofAccess(const char* name, const char* rule, std::function<AtomsAccess(const AccessMade&)> wrong) {
  return ofRun(name, rule, {.access = std::move(wrong)});
}
/// The checks of another address.
AtomsAccess at(AccessMade made, Term address) {
  made.base = address;
  made.imm24 = made.baseIsZero = address.terms().constant(32, 0);
  return made.encoded();
}
Term bytesOf(const AccessMade& made) { return made.base.terms().constant(32, spec::bytesOf(made.size)); }
AtomsAccess performsIf(AtomsAccess access, Term performs) {
  access.performs = performs;
  access.error = performs.ite(access.error.terms().constant(8, 0), access.error);
  return access;
}

std::vector<Misreading> misreadAccesses() {
  return {ofAccess("offset-zero-extended", "ATOMS-2",
                   [](const AccessMade& p) { return at(p, p.base + p.imm24.extract(23, 0).zext(32)); }),
          ofAccess("offset-always-sign-extended", "ATOMS-2",
                   [](const AccessMade& p) { return at(p, p.base + p.imm24.extract(23, 0).sext(32)); }),
          ofAccess("offset-without-its-base", "ATOMS-2",
                   [](const AccessMade& p) { return at(p, p.imm24.extract(23, 0).zext(32)); }),
          ofAccess("end-wraps-at-32-bits", "ATOMS-4",
                   [](const AccessMade& p) {
                     const AtomsAccess a = p.encoded();
                     const Term inside = (a.address + bytesOf(p)).ule(p.allocated);
                     const Term aligned = (a.address & (bytesOf(p) - Bits(1))).eq(Bits(0));
                     return performsIf(a, p.executes & inside & aligned);
                   }),
          ofAccess("last-access-excluded", "ATOMS-4",
                   [](const AccessMade& p) {
                     AtomsAccess a = p.encoded();
                     const Term last = a.performs & (a.address + bytesOf(p)).eq(p.allocated);
                     a.performs = a.performs & ~last;
                     a.error = last.ite(a.error.terms().constant(8, 1), a.error);
                     return a;
                   }),
          ofAccess("aligned-to-words-is-enough", "ATOMS-4",
                   [](const AccessMade& p) {
                     const AtomsAccess a = p.encoded();
                     const Term fits = bytesOf(p).ule(p.allocated) & a.address.ule(p.allocated - bytesOf(p));
                     return performsIf(a, p.executes & fits & (a.address & Bits(3)).eq(Bits(0)));
                   }),
          ofAccess("other-error-first", "MACH-8",
                   [](AccessMade p) {
                     p.misalignedFirst = ~p.misalignedFirst;
                     return p.encoded();
                   }),
          ofAccess("error-kinds-exchanged", "ATOMS-4",
                   [](const AccessMade& p) {
                     AtomsAccess a = p.encoded();
                     const auto kind = [&](spec::ErrorKind k) { return a.error.terms().constant(8, Bits(k)); };
                     const Term outside = kind(spec::ErrorKind::AddressOutOfRange),
                                misaligned = kind(spec::ErrorKind::MisalignedAddress);
                     a.error = a.error.eq(outside).ite(misaligned, a.error.eq(misaligned).ite(outside, a.error));
                     return a;
                   }),
          ofAccess("error-of-silent-lanes", "MACH-1",
                   [](const AccessMade& p) {
                     AccessMade executing = p;
                     executing.executes = p.executes.terms().truth(true);
                     AtomsAccess a = p.encoded();
                     a.error = executing.encoded().error;
                     return a;
                   }),
          ofAccess("lane-in-error-clamped", "ATOMS-4", [](const AccessMade& p) {
            const AtomsAccess a = p.encoded();
            AtomsAccess b = at(p, a.performs.ite(a.address, p.base.terms().constant(32, 0)));
            b.error = p.executes.ite(a.error, a.error.terms().constant(8, 0));
            return b;
          })};
}

/// One operation's step said otherwise.
Misreading ofStep(const char* name, const char* rule, std::function<AtomsStep(const StepMade&)> wrong) {
  return ofRun(name, rule, {.step = std::move(wrong)});
}
Term number(const StepMade& o, Bits value) { return o.m.terms().constant(o.m.width(), value); }
/// What one operation leaves in memory.
Misreading ofValue(const char* name, AtomsOp op, std::function<Term(const StepMade&)> wrong) {
  return ofStep(name, "ATOMS-6", [op, wrong](const StepMade& o) {
    AtomsStep step = o.encoded();
    if (o.op == op)
      step.newValue = wrong(o);
    return step;
  });
}
/// One operation taken for another.
Misreading ofOp(const char* name, AtomsOp op, AtomsOp other) {
  return ofValue(name, op,
                 [other](const StepMade& o) { return symbolic::atomsStep(other, o.size, o.m, o.b, o.c).newValue; });
}

std::vector<Misreading> misreadOperations() {
  return {
      ofValue("inc-starts-again-one-late", AtomsOp::Inc,
              [](const StepMade& o) { return o.b.ult(o.m).ite(number(o, 0), o.m + Bits(1)); }),
      ofValue("inc-goes-to-rb", AtomsOp::Inc, [](const StepMade& o) { return o.b.ule(o.m).ite(o.b, o.m + Bits(1)); }),
      ofValue("dec-goes-below-zero", AtomsOp::Dec,
              [](const StepMade& o) { return o.b.ult(o.m).ite(o.b, o.m - Bits(1)); }),
      ofValue("dec-keeps-what-exceeds-rb", AtomsOp::Dec,
              [](const StepMade& o) { return o.m.eq(Bits(0)).ite(o.b, o.m - Bits(1)); }),
      ofValue("dec-starts-again-at-rb", AtomsOp::Dec,
              [](const StepMade& o) { return (o.m.eq(Bits(0)) | o.b.ule(o.m)).ite(o.b, o.m - Bits(1)); }),
      ofValue("min-always-unsigned", AtomsOp::Min,
              [](StepMade o) { return StepMade{o.op, AtomsSize::U32, o.m, o.b, o.c}.encoded().newValue; }),
      ofValue("max-always-signed", AtomsOp::Max,
              [](StepMade o) { return StepMade{o.op, AtomsSize::S32, o.m, o.b, o.c}.encoded().newValue; }),
      ofValue("add-saturates", AtomsOp::Add,
              [](const StepMade& o) { return (o.m + o.b).ult(o.m).ite(number(o, 0xffffffff), o.m + o.b); }),
      ofValue("exchange-only-if-larger", AtomsOp::Exch, [](const StepMade& o) { return o.m.ult(o.b).ite(o.b, o.m); }),
      ofOp("and-taken-for-or", AtomsOp::And, AtomsOp::Or),
      ofOp("xor-taken-for-or", AtomsOp::Xor, AtomsOp::Or),
      ofOp("min-taken-for-max", AtomsOp::Min, AtomsOp::Max),
      ofStep("returns-the-new-value", "ATOMS-6", [](const StepMade& o) {
        AtomsStep step = o.encoded();
        if (!compares(o.op))
          step.returned = step.newValue;
        return step;
      })};
}

std::vector<Misreading> misreadCompares() {
  const auto ofCompare = [](const char* name, const char* rule, auto wrong) {
    return ofStep(name, rule,
                  [wrong](const StepMade& o) { return compares(o.op) ? wrong(o, o.encoded()) : o.encoded(); });
  };
  return {
      ofCompare("compare-and-swap-exchanged", "ATOMS-7", // the claim
                [](const StepMade& o, const AtomsStep&) { return symbolic::atomsStep(o.op, o.size, o.m, o.c, o.b); }),
      ofCompare("failed-compare-stores-too", "ATOMS-7",
                [](const StepMade& o, AtomsStep step) {
                  step.newValue = o.c;
                  step.stores = step.stores.terms().truth(true);
                  return step;
                }),
      ofCompare("low-words-compared", "ATOMS-7",
                [](const StepMade& o, AtomsStep step) {
                  const Term equal = o.m.extract(31, 0).eq(o.b.extract(31, 0));
                  step.stores = equal;
                  step.newValue = equal.ite(o.c, o.m);
                  if (returnsFlag(o.op))
                    step.returned = equal.zext(o.m.width());
                  return step;
                }),
      ofCompare("cas-returns-a-flag", "ATOMS-7",
                [](const StepMade& o, AtomsStep step) {
                  step.returned = step.stores.zext(o.m.width());
                  return step;
                }),
      ofCompare("cast-returns-the-old-value", "ATOMS-9", // the claim
                [](const StepMade& o, AtomsStep step) {
                  step.returned = o.m;
                  return step;
                }),
      ofCompare("flag-inverted", "ATOMS-9",
                [](const StepMade& o, AtomsStep step) {
                  if (returnsFlag(o.op))
                    step.returned = (~step.stores).zext(o.m.width());
                  return step;
                }),
      ofCompare("flag-of-all-ones", "ATOMS-9", [](const StepMade& o, AtomsStep step) {
        if (returnsFlag(o.op))
          step.returned = step.stores.sext(o.m.width());
        return step;
      })};
}

Misreading ofBank(const char* name, std::function<Term(AtomsSize, Term address, Term bank64, Term isDefault)> wrong) {
  return ofRun(name, "ATOMS-10", {.bank = std::move(wrong)});
}
Misreading ofSpin(const char* name,
                  std::function<AtomsSpin(const AtomsSpin&, Term lane, Term admitted, Term bank)> wrong) {
  return ofRun(name, "ATOMS-10", {.spin = std::move(wrong)});
}

std::vector<Misreading> misreadGroups() {
  return {
      ofBank("bank64-always-of-the-address", [](AtomsSize, Term address, Term, Term) { return address.extract(6, 2); }),
      ofBank("sixteen-banks",
             [](AtomsSize size, Term address, Term bank64, Term isDefault) {
               return symbolic::atomsBank(size, address, bank64, isDefault) & Bits(15);
             }),
      ofBank("banks-of-8-bytes", [](AtomsSize, Term address, Term, Term) { return address.extract(7, 3); }),
      ofBank("one-bank-for-all", [](AtomsSize, Term address, Term, Term) { return address.terms().constant(5, 0); }),
      ofSpin("every-lane-attempts",
             [](const AtomsSpin& before, Term lane, Term admitted, Term) {
               return symbolic::atomsSpinStep({before.taken.terms().constant(32, 0), before.winners}, lane, admitted,
                                              lane);
             }),
      ofSpin("lanes-in-error-take-the-bank", [](const AtomsSpin& before, Term lane, Term admitted, Term bank) {
        AtomsSpin after = symbolic::atomsSpinStep(before, lane, admitted.terms().truth(true), bank);
        after.winners = admitted.ite(after.winners, before.winners);
        return after;
      })};
}

Misreading ofChecks(const char* name, std::function<decltype(symbolic::atomsChecked)> wrong) {
  return ofRun(name, "ATOMS-4", {.checked = std::move(wrong)});
}
using Words = std::array<Term, spec::kResultRows>;

std::vector<Misreading> misreadRuns() {
  const auto reversedBytes = [](Term place, Term before, Term stores, Term address, Term value) {
    Term swapped = value.extract(7, 0);
    for (unsigned byte = 1; byte < value.width() / 8; ++byte)
      swapped = swapped.concat(value.extract(8 * byte + 7, 8 * byte));
    return symbolic::byteAfter(place, before, stores, address, swapped);
  };
  return {
      ofRun(
          "lanes-in-their-own-order", "ATOMS-5", {},
          [](spec::AtomsChoices& choices) { std::iota(choices.order.begin(), choices.order.end(), std::uint8_t{0}); }),
      ofRun("order-reversed", "ATOMS-5", {}, [](spec::AtomsChoices& choices) { std::ranges::reverse(choices.order); }),
      ofRun("most-significant-byte-first", "MACH-4", {.byteAfter = reversedBytes}),
      ofChecks("lane-in-error-never-writes",
               [](const AtomsAccess& access, Term high, Term writes, const Words& values, const Words& before) {
                 return symbolic::atomsChecked(access, high, writes.terms().truth(false), values, before);
               }),
      ofChecks("lane-in-error-gives-zero",
               [](const AtomsAccess& access, Term high, Term writes, const Words& values, const Words& before) {
                 const Term zero = values[0].terms().constant(32, 0);
                 return symbolic::atomsChecked(access, high, writes, {zero, zero}, before);
               }),
      ofChecks("words-in-error-exchanged",
               [](const AtomsAccess& access, Term high, Term writes, const Words& values, const Words& before) {
                 return symbolic::atomsChecked(access, high, writes, {values[1], values[0]}, before);
               })};
}

} // namespace
} // namespace atoms

Readings atomsReadings() {
  atoms::Proof proof = atoms::proofOf();
  proof.misreadPlans = atoms::misreadPlans(proof);
  proof.misreadModifiers = atoms::misreadOffsets(proof);
  Readings all = proof.readings();
  for (auto& some : {atoms::misreadAccesses(), atoms::misreadOperations(), atoms::misreadCompares(),
                     atoms::misreadGroups(), atoms::misreadRuns()})
    all.wrong.insert(all.wrong.end(), some.begin(), some.end());
  return all;
}

} // namespace warplaw::proofs
