// S2R's theorems: the code against its encoding (SR-1..3), the laws of the lane masks and of thread numbers.
#include "symbolic/encodings/s2r.h"
#include "proofs/theorems/plain_lanes.h"

namespace warplaw::proofs {
namespace s2r {
namespace {
using spec::SpecialRegister;
using symbolic::Bits;
using symbolic::SpecialInputTerms;

WARPLAW_PROOF(S2r, s2r, Lane, Reads<spec::SpecialInputsIn>)

Term reads(const Modifiers& modifiers, Term lane, const SpecialInputTerms& inputs) {
  return symbolic::s2rLane(modifiers, {}, lane, {}, inputs);
}
Term is(const Modifiers& modifiers, SpecialRegister sr) { return modifiers.sr.eq(static_cast<Bits>(sr)); }
Term named(Term lane, SpecialRegister sr) { return lane.terms().constant(32, static_cast<Bits>(sr)); }

Proof::WrongLane wrong(const char* name, const char* rule,
                       std::function<Term(const Modifiers&, Term lane, const SpecialInputTerms&)> word) {
  return {name,
          [word](const Modifiers& m, const Choices&, Term lane, const LaneWords&, const SpecialInputTerms& inputs) {
            return word(m, lane, inputs);
          },
          {rule}};
}

/// The word of `one` and that of `other` exchanged.
Proof::WrongLane exchanged(const char* name, SpecialRegister one, SpecialRegister other, const char* rule = "SR-2") {
  return wrong(name, rule, [=](const Modifiers& m, Term lane, const SpecialInputTerms& inputs) {
    return reads({is(m, one).ite(named(lane, other), is(m, other).ite(named(lane, one), m.sr))}, lane, inputs);
  });
}

/// Thread numbers of other inputs.
Proof::WrongLane numbered(const char* name, std::function<void(SpecialInputTerms&)> spoil) {
  return wrong(name, "SR-3", [=](const Modifiers& m, Term lane, const SpecialInputTerms& inputs) {
    SpecialInputTerms other = inputs;
    spoil(other);
    const Term isTid = is(m, SpecialRegister::TidX) | is(m, SpecialRegister::TidY) | is(m, SpecialRegister::TidZ);
    return isTid.ite(reads(m, lane, other), reads(m, lane, inputs));
  });
}

Proof proofOf() {
  Proof proof = encoded({"SR-1", "SR-2", "SR-3"}, {"SR-1"});
  proof.wrongLanes = {wrong("less-or-equal-without-the-own-lane", "SR-2",
                            [](const Modifiers& m, Term lane, const SpecialInputTerms& inputs) {
                              const Term bit = lane.terms().constant(32, 1).shl(lane.zext(32));
                              const Term word = reads(m, lane, inputs);
                              return is(m, SpecialRegister::LeMask).ite(word & ~bit, word);
                            }),
                      wrong("greater-and-greater-or-equal-exchanged", "SR-2",
                            [](const Modifiers& m, Term lane, const SpecialInputTerms& inputs) {
                              Modifiers other = m;
                              other.sr = is(m, SpecialRegister::GtMask).ite(named(lane, SpecialRegister::GeMask), m.sr);
                              return reads(other, lane, inputs);
                            }),
                      numbered("thread-numbers-begin-anew-in-each-warp",
                               [](SpecialInputTerms& other) { other.warp = other.warp.terms().constant(32, 0); }),
                      exchanged("clock-words-exchanged", SpecialRegister::ClockLow, SpecialRegister::ClockHigh, "SR-3"),
                      exchanged("threads-for-ctas", SpecialRegister::NtidX, SpecialRegister::NctaidX, "SR-1")};
  proof.wrongPlans = {proof.planBut("written-to-the-zero-register", "destination[0]", {"SR-1"},
                                    [](symbolic::PlanTerms& plan, const auto&...) {
                                      plan.destination[0] = plan.guardNegated.terms().constant(32, spec::kZeroRegister);
                                    })};
  proof.wrongModifiers = {proof.modifiersBut("lane-number-for-every-register", "sr", {"SR-1"},
                                             [](Modifiers& m, const auto&) { m.sr = m.sr.terms().constant(32, 0); })};
  proof.misreadLanes = {
      exchanged("less-and-less-or-equal-exchanged", SpecialRegister::LtMask, SpecialRegister::LeMask),
      exchanged("less-and-greater-exchanged", SpecialRegister::LtMask, SpecialRegister::GtMask),
      exchanged("lane-number-for-its-mask", SpecialRegister::LaneId, SpecialRegister::EqMask),
      wrong("masks-from-the-highest-lane-down", "SR-2",
            [](const Modifiers& m, Term lane, const SpecialInputTerms& inputs) {
              const Term isMask = ~is(m, SpecialRegister::LaneId) & m.sr.ule(named(lane, SpecialRegister::GeMask));
              return isMask.ite(reads(m, ~lane, inputs), reads(m, lane, inputs));
            }),
      numbered("z-varies-fastest", [](SpecialInputTerms& other) { std::swap(other.ntid[0], other.ntid[2]); }),
      exchanged("y-and-z-exchanged", SpecialRegister::TidY, SpecialRegister::TidZ, "SR-3"),
      exchanged("windows-exchanged", SpecialRegister::SharedWindowLow, SpecialRegister::LocalWindowLow, "SR-1"),
      exchanged("cta-number-for-thread-number", SpecialRegister::CtaidX, SpecialRegister::TidX, "SR-1")};
  return proof;
}

/// EQ is one bit, LT all below it, GT all above; LE and GE add the own lane (SR-2), for any lane.
Theorem maskLaws() {
  return lawsOf(kMnemonic, {"SR-2"},
                "in every lane LT, EQ and GT share no lane and name all of them; LE = LT | EQ, GE = GT | EQ, "
                "and LT = EQ - 1",
                [](Terms& terms) -> std::vector<Law> {
                  const Term lane = terms.variable(5, "lane"), one = terms.constant(32, 1);
                  const auto read = [&](SpecialRegister sr) {
                    return reads({named(lane, sr)}, lane, symbolic::variables<SpecialInputTerms>(terms, "inputs."));
                  };
                  const Term eq = read(SpecialRegister::EqMask), lt = read(SpecialRegister::LtMask),
                             gt = read(SpecialRegister::GtMask), zero = terms.constant(32, 0);
                  const Term all = terms.constant(32, 0xffffffff);
                  return {{"three-parts",
                           {},
                           (lt | eq | gt).eq(all) & (lt & eq).eq(zero) & (gt & eq).eq(zero) & (lt & gt).eq(zero)},
                          {"own-lane",
                           {},
                           read(SpecialRegister::LeMask).eq(lt | eq) & read(SpecialRegister::GeMask).eq(gt | eq) &
                               lt.eq(eq - one) & eq.eq(one.shl(lane.zext(32)))},
                          {"lane-number", {}, read(SpecialRegister::LaneId).eq(lane.zext(32))}};
                });
}

/// What of legal inputs the thread numbers need: sizes of at least 1 and of few bits, whose products do not wrap.
Term areSizes(const SpecialInputTerms& inputs) {
  constexpr Bits kMost[spec::kDimensions] = {1024, 1024, 64};
  Terms& terms = inputs.warp.terms();
  Term all = inputs.warp.ult(terms.constant(32, spec::kCtaWarps));
  for (unsigned axis = 0; axis < spec::kDimensions; ++axis)
    all = all & inputs.ntid[axis].ne(terms.constant(32, 0)) & inputs.ntid[axis].ule(terms.constant(32, kMost[axis]));
  return all;
}

Replay deadLanes(const Assignment& witness) {
  const auto around = valueFrom<spec::SpecialInputs>(witness, "inputs.");
  const std::uint32_t alive = spec::aliveLanes(around);
  return {.reproduced = !spec::faultOf(around) && alive != ~0u,
          .report =
              fmt::format("warp {} of {} threads: lanes {:#x} are alive", around.warp, spec::threadsOf(around), alive),
          .counterexample = {}};
}

/// SR-3 said the other way round, one division at a time: what the second divides, the row, may be any. How many planes
/// there are is the last of the sizes, so that TID.Z tells who is alive.
std::vector<Obligation> threadObligations(Terms& terms, const std::string& name) {
  const auto inputs = symbolic::variables<SpecialInputTerms>(terms, "inputs.");
  const auto [wide, high, deep] = inputs.ntid;
  const Term lane = terms.variable(5, "lane"), legal = symbolic::isLegal(inputs), sizes = areSizes(inputs);
  const auto [x, y, z] = symbolic::threadOf(inputs, lane);
  const Term number = symbolic::threadRow(inputs, lane), row = number.zext(32);
  const Term linear = symbolic::linearThread(inputs, lane), threads = symbolic::threadsOf(inputs);
  constexpr unsigned kRowBits = 10; // a row's number is below 1024
  const auto ofAnyRow = [&](Term goal) {
    std::vector<std::pair<Term, Term>> digits;
    for (unsigned bit = 0; bit < number.width(); ++bit)
      digits.emplace_back(number.bit(bit),
                          bit < kRowBits ? terms.variable(1, fmt::format("row.{}", bit)) : terms.constant(1, 0));
    return symbolic::substitute(goal, digits);
  };
  // as many rows as no product of sizes exceeds
  const Term rows = terms.variable(17, "rows").zext(32);
  const auto isBelow = [&](Term some) { return row.ult(some).eq(linear.ult(wide * some)); };
  const Term inRow = (x + row * wide).eq(linear), inPlane = (y + z * high).eq(row), alive = linear.ult(threads);
  const auto any = [&](const char* what) { return terms.variable(32, std::string("any.") + what); };
  const Term putTogether =
      (any("x") + any("row") * wide).eq(any("linear")) & (any("y") + any("z") * high).eq(any("row"));
  return {implied(name + "/sizes", {legal}, sizes),
          implied(name + "/row", {sizes}, inRow & x.ult(wide)),
          implied(name + "/row-fits", {sizes}, row.ult(terms.constant(32, 1 << kRowBits))),
          implied(name + "/plane", {sizes}, ofAnyRow(inPlane & y.ult(high))),
          implied(name + "/put-together-again", {putTogether},
                  (any("x") + (any("y") + any("z") * high) * wide).eq(any("linear"))),
          implied(name + "/rows-below", {sizes}, isBelow(rows)),
          implied(name + "/rows-of-a-cta", {sizes}, (high * deep).ule(terms.constant(32, 1 << 16))),
          implied(name + "/planes-below", {sizes}, ofAnyRow(z.ult(deep).eq(row.ult(high * deep)))),
          implied(name + "/alive",
                  {any("z").ult(deep).eq(any("row").ult(high * deep)),
                   any("row").ult(high * deep).eq(any("linear").ult(wide * (high * deep)))},
                  any("z").ult(deep).eq(any("linear").ult(threads))),
          refuted(name + "/twin/every-lane-is-alive", {legal}, alive, deadLanes)};
}

Theorem threadLaws() {
  const std::string name = "s2r/threads";
  return instructionTheorem(
      name, "S2R", "", {"SR-3"},
      "in every lane of a legal warp TID.X + TID.Y*NTID.X + TID.Z*NTID.X*NTID.Y is 32 times the warp's number plus the "
      "lane's, TID.X < NTID.X and TID.Y < NTID.Y; TID.Z < NTID.Z exactly in the lanes that are alive",
      "", [name](Terms& terms) -> Obligations { return threadObligations(terms, name); });
}

} // namespace
} // namespace s2r

WARPLAW_THEOREMS(s2r, maskLaws(), threadLaws())

} // namespace warplaw::proofs
