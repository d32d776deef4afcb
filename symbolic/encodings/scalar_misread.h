// What wrong readings of scalar operations share: a row with another input. For them alone.
#pragma once
#include "symbolic/encodings/scalar_misreadings.h"
#include "symbolic/encodings/scalar_wording.h"

namespace warplaw::symbolic::scalar {

std::span<const Misreading> misreadArithmetic();
std::span<const Misreading> misreadCarries();
std::span<const Misreading> misreadBits();
std::span<const Misreading> misreadFields();
std::span<const Misreading> misreadChoices();
std::span<const Misreading> misreadFloatOrder();
std::span<const Misreading> misreadFloatConversions();

/// Another operand in this place.
Input with(const Input& in, unsigned source, Term other);
/// The first two operands in the place of each other.
Input exchanged(const Input& in);
/// The next alternative of that group of modifiers, after the last the first.
Input otherMode(const Input& in, unsigned group);
/// The row's type of the same width that is signed where this one is not, and the other way round; else this one.
Input otherSign(const Input& in);

/// The row as if this modifier were not written.
inline Input without(const Input& in, std::string_view modifier) {
  Input changed = in;
  for (unsigned group = 0; group < in.form.operation->groups.size(); ++group)
    if (in.modeName(group) == modifier)
      changed.modes &= ~(0xffu << group * spec::scalar::kModeBits); // the empty alternative is the first
  return changed;
}

/// The row as if `other` were written where `modifier` is.
inline Input instead(const Input& in, std::string_view modifier, std::string_view other) {
  Input changed = in;
  for (unsigned group = 0; group < in.form.operation->groups.size(); ++group) {
    const auto& names = in.form.operation->groups[group];
    const auto found = std::ranges::find(names, other);
    const unsigned shift = group * spec::scalar::kModeBits;
    if (in.modeName(group) == modifier && found != names.end())
      changed.modes = (changed.modes & ~(0xffu << shift)) | unsigned(found - names.begin()) << shift;
  }
  return changed;
}

inline Term partsExchanged(const Input& in) {
  return in.type().isPacked() ? lowerHalf(right(in)).concat(upperHalf(right(in))) : right(in);
}
inline Term ftzForgotten(const Input& in) { return right(without(in, "ftz")); }

} // namespace warplaw::symbolic::scalar
