// One contract of a function turned into obligations: both stages free of undefined behaviour, the final code
// equal to the encoding, the frame (MACH-5), twins, replays.
#include "proofs/statements/lifting.h"
#include "proofs/statements/evidence.h"
#include "proofs/statements/oracle_turns.h"
#include "symbolic/terms/evaluate.h"
#include <cassert>
#include <fmt/format.h>
#include <set>

namespace warplaw::proofs {
namespace {
using symbolic::Bits;

std::string hex(Bits value) { return fmt::format("{:#x}", static_cast<std::uint64_t>(value)); }

const lift::Table& tableAt(const std::vector<lift::Object>& objects, unsigned index) {
  return std::get<lift::Table>(objects.at(index));
}

/// What the lifted code left behind: its argument objects, then what contracts saw.
struct Outcome {
  std::optional<lift::Cell> returned;
  std::vector<lift::Object> objects;
  std::shared_ptr<const LiftedCode> code;
};

lift::Cell placed(const Outcome& outcome, const std::optional<Place>& place) {
  if (!place)
    return outcome.returned.value();
  const lift::Cell& cell = tableAt(outcome.objects, place->object).field(place->field).cells.at(place->cell);
  if (place->bit < 0)
    return cell;
  return {cell.bits.bit(static_cast<unsigned>(place->bit)), cell.poison};
}

/// The frame: what no group names stays. A cell that is named bit by bit must be named in all its bits.
Group frameOf(const CallStatement& statement) {
  std::map<std::tuple<unsigned, std::string, unsigned>, std::set<int>> named;
  for (const Group& group : statement.groups)
    for (const Expectation& e : group.expectations)
      if (e.place)
        named[{e.place->object, e.place->field, e.place->cell}].insert(e.place->bit);
  Group frame{"frame", {}};
  for (unsigned object = 0; object < statement.input.objects.size(); ++object) {
    const auto* table = std::get_if<lift::Table>(&statement.input.objects[object]);
    if (!table || !table->writable)
      continue; // a store to what is not writable is undefined behaviour
    for (const lift::Field& f : table->fields)
      for (unsigned cell = 0; cell < f.cells.size(); ++cell) {
        const auto found = named.find({object, f.name, cell});
        if (found == named.end())
          frame.expectations.push_back({nameOfCell(f, cell), Place{object, f.name, cell}, f.cells[cell].bits});
        else
          assert(found->second.contains(-1) || found->second.size() == f.cellBits);
      }
  }
  return frame;
}

constexpr const char* kEveryGroup = "*";

/// What the encoding says of an output. A twin's own wrong value is no part of the encoding: a mutant leaves it alone.
Term statedBy(const Subject& subject, const Expectation& e, bool isTwin) {
  return isTwin ? e.value : subject.encode(e.name, e.value);
}

/// The expectations that a replay looks at: a group's, or the one output that a twin is about.
Group groupNamed(const CallStatement& statement, const std::string& name) {
  if (name == kEveryGroup) {
    Group all = frameOf(statement);
    for (const Group& group : statement.groups)
      all.expectations.insert(all.expectations.end(), group.expectations.begin(), group.expectations.end());
    return all;
  }
  for (const Group& group : statement.groups)
    if (group.name == name)
      return group;
  assert(name == "frame");
  return frameOf(statement);
}

Group onlyOutput(const CallStatement& statement, const std::string& output) {
  for (const Group& group : statement.groups)
    for (const Expectation& e : group.expectations)
      if (e.name == output)
        return {group.name, {e}};
  assert(false && "a twin is about an output");
  return {};
}

/// Calls machine code with up to eight arguments, of which six travel in integer registers; what is not its own is
/// never looked at.
Bits called(void* code, const std::vector<lift::Argument>& arguments, std::span<std::byte* const> objects,
            std::span<const Bits> integers) {
  std::uint64_t words[8] = {};
  assert(arguments.size() <= std::size(words));
  std::size_t integer = 0, at = 0;
  for (const lift::Argument& argument : arguments) {
    const auto* pointer = std::get_if<lift::PointerTo>(&argument);
    assert((pointer ? pointer->offset == 0 : std::holds_alternative<Term>(argument)) && "an argument that words carry");
    words[at++] = pointer ? reinterpret_cast<std::uint64_t>(objects[pointer->object])
                          : static_cast<std::uint64_t>(integers[integer++]);
  }
  using Word = std::uint64_t;
  using Code = Word(Word, Word, Word, Word, Word, Word, Word, Word);
  return reinterpret_cast<Code*>(code)(words[0], words[1], words[2], words[3], words[4], words[5], words[6], words[7]);
}

/// A witness through machine code and through the encoding, which is evaluated on terms of its own. Where the contract
/// does not say how to call it, it is called with the statement's arguments.
Replay replayCall(const Subject& subject, const FunctionContract& contract,
                  const std::function<CallStatement(Terms&)>& state, const std::string& group,
                  const std::string& mustDiffer, const Assignment& witness) {
  Replay replay;
  const std::string& symbol = contract.replaySymbol.empty() ? contract.symbol : contract.replaySymbol;
  void* code = subject.machineCode(symbol);
  if (!code)
    return {.reproduced = false, .report = "no machine code for " + symbol, .counterexample = {}};
  if (symbol != contract.symbol)
    replay.report = fmt::format("this processor cannot run {}; by {}:\n", contract.symbol, symbol);
  Terms terms;
  const CallStatement statement = state(terms);
  const std::vector<Bits> assumed = symbolic::evaluate(statement.assumptions, witness);
  if (std::find(assumed.begin(), assumed.end(), Bits(0)) != assumed.end())
    return {.reproduced = false, .report = "the witness breaks an assumption", .counterexample = {}};

  std::vector<lift::Object> objects = statement.input.objects;
  objects.insert(objects.end(), statement.hidden.begin(), statement.hidden.end());
  std::vector<std::vector<std::byte>> memory;
  std::vector<std::byte*> pointers;
  for (unsigned object = 0; object < objects.size(); ++object)
    if (const auto* table = std::get_if<lift::Table>(&objects[object]))
      memory.push_back(bytesOf(*table, witness));
    else // Invoke has memory of its own
      memory.emplace_back(1);
  for (auto& bytes : memory)
    pointers.push_back(bytes.data());
  std::vector<Bits> integers;
  for (const lift::Argument& argument : statement.input.arguments)
    if (const Term* term = std::get_if<Term>(&argument))
      integers.push_back(symbolic::evaluate(std::span(term, 1), witness)[0]);
  bool differs = false;
  const Bits returned = contract.invoke ? contract.invoke(code, pointers, integers)
                                        : called(code, statement.input.arguments, pointers, integers);

  for (const Expectation& e :
       (mustDiffer.empty() ? groupNamed(statement, group) : onlyOutput(statement, mustDiffer)).expectations) {
    Bits got = returned;
    if (e.place) {
      got = readCell(tableAt(objects, e.place->object), memory[e.place->object], e.place->field, e.place->cell);
      if (e.place->bit >= 0)
        got = (got >> e.place->bit) & 1;
    }
    if (e.value.width() < 128)
      got &= (Bits(1) << e.value.width()) - 1;
    const Term value = statedBy(subject, e, !mustDiffer.empty());
    const Bits expected = symbolic::evaluate(std::span(&value, 1), witness)[0];
    if (got == expected)
      continue;
    differs = true;
    replay.report += fmt::format("{}: machine code {}, encoding {}\n", e.name, hex(got), hex(expected));
    if (mustDiffer.empty() || mustDiffer == e.name)
      replay.reproduced = true;
  }
  if (!differs)
    replay.report += "machine code and encoding agree";
  if (contract.asCase && replay.reproduced && mustDiffer.empty()) // a twin's is shown to nobody
    replay.counterexample = contract.asCase(witness);
  return replay;
}

constexpr const char* kExhaustive = "/splits-are-exhaustive";

/// Equality of one group, expectation by expectation in its cases if there are any; expected Proved, or, for a twin,
/// Refuted.
Obligation equality(Terms& terms, const Subject& subject, const FunctionContract& contract, const Outcome& outcome,
                    const CallStatement& statement, const Group& group, bool isTwin, const std::string& prefix) {
  constexpr unsigned kWide = 64;
  Obligation obligation;
  std::vector<Term> goals, inCases;
  for (const Expectation& e : group.expectations) {
    const lift::Cell got = placed(outcome, e.place);
    const Term expected = statedBy(subject, e, isTwin);
    obligation.outputs.push_back({e.name, got.bits, expected});
    const Term goal = got.bits.eq(expected) & ~got.poison;
    const bool splits = contract.splits && !isTwin && !goal.isTrue();
    goals.push_back(goal);
    inCases.push_back(splits ? splitIntoCases(goal, contract.splits(terms, e), kWide) : goal);
  }
  obligation.query = {statement.assumptions, terms.all(goals)};
  LiftedEvidence::seal(obligation, isTwin ? Part::Twin : Part::Outputs, outcome.code);
  if (contract.splits && !isTwin)
    LiftedEvidence::restate(obligation, {statement.assumptions, terms.all(inCases)}, obligation.outputs,
                            {prefix + kExhaustive});
  return obligation;
}

/// Is every split of every expectation exhaustive, and is each case's condition enough for what the case says?
Obligation exhaustive(std::string name, Terms& terms, const FunctionContract& contract, const CallStatement& statement,
                      const std::vector<Group>& groups) {
  std::vector<Term> goals;
  std::set<std::uint32_t> known;
  for (const Group& group : groups)
    for (const Expectation& e : group.expectations)
      for (const Split& split : contract.splits(terms, e)) {
        std::vector<Term> conditions;
        for (const SplitCase& c : split) {
          conditions.push_back(c.condition);
          for (const auto& [term, value] : c.values)
            if (const Term says = c.condition.implies(term.eq(value)); known.insert(says.node()->id).second)
              goals.push_back(says);
        }
        const Term any = terms.any(conditions);
        if (known.insert(any.node()->id).second)
          goals.push_back(any);
      }
  return implied(std::move(name), statement.assumptions, terms.all(goals));
}

/// What the call is given must be anything at all: each cell and integer a variable of its own as wide as its storage
/// (of a bool: one bit; of a plan's number: as machine/plans says), or a constant that the caller fixes. Empty, or the
/// cell that is not.
std::string restrictedInput(const CallStatement& statement) {
  std::set<std::uint32_t> met;
  const auto isFree = [&](Term bits, bool narrower) {
    if (bits.isConstant())
      return true;
    if (bits.op() == symbolic::Op::Zext && (narrower || bits.arg(0).width() == 1))
      bits = bits.arg(0);
    return bits.op() == symbolic::Op::Variable && met.insert(bits.node()->id).second;
  };
  for (const auto* objects : {&statement.input.objects, &statement.hidden})
    for (const lift::Object& object : *objects)
      if (const auto* table = std::get_if<lift::Table>(&object);
          table && (table->writable || objects != &statement.hidden))
        for (const lift::Field& f : table->fields)
          for (unsigned cell = 0; cell < f.cells.size(); ++cell)
            if (!isFree(f.cells[cell].bits, table->name == "plan") || !f.cells[cell].poison.isConstant())
              return table->name + "." + nameOfCell(f, cell);
  for (const lift::Argument& argument : statement.input.arguments)
    if (const Term* integer = std::get_if<Term>(&argument);
        integer && !integer->isConstant() && !isFree(*integer, false))
      return "an integer argument";
  return {};
}

void addSafety(std::vector<Obligation>& obligations, Part part, const std::string& prefix,
               const CallStatement& statement, const LiftedFunction& lifted) {
  Obligation defined, bounded;
  defined.name = prefix + "/no-undefined-behaviour";
  bounded.name = prefix + "/within-bounds";
  // A signed overflow that is only stored is poison, and the optimiser may take the poison away.
  const Term returned = lifted.returned ? lifted.returned->poison : lifted.undefined.terms().truth(false);
  const Term poison = poisonIn(lifted.undefined.terms(), lifted.after) | returned;
  defined.query = {statement.assumptions, ~lifted.undefined & ~poison};
  bounded.query = {statement.assumptions, ~lifted.boundExceeded};
  for (Obligation* const one : {&defined, &bounded})
    LiftedEvidence::seal(*one, part, lifted.code);
  obligations.push_back(std::move(defined));
  obligations.push_back(std::move(bounded));
}

} // namespace

Term poisonIn(Terms& terms, const lift::State& state) {
  std::vector<Term> poisons;
  for (const lift::Object& object : state.objects) {
    if (const auto* bytes = std::get_if<lift::ByteMemory>(&object)) {
      for (const lift::ByteStore& store : bytes->stores)
        poisons.push_back(store.condition & store.poison);
      continue;
    }
    for (const lift::Field& f : std::get<lift::Table>(object).fields)
      for (const lift::Cell& cell : f.cells)
        poisons.push_back(cell.poison);
  }
  return terms.any(poisons);
}

std::variant<LiftedFunction, Problem> liftFrom(Terms& terms, const Subject& subject, std::string_view symbol,
                                               Stage stage, const lift::Input& input) {
  subject.lifted(symbol, input);
  const auto module = subject.module(symbol, stage);
  if (const Problem* problem = std::get_if<Problem>(&module))
    return *problem;
  lift::LiftResult result = lift::lift(terms, *std::get<const lift::Module*>(module), symbol, input);
  if (auto* unsupported = std::get_if<lift::Unsupported>(&result))
    return Problem{Verdict::Unsupported, fmt::format("{}: {}", symbol, unsupported->what)};
  return LiftedFunction{
      {std::get<lift::Lifted>(std::move(result))},
      std::make_shared<const LiftedCode>(std::string(symbol), subject.identity(), stage == Stage::Final)};
}

Replay replayEverywhere(const Subject& subject, const FunctionContract& contract,
                        const std::function<CallStatement(Terms&)>& state, const Assignment& witness) {
  return replayCall(subject, contract, state, kEveryGroup, "", witness);
}

Obligations obligationsOf(Terms& terms, const Subject& subject, const FunctionContract& contract,
                          const std::vector<Twin>& twins, const std::string& prefix) {
  const CallStatement statement = contract.state(terms);
  if (const std::string restricted = restrictedInput(statement); !restricted.empty())
    return Problem{Verdict::Error, fmt::format("{}: input {} is no variable of its own", prefix, restricted)};
  *statement.seen = statement.hidden;
  const auto unoptimized = liftFrom(terms, subject, contract.symbol, Stage::Unoptimized, statement.input);
  if (const Problem* problem = std::get_if<Problem>(&unoptimized))
    return *problem;
  *statement.seen = statement.hidden;
  const auto final = liftFrom(terms, subject, contract.symbol, Stage::Final, statement.input);
  if (const Problem* problem = std::get_if<Problem>(&final))
    return *problem;
  const LiftedFunction& lifted = std::get<LiftedFunction>(final);
  Outcome outcome{lifted.returned, lifted.after.objects, lifted.code};
  outcome.objects.insert(outcome.objects.end(), statement.seen->begin(), statement.seen->end());

  const auto isReturned = [](const Group& group) {
    return std::ranges::any_of(group.expectations, [](const Expectation& e) { return !e.place; });
  };
  if (lifted.returned && std::ranges::none_of(statement.groups, isReturned))
    return Problem{Verdict::Error, fmt::format("{}: nothing is said of what {} returns", prefix, contract.symbol)};

  std::vector<Obligation> obligations;
  addSafety(obligations, Part::DefinedUnoptimized, prefix + "/unoptimized", statement,
            std::get<LiftedFunction>(unoptimized));
  addSafety(obligations, Part::DefinedFinal, prefix + "/final", statement, lifted);
  std::vector<Group> groups = statement.groups;
  groups.push_back(frameOf(statement));
  for (const Group& group : groups) {
    if (group.expectations.empty())
      continue;
    Obligation obligation = equality(terms, subject, contract, outcome, statement, group, false, prefix);
    obligation.name = fmt::format("{}/{}", prefix, group.name);
    obligation.replay = [subject, contract, name = group.name](const Assignment& witness) {
      return replayCall(subject, contract, contract.state, name, "", witness);
    };
    obligations.push_back(std::move(obligation));
  }
  for (const lift::Object& object : lifted.after.objects)
    if (const auto* bytes = std::get_if<lift::ByteMemory>(&object)) {
      std::vector<Term> unstored; // whoever changes a byte memory states that in a way of its own (atoms_executor.cpp)
      for (const lift::ByteStore& store : bytes->stores)
        unstored.push_back(~store.condition);
      Obligation untouched;
      untouched.name = fmt::format("{}/frame-of-{}", prefix, bytes->name);
      untouched.query = {statement.assumptions, terms.all(unstored)};
      LiftedEvidence::seal(untouched, Part::Outputs, lifted.code);
      obligations.push_back(std::move(untouched));
    }
  if (contract.splits) {
    obligations.push_back(exhaustive(prefix + kExhaustive, terms, contract, statement, groups));
  }
  auto oracle = statesTheOracle(terms, contract.symbol, statement, prefix);
  if (!oracle)
    oracle = statesTheOraclesCalls(contract.symbol, statement, contract.mayAssume.get(), obligations, prefix);
  if (oracle) {
    LiftedEvidence::compare(*oracle, obligations);
    obligations.push_back(*std::move(oracle));
  }
  for (const Twin& twin : twins) {
    const CallStatement wrong = twin.state(terms);
    const Group only = onlyOutput(wrong, twin.mustDiffer);
    Obligation obligation = equality(terms, subject, contract, outcome, wrong, only, true, prefix);
    obligation.name = fmt::format("{}/twin/{}", prefix, twin.name);
    obligation.expected = Verdict::Refuted;
    obligation.mustDiffer = twin.mustDiffer;
    FunctionContract asTwin = contract;
    if (twin.invoke)
      asTwin.invoke = twin.invoke;
    obligation.replay = [subject, asTwin, twin](const Assignment& witness) {
      return replayCall(subject, asTwin, twin.state, "", twin.mustDiffer, witness);
    };
    obligations.push_back(std::move(obligation));
  }
  return obligations;
}

std::vector<std::byte> bytesOf(const lift::Table& table, const Assignment& assignment) {
  std::vector<Term> roots;
  for (const lift::Field& f : table.fields)
    for (const lift::Cell& cell : f.cells)
      roots.push_back(cell.bits);
  const std::vector<Bits> values = symbolic::evaluate(roots, assignment);
  std::vector<std::byte> bytes(table.bytes);
  auto value = values.begin();
  for (const lift::Field& f : table.fields)
    for (unsigned cell = 0; cell < f.cells.size(); ++cell, ++value)
      for (unsigned k = 0; k < f.cellBits / 8; ++k)
        bytes[f.offset + cell * (f.cellBits / 8) + k] = static_cast<std::byte>(*value >> (8 * k));
  return bytes;
}

Bits readCell(const lift::Table& table, std::span<const std::byte> bytes, std::string_view name, unsigned cell) {
  const lift::Field& f = table.field(name);
  Bits value = 0;
  for (unsigned k = 0; k < f.cellBits / 8; ++k)
    value |= static_cast<Bits>(bytes[f.offset + cell * (f.cellBits / 8) + k]) << (8 * k);
  return value;
}

} // namespace warplaw::proofs
