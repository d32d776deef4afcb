// Which bits of a result may be anything, where bits of its operands may (PTX-16).
#pragma once
#include "concrete/scalar/scalar.h"
#include <array>

namespace warplaw::ptx {

/// Of an operation whose sources hold these words, of which these bits may be anything. All, if any bit may and nothing
/// better is known of the operation. A word counts only where it is defined.
std::uint64_t undefinedBits(const spec::scalar::Spelled& operation, concrete::ScalarFunction function,
                            std::array<std::uint64_t, 4> words, std::array<std::uint64_t, 4> undefined);

} // namespace warplaw::ptx
