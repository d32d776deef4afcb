// The theorems of SHL and SHR: the code against its encoding (SHIFT-1..3), and what shifts do to each other.
#include "symbolic/encodings/shift.h"
#include "proofs/theorems/plain_lanes.h"

namespace warplaw::proofs {
namespace shift {
namespace {
using spec::ShiftDirection;
using symbolic::Bits;
namespace rows = spec::shift_rows;
WARPLAW_LANE_PROOF(Shift, shift)

Term isFar(const Modifiers& m, Term by) { return ~isSet(m.wraps) & ~by.ult(Bits(32)); }

/// What becomes of the word, the amount and the right result.
Proof::WrongLane wrong(const char* name, const char* rule,
                       std::function<Term(const Modifiers&, Term a, Term by, Term right)> result) {
  return wrongResult(name, rule, [result](const Modifiers& m, const LaneWords& words, Term right) {
    return result(m, words[rows::kA], words[rows::kB], right);
  });
}

void addMisreadings(Proof& proof) {
  proof.misreadLanes = {
      wrong("far-leaves-the-word", "SHIFT-1",
            [](const Modifiers& m, Term a, Term by, Term right) { return isFar(m, by).ite(a, right); }),
      wrong("negative-amounts-turn-around", "SHIFT-1",
            [](const Modifiers& m, Term a, Term by, Term right) {
              const Term turns = ~isSet(m.wraps) & by.bit(31), back = by.negated();
              return turns.ite(is(m.direction, ShiftDirection::Left).ite(a.lshr(back), a.shl(back)), right);
            }),
      wrongInput("amount-of-a-byte", "SHIFT-1",
                 [](Modifiers&, LaneWords& w) { w[rows::kB] = w[rows::kB] & Bits(0xff); }),
      wrongInput("operands-exchanged", "SHIFT-1",
                 [](Modifiers&, LaneWords& w) { std::swap(w[rows::kA], w[rows::kB]); }),
      wrong("rotates-under-wrap", "SHIFT-2", [](const Modifiers& m, Term a, Term by, Term right) {
        const Term back = by.negated() & Bits(31);
        const Term rest = is(m.direction, ShiftDirection::Left).ite(a.lshr(back), a.shl(back));
        return isSet(m.wraps).ite(right | rest, right);
      })};
  proof.misreadPlans = {immediateOf19Bits(proof, rows::kB, "SHIFT-3"),
                        wrongImmediate(proof, "immediate-of-five-bits", rows::kB, "SHIFT-3",
                                       [](Term bits) { return bits.extract(4, 0).sext(32); })};
}

Proof proofOf() {
  Proof proof = encoded({"SHIFT-1", "SHIFT-2"}, {"SHIFT-1", "SHIFT-2", "SHIFT-3"});
  proof.hints.laneCases = Proof::ofTerms([](const Modifiers& m) { // a shifter each
    const Term left = is(m.direction, ShiftDirection::Left);
    std::vector<Term> cases;
    for (const Term kind : {left, ~left & isSet(m.isUnsigned), ~left & ~isSet(m.isUnsigned)})
      for (const Term amount : {isSet(m.wraps), ~isSet(m.wraps)})
        cases.push_back(kind & amount);
    return cases;
  });
  proof.wrongLanes = {
      always("always-unsigned", "SHIFT-1", &Modifiers::isUnsigned, 1),
      wrong("far-leaves-no-sign", "SHIFT-1",
            [](const Modifiers& m, Term a, Term by, Term right) { return isFar(m, by).ite(number(a, 0), right); }),
      always("always-wraps", "SHIFT-1", &Modifiers::wraps, 1), always("never-wraps", "SHIFT-2", &Modifiers::wraps, 0),
      wrongInput("six-bits-count", "SHIFT-2", [](Modifiers& m, LaneWords& w) {
        w[rows::kB] = isSet(m.wraps).ite(w[rows::kB] & Bits(63), w[rows::kB]);
        m.wraps = number(m.wraps, 0);
      })};
  proof.wrongPlans = {immediateZeroExtended(proof, rows::kB, "SHIFT-3")};
  proof.wrongModifiers = {
      proof.modifiersBut("unsigned-dropped", "isUnsigned", {"SHIFT-1"},
                         [](Modifiers& m, const auto&) { m.isUnsigned = number(m.isUnsigned, 0); })};
  addMisreadings(proof);
  return proof;
}

/// SHL, SHR.U32, SHR, by any two words.
struct Shifts {
  Terms& terms;
  Term of(ShiftDirection direction, Bits isUnsigned, Term a, Term by, Bits wraps = 0) const {
    return symbolic::shiftLane(
        {terms.constant(32, static_cast<Bits>(direction)), terms.constant(32, isUnsigned), terms.constant(32, wraps)},
        {}, {}, laneOf({a, by}));
  }
  Term left(Term a, Term by, Bits wraps = 0) const { return of(ShiftDirection::Left, 0, a, by, wraps); }
  Term rightUnsigned(Term a, Term by, Bits wraps = 0) const { return of(ShiftDirection::Right, 1, a, by, wraps); }
  Term right(Term a, Term by, Bits wraps = 0) const { return of(ShiftDirection::Right, 0, a, by, wraps); }
};

/// SHIFT-1.
std::vector<Law> ofAmounts(Terms& terms) {
  const Shifts shift{terms};
  const Term a = terms.variable(32, "a"), n = terms.variable(32, "n"), m = terms.variable(32, "m");
  const Term zero = number(a, 0), one = number(a, 1), ones = ~zero;
  const Term near = n.ult(Bits(32)), noOverflow = n.ule(n + m);
  const Term wideN = n.zext(64), wideA = a.sext(64), least = shift.right(a, n).sext(64).shl(wideN);
  return {{"right-undoes-left", {}, shift.rightUnsigned(shift.left(a, n), n).eq(a & shift.rightUnsigned(ones, n))},
          {"left-undoes-right", {}, shift.left(shift.rightUnsigned(a, n), n).eq(a & shift.left(ones, n))},
          {"far",
           {~near},
           shift.left(a, n).eq(zero) & shift.rightUnsigned(a, n).eq(zero) &
               shift.right(a, n).eq(a.bit(31).ite(ones, zero))},
          {"amounts-add-up",
           {noOverflow},
           shift.left(shift.left(a, n), m).eq(shift.left(a, n + m)) &
               shift.rightUnsigned(shift.rightUnsigned(a, n), m).eq(shift.rightUnsigned(a, n + m)) &
               shift.right(shift.right(a, n), m).eq(shift.right(a, n + m))},
          {"doubled", {}, shift.left(a, one).eq(a + a)},
          {"divided-downwards", {near}, least.sle(wideA) & wideA.slt(least + number(wideA, 1).shl(wideN))},
          {"of-the-inverted", {}, shift.right(~a, n).eq(~shift.right(a, n))}};
}

/// SHIFT-2.
std::vector<Law> ofWraps(Terms& terms) {
  const Shifts shift{terms};
  const Term a = terms.variable(32, "a"), n = terms.variable(32, "n"), low = n & Bits(31);
  const auto rotated = [&](Term word, Term by) {
    return shift.left(word, by, 1) | shift.rightUnsigned(word, by.negated(), 1);
  };
  return {{"wrapped-amount",
           {},
           shift.left(a, n, 1).eq(shift.left(a, low)) & shift.rightUnsigned(a, n, 1).eq(shift.rightUnsigned(a, low)) &
               shift.right(a, n, 1).eq(shift.right(a, low))},
          {"once-around", {}, shift.right(a, n + number(n, 32), 1).eq(shift.right(a, n, 1))},
          {"rotated-back", {}, rotated(rotated(a, n), n.negated()).eq(a)}};
}

Theorem laws() {
  return lawsOf(kMnemonic, {"SHIFT-1", "SHIFT-2"},
                "one way and back leaves what did not fall off; from 32 on nothing or the sign is left; "
                "two amounts one after the "
                "other add up; a signed shift to the right divides downwards; .W is a shift by the "
                "amount's low five bits, and two "
                "of them rotate",
                [](Terms& terms) -> std::vector<Law> {
                  std::vector<Law> all = ofAmounts(terms);
                  std::ranges::copy(ofWraps(terms), std::back_inserter(all));
                  return all;
                });
}

} // namespace
} // namespace shift
WARPLAW_THEOREMS(shift, laws())
} // namespace warplaw::proofs
