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
std::span<const Misreading> misreadFloatArithmetic();
std::span<const Misreading> misreadFloatConversions();

/// Another operand in this place.
Input with(const Input& in, unsigned source, Term other);
/// The first two operands in the place of each other.
Input exchanged(const Input& in);
/// The next alternative of that group of modifiers, after the last the first.
Input otherMode(const Input& in, unsigned group);
/// The row's type of the same width that is signed where this one is not, and the other way round; else this one.
Input otherSign(const Input& in);

} // namespace warplaw::symbolic::scalar
