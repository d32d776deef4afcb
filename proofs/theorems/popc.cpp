// POPC's theorems: the code against its encoding (POPC-1, POPC-2), and laws of counts.
#include "symbolic/encodings/popc.h"
#include "proofs/theorems/plain_lanes.h"
#include "proofs/theorems/theorems.h"

namespace warplaw::proofs {
namespace {
using symbolic::Bits;
using symbolic::PopcChoiceTerms;
using symbolic::PopcModifierTerms;
namespace rows = spec::popc_rows;
using Proof = InstructionProof<spec::PopcFormIn, spec::PopcModifiersIn, spec::PopcChoicesIn>;

/// The encoding after `spoil` changed its modifiers and what the lane fetched.
Proof::WrongLane wrongInput(const char* name, std::function<void(PopcModifierTerms&, Term& b)> spoil) {
  return Proof::laneBut(symbolic::popcLane, name, {"POPC-1"},
                        [spoil](PopcModifierTerms& m, LaneWords& words) { spoil(m, words[rows::kB]); });
}
/// What becomes of the word, inverted where that is said, and the right count.
Proof::WrongLane wrong(const char* name, std::function<Term(Term word, Term right)> result) {
  return {name,
          [result](const PopcModifierTerms& m, const PopcChoiceTerms& choices, Term lane, const LaneWords& words) {
            const Term b = words[rows::kB];
            return result(isSet(m.inverts).ite(~b, b), symbolic::popcLane(m, choices, lane, words));
          },
          {"POPC-1"}};
}

void addMisreadings(Proof& proof) {
  proof.misreadLanes = {wrongInput("inverted-by-minus",
                                   [](PopcModifierTerms& m, Term& b) {
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
  Proof proof;
  proof.name = "popc";
  proof.mnemonic = "POPC";
  proof.plan = symbolic::popcPlan;
  proof.modifiers = symbolic::popcModifiers;
  proof.lane = symbolic::popcLane;
  proof.rules = {"POPC-1"};
  proof.planRules = {"POPC-1", "POPC-2"};
  proof.wrongLanes = {
      wrongInput("inversion-dropped", [](PopcModifierTerms& m, Term&) { m.inverts = number(m.inverts, 0); }),
      wrong("sign-not-counted", [](Term word, Term right) { return right - word.bit(31).zext(32); }),
      wrong("count-of-five-bits", [](Term, Term right) { return right & Bits(31); })};
  proof.wrongPlans = {immediateZeroExtended(proof, rows::kB, "POPC-2")};
  proof.wrongModifiers = {
      proof.modifiersBut("never-inverts", "inverts", {"POPC-1"},
                         [](PopcModifierTerms& m, const auto&) { m.inverts = number(m.inverts, 0); })};
  addMisreadings(proof);
  return proof;
}

/// POPC-1, for any word.
Theorem laws() {
  const std::string name = "popc/laws";
  return instructionTheorem(
      name, "POPC", "", {"POPC-1"},
      "a word and its inverse have 32 between them; only 0 has none, and only -1 has 32; the lowest 1 counts as one, "
      "and "
      "without it there is one less; halves add up; an odd count is that of an odd number of ones",
      "", [name](Terms& terms) -> Obligations {
        const Term x = terms.variable(32, "x"), zero = number(x, 0), one = number(x, 1);
        const auto count = [&](Term word, Bits inverts = 0) {
          return symbolic::popcLane({terms.constant(32, inverts)}, {}, {}, laneOf({word}));
        };
        Term parity = x.bit(0);
        for (unsigned i = 1; i < 32; ++i)
          parity = parity ^ x.bit(i);
        const Term all = count(x), some = x.ne(zero);
        const auto low = [](Term sum) { return sum.extract(5, 0); }; // which hold 32, so that nothing is lost
        return std::vector<Obligation>{
            implied(name + "/of-the-inverse", {}, (low(all) + low(count(x, 1))).eq(Bits(32))),
            implied(name + "/at-most-32", {}, all.ule(number(x, 32))),
            implied(name + "/none-and-all", {}, all.eq(zero).eq(~some) & all.eq(Bits(32)).eq(x.eq(~zero))),
            implied(name + "/the-lowest", {}, count(x & x.negated()).eq(some.zext(32))),
            implied(name + "/without-the-lowest", {some}, (low(count(x & (x - one))) + Bits(1)).eq(low(all))),
            implied(name + "/of-halves", {},
                    (count(x.extract(15, 0).zext(32)) + count(x.extract(31, 16).zext(32))).eq(all)),
            implied(name + "/parity", {}, all.bit(0).eq(parity))};
      });
}

} // namespace

Readings popcReadings() { return proofOf().readings(); }

std::vector<Theorem> popcTheorems(const Subject& subject) {
  std::vector<Theorem> all = proofOf().theorems(subject);
  all.push_back(laws());
  return all;
}

} // namespace warplaw::proofs
