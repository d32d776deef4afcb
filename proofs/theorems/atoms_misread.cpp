// ATOMS's rules as executor and encoding might both misread them (ATOMS-2, -4..10, MACH-3, -4, -7): the third statement
// must refute each (mutants/paired.h).
#include "proofs/theorems/atoms_theorems.h"
#include <algorithm>

namespace warplaw::proofs {
namespace atoms {
namespace {
using symbolic::AtomsAccess;
using symbolic::AtomsChoiceTerms;
using symbolic::AtomsFormTerms;
using symbolic::AtomsModifierTerms;
using symbolic::AtomsPieces;
using symbolic::AtomsSpin;
using symbolic::AtomsStep;
using symbolic::PlanTerms;
using StepMade = symbolic::AtomsStepMade;
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
  std::vector<WrongEffect> wrong;
  const auto add = [&](const char* name, const char* rule, std::function<void(PlanTerms&, const Read&)> spoil) {
    wrong.push_back(proof.planBut(name, "", {rule}, [spoil](PlanTerms& plan, const auto& form, const auto& choices) {
      spoil(plan, Read{form, choices});
    }));
  };
  const auto set = [](Term& cell, Term when, Term value) { cell = when.ite(value, cell); };
  add("implied-swap-is-one-after-rb", "ATOMS-8", [=](PlanTerms& plan, const Read& read) {
    const Term rb = read.form.rb.index.zext(32), implied = read.impliesSwap();
    set(plan.source[rows::kSwap].value, implied, rb + Bits(1));
    set(plan.source[rows::kSwapHigh].value, implied & read.wide(), rb + Bits(2));
  });
  add("implied-swap-where-no-vector-fits", "MACH-3", [=](PlanTerms& plan, const Read& read) {
    const Term last = read.form.rb.index.eq(Bits(252)) & read.wide() & read.impliesSwap();
    set(plan.source[rows::kSwap].value, last, read.number(254));
  });
  add("zero-pair-continues-at-R0", "MACH-3", [=](PlanTerms& plan, const Read& read) {
    set(plan.source[rows::kOperandHigh].value, read.wide() & Read::isRz(read.form.rb.index), read.number(0));
  });
  add("swap-of-zero-has-a-high-word", "MACH-3", [=](PlanTerms& plan, const Read& read) {
    const Term zero = read.wide() & read.swaps() & ~read.impliesSwap() & Read::isRz(read.form.rc.index);
    set(plan.source[rows::kSwapHigh].value, zero, read.form.rb.index.zext(32) + Bits(3));
  });
  add("dropped-pair-writes-R0", "MACH-3", [=](PlanTerms& plan, const Read& read) {
    set(plan.destination[1], read.wide() & Read::isRz(read.form.rd.index), read.number(0));
  });
  add("flag-never-takes-a-pair", "ATOMS-9", [=](PlanTerms& plan, const Read& read) {
    set(plan.destination[1], read.isFlag(), read.number(spec::kZeroRegister));
  });
  add("old-value-in-one-register", "ATOMS-6",
      [](PlanTerms& plan, const Read& read) { plan.destination[1] = read.number(spec::kZeroRegister); });
  add("pair-of-rb-for-32-bits", "ATOMS-8", [](PlanTerms& plan, const Read& read) {
    plan.source[rows::kOperandHigh] = {plan.source[rows::kOperand].kind, read.form.rb.index.zext(32) + Bits(1)};
  });
  add("high-word-first", "MACH-3", [=](PlanTerms& plan, const Read& read) {
    const Term low = plan.source[rows::kOperand].value, high = plan.source[rows::kOperandHigh].value;
    set(plan.source[rows::kOperand].value, read.wide(), high);
    set(plan.source[rows::kOperandHigh].value, read.wide(), low);
  });
  return wrong;
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

/// The whole datapath with other pieces; `change` changes what is chosen first.
struct Wrong {
  std::vector<Misreading> all = {};

  void add(std::string name, std::string rule, AtomsPieces pieces,
           std::function<void(spec::AtomsChoices&)> change = {}) {
    Proof proof = proofOf();
    proof.onWords = Proof::ofWords(onWords(std::move(pieces), std::move(change)));
    all.push_back({std::move(name), {std::move(rule)}, proof.reading()});
  }
  void access(const char* name, const char* rule, std::function<AtomsAccess(const AccessMade&)> wrong) {
    add(name, rule, {.access = std::move(wrong)});
  }
  /// One operation's step said otherwise.
  void step(const char* name, const char* rule, std::function<AtomsStep(const StepMade&)> wrong) {
    add(name, rule, {.step = std::move(wrong)});
  }
  /// What one operation leaves in memory.
  void value(const char* name, AtomsOp op, std::function<Term(const StepMade&)> wrong) {
    step(name, "ATOMS-6", [op, wrong](const StepMade& o) {
      AtomsStep step = o.encoded();
      if (o.op == op)
        step.newValue = wrong(o);
      return step;
    });
  }
  /// One operation taken for another, or of another size.
  void taken(const char* name, AtomsOp op, AtomsOp other, std::optional<AtomsSize> size = {}) {
    value(name, op, [other, size](const StepMade& o) {
      return symbolic::atomsStep(other, size.value_or(o.size), o.m, o.b, o.c).newValue;
    });
  }
  /// A misreading of the operations that compare.
  void compare(const char* name, const char* rule, std::function<void(AtomsStep&, const StepMade&)> spoil) {
    step(name, rule, [spoil](const StepMade& o) {
      AtomsStep step = o.encoded();
      if (compares(o.op))
        spoil(step, o);
      return step;
    });
  }
};

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

void addAccesses(Wrong& wrong) {
  wrong.access("offset-zero-extended", "ATOMS-2",
               [](const AccessMade& p) { return at(p, p.base + p.imm24.extract(23, 0).zext(32)); });
  wrong.access("offset-always-sign-extended", "ATOMS-2",
               [](const AccessMade& p) { return at(p, p.base + p.imm24.extract(23, 0).sext(32)); });
  wrong.access("offset-without-its-base", "ATOMS-2",
               [](const AccessMade& p) { return at(p, p.imm24.extract(23, 0).zext(32)); });
  wrong.access("end-wraps-at-32-bits", "ATOMS-4", [](const AccessMade& p) {
    const AtomsAccess a = p.encoded();
    const Term inside = (a.address + bytesOf(p)).ule(p.allocated);
    return performsIf(a, p.executes & inside & (a.address & (bytesOf(p) - Bits(1))).eq(Bits(0)));
  });
  wrong.access("last-access-excluded", "ATOMS-4", [](const AccessMade& p) {
    AtomsAccess a = p.encoded();
    const Term last = a.performs & (a.address + bytesOf(p)).eq(p.allocated);
    a.performs = a.performs & ~last;
    a.error = last.ite(a.error.terms().constant(8, 1), a.error);
    return a;
  });
  wrong.access("aligned-to-words-is-enough", "ATOMS-4", [](const AccessMade& p) {
    const AtomsAccess a = p.encoded();
    const Term fits = bytesOf(p).ule(p.allocated) & a.address.ule(p.allocated - bytesOf(p));
    return performsIf(a, p.executes & fits & (a.address & Bits(3)).eq(Bits(0)));
  });
  wrong.access("other-error-first", "MACH-8", [](AccessMade p) {
    p.misalignedFirst = ~p.misalignedFirst;
    return p.encoded();
  });
  wrong.access("error-kinds-exchanged", "ATOMS-4", [](const AccessMade& p) {
    AtomsAccess a = p.encoded();
    const auto kind = [&](spec::ErrorKind k) { return a.error.terms().constant(8, Bits(k)); };
    const Term outside = kind(spec::ErrorKind::AddressOutOfRange),
               misaligned = kind(spec::ErrorKind::MisalignedAddress);
    a.error = a.error.eq(outside).ite(misaligned, a.error.eq(misaligned).ite(outside, a.error));
    return a;
  });
  wrong.access("error-of-silent-lanes", "MACH-1", [](AccessMade p) {
    AtomsAccess a = p.encoded();
    p.executes = p.executes.terms().truth(true);
    a.error = p.encoded().error;
    return a;
  });
  wrong.access("lane-in-error-clamped", "ATOMS-4", [](const AccessMade& p) {
    const AtomsAccess a = p.encoded();
    AtomsAccess b = at(p, a.performs.ite(a.address, p.base.terms().constant(32, 0)));
    b.error = p.executes.ite(a.error, a.error.terms().constant(8, 0));
    return b;
  });
}

void addOperations(Wrong& wrong) {
  const auto number = [](const StepMade& o, Bits value) { return o.m.terms().constant(o.m.width(), value); };
  wrong.value("inc-starts-again-one-late", AtomsOp::Inc,
              [=](const StepMade& o) { return o.b.ult(o.m).ite(number(o, 0), o.m + Bits(1)); });
  wrong.value("inc-goes-to-rb", AtomsOp::Inc, [](const StepMade& o) { return o.b.ule(o.m).ite(o.b, o.m + Bits(1)); });
  wrong.value("dec-goes-below-zero", AtomsOp::Dec,
              [](const StepMade& o) { return o.b.ult(o.m).ite(o.b, o.m - Bits(1)); });
  wrong.value("dec-keeps-what-exceeds-rb", AtomsOp::Dec,
              [](const StepMade& o) { return o.m.eq(Bits(0)).ite(o.b, o.m - Bits(1)); });
  wrong.value("dec-starts-again-at-rb", AtomsOp::Dec,
              [](const StepMade& o) { return (o.m.eq(Bits(0)) | o.b.ule(o.m)).ite(o.b, o.m - Bits(1)); });
  wrong.taken("min-always-unsigned", AtomsOp::Min, AtomsOp::Min, AtomsSize::U32);
  wrong.taken("max-always-signed", AtomsOp::Max, AtomsOp::Max, AtomsSize::S32);
  wrong.value("add-saturates", AtomsOp::Add,
              [=](const StepMade& o) { return (o.m + o.b).ult(o.m).ite(number(o, 0xffffffff), o.m + o.b); });
  wrong.value("exchange-only-if-larger", AtomsOp::Exch, [](const StepMade& o) { return o.m.ult(o.b).ite(o.b, o.m); });
  wrong.taken("and-taken-for-or", AtomsOp::And, AtomsOp::Or);
  wrong.taken("xor-taken-for-or", AtomsOp::Xor, AtomsOp::Or);
  wrong.taken("min-taken-for-max", AtomsOp::Min, AtomsOp::Max);
  wrong.step("returns-the-new-value", "ATOMS-6", [](const StepMade& o) {
    AtomsStep step = o.encoded();
    if (!compares(o.op))
      step.returned = step.newValue;
    return step;
  });
}

void addCompares(Wrong& wrong) {
  wrong.compare("compare-and-swap-exchanged", "ATOMS-7", [](AtomsStep& step, const StepMade& o) { // the claim
    step = symbolic::atomsStep(o.op, o.size, o.m, o.c, o.b);
  });
  wrong.compare("failed-compare-stores-too", "ATOMS-7", [](AtomsStep& step, const StepMade& o) {
    step.newValue = o.c;
    step.stores = step.stores.terms().truth(true);
  });
  wrong.compare("low-words-compared", "ATOMS-7", [](AtomsStep& step, const StepMade& o) {
    step.stores = o.m.extract(31, 0).eq(o.b.extract(31, 0));
    step.newValue = step.stores.ite(o.c, o.m);
    if (returnsFlag(o.op))
      step.returned = step.stores.zext(o.m.width());
  });
  wrong.compare("cas-returns-a-flag", "ATOMS-7",
                [](AtomsStep& step, const StepMade& o) { step.returned = step.stores.zext(o.m.width()); });
  wrong.compare("cast-returns-the-old-value", "ATOMS-9", // the claim
                [](AtomsStep& step, const StepMade& o) { step.returned = o.m; });
  const auto flag = [&](const char* name, auto of) {
    wrong.compare(name, "ATOMS-9", [of](AtomsStep& step, const StepMade& o) {
      if (returnsFlag(o.op))
        step.returned = of(step.stores, o.m.width());
    });
  };
  flag("flag-inverted", [](Term stores, unsigned width) { return (~stores).zext(width); });
  flag("flag-of-all-ones", [](Term stores, unsigned width) { return stores.sext(width); });
}

void addGroups(Wrong& wrong) {
  const auto bank = [&](const char* name, auto of) { wrong.add(name, "ATOMS-10", {.bank = of}); };
  bank("bank64-always-of-the-address", [](AtomsSize, Term address, Term, Term) { return address.extract(6, 2); });
  bank("sixteen-banks", [](AtomsSize size, Term address, Term bank64, Term isDefault) {
    return symbolic::atomsBank(size, address, bank64, isDefault) & Bits(15);
  });
  bank("banks-of-8-bytes", [](AtomsSize, Term address, Term, Term) { return address.extract(7, 3); });
  bank("one-bank-for-all", [](AtomsSize, Term address, Term, Term) { return address.terms().constant(5, 0); });
  const auto spin = [&](const char* name, auto of) { wrong.add(name, "ATOMS-10", {.spin = of}); };
  spin("every-lane-attempts", [](const AtomsSpin& before, Term lane, Term admitted, Term) {
    return symbolic::atomsSpinStep({before.taken.terms().constant(32, 0), before.winners}, lane, admitted, lane);
  });
  spin("lanes-in-error-take-the-bank", [](const AtomsSpin& before, Term lane, Term admitted, Term bank) {
    AtomsSpin after = symbolic::atomsSpinStep(before, lane, admitted.terms().truth(true), bank);
    after.winners = admitted.ite(after.winners, before.winners);
    return after;
  });
}

void addRuns(Wrong& wrong) {
  using Words = std::array<Term, spec::kResultRows>;
  wrong.add("lanes-in-their-own-order", "ATOMS-5", {},
            [](spec::AtomsChoices& choices) { choices.order = spec::Words::laneNumbers(); });
  wrong.add("order-reversed", "ATOMS-5", {}, [](spec::AtomsChoices& choices) { std::ranges::reverse(choices.order); });
  const auto reversedBytes = [](Term place, Term before, Term stores, Term address, Term value) {
    Term swapped = value.extract(7, 0);
    for (unsigned byte = 1; byte < value.width() / 8; ++byte)
      swapped = swapped.concat(value.extract(8 * byte + 7, 8 * byte));
    return symbolic::byteAfter(place, before, stores, address, swapped);
  };
  wrong.add("most-significant-byte-first", "MACH-4", {.byteAfter = reversedBytes});
  const auto checks = [&](const char* name, auto spoil) {
    wrong.add(
        name, "ATOMS-4",
        {.checked = [spoil](const AtomsAccess& access, Term high, Term writes, Words values, const Words& before) {
          spoil(writes, values);
          return symbolic::atomsChecked(access, high, writes, values, before);
        }});
  };
  checks("lane-in-error-never-writes", [](Term& writes, Words&) { writes = writes.terms().truth(false); });
  checks("lane-in-error-gives-zero", [](Term& writes, Words& values) { values.fill(writes.terms().constant(32, 0)); });
  checks("words-in-error-exchanged", [](Term&, Words& values) { std::swap(values[0], values[1]); });
}

} // namespace
} // namespace atoms

Readings atomsReadings() {
  atoms::Proof proof = atoms::proofOf();
  proof.misreadPlans = atoms::misreadPlans(proof);
  proof.misreadModifiers = atoms::misreadOffsets(proof);
  Readings all = proof.readings();
  atoms::Wrong wrong;
  for (const auto add :
       {atoms::addAccesses, atoms::addOperations, atoms::addCompares, atoms::addGroups, atoms::addRuns})
    add(wrong);
  std::ranges::move(wrong.all, std::back_inserter(all.wrong));
  return all;
}

} // namespace warplaw::proofs
