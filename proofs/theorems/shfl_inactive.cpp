// What SHFL gives where the source lane does not execute (SHFL-7), and that nothing else hangs on it, nor the predicate
// on who executes (SHFL-8).
#include "proofs/theorems/shfl_theorems.h"
#include <fmt/format.h>

namespace warplaw::proofs::shfl {
namespace {
using spec::ShflMode;
using symbolic::OperandTerms;
using symbolic::ShflChoiceTerms;

constexpr std::uint32_t kMark = 0xabcd;

spec::ShflMode modeOf(const Assignment& witness) { return static_cast<ShflMode>(valueOf(witness, "mode")); }

ShflChoiceTerms otherChoices(Terms& terms) { return symbolic::variables<ShflChoiceTerms>(terms, "other."); }

/// "other." variables of a witness under their plain names, on top of the plain ones.
Assignment secondRun(const Assignment& witness) {
  Assignment second = witness;
  for (const auto& [name, value] : witness)
    if (name.starts_with("other."))
      second[name.substr(6)] = value;
  return second;
}

spec::Results run(const Subject& subject, const Assignment& witness) {
  return runPortable(subject, modeOf(witness), valueFrom<spec::Operands>(witness),
                     valueFrom<spec::ShflChoices>(witness));
}

/// A refuted statement, tried on one machine run of the witness; `prepare` may mark operands and choices first, so that
/// the results tell more.
Obligation refutedByRun(const Subject& subject, std::string name, std::vector<Term> assumptions, Term goal,
                        std::function<bool(const spec::Results&)> holds,
                        std::function<void(spec::Operands&, spec::ShflChoices&)> prepare = {}) {
  return refuted(std::move(name), std::move(assumptions), goal, [subject, holds, prepare](const Assignment& witness) {
    spec::Operands operands = valueFrom<spec::Operands>(witness);
    spec::ShflChoices choices = valueFrom<spec::ShflChoices>(witness);
    if (prepare)
      prepare(operands, choices);
    const bool broken = !holds(runPortable(subject, modeOf(witness), operands, choices));
    return Replay{.reproduced = broken,
                  .report = broken ? "machine code breaks the statement too" : "machine code keeps the statement",
                  .counterexample = caseFrom(modeOf(witness), witness)};
  });
}

/// A refuted statement that two runs give one lane the same row word or predicate bit.
Obligation refutedByTwoRuns(const Subject& subject, std::string name, std::vector<Term> assumptions, Term goal,
                            unsigned lane) {
  return refuted(std::move(name), std::move(assumptions), goal, [subject, lane](const Assignment& witness) {
    const spec::Results first = run(subject, witness), second = run(subject, secondRun(witness));
    return Replay{.reproduced = first.row[0][lane] != second.row[0][lane],
                  .report =
                      fmt::format("lane {} receives {:#x} and {:#x}", lane, first.row[0][lane], second.row[0][lane]),
                  .counterexample = caseFrom(modeOf(witness), witness)};
  });
}

/// A statement about one reading lane, source lane by source lane.
Term forEachSource(const Situation& s, unsigned lane, Term statement) {
  const Term source = s.source(lane).lane;
  Split split;
  for (unsigned k = 0; k < spec::kLanes; ++k)
    split.push_back({source.eq(k), {{source, source.terms().constant(5, k)}}});
  return splitIntoCases(statement, {split}, spec::kLanes + 1);
}

/// A truth value, true and false.
Split whether(Term condition) {
  Terms& terms = condition.terms();
  return splitOn(condition, {{condition, terms.truth(false)}}, {{condition, terms.truth(true)}});
}

/// Every 5-bit term is one of the 32 lanes: the splits above are exhaustive.
Obligation sourcesAreExhaustive(Terms& terms, const std::string& theorem) {
  const Term any = terms.variable(5, "source");
  std::vector<Term> lanes;
  for (unsigned k = 0; k < spec::kLanes; ++k)
    lanes.push_back(any.eq(k));
  return implied(theorem + "/splits-are-exhaustive", {}, terms.any(lanes));
}

/// Are all results of two runs equal, but the received words of the lanes that `except` says?
Term sameResults(const Situation& a, const Situation& b, const std::function<Term(unsigned)>& except = {}) {
  const auto executingOrNot = [&](unsigned lane, Term statement) {
    return splitIntoCases(statement, {whether(a.executes(lane))}, spec::kLanes + 1);
  };
  std::vector<Term> parts = {a.after.predicateWritten.eq(b.after.predicateWritten)};
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    parts.push_back(executingOrNot(lane, a.after.predicate.bit(lane).eq(b.after.predicate.bit(lane))));
  for (unsigned r = 0; r < spec::kResultRows; ++r) {
    parts.push_back(a.after.written[r].eq(b.after.written[r]));
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      const Term same = a.after.row[r][lane].eq(b.after.row[r][lane]);
      parts.push_back(r == 0 ? forEachSource(a, lane, executingOrNot(lane, except ? except(lane) | same : same))
                             : same);
    }
  }
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    parts.push_back(a.after.error[lane].eq(b.after.error[lane]));
  return a.mode.terms().all(parts);
}

/// SHFL-7: every value can arrive; each reader has its own.
Obligations anyValue(const Subject& subject, Terms& terms) {
  const Situation s(terms, anyMode(terms));
  // Given any 32 wanted words, the choices `wanted` make every lane whose source is inactive receive its own: every
  // value is reachable, and for all such lanes at once.
  ShflChoiceTerms wanted;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    wanted.inactive[lane] = terms.variable(32, fmt::format("wanted[{}]", lane));
  const Situation chosen = s.with(s.operands, wanted);
  std::vector<Term> arrives;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
    const Term reads = s.executes(lane) & ~s.sourceExecutes(lane);
    const Term arrived = chosen.after.row[0][lane].eq(wanted.inactive[lane]);
    arrives.push_back(
        splitIntoCases(reads.implies(arrived), {whether(s.executes(lane)), whether(s.sourceExecutes(lane))}, 64));
  }
  const Term bothInactive = s.executes(4) & ~s.sourceExecutes(4) & s.executes(5) & ~s.sourceExecutes(5);
  return std::vector<Obligation>{
      implied("shfl/inactive/any-value/every-value-arrives", {}, terms.all(arrives)),
      refutedByRun(subject, "shfl/inactive/any-value/twin/zero", {s.executes(4), ~s.sourceExecutes(4)},
                   s.after.row[0][4].eq(0), [](const spec::Results& results) { return results.row[0][4] == 0; }),
      refutedByRun(subject, "shfl/inactive/any-value/twin/one-value-for-all-readers",
                   {bothInactive, s.source(4).lane.eq(s.source(5).lane)}, s.after.row[0][4].eq(s.after.row[0][5]),
                   [](const spec::Results& results) { return results.row[0][4] == results.row[0][5]; })};
}

/// SHFL-7: the choices reach nothing but the words of lanes with an inactive source; an inactive lane's register
/// reaches nothing.
Obligations nothingElse(const Subject& subject, Terms& terms) {
  const Situation s(terms, anyMode(terms));
  const Situation otherChoice = s.with(s.operands, otherChoices(terms));
  const auto inactiveSource = [&](unsigned lane) { return s.executes(lane) & ~s.sourceExecutes(lane); };

  OperandTerms hidden = s.operands; // other values in lanes outside exec
  for (unsigned r = 0; r < spec::kSourceRows; ++r)
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      hidden.row[r][lane] =
          s.executes(lane).ite(s.operands.row[r][lane], terms.variable(32, fmt::format("other.row[{}][{}]", r, lane)));
  const Situation otherHidden = s.with(hidden, s.choices);
  return std::vector<Obligation>{
      implied("shfl/inactive/nothing-else/choices", {}, sameResults(s, otherChoice, inactiveSource)),
      implied("shfl/inactive/nothing-else/registers-of-inactive-lanes", {}, sameResults(s, otherHidden)),
      sourcesAreExhaustive(terms, "shfl/inactive/nothing-else"),
      refutedByTwoRuns(subject, "shfl/inactive/nothing-else/twin/no-choice-matters", {},
                       s.after.row[0][2].eq(otherChoice.after.row[0][2]), 2)};
}

/// SHFL-8: who executes, what is read and what is chosen have no say in the predicate of an executing lane.
Obligations predicateAlone(const Subject& subject, Terms& terms) {
  const Situation s(terms, anyMode(terms));
  OperandTerms other = symbolic::variables<OperandTerms>(terms, "other.");
  other.row[spec::shfl_rows::kLane] = s.operands.row[spec::shfl_rows::kLane];
  other.row[spec::shfl_rows::kRange] = s.operands.row[spec::shfl_rows::kRange];
  const Situation t = s.with(other, otherChoices(terms));
  std::vector<Term> same;
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    same.push_back(
        (s.executes(lane) & t.executes(lane)).implies(s.after.predicate.bit(lane).eq(t.after.predicate.bit(lane))));
  return std::vector<Obligation>{
      implied("shfl/predicate-alone/all-lanes", {}, terms.all(same)),
      refutedByRun(
          subject, "shfl/predicate-alone/twin/in-range-means-active", {s.executes(11)},
          s.after.predicate.bit(11).implies(s.sourceExecutes(11)),
          [](const spec::Results& results) {
            return (results.predicate >> 11 & 1) == 0 || results.row[0][11] != kMark;
          },
          [](spec::Operands& operands, spec::ShflChoices& choices) { // the mark arrives only from an inactive source
            for (unsigned lane = 0; lane < spec::kLanes; ++lane)
              operands.row[spec::shfl_rows::kValue][lane] = lane;
            choices.inactive[11] = kMark;
          })};
}

Theorem about(const Subject& subject, const std::string& name, std::vector<std::string> rules, std::string statement,
              Obligations (*build)(const Subject&, Terms&)) {
  return instructionTheorem(name, "SHFL", "", std::move(rules), std::move(statement), "",
                            [=](Terms& terms) { return build(subject, terms); });
}

} // namespace

std::vector<Theorem> inactiveTheorems(const Subject& subject) {
  Theorem any = about(subject, "shfl/inactive/any-value", {"SHFL-7"},
                      "lanes whose source is inactive can receive any words, each its own, all at once", anyValue);
  any.claims = {{"SHFL-7", "A lane that reads from an inactive lane gets 0.", any.name + "/twin/zero",
                 "shfl-7-inactive-is-not-zero", ""}};
  return {any,
          about(subject, "shfl/inactive/nothing-else", {"SHFL-7", "MACH-1"},
                "two runs with other choices differ only in the words of lanes whose source is inactive; with other "
                "registers in inactive lanes, not at all",
                nothingElse),
          about(subject, "shfl/predicate-alone", {"SHFL-8"},
                "an executing lane's predicate is the same whoever executes, whatever is read or chosen",
                predicateAlone)};
}

} // namespace warplaw::proofs::shfl
