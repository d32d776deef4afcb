#include "symbolic/lift/constants.h"
#include <algorithm>
#include <functional>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <set>

namespace warplaw::lift {
namespace {

/// Values that a function may return, without the choices between them.
std::set<const llvm::Value*> returnedBy(const llvm::Function& function) {
  std::set<const llvm::Value*> choices, all;
  const std::function<void(const llvm::Value*)> add = [&](const llvm::Value* value) {
    value = value->stripPointerCasts();
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(value);
    const auto* select = llvm::dyn_cast<llvm::SelectInst>(value);
    if (!phi && !select) {
      all.insert(value);
    } else if (choices.insert(value).second) {
      if (select)
        for (const llvm::Value* one : {select->getTrueValue(), select->getFalseValue()})
          add(one);
      else
        for (const llvm::Use& use : phi->incoming_values())
          add(use.get());
    }
  };
  for (const llvm::BasicBlock& block : function)
    if (const auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator()); end && end->getReturnValue())
      add(end->getReturnValue());
  return all;
}

/// Calls found(offset, leaf) for each member that is no structure and no array.
template <class Found>
void eachLeaf(const llvm::DataLayout& layout, const llvm::Constant* constant, std::uint64_t offset, Found&& found) {
  llvm::Type* const type = constant->getType();
  if (auto* record = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* const members = layout.getStructLayout(record);
    for (unsigned i = 0; i < record->getNumElements(); ++i)
      if (const llvm::Constant* member = constant->getAggregateElement(i))
        eachLeaf(layout, member, offset + members->getElementOffset(i).getFixedValue(), found);
  } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const std::uint64_t stride = layout.getTypeAllocSize(array->getElementType());
    for (unsigned i = 0; i < array->getNumElements(); ++i)
      if (const llvm::Constant* member = constant->getAggregateElement(i))
        eachLeaf(layout, member, offset + i * stride, found);
  } else {
    found(offset, constant);
  }
}

std::optional<std::string> textOf(const llvm::Constant* pointer) {
  const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(pointer);
  if (!variable || !variable->isConstant() || !variable->hasDefinitiveInitializer())
    return std::nullopt;
  const auto* bytes = llvm::dyn_cast<llvm::ConstantDataSequential>(variable->getInitializer());
  if (!bytes || !bytes->isCString())
    return std::nullopt;
  return bytes->getAsCString().str();
}

template <class T> std::optional<T> at(const std::map<std::uint64_t, T>& members, std::uint64_t offset) {
  const auto found = members.find(offset);
  return found == members.end() ? std::nullopt : std::optional(found->second);
}

} // namespace

std::optional<std::uint64_t> ConstantStructure::integerAt(std::uint64_t offset) const { return at(integers_, offset); }
std::optional<std::string> ConstantStructure::functionAt(std::uint64_t offset) const { return at(functions_, offset); }
std::optional<std::string> ConstantStructure::textAt(std::uint64_t offset) const { return at(texts_, offset); }

std::optional<std::vector<ConstantStructure>> constantsReturnedBy(const Module& module, std::string_view name) {
  std::vector<ConstantStructure> all;
  const llvm::Function* const function = module.llvm().getFunction(llvm::StringRef(name.data(), name.size()));
  if (!function || function->isDeclaration())
    return std::nullopt;
  const llvm::DataLayout& layout = module.llvm().getDataLayout();
  for (const llvm::Value* value : returnedBy(*function)) {
    if (llvm::isa<llvm::ConstantPointerNull>(value))
      continue;
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(value);
    if (!variable || !variable->isConstant() || !variable->hasDefinitiveInitializer() ||
        !variable->getValueType()->isStructTy())
      return std::nullopt;
    ConstantStructure& made = all.emplace_back();
    made.bytes_ = layout.getTypeAllocSize(variable->getValueType());
    eachLeaf(layout, variable->getInitializer(), 0, [&](std::uint64_t offset, const llvm::Constant* leaf) {
      const llvm::Constant* const pointed = leaf->stripPointerCasts();
      if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(leaf); number && number->getBitWidth() <= 64)
        made.integers_[offset] = number->getZExtValue();
      else if (const auto* called = llvm::dyn_cast<llvm::Function>(pointed))
        made.functions_[offset] = called->getName().str();
      else if (auto text = textOf(pointed))
        made.texts_[offset] = std::move(*text);
    });
  }
  return all;
}

std::string functionIn(const Module& module, std::string_view name) {
  const llvm::GlobalVariable* const variable =
      module.llvm().getGlobalVariable(llvm::StringRef(name.data(), name.size()));
  if (!variable || !variable->isConstant() || !variable->hasDefinitiveInitializer())
    return {};
  const auto* const function = llvm::dyn_cast<llvm::Function>(variable->getInitializer()->stripPointerCasts());
  return function ? function->getName().str() : "";
}

bool isEmpty(const Module& module, std::string_view name) {
  const llvm::Function* const function = module.llvm().getFunction(llvm::StringRef(name.data(), name.size()));
  return function && function->size() == 1 &&
         std::ranges::all_of(function->getEntryBlock(), [](const llvm::Instruction& instruction) {
           const llvm::Value* const place = llvm::getLoadStorePointerOperand(&instruction);
           return place ? llvm::isa<llvm::AllocaInst>(place)
                        : llvm::isa<llvm::AllocaInst, llvm::ReturnInst, llvm::DbgInfoIntrinsic>(instruction);
         });
}

} // namespace warplaw::lift
