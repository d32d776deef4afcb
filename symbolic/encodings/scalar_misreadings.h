// Wrong readings of the rules of scalar operations: mistakes that people and emulators make. That a theorem is refuted
// of each shows that it says something.
#pragma once
#include "symbolic/encodings/scalar.h"
#include <span>
#include <string_view>

namespace warplaw::symbolic::scalar {

struct Misreading {
  std::string_view symbol;        ///< of the row
  std::string_view name;          ///< "amount-modulo-width"; once a row
  Term (*wrong)(const Input& in); ///< as wide as the right one; of some forms and modifiers it may be the same
};

/// At least two a row, in the order of the chapters.
std::span<const Misreading> misreadings();

/// What the row gives rightly.
inline Term right(const Input& in) { return encoded(in.form, in.modes, std::span(in.source).first(in.form.sources())); }

} // namespace warplaw::symbolic::scalar
