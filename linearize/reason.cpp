// Sentences from counts: how often a value was found, how often it was produced (ATOMS-5, -9, -10, RED-6, MACH-5).
#include "linearize/reason.h"
#include "linearize/components.h"
#include "linearize/search.h"
#include "linearize/trail.h"
#include "spec/counted.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace warplaw::linearize {
namespace {

using Accesses = std::vector<std::uint32_t>;

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t k = 0; k < parts.size(); ++k)
    text += (k == 0 ? "" : k + 1 == parts.size() ? " and " : ", ") + parts[k];
  return text;
}

std::string times(std::size_t count) {
  return count == 0 ? "never" : count == 1 ? "once" : count == 2 ? "twice" : fmt::format("{} times", count);
}
const char* both(std::size_t count) { return count == 1 ? "" : count == 2 ? "both " : "all "; }

/// Who found and who produced one value.
struct Traffic {
  Accesses readers, writers; ///< a self-loop is in both
};

/// The fault's accesses that performed as edges.
struct Graph {
  std::map<std::uint64_t, Traffic> values;
  std::vector<std::pair<std::uint32_t, Edge>> edges;
  bool unseen = false; ///< some returned nothing: writers are those that can have been it

  Graph(const History& history, const Fault& fault) {
    const Element element{fault.address, 0, static_cast<std::uint8_t>(fault.bytes), fault.half};
    for (const std::uint32_t k : fault.accesses) {
      const Access& access = history.accesses[k];
      const Operation operation = history.instructions[access.instruction].operation;
      const bool flag = returnsFlag(operation.op);
      if (!access.returns) { // what it found is not known; what it can have left is
        values[takesSwap(operation.op) ? access.swap : access.operand].writers.push_back(k);
        unseen = true;
        continue;
      }
      if (flag && access.returned != 1)
        continue;
      const std::uint64_t operand = partOf(element, access.operand);
      const std::uint64_t old = flag ? access.operand : canonical(operation.type, partOf(element, access.returned));
      const std::uint64_t now = stepOf(operation, old, operand, access.swap, history.zeros);
      edges.push_back({k, {old, now}});
      values[old].readers.push_back(k);
      values[now].writers.push_back(k);
    }
    for (const auto& end : {fault.first, fault.last})
      if (end)
        values[*end];
  }
};

std::string whereFrom(const History& history, const Fault& fault, std::uint64_t value, const Traffic& traffic,
                      bool unseen) {
  const char* most = unseen ? "at most " : "";
  const std::string text = valueText(value);
  const bool initially = fault.first == value;
  if (traffic.writers.empty())
    return initially ? fmt::format("{} was there only once, before them", text)
           : fault.first
               ? fmt::format("nothing produced {} (before them memory held {})", text, valueText(*fault.first))
               : fmt::format("nothing produced {}", text);
  const std::string by = nameOf(history, traffic.writers);
  return initially ? fmt::format("{} was there {}{}: before them, and produced by {}", text, most,
                                 times(traffic.writers.size() + 1), by)
                   : fmt::format("{} was produced {}{}, by {}", text, most, times(traffic.writers.size()), by);
}

std::string explainBalance(const History& history, const Fault& fault) {
  const Graph graph(history, fault);
  std::vector<std::string> lacking;
  for (const auto& [value, traffic] : graph.values) {
    const std::size_t supply = traffic.writers.size() + (fault.first == value), readers = traffic.readers.size();
    const bool stays = fault.last == value;
    if (readers + stays <= supply)
      continue;
    const std::string left = fault.lastIsFinal ? "memory ends at " : "memory goes on from ";
    std::string what = readers == 0
                           ? left + valueText(value)
                           : fmt::format("{} {}read {}{}", nameOf(history, traffic.readers), both(readers),
                                         valueText(value), stays && readers <= supply ? " and " + left + "it" : "");
    what += ", but " + whereFrom(history, fault, value, traffic, graph.unseen);
    // an unknown first value may lack one producer: only where nothing else is wrong is that allowed
    if (fault.first || readers + stays > supply + 1)
      return what;
    lacking.push_back(what);
  }
  if (lacking.size() >= 2)
    return lacking[0] + "; and " + lacking[1] + "; only one value can have been there at first";
  for (const auto& [value, traffic] : graph.values) {
    const std::size_t supply = traffic.writers.size() + (fault.first == value);
    if (supply <= traffic.readers.size() + (fault.last == value))
      continue;
    const std::string by = traffic.writers.empty()
                               ? "memory held " + valueText(value) + " before them"
                               : fmt::format("{} left {}", nameOf(history, traffic.writers), valueText(value));
    const std::string read = traffic.readers.empty()
                                 ? "nobody read it"
                                 : fmt::format("it was read only {}, by {}", times(traffic.readers.size()),
                                               nameOf(history, traffic.readers));
    return fmt::format("{}, but {}{}", by, read,
                       fault.last ? fmt::format(", and memory ends at {}", valueText(*fault.last)) : "");
  }
  return "values were found that were not there";
}

std::string explainLoop(const History& history, const Fault& fault) {
  const Graph graph(history, fault);
  std::map<std::uint64_t, std::vector<std::uint64_t>> beside;
  for (const auto& [access, edge] : graph.edges) {
    beside[edge.from].push_back(edge.to);
    beside[edge.to].push_back(edge.from);
  }
  std::set<std::uint64_t> inside = {fault.value}; // values of the part that the trail does not reach
  for (std::vector<std::uint64_t> open = {fault.value}; !open.empty();) {
    const std::uint64_t value = open.back();
    open.pop_back();
    for (const std::uint64_t next : beside[value])
      if (inside.insert(next).second)
        open.push_back(next);
  }
  Accesses loop, others;
  for (const auto& [access, edge] : graph.edges)
    (inside.contains(edge.from) ? loop : others).push_back(access);
  if (loop.empty())
    return explainBalance(history, fault);
  const std::string values = valueText(fault.value);
  const bool closed = std::all_of(graph.values.begin(), graph.values.end(), [](const auto& value) {
    return value.second.readers.size() == value.second.writers.size();
  });
  if (!fault.first && !fault.last && closed) // it can start in either, and then not come to the other
    return fmt::format("{} {} a closed loop apart from {}: no value is in both, so memory cannot go from one to the "
                       "other",
                       nameOf(history, loop), loop.size() == 1 ? "forms" : "form", nameOf(history, others));
  return loop.size() == 1
             ? fmt::format("{} read {} and left it there, but memory never held it", nameOf(history, loop), values)
             : fmt::format("{} form a closed loop that nothing enters: memory never came to {}", nameOf(history, loop),
                           values);
}

/// "at address 0x0"; where several were searched together, all of them.
std::string placesOf(const History& history, const Fault& fault) {
  std::set<std::uint64_t> places;
  if (fault.kind == FaultKind::NoOrder)
    for (const std::uint32_t k : fault.core.empty() ? fault.accesses : fault.core)
      places.insert(history.accesses[k].address);
  if (places.size() <= 1 || *places.rbegin() < fault.address + fault.bytes)
    return fmt::format("at address {:#x}", fault.address);
  std::vector<std::string> list;
  for (const std::uint64_t place : places)
    if (list.size() < 8)
      list.push_back(fmt::format("{:#x}", place));
  if (places.size() > list.size())
    list.push_back(fmt::format("{} more", places.size() - list.size()));
  return "at addresses " + joined(list);
}

Accesses thoseThat(const History& history, const Fault& fault, auto&& test) {
  Accesses list;
  for (const std::uint32_t k : fault.accesses)
    if (test(history.accesses[k]))
      list.push_back(k);
  return list;
}

std::string singleText(std::uint64_t bits) { return fmt::format("{:g} ({:#x})", numberOf(Type::F32, bits), bits); }

/// "; memory can end at 0 (0x0), 1 (0x3f800000) only".
std::string endsText(const History& history, const Fault& fault) {
  const auto typeOf = [&](std::uint32_t k) {
    return history.instructions[history.accesses[k].instruction].operation.type;
  };
  const Type type = typeOf(fault.accesses[0]);
  const bool numbers = isFloat(type) && std::all_of(fault.accesses.begin(), fault.accesses.end(),
                                                    [&](std::uint32_t k) { return typeOf(k) == type; });
  std::vector<std::string> list;
  for (const std::uint64_t value : fault.ends)
    if (list.size() < kMostEnds)
      list.push_back(numbers ? fmt::format("{:g} ({:#x})", numberOf(type, value), value) : valueText(value));
  if (list.empty())
    return {};
  return fmt::format("; memory can end at {}{}", fmt::join(list, ", "),
                     fault.ends.size() > kMostEnds ? " and other values, but not there" : " only");
}

/// A cycle: by what was returned one comes before the other, by the known order after it.
std::string explainAgainst(const History& history, const Fault& fault) {
  const std::string value = valueText(fault.value), next = nameOf(history, fault.next),
                    first = nameOf(history, std::span(fault.next).first(1)), blocking = nameOf(history, fault.blocking);
  const bool alone = fault.next.size() == 1;
  if (fault.kind == FaultKind::AgainstOrder) {
    const std::string at = fault.reached.empty() ? "before them memory holds " + value
                                                 : fmt::format("{} leaves {}", nameOf(history, fault.reached), value);
    return fmt::format(
        "{}, and of those still to come only {} found that; but {} is known to come before {}, and did not", at, next,
        blocking, alone ? "it" : first);
  }
  const std::string at = fault.reached.empty() ? fmt::format("memory ends at {}", value)
                                               : fmt::format("{} found {}", nameOf(history, fault.reached), value);
  return fmt::format("{}, and of those that can come before only {} left that; but {} is known to come after {}, and "
                     "did not",
                     at, next, blocking, alone ? "it" : first);
}

/// "; they allow 0, 1, 2 at most".
std::string countsText(const Fault& fault) {
  std::vector<std::string> list;
  for (const std::uint64_t value : fault.ends)
    if (list.size() < kMostEnds)
      list.push_back(valueText(value));
  return list.empty() ? ""
                      : fmt::format("; they allow {}{} at most", fmt::join(list, ", "),
                                    fault.ends.size() > kMostEnds ? " and higher ones" : "");
}

/// "A comes before B (why), that before C (why)": a cycle.
std::string explainCycle(const History& history, const Fault& fault) {
  const auto nameOne = [&](std::uint32_t access) { return nameOf(history, std::span(&access, 1)); };
  std::string text;
  for (const Before& before : fault.cycle) {
    const std::string value = valueText(before.value);
    const std::string why =
        before.why == Why::KnownOrder          ? "known order"
        : before.why == Why::FoundWhatItLeft   ? fmt::format("which found {}, that only it left", value)
        : before.why == Why::FoundTheFirst     ? fmt::format("it found {}, as memory was at first", value)
        : before.why == Why::FoundBeforeChange ? fmt::format("it found {}, not yet changed", value)
        : before.why == Why::LeftAfterChange   ? fmt::format("whose {} was still there when it was found", value)
                                               : fmt::format("memory ends at {}, which only that left", value);
    text += fmt::format("{}before {} ({})", text.empty() ? nameOne(before.first) + " comes " : ", that ",
                        nameOne(before.second), why);
  }
  return text;
}

std::string explainNoOrder(const History& history, const Verdict& verdict) {
  const Fault& fault = verdict.fault;
  const bool part = !fault.core.empty() && fault.core.size() < fault.accesses.size();
  std::string text =
      fmt::format("no order of {} gives what was seen", nameOf(history, part ? fault.core : fault.accesses));
  if (part)
    text += fault.coreIsOfSections ? ", wherever the others come" : ", whatever the others did";
  constexpr std::size_t kLongest = 6; // a longer one is no explanation
  if (!fault.cycle.empty() && fault.cycle.size() <= kLongest)
    return text + ": " + explainCycle(history, fault);
  text += fmt::format(": all were tried, {} states", verdict.spent.states);
  if (part && fault.coreIsMinimal)
    text += "; without any one of them there is an order";
  return text + endsText(history, fault);
}

std::string explainFault(const History& history, const Verdict& verdict) {
  const Fault& fault = verdict.fault;
  switch (fault.kind) {
  case FaultKind::FirstNotLeft:
  case FaultKind::LastNotReached:
  case FaultKind::Unbalanced:
    return explainBalance(history, fault);
  case FaultKind::Disconnected:
    return explainLoop(history, fault);
  case FaultKind::CastFailed: {
    const Accesses failed = thoseThat(history, fault, [&](const Access& a) {
      return history.instructions[a.instruction].operation.op == Op::Cast && a.returned == 0 &&
             a.operand == fault.value;
    });
    return fmt::format("{} did not find {}, but memory held nothing else", nameOf(history, failed),
                       valueText(fault.value));
  }
  case FaultKind::NotAFlag: {
    const Accesses wrong = thoseThat(history, fault, [&](const Access& a) {
      return returnsFlag(history.instructions[a.instruction].operation.op) && a.returned > 1;
    });
    return fmt::format("{} returned neither 0 nor 1, which is all that CAST returns (ATOMS-9)", nameOf(history, wrong));
  }
  case FaultKind::TwoStores: {
    const Accesses stored = thoseThat(history, fault, [](const Access& a) { return a.returns && a.returned == 1; });
    return fmt::format("{} {}stored, but CAST.SPIN lets one lane of bank {} try (ATOMS-10)", nameOf(history, stored),
                       both(stored.size()), fault.value);
  }
  case FaultKind::NoAttempt:
    return fmt::format(
        "{} {}stored nothing, but whichever of bank {} tried would have found its compare value (ATOMS-10)",
        nameOf(history, fault.accesses), both(fault.accesses.size()), fault.value);
  case FaultKind::WrongTotal:
    return fmt::format("{} {} {}, but memory ends at {}", nameOf(history, fault.accesses),
                       fault.accesses.size() == 1 ? "leaves" : "leave", valueText(fault.value),
                       valueText(fault.last.value_or(0)));
  case FaultKind::StrayByte:
    return fmt::format("the byte at {:#x} changed from {} to {}, but no lane accessed it (MACH-5)", fault.address,
                       knownAt(history.initial, fault.address, 1).value,
                       knownAt(history.final, fault.address, 1).value);
  case FaultKind::SumOutOfReach:
    return fmt::format("the sum of {} is about {}, but memory ends at {}: roundings do not reach that far",
                       nameOf(history, fault.accesses), singleText(fault.value), singleText(fault.last.value_or(0)));
  case FaultKind::CountOutOfReach:
    return fmt::format("no order of {} counts up to {} under their limits, from {}{}", nameOf(history, fault.accesses),
                       valueText(fault.value), valueText(fault.first.value_or(0)), countsText(fault));
  case FaultKind::AgainstOrder:
  case FaultKind::AgainstEnd:
    return explainAgainst(history, fault);
  case FaultKind::NoOrder:
    return explainNoOrder(history, verdict);
  case FaultKind::None:
    break;
  }
  return "illegal";
}

} // namespace

std::string valueText(std::uint64_t value) {
  return value < 100000 ? std::to_string(value)
         : value >= 0xffffff00 && value <= 0xffffffff
             ? fmt::format("{:#x} ({})", value, static_cast<std::int32_t>(value))
             : fmt::format("{:#x}", value);
}

namespace {

/// "2", "4..9": four and more in a row are one.
std::vector<std::string> rangesOf(const std::set<unsigned>& numbers) {
  std::vector<std::string> list;
  for (auto at = numbers.begin(); at != numbers.end();) {
    auto end = std::next(at);
    unsigned last = *at;
    for (; end != numbers.end() && *end == last + 1; ++end)
      last = *end;
    if (last - *at >= 3)
      list.push_back(fmt::format("{}..{}", *at, last));
    else
      for (unsigned lane = *at; lane <= last; ++lane)
        list.push_back(std::to_string(lane));
    at = end;
  }
  return list;
}

using LanesByName = std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<unsigned>>; ///< (warp, number)

/// How many instructions from here on are one range: three and more of a warp in a row, with the same lanes.
std::size_t countInARow(const LanesByName& all, LanesByName::const_iterator first) {
  std::size_t count = 0;
  auto [warp, number] = first->first;
  for (auto at = first; at != all.end() && at->first == std::pair(warp, number) && at->second == first->second; ++at) {
    ++count;
    ++number;
  }
  return count >= 3 ? count : 1;
}

} // namespace

std::string nameOf(const History& history, std::span<const std::uint32_t> accesses) {
  LanesByName lanes;
  for (const std::uint32_t k : accesses) {
    const Instruction& i = history.instructions[history.accesses[k].instruction];
    lanes[{i.warp, i.number}].insert(history.accesses[k].lane);
  }
  std::vector<std::string> parts;
  std::size_t length = 0, named = 0;
  constexpr std::size_t kMost = 280; // a sentence, not a list
  for (auto at = lanes.begin(); at != lanes.end();) {
    if (length >= kMost) {
      parts.push_back("those of " + spec::counted(lanes.size() - named, "more instruction"));
      break;
    }
    const auto& [warp, number] = at->first;
    const auto count = static_cast<std::uint32_t>(countInARow(lanes, at));
    std::string text = (at->second.size() == 1 ? "lane " : "lanes ") + joined(rangesOf(at->second));
    const char* const of = history.isOfThreads ? "" : " of ";
    if (history.isOfThreads) // its lane is itself
      text = history.instructions.size() > 1 ? "" : fmt::format("thread {}", warp);
    if (count > 1)
      text += fmt::format("{}{} {}'s instructions {}..{}", of, whoIn(history), warp, number, number + count - 1);
    else if (history.instructions.size() > 1)
      text += fmt::format("{}{} {}'s instruction {}", of, whoIn(history), warp, number);
    std::advance(at, count);
    named += count;
    length += text.size();
    parts.push_back(std::move(text));
  }
  return parts.empty() ? "nobody" : joined(parts);
}

const char* textOf(Answer answer) {
  return answer == Answer::Legal ? "legal" : answer == Answer::Illegal ? "illegal" : "unknown";
}

std::string explain(const History& history, const Verdict& verdict) {
  switch (verdict.answer) {
  case Answer::Legal:
    return "some serial order gives this";
  case Answer::Unknown:
    return fmt::format("not decided after {} states, {:.1f} ms and {:.1f} MiB: {}", verdict.spent.states,
                       verdict.spent.nanoseconds / 1e6, static_cast<double>(verdict.spent.bytes) / (1 << 20),
                       verdict.spent.limit == std::string_view("states") ? "that is as many states as it may try"
                       : *verdict.spent.limit
                           ? std::string(verdict.spent.limit) + " ran out"
                           : "a value is unknown that nothing returned tells (an initial one, or which NaN it is)");
  case Answer::Illegal:
    break;
  }
  const Fault& fault = verdict.fault;
  std::string text = explainFault(history, verdict);
  if (fault.firstAssumed && fault.first)
    text += fmt::format(" (that memory held {} before is only assumed, but no other value fits either)",
                        valueText(*fault.first));
  return fault.kind == FaultKind::StrayByte ? text : fmt::format("{} {}", placesOf(history, fault), text);
}

} // namespace warplaw::linearize
