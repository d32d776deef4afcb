// memcpy, memmove and memset of constant size, piece by piece along the cells of both sides.
#include "symbolic/lift/memory.h"
#include <algorithm>
#include <set>

namespace warplaw::lift {
namespace {

/// Offsets from the start of a range at which a cell begins. For a symbolic place, the first candidate's cells count.
void addBoundaries(const TableState& table, std::uint64_t start, std::uint64_t bytes,
                   std::set<std::uint64_t>& boundaries) {
  for (const Slot& slot : table.slots)
    for (std::uint64_t edge : {std::uint64_t{slot.offset}, std::uint64_t{slot.offset} + slot.bytes})
      if (edge > start && edge < start + bytes)
        boundaries.insert(edge - start);
}

bool inside(std::uint64_t offset, std::uint64_t bytes, std::uint64_t size) {
  return offset <= size && bytes <= size - offset;
}

const Slot* slotAt(const TableState& table, std::uint64_t offset) {
  for (const Slot& slot : table.slots)
    if (offset >= slot.offset && offset < std::uint64_t{slot.offset} + slot.bytes)
      return &slot;
  return nullptr;
}

} // namespace

/// A piece between two cell borders, whatever it is; padding counts as uninitialised.
Value Objects::loadRaw(Memory& memory, const Value& pointer, std::uint64_t bytes, std::uint64_t alignment) {
  const Alternative& from = pointer.targets.front();
  const ObjectState* state = find(memory, from.target);
  const auto* table = state ? std::get_if<TableState>(state) : nullptr;
  const unsigned width = static_cast<unsigned>(bytes * 8);
  bool wantPointer = false;
  if (table && from.offset.isConstant() && inside(from.offset.constant, bytes, infos_[from.target.index].bytes)) {
    const Slot* slot = slotAt(*table, from.offset.constant);
    if (!slot)
      return integer(context_.constant(width, 0), context_.truth(true));
    wantPointer = slot->pointer != nullptr && slot->bytes == bytes;
  }
  return loadScalar(memory, pointer, bytes, width, wantPointer, alignment);
}

/// What falls on padding is dropped.
void Objects::storeRaw(Memory& memory, const Value& pointer, std::uint64_t bytes, const Value& value,
                       std::uint64_t alignment) {
  const Alternative& to = pointer.targets.front();
  const ObjectState* state = find(memory, to.target);
  const auto* table = state ? std::get_if<TableState>(state) : nullptr;
  if (table && to.offset.isConstant() && inside(to.offset.constant, bytes, infos_[to.target.index].bytes) &&
      !slotAt(*table, to.offset.constant))
    return;
  storeScalar(memory, pointer, bytes, value, alignment);
}

void Objects::copy(Memory& memory, const Value& to, const Value& from, std::uint64_t bytes, std::uint64_t toAlignment,
                   std::uint64_t fromAlignment, bool mayOverlap) {
  if (bytes == 0)
    return;
  if (bytes > 4096 || to.targets.size() != 1 || from.targets.size() != 1)
    return context_.reject("memcpy of more than 4096 bytes or through a pointer to one of several objects");
  const Alternative& target = to.targets.front();
  const Alternative& source = from.targets.front();
  if (!mayOverlap && target.target == source.target) {
    if (!target.offset.isConstant() || !source.offset.isConstant())
      return context_.reject("memcpy within one object at a symbolic offset");
    const std::uint64_t a = target.offset.constant;
    const std::uint64_t b = source.offset.constant;
    context_.undefinedIf(context_.truth(WARPLAW_FAULT(memcpy_overlap, a != b && a < b + bytes && b < a + bytes, false)),
                         [] { return Cause::other("memcpy between bytes that overlap"); });
  }
  std::set<std::uint64_t> boundaries{bytes};
  bool hasTable = false;
  for (const Alternative* side : {&target, &source}) {
    const ObjectState* state = find(memory, side->target);
    if (const auto* table = state ? std::get_if<TableState>(state) : nullptr) {
      hasTable = true;
      const Places where = places(*table, infos_[side->target.index], side->offset, 1, 1);
      if (!where.offsets.empty())
        addBoundaries(*table, where.offsets.front(), bytes, boundaries);
    }
  }
  if (!hasTable)
    for (std::uint64_t i = 8; i < bytes; i += 8)
      boundaries.insert(i);
  copyPieces(memory, to, from, boundaries, toAlignment, fromAlignment);
}

void Objects::copyPieces(Memory& memory, const Value& to, const Value& from, const std::set<std::uint64_t>& ends,
                         std::uint64_t toAlignment, std::uint64_t fromAlignment) {
  struct Piece {
    std::uint64_t offset, bytes;
    Value value;
  };
  std::vector<Piece> pieces; // all of the source is read before any of the target is written
  std::uint64_t start = 0;
  for (std::uint64_t end : ends) {
    for (; start < end;) {
      const std::uint64_t bytes = std::min<std::uint64_t>(end - start, 16);
      pieces.push_back(
          {start, bytes, loadRaw(memory, offsetBy(from, start), bytes, partAlignment(fromAlignment, start))});
      start += bytes;
    }
  }
  for (const Piece& piece : pieces)
    storeRaw(memory, offsetBy(to, piece.offset), piece.bytes, piece.value, partAlignment(toAlignment, piece.offset));
}

void Objects::fill(Memory& memory, const Value& to, const Cell& byte, std::uint64_t bytes, std::uint64_t alignment) {
  if (bytes == 0)
    return;
  if (bytes > 65536 || to.targets.size() != 1)
    return context_.reject("memset of more than 65536 bytes or through a pointer to one of several objects");
  const Alternative& target = to.targets.front();
  std::set<std::uint64_t> ends{bytes};
  const ObjectState* state = find(memory, target.target);
  if (const auto* table = state ? std::get_if<TableState>(state) : nullptr) {
    const Places where = places(*table, infos_[target.target.index], target.offset, 1, 1);
    if (!where.offsets.empty())
      addBoundaries(*table, where.offsets.front(), bytes, ends);
  }
  std::uint64_t start = 0;
  for (std::uint64_t end : ends)
    for (; start < end;) {
      const std::uint64_t piece =
          std::min<std::uint64_t>(end - start, state && std::holds_alternative<ByteMemory>(*state) ? 1 : 16);
      Term bits = byte.bits;
      for (std::uint64_t i = 1; i < piece; ++i)
        bits = bits.concat(byte.bits);
      storeRaw(memory, offsetBy(to, start), piece, integer(bits, byte.poison), partAlignment(alignment, start));
      start += piece;
    }
}

} // namespace warplaw::lift
