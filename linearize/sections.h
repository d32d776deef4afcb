// What runs under a lock: sections that no two agents are in at once, whatever order there is. Operations of other
// sections can then be left out whole, so that a lost update is shown by the two sections that lost it.
#pragma once
#include "linearize/core.h"
#include <set>

namespace warplaw::linearize {

/// From where an agent takes the lock to where it gives it back, both of them items.
struct Section {
  std::uint32_t take = 0, give = 0;
  std::vector<std::uint32_t> members; ///< the agent's items in between, and these two; rising
};

/// A word is a lock if all its changes are known, and those of each agent take it and give it back by turns. An
/// operation takes it if it finds the one free value and leaves another; it gives it back if it leaves the free value.
/// Then an agent that takes it gives it back before the next one takes it: the first one that took it too early would
/// have found it free, though only the agent inside could have freed it.
class Sections {
public:
  explicit Sections(const SearchProblem& problem);

  const std::vector<Section>& all() const { return sections_; }
  /// A problem that has an order if the whole one has: other sections are left out of the locks, and other operations
  /// leave in memory what they leave, but come at any time. `order` is that of `problem`, and one free node more.
  SearchProblem relaxed(std::span<const std::uint32_t> items, const OrderGraph& order) const;

private:
  struct Word {
    std::vector<std::uint32_t> items;
    bool isLock = false, isUniform = true; ///< uniform: all its items are of one place
  };
  void addLock(Word& word);
  void addMembers();
  void addOthers(const Word& word, std::vector<bool>& isKept, std::uint32_t node, SearchProblem& part) const;
  std::optional<std::set<std::uint64_t>> neededOf(const Word& word, const std::vector<bool>& isKept) const;

  const SearchProblem& p_;
  std::vector<Word> words_;
  std::vector<std::uint32_t> partner_; ///< of a take its give, and of a give its take; elsewhere the item itself
  std::vector<Section> sections_;
};

/// For a problem without an order: a few operations, from two sections or from `core`, that have no order even in
/// Sections::relaxed. Nothing if none were found. `states` limits the search.
std::optional<Core> sectionCoreOf(const SearchProblem& problem, const Core& core, std::uint64_t states);

} // namespace warplaw::linearize
