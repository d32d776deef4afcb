// Terms as LLVM IR: one straight-line function from input slots to output slots, on vectors where lanes are alike.
#include "symbolic/native/emit.h"
#include "symbolic/native/rows.h"
#include "symbolic/terms/float_model.h"
#include <algorithm>
#include <bit>
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

/// A node, or a row of them.
struct Item {
  const Node* node = nullptr;
  unsigned row = 0;
};

class Emitter {
public:
  Emitter(llvm::Module& module, std::span<const Slot> inputs, std::span<const Slot> outputs)
      : module_(module), builder_(module.getContext()), outputs_(outputs), rows_(inputs) {}

  void emit() {
    openFunction();
    for (std::size_t i = 0; i < outputs_.size();)
      i += store(outputs_.subspan(i));
    for (const auto& [stored, buffer, offset] : stores_) // outputs may lie over inputs
      builder_.CreateAlignedStore(stored, addressOf(outputBuffers_, buffer, offset), llvm::Align(1));
    builder_.CreateRetVoid();
  }

private:
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

  /// The first of these, or a row of them; how many.
  std::size_t store(std::span<const Slot> outputs) {
    const Slot& first = outputs.front();
    LaneNodes lanes;
    for (const Slot& slot : outputs.first(std::min(outputs.size(), Rows::kMost))) {
      if (lanes.size() == 1 && !isAlike(*lanes[0], *slot.term.node()))
        break; // what merely lies before a row
      if (slot.buffer != first.buffer || slot.bytes != first.bytes || slot.term.width() != first.term.width() ||
          slot.offset != first.offset + lanes.size() * first.bytes)
        break;
      lanes.push_back(slot.term.node());
    }
    assert(first.term.width() <= 8 * first.bytes);
    lanes.resize(std::bit_floor(lanes.size()));
    llvm::Value* value = nullptr;
    std::size_t count = 1;
    if (lanes.size() >= Rows::kLeast)
      if (const unsigned row = rows_.of(lanes); rows_.isWorth(row)) {
        count = lanes.size();
        value = valueOf({nullptr, row});
      }
    if (!value)
      value = valueOf({first.term.node()});
    stores_.push_back(
        {builder_.CreateZExt(value, typeOf(8 * first.bytes, count > 1 ? count : 0)), first.buffer, first.offset});
    return count;
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

  // ---- what is needed comes first

  llvm::Value*& known(const Item& item) { return item.node ? nodes_[item.node] : vectors_[item.row]; }
  llvm::Value* get(const Node* node) { return known({node}); }

  /// How a node is made where it is alone: of a row, and of other nodes.
  struct Plan {
    LaneNodes nodes;
    std::vector<unsigned> rows;
  };
  Plan& planOf(const Node& node) {
    const auto [found, isNew] = plans_.try_emplace(&node);
    Plan& plan = found->second;
    if (!isNew)
      return plan;
    plan.nodes.assign(node.args, node.args + node.argCount);
    if (node.op == Op::Concat) {
      plan.nodes.clear();
      concatenatedParts(node, plan.nodes);
      const bool areBits = std::ranges::all_of(plan.nodes, [](const Node* part) { return part->width == 1; });
      if (areBits && std::has_single_bit(plan.nodes.size()) && plan.nodes.size() >= Rows::kLeast &&
          plan.nodes.size() <= Rows::kMost) {
        const unsigned row = rows_.of({plan.nodes.rbegin(), plan.nodes.rend()});
        if (rows_.isWorth(row))
          plan = {{}, {row}};
      }
    } else if (node.op == Op::Select && layoutOf(node)) {
      plan.nodes.resize(1);
    } else if (node.op == Op::And || node.op == Op::Or) {
      if (LaneNodes leaves = leavesOf(node); leaves.size() >= Rows::kLeast)
        if (auto rows = rows_.rowsAmong(leaves); !rows.empty())
          plan = {std::move(leaves), std::move(rows)};
    }
    return plan;
  }
  /// Operands of operations inside the same operation; none where that are very many.
  static LaneNodes leavesOf(const Node& node) {
    constexpr std::size_t kMost = 256; // each operation of a chain looks for its own
    LaneNodes leaves, left = {&node};
    while (!left.empty()) {
      const Node* const one = left.back();
      left.pop_back();
      if (one->op == node.op)
        left.insert(left.end(), {one->args[1], one->args[0]});
      else
        leaves.push_back(one);
      if (leaves.size() + left.size() > kMost)
        return {};
    }
    return leaves;
  }

  std::vector<Item> needsOf(const Item& item) {
    std::vector<Item> needs;
    const auto take = [&](const LaneNodes& nodes, const std::vector<unsigned>& rows) {
      for (const Node* node : nodes)
        if (node)
          needs.push_back({node});
      for (const unsigned row : rows)
        needs.push_back({nullptr, row});
    };
    if (item.node) {
      const Plan& plan = planOf(*item.node);
      take(plan.nodes, plan.rows);
      return needs;
    }
    const Row& row = rows_[item.row];
    if (row.kind == Row::Kind::Same)
      needs.push_back({&row.any()});
    else
      take(row.kind == Row::Kind::Gathered ? row.lanes : LaneNodes(), row.args);
    if (row.kind == Row::Kind::Lookup && !layoutOf(row.any()))
      take({row.any().args + 1, row.any().args + row.any().argCount}, {});
    return needs;
  }

  llvm::Value* valueOf(const Item& wanted) {
    std::vector<std::pair<Item, bool>> left = {{wanted, false}}; // not the machine's stack: terms are deep
    while (!left.empty()) {
      const auto [item, isReady] = left.back();
      if (known(item)) {
        left.pop_back();
      } else if (isReady) {
        left.pop_back();
        llvm::Value* const made = item.node ? scalar(*item.node) : vector(rows_[item.row]);
        known(item) = made;
      } else {
        left.back().second = true;
        for (const Item& need : needsOf(item))
          if (!known(need))
            left.push_back({need, false});
      }
    }
    return known(wanted);
  }

  // ---- nodes, and operations on nodes or rows

  /// A vector of `lanes` numbers of this width; without lanes, a scalar.
  llvm::Type* typeOf(unsigned width, std::size_t lanes) {
    llvm::Type* const type = builder_.getIntNTy(width);
    return lanes ? llvm::FixedVectorType::get(type, static_cast<unsigned>(lanes)) : type;
  }
  llvm::Constant* constant(unsigned width, symbolic::Bits value, std::size_t lanes = 0) {
    return llvm::ConstantInt::get(typeOf(width, lanes), bitsOf(width, value));
  }

  llvm::Value* load(llvm::Value* address, unsigned bytes, unsigned width, std::size_t lanes = 0) {
    llvm::Value* loaded = builder_.CreateAlignedLoad(typeOf(8 * bytes, lanes), address, llvm::Align(1));
    return builder_.CreateTrunc(loaded, typeOf(width, lanes));
  }
  llvm::Value* load(const Slot& slot, std::size_t lanes = 0) {
    return load(addressOf(inputBuffers_, slot.buffer, slot.offset), slot.bytes, slot.term.width(), lanes);
  }

  llvm::Value* scalar(const Node& node) {
    const Plan& plan = planOf(node);
    if (plan.rows.empty()) {
      if (node.op == Op::Variable) {
        const Slot* slot = rows_.slotOf(&node);
        assert(slot && "a variable without an input slot");
        return load(*slot);
      }
      if (node.op == Op::Constant)
        return constant(node.width, node.value);
      if (node.op == Op::Select)
        return node.argCount == 2 ? get(node.args[1]) : selected(node, boundedIndex(node, get(node.args[0]), 0));
      std::vector<llvm::Value*> args;
      for (const Node* arg : plan.nodes)
        args.push_back(get(arg));
      return operation(node, args, plan.nodes, 0, [&] { return constant(node.args[0]->width, node.value); });
    }
    if (node.op == Op::Concat)
      return builder_.CreateBitCast(known({nullptr, plan.rows[0]}), typeOf(node.width, 0));
    llvm::Value* all = nullptr;
    const auto take = [&](llvm::Value* one) {
      all = !all ? one : node.op == Op::And ? builder_.CreateAnd(all, one) : builder_.CreateOr(all, one);
    };
    for (const unsigned row : plan.rows)
      take(node.op == Op::And ? builder_.CreateAndReduce(known({nullptr, row}))
                              : builder_.CreateOrReduce(known({nullptr, row})));
    for (const Node* other : plan.nodes)
      take(get(other));
    return all;
  }

  /// What the node does on these; of a concatenation, the parts. firstBit: of Extract, where it begins.
  llvm::Value* operation(const Node& node, std::span<llvm::Value* const> args, const LaneNodes& parts,
                         std::size_t lanes, auto&& firstBit) {
    llvm::Type* const type = typeOf(node.width, lanes);
    switch (node.op) {
    case Op::Not:
      return builder_.CreateNot(args[0]);
    case Op::Neg:
      return builder_.CreateNeg(args[0]);
    case Op::And:
      return builder_.CreateAnd(args[0], args[1]);
    case Op::Or:
      return builder_.CreateOr(args[0], args[1]);
    case Op::Xor:
      return builder_.CreateXor(args[0], args[1]);
    case Op::Add:
      return builder_.CreateAdd(args[0], args[1]);
    case Op::Sub:
      return builder_.CreateSub(args[0], args[1]);
    case Op::Mul:
      return builder_.CreateMul(args[0], args[1]);
    case Op::Shl:
    case Op::Lshr:
    case Op::Ashr:
      return shifted(node, args[0], args[1], lanes);
    case Op::Eq:
      return builder_.CreateICmpEQ(args[0], args[1]);
    case Op::Ult:
      return builder_.CreateICmpULT(args[0], args[1]);
    case Op::Ule:
      return builder_.CreateICmpULE(args[0], args[1]);
    case Op::Slt:
      return builder_.CreateICmpSLT(args[0], args[1]);
    case Op::Sle:
      return builder_.CreateICmpSLE(args[0], args[1]);
    case Op::Ite:
      return builder_.CreateSelect(args[0], args[1], args[2]);
    case Op::Concat:
      return concatenated(type, args, parts);
    case Op::Extract:
      return builder_.CreateTrunc(builder_.CreateLShr(args[0], firstBit()), type);
    case Op::Zext:
      return builder_.CreateZExt(args[0], type);
    case Op::Sext:
      return builder_.CreateSExt(args[0], type);
    case Op::FloatAdd:
    case Op::FloatLess:
      assert(false && "written in integers before");
      return nullptr;
    case Op::Constant:
    case Op::Variable:
    case Op::Select:
    case Op::Apply:
      break;
    }
    assert(false && "uninterpreted functions have no machine code");
    return nullptr;
  }

  /// LLVM's shifts are poison from the width on; a term's give 0, or the sign.
  llvm::Value* shifted(const Node& node, llvm::Value* bits, llvm::Value* amount, std::size_t lanes) {
    const auto number = [&](unsigned value) { return constant(node.width, value, lanes); };
    llvm::Value* inside = builder_.CreateICmpULT(amount, number(node.width));
    if (node.op == Op::Ashr)
      return builder_.CreateAShr(bits, builder_.CreateSelect(inside, amount, number(node.width - 1)));
    llvm::Value* moved = node.op == Op::Shl ? builder_.CreateShl(bits, amount) : builder_.CreateLShr(bits, amount);
    return builder_.CreateSelect(inside, moved, number(0));
  }

  /// All parts at once, at the final width: the widths between have no registers.
  llvm::Value* concatenated(llvm::Type* type, std::span<llvm::Value* const> highToLow, const LaneNodes& parts) {
    llvm::Value* all = nullptr;
    unsigned low = 0;
    for (std::size_t i = parts.size(); i-- > 0;) {
      llvm::Value* wide = builder_.CreateZExt(highToLow[i], type);
      if (low)
        wide = builder_.CreateShl(wide, llvm::ConstantInt::get(type, low));
      all = all ? builder_.CreateOr(all, wide) : wide;
      low += parts[i]->width;
    }
    return all;
  }

  // ---- rows

  llvm::Value* vector(const Row& row) {
    const std::size_t lanes = row.lanes.size();
    const Node& any = row.any();
    llvm::Value* made = llvm::PoisonValue::get(typeOf(any.width, lanes));
    switch (row.kind) {
    case Row::Kind::Same:
      return builder_.CreateVectorSplat(static_cast<unsigned>(lanes), get(&any));
    case Row::Kind::Constants:
      return numbers(row);
    case Row::Kind::Loaded:
      return load(*rows_.slotOf(row.lanes[0]), lanes);
    case Row::Kind::Operation: {
      std::vector<llvm::Value*> args;
      for (const unsigned arg : row.args)
        args.push_back(known({nullptr, arg}));
      LaneNodes parts;
      concatenatedParts(any, parts);
      return operation(any, args, parts, lanes, [&] { return numbers(row, any.args[0]->width); });
    }
    case Row::Kind::Lookup: {
      llvm::Value* const indexes = boundedIndex(any, known({nullptr, row.args[0]}), lanes);
      for (std::size_t lane = 0; lane < lanes; ++lane)
        if (row.lanes[lane])
          made = builder_.CreateInsertElement(made, selected(any, builder_.CreateExtractElement(indexes, lane)), lane);
      return made;
    }
    case Row::Kind::Blend:
      for (std::size_t part = 0; part < row.args.size(); ++part) {
        llvm::Value* const given = known({nullptr, row.args[part]});
        llvm::SmallVector<llvm::Constant*> isGiven;
        for (std::size_t lane = 0; lane < lanes; ++lane)
          isGiven.push_back(builder_.getInt1(row.given[part] >> lane & 1));
        made = part == 0 ? given : builder_.CreateSelect(llvm::ConstantVector::get(isGiven), given, made);
      }
      return made;
    case Row::Kind::Gathered:
      for (std::size_t lane = 0; lane < lanes; ++lane)
        if (row.lanes[lane])
          made = builder_.CreateInsertElement(made, get(row.lanes[lane]), lane);
      return made;
    }
    return made;
  }

  /// Lanes' constants, or where their extractions begin; any number where there is none.
  llvm::Value* numbers(const Row& row, unsigned width = 0) {
    llvm::SmallVector<llvm::Constant*> all;
    for (const Node* node : row.lanes)
      all.push_back(constant(width ? width : row.any().width, node ? node->value : 0));
    return llvm::ConstantVector::get(all);
  }

  // ---- tables

  /// Cells that stand in memory at even distances, each in its slot: a table that is already there.
  struct Layout {
    const Slot* first;
    std::size_t stride;
  };
  std::optional<Layout> layoutOf(const Node& node) const {
    if (node.argCount < 3)
      return std::nullopt;
    const Slot *first = rows_.slotOf(node.args[1]), *second = rows_.slotOf(node.args[2]);
    if (!first || !second || second->offset <= first->offset)
      return std::nullopt;
    const Layout layout{first, second->offset - first->offset};
    for (std::uint32_t i = 1; i < node.argCount; ++i) {
      const Slot* slot = rows_.slotOf(node.args[i]);
      if (!slot || slot->buffer != first->buffer || slot->bytes != first->bytes ||
          slot->offset != first->offset + (i - 1) * layout.stride)
        return std::nullopt;
    }
    return layout;
  }

  /// index: of 64 bits, and of a cell.
  llvm::Value* selected(const Node& node, llvm::Value* index) {
    if (const auto layout = layoutOf(node)) {
      llvm::Value* first = addressOf(inputBuffers_, layout->first->buffer, layout->first->offset);
      llvm::Value* distance = builder_.CreateMul(index, builder_.getInt64(layout->stride));
      return load(builder_.CreateGEP(builder_.getInt8Ty(), first, distance), layout->first->bytes, node.width);
    }
    const unsigned bits = storageBits(node.width);
    llvm::Value* cell = builder_.CreateGEP(builder_.getIntNTy(bits), tableOf(node, bits), index);
    return builder_.CreateTrunc(builder_.CreateLoad(builder_.getIntNTy(bits), cell), typeOf(node.width, 0));
  }

  /// min(index, cells - 1), in 64 bits.
  llvm::Value* boundedIndex(const Node& node, llvm::Value* value, std::size_t lanes) {
    const std::uint32_t cells = node.argCount - 1;
    const unsigned width = node.args[0]->width;
    if (cells - 1 < symbolic::onesOf(width))
      value = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, value, constant(width, cells - 1, lanes));
    return builder_.CreateZExtOrTrunc(value, typeOf(64, lanes));
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
  Rows rows_;
  std::unordered_map<const Node*, Plan> plans_;
  std::unordered_map<const Node*, llvm::Value*> nodes_;
  std::unordered_map<unsigned, llvm::Value*> vectors_;
  struct Stored {
    llvm::Value* value;
    unsigned buffer;
    std::size_t offset;
  };
  std::vector<Stored> stores_;
  std::map<std::vector<const Node*>, llvm::Value*> tables_;
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
  std::ranges::sort(emitted, {}, [](const Slot& slot) { return std::pair(slot.buffer, slot.offset); });
  Emitter(module, inputs, emitted).emit();
}

} // namespace warplaw::native
