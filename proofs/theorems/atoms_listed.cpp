// From the list of lanes that attempt to the order (ATOMS-5), for any list that keeps its contract: where place k of
// the order performs, the list has its lane at the number of performing places before k, and it counts them all. Then
// who is listed performs, and folding the list is folding the order with the others left out. States, places and lists
// are abstract; induction over k. That each lane is listed once follows from the order being a permutation
// (atoms/linearizable/every-lane-once).
#include "proofs/theorems/atoms_theorems.h"

namespace warplaw::proofs::atoms {
namespace {

/// Place k of the order, arbitrary, and what the contract says of it.
struct Place {
  Terms& terms;
  Term k;                ///< 6 bits
  Term lane, performs;   ///< order[k], and whether it does
  Term before, upToHere; ///< performing places before k, and before k + 1: 6 bits
  Term listed;           ///< list[before]

  explicit Place(Terms& t)
      : terms(t), k(t.variable(6, "k")), lane(applied(5, "order", {k})), performs(applied(1, "performs", {lane})),
        before(applied(6, "before", {k})), upToHere(applied(6, "before", {k + Bits(1)})),
        listed(applied(5, "list", {before})) {}
  Term inOrder() const { return k.ult(Bits(spec::kLanes)); }
  Term counts() const { return upToHere.eq(before + performs.zext(6)); }
  Term contract() const { return performs.implies(listed.eq(lane)); }
  std::vector<Term> known() const { return {inOrder(), before.ule(k), counts(), contract()}; }
};

/// Two adding lanes at one word, lane 1 before lane 0.
Demonstration backwards(Shows shows, const char* report) {
  AtomsRun run = runOf(AtomsSize::U32, {{16, 5}, {16, 6}});
  const unsigned first[] = {9, 1, 0}; // lane 9 does not execute
  run.order(first);
  return {{AtomsOp::Add, AtomsSize::U32}, run, std::move(shows), report};
}

void whoIsListed(Parts& parts) {
  Terms& terms = parts.terms;
  const Place place(terms);
  const Term i = terms.variable(6, "i"), zero = terms.constant(6, 0);
  // for one arbitrary place i of the list
  const auto performs = [&](Term count) {
    return i.ult(count).implies(applied(1, "performs", {applied(5, "list", {i})}));
  };
  const std::vector<Term> assumed = place.known();
  parts.proved("base", {}, performs(zero) & zero.ule(zero));
  parts.proved("step", with(assumed, {performs(place.before)}),
               performs(place.upToHere) & place.upToHere.ule(place.k + Bits(1)));
  parts.refuted("twin/whoever-is-counted-or-not", assumed, performs(place.upToHere + Bits(1)),
                backwards([](const AtomsRun& after) { return after.results.written[0] == 3; },
                          "of three lanes in the order's beginning two execute: a third listed one would write"));
}

void folds(Parts& parts) {
  Terms& terms = parts.terms;
  const Place place(terms);
  const auto overOrder = [&](Term k) { return applied(32, "over-order", {k}); };
  const auto overList = [&](Term i) { return applied(32, "over-list", {i}); };
  const auto step = [&](Term lane, Term state) { return applied(32, "step", {lane, state}); };
  const Term zero = terms.constant(6, 0), end = terms.constant(6, spec::kLanes), count = terms.variable(6, "count");
  const Term before0 = applied(6, "before", {zero}), initial = terms.variable(32, "initial");
  const auto same = [&](Term k) { return overOrder(k).eq(overList(applied(6, "before", {k}))); };
  // One turn of the code (atoms_executor.cpp), and one place of the order with the others left out (ATOMS-5).
  const Term turn = place.before.ult(place.upToHere)
                        .implies(overList(place.before + Bits(1)).eq(step(place.listed, overList(place.before))));
  const Term skips =
      overOrder(place.k + Bits(1)).eq(place.performs.ite(step(place.lane, overOrder(place.k)), overOrder(place.k)));
  parts.proved("base", {before0.eq(zero), overOrder(zero).eq(initial), overList(zero).eq(initial)}, same(zero));
  parts.proved("step", with(place.known(), {turn, skips, same(place.k)}), same(place.k + Bits(1)));
  parts.proved("end", {applied(6, "before", {end}).eq(count), same(end)}, overOrder(end).eq(overList(count)));
  const std::vector<Term> unlisted = {place.inOrder(), place.before.ule(place.k), place.counts(), turn, skips,
                                      same(place.k)};
  parts.refuted(
      "twin/any-list", unlisted, same(place.k + Bits(1)),
      backwards([](const AtomsRun& after) { return after.results.row[0][1] == 0 && after.results.row[0][0] == 6; },
                "lane 1 comes before lane 0 in the order and finds 0: a list in lane order gives it 5"));
}

} // namespace

std::vector<Theorem> listedTheorems(const Subject& subject) {
  return {law(subject, "atoms/listed/performs", "", {"ATOMS-5", "MACH-1"},
              "whoever stands in the list of the lanes that attempt, before its end, attempts; it ends by place 32",
              whoIsListed),
          law(subject, "atoms/listed/folds-as-the-order", "", {"ATOMS-5", "ATOMS-13"},
              "for any step and any number of places: what a fold over the list leaves is what one over the order does "
              "that leaves out whoever does not attempt",
              folds)};
}

} // namespace warplaw::proofs::atoms
