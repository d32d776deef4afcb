// POPC's theorems: the code against its encoding (POPC-1, POPC-2), and laws of counts.
#include "symbolic/encodings/popc.h"
#include "proofs/theorems/plain_lanes.h"

namespace warplaw::proofs {
namespace popc {
namespace {
using symbolic::Bits;
namespace rows = spec::popc_rows;
WARPLAW_LANE_PROOF(Popc, popc)

/// What becomes of the word, inverted where that is said, and the right count.
Proof::WrongLane wrong(const char* name, std::function<Term(Term word, Term right)> result) {
  return wrongResult(name, "POPC-1", [result](const Modifiers& m, const LaneWords& words, Term right) {
    const Term b = words[rows::kB];
    return result(isSet(m.inverts).ite(~b, b), right);
  });
}

void addMisreadings(Proof& proof) {
  proof.misreadLanes = {wrongInput("inverted-by-minus", "POPC-1",
                                   [](Modifiers& m, LaneWords& words) {
                                     Term& b = words[rows::kB];
                                     b = isSet(m.inverts).ite(b.negated(), b);
                                     m.inverts = number(m.inverts, 0);
                                   }),
                        wrong("parity", [](Term, Term right) { return right & Bits(1); }),
                        wrong("zeros-counted", [](Term word, Term right) { return number(word, 32) - right; }),
                        wrong("bits-up-to-the-highest", [](Term word, Term) {
                          Term length = number(word, 0);
                          for (unsigned i = 0; i < 32; ++i)
                            length = word.bit(i).ite(number(word, i + 1), length);
                          return length;
                        })};
  proof.misreadPlans = {immediateOf19Bits(proof, rows::kB, "POPC-2")};
}

Proof proofOf() {
  Proof proof = encoded({"POPC-1"}, {"POPC-1", "POPC-2"});
  proof.wrongLanes = {always("inversion-dropped", "POPC-1", &Modifiers::inverts, 0),
                      wrong("sign-not-counted", [](Term word, Term right) { return right - word.bit(31).zext(32); }),
                      wrong("count-of-five-bits", [](Term, Term right) { return right & Bits(31); })};
  proof.wrongPlans = {immediateZeroExtended(proof, rows::kB, "POPC-2")};
  proof.wrongModifiers = {proof.modifiersBut("never-inverts", "inverts", {"POPC-1"},
                                             [](Modifiers& m, const auto&) { m.inverts = number(m.inverts, 0); })};
  addMisreadings(proof);
  return proof;
}

/// POPC-1, for any word.
Theorem laws() {
  return lawsOf(
      kMnemonic, {"POPC-1"},
      "a word and its inverse have 32 between them; only 0 has none, and only -1 has 32; the lowest 1 counts as one, "
      "and "
      "without it there is one less; halves add up; an odd count is that of an odd number of ones",
      [](Terms& terms) -> std::vector<Law> {
        const Term x = terms.variable(32, "x"), zero = number(x, 0), one = number(x, 1);
        const auto count = [&](Term word, Bits inverts = 0) {
          return symbolic::popcLane({terms.constant(32, inverts)}, {}, {}, laneOf({word}));
        };
        Term parity = x.bit(0);
        for (unsigned i = 1; i < 32; ++i)
          parity = parity ^ x.bit(i);
        const Term all = count(x), some = x.ne(zero);
        const auto low = [](Term sum) { return sum.extract(5, 0); }; // which hold 32, so that nothing is lost
        return {{"of-the-inverse", {}, (low(all) + low(count(x, 1))).eq(Bits(32))},
                {"at-most-32", {}, all.ule(number(x, 32))},
                {"none-and-all", {}, all.eq(zero).eq(~some) & all.eq(Bits(32)).eq(x.eq(~zero))},
                {"the-lowest", {}, count(x & x.negated()).eq(some.zext(32))},
                {"without-the-lowest", {some}, (low(count(x & (x - one))) + Bits(1)).eq(low(all))},
                {"of-halves", {}, (count(x.extract(15, 0).zext(32)) + count(x.extract(31, 16).zext(32))).eq(all)},
                {"parity", {}, all.bit(0).eq(parity)}};
      });
}

} // namespace
} // namespace popc
WARPLAW_THEOREMS(popc, laws())
} // namespace warplaw::proofs
