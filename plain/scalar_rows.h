// One function for each row of spec/scalar/*.def. A row without one does not link.
#pragma once
#include "plain/integer.h"

namespace warplaw::plain {

/// What a row's function is given: one part of each source, where sources are packed.
struct Call {
  Type type;                                                ///< one part of T
  std::array<Integer, spec::scalar::kMostSources> source;   ///< negative where its type says so
  std::array<Type, spec::scalar::kMostSources> sourceTypes; ///< of one part
  std::vector<std::string_view> modifiers;                  ///< the one taken of each group

  const Integer& a() const { return source[0]; }
  const Integer& b() const { return source[1]; }
  const Integer& c() const { return source[2]; }
  const Integer& d() const { return source[3]; }
  unsigned width() const { return type.bits; }
  bool has(std::string_view modifier) const;
};

/// The result before it is reduced to its width.
using RowFunction = Integer (*)(const Call&);

namespace rows {
#define WARPLAW_SCALAR(symbol, types, opcode, operands, rules) Integer symbol(const Call&);
#include "spec/scalar/floats.def"
#include "spec/scalar/integers.def"
#undef WARPLAW_SCALAR
} // namespace rows

} // namespace warplaw::plain
