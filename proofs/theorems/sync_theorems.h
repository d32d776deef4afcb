// What the theorems of the .sync forms share: where a reading of SYNC-1 may go wrong, legal inputs that are often
// defined, and what code and encoding build everything else on.
#pragma once
#include "proofs/statements/instruction.h"
#include "symbolic/encodings/sync.h"

namespace warplaw::proofs::sync {
using symbolic::Bits;
using symbolic::OperandTerms;
using symbolic::ResultTerms;
using symbolic::SyncGroups;
using symbolic::SyncOutcome;

/// What a datapath is given; and what follows from it, step by step.
template <class Of> struct Inputs {
  typename Of::ModifierTerms modifiers;
  OperandTerms operands;
  typename Of::ChoiceTerms choices;
  symbolic::ExitedLaneTerms exited;
};
template <class Of> struct Synced : Inputs<Of> {
  SyncGroups groups = {};
  Term defined = {}; ///< is it?
  SyncOutcome outcome = {};
};

/// Where a datapath goes wrong; empty steps are right. Of: a Proof.
template <class Of> struct Steps {
  std::function<void(Inputs<Of>&)> inputs = {};
  std::function<void(SyncGroups&, const Inputs<Of>&)> groups = {}; ///< once it is known what is defined
  std::function<void(Synced<Of>&)> outcome = {};                   ///< `defined` and `outcome`
  std::function<void(ResultTerms& after, const Synced<Of>&)> results = {};
};
template <class Of>
WrongEffect wrong(std::string name, std::string output, std::vector<std::string> breaks, Steps<Of> steps) {
  return Of().wrongDatapath(std::move(name), std::move(output), std::move(breaks),
                            [steps](const typename Of::ModifierTerms& modifiers, const OperandTerms& operands,
                                    const typename Of::ChoiceTerms& choices, const ResultTerms& before,
                                    const symbolic::ExitedLaneTerms& exited) {
                              Synced<Of> s{{modifiers, operands, choices, exited}};
                              if (steps.inputs)
                                steps.inputs(s);
                              s.groups = symbolic::syncGroups(s.operands, s.exited);
                              s.defined = isDefined(s.groups, s.choices);
                              if (steps.groups)
                                steps.groups(s.groups, s);
                              s.outcome = outcomeOf(s.modifiers, s.operands, s.choices, s.groups);
                              if (steps.outcome)
                                steps.outcome(s);
                              ResultTerms after =
                                  symbolic::syncResults(before, operands.exec, orAny(s.defined, s.outcome, s.choices));
                              if (steps.results)
                                steps.results(after, s);
                              return after;
                            });
}
/// One thing wrong: in the given (inputs), in the groups, in what lanes receive.
template <class Of>
WrongEffect inputsBut(std::string name, std::string output, std::vector<std::string> breaks,
                      std::function<void(Inputs<Of>&)> spoil) {
  return wrong<Of>(std::move(name), std::move(output), std::move(breaks), {.inputs = std::move(spoil)});
}
template <class Of>
WrongEffect groupsBut(std::string name, std::string output, std::vector<std::string> breaks,
                      std::function<void(SyncGroups&, const Inputs<Of>&)> spoil) {
  return wrong<Of>(std::move(name), std::move(output), std::move(breaks), {.groups = std::move(spoil)});
}
template <class Of>
WrongEffect outcomeBut(std::string name, std::string output, std::vector<std::string> breaks,
                       std::function<void(Synced<Of>&)> spoil) {
  return wrong<Of>(std::move(name), std::move(output), std::move(breaks), {.outcome = std::move(spoil)});
}

/// A word for each lane, 32 bits, and a bit for each.
symbolic::PerLane<Term> eachLane(const std::function<Term(unsigned lane)>& word);
Term laneMask(const std::function<Term(unsigned lane)>& bit);

/// Lane 31 is written whether it executes or not.
template <class Of> WrongEffect laneOutsideExecWritten() {
  return wrong<Of>("lane-outside-exec-written", "row[0][31]", {"SYNC-1"},
                   {.results = [](ResultTerms& after, const Synced<Of>& s) {
                     after.row[0][31] = s.defined.ite(s.outcome.word[31], s.choices.any[31]);
                   }});
}

/// output: where that must be seen.
template <class Of> WrongEffect alwaysDefined(std::string output) {
  return outcomeBut<Of>("always-defined", std::move(output), {"SYNC-1"},
                        [](Synced<Of>& s) { s.defined = s.defined.terms().truth(true); });
}

/// Mistakes in plans; `proof` has the right plan.
template <class Of> WrongEffect predicateDropped(const Of& proof, std::string rule) {
  return proof.planBut("predicate-dropped", "destinationPredicate", {std::move(rule)},
                       [](symbolic::PlanTerms& plan, const auto&...) {
                         plan.destinationPredicate = plan.guardNegated.terms().constant(32, spec::kTruePredicate);
                       });
}
template <class Of> WrongEffect membermaskOf16Bits(const Of& proof) {
  return proof.planBut("membermask-of-16-bits", "source[0].value", {"SYNC-1"},
                       [](symbolic::PlanTerms& plan, const auto&...) {
                         Term& value = plan.source[spec::sync_rows::kMask].value;
                         value = value.extract(15, 0).zext(32);
                       });
}

/// How SYNC-1 itself may be misread.
template <class Of> std::vector<WrongEffect> misreadGroups() {
  const auto outcome = [](const char* name, std::function<void(Synced<Of>&)> spoil) {
    return outcomeBut<Of>(name, "", {"SYNC-1"}, std::move(spoil));
  };
  const auto inputs = [](const char* name, std::function<void(Inputs<Of>&)> spoil) {
    return inputsBut<Of>(name, "", {"SYNC-1"}, std::move(spoil));
  };
  return {inputs("exited-lanes-are-awaited",
                 [](Inputs<Of>& g) { g.exited.lanes = g.exited.lanes.terms().constant(32, 0); }),
          inputs("masks-may-always-overlap",
                 [](Inputs<Of>& g) { g.choices.overlapIsDefined = g.exited.lanes.terms().constant(32, 1); }),
          inputs("masks-may-never-overlap",
                 [](Inputs<Of>& g) { g.choices.overlapIsDefined = g.exited.lanes.terms().constant(32, 0); }),
          outcome("a-lane-that-executes-may-have-exited",
                  [](Synced<Of>& s) {
                    SyncGroups other = s.groups;
                    for (Term& part : other.part)
                      part = part & ~s.exited.lanes;
                    s.defined = isDefined(other, s.choices);
                  }),
          outcome("nobody-is-awaited", // a lane of the mask need only have executed it
                  [](Synced<Of>& s) {
                    SyncGroups other = s.groups;
                    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
                      other.part[lane] = other.mask[lane] & other.group[lane];
                    s.defined = isDefined(other, s.choices);
                  }),
          outcome("whoever-executes-will-do", // of any group
                  [](Synced<Of>& s) {
                    const Term exec = s.groups.exec;
                    const Term fine = laneMask([&](unsigned lane) {
                      return s.groups.mask[lane].bit(lane) & (s.groups.part[lane] & ~exec).eq(Bits(0));
                    });
                    s.defined = (exec & ~fine).eq(Bits(0));
                  }),
          outcome("only-the-wrong-group-is-undefined", [](Synced<Of>& s) {
            const auto isFine = [&](unsigned lane) { return s.groups.group[lane].eq(s.groups.part[lane]); };
            s.outcome.word =
                eachLane([&](unsigned lane) { return isFine(lane).ite(s.outcome.word[lane], s.choices.any[lane]); });
            s.outcome.predicate = laneMask([&](unsigned lane) {
              return isFine(lane).ite(s.outcome.predicate, anyPredicateOf(s.choices)).bit(lane);
            });
            s.defined = s.defined.terms().truth(true);
          })};
}

/// What code and encoding build everything else on, in that order.
template <class Of>
std::vector<Term> shares(const typename Of::ModifierTerms&, const OperandTerms& operands,
                         const typename Of::ChoiceTerms& choices, const symbolic::ExitedLaneTerms& exited) {
  const SyncGroups groups = symbolic::syncGroups(operands, exited);
  std::vector<Term> all = {groups.live};
  all.insert(all.end(), groups.group.begin(), groups.group.end());
  all.insert(all.end(), groups.elsewhere.begin(), groups.elsewhere.end());
  const Term defined = isDefined(groups, choices);
  all.insert(all.end(), {defined, ~defined});
  return all;
}

/// Terms on which the rest is built, whatever values they have: 32 lanes compared with each other are a large term.
template <class Of>
std::vector<Term> general(const typename Of::ModifierTerms&, const OperandTerms& operands,
                          const typename Of::ChoiceTerms& choices, const symbolic::ExitedLaneTerms& exited) {
  const SyncGroups groups = symbolic::syncGroups(operands, exited);
  std::vector<Term> all(groups.group.begin(), groups.group.end());
  all.insert(all.end(), groups.elsewhere.begin(), groups.elsewhere.end());
  all.push_back(isDefined(groups, choices));
  return all;
}

/// Lanes in groups that name their live members: mostly as SYNC-1 wants it, otherwise off by little.
struct Grouped {
  std::uint32_t exec = 0, exited = 0;
  std::uint32_t mask[spec::kLanes] = {};
};
Grouped anyGroups(std::mt19937_64& random);

/// Any value that its field allows in every cell.
template <class S> S anyCells(std::mt19937_64& random) {
  S structure{};
  for (const spec::CellPlace& place : spec::layoutOf<S>().cells()) {
    const std::uint64_t value = random();
    spec::setCell(&structure, place, place.about.count ? value % place.about.count : value);
  }
  return structure;
}

/// Legal inputs of a datapath; `fill`: whatever else than exec and membermasks lanes fetch.
template <class Of> Examples examples(std::function<void(spec::Operands&, std::mt19937_64&)> fill = {}) {
  return [fill](std::mt19937_64& random) {
    const Grouped groups = anyGroups(random);
    spec::Operands operands;
    operands.exec = groups.exec;
    std::ranges::copy(groups.mask, std::begin(operands.row[spec::sync_rows::kMask]));
    if (fill)
      fill(operands, random);
    Assignment all = assignmentOf(operands);
    all.merge(assignmentOf(anyCells<spec::InWorld<typename Of::ModifierTerms, spec::Words>>(random)));
    all.merge(assignmentOf(anyCells<spec::InWorld<typename Of::ChoiceTerms, spec::Words>>(random)));
    all.merge(assignmentOf(spec::ExitedLanes{groups.exited}, aroundKind<spec::ExitedLanes>().name + "."));
    return all;
  };
}

} // namespace warplaw::proofs::sync
