// What follows from RED's rules, said in another way (RED-2..7, RED-11): addresses in wide integers, who accesses
// memory, halves that do not meet, and which operations leave the same in either order.
#include "proofs/statements/witness.h"
#include "proofs/theorems/red_theorems.h"
#include "symbolic/encodings/memory.h"
#include <algorithm>
#include <iterator>

namespace warplaw::proofs::red {
namespace {

/// A lane's reach, and what it is made of, as variables.
struct Lane {
  RedModifierTerms modifiers;
  RedChoiceTerms choices;
  GenericRegionTerms regions;
  SpecialInputTerms inputs;
  Term number, base, baseHigh, executes;
  symbolic::RedReach reach;

  explicit Lane(Terms& terms)
      : modifiers(symbolic::variables<RedModifierTerms>(terms)), choices(symbolic::variables<RedChoiceTerms>(terms)),
        regions(symbolic::variables<GenericRegionTerms>(terms, "regions.")),
        inputs(symbolic::variables<SpecialInputTerms>(terms, "inputs.")), number(terms.variable(5, "lane")),
        base(terms.variable(32, "base")), baseHigh(terms.variable(32, "baseHigh")),
        executes(terms.variable(1, "executes")),
        reach(symbolic::redReach(modifiers, choices, number, executes, base, baseHigh, regions, inputs)) {}
  Terms& terms() const { return base.terms(); }
  std::vector<Term> legal() const { return {isLegal(modifiers), isAllowed(choices)}; }
  Term isExtended() const { return modifiers.extended.eq(Bits(1)); }
  Term bytes(unsigned width) const {
    return symbolic::redIsWide(modifiers.size).ite(terms().constant(width, 8), terms().constant(width, 4));
  }

  // ---- numbers without a wrap: 80 bits hold every sum here
  static constexpr unsigned kWide = 80;
  Term wide(Bits value) const { return terms().constant(kWide, value); }
  Term offset() const { return modifiers.imm20.extract(19, 0).sext(kWide); }
  /// Ra and the offset, without a wrap; below 0 it is a negative number.
  Term sum() const { return isExtended().ite(baseHigh.concat(base), base.zext(64)).zext(kWide) + offset(); }
  /// That modulo 2^32, or 2^64 under .E: a sum lies less than one turn away from it.
  Term wrapped() const {
    const Term turn = isExtended().ite(wide(Bits(1) << 64), wide(Bits(1) << 32)), exact = sum();
    const Term below = exact.slt(wide(0));
    return below.ite(exact + turn, turn.ule(exact).ite(exact - turn, exact));
  }
  Term isIn(Term address, Term low, Term size) const {
    return low.zext(kWide).ule(address) & address.ult(low.zext(kWide) + size.zext(kWide));
  }
};

Obligations addressLaws(Terms& terms, const std::string& name) {
  const Lane lane(terms);
  const Term whole = lane.wrapped(), low40 = whole & lane.wide((Bits(1) << 40) - 1);
  const Term counted = lane.choices.highBitsCount.eq(Bits(0)).ite(low40, whole);
  std::vector<Term> example = lane.legal();
  example.push_back(~lane.isExtended() & lane.base.eq(Bits(0)) & lane.modifiers.imm20.eq(Bits(0xf0000)));
  return std::vector<Obligation>{
      implied(name + "/wide-integers", lane.legal(), lane.reach.address.zext(Lane::kWide).eq(counted)),
      implied(name + "/absolute-example", example, lane.reach.address.eq(Bits(0xffff0000)))};
}

/// Each region's answer about any address is the right one; then, of any answers of theirs, who performs.
Obligations accessLaws(Terms& terms, const std::string& name) {
  const Lane lane(terms);
  const Term any = terms.variable(64, "address");
  std::vector<std::pair<Term, Term>> answers;
  std::vector<Obligation> all;
  Term allocated = terms.truth(false), start = lane.wide(0);
  for (unsigned r = 0; r < spec::kGenericRegions; ++r) {
    const symbolic::GenericRegion region = symbolic::regionOf(lane.regions, r);
    const Term first = region.base.zext(Lane::kWide), end = lane.regions.end[r].zext(Lane::kWide);
    const Term wideAny = any.zext(Lane::kWide);
    const Term isIn = first.ule(wideAny) & (wideAny + lane.bytes(Lane::kWide)).ule(first + (end - start));
    const Term inside = symbolic::redIsInside(region, any, redBytes(lane.modifiers.size));
    all.push_back(implied(fmt::format("{}/region-{}", name, r),
                          {region.first.ule(lane.regions.end[r]), // of legal regions: red/whole-access-is-allocated
                           lane.regions.baseHigh[r].ult(terms.constant(32, spec::kGenericAddressesHigh))},
                          inside.eq(isIn)));
    if (r != 0) // of any bounds: all regions but the first, which begins at 0, are one question
      for (const auto& [bound, any] : {std::pair{region.first, "any.first"},
                                       {lane.regions.end[r], "any.end"},
                                       {lane.regions.baseHigh[r], "any.baseHigh"},
                                       {lane.regions.baseLow[r], "any.baseLow"}})
        all.back().anyValues.emplace_back(bound, terms.variable(bound.width(), any));
    const Term answer = terms.variable(1, fmt::format("region-{}", r));
    answers.emplace_back(symbolic::redIsInside(region, lane.reach.address, redBytes(lane.modifiers.size)), answer);
    allocated = allocated | answer;
    start = end;
  }
  const Term performs = symbolic::substitute(lane.reach.performs, answers),
             error = symbolic::substitute(lane.reach.error, answers), address = lane.reach.address.zext(Lane::kWide);
  const Term aligned = (address & (lane.bytes(Lane::kWide) - Bits(1))).eq(Bits(0));
  const Term inWindow = lane.isIn(address, lane.inputs.sharedWindowLow, lane.inputs.sharedWindowSize) |
                        lane.isIn(address, lane.inputs.localWindowLow, lane.inputs.localWindowSize);
  const auto reports = [&](spec::ErrorKind kind) { return error.eq(static_cast<Bits>(kind)); };
  const Term legal = isLegal(lane.modifiers);
  all.push_back(implied(name + "/exactly-if", {legal}, performs.eq(lane.executes & aligned & allocated & ~inWindow)));
  all.push_back(implied(name + "/errors-hold", {legal, lane.executes},
                        reports(spec::ErrorKind::MisalignedAddress).implies(~aligned) &
                            reports(spec::ErrorKind::InvalidAddressSpace).implies(inWindow) &
                            reports(spec::ErrorKind::AddressOutOfRange).implies(~allocated)));
  all.push_back(implied(
      name + "/one-error-or-access", {legal},
      lane.executes.ite(performs.eq(reports(spec::ErrorKind::None)), ~performs & reports(spec::ErrorKind::None))));
  return all;
}

/// Two steps in either order, on bytes: the low half at one access and the high half at another never meet.
Obligations halvesApart(Terms& terms, const std::string& name) {
  const Term place = terms.variable(32, "place"), before = terms.variable(8, "before"), yes = terms.truth(true);
  const Term low = terms.variable(32, "low"), high = terms.variable(32, "high") + Bits(2);
  const Term one = terms.variable(16, "one"), other = terms.variable(16, "other");
  const auto after = [&](Term byte, Term address, Term value) {
    return symbolic::byteAfter(place, byte, yes, address, value);
  };
  const std::vector<Term> aligned = {(low & Bits(3)).eq(Bits(0)), ((high - Bits(2)) & Bits(3)).eq(Bits(0))};
  return std::vector<Obligation>{implied(
      name, aligned, after(after(before, low, one), high, other).eq(after(after(before, high, other), low, one)))};
}

// --- Order. ---

/// Two lanes on one element; what the first and the second give.
struct Two {
  Pair pair;
  Term memory, first, second, unlikeZeros, nan;

  Two(Terms& terms, Pair p) : pair(p) {
    const unsigned bits = elementBits(p.size);
    memory = terms.variable(bits, named("memory"));
    first = terms.variable(bits, named("first"));
    second = terms.variable(bits, named("second"));
    unlikeZeros = terms.variable(32, "unlikeZeros");
    nan = terms.constant(64, Bits(0x7ff8000000000000)); // the choices' default, which replays take
  }
  std::string named(const char* what) const { return fmt::format("{}{}", what, elementBits(pair.size)); }
  Term step(Term before, Term operand) const {
    return symbolic::redStep(pair.op, pair.size, before, operand, unlikeZeros, nan);
  }
  Term sameInEitherOrder() const { return step(step(memory, first), second).eq(step(step(memory, second), first)); }
};

/// RED-11 of one form: which of its obligations hold in every order, which not.
std::vector<Obligation> orderOf(Terms& terms, const Subject& subject, Pair pair, const std::string& prefix) {
  const Two two(terms, pair);
  const std::string name = prefix + "/" + nameOf(pair);
  const bool isFloat = pair.size == RedSize::F32 || pair.size == RedSize::F16x2 || pair.size == RedSize::F64;
  const Term allowed = two.unlikeZeros.ult(terms.constant(32, 3));
  const auto differs = [subject, pair](const Assignment& witness) {
    Terms own;
    const Two again(own, pair);
    const auto word = [&](const std::string& of) { return valueOf(witness, of); };
    const auto leaves = [&](bool exchanged) {
      spec::RedChoices choices;
      choices.unlikeZeros = static_cast<std::uint32_t>(word("unlikeZeros"));
      if (exchanged)
        std::swap(choices.order[0], choices.order[1]);
      return leftByTwo(subject.machineCode(kDatapath), pair, word(again.named("memory")),
                       {word(again.named("first")), word(again.named("second"))}, choices);
    };
    const std::uint64_t one = leaves(false), other = leaves(true);
    return Replay{.reproduced = one != other,
                  .report = fmt::format("{}: {:#x} in one order, {:#x} in the other", formOf(pair), one, other),
                  .counterexample = {}};
  };
  if (pair.op == RedOp::Inc || pair.op == RedOp::Dec)
    return {implied(name + "/equal-operands", {two.first.eq(two.second)}, two.sameInEitherOrder()),
            refuted(name + "/any-operands", {}, two.sameInEitherOrder(), differs)};
  if (pair.size == RedSize::F16x2 && pair.op != RedOp::Add)
    return {implied(name + "/negative-zero-below", {two.unlikeZeros.eq(Bits(0))}, two.sameInEitherOrder()),
            refuted(name + "/any-zeros", {allowed}, two.sameInEitherOrder(), differs)};
  if (isFloat)
    return {refuted(name + "/any-operands", {}, two.sameInEitherOrder(), differs)};
  return {implied(name + "/any-operands", {}, two.sameInEitherOrder())};
}

} // namespace

std::vector<Theorem> lawTheorems(const Subject& subject) {
  return {
      law("red/address", "RED", {"RED-2"},
          "the address is the exact sum of Ra and the signed offset, modulo 2^32, or 2^64 under .E; "
          "[0xFFFF0000] is what it says",
          addressLaws),
      law("red/access", "RED", {"RED-3", "RED-4", "RED-5", "MACH-1", "MACH-8"},
          "an executing lane accesses memory exactly if its address is aligned, all of the access is in one region, "
          "and it lies outside both windows, for every layout; otherwise it reports one error, which holds",
          accessLaws),
      law("red/halves-apart", "RED", {"RED-6"},
          "steps on low halves and steps on high halves never meet: they may be taken "
          "in any order among each other",
          halvesApart),
      law("red/order", "RED", {"RED-11"},
          "two steps on one element leave the same in either order: integer ADD, MIN, MAX, AND, OR, XOR; INC and DEC "
          "of equal operands; F16x2 MIN and MAX if -0 < +0; not INC and DEC of any operands, sums of floats, or "
          "zeros of unlike sign",
          [subject](Terms& terms, const std::string& name) -> Obligations {
            std::vector<Obligation> all;
            for (const Pair pair : pairs())
              std::ranges::move(orderOf(terms, subject, pair, name), std::back_inserter(all));
            return all;
          })};
}

} // namespace warplaw::proofs::red
