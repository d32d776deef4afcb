// What can come next in a search: operations whose node of the known order is open, kept in lists by the value that
// they must find, so that a state costs what changes and not the length of the history.
#pragma once
#include "linearize/search.h"
#include "linearize/states.h"
#include <map>
#include <set>
#include <unordered_map>

namespace warplaw::linearize {

/// Operations that no order can tell apart: items[begin .. end), by id.
struct Class {
  std::uint32_t begin = 0, end = 0, done = 0;
  std::uint32_t list = 0;
};

struct Choice {
  std::uint64_t key = 0; ///< choices are tried by rising (key, class); performing before being left out
  std::uint32_t what = 0;
  bool performs = true;
};

class Choices {
public:
  /// byId: choices come by their items' ids. Otherwise those first that most other operations wait for, one after
  /// another.
  Choices(const SearchProblem& problem, bool byId);

  const std::vector<Class>& classes() const { return classes_; }
  std::uint32_t nextOf(std::uint32_t what) const { return items_[classes_[what].begin + classes_[what].done]; }
  bool isInGroup(std::uint32_t what) const { return item(what).group >= 0; }
  std::vector<States::Place> places() const;

  void take(std::uint32_t what);
  void giveBack(std::uint32_t what); ///< undoes the last take

  /// The first choice after this one (of all: nothing) that memory does not rule out at a glance.
  std::optional<Choice> next(std::span<const Cell> memory, const std::optional<Choice>& after) const;
  /// A choice that is right if any is: it changes nothing, and what it returned fits now. Nothing if there is none.
  std::optional<Choice> harmless(std::span<const Cell> memory, std::span<const std::uint8_t> performed) const;

private:
  using List = std::set<std::pair<std::uint64_t, std::uint32_t>>; ///< keys and classes
  struct View {                                                   ///< one element's place in a word
    std::uint32_t word = 0;
    std::uint8_t shift = 0, bytes = 4;
    std::uint32_t free = 0; ///< list of those that say nothing of what they found
    std::unordered_map<std::uint64_t, std::uint32_t> changing, keeping; ///< lists by the value found
    std::map<std::uint64_t, std::uint32_t> failing;                     ///< by the value that was not found
    std::vector<std::uint32_t> lists;                                   ///< all of them
    std::set<std::pair<std::uint64_t, std::uint32_t>> failed;           ///< those of `failing` that are not empty
  };
  const SearchItem& item(std::uint32_t what) const { return p_.items[items_[classes_[what].begin]]; }
  void makeClasses();
  void makeLists();
  std::uint32_t listFor(const SearchItem& item);
  void makeHeights();
  void add(std::uint32_t what, bool there);
  void open(std::uint32_t node, bool there);
  void settle(std::uint32_t node, bool done);
  std::uint64_t keyOf(std::uint32_t what) const;
  template <class Visit> void eachList(std::span<const Cell> memory, Visit&& visit) const;

  const SearchProblem& p_;
  bool byId_;
  std::vector<Class> classes_;
  std::vector<std::uint32_t> items_;        ///< class by class
  std::vector<std::uint32_t> nodeClasses_;  ///< classes of node n: from nodeClasses_[n] on; they stand together
  std::vector<std::uint32_t> left_, waits_; ///< of each node: items not done, nodes not over that it waits for
  std::vector<std::uint32_t> heights_;      ///< of each node: the most items that must come one after another
  std::vector<std::uint32_t> finishing_;
  std::vector<List> lists_;
  std::vector<View> views_;
  std::vector<std::uint32_t> failView_; ///< of each list: its view, if it is one of `failing`; else kNone
  std::vector<std::uint64_t> failValue_;
  std::uint32_t idle_ = 0;     ///< list of those that do nothing, whenever they come
  std::vector<bool> mayStore_; ///< of each group: could one of its lanes have stored?
  std::vector<bool> stored_;   ///< one did
};

} // namespace warplaw::linearize
