// Exactly one wins (ATOMS-13 (iii)), by an invariant of the loop over lanes: no lane count, no order; and CAST is CAS
// with a flag instead of the old value (ATOMS-13 (iv)).
#include "proofs/theorems/atoms_theorems.h"

namespace warplaw::proofs::atoms {
namespace {

/// Lanes at one address with one Rb; what any number of turns leaves: how many performed (none, or some), how many won,
/// and M.
struct Contest {
  Pair pair;
  Terms& terms;
  Term compare, performed, wins, value; ///< performed: width 1; wins: 6 bits
  Term performs, swap;                  ///< the next lane

  Contest(Terms& t, Pair p)
      : pair(p), terms(t), compare(word("compare")), performed(t.variable(1, "performed")), wins(t.variable(6, "wins")),
        value(word("value")), performs(t.variable(1, "performs")), swap(word("swap")) {}
  Term word(const char* name) const { return terms.variable(bitsOf(pair.size), name); }
  symbolic::AtomsStep step() const { return symbolic::atomsStep(pair.op, pair.size, value, compare, swap); }
  /// As a program sees it: CAS: Rd == Rb; CAST: Rd = 1.
  Term won(Term returned) const { return pair.op == AtomsOp::Cas ? returned.eq(compare) : returned.eq(Bits(1)); }

  static Term exactlyOne(Term performed, Term wins, Term value, Term compare) {
    return performed.ite(wins.eq(Bits(1)) & value.ne(compare), wins.eq(Bits(0)) & value.eq(compare));
  }
  Term winsAfter() const { return wins + (performs & won(step().returned)).zext(6); }
  Term valueAfter() const { return (performs & step().stores).ite(step().newValue, value); }
};

/// Lanes 0, 1, 2 at one address, with Rb 5, on machine code: so many win, and memory holds what it held.
Demonstration contested(Pair pair, std::uint64_t value, std::uint64_t swap, unsigned wanted) {
  const auto shows = [=](const AtomsRun& after) {
    unsigned wins = 0;
    for (unsigned lane = 0; lane < 3; ++lane)
      wins += after.returned(pair.size, lane) == (pair.op == AtomsOp::Cas ? 5u : 1u);
    return wins == wanted && after.word(pair.size, 64) == value;
  };
  return {pair, runOf(pair.size, std::vector<AtomsLane>(3, {64, 5, swap, value})), shows,
          fmt::format("M {}, three lanes with Rb 5 and Rc {}: {} win(s)", value, swap, wanted)};
}

void oneWins(Parts& parts, Pair pair) {
  Terms& terms = parts.terms;
  const Contest contest(terms, pair);
  const Term none = terms.truth(false), no = terms.constant(6, 0);
  const Term before = Contest::exactlyOne(contest.performed, contest.wins, contest.value, contest.compare);
  const Term after = Contest::exactlyOne(contest.performed | contest.performs, contest.winsAfter(),
                                         contest.valueAfter(), contest.compare);
  const Term swapsOther = contest.swap.ne(contest.compare);
  parts.proved("one-wins/base", {contest.value.eq(contest.compare)},
               Contest::exactlyOne(none, no, contest.value, contest.compare));
  parts.proved("one-wins/step", {before, swapsOther}, after);
  parts.proved("one-wins/end", {before, contest.performed}, contest.wins.eq(Bits(1)));
  parts.proved("none-wins/step", {contest.value.ne(contest.compare), contest.wins.eq(no)},
               contest.winsAfter().eq(no) & contest.valueAfter().ne(contest.compare));
  // under .SPIN one lane attempts and wins, but memory holds Rb still
  parts.refuted("twin/swap-may-be-the-compare-value", {before}, after, contested(pair, 5, 5, isSpin(pair) ? 1 : 3));
  parts.refuted("twin/wins-whatever-memory-holds", {contest.wins.eq(no), swapsOther, ~contest.performed}, after,
                contested(pair, 6, 9, 0));
}

void castIsCas(Parts& parts, AtomsSize size) {
  const Transition t = Transition::variables(parts.terms, size);
  const symbolic::AtomsStep cas = t.step(AtomsOp::Cas, size), cast = t.step(AtomsOp::Cast, size);
  const Term flag = cas.returned.eq(t.operand).zext(bitsOf(size));
  parts.proved("same-memory", {}, cast.stores.eq(cas.stores) & cast.newValue.eq(cas.newValue));
  parts.proved("flag-is-old-equals-rb", {}, cast.returned.eq(flag));
  parts.refuted("twin/flag-is-memory-changed", {}, cast.returned.eq(cas.newValue.ne(t.old).zext(bitsOf(size))),
                inOneLane(
                    {AtomsOp::Cast, size},
                    [size](const AtomsRun& after, const AtomsLane& lane) {
                      return after.returned(size, 0) != (after.word(size, 0) != lane.held);
                    },
                    "Rd is 1 though memory keeps its value"));
}

} // namespace

std::vector<Theorem> winnerTheorems(const Subject& subject) {
  std::vector<Theorem> theorems;
  for (const Pair pair : pairs()) {
    if (!compares(pair.op))
      continue;
    theorems.push_back(law(subject, "atoms/one-winner/" + nameOf(pair), formOf(pair),
                           {"ATOMS-13", isSpin(pair) ? "ATOMS-10" : ruleOf(pair.op)},
                           formOf(pair) + ": of any number of lanes at one address with one Rb, M = Rb at first and "
                                          "every Rc other than Rb, exactly one wins; with M other than Rb none",
                           [=](Parts& parts) { oneWins(parts, pair); }));
  }
  for (const AtomsSize size : kSizes) {
    const Pair cast{AtomsOp::Cast, size};
    theorems.push_back(law(subject, "atoms/cast-is-cas/" + nameOf(size), formOf(cast),
                           {"ATOMS-13", "ATOMS-7", "ATOMS-9"},
                           formOf(cast) + " is CAS with Rd := (old value = Rb), step by step and so in every order",
                           [=](Parts& parts) { castIsCas(parts, size); }));
  }
  return theorems;
}

} // namespace warplaw::proofs::atoms
