// Counts of values found and left; how far float sums can be from the exact one; where increments under limits can end.
#include "linearize/necessary.h"
#include "linearize/search.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>

namespace warplaw::linearize {
namespace {

struct Place {
  const History& history;
  std::span<const Element> elements;
  std::optional<std::uint64_t> initial, final;

  const Access& access(const Element& e) const { return history.accesses[e.access]; }
  Operation operation(const Element& e) const { return history.instructions[access(e).instruction].operation; }
  /// All of one operation, and none returned.
  bool areUnseen(Op op, Type type) const {
    return std::all_of(elements.begin(), elements.end(),
                       [&](const Element& e) { return operation(e) == Operation{op, type} && !access(e).returns; });
  }
  Fault fault(FaultKind kind, std::uint64_t value) const {
    Fault fault;
    fault.kind = kind;
    fault.address = elements[0].address;
    fault.bytes = elements[0].bytes;
    fault.half = elements[0].half;
    fault.value = value;
    fault.first = initial;
    fault.last = final;
    for (const Element& e : elements)
      fault.accesses.push_back(e.access);
    return fault;
  }
};

/// Memory comes to each value that was found, and none is found more often than it is left, and there at first: what an
/// operation that returned nothing leaves is counted, what it found is not. Operations that could leave anything tell
/// nothing.
std::optional<Fault> byCounts(const Place& place) {
  std::unordered_map<std::uint64_t, std::int64_t> lacking; // times found less times left
  std::unordered_multimap<std::uint64_t, std::uint64_t> edges;
  std::vector<std::uint64_t> held; // what memory may hold without having held anything else
  for (const Element& e : place.elements) {
    const Access& a = place.access(e);
    const Operation o = place.operation(e);
    const bool flag = returnsFlag(o.op);
    if (o.type == Type::F64)
      return std::nullopt; // which NaN it left is unknown
    if (a.returns && (!flag || a.returned == 1)) {
      const std::uint64_t found = flag ? a.operand : partOf(e, a.returned);
      const std::uint64_t left = stepOf(o, found, partOf(e, a.operand), a.swap, place.history.zeros);
      ++lacking[found];
      --lacking[left];
      edges.emplace(found, left);
    } else if (o.op == Op::Or && a.operand == 0)
      continue; // a load
    else if (o.op == Op::Exch || takesSwap(o.op)) {
      if (a.returns)
        continue; // a CAST that failed
      held.push_back(takesSwap(o.op) ? a.swap : a.operand);
      --lacking[held.back()];
    } else
      return std::nullopt;
  }
  if (place.final)
    ++lacking[*place.final];
  if (place.initial)
    --lacking[*place.initial];
  std::int64_t all = 0;
  std::optional<std::uint64_t> worst;
  for (const auto& [value, count] : lacking)
    if (count > 0) {
      all += count;
      worst = worst ? std::min(*worst, value) : value;
    }
  if (all > (place.initial ? 0 : 1)) // one may have been there at first
    return place.fault(FaultKind::Unbalanced, *worst);
  if (!place.initial)
    return std::nullopt;
  held.push_back(*place.initial);
  while (!held.empty()) { // each edge once
    const auto [begin, end] = edges.equal_range(held.back());
    held.pop_back();
    for (auto at = begin; at != end; ++at)
      held.push_back(at->second);
    edges.erase(begin, end);
  }
  if (edges.empty())
    return std::nullopt;
  const auto least = std::min_element(edges.begin(), edges.end());
  return place.fault(FaultKind::Disconnected, least->first);
}

/// Every rounding of a sum of n numbers is off by at most half a last place of what it rounds, which is no larger than
/// the sum of all magnitudes and the roundings before it; flushing adds less than the smallest normal number each time.
std::optional<Fault> bySum(const Place& place) {
  if (!place.initial || !place.final || !place.areUnseen(Op::Add, Type::F32))
    return std::nullopt;
  const auto number = [](std::uint64_t bits) { return double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))}; };
  const double start = number(*place.initial), end = number(*place.final);
  double sum = start, magnitude = std::fabs(start);
  for (const Element& e : place.elements) {
    sum += number(place.access(e).operand);
    magnitude += std::fabs(number(place.access(e).operand));
  }
  const auto count = static_cast<double>(place.elements.size());
  // 2^-23 is twice what a rounding loses: enough for the errors' own growth (1 + 2^-24)^n and for the sums in doubles
  const double off = count * (magnitude * 0x1p-23 + 2 * 0x1p-126);
  if (!(count < 0x1p20) || !(magnitude < 0x1p126) || std::fabs(end - sum) <= off) // also if some are no numbers
    return std::nullopt;
  if (std::isnan(end))
    return std::nullopt;
  return place.fault(FaultKind::SumOutOfReach, std::bit_cast<std::uint32_t>(static_cast<float>(sum)));
}

/// Increments: all of them counted up from the first value, or after the last return to 0 as many as memory ends at,
/// each with a limit above the value that it found.
std::optional<Fault> byLimits(const Place& place) {
  if (!place.initial || !place.final || !place.areUnseen(Op::Inc, Type::U32))
    return std::nullopt;
  std::vector<std::uint64_t> limits;
  for (const Element& e : place.elements)
    limits.push_back(place.access(e).operand);
  std::sort(limits.begin(), limits.end());
  const std::uint64_t count = limits.size();
  const auto canCount = [&](std::uint64_t from, std::uint64_t many) { // the greatest limits, each above what it finds
    for (std::uint64_t k = 0; k < many; ++k)
      if (limits[count - many + k] <= from + k)
        return false;
    return true;
  };
  const bool straight = canCount(*place.initial, count);
  if ((*place.final == *place.initial + count && straight) || (*place.final < count && canCount(0, *place.final)))
    return std::nullopt;
  Fault fault = place.fault(FaultKind::CountOutOfReach, *place.final);
  for (std::uint64_t end = 0; end < count && canCount(0, end) && fault.ends.size() <= kMostEnds; ++end)
    fault.ends.push_back(end); // what fewer limits allow, more do
  if (straight)
    fault.ends.push_back(*place.initial + count);
  return fault;
}

} // namespace

std::optional<Fault> impossible(const History& history, std::span<const Element> elements,
                                std::optional<std::uint64_t> initial, std::optional<std::uint64_t> final) {
  const Place place{history, elements, initial, final};
  if (auto fault = byCounts(place))
    return fault;
  if (auto fault = bySum(place))
    return fault;
  return byLimits(place);
}

} // namespace warplaw::linearize
