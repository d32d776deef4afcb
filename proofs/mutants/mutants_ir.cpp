#include "proofs/mutants/mutants_ir.h"
#include "proofs/statements/bitcode.h"
#include "symbolic/lift/bitcode.h"
#include "symbolic/native/native.h"
#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/raw_ostream.h>
#include <set>

namespace warplaw::proofs {
namespace {

using llvm::CmpInst;
using llvm::Instruction;

/// A change and what to call it.
struct Change {
  std::string name;
  std::function<void(Instruction&)> apply;
};

bool leavesALoop(const Instruction& instruction) {
  llvm::DominatorTree tree(*const_cast<llvm::Function*>(instruction.getFunction()));
  const llvm::LoopInfo loops(tree);
  const llvm::Loop* loop = loops.getLoopFor(instruction.getParent());
  if (loop == nullptr || !loop->isLoopExiting(instruction.getParent()))
    return false;
  const Instruction* end = instruction.getParent()->getTerminator();
  return &instruction == end || std::find(end->op_begin(), end->op_end(), &instruction) != end->op_end();
}

// Does the value end up as a memory address within a few steps? Then a change would rather leave the object than be
// wrong.
bool isAddress(const llvm::Value& value, unsigned depth = 0) {
  for (const llvm::User* user : value.users()) {
    if (llvm::isa<llvm::GetElementPtrInst>(user))
      return true;
    const bool passesOn =
        llvm::isa<llvm::CastInst>(user) || llvm::isa<llvm::ExtractElementInst>(user) || llvm::isa<llvm::PHINode>(user);
    if (depth < 3 && passesOn && isAddress(*user, depth + 1))
      return true;
  }
  return false;
}

void addPredicates(CmpInst& compare, std::vector<Change>& changes) {
  const CmpInst::Predicate now = compare.getPredicate();
  const auto to = [&](CmpInst::Predicate other) {
    changes.push_back({"compares " + CmpInst::getPredicateName(other).str(),
                       [other](Instruction& i) { llvm::cast<CmpInst>(i).setPredicate(other); }});
  };
  if (compare.isEquality() || compare.isFPPredicate())
    return to(compare.getInversePredicate());
  to(CmpInst::isStrictPredicate(now) ? CmpInst::getNonStrictPredicate(now) : CmpInst::getStrictPredicate(now));
  to(llvm::ICmpInst::getFlippedSignednessPredicate(now));
  to(compare.getSwappedPredicate());
}

std::optional<Instruction::BinaryOps> otherOperator(unsigned opcode) {
  switch (opcode) {
  case Instruction::Add:
    return Instruction::Sub;
  case Instruction::Sub:
    return Instruction::Add;
  case Instruction::And:
    return Instruction::Or;
  case Instruction::Or:
    return Instruction::And;
  case Instruction::Xor:
    return Instruction::Or;
  case Instruction::LShr:
    return Instruction::AShr;
  case Instruction::AShr:
    return Instruction::LShr;
  default:
    return std::nullopt; // shl: its result is mostly one bit, which the others would leave undefined
  }
}

void replace(Instruction& old, Instruction* by) {
  by->insertBefore(&old);
  by->takeName(&old);
  old.replaceAllUsesWith(by);
  old.eraseFromParent();
}

// The constant itself, or one element of a vector of constants, changed by one.
llvm::Constant* byOne(llvm::Constant* constant, bool up) {
  if (auto* number = llvm::dyn_cast<llvm::ConstantInt>(constant))
    return llvm::ConstantInt::get(number->getType(), up ? number->getValue() + 1 : number->getValue() - 1);
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(constant->getType());
  if (type == nullptr)
    return nullptr;
  std::vector<llvm::Constant*> elements;
  for (unsigned i = 0; i < type->getNumElements(); ++i) {
    elements.push_back(constant->getAggregateElement(i));
    if (!llvm::isa_and_nonnull<llvm::ConstantInt>(elements.back()))
      return nullptr;
  }
  llvm::Constant*& changed = elements[elements.size() / 2];
  changed = byOne(changed, up);
  return llvm::ConstantVector::get(elements);
}

void addConstants(Instruction& instruction, std::vector<Change>& changes) {
  const bool exit = leavesALoop(instruction);
  for (unsigned operand = 0; operand < instruction.getNumOperands(); ++operand) {
    auto* constant = llvm::dyn_cast<llvm::Constant>(instruction.getOperand(operand));
    if (constant == nullptr || !constant->getType()->isIntOrIntVectorTy() || constant->getType()->isIntOrIntVectorTy(1))
      continue;
    if (byOne(constant, true) == nullptr)
      continue;
    for (const bool up : {false, true})
      if (!(up && (exit || instruction.isShift())))
        changes.push_back(
            {fmt::format("operand {} one {}", operand, up ? "more" : "less"), [operand, up](Instruction& i) {
               i.setOperand(operand, byOne(llvm::cast<llvm::Constant>(i.getOperand(operand)), up));
             }});
  }
}

void addBinary(Instruction& instruction, std::vector<Change>& changes) {
  if (const auto other = otherOperator(instruction.getOpcode()))
    changes.push_back({std::string("becomes ") + Instruction::getOpcodeName(*other), [other = *other](Instruction& i) {
                         replace(i, llvm::BinaryOperator::Create(other, i.getOperand(0), i.getOperand(1)));
                       }});
  for (const unsigned kept : {0u, 1u})
    if (!llvm::isa<llvm::Constant>(instruction.getOperand(kept)))
      changes.push_back({kept == 0 ? "second operand dropped" : "first operand dropped", [kept](Instruction& i) {
                           i.replaceAllUsesWith(i.getOperand(kept));
                           i.eraseFromParent();
                         }});
  if (instruction.getOpcode() == Instruction::Sub)
    changes.push_back({"operands swapped", [](Instruction& i) {
                         llvm::Value* first = i.getOperand(0);
                         i.setOperand(0, i.getOperand(1));
                         i.setOperand(1, first);
                       }});
}

void addSelect(std::vector<Change>& changes) {
  for (const unsigned arm : {1u, 2u})
    changes.push_back({arm == 1 ? "condition forced true" : "condition forced false", [arm](Instruction& i) {
                         llvm::Value* kept = i.getOperand(arm);
                         i.replaceAllUsesWith(kept);
                         i.eraseFromParent();
                       }});
  changes.push_back({"arms swapped", [](Instruction& i) { llvm::cast<llvm::SelectInst>(i).swapValues(); }});
}

void addCast(Instruction& instruction, std::vector<Change>& changes) {
  const auto to = [&](Instruction::CastOps other) {
    changes.push_back({std::string("becomes ") + Instruction::getOpcodeName(other), [other](Instruction& i) {
                         replace(i, llvm::CastInst::Create(other, i.getOperand(0), i.getType()));
                       }});
  };
  if (instruction.getOpcode() == Instruction::ZExt)
    to(Instruction::SExt);
  if (instruction.getOpcode() == Instruction::SExt)
    to(Instruction::ZExt);
}

void addBranch(llvm::BranchInst& branch, std::vector<Change>& changes) {
  if (!branch.isConditional() || leavesALoop(branch))
    return;
  for (const bool taken : {true, false})
    changes.push_back({taken ? "always taken" : "never taken", [taken](Instruction& i) {
                         auto& b = llvm::cast<llvm::BranchInst>(i);
                         b.setCondition(llvm::ConstantInt::getBool(b.getContext(), taken));
                       }});
}

void addIntrinsic(llvm::IntrinsicInst& call, std::vector<Change>& changes) {
  const auto other = [&]() -> std::optional<llvm::Intrinsic::ID> {
    switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::umin:
      return llvm::Intrinsic::umax;
    case llvm::Intrinsic::umax:
      return llvm::Intrinsic::umin;
    case llvm::Intrinsic::smin:
      return llvm::Intrinsic::smax;
    case llvm::Intrinsic::smax:
      return llvm::Intrinsic::smin;
    default:
      return std::nullopt;
    }
  }();
  if (other)
    changes.push_back({"becomes " + llvm::Intrinsic::getBaseName(*other).str(), [other = *other](Instruction& i) {
                         llvm::CallBase& c = llvm::cast<llvm::CallBase>(i);
                         c.setCalledFunction(llvm::Intrinsic::getDeclaration(i.getModule(), other, {i.getType()}));
                       }});
  if (call.getIntrinsicID() == llvm::Intrinsic::usub_sat)
    changes.push_back({"operands swapped", [](Instruction& i) {
                         llvm::Value* first = i.getOperand(0);
                         i.setOperand(0, i.getOperand(1));
                         i.setOperand(1, first);
                       }});
}

std::vector<Change> changesOf(Instruction& instruction) {
  std::vector<Change> changes;
  if (llvm::isa<llvm::StoreInst>(instruction))
    changes.push_back({"dropped", [](Instruction& i) { i.eraseFromParent(); }});
  if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction))
    addBranch(*branch, changes);
  if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    addIntrinsic(*call, changes);
  const llvm::Type* type = instruction.getType();
  if (!(type->isIntOrIntVectorTy() || type->isFloatingPointTy()) || isAddress(instruction))
    return changes;
  if (auto* compare = llvm::dyn_cast<CmpInst>(&instruction))
    addPredicates(*compare, changes);
  if (llvm::isa<llvm::SelectInst>(&instruction))
    addSelect(changes);
  if (instruction.isBinaryOp())
    addBinary(instruction, changes);
  if (llvm::isa<llvm::ICmpInst>(&instruction) || instruction.isBinaryOp())
    addConstants(instruction, changes);
  addCast(instruction, changes);
  return changes;
}

std::string textOf(const Instruction& instruction) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  instruction.print(stream);
  text.erase(0, text.find_first_not_of(' '));
  const std::size_t metadata = text.find(", !");
  return metadata == text.npos ? text : text.substr(0, metadata);
}

void addCallees(llvm::Function& function, std::vector<llvm::Function*>& found) {
  if (function.isDeclaration() || std::find(found.begin(), found.end(), &function) != found.end())
    return;
  found.push_back(&function);
  for (Instruction& instruction : llvm::instructions(function))
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (llvm::Function* callee = call->getCalledFunction(); callee != nullptr && callee->hasLocalLinkage())
        addCallees(*callee, found);
}

Instruction& at(llvm::Function& function, unsigned ordinal) { return *std::next(llvm::inst_begin(function), ordinal); }

void mutate(llvm::Module& module, const IrMutant& mutant) {
  llvm::Function& function = *module.getFunction(mutant.function);
  Instruction& instruction = at(function, mutant.instruction);
  std::vector<Change> changes = changesOf(instruction);
  for (Instruction& any : llvm::instructions(function))
    any.dropPoisonGeneratingFlags();
  changes.at(mutant.change).apply(instruction);
}

// The mutated function and what it calls, from this module and the others; nothing else is worth compiling.
std::vector<std::byte> linked(std::span<const std::byte> mutated, std::string_view symbol) {
  llvm::LLVMContext context;
  const auto parse = [&](std::span<const std::byte> bytes) {
    const llvm::StringRef text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return llvm::cantFail(llvm::parseBitcodeFile(llvm::MemoryBufferRef(text, "mutant"), context));
  };
  const std::unique_ptr<llvm::Module> whole = parse(mutated);
  const auto isOfVectors = [](std::string_view name) { return name.find("avx") != name.npos; };
  for (std::size_t before = 0; before != whole->size();) { // what was linked may need what was passed by already
    before = whole->size();
    for (const concrete::Bitcode& file : embeddedBitcode())
      if (file.stage == concrete::Stage::Final && (isOfVectors(symbol) || !isOfVectors(file.name)))
        llvm::Linker::linkModules(*whole, parse(file.bytes), llvm::Linker::LinkOnlyNeeded);
  }
  for (llvm::Function& function : *whole)
    if (!function.isDeclaration() && function.getName() != llvm::StringRef(symbol.data(), symbol.size()))
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
  return lift::bitcodeOf(*whole);
}

} // namespace

std::vector<IrMutant> irMutants(std::string_view symbol) {
  std::vector<IrMutant> mutants;
  const concrete::Bitcode* file = fileThatDefines(symbol, concrete::Stage::Final);
  if (file == nullptr)
    return mutants;
  const auto& parsed = parsedFile(*file);
  std::vector<llvm::Function*> functions;
  addCallees(*std::get<lift::Module>(parsed).llvm().getFunction(llvm::StringRef(symbol.data(), symbol.size())),
             functions);
  for (llvm::Function* function : functions) {
    unsigned ordinal = 0;
    for (Instruction& instruction : llvm::instructions(*function)) {
      const auto changes = changesOf(instruction);
      for (unsigned change = 0; change < changes.size(); ++change)
        mutants.push_back({std::string(symbol), function->getName().str(), ordinal, change,
                           textOf(instruction) + ": " + changes[change].name});
      ++ordinal;
    }
  }
  return mutants;
}

Subject subjectWith(std::string symbol, std::function<void(llvm::Module&)> change) {
  // made when first asked for, in the process that asks
  struct Made {
    std::optional<lift::Module> module;
    std::vector<std::byte> bytes;
    std::unique_ptr<native::Jit> jit;
  };
  const auto made = std::make_shared<Made>();
  const auto make = [made, changed = symbol, change = std::move(change)] {
    if (made->module)
      return;
    const concrete::Bitcode* file = fileThatDefines(changed, concrete::Stage::Final);
    assert(file != nullptr && "nothing to change");
    made->module = std::get<lift::Module>(lift::Module::parse(file->bytes, std::string(file->name)));
    change(made->module->llvm());
    made->bytes = lift::bitcodeOf(made->module->llvm());
  };
  Subject::Overrides overrides;
  overrides.module = [make, made, symbol](std::string_view asked, Stage stage) -> const lift::Module* {
    if (stage != Stage::Final || asked != symbol)
      return nullptr;
    make();
    return &*made->module;
  };
  overrides.machineCode = [make, made, symbol](std::string_view asked) -> void* {
    if (asked != symbol)
      return nullptr;
    make();
    if (!made->jit)
      made->jit = native::Jit::fromBitcode(linked(made->bytes, symbol));
    return made->jit ? made->jit->address(symbol) : nullptr;
  };
  return Subject::with(std::move(overrides));
}

Subject subjectOf(const IrMutant& mutant) {
  return subjectWith(mutant.symbol, [mutant](llvm::Module& module) { mutate(module, mutant); });
}

} // namespace warplaw::proofs
