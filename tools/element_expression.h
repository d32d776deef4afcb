// An expression of an element's number: `lane*3`, `(i>>2)%7`, `0.5*i`.
#pragma once
#include "spec/rejection.h"
#include "tools/element.h"
#include <memory>

namespace warplaw::tools {

/// `i` (also called `lane` and `thread`) and numbers; + - * / % & | ^ << >> - ~ ( ) min max, as in C: over whole
/// numbers of 64 bits, over floats where a side is one.
class ElementExpression {
public:
  static spec::Result<ElementExpression> read(std::string_view text);
  /// Rejected: a division by 0, bits of what is no whole number.
  spec::Result<WrittenNumber> at(std::uint64_t element) const;

  struct Node;

private:
  std::shared_ptr<const Node> root_;
};

} // namespace warplaw::tools
