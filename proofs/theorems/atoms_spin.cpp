// .SPIN's groups (ATOMS-10, ATOMS-13 (v)): invariants of the choice as it meets one lane after another, for any order,
// any number of lanes that perform and any banks: one attempt in every group that is not empty, none elsewhere; every
// choice of winners is some order's.
#include "proofs/theorems/atoms_theorems.h"

namespace warplaw::proofs::atoms {
namespace {
using spec::kLanes;
using symbolic::AtomsSpin;
constexpr Pair kSpin{AtomsOp::CastSpin, AtomsSize::U32}, kCast{AtomsOp::Cast, AtomsSize::U32};

/// A turn of the choice at an arbitrary lane; masks of 32 lanes.
struct Turn {
  Terms& terms;
  symbolic::PerLane<Term> bank; ///< 5 bits each
  Term admitted, visited, lane;
  AtomsSpin before, after;

  explicit Turn(Terms& t)
      : terms(t), admitted(mask("admitted")), visited(mask("visited")), lane(t.variable(5, "lane")),
        before{mask("taken"), mask("winners")} {
    for (unsigned i = 0; i < kLanes; ++i)
      bank[i] = t.variable(5, fmt::format("bank[{}]", i));
    after = symbolic::atomsSpinStep(before, lane, isIn(admitted, lane), bankOf(lane));
  }
  Term mask(const char* name) const { return terms.variable(32, name); }
  Term bankOf(Term which) const { return terms.select(which, bank); }
  Term visitedAfter() const { return visited | oneHot(lane); }
  Term firstTime() const { return ~isIn(visited, lane); }
  static Term within(Term part, Term whole) { return (part & ~whole).eq(Bits(0)); }
  /// Has some lane of the mask this bank (5 bits)?
  Term hasBank(Term lanes, Term which) const {
    std::vector<Term> some;
    for (unsigned i = 0; i < kLanes; ++i)
      some.push_back(lanes.bit(i) & bank[i].eq(which));
    return terms.any(some);
  }
  Term anyBank() const { return terms.variable(5, "b"); }
  /// No two lanes of the mask in one bank, for an arbitrary two.
  Term apart(Term lanes) const {
    const Term i = terms.variable(5, "i"), j = terms.variable(5, "j");
    return (isIn(lanes, i) & isIn(lanes, j) & bankOf(i).eq(bankOf(j))).implies(i.eq(j));
  }
};

/// Two lanes whose compares hold, at 0 and so far apart: 128 bytes, in one bank.
Demonstration twoLanes(Shows shows, const char* report, Pair pair = kSpin, std::uint32_t apart = 128) {
  AtomsRun run = runOf(pair.size, {{0, 5, 9, 5}, {apart, 5, 9, 5}});
  run.choices.castPair = 1;
  return {pair, run, std::move(shows), report};
}
/// The flags that they get.
Shows flagsAre(unsigned first, unsigned second) {
  return [=](const AtomsRun& after) { return after.results.row[0][0] == first && after.results.row[0][1] == second; };
}

void oneAttempt(Parts& parts) {
  Terms& terms = parts.terms;
  const Turn turn(terms);
  // For one bank; it is assumed of an arbitrary bank and of the bank of this turn's lane.
  const auto ofBank = [&](const AtomsSpin& spin, Term visited, Term bank) {
    const Term taken = isIn(spin.taken, bank);
    return taken.eq(turn.hasBank(turn.admitted & visited, bank)) & taken.eq(turn.hasBank(spin.winners, bank));
  };
  const auto ofWinners = [&](const AtomsSpin& spin, Term visited) {
    return Turn::within(spin.winners, turn.admitted & visited) & turn.apart(spin.winners);
  };
  const Term none = terms.constant(32, 0), all = terms.constant(32, 0xffffffff), any = turn.anyBank();
  const std::vector<Term> assumed = {turn.firstTime(), ofWinners(turn.before, turn.visited),
                                     ofBank(turn.before, turn.visited, any),
                                     ofBank(turn.before, turn.visited, turn.bankOf(turn.lane))};
  parts.proved("base", {}, ofWinners({none, none}, none) & ofBank({none, none}, none, any));
  parts.proved("step/winners", assumed, ofWinners(turn.after, turn.visitedAfter()));
  parts.proved("step/banks", assumed, ofBank(turn.after, turn.visitedAfter(), any));
  const std::vector<Term> atEnd = {turn.visited.eq(all), ofWinners(turn.before, turn.visited),
                                   ofBank(turn.before, turn.visited, any)};
  parts.proved("end", atEnd,
               Turn::within(turn.before.winners, turn.admitted) & turn.apart(turn.before.winners) &
                   turn.hasBank(turn.admitted, any).eq(turn.hasBank(turn.before.winners, any)));
  parts.refuted("twin/every-lane-attempts", atEnd, turn.before.winners.eq(turn.admitted),
                twoLanes(flagsAre(1, 0), "lanes 0 and 1 in one bank, both holding: lane 0 attempts, lane 1 does not"));
}

void anyWinners(Parts& parts) {
  Terms& terms = parts.terms;
  const Turn turn(terms);
  const Term wanted = turn.mask("wanted"), zero = terms.constant(32, 0);
  // One lane of every group that is not empty: no two in one bank (here: none beside `lane`), and no bank without.
  std::vector<Term> beside;
  for (unsigned i = 0; i < kLanes; ++i)
    beside.push_back(wanted.bit(i) & turn.lane.ne(terms.constant(5, i)) & turn.bank[i].eq(turn.bankOf(turn.lane)));
  const Term isWanted = isIn(wanted, turn.lane);
  const std::vector<Term> choice = {
      Turn::within(wanted, turn.admitted), isWanted.implies(~terms.any(beside)),
      turn.hasBank(turn.admitted, turn.bankOf(turn.lane)).eq(turn.hasBank(wanted, turn.bankOf(turn.lane)))};
  const auto invariant = [&](const AtomsSpin& spin, Term visited, Term bank) {
    return spin.winners.eq(wanted & visited) & isIn(spin.taken, bank).eq(turn.hasBank(wanted & visited, bank));
  };
  const Term any = turn.anyBank(); // the invariant is assumed of an arbitrary bank and of the bank of this turn's lane
  const std::vector<Term> assumptions = with(choice, {turn.firstTime(), invariant(turn.before, turn.visited, any),
                                                      invariant(turn.before, turn.visited, turn.bankOf(turn.lane))});
  parts.proved("base", choice, invariant({zero, zero}, zero, any));
  parts.proved("step",
               with(assumptions, {isWanted | Turn::within(wanted, turn.visited)}), // the wanted lanes come first
               invariant(turn.after, turn.visitedAfter(), any));
  parts.proved("end", {turn.visited.eq(terms.constant(32, 0xffffffff)), invariant(turn.before, turn.visited, any)},
               turn.before.winners.eq(wanted));
  parts.refuted("twin/in-any-order", assumptions, invariant(turn.after, turn.visitedAfter(), any),
                twoLanes(flagsAre(1, 0), "lane 1 is wanted, but lane 0 comes first in the order and wins"));
}

/// One lane in error comes before one without in the same bank.
void errorsDoNotBlock(Parts& parts) {
  Terms& terms = parts.terms;
  const Term zero = terms.constant(32, 0), no = terms.truth(false), yes = terms.truth(true);
  const Term first = terms.variable(5, "first"), second = terms.variable(5, "second");
  const Term imm24 = terms.variable(32, "imm24"), allocated = terms.variable(32, "allocated");
  const auto access = [&](const char* base) {
    return symbolic::atomsAccess(AtomsSize::U32, yes, terms.variable(32, base), imm24, zero, allocated, no);
  };
  const symbolic::AtomsAccess wrong = access("base0"), right = access("base1");
  const auto bank = [&](const symbolic::AtomsAccess& a) {
    return symbolic::atomsBank(AtomsSize::U32, a.address, terms.constant(8, 0), zero);
  };
  const std::vector<Term> assumptions = {first.ne(second),
                                         ~wrong.performs,
                                         right.performs,
                                         bank(wrong).eq(bank(right)),
                                         allocated.ule(terms.constant(32, spec::kMaxSharedBytes)),
                                         imm24.ule(terms.constant(32, 0xffffff))};
  const auto winners = [&](Term firstTakesPart) {
    const AtomsSpin once = symbolic::atomsSpinStep({zero, zero}, first, firstTakesPart, bank(wrong));
    return symbolic::atomsSpinStep(once, second, right.performs, bank(right)).winners;
  };
  parts.proved("the-lane-without-error-attempts", assumptions, winners(wrong.performs).eq(oneHot(second)));
  const auto stores = [](const AtomsRun& after) {
    return after.results.row[0][1] == 1 && after.results.error[0] != 0 && after.word(AtomsSize::U32, 128) == 9;
  };
  parts.refuted("twin/first-executing-lane-attempts", assumptions, winners(wrong.performs).eq(winners(yes)),
                {kSpin, runOf(AtomsSize::U32, {{1024, 5, 9}, {128, 5, 9, 5}}), stores, // one beyond the 512 bytes
                 "lane 0 is out of range in bank 0; lane 1 in the same bank attempts and stores"});
}

/// Which words share a bank: those a multiple of 128 bytes apart (32 banks of 4 bytes).
void banks(Parts& parts) {
  Terms& terms = parts.terms;
  const Term a = terms.variable(32, "a"), b = terms.variable(32, "b");
  for (const AtomsSize size : kSizes) {
    const auto bank = [&](Term address) { // the default of .U64; other sizes have no choice
      return symbolic::atomsBank(size, address, terms.variable(8, "bank64"), terms.constant(32, 1));
    };
    const std::vector<Term> words = {a.extract(1, 0).eq(Bits(0)), b.extract(1, 0).eq(Bits(0))};
    parts.proved(fmt::format("a-multiple-of-128-apart/{}", nameOf(size)), words,
                 bank(a).eq(bank(b)).eq((a - b).extract(6, 0).eq(Bits(0))));
    if (size == AtomsSize::U32)
      parts.refuted("twin/two-words-a-bank", words, bank(a).eq(bank(b)).eq((a ^ b).extract(6, 3).eq(Bits(0))),
                    twoLanes(flagsAre(1, 1), "neighbouring words: both lanes attempt and win", kSpin, 4));
  }
}

/// A CAST that may fail spuriously: what a lane of .SPIN does, attempting or not.
Term weakly(Pair pair, const Transition& t) { return related(pair, t) | (t.now.eq(t.old) & t.returned.eq(Bits(0))); }

void spuriousFailures(Parts& parts, Pair pair) {
  Terms& terms = parts.terms;
  const Transition t = Transition::variables(terms, pair.size);
  const Term attempts = terms.variable(1, "attempts"), zero = terms.constant(bitsOf(pair.size), 0);
  const symbolic::AtomsStep step = t.step(pair.op, pair.size);
  const Transition done{t.old, t.operand, t.swap, attempts.ite(step.newValue, t.old),
                        attempts.ite(step.returned, zero)};
  const Transition other = t.another();
  const auto exact = [&](const Transition& o) {
    return attempts.ite(related(pair, o), o.now.eq(o.old) & o.returned.eq(zero));
  };
  parts.proved("a-loser-is-a-spurious-failure", {}, weakly(pair, done));
  parts.proved("step-satisfies-the-relation", {}, exact(done));
  parts.proved("relation-is-functional-for-given-winners", {exact(t), exact(other)},
               t.now.eq(other.now) & t.returned.eq(other.returned));
  parts.proved("stores-only-where-it-attempts", {exact(t), t.now.ne(t.old)}, attempts);
  const auto fails = [pair](const AtomsRun& after) {
    return after.returned(pair.size, 1) == 0 && after.word(pair.size, 128) == 5;
  };
  parts.refuted(
      "twin/no-spurious-failures", {}, related(pair, done),
      twoLanes(fails, "lane 1's compare holds, but lane 0 has its bank: it returns 0 and stores nothing", pair));
}

/// "Every CAST.SPIN outcome is an outcome of CAST": two lanes, two words, one bank.
void spinIsNotCast(Parts& parts) {
  Terms& terms = parts.terms;
  const TwoLanes lanes(terms, kCast);
  const auto& [pair, address, compare, swap, old, memory, may] = lanes;
  std::vector<Term> assumptions;
  for (unsigned i = 0; i < 2; ++i)
    assumptions.insert(assumptions.end(),
                       {may[2 * i], may[2 * i + 1], address[i].ule(terms.constant(32, 128)), compare[i].eq(Bits(5))});
  assumptions.push_back(address[0].ult(address[1]));
  assumptions.push_back(address[0].extract(6, 2).eq(address[1].extract(6, 2)));
  std::array<Term, 2> returned;
  const Bytes spin = lanes.after(0, returned, false); // lane 1 returns 0
  const auto isOutcome = [&](unsigned first) {
    std::array<Term, 2> its;
    const Bytes cast = lanes.after(first, its);
    Term all = returned[0].eq(its[0]) & terms.constant(32, 0).eq(its[1]);
    for (Term at : lanes.address)
      all = all & load(spin, at, 4).eq(load(cast, at, 4));
    return all;
  };
  const Term isOutcomeOfCast = isOutcome(0) | isOutcome(1);
  parts.proved("indistinguishable-where-the-losers-compare-fails", with(assumptions, {old[1].ne(compare[1])}),
               isOutcomeOfCast);
  parts.refuted("claim/every-outcome-is-one-of-cast", assumptions, isOutcomeOfCast,
                [subject = parts.subject](const Assignment& witness) {
                  const AtomsRun run = runOf(AtomsSize::U32, {laneOf(witness, "0"), laneOf(witness, "1")});
                  AtomsRun forth = run, back = run;
                  back.order(std::array{1u, 0u});
                  runMachine(subject, kCast, forth);
                  runMachine(subject, kCast, back);
                  const auto same = [](const AtomsRun& a, const AtomsRun& b) {
                    return a.memory == b.memory && a.results.row[0][0] == b.results.row[0][0] &&
                           a.results.row[0][1] == b.results.row[0][1];
                  };
                  return Demonstration{
                      kSpin, run, [=](const AtomsRun& after) { return !same(after, forth) && !same(after, back); },
                      "M[0] and M[128] hold what both lanes compare with, one bank: one lane returns 0, which no order "
                      "of CAST gives"};
                });
}

} // namespace

std::vector<Theorem> spinTheorems(const Subject& subject) {
  std::vector<Theorem> theorems = {
      law(subject, "atoms/spin/one-attempt-a-group", "", {"ATOMS-10", "ATOMS-13"},
          "for any order, banks and lanes without error: exactly one lane of every group that is not empty attempts, "
          "hence at most one store a group",
          oneAttempt),
      law(subject, "atoms/spin/every-choice-of-winners", "", {"ATOMS-10", "ATOMS-13"},
          "every choice of one lane a group is that of some order (the one with those lanes first)", anyWinners),
      law(subject, "atoms/spin/errors-do-not-block", "", {"ATOMS-10", "ATOMS-4"},
          "a lane in error belongs to no group: it does not keep another lane of its bank from attempting",
          errorsDoNotBlock),
      law(subject, "atoms/spin/banks", "", {"ATOMS-10"},
          "words share a bank exactly if they are a multiple of 128 bytes apart", banks),
      law(subject, "atoms/spin/not-cast", "", {"ATOMS-10", "ATOMS-13"},
          "an outcome of .SPIN need not be one of CAST: the loser's failure is spurious", spinIsNotCast)};
  theorems.back().claims = {{"ATOMS-13", "Every outcome of CAST.SPIN is an outcome of CAST.",
                             theorems.back().name + "/claim/every-outcome-is-one-of-cast",
                             "atoms-13-spin-fails-where-cast-would-not", ""}};
  for (const Pair pair : pairs()) {
    if (!isSpin(pair))
      continue;
    theorems.push_back(law(
        subject, "atoms/spin/spurious-failures/" + nameOf(pair.size), formOf(pair), {"ATOMS-13", "ATOMS-10", "ATOMS-9"},
        formOf(pair) +
            ": an attempt is CAST's step, a loser a spurious failure; with atoms/spin/every-choice-of-winners and "
            "atoms/linearizable/induction the outcomes are exactly those of one attempt a group, linearized",
        [=](Parts& parts) { spuriousFailures(parts, pair); }));
  }
  return theorems;
}

} // namespace warplaw::proofs::atoms
