// SHFL's rules as executor and encoding might both misread them (SHFL-1..9, MACH-1, -5, -7): the third statement must
// refute each (mutants/paired.h).
#include "proofs/theorems/shfl_theorems.h"

namespace warplaw::proofs {
namespace shfl {
namespace {
using spec::ShflMode;
using symbolic::OperandTerms;
using symbolic::PlanTerms;
using symbolic::ResultTerms;
using symbolic::ShflChoiceTerms;
using symbolic::ShflFormTerms;
using symbolic::ShflModifierTerms;
using symbolic::ShflSource;
namespace rows = spec::shfl_rows;

Term isMode(Term mode, ShflMode which) { return mode.eq(static_cast<Bits>(which)); }
Term named(Term mode, ShflMode which) { return mode.terms().constant(mode.width(), static_cast<Bits>(which)); }

/// The encoding of other inputs.
WrongEffect ofInputs(const char* name, std::vector<std::string> breaks,
                     std::function<void(Term& mode, OperandTerms&, ShflChoiceTerms&)> spoil) {
  return {name, "",
          [spoil](Given& g) {
            auto modifiers = g.as<ShflModifierTerms>(0);
            auto operands = g.as<OperandTerms>(1);
            auto choices = g.as<ShflChoiceTerms>(2);
            spoil(modifiers.mode, operands, choices);
            g.set(3, symbolic::shflEncoding(modifiers, operands, choices, g.as<ResultTerms>(3)));
          },
          std::move(breaks)};
}
WrongEffect ofOperands(const char* name, const char* rule, std::function<void(Term mode, Term& b, Term& c)> spoil) {
  return ofInputs(name, {rule}, [spoil](Term& mode, OperandTerms& operands, ShflChoiceTerms&) {
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      spoil(mode, operands.row[rows::kLane][lane], operands.row[rows::kRange][lane]);
  });
}

/// What the encoding leaves, changed.
WrongEffect ofResults(const char* name, const char* rule, std::function<void(ResultTerms&, const Situation&)> spoil) {
  return {name,
          "",
          [spoil](Given& g) {
            const Situation s(g.as<ShflModifierTerms>(0).mode, g.as<OperandTerms>(1), g.as<ShflChoiceTerms>(2),
                              g.as<ResultTerms>(3));
            ResultTerms after = s.after;
            spoil(after, s);
            g.set(3, after);
          },
          {rule}};
}

/// Another source lane or range, of every lane.
struct Reads {
  Term from, inRange; ///< 5 bits, width 1
};
WrongEffect ofSources(const char* name, const char* rule,
                      std::function<Reads(const Situation&, unsigned lane, const ShflSource&)> wrong) {
  return ofResults(name, rule, [wrong](ResultTerms& after, const Situation& s) {
    symbolic::PerLane<Term> executes;
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      executes[lane] = s.executes(lane);
    Terms& terms = s.mode.terms();
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      const Reads reads = wrong(s, lane, s.source(lane));
      const Term word = terms.select(reads.from, executes)
                            .ite(terms.select(reads.from, s.operands.row[rows::kValue]), s.choices.inactive[lane]);
      after.row[0][lane] = s.executes(lane).ite(word, s.before.row[0][lane]);
      const Term own = terms.constant(32, Bits{1} << lane);
      const Term set = reads.inRange.ite(after.predicate | own, after.predicate & ~own);
      after.predicate = s.executes(lane).ite(set, after.predicate);
    }
  });
}
Term laneTerm(const Situation& s, unsigned lane) { return s.mode.terms().constant(5, lane); }
Term deltaOf(const Situation& s, unsigned lane) { return s.operands.row[rows::kLane][lane].extract(4, 0); }
Term segmentOf(const Situation& s, unsigned lane) { return s.operands.row[rows::kRange][lane].extract(12, 8); }
/// SHFL-1's end of the range.
Term lastLane(const Situation& s, unsigned lane) {
  const Term segment = segmentOf(s, lane), clamp = s.operands.row[rows::kRange][lane].extract(4, 0);
  return (laneTerm(s, lane) & segment) | (clamp & ~segment);
}

std::vector<WrongEffect> misreadOperands() {
  return {ofOperands(
              "clamp-and-segment-exchanged", "SHFL-1",
              [](Term, Term&, Term& c) {
                c = c.terms().constant(19, 0).concat(c.extract(4, 0)).concat(c.extract(7, 5)).concat(c.extract(12, 8));
              }),
          ofOperands("segment-of-four-bits", "SHFL-1", [](Term, Term&, Term& c) { c = c & Bits(0x0fff); }),
          ofOperands("segment-from-bit-7", "SHFL-1",
                     [](Term, Term&, Term& c) {
                       c = c.terms().constant(19, 0).concat(c.extract(11, 7)).concat(c.extract(7, 0));
                     }),
          ofOperands("segment-mask-inverted", "SHFL-1",
                     [](Term, Term&, Term& c) { c = c ^ c.terms().constant(32, 0x1f00); }),
          ofOperands("clamp-ignored-by-up", "SHFL-4",
                     [](Term mode, Term&, Term& c) {
                       c = isMode(mode, ShflMode::Up).ite(c & ~Bits(31) & Bits(0xffffffff), c);
                     }),
          ofOperands("lane-of-four-bits", "SHFL-2", [](Term, Term& b, Term&) { b = b & Bits(15); }),
          ofOperands("down-by-one-more", "SHFL-3",
                     [](Term mode, Term& b, Term&) { b = isMode(mode, ShflMode::Down).ite(b + Bits(1), b); }),
          ofInputs("up-and-down-exchanged", {"SHFL-3", "SHFL-4"},
                   [](Term& mode, OperandTerms&, ShflChoiceTerms&) {
                     mode = isMode(mode, ShflMode::Up)
                                .ite(named(mode, ShflMode::Down),
                                     isMode(mode, ShflMode::Down).ite(named(mode, ShflMode::Up), mode));
                   }),
          ofInputs("index-and-butterfly-exchanged", {"SHFL-2", "SHFL-5"},
                   [](Term& mode, OperandTerms&, ShflChoiceTerms&) {
                     mode = isMode(mode, ShflMode::Idx)
                                .ite(named(mode, ShflMode::Bfly),
                                     isMode(mode, ShflMode::Bfly).ite(named(mode, ShflMode::Idx), mode));
                   }),
          ofInputs("lane-operand-of-lane-0", {"SHFL-1"},
                   [](Term&, OperandTerms& operands, ShflChoiceTerms&) {
                     operands.row[rows::kLane].fill(Term(operands.row[rows::kLane][0]));
                   }),
          ofInputs("range-of-lane-0", {"SHFL-1"},
                   [](Term&, OperandTerms& operands, ShflChoiceTerms&) {
                     operands.row[rows::kRange].fill(Term(operands.row[rows::kRange][0]));
                   }),
          ofInputs(
              "one-value-for-all-inactive-sources", {"SHFL-7"},
              [](Term&, OperandTerms&, ShflChoiceTerms& choices) { choices.inactive.fill(Term(choices.inactive[0])); }),
          ofInputs("all-lanes-execute", {"MACH-1", "SHFL-7"},
                   [](Term& mode, OperandTerms& operands, ShflChoiceTerms&) {
                     operands.exec = mode.terms().constant(32, 0xffffffff);
                   }),
          ofInputs("inactive-source-gives-the-own-value", {"SHFL-7"},
                   [](Term&, OperandTerms& operands, ShflChoiceTerms& choices) {
                     choices.inactive = operands.row[rows::kValue];
                   })};
}

std::vector<WrongEffect> misreadSources() {
  return {ofSources("butterfly-within-its-segment", "SHFL-12",
                    [](const Situation& s, unsigned lane, const ShflSource& source) {
                      const Term bfly = isMode(s.mode, ShflMode::Bfly);
                      const Term crossed = laneTerm(s, lane) ^ (deltaOf(s, lane) & ~segmentOf(s, lane));
                      const Term inside = crossed.ule(lastLane(s, lane));
                      return Reads{bfly.ite(inside.ite(crossed, laneTerm(s, lane)), source.lane),
                                   bfly.ite(inside, source.inRange)};
                    }),
          ofSources("butterfly-of-2-exchanges-neighbours", "SHFL-13", // the claim of a published comment
                    [](const Situation& s, unsigned lane, const ShflSource& source) {
                      const Term two = isMode(s.mode, ShflMode::Bfly) & deltaOf(s, lane).eq(Bits(2)) & source.inRange;
                      return Reads{two.ite(laneTerm(s, lane ^ 1), source.lane), source.inRange};
                    }),
          ofSources("down-up-to-lane-31", "SHFL-3",
                    [](const Situation& s, unsigned lane, const ShflSource& source) {
                      const Term down = isMode(s.mode, ShflMode::Down);
                      const Term fits = source.candidate.sle(s.mode.terms().constant(8, 31));
                      return Reads{down.ite(fits.ite(source.candidate.extract(4, 0), laneTerm(s, lane)), source.lane),
                                   down.ite(fits, source.inRange)};
                    }),
          ofSources("up-in-range-from-the-least-lane", "SHFL-4", // the claim
                    [](const Situation& s, unsigned lane, const ShflSource& source) {
                      const Term up = isMode(s.mode, ShflMode::Up);
                      const Term least = (laneTerm(s, lane) & segmentOf(s, lane)).zext(8);
                      const Term inside = up.ite(least.sle(source.candidate), source.inRange);
                      const Term from = inside.ite(source.candidate.extract(4, 0), laneTerm(s, lane));
                      return Reads{up.ite(from, source.lane), inside};
                    }),
          ofSources("up-wraps-below-lane-0", "SHFL-4",
                    [](const Situation& s, unsigned lane, const ShflSource& source) {
                      const Term wraps = isMode(s.mode, ShflMode::Up) & source.candidate.bit(7);
                      return Reads{wraps.ite(source.candidate.extract(4, 0), source.lane), wraps | source.inRange};
                    }),
          ofSources("last-lane-excluded", "SHFL-1",
                    [](const Situation& s, unsigned lane, const ShflSource& source) {
                      const Term inside = source.inRange & source.candidate.ne(lastLane(s, lane).zext(8));
                      return Reads{inside.ite(source.lane, laneTerm(s, lane)), inside};
                    }),
          ofSources("out-of-range-reads-the-edge", "SHFL-6",
                    [](const Situation& s, unsigned lane, const ShflSource& source) {
                      return Reads{source.inRange.ite(source.lane, lastLane(s, lane)), source.inRange};
                    }),
          ofSources("in-range-means-active", "SHFL-8", [](const Situation& s, unsigned lane, const ShflSource& source) {
            return Reads{source.lane, source.inRange & s.sourceExecutes(lane)};
          })};
}

/// Lanes beyond an end that come back at the other one.
std::vector<WrongEffect> misreadEnds() {
  return {
      ofSources("up-and-down-wrap-in-their-segment", "SHFL-6",
                [](const Situation& s, unsigned lane, const ShflSource& source) {
                  const Term moves = isMode(s.mode, ShflMode::Up) | isMode(s.mode, ShflMode::Down),
                             wraps = moves & ~source.inRange, segment = segmentOf(s, lane);
                  const Term from = (laneTerm(s, lane) & segment) | (source.candidate.extract(4, 0) & ~segment);
                  return Reads{wraps.ite(from, source.lane), wraps | source.inRange};
                }),
      ofSources("down-in-range-modulo-32", "SHFL-3", [](const Situation& s, unsigned lane, const ShflSource& source) {
        const Term wrapped = (laneTerm(s, lane) + deltaOf(s, lane)).ule(lastLane(s, lane));
        return Reads{source.lane, isMode(s.mode, ShflMode::Down).ite(wrapped, source.inRange)};
      })};
}

std::vector<WrongEffect> misreadResults() {
  return {
      ofResults("out-of-range-is-not-written", "SHFL-6",
                [](ResultTerms& after, const Situation& s) {
                  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
                    after.row[0][lane] = s.source(lane).inRange.ite(after.row[0][lane], s.before.row[0][lane]);
                }),
      ofResults("predicate-of-silent-lanes-cleared", "MACH-5",
                [](ResultTerms& after, const Situation& s) { after.predicate = after.predicate & s.operands.exec; }),
      ofResults(
          "all-lanes-written", "MACH-1",
          [](ResultTerms& after, const Situation& s) { after.written[0] = s.mode.terms().constant(32, 0xffffffff); }),
      ofResults(
          "predicate-not-written", "SHFL-8",
          [](ResultTerms& after, const Situation& s) { after.predicateWritten = s.mode.terms().constant(32, 0); }),
      ofResults("predicate-is-out-of-range", "SHFL-8",
                [](ResultTerms& after, const Situation& s) { after.predicate = after.predicate ^ s.operands.exec; })};
}

std::vector<WrongEffect> misreadPlans(const Proof& proof) {
  const auto number = [](Term like, Bits value) { return like.terms().constant(32, value); };
  const auto ofPlan = [&](const char* name, const char* rule, auto spoil) {
    return proof.planBut(name, "", {rule},
                         [spoil](PlanTerms& plan, const ShflFormTerms& form, const auto&) { spoil(plan, form); });
  };
  return {ofPlan("range-immediate-of-five-bits", "SHFL-9",
                 [=](PlanTerms& plan, const ShflFormTerms& form) {
                   Term& value = plan.source[rows::kRange].value;
                   value = form.sc.isImmediate.ite(value & Bits(31), value);
                 }),
          ofPlan("range-immediate-sign-extended", "SHFL-9",
                 [=](PlanTerms& plan, const ShflFormTerms& form) {
                   Term& value = plan.source[rows::kRange].value;
                   value = form.sc.isImmediate.ite(value.extract(12, 0).sext(32), value);
                 }),
          ofPlan("destination-read-as-source", "SHFL-9",
                 [=](PlanTerms& plan, const ShflFormTerms& form) {
                   plan.source[rows::kValue].value = form.rd.index.zext(32);
                 }),
          ofPlan("predicate-also-a-source", "SHFL-9",
                 [=](PlanTerms& plan, const ShflFormTerms& form) { plan.sourcePredicate = form.pu.index.zext(32); }),
          ofPlan("true-predicate-is-P0", "MACH-3", [=](PlanTerms& plan, const ShflFormTerms& form) {
            plan.destinationPredicate =
                form.pu.index.eq(Bits(spec::kTruePredicate)).ite(number(plan.guardNegated, 0), form.pu.index.zext(32));
          })};
}

} // namespace
} // namespace shfl

Readings shflReadings() {
  shfl::Proof proof = shfl::proofOf();
  for (const auto& some :
       {shfl::misreadOperands(), shfl::misreadSources(), shfl::misreadEnds(), shfl::misreadResults()})
    proof.misreadDatapaths.insert(proof.misreadDatapaths.end(), some.begin(), some.end());
  proof.misreadPlans = shfl::misreadPlans(proof);
  return proof.readings();
}

} // namespace warplaw::proofs
