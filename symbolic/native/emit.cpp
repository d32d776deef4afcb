// Terms as LLVM IR: one straight-line function from input slots to output slots.
#include "symbolic/native/emit.h"
#include "symbolic/terms/float_model.h"
#include "symbolic/terms/walk.h"
#include <algorithm>
#include <cassert>
#include <llvm/ADT/APInt.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <map>
#include <optional>
#include <unordered_map>

namespace warplaw::native {
namespace {

using symbolic::Node;
using symbolic::Op;

llvm::APInt bitsOf(unsigned width, symbolic::Bits value) {
  const std::uint64_t words[] = {static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64)};
  return llvm::APInt(width, llvm::ArrayRef(words, width > 64 ? 2 : 1));
}

/// Whole bytes that hold a cell of a table.
unsigned storageBits(unsigned width) {
  return width <= 8 ? 8 : width <= 16 ? 16 : width <= 32 ? 32 : width <= 64 ? 64 : 128;
}

class Emitter {
public:
  Emitter(llvm::Module& module, std::span<const Slot> inputs, std::span<const Slot> outputs)
      : module_(module), builder_(module.getContext()), outputs_(outputs), walk_(rootsOf(outputs)) {
    for (const Slot& slot : inputs) {
      assert(slot.term.op() == Op::Variable && slot.term.width() <= 8 * slot.bytes);
      slots_.emplace(slot.term.node(), &slot);
    }
  }

  void emit() {
    openFunction();
    std::vector<bool> needed = neededNodes();
    for (std::size_t i = 0; i < walk_.nodes().size(); ++i) {
      const Node* node = walk_.nodes()[i];
      values_.push_back(needed[i] ? valueOf(*node) : nullptr);
    }
    for (const Slot& slot : outputs_) {
      assert(slot.term.width() <= 8 * slot.bytes);
      llvm::Value* stored = builder_.CreateZExt(get(slot.term.node()), builder_.getIntNTy(8 * slot.bytes));
      builder_.CreateAlignedStore(stored, addressOf(outputBuffers_, slot.buffer, slot.offset), llvm::Align(1));
    }
    builder_.CreateRetVoid();
  }

private:
  static std::vector<Term> rootsOf(std::span<const Slot> outputs) {
    std::vector<Term> roots;
    for (const Slot& slot : outputs)
      roots.push_back(slot.term);
    return roots;
  }

  void openFunction() {
    llvm::Type* pointer = builder_.getPtrTy();
    auto* type = llvm::FunctionType::get(builder_.getVoidTy(), {pointer, pointer}, false);
    auto* function = llvm::Function::Create(type, llvm::Function::ExternalLinkage, kEntryName, module_);
    function->setDoesNotThrow();
    inputBuffers_.table = function->getArg(0);
    outputBuffers_.table = function->getArg(1);
    entry_ = llvm::BasicBlock::Create(module_.getContext(), "entry", function);
    builder_.SetInsertPoint(entry_);
  }

  struct Buffers {
    llvm::Value* table = nullptr;
    std::map<unsigned, llvm::Value*> base;
  };

  llvm::Value* addressOf(Buffers& buffers, unsigned buffer, std::size_t offset) {
    llvm::Value*& base = buffers.base[buffer];
    if (!base)
      base = builder_.CreateLoad(builder_.getPtrTy(),
                                 builder_.CreateConstGEP1_64(builder_.getPtrTy(), buffers.table, buffer));
    return builder_.CreateConstGEP1_64(builder_.getInt8Ty(), base, offset);
  }

  /// Concatenations inside concatenations are put together at once, at the final width: the widths between have no
  /// registers.
  static void partsOf(const Node& node, std::vector<const Node*>& highToLow) {
    if (node.op != Op::Concat) {
      highToLow.push_back(&node);
      return;
    }
    partsOf(*node.args[0], highToLow);
    partsOf(*node.args[1], highToLow);
  }

  std::vector<bool> neededNodes() const {
    std::vector<bool> needed(walk_.nodes().size());
    for (const Slot& slot : outputs_)
      needed[walk_.indexOf(slot.term.node())] = true;
    for (std::size_t i = needed.size(); i-- > 0;) {
      if (!needed[i])
        continue;
      const Node& node = *walk_.nodes()[i];
      std::vector<const Node*> from(node.args, node.args + node.argCount);
      if (node.op == Op::Concat) {
        from.clear();
        partsOf(node, from);
      }
      if (node.op == Op::Select && layoutOf(node))
        from.resize(1);
      for (const Node* arg : from)
        needed[walk_.indexOf(arg)] = true;
    }
    return needed;
  }

  llvm::Value* get(const Node* node) const {
    llvm::Value* value = values_[walk_.indexOf(node)];
    assert(value);
    return value;
  }
  llvm::IntegerType* typeOf(const Node& node) { return builder_.getIntNTy(node.width); }
  llvm::Value* constant(unsigned width, symbolic::Bits value) { return builder_.getInt(bitsOf(width, value)); }

  llvm::Value* load(llvm::Value* address, unsigned bytes, unsigned width) {
    llvm::Value* loaded = builder_.CreateAlignedLoad(builder_.getIntNTy(8 * bytes), address, llvm::Align(1));
    return builder_.CreateTrunc(loaded, builder_.getIntNTy(width));
  }

  llvm::Value* valueOf(const Node& node) {
    const auto arg = [&](unsigned i) { return get(node.args[i]); };
    switch (node.op) {
    case Op::Constant:
      return constant(node.width, node.value);
    case Op::Variable: {
      const Slot* slot = slotOf(&node);
      assert(slot && "a variable without an input slot");
      return load(addressOf(inputBuffers_, slot->buffer, slot->offset), slot->bytes, node.width);
    }
    case Op::Not:
      return builder_.CreateNot(arg(0));
    case Op::Neg:
      return builder_.CreateNeg(arg(0));
    case Op::And:
      return builder_.CreateAnd(arg(0), arg(1));
    case Op::Or:
      return builder_.CreateOr(arg(0), arg(1));
    case Op::Xor:
      return builder_.CreateXor(arg(0), arg(1));
    case Op::Add:
      return builder_.CreateAdd(arg(0), arg(1));
    case Op::Sub:
      return builder_.CreateSub(arg(0), arg(1));
    case Op::Mul:
      return builder_.CreateMul(arg(0), arg(1));
    case Op::Shl:
    case Op::Lshr:
    case Op::Ashr:
      return shifted(node, arg(0), arg(1));
    case Op::Eq:
      return builder_.CreateICmpEQ(arg(0), arg(1));
    case Op::Ult:
      return builder_.CreateICmpULT(arg(0), arg(1));
    case Op::Ule:
      return builder_.CreateICmpULE(arg(0), arg(1));
    case Op::Slt:
      return builder_.CreateICmpSLT(arg(0), arg(1));
    case Op::Sle:
      return builder_.CreateICmpSLE(arg(0), arg(1));
    case Op::Ite:
      return builder_.CreateSelect(arg(0), arg(1), arg(2));
    case Op::Concat:
      return concatenated(node);
    case Op::Extract:
      return builder_.CreateTrunc(
          node.value ? builder_.CreateLShr(arg(0), constant(node.args[0]->width, node.value)) : arg(0), typeOf(node));
    case Op::Zext:
      return builder_.CreateZExt(arg(0), typeOf(node));
    case Op::Sext:
      return builder_.CreateSExt(arg(0), typeOf(node));
    case Op::Select:
      return selected(node);
    case Op::FloatAdd:
    case Op::FloatLess:
      assert(false && "written in integers before");
      return nullptr;
    case Op::Apply:
      break;
    }
    assert(false && "uninterpreted functions have no machine code");
    return nullptr;
  }

  /// LLVM's shifts are poison from the width on; a term's give 0, or the sign.
  llvm::Value* shifted(const Node& node, llvm::Value* bits, llvm::Value* amount) {
    llvm::Value* inside = builder_.CreateICmpULT(amount, constant(node.width, node.width));
    if (node.op == Op::Ashr)
      return builder_.CreateAShr(bits, builder_.CreateSelect(inside, amount, constant(node.width, node.width - 1)));
    llvm::Value* moved = node.op == Op::Shl ? builder_.CreateShl(bits, amount) : builder_.CreateLShr(bits, amount);
    return builder_.CreateSelect(inside, moved, constant(node.width, 0));
  }

  llvm::Value* concatenated(const Node& node) {
    std::vector<const Node*> parts;
    partsOf(node, parts);
    llvm::Value* all = nullptr;
    unsigned low = 0;
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
      llvm::Value* wide = builder_.CreateZExt(get(*part), typeOf(node));
      if (low)
        wide = builder_.CreateShl(wide, constant(node.width, low));
      all = all ? builder_.CreateOr(all, wide) : wide;
      low += (*part)->width;
    }
    return all;
  }

  const Slot* slotOf(const Node* node) const {
    const auto found = slots_.find(node);
    return found == slots_.end() ? nullptr : found->second;
  }

  /// Cells that stand in memory at even distances, each in its slot: a table that is already there.
  struct Layout {
    const Slot* first;
    std::size_t stride;
  };
  std::optional<Layout> layoutOf(const Node& node) const {
    if (node.argCount < 3)
      return std::nullopt;
    const Slot *first = slotOf(node.args[1]), *second = slotOf(node.args[2]);
    if (!first || !second || second->offset <= first->offset)
      return std::nullopt;
    const Layout layout{first, second->offset - first->offset};
    for (std::uint32_t i = 1; i < node.argCount; ++i) {
      const Slot* slot = slotOf(node.args[i]);
      if (!slot || slot->buffer != first->buffer || slot->bytes != first->bytes ||
          slot->offset != first->offset + (i - 1) * layout.stride)
        return std::nullopt;
    }
    return layout;
  }

  llvm::Value* selected(const Node& node) {
    const std::uint32_t cells = node.argCount - 1;
    if (cells == 1)
      return get(node.args[1]);
    llvm::Value* index = boundedIndex(node, cells);
    if (const auto layout = layoutOf(node)) {
      llvm::Value* first = addressOf(inputBuffers_, layout->first->buffer, layout->first->offset);
      llvm::Value* distance = builder_.CreateMul(index, builder_.getInt64(layout->stride));
      return load(builder_.CreateGEP(builder_.getInt8Ty(), first, distance), layout->first->bytes, node.width);
    }
    const unsigned bits = storageBits(node.width);
    llvm::Value* cell = builder_.CreateGEP(builder_.getIntNTy(bits), tableOf(node, bits), index);
    return builder_.CreateTrunc(builder_.CreateLoad(builder_.getIntNTy(bits), cell), typeOf(node));
  }

  /// min(index, cells - 1), in 64 bits.
  llvm::Value* boundedIndex(const Node& node, std::uint32_t cells) {
    const Node& index = *node.args[0];
    llvm::Value* value = get(&index);
    if (cells - 1 < symbolic::onesOf(index.width))
      value = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, value, constant(index.width, cells - 1));
    return builder_.CreateZExtOrTrunc(value, builder_.getInt64Ty());
  }

  /// The cells as an array: one for all selects over the same cells, constant if they all are, otherwise on the stack.
  llvm::Value* tableOf(const Node& node, unsigned bits) {
    const std::vector<const Node*> cells(node.args + 1, node.args + node.argCount);
    llvm::Value*& table = tables_[cells];
    if (table)
      return table;
    auto* type = llvm::ArrayType::get(builder_.getIntNTy(bits), cells.size());
    if (std::all_of(cells.begin(), cells.end(), [](const Node* cell) { return cell->op == Op::Constant; })) {
      std::vector<llvm::Constant*> values;
      values.reserve(cells.size());
      for (const Node* cell : cells)
        values.push_back(builder_.getInt(bitsOf(bits, cell->value)));
      return table = new llvm::GlobalVariable(module_, type, true, llvm::GlobalValue::PrivateLinkage,
                                              llvm::ConstantArray::get(type, values), "table");
    }
    llvm::IRBuilder<> top(entry_, entry_->begin());
    table = top.CreateAlloca(type, nullptr, "table");
    for (std::size_t i = 0; i < cells.size(); ++i) {
      llvm::Value* wide = builder_.CreateZExt(get(cells[i]), builder_.getIntNTy(bits));
      builder_.CreateStore(wide, builder_.CreateConstGEP1_64(builder_.getIntNTy(bits), table, i));
    }
    return table;
  }

  llvm::Module& module_;
  llvm::IRBuilder<> builder_;
  std::span<const Slot> outputs_;
  symbolic::Walk walk_;
  std::unordered_map<const Node*, const Slot*> slots_;
  std::map<std::vector<const Node*>, llvm::Value*> tables_;
  std::vector<llvm::Value*> values_;
  llvm::BasicBlock* entry_ = nullptr;
  Buffers inputBuffers_, outputBuffers_;
};

} // namespace

void emitFunction(llvm::Module& module, std::span<const Slot> inputs, std::span<const Slot> outputs) {
  std::vector<Term> terms;
  for (const Slot& slot : outputs)
    terms.push_back(slot.term);
  terms = symbolic::inIntegers(terms);
  std::vector<Slot> emitted(outputs.begin(), outputs.end());
  for (std::size_t i = 0; i < emitted.size(); ++i)
    emitted[i].term = terms[i];
  Emitter(module, inputs, emitted).emit();
}

} // namespace warplaw::native
