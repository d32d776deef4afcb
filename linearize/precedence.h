// Which instruction's accesses must all come before which other's: program order, barriers, completion order (RED-9),
// closed under transitivity.
#pragma once
#include "linearize/history.h"
#include <boost/dynamic_bitset.hpp>
#include <optional>
#include <span>

namespace warplaw::linearize {

class Precedence {
public:
  /// At most kMaxInstructions instructions (asserted). ProgramOrder::Lane: the program order is not part of it,
  /// barriers and completion order are.
  explicit Precedence(const History& history);
  static constexpr std::size_t kMaxInstructions = 1u << 12;

  bool before(std::uint32_t a, std::uint32_t b) const { return after_[a][b]; }
  /// An instruction that would have to precede itself; then the order is contradictory.
  std::optional<std::uint32_t> contradiction() const;

  /// These instructions in layers: within a layer unordered, every layer wholly before the next. Nothing if the order
  /// is no such one.
  std::optional<std::vector<std::vector<std::uint32_t>>> layersOf(std::span<const std::uint32_t> instructions) const;

private:
  std::vector<boost::dynamic_bitset<>> after_; ///< after_[a][b]: a before b
};

} // namespace warplaw::linearize
