// Components by sorting elements by address, the widest first: the first of a component covers all others.
#include "linearize/components.h"
#include <algorithm>
#include <tuple>

namespace warplaw::linearize {

void elementsOf(const History& history, Elements& out) {
  out.all.clear();
  out.components.clear();
  for (std::uint32_t k = 0; k < history.accesses.size(); ++k) {
    const Access& access = history.accesses[k];
    const Type type = history.instructions[access.instruction].operation.type;
    if (type == Type::F16x2) {
      out.all.push_back({access.address, k, 2, 1});
      out.all.push_back({access.address + 2, k, 2, 2});
    } else
      out.all.push_back({access.address, k, static_cast<std::uint8_t>(bytesOf(type)), 0});
  }
  const auto byPlace = [](const Element& a, const Element& b) {
    return std::tuple(a.address, b.bytes, a.access) < std::tuple(b.address, a.bytes, b.access);
  };
  if (!std::is_sorted(out.all.begin(), out.all.end(), byPlace))
    std::sort(out.all.begin(), out.all.end(), byPlace);
  for (std::uint32_t k = 0; k < out.all.size(); ++k) {
    const Element& element = out.all[k];
    Component* last = out.components.empty() ? nullptr : &out.components.back();
    if (!last || element.address >= last->address + last->bytes)
      out.components.push_back({element.address, element.bytes, false, k, k + 1});
    else {
      last->mixed |= element.bytes != last->bytes;
      last->end = k + 1;
    }
  }
  for (const Component& component : out.components)
    if (component.mixed)
      std::sort(
          out.all.begin() + component.begin, out.all.begin() + component.end,
          [](const Element& a, const Element& b) { return std::tie(a.access, a.half) < std::tie(b.access, b.half); });
}

KnownWord knownAcross(std::span<const KnownBytes> memory, std::uint64_t address, unsigned bytes) {
  KnownWord word;
  auto region = memory.begin() + static_cast<std::ptrdiff_t>(regionBefore(memory, address));
  for (unsigned k = 0; k < bytes; ++k) {
    const std::uint64_t at = address + k;
    while (region != memory.end() && at >= region->address && at - region->address >= region->bytes.size())
      ++region;
    if (region == memory.end() || at < region->address)
      continue;
    word.value |= std::uint64_t{region->bytes[at - region->address]} << 8 * k;
    word.mask |= std::uint64_t{0xff} << 8 * k;
  }
  return word;
}

namespace {

/// Where [start, end) of two regions differs, if it does.
std::optional<std::uint64_t> difference(const KnownBytes& a, const KnownBytes& b, std::uint64_t start,
                                        std::uint64_t end) {
  if (start >= end)
    return std::nullopt;
  const auto from = a.bytes.begin() + static_cast<std::ptrdiff_t>(start - a.address);
  const auto to = a.bytes.begin() + static_cast<std::ptrdiff_t>(end - a.address);
  const auto other = b.bytes.begin() + static_cast<std::ptrdiff_t>(start - b.address);
  if (std::equal(from, to, other)) // a plain memory comparison
    return std::nullopt;
  return start + static_cast<std::uint64_t>(std::mismatch(from, to, other).first - from);
}

} // namespace

std::optional<std::uint64_t> strayByte(std::span<const KnownBytes> before, std::span<const KnownBytes> after,
                                       std::span<const Component> components) {
  std::size_t a = 0, b = 0;
  while (a < before.size() && b < after.size()) {
    const std::uint64_t endA = before[a].address + before[a].bytes.size(),
                        endB = after[b].address + after[b].bytes.size();
    const std::uint64_t end = std::min(endA, endB);
    std::uint64_t at = std::max(before[a].address, after[b].address);
    auto component = std::partition_point(components.begin(), components.end(),
                                          [&](const Component& c) { return c.address + c.bytes <= at; });
    for (; at < end && component != components.end() && component->address < end; ++component) {
      if (const auto stray = difference(before[a], after[b], at, component->address))
        return stray;
      at = component->address + component->bytes;
    }
    if (const auto stray = difference(before[a], after[b], at, end))
      return stray;
    (endA <= endB ? a : b)++;
  }
  return std::nullopt;
}

} // namespace warplaw::linearize
