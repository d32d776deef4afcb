// A program's theorems: see program.h.
#include "proofs/statements/described.h"
#include "proofs/statements/equalities.h"
#include "proofs/statements/instruction.h"
#include "proofs/statements/program_parts.h"
#include "spec/any_values.h"
#include "spec/surrounding_parts.h"
#include "symbolic/encodings/surroundings.h"
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace warplaw::proofs {
using symbolic::Bits;
using symbolic::WarpTerms;

std::string prefixOfStep(std::size_t step) { return fmt::format("step{}.", step + 1); }
std::string prefixOfExited() { return std::string(kAroundProgram) + spec::partName<spec::ExitedLanes>() + "."; }

Written writtenBy(const ProgramContract& contract, const Encodings& encodings) {
  Written written;
  for (const spec::Instruction& instruction : contract.program) {
    const spec::Plan plan =
        encodings.readings->at(instruction.mnemonic()).plan(instruction.form, spec::defaultChoices(instruction.form));
    for (const std::uint32_t reg : plan.destination)
      if (reg != spec::kZeroRegister)
        written.registers[reg] = true;
    if (plan.destinationPredicate != spec::kTruePredicate)
      written.predicates[plan.destinationPredicate] = true;
  }
  return written;
}

Term meaning(const spec::Statement& statement, unsigned lane, const Warps& warps) {
  const auto said = meaningOf(statement, lane, warps);
  assert(said && "the contract was checked");
  return *said;
}

Encodings encodingsOf(const std::vector<Readings>& all) {
  std::map<spec::Mnemonic, Reading> readings;
  std::map<spec::Mnemonic, StepOnTerms> steps;
  for (const Readings& one : all) {
    readings[one.mnemonic] = one.encoding;
    steps[one.mnemonic] = one.step;
  }
  return {std::make_shared<const std::map<spec::Mnemonic, Reading>>(std::move(readings)),
          std::make_shared<const std::map<spec::Mnemonic, StepOnTerms>>(std::move(steps))};
}

ProgramRun runOnTerms(Terms& terms, const ProgramContract& contract, const Encodings& encodings) {
  ProgramRun run{symbolic::variables<WarpTerms>(terms, kBeforeProgram), {}, {}, {}};
  if (contract.active)
    run.before.active = terms.constant(32, *contract.active);
  for (const unsigned reg : contract.activeMasks)
    run.before.registers[reg].fill(run.before.active);
  run.after = run.before;
  run.exited = symbolic::variables<symbolic::ExitedLaneTerms>(terms, prefixOfExited()).lanes;
  run.allowed.push_back((run.exited & run.before.active).eq(Bits(0)));
  for (std::size_t i = 0; i < contract.program.size(); ++i) {
    const spec::Instruction& instruction = contract.program[i];
    SteppedWarp stepped = encodings.steps->at(instruction.mnemonic())(terms, instruction, prefixOfStep(i), run.after);
    run.after = stepped.after;
    run.allowed.push_back(stepped.allowed);
  }
  return run;
}

boost::system::result<void, BadContract> checkSteps(const ProgramContract& contract, const Encodings& encodings) {
  for (std::size_t i = 0; i < contract.program.size(); ++i) {
    const spec::Mnemonic mnemonic = contract.program[i].mnemonic();
    if (!encodings.steps->at(mnemonic))
      return BadContract{
          i,
          {},
          {"program", fmt::format("{} has a memory: statements are about registers and predicates", textOf(mnemonic)),
           "instructions without memory; `run` takes all of them"}};
  }
  return {};
}

boost::system::result<void, BadContract> check(const ProgramContract& contract, const Encodings& encodings) {
  if (const auto steps = checkSteps(contract, encodings); !steps)
    return steps;
  Terms terms;
  const auto before = symbolic::variables<WarpTerms>(terms, kBeforeProgram);
  const auto after = symbolic::variables<WarpTerms>(terms, "after.");
  const Term exited = terms.variable(32, "exited");
  const Written written = writtenBy(contract, encodings);
  const auto saidInAll = [&](const std::string& clause, const spec::Statement& statement,
                             const Warps& warps) -> boost::system::result<void, BadContract> {
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if (const auto said = meaningOf(statement, lane, warps); !said)
        return BadContract{{}, clause, said.error()};
    return {};
  };
  for (const auto* clauses : {&contract.assumed, &contract.ensured, &contract.claimed})
    for (const Clause& clause : *clauses) {
      const Warps warps = clauses == &contract.assumed ? Warps{before, nullptr, nullptr, exited}
                                                       : Warps{before, &after, &written, exited, &after};
      if (const auto said = saidInAll(clause.name, clause.statement, warps); !said)
        return said;
    }
  for (const ExactClause& exact : contract.exact)
    for (const auto* statement : {&exact.set, &exact.clause.statement})
      if (const auto said = saidInAll(exact.clause.name, *statement, {before, &after, &written, exited}); !said)
        return said;
  if (contract.ensured.empty() && contract.claimed.empty() && contract.exact.empty())
    return BadContract{
        {}, {}, {"program", "nothing is said about the program", "--ensures EXPR, or a line ensures: EXPR"}};
  return {};
}

namespace {

std::vector<Term> assumptionsOf(const ProgramContract& contract, const ProgramRun& run) {
  std::vector<Term> assumptions;
  for (const Term& allowed : run.allowed)
    if (!allowed.isTrue())
      assumptions.push_back(allowed);
  for (const Clause& assumed : contract.assumed)
    for (unsigned lane = 0; lane < (mentionsLane(assumed.statement) ? spec::kLanes : 1); ++lane)
      assumptions.push_back(meaning(assumed.statement, lane, {run.before, nullptr, nullptr, run.exited}));
  return assumptions;
}

/// A case in which the clause fails.
Replay replayed(const ProgramContract& contract, const Encodings& encodings, const Clause& clause,
                const Assignment& witness) {
  const ProgramWitness found = minimalWitness(contract, encodings, clause, witness);
  std::string state;
  for (unsigned reg = 0; reg < spec::kRegisters; ++reg)
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if (const std::uint32_t word = found.state.warps.at(0).warp.registers[reg][lane])
        state += fmt::format("{}R{}[{}] = {:#x}", state.empty() ? "" : ", ", reg, lane, word);
  return Replay{.reproduced = found.fails,
                .report = fmt::format("{} in lane {}; before: {}",
                                      found.fails ? "does not hold" : "the executor makes it hold", found.lane,
                                      state.empty() ? "every register 0" : state),
                .counterexample = {}};
}

/// In lanes of the set it fails; or, in others, it does not fail where it should.
Replay replayedExactly(const ProgramContract& contract, const Encodings& encodings, const ExactClause& exact,
                       const Assignment& witness) {
  Clause inSet = exact.clause;
  inSet.statement = spec::implication(exact.set, exact.clause.statement);
  if (Replay fails = replayed(contract, encodings, inSet, witness); fails.reproduced)
    return fails;
  const bool holds = !failsNearby(contract, encodings, exact.clause, witness);
  return {.reproduced = holds,
          .report = holds ? "holds on the executor in lanes outside the set, with every word 0 and with each of them 1"
                          : "the executor breaks it outside the set, as it should, and nowhere in it",
          .counterexample = {}};
}

/// The equality where these conditions hold: lanes of which they say so are active, or not.
Equality under(const std::vector<Term>& conditions, Equality equality, Term active) {
  std::vector<std::pair<Term, Term>> known;
  Bits on = 0;
  const Term all = active.eq(symbolic::onesOf(spec::kLanes));
  for (const Term& literal : symbolic::conjunctsOf(conditions)) {
    if (literal.same(all))
      on = symbolic::onesOf(spec::kLanes);
    for (unsigned lane = 0; lane < spec::kLanes; ++lane) {
      const Term isActive = active.bit(lane);
      if (literal.same(isActive) || literal.same(~isActive))
        known.emplace_back(isActive, literal.terms().truth(literal.same(isActive)));
      on |= Bits(literal.same(isActive)) << lane;
    }
  }
  if (on == symbolic::onesOf(spec::kLanes))
    known = {{active, active.terms().constant(spec::kLanes, on)}};
  return {symbolic::substitute(equality.left, known), symbolic::substitute(equality.right, known)};
}

/// Does what the statement says in the lane hold for all words that it adds up? Width 1.
Term forAllSummands(const spec::Statement& statement, unsigned lane, const Warps& warps, std::vector<Term> others) {
  auto outline = outlineOf(statement, lane, warps);
  assert(outline && "the contract was checked");
  others.push_back(outline->truth);
  for (std::size_t i = 0; i < outline->equalities.size(); ++i)
    outline->equalities[i] = under(outline->conditions[i], outline->equalities[i], warps.before.active);
  const std::vector<Term> equal = holdForAll(outline->equalities, summandsOf(outline->equalities, others));
  std::vector<std::pair<Term, Term>> places;
  for (std::size_t i = 0; i < equal.size(); ++i)
    places.emplace_back(outline->places[i], equal[i]);
  return symbolic::substitute(outline->truth, places);
}

/// Each value that no rule promises, and another one in its place. Choices that are none of these are the same in both
/// runs.
std::vector<std::pair<Term, Term>> otherValues(Terms& terms, const ProgramContract& contract) {
  std::vector<std::pair<Term, Term>> others;
  for (std::size_t i = 0; i < contract.program.size(); ++i) {
    const spec::Form& form = contract.program[i].form;
    for (const spec::AnyValue& value : spec::anyValuesOf(form.mnemonic()))
      (void)spec::rowOf(form.mnemonic())
          .mapChoices(spec::defaultChoices(form), [&](const spec::CellPlace& place, std::uint64_t cell) {
            const std::string name = prefixOfStep(i).append(place.name);
            if (std::ranges::find(value.fields, place.field) != value.fields.end())
              others.emplace_back(terms.variable(place.bits, name),
                                  terms.variable(place.bits, std::string(kOtherRun) + name));
            return cell;
          });
  }
  return others;
}

/// What the run leaves with other values that no rule promises.
WarpTerms otherAfter(const WarpTerms& after, const Written& written, const std::vector<std::pair<Term, Term>>& others) {
  WarpTerms other = after;
  for (unsigned reg = 0; reg < spec::kRegisters; ++reg)
    if (written.registers[reg])
      for (Term& word : other.registers[reg])
        word = symbolic::substitute(word, others);
  for (unsigned predicate = 0; predicate < spec::kPredicates; ++predicate)
    if (written.predicates[predicate])
      other.predicates[predicate] = symbolic::substitute(other.predicates[predicate], others);
  return other;
}

/// A contract's program as terms, and what is assumed of it. Not to be copied: `warps` looks into it.
struct Stated {
  ProgramRun run;
  Written written;
  std::vector<Term> assumptions;
  std::optional<WarpTerms> other; ///< where it is asked what is promised
  Warps warps;

  Stated(Terms& terms, const ProgramContract& contract, const Encodings& encodings, bool asksWhatIsPromised = false)
      : run(runOnTerms(terms, contract, encodings)), written(writtenBy(contract, encodings)),
        assumptions(assumptionsOf(contract, run)),
        other(asksWhatIsPromised ? std::optional(otherAfter(run.after, written, otherValues(terms, contract)))
                                 : std::nullopt),
        warps{run.before, &run.after, &written, run.exited, other ? &*other : nullptr} {}
  Stated(const Stated&) = delete;
  Stated& operator=(const Stated&) = delete;
};

/// A question for each lane if something speaks of the lane. of(lane): goal and replay.
struct Asked {
  Term goal;
  std::function<Replay(const Assignment&)> replay;
};
std::vector<Obligation> questions(const std::string& theorem, const std::vector<Term>& assumptions, bool isOfLane,
                                  const std::function<Asked(unsigned lane)>& of) {
  std::vector<Obligation> all;
  for (unsigned lane = 0; lane < (isOfLane ? spec::kLanes : 1); ++lane) {
    Asked asked = of(lane);
    all.push_back(implied(isOfLane ? theorem + "/" + laneGroup(lane) : theorem, assumptions, asked.goal));
    all.back().replay = std::move(asked.replay);
  }
  return all;
}

/// Theorems, and replays in each of 32 lanes, have the same ones.
struct Shared {
  ProgramContract contract;
  Encodings encodings;
};
std::shared_ptr<const Shared> shared(const ProgramContract& contract, const Encodings& encodings) {
  return std::make_shared<const Shared>(contract, encodings);
}

} // namespace

std::vector<Obligation> exactObligations(Terms& terms, const std::string& theorem, const ProgramContract& contract,
                                         const Encodings& encodings, const ExactClause& exact) {
  const Stated stated(terms, contract, encodings);
  const spec::Statement& statement = exact.clause.statement;
  const bool isOfLane = mentionsLane(exact.set) || mentionsLane(statement);
  const auto of = shared(contract, encodings);
  std::vector<Obligation> all = questions(theorem, stated.assumptions, isOfLane, [&](unsigned lane) {
    const Term set = meaning(exact.set, lane, stated.warps);
    std::vector<Term> others = stated.assumptions;
    others.push_back(set);
    const Clause ofLane{exact.clause.name, exact.clause.text, inLane(statement, lane)};
    return Asked{set.eq(forAllSummands(statement, lane, stated.warps, others)),
                 [of, asked = ExactClause{ofLane, inLane(exact.set, lane)}](const Assignment& witness) {
                   return replayedExactly(of->contract, of->encodings, asked, witness);
                 }};
  });
  askOfRelations(terms, theorem, all);
  std::ranges::move(appliesObligations(terms, theorem, stated.assumptions, {&exact.set, &statement}, stated.warps),
                    std::back_inserter(all));
  return all;
}

std::vector<Obligation> clauseObligations(Terms& terms, const std::string& theorem, const ProgramContract& contract,
                                          const Encodings& encodings, const Clause& clause, bool isClaim) {
  const Stated stated(terms, contract, encodings, mentionsDefined(clause.statement));
  const auto replay = [of = shared(contract, encodings), clause](const Assignment& witness) {
    return replayed(of->contract, of->encodings, clause, witness);
  };
  const bool isOfLane = mentionsLane(clause.statement);
  if (!isClaim) {
    std::vector<Obligation> all = questions(theorem, stated.assumptions, isOfLane, [&](unsigned lane) {
      return Asked{forAllSummands(clause.statement, lane, stated.warps, stated.assumptions), replay};
    });
    askOfRelations(terms, theorem, all);
    std::ranges::move(appliesObligations(terms, theorem, stated.assumptions, {&clause.statement}, stated.warps),
                      std::back_inserter(all));
    return all;
  }
  std::vector<Term> goals;
  for (unsigned lane = 0; lane < (isOfLane ? spec::kLanes : 1); ++lane)
    goals.push_back(meaning(clause.statement, lane, stated.warps));
  std::vector<Obligation> claim =
      questions(theorem, stated.assumptions, false, [&](unsigned) { return Asked{terms.all(goals), replay}; });
  claim.back().expected = Verdict::Refuted;
  return claim;
}

std::string theoremOf(const ProgramContract& contract, const Clause& clause) {
  return fmt::format("program/{}/{}", contract.name, clause.name);
}

std::vector<Theorem> programTheorems(const ProgramContract& contract, const Encodings& encodings) {
  const auto ofAll = shared(contract, encodings);
  std::vector<Theorem> all;
  const auto add = [&](const Clause& clause, auto obligations) {
    const std::string name = theoremOf(contract, clause);
    all.push_back(instructionTheorem(name, "program", "", contract.rules, clause.text, "",
                                     [=](Terms& terms) -> Obligations { return obligations(terms, name, *ofAll); }));
    all.back().code.clear();
    all.back().form = contract.name;
  };
  for (const auto* clauses : {&contract.ensured, &contract.claimed})
    for (const Clause& clause : *clauses)
      add(clause, [=, isClaim = clauses == &contract.claimed](Terms& terms, const std::string& name, const Shared& of) {
        return clauseObligations(terms, name, of.contract, of.encodings, clause, isClaim);
      });
  for (const ExactClause& exact : contract.exact)
    add(exact.clause, [=](Terms& terms, const std::string& name, const Shared& of) {
      return exactObligations(terms, name, of.contract, of.encodings, exact);
    });
  return all;
}

} // namespace warplaw::proofs
