// RED for the fuzzer: what biases a record, which operands its forms read (RED-1, -2, MACH-3,
// -7), and its encoding folded over the lanes in the chosen orders (RED-6).
#pragma once
#include "fuzz/described.h"
#include "fuzz/explained/red.h"
#include "fuzz/op_and_size.h"
#include "fuzz/reduction_encoding.h"
#include "fuzz/reduction_plain.h"
#include "fuzz/traits.h"
#include "symbolic/encodings/red.h"

namespace warplaw::fuzz {

struct RedTrial : OpAndSizeTrial<spec::RedForm, MemoryTrial<spec::GenericBytes, spec::RedModifiers, spec::RedChoices,
                                                            const spec::GenericRegions, const spec::SpecialInputs>> {
  spec::GenericRegions& regions() { return std::get<spec::GenericRegions>(around); }
  const spec::GenericRegions& regions() const { return std::get<spec::GenericRegions>(around); }
  spec::SpecialInputs& inputs() { return std::get<spec::SpecialInputs>(around); }
  const spec::SpecialInputs& inputs() const { return std::get<spec::SpecialInputs>(around); }
  RedAccess accessOf(unsigned lane) const {
    return redAccessPlainly(modifiers, choices, lane, operands, PlainRegions(regions()), inputs());
  }
};

/// The legal pairs of operation and size (RED-1), as spec lists them.
using RedPair = spec::OpAndSize<spec::RedForm>;
inline constexpr auto& redPairs = spec::opsAndSizes<spec::RedForm>;

/// redReach and redNan of all lanes as a function on memory, made on first use; the turns of the lanes are
/// ReductionSteps'.
class RedEncoding {
public:
  /// memory: the bytes of all regions, in and out. results: before in, after out.
  void operator()(const spec::RedModifiers& modifiers, const spec::Operands& operands, const spec::RedChoices& choices,
                  std::span<std::uint8_t> memory, const decltype(RedTrial::around)& around, spec::Results& results);

private:
  std::optional<native::LateFunction> reach_;
  ReductionSteps steps_;
};

/// What a lane's step needs of the choices (RED-7).
inline PlainStepChoices stepChoicesOf(const spec::RedChoices& choices, unsigned lane) {
  return {choices.unlikeZeros, choices.nanLow[lane] + (std::uint64_t{choices.nanHigh[lane]} << 32)};
}

struct Red {
  using Encoding = RedEncoding;
  WARPLAW_MEMORY_TRAITS(Red, red, 4, 544) // 32 bytes of styles and masks, Ra, Rb, Rb's high words, memory
  static void runPlainly(const Form& form, const Choices& choices, const spec::Operands& operands,
                         std::span<std::uint8_t> memory, spec::SurroundingCells& cells, spec::Results& results);
};

using RedFuzzer = DescribedFuzzer<Red>;

extern template class DescribedFuzzer<Red>;

} // namespace warplaw::fuzz
