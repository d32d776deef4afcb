// Exactly one wins (ATOMS-13 (iii)), by an invariant of the loop over lanes: no lane count, no order; and CAST is CAS
// with a flag instead of the old value (ATOMS-13 (iv)).
#include "proofs/theorems/atoms_lanes.h"

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
std::function<Replay(const Assignment&)> replayContest(const Subject& subject, Pair pair, std::uint64_t value,
                                                       std::uint64_t swap, unsigned wanted) {
  return [=](const Assignment&) {
    const AtomsRun run = runOf(pair.size, std::vector<AtomsLane>(3, {64, 5, swap, value}));
    const auto shows = [&](const AtomsRun& after) {
      unsigned wins = 0;
      for (unsigned lane = 0; lane < 3; ++lane)
        wins += after.returned(pair.size, lane) == (pair.op == AtomsOp::Cas ? 5u : 1u);
      return wins == wanted && after.word(pair.size, 64) == value;
    };
    return replayLaw(subject, pair, run, shows,
                     fmt::format("M {}, three lanes with Rb 5 and Rc {}: {} win(s)", value, swap, wanted));
  };
}

std::vector<Obligation> oneWins(Terms& terms, const Subject& subject, Pair pair, const std::string& name) {
  Parts parts(name);
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
  parts.refuted("twin/swap-may-be-the-compare-value", {before}, after,
                replayContest(subject, pair, 5, 5, isSpin(pair) ? 1 : 3));
  parts.refuted("twin/wins-whatever-memory-holds", {contest.wins.eq(no), swapsOther, ~contest.performed},
                Contest::exactlyOne(contest.performed | contest.performs, contest.winsAfter(), contest.valueAfter(),
                                    contest.compare),
                replayContest(subject, pair, 6, 9, 0));
  return parts.take();
}

std::vector<Obligation> castIsCas(Terms& terms, const Subject& subject, AtomsSize size, const std::string& name) {
  Parts parts(name);
  const auto word = [&](const char* w) { return terms.variable(bitsOf(size), w); };
  const Term old = word("old"), compare = word("operand"), swap = word("swap");
  const symbolic::AtomsStep cas = symbolic::atomsStep(AtomsOp::Cas, size, old, compare, swap),
                            cast = symbolic::atomsStep(AtomsOp::Cast, size, old, compare, swap);
  const Term flag = cas.returned.eq(compare).zext(bitsOf(size));
  parts.proved("same-memory", {}, cast.stores.eq(cas.stores) & cast.newValue.eq(cas.newValue));
  parts.proved("flag-is-old-equals-rb", {}, cast.returned.eq(flag));
  parts.refuted("twin/flag-is-memory-changed", {}, cast.returned.eq(cas.newValue.ne(old).zext(bitsOf(size))),
                [subject, size](const Assignment& witness) {
                  const std::uint64_t old = valueOf(witness, "old");
                  const AtomsRun run = runOf(size, {laneOf(witness)}); // at 0
                  const auto shows = [&](const AtomsRun& after) {
                    return after.returned(size, 0) != (after.word(size, 0) != old ? 1u : 0u);
                  };
                  return replayLaw(subject, {AtomsOp::Cast, size}, run, shows,
                                   fmt::format("M = Rb = Rc = {:#x}: Rd is 1 though memory keeps its value", old));
                });
  return parts.take();
}

} // namespace

std::vector<Theorem> winnerTheorems(const Subject& subject) {
  std::vector<Theorem> theorems;
  for (const Pair pair : pairs()) {
    if (!compares(pair.op))
      continue;
    const std::string name = "atoms/one-winner/" + nameOf(pair);
    theorems.push_back(law(name, formOf(pair),
                           {"ATOMS-13", pair.op == AtomsOp::Cas ? "ATOMS-7"
                                        : isSpin(pair)          ? "ATOMS-10"
                                                                : "ATOMS-9"},
                           formOf(pair) + ": of any number of lanes at one address with one Rb, M = Rb at first and "
                                          "every Rc other than Rb, exactly one wins; with M other than Rb none",
                           [=](Terms& terms) { return oneWins(terms, subject, pair, name); }));
  }
  for (const AtomsSize size : {AtomsSize::U32, AtomsSize::S32, AtomsSize::U64}) {
    const Pair cast{AtomsOp::Cast, size};
    const std::string name = fmt::format("atoms/cast-is-cas/{}", nameOf(cast).substr(5));
    theorems.push_back(law(name, formOf(cast), {"ATOMS-13", "ATOMS-7", "ATOMS-9"},
                           formOf(cast) + " is CAS with Rd := (old value = Rb), step by step and so in every order",
                           [=](Terms& terms) { return castIsCas(terms, subject, size, name); }));
  }
  return theorems;
}

} // namespace warplaw::proofs::atoms
