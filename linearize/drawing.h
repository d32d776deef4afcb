// What a picture shows: the values of each location that matters, arrows for the operations, with lanes and operands,
// and the known order between arrows. svg.cpp and dot.cpp lay it out.
#pragma once
#include "linearize/components.h"
#include "linearize/reason.h"
#include <fmt/format.h>
#include <map>

namespace warplaw::linearize {

struct Arrow {
  std::uint64_t from = 0, to = 0;
  std::vector<std::uint32_t> accesses;
  std::vector<std::size_t> turns;
  bool isOffending = false; ///< one of those that show that there is no order
};

struct Panel {
  Component place;
  std::vector<std::uint64_t> values; ///< in the order of first use
  std::map<std::uint64_t, std::size_t> numbers;
  std::vector<Arrow> arrows;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> arrowOf;
  std::vector<std::string> notes;
  std::optional<std::uint64_t> first, last; ///< what memory held before all, and after, where that is told
  std::size_t mostValues = 0;

  bool addValue(std::uint64_t value) {
    if (numbers.contains(value))
      return true;
    if (values.size() >= mostValues)
      return false;
    numbers[value] = values.size();
    values.push_back(value);
    return true;
  }
  /// False: it is full.
  bool add(std::uint32_t access, std::uint64_t from, std::uint64_t to, std::size_t turn) {
    if (!addValue(from) || !addValue(to))
      return false;
    const auto [at, fresh] = arrowOf.try_emplace({from, to}, arrows.size());
    if (fresh)
      arrows.push_back({from, to, {}, {}});
    arrows[at->second].accesses.push_back(access);
    if (turn > 0)
      arrows[at->second].turns.push_back(turn);
    return true;
  }
  void note(std::size_t count, const char* one, const char* many) {
    if (count > 0)
      notes.push_back(fmt::format("{} {}", count, count == 1 ? one : many));
  }
};

/// Two arrows, each a panel and a place in it: by the known order something of the first comes before something of the
/// second.
struct OrderArrow {
  std::pair<std::size_t, std::size_t> from, to;
  bool isOffending = false;
};

struct Drawing {
  const History& history;
  const Verdict& verdict;
  Elements elements;
  std::vector<Panel> panels;
  std::vector<OrderArrow> order;
  std::size_t left = 0; ///< locations that are not drawn

  Drawing(const History& history, const Verdict& verdict, std::size_t mostValues);
  /// "lanes 4 and 9 (step 2)"; with several instructions warp.number.lane.
  std::string lanesText(const Arrow& arrow) const;
  /// "ADD 1"; a few where they differ.
  std::string operandsText(const Arrow& arrow) const;
  /// The value of the fault, drawn as such.
  bool isMarked(std::uint64_t value) const;

private:
  std::span<const Element> elementsAt(const Component& place) const;
  void choose(std::size_t mostValues);
  Operation operationOf(std::uint32_t access) const;
  Type shownAs(const Component& place) const;
  std::uint64_t stepOn(const Element& element, const Component& place, std::uint64_t value) const;
  void addOrder(Panel& panel) const;
  void addFold(Panel& panel) const;
  void addReturned(Panel& panel) const;
  void addEnds(Panel& panel) const;
  void blame(Panel& panel) const;
  void addKnownOrder();
};

} // namespace warplaw::linearize
