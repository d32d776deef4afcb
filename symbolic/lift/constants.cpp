#include "symbolic/lift/constants.h"
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <set>

namespace warplaw::lift {
namespace {

/// Calls found(global) for each global variable that a value is made from.
template <class Found> void eachGlobal(const llvm::Value* value, Found&& found) {
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(value))
    return found(variable);
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantExpr>(value))
    for (const llvm::Use& use : constant->operands())
      eachGlobal(use.get(), found);
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

std::vector<ConstantStructure> constantsUsedBy(const Module& module, std::string_view name) {
  std::vector<ConstantStructure> all;
  const llvm::Function* const function = module.llvm().getFunction(llvm::StringRef(name.data(), name.size()));
  if (!function)
    return all;
  const llvm::DataLayout& layout = module.llvm().getDataLayout();
  std::set<const llvm::GlobalVariable*> met;
  const auto read = [&](const llvm::GlobalVariable* variable) {
    if (!variable->isConstant() || !variable->hasDefinitiveInitializer() || !met.insert(variable).second ||
        !variable->getValueType()->isStructTy())
      return;
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
  };
  for (const llvm::Instruction& instruction : llvm::instructions(*function))
    for (const llvm::Use& use : instruction.operands())
      eachGlobal(use.get(), read);
  return all;
}

} // namespace warplaw::lift
