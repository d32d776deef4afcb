// The general case: search for a serial order in the manner of Wing & Gong, with Lowe's memory of states that lead
// nowhere; equal operations of one node of the order are one choice. Under a budget of states and memory, so that the
// answer does not depend on the machine.
#pragma once
#include "linearize/operation.h"
#include "linearize/precedence.h"
#include "linearize/verdict.h"

namespace warplaw::linearize {

/// Memory that the search works on: up to 8 bytes a word, bits known before and after.
struct SearchWord {
  std::uint64_t initial = 0, initialMask = 0, final = 0, finalMask = 0;
};

struct SearchItem {
  Operation operation;
  std::uint32_t id = 0;   ///< orders the choices: the order found is the lexicographically smallest
  std::uint32_t word = 0; ///< which SearchWord
  std::uint8_t shift = 0; ///< bits, of the element in its word
  std::uint8_t bytes = 4; ///< 2, 4, 8
  bool returns = false;
  std::uint64_t operand = 0, swap = 0, returned = 0;
  std::uint32_t node = 0;  ///< of the order; items of one node are unordered
  std::int32_t group = -1; ///< CAST.SPIN: lanes of one instruction and bank
  bool anything = false;   ///< it leaves whatever the others need
  std::uint64_t agent = 0; ///< the warp and lane that it is of; its items at one place come by rising `sequence`
  std::uint32_t sequence = 0;
};

inline bool isLoad(const SearchItem& i) { return i.operation.op == Op::Or && i.operand == 0; }
/// What does nothing and tells nothing.
inline bool isUnseenLoad(const SearchItem& i) { return !i.returns && isLoad(i); }

struct SearchProblem {
  std::vector<SearchWord> words;
  std::vector<SearchItem> items;
  const OrderGraph* order = nullptr; ///< all items of a node come before those of the nodes after it; null: no order
  std::uint32_t groups = 0;
  ZeroOrder zeros = ZeroOrder::NegativeBelow;
};

struct SearchStep {
  std::uint32_t item;
  bool performs;
};
inline constexpr std::size_t kMostEnds = 8;

struct SearchResult {
  Answer answer = Answer::Unknown;
  std::vector<SearchStep> order;
  std::vector<SearchWord> words; ///< legal: initial values with all bits set as the order needs them
  /// Legal: at each place there was one choice, so this is the only order. Illegal: there was one, apart from steps
  /// that change nothing.
  bool forced = false;
  bool backwards = false;          ///< illegal, forced: `order` comes from the end
  std::vector<std::uint64_t> ends; ///< illegal, one word, forwards: values that it can end with, kMostEnds + 1 at most
  Spent spent;                     ///< of this search
};

/// Some order. Illegal, forced: `order` is how far every order goes, from the start or from the end.
SearchResult search(const SearchProblem& problem, const Budget& budget);
/// The same, from the start alone, and no value that nothing tells is tried.
SearchResult searchForwards(const SearchProblem& problem, const Budget& budget);
/// The lexicographically smallest order of a problem that has one, if `states` states find it.
SearchResult searchSmallest(const SearchProblem& problem, const Budget& budget);

} // namespace warplaw::linearize
