// Witnesses against a program's theorems, on the executor: see program.h.
#include "concrete/execute.h"
#include "proofs/statements/described.h"
#include "proofs/statements/program_parts.h"
#include "proofs/statements/witness.h"
#include "spec/any_values.h"
#include <algorithm>
#include <bit>
#include <cassert>
#include <fmt/format.h>
#include <functional>
#include <set>

namespace warplaw::proofs {
namespace {
using symbolic::WarpTerms;

spec::Choices choicesIn(const Assignment& witness, std::size_t step, const spec::Form& form) {
  const std::string prefix = prefixOfStep(step);
  return spec::rowOf(form.mnemonic())
      .mapChoices(spec::defaultChoices(form), [&](const spec::CellPlace& place, std::uint64_t value) {
        const auto found = witness.find(prefix + std::string(place.name));
        return found == witness.end() ? value : static_cast<std::uint64_t>(found->second);
      });
}

/// How many cells choices have, each of them a number.
std::size_t cellsOf(const spec::InstructionRow& row, const spec::Choices& choices) {
  std::size_t count = 0;
  (void)row.mapChoices(choices, [&](const spec::CellPlace&, std::uint64_t value) { return ++count, value; });
  return count;
}
/// The same choices with another value in one cell.
spec::Choices withCell(const spec::InstructionRow& row, const spec::Choices& choices, std::size_t cell,
                       std::uint64_t value) {
  std::size_t at = 0;
  return row.mapChoices(choices, [&](const spec::CellPlace&, std::uint64_t old) { return at++ == cell ? value : old; });
}

/// What statements read of a warp, as constants. Few words differ from one state that is tried to the next, and those
/// alone are made anew: to make all of them takes longer than to run the program.
class ConstantWarp {
public:
  explicit ConstantWarp(Terms& terms) : terms_(terms), as_(symbolic::constants(terms, warp_)) {}

  const WarpTerms& of(const spec::Warp& warp) {
    for (unsigned reg = 0; reg < spec::kRegisters; ++reg)
      if (!std::ranges::equal(warp_.registers[reg], warp.registers[reg]))
        for (unsigned lane = 0; lane < spec::kLanes; ++lane)
          as_.registers[reg][lane] = terms_.constant(32, warp.registers[reg][lane]);
    for (unsigned predicate = 0; predicate < spec::kPredicates; ++predicate)
      as_.predicates[predicate] = terms_.constant(32, warp.predicates[predicate]);
    as_.active = terms_.constant(32, warp.active);
    warp_ = warp;
    return as_;
  }

private:
  Terms& terms_;
  spec::Warp warp_;
  WarpTerms as_;
};

/// What a statement of a contract that has been checked is, of warps of constants.
Term value(const spec::Statement& statement, unsigned lane, const Warps& warps) {
  const auto said = valueOf(statement, lane, warps);
  assert(said && "the contract was checked");
  return *said;
}

/// What stands in place of the values that no rule promises, step by step, in a run beside the one that is tried.
using OtherValues = std::vector<std::function<std::uint64_t(const spec::CellPlace& place)>>;

/// Values of the witness, if it has some; zeros; ones; the number of the cell. Clauses that ask nothing of it get none.
std::vector<OtherValues> otherRuns(const ProgramContract& contract, const Clause& clause, const Assignment& witness) {
  if (!mentionsDefined(clause.statement))
    return {};
  OtherValues ofWitness;
  for (std::size_t i = 0; i < contract.program.size(); ++i)
    ofWitness.emplace_back([&witness, prefix = std::string(kOtherRun) + prefixOfStep(i)](const spec::CellPlace& place) {
      return valueOf(witness, prefix + std::string(place.name));
    });
  const auto everywhere = [&](auto of) { return OtherValues(contract.program.size(), of); };
  return {ofWitness, everywhere([](const spec::CellPlace&) { return std::uint64_t{0}; }),
          everywhere([](const spec::CellPlace&) { return ~std::uint64_t{0}; }),
          everywhere([](const spec::CellPlace& place) { return std::uint64_t{place.offset}; })};
}

/// Tries states on the executor: does what is assumed hold, and the clause not?
class Tried {
public:
  /// witness: outlives it
  Tried(const ProgramContract& contract, const Encodings& encodings, const Clause& clause, const Assignment& witness)
      : contract_(contract), clause_(clause), written_(writtenBy(contract, encodings)),
        others_(otherRuns(contract, clause, witness)) {}

  /// The first lane in which the clause fails; one that is on, where it fails in any. State: of one warp.
  std::optional<unsigned> failsIn(const spec::ProgramCase& state) const {
    const spec::WarpCase& only = state.warps.front();
    const auto after = std::make_unique<spec::Warp>(only.warp);
    spec::Surroundings around = state.surroundings;
    const std::uint32_t gone = around.cells.exited.lanes;
    if (only.warp.active & gone)
      return {};
    for (const unsigned reg : contract_.activeMasks)
      if (std::ranges::any_of(only.warp.registers[reg], [&](std::uint32_t word) { return word != only.warp.active; }))
        return {};
    if (!run(only, *after, around, nullptr))
      return {};
    const WarpTerms &before = before_.of(only.warp), &left = left_.of(*after);
    const Term exited = terms_.constant(32, gone);
    for (const Clause& assumed : contract_.assumed)
      for (unsigned lane = 0; lane < spec::kLanes; ++lane)
        if (!value(assumed.statement, lane, {before, nullptr, nullptr, exited}).isTrue())
          return {};
    const auto failsBeside = [&](const WarpTerms* other) -> std::optional<unsigned> {
      const auto failsAmong = [&](std::uint32_t lanes) -> std::optional<unsigned> {
        for (unsigned lane = 0; lane < spec::kLanes; ++lane)
          if ((lanes >> lane & 1) &&
              value(clause_.statement, lane, {before, &left, &written_, exited, other}).isFalse())
            return lane;
        return {};
      };
      const auto on = failsAmong(only.warp.active);
      return on || inLanesThatAreOn_ ? on : failsAmong(~only.warp.active);
    };
    if (others_.empty())
      return failsBeside(nullptr);
    for (const OtherValues& values : others_) {
      const auto beside = std::make_unique<spec::Warp>(only.warp);
      spec::Surroundings itsAround = state.surroundings;
      if (!run(only, *beside, itsAround, &values))
        continue;
      if (const auto lane = failsBeside(&other_.of(*beside)))
        return lane;
    }
    return {};
  }

  /// From here on, nothing is said about lanes that are off.
  void onlyInLanesThatAreOn() { inLanesThatAreOn_ = true; }
  void inAnyLane() { inLanesThatAreOn_ = false; }

private:
  /// The program; with other values that no rule promises, if there are any. False: a step is rejected.
  static bool run(const spec::WarpCase& only, spec::Warp& warp, spec::Surroundings& around, const OtherValues* others) {
    for (std::size_t i = 0; i < only.program.size(); ++i) {
      const spec::ProgramStep& step = only.program[i];
      spec::Choices choices = step.choices;
      for (const spec::AnyValue& value : spec::anyValuesOf(step.instruction.mnemonic()))
        if (others)
          if (auto other =
                  spec::withAnyValue(step.instruction, choices, value,
                                     [&](const spec::CellPlace& place, std::uint64_t) { return (*others)[i](place); }))
            choices = *std::move(other);
      if (!concrete::execute(step.instruction, choices, spec::ShaderKind::Compute, warp, around))
        return false;
    }
    return true;
  }

  const ProgramContract& contract_;
  const Clause& clause_;
  Written written_;
  std::vector<OtherValues> others_;
  bool inLanesThatAreOn_ = false;
  mutable Terms terms_; ///< statements on constants fold to constants
  mutable ConstantWarp before_{terms_}, left_{terms_}, other_{terms_};
};

/// Sets one word that the program reads to 1, a register's or one that a step may choose, such that the state fails.
class Nearby {
public:
  Nearby(const Tried& tried, const ProgramContract& contract, const Encodings& encodings) : tried_(tried) {
    for (const spec::Instruction& instruction : contract.program) {
      const auto& reading = encodings.readings->at(instruction.mnemonic());
      for (const spec::Source& source : reading.plan(instruction.form, spec::defaultChoices(instruction.form)).source)
        if (source.kind == spec::SourceKind::Register && source.value < spec::kRegisters)
          read_.insert(source.value);
    }
  }

  bool makesFail(spec::ProgramCase& state) const { return tried_.failsIn(state) || aRegister(state) || aChoice(state); }

private:
  bool aRegister(spec::ProgramCase& state) const {
    for (const std::uint32_t reg : read_)
      for (std::uint32_t& word : state.warps.front().warp.registers[reg])
        if (fails(state, word, 1u))
          return true;
    return false;
  }
  bool aChoice(spec::ProgramCase& state) const {
    for (spec::ProgramStep& step : state.warps.front().program) {
      const spec::InstructionRow& row = spec::rowOf(step.instruction.mnemonic());
      for (std::size_t cell = 0, count = cellsOf(row, step.choices); cell < count; ++cell)
        if (fails(state, step.choices, withCell(row, step.choices, cell, 1)))
          return true;
    }
    return false;
  }
  template <class Cell, class Value> bool fails(const spec::ProgramCase& state, Cell& cell, const Value& value) const {
    const Cell before = cell;
    cell = value;
    if (tried_.failsIn(state))
      return true;
    cell = before;
    return false;
  }

  const Tried& tried_;
  std::set<std::uint32_t> read_; ///< registers
};

/// With the registers that hold the mask of active lanes.
void setActive(spec::ProgramCase& state, const ProgramContract& contract, std::uint32_t active) {
  spec::Warp& warp = state.warps.front().warp;
  warp.active = active;
  for (const unsigned reg : contract.activeMasks)
    std::ranges::fill(warp.registers[reg], active);
}

/// Makes cells smaller while it fails: what is 0 or a default already is left alone.
class Shrinker {
public:
  Shrinker(const Tried& tried, const Nearby& nearby, spec::ProgramCase& state, const ProgramContract& contract)
      : tried_(tried), nearby_(nearby), state_(state), warp_(state.warps.front()), contract_(contract) {}

  void run() {
    if (!contract_.active)
      tryChange([&] { setLanes(~0u, 0); });
    do {
      changed_ = false;
      for (unsigned lane = spec::kLanes; lane-- > 0;)
        fewerLanes(lane);
      for (auto& reg : warp_.warp.registers)
        for (std::uint32_t& word : reg)
          word ? smaller(word) : void();
      for (std::uint32_t& mask : warp_.warp.predicates)
        for (unsigned lane = 0; lane < spec::kLanes; ++lane)
          if (mask >> lane & 1)
            tryValue(mask, mask & ~(1u << lane));
      for (spec::ProgramStep& step : warp_.program)
        defaults(step);
    } while (changed_);
  }

private:
  template <class Cell, class Value> bool tryValue(Cell& cell, const Value& value) {
    const Value before = cell;
    cell = value;
    if (tried_.failsIn(state_))
      return changed_ = true;
    cell = before;
    return false;
  }
  template <class Change> bool tryChange(Change change) {
    const spec::ProgramCase before = state_;
    change();
    if (!(state_ == before) && (tried_.failsIn(state_) || (hasFewLanes() && nearby_.makesFail(state_))))
      return changed_ = true;
    state_ = before;
    return false;
  }
  std::uint32_t& exited() { return state_.surroundings.cells.exited.lanes; }
  void setLanes(std::uint32_t active, std::uint32_t gone) {
    setActive(state_, contract_, active);
    exited() = gone;
  }
  /// The lane is off, or else has exited, or is off that had exited; or another, lower one is in its place. A warp that
  /// is whole stays so.
  void fewerLanes(unsigned lane) {
    const std::uint32_t bit = 1u << lane, active = warp_.warp.active, gone = exited();
    if (contract_.active || (active == ~0u && gone == 0))
      return;
    const bool isOff = tryChange([&] { setLanes(active & ~bit, gone & ~bit); }) ||
                       ((active & bit) != 0 && tryChange([&] { setLanes(active & ~bit, gone | bit); }));
    for (unsigned lower = 0; !isOff && (active & bit) != 0 && hasFewLanes() && lower < lane; ++lower)
      if ((active >> lower & 1) == 0 && tryChange([&] { exchange(lane, lower); }))
        return;
  }
  bool hasFewLanes() const { return std::popcount(warp_.warp.active) <= 4; }
  void exchange(unsigned lane, unsigned other) {
    for (auto& reg : warp_.warp.registers)
      std::swap(reg[lane], reg[other]);
    const auto exchanged = [&](std::uint32_t mask) {
      const std::uint32_t differs = (mask >> lane ^ mask >> other) & 1;
      return mask ^ (differs << lane | differs << other);
    };
    for (std::uint32_t& mask : warp_.warp.predicates)
      mask = exchanged(mask);
    setLanes(exchanged(warp_.warp.active), exchanged(exited()));
  }
  void smaller(std::uint32_t& word) {
    if (!tryValue(word, 0u) && word != 1)
      tryValue(word, 1u);
  }
  void defaults(spec::ProgramStep& step) {
    const spec::Choices plain = spec::defaultChoices(step.instruction.form);
    const spec::InstructionRow& row = spec::rowOf(step.instruction.mnemonic());
    if (step.choices == plain || tryValue(step.choices, plain))
      return;
    std::vector<std::uint64_t> values;
    (void)row.mapChoices(plain,
                         [&](const spec::CellPlace&, std::uint64_t value) { return values.emplace_back(value); });
    for (std::size_t cell = 0; cell < values.size(); ++cell)
      if (const spec::Choices other = withCell(row, step.choices, cell, values[cell]); !(other == step.choices))
        tryValue(step.choices, other);
  }

  const Tried& tried_;
  const Nearby& nearby_;
  spec::ProgramCase& state_;
  spec::WarpCase& warp_; ///< its only one
  const ProgramContract& contract_;
  bool changed_ = false;
};

/// The warp with variables in those cells.
WarpTerms withOpen(Terms& terms, const spec::Warp& warp, const OpenLanes& open, std::string_view prefix) {
  WarpTerms as = symbolic::constants(terms, warp);
  for (unsigned reg = 0; reg < spec::kRegisters; ++reg)
    for (unsigned lane = 0; lane < spec::kLanes; ++lane)
      if (open.registers[reg] >> lane & 1)
        as.registers[reg][lane] = terms.variable(32, fmt::format("{}R{}.{}", prefix, reg, lane));
  for (unsigned predicate = 0; predicate < spec::kPredicates; ++predicate)
    if (const std::uint32_t lanes = open.predicates[predicate])
      as.predicates[predicate] =
          (as.predicates[predicate] & terms.constant(32, ~lanes)) |
          (terms.variable(32, fmt::format("{}P{}", prefix, predicate)) & terms.constant(32, lanes));
  return as;
}

/// The state that a witness names.
spec::ProgramCase stateOf(const ProgramContract& contract, const Clause& clause, const Assignment& witness) {
  spec::WarpCase warp{valueFrom<spec::Warp>(witness, kBeforeProgram), {}};
  if (contract.active)
    warp.warp.active = *contract.active;
  std::ranges::fill(warp.warp.errors, std::uint8_t{0});
  for (std::size_t i = 0; i < contract.program.size(); ++i)
    warp.program.push_back({contract.program[i], choicesIn(witness, i, contract.program[i].form)});
  spec::ProgramCase state;
  state.comment = fmt::format("{} does not hold: {}", clause.name, clause.text);
  state.rules = contract.rules;
  state.warps = {std::move(warp)};
  state.surroundings.cells.exited = valueFrom<spec::ExitedLanes>(witness, prefixOfExited());
  state.schedule = spec::defaultSchedule(state.warps);
  setActive(state, contract, state.warps.front().warp.active);
  return state;
}

/// What a statement says is seen best in a lane that runs the program: from here on it fails in such a one, if it does
/// so in this state, in that of a whole warp, or in this one with one lane more.
void failInALaneThatIsOn(spec::ProgramCase& state, Tried& tried, const ProgramContract& contract) {
  const auto fails = tried.failsIn(state);
  const std::uint32_t active = state.warps.front().warp.active, failing = fails ? 1u << *fails : 0;
  tried.onlyInLanesThatAreOn();
  if ((active & failing) != 0)
    return;
  std::vector<std::uint32_t> others = {~0u};
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    others.push_back(active | 1u << lane);
  for (const std::uint32_t lanes : others) {
    spec::ProgramCase other = state;
    setActive(other, contract, lanes);
    other.surroundings.cells.exited.lanes &= ~lanes;
    if (!contract.active && tried.failsIn(other)) {
      state = std::move(other);
      return;
    }
  }
  tried.inAnyLane();
}

} // namespace

ProgramWitness minimalWitness(const ProgramContract& contract, const Encodings& encodings, const Clause& clause,
                              const Assignment& witness) {
  Tried tried(contract, encodings, clause, witness);
  ProgramWitness found;
  found.state = stateOf(contract, clause, witness);
  const Nearby nearby(tried, contract, encodings);
  if (!nearby.makesFail(found.state))
    return found;
  failInALaneThatIsOn(found.state, tried, contract);
  Shrinker(tried, nearby, found.state, contract).run();
  found.fails = true;
  found.lane = *tried.failsIn(found.state);
  found.state.comment = fmt::format("{} does not hold in lane {}: {}", clause.name, found.lane, clause.text);
  return found;
}

bool failsWhatever(const ProgramContract& contract, const Encodings& encodings, const Clause& clause,
                   const spec::ProgramCase& state, const spec::Warp& after, const OpenLanes& open) {
  Terms terms;
  const WarpTerms before = symbolic::constants(terms, state.warps.front().warp);
  const WarpTerms left = withOpen(terms, after, open, "open."), other = withOpen(terms, after, open, kOtherRun);
  const Written written = writtenBy(contract, encodings);
  const Term exited = terms.constant(32, state.surroundings.cells.exited.lanes);
  for (unsigned lane = 0; lane < spec::kLanes; ++lane)
    if (value(clause.statement, lane, {before, &left, &written, exited, &other}).isFalse())
      return true;
  return false;
}

bool failsNearby(const ProgramContract& contract, const Encodings& encodings, const Clause& clause,
                 const Assignment& witness) {
  spec::ProgramCase state = stateOf(contract, clause, witness);
  return Nearby(Tried(contract, encodings, clause, witness), contract, encodings).makesFail(state);
}

} // namespace warplaw::proofs
