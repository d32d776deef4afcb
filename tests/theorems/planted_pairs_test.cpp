// One error in the code under proof and in what is stated of it, alike: what a theorem file could say so that wrong
// code is PROVED. Each pair is compiled and proved. It is PROVED where nothing is compared with the oracle, so that it
// is an error of its kind; where that is compared, it is noticed.
#include "found.h"
#include "proofs/mutants/mutants_ir.h"
#include "proofs/statements/evidence.h"
#include "proofs/theorems/red_turns.h"
#include "spec/instructions/atoms.h"
#include <cstddef>
#include <fmt/format.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace warplaw::proofs {
namespace planted_pairs_test {
using symbolic::Bits;

Theorem named(const Subject& subject, const std::string& name) { return tests::named(allTheorems(subject), name); }
toy::Outcome verify(const Theorem& theorem) { return toy::runAll({theorem}, tests::byZ3(2)); }

bool isComparison(const Obligation& o) { return o.name.ends_with("/states-the-oracle"); }
/// The same, with nothing compared.
Theorem withoutComparison(Theorem theorem) {
  theorem.build = [build = theorem.build](Terms& terms) {
    Obligations made = build(terms);
    if (auto* all = std::get_if<std::vector<Obligation>>(&made))
      std::erase_if(*all, isComparison);
    return made;
  };
  return theorem;
}

/// Some record of that verdict says so.
void expectSaid(const toy::Outcome& found, Verdict verdict, const std::string& what) {
  EXPECT_NE(found.exitCode, ExitCode::AsExpected);
  std::string others;
  for (const auto& [name, record] : found.records) {
    const std::string line = fmt::format("{} {}: {}\n", textOf(record.verdict), name, record.reason);
    if (record.verdict == verdict && line.find(what) != std::string::npos)
      return;
    if (record.exitCode() != ExitCode::AsExpected)
      others += line;
  }
  ADD_FAILURE() << what << " is nowhere in\n" << others;
}

/// As expected without the comparison; and not with it.
void expectNoticed(const Theorem& pair, Verdict verdict, const std::string& what) {
  const toy::Outcome before = verify(withoutComparison(pair)), after = verify(pair);
  for (const auto& [name, record] : before.records)
    EXPECT_EQ(record.exitCode(), ExitCode::AsExpected)
        << name << " " << textOf(record.verdict) << ": " << record.reason;
  EXPECT_GE(before.records.size(), 4u);
  expectSaid(after, verdict, what);
}

/// A theorem whose evidence is what a theorem file makes of the shipped one's: evidence of its own, as it would be made
/// by what makes evidence of lifted code.
Theorem stating(const Subject& subject, const std::string& name, const std::function<void(Query&)>& change) {
  Theorem theorem = named(subject, name);
  theorem.build = [build = theorem.build, change](Terms& terms) {
    Obligations made = build(terms);
    if (auto* all = std::get_if<std::vector<Obligation>>(&made))
      for (Obligation& o : *all)
        if (const Part part = o.countsAs(); part != Part::Law && part != Part::Twin) {
          const auto code = o.counted.code();
          change(o.query);
          o.counted = {};
          LiftedEvidence::seal(o, part, code);
        }
    return made;
  };
  return theorem;
}

// --- Code of ATOMS that is wrong at one value of one input, which no replay of another witness would meet. ---

constexpr const char* kOther = "was not compared with the oracle";
struct Pair {
  const char *theorem, *symbol;
  unsigned argument;                 ///< an integer, or a pointer to
  std::optional<std::size_t> offset; ///< a word
  const char* input;                 ///< what the theorem calls it
  std::uint32_t value;
};
constexpr Pair kPairs[] = {
    {"atoms/portable/add_u32", "warplaw_atoms_add_u32", 0, offsetof(spec::AtomsModifiers, imm24), "imm24", 0x801234},
    {"atoms/winners", "warplaw_atoms_spin_winners", 0, offsetof(spec::AtomsModifiers, imm24), "imm24", 0x801234},
    {"atoms/list/portable", "warplaw_atoms_list_portable", 1, {}, "performing", 0x801234},
};
Term atThat(Terms& terms, const Pair& pair) { return terms.variable(32, pair.input).eq(Bits(pair.value)); }

/// One more is stored, or what is returned is one off.
void plant(llvm::Module& module, const Pair& pair) {
  llvm::Function& function = *module.getFunction(pair.symbol);
  const auto isThat = [&](llvm::IRBuilder<>& builder) {
    llvm::Value* input = function.getArg(pair.argument);
    if (pair.offset)
      input = builder.CreateLoad(builder.getInt32Ty(),
                                 builder.CreateConstGEP1_64(builder.getInt8Ty(), input, *pair.offset));
    return builder.CreateICmpEQ(input, builder.getInt32(pair.value));
  };
  const auto wrong = [&](llvm::Instruction& instruction, unsigned operand) {
    llvm::IRBuilder<> builder(&instruction);
    llvm::Value* right = instruction.getOperand(operand);
    instruction.setOperand(operand, builder.CreateXor(right, builder.CreateZExt(isThat(builder), right->getType())));
  };
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    const bool returns = instruction.getOpcode() == llvm::Instruction::Ret && instruction.getNumOperands() != 0;
    if (returns || (store && store->getAlign().value() == 1 && function.getReturnType()->isVoidTy()))
      return wrong(instruction, 0);
  }
  FAIL() << "nothing is stored or returned";
}
Subject wrongAt(const Pair& pair) {
  return subjectWith(pair.symbol, [&](llvm::Module& module) { plant(module, pair); });
}

TEST(PlantedPairs, TheShippedCodeIsProvedWithTheComparisonAndWithout) {
  for (const Pair& pair : kPairs) {
    const Theorem right = named(Subject::shipped(), pair.theorem);
    EXPECT_EQ(verify(right).exitCode, ExitCode::AsExpected) << pair.theorem;
    EXPECT_EQ(verify(withoutComparison(right)).exitCode, ExitCode::AsExpected) << pair.theorem;
  }
}

TEST(PlantedPairs, ANarrowedAssumption) {
  for (const Pair& pair : kPairs)
    expectNoticed(stating(wrongAt(pair), pair.theorem,
                          [&](Query& query) { query.assumptions.push_back(~atThat(query.goal.terms(), pair)); }),
                  Verdict::Error, kOther);
}

TEST(PlantedPairs, OtherEqualitiesThanThoseThatAreCompared) {
  for (const Pair& pair : kPairs)
    expectNoticed(stating(wrongAt(pair), pair.theorem,
                          [&](Query& query) { query.goal = query.goal | atThat(query.goal.terms(), pair); }),
                  Verdict::Error, kOther);
}

/// The comparison is of the shipped theorem, and the evidence of the other.
TEST(PlantedPairs, AComparisonOfSomethingElse) {
  for (const Pair& pair : kPairs) {
    const Subject wrong = wrongAt(pair);
    Theorem both =
        stating(wrong, pair.theorem, [&](Query& query) { query.goal = query.goal | atThat(query.goal.terms(), pair); });
    both.build = [evidence = both.build, compared = named(wrong, pair.theorem).build](Terms& terms) {
      Obligations made = evidence(terms), right = compared(terms);
      std::erase_if(std::get<std::vector<Obligation>>(made), isComparison);
      for (Obligation& o : std::get<std::vector<Obligation>>(right))
        if (isComparison(o))
          add(made, std::move(o));
      return made;
    };
    expectNoticed(both, Verdict::Error, kOther);
  }
}

// --- RED's turns, wrong where there are five of them. ---

constexpr const char* kTurns = "warplaw_red_turns_add_32";

/// RED's theorem of turns, which assumes that there are not five.
Theorem notOfFive(const Subject& subject) {
  Theorem theorem = named(subject, "red/turns/add_32");
  theorem.build = [subject](Terms& terms) -> Obligations {
    const red::Loop loop(terms, *reductionTurnsOf(kTurns));
    ReductionFunction function = loop;
    function.facts.push_back(~loop.count.eq(Bits(5)));
    return asObligations(
        terms, subject, askReduction(terms, subject, function, {loop.contract(subject)}), "red/turns/add_32",
        [](const Assignment&) { return Replay{}; }, [](const LoopAsked&) { return std::vector<LoopTwin>(); });
  };
  return theorem;
}

void wrongWhereFiveAreListed(llvm::Module& module) {
  llvm::Function& function = *module.getFunction(kTurns);
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) { // of the element
      llvm::IRBuilder<> builder(store);
      llvm::Argument* count = function.getArg(function.arg_size() - 1);
      llvm::Value* left = store->getValueOperand();
      llvm::Value* isFive = builder.CreateICmpEQ(count, builder.getInt32(5));
      store->setOperand(0, builder.CreateXor(left, builder.CreateZExt(isFive, left->getType())));
      return;
    }
  FAIL() << "no store";
}

TEST(PlantedPairs, TurnsOfAReductionThatAssumeMoreThanTheirCallersKeep) {
  expectNoticed(notOfFive(subjectWith(kTurns, wrongWhereFiveAreListed)), Verdict::Refuted, "states-the-oracle");
}

// --- SURED hands on words that it never wrote. Here nobody sets them before, and its turns are handed a memory of
// another size where one of them is not 0. ---

TEST(PlantedPairs, WordsThatNobodyWroteAreAnyWords_SURED_9) {
  constexpr const char* kSured = "warplaw_sured_portable";
  const auto plant = [](llvm::Module& module) {
    llvm::Function& function = *module.getFunction(kSured);
    llvm::CallInst *makes = nullptr, *takes = nullptr;
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && call->getCalledFunction()) {
        makes = call->getCalledFunction()->getName() == "warplaw_sured_reduction" ? call : makes;
        takes = call->getCalledFunction()->getName() == "warplaw_red_take" ? call : takes;
      }
    ASSERT_TRUE(makes && takes);
    llvm::Value* const handed = makes->getArgOperand(4);
    std::vector<llvm::Instruction*> sets;
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* set = llvm::dyn_cast<llvm::MemSetInst>(&instruction);
          set && set->getDest()->stripInBoundsConstantOffsets() == handed->stripInBoundsConstantOffsets())
        sets.push_back(set);
    ASSERT_FALSE(sets.empty());
    for (llvm::Instruction* set : sets)
      set->eraseFromParent();
    llvm::IRBuilder<> builder(takes);
    llvm::Value* row0 = builder.CreateConstGEP1_64(builder.getInt8Ty(), handed, offsetof(spec::Operands, row));
    llvm::Value* isZero = builder.CreateICmpEQ(builder.CreateLoad(builder.getInt32Ty(), row0), builder.getInt32(0));
    auto* const size = std::find_if(takes->arg_begin(), takes->arg_end(), [](const llvm::Use& argument) {
      return argument->getType()->isIntegerTy(); // of the memory
    });
    ASSERT_NE(size, takes->arg_end());
    llvm::Value* other = builder.CreateZExt(builder.CreateNot(isZero), size->get()->getType());
    size->set(builder.CreateXor(size->get(), other));
  };
  expectSaid(verify(named(subjectWith(kSured, plant), "sured/portable")), Verdict::Unknown,
             "sured/portable/calls: refuted for any results of what it calls");
}

} // namespace planted_pairs_test
} // namespace warplaw::proofs
