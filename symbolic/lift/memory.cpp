// Objects and whole accesses: a typed access is split into scalars, a pointer into its alternatives.
#include "symbolic/lift/memory.h"
#include "symbolic/lift/effects.h"
#include <algorithm>
#include <cassert>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <numeric>

namespace warplaw::lift {

const ObjectState* Memory::find(unsigned object) const {
  auto at =
      std::lower_bound(objects.begin(), objects.end(), object, [](const auto& x, unsigned o) { return x.first < o; });
  return at != objects.end() && at->first == object ? at->second.get() : nullptr;
}

ObjectState& Memory::change(unsigned object) {
  auto at =
      std::lower_bound(objects.begin(), objects.end(), object, [](const auto& x, unsigned o) { return x.first < o; });
  assert(at != objects.end() && at->first == object);
  if (at->second.use_count() > 1)
    at->second = std::make_shared<ObjectState>(*at->second);
  return *at->second;
}

void Memory::add(unsigned object, ObjectState state) {
  assert(objects.empty() || objects.back().first < object);
  objects.emplace_back(object, std::make_shared<ObjectState>(std::move(state)));
}

void Memory::remove(unsigned object) {
  std::erase_if(objects, [&](const auto& x) { return x.first == object; });
}

const ObjectState* Objects::find(const Memory& memory, const Target& target) const {
  if (target.kind != Target::Kind::Object)
    return nullptr;
  const ObjectState* state = memory.find(target.index);
  return state ? state : constants_.find(target.index);
}

unsigned Objects::add(ObjectInfo info) {
  infos_.push_back(std::move(info));
  return static_cast<unsigned>(infos_.size() - 1);
}

const Value* Objects::keep(Value value) {
  kept_.push_back(std::move(value));
  return &kept_.back();
}

Value Objects::offsetBy(const Value& pointer, std::uint64_t bytes) const {
  Value moved = pointer;
  for (Alternative& alternative : moved.targets)
    alternative.offset.constant += bytes;
  return moved;
}

namespace {

struct Part {
  const llvm::Type* type;
  std::uint64_t offset;
};

/// The lanes or members of a vector, struct or array with their byte offsets; empty for a scalar.
std::vector<Part> partsOf(const llvm::DataLayout& layout, const llvm::Type* type) {
  std::vector<Part> parts;
  if (const auto* record = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* offsets = layout.getStructLayout(const_cast<llvm::StructType*>(record));
    for (unsigned i = 0; i < record->getNumElements(); ++i)
      parts.push_back({record->getElementType(i), offsets->getElementOffset(i)});
    return parts;
  }
  std::uint64_t count = 0;
  if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type))
    count = array->getNumElements();
  else if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    count = vector->getNumElements();
  else
    return parts;
  llvm::Type* element = type->getContainedType(0);
  for (std::uint64_t i = 0, step = layout.getTypeAllocSize(element); i < count; ++i)
    parts.push_back({element, i * step});
  return parts;
}

bool isAggregate(const llvm::Type* type) { return type->isAggregateType() || type->isVectorTy(); }

/// A vector of integers of odd width is packed in memory without gaps: not a sequence of cells.
bool isPacked(const llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector && vector->getElementType()->isIntegerTy() && vector->getScalarSizeInBits() % 8 != 0;
}

} // namespace

Value Objects::load(Memory& memory, const Value& pointer, const llvm::Type* type, std::uint64_t alignment) {
  if (isPacked(type)) {
    context_.reject("load of a vector whose elements are not whole bytes");
    return poisonOf(context_.terms, type);
  }
  if (isAggregate(type)) {
    std::vector<Value> elements;
    for (const Part& part : partsOf(layout_, type))
      elements.push_back(
          load(memory, offsetBy(pointer, part.offset), part.type, partAlignment(alignment, part.offset)));
    return aggregate(std::move(elements));
  }
  if (type->isPointerTy())
    return loadScalar(memory, pointer, 8, 64, true, alignment);
  const unsigned width = bitsOf(type);
  if (width == 0 || width % 8 != 0 || width > 128) {
    context_.reject("load of a type that is not a whole number of bytes up to 16");
    return poisonOf(context_.terms, type);
  }
  return loadScalar(memory, pointer, width / 8, width, false, alignment);
}

void Objects::store(Memory& memory, const Value& pointer, const llvm::Type* type, const Value& value,
                    std::uint64_t alignment) {
  if (isPacked(type))
    return context_.reject("store of a vector whose elements are not whole bytes");
  if (isAggregate(type)) {
    const std::vector<Part> parts = partsOf(layout_, type);
    for (std::size_t i = 0; i < parts.size(); ++i)
      store(memory, offsetBy(pointer, parts[i].offset), parts[i].type, value.elements[i],
            partAlignment(alignment, parts[i].offset));
    return;
  }
  const unsigned width = type->isPointerTy() ? 64 : bitsOf(type);
  if (width == 0 || width % 8 != 0 || width > 128)
    return context_.reject("store of a type that is not a whole number of bytes up to 16");
  storeScalar(memory, pointer, width / 8, value, alignment);
}

Cause Objects::accessed(Cause::Kind kind, unsigned object, const Offset& offset, std::uint64_t bytes,
                        std::uint64_t alignment, std::string text) {
  ObjectInfo& about = infos_[object];
  if (!about.extent) {
    Extent extent{about.name, about.bytes, about.alignment, {}};
    for (const Field& field : about.fields)
      extent.parts.push_back({field.name, field.offset, field.cells.size(), field.cellBits / 8});
    about.extent = std::make_shared<const Extent>(std::move(extent));
  }
  return {.kind = kind,
          .text = std::move(text),
          .object = about.extent,
          .offset = offset,
          .bytes = bytes,
          .alignment = alignment};
}

Cause Objects::throughPoison(const Memory& memory, Cause::Kind kind, const Value& pointer, std::uint64_t bytes,
                             std::uint64_t alignment) {
  const std::string through = "through a pointer that is poison";
  if (pointer.targets.size() != 1 || !find(memory, pointer.targets.front().target))
    return Cause::use((kind == Cause::Kind::Read ? "reads " : "writes ") + through);
  const Alternative& to = pointer.targets.front();
  return accessed(kind, to.target.index, to.offset, bytes, alignment, through);
}

Value Objects::loadScalar(Memory& memory, const Value& pointer, std::uint64_t bytes, unsigned width, bool wantPointer,
                          std::uint64_t alignment) {
  context_.undefinedIf(WARPLAW_FAULT(load_poison_pointer, pointer.poison, context_.truth(false)),
                       [&] { return throughPoison(memory, Cause::Kind::Read, pointer, bytes, alignment); });
  std::optional<Value> result;
  for (const Alternative& alternative : pointer.targets) {
    const ObjectState* state = find(memory, alternative.target);
    if (!state) { // null, a function, or a local that is gone
      context_.undefinedIf(WARPLAW_FAULT(load_null, alternative.condition, context_.truth(false)), [] {
        return Cause::other("reads through null, or a pointer to a function or to a local that is gone");
      });
      continue;
    }
    const ObjectInfo& about = infos_[alternative.target.index];
    effects_->access(alternative, false);
    Value part;
    if (const auto* table = std::get_if<TableState>(state)) {
      part = loadTable(*table, alternative.target.index, alternative.offset, bytes, wantPointer, alignment,
                       alternative.condition);
    } else if (wantPointer) {
      context_.reject("load of a pointer from byte memory " + about.name);
      continue;
    } else {
      part =
          integer(loadBytes(std::get<ByteMemory>(*state), alternative.offset, bytes, alignment, alternative.condition));
    }
    context_.poisonIf(part.poison, [&] {
      return accessed(Cause::Kind::Read, alternative.target.index, alternative.offset, bytes, 1,
                      "where nothing was ever set");
    });
    result = result ? lift::merge(alternative.condition, part, *result) : part;
  }
  if (result)
    return *result;
  Value nothing;
  nothing.kind = wantPointer ? Value::Kind::Pointer : Value::Kind::Integer;
  nothing.poison = context_.truth(true);
  if (!wantPointer)
    nothing.bits = context_.constant(width, 0);
  return nothing;
}

void Objects::storeScalar(Memory& memory, const Value& pointer, std::uint64_t bytes, const Value& value,
                          std::uint64_t alignment) {
  context_.undefinedIf(WARPLAW_FAULT(store_poison_pointer, pointer.poison, context_.truth(false)),
                       [&] { return throughPoison(memory, Cause::Kind::Write, pointer, bytes, alignment); });
  for (const Alternative& alternative : pointer.targets) {
    if (!find(memory, alternative.target)) {
      context_.undefinedIf(WARPLAW_FAULT(store_null, alternative.condition, context_.truth(false)), [] {
        return Cause::other("writes through null, or a pointer to a function or to a local that is gone");
      });
      continue;
    }
    const ObjectInfo& about = infos_[alternative.target.index];
    effects_->access(alternative, true);
    if (value.kind == Value::Kind::Pointer)
      effects_->store(alternative, value);
    if (!about.writable) {
      context_.undefinedIf(WARPLAW_FAULT(store_read_only, alternative.condition, context_.truth(false)), [&] {
        return accessed(Cause::Kind::Write, alternative.target.index, alternative.offset, bytes, alignment,
                        "which cannot be written");
      });
      continue;
    }
    ObjectState& state = memory.change(alternative.target.index);
    if (auto* table = std::get_if<TableState>(&state))
      storeTable(*table, alternative.target.index, alternative.offset, bytes, value, alignment, alternative.condition);
    else if (value.kind == Value::Kind::Pointer)
      context_.reject("store of a pointer to byte memory " + about.name);
    else
      storeBytes(std::get<ByteMemory>(state), alternative.offset, bytes, value.cell(), alignment,
                 alternative.condition);
  }
}

void Objects::setAlive(Memory& memory, unsigned object, bool alive) {
  auto* table = std::get_if<TableState>(&memory.change(object));
  assert(table);
  table->alive = context_.truth(WARPLAW_FAULT(lifetime_end, alive, true));
  for (Slot& slot : table->slots) {
    slot.pointer = nullptr;
    const Term nothing = context_.constant(slot.bytes * 8, 0);
    slot.hold(WARPLAW_FAULT(lifetime_contents, partlySet(nothing, ~nothing), integer(nothing, slot.cell.poison)));
  }
}

Slot Objects::unsetSlot(std::uint64_t offset, std::uint64_t bytes) {
  Slot slot{static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(bytes), {}, nullptr, {}};
  const Term nothing = context_.constant(static_cast<unsigned>(bytes * 8), 0);
  slot.hold(partlySet(nothing, ~nothing));
  return slot;
}

/// A word that is moved as a whole may have padding in it.
void Objects::fillPadding(TableState& table, std::uint64_t bytes) {
  constexpr std::uint64_t kMost = 8;
  std::vector<Slot> filled;
  std::uint64_t end = 0;
  const auto fillTo = [&](std::uint64_t offset) {
    for (; end < offset; end += std::min(kMost, offset - end))
      filled.push_back(unsetSlot(end, std::min(kMost, offset - end)));
  };
  for (Slot& slot : table.slots) {
    fillTo(slot.offset);
    end = std::uint64_t{slot.offset} + slot.bytes;
    filled.push_back(slot);
  }
  fillTo(bytes);
  table.slots = std::move(filled);
}

void Objects::addSlots(const llvm::Type* type, std::uint64_t offset, const std::string& name, TableState& table,
                       std::vector<Field>& fields) {
  if (isAggregate(type) && !isPacked(type)) {
    const bool record = type->isStructTy();
    const std::vector<Part> parts = partsOf(layout_, type);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const bool scalar = !isAggregate(parts[i].type);
      std::string element = record ? (name.empty() ? "" : name + ".") + std::to_string(i) : name;
      if (!record && !scalar && parts[i].type->isStructTy())
        element += "[" + std::to_string(i) + "]";
      addSlots(parts[i].type, offset + parts[i].offset, element, table, fields);
    }
    return;
  }
  const std::uint64_t bytes = layout_.getTypeStoreSize(const_cast<llvm::Type*>(type));
  if (bytes > 16) {
    context_.reject("a local with a scalar of more than 16 bytes");
    return;
  }
  table.slots.push_back(unsetSlot(offset, bytes));
  // Elements that follow each other under one name are one field.
  if (!fields.empty() && fields.back().name == name && fields.back().cellBits == bytes * 8 &&
      fields.back().offset + fields.back().cells.size() * bytes == offset) {
    fields.back().cells.emplace_back();
    return;
  }
  fields.push_back({name, offset, static_cast<unsigned>(bytes * 8), {Cell{}}});
}

TableState Objects::emptyTable(const llvm::Type* type, std::vector<Field>& fields) {
  TableState table;
  table.alive = context_.truth(true);
  addSlots(type, 0, "", table, fields);
  fillPadding(table, layout_.getTypeAllocSize(const_cast<llvm::Type*>(type)));
  return table;
}

Memory Objects::merge(Term condition, const Memory& a, const Memory& b) {
  Memory result;
  auto left = a.objects.begin();
  auto right = b.objects.begin();
  while (left != a.objects.end() || right != b.objects.end()) {
    const bool takeLeft = right == b.objects.end() || (left != a.objects.end() && left->first < right->first);
    const bool takeRight = left == a.objects.end() || (right != b.objects.end() && right->first < left->first);
    if (takeLeft) { // a local that came to be on one side only
      result.objects.push_back(*left++);
    } else if (takeRight) {
      result.objects.push_back(*right++);
    } else {
      if (left->second == right->second) {
        result.objects.push_back(*left);
      } else {
        const auto* table = std::get_if<TableState>(left->second.get());
        ObjectState merged =
            table ? mergeTables(condition, *table, std::get<TableState>(*right->second))
                  : mergeBytes(condition, std::get<ByteMemory>(*left->second), std::get<ByteMemory>(*right->second));
        result.objects.emplace_back(left->first, std::make_shared<ObjectState>(std::move(merged)));
      }
      ++left;
      ++right;
    }
  }
  return result;
}

TableState Objects::fromTable(const Table& table) {
  TableState state;
  state.alive = context_.truth(true);
  for (const Field& field : table.fields)
    for (std::size_t i = 0; i < field.cells.size(); ++i) {
      const std::uint32_t bytes = field.cellBits / 8;
      state.slots.push_back({static_cast<std::uint32_t>(field.offset + i * bytes), bytes, field.cells[i], nullptr, {}});
    }
  std::sort(state.slots.begin(), state.slots.end(), [](const Slot& a, const Slot& b) { return a.offset < b.offset; });
  for (std::size_t i = 1; i < state.slots.size(); ++i)
    if (state.slots[i - 1].offset + state.slots[i - 1].bytes > state.slots[i].offset)
      context_.reject("fields of table " + table.name + " overlap");
  if (!state.slots.empty() && state.slots.back().offset + state.slots.back().bytes > table.bytes)
    context_.reject("fields of table " + table.name + " reach past its end");
  return state;
}

Table Objects::toTable(unsigned object, const ObjectState& state) {
  const ObjectInfo& about = infos_[object];
  const auto& contents = std::get<TableState>(state);
  Table table{about.name, about.bytes, about.writable, about.fields};
  for (Field& field : table.fields)
    for (std::size_t i = 0; i < field.cells.size(); ++i) {
      const std::uint64_t bytes = field.cellBits / 8;
      const Value v = readAt(contents, field.offset + i * bytes, bytes, false);
      field.cells[i] =
          v.kind == Value::Kind::Integer ? v.cell() : Cell{context_.constant(field.cellBits, 0), context_.truth(true)};
    }
  return table;
}

} // namespace warplaw::lift
