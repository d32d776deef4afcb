// Bugs of compiled code that show at one immediate or in a tiny allocation only, or where a callee is called twice in
// place of another: refuted, by a whole run that the witness tells of; and what cannot be reproduced says so.
#include "found.h"
#include "proofs/mutants/mutants_ir.h"
#include "spec/instructions/atoms.h"
#include <cstddef>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

namespace warplaw::proofs {
namespace rare_bugs_test {

constexpr const char *kSymbol = "warplaw_atoms_add_u32", *kTheorem = "atoms/portable/add_u32";
constexpr std::uint32_t kImmediate = 0x801234; // negative where there is a base

llvm::Function& functionOf(llvm::Module& module) { return *module.getFunction(kSymbol); }

/// When the code is to be wrong.
using Condition = std::function<llvm::Value*(llvm::IRBuilder<>&, llvm::Function&)>;
llvm::Value* atOneImmediate(llvm::IRBuilder<>& builder, llvm::Function& function) {
  llvm::Value* address =
      builder.CreateConstGEP1_32(builder.getInt8Ty(), function.getArg(0), offsetof(spec::AtomsModifiers, imm24));
  llvm::Value* imm24 = builder.CreateLoad(builder.getInt32Ty(), address);
  return builder.CreateICmpEQ(imm24, builder.getInt32(kImmediate));
}
llvm::Value* allocatedBelow8(llvm::IRBuilder<>& builder, llvm::Function& function) {
  return builder.CreateICmpULT(function.getArg(4), builder.getInt32(8));
}

/// The word that goes to memory is one more.
void storesOneMore(llvm::Module& module, const Condition& when) {
  for (llvm::Instruction& instruction : llvm::instructions(functionOf(module)))
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction); store && store->getAlign().value() == 1) {
      llvm::IRBuilder<> builder(store);
      llvm::Value* more = builder.CreateZExt(when(builder, functionOf(module)), builder.getInt32Ty());
      store->setOperand(0, builder.CreateAdd(store->getValueOperand(), more));
      return;
    }
  FAIL() << "no store to memory";
}

/// The offset that is added to the base is four more.
void goesElsewhere(llvm::Module& module) {
  for (llvm::Instruction& instruction : llvm::instructions(functionOf(module)))
    if (auto* offset = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
      llvm::IRBuilder<> builder(offset->getNextNode());
      llvm::Value* more = builder.CreateAdd(offset, builder.getInt32(4));
      llvm::Value* wrong = builder.CreateSelect(atOneImmediate(builder, functionOf(module)), more, offset);
      offset->replaceUsesWithIf(wrong, [&](llvm::Use& use) { return use.getUser() != more && use.getUser() != wrong; });
      return;
    }
  FAIL() << "no choice between the offsets";
}

toy::Outcome verify(const Subject& subject, const char* theorem = kTheorem,
                    std::string_view obligation = {}) { ///< alone, if it is named
  Theorem chosen = tests::named(allTheorems(subject), theorem);
  chosen.build = [build = chosen.build, obligation](Terms& terms) {
    Obligations made = build(terms);
    if (auto* all = std::get_if<std::vector<Obligation>>(&made))
      std::erase_if(*all, [&](const Obligation& o) { return !o.name.ends_with(obligation); });
    return made;
  };
  return toy::runAll({chosen}, tests::byZ3(2));
}

void expectRefuted(const toy::Outcome& found, const std::string& theorem, const std::string& obligation) {
  EXPECT_EQ(found.exitCode, ExitCode::Counterexample);
  for (const auto& [name, record] : found.records)
    EXPECT_NE(record.verdict, Verdict::Error) << name << ": " << record.reason;
  EXPECT_EQ(found[theorem + "/" + obligation].verdict, Verdict::Refuted);
}

TEST(RareBugs, WrongAtOneImmediate_ATOMS_6) {
  expectRefuted(verify(subjectWith(kSymbol, [](llvm::Module& m) { storesOneMore(m, atOneImmediate); })), kTheorem,
                "turn");
}

TEST(RareBugs, ElsewhereAtOneImmediate_ATOMS_2) {
  expectRefuted(verify(subjectWith(kSymbol, goesElsewhere)), kTheorem, "readings");
}

TEST(RareBugs, WrongInATinyAllocation_ATOMS_4) {
  expectRefuted(verify(subjectWith(kSymbol, [](llvm::Module& m) { storesOneMore(m, allocatedBelow8); })), kTheorem,
                "turn");
}

/// A function's call of one callee is a second one of another, with the same arguments.
void callsTwice(llvm::Module& module, const char* caller, const char* twice, const char* never) {
  llvm::CallInst *first = nullptr, *second = nullptr;
  for (llvm::Instruction& instruction : llvm::instructions(*module.getFunction(caller)))
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && call->getCalledFunction()) {
      first = call->getCalledFunction()->getName() == twice ? call : first;
      second = call->getCalledFunction()->getName() == never ? call : second;
    }
  ASSERT_TRUE(first && second);
  second->setCalledFunction(first->getCalledFunction());
  for (unsigned i = 0; i < first->arg_size(); ++i)
    second->setArgOperand(i, first->getArgOperand(i));
}

// Nothing that is called here leaves anything that its caller could be seen to need.
TEST(RareBugs, OneCalledTwiceAndAnotherNever_RED_6) {
  constexpr const char* kHalves = "warplaw_red_halves";
  expectRefuted(verify(subjectWith(kHalves,
                                   [](llvm::Module& m) {
                                     callsTwice(m, kHalves, "warplaw_red_turns_min_low", "warplaw_red_turns_min_high");
                                   }),
                       "red/halves", "/calls"),
                "red/halves", "calls");
}

// The code under proof is wrong, what runs is not.
TEST(RareBugs, WhatDoesNotShowInAWholeRunIsSaidToBeThat) {
  const Subject wrong = subjectWith(kSymbol, [](llvm::Module& m) { storesOneMore(m, allocatedBelow8); });
  Subject::Overrides overrides;
  overrides.module = [wrong](std::string_view symbol, Stage stage) {
    return std::get<const lift::Module*>(wrong.module(symbol, stage));
  };
  const toy::Outcome found = verify(Subject::with(std::move(overrides)));
  const Record& turn = found[std::string(kTheorem) + "/turn"];
  EXPECT_EQ(turn.verdict, Verdict::Error);
  EXPECT_EQ(turn.reason, "the witness does not replay: refuted in the turn, not reproduced in a whole run");
  EXPECT_EQ(found.exitCode, ExitCode::Inconclusive);
}

} // namespace rare_bugs_test
} // namespace warplaw::proofs
