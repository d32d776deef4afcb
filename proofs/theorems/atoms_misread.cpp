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
  return {ofPlan("implied-swap-is-one-after-rb", "ATOMS-8",
                 [](PlanTerms& plan, const Read& read) {
                   const Term rb = read.form.rb.index.zext(32), implied = read.impliesSwap();
                   plan.source[rows::kSwap].value = implied.ite(rb + Bits(1), plan.source[rows::kSwap].value);
                   Term& high = plan.source[rows::kSwapHigh].value;
                   high = (implied & read.wide()).ite(rb + Bits(2), high);
                 }),
          ofPlan("implied-swap-where-no-vector-fits", "MACH-3",
                 [](PlanTerms& plan, const Read& read) {
                   const Term last = read.form.rb.index.eq(Bits(252)) & read.wide() & read.impliesSwap();
                   plan.source[rows::kSwap].value = last.ite(read.number(254), plan.source[rows::kSwap].value);
                 }),
          ofPlan("zero-pair-continues-at-R0", "MACH-3",
                 [](PlanTerms& plan, const Read& read) {
                   Term& high = plan.source[rows::kOperandHigh].value;
                   high = (read.wide() & Read::isRz(read.form.rb.index)).ite(read.number(0), high);
                 }),
          ofPlan("swap-of-zero-has-a-high-word", "MACH-3",
                 [](PlanTerms& plan, const Read& read) {
                   Term& high = plan.source[rows::kSwapHigh].value;
                   const Term zero = read.wide() & read.swaps() & ~read.impliesSwap() & Read::isRz(read.form.rc.index);
                   high = zero.ite(read.form.rb.index.zext(32) + Bits(3), high);
                 }),
          ofPlan("dropped-pair-writes-R0", "MACH-3",
                 [](PlanTerms& plan, const Read& read) {
                   plan.destination[1] =
                       (read.wide() & Read::isRz(read.form.rd.index)).ite(read.number(0), plan.destination[1]);
                 }),
          ofPlan("flag-never-takes-a-pair", "ATOMS-9",
                 [](PlanTerms& plan, const Read& read) {
                   plan.destination[1] = read.isFlag().ite(read.number(spec::kZeroRegister), plan.destination[1]);
                 }),
          ofPlan("old-value-in-one-register", "ATOMS-6",
                 [](PlanTerms& plan, const Read& read) { plan.destination[1] = read.number(spec::kZeroRegister); }),
          ofPlan("pair-of-rb-for-32-bits", "ATOMS-8",
                 [](PlanTerms& plan, const Read& read) {
                   plan.source[rows::kOperandHigh] = {plan.source[rows::kOperand].kind,
                                                      read.form.rb.index.zext(32) + Bits(1)};
                 }),
          ofPlan("high-word-first", "MACH-3", [](PlanTerms& plan, const Read& read) {
            const auto low = plan.source[rows::kOperand], high = plan.source[rows::kOperandHigh];
            plan.source[rows::kOperand].value = read.wide().ite(high.value, low.value);
            plan.source[rows::kOperandHigh].value = read.wide().ite(low.value, high.value);
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

/// What a lane's address makes of it, from the encoding's and what it was made of.
struct Place {
  AtomsSize size;
  Term executes, base, imm24, baseIsZero, allocated, misalignedFirst;
  AtomsAccess encoded() const {
    return symbolic::atomsAccess(size, executes, base, imm24, baseIsZero, allocated, misalignedFirst);
  }
  /// The checks of another address.
  AtomsAccess at(Term address) const {
    Terms& terms = address.terms();
    return symbolic::atomsAccess(size, executes, address, terms.constant(32, 0), terms.constant(32, 0), allocated,
                                 misalignedFirst);
  }
  Term bytes() const { return base.terms().constant(32, spec::bytesOf(size)); }
};
Misreading ofAccess(const char* name, const char* rule, std::function<AtomsAccess(const Place&)> wrong) {
  Pieces pieces;
  pieces.access = [wrong](AtomsSize size, Term executes, Term base, Term imm24, Term baseIsZero, Term allocated,
                          Term misalignedFirst) {
    return wrong({size, executes, base, imm24, baseIsZero, allocated, misalignedFirst});
  };
  return ofRun(name, rule, pieces);
}
AtomsAccess performsIf(AtomsAccess access, Term performs) {
  access.performs = performs;
  access.error = performs.ite(access.error.terms().constant(8, 0), access.error);
  return access;
}

std::vector<Misreading> misreadAccesses() {
  const auto both = [](const Place& p, Term kind) { return p.executes.ite(kind, kind.terms().constant(8, 0)); };
  return {ofAccess("offset-zero-extended", "ATOMS-2",
                   [](const Place& p) { return p.at(p.base + p.imm24.extract(23, 0).zext(32)); }),
          ofAccess("offset-always-sign-extended", "ATOMS-2",
                   [](const Place& p) { return p.at(p.base + p.imm24.extract(23, 0).sext(32)); }),
          ofAccess("offset-without-its-base", "ATOMS-2",
                   [](const Place& p) { return p.at(p.imm24.extract(23, 0).zext(32)); }),
          ofAccess("end-wraps-at-32-bits", "ATOMS-4",
                   [](const Place& p) {
                     const AtomsAccess a = p.encoded();
                     const Term inside = (a.address + p.bytes()).ule(p.allocated);
                     const Term aligned = (a.address & (p.bytes() - Bits(1))).eq(Bits(0));
                     return performsIf(a, p.executes & inside & aligned);
                   }),
          ofAccess("last-access-excluded", "ATOMS-4",
                   [](const Place& p) {
                     AtomsAccess a = p.encoded();
                     const Term last = a.performs & (a.address + p.bytes()).eq(p.allocated);
                     a.performs = a.performs & ~last;
                     a.error = last.ite(a.error.terms().constant(8, 1), a.error);
                     return a;
                   }),
          ofAccess("aligned-to-words-is-enough", "ATOMS-4",
                   [](const Place& p) {
                     const AtomsAccess a = p.encoded();
                     const Term fits = p.bytes().ule(p.allocated) & a.address.ule(p.allocated - p.bytes());
                     return performsIf(a, p.executes & fits & (a.address & Bits(3)).eq(Bits(0)));
                   }),
          ofAccess("other-error-first", "MACH-8",
                   [](Place p) {
                     p.misalignedFirst = ~p.misalignedFirst;
                     return p.encoded();
                   }),
          ofAccess("error-kinds-exchanged", "ATOMS-4",
                   [](const Place& p) {
                     AtomsAccess a = p.encoded();
                     const auto kind = [&](spec::ErrorKind k) { return a.error.terms().constant(8, Bits(k)); };
                     const Term outside = kind(spec::ErrorKind::AddressOutOfRange),
                                misaligned = kind(spec::ErrorKind::MisalignedAddress);
                     a.error = a.error.eq(outside).ite(misaligned, a.error.eq(misaligned).ite(outside, a.error));
                     return a;
                   }),
          ofAccess("error-of-silent-lanes", "MACH-1",
                   [](const Place& p) {
                     Place executing = p;
                     executing.executes = p.executes.terms().truth(true);
                     AtomsAccess a = p.encoded();
                     a.error = executing.encoded().error;
                     return a;
                   }),
          ofAccess("lane-in-error-clamped", "ATOMS-4", [both](const Place& p) {
            const AtomsAccess a = p.encoded();
            AtomsAccess b = p.at(a.performs.ite(a.address, p.base.terms().constant(32, 0)));
            b.error = both(p, a.error);
            return b;
          })};
}

/// One operation's step said otherwise; `m`, `b`, `c` as in ATOMS-6, -7.
struct Old {
  AtomsOp op;
  AtomsSize size;
  Term m, b, c;
  AtomsStep encoded() const { return symbolic::atomsStep(op, size, m, b, c); }
  Term number(Bits value) const { return m.terms().constant(m.width(), value); }
  bool comparing() const { return compares(op); }
};
Misreading ofStep(const char* name, const char* rule, std::function<AtomsStep(const Old&)> wrong) {
  Pieces pieces;
  pieces.step = [wrong](AtomsOp op, AtomsSize size, Term m, Term b, Term c) { return wrong({op, size, m, b, c}); };
  return ofRun(name, rule, pieces);
}
/// What one operation leaves in memory.
Misreading ofValue(const char* name, AtomsOp op, std::function<Term(const Old&)> wrong) {
  return ofStep(name, "ATOMS-6", [op, wrong](const Old& o) {
    AtomsStep step = o.encoded();
    if (o.op == op)
      step.newValue = wrong(o);
    return step;
  });
}
/// One operation taken for another.
Misreading ofOp(const char* name, AtomsOp op, AtomsOp other) {
  return ofValue(name, op,
                 [other](const Old& o) { return symbolic::atomsStep(other, o.size, o.m, o.b, o.c).newValue; });
}

std::vector<Misreading> misreadOperations() {
  const auto signed32 = [](AtomsOp op, AtomsSize size) {
    return [=](const Old& o) { return symbolic::atomsStep(op, size, o.m, o.b, o.c).newValue; };
  };
  return {
      ofValue("inc-starts-again-one-late", AtomsOp::Inc,
              [](const Old& o) { return o.b.ult(o.m).ite(o.number(0), o.m + Bits(1)); }),
      ofValue("inc-goes-to-rb", AtomsOp::Inc, [](const Old& o) { return o.b.ule(o.m).ite(o.b, o.m + Bits(1)); }),
      ofValue("dec-goes-below-zero", AtomsOp::Dec, [](const Old& o) { return o.b.ult(o.m).ite(o.b, o.m - Bits(1)); }),
      ofValue("dec-keeps-what-exceeds-rb", AtomsOp::Dec,
              [](const Old& o) { return o.m.eq(Bits(0)).ite(o.b, o.m - Bits(1)); }),
      ofValue("dec-starts-again-at-rb", AtomsOp::Dec,
              [](const Old& o) { return (o.m.eq(Bits(0)) | o.b.ule(o.m)).ite(o.b, o.m - Bits(1)); }),
      ofValue("min-always-unsigned", AtomsOp::Min, signed32(AtomsOp::Min, AtomsSize::U32)),
      ofValue("max-always-signed", AtomsOp::Max, signed32(AtomsOp::Max, AtomsSize::S32)),
      ofValue("add-saturates", AtomsOp::Add,
              [](const Old& o) { return (o.m + o.b).ult(o.m).ite(o.number(0xffffffff), o.m + o.b); }),
      ofValue("exchange-only-if-larger", AtomsOp::Exch, [](const Old& o) { return o.m.ult(o.b).ite(o.b, o.m); }),
      ofOp("and-taken-for-or", AtomsOp::And, AtomsOp::Or),
      ofOp("xor-taken-for-or", AtomsOp::Xor, AtomsOp::Or),
      ofOp("min-taken-for-max", AtomsOp::Min, AtomsOp::Max),
      ofStep("returns-the-new-value", "ATOMS-6", [](const Old& o) {
        AtomsStep step = o.encoded();
        if (!o.comparing())
          step.returned = step.newValue;
        return step;
      })};
}

std::vector<Misreading> misreadCompares() {
  const auto ofCompare = [](const char* name, const char* rule, auto wrong) {
    return ofStep(name, rule, [wrong](const Old& o) { return o.comparing() ? wrong(o, o.encoded()) : o.encoded(); });
  };
  return {ofCompare("compare-and-swap-exchanged", "ATOMS-7", // the claim
                    [](const Old& o, const AtomsStep&) { return symbolic::atomsStep(o.op, o.size, o.m, o.c, o.b); }),
          ofCompare("failed-compare-stores-too", "ATOMS-7",
                    [](const Old& o, AtomsStep step) {
                      step.newValue = o.c;
                      step.stores = step.stores.terms().truth(true);
                      return step;
                    }),
          ofCompare("low-words-compared", "ATOMS-7",
                    [](const Old& o, AtomsStep step) {
                      const Term equal = o.m.extract(31, 0).eq(o.b.extract(31, 0));
                      step.stores = equal;
                      step.newValue = equal.ite(o.c, o.m);
                      if (returnsFlag(o.op))
                        step.returned = equal.zext(o.m.width());
                      return step;
                    }),
          ofCompare("cas-returns-a-flag", "ATOMS-7",
                    [](const Old& o, AtomsStep step) {
                      step.returned = step.stores.zext(o.m.width());
                      return step;
                    }),
          ofCompare("cast-returns-the-old-value", "ATOMS-9", // the claim
                    [](const Old& o, AtomsStep step) {
                      step.returned = o.m;
                      return step;
                    }),
          ofCompare("flag-inverted", "ATOMS-9",
                    [](const Old& o, AtomsStep step) {
                      if (returnsFlag(o.op))
                        step.returned = (~step.stores).zext(o.m.width());
                      return step;
                    }),
          ofCompare("flag-of-all-ones", "ATOMS-9", [](const Old& o, AtomsStep step) {
            if (returnsFlag(o.op))
              step.returned = step.stores.sext(o.m.width());
            return step;
          })};
}

Misreading ofBank(const char* name, std::function<Term(AtomsSize, Term address, Term bank64, Term isDefault)> wrong) {
  Pieces pieces;
  pieces.bank = std::move(wrong);
  return ofRun(name, "ATOMS-10", pieces);
}
Misreading ofSpin(const char* name,
                  std::function<AtomsSpin(const AtomsSpin&, Term lane, Term admitted, Term bank)> wrong) {
  Pieces pieces;
  pieces.spin = std::move(wrong);
  return ofRun(name, "ATOMS-10", pieces);
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

Misreading ofChecks(const char* name, const char* rule, std::function<decltype(symbolic::atomsChecked)> wrong) {
  Pieces pieces;
  pieces.checked = std::move(wrong);
  return ofRun(name, rule, pieces);
}
using Words = std::array<Term, spec::kResultRows>;

std::vector<Misreading> misreadRuns() {
  Pieces reversedBytes;
  reversedBytes.byteAfter = [](Term place, Term before, Term stores, Term address, Term value) {
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
      ofRun("most-significant-byte-first", "MACH-4", reversedBytes),
      ofChecks("lane-in-error-never-writes", "ATOMS-4",
               [](const AtomsAccess& access, Term high, Term writes, const Words& values, const Words& before) {
                 return symbolic::atomsChecked(access, high, writes.terms().truth(false), values, before);
               }),
      ofChecks("lane-in-error-gives-zero", "ATOMS-4",
               [](const AtomsAccess& access, Term high, Term writes, const Words& values, const Words& before) {
                 const Term zero = values[0].terms().constant(32, 0);
                 return symbolic::atomsChecked(access, high, writes, {zero, zero}, before);
               }),
      ofChecks("words-in-error-exchanged", "ATOMS-4",
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
