// Which bits of a result may be anything, where bits of its operands may (PTX-16).
#pragma once
#include "concrete/scalar/scalar.h"
#include <array>

namespace warplaw::ptx {

/// The bits of an operation's result that may be anything, if its sources hold these words, in which the bits
/// `undefined` may be anything. All bits, if any source bit is undefined and nothing better is known of the operation.
/// A word counts only where it is defined.
std::uint64_t undefinedBits(const spec::scalar::Spelled& operation, concrete::ScalarFunction function,
                            std::array<std::uint64_t, 4> words, std::array<std::uint64_t, 4> undefined);

} // namespace warplaw::ptx
