// When the order of the lanes does not matter (ATOMS-13 (ii)): steps of two lanes commute on memory, at any two
// addresses; a transposition of two neighbours in the order therefore changes nothing afterwards, and transpositions of
// neighbours reach every order from every other.
#include "proofs/theorems/atoms_theorems.h"

namespace warplaw::proofs::atoms {
namespace {

bool counts(AtomsOp op) { return op == AtomsOp::Inc || op == AtomsOp::Dec; }
bool alwaysCommutes(AtomsOp op) { return op != AtomsOp::Exch && !compares(op) && !counts(op); }

/// One after the other and the other way round.
struct BothWays : TwoLanes {
  using TwoLanes::TwoLanes;
  std::array<Term, 2> returnedForth, returnedBack;
  Bytes forth = after(0, returnedForth), back = after(1, returnedBack);

  Term commute() const {
    const Term place = address[0].terms().variable(32, "place");
    return forth(place).eq(back(place));
  }
};

/// A witness of two lanes in both orders; reproduced if the final memories differ, or with `returns` if what is
/// returned does.
auto bothWays(const Subject& subject, Pair pair, bool returns = false) {
  return [=](const Assignment& witness) -> Demonstration {
    const AtomsRun run = runOf(pair.size, {laneOf(witness, "0"), laneOf(witness, "1")});
    AtomsRun reversed = run;
    reversed.order(std::array{1u, 0u});
    const auto differ = [=](const AtomsRun& one, const AtomsRun& other) {
      if (!returns)
        return one.memory != other.memory;
      return one.returned(pair.size, 0) != other.returned(pair.size, 0) ||
             one.returned(pair.size, 1) != other.returned(pair.size, 1);
    };
    const auto shows = [=](const AtomsRun& after) {
      const auto differs = [&](const AtomsRun& other) { return differ(after, other); };
      return replayed(subject, {pair, reversed, differs, ""}).reproduced;
    };
    return {pair, run, shows,
            fmt::format("{}: M {:#x}, Rb {:#x} and {:#x}: one order and the other differ", formOf(pair),
                        valueOf(witness, "old0"), valueOf(witness, "operand0"), valueOf(witness, "operand1"))};
  };
}

void commutes(Parts& parts, Pair pair) {
  const BothWays lanes(parts.terms, pair);
  parts.proved("two-lanes-commute", lanes.assumptions, lanes.commute());
  // The twin says more than the rule: that what is returned does not depend on the order either.
  parts.refuted("twin/returned-values-too", lanes.assumptions,
                lanes.returnedForth[0].eq(lanes.returnedBack[0]) & lanes.returnedForth[1].eq(lanes.returnedBack[1]),
                bothWays(parts.subject, pair, true));
}

void countersCommute(Parts& parts, Pair pair) {
  Terms& terms = parts.terms;
  const BothWays lanes(terms, pair);
  parts.proved(
      "two-lanes-commute-where-rb-is-equal",
      with(lanes.assumptions, {lanes.address[0].eq(lanes.address[1]).implies(lanes.operand[0].eq(lanes.operand[1]))}),
      lanes.commute());
  // The published claim, with values of one bit: M = 0, Rb 0 and 1 (ATOMS-13).
  std::vector<Term> small = lanes.assumptions;
  for (Term value : {lanes.operand[0], lanes.operand[1], lanes.old[0], lanes.old[1]})
    small.push_back(value.ule(terms.constant(32, 1)));
  small.push_back(lanes.address[0].eq(Bits(0)));
  parts.refuted("claim/order-never-matters", small, lanes.commute(), bothWays(parts.subject, pair));
}

/// Two neighbours in the order change places; everything else stays. States and steps are abstract as in
/// atoms_induction.cpp.
void transposition(Parts& parts) {
  Terms& terms = parts.terms;
  const Term k = terms.variable(6, "k"), j = terms.variable(6, "j");
  const auto turn = [&](const char* order, const char* state, Term at) {
    const Term lane = applied(5, order, {at}), before = applied(32, state, {at});
    return applied(32, state, {at + Bits(1)})
        .eq(applied(1, "performs", {lane}).ite(applied(32, "step", {lane, before}), before));
  };
  const Term next = k + Bits(1), afterBoth = k + Bits(2);
  const Term a = applied(5, "order", {k}), b = applied(5, "order", {next}), from = applied(32, "state", {k});
  const auto step = [&](Term lane, Term state) { return applied(32, "step", {lane, state}); };
  const Term same = applied(32, "state", {k}).eq(applied(32, "state'", {k}));
  const Term exchanged = applied(5, "order'", {k}).eq(b) & applied(5, "order'", {next}).eq(a);
  const Term commute = step(a, step(b, from)).eq(step(b, step(a, from)));
  std::vector<Term> assumptions = {k.ult(Bits(spec::kLanes - 1)),
                                   same,
                                   exchanged,
                                   turn("order", "state", k),
                                   turn("order", "state", next),
                                   turn("order'", "state'", k),
                                   turn("order'", "state'", next)};
  const Term goal = applied(32, "state", {afterBoth}).eq(applied(32, "state'", {afterBoth}));
  parts.proved("two-turns-later-nothing-differs", with(assumptions, {commute}), goal);
  parts.proved("nor-after-any-other-turn",
               {j.ult(Bits(spec::kLanes)), applied(32, "state", {j}).eq(applied(32, "state'", {j})),
                applied(5, "order", {j}).eq(applied(5, "order'", {j})), turn("order", "state", j),
                turn("order'", "state'", j)},
               applied(32, "state", {j + Bits(1)}).eq(applied(32, "state'", {j + Bits(1)})));
  const Assignment exchanges = {{"address0", 16}, {"address1", 16}, {"operand0", 1}, {"operand1", 2}};
  parts.refuted("twin/without-commuting-steps", assumptions, goal,
                bothWays(parts.subject, {AtomsOp::Exch, AtomsSize::U32})(exchanges));
}

} // namespace

std::vector<Theorem> orderTheorems(const Subject& subject) {
  std::vector<Theorem> theorems;
  const std::string prefix = "atoms/order-independent/";
  theorems.push_back(law(subject, prefix + "transposition", "", {"ATOMS-13", "ATOMS-5"},
                         "where steps commute on memory, exchanging two neighbours in the order leaves the final "
                         "memory as it is; such exchanges reach every order",
                         transposition));
  for (const Pair pair : pairs()) {
    const std::string name = prefix + nameOf(pair);
    if (alwaysCommutes(pair.op))
      theorems.push_back(law(subject, name, formOf(pair), {"ATOMS-13", "ATOMS-6"},
                             formOf(pair) + ": steps of two lanes commute on memory, whatever their addresses",
                             [=](Parts& parts) { commutes(parts, pair); }));
    if (counts(pair.op))
      theorems.push_back(law(subject, name, formOf(pair), {"ATOMS-13", "ATOMS-6"},
                             formOf(pair) + ": steps of two lanes commute on memory where their Rb are equal or their "
                                            "addresses differ; in general they do not",
                             [=](Parts& parts) { countersCommute(parts, pair); }));
    if (pair.op == AtomsOp::Inc)
      theorems.back().claims = {{"ATOMS-13", "What memory holds in the end does not depend on the order of the lanes.",
                                 name + "/claim/order-never-matters", "atoms-13-inc-depends-on-the-order", ""}};
  }
  return theorems;
}

} // namespace warplaw::proofs::atoms
