// The states that a search has met: each is kept as what its last step changed of the state before it, so that its size
// does not depend on the length of the history. Found by hash, compared whole: a collision must not make a legal
// history illegal.
#pragma once
#include "linearize/nan.h"
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace warplaw::linearize {

/// What is known of up to 8 bytes of memory: bits that are not known are 0.
struct Cell {
  std::uint64_t value = 0, known = 0;
  std::uint64_t vague = 0; ///< unknown bits that are not as they were at first: nobody saw what became of them
  OpenNan nan;
  bool operator==(const Cell&) const = default;
};

class States {
public:
  /// What a class of equal operations works on: a word, and its group of CAST.SPIN (-1: none).
  struct Place {
    std::uint32_t word = 0;
    std::int32_t group = -1;
  };
  struct Step {
    std::uint32_t what = 0; ///< the class
    bool performs = true;
    Cell before, after; ///< of its word
  };
  static constexpr std::uint32_t kRoot = 0;

  States(std::vector<Place> places, std::size_t words, std::size_t groups);
  /// The state after that step. Nothing if the same was met before: as many of each class done, the same memory, and
  /// the same groups have performed.
  std::optional<std::uint32_t> enter(std::uint32_t from, const Step& step);

  std::uint64_t count() const { return records_.size() - 1; }
  std::uint64_t bytes() const;
  /// What it would take with twice as many states, if the next one needs that: asked before it comes.
  std::uint64_t bytesAfterNext() const;

private:
  struct Record {
    std::uint64_t hash;
    std::uint32_t from, step, before, after, depth; ///< step: class and whether it performs; before, after: cells_
  };
  struct Slot {
    std::uint32_t record = 0, tag = 0; ///< 0: empty
  };
  struct CellHash {
    std::size_t operator()(const Cell& cell) const;
  };
  std::uint32_t cellOf(const Cell& cell);
  bool same(std::uint32_t a, std::uint32_t b);
  void grow();

  std::vector<Place> places_;
  std::vector<Record> records_;
  std::vector<Slot> table_;
  std::unordered_map<Cell, std::uint32_t, CellHash> cells_;
  struct Side { ///< of one word, on the way back to where two states part
    std::uint32_t last = ~0u, first = ~0u;
  };
  std::vector<std::int32_t> counts_, groups_; ///< how much more of each class, group one of two states has
  std::vector<Side> sides_[2];
  std::vector<std::uint32_t> touched_;
};

} // namespace warplaw::linearize
