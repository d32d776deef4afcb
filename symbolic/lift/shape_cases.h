// What a term's value can be, told case by case: where what it hangs on has few values, its known bits in each of them
// say more than its structure does. An index that stays in its own array shows it so. Always an over-approximation.
#pragma once
#include "symbolic/lift/shape.h"
#include <optional>
#include <utility>
#include <vector>

namespace warplaw::lift {

class ShapeCases {
public:
  /// `few`: variables that have no other values than these.
  explicit ShapeCases(const FewValues& few);
  /// The shape of a term of up to 64 bits; none if the term depends on too many values.
  std::optional<Shape> of(Term term);

private:
  std::unordered_map<const symbolic::Node*, std::vector<std::uint64_t>> few_;
};

} // namespace warplaw::lift
