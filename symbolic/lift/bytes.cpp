// Byte-addressed memory of symbolic size: a log of stores over an uninterpreted function (MACH-4: little-endian).
#include "symbolic/lift/memory.h"
#include <array>
#include <bit>

namespace warplaw::lift {

Cell byteCellAt(const ByteMemory& memory, Term address) {
  Terms& terms = address.terms();
  const std::array<Term, 1> arguments{address};
  Cell byte{terms.apply(8, memory.name, arguments), terms.truth(false)};
  for (const ByteStore& store : memory.stores) {
    if (!store.address) {
      byte = merge(store.condition, Cell{terms.apply(8, store.value.node()->name, arguments), store.poison}, byte);
      continue;
    }
    const unsigned bytes = store.value.width() / 8;
    const Term distance = address - store.address;
    std::vector<Term> parts;
    parts.reserve(bytes);
    for (unsigned i = 0; i < bytes; ++i)
      parts.push_back(store.value.extract(i * 8 + 7, i * 8));
    const Term index = bytes == 1 ? Term() : distance.extract(static_cast<unsigned>(std::bit_width(bytes - 1)) - 1, 0);
    const Term value = bytes == 1 ? parts[0] : terms.select(index, parts);
    const Term hit = store.condition & distance.ult(symbolic::Bits{bytes});
    byte = merge(hit, Cell{value, store.poison}, byte);
  }
  return byte;
}

Term ByteMemory::byteAt(Term address) const { return byteCellAt(*this, address).bits; }

Term Objects::outsideBytes(const ByteMemory& memory, const Offset& offset, std::uint64_t bytes) {
  const Term at = offset.term(context_.terms);
  const Term size = memory.size.zext(64);
  const Shape shape = shapeOf(offset);
  const Term length = context_.constant(64, bytes);
  if (shape.max <= ~std::uint64_t{0} - bytes) // the end does not wrap
    return size.ult(at + length);
  return size.ult(length) | (size - length).ult(at);
}

Cell Objects::loadBytes(const ByteMemory& memory, const Offset& given, std::uint64_t bytes, std::uint64_t alignment,
                        Term guard) {
  const Offset offset = simplified(given);
  const auto read = [&] { return Cause::other("reads outside of " + memory.name + ", or as if it were aligned"); };
  context_.undefinedIf(
      guard & WARPLAW_FAULT(byte_load_bounds, outsideBytes(memory, offset, bytes), context_.truth(false)), read);
  // The base has no known alignment, so an access that needs one is undefined for some base.
  context_.undefinedIf(guard & WARPLAW_FAULT(byte_alignment, context_.truth(alignment > 1), context_.truth(false)),
                       read);
  const Term address = offset.term(context_.terms).extract(31, 0);
  Cell result = byteCellAt(memory, address);
  for (std::uint64_t i = 1; i < bytes; ++i) {
    const Cell byte = byteCellAt(memory, address + symbolic::Bits{i});
    result = {byte.bits.concat(result.bits), byte.poison | result.poison};
  }
  return result;
}

void Objects::storeBytes(ByteMemory& memory, const Offset& given, std::uint64_t bytes, Cell value,
                         std::uint64_t alignment, Term guard) {
  const Offset offset = simplified(given);
  const auto written = [&] { return Cause::other("writes outside of " + memory.name + ", or as if it were aligned"); };
  context_.undefinedIf(
      guard & WARPLAW_FAULT(byte_store_bounds, outsideBytes(memory, offset, bytes), context_.truth(false)), written);
  context_.undefinedIf(
      guard & WARPLAW_FAULT(byte_store_alignment, context_.truth(alignment > 1), context_.truth(false)), written);
  const Term address = offset.term(context_.terms).extract(31, 0);
  if (bytes <= 8 && std::has_single_bit(bytes)) {
    memory.stores.push_back({guard, address, value.bits, value.poison});
    return;
  }
  for (std::uint64_t i = 0; i < bytes; ++i)
    memory.stores.push_back({guard, address + symbolic::Bits{i},
                             value.bits.extract(static_cast<unsigned>(i) * 8 + 7, static_cast<unsigned>(i) * 8),
                             value.poison});
}

ObjectState Objects::mergeBytes(Term condition, const ByteMemory& a, const ByteMemory& b) {
  ByteMemory result = a;
  if (!a.size.same(b.size)) {
    context_.reject("byte memory " + a.name + " meets itself in another size");
    return result;
  }
  const bool alike = a.name == b.name; // else one is as it was assumed by a loop cut
  std::size_t common = 0;
  const auto equal = [](const ByteStore& x, const ByteStore& y) {
    return x.condition.same(y.condition) && x.address.same(y.address) && x.value.same(y.value) &&
           x.poison.same(y.poison);
  };
  while (alike && common < a.stores.size() && common < b.stores.size() && equal(a.stores[common], b.stores[common]))
    ++common;
  for (std::size_t i = common; i < a.stores.size(); ++i)
    result.stores[i].condition = condition & a.stores[i].condition;
  if (!alike) {
    const Term function = context_.terms.apply(8, b.name, std::array{context_.constant(32, 0)});
    result.stores.push_back(
        {WARPLAW_FAULT(merge_beginnings, ~condition, context_.truth(false)), Term(), function, context_.truth(false)});
  }
  for (std::size_t i = common; i < b.stores.size(); ++i) {
    result.stores.push_back(b.stores[i]);
    result.stores.back().condition = ~condition & b.stores[i].condition;
  }
  return result;
}

} // namespace warplaw::lift
