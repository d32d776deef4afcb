// Terms of many lanes that are one term but for their leaves, found by their structure: each operation on such a row is
// one on vectors. Nothing is known of an encoding but its terms, and where their variables lie.
#pragma once
#include "symbolic/native/native.h"
#include <deque>
#include <map>

namespace warplaw::native {

/// What lanes hold; null where any value will do.
using LaneNodes = std::vector<const symbolic::Node*>;

struct Row {
  enum class Kind : std::uint8_t {
    Same,      ///< one node in all lanes
    Constants, ///< a number each
    Loaded,    ///< variables that lie one behind the other
    Operation, ///< the same operation, on rows
    Lookup,    ///< in one table, at the places that a row holds
    Blend,     ///< of rows: each gives some lanes
    Gathered,  ///< lane by lane
  };
  Kind kind;
  LaneNodes lanes;
  std::vector<unsigned> args;       ///< rows; a concatenation's from the high part to the low one
  std::vector<std::uint32_t> given; ///< Blend: the lanes of each

  const symbolic::Node& any() const; ///< one that is not null
};

/// May one operation on vectors stand for both?
bool isAlike(const symbolic::Node& a, const symbolic::Node& b);
/// A node's parts, where concatenations inside concatenations are put together at once.
void concatenatedParts(const symbolic::Node& node, LaneNodes& highToLow);

class Rows {
public:
  static constexpr std::size_t kLeast = 8, kMost = 32; ///< lanes, whose number is a power of two

  /// The slots must outlive this.
  explicit Rows(std::span<const Slot> inputs);
  unsigned of(LaneNodes lanes);
  const Row& operator[](unsigned row) const { return rows_[row]; }
  /// Is it less work than the lanes' own operations, on a machine of which such code was tested?
  bool isWorth(unsigned row) const;
  /// Rows of what is alike among these, as far as they are worth it; what is left stays in `nodes`.
  std::vector<unsigned> rowsAmong(LaneNodes& nodes);
  const Slot* slotOf(const symbolic::Node* variable) const;

private:
  Row planned(LaneNodes lanes);
  Row operation(LaneNodes lanes);
  bool load(LaneNodes& lanes) const;
  LaneNodes mostLeaves(const LaneNodes& lanes) const;

  std::map<const symbolic::Node*, const Slot*> slots_;
  std::map<std::pair<unsigned, std::size_t>, const Slot*> places_; ///< by buffer and offset
  std::deque<Row> rows_;
  std::map<LaneNodes, unsigned> known_;
  unsigned depth_ = 0; ///< rows that are being made, each for the one before
};

} // namespace warplaw::native
