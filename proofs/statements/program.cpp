// A program's theorems, and its witnesses: see program.h.
#include "proofs/statements/program.h"
#include "concrete/execute.h"
#include "proofs/statements/described.h"
#include "proofs/statements/instruction.h"
#include "spec/row.h"
#include <fmt/format.h>

namespace warplaw::proofs {
namespace {
using symbolic::WarpTerms;

constexpr std::string_view kBefore = "before.";
std::string prefixOfStep(std::size_t step) { return fmt::format("step{}.", step + 1); }

Written writtenBy(const ProgramContract& contract, const Encodings& encodings) {
  Written written;
  for (const spec::Instruction& instruction : contract.program) {
    const spec::Plan plan =
        encodings.readings.at(instruction.mnemonic()).plan(instruction.form, spec::defaultChoices(instruction.form));
    for (const std::uint32_t reg : plan.destination)
      if (reg != spec::kZeroRegister)
        written.registers[reg] = true;
    if (plan.destinationPredicate != spec::kTruePredicate)
      written.predicates[plan.destinationPredicate] = true;
  }
  return written;
}

/// What has been checked.
Term meaning(const Clause& clause, unsigned lane, const Warps& warps) {
  const auto said = meaningOf(clause.statement, lane, warps);
  assert(said && "the contract was checked");
  return *said;
}

Obligation question(std::string name, const std::vector<Term>& assumptions, Term goal, const ProgramContract& contract,
                    const Encodings& encodings, const Clause& clause) {
  Obligation obligation = implied(std::move(name), assumptions, goal);
  obligation.replay = [contract, encodings, clause](const Assignment& witness) {
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
  };
  return obligation;
}

// ---- witnesses

spec::Choices choicesIn(const Assignment& witness, std::size_t step, const spec::Form& form) {
  const std::string prefix = prefixOfStep(step);
  return spec::rowOf(form.mnemonic())
      .mapChoices(spec::defaultChoices(form), [&](const spec::CellPlace& place, std::uint64_t value) {
        const auto found = witness.find(prefix + std::string(place.name));
        return found == witness.end() ? value : static_cast<std::uint64_t>(found->second);
      });
}

/// Tries states on the executor: does what is assumed hold, and the clause not?
class Tried {
public:
  Tried(const ProgramContract& contract, const Encodings& encodings, const Clause& clause)
      : contract_(contract), clause_(clause), written_(writtenBy(contract, encodings)) {}

  /// The first lane in which the clause fails.
  std::optional<unsigned> failsIn(const spec::WarpCase& state) const {
    const auto after = std::make_unique<spec::Warp>(state.warp);
    spec::Surroundings none;
    for (const spec::Step& step : state.program)
      if (!concrete::execute(step.instruction, step.choices, spec::ShaderKind::Compute, *after, none))
        return {};
    Terms terms; // statements on constants fold to constants
    const WarpTerms before = symbolic::constants(terms, state.warp), left = symbolic::constants(terms, *after);
    for (const Clause& assumed : contract_.assumed)
      for (unsigned lane = 0; lane < spec::kLanes; ++lane)
        if (!meaning(assumed, lane, {before}).isTrue())
          return {};
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if (meaning(clause_, lane, {before, &left, &written_}).isFalse())
        return lane;
    return {};
  }

private:
  const ProgramContract& contract_;
  const Clause& clause_;
  Written written_;
};

/// Makes cells smaller while it fails: what is 0 or a default already is left alone.
class Shrinker {
public:
  Shrinker(const Tried& tried, spec::WarpCase& state, bool anyLanes)
      : tried_(tried), state_(state), anyLanes_(anyLanes) {}

  void run() {
    if (anyLanes_)
      tryValue(state_.warp.active, ~0u);
    do {
      changed_ = false;
      for (auto& reg : state_.warp.registers)
        for (std::uint32_t& word : reg)
          word ? smaller(word) : void();
      for (std::uint32_t& mask : state_.warp.predicates)
        for (unsigned lane = 0; lane < spec::kLanes; ++lane)
          if (mask >> lane & 1)
            tryValue(mask, mask & ~(1u << lane));
      for (spec::Step& step : state_.program)
        defaults(step);
    } while (changed_);
  }

private:
  template <class Cell, class Value> bool tryValue(Cell& cell, const Value& value) {
    const Cell before = cell;
    cell = value;
    if (tried_.failsIn(state_))
      return changed_ = true;
    cell = before;
    return false;
  }
  void smaller(std::uint32_t& word) {
    if (!tryValue(word, 0u) && word != 1)
      tryValue(word, 1u);
  }
  void defaults(spec::Step& step) {
    const spec::Choices plain = spec::defaultChoices(step.instruction.form);
    const spec::InstructionRow& row = spec::rowOf(step.instruction.mnemonic());
    if (step.choices == plain || tryValue(step.choices, plain))
      return;
    for (unsigned cell = 0;; ++cell) {
      unsigned at = 0;
      std::vector<std::uint64_t> values;
      row.mapChoices(plain, [&](const spec::CellPlace&, std::uint64_t value) {
        values.push_back(value);
        return value;
      });
      if (cell >= values.size())
        return;
      const spec::Choices other = row.mapChoices(step.choices, [&](const spec::CellPlace&, std::uint64_t value) {
        const unsigned index = at++;
        return index == cell ? values[index] : value;
      });
      if (!(other == step.choices))
        tryValue(step.choices, other);
    }
  }

  const Tried& tried_;
  spec::WarpCase& state_;
  bool anyLanes_, changed_ = false;
};

} // namespace

Encodings encodingsOf(const std::vector<Readings>& all) {
  Encodings encodings;
  for (const Readings& readings : all) {
    encodings.readings[readings.mnemonic] = readings.encoding;
    encodings.steps[readings.mnemonic] = readings.step;
  }
  return encodings;
}

ProgramRun runOnTerms(Terms& terms, const ProgramContract& contract, const Encodings& encodings) {
  ProgramRun run{symbolic::variables<WarpTerms>(terms, kBefore), {}, {}};
  if (contract.active)
    run.before.active = terms.constant(32, *contract.active);
  run.after = run.before;
  for (std::size_t i = 0; i < contract.program.size(); ++i) {
    const spec::Instruction& instruction = contract.program[i];
    SteppedWarp stepped = encodings.steps.at(instruction.mnemonic())(terms, instruction, prefixOfStep(i), run.after);
    run.after = stepped.after;
    run.allowed.push_back(stepped.allowed);
  }
  return run;
}

boost::system::result<void, BadContract> checkSteps(const ProgramContract& contract, const Encodings& encodings) {
  for (std::size_t i = 0; i < contract.program.size(); ++i) {
    const spec::Mnemonic mnemonic = contract.program[i].mnemonic();
    if (!encodings.steps.at(mnemonic))
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
  const auto before = symbolic::variables<WarpTerms>(terms, kBefore);
  const auto after = symbolic::variables<WarpTerms>(terms, "after.");
  const Written written = writtenBy(contract, encodings);
  for (const auto* clauses : {&contract.assumed, &contract.ensured, &contract.claimed})
    for (const Clause& clause : *clauses) {
      const Warps warps = clauses == &contract.assumed ? Warps{before} : Warps{before, &after, &written};
      for (unsigned lane = 0; lane < spec::kLanes; ++lane)
        if (const auto said = meaningOf(clause.statement, lane, warps); !said)
          return BadContract{{}, clause.name, said.error()};
    }
  if (contract.ensured.empty() && contract.claimed.empty())
    return BadContract{
        {}, {}, {"program", "nothing is said about the program", "--ensures EXPR, or a line ensures: EXPR"}};
  return {};
}

std::vector<Obligation> clauseObligations(Terms& terms, const std::string& theorem, const ProgramContract& contract,
                                          const Encodings& encodings, const Clause& clause, bool isClaim) {
  const ProgramRun run = runOnTerms(terms, contract, encodings);
  const Written written = writtenBy(contract, encodings);
  std::vector<Term> assumptions;
  for (const Term& allowed : run.allowed)
    if (!allowed.isTrue())
      assumptions.push_back(allowed);
  for (const Clause& assumed : contract.assumed)
    for (unsigned lane = 0; lane < (mentionsLane(assumed.statement) ? spec::kLanes : 1); ++lane)
      assumptions.push_back(meaning(assumed, lane, {run.before}));
  std::vector<Obligation> all;
  std::vector<Term> goals;
  for (unsigned lane = 0; lane < (mentionsLane(clause.statement) ? spec::kLanes : 1); ++lane) {
    goals.push_back(meaning(clause, lane, {run.before, &run.after, &written}));
    const std::string name = mentionsLane(clause.statement) ? theorem + "/" + laneGroup(lane) : theorem;
    if (!isClaim)
      all.push_back(question(name, assumptions, goals.back(), contract, encodings, clause));
  }
  if (isClaim) {
    all.push_back(question(theorem, assumptions, terms.all(goals), contract, encodings, clause));
    all.back().expected = Verdict::Refuted;
  }
  return all;
}

std::vector<Theorem> programTheorems(const ProgramContract& contract, const Encodings& encodings) {
  std::vector<Theorem> all;
  for (const auto* clauses : {&contract.ensured, &contract.claimed})
    for (const Clause& clause : *clauses) {
      const std::string name = fmt::format("program/{}/{}", contract.name, clause.name);
      const bool isClaim = clauses == &contract.claimed;
      all.push_back(
          instructionTheorem(name, "program", "", contract.rules, clause.text, "", [=](Terms& terms) -> Obligations {
            return clauseObligations(terms, name, contract, encodings, clause, isClaim);
          }));
      all.back().code.clear();
      all.back().form = contract.name;
    }
  return all;
}

ProgramWitness minimalWitness(const ProgramContract& contract, const Encodings& encodings, const Clause& clause,
                              const Assignment& witness) {
  spec::WarpCase state{valueFrom<spec::Warp>(witness, kBefore), {}};
  if (contract.active)
    state.warp.active = *contract.active;
  std::ranges::fill(state.warp.errors, std::uint8_t{0});
  for (std::size_t i = 0; i < contract.program.size(); ++i)
    state.program.push_back({contract.program[i], choicesIn(witness, i, contract.program[i].form)});
  const Tried tried(contract, encodings, clause);
  ProgramWitness found;
  if (tried.failsIn(state)) {
    Shrinker(tried, state, !contract.active).run();
    found.fails = true;
    found.lane = *tried.failsIn(state);
  }
  found.state.comment = fmt::format("{} does not hold in lane {}: {}", clause.name, found.lane, clause.text);
  found.state.rules = contract.rules;
  found.state.warps = {state};
  found.state.schedule = spec::defaultSchedule(found.state.warps);
  return found;
}

} // namespace warplaw::proofs
