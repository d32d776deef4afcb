// FLO's theorems: the code against its encoding (FLO-1..3), and what is known of the highest bit that counts.
#include "symbolic/encodings/flo.h"
#include "proofs/theorems/plain_lanes.h"
#include "symbolic/encodings/popc.h"

namespace warplaw::proofs {
namespace flo {
namespace {
using symbolic::Bits;
namespace rows = spec::flo_rows;
WARPLAW_LANE_PROOF(Flo, flo)

Term isNone(Term result) { return result.eq(Bits(spec::kFloNone)); }

/// The encoding of another word: its modifiers, the word as fetched, and inverted where that is said.
Proof::WrongLane wrongWord(const char* name, std::function<Term(const Modifiers&, Term b, Term word)> of) {
  return wrongInput(name, "FLO-1", [of](Modifiers& m, LaneWords& words) {
    Term& b = words[rows::kB];
    b = of(m, b, isSet(m.inverts).ite(~b, b));
    m.inverts = number(m.inverts, 0);
  });
}
void addMisreadings(Proof& proof) {
  proof.misreadLanes = {
      wrongWord("inverted-by-minus",
                [](const Modifiers& m, Term b, Term) { return isSet(m.inverts).ite(b.negated(), b); }),
      wrongWord("magnitude-of-negatives", // -4 differs from its sign at 1, and 4 at 2
                [](const Modifiers& m, Term, Term word) {
                  return (word.bit(31) & ~isSet(m.isUnsigned)).ite(word.negated(), word);
                }),
      wrongWord("lowest-bit", [](const Modifiers&, Term, Term word) { return word & word.negated(); }),
      wrongResult("counted-from-one", "FLO-1",
                  [](const Modifiers& m, const LaneWords&, Term right) {
                    return (isNone(right) | isSet(m.asShift)).ite(right, right + Bits(1));
                  }),
      wrongResult("none-is-32", "FLO-1", [](const Modifiers& m, const LaneWords&, Term right) {
        return (isNone(right) & ~isSet(m.asShift)).ite(number(right, 32), right);
      })};
  proof.misreadPlans = {immediateOf19Bits(proof, rows::kB, "FLO-3")};
}

Proof proofOf() {
  Proof proof = encoded({"FLO-1", "FLO-2"}, {"FLO-1", "FLO-2", "FLO-3"});
  proof.wrongLanes = {always("always-unsigned", "FLO-1", &Modifiers::isUnsigned, 1),
                      always("inversion-dropped", "FLO-1", &Modifiers::inverts, 0),
                      wrongResult("shift-of-none", "FLO-2",
                                  [](const Modifiers& m, const LaneWords&, Term right) {
                                    return (isNone(right) & isSet(m.asShift)).ite(number(right, 31) - right, right);
                                  }),
                      wrongResult("shift-from-32", "FLO-2", [](const Modifiers& m, const LaneWords&, Term right) {
                        return (~isNone(right) & isSet(m.asShift)).ite(right + Bits(1), right);
                      })};
  proof.wrongPlans = {immediateZeroExtended(proof, rows::kB, "FLO-3")};
  proof.wrongModifiers = {proof.modifiersBut("flags-exchanged", "asShift", {"FLO-2"},
                                             [](Modifiers& m, const auto&) { std::swap(m.asShift, m.isUnsigned); })};
  addMisreadings(proof);
  return proof;
}

/// A lane of FLO, plain or .U32.
Term found(Term word, bool isUnsigned, bool asShift = false, bool inverts = false) {
  const auto flag = [&](bool is) { return word.terms().constant(32, is); };
  return symbolic::floLane({flag(isUnsigned), flag(asShift), flag(inverts)}, {}, {}, laneOf({word}));
}

/// FLO-1 and FLO-2 under .U32.
std::vector<Law> ofUnsigned(Terms& terms) {
  const Term x = terms.variable(32, "x"), zero = number(x, 0), one = number(x, 1), some = x.ne(zero);
  const Term highest = found(x, true), shift = found(x, true, true), lowest = found(x & x.negated(), true);
  const Term below = ~x & (x - one); // the zeros below the lowest 1
  const Term zeros = symbolic::popcLane({zero}, {}, {}, laneOf({below}));
  return {{"none-of-zero", {}, isNone(highest).eq(~some) & isNone(shift).eq(~some)},
          {"one-is-left", {some}, x.lshr(highest).eq(one)},
          {"shifted-to-the-top", {some}, x.shl(shift).bit(31)},
          {"of-the-lowest", {some}, x.lshr(lowest).bit(0) & x.shl(number(x, 32) - lowest).eq(zero)},
          {"lowest-is-above-zeros", {some}, lowest.eq(zeros)}};
}

/// FLO-1 and FLO-2 of signed numbers; the number and the distance.
std::vector<Law> ofSigned(Terms& terms) {
  const Term x = terms.variable(32, "x"), signs = x.bit(31).sext(32), isSign = x.eq(signs);
  const Term highest = found(x, false), shift = found(x, false, true);
  const Term room = shift - Bits(1), moved = x.shl(room);
  const auto distance = [&](bool isUnsigned) {
    const Term n = found(x, isUnsigned), s = found(x, isUnsigned, true);
    return isNone(n).ite(isNone(s), (n + s).eq(Bits(31)));
  };
  return {{"none-of-signs-alone", {}, isNone(highest).eq(isSign)},
          {"signed-is-unsigned-without-signs", {}, highest.eq(found(x ^ signs, true))},
          {"of-the-inverted", {}, highest.eq(found(x, false, false, true)) & shift.eq(found(x, false, true, true))},
          {"room-of-a-signed-number", {~isSign}, moved.ashr(room).eq(x) & moved.bit(31).ne(moved.bit(30))},
          {"number-and-distance", {}, distance(false) & distance(true)}};
}

Theorem laws() {
  return lawsOf(
      kMnemonic, {"FLO-1", "FLO-2"},
      "shifted to the right by .U32's number one is left, and of x & -x it is how many zeros x ends with; by .SH's "
      "distance the bit comes to the top; a number and its inverse differ from their signs at the same bit, which is "
      "the "
      "highest 1 where the sign is taken away; both tell the same bit, and there is none in 0, or in a word of signs",
      [](Terms& terms) -> std::vector<Law> {
        std::vector<Law> all = ofUnsigned(terms);
        std::ranges::copy(ofSigned(terms), std::back_inserter(all));
        return all;
      });
}

} // namespace
} // namespace flo
WARPLAW_THEOREMS(flo, laws())
} // namespace warplaw::proofs
