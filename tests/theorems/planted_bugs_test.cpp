// Bugs of compiled code that show at one value of one input only, planted in every function under proof: refuted by a
// witness that replays, and nothing is ERROR. What a hand-made replay does not rebuild of the model would be.
#include "proofs/engine/runner.h"
#include "proofs/mutants/mutants_ir.h"
#include "proofs/statements/lifting.h"
#include "proofs/theorems/theorems.h"
#include <array>
#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <random>
#include <sstream>

namespace warplaw::proofs {
namespace {
using symbolic::Bits;

/// One input of a function: an integer argument, or a cell of what a pointer argument points to.
struct Place {
  unsigned argument = 0;
  bool isInteger = false;
  std::uint64_t offset = 0;
  unsigned bits = 0;
  Bits value = 0; ///< a legal one
  std::string name;
};
constexpr Bits kLeastMemory = 64; ///< bytes

/// Where a bug shows.
struct Shown {
  std::optional<unsigned> results; ///< an argument that points to cells that the function may change ...
  std::uint64_t offset = 0;        ///< ... one of them
  bool memory = false;             ///< it has bytes besides
};
struct Function {
  std::string theorem, symbol;
  std::vector<Place> places;
  Shown shown;
};

const Theorem* named(const std::vector<Theorem>& theorems, const std::string& name) {
  const auto found = std::ranges::find(theorems, name, &Theorem::name);
  return found == theorems.end() ? nullptr : &*found;
}

/// Is its code run by replays, wherever this test runs?
bool isReplayed(const Theorem& theorem) {
  return theorem.code.size() == 1 && (theorem.path.empty() || theorem.path == "portable");
}

/// One cell of an array: the last one that a lane has.
unsigned cellOf(const lift::Field& field) { return static_cast<unsigned>(field.cells.size() - 1) % spec::kLanes; }

/// A function as its theorem states it: its places without values, what each is there, and what is assumed.
struct Stated {
  Function function;
  std::vector<Term> inputs, assumptions; ///< none: nothing is stated of outputs
};

void addPlaces(Stated& stated, const lift::Input& input) {
  Function& function = stated.function;
  const auto add = [&](Place place, Term term) {
    if (term.isConstant())
      return;
    function.places.push_back(std::move(place));
    stated.inputs.push_back(term);
  };
  for (unsigned i = 0; i < input.arguments.size(); ++i) {
    if (const Term* integer = std::get_if<Term>(&input.arguments[i]))
      add({i, true, 0, integer->width(), 0, fmt::format("argument {}", i)}, *integer);
    const auto* pointer = std::get_if<lift::PointerTo>(&input.arguments[i]);
    if (!pointer)
      continue;
    const lift::Object& object = input.objects[pointer->object];
    if (std::holds_alternative<lift::ByteMemory>(object)) {
      function.shown.memory = true;
      const Term bytes = std::get<lift::ByteMemory>(object).size; // nothing shows in a memory without room
      stated.assumptions.push_back(bytes.terms().constant(bytes.width(), kLeastMemory).ule(bytes));
      continue;
    }
    const auto& table = std::get<lift::Table>(object);
    for (const lift::Field& field : table.fields) {
      const unsigned cell = cellOf(field);
      const std::uint64_t offset = field.offset + cell * (field.cellBits / 8);
      if (table.writable && !function.shown.results) {
        function.shown.results = i;
        function.shown.offset = offset;
      }
      if (const Term exec = field.cells[cell].bits;
          field.name == "exec" && !exec.isConstant()) // nothing shows of no lane
        stated.assumptions.push_back(exec.eq(symbolic::onesOf(exec.width())));
      if (field.cells[cell].poison.isFalse()) // what nobody has written yet is no input
        add({i, false, offset, field.cellBits, 0, table.name + "." + nameOfCell(field, cell)}, field.cells[cell].bits);
    }
  }
}

Stated stated(Terms& terms, const std::string& theorem) {
  const auto symbol = std::make_shared<std::string>();
  const auto input = std::make_shared<std::optional<lift::Input>>();
  Subject::Overrides overrides;
  overrides.lifted = [=](std::string_view lifted, const lift::Input& given) {
    if (lifted == *symbol)
      *input = given;
  };
  const std::vector<Theorem> theorems = allTheorems(Subject::with(std::move(overrides)));
  const Theorem& chosen = *named(theorems, theorem);
  *symbol = chosen.code.front();
  Stated made{{theorem, *symbol, {}, {}}, {}, {}};
  const Obligations built = chosen.build(terms);
  const auto* obligations = std::get_if<std::vector<Obligation>>(&built);
  if (!obligations || !*input)
    return made;
  for (const Obligation& o : *obligations)
    if (o.expected == Verdict::Proved && !o.outputs.empty() && o.replay) {
      made.assumptions = o.asking().stated ? o.asking().stated->query.assumptions : o.query.assumptions;
      addPlaces(made, **input);
      break;
    }
  return made;
}

/// With a legal value for each input, by a solver; what no assumption speaks of may be anything.
Function functionOf(const std::string& theorem) {
  Terms terms;
  Function function = stated(terms, theorem).function;
  if (function.places.empty())
    return function;
  Theorem legal;
  legal.name = "legal inputs of " + theorem;
  legal.build = [theorem](Terms& own) -> Obligations {
    const Stated inside = stated(own, theorem);
    Obligation any;
    any.name = "any";
    any.expected = Verdict::Refuted;
    any.query = {inside.assumptions, own.variable(1, "never").eq(own.variable(1, "never too"))};
    std::vector<bool> isDescribed; // of an instruction: most legal numbers of modifiers and choices are small
    for (const Place& place : inside.function.places)
      isDescribed.push_back(place.name.starts_with("modifiers.") || place.name.starts_with("choices."));
    any.replay = [inputs = inside.inputs, isDescribed](const Assignment& model) {
      Assignment values = model;
      std::mt19937 random(1); // its numbers are the same everywhere
      for (const Term free : symbolic::variablesOf(inputs))
        values.try_emplace(std::string(free.node()->name), random() & symbolic::onesOf(free.width()));
      std::string report;
      const std::vector<Bits> found = symbolic::evaluate(inputs, values);
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        const auto variables = symbolic::variablesOf(std::array{inputs[i]});
        const bool isSpokenOf = std::ranges::any_of(
            variables, [&](Term variable) { return model.contains(std::string(variable.node()->name)); });
        report +=
            fmt::format("{} ", static_cast<std::uint64_t>(isDescribed[i] && !isSpokenOf ? found[i] & 1 : found[i]));
      }
      return Replay{true, report, std::nullopt};
    };
    return std::vector{any};
  };
  RunOptions options;
  options.policy = solverPolicy("any").value();
  RunObserver observer;
  observer.onRecord = [&](const Record& record) {
    EXPECT_EQ(record.verdict, Verdict::Refuted) << record.name << ": " << record.reason;
    std::istringstream values(record.reason);
    for (Place& place : function.places) {
      std::uint64_t value = 0;
      EXPECT_TRUE(values >> value) << record.name;
      place.value = value;
    }
  };
  run({legal}, options, observer);
  return function;
}

/// A byte of what the function changes, what it stores to memory or what it returns is one off where the input has the
/// value.
void plant(llvm::Module& module, const Function& in, const Place& place) {
  llvm::Function& function = *module.getFunction(in.symbol);
  llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  const auto at = [&](unsigned argument, std::uint64_t offset) {
    return builder.CreateConstGEP1_64(builder.getInt8Ty(), function.getArg(argument), offset);
  };
  llvm::Value* input = function.getArg(place.argument);
  if (!place.isInteger)
    input = builder.CreateAlignedLoad(builder.getIntNTy(place.bits), at(place.argument, place.offset), llvm::Align(1));
  llvm::Value* isWrong =
      builder.CreateICmpEQ(input, llvm::ConstantInt::get(input->getType(), static_cast<std::uint64_t>(place.value)));
  if (in.shown.memory) {
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
          store && store->getAlign().value() == 1 && store->getValueOperand()->getType()->isIntegerTy() &&
          !store->getValueOperand()->getType()->isIntegerTy(8)) {
        builder.SetInsertPoint(store);
        llvm::Value* stored = store->getValueOperand();
        store->setOperand(0, builder.CreateXor(stored, builder.CreateZExt(isWrong, stored->getType())));
        return;
      }
  }
  for (llvm::BasicBlock& block : function)
    if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) {
      builder.SetInsertPoint(end);
      if (!in.shown.results) {
        llvm::Value* returned = end->getReturnValue();
        end->setOperand(0, builder.CreateXor(returned, builder.CreateZExt(isWrong, returned->getType())));
        continue;
      }
      llvm::Value* byte = at(*in.shown.results, in.shown.offset);
      llvm::Value* left = builder.CreateAlignedLoad(builder.getInt8Ty(), byte, llvm::Align(1));
      builder.CreateAlignedStore(builder.CreateXor(left, builder.CreateZExt(isWrong, builder.getInt8Ty())), byte,
                                 llvm::Align(1));
    }
}

/// Refuted somewhere, and nothing is ERROR or unknown.
void expectRefuted(const Function& function, const Place& place) {
  const std::string where =
      fmt::format("{}: {} == {:#x}", function.theorem, place.name, static_cast<std::uint64_t>(place.value));
  SCOPED_TRACE(where);
  const Subject wrong = subjectWith(function.symbol, [&](llvm::Module& module) { plant(module, function, place); });
  std::vector<Theorem> chosen = allTheorems(wrong);
  std::erase_if(chosen, [&](const Theorem& theorem) { return theorem.name != function.theorem; });
  RunOptions options;
  options.policy = solverPolicy("any").value();
  options.jobs = 2;
  options.buildTimeout *= 20; // what is planted before a long function makes it long to lift
  options.timeout *= 20;      // a witness is judged in this time, too, also on a machine that does much else
  std::size_t refuted = 0;
  RunObserver observer;
  observer.onRecord = [&](const Record& record) {
    refuted += record.expected == Verdict::Proved && record.verdict == Verdict::Refuted;
    const bool isDecided = record.verdict != Verdict::Error && record.verdict != Verdict::Unknown;
    EXPECT_TRUE(isDecided) << record.name << " is " << textOf(record.verdict) << ": " << record.reason;
  };
  run(chosen, options, observer);
  EXPECT_NE(refuted, 0u);
}

/// In every `step`-th function from `first` on: at each input, or at so many of them, evenly spread.
void plantAll(std::size_t first, std::size_t step, std::size_t perFunction) {
  std::vector<std::string> names;
  for (const Theorem& theorem : allTheorems(Subject::shipped()))
    if (isReplayed(theorem))
      names.push_back(theorem.name);
  ASSERT_GT(names.size(), 100u);
  std::size_t planted = 0;
  for (std::size_t i = first; i < names.size(); i += step) {
    const Function function = functionOf(names[i]);
    const std::size_t places = function.places.size(), apart = std::max<std::size_t>(places / perFunction, 1);
    const auto start = std::chrono::steady_clock::now();
    const std::size_t before = planted;
    for (std::size_t place = i % apart; place < places; place += apart, ++planted)
      expectRefuted(function, function.places[place]);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    fmt::print("{} of {}: {} planted in {}, {:.0f} s\n", i + 1, names.size(), planted - before, names[i],
               taken.count());
    std::fflush(stdout); // a night may end before the last of them
  }
  EXPECT_NE(planted, 0u);
}

constexpr std::size_t kAll = 1000, kSampled = 31, kShards = 32;

TEST(NightlyPlantedBugsSample, AtOneValueOfOneInputAreRefuted) { plantAll(11, kSampled, 1); }

class NightlyPlantedBugs : public testing::TestWithParam<std::size_t> {};
TEST_P(NightlyPlantedBugs, AtOneValueOfOneInputAreRefuted) { plantAll(GetParam(), kShards, kAll); }
INSTANTIATE_TEST_SUITE_P(Shard, NightlyPlantedBugs, testing::Range<std::size_t>(0, kShards));

} // namespace
} // namespace warplaw::proofs
