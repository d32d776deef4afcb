// Accesses to one table: which cells an offset can mean, reading and writing at constant places, muxes over the rest.
#include "symbolic/lift/memory.h"
#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>
#include <optional>
#include <utility>

namespace warplaw::lift {
using symbolic::Op;

const Field& Table::field(std::string_view wanted) const {
  auto at = std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.name == wanted; });
  assert(at != fields.end() && "no such field");
  return *at;
}

Field& Table::field(std::string_view wanted) { return const_cast<Field&>(std::as_const(*this).field(wanted)); }

namespace {

constexpr std::size_t kMostPlaces = 1u << 14; ///< cells that one access may range over

} // namespace

Value Slot::integer() const {
  Value value = lift::integer(cell);
  value.unset = unset;
  return value;
}

void Slot::hold(const Value& value) {
  cell = value.cell();
  unset = value.unset;
}

namespace {

std::vector<Slot>::const_iterator slotAt(const TableState& table, std::uint64_t offset) {
  auto at = std::upper_bound(table.slots.begin(), table.slots.end(), offset,
                             [](std::uint64_t o, const Slot& s) { return o < s.offset; });
  if (at == table.slots.begin())
    return table.slots.end();
  --at;
  return offset < at->offset + at->bytes ? at : table.slots.end();
}

bool covered(const TableState& table, std::uint64_t offset, std::uint64_t bytes) {
  for (std::uint64_t at = offset; at < offset + bytes;) {
    auto slot = slotAt(table, at);
    if (slot == table.slots.end())
      return false;
    at = slot->offset + slot->bytes;
  }
  return true;
}

bool isNullConstant(const Cell& cell) {
  return cell.bits.isConstant() && cell.bits.value() == 0 && cell.poison.isFalse();
}

/// x = index * scale + constant modulo 2^64, read off the term's structure as far as it goes.
void decompose(Terms& terms, Term x, std::uint64_t scale, Offset& into) {
  if (x.isConstant()) {
    into.constant += scale * static_cast<std::uint64_t>(x.value());
    return;
  }
  if (x.op() == Op::Add) {
    decompose(terms, x.arg(0), scale, into);
    decompose(terms, x.arg(1), scale, into);
    return;
  }
  if (x.op() == Op::Shl && x.arg(1).isConstant() && x.arg(1).value() < 64)
    return decompose(terms, x.arg(0), scale << static_cast<unsigned>(x.arg(1).value()), into);
  if (x.op() == Op::Mul && (x.arg(0).isConstant() || x.arg(1).isConstant())) {
    const unsigned factor = x.arg(0).isConstant() ? 0 : 1;
    return decompose(terms, x.arg(1 - factor), scale * static_cast<std::uint64_t>(x.arg(factor).value()), into);
  }
  if (x.op() == Op::Concat && x.arg(1).isConstant()) {
    const unsigned low = x.arg(1).width();
    into.constant += scale * static_cast<std::uint64_t>(x.arg(1).value());
    return decompose(terms, x.arg(0).zext(64), scale << low, into);
  }
  for (auto& [term, factor] : into.scaled)
    if (term.same(x)) {
      factor += scale;
      return;
    }
  into.scaled.emplace_back(x, scale);
}

} // namespace

Offset Objects::simplified(const Offset& offset) {
  Offset result{offset.constant, {}};
  for (const auto& [term, scale] : offset.scaled)
    decompose(context_.terms, term, scale, result);
  std::erase_if(result.scaled, [](const auto& x) { return x.second == 0; });
  return result;
}

Shape Objects::shapeOf(const Offset& offset) {
  Shape sum = Shapes::constant(offset.constant);
  for (const auto& [term, scale] : offset.scaled)
    sum = Shapes::add(sum, Shapes::multiply(context_.shapes.closest(term), Shapes::constant(scale), 64), 64);
  if (offset.scaled.size() > 1 && context_.shapes.looksAtCases()) // what is added up may hang together
    return Shapes::both(sum, context_.shapes.closest(offset.term(context_.terms)));
  return sum;
}

Term Objects::exceeds(const Offset& offset, std::uint64_t limit) {
  const Shape shape = shapeOf(offset);
  if (shape.max <= limit)
    return context_.truth(false);
  if (shape.min > limit)
    return context_.truth(true);
  if (offset.scaled.size() == 1 && offset.constant <= limit) {
    // An index that is past the end says so by itself, unless a negative one could lead back into the object.
    const auto& [index, scale] = offset.scaled.front();
    const bool positive = scale < (std::uint64_t{1} << 63);
    if (positive && (context_.shapes.of(index).max < (std::uint64_t{1} << 63) || offset.constant < scale))
      return context_.constant(64, (limit - offset.constant) / scale).ult(index);
  }
  return context_.constant(64, limit).ult(offset.term(context_.terms));
}

Term Objects::misaligned(const ObjectInfo& info, const Offset& offset, std::uint64_t alignment) {
  if (alignment <= 1)
    return context_.truth(false);
  if (info.alignment < alignment) // nothing is known about the low bits of the base
    return context_.truth(true);
  const Shape shape = shapeOf(offset);
  if (shape.modulus % alignment == 0)
    return context_.truth(shape.residue % alignment != 0);
  return context_.terms.constant(64, 0).ne(offset.term(context_.terms) & symbolic::Bits{alignment - 1});
}

Term Objects::misalignedPointer(const Value& pointer, std::uint64_t alignment) {
  Term wrong = context_.truth(false);
  for (const Alternative& alternative : pointer.targets)
    if (alternative.target.kind == Target::Kind::Object)
      wrong =
          wrong | (alternative.condition & misaligned(infos_[alternative.target.index], alternative.offset, alignment));
  return wrong;
}

Term Places::at(std::size_t i) const {
  if (offsets.size() == 1 && !index)
    return offset.terms().truth(true);
  if (index)
    return index.eq(symbolic::Bits{i});
  return offset.eq(symbolic::Bits{offsets[i]});
}

Places Objects::places(const TableState& table, const ObjectInfo& info, const Offset& given, std::uint64_t bytes,
                       std::uint64_t alignment) {
  Terms& terms = context_.terms;
  const Offset offset = simplified(given);
  Places result;
  result.offset = offset.term(terms);
  result.outside = WARPLAW_FAULT(alignment, misaligned(info, offset, alignment), context_.truth(false));
  if (info.bytes < bytes || result.outside.isTrue()) {
    result.outside = context_.truth(true);
    return result;
  }
  const std::uint64_t last = info.bytes - bytes;
  if (offset.isConstant()) {
    if (offset.constant <= last && covered(table, offset.constant, bytes))
      result.offsets.push_back(offset.constant);
    else
      result.outside = context_.truth(true);
    return result;
  }
  // All positions that the offset's range, its congruence and the alignment leave.
  const Shape shape = shapeOf(offset);
  const std::uint64_t known = shape.modulus == 0 ? 1 : shape.modulus;
  const std::uint64_t aligned = info.alignment >= alignment ? alignment : 1;
  const std::uint64_t step = std::lcm(known, aligned);
  std::uint64_t first = shape.min + (shape.residue % known + known - shape.min % known) % known;
  for (std::uint64_t tries = 0; tries < aligned && first % aligned != 0; ++tries)
    first += known;
  const std::uint64_t end = std::min(shape.max, last);
  bool holes = false;
  for (std::uint64_t at = first; at <= end; at += step) {
    if (covered(table, at, bytes))
      result.offsets.push_back(at);
    else
      holes = true;
    if (result.offsets.size() > kMostPlaces) {
      context_.reject("an access to " + info.name + " that may fall on more than " + std::to_string(kMostPlaces) +
                      " places");
      break;
    }
  }
  if (result.offsets.empty()) {
    result.outside = context_.truth(true);
    return result;
  }
  if (holes) { // padding in between: decided by comparing offsets
    std::vector<Term> hits;
    hits.reserve(result.offsets.size());
    for (std::size_t i = 0; i < result.offsets.size(); ++i)
      hits.push_back(result.offset.eq(symbolic::Bits{result.offsets[i]}));
    result.outside = result.outside | WARPLAW_FAULT(padding, ~terms.any(hits), context_.truth(false));
    return result;
  }
  const std::uint64_t count = result.offsets.size();
  Term wide; // 64 bits: which place it is, counted in steps
  if (offset.scaled.size() == 1 && offset.scaled.front().second == step && offset.constant <= first &&
      (first - offset.constant) % step == 0) {
    // May be asked of an index modulo 2^64: an index past the end counts as outside, even if its offset would wrap
    // around.
    wide = offset.scaled.front().first - symbolic::Bits{(first - offset.constant) / step};
  } else if (std::has_single_bit(step)) {
    wide = (result.offset - symbolic::Bits{first})
               .lshr(context_.constant(64, static_cast<unsigned>(std::countr_zero(step))));
  }
  const bool within = shape.min >= first && shape.max <= result.offsets.back();
  if (wide) {
    if (!within)
      result.outside = result.outside | WARPLAW_FAULT(bounds, ~wide.ult(symbolic::Bits{count}), context_.truth(false));
    if (count > 1)
      result.index = wide.extract(std::max(1u, static_cast<unsigned>(std::bit_width(count - 1))) - 1, 0);
    return result;
  }
  std::vector<Term> hits;
  hits.reserve(result.offsets.size());
  for (std::size_t i = 0; i < count; ++i)
    hits.push_back(result.offset.eq(symbolic::Bits{result.offsets[i]}));
  if (!within)
    result.outside = result.outside | ~terms.any(hits);
  return result;
}

Value Objects::readAt(const TableState& table, std::uint64_t offset, std::uint64_t bytes, bool wantPointer) {
  Terms& terms = context_.terms;
  auto slot = slotAt(table, offset);
  if (wantPointer) {
    if (slot != table.slots.end() && slot->offset == offset && slot->bytes == bytes) {
      if (slot->pointer)
        return *slot->pointer;
      if (isNullConstant(slot->cell))
        return pointer(terms, {Target::Kind::Null, 0}, 0);
      if (!slot->cell.poison.isTrue())
        context_.reject("load of a pointer from bytes that hold an integer");
    } else if (slot != table.slots.end()) {
      context_.reject("load of a pointer from parts of other values");
    }
    Value nothing;
    nothing.kind = Value::Kind::Pointer;
    nothing.poison = context_.truth(true);
    return nothing;
  }
  Term bits, unset;
  Term poison = context_.truth(false);
  bool isPartlySet = false, isOtherwisePoison = false;
  for (std::uint64_t at = offset; at < offset + bytes;) {
    slot = slotAt(table, at);
    if (slot == table.slots.end())
      return integer(context_.constant(static_cast<unsigned>(bytes * 8), 0), context_.truth(true));
    if (slot->pointer) {
      context_.reject("load of a pointer's bytes as an integer");
      return integer(context_.constant(static_cast<unsigned>(bytes * 8), 0), context_.truth(true));
    }
    const unsigned skip = static_cast<unsigned>(at - slot->offset);
    const unsigned take = static_cast<unsigned>(std::min<std::uint64_t>(slot->bytes - skip, offset + bytes - at));
    const Value part = extract(slot->integer(), (skip + take) * 8 - 1, skip * 8);
    const Term unsetPart = part.unset ? part.unset : context_.constant(take * 8, 0);
    bits = bits ? part.bits.concat(bits) : part.bits; // little-endian: what follows is higher
    unset = unset ? unsetPart.concat(unset) : unsetPart;
    poison = poison | part.poison;
    isPartlySet |= static_cast<bool>(part.unset);
    isOtherwisePoison |= WARPLAW_FAULT(unset_poison, !part.unset && !part.poison.isFalse(), false);
    at += take;
  }
  Value whole = integer(bits, poison);
  if (isPartlySet && !isOtherwisePoison)
    whole.unset = unset;
  return whole;
}

void Objects::splitAt(TableState& table, std::uint64_t position) {
  auto found = slotAt(table, position);
  if (found == table.slots.end() || found->offset == position)
    return;
  const auto at = table.slots.begin() + (found - table.slots.cbegin());
  if (at->pointer) {
    context_.reject("a store over a part of a pointer");
    return;
  }
  Slot high = *at;
  const unsigned keep = static_cast<unsigned>(position - at->offset);
  high.offset = static_cast<std::uint32_t>(position);
  high.bytes = at->bytes - keep;
  high.hold(extract(at->integer(), at->bytes * 8 - 1, keep * 8));
  at->bytes = keep;
  at->hold(extract(at->integer(), keep * 8 - 1, 0));
  table.slots.insert(at + 1, high);
}

void Objects::writeAt(TableState& table, std::uint64_t offset, std::uint64_t bytes, const Value& value,
                      Term condition) {
  splitAt(table, offset);
  splitAt(table, offset + bytes);
  if (value.kind == Value::Kind::Pointer) { // takes the place of whatever cells were there
    const auto begin =
        std::find_if(table.slots.begin(), table.slots.end(), [&](const Slot& s) { return s.offset >= offset; });
    auto end = begin;
    while (end != table.slots.end() && end->offset < offset + bytes)
      ++end;
    Value stored = value;
    if (!condition.isTrue())
      stored = lift::merge(condition, value, readAt(table, offset, bytes, true));
    Slot slot{static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(bytes), {}, keep(std::move(stored)), {}};
    slot.cell = {context_.constant(static_cast<unsigned>(bytes * 8), 0), context_.truth(true)};
    table.slots.insert(table.slots.erase(begin, end), slot);
    return;
  }
  auto slot = std::lower_bound(table.slots.begin(), table.slots.end(), offset,
                               [](const Slot& s, std::uint64_t o) { return s.offset < o; });
  for (; slot != table.slots.end() && slot->offset < offset + bytes; ++slot) {
    const unsigned low = static_cast<unsigned>(slot->offset - offset) * 8;
    const Value part = extract(value, low + slot->bytes * 8 - 1, low);
    if (slot->pointer && !condition.isTrue())
      context_.reject("a store that may or may not replace a pointer by an integer");
    slot->hold(slot->pointer ? part : lift::merge(condition, part, slot->integer()));
    slot->pointer = nullptr;
  }
}

namespace {
/// An offset that is one of two.
struct Choice {
  Term condition;
  Offset one, other;
};
std::optional<Choice> choiceOf(const Offset& offset) {
  if (offset.scaled.size() != 1 || offset.scaled.front().first.op() != Op::Ite)
    return {};
  const auto& [term, scale] = offset.scaled.front();
  return Choice{term.arg(0), {offset.constant, {{term.arg(1), scale}}}, {offset.constant, {{term.arg(2), scale}}}};
}
std::uint64_t lengthOf(const Shape& shape) { return shape.max - shape.min; }
} // namespace

Value Objects::loadTable(const TableState& table, unsigned object, const Offset& offset, std::uint64_t bytes,
                         bool wantPointer, std::uint64_t alignment, Term guard) {
  Terms& terms = context_.terms;
  // An optimiser reads from one of two places where the source reads one or the other; between them lies much else.
  if (const auto choice = context_.shapes.looksAtCases() ? choiceOf(simplified(offset)) : std::nullopt) {
    const std::uint64_t one = lengthOf(shapeOf(choice->one)), other = lengthOf(shapeOf(choice->other));
    if (const std::uint64_t both = lengthOf(shapeOf(offset)); one < both / 2 && other < both / 2) {
      const auto read = [&](const Offset& at, Term condition) {
        return loadTable(table, object, at, bytes, wantPointer, alignment, guard & condition);
      };
      const Value whenTrue = read(choice->one, choice->condition);
      return lift::merge(choice->condition, whenTrue, read(choice->other, ~choice->condition));
    }
  }
  const auto read = [&](const char* text) {
    return accessed(Cause::Kind::Read, object, offset, bytes, alignment, text);
  };
  context_.undefinedIf(guard & ~WARPLAW_FAULT(load_dead, table.alive, context_.truth(true)),
                       [&] { return read("beyond its lifetime"); });
  const Places where = places(table, infos_[object], offset, bytes, alignment);
  context_.undefinedIf(guard & where.outside, [&] { return read("where nothing is stored"); });
  if (where.offsets.empty()) {
    Value nothing;
    nothing.kind = wantPointer ? Value::Kind::Pointer : Value::Kind::Integer;
    nothing.poison = context_.truth(true);
    nothing.bits = wantPointer ? Term() : context_.constant(static_cast<unsigned>(bytes * 8), 0);
    return nothing;
  }
  if (where.offsets.size() == 1 || wantPointer || !where.index) {
    Value result = readAt(table, where.offsets.back(), bytes, wantPointer);
    for (std::size_t i = where.offsets.size() - 1; i-- > 0;)
      result = lift::merge(where.at(i), readAt(table, where.offsets[i], bytes, wantPointer), result);
    return result;
  }
  std::vector<Term> bits, poison;
  bool anyPoison = false;
  for (std::uint64_t at : where.offsets) {
    const Value cell = readAt(table, at, bytes, false);
    bits.push_back(cell.bits);
    poison.push_back(cell.poison);
    anyPoison |= !cell.poison.isFalse();
  }
  return integer(terms.select(where.index, bits),
                 anyPoison ? terms.select(where.index, poison) : context_.truth(false));
}

void Objects::storeTable(TableState& table, unsigned object, const Offset& offset, std::uint64_t bytes,
                         const Value& value, std::uint64_t alignment, Term guard) {
  const auto written = [&](const char* text) {
    return accessed(Cause::Kind::Write, object, offset, bytes, alignment, text);
  };
  context_.undefinedIf(guard & ~WARPLAW_FAULT(store_dead, table.alive, context_.truth(true)),
                       [&] { return written("beyond its lifetime"); });
  const Places where = places(table, infos_[object], offset, bytes, alignment);
  context_.undefinedIf(guard & where.outside, [&] { return written("where nothing is stored"); });
  for (std::size_t i = 0; i < where.offsets.size(); ++i)
    writeAt(table, where.offsets[i], bytes, value, guard & where.at(i));
}

ObjectState Objects::mergeTables(Term condition, const TableState& a, const TableState& b) {
  TableState left = a;
  TableState right = b;
  left.alive = condition.ite(a.alive, b.alive);
  for (std::size_t i = 0; i < left.slots.size() && i < right.slots.size(); ++i) {
    // Cells that one side has split are split on the other side too.
    if (left.slots[i].bytes > right.slots[i].bytes)
      splitAt(left, left.slots[i].offset + right.slots[i].bytes);
    else if (left.slots[i].bytes < right.slots[i].bytes)
      splitAt(right, right.slots[i].offset + left.slots[i].bytes);
    Slot& x = left.slots[i];
    const Slot& y = right.slots[i];
    if (x.offset != y.offset || x.bytes != y.bytes) {
      context_.reject("two layouts of one object meet");
      return left;
    }
    if (x.pointer == y.pointer) {
      if (!x.pointer)
        x.hold(lift::merge(condition, x.integer(), y.integer()));
      continue;
    }
    if (x.pointer && y.pointer && same(*x.pointer, *y.pointer))
      continue;
    const Value merged =
        lift::merge(condition, readAt(left, x.offset, x.bytes, true), readAt(right, y.offset, y.bytes, true));
    x.pointer = keep(merged);
  }
  return left;
}

} // namespace warplaw::lift
